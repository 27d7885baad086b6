// Creates and changes the sign-ins of client users and screeners; there is no self-registration.
import { type Actor, type Ctx, inTransaction } from '../../context.ts';
import { addMonths, type IsoDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, type DeskRole, demand, mayDo, roles } from '../access/permissions.ts';
import { forgetDraftsOfUser } from '../drafts/draft-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { EventName } from '../events/event-types.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import { accessEndProblems, isDisabledByEnd, isOver } from './access-end-rules.ts';
import { findAccounts } from './account-store.ts';
import { isLastAdministrator, keepAnAdministrator } from './desk-administrator-actions.ts';
import {
  addDeskAccounts,
  type DeskUserRow,
  disableDeskUserRow,
  enableDeskUserRow,
  findDeskUsers,
  insertDeskUser,
  lockDeskUsers,
  replaceDeskAccounts,
  updateDeskAccess,
  updateDeskQuality,
  updateDeskRole,
} from './desk-user-store.ts';
import { findStateNow } from './old-row-queries.ts';
import { hashPassword } from './sign-in-passwords.ts';
import { ATTEMPT_WINDOW_SECONDS, passwordProblems } from './sign-in-rules.ts';
import {
  endWithPassword,
  findPortalUser,
  findPortalUserByEmail,
  isEmailInUse,
  type PortalUserRow,
  removeStaleSignIns,
  replaceCredential,
} from './sign-in-store.ts';
import { personProblems } from './user-rules.ts';

export { type DeskUserRow, lockDeskUsers };

/**
 * Sets the password of a user of the demo, whose passwords are known, and ends the sessions opened with an earlier one.
 * Everybody else sets their own, by a mailed link. Refuses with `invalid_fields` (email, password).
 */
export async function createSignIn(
  ctx: Ctx,
  by: Asker,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  demand(by, 'manage_users');
  const problems = passwordProblems(password);
  const user = await findPortalUserByEmail(ctx.db, email.toLowerCase());
  if (user === undefined) problems.add('email', 'belongs to no user who may sign in');
  problems.refuse('invalid_fields');
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx, async (tx) => {
    const credential = { id: tx.newId(), userId: user!.id, passwordHash, at: tx.now() };
    const ended = await replaceCredential(tx.db, tx.integrity, credential);
    await storeSignInEvent(tx, by, user!, 'sign_in_created', ended);
  });
}

/**
 * Stores that a user of either portal has another password or none, other second factors or fewer sessions. Sessions end often:
 * those of a screener are told to one of their accounts.
 */
export async function storeSignInEvent(
  tx: Ctx,
  by: Asker,
  user: Pick<PortalUserRow, 'id'> &
    ({ readonly kind: 'desk' } | { readonly kind: 'client'; readonly account_id: string }),
  type: 'sign_in_created' | 'sign_in_reset' | 'factors_changed' | 'sessions_ended' | 'changed',
  /** The ids of sessions, and the hashes of links, that ended: an older row of theirs is not valid any more. */
  ended: readonly string[] = [],
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const told = { ...detail, ...(ended.length > 0 && { ended }) };
  if (user.kind === 'client') {
    const now = await findStateNow(tx.db, user.id);
    const event = { type: `user.${type}`, resourceId: user.id, detail: { ...told, now } } as const;
    await storeAccountEvent(tx, user.account_id, by, event);
    return;
  }
  const accounts = [...(await accountsSeenBy(tx, user.id))];
  const within = type === 'sessions_ended' ? accounts.slice(0, 1) : accounts;
  await storeDeskUserEvents(tx, by, `desk_user.${type}`, user.id, within, told);
}

/**
 * Stores the event for each account that the screener works for, because events belong to accounts and screeners to
 * none. An account created later gets its events from `storeEventsOfAllAccountScreeners`.
 */
async function storeDeskUserEvents(
  tx: Ctx,
  by: Asker,
  type: Extract<EventName, `desk_user.${string}`>,
  deskUserId: string,
  accountIds: Iterable<string>,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const now = await findStateNow(tx.db, deskUserId);
  for (const id of accountIds) {
    await storeAccountEvent(tx, id, by, { type, resourceId: deskUserId, detail: { ...detail, now } });
  }
}

