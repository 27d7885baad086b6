// Rows of teams of the desk.
import { type Db, sql } from '../../platform/db/database.ts';
import type { GivenTeam } from './team-rules.ts';

export interface TeamRow extends GivenTeam {
  readonly id: string;
}

/** By name. */
export const findTeams = (db: Db): Promise<TeamRow[]> =>
  db.rows<TeamRow>(sql`select id, name, members from desk_teams order by lower(name)`);

/** Until the transaction ends, nobody else changes teams: their names are compared. */
export const lockTeams = (db: Db): Promise<number> => db.run(sql`lock table desk_teams in share row exclusive mode`);

export const insertTeam = (db: Db, { id, name, members }: TeamRow, createdAt: Date): Promise<number> =>
  db.run(sql`
    insert into desk_teams (id, name, members, created_at) values (${id}, ${name}, ${members}::uuid[], ${createdAt})`);

export const updateTeam = (db: Db, { id, name, members }: TeamRow): Promise<number> =>
  db.run(sql`update desk_teams set name = ${name}, members = ${members}::uuid[] where id = ${id}`);

/** Returns 0 where a rule of who gets what names it. */
export const deleteTeam = (db: Db, id: string): Promise<number> =>
  db.run(sql`
    delete from desk_teams where id = ${id} and not exists (select from assignment_rules a where a.team_id = ${id})`);
