// Reads what is shown of checks beside their decided versions and deciding events, in one snapshot.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import { type CheckId, readDecidingEvents } from '../events/audit-actions.ts';
import { contentOfVersion, type OutcomeVersion, outcomeMac } from '../reports/outcome-rules.ts';
import type { ShownCheck, ShownReport } from './outcome-check-rules.ts';

const wantedOf = (ids: readonly CheckId[]) => sql`
  unnest(${ids.map(({ accountId }) => accountId)}::uuid[], ${ids.map(({ environment }) => environment)}::text[],
    ${ids.map(({ id }) => id)}::uuid[]) as w(account_id, environment, id)`;

type CheckRow = Omit<ShownCheck, 'reports' | 'events'>;

function findCheckRows(tx: Db, ids: readonly CheckId[]): Promise<CheckRow[]> {
  return tx.rows<CheckRow>(sql`
    select c.account_id as "accountId", c.environment, c.id, c.status, c.result, c.completed_at as "completedAt"
    from ${wantedOf(ids)}
    join checks c on (c.account_id, c.environment, c.id) = (w.account_id, w.environment, w.id)`);
}

type ReportRow = Omit<ShownReport, 'newest'> & {
  readonly checkId: string;
  readonly newest: (OutcomeVersion & { readonly mac: Buffer }) | null;
};

async function findReportRows(tx: Db, ids: readonly CheckId[]): Promise<ReportRow[]> {
  const reports = await tx.rows<Omit<ReportRow, 'newest'> & Tenant>(sql`
    select r.account_id as "accountId", r.environment, r.check_id as "checkId", r.id, r.status, r.result,
      r.sub_result as "subResult", r.traffic_light as "trafficLight", r.completed_at as "completedAt",
      r.sealed_findings as "sealedFindings"
    from ${wantedOf(ids)}
    join reports r on (r.account_id, r.environment, r.check_id) = (w.account_id, w.environment, w.id)`);
  const versions = await tx.rows<OutcomeVersion & { readonly mac: Buffer }>(sql`
    select distinct on (o.account_id, o.environment, o.report_id) o.account_id as "accountId", o.environment,
      o.report_id as "reportId", o.version, o.result, o.sub_result as "subResult", o.traffic_light as "trafficLight",
      o.sealed_findings as "sealedFindings", o.author, o.ground, o.decided_at as "decidedAt", o.mac
    from ${wantedOf(reports)}
    join report_outcomes o on (o.account_id, o.environment, o.report_id) = (w.account_id, w.environment, w.id)
    order by o.account_id, o.environment, o.report_id, o.version desc`);
  const newest = new Map(versions.map((version) => [version.reportId, version]));
  return reports.map((report) => ({ ...report, newest: newest.get(report.id) ?? null }));
}

/** Must run in a transaction with one snapshot. */
export async function findShownChecks(tx: Db, integrity: Integrity, ids: readonly CheckId[]): Promise<ShownCheck[]> {
  const checks = await findCheckRows(tx, ids);
  const reports = Map.groupBy(await findReportRows(tx, ids), ({ checkId }) => checkId);
  const events = Map.groupBy(await readDecidingEvents(tx, integrity, ids), (event) => event.check_id);
  return checks.map((check) => ({
    ...check,
    reports: (reports.get(check.id) ?? []).map((report) => ({
      ...report,
      newest: report.newest && {
        ...report.newest,
        isOurs: integrity.isMac(outcomeMac, contentOfVersion(report.newest), report.newest.mac),
      },
    })),
    events: events.get(check.id) ?? [],
  }));
}

/** The ids of all checks, in batches. */
export async function* readCheckIds(tx: Db): AsyncGenerator<CheckId[]> {
  await tx.run(sql`
    declare check_ids no scroll cursor for
    select account_id as "accountId", environment, id from checks`);
  for (;;) {
    const ids = await tx.rows<CheckId>(sql`fetch 500 from check_ids`);
    if (ids.length === 0) break;
    yield ids;
  }
  await tx.run(sql`close check_ids`);
}
