// Applies the outcome of an exchange with a provider: report, request and record change in one transaction.
import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, inTransaction, type Tenant, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { newFraction } from '../../platform/encryption/random.ts';
import { readApprovalSettings } from '../accounts/account-settings-actions.ts';
import { judgeAnswer } from '../cases/result-rule-actions.ts';
import { certificateOrderOf } from '../checks/certificate-order-rules.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { moveReport } from '../checks/check-progress-actions.ts';
import type { TakenAnswer } from '../monitoring/monitor-actions.ts';
import { endStep, hasOpenStep, openStep, wasStepRefused } from '../queries/outside-step-actions.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { readAgreedJobRole } from '../report-types/report-type-actions.ts';
import { isCriminalRecord, reportTypeById } from '../report-types/report-type-rules.ts';
import { outcomeDemanded } from '../reports/approval-rules.ts';
import { certificateDeviations } from '../reports/certificate-rules.ts';
import { readOutcomeVersion } from '../reports/outcome-actions.ts';
import { manualProvider, type Report } from '../reports/report.ts';
import { jobOf } from '../reports/report-actions.ts';
import { contradictionsOf, type Outcome, outcomeProblems, trafficLightOf } from '../reports/report-rules.ts';
import { answeredOutcomes } from '../reports/source-answer-rules.ts';
import {
  type ExchangeOutcome,
  type Fault,
  type Said,
  type Situation,
  type Verdict,
  verdictOn,
} from './answer-rules.ts';
import { findChoice } from './choice-store.ts';
import type { CandidateStep, Provider } from './provider.ts';
import type { RecordedCall } from './provider-calls.ts';
import { moveOfResult, outcomeWithin, withholdsName } from './provider-rules.ts';
import { nextRequestState } from './request-states.ts';
import {
  type ExchangeKind,
  findExchanges,
  insertExchange,
  insertProviderCost,
  lockRequest,
  type RequestRow,
  updateRequest,
} from './request-store.ts';

/** The properties of the answering provider. */
type Answering = Pick<Provider, 'name' | 'capabilities' | 'limits'>;

export interface Target extends Tenant {
  readonly checkId: string;
  readonly reportId: string;
}

/** A report with the data that its requests need. */
export interface TargetReport {
  readonly check: Check;
  readonly report: Report;
  readonly key: DataKey;
}

/** Undefined if the report does not exist, or its candidate was erased. */
export async function readTarget(ctx: Ctx, target: Target): Promise<TargetReport | undefined> {
  const { check, key } = await readCheckAndKey(ctx, target, target.checkId);
  const report = check.reports.find(({ id }) => id === target.reportId);
  return report === undefined || key === undefined ? undefined : { check, report, key };
}

export interface Exchange {
  readonly kind: ExchangeKind;
  readonly startedAt: Date;
  readonly calls: readonly RecordedCall[];
  readonly said: Said;
}

/** The stored content of an exchange, encrypted with the applicant's key. */
export interface ExchangeContent {
  readonly said: Said;
  readonly calls: readonly RecordedCall[];
}

const contentOf = (exchangeId: string) => `provider_exchanges.content ${exchangeId}`;

/** null if the provider was not called. */
export const openContent = (key: DataKey, exchangeId: string, sealed: Buffer): ExchangeContent | null =>
  key.open<ExchangeContent | null>(contentOf(exchangeId), sealed);

const reasonOf = (said: Said) => (said.kind === 'fault' || said.kind === 'needs_person' ? said.reason : null);

/** Stores an exchange with what it meant. */
export async function recordExchange(
  tx: Ctx,
  target: Target,
  key: DataKey,
  { name, limits }: Answering,
  { kind, startedAt, calls, said }: Exchange,
  outcome: ExchangeOutcome,
): Promise<void> {
  const id = tx.newId();
  // A request costs once: when it is accepted, or answered at once.
  const isAsked = kind === 'request' || kind === 'recheck';
  const isPaid = outcome === 'accepted' || (isAsked && (said.kind === 'result' || said.kind === 'awaits_candidate'));
  const exchange = {
    id,
    reportId: target.reportId,
    provider: name,
    kind,
    outcome,
    reason: reasonOf(said),
    started_at: startedAt,
    duration_ms: Math.max(0, tx.now().getTime() - startedAt.getTime()),
    cost_pence: isPaid ? limits.costPence : 0,
    sealed_content: key.seal(contentOf(id), { said, calls } satisfies ExchangeContent),
  };
  await insertExchange(tx.db, target, exchange);
  if (exchange.cost_pence > 0 && target.environment === 'live') await insertProviderCost(tx.db, target, exchange);
}

/** Whether the result equals the provider's stored result; undefined if there is none. */
async function isSameResult(tx: Ctx, target: Target, key: DataKey, provider: string, said: Said) {
  if (said.kind !== 'result') return undefined;
  const rows = await findExchanges(tx.db, target, target.reportId);
  const taken = rows.find((row) => row.provider === provider && row.outcome === 'result');
  if (taken === undefined) return undefined;
  const before = openContent(key, taken.id, taken.sealed_content)?.said;
  // Compare in stored form: JSON leaves out undefined properties.
  const now = JSON.parse(JSON.stringify(said.outcome)) as unknown;
  return before?.kind === 'result' && isDeepStrictEqual(before.outcome, now);
}

