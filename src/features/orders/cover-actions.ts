// Says on which days a user of a client is away, and who covers for them: everybody of themselves, administrators of others too.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, authorityOf, demand, mayDo, type Permitted, roles } from '../access/permissions.ts';
import { isWithin } from '../access/scope-rules.ts';
import { type Absence, absenceOf } from '../accounts/absence-rules.ts';
import { isOver } from '../accounts/access-end-rules.ts';
import { listUsers, type UserRow } from '../accounts/account-actions.ts';
import { type AbsentUser, findAbsentUsers, updateUserAbsence } from '../accounts/cover-queries.ts';
import { storeSignInEvent } from '../accounts/sign-in-actions.ts';
import { findOpenOrdersOf } from '../checks/order-owner-queries.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { type CoverGaps, coverProblems, gapsOf, hasGaps } from './cover-rules.ts';

interface Teller extends Permitted {
  readonly accountId: string;
  readonly userId: string;
  readonly subsidiaryIds: readonly string[] | null;
}

/** Who sees checks, may sign in, and is within what the user sees. */
async function listWithin(ctx: Ctx, user: Teller): Promise<UserRow[]> {
  const today = ukDateOf(ctx.now());
  return (await listUsers(ctx, 'system', user.accountId)).filter(
    (one) =>
      one.disabled_at === null &&
      !isOver(one, today) &&
      mayDo({ permissions: roles.client[one.role] }, 'read_checks') &&
      (one.id === user.userId || isWithin({ subsidiaryIds: one.subsidiary_ids }, user)),
  );
}

const saysOf = (user: Teller, { id }: Pick<UserRow, 'id'>): boolean =>
  id === user.userId || mayDo(user, 'manage_users');

/** An absence of now or later, and what stays behind where somebody covers who cannot do all of it. */
export interface NotedAbsence extends AbsentUser {
  readonly gaps: CoverGaps | undefined;
}

export interface Absences {
  /** Of whom the user may say that they are away, and who may cover. */
  readonly people: readonly UserRow[];
  readonly colleagues: readonly UserRow[];
  /** Of these people, in the order of their first days. */
  readonly absent: readonly NotedAbsence[];
  /** For whom the user is to cover, now or later. */
  readonly covers: readonly AbsentUser[];
}

async function readGaps(ctx: Ctx, accountId: string, absent: UserRow, cover: UserRow): Promise<CoverGaps> {
  return gapsOf(absent, cover, await findOpenOrdersOf(ctx.db, accountId, absent.id));
}

export async function readAbsences(ctx: Ctx, user: Teller): Promise<Absences> {
  demand(authorityOf(user), 'read_checks');
  const { accountId } = user;
  const all = await findAbsentUsers(ctx.db, accountId, {});
  const colleagues = await listWithin(ctx, user);
  const people = colleagues.filter((one) => saysOf(user, one));
  const users = await listUsers(ctx, 'system', accountId);
  const absent: NotedAbsence[] = [];
  for (const one of all) {
    const person = people.find(({ id }) => id === one.id);
    const cover = users.find(({ id }) => id === one.cover_id);
    if (person === undefined) continue;
    const gaps = cover && (await readGaps(ctx, accountId, person, cover));
    absent.push({ ...one, gaps: gaps && hasGaps(gaps) ? gaps : undefined });
  }
  return { people, colleagues, absent, covers: all.filter(({ cover_id }) => cover_id === user.userId) };
}

/** Who is away today, and nobody covers: of those of whom the user may say it, and nobody for who manages no users. */
export async function listUncovered(ctx: Ctx, user: Teller): Promise<AbsentUser[]> {
  demand(authorityOf(user), 'read_checks');
  if (!mayDo(user, 'manage_users')) return [];
  const absent = await findAbsentUsers(ctx.db, user.accountId, { subsidiaryIds: user.subsidiaryIds });
  return absent.filter(({ is_away, is_covered }) => is_away && !is_covered);
}

/** For the list of users: their absences of now or later, by id. */
export async function readAbsencesOf(ctx: Ctx, by: Asker, accountId: string): Promise<ReadonlyMap<string, AbsentUser>> {
  demand(by, 'manage_users', 'read_accounts');
  return new Map((await findAbsentUsers(ctx.db, accountId, {})).map((one) => [one.id, one]));
}

async function personOf(ctx: Ctx, user: Teller, personId: string): Promise<UserRow> {
  const person = (await listWithin(ctx, user)).find((one) => one.id === personId && saysOf(user, one));
  if (person === undefined) throw new Refusal('not_found');
  return person;
}

interface Pair {
  readonly personId: string;
  readonly coverId: string;
}

/** Undefined for somebody who cannot be chosen: nobody covers for themselves. */
const coverIn = async (ctx: Ctx, user: Teller, { personId, coverId }: Pair): Promise<UserRow | undefined> =>
  (await listWithin(ctx, user)).find(({ id }) => id === coverId && id !== personId);

