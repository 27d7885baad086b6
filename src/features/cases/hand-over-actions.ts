// Hands over what somebody of the desk holds, because they leave or are away: to a colleague, or back to the queue.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { isUuid } from '../../lib/uuids.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { isHereOn, workShare } from '../accounts/hours-rules.ts';
import { isWithin, sharesAccount } from '../accounts/people-rules.ts';
import { letWorkFor, lockDeskUsers } from '../accounts/sign-in-actions.ts';
import { handOverRequests, listOwnedRequests } from '../data-requests/owned-request-actions.ts';
import type { DeskAccounts, DeskReport } from '../lists/work-queue-queries.ts';
import { membersOf } from '../teams/team-actions.ts';
import {
  type Assignee,
  assigneeOf,
  commonAccounts,
  type DeskPerson,
  listPeople,
  refuseAway,
  storeAssignments,
} from './assignee-actions.ts';
import { assignReports } from './claim-store.ts';
import { countUnfinished, findHeldReports, findLoads, type Unfinished } from './hand-over-queries.ts';
import { type StaysBecause, whyItStays } from './hand-over-rules.ts';
import { closestOf, spread } from './spread-rules.ts';

export interface HeldWork extends Unfinished {
  readonly person: DeskPerson;
  readonly reports: readonly DeskReport[];
  /** Open requests about data and complaints that they deal with. */
  readonly requests: Awaited<ReturnType<typeof listOwnedRequests>>;
}

const personIn = (people: readonly DeskPerson[], id: string) => people.find((one) => one.id === id);

/** Of the accounts that the user sees. Refuses with `not_found` somebody who has nothing to do with these. */
export async function readHeldWork(ctx: Ctx, by: Asker, accounts: DeskAccounts, personId: string): Promise<HeldWork> {
  demand(by, 'assign_reports');
  const person = personIn(await listPeople(ctx), personId);
  if (person === undefined) throw new Refusal('not_found');
  const reports = await findHeldReports(ctx.db, accounts, personId);
  const isKnown = isWithin(accounts, person) || sharesAccount(accounts, person);
  if (reports.length === 0 && !isKnown) throw new Refusal('not_found');
  const requests = await listOwnedRequests(ctx, accounts, personId);
  return { person, reports, requests, ...(await countUnfinished(ctx.db, accounts, personId)) };
}

/** The accounts of theirs that a colleague may take over, among those that the user sees. */
export function accountsOf({ person, reports }: Pick<HeldWork, 'person' | 'reports'>, seen: DeskAccounts): string[] {
  const own = person.all_accounts ? [] : person.accounts;
  const all = new Set([...own, ...reports.map(({ account_id }) => account_id)]);
  return [...all].filter((id) => seen === 'all' || seen.includes(id));
}

/** Those to whom the user may give what is held: people of their accounts, who work on reports if there are any. */
export async function listSuccessors(
  ctx: Ctx,
  by: Asker,
  accounts: DeskAccounts,
  { person, reports }: Pick<HeldWork, 'person' | 'reports'>,
): Promise<DeskPerson[]> {
  demand(by, 'assign_reports');
  const mayTake = (one: DeskPerson) => reports.length === 0 || assigneeOf(one) !== undefined;
  return (await listPeople(ctx)).filter(
    (one) => one.id !== person.id && one.disabled_at === null && sharesAccount(accounts, one) && mayTake(one),
  );
}

export interface Handover {
  readonly fromId: string;
  /** null for the queue, and for a team. */
  readonly toId: string | null;
  /** Whose members get it who are here today, more who have less to do. */
  readonly teamId?: string | undefined;
  /** Accounts for which the colleague works from now on, too. */
  readonly accountIds: readonly string[];
}

export interface HandedOver {
  readonly moved: number;
  /** Of a team, how many each got. */
  readonly shares: readonly { readonly name: string; readonly count: number }[];
  readonly movedRequests: number;
  /** With which the colleague may not deal; all of them where the work goes back to the queue, which has none. */
  readonly stayedRequests: HeldWork['requests'];
  /** What could not be moved. */
  readonly stayed: readonly { readonly report: DeskReport; readonly because: StaysBecause }[];
  /** The accounts for which the colleague did not work before. */
  readonly gained: readonly string[];
}

const refusalOf = (field: string, message: string) => new Refusal('invalid_fields', { [field]: [message] });
const nobodyElse = () => refusalOf('to', 'must be somebody else who may take it');

async function giveAccounts(
  tx: Ctx,
  by: Asker,
  seen: DeskAccounts,
  {
    held,
    to,
    accountIds,
  }: { readonly held: HeldWork; readonly to: DeskPerson; readonly accountIds: readonly string[] },
): Promise<readonly string[]> {
  const offered = accountsOf(held, seen);
  if (!accountIds.every((id) => offered.includes(id))) throw refusalOf('accounts', 'must be accounts of theirs');
  const added = accountIds.filter((id) => !to.all_accounts && !to.accounts.includes(id));
  if (added.length === 0) return [];
  if (!isWithin(seen, to))
    throw refusalOf('to', 'works for accounts that you do not see: somebody who sees them gives more accounts');
  return letWorkFor(tx, by, to.id, added);
}

