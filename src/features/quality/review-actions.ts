// Reviews of completed reports: what a reviewer records, what its screener appeals, and what somebody else decides.
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand, mayDo } from '../access/permissions.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { type OpenedReport, openReport, ownReport, type Screener } from '../cases/screening-actions.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { listErrorTypes } from '../error-types/error-type-actions.ts';
import type { Severity } from '../error-types/error-type-rules.ts';
import {
  type AppealDecision,
  decisionsOn,
  type FindingState,
  type FindingStep,
  type GivenQualityReview,
  mayAppeal,
  readQualityReview,
  stateOfFinding,
  wordsProblems,
} from './review-rules.ts';
import {
  findFindings,
  findReviewVersions,
  findSample,
  findSteps,
  insertFinding,
  insertQualityReview,
  insertStep,
  lockSample,
  type SampleRow,
} from './review-store.ts';

const praiseOf = (reportId: string, version: number) => `quality_reviews.praise ${reportId} ${version}`;
const textOfFinding = (id: string) => `quality_findings.text ${id}`;
const textOfStep = (id: string, step: FindingStep) => `quality_finding_steps.text ${id} ${step}`;

export interface QualityStep {
  readonly step: FindingStep;
  /** Empty if the candidate was erased; those of findings and praise too. */
  readonly text: string;
  readonly by: string;
  readonly at: Date;
}

export interface QualityFinding {
  readonly id: string;
  readonly code: string;
  readonly severity: Severity;
  readonly text: string;
  readonly state: FindingState;
  /** The oldest first. */
  readonly steps: readonly QualityStep[];
}

export interface QualityReview {
  readonly version: number;
  readonly reviewerId: string;
  readonly reviewer: string;
  readonly praise: string;
  readonly at: Date;
  readonly findings: readonly QualityFinding[];
}

interface OfReport {
  readonly reportId: string;
  readonly key: DataKey | undefined;
}

/** The oldest version first. */
async function readReviews(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  { reportId, key }: OfReport,
): Promise<QualityReview[]> {
  const [versions, findings] = [
    await findReviewVersions(ctx.db, caller, reportId),
    await findFindings(ctx.db, caller, reportId),
  ];
  const steps = await findSteps(
    ctx.db,
    caller,
    findings.map(({ id }) => id),
  );
  const opened = (place: string, sealed: Buffer | null) =>
    sealed === null || key === undefined ? '' : key.open<string>(place, sealed);
  return versions.map(({ version, reviewer_id: reviewerId, reviewer, sealed_praise: praise, reviewed_at: at }) => ({
    ...{ version, reviewerId, reviewer, at, praise: opened(praiseOf(reportId, version), praise) },
    findings: findings
      .filter((one) => one.review_version === version)
      .map(({ id, code, severity, sealed_text: text }) => {
        const own = steps.filter((one) => one.finding_id === id);
        return {
          ...{ id, code, severity, text: opened(textOfFinding(id), text), state: stateOfFinding(own) },
          steps: own.map(({ step, sealed_text: words, by, taken_at: takenAt }) => ({
            ...{ step, text: opened(textOfStep(id, step), words), by, at: takenAt },
          })),
        };
      }),
  }));
}

export interface ReportQuality {
  readonly opened: OpenedReport;
  /** Undefined unless the report was drawn. */
  readonly sample: SampleRow | undefined;
  /** The oldest version first. */
  readonly reviews: readonly QualityReview[];
}

/**
 * The report with its reviews, after recording the reading. Refuses with `not_permitted` who neither reviews nor reads the team,
 * unless it is their own work.
 */
export async function openQuality(ctx: Ctx, reader: Screener, reportId: string): Promise<ReportQuality> {
  const { caller: before, queued } = await ownReport(ctx, reader, reportId);
  demand(before, 'read_reports');
  const sample = await findSample(ctx.db, before, queued.report_id);
  const readsAll = mayDo(reader, 'approve_outcomes') || mayDo(reader, 'read_team');
  if (!readsAll && sample?.screener_id !== reader.userId) throw new Refusal('not_permitted');
  const opened = await openReport(ctx, reader, reportId);
  const { caller, key, report } = opened;
  return { opened, sample, reviews: await readReviews(ctx, caller, { reportId: report.id, key }) };
}

/** For the page of the report itself, which recorded the reading; undefined where the reader may not know of it. */
export async function readQualityOf(ctx: Pick<Ctx, 'db'>, opened: OpenedReport, reader: Screener) {
  const { caller, report, key } = opened;
  demand(caller, 'read_reports');
  const sample = await findSample(ctx.db, caller, report.id);
  if (sample === undefined) return undefined;
  if (sample.screener_id !== reader.userId && !mayDo(reader, 'approve_outcomes') && !mayDo(reader, 'read_team'))
    return undefined;
  return { sample, newest: (await readReviews(ctx, caller, { reportId: report.id, key })).at(-1) };
}

