// The conditions by which the record of staff reads the checks and reports of a person `p`.
import type { OrderScope } from '../../context.ts';
import { rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import {
  type CriminalLevel,
  kinds,
  levels,
  listOptions,
  type RecordKind,
  typesOfKind,
} from '../stated-staff/record-kind-rules.ts';

/** The checks `c` of a person `p` that the reader sees, with those whose form is awaited. */
export const isOfPerson = (scope: OrderScope): Sql => sql`
  c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.applicant_id = p.applicant_id
  and ${isOfScope(scope, sql`c.subsidiary_id`)}
  and c.status not in ('withdrawn', 'cancelled') and not ${isCheckRestricted}`;

export const fromReports = (scope: OrderScope): Sql => sql`
  from checks c join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
  where ${isOfPerson(scope)}`;

const ofTypes = (alias: string, types: readonly number[]): Sql =>
  sql`${rawSql(alias)}.report_type_id = any (${types}::integer[])`;

const chosen = (value: Sql, cases: readonly (readonly [name: string, then: Sql])[]): Sql => {
  const all = cases.reduce((sum, [name, then]) => sql`${sum} when ${name} then ${then}`, sql``);
  return sql`(case ${value} ${all} end)`;
};

/** The kind for which a report type is ordered, by its alias; null for any other. */
export const kindOfReport = (alias: string): Sql => {
  const of = (kind: RecordKind) => sql`when ${ofTypes(alias, typesOfKind(kind))} then ${kind}::text`;
  return sql`case ${kinds.reduce((all, kind) => sql`${all} ${of(kind)}`, sql``)} end`;
};

/** Whether a report, by its alias, establishes a kind: with a barred list it establishes two. */
export function isReportOfKind(alias: string, kind: RecordKind, level?: CriminalLevel): Sql {
  const isOfTypes = ofTypes(alias, typesOfKind(kind, level));
  if (kind !== 'barred_list') return isOfTypes;
  const isOrdered = listOptions.names.reduce(
    (any, name) => sql`${any} or ${rawSql(alias)}.options @> ${JSON.stringify([{ name }])}::jsonb`,
    sql`false`,
  );
  return sql`(${isOfTypes} and (not ${ofTypes(alias, listOptions.types)} or ${isOrdered}))`;
}

/** Whether a report, by its alias, stands for what is stated as `s`: of a criminal record, at its level or a higher one. */
export const standsForStated = (alias: string): Sql =>
  chosen(
    sql`s.kind`,
    kinds.map((kind) => [
      kind,
      kind === 'criminal_record'
        ? chosen(
            sql`coalesce(s.level, 'basic')`,
            levels.map((level) => [level, isReportOfKind(alias, kind, level)]),
          )
        : isReportOfKind(alias, kind),
    ]),
  );
