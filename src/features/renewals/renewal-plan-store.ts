// Rows of renewal plans: months to renewal of the reports of a package, or of people of a job role.
import { type Db, type Sql, sql } from '../../platform/db/database.ts';

/** What the months are for. */
export type PlanOf = { readonly packageId: number } | { readonly jobRoleId: number };

export interface PlanRow {
  readonly package_id: number | null;
  readonly job_role_id: number | null;
  readonly report_type_id: number;
  /** 0 if it is not renewed. */
  readonly months: number;
}

export interface PlannedMonths {
  readonly report_type_id: number;
  /** 0 if it is not renewed; null for what holds otherwise. */
  readonly months: number | null;
}

const isOf = (of: PlanOf): Sql =>
  'packageId' in of ? sql`package_id = ${of.packageId}` : sql`job_role_id = ${of.jobRoleId}`;

export function findPlans(db: Db, accountId: string): Promise<PlanRow[]> {
  return db.rows<PlanRow>(sql`
    select package_id, job_role_id, report_type_id, months from renewal_plans
    where account_id = ${accountId} order by report_type_id`);
}

/** Returns those that changed. @param jobKeys of a job role: by which its orders are found */
export function replacePlans(
  db: Db,
  accountId: string,
  of: PlanOf,
  { rows, jobKeys }: { readonly rows: readonly PlannedMonths[]; readonly jobKeys: readonly string[] | null },
): Promise<PlannedMonths[]> {
  const [packageId, roleId] = 'packageId' in of ? [of.packageId, null] : [null, of.jobRoleId];
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(report_type_id integer, months smallint)`;
  return db.transaction(async (tx) => {
    const changed = await tx.rows<PlannedMonths>(sql`
      select g.report_type_id, g.months from ${given}
      left join renewal_plans p on p.account_id = ${accountId} and ${isOf(of)} and p.report_type_id = g.report_type_id
      where p.months is distinct from g.months`);
    await tx.run(sql`
      delete from renewal_plans where account_id = ${accountId} and ${isOf(of)}
        and report_type_id = any (${rows.map((row) => row.report_type_id)}::integer[])`);
    await tx.run(sql`
      insert into renewal_plans (account_id, package_id, job_role_id, report_type_id, months, job_keys)
      select ${accountId}::uuid, ${packageId}::integer, ${roleId}::integer, g.report_type_id, g.months, ${jobKeys}::bigint[]
      from ${given} where g.months is not null`);
    return changed;
  });
}

/** How often each report type was ordered, live. */
export function countOrderedTypes(
  db: Db,
  accountId: string,
): Promise<{ readonly report_type_id: number; readonly count: number }[]> {
  return db.rows(sql`
    select report_type_id, count(*) as count from reports
    where account_id = ${accountId} and environment = 'live' group by report_type_id`);
}
