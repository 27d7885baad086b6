// Disables a user of a client who leaves, and gives their orders in progress and their API keys to colleagues; changes which
// subsidiaries one sees, and gives the orders that they lose sight of.
import { type Ctx, inTransaction } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { permissionsOfKey } from '../access/key-scopes.ts';
import { type Asker, demand, mayDo, roles } from '../access/permissions.ts';
import { isInScope, isSame, isWithin, type Scope } from '../access/scope-rules.ts';
import { accessEndProblems, isDisabledByEnd, isOver, lastsOn } from '../accounts/access-end-rules.ts';
import {
  type ApiKeyListed,
  changeUser,
  listApiKeys,
  listUsers,
  lockAccount,
  type UserChange,
  type UserRow,
} from '../accounts/account-actions.ts';
import { moveKey } from '../accounts/moved-key-actions.ts';
import { withdrawUser } from '../accounts/user-email-actions.ts';
import { findOpenOrdersOf, updateOwner } from '../checks/order-owner-queries.ts';
import { mayLookAfter } from '../checks/order-owner-rules.ts';
import { findMattersOf, type LeftMatter } from './leaving-queries.ts';
import { giveMatters } from './matter-actions.ts';
import { mayTake } from './matter-rules.ts';
import { storeHandOver } from './order-owner-actions.ts';

interface Leaving {
  readonly user: UserRow;
  /** Whose users and orders alone somebody manages. */
  readonly within: Scope;
  /** What they see from then on; undefined for somebody who is disabled. */
  readonly movesTo?: Scope | undefined;
}

/** How many orders in progress somebody loses sight of, and the colleagues who see some of them at least. */
export interface OrdersToGive {
  /** With `asked` and `links`. */
  readonly count: number;
  /** Of who is disabled: requests that wait for approval or were sent back, and links that take names. */
  readonly asked: number;
  readonly links: number;
  /** @property count how many of the orders they may see, and would get */
  readonly colleagues: readonly { readonly user: UserRow; readonly count: number }[];
}

/** How many of the orders the colleague got, and how many they did not, because they may not see them. */
export interface GivenOrders {
  readonly given: number;
  readonly kept: number;
}

/** By subsidiary: those that the user does not see any more. */
async function ordersLeft(ctx: Ctx, accountId: string, { user, within, movesTo }: Leaving) {
  const found = await findOpenOrdersOf(ctx.db, accountId, user.id);
  return found
    .filter(({ subsidiaryId }) => isInScope(within, subsidiaryId))
    .filter(({ subsidiaryId }) => movesTo === undefined || !isInScope(movesTo, subsidiaryId));
}

/** Of who is disabled: what waits for them besides, as far as it is managed within. */
async function mattersLeft(ctx: Ctx, accountId: string, { user, within, movesTo }: Leaving): Promise<LeftMatter[]> {
  if (movesTo !== undefined) return [];
  const found = await findMattersOf(ctx.db, accountId, user.id, ctx.now());
  return found.filter(({ subsidiaries }) => subsidiaries.every((id) => isInScope(within, id)));
}

const sumOf = (orders: readonly { readonly count: number }[]) => orders.reduce((sum, { count }) => sum + count, 0);

export async function readOrdersToGive(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  leaving: Leaving,
): Promise<OrdersToGive> {
  demand(by, 'manage_users', 'read_accounts');
  const { user, within } = leaving;
  const left = await ordersLeft(ctx, accountId, leaving);
  const matters = await mattersLeft(ctx, accountId, leaving);
  const takes = (one: UserRow) => matters.filter((matter) => mayTake(one, matter)).length;
  const colleagues = (await listUsers(ctx, by, accountId))
    .filter((one) => one.id !== user.id && isWithin({ subsidiaryIds: one.subsidiary_ids }, within))
    .map((one) => ({
      user: one,
      count: sumOf(left.filter((order) => mayLookAfter(one, order.subsidiaryId))) + takes(one),
    }))
    .filter(({ count }) => count > 0);
  const countOf = (kind: LeftMatter['kind']) => matters.filter((one) => one.kind === kind).length;
  const [asked, links] = [countOf('asked'), countOf('link')];
  return { count: sumOf(left) + asked + links, asked, links, colleagues };
}

