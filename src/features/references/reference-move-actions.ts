// What the desk, the referee and the reminders share: a locked reference, its moves, and the mails to its referee.

import { type Caller, type Ctx, inTransaction, timeFor, todayFor } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { emailTerms } from '../applicants/search-key-rules.ts';
import { openOrder } from '../checks/check-actions.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import { afterWorkingDays } from '../deadlines/deadline-schedule.ts';
import { emailTo, queueEmail, wasRefereeMailed } from '../emails/email-actions.ts';
import type { EmailTemplates } from '../emails/email-templates.ts';
import { callBackRequests } from '../emails/joined-emails.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import type { WhyLinkAgain } from '../mailed-links/access-actions.ts';
import { tokenOf } from '../mailed-links/link-tokens.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { beginWait, endWait } from '../reports/wait-actions.ts';
import { helpsUntil } from './asking-rules.ts';
import { listsOf } from './claim-rules.ts';
import { effortOf } from './questionnaire.ts';
import { questionnaires } from './questionnaires.ts';
import type { Reference } from './reference.ts';
import { nextReferenceState, type ReferenceMove } from './reference-states.ts';
import { lockReference, type ReferenceChange, type ReferenceRow, updateReference } from './reference-store.ts';
import { keyOfRow, openReference } from './reference-vault.ts';
import { mailedOf } from './told-rules.ts';

/** The kind of the deadline at which a referee is reminded. */
export const chaseKind = 'reference_chase';

export interface LockedReference {
  readonly row: ReferenceRow;
  readonly reference: Reference;
  readonly key: DataKey;
}

/** Who answers: each referee that was asked is somebody of their own, with their drafts, letters and events. */
export const refereeActor = ({ id, referee_number }: Pick<ReferenceRow, 'id' | 'referee_number'>) =>
  `referee:${id}:${referee_number}` as const;

/** Whether the report that reads a reference has asked it itself, or asks references to entries of its list. */
export const isReadBy = (row: ReferenceRow, { request }: Pick<Reference, 'request'>): boolean =>
  row.reader_id === row.report_id || listsOf(reportTypeById(row.reader_type_id)!).includes(request.claim.list);

/**
 * Refuses with `not_found` what is unknown, or of an erased applicant, and what is asked about a restricted person. @param
 * readerId the report of the order that reads it, if that is not the one that asked
 */
export async function lockedReference(
  tx: Ctx,
  caller: Caller,
  id: string,
  readerId?: string,
): Promise<LockedReference> {
  const row = await lockReference(tx.db, caller, id, readerId);
  if (row === undefined) throw new Refusal('not_found');
  if (await isRestricted(tx.db, caller, row.applicant_id)) throw restrictedRefusal();
  const key = await keyOfRow(tx, caller, row);
  const reference = openReference(caller, key, row);
  if (!isReadBy(row, reference)) throw new Refusal('not_found');
  return { row, key, reference };
}

export async function withLockedReference<T>(
  ctx: Ctx,
  caller: Caller,
  id: string,
  work: (tx: Ctx, locked: LockedReference) => Promise<T>,
  readerId?: string,
): Promise<T> {
  // Load the keys now: loading them inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => work(tx, await lockedReference(tx, caller, id, readerId)));
}

const moveEvents = {
  answer: 'reference.answered',
  correct: 'reference.corrected',
  retract: 'reference.retracted',
  decline: 'reference.declined',
  reconsider: 'reference.reconsidered',
  give_up: 'reference.unanswered',
  fail_to_reach: 'reference.undelivered',
  ask_again: 'reference.requested',
  withdraw: 'reference.withdrawn',
} as const satisfies Record<ReferenceMove, string>;

type About = Pick<ReferenceRow, 'id' | 'check_id' | 'report_id' | 'applicant_id'>;

export const storeReferenceEvent = (
  tx: Ctx,
  caller: Caller,
  about: About,
  event: Pick<EventToStore, 'type' | 'status' | 'detail'>,
): Promise<void> =>
  storeEvents(tx, caller, [
    {
      ...event,
      resourceId: about.id,
      applicantId: about.applicant_id,
      checkId: about.check_id,
      reportId: about.report_id,
    },
  ]);

/** The report waits for the referee, who is reminded in so many working days. */
export async function beginWaiting(tx: Ctx, caller: Caller, about: About): Promise<void> {
  await beginWait(tx, caller, { reportId: about.report_id, waitingFor: 'source', causeId: about.id });
  await setChase(tx, caller, about, await nextChaseAt(tx, caller));
}

export const setChase = (tx: Ctx, caller: Caller, about: About, dueAt: Date): Promise<void> =>
  setDeadline(tx, caller, {
    kind: chaseKind,
    subjectId: about.id,
    checkId: about.check_id,
    reportId: about.report_id,
    dueAt,
  });

export async function nextChaseAt(tx: Ctx, caller: Caller): Promise<Date> {
  const { referenceChaseWorkingDays } = await readAccountSettings(tx, caller.accountId);
  return afterWorkingDays(timeFor(tx, caller), referenceChaseWorkingDays, tx.calendar());
}

