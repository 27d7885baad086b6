// Rows of reviews of access and of what was decided in them.
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { AccessFacts, Decision, SubjectKind } from './access-review-rules.ts';

export interface ReviewRow {
  readonly id: string;
  readonly started_at: Date;
  readonly started_by: string;
  readonly started_by_name: string | null;
  readonly ended_at: Date | null;
  readonly ended_by_name: string | null;
}

export interface DecisionRow {
  readonly subject: SubjectKind;
  readonly subject_id: string;
  readonly decision: Decision;
  readonly shown: AccessFacts;
  readonly decided_by: string;
  readonly decided_at: Date;
  readonly by_name: string | null;
  readonly is_by_desk: boolean;
}

const nameOf = (actor: Sql): Sql => sql`(
  select name from desk_users where ${actor} = 'user:' || id::text
  union all select name from users where ${actor} = 'user:' || id::text)`;

const columns = sql`
  r.id, r.started_at, r.started_by, ${nameOf(sql`r.started_by`)} as started_by_name, r.ended_at,
  ${nameOf(sql`r.ended_by`)} as ended_by_name`;

/** @param accountId null for the desk, as everywhere here */
export const findReviews = (db: Db, accountId: string | null): Promise<ReviewRow[]> =>
  db.rows<ReviewRow>(sql`
    select ${columns} from access_reviews r
    where r.account_id is not distinct from ${accountId} order by r.started_at desc, r.id desc limit 100`);

/** Until the transaction ends, nobody else decides in it or ends it. */
export const holdOpenReview = (db: Db, accountId: string | null): Promise<{ readonly id: string } | undefined> =>
  db.row<{ id: string }>(sql`
    select id from access_reviews
    where account_id is not distinct from ${accountId} and ended_at is null for no key update`);

/** False if one is open already. */
export async function insertReview(
  db: Db,
  accountId: string | null,
  { id, by, at }: { readonly id: string; readonly by: string; readonly at: Date },
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into access_reviews (id, account_id, started_at, started_by) values (${id}, ${accountId}, ${at}, ${by})
    on conflict do nothing`);
  return inserted > 0;
}

export const endReviewRow = (
  db: Db,
  accountId: string | null,
  { id, by, at }: { readonly id: string; readonly by: string; readonly at: Date },
): Promise<number> =>
  db.run(sql`
    update access_reviews set ended_at = ${at}, ended_by = ${by}
    where account_id is not distinct from ${accountId} and id = ${id} and ended_at is null`);

export interface NewDecision {
  readonly id: string;
  readonly subject: SubjectKind;
  readonly subjectId: string;
  readonly decision: Decision;
  readonly shown: AccessFacts;
}

export async function insertDecisions(
  db: Db,
  accountId: string | null,
  given: {
    readonly reviewId: string;
    readonly by: string;
    readonly at: Date;
    readonly decisions: readonly NewDecision[];
  },
): Promise<void> {
  const { reviewId, by, at, decisions } = given;
  await db.run(sql`
    insert into access_review_decisions
      (id, account_id, review_id, subject, subject_id, decision, shown, decided_by, decided_at)
    select d.id, ${accountId}, ${reviewId}, d.subject, d."subjectId", d.decision, d.shown, ${by}, ${at}
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb)
      as d (id uuid, subject text, "subjectId" uuid, decision text, shown jsonb)`);
}

/** The oldest first; of several about one subject the newest counts. */
export const findDecisions = (db: Db, accountId: string | null, reviewId: string): Promise<DecisionRow[]> =>
  db.rows<DecisionRow>(sql`
    select d.subject, d.subject_id, d.decision, d.shown, d.decided_by, d.decided_at,
      ${nameOf(sql`d.decided_by`)} as by_name,
      exists (select from desk_users w where d.decided_by = 'user:' || w.id::text) as is_by_desk
    from access_review_decisions d
    where d.account_id is not distinct from ${accountId} and d.review_id = ${reviewId}
    order by d.decided_at, d.id`);