/** The ids of the accounts that the screener works for now. Refuses with `not_found`. */
async function accountsSeenBy(tx: Ctx, deskUserId: string): Promise<ReadonlySet<string>> {
  const user = (await findDeskUsers(tx.db)).find(({ id }) => id === deskUserId);
  if (user === undefined) throw new Refusal('not_found');
  return new Set(user.all_accounts ? (await findAccounts(tx.db)).map(({ id }) => id) : user.accounts);
}

/** For who has changed something of them: in the history of each account that they work for. Refuses with `not_found`. */
export const storeDeskUserChange = async (
  tx: Ctx,
  by: Asker,
  id: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => storeDeskUserEvents(tx, by, 'desk_user.changed', id, await accountsSeenBy(tx, id), detail);

/** Stores events in a new account about the screeners who work for all accounts, and so for this one. */
export async function storeEventsOfAllAccountScreeners(tx: Ctx, by: Asker, accountId: string): Promise<void> {
  for (const { id, all_accounts, disabled_at } of await findDeskUsers(tx.db)) {
    if (!all_accounts || disabled_at !== null) continue;
    await storeDeskUserEvents(tx, by, 'desk_user.changed', id, [accountId], { may_see: true });
  }
}

async function alsoWorksFor(tx: Ctx, by: Asker, id: string, accounts: readonly string[]): Promise<readonly string[]> {
  const had = await accountsSeenBy(tx, id);
  const gained = accounts.filter((one) => !had.has(one));
  if (gained.length === 0) return gained;
  await addDeskAccounts(tx.db, tx.integrity, id, gained);
  await storeDeskUserEvents(tx, by, 'desk_user.changed', id, gained, { may_see: true });
  return gained;
}

/** Lets somebody of the desk work for more accounts. Returns those that are new to them. Run it in a transaction. */
export async function letWorkFor(
  tx: Ctx,
  by: Asker,
  id: string,
  accounts: readonly string[],
): Promise<readonly string[]> {
  demand(by, 'manage_desk_users');
  return alsoWorksFor(tx, by, id, accounts);
}

/** A screener who does not work for all accounts works for the account that they create. */
export async function letCreatorSee(tx: Ctx, by: Asker, accountId: string): Promise<void> {
  const creator = by === 'system' ? undefined : await readPortalUser(tx, by.actor);
  if (creator?.kind !== 'desk' || creator.all_accounts) return;
  await alsoWorksFor(tx, by, creator.id, [accountId]);
}

export interface DeskUserArguments {
  readonly name: string;
  readonly email: string;
  readonly role: DeskRole;
  /** Ids of the accounts that the screener works for; `all` includes accounts created later. */
  readonly accounts: 'all' | readonly string[];
  /** The last day, `yyyy-mm-dd`, on which others approve their work because they are new. */
  readonly newUntil?: string | null | undefined;
  /** How many of a hundred of their reports others approve, in place of the account's setting. */
  readonly samplePercent?: number | null | undefined;
}

const NEW_FOR_MONTHS = 3;

/** How long somebody who is invited now counts as new, unless the invitation says otherwise. */
export const usualNewUntil = (now: Date): IsoDate => addMonths(ukDateOf(now), NEW_FOR_MONTHS);

function checkQuality({ samplePercent }: Pick<DeskUserArguments, 'samplePercent'>, problems: Problems): void {
  if (samplePercent === undefined || samplePercent === null) return;
  if (!Number.isInteger(samplePercent) || samplePercent < 0 || samplePercent > 100)
    problems.add('samplePercent', 'must be from 0 to 100');
}

/** Creates a screener, who cannot sign in before `createSignIn`. Returns the id. */
export async function createDeskUser(ctx: Ctx, by: Asker, given: DeskUserArguments): Promise<string> {
  demand(by, 'manage_desk_users');
  const email = given.email.toLowerCase();
  const problems = personProblems({ ...given, email });
  if (!Object.hasOwn(roles.desk, given.role)) problems.add('role', 'is not included in the list');
  const isDisabled = (await findDeskUsers(ctx.db)).some((one) => one.email === email && one.disabled_at !== null);
  if (isDisabled) problems.add('email', 'belongs to somebody of the desk who is disabled: enable them again');
  else if (await isEmailInUse(ctx.db, email)) problems.add('email', 'has already been taken');
  checkQuality(given, problems);
  problems.refuse('invalid_fields');
  const id = ctx.newId();
  await inTransaction(ctx, async (tx) => {
    await insertDeskUser(tx.db, { ...given, id, email, createdAt: tx.now() }, tx.integrity);
    await storeDeskUserEvents(tx, by, 'desk_user.created', id, await accountsSeenBy(tx, id), { role: given.role });
  });
  return id;
}

export async function listDeskUsers(ctx: Ctx, by: Asker): Promise<DeskUserRow[]> {
  demand(by, 'manage_desk_users', 'read_team');
  return findDeskUsers(ctx.db);
}

/** How many people of the desk may approve the work of others. */
export async function countApprovers(ctx: Ctx, by: Asker): Promise<number> {
  const people = await listDeskUsers(ctx, by);
  const mayApprove = ({ role }: DeskUserRow) => mayDo({ permissions: roles.desk[role] }, 'approve_outcomes');
  return people.filter((one) => one.disabled_at === null && mayApprove(one)).length;
}

const recordDeskChange = (
  tx: Ctx,
  by: Asker,
  type: 'role.changed' | 'user.disabled' | 'user.enabled',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => recordSecurityEvent(tx, { type, actor: by === 'system' ? by : by.actor, detail });

/** Nobody changes what they themselves may do, nor locks themselves out. */
function refuseOneself(by: Asker, id: string): void {
  if (by !== 'system' && by.actor === `user:${id}`) {
    throw new Refusal('invalid_fields', { role: ['cannot be changed by the person themselves'] });
  }
}

type DeskUserChange = { readonly [Name in 'accounts' | 'role']?: DeskUserArguments[Name] | undefined } & Pick<
  DeskUserArguments,
  'newUntil' | 'samplePercent'
>;

/** Changes what is given, effective at the screener's next page; what is undefined stays. */
export async function changeDeskUser(
  ctx: Ctx,
  by: Asker,
  id: string,
  { accounts, role, ...quality }: DeskUserChange,
): Promise<void> {
  demand(by, 'manage_desk_users');
  refuseOneself(by, id);
  const problems = new Problems();
  checkQuality(quality, problems);
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const had = await accountsSeenBy(tx, id);
    if (accounts !== undefined) await replaceDeskAccounts(tx.db, tx.integrity, id, accounts);
    const has = await accountsSeenBy(tx, id);
    const [gained, lost] = [[...has].filter((one) => !had.has(one)), [...had].filter((one) => !has.has(one))];
    await storeDeskUserEvents(tx, by, 'desk_user.changed', id, gained, { may_see: true });
    await storeDeskUserEvents(tx, by, 'desk_user.changed', id, lost, { may_see: false });
    if (accounts !== undefined && gained.length + lost.length === 0) {
      await storeDeskUserEvents(tx, by, 'desk_user.changed', id, has);
    }
    if (quality.newUntil !== undefined || quality.samplePercent !== undefined) {
      await updateDeskQuality(tx.db, tx.integrity, id, quality);
      const detail = { new_until: quality.newUntil, sample_percent: quality.samplePercent };
      await storeDeskUserEvents(tx, by, 'desk_user.changed', id, has, detail);
    }
    if (role === undefined) return;
    if (!mayDo({ permissions: roles.desk[role] }, 'manage_desk_users')) await keepAnAdministrator(tx, id);
    const before = (await findDeskUsers(tx.db)).find((one) => one.id === id)?.role;
    await updateDeskRole(tx.db, tx.integrity, id, role);
    await recordDeskChange(tx, by, 'role.changed', { user_id: id, before, role });
    await storeDeskUserEvents(tx, by, 'desk_user.changed', id, has, { before, role });
  });
}