/** What the provider answered last of a report; undefined if a person answered, or it was erased. */
export async function takenAnswer(ctx: Ctx, target: Target): Promise<TakenAnswer | undefined> {
  const found = await readTarget(ctx, target);
  if (found === undefined || found.report.provider === manualProvider) return undefined;
  const taken: readonly string[] = answeredOutcomes;
  const rows = await findExchanges(ctx.db, target, target.reportId);
  const row = rows.findLast(({ provider, outcome }) => provider === found.report.provider && taken.includes(outcome));
  const said = row && openContent(found.key, row.id, row.sealed_content)?.said;
  return said?.kind === 'result' ? { outcome: said.outcome, askedAt: row!.started_at } : undefined;
}

const unreadable: Fault = { kind: 'fault', reason: 'unreadable', retryAt: undefined };

/** A result that the report cannot take counts as an unreadable answer. */
export function understood(said: Said, { reportTypeId, options }: Report, today: IsoDate): Said {
  if (said.kind !== 'result') return said;
  const type = reportTypeById(reportTypeId);
  const isTaken =
    type !== undefined && !outcomeProblems(outcomeWithin(type, said.outcome), type, { options, today }).any;
  return isTaken ? said : unreadable;
}

export const callerOf = ({ accountId, environment }: Tenant, provider: string): Caller => ({
  accountId,
  environment,
  actor: `provider:${provider}`,
  clockOffsetSeconds: 0,
});

/** Whether a Clear rests on a certificate of another order or person: that is for a person to decide. */
async function isOtherCertificate(tx: Ctx, { check, report }: TargetReport, type: ReportType, outcome: Outcome) {
  if (type.certificate === null || outcome.result !== 'clear') return false;
  const roleId = check.order.criminal_details?.JobRoleId ?? null;
  const jobRole = roleId === null ? undefined : await readAgreedJobRole(tx, check.tenant.accountId, roleId);
  return certificateDeviations(type, outcome.findings, certificateOrderOf({ check, report, jobRole })).length > 0;
}

async function moveByResult(tx: Ctx, target: Target, found: TargetReport, provider: Answering, said: Said) {
  const { report } = found;
  const type = reportTypeById(report.reportTypeId);
  if (said.kind !== 'result' || type === undefined) return;
  const choice = await findChoice(tx.db, target.accountId, report.reportTypeId);
  const settings = await readApprovalSettings(tx, target.accountId);
  const work = { isCriminalRecord: isCriminalRecord(type.id) };
  const reasons = outcomeDemanded(said.outcome.result, work, settings);
  // The provider was asked before a person decided: it does not replace their outcome by itself.
  const answered = outcomeWithin(type, said.outcome);
  const caller = callerOf(target, provider.name);
  const trafficLight = trafficLightOf(answered.result, answered.trafficLight);
  const { findings, isOtherwise } = await judgeAnswer(tx, caller, report, { ...answered, trafficLight });
  const outcome = { ...answered, findings };
  const isDecidedBefore = (await readOutcomeVersion(tx, target, target.reportId)) > 0;
  // An answer that contradicts itself is for a person.
  const needsPerson =
    reasons.length > 0 ||
    isDecidedBefore ||
    // Rules propose; a person decides.
    isOtherwise ||
    contradictionsOf(outcome, type).length > 0 ||
    // It answers for the other names only.
    withholdsName(found.check.order.facts, provider.capabilities) ||
    (await isOtherCertificate(tx, found, type, outcome));
  const move = needsPerson
    ? 'await_approval'
    : moveOfResult(said.outcome, choice?.person_releases ?? 'not_clear', provider.capabilities);
  const moved = { checkId: target.checkId, reportId: target.reportId, status: report.status };
  await moveReport(tx, caller, moved, {
    move,
    outcome,
    ...(move === 'await_approval' && {
      demands: () => ['provider_answer', ...(isOtherwise ? (['result_rules'] as const) : []), ...reasons],
    }),
  });
}

/** The candidate has done their part once the provider waits for them no more. Returns whether a step ended. */
const endStepFor = async (tx: Ctx, caller: Caller, target: Target, { kind }: Said): Promise<boolean> =>
  ['accepted', 'result', 'needs_person'].includes(kind) && endStep(tx, caller, target, 'answered');

/** A report that waits for something else is asked about again when it goes on. */
async function askCandidate(
  tx: Ctx,
  caller: Caller,
  { check, report }: TargetReport,
  { url, endsAt, text }: CandidateStep,
): Promise<void> {
  const target = { checkId: check.id, reportId: report.id };
  if (report.status === 'awaiting_data' || (await hasOpenStep(tx, caller, target)))
    await openStep(tx, caller, target, { url, endsAt, text });
}

