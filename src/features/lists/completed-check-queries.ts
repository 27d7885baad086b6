// The checks of an account that were completed lately, for the first page of its portal.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { TrafficLight } from '../reports/report-rules.ts';

export interface CompletedCheck {
  readonly check_id: string;
  readonly applicant_id: string;
  readonly order_id: number;
  readonly completed_at: Date;
  /** Of the complete reports. */
  readonly lights: readonly TrafficLight[];
}

export interface WithdrawnCheck {
  readonly check_id: string;
  readonly order_id: number;
  readonly withdrawn_at: Date;
  /** The first day of work that was planned. */
  readonly starts_on: IsoDate | null;
}

/** Those from which the candidate withdrew, the newest first. */
export function findWithdrawnChecks(
  db: Db,
  scope: OrderScope,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<WithdrawnCheck[]> {
  return db.rows<WithdrawnCheck>(sql`
    select c.id as check_id, c.order_id, c.completed_at as withdrawn_at, s.starts_on
    from checks c
    left join work_starts s on (s.account_id, s.environment, s.check_id) = (c.account_id, c.environment, c.id)
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment}
      and ${isOfScope(scope, sql`c.subsidiary_id`)}
      and c.status = 'withdrawn' and c.completed_at >= ${since} and not ${isCheckRestricted}
      and exists (
        select from events e
        where (e.account_id, e.environment, e.check_id) = (c.account_id, c.environment, c.id)
          and e.type = 'check.withdrawn' and e.actor = 'candidate')
    order by c.completed_at desc, c.order_id desc limit ${limit}`);
}

/** The newest first. */
export function findCompletedChecks(
  db: Db,
  scope: OrderScope,
  { since, until, limit }: { readonly since: Date; readonly until?: Date; readonly limit: number },
): Promise<CompletedCheck[]> {
  return db.rows<CompletedCheck>(sql`
    select c.id as check_id, c.applicant_id, c.order_id, c.completed_at,
      array(
        select r.traffic_light from reports r
        where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id) and r.status = 'complete'
      ) as lights
    from checks c
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment}
      and ${isOfScope(scope, sql`c.subsidiary_id`)}
      and c.status = 'complete' and c.completed_at >= ${since}
      and c.completed_at < coalesce(${until ?? null}::timestamptz, 'infinity') and not ${isCheckRestricted}
    order by c.completed_at desc, c.order_id desc limit ${limit}`);
}
