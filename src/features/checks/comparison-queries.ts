// The condition by which lists find the reports on the right to work that wait for a comparison of the person.
import { rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { FOLLOW_UP, withoutPhotograph } from './person-comparison-rules.ts';

/**
 * Of a report on the right to work in the UK and its check, by their aliases: nobody at the client has recorded a comparison that
 * counts for it, and its excuse was not given without. `comparisonFor` is the same of one.
 */
export function lacksComparison(report = 'r', check = 'c'): Sql {
  const [r, c] = [rawSql(report), rawSql(check)];
  return sql`(${r}.variant is distinct from ${rawSql(`'${withoutPhotograph}'`)} and coalesce(${r}.status = 'complete' and ${r}.excuse = 'given', false) is false
    and coalesce(
      ${c}.person_compared_at < case when ${r}.found_change then ${r}.reopened_at
        when ${r}.variant = ${rawSql(`'${FOLLOW_UP}'`)} then ${r}.created_at end,
      ${c}.person_compared_at is null))`;
}