export type AskNext = (tx: Ctx, target: Target, found: TargetReport, isForPerson: boolean) => Promise<void>;

async function changeRequest(tx: Ctx, target: Target, row: RequestRow, verdict: Verdict, said: Said): Promise<void> {
  const { move, nextAt = null, attempts = row.attempts } = verdict;
  const status = move === undefined ? row.status : (nextRequestState(row.status, move) ?? row.status);
  const named = 'reference' in said ? said.reference : undefined;
  await updateRequest(tx.db, target, {
    reportId: target.reportId,
    provider: row.provider,
    status,
    reference: named ?? row.reference,
    attempts,
    // The candidate's time is not the provider's.
    acceptedAt: move === 'accept' || said.kind === 'awaits_candidate' ? tx.now() : row.accepted_at,
    nextAt,
  });
  if (nextAt !== null) await scheduleRequestJob(tx, target, nextAt);
}

/** Replaces an earlier job of the report. */
export async function scheduleRequestJob(tx: Ctx, target: Target, runAt: Date): Promise<void> {
  const payload = jobOf(target, { id: target.reportId, checkId: target.checkId });
  await tx.jobs.add(tx.db, 'request_report', payload, { runAt, key: `request_report ${target.reportId}` });
}

/** A result that the report refuses, as it refuses an invalid outcome of a screener, counts as an unreadable answer. */
export async function takeAsUnderstood<T>(exchange: Exchange, take: (exchange: Exchange) => Promise<T>): Promise<T> {
  try {
    return await take(exchange);
  } catch (error) {
    const isRefused = error instanceof Refusal && error.reason === 'invalid_fields';
    if (!isRefused || exchange.said.kind !== 'result') throw error;
    return take({ ...exchange, said: unreadable });
  }
}

/** Returns the outcome of the exchange; undefined if the provider was never asked about this report. */
export const takeAnswer = (
  ctx: Ctx,
  provider: Answering,
  target: Target,
  exchange: Exchange,
  askNext: AskNext,
): Promise<Verdict['outcome'] | undefined> =>
  takeAsUnderstood(exchange, (readable) => take(ctx, provider, target, readable, askNext));

function take(ctx: Ctx, provider: Answering, target: Target, exchange: Exchange, askNext: AskNext) {
  return inTransaction(ctx, async (tx) => {
    const caller = callerOf(target, provider.name);
    const row = await lockRequest(tx.db, target, target.reportId, provider.name);
    const asked = row === undefined ? undefined : await readTarget(tx, target);
    if (row === undefined || asked === undefined) return undefined;
    const said = understood(exchange.said, asked.report, todayFor(tx, caller));
    // Nothing goes on about a restricted person: the provider is asked again when that has ended.
    const isHeld = asked.check.isRestricted && (await hasOpenStep(tx, caller, target));
    const hasEnded = !isHeld && (await endStepFor(tx, caller, target, said));
    const found = hasEnded ? (await readTarget(tx, target))! : asked;
    const situation: Situation = {
      request: { status: row.status, attempts: row.attempts, beganAt: row.began_at, acceptedAt: row.accepted_at },
      reportStatus: found.report.status,
      answersWithinHours: provider.limits.answersWithinHours,
      isSameResult: await isSameResult(tx, target, found.key, provider.name, said),
      now: tx.now(),
      random: newFraction(),
      isHeld,
      isStepRefused: said.kind === 'awaits_candidate' && (await wasStepRefused(tx, caller, target)),
    };
    const verdict = verdictOn(said, situation);
    if (said.kind === 'awaits_candidate' && verdict.outcome === 'awaits_candidate')
      await askCandidate(tx, caller, found, said);
    if (verdict.takesResult) await moveByResult(tx, target, found, provider, said);
    await recordExchange(tx, target, found.key, provider, { ...exchange, said }, verdict.outcome);
    if (verdict.move !== undefined || verdict.nextAt !== undefined || verdict.attempts !== undefined) {
      await changeRequest(tx, target, row, verdict, said);
    }
    if (verdict.move === 'give_up' || verdict.move === 'need_person' || verdict.move === 'cancel') {
      await endStep(tx, caller, target, 'withdrawn');
      await askNext(tx, target, found, verdict.move !== 'give_up');
    }
    return verdict.outcome;
  });
}

/** Records why a chosen provider was skipped. */
export async function recordNotAsked(
  tx: Ctx,
  target: Target,
  key: DataKey,
  provider: string,
  reason: 'not_set_up' | 'type_not_covered' | 'country_not_covered' | 'no_form' | 'other_person',
): Promise<void> {
  const id = tx.newId();
  await insertExchange(tx.db, target, {
    id,
    reportId: target.reportId,
    provider,
    kind: 'request',
    outcome: 'not_asked',
    reason,
    started_at: tx.now(),
    duration_ms: 0,
    cost_pence: 0,
    sealed_content: key.seal(contentOf(id), null),
  });
}
