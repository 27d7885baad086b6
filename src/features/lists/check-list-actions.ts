// A page of an account's checks: filtered and sorted without decryption; only the shown names are decrypted.

import { type Caller, type Ctx, type OrderScope, todayFor, userIdOf } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import { overallLight } from '../checks/check-rules.ts';
import type { CheckState } from '../checks/check-states.ts';
import { submitByOf } from '../checks/form-deadline-schedule.ts';
import { findOrderOwners, findOrderPeople, type OrderOwner, type OrderPeople } from '../checks/order-owner-queries.ts';
import { recordList } from '../events/look-actions.ts';
import { givenDob } from '../facts/facts.ts';
import type { Promised } from '../reports/expected-date-rules.ts';
import type { TrafficLight } from '../reports/report-rules.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';
import { type ResultsRead, recordResultsReads } from '../results/results-reads.ts';
import { findStartsWithoutRight } from '../work-starts/right-to-work-actions.ts';
import {
  type CheckCount,
  type CheckListFilter,
  type CheckListPage,
  countOngoingChecks,
  findFirstRequestedMonth,
  findListedChecks,
  findPageBefore,
  type ListedCheckRow,
} from './check-list-queries.ts';
import { readCovered, soughtWaits } from './client-waiting-actions.ts';
import type { SoughtWaits, WaitKind } from './client-waiting-queries.ts';
import { searchAccounts } from './search-actions.ts';
import { daysWithin } from './start-period-rules.ts';

export interface ListedCheck {
  readonly id: string;
  readonly orderId: number;
  readonly applicantId: string;
  readonly subsidiaryId: string | null;
  readonly candidateName: string;
  /** null if nobody has given it. */
  readonly bornOn: IsoDate | null;
  readonly status: CheckState;
  readonly isRestricted: boolean;
  readonly isUrgent: boolean;
  /** null if the check is not complete, or ended without a result. */
  readonly light: TrafficLight | null;
  readonly dueOn: IsoDate | null;
  /** Of the report on which the screeners work and which was due first. */
  readonly promised: Promised;
  /** Until when the candidate has time to submit the form; null unless it is awaited. */
  readonly submitBy: IsoDate | null;
  /** The first day of work, planned or past; null if nobody said one, or the person is restricted. */
  readonly startsOn: IsoDate | null;
  /** Whether somebody said that they started. */
  readonly hasStarted: boolean;
  /** For whom its open reports wait; null if for nobody. */
  readonly waitingFor: WaitingFor | null;
  readonly createdAt: Date;
}

export interface ListedChecks {
  readonly checks: readonly ListedCheck[];
  /** Where the previous and the next page start. */
  readonly previousFrom: number | undefined;
  readonly nextFrom: number | undefined;
  readonly counts: readonly CheckCount[];
}

/** Whose orders: the caller's own, and of those for whom they cover. */
export const MINE = 'mine';

export type CheckListWish = Omit<CheckListFilter, 'search' | 'waits' | 'notCleared' | 'lateOn' | 'ownerIds'> & {
  /** The user who has it, or `mine`. */
  readonly ownerId?: string | undefined;
  readonly text?: string | undefined;
  /** Only checks that wait for the caller, for anything or for this. */
  readonly waiting?: 'yes' | WaitKind | undefined;
  /** Only of who starts in so many days and is not cleared. */
  readonly startsWithin?: number | undefined;
  /** Only what is overdue. */
  readonly isLate?: true | undefined;
};

type ListReader = Caller & OrderScope & Permitted;

const waitsIn = (waiting: 'yes' | WaitKind, sought: SoughtWaits): SoughtWaits =>
  waiting === 'yes' ? sought : { ...sought, kinds: sought.kinds.filter((kind) => kind === waiting) };

async function ownersIn(ctx: Ctx, caller: ListReader, ownerId: string): Promise<string[]> {
  if (ownerId !== MINE) return [ownerId];
  const covered = await readCovered(ctx, caller);
  return [userIdOf(caller.actor) ?? [], ...covered.map(({ id }) => id)].flat();
}

/** What queries filter by. Users who may not read results find nothing by them. @param sought as `soughtWaits`, if it is read already */
export async function checkListFilter(
  ctx: Ctx,
  caller: ListReader,
  { text, waiting, startsWithin, isLate, ownerId, ...given }: CheckListWish,
  sought?: SoughtWaits,
): Promise<CheckListFilter> {
  const { accountId, environment } = caller;
  const [search] = text === undefined ? [] : await searchAccounts(ctx, caller, [accountId], environment, text);
  return {
    ...given,
    search,
    ownerIds: ownerId === undefined ? undefined : await ownersIn(ctx, caller, ownerId),
    result: mayDo(caller, 'read_results') ? given.result : undefined,
    notCleared:
      startsWithin === undefined
        ? undefined
        : {
            ...daysWithin(todayFor(ctx, caller), startsWithin),
            withoutRight: await findStartsWithoutRight(ctx, caller),
          },
    lateOn: isLate && todayFor(ctx, caller),
    waits: waiting && waitsIn(waiting, sought ?? (await soughtWaits(ctx, caller))),
  };
}