/** What somebody who is chosen could not do for the other; undefined where nothing stays behind, or nobody is chosen. */
export async function readGapsBetween(
  ctx: Ctx,
  user: Teller,
  { personId, coverId }: Pair,
): Promise<CoverGaps | undefined> {
  demand(authorityOf(user), 'read_checks');
  const cover = await coverIn(ctx, user, { personId, coverId });
  if (cover === undefined) return undefined;
  const gaps = await readGaps(ctx, user.accountId, await personOf(ctx, user, personId), cover);
  return hasGaps(gaps) ? gaps : undefined;
}

export interface SaidAbsence extends Absence {
  readonly personId: string;
  /** null for nobody. */
  readonly coverId: string | null;
  /** It was said that the cover cannot do everything. */
  readonly although: boolean;
}

/**
 * Replaces what was said before, and mails the cover. Refuses with `invalid_fields` (from, until, cover), and with `although` as
 * long as nobody said that a cover is meant who leaves something behind; with `not_found` somebody of whom the user may not say it.
 */
export async function sayUserAbsence(ctx: Ctx, user: Teller, said: SaidAbsence): Promise<void> {
  demand(authorityOf(user), 'read_checks');
  const { accountId } = user;
  const { from, until, coverId, personId } = said;
  await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    const today = ukDateOf(tx.now());
    const person = await personOf(tx, user, personId);
    const cover = coverId === null ? null : await coverIn(tx, user, { personId, coverId });
    const own = (await findAbsentUsers(tx.db, accountId, {})).find(({ id }) => id === coverId);
    const chosen = cover && { ...cover, absence: own && absenceOf(own, today) };
    coverProblems({ from, until }, chosen, today).refuse('invalid_fields');
    if (cover && !said.although && hasGaps(await readGaps(tx, accountId, person, cover)))
      throw new Refusal('invalid_fields', { although: ['must be said'] });
    const before = (await findAbsentUsers(tx.db, accountId, {})).find(({ id }) => id === personId);
    // A form that is sent twice says it, and mails the cover, once.
    if (!(await updateUserAbsence(tx.db, accountId, personId, { from, until, coverId }))) return;
    await storeSaid(tx, user, personId, { away_from: from, away_until: until, cover_id: coverId });
    if (cover && cover.id !== user.userId) await mailCover(tx, user, { person, cover, from, until });
    if (before !== undefined && before.cover_id !== coverId) await mailFormerCover(tx, user, before);
  });
}

interface CoverMail extends Absence {
  readonly person: Pick<UserRow, 'name'>;
  readonly cover: UserRow;
}

async function mailCover(
  tx: Ctx,
  user: Teller,
  { person, cover, ...days }: CoverMail,
  template: 'cover_chosen' | 'cover_ended' = 'cover_chosen',
): Promise<void> {
  const { accountId } = user;
  const caller = { ...authorityOf(user), accountId, environment: 'live', clockOffsetSeconds: 0 } as const;
  const path = template === 'cover_chosen' ? '/portal?whose=mine' : '/portal/away';
  const values = { name: cover.name, absent: person.name, ...days, page: `${tx.settings.clientUrl}${path}` };
  const key = await tx.keys.forAccount(accountId);
  await queueEmail(tx, emailToUser(tx, caller, key, template, { user: cover, values }));
}

/** Who covered until now, or was to; unless they say it themselves, or may not sign in any more. */
async function mailFormerCover(tx: Ctx, user: Teller, before: AbsentUser): Promise<void> {
  const { cover_id, is_cover_here, away_from, away_until } = before;
  if (cover_id === null || !is_cover_here || cover_id === user.userId) return;
  const cover = (await listUsers(tx, 'system', user.accountId)).find(({ id }) => id === cover_id)!;
  await mailCover(tx, user, { person: before, cover, from: away_from!, until: away_until! }, 'cover_ended');
}

const storeSaid = (tx: Ctx, user: Teller, id: string, detail: Readonly<Record<string, string | null>>) =>
  storeSignInEvent(tx, authorityOf(user), { kind: 'client', id, account_id: user.accountId }, 'changed', [], detail);

/** Takes back what was said, and mails who was to cover. Refuses with `not_found` somebody of whom the user may not say it. */
export async function endUserAbsence(ctx: Ctx, user: Teller, personId: string): Promise<void> {
  demand(authorityOf(user), 'read_checks');
  await ctx.keys.forAccount(user.accountId);
  await inTransaction(ctx, async (tx) => {
    await personOf(tx, user, personId);
    const before = (await findAbsentUsers(tx.db, user.accountId, {})).find(({ id }) => id === personId);
    if (!(await updateUserAbsence(tx.db, user.accountId, personId, null))) return;
    await storeSaid(tx, user, personId, { away_from: null, away_until: null, cover_id: null });
    if (before !== undefined) await mailFormerCover(tx, user, before);
  });
}