/** Moves a locked reference, with its event; whatever ends the waiting ends the reminders. */
export async function moveReference(
  tx: Ctx,
  caller: Caller,
  { row }: Pick<LockedReference, 'row'>,
  move: ReferenceMove,
  change: ReferenceChange = {},
): Promise<void> {
  const status = nextReferenceState(row.status, move);
  if (status === undefined) throw new Refusal('state_does_not_allow');
  await updateReference(tx.db, caller, row.id, { ...change, status });
  await storeReferenceEvent(tx, caller, row, { type: moveEvents[move], status });
  if (status === 'requested') return;
  await endDeadline(tx, caller, { kind: chaseKind, subjectId: row.id });
  await endWait(tx, caller, { reportId: row.report_id, causeId: row.id });
}

/** The link of the referee, by which they answer. */
const refereeUri = async (ctx: Ctx, caller: Caller, id: string, generation: number): Promise<string> =>
  `${ctx.settings.refereeUrl}/reference/${await tokenOf(ctx, 'reference', {
    accountId: caller.accountId,
    environment: caller.environment,
    subjectId: id,
    generation,
  })}`;

/** As mails to the referee name the candidate. */
export function candidateName(key: DataKey, row: Pick<ReferenceRow, 'check_id' | 'sealed_order'>): string {
  const { facts } = openOrder(key, row.check_id, row.sealed_order);
  return fullName(facts.first_name, facts.last_name);
}

/** To the referee, with what the mails about a sent or needless reference say. */
async function mailAbout<T extends 'reference_request' | 'reference_sent' | 'reference_not_needed'>(
  tx: Ctx,
  caller: Caller,
  { row, reference, key }: LockedReference,
  template: T,
  others: Omit<EmailTemplates[T], 'refereeName' | 'candidateName' | 'order'>,
  joins = false,
): Promise<void> {
  const { name, email } = reference.request.referee;
  const common = { refereeName: name, candidateName: candidateName(key, row), order: `VF${row.order_id}` };
  const values = { ...common, ...others } as EmailTemplates[T];
  const [joinKey] = joins ? searchKeys(await tx.keys.forAccount(caller.accountId), caller, emailTerms(email)) : [];
  const joining = joinKey === undefined ? {} : { joinKey };
  const about = { id: row.applicant_id, key, checkId: row.check_id, referenceId: row.id, ...joining };
  await queueEmail(tx, emailTo(tx, caller, about, template, { to: { name, address: email }, values }));
}

/** Tells the referee that we have what they sent, without what it says, and leads them to it. */
export async function mailSent(
  tx: Ctx,
  caller: Caller,
  locked: LockedReference,
  mail: { readonly as: 'sent' | 'corrected' | 'fresh_link'; readonly generation: number; readonly why?: WhyLinkAgain },
): Promise<void> {
  const { generation, ...how } = mail;
  const link = await refereeUri(tx, caller, locked.row.id, generation);
  await mailAbout(tx, caller, locked, 'reference_sent', { ...how, on: todayFor(tx, caller), link });
}

/** Whether the referee was written to, as far as anybody knows, and has not answered. */
export const waitsForMail = ({ status, mailed_at }: ReferenceRow): boolean =>
  mailed_at !== null && (status === 'requested' || status === 'unanswered');

/**
 * Tells a referee who was written to, and has not answered, that nobody waits for them any more: once, also if the report is
 * opened and closed again, unless they were asked again meanwhile. Who is not asked yet is neither asked nor told.
 */
export async function mailNotNeeded(tx: Ctx, caller: Caller, locked: LockedReference): Promise<void> {
  const { id: referenceId, mailed_at: since } = locked.row;
  if (await callBackRequests(tx, caller, referenceId)) return;
  const isTold =
    since !== null && (await wasRefereeMailed(tx, caller, { referenceId, template: 'reference_not_needed', since }));
  if (!isTold) await mailAbout(tx, caller, locked, 'reference_not_needed', {});
}

/** Counts as one of the reminders, whoever sends it. The caller sets the next one. */
export async function sendReminder(tx: Ctx, caller: Caller, locked: LockedReference): Promise<void> {
  const { id, chases, mails, link_generation } = locked.row;
  await updateReference(tx.db, caller, id, { chases: chases + 1, mails: mails + 1, mailedAt: timeFor(tx, caller) });
  await storeReferenceEvent(tx, caller, locked.row, { type: 'reference.reminded', detail: { reminder: chases + 1 } });
  await mailReferee(tx, caller, locked, { as: 'reminder', generation: link_generation + 1 });
}

/** The three mails that lead the referee to the questions. */
export async function mailReferee(
  tx: Ctx,
  caller: Caller,
  locked: LockedReference,
  mail: {
    readonly as: 'request' | 'reminder' | 'fresh_link';
    readonly generation: number;
    readonly why?: WhyLinkAgain;
  },
): Promise<void> {
  const { row, reference } = locked;
  const { asksFor } = questionnaires[reference.questionnaire];
  const values = {
    ...(mail.why && { why: mail.why }),
    ...{ as: mail.as, asksFor, effort: effortOf(questionnaires[reference.questionnaire]) },
    mayBeLimited: questionnaires[reference.questionnaire].mayBeLimited,
    ...mailedOf(reference.request),
    answerBy: helpsUntil(row.due_on, todayFor(tx, caller), tx.calendar()) ?? null,
    link: await refereeUri(tx, caller, row.id, mail.generation),
  };
  // Who asked for a fresh link waits for it.
  await mailAbout(tx, caller, locked, 'reference_request', values, mail.as !== 'fresh_link');
}
