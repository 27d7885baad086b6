// Reads what keeps an account from ordering.
import type { Ctx } from '../../context.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { isStoppedByCredit } from '../credit-limits/credit-use-actions.ts';
import type { OrderStops } from './stopped-order-rules.ts';

/** For who has read the settings already. */
export const orderStopsBy = async (ctx: Ctx, accountId: string, settings: AccountSettings): Promise<OrderStops> => ({
  acceptOrders: settings.acceptOrders,
  isStoppedByCredit: await isStoppedByCredit(ctx, accountId, settings),
});

export const readOrderStopsOf = async (ctx: Ctx, accountId: string): Promise<OrderStops> =>
  orderStopsBy(ctx, accountId, await readAccountSettings(ctx, accountId));
