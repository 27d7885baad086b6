// What the single central record has of each person besides the checks themselves.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { type CheckRow, checkColumns } from '../checks/check-queries.ts';

/** Work on them has begun, and they are not over without a result. */
const isRecorded = sql`c.status not in ('awaiting_applicant', 'withdrawn', 'cancelled')`;

const seen = (scope: OrderScope): Sql => sql`
  from checks c join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
  where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and a.erased_at is null
    ${scope.subsidiaryId === null ? sql`` : sql`and c.subsidiary_id = ${scope.subsidiaryId}`}
    and ${isRecorded} and not ${isCheckRestricted}`;

/** The ids of people, in an order that stays. @param after the last of the part before */
export async function findRecordedPeople(
  db: Db,
  scope: OrderScope,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const rows = await db.rows<{ applicant_id: string }>(sql`
    select distinct c.applicant_id ${seen(scope)}
      ${after === undefined ? sql`` : sql`and c.applicant_id > ${after}`}
    order by c.applicant_id limit ${rawSql(String(limit))}`);
  return rows.map(({ applicant_id }) => applicant_id);
}

export interface RecordedCheckRow extends CheckRow {
  readonly starts_on: IsoDate | null;
  readonly decision: ClientDecision | null;
  readonly decided_by: string | null;
  /** Actors, written as in events. */
  readonly identity_by: string | null;
}

/** The checks of these people, the newest first. */
export function findRecordedChecks(
  db: Db,
  scope: OrderScope,
  applicantIds: readonly string[],
): Promise<RecordedCheckRow[]> {
  const ofCheck = (alias: string) =>
    sql`(${rawSql(alias)}.account_id, ${rawSql(alias)}.environment, ${rawSql(alias)}.check_id) = (c.account_id, c.environment, c.id)`;
  return db.rows<RecordedCheckRow>(sql`
    select ${checkColumns}, w.starts_on::text as starts_on, d.decision, d.decided_by,
      case when c.identity_confirmed_at is not null then (
        select e.actor from events e
        where ${ofCheck('e')} and e.type in ('check.identity_confirmed', 'check.identity_replaced')
        order by e.id desc limit 1
      ) end as identity_by
    from (select c.* ${seen(scope)} and c.applicant_id = any (${applicantIds}::uuid[])) c
    join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    left join work_starts w on ${ofCheck('w')}
    left join lateral (
      select d.decision, d.decided_by from client_decisions d where ${ofCheck('d')}
      order by d.decided_at desc, d.id desc limit 1
    ) d on true
    order by c.order_id desc`);
}
