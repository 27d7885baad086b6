// Reads every version of the outcomes of a check's reports, and which outcomes a reader of the document was given before.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { OutcomeVersion } from '../reports/outcome-rules.ts';
import type { GivenDocument, ReopenedVersion, ShownOutcomes } from './outcome-version-rules.ts';

/** In the order of the reports, oldest version first. */
export function findOutcomeVersions(db: Db, tenant: Tenant, checkId: string): Promise<OutcomeVersion[]> {
  return db.rows<OutcomeVersion>(sql`
    select o.account_id as "accountId", o.environment, o.report_id as "reportId", o.version, o.result,
      o.sub_result as "subResult", o.traffic_light as "trafficLight", o.sealed_findings as "sealedFindings", o.author,
      o.ground, o.decided_at as "decidedAt"
    from reports r
    join report_outcomes o on (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
    order by r.position, o.version`);
}

/** Oldest first. */
export function findReopenings(db: Db, tenant: Tenant, checkId: string): Promise<ReopenedVersion[]> {
  return db.rows<ReopenedVersion>(sql`
    select w.report_id as "reportId", w.version, w.code, w.decided_at as at,
      coalesce('user:' || w.reviewer_id, 'system') as by
    from reports r
    join report_reviews w on (w.account_id, w.environment, w.report_id) = (r.account_id, r.environment, r.id)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
      and w.decision = 'reopened'
    order by w.id`);
}

/** The newest document of the check that somebody was given and that showed other outcomes than these. */
export function findGivenBefore(
  db: Db,
  tenant: Tenant,
  checkId: string,
  shown: ShownOutcomes,
): Promise<GivenDocument | undefined> {
  return db.row<GivenDocument>(sql`
    select e.detail -> 'shown' as shown, e.occurred_at as "givenAt" from events e
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} and e.check_id = ${checkId}
      and e.type = 'check.results_read' and e.detail -> 'shown' <> ${JSON.stringify(shown)}::jsonb
    order by e.id desc limit 1`);
}