/** Disables the screener, and ends their sessions and the links by which they could set a password. */
export function disableDeskUser(ctx: Ctx, by: Asker, id: string): Promise<void> {
  demand(by, 'manage_desk_users');
  refuseOneself(by, id);
  return inTransaction(ctx, async (tx) => {
    await keepAnAdministrator(tx, id);
    if ((await disableDeskUserRow(tx.db, tx.integrity, id, tx.now())) === 0) throw new Refusal('not_found');
    await forgetDraftsOfUser(tx, id);
    const ended = await endWithPassword(tx.db, id);
    await recordDeskChange(tx, by, 'user.disabled', { user_id: id });
    const told = ended.length > 0 ? { ended } : {};
    await storeDeskUserEvents(tx, by, 'desk_user.disabled', id, await accountsSeenBy(tx, id), told);
  });
}

/**
 * Lets a disabled screener sign in again, with the password and the second factors that they have. Refuses with
 * `state_does_not_allow` whose access has ended: they get a later last day.
 */
export function enableDeskUser(ctx: Ctx, by: Asker, id: string): Promise<void> {
  demand(by, 'manage_desk_users');
  return inTransaction(ctx, async (tx) => {
    const person = (await findDeskUsers(tx.db)).find((one) => one.id === id);
    if (person === undefined) throw new Refusal('not_found');
    if (isOver(person, ukDateOf(tx.now()))) throw new Refusal('state_does_not_allow');
    if ((await enableDeskUserRow(tx.db, tx.integrity, id)) === 0) return;
    await recordDeskChange(tx, by, 'user.enabled', { user_id: id });
    await storeDeskUserEvents(tx, by, 'desk_user.changed', id, await accountsSeenBy(tx, id), { disabled: false });
  });
}

