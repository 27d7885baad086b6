// The conditions by which the record of staff reads the checks and reports of a person `p`.
import type { OrderScope } from '../../context.ts';
import { rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { kinds, typesOfKind } from '../stated-staff/record-kind-rules.ts';

/** The checks `c` of a person `p` that the reader sees, with those whose form is awaited. */
export const isOfPerson = (scope: OrderScope): Sql => sql`
  c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.applicant_id = p.applicant_id
  and ${isOfScope(scope, sql`c.subsidiary_id`)}
  and c.status not in ('withdrawn', 'cancelled') and not ${isCheckRestricted}`;

export const fromReports = (scope: OrderScope): Sql => sql`
  from checks c join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
  where ${isOfPerson(scope)}`;

/** The kind of what has a report type, by its alias; null for any other. */
export const kindOfReport = (alias: string): Sql => {
  const of = (kind: (typeof kinds)[number]) =>
    sql`when ${rawSql(alias)}.report_type_id = any (${typesOfKind(kind)}::integer[]) then ${kind}::text`;
  return sql`case ${kinds.reduce((all, kind) => sql`${all} ${of(kind)}`, sql``)} end`;
};
