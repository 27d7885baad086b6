// What the page of a person says at one look: whether they may start, what was checked and until when, and what is missing.
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listRecord } from '../../../features/lists/central-record-actions.ts';
import type { ListedCheck } from '../../../features/lists/check-list-actions.ts';
import { readClearancesOf } from '../../../features/lists/clearance-actions.ts';
import { readWaitsOf, soughtWaits } from '../../../features/lists/client-waiting-actions.ts';
import { clearedView } from '../clearance/cleared-view.ts';
import type { ClientCaller, ClientUser } from '../client-caller.ts';
import { readAwaitedDecisions } from '../decision/awaited-decisions.ts';
import { rowOf } from '../orders/listed-rows.ts';
import type { SubsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { recordRow } from './record-view.ts';

export const seesClearance = (user: ClientUser): boolean =>
  mayDo(user, 'read_clearance') || mayDo(user, 'read_results');

/** Their orders as the list of checks has them, each with whether they may start by it. @param checks the newest of the person */
export async function ordersOfPerson(
  ctx: Ctx,
  user: ClientUser,
  caller: ClientCaller,
  { checks, nameOf }: { readonly checks: readonly ListedCheck[]; readonly nameOf: SubsidiaryFilter['nameOf'] },
) {
  const ids = checks.map(({ id }) => id);
  const waits = await readWaitsOf(ctx, caller, await soughtWaits(ctx, caller), ids);
  const undecided = ids.filter((id) => waits.get(id)?.[0] === 'decision');
  const awaited = await readAwaitedDecisions(ctx, caller, undecided);
  const [first] = checks;
  const clearances =
    first !== undefined && seesClearance(user)
      ? await readClearancesOf(ctx, caller, first.applicantId, checks.length)
      : new Map<string, never>();
  const times = { today: todayFor(ctx, caller), calendar: ctx.calendar() };
  return checks.map((check) => {
    const clearance = clearances.get(check.id);
    return {
      ...rowOf(check, times, waits.get(check.id), awaited.get(check.id)),
      subsidiary: nameOf?.(check.subsidiaryId),
      job: clearance?.job,
      cleared: clearance && clearedView(clearance),
    };
  });
}

/** As the record of staff has them; undefined for who may not read results, and of who is not in it yet. */
export async function recordOfPerson(ctx: Ctx, user: ClientUser, caller: ClientCaller, applicantId: string) {
  if (!mayDo(user, 'read_results')) return undefined;
  const wish = { view: 'everybody', applicantIds: [applicantId] } as const;
  const { people } = await listRecord(ctx, caller, wish, { sort: 'newest', offset: 0, limit: 1 });
  const [row] = people.map((person) => recordRow(person, todayFor(ctx, caller)));
  return (
    row && {
      held: Object.values(row.held).flat(),
      stated: Object.values(row.stated).flat(),
      ...{ decision: row.decision, gaps: row.gaps, hasLeft: row.hasLeft },
    }
  );
}
