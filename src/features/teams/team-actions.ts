// Teams of people of the desk: who makes them, and who is in which.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, authorityOf, demand, mayDo, type Permitted, roles } from '../access/permissions.ts';
import { sharesAccount } from '../accounts/people-rules.ts';
import { type DeskUserRow, listDeskUsers } from '../accounts/sign-in-actions.ts';
import { type GivenTeam, teamProblems } from './team-rules.ts';
import { deleteTeam, findTeams, insertTeam, lockTeams, type TeamRow, updateTeam } from './team-store.ts';

interface DeskUser extends Permitted {
  readonly userId: string;
  readonly accounts: 'all' | readonly string[];
}

/** Of the whole desk, by name. */
export function listTeams(ctx: Ctx, by: Asker): Promise<TeamRow[]> {
  demand(by, 'read_team', 'read_figures', 'assign_reports');
  return findTeams(ctx.db);
}

/** The ids of its people; nobody if there is no such team. */
export async function membersOf({ db }: Pick<Ctx, 'db'>, teamId: string): Promise<readonly string[]> {
  return (await findTeams(db)).find(({ id }) => id === teamId)?.members ?? [];
}

const worksOnReports = ({ disabled_at, role }: DeskUserRow): boolean =>
  disabled_at === null && mayDo({ permissions: roles.desk[role] }, 'claim_reports');

/** Who may be in a team: who works on reports of an account of the reader. */
export async function listTeamPeople(ctx: Ctx, by: DeskUser): Promise<DeskUserRow[]> {
  demand(authorityOf(by), 'read_team');
  return (await listDeskUsers(ctx, 'system')).filter(
    (person) => worksOnReports(person) && sharesAccount(by.accounts, person),
  );
}

/**
 * Makes a team, or changes it. Members whom the user does not see stay in it. Refuses with `invalid_fields` (`name`,
 * `members`), and with `not_found`. Returns its id. @param id undefined for a new one
 */
export async function keepTeam(ctx: Ctx, by: DeskUser, id: string | undefined, given: GivenTeam): Promise<string> {
  demand(authorityOf(by), 'arrange_work');
  return inTransaction(ctx, async (tx) => {
    await lockTeams(tx.db);
    const teams = await findTeams(tx.db);
    const before = teams.find((one) => one.id === id);
    if (id !== undefined && before === undefined) throw new Refusal('not_found');
    const seen = new Set((await listTeamPeople(tx, by)).map((one) => one.id));
    const chosen = given.members.filter((one) => seen.has(one));
    const unseen = (before?.members ?? []).filter((one) => !seen.has(one));
    const others = teams.filter((one) => one !== before).map(({ name }) => name);
    const members = [...new Set([...chosen, ...unseen])];
    teamProblems({ name: given.name, members }, others).refuse('invalid_fields');
    const team = { id: id ?? tx.newId(), name: given.name.trim(), members };
    await (before === undefined ? insertTeam(tx.db, team, tx.now()) : updateTeam(tx.db, team));
    return team.id;
  });
}

/**
 * Puts somebody into these teams, and out of all others; makes teams that are not there. Refuses with `invalid_fields` (`name`).
 * Run it in a transaction.
 */
export async function putInTeams(tx: Ctx, by: Asker, userId: string, names: readonly string[]): Promise<void> {
  demand(by, 'arrange_work');
  await lockTeams(tx.db);
  const teams = await findTeams(tx.db);
  // The first way of writing a name that is given twice.
  const named = new Map(names.toReversed().map((name) => [name.trim().toLowerCase(), name.trim()]));
  for (const team of teams) {
    const others = team.members.filter((one) => one !== userId);
    const isNamed = named.delete(team.name.toLowerCase());
    await updateTeam(tx.db, { ...team, members: isNamed ? [...others, userId] : others });
  }
  for (const name of named.values()) {
    const team = { name, members: [userId] };
    teamProblems(team, []).refuse('invalid_fields');
    await insertTeam(tx.db, { ...team, id: tx.newId() }, tx.now());
  }
}

/**
 * Refuses with `not_found`, and with `invalid_fields` (team) one that a rule of who gets what names, or in which somebody is
 * whom the user does not see.
 */
export async function removeTeam(ctx: Ctx, by: DeskUser, id: string): Promise<void> {
  demand(authorityOf(by), 'arrange_work');
  const refuse = (message: string) => new Refusal('invalid_fields', { team: [message] });
  await inTransaction(ctx, async (tx) => {
    await lockTeams(tx.db);
    const team = (await findTeams(tx.db)).find((one) => one.id === id);
    if (team === undefined) throw new Refusal('not_found');
    const members = (await listDeskUsers(tx, 'system')).filter((one) => team.members.includes(one.id));
    if (members.some((one) => worksOnReports(one) && !sharesAccount(by.accounts, one)))
      throw refuse('has people of accounts that you do not see: take your own people out of it instead');
    if ((await deleteTeam(tx.db, id)) === 0) throw refuse('is named by a rule of who gets what: change the rule first');
  });
}