/** The keys of somebody that work, and the colleagues with whom each of them would do the same. */
export interface KeysToGive {
  readonly keys: readonly ApiKeyListed[];
  readonly colleagues: readonly UserRow[];
}

/** Nothing is gained or lost: a key may do what its user's role allows, sees what its user does, and orders for their first subsidiary. */
function getsSameKeys(user: UserRow, one: UserRow, keys: readonly ApiKeyListed[]): boolean {
  const allowed = (role: UserRow['role'], { scopes }: ApiKeyListed) => permissionsOfKey(role, scopes).toSorted().join();
  return (
    one.id !== user.id &&
    one.disabled_at === null &&
    isSame({ subsidiaryIds: one.subsidiary_ids }, { subsidiaryIds: user.subsidiary_ids }) &&
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

/** Whether nobody else of the whole account whose access does not end hears what its administrators are told. */
export async function isLastAdministrator(ctx: Ctx, by: Asker, accountId: string, user: UserRow): Promise<boolean> {
  const isOne = (one: UserRow) => one.role === 'administrator' && lastsOn(one) && one.subsidiary_ids === null;
  return isOne(user) && !(await listUsers(ctx, by, accountId)).some((one) => one.id !== user.id && isOne(one));
}

/** @param field that a colleague who gets none of the orders is refused by */
async function giveOrders(
  tx: Ctx,
  by: Asker,
  accountId: string,
  { leaving, toId, field }: { readonly leaving: Leaving; readonly toId: string; readonly field: string },
): Promise<GivenOrders> {
  const { colleagues } = await readOrdersToGive(tx, by, accountId, leaving);
  const to = colleagues.find(({ user }) => user.id === toId)?.user;
  if (to === undefined) throw new Refusal('invalid_fields', { [field]: ['is not included in the list'] });
  const left = await ordersLeft(tx, accountId, leaving);
  const subsidiaryIds = left.map(({ subsidiaryId }) => subsidiaryId).filter((id) => mayLookAfter(to, id));
  const handed = await updateOwner(tx.db, accountId, { fromId: leaving.user.id, toId, subsidiaryIds });
  await storeHandOver(tx, by, handed, toId);
  const matters = (await mattersLeft(tx, accountId, leaving)).filter((one) => mayTake(to, one));
  await giveMatters(tx, by, accountId, { matters, fromId: leaving.user.id, toId });
  return { given: handed.length, kept: sumOf(left) - handed.length };
}

async function userNamed(tx: Ctx, by: Asker, accountId: string, id: string): Promise<UserRow> {
  const user = (await listUsers(tx, by, accountId)).find((one) => one.id === id);
  if (user === undefined) throw new Refusal('not_found');
  return user;
}

/**
 * Refuses with `invalid_fields` (ordersTo) somebody who may see none of the orders, or whom `within` leaves out.
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
    readonly within?: Scope;
  },
): Promise<GivenOrders> {
  demand(by, 'manage_users');
  const { id, ordersTo: toId, keysTo, isLastSaid = false, within = {} } = given;
  return inTransaction(ctx, async (tx) => {
    const leaving = { user: await userNamed(tx, by, accountId, id), within };
    if (!isLastSaid && (await isLastAdministrator(tx, by, accountId, leaving.user)))
      throw new Refusal('invalid_fields', { lastAdministrator: ['must be said'] });
    if (keysTo !== undefined) await giveKeys(tx, by, accountId, leaving.user, keysTo);
    const handed =
      toId === undefined
        ? { given: 0, kept: sumOf(await ordersLeft(tx, accountId, leaving)) }
        : await giveOrders(tx, by, accountId, { leaving, toId, field: 'ordersTo' });
    await changeUser(tx, by, accountId, { id, disabled: true });
    return handed;
  });
}

/**
 * Removes a user who never signed in from every list and frees their address; the history keeps their name. Refuses with
 * `state_does_not_allow` who could sign in already, looks after orders in progress or has API keys that work: they are disabled.
 */
export function withdrawInvitation(ctx: Ctx, by: Asker, accountId: string, id: string): Promise<void> {
  demand(by, 'manage_users');
  return inTransaction(ctx, async (tx) => {
    const user = await userNamed(tx, by, accountId, id);
    const orders = await ordersLeft(tx, accountId, { user, within: {} });
    const { keys } = await readKeysToGive(tx, by, accountId, user);
    if (orders.length + keys.length > 0) throw new Refusal('state_does_not_allow');
    await withdrawUser(tx, by, accountId, id);
  });
}

/**
 * Changes a user. Refuses with `invalid_fields` (movedOrdersTo) a change after which they do not see orders
 * in progress of theirs, until it is said who gets them.
 * @param ordersTo as `disableUser`, null for nobody; undefined if nobody was asked yet
 */
export function changeUserWithOrders(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: { readonly change: UserChange; readonly ordersTo?: string | null | undefined; readonly within?: Scope },
): Promise<GivenOrders> {
  demand(by, 'manage_users');
  const { change, ordersTo: toId, within = {} } = given;
  return inTransaction(ctx, async (tx) => {
    const user = await userNamed(tx, by, accountId, change.id);
    const { subsidiaryIds } = change;
    const leaving = { user, within, movesTo: { subsidiaryIds: subsidiaryIds ?? null } };
    const count = subsidiaryIds ? sumOf(await ordersLeft(tx, accountId, leaving)) : 0;
    // A subsidiary that the account does not have is refused first.
    await changeUser(tx, by, accountId, change);
    if (count === 0) return { given: 0, kept: 0 };
    if (toId === undefined) throw new Refusal('invalid_fields', { movedOrdersTo: ["can't be blank"] });
    if (toId === null) return { given: 0, kept: count };
    return giveOrders(tx, by, accountId, { leaving, toId, field: 'movedOrdersTo' });
  });
}

/**
 * Sets the last day of a user's access, null for none. It enables a user whom the end of their access disabled, and not one
 * whom a person disabled. Refuses with `invalid_fields` (accessUntil) a day that is no day or past, and an end for the last
 * administrator.
 */
export function setAccessEnd(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  { id, until }: { readonly id: string; readonly until: IsoDate | null },
): Promise<void> {
  demand(by, 'manage_users');
  const today = ukDateOf(ctx.now());
  return inTransaction(ctx, async (tx) => {
    // Of two administrators who end each other's access at once, one is the last.
    await lockAccount(tx, accountId);
    const user = await userNamed(tx, by, accountId, id);
    const isLast = await isLastAdministrator(tx, by, accountId, user);
    accessEndProblems(until, { today, isLast }).refuse('invalid_fields');
    if (user.disabled_at !== null && !isOver(user, today)) throw new Refusal('state_does_not_allow');
    const enabled = isDisabledByEnd(user) ? { disabled: false } : {};
    await changeUser(tx, by, accountId, { id, accessUntil: until, ...enabled });
  });
}

/** Lets a disabled user sign in again. Refuses with `state_does_not_allow` whose access has ended: they get a later last day. */
export function enableUser(ctx: Ctx, by: Asker, accountId: string, id: string): Promise<void> {
  demand(by, 'manage_users');
  return inTransaction(ctx, async (tx) => {
    if (isOver(await userNamed(tx, by, accountId, id), ukDateOf(tx.now()))) throw new Refusal('state_does_not_allow');
    await changeUser(tx, by, accountId, { id, disabled: false });
  });
}