/**
 * Sets the last day on which a screener signs in, null for none. It enables a screener whom the end of their access disabled,
 * and not one whom a person disabled. Refuses with `invalid_fields` (accessUntil) a day that is no day or past, and the last
 * administrator whose access does not end.
 */
export function setDeskAccessEnd(ctx: Ctx, by: Asker, id: string, until: IsoDate | null): Promise<void> {
  demand(by, 'manage_desk_users');
  refuseOneself(by, id);
  const today = ukDateOf(ctx.now());
  return inTransaction(ctx, async (tx) => {
    const people = await findDeskUsers(tx.db);
    const person = people.find((one) => one.id === id);
    if (person === undefined) throw new Refusal('not_found');
    accessEndProblems(until, { today, isLast: isLastAdministrator(people, id) }).refuse('invalid_fields');
    if (person.disabled_at !== null && !isOver(person, today)) throw new Refusal('state_does_not_allow');
    const isReturning = isDisabledByEnd(person);
    await updateDeskAccess(tx.db, tx.integrity, id, { until, isReturning });
    await recordSecurityEvent(tx, {
      ...{ type: 'role.changed', actor: by === 'system' ? by : by.actor },
      detail: { user_id: id, access_until: until },
    });
    if (isReturning) await recordDeskChange(tx, by, 'user.enabled', { user_id: id });
    const detail = { access_until: until, ...(isReturning && { disabled: false }) };
    await storeDeskUserChange(tx, by, id, detail);
  });
}

/** For the pruning job: deletes ended sessions and old counts of attempts. Returns how many rows. */
export function pruneSignIns(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const now = ctx.now();
  return removeStaleSignIns(ctx.db, now, new Date(now.getTime() - ATTEMPT_WINDOW_SECONDS * 1000));
}

/** Undefined for anybody who is no user of a portal, or is disabled. */
export const readPortalUser = (ctx: Pick<Ctx, 'db'>, actor: Actor): Promise<PortalUserRow | undefined> => {
  const [kind, id = ''] = actor.split(':');
  return kind === 'user' ? findPortalUser(ctx.db, id) : Promise.resolve(undefined);
};
