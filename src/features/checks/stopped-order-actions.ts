// Reads what keeps an account from ordering.
import type { Ctx } from '../../context.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { isStoppedByCredit } from '../credit-limits/credit-use-actions.ts';
import type { OrderStops } from './stopped-order-rules.ts';

export async function readOrderStopsOf(ctx: Ctx, accountId: string): Promise<OrderStops> {
  const settings = await readAccountSettings(ctx, accountId);
  return {
    acceptOrders: settings.acceptOrders,
    isStoppedByCredit: await isStoppedByCredit(ctx, accountId, settings),
  };
}
