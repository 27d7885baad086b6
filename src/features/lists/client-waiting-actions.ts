// Reads what waits for the client with the names of the candidates, and records that they and the results were read.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { recordList } from '../events/look-actions.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { findStartsWithoutRight } from '../work-starts/right-to-work-actions.ts';
import { namesIn } from './candidate-name-actions.ts';
import {
  findWaitingChecks,
  findWaitsOf,
  type SoughtWaits,
  type WaitingCheck,
  type WaitKind,
  waitPermissions,
} from './client-waiting-queries.ts';
import { findSealedOrders } from './sealed-order-queries.ts';
import { nearDays } from './start-actions.ts';

type ClientReader = Caller & OrderScope & Permitted;

/** What the caller can do something about, as far as their account is asked for it. */
export async function waitKindsOf(ctx: Ctx, caller: ClientReader): Promise<WaitKind[]> {
  demand(caller, 'read_checks');
  const { askDecisions } = await readAccountSettings(ctx, caller.accountId);
  const kinds = Object.keys(waitPermissions) as WaitKind[];
  return kinds.filter((kind) => mayDo(caller, waitPermissions[kind]) && (kind !== 'decision' || askDecisions));
}

export interface NamedWaitingCheck extends WaitingCheck {
  readonly candidateName: string;
}

export interface Waiting {
  /** Questions first, then what waits longest. */
  readonly shown: readonly NamedWaitingCheck[];
  readonly hasMore: boolean;
}

/** More of each kind are not counted: a page need not count tens of thousands. */
export const COUNTED_AT_MOST = 100;

/** What to seek of these kinds. */
export async function soughtWaits(ctx: Ctx, caller: ClientReader, kinds: readonly WaitKind[]): Promise<SoughtWaits> {
  return {
    kinds,
    withoutRight: kinds.includes('right_to_work') ? await findStartsWithoutRight(ctx, caller) : [],
    near: kinds.includes('start_at_risk') ? await nearDays(ctx, caller) : undefined,
    today: todayFor(ctx, caller),
  };
}

/** Of each kind up to one more than are counted, without names. */
export async function findWaiting(ctx: Ctx, caller: ClientReader, kinds: readonly WaitKind[]): Promise<WaitingCheck[]> {
  demand(caller, 'read_checks');
  return findWaitingChecks(ctx.db, caller, await soughtWaits(ctx, caller, kinds), COUNTED_AT_MOST + 1);
}

/** How many checks these are: one may wait for several things. */
export const countWaiting = (found: readonly WaitingCheck[]): number =>
  new Set(found.map(({ check_id }) => check_id)).size;

/** What listed checks wait for that the caller can do, by their ids. The caller records that the list was read. */
export async function readWaitsOf(
  ctx: Ctx,
  caller: ClientReader,
  kinds: readonly WaitKind[],
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WaitKind[]>> {
  demand(caller, 'read_checks');
  return findWaitsOf(ctx.db, caller, await soughtWaits(ctx, caller, kinds), checkIds);
}

/** Names those to show, and records that they were read. @param atMost how many of each kind */
export async function nameWaiting(
  ctx: Ctx,
  caller: ClientReader,
  found: readonly WaitingCheck[],
  atMost: number,
): Promise<Waiting> {
  demand(caller, 'read_checks');
  const longestFirst = (one: WaitingCheck, other: WaitingCheck) => one.since.getTime() - other.since.getTime();
  const ofKinds = [...Map.groupBy(found, ({ waits_for }) => waits_for)].map(([kind, ofKind]) =>
    kind === 'decision' ? ofKind.toSorted(longestFirst) : ofKind,
  );
  const shown = ofKinds.flatMap((ofKind) => ofKind.slice(0, atMost));
  const { accountId, environment } = caller;
  const ids = [...new Set(shown.map(({ check_id }) => check_id))];
  recordList(ctx, caller, 'account.checks_listed', { filter: { waiting: true }, ids });
  // It says of each that not every result is clear, or the right to work is not.
  const undecided = shown.filter(({ waits_for }) => ['decision', 'right_to_work', 'follow_up'].includes(waits_for));
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
  return {
    shown: shown.map((one) => ({ ...one, candidateName: names.get(one.check_id)! })),
    hasMore: shown.length < found.length,
  };
}
