// The condition by which statements find what people of one team have.
import { type Sql, sql } from '../../platform/db/database.ts';

/** @param person a column that names somebody of the desk by id */
export const isInTeam = (teamId: string, person: Sql): Sql =>
  sql`${person} in (select unnest(t.members) from desk_teams t where t.id = ${teamId}::uuid)`;
