// Reads what waits for the client with the names of the candidates, and records that they and the results were read.
import { type Caller, type Ctx, type OrderScope, todayFor, userIdOf } from '../../context.ts';
import { addDays } from '../../lib/dates.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { type Covered, findCovered } from '../accounts/cover-queries.ts';
import { recordList } from '../events/look-actions.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { findRightsLacking } from '../work-starts/right-to-work-actions.ts';
import { namesIn } from './candidate-name-actions.ts';
import {
  findWaitingChecks,
  findWaitsOf,
  type SoughtWaits,
  type WaitingCheck,
  type WaitKind,
  waitKinds,
  waitPermissions,
} from './client-waiting-queries.ts';
import { findChecksWithEnd } from './permission-end-queries.ts';
import { PERMISSION_NOTICE_DAYS } from './permission-end-rules.ts';
import { findSealedOrders } from './sealed-order-queries.ts';
import { nearDays } from './start-actions.ts';

type ClientReader = Caller & OrderScope & Permitted;

export interface NamedWaitingCheck extends WaitingCheck {
  readonly candidateName: string;
}

/** More of each kind are not counted: a page need not count tens of thousands. */
export const COUNTED_AT_MOST = 100;

const LAST_DAY = '9999-12-31';

/** What the caller can do something about, as far as their account is asked for it. */
export async function soughtWaits(ctx: Ctx, caller: ClientReader): Promise<SoughtWaits> {
  demand(caller, 'read_checks');
  const mayDoKind = (kind: WaitKind) => mayDo(caller, waitPermissions[kind]);
  const settings = await readAccountSettings(ctx, caller.accountId);
  const lacking = mayDoKind('right_to_work') ? await findRightsLacking(ctx, caller, settings) : [];
  const today = todayFor(ctx, caller);
  const endsUntil = addDays(today, PERMISSION_NOTICE_DAYS);
  const ended = [...lacking]
    .filter(([, { lack, endsOn }]) => lack === 'ended' && endsOn! <= endsUntil)
    .map(([id]) => id);
  const withEnd = await findChecksWithEnd(ctx.db, caller, { checkIds: ended, until: endsUntil });
  return {
    kinds: waitKinds.filter(
      (kind) =>
        mayDoKind(kind) &&
        (kind !== 'decision' || settings.askDecisions) &&
        (kind !== 'comparison' || settings.asksComparison),
    ),
    // One that has ended, or soon does, waits as `permission_end`, unless that is of an order which the reader does not see.
    withoutRight: [...lacking].map(([id]) => id).filter((id) => !withEnd.includes(id)),
    endsUntil,
    near: nearDays(ctx, caller, settings),
    today,
  };
}

/** For whom the caller covers today. */
export async function readCovered(ctx: Ctx, caller: ClientReader): Promise<Covered[]> {
  demand(caller, 'read_checks');
  const userId = userIdOf(caller.actor);
  return userId === null ? [] : findCovered(ctx.db, caller.accountId, userId);
}

/** Of each kind up to one more than are counted, without names. */
export function findWaiting(ctx: Ctx, caller: ClientReader, sought: SoughtWaits): Promise<WaitingCheck[]> {
  demand(caller, 'read_checks');
  return findWaitingChecks(ctx.db, caller, sought, COUNTED_AT_MOST + 1);
}

/** How many checks these are: one may wait for several things. */
export const countWaiting = (found: readonly WaitingCheck[]): number =>
  new Set(found.map(({ check_id }) => check_id)).size;

/** As `readWaitsOf`, from what was found already, unless there is more of a kind than was counted. */
export async function readWaits(
  ctx: Ctx,
  caller: ClientReader,
  sought: SoughtWaits,
  found: readonly WaitingCheck[],
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WaitKind[]>> {
  demand(caller, 'read_checks');
  const ofKinds = Map.groupBy(found, ({ waits_for }) => waits_for);
  if ([...ofKinds.values()].some((ofKind) => ofKind.length > COUNTED_AT_MOST))
    return readWaitsOf(ctx, caller, sought, checkIds);
  const ofChecks = Map.groupBy(found, ({ check_id }) => check_id);
  return new Map([...ofChecks].map(([id, waits]) => [id, waits.map(({ waits_for }) => waits_for)]));
}

/** What listed checks wait for that the caller can do, by their ids. The caller records that the list was read. */
export async function readWaitsOf(
  ctx: Ctx,
  caller: ClientReader,
  sought: SoughtWaits,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WaitKind[]>> {
  demand(caller, 'read_checks');
  return findWaitsOf(ctx.db, caller, sought, checkIds);
}

/** Of each kind so many: who starts soonest first, then what waits longest. */
export function firstWaiting(found: readonly WaitingCheck[], atMost: number): WaitingCheck[] {
  const longestFirst = (one: WaitingCheck, other: WaitingCheck) => one.since.getTime() - other.since.getTime();
  const soonestFirst = (one: WaitingCheck, other: WaitingCheck) =>
    (one.first_day ?? LAST_DAY).localeCompare(other.first_day ?? LAST_DAY);
  return [...Map.groupBy(found, ({ waits_for }) => waits_for)].flatMap(([kind, ofKind]) =>
    (kind === 'decision' ? ofKind.toSorted(longestFirst) : ofKind).toSorted(soonestFirst).slice(0, atMost),
  );
}

/** Names those to show, and records that they were read. */
export async function nameWaiting(
  ctx: Ctx,
  caller: ClientReader,
  shown: readonly WaitingCheck[],
): Promise<NamedWaitingCheck[]> {
  demand(caller, 'read_checks');
  const { accountId, environment } = caller;
  const ids = [...new Set(shown.map(({ check_id }) => check_id))];
  recordList(ctx, caller, 'account.checks_listed', { filter: { waiting: true }, ids });
  // It says of each that not every result is clear, or the right to work is not.
  const undecided = shown.filter(({ waits_for }) =>
    ['decision', 'right_to_work', 'permission_end', 'follow_up'].includes(waits_for),
  );
  recordResultsReads(
    ctx,
    caller,
    undecided.map(({ check_id: checkId, applicant_id: applicantId }) => ({ checkId, applicantId })),
  );
  const sealed = await findSealedOrders(
    ctx.db,
    ids.map((checkId) => ({ accountId, environment, checkId })),
  );
  const names = await namesIn(ctx, sealed);
  return shown.map((one) => ({ ...one, candidateName: names.get(one.check_id)! }));
}
