// Orders that wait until somebody else of the client approves them: how they are asked for, and what is known of the decision.
import type { Caller, Ctx, OrderScope, Tenant } from '../../context.ts';
import { type AccountKey, sealedId } from '../../platform/encryption/account-key.ts';
import { askerMay, mayDo, roles } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { listUsers } from '../accounts/account-actions.ts';
import { findMailChoices } from '../accounts/order-mail-queries.ts';
import type { Check } from '../checks/check.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { storeAccountEvent, storeEvents } from '../events/event-actions.ts';
import { type BulkOrderRow, markBulkOrderAsked, type OrderDecision } from './bulk-order-store.ts';

export interface OrderApproval {
  /** Whether the caller asked for it. */
  readonly isOwn: boolean;
  readonly askedAt: Date;
  readonly askedBy: string;
  /** Undefined while it waits. */
  readonly decided:
    | { readonly at: Date; readonly by: string; readonly decision: OrderDecision; readonly reason: string }
    | undefined;
}

const PURPOSE = 'bulk_orders.reason';

export const sealReason = (key: AccountKey, { environment }: Tenant, id: string, reason: string): Buffer =>
  key.seal(PURPOSE, sealedId(environment, id), reason);

/** Undefined of orders that nobody asked for. */
export function approvalOf(
  key: AccountKey,
  { environment, userId }: Tenant & { readonly userId: string | null },
  row: BulkOrderRow,
): OrderApproval | undefined {
  const { id, asked_at: askedAt, decided_at: at, decision, sealed_reason: sealed } = row;
  if (askedAt === null) return undefined;
  const reason = sealed === null ? '' : key.open(PURPOSE, sealedId(environment, id), sealed).toString('utf8');
  const decided =
    at === null || decision === null ? undefined : { at, by: row.decided_by_name ?? '', decision, reason };
  return { isOwn: row.user_id === userId, askedAt, askedBy: row.asked_by_name ?? '', decided };
}

/** Whether the caller sees for approval what another asked: all its subsidiaries are theirs. */
export const mayApprove = (caller: Caller & OrderScope & { readonly userId: string | null }, row: BulkOrderRow) =>
  row.asked_at !== null &&
  row.user_id !== caller.userId &&
  askerMay(caller, 'approve_orders') &&
  row.subsidiaries.every((id) => isInScope(caller, id));

const pageOf = ({ settings }: Ctx, { id }: BulkOrderRow) => `${settings.clientUrl}/portal/orders/new/bulk/${id}`;

/** Those who may sign in, and decide about it. */
const approversOf = async (tx: Ctx, accountId: string, row: BulkOrderRow) =>
  (await listUsers(tx, 'system', accountId)).filter(
    ({ id, role, disabled_at, subsidiary_ids: subsidiaryIds }) =>
      disabled_at === null &&
      id !== row.user_id &&
      mayDo({ permissions: roles.client[role] }, 'approve_orders') &&
      row.subsidiaries.every((one) => isInScope({ subsidiaryIds }, one)),
  );

/** Each who may approve it gets one mail. Asking again for what waits already changes nothing. */
export async function askForApproval(tx: Ctx, caller: Caller & OrderScope, row: BulkOrderRow): Promise<void> {
  const { accountId } = caller;
  if (!(await markBulkOrderAsked(tx.db, caller, row.id, tx.now()))) return;
  const detail = { order: row.id, candidates: row.candidates };
  await storeAccountEvent(tx, accountId, caller, {
    type: 'account.order_approval_asked',
    resourceId: accountId,
    detail,
  });
  const key = await tx.keys.forAccount(accountId);
  const page = pageOf(tx, row);
  for (const user of await approversOf(tx, accountId, row)) {
    const values = { name: user.name, count: row.candidates, page };
    await queueEmail(tx, emailToUser(tx, caller, key, 'orders_to_approve', { user, values }));
  }
}

/** By mail, unless they want none of their orders, or may not sign in any more. */
export async function tellAsker(
  tx: Ctx,
  caller: Caller & { readonly userId: string },
  row: BulkOrderRow,
  { decision, reason }: { readonly decision: OrderDecision; readonly reason: string },
): Promise<void> {
  const { accountId, userId } = caller;
  const users = await listUsers(tx, 'system', accountId);
  const asker = users.find(({ id, disabled_at }) => id === row.user_id && disabled_at === null);
  if (asker === undefined || (await findMailChoices(tx.db, accountId, asker.id)).orders === 'none') return;
  const by = users.find(({ id }) => id === userId)?.name ?? '';
  const page = pageOf(tx, row);
  const values = { name: asker.name, count: row.candidates, decision, by, reason, page };
  const key = await tx.keys.forAccount(accountId);
  await queueEmail(tx, emailToUser(tx, caller, key, 'order_request_decided', { user: asker, values }));
}

/** In the history of the order: who approved it. */
export const storeApproval = (tx: Ctx, caller: Caller, { id, applicantId }: Check, approvedBy: string): Promise<void> =>
  storeEvents(tx, { ...caller, actor: `user:${approvedBy}` }, [
    { type: 'check.order_approved', resourceId: id, applicantId, checkId: id },
  ]);
