// Orders that wait until somebody else of the client approves them: how they are asked for, and what is known of the decision.
import type { Caller, Ctx, OrderScope, Tenant } from '../../context.ts';
import { type AccountKey, sealedId } from '../../platform/encryption/account-key.ts';
import { askerMay, mayDo, roles } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { listUsers, type UserRow } from '../accounts/account-actions.ts';
import { findMailChoices } from '../accounts/order-mail-queries.ts';
import type { Check } from '../checks/check.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { storeAccountEvent, storeEvents } from '../events/event-actions.ts';
import { type BulkOrderRow, markBulkOrderAsked, type OrderDecision } from './bulk-order-store.ts';
import { mayTake } from './matter-rules.ts';

export interface OrderApproval {
  /** Whether the caller asked for it. */
  readonly isOwn: boolean;
  readonly askedAt: Date;
  readonly askedBy: string;
  /** It was sent back to somebody for whom the caller covers, who may take it over. */
  readonly isCovered: boolean;
  /** Undefined while it waits. */
  readonly decided:
    | { readonly at: Date; readonly by: string; readonly decision: OrderDecision; readonly reason: string }
    | undefined;
}

const PURPOSE = 'bulk_orders.reason';

export const sealReason = (key: AccountKey, { environment }: Tenant, id: string, reason: string): Buffer =>
  key.seal(PURPOSE, sealedId(environment, id), reason);

/** Whoever sent it back does not ask for it. */
export const isForCover = ({ userId }: { readonly userId: string | null }, row: BulkOrderRow): boolean =>
  userId !== null &&
  row.covered_by === userId &&
  row.decision === 'sent_back' &&
  row.placed_at === null &&
  row.decided_by !== userId;

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
  const isCovered = isForCover({ userId }, row);
  return { isOwn: row.user_id === userId, isCovered, askedAt, askedBy: row.asked_by_name ?? '', decided };
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

/** With who covers for them; by mail, unless they want none of their orders, or may not sign in any more. */
export async function tellAsker(
  tx: Ctx,
  caller: Caller & { readonly userId: string },
  row: BulkOrderRow,
  { decision, reason }: { readonly decision: OrderDecision; readonly reason: string },
): Promise<void> {
  const { accountId, userId } = caller;
  const users = await listUsers(tx, 'system', accountId);
  const by = users.find(({ id }) => id === userId)?.name ?? '';
  const key = await tx.keys.forAccount(accountId);
  for (const user of users.filter((one) => isToldOfDecision(one, row, { by: userId, decision }))) {
    if ((await findMailChoices(tx.db, accountId, user.id)).orders === 'none') continue;
    const values = { name: user.name, count: row.candidates, decision, by, reason, page: pageOf(tx, row) };
    await queueEmail(tx, emailToUser(tx, caller, key, 'order_request_decided', { user, values }));
  }
}

/** Who asked; and who covers for them, where it is sent back: what is decided otherwise asks for nothing. */
const isToldOfDecision = (
  one: UserRow,
  row: BulkOrderRow,
  { by, decision }: { readonly by: string; readonly decision: OrderDecision },
): boolean =>
  one.id === row.user_id
    ? one.disabled_at === null
    : one.id === row.covered_by && decision === 'sent_back' && mayTake(one, { ...row, decided_by: by });

/** In the history of the order: who approved it. */
export const storeApproval = (tx: Ctx, caller: Caller, { id, applicantId }: Check, approvedBy: string): Promise<void> =>
  storeEvents(tx, { ...caller, actor: `user:${approvedBy}` }, [
    { type: 'check.order_approved', resourceId: id, applicantId, checkId: id },
  ]);
