// The desk adds reports to an order for the client.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Permitted } from '../../../features/access/permissions.ts';
import { callerFor, findOwnOrder } from '../../../features/cases/screening-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { mayOrderAgain } from '../../../features/orders/order-again-actions.ts';
import { addingHref, addReportPages } from '../../shared/orders/add-reports.ts';
import type { Pages } from '../../shared/shell.ts';
import { pageOf } from '../deadlines/order-again.ts';
import { orderHref, orderPath } from './order-address.ts';

type AddRequest = FastifyRequest<{
  Params: { check_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const permission = 'order_for_clients' as const;
const addPath = ({ id }: Check): string => `${orderHref(id)}/reports/new`;

export const deskAddingHref = (user: Permitted, check: Check): string | undefined =>
  addingHref(user, permission, check, addPath(check));

export function deskAddReportPages(pages: Pages<'desk'>, ctx: Ctx): void {
  addReportPages(pages, `${orderPath}/reports/new`, {
    ctx,
    permission,
    async open({ params }: AddRequest, user) {
      const [first] = await findOwnOrder(ctx, user, params.check_id);
      const caller = callerFor(user, first!);
      const check = await showCheck(ctx, caller, first!.check_id);
      const { id: reportId, requestedAt } = check.reports[0]!;
      const isRequested = requestedAt !== null;
      return {
        check,
        caller,
        page: isRequested ? orderHref(check.id) : pageOf({ reportId, isRequested }),
        action: addPath(check),
        againHref: mayOrderAgain(user, check) ? `/desk/reports/${reportId}/again` : undefined,
        accountName: first!.account_name,
      };
    },
  });
}
