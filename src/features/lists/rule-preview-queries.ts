// Queries the outcomes of an account on which result rules are tried before they are published.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { TrafficLight } from '../reports/report-rules.ts';

export interface TriedOutcome {
  readonly report_id: string;
  readonly report_type_id: number;
  readonly traffic_light: TrafficLight;
  readonly sealed_findings: Buffer;
  readonly applicant_id: string;
  readonly sealed_key: Buffer;
  /** In the United Kingdom. */
  readonly completed_on: IsoDate;
}

/** Of live reports that are complete, the newest first; without those of people whose processing is restricted. */
export function findTriedOutcomes(
  db: Db,
  accountId: string,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<TriedOutcome[]> {
  return db.rows<TriedOutcome>(sql`
    select r.id as report_id, r.report_type_id, r.traffic_light, r.sealed_findings, c.applicant_id, a.sealed_key,
      (r.completed_at at time zone 'Europe/London')::date as completed_on
    from reports r
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    where r.account_id = ${accountId} and r.environment = 'live' and r.status = 'complete'
      and r.completed_at >= ${since} and r.sealed_findings is not null and r.traffic_light is not null
      and a.sealed_key is not null
      and not ${isCheckRestricted}
    order by r.completed_at desc, r.id limit ${limit}`);
}
