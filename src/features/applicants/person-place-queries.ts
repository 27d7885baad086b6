// The conditions by which statements find people by where they work: the one rule of who sees a person.
import { type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import type { Scope } from '../access/scope-rules.ts';

/** The places `w` of a person, as the client says them, in subsidiaries that the reader sees. @param person the columns of account, environment and applicant */
export const fromPlacesOf = (scope: Scope, person: Sql): Sql => sql`
  from person_places w
  where (w.account_id, w.environment, w.applicant_id) = (${person}) and ${isOfScope(scope, sql`w.subsidiary_id`)}`;

/**
 * Who sees some subsidiaries sees the people whom these added, ordered for, or employ or employed, as the client says.
 * @param person as of `fromPlacesOf` @param home the column of the subsidiary that added them
 */
export const isPersonSeen = (scope: Scope, person: Sql, home: Sql): Sql =>
  (scope.subsidiaryIds ?? null) === null
    ? sql`true`
    : sql`(coalesce(${isOfScope(scope, home)}, false) or exists (select ${fromPlacesOf(scope, person)}) or exists (
        select from checks c
        where (c.account_id, c.environment, c.applicant_id) = (${person}) and ${isOfScope(scope, sql`c.subsidiary_id`)}))`;

/** What is said of a person at one subsidiary, such as their screening elsewhere, holds at each of their places. @param column of the subsidiary that says it */
export const isOfScopeOrPlace = (scope: Scope, column: Sql, person: Sql): Sql =>
  (scope.subsidiaryIds ?? null) === null
    ? sql`true`
    : sql`(coalesce(${isOfScope(scope, column)}, false) or exists (select ${fromPlacesOf(scope, person)}))`;
