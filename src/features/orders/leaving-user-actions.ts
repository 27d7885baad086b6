// Disables a user of a client who leaves, and gives their orders in progress and their API keys to colleagues.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand, mayDo, permissionsOfKey, roles } from '../access/permissions.ts';
import { type ApiKeyListed, changeUser, listApiKeys, listUsers, type UserRow } from '../accounts/account-actions.ts';
import { moveKey } from '../accounts/moved-key-actions.ts';
import { countOpenOrdersOf, updateOwner } from '../checks/order-owner-queries.ts';
import { storeEvents } from '../events/event-actions.ts';

/** How many orders in progress somebody has, and the colleagues who could get them. */
export interface OrdersToGive {
  readonly count: number;
  readonly colleagues: readonly UserRow[];
}

/** The subsidiary whose users alone somebody manages; null for those of the whole account. */
type Within = string | null;

/** Who may order, sees no other subsidiary's orders than the user does, and is known to whoever asks. */
const isColleague = (user: UserRow, one: UserRow, within: Within): boolean =>
  one.id !== user.id &&
  (within === null || one.subsidiary_id === within) &&
  one.disabled_at === null &&
  mayDo({ permissions: roles.client[one.role] }, 'order_checks') &&
  (one.subsidiary_id === null || one.subsidiary_id === user.subsidiary_id);

export async function readOrdersToGive(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  { user, within }: { readonly user: UserRow; readonly within: Within },
): Promise<OrdersToGive> {
  demand(by, 'manage_users', 'read_accounts');
  const users = await listUsers(ctx, by, accountId);
  const count = await countOpenOrdersOf(ctx.db, accountId, user.id);
  return { count, colleagues: users.filter((one) => isColleague(user, one, within)) };
}

/** The keys of somebody that work, and the colleagues with whom each of them would do the same. */
export interface KeysToGive {
  readonly keys: readonly ApiKeyListed[];
  readonly colleagues: readonly UserRow[];
}

/** Nothing is gained or lost: a key may do what its user's role allows, and sees what their subsidiary does. */
function getsSameKeys(user: UserRow, one: UserRow, keys: readonly ApiKeyListed[]): boolean {
  const allowed = (role: UserRow['role'], { scopes }: ApiKeyListed) => permissionsOfKey(role, scopes).toSorted().join();
  return (
    one.id !== user.id &&
    one.disabled_at === null &&
    one.subsidiary_id === user.subsidiary_id &&
    mayDo({ permissions: roles.client[one.role] }, 'use_api') &&
    keys.every((key) => allowed(one.role, key) === allowed(user.role, key))
  );
}

export async function readKeysToGive(ctx: Ctx, by: Asker, accountId: string, user: UserRow): Promise<KeysToGive> {
  demand(by, 'manage_users', 'read_accounts');
  const now = ctx.now();
  const keys = (await listApiKeys(ctx, 'system', accountId)).filter(
    (key) => key.user_id === user.id && key.revoked_at === null && (key.expires_at === null || key.expires_at > now),
  );
  const users = keys.length === 0 ? [] : await listUsers(ctx, by, accountId);
  return { keys, colleagues: users.filter((one) => getsSameKeys(user, one, keys)) };
}

async function giveKeys(tx: Ctx, by: Asker, accountId: string, user: UserRow, toId: string): Promise<void> {
  const { keys, colleagues } = await readKeysToGive(tx, by, accountId, user);
  if (!colleagues.some(({ id }) => id === toId))
    throw new Refusal('invalid_fields', { keysTo: ['is not included in the list'] });
  for (const { id } of keys) await moveKey(tx, by, accountId, { id, toId });
}

/** Whether nobody else of the whole account hears what its administrators are told. */
export async function isLastAdministrator(ctx: Ctx, by: Asker, accountId: string, user: UserRow): Promise<boolean> {
  const isOne = ({ role, disabled_at, subsidiary_id }: UserRow) =>
    role === 'administrator' && disabled_at === null && subsidiary_id === null;
  return isOne(user) && !(await listUsers(ctx, by, accountId)).some((one) => one.id !== user.id && isOne(one));
}

async function giveOrders(
  tx: Ctx,
  by: Asker,
  accountId: string,
  { user, toId, within }: { readonly user: UserRow; readonly toId: string; readonly within: Within },
): Promise<void> {
  const { colleagues } = await readOrdersToGive(tx, by, accountId, { user, within });
  const colleague = colleagues.find(({ id }) => id === toId);
  if (colleague === undefined) throw new Refusal('invalid_fields', { ordersTo: ['is not included in the list'] });
  const handover = { fromId: user.id, toId, toSubsidiaryId: colleague.subsidiary_id };
  for (const order of await updateOwner(tx.db, accountId, handover)) {
    const { checkId, applicantId, status, ...tenant } = order;
    const who = by === 'system' ? ({ actor: by } as const) : by;
    // The names of the fields under which the desk's history names two people.
    const detail = { handedOverFrom: user.id, assigneeId: toId };
    await storeEvents(tx, { ...who, ...tenant }, [
      { type: 'check.handed_over', resourceId: checkId, checkId, applicantId, status, detail },
    ]);
  }
}

/**
 * Refuses with `invalid_fields` (ordersTo) somebody who cannot get the orders, or whom `within` leaves out.
 * Refuses with `invalid_fields` (lastAdministrator) the last administrator of the whole account unless `isLastSaid`.
 * @param ordersTo the id of a colleague; undefined leaves the orders: then the administrators hear of them
 */
export function disableUser(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: {
    readonly id: string;
    readonly ordersTo?: string | undefined;
    /** The id of a colleague; undefined ends the keys. */
    readonly keysTo?: string | undefined;
    readonly isLastSaid?: boolean;
    readonly within?: Within;
  },
): Promise<void> {
  demand(by, 'manage_users');
  const { id, ordersTo: toId, keysTo, isLastSaid = false, within = null } = given;
  return inTransaction(ctx, async (tx) => {
    const user = (await listUsers(tx, by, accountId)).find((one) => one.id === id);
    if (user === undefined) throw new Refusal('not_found');
    if (!isLastSaid && (await isLastAdministrator(tx, by, accountId, user)))
      throw new Refusal('invalid_fields', { lastAdministrator: ['must be said'] });
    if (keysTo !== undefined) await giveKeys(tx, by, accountId, user, keysTo);
    if (toId !== undefined) await giveOrders(tx, by, accountId, { user, toId, within });
    await changeUser(tx, by, accountId, { id, disabled: true });
  });
}
