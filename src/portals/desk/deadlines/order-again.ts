// A closed order at the desk: the line on its pages that says what it was ordered again as, and the page that asks.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Permitted } from '../../../features/access/permissions.ts';
import { openOrder } from '../../../features/cases/screening-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { orderAgainIn, orderAgainPages } from '../../shared/orders/order-again.ts';
import type { Pages } from '../../shared/shell.ts';
import type { OrderPanel } from '../report/report-panel.ts';

/** Before the candidate has submitted the form, only that can be seen. */
export const pageOf = ({ reportId, isRequested }: { readonly reportId: string; readonly isRequested: boolean }) =>
  `/desk/reports/${reportId}${isRequested ? '' : '/form'}`;

export const deskOrderAgain = (ctx: Ctx, user: Permitted, check: Check, reportId: string) =>
  orderAgainIn(ctx, user, check, `/desk/reports/${reportId}/again`, pageOf);

export const orderAgainPanel: OrderPanel = {
  place: 'below',
  template: 'desk/deadlines/order-again.njk',
  async model(ctx, { check, report }, user) {
    const again = await deskOrderAgain(ctx, user, check, report.id);
    return again && { again };
  },
};

type OrderRequest = FastifyRequest<{ Params: { reportId: string } }>;

export function deskOrderAgainPages(pages: Pages<'desk'>, ctx: Ctx): void {
  orderAgainPages(pages, '/desk/reports/:reportId/again', {
    ctx,
    async open({ params: { reportId } }: OrderRequest, user) {
      const { check, caller } = await openOrder(ctx, user, reportId, 'order_again');
      const report = check.reports.find(({ id }) => id === reportId.toLowerCase())!;
      const page = pageOf({ reportId: report.id, isRequested: report.requestedAt !== null });
      return { check, caller, page, action: `/desk/reports/${report.id}/again` };
    },
    pageOf: ({ reports: [first] }) => pageOf({ reportId: first!.id, isRequested: first!.requestedAt !== null }),
  });
}
