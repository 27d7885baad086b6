// Gives reports of the queue to one or several people, by how much each of them has.
import { type Ctx, type Environment, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { awayOn } from '../accounts/absence-rules.ts';
import { isHereOn, workShare } from '../accounts/hours-rules.ts';
import { findChosenReports } from '../lists/chosen-report-queries.ts';
import { findHeldCounts } from '../lists/team-queries.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { membersOf } from '../teams/team-actions.ts';
import { assigneeOf, type DeskPerson, listPeople } from './assignee-actions.ts';
import type { BulkDone, Left } from './bulk-actions.ts';
import { mostAtOnce } from './bulk-rules.ts';
import { reassignReports } from './claim-actions.ts';
import { whyItStays } from './hand-over-rules.ts';
import type { Screener } from './screening-actions.ts';
import { type SpreadWay, spread } from './spread-rules.ts';

/** Somebody to whom reports can be given, with what they have. */
export interface Worker extends DeskPerson {
  readonly open: number;
  /** Of those, what waits for nobody else. */
  readonly toDo: number;
  readonly overdue: number;
}

export interface WorkersAsked {
  /** Who works for one of them at least. */
  readonly accountIds?: readonly string[] | undefined;
  readonly teamId?: string | undefined;
}

/**
 * Those who work on reports, by default of any account. Who is away is among them. What they have counts in the accounts that
 * the reader sees.
 */
export async function listWorkers(
  ctx: Ctx,
  screener: Screener,
  environment: Environment,
  { accountIds, teamId }: WorkersAsked = {},
): Promise<Worker[]> {
  demand(authorityOf(screener), 'assign_reports');
  const [users, counts, members] = await Promise.all([
    listPeople(ctx),
    findHeldCounts(ctx.db, screener, environment, ctx.now()),
    teamId === undefined ? undefined : membersOf(ctx, teamId),
  ]);
  const held = new Map(counts.map((one) => [one.assignee_id, one]));
  return users.flatMap((user) => {
    const accounts = assigneeOf(user)?.accounts;
    if (accounts === undefined || members?.includes(user.id) === false) return [];
    const works = accounts === 'all' || accountIds === undefined || accountIds.some((id) => accounts.includes(id));
    const { open = 0, to_do: toDo = 0, overdue = 0 } = held.get(user.id) ?? {};
    return works ? [{ ...user, open, toDo, overdue }] : [];
  });
}

/** Those of the reports that are not with whom they were given to, and why. */
async function leftOf(ctx: Ctx, screener: Screener, toOf: ReadonlyMap<string, string | null>): Promise<Left[]> {
  const people = await listPeople(ctx);
  const reports = new Map(
    (await findChosenReports(ctx.db, screener, [...toOf.keys()])).map((one) => [one.report_id, one]),
  );
  return [...toOf].flatMap(([reportId, toId]): Left[] => {
    const report = reports.get(reportId);
    if (report === undefined) return [{ reportId, because: 'gone' }];
    if (!allowsAction(report.status, 'claim')) return [{ reportId, because: 'state' }];
    if (report.assignee_id === toId) return [];
    const person = people.find(({ id }) => id === toId);
    return [{ reportId, because: whyItStays(report, person === undefined ? null : assigneeOf(person)) }];
  });
}

/** As `reassignReports`, and says which were not given, and why. */
export function assignMany(
  ctx: Ctx,
  screener: Screener,
  { reportIds, assigneeId }: { readonly reportIds: readonly string[]; readonly assigneeId: string | null },
): Promise<BulkDone> {
  return inTransaction(ctx, async (tx) => {
    const done = await reassignReports(tx, screener, { reportIds, assigneeId });
    return { done, left: await leftOf(tx, screener, new Map(reportIds.map((id) => [id, assigneeId]))) };
  });
}

/**
 * Spreads the reports over the people. Refuses with `invalid_fields` (people) nobody, and somebody who is away or may not
 * work on reports; of teams, those who can take reports today take part.
 */
export function spreadReports(
  ctx: Ctx,
  screener: Screener,
  environment: Environment,
  given: {
    readonly reportIds: readonly string[];
    readonly peopleIds: readonly string[];
    /** Whose members take part who are here today and have signed in. */
    readonly teamIds: readonly string[];
    readonly way: SpreadWay;
  },
): Promise<BulkDone> {
  demand(authorityOf(screener), 'assign_reports');
  const refuse = (field: string, message: string) => new Refusal('invalid_fields', { [field]: [message] });
  const ids = [...new Set(given.reportIds)];
  if (ids.length === 0) throw refuse('reports', 'Select the reports first');
  if (ids.length > mostAtOnce) throw refuse('reports', `Select ${mostAtOnce} reports or fewer`);
  return inTransaction(ctx, async (tx) => {
    const workers = await listWorkers(tx, screener, environment);
    const today = ukDateOf(tx.now());
    const inTeams = (await Promise.all(given.teamIds.map((id) => membersOf(tx, id)))).flat();
    const here = workers.filter((one) => inTeams.includes(one.id) && isHereOn(one, today));
    if (given.teamIds.length > 0 && here.length === 0)
      throw refuse('people', 'Nobody of the team can take reports today');
    const ofTeams = here.filter(({ id }) => !given.peopleIds.includes(id));
    const chosen = [...given.peopleIds.map((id) => workers.find((one) => one.id === id)), ...ofTeams];
    if (chosen.length === 0) throw refuse('people', 'Choose who gets them');
    const people = chosen.filter((one) => one !== undefined);
    if (people.length < chosen.length) throw refuse('people', 'Choose people who may work on reports');
    if (people.some((one) => awayOn(one, today) !== undefined))
      throw refuse('people', 'Somebody of them is away today: choose others');
    const reports = await findChosenReports(tx.db, screener, ids);
    const takers = people.map((one) => ({ ...assigneeOf(one)!, open: one.open, share: workShare(one) }));
    const open = reports.filter(({ status }) => allowsAction(status, 'claim'));
    const { given: byPerson, left: nobodys } = spread(open, takers, given.way);
    let done = 0;
    for (const [assigneeId, reportIds] of byPerson)
      done += await reassignReports(tx, screener, { reportIds, assigneeId });
    const toOf = new Map([...byPerson].flatMap(([to, of]) => of.map((id) => [id, to] as const)));
    const known = new Set([...toOf.keys(), ...nobodys.map(({ reportId }) => reportId)]);
    const others = ids.filter((id) => !known.has(id)).map((id) => [id, null] as const);
    return { done, left: [...nobodys, ...(await leftOf(tx, screener, new Map([...toOf, ...others])))] };
  });
}
