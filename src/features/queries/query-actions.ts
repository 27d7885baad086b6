// Asks candidates and clients about a report, which is paused until they have answered, and ends queries.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { isUuid } from '../../lib/uuids.ts';
import { ADDED_REPORT, OUTSIDE_STEP } from '../../messages/en-queries.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import type { Check } from '../checks/check.ts';
import { type LockedCheck, moveReport, withLockedCheck } from '../checks/check-progress-actions.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { noteAnswer } from '../reports/answered-actions.ts';
import type { Report } from '../reports/report.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import type { ReportState } from '../reports/report-states.ts';
import { beginWait, endWait } from '../reports/wait-actions.ts';
import type { Addressee, OutsideStep, Query } from './query.ts';
import { mailAsked } from './query-mail-actions.ts';
import { answerProblems, answersItself, dueOnProblems, type QuestionArguments, queryProblems } from './query-rules.ts';
import { afterDueOn, nextChaseAt } from './query-schedule.ts';
import {
  endQuery,
  findQueries,
  findQuery,
  insertQuery,
  insertQueryFile,
  moveQueryDue,
  type QueryRow,
  updateQueryDraft,
} from './query-store.ts';

export const CHASE = 'query_chase';

const textAad = (id: string) => `queries.text ${id}`;
const stepAad = (id: string) => `queries.step ${id}`;
const answerAad = (id: string) => `queries.answer ${id}`;

/** The stored form of a step. */
interface KeptStep {
  readonly url: string;
  readonly endsAt: string | null;
}

export const sealStep = (key: DataKey, id: string, { url, endsAt }: OutsideStep): Buffer =>
  key.seal(stepAad(id), { url, endsAt: endsAt?.toISOString() ?? null } satisfies KeptStep);

function stepOf(key: DataKey, { id, sealed_step: sealed }: QueryRow): OutsideStep | null {
  if (sealed === null) return null;
  const { url, endsAt } = key.open<KeptStep>(stepAad(id), sealed);
  return { url, endsAt: endsAt === null ? null : new Date(endsAt) };
}

function open(row: QueryRow, key: DataKey): Query {
  return {
    id: row.id,
    checkId: row.check_id,
    reportId: row.report_id,
    addressee: row.addressee,
    kind: row.kind as Query['kind'],
    status: row.status,
    text: key.open<string>(textAad(row.id), row.sealed_text),
    step: stepOf(key, row),
    answer: row.sealed_answer === null ? '' : key.open<string>(answerAad(row.id), row.sealed_answer),
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    dueOn: row.due_on,
    chases: row.chases,
    isExhausted: row.status === 'open' && row.exhausted_at !== null,
    endedBy: row.ended_by,
    endedAt: row.ended_at,
    files: row.files,
    answerFiles: row.answer_files,
  };
}

type Wanted = Pick<Check, 'tenant' | 'id' | 'applicantId'>;

/** In the order in which they were asked; none of an erased applicant. @param addressee all if undefined */
export async function listQueries(ctx: Ctx, check: Wanted, addressee?: Addressee): Promise<Query[]> {
  const rows = await findQueries(ctx.db, check.tenant, { checkId: check.id, addressee });
  if (rows.length === 0) return [];
  const key = await readApplicant(ctx, check.tenant, check.applicantId).then(
    (applicant) => applicant.key,
    (error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    },
  );
  return key === undefined ? [] : rows.map((row) => open(row, key));
}

export function eventAbout(
  check: Pick<Check, 'id' | 'applicantId'>,
  query: { readonly id: string; readonly reportId: string; readonly addressee: Addressee },
  type: EventToStore['type'],
  status: ReportState,
): EventToStore {
  return {
    ...{ type, status, resourceId: query.reportId, reportId: query.reportId },
    ...{ applicantId: check.applicantId, checkId: check.id },
    detail: { query_id: query.id, addressee: query.addressee },
  };
}

type Asked = Pick<QueryRow, 'id' | 'addressee'>;

/** The report waits for an answer; one that somebody has paused stays paused for their reason. */
export async function beginWaiting(tx: Ctx, caller: Caller, report: Report, { id, addressee }: Asked): Promise<void> {
  const { checkId, id: reportId } = report;
  await beginWait(tx, caller, { reportId, waitingFor: addressee, causeId: id });
  if (report.status === 'awaiting_data')
    await moveReport(tx, caller, { checkId, reportId }, { move: 'pause', untilAnswered: true });
}

/** The report does not wait for the query any more. Returns whether it waits for nobody, and has to resume. */
async function endWaiting(tx: Ctx, caller: Caller, report: Report, { id }: Asked): Promise<boolean> {
  const waitsFor = await endWait(tx, caller, { reportId: report.id, causeId: id });
  return waitsFor === null && report.pausedForAnswers;
}

const resume = (tx: Ctx, caller: Caller, { checkId, id: reportId }: Report) =>
  moveReport(tx, caller, { checkId, reportId }, { move: 'resume' });

