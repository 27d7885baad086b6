// The desk changes what was said with an order for the client who asked for it.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Permitted } from '../../../features/access/permissions.ts';
import { type OpenedOrder, openFoundOrder } from '../../../features/cases/screening-actions.ts';
import { orderChangeHref, orderChangePages } from '../../shared/orders/order-change.ts';
import type { Pages } from '../../shared/shell.ts';
import { pageOf } from '../deadlines/order-again.ts';
import { orderHref, orderPath } from './order-address.ts';

const changeHref = (checkId: string) => `${orderHref(checkId)}/change`;

/** For the pages of the order; undefined where the user may not, or nothing can be changed. */
export const deskOrderChange = (ctx: Ctx, user: Permitted, opened: Pick<OpenedOrder, 'check' | 'caller'>) =>
  orderChangeHref(ctx, user, opened, changeHref(opened.check.id));

type ChangeRequest = FastifyRequest<{ Params: { check_id: string }; Body: Record<string, unknown> | null }>;

export function deskOrderChangePages(pages: Pages<'desk'>, ctx: Ctx): void {
  orderChangePages(pages, `${orderPath}/change`, {
    ctx,
    async open({ params }: ChangeRequest, user) {
      const { check, caller, accountName } = await openFoundOrder(ctx, user, params.check_id, 'amend_orders');
      const { id: reportId, requestedAt } = check.reports[0]!;
      const page = requestedAt === null ? pageOf({ reportId, isRequested: false }) : orderHref(check.id);
      return { check, caller, accountName, page, action: changeHref(check.id) };
    },
  });
}
