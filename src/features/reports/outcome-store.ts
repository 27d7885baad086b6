// The versions of reports' outcomes: only ever inserted; the newest is the outcome that is shown.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { OutcomeVersion } from './outcome-rules.ts';

export interface OutcomeAuthor {
  readonly version: number;
  readonly author: Actor;
  readonly mac: Buffer;
  readonly decided_at: Date;
}

/** The authors of every version of a report's outcome, oldest first. */
export function findOutcomeAuthors(db: Db, tenant: Tenant, reportId: string): Promise<OutcomeAuthor[]> {
  return db.rows<OutcomeAuthor>(sql`
    select version, author, mac, decided_at from report_outcomes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
    order by version`);
}

/** How often the desk corrected what the candidate of the report's order stated. */
export async function countCorrections(db: Db, tenant: Tenant, reportId: string): Promise<number> {
  const row = await db.row<{ corrections: number }>(sql`
    select count(*)::int as corrections from fact_corrections
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = (
      select check_id from reports
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}
    )`);
  return row?.corrections ?? 0;
}

/** The references whose answers, as they stand, were taken over since the outcome of a report was given, and when. */
export function findTakenOver(
  db: Db,
  tenant: Tenant,
  reportId: string,
): Promise<{ readonly id: string; readonly taken_over_at: Date }[]> {
  return db.rows(sql`
    select t.id, t.taken_over_at from (
      select id, taken_over_at from report_references
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
        and taken_over_at >= replied_at
      union all
      select u.reference_id, u.taken_over_at from reference_uses u
      join report_references r on (r.account_id, r.environment, r.id) = (u.account_id, u.environment, u.reference_id)
      where u.account_id = ${tenant.accountId} and u.environment = ${tenant.environment} and u.report_id = ${reportId}
        and u.taken_over_at >= r.replied_at
    ) t
    where not exists (
      select from report_outcomes o
      where o.account_id = ${tenant.accountId} and o.environment = ${tenant.environment} and o.report_id = ${reportId}
        and o.decided_at >= t.taken_over_at
    )
    order by t.id`);
}

export async function insertOutcomeVersion(db: Db, outcome: OutcomeVersion & { readonly mac: Buffer }): Promise<void> {
  await db.run(sql`
    insert into report_outcomes (account_id, environment, report_id, version, result, sub_result, traffic_light,
      sealed_findings, author, ground, decided_at, mac)
    values (${outcome.accountId}, ${outcome.environment}, ${outcome.reportId}, ${outcome.version}, ${outcome.result},
      ${outcome.subResult}, ${outcome.trafficLight}, ${outcome.sealedFindings}, ${outcome.author}, ${outcome.ground},
      ${outcome.decidedAt}, ${outcome.mac})`);
}

/** Every version of a report's outcome, oldest first. */
export function findFullVersions(db: Db, tenant: Tenant, reportId: string): Promise<OutcomeVersion[]> {
  return db.rows<OutcomeVersion>(sql`
    select account_id as "accountId", environment, report_id as "reportId", version, result, sub_result as "subResult",
      traffic_light as "trafficLight", sealed_findings as "sealedFindings", author, ground, decided_at as "decidedAt"
    from report_outcomes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
    order by version`);
}

/** Of a version whose contents are deleted: nothing else of it changes. */
export async function replaceFindings(
  db: Db,
  tenant: Tenant,
  outcome: Pick<OutcomeVersion, 'reportId' | 'version' | 'sealedFindings'> & { readonly mac: Buffer },
): Promise<void> {
  await db.run(sql`
    update report_outcomes set sealed_findings = ${outcome.sealedFindings}, mac = ${outcome.mac}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and report_id = ${outcome.reportId} and version = ${outcome.version}`);
}
