// What people ask about the restriction of their data (UK GDPR Art. 18 and 21): asked, decided, and lifted after notice.
import { type Caller, type Ctx, type Environment, inTransaction, timeFor, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { forgetExportsOf } from '../account-exports/account-export-actions.ts';
import { holdApplicant, outdateReadings } from '../applicants/applicant-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheck, readCheckAndKey } from '../checks/check-actions.ts';
import { formUri } from '../checks/check-links.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { mailClientOnce } from '../checks/client-mail-actions.ts';
import { holdReports, resumeReports } from '../checks/restricted-check-actions.ts';
import type { RequestWay } from '../data-requests/data-request.ts';
import { closeDecided, noteAct, openByAct } from '../data-requests/data-request-act-actions.ts';
import { receivedOnIn } from '../data-requests/data-request-text-rules.ts';
import { delayDeadlines } from '../deadlines/deadline-actions.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';
import type { RestrictionNews } from '../emails/restriction-words.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { RestrictionGround } from './restriction-grounds.ts';
import { isLiftDay, mayBeLifted, restrictedSince } from './restriction-rules.ts';
import {
  announceRow,
  decideRow,
  findChecksOf,
  findListedRestrictions,
  findRestrictions,
  insertRestriction,
  type ListedRestriction,
  liftRow,
  type RestrictionRow,
  type RestrictionStatus,
  updatePaused,
} from './restriction-store.ts';

export type { ListedRestriction, RestrictionStatus };

export interface Restriction {
  readonly id: string;
  readonly ground: RestrictionGround;
  readonly status: RestrictionStatus;
  readonly words: string;
  readonly askedBy: Caller['actor'];
  readonly askedAt: Date;
  /** By when it must be decided; null while the person has not shown who they are. */
  readonly dueOn: IsoDate | null;
  readonly decidedBy: Caller['actor'] | null;
  readonly decidedAt: Date | null;
  /** Empty if nothing was written. */
  readonly answer: string;
  /** From which day it may be lifted, as the person was told, and why; null until then. */
  readonly liftOn: IsoDate | null;
  readonly liftAnswer: string;
  /** Whether the mail that tells the person of it has left. */
  readonly isTold: boolean;
  readonly liftedBy: Caller['actor'] | null;
  readonly liftedAt: Date | null;
}

const wordsAad = (id: string) => `restrictions.words ${id}`;
const answerAad = (id: string) => `restrictions.answer ${id}`;
const liftAad = (id: string) => `restrictions.lift_answer ${id}`;

const LONGEST_TEXT = 2000;

function openRow(key: DataKey, row: RestrictionRow): Restriction {
  return {
    id: row.id,
    ground: row.ground,
    status: row.status,
    words: key.open<string>(wordsAad(row.id), row.sealed_words),
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    dueOn: row.due_on,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    answer: row.sealed_answer === null ? '' : key.open<string>(answerAad(row.id), row.sealed_answer),
    liftOn: row.lift_on,
    liftAnswer: row.sealed_lift_answer === null ? '' : key.open<string>(liftAad(row.id), row.sealed_lift_answer),
    isTold: row.is_told,
    liftedBy: row.lifted_by,
    liftedAt: row.lifted_at,
  };
}

/** Of the person of a check, the newest first. @param key of the applicant; undefined if it was destroyed */
export async function listRestrictionsOf(
  ctx: Pick<Ctx, 'db'>,
  { tenant, applicantId }: Pick<Check, 'tenant' | 'applicantId'>,
  key: DataKey | undefined,
): Promise<Restriction[]> {
  if (key === undefined) return [];
  return (await findRestrictions(ctx.db, tenant, applicantId)).map((row) => openRow(key, row));
}

/** What is open or in force in these accounts; names nobody. */
export function listRestrictions(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  environment: Environment,
  limit: number,
): Promise<ListedRestriction[]> {
  demand(by, 'read_erasures');
  return findListedRestrictions(ctx.db, accounts, environment, limit);
}

interface Held {
  readonly check: Check;
  readonly key: DataKey;
  readonly rows: readonly RestrictionRow[];
}

/** Runs `work` while nobody else changes what is restricted of the person. Refuses with `not_found` an erased one. */
async function withPerson<T>(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  work: (tx: Ctx, held: Held) => Promise<T>,
): Promise<T> {
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    const { check, key } = await readCheckAndKey(tx, caller, checkId);
    if (key === undefined) throw new Refusal('not_found');
    await holdApplicant(tx, caller, check.applicantId);
    return work(tx, { check, key, rows: await findRestrictions(tx.db, caller, check.applicantId) });
  });
}

function rowIn({ rows }: Held, id: string, status: RestrictionStatus): RestrictionRow {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Refusal('not_found');
  if (row.status !== status) throw new Refusal('state_does_not_allow');
  return row;
}

