// The conditions by which statements find after how many months a report is due for renewal, and from which day on.
import { rawSql, type Sql, sql } from '../../platform/db/database.ts';

/**
 * Of a report `r` of a check `c`, by their aliases: what is set for a job role comes before what is set for the package, and that
 * before what the account has for the report type. Null if it is not renewed. Of several job roles the shortest time holds.
 */
export function renewalMonths(accountId: string, report = 'r', check = 'c'): Sql {
  const [r, c] = [rawSql(report), rawSql(check)];
  const planOf = (months: Sql, condition: Sql) => sql`(
    select ${months} from renewal_plans p
    where p.account_id = ${accountId} and p.report_type_id = ${r}.report_type_id and ${condition})`;
  return sql`nullif(coalesce(
    ${planOf(sql`coalesce(min(nullif(p.months, 0)), min(p.months))`, sql`p.job_keys && ${c}.reference_keys`)},
    ${planOf(sql`p.months`, sql`p.package_id = ${c}.package_id`)},
    (select t.renew_after_months from account_report_types t
      where t.account_id = ${accountId} and t.report_type_id = ${r}.report_type_id)), 0)::integer`;
}

/**
 * Of a report, by its alias: the UK day from which its months count. A correction is no new screening; a certificate was confirmed
 * when its status was last checked.
 */
export const renewedFrom = (accountId: string, report = 'r'): Sql => {
  const r = rawSql(report);
  return sql`(coalesce((
    select confirming.first_completed_at from reports confirming
    where confirming.account_id = ${accountId} and (confirming.environment, confirming.id) = (${r}.environment, ${r}.confirmed_by)
  ), ${r}.first_completed_at) at time zone 'Europe/London')::date`;
};
