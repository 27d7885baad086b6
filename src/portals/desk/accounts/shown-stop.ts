// What the desk reads where an order would be offered, while new orders of the account are stopped.
import type { Ctx, Environment } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { readOrderStops } from '../../../features/lists/order-stop-actions.ts';
import { accountsPath, type DeskUser } from './account-request.ts';
import { orderStopPath, stopText } from './order-stop-page.ts';

export interface ShownStop {
  /** `since 12 November 2026, Jo Sample: Invoices are not paid`, for behind “stopped”. */
  readonly text: string;
  /** Where they are accepted again; undefined for who may not. */
  readonly href: string | undefined;
}

/** Undefined while orders are accepted: those of a test always are. */
export async function shownStop(
  ctx: Pick<Ctx, 'db'>,
  user: DeskUser,
  accountId: string,
  environment: Environment = 'live',
): Promise<ShownStop | undefined> {
  if (environment !== 'live' || !mayDo(user, 'read_accounts')) return undefined;
  const stop = (await readOrderStops(ctx, authorityOf(user), [accountId])).get(accountId);
  if (stop === undefined) return undefined;
  const href = mayDo(user, 'manage_invoicing') ? `${accountsPath}/${accountId}${orderStopPath}` : undefined;
  return { text: stopText(stop), href };
}