/** The sample of a report in a transaction that nobody else is in, with its newest review. */
async function holdSample(tx: Ctx, screener: Screener, reportId: string) {
  const { caller, queued } = await ownReport(tx, screener, reportId);
  const id = queued.report_id;
  await lockSample(tx.db, caller, id);
  const sample = await findSample(tx.db, caller, id);
  const { key, check } = await readCheckAndKey(tx, caller, queued.check_id);
  if (await isRestricted(tx.db, caller, check.applicantId)) throw restrictedRefusal();
  if (sample === undefined || key === undefined) throw new Refusal('not_found');
  return { caller, id, sample, key, newest: (await readReviews(tx, caller, { reportId: id, key })).at(-1) };
}

/** After an appeal the appeal decides, and no new version. */
export const isCorrectable = ({ findings }: Pick<QualityReview, 'findings'>): boolean =>
  findings.every(({ state }) => state === 'stands');

/**
 * Records what a reviewer found, or a correction of it, which is a new version. Refuses with `invalid_fields` (as
 * `readQualityReview`), with `not_permitted` whose work it is, and with `state_does_not_allow` once a finding is appealed.
 * @param seenVersion the version that the page showed; 0 for none
 */
export async function recordQualityReview(
  ctx: Ctx,
  reviewer: Screener,
  reportId: string,
  given: GivenQualityReview,
  seenVersion: number,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { caller, id, sample, key, newest } = await holdSample(tx, reviewer, reportId);
    demand(caller, 'approve_outcomes');
    if (sample.screener_id === reviewer.userId) throw new Refusal('not_permitted');
    if (newest !== undefined && !isCorrectable(newest)) throw new Refusal('state_does_not_allow');
    const kept = newest?.findings.map(({ code }) => code) ?? [];
    const types = (await listErrorTypes(tx, caller)).filter((one) => one.isInUse || kept.includes(one.code));
    const { problems, found } = readQualityReview(given, types);
    if ((newest?.version ?? 0) !== seenVersion)
      problems.add('verdict', 'was recorded by somebody meanwhile: look at it, then record again');
    problems.refuse('invalid_fields');
    const version = seenVersion + 1;
    await insertQualityReview(tx.db, caller, {
      ...{ reportId: id, version, reviewerId: reviewer.userId, reviewedAt: timeFor(tx, caller) },
      sealedPraise: given.praise === '' ? null : key.seal(praiseOf(id, version), given.praise),
    });
    for (const [index, { code, severity, text }] of found.entries()) {
      const finding = tx.newId();
      await insertFinding(
        tx.db,
        caller,
        { reportId: id, version },
        { id: finding, position: index + 1, code, severity, sealed_text: key.seal(textOfFinding(finding), text) },
      );
    }
  });
}

interface Said {
  readonly findingId: string;
  readonly step: FindingStep;
  readonly text: string;
}

async function takeStep(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  { findingId, step, text }: Said,
  isAllowed: (of: Parameters<typeof mayAppeal>[1]) => boolean,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { caller, sample, key, newest } = await holdSample(tx, screener, reportId);
    demand(caller, step === 'appealed' ? 'record_outcomes' : 'approve_outcomes');
    const finding = newest?.findings.find((one) => one.id === findingId);
    if (newest === undefined || finding === undefined) throw new Refusal('not_found');
    const { reviewerId } = newest;
    const of = { screenerId: sample.screener_id, reviewerId, state: finding.state };
    if (finding.state !== (step === 'appealed' ? 'stands' : 'appealed')) throw new Refusal('state_does_not_allow');
    if (!isAllowed(of)) throw new Refusal('not_permitted');
    wordsProblems(text).refuse('invalid_fields');
    await insertStep(tx.db, caller, {
      ...{ findingId, step, sealedText: key.seal(textOfStep(findingId, step), text) },
      ...{ takenBy: screener.userId, takenAt: timeFor(tx, caller) },
    });
  });
}

/**
 * The screener says why a finding in their own work is wrong. Refuses with `invalid_fields` (`text`), `not_permitted`, and
 * `state_does_not_allow` once it was appealed.
 */
export const appealFinding = (
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  { findingId, text }: Omit<Said, 'step'>,
): Promise<void> =>
  takeStep(ctx, screener, reportId, { findingId, text, step: 'appealed' }, (of) => mayAppeal(screener.userId, of));

/** Upholds a finding that was appealed, or withdraws it: then it counts no more. Refuses as `appealFinding`. */
export const decideAppeal = (
  ctx: Ctx,
  reviewer: Screener,
  reportId: string,
  { findingId, text, decision }: Omit<Said, 'step'> & { readonly decision: AppealDecision },
): Promise<void> =>
  takeStep(ctx, reviewer, reportId, { findingId, text, step: decision }, (of) =>
    decisionsOn(reviewer.userId, of).includes(decision),
  );