/** Nobody answers: the query stays open, and the report waits for its screener again. */
export async function stopWaiting(tx: Ctx, caller: Caller, report: Report, asked: Asked): Promise<void> {
  if (await endWaiting(tx, caller, report, asked)) await resume(tx, caller, report);
}

export interface QuestionTarget {
  readonly checkId: string;
  readonly reportId: string;
}

export interface LockedReport extends LockedCheck {
  readonly report: Report;
}

/** Opens a query, for which the report then waits. Returns its id. */
export async function openQuery(
  tx: Ctx,
  caller: Caller,
  { check, key, report }: LockedReport,
  { addressee, kind, dueOn, text, step }: QuestionArguments,
  files: readonly string[] = [],
): Promise<string> {
  const id = tx.newId();
  const { id: reportId, checkId } = report;
  await insertQuery(tx.db, caller, {
    ...{ id, checkId, reportId, addressee, kind, dueOn, askedBy: caller.actor, askedAt: timeFor(tx, caller) },
    sealedText: key.seal(textAad(id), text.trim()),
    sealedStep: step === undefined ? null : sealStep(key, id, step),
  });
  for (const fileToken of files) await insertQueryFile(tx.db, caller, { queryId: id, fileToken, isAnswer: false });
  await storeEvents(tx, caller, [eventAbout(check, { id, reportId, addressee }, 'query.sent', 'paused')]);
  await beginWaiting(tx, caller, report, { id, addressee });
  return id;
}

/** Mails the one who is asked, and sets the first chase. */
export async function beginChases(
  tx: Ctx,
  caller: Caller,
  { check, key, report }: LockedReport,
  { id, ...asked }: Pick<QuestionArguments, 'addressee' | 'dueOn' | 'kind'> & { readonly id: string },
): Promise<void> {
  const now = timeFor(tx, caller);
  const dueAt = nextChaseAt(asked.addressee, now, await readAccountSettings(tx, caller.accountId), tx.calendar());
  await setDeadline(tx, caller, { kind: CHASE, subjectId: id, checkId: check.id, reportId: report.id, dueAt });
  await mailAsked(tx, caller, { check, key }, { ...asked, chases: 0 });
}

/**
 * Sends a query to the candidate or the client: pauses the report, sends the mail and sets the first chase. Refuses with
 * `invalid_fields`, and with `state_does_not_allow` a report that is not worked on. Returns the query's id. @param files
 * tokens of files of the order
 */
export async function sendQuery(
  ctx: Ctx,
  caller: Caller,
  { checkId, reportId }: QuestionTarget,
  given: QuestionArguments,
  files: readonly string[] = [],
): Promise<string> {
  demand(caller, 'ask_queries');
  // Loading the keys inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  return withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const report = check.reports.find((one) => one.id === reportId);
    if (report === undefined) throw new Refusal('not_found');
    const now = timeFor(tx, caller);
    const hasForm = check.type === 'standard';
    queryProblems({ ...given, link: given.step?.url ?? '' }, { today: ukDateOf(now), hasForm }).refuse(
      'invalid_fields',
    );
    if (!allowsAction(report.status, 'ask_query')) throw stateRefusal(report.status);
    const id = await openQuery(tx, caller, { check, key, report }, given, files);
    await beginChases(tx, caller, { check, key, report }, { ...given, id });
    return id;
  });
}

export interface FoundQuery extends LockedReport {
  readonly row: QueryRow;
}

/** Runs `work` while the query is open and its check locked. Refuses with `not_found` or `state_does_not_allow`. */
export function withOpenQuery<T>(
  ctx: Ctx,
  caller: Caller,
  target: { readonly checkId: string; readonly queryId: string; readonly addressee?: Addressee },
  work: (tx: Ctx, found: FoundQuery) => Promise<T>,
): Promise<T> {
  const { checkId, queryId, addressee } = target;
  return withLockedCheck(ctx, caller, checkId, async (tx, locked) => {
    const row = isUuid(queryId) ? await findQuery(tx.db, caller, queryId) : undefined;
    const isOther = row?.check_id !== checkId || (addressee !== undefined && row.addressee !== addressee);
    if (row === undefined || isOther) throw new Refusal('not_found');
    // Nobody but the candidate agrees to it, and only in the form.
    if (row.status !== 'open' || row.kind === ADDED_REPORT) throw stateRefusal(row.status);
    return work(tx, { ...locked, row, report: locked.check.reports.find(({ id }) => id === row.report_id)! });
  });
}

export interface AnswerTarget {
  readonly checkId: string;
  readonly queryId: string;
  /** Who answers. */
  readonly addressee: Addressee;
}