export const moveReports = (
  { db }: Pick<Ctx, 'db'>,
  seen: DeskAccounts,
  { person, reports }: Pick<HeldWork, 'person' | 'reports'>,
  to: Assignee | null,
) =>
  assignReports(db, commonAccounts(seen, to?.accounts ?? 'all'), {
    reportIds: reports.map(({ report_id }) => report_id),
    from: { userId: person.id },
    to,
  });

/** As `handOverWork`, over those of a team who can take reports today; requests about data stay. */
function spreadWork(
  ctx: Ctx,
  by: Asker,
  seen: DeskAccounts,
  { fromId, teamId }: { readonly fromId: string; readonly teamId: string },
): Promise<HandedOver> {
  return inTransaction(ctx, async (tx) => {
    const held = await readHeldWork(tx, by, seen, fromId);
    const members = await membersOf(tx, teamId);
    await lockDeskUsers(tx.db, [fromId, ...members]);
    const today = ukDateOf(tx.now());
    const people = (await listSuccessors(tx, by, seen, held)).filter(
      (one) => members.includes(one.id) && isHereOn(one, today),
    );
    if (people.length === 0) throw refusalOf('to', 'has nobody else who can take reports today');
    const loads = new Map(
      (await findLoads(tx.db, seen, people)).map(({ assignee_id, to_do }) => [assignee_id, to_do] as const),
    );
    const takers = people.flatMap((one) => {
      const to = assigneeOf(one);
      return to === undefined ? [] : [{ ...to, open: loads.get(one.id) ?? 0, share: workShare(one) }];
    });
    const { given } = spread(held.reports, takers, 'by_load');
    const shares: { name: string; count: number }[] = [];
    for (const [userId, reportIds] of given) {
      const to = takers.find((one) => one.userId === userId)!;
      const change = { reportIds, from: { userId: fromId }, to };
      const moved = await assignReports(tx.db, commonAccounts(seen, to.accounts), change);
      const detail = { assigneeId: userId, handedOverFrom: fromId };
      await storeAssignments(tx, by, 'report.assigned', moved, detail);
      shares.push({ name: personIn(people, userId)!.name, count: moved.length });
    }
    const stayed = (await findHeldReports(tx.db, seen, fromId)).map((report) => ({
      report,
      because: closestOf(report, takers) ?? ('came_meanwhile' as const),
    }));
    return {
      moved: shares.reduce((sum, { count }) => sum + count, 0),
      ...{ shares, stayed, gained: [], movedRequests: 0, stayedRequests: await listOwnedRequests(tx, seen, fromId) },
    };
  });
}

/**
 * Gives every claimed report of somebody, in the accounts that the user sees, to a colleague or back to the queue, and
 * lets the colleague work for accounts of theirs. Requests about data go with them to a colleague who may deal with them,
 * and never to the queue. Reports on which the colleague may not work stay. Refuses with
 * `invalid_fields` (to, accounts), and with `not_found`.
 */
export function handOverWork(
  ctx: Ctx,
  by: Asker,
  seen: DeskAccounts,
  { fromId, toId, teamId, accountIds }: Handover,
): Promise<HandedOver> {
  demand(by, 'assign_reports');
  if (accountIds.length > 0) demand(by, 'manage_desk_users');
  if (toId !== null && !isUuid(toId)) throw nobodyElse();
  if (teamId !== undefined) return spreadWork(ctx, by, seen, { fromId, teamId });
  return inTransaction(ctx, async (tx) => {
    await lockDeskUsers(tx.db, toId === null ? [fromId] : [fromId, toId]);
    const held = await readHeldWork(tx, by, seen, fromId);
    const successors = await listSuccessors(tx, by, seen, held);
    const chosen = toId === null ? null : personIn(successors, toId);
    if (chosen === undefined) throw nobodyElse();
    if (chosen !== null) refuseAway(tx, chosen, 'to');
    const gained = chosen === null ? [] : await giveAccounts(tx, by, seen, { held, to: chosen, accountIds });
    const to = chosen === null ? null : assigneeOf({ ...chosen, accounts: [...chosen.accounts, ...gained] });
    const moved = to === undefined ? [] : await moveReports(tx, seen, held, to);
    const detail = { assigneeId: toId, handedOverFrom: fromId };
    await storeAssignments(tx, by, 'report.assigned', moved, detail);
    const stayed = (await findHeldReports(tx.db, seen, fromId)).map((report) => ({
      report,
      because: whyItStays(report, to),
    }));
    const movedRequests = chosen === null ? 0 : await handOverRequests(tx, by, held.requests, chosen.id);
    const stayedRequests = await listOwnedRequests(tx, seen, fromId);
    return { moved: moved.length, shares: [], stayed, gained, movedRequests, stayedRequests };
  });
}
