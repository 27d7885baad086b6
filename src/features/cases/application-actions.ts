// Records the application to an authority such as the DBS: that it was made, which spends its fee, its number and how far it is.
import { type Caller, type Ctx, inTransaction, timeFor, todayFor } from '../../context.ts';
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordApplied, takeBackApplied } from '../reports/application-made-actions.ts';
import { findApplication, markCalledOff, updateApplication } from '../reports/application-queries.ts';
import { type ApplicationStage, isApplicationStage } from '../reports/application-rules.ts';
import { type FeeRow, findFee } from '../reports/credit-queries.ts';
import { findableByNumber } from '../reports/order-key-actions.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { addNote } from './note-actions.ts';
import { ownReport, type Screener } from './screening-actions.ts';

const placeOf = (reportId: string) => `reports.application ${reportId}`;

/** Whether the fee of the report is spent; undefined where there is none. */
export async function readFee(ctx: Pick<Ctx, 'db'>, caller: Caller, reportId: string): Promise<FeeRow | undefined> {
  demand(caller, 'read_reports');
  return findFee(ctx.db, caller, reportId);
}

/** Whether the fee of the report is credited if it ends now without a result. */
export async function isFeeCredited(ctx: Pick<Ctx, 'db'>, caller: Caller, reportId: string): Promise<boolean> {
  demand(caller, 'read_reports');
  return (await findFee(ctx.db, caller, reportId))?.is_spent === false;
}

export interface Application {
  /** null if nobody recorded it. */
  readonly appliedAt: Date | null;
  /** The authority's own number of it; empty if it is not known. */
  readonly reference: string;
  readonly stage: ApplicationStage | null;
  /** When somebody last looked how far it is. */
  readonly lookedOn: IsoDate | null;
}

/** @param key of the applicant; undefined if it was destroyed */
export async function readApplication(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  reportId: string,
  key: DataKey | undefined,
): Promise<Application> {
  demand(caller, 'read_reports');
  const row = await findApplication(ctx.db, caller, reportId);
  const sealed = row?.sealed_application ?? null;
  return {
    appliedAt: row?.applied_at ?? null,
    reference: sealed === null || key === undefined ? '' : key.open<string>(placeOf(reportId), sealed),
    stage: row?.application_stage ?? null,
    lookedOn: row?.application_looked_on ?? null,
  };
}

/** As it is typed; each may be empty. */
export interface TypedApplication {
  readonly reference: string;
  readonly stage: string;
  readonly lookedOn: string;
  /** Why it is sent although something lacks. */
  readonly anyway: string;
}

const LONGEST_REFERENCE = 100;
const LONGEST_REASON = 1000;

/** Refuses with `invalid_fields` (anyway) what is sent although something lacks, without a reason. */
export function demandReasonFor(lacks: readonly string[], anyway: string): void {
  const problems = new Problems();
  if (lacks.length > 0 && anyway === '') problems.add('anyway', 'Say why it is sent all the same');
  if (isLongerThan(anyway, LONGEST_REASON)) problems.add('anyway', `Must be ${LONGEST_REASON} characters or fewer`);
  problems.refuse('invalid_fields');
}

/** Notes for the desk why something was sent although something lacked. */
export async function noteSentAnyway(
  tx: Ctx,
  screener: Screener,
  reportId: string,
  {
    lacks,
    anyway,
    isOfSeveral = false,
  }: { readonly lacks: readonly string[]; readonly anyway: string; readonly isOfSeveral?: boolean },
): Promise<void> {
  if (lacks.length === 0) return;
  const text = ['Sent all the same:', ...lacks, `Reason: ${anyway}`].join('\n');
  await addNote(tx, screener, { reportId, audience: 'desk', text, isOfSeveral });
}

/**
 * Records that the application was made, or how far it is. Refuses with `state_does_not_allow` a report that is over, and with
 * `invalid_fields` (reference, stage, looked_on, anyway). @param lacks what speaks against sending it, in sentences
 */
export async function keepApplication(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  { reference, stage, lookedOn, anyway }: TypedApplication,
  lacks: readonly string[],
): Promise<void> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'send_out');
  const { report_id: id, check_id: checkId } = queued;
  await withLockedReport(ctx, caller, { checkId, reportId: id }, async (tx, key) => {
    const problems = new Problems();
    const isDay = parseDate(lookedOn) === lookedOn && lookedOn <= todayFor(tx, caller);
    if (isLongerThan(reference, LONGEST_REFERENCE))
      problems.add('reference', `Must be ${LONGEST_REFERENCE} characters or fewer`);
    if (stage !== '' && !isApplicationStage(stage)) problems.add('stage', 'Choose how far it is');
    if (lookedOn !== '' && !isDay) problems.add('looked_on', 'Enter a day up to today');
    problems.refuse('invalid_fields');
    const before = await readApplication(tx, caller, id, key);
    if (before.appliedAt === null) demandReasonFor(lacks, anyway);
    const about = { resourceId: id, checkId, reportId: id };
    const chosen = isApplicationStage(stage) ? stage : null;
    if (await recordApplied(tx, caller, about)) await noteSentAnyway(tx, screener, id, { lacks, anyway });
    await updateApplication(tx.db, caller, id, {
      sealedReference: reference === '' ? null : key.seal(placeOf(id), reference),
      ...{ stage: chosen, lookedOn: lookedOn === '' ? null : (lookedOn as IsoDate) },
    });
    await findableByNumber(tx, caller, checkId, reference);
    if (chosen !== null && chosen !== before.stage)
      await storeEvents(tx, caller, [{ type: 'report.application_moved', ...about, detail: { stage: chosen } }]);
  });
}

/** Runs `work` while nobody else moves the report. Refuses with `state_does_not_allow` one that is over, or of a restricted person. */
async function withLockedReport(
  ctx: Ctx,
  caller: Caller,
  { checkId, reportId }: { readonly checkId: string; readonly reportId: string },
  work: (tx: Ctx, key: DataKey) => Promise<void>,
): Promise<void> {
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const report = check.reports.find(({ id }) => id === reportId)!;
    if (!allowsAction(report.status, 'record_application')) throw new Refusal('state_does_not_allow');
    await work(tx, key);
  });
}

/**
 * Records that the application of a report that ended was withdrawn at the authority. Refuses with `state_does_not_allow` what
 * is not to be called off any more.
 */
export async function callOffApplication(ctx: Ctx, screener: Screener, reportId: string): Promise<void> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'send_out');
  const { report_id: id, check_id: checkId } = queued;
  await inTransaction(ctx, async (tx) => {
    if (!(await markCalledOff(tx.db, caller, id, timeFor(tx, caller)))) throw new Refusal('state_does_not_allow');
    await storeEvents(tx, caller, [{ type: 'report.application_called_off', resourceId: id, checkId, reportId: id }]);
  });
}

/** Takes back that it was made. Twice is the same as once. Refuses with `state_does_not_allow` a report that is over. */
export async function takeApplicationBack(ctx: Ctx, screener: Screener, reportId: string): Promise<void> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'send_out');
  const { report_id: id, check_id: checkId } = queued;
  const target = { checkId, reportId: id };
  await withLockedReport(ctx, caller, target, (tx) => takeBackApplied(tx, caller, target));
}