/** For users who may not read results, leaves results out and ignores filters by result. */
export async function listChecksOf(
  ctx: Ctx,
  caller: ListReader,
  wish: CheckListWish,
  page: CheckListPage,
  sought?: SoughtWaits,
): Promise<ListedChecks> {
  demand(caller, 'read_checks');
  const seesResults = mayDo(caller, 'read_results');
  const filter = await checkListFilter(ctx, caller, wish, sought);
  const { from, limit } = page;
  const [rows, previousFrom, counts] = await Promise.all([
    findListedChecks(ctx.db, caller, filter, { ...page, limit: limit + 1 }),
    from === undefined ? undefined : findPageBefore(ctx.db, caller, filter, { ...page, from }),
    countOngoingChecks(ctx.db, caller),
  ]);
  const shown = rows.slice(0, limit);
  if (seesResults) recordResultsReads(ctx, caller, shown.filter((row) => lightOf(row) !== null).map(readOf));
  const looked = { ...lookedFor(wish), result: filter.result, sort: page.sort, from };
  recordList(ctx, caller, 'account.checks_listed', { filter: looked, ids: shown.map(({ id }) => id) });
  const opened = await Promise.all(shown.map((row) => open(ctx, caller, row)));
  const checks = seesResults ? opened : opened.map((check) => ({ ...check, light: null }));
  return { checks, previousFrom, nextFrom: rows[limit]?.order_id, counts };
}

/** What narrowed a list, in names of ours: not what was searched for. */
export const lookedFor = ({
  text,
  status,
  month,
  waiting,
  isNewestOnly,
  ownerId,
  startsWithin,
  isLate,
}: CheckListWish) => ({
  searched: text !== undefined,
  status,
  month,
  waiting,
  newest: isNewestOnly,
  owner: ownerId,
  starts_within: startsWithin,
  late: isLate,
});

export function lightOf({ status, lights }: ListedCheckRow): TrafficLight | null {
  return overallLight({ status, reports: lights.map((trafficLight) => ({ status: 'complete', trafficLight })) });
}

async function open(ctx: Ctx, scope: OrderScope, row: ListedCheckRow): Promise<ListedCheck> {
  return listedCheckOf(row, checkOf(scope, row, await keyOfCheck(ctx, scope, row), []));
}

/** While the candidate has the form, or somebody's answer is waited for, nobody works towards the due date. */
export const isWorkedOn = ({ status, isRestricted }: Pick<Check, 'status' | 'isRestricted'>): boolean =>
  status !== 'awaiting_applicant' && status !== 'on_hold' && !isRestricted;

export function listedCheckOf(
  row: ListedCheckRow,
  { id, orderId, status, isRestricted, isUrgent, createdAt, order }: Check,
): ListedCheck {
  return {
    id,
    orderId,
    applicantId: row.applicant_id,
    subsidiaryId: row.subsidiary_id,
    candidateName: fullName(order.facts.first_name, order.facts.last_name),
    bornOn: givenDob(order.facts.dob),
    status,
    isRestricted,
    isUrgent,
    light: lightOf(row),
    promised: { promisedOn: row.promised_on, dueOn: row.promised_due_on, reason: row.delay_reason },
    dueOn: isWorkedOn({ status, isRestricted }) ? row.due_on : null,
    startsOn: isRestricted ? null : row.starts_on,
    hasStarted: row.has_started === true,
    submitBy: row.submission_due_at && submitByOf({ dueAt: row.submission_due_at, wantedAt: row.form_wanted_at }),
    waitingFor: row.waiting_for,
    createdAt,
  };
}

/** A shown traffic light is a reading of a result. */
export const readOf = ({ id, applicant_id: applicantId }: ListedCheckRow): ResultsRead => ({
  checkId: id,
  applicantId,
});

/** Those who have orders among the checks that the caller sees, by name. */
export function listOrderOwners(ctx: Ctx, caller: ListReader): Promise<OrderOwner[]> {
  demand(caller, 'read_checks');
  return findOrderOwners(ctx.db, caller);
}

/** Who ordered the check, and who looks after it in their place. */
export function readOrderPeople(ctx: Ctx, caller: ListReader, checkId: string): Promise<OrderPeople> {
  demand(caller, 'read_checks');
  return findOrderPeople(ctx.db, caller, checkId);
}

/** The month in which the account first requested a check, `yyyy-mm`; undefined if there is none. */
export function readFirstRequestedMonth(ctx: Ctx, caller: ListReader): Promise<string | undefined> {
  demand(caller, 'read_checks');
  return findFirstRequestedMonth(ctx.db, caller);
}
