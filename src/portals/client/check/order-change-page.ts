// The client changes what it said with an order: the job, the references, the workplace.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { orderChangeHref, orderChangePages } from '../../shared/orders/order-change.ts';
import type { Pages } from '../../shared/shell.ts';
import type { ClientUser } from '../client-caller.ts';
import { callerOf } from './check-facts.ts';
import { checkPath, requestedCheck } from './requested-check.ts';

const changePath = ({ id }: Check): string => `/portal/checks/${id}/change`;

/** For the page of a check; undefined where the user may not, or nothing can be changed. */
export const orderChangeOf = (ctx: Ctx, user: ClientUser, check: Check) =>
  orderChangeHref(ctx, user, { check, caller: callerOf(user, check) }, changePath(check));

type ChangeRequest = FastifyRequest<{
  Params: { check_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

export function clientOrderChangePages(pages: Pages<'client'>, ctx: Ctx): void {
  orderChangePages(pages, `${checkPath}/change`, {
    ctx,
    async open(request: ChangeRequest, user) {
      const check = await requestedCheck(ctx, user, request);
      return { check, caller: callerOf(user, check), page: `/portal/checks/${check.id}`, action: changePath(check) };
    },
  });
}
