// Rows of reviews of completed reports, of what they found, and of what became of each finding.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { Severity } from '../error-types/error-type-rules.ts';
import type { FindingStep } from './review-rules.ts';

export interface SampleRow {
  readonly version: number;
  readonly screener_id: string;
  readonly screener: string;
  readonly period_from: IsoDate | null;
  readonly period_to: IsoDate | null;
  readonly drawn_at: Date;
  /** Of a report that was chosen by hand; null otherwise. */
  readonly drawn_by_name: string | null;
}

export const findSample = (db: Db, tenant: Tenant, reportId: string): Promise<SampleRow | undefined> =>
  db.row<SampleRow>(sql`
    select s.version, s.screener_id, d.name as screener, s.period_from, s.period_to, s.drawn_at, h.name as drawn_by_name
    from quality_samples s
    join desk_users d on d.id = s.screener_id
    left join desk_users h on 'user:' || h.id = s.drawn_by
    where s.account_id = ${tenant.accountId} and s.environment = ${tenant.environment} and s.report_id = ${reportId}`);

export interface ReviewRow {
  readonly version: number;
  readonly reviewer_id: string;
  readonly reviewer: string;
  readonly sealed_praise: Buffer | null;
  readonly reviewed_at: Date;
}

/** The oldest first. */
export const findReviewVersions = (db: Db, tenant: Tenant, reportId: string): Promise<ReviewRow[]> =>
  db.rows<ReviewRow>(sql`
    select v.version, v.reviewer_id, d.name as reviewer, v.sealed_praise, v.reviewed_at
    from quality_reviews v join desk_users d on d.id = v.reviewer_id
    where v.account_id = ${tenant.accountId} and v.environment = ${tenant.environment} and v.report_id = ${reportId}
    order by v.version`);

export interface FindingRow {
  readonly id: string;
  readonly review_version: number;
  readonly code: string;
  readonly severity: Severity;
  readonly sealed_text: Buffer;
}

/** Of all versions, in their order. */
export const findFindings = (db: Db, tenant: Tenant, reportId: string): Promise<FindingRow[]> =>
  db.rows<FindingRow>(sql`
    select id, review_version, code, severity, sealed_text from quality_findings
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
    order by review_version, position`);

export interface StepRow {
  readonly finding_id: string;
  readonly step: FindingStep;
  readonly sealed_text: Buffer;
  readonly by: string;
  readonly taken_at: Date;
}

/** The oldest first. */
export const findSteps = (db: Db, tenant: Tenant, findingIds: readonly string[]): Promise<StepRow[]> =>
  db.rows<StepRow>(sql`
    select t.finding_id, t.step, t.sealed_text, d.name as by, t.taken_at
    from quality_finding_steps t join desk_users d on d.id = t.taken_by
    where t.account_id = ${tenant.accountId} and t.environment = ${tenant.environment}
      and t.finding_id = any (${findingIds}::uuid[])
    order by t.number`);

export interface NewReview {
  readonly reportId: string;
  readonly version: number;
  readonly reviewerId: string;
  readonly sealedPraise: Buffer | null;
  readonly reviewedAt: Date;
}

/** False if somebody else stored this version meanwhile. */
export async function insertQualityReview(db: Db, tenant: Tenant, review: NewReview): Promise<boolean> {
  const row = await db.row(sql`
    insert into quality_reviews (account_id, environment, report_id, version, reviewer_id, sealed_praise, reviewed_at)
    values (${tenant.accountId}, ${tenant.environment}, ${review.reportId}, ${review.version}, ${review.reviewerId},
      ${review.sealedPraise}, ${review.reviewedAt})
    on conflict do nothing returning version`);
  return row !== undefined;
}

export async function insertFinding(
  db: Db,
  tenant: Tenant,
  of: Pick<NewReview, 'reportId' | 'version'>,
  one: Omit<FindingRow, 'review_version'> & { readonly position: number },
): Promise<void> {
  await db.run(sql`
    insert into quality_findings (account_id, environment, id, report_id, review_version, position, code, severity, sealed_text)
    values (${tenant.accountId}, ${tenant.environment}, ${one.id}, ${of.reportId}, ${of.version}, ${one.position},
      ${one.code}, ${one.severity}, ${one.sealed_text})`);
}

/** False if it was taken meanwhile. */
export async function insertStep(
  db: Db,
  tenant: Tenant,
  one: {
    readonly findingId: string;
    readonly step: FindingStep;
    readonly sealedText: Buffer;
    readonly takenBy: string;
    readonly takenAt: Date;
  },
): Promise<boolean> {
  const row = await db.row(sql`
    insert into quality_finding_steps (account_id, environment, finding_id, step, number, sealed_text, taken_by, taken_at)
    values (${tenant.accountId}, ${tenant.environment}, ${one.findingId}, ${one.step}, ${one.step === 'appealed' ? 1 : 2},
      ${one.sealedText}, ${one.takenBy}, ${one.takenAt})
    on conflict do nothing returning number`);
  return row !== undefined;
}

/** Until the end of the transaction nobody else records a review of this report, or a step of its findings. */
export async function lockSample(db: Db, tenant: Tenant, reportId: string): Promise<void> {
  await db.run(sql`
    select pg_advisory_xact_lock(hashtext(${`quality_samples ${tenant.accountId} ${tenant.environment} ${reportId}`}))`);
}