function refuseText(problems: Problems, field: string, text: string, missing: string): void {
  if (text === '') problems.add(field, missing);
  else if (isLongerThan(text, LONGEST_TEXT)) problems.add(field, `Write ${LONGEST_TEXT} characters or fewer`);
}

const about = (
  check: Pick<Check, 'id' | 'applicantId'>,
  type: EventToStore['type'],
  detail: NonNullable<EventToStore['detail']>,
): EventToStore => ({
  type,
  resourceId: check.applicantId,
  applicantId: check.applicantId,
  checkId: check.id,
  detail,
});

/** Returns the id of the mail. */
async function mailPerson(tx: Ctx, caller: Caller, { check, key }: Held, news: RestrictionNews): Promise<string> {
  const { facts } = check.order;
  const candidateName = fullName(facts.first_name, facts.last_name);
  const link = { ...check.tenant, checkId: check.id, generation: check.formLinkGeneration };
  // Without a form there is no page of theirs: the mail says it all.
  const values = { candidateName, formUri: check.type === 'express' ? undefined : await formUri(tx, link), news };
  const person = { id: check.applicantId, key, checkId: check.id };
  const to = { name: candidateName, address: facts.email };
  const mail = emailTo(tx, caller, person, 'restriction', { to, values });
  await queueEmail(tx, mail);
  return mail.id;
}

export interface AskedRestriction {
  readonly ground: RestrictionGround;
  readonly words: string;
  /** How it came, where somebody else passes it on, and on which day they heard it: today by default. */
  readonly way?: RequestWay;
  readonly receivedOn?: string;
}

/**
 * As the candidate, or for them; it is confirmed to the candidate by mail. It answers the request in the register, which
 * may have been recorded before. Refuses with `invalid_fields` (`words`) a missing text, and another one while one is open.
 */
export async function askRestriction(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { ground, words, way = caller.actor === 'candidate' ? 'own_page' : 'not_recorded', receivedOn }: AskedRestriction,
): Promise<void> {
  demand(caller, 'ask_restrictions');
  const problems = new Problems();
  refuseText(problems, 'words', words, 'Say why');
  const on = receivedOn === undefined ? undefined : receivedOnIn(problems, receivedOn, todayFor(ctx, caller));
  problems.refuse('invalid_fields');
  await withPerson(ctx, caller, checkId, async (tx, held) => {
    const { check, key, rows } = held;
    if (rows.some(({ status }) => status === 'open'))
      problems.add('words', 'There is a request that is not answered yet. Please wait for the answer to it');
    problems.refuse('invalid_fields');
    const kind = ground === 'objection' ? 'objection' : 'restriction';
    const { id, due_on: dueOn } = await openByAct(tx, caller, held, { kind, way, receivedOn: on });
    const asked = { id, applicantId: check.applicantId, checkId: check.id, ground, by: caller.actor };
    const at = timeFor(tx, caller);
    await insertRestriction(tx.db, caller, { ...asked, at, sealedWords: key.seal(wordsAad(id), words) });
    await storeEvents(tx, caller, [about(check, 'applicant.restriction_asked', { ground })]);
    await noteAct(tx, caller, { applicantId: check.applicantId, kinds: [kind] }, 'restriction_asked');
    await mailPerson(tx, caller, held, { kind: 'asked', dueOn });
  });
}

export interface RestrictionDecision {
  readonly id: string;
  readonly isAccepted: boolean;
  /** For the candidate: needed to refuse. */
  readonly answer: string;
}

/**
 * Accepting restricts all checks of the person: what is worked on is paused. The candidate and, of a restriction, the
 * client (Art. 19) are told. Refuses with `invalid_fields` (`answer`), `not_found`, and `state_does_not_allow` what is decided.
 */
export async function decideRestriction(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { id, isAccepted, answer }: RestrictionDecision,
): Promise<void> {
  demand(caller, 'decide_restrictions');
  const problems = new Problems();
  if (!isAccepted || answer !== '') refuseText(problems, 'answer', answer, 'Write for the candidate why it is refused');
  problems.refuse('invalid_fields');
  await withPerson(ctx, caller, checkId, async (tx, held) => {
    const { ground } = rowIn(held, id, 'open');
    const sealedAnswer = answer === '' ? null : held.key.seal(answerAad(id), answer);
    const status = isAccepted ? 'in_force' : 'refused';
    const isFirst = isAccepted && held.rows.every((row) => row.status !== 'in_force');
    // Before the row: nothing more is paused once the person is restricted.
    if (isFirst) await restrict(tx, caller, held, id);
    await decideRow(tx.db, caller, { id, status, sealedAnswer, by: caller.actor, at: timeFor(tx, caller) });
    const type = isAccepted ? 'applicant.restricted' : 'applicant.restriction_refused';
    await storeEvents(tx, caller, await onChecks(tx, caller, held, isAccepted, type, ground));
    await closeDecided(tx, caller, id, held.key, { outcome: isAccepted ? 'done' : 'not_met', told: 'mail' });
    await mailPerson(tx, caller, held, { kind: isAccepted ? 'accepted' : 'refused', answer });
    if (isFirst) await tellClient(tx, caller, held, 'candidate_restricted');
  });
}

