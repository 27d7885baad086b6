// Where the client is offered to order: the address of the form, or that new orders are stopped.
import type { Ctx, Environment } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readOrderStopsOf } from '../../../features/checks/stopped-order-actions.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { stoppedModel } from '../../shared/orders/orders-stopped.ts';
import type { ClientUser } from '../client-caller.ts';
import { newOrderPath } from './new-order-path.ts';

/** Nothing for who may not order. `orders-stopped.njk` says why there is no address. */
export async function offeredOrder(ctx: Ctx, user: ClientUser, environment: Environment) {
  if (!mayDo(user, 'order_checks')) return { orderHref: undefined };
  const stopped = stoppedModel(await readOrderStopsOf(ctx, user.accountId), environment);
  if (stopped.isStopped) return { ...stopped, orderHref: undefined };
  const ofTest = environment === 'test' ? environment : undefined;
  return { orderHref: listHref(newOrderPath, listParameters({ environment: ofTest })) };
}