/** Ends the query and its chases; the report resumes once it waits for nobody. */
export async function endOpenQuery(
  tx: Ctx,
  caller: Caller,
  { check, row, report }: FoundQuery,
  ended: { readonly status: 'answered' | 'withdrawn'; readonly sealedAnswer?: Buffer },
): Promise<void> {
  await endQuery(tx.db, caller, { id: row.id, by: caller.actor, at: timeFor(tx, caller), ...ended });
  await endDeadline(tx, caller, { kind: CHASE, subjectId: row.id });
  const resumes = await endWaiting(tx, caller, report, row);
  const query = { id: row.id, reportId: report.id, addressee: row.addressee };
  const status = resumes ? 'awaiting_data' : report.status;
  await storeEvents(tx, caller, [eventAbout(check, query, `query.${ended.status}`, status)]);
  if (resumes) await resume(tx, caller, report);
  if (ended.status === 'answered') await noteAnswer(tx, caller, report.id);
}

const isOfProvider = ({ kind, asked_by: askedBy }: QueryRow): boolean => answersItself({ kind, askedBy });

export const sealedAnswer = ({ key, row }: FoundQuery, answer: string) => ({
  sealedAnswer: key.seal(answerAad(row.id), answer.trim()),
});

/** The candidate has agreed to the reports that were added, and answered what they need. */
export async function endAddedQueries(tx: Ctx, caller: Caller, locked: LockedCheck): Promise<void> {
  const asked = await findQueries(tx.db, caller, { checkId: locked.check.id, addressee: 'candidate' });
  for (const row of asked.filter(({ status, kind }) => status === 'open' && kind === ADDED_REPORT)) {
    const report = locked.check.reports.find(({ id }) => id === row.report_id)!;
    await endOpenQuery(tx, caller, { ...locked, row, report }, { status: 'answered' });
  }
}

/** Stores the answer of the candidate or the client. Refuses with `invalid_fields` an answer with neither text nor file. */
export async function answerQuery(ctx: Ctx, caller: Caller, target: AnswerTarget, answer: string): Promise<void> {
  demand(caller, 'answer_queries');
  await withOpenQuery(ctx, caller, target, async (tx, found) => {
    const { row } = found;
    // Of a provider’s step they say why they cannot do it; that they have finished, the provider says.
    const isFinished = row.kind === OUTSIDE_STEP && !isOfProvider(row);
    const mayBeEmpty = isFinished || row.answer_files.length > 0;
    answerProblems(answer, mayBeEmpty).refuse('invalid_fields');
    await endOpenQuery(tx, caller, found, { status: 'answered', ...sealedAnswer(found, answer) });
  });
}

/** Keeps what has been typed so far, with a file that was added to it. */
export async function saveAnswerDraft(
  ctx: Ctx,
  caller: Caller,
  target: AnswerTarget,
  { answer, fileToken }: { readonly answer: string; readonly fileToken?: string },
): Promise<void> {
  demand(caller, 'answer_queries');
  await withOpenQuery(ctx, caller, target, async (tx, found) => {
    await updateQueryDraft(tx.db, caller, found.row.id, sealedAnswer(found, answer).sealedAnswer);
    if (fileToken === undefined) return;
    await insertQueryFile(tx.db, caller, { queryId: found.row.id, fileToken, isAnswer: true });
  });
}

type HandledTarget = Pick<AnswerTarget, 'checkId' | 'queryId'>;

/** A screener types the answer that was given by telephone. */
export async function recordAnswer(ctx: Ctx, caller: Caller, target: HandledTarget, answer: string): Promise<void> {
  demand(caller, 'ask_queries');
  answerProblems(answer, false).refuse('invalid_fields');
  await withOpenQuery(ctx, caller, target, async (tx, found) => {
    if (isOfProvider(found.row)) throw stateRefusal(found.row.status);
    await endOpenQuery(tx, caller, found, { status: 'answered', ...sealedAnswer(found, answer) });
  });
}

/** Extends the time to answer a query: the next chase is on the working day after it. Refuses with `invalid_fields`. */
export async function postponeQuery(ctx: Ctx, caller: Caller, target: HandledTarget, dueOn: string): Promise<void> {
  demand(caller, 'ask_queries');
  await withOpenQuery(ctx, caller, target, async (tx, { row, report }) => {
    const now = timeFor(tx, caller);
    dueOnProblems(dueOn, ukDateOf(now)).refuse('invalid_fields');
    await moveQueryDue(tx.db, caller, row.id, dueOn);
    const dueAt = afterDueOn(now, dueOn, tx.calendar());
    const { check_id: checkId, report_id: reportId } = row;
    await setDeadline(tx, caller, { kind: CHASE, subjectId: row.id, checkId, reportId, dueAt });
    if (row.exhausted_at !== null && allowsAction(report.status, 'ask_query'))
      await beginWaiting(tx, caller, report, row);
  });
}

/** A screener needs no answer any more. */
export async function withdrawQuery(ctx: Ctx, caller: Caller, target: HandledTarget): Promise<void> {
  demand(caller, 'ask_queries');
  await withOpenQuery(ctx, caller, target, (tx, found) => endOpenQuery(tx, caller, found, { status: 'withdrawn' }));
}
