// Whether an order must be approved before it is placed: every action that places one, or makes it cost more, asks it.
import type { Caller, Ctx } from '../../context.ts';
import { demand, mayDo } from '../access/permissions.ts';
import { readAccountSettings } from './account-settings-actions.ts';

/**
 * Whether live orders of the caller wait for somebody else, as the account demands of its users in the portal. The program, the
 * desk, API keys and those who approve orders place theirs at once.
 */
export async function needsApproval(ctx: Ctx, caller: Caller): Promise<boolean> {
  const { permissions = [], keyId } = caller;
  demand(caller, 'order_checks', 'order_for_clients', 'order_again', 'manage_accounts');
  const isOfPortal = keyId === undefined && mayDo({ permissions }, 'order_checks');
  if (!isOfPortal || mayDo({ permissions }, 'approve_orders') || caller.environment === 'test') return false;
  return (await readAccountSettings(ctx, caller.accountId)).ordersNeedApproval;
}