/** A restriction stands in the history of every check of the person; a refusal stands in that of the check that it was asked for. */
async function onChecks(
  tx: Ctx,
  caller: Caller,
  { check }: Held,
  isOfAll: boolean,
  type: EventToStore['type'],
  ground: RestrictionGround,
): Promise<EventToStore[]> {
  const ids = isOfAll ? await findChecksOf(tx.db, caller, check.applicantId) : [check.id];
  return ids.map((id) => about({ id, applicantId: check.applicantId }, type, { ground }));
}

/** Who ordered any check of the person may have their data (Art. 19). */
async function tellClient(
  tx: Ctx,
  caller: Caller,
  { check }: Held,
  template: 'candidate_restricted' | 'restriction_lifted',
): Promise<void> {
  const others = (await findChecksOf(tx.db, caller, check.applicantId)).filter((id) => id !== check.id);
  const checks = [check];
  for (const id of others.reverse()) checks.push(await readCheck(tx, caller, id));
  await mailClientOnce(tx, caller, checks, template);
}

async function restrict(tx: Ctx, caller: Caller, { check }: Held, id: string): Promise<void> {
  await outdateReadings(tx, caller, check.applicantId);
  await forgetExportsOf(tx, caller, check.applicantId);
  const paused: string[] = [];
  for (const one of await findChecksOf(tx.db, caller, check.applicantId))
    paused.push(...(await withLockedCheck(tx, caller, one, (inner, locked) => holdReports(inner, caller, locked))));
  await updatePaused(tx.db, caller, id, paused);
}

export interface LiftNotice {
  readonly id: string;
  readonly liftOn: string;
  readonly answer: string;
}

/**
 * Tells the person by mail from which day the restriction is lifted, and why; another notice replaces it. Refuses with
 * `invalid_fields` (`lift_on`, `answer`), `not_found`, and `state_does_not_allow` if the restriction is not in force.
 */
export async function announceLifting(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { id, liftOn, answer }: LiftNotice,
): Promise<void> {
  demand(caller, 'decide_restrictions');
  const problems = new Problems();
  if (!isLiftDay(liftOn, todayFor(ctx, caller)))
    problems.add('lift_on', 'Enter a day from tomorrow on, within the next 90 days');
  refuseText(problems, 'answer', answer, 'Write for the candidate why the restriction is lifted');
  problems.refuse('invalid_fields');
  await withPerson(ctx, caller, checkId, async (tx, held) => {
    const { ground } = rowIn(held, id, 'in_force');
    const mailId = await mailPerson(tx, caller, held, { kind: 'lifting', liftOn, answer });
    await announceRow(tx.db, caller, { id, liftOn, mailId, sealedAnswer: held.key.seal(liftAad(id), answer) });
    await storeEvents(tx, caller, [about(held.check, 'applicant.restriction_ending', { ground, to: liftOn })]);
  });
}

/**
 * What it paused goes on, unless another restriction of the person is in force. Refuses with `not_found`, and with
 * `state_does_not_allow` before the day of the notice, or while its mail has not left (Art. 18(3)).
 */
export async function liftRestriction(ctx: Ctx, caller: Caller, checkId: string, id: string): Promise<void> {
  demand(caller, 'decide_restrictions');
  await withPerson(ctx, caller, checkId, async (tx, held) => {
    const row = rowIn(held, id, 'in_force');
    if (!mayBeLifted({ liftOn: row.lift_on, isTold: row.is_told }, todayFor(tx, caller)))
      throw new Refusal('state_does_not_allow');
    await liftRow(tx.db, caller, { id, by: caller.actor, at: timeFor(tx, caller) });
    await storeEvents(tx, caller, await onChecks(tx, caller, held, true, 'applicant.restriction_lifted', row.ground));
    const other = held.rows.find((one) => one.id !== id && one.status === 'in_force');
    if (other !== undefined) {
      await updatePaused(tx.db, caller, other.id, [...other.paused_reports, ...row.paused_reports]);
      return;
    }
    const restrictedMs = timeFor(tx, caller).getTime() - restrictedSince(held.rows, row).getTime();
    for (const one of await findChecksOf(tx.db, caller, row.applicant_id))
      await withLockedCheck(tx, caller, one, async (inner, locked) => {
        // What is monitored after it is complete follows the calendar, not the work on it.
        if (isOngoing(locked.check.status)) await delayDeadlines(inner, caller, one, restrictedMs);
        await resumeReports(inner, caller, locked, row.paused_reports);
      });
    await tellClient(tx, caller, held, 'restriction_lifted');
  });
}
