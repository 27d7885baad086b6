// Rows of what clients ask candidates before they decide, and of the answers: only ever inserted.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** The kind of the deadline at which the day for the answer is over. */
export const HEARING = 'hearing';

export interface HearingRow {
  readonly check_id: string;
  readonly id: string;
  readonly sealed_words: Buffer;
  readonly answer_by: IsoDate;
  readonly asked_by: Actor;
  readonly asked_at: Date;
  /** The client has decided since, or nothing waits for its decision any more. */
  readonly is_over: boolean;
  /** Nothing waited for a decision any more. */
  readonly is_ended: boolean;
  /** The newest answer. */
  readonly answered_at: Date | null;
  /** When the day for the answer is over; null once nothing waits for that. */
  readonly due_at: Date | null;
}

/** Of each check the newest first. */
export function findHearings(db: Db, tenant: Tenant, checkIds: readonly string[]): Promise<HearingRow[]> {
  return db.rows<HearingRow>(sql`
    select h.check_id, h.id, h.sealed_words, h.answer_by, h.asked_by, h.asked_at, d.due_at,
      coalesce(c.decided_at >= h.asked_at, false) or e.is_ended as is_over, e.is_ended,
      (
        select max(a.answered_at) from hearing_answers a
        where (a.account_id, a.environment, a.check_id, a.hearing_id) = (h.account_id, h.environment, h.check_id, h.id)
      ) as answered_at
    from hearings h
    join checks c on (c.account_id, c.environment, c.id) = (h.account_id, h.environment, h.check_id)
    cross join lateral (
      select exists (
        select from events e
        where (e.account_id, e.environment, e.check_id) = (h.account_id, h.environment, h.check_id)
          and e.type = 'check.hearing_ended' and e.occurred_at >= h.asked_at
      ) as is_ended
    ) e
    left join deadlines d
      on (d.account_id, d.environment, d.kind, d.subject_id) = (h.account_id, h.environment, ${HEARING}, h.id)
    where h.account_id = ${tenant.accountId} and h.environment = ${tenant.environment}
      and h.check_id = any (${checkIds}::uuid[])
    order by h.check_id, h.asked_at desc, h.id desc`);
}

type NewHearing = Omit<HearingRow, 'is_over' | 'is_ended' | 'answered_at' | 'due_at'>;

export async function insertHearing(db: Db, tenant: Tenant, hearing: NewHearing): Promise<void> {
  await db.run(sql`
    insert into hearings (account_id, environment, check_id, id, sealed_words, answer_by, asked_by, asked_at)
    values (${tenant.accountId}, ${tenant.environment}, ${hearing.check_id}, ${hearing.id}, ${hearing.sealed_words},
      ${hearing.answer_by}, ${hearing.asked_by}, ${hearing.asked_at})`);
}

export interface HearingAnswerRow {
  readonly hearing_id: string;
  readonly id: string;
  readonly sealed_text: Buffer;
  readonly answered_at: Date;
}

/** The oldest first. */
export function findHearingAnswers(db: Db, tenant: Tenant, checkId: string): Promise<HearingAnswerRow[]> {
  return db.rows<HearingAnswerRow>(sql`
    select hearing_id, id, sealed_text, answered_at from hearing_answers
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    order by answered_at, id`);
}

export async function insertHearingAnswer(
  db: Db,
  tenant: Tenant,
  answer: HearingAnswerRow & { readonly checkId: string },
): Promise<void> {
  await db.run(sql`
    insert into hearing_answers (account_id, environment, check_id, hearing_id, id, sealed_text, answered_at)
    values (${tenant.accountId}, ${tenant.environment}, ${answer.checkId}, ${answer.hearing_id}, ${answer.id},
      ${answer.sealed_text}, ${answer.answered_at})`);
}
