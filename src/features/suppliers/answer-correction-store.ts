// Rows of answers of suppliers that another answer took the place of.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { CorrectionReason } from './supplier-request.ts';

export interface EarlierAnswerRow {
  readonly request_id: string;
  readonly sealed_words: Buffer;
  readonly received_on: IsoDate;
  readonly recorded_by: Actor;
  readonly replaced_because: CorrectionReason;
}

/** The oldest first. */
export async function findEarlierAnswers(
  db: Db,
  tenant: Tenant,
  requestIds: readonly string[],
): Promise<EarlierAnswerRow[]> {
  if (requestIds.length === 0) return [];
  return db.rows<EarlierAnswerRow>(sql`
    select e.request_id, e.sealed_words, e.received_on, e.recorded_by, e.replaced_because
    from supplier_earlier_answers e
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment}
      and e.request_id = any (${requestIds}::uuid[])
    order by e.request_id, e.version`);
}

export interface AnswerCorrection {
  readonly receivedOn: IsoDate;
  readonly sealedWords: Buffer;
  readonly because: CorrectionReason;
  readonly by: Actor;
  readonly at: Date;
}

/** Keeps the answer that stands as an earlier one. The caller has locked the check of the request. */
export async function replaceAnswer(db: Db, tenant: Tenant, id: string, one: AnswerCorrection): Promise<void> {
  const isIt = sql`q.account_id = ${tenant.accountId} and q.environment = ${tenant.environment} and q.id = ${id}`;
  await db.run(sql`
    insert into supplier_earlier_answers (account_id, environment, request_id, version, sealed_words, received_on,
      recorded_by, recorded_at, replaced_because)
    select q.account_id, q.environment, q.id, (
        select count(*) + 1 from supplier_earlier_answers e
        where (e.account_id, e.environment, e.request_id) = (q.account_id, q.environment, q.id)
      ), q.sealed_words, coalesce(q.corrected_on, q.received_on), coalesce(q.corrected_by, q.ended_by),
      coalesce(q.corrected_at, q.ended_at), ${one.because}
    from supplier_requests q where ${isIt}`);
  await db.run(sql`
    update supplier_requests q set sealed_words = ${one.sealedWords}, corrected_on = ${one.receivedOn},
      corrected_by = ${one.by}, corrected_at = ${one.at}
    where ${isIt}`);
}

export interface UnreadCorrection {
  readonly id: string;
  readonly check_id: string;
  readonly report_id: string;
  readonly supplier_id: string;
  readonly corrected_on: IsoDate;
  readonly corrected_at: Date;
}

/** Corrected answers of a report of which one came after its result, or after its outcome went to approval, unread by anybody. */
export function findUnreadCorrections(db: Db, tenant: Tenant, reportId: string): Promise<UnreadCorrection[]> {
  return db.rows<UnreadCorrection>(sql`
    select q.id, q.check_id, q.report_id, q.supplier_id, q.corrected_on, q.corrected_at
    from reports r join supplier_requests q
      on (q.account_id, q.environment, q.report_id) = (r.account_id, r.environment, r.id)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${reportId}
      and r.status in ('complete', 'awaiting_approval') and r.source_answered_at is not null
      and q.corrected_at is not null
    order by q.corrected_at, q.id`);
}
