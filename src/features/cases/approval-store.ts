// Rows of reviews, and what the desk keeps of a screener whose work is reviewed.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { ReviewDecision } from './approval-rules.ts';

export interface NewReview {
  readonly id: string;
  readonly reportId: string;
  readonly version: number;
  readonly proposedBy: Actor;
  readonly decision: ReviewDecision;
  readonly code: string | null;
  readonly sealedText: Buffer | null;
  readonly reviewerId: string | null;
  readonly decidedAt: Date;
}

export async function insertReview(db: Db, tenant: Tenant, review: NewReview): Promise<void> {
  await db.run(sql`
    insert into report_reviews (account_id, environment, id, report_id, version, proposed_by, decision, code, sealed_text,
      reviewer_id, decided_at)
    values (${tenant.accountId}, ${tenant.environment}, ${review.id}, ${review.reportId}, ${review.version},
      ${review.proposedBy}, ${review.decision}, ${review.code}, ${review.sealedText}, ${review.reviewerId},
      ${review.decidedAt})`);
}

export interface ReviewRow {
  readonly id: string;
  readonly version: number;
  readonly decision: ReviewDecision;
  readonly code: string | null;
  readonly sealed_text: Buffer | null;
  readonly reviewer: string | null;
  readonly decided_at: Date;
}

/** Oldest first, with the name of the reviewer. */
export function findReviews(db: Db, tenant: Tenant, reportId: string): Promise<ReviewRow[]> {
  return db.rows<ReviewRow>(sql`
    select v.id, v.version, v.decision, v.code, v.sealed_text, d.name as reviewer, v.decided_at
    from report_reviews v left join desk_users d on d.id = v.reviewer_id
    where v.account_id = ${tenant.accountId} and v.environment = ${tenant.environment} and v.report_id = ${reportId}
    order by v.decided_at, v.id`);
}

export interface NamedAuthor {
  readonly version: number;
  readonly author: Actor;
  /** Null unless it is a user of the desk. */
  readonly name: string | null;
  readonly decided_at: Date;
}

/** Who gave each version of an outcome, oldest first. */
export function findNamedAuthors(db: Db, tenant: Tenant, reportId: string): Promise<NamedAuthor[]> {
  return db.rows<NamedAuthor>(sql`
    select o.version, o.author, d.name, o.decided_at
    from report_outcomes o left join desk_users d on o.author = 'user:' || d.id
    where o.account_id = ${tenant.accountId} and o.environment = ${tenant.environment} and o.report_id = ${reportId}
    order by o.version`);
}

export interface ScreenerQualityRow {
  /** `yyyy-mm-dd` */
  readonly new_until: string | null;
  readonly sample_percent: number | null;
}

export function findScreenerQuality(db: Db, deskUserId: string): Promise<ScreenerQualityRow | undefined> {
  return db.row<ScreenerQualityRow>(sql`
    select new_until, sample_percent from desk_users where id = ${deskUserId}`);
}
