// What candidates say of results that is not dealt with.
import type { Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { Dispute } from './dispute-rules.ts';

/** Of a message `m`. */
const isOpenDispute: Sql = sql`m.disputes_result and m.handled_at is null`;

/** Of a check `c` of the tenant: its candidate says that a result is not right. */
export const isDisputed = (tenant: Tenant): Sql => sql`exists (
  select from candidate_messages m
  where m.account_id = ${tenant.accountId} and m.environment = ${tenant.environment} and m.check_id = c.id
    and ${isOpenDispute})`;

export const findDisputes = (db: Db, tenant: Tenant, checkId: string): Promise<Dispute[]> =>
  db.rows<Dispute>(sql`
    select m.report_id, m.sent_at, m.kind = 'reference_update' as is_update from candidate_messages m
    where m.account_id = ${tenant.accountId} and m.environment = ${tenant.environment} and m.check_id = ${checkId}
      and ${isOpenDispute}`);

/** From when until when results were disputed after that moment, the oldest first. */
export const findDisputeSpans = (
  db: Db,
  tenant: Tenant,
  checkId: string,
  since: Date,
): Promise<{ readonly sent_at: Date; readonly handled_at: Date | null }[]> =>
  db.rows(sql`
    select m.sent_at, m.handled_at from candidate_messages m
    where m.account_id = ${tenant.accountId} and m.environment = ${tenant.environment} and m.check_id = ${checkId}
      and m.disputes_result and (m.handled_at is null or m.handled_at > ${since})
    order by m.sent_at`);
