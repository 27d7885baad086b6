// Lists candidates with the status of their check and whether they are cleared, for somebody who sees no result, file or document.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import type { CheckState } from '../checks/check-states.ts';
import { jobOf } from '../checks/order-reference-rules.ts';
import { recordList } from '../events/look-actions.ts';
import { findStartsWithoutRight, rightsToWork } from '../work-starts/right-to-work-actions.ts';
import { readSupervisor } from '../work-starts/start-risk-actions.ts';
import { conditionOf } from '../work-starts/work-start-actions.ts';
import { listedCheckOf } from './check-list-actions.ts';
import { findListedChecks, findPageBefore, type ListedCheckRow } from './check-list-queries.ts';
import { findClearances } from './clearance-queries.ts';
import {
  type Clearance,
  type ClearanceWait,
  clearanceOf,
  clearanceWait,
  type RightNote,
  rightNote,
} from './clearance-rules.ts';
import { findWaitsOf } from './client-waiting-queries.ts';
import { findEndedLicences } from './permission-end-queries.ts';
import { searchAccounts } from './search-actions.ts';
import { daysWithin } from './start-period-rules.ts';

export interface ListedClearance {
  readonly id: string;
  readonly orderId: number;
  readonly subsidiaryId: string | null;
  readonly candidateName: string;
  /** Empty if the order names none. */
  readonly job: string;
  readonly status: CheckState;
  readonly isRestricted: boolean;
  readonly createdAt: Date;
  readonly formCompletedAt: Date | null;
  /** The client gave the answers: no form was sent. */
  readonly isAnsweredByClient: boolean;
  readonly dueOn: IsoDate | null;
  readonly completedAt: Date | null;
  readonly startsOn: IsoDate | null;
  readonly clearance: Clearance;
  readonly waitsFor: ClearanceWait | undefined;
  readonly right: RightNote | undefined;
  /** Licences and registrations of theirs that have ended. */
  readonly endedLicences: readonly { readonly reportTypeId: number; readonly endsOn: IsoDate }[];
  /** By when the conditions are to be met; null where no day was set, or they are. */
  readonly conditionsBy: IsoDate | null;
  /** Only of who may start before the screening is complete; the supervisor is empty if nobody is named. */
  readonly condition: { readonly completeBy: IsoDate; readonly supervisor: string } | undefined;
}

type ClearanceReader = Caller & OrderScope & Permitted;

export interface ListedClearances {
  readonly rows: readonly ListedClearance[];
  /** Where the previous and the next page start. */
  readonly previousFrom: number | undefined;
  readonly nextFrom: number | undefined;
}

/** For these an order waits for the client, also where the user who reads the list may not do them. */
const clientWaits = ['query', 'identity', 'email_address'] as const;

/** The newest order first, or who starts first of those who start in so many days and are not cleared; records that the list was read. */
export async function listClearances(
  ctx: Ctx,
  caller: ClearanceReader,
  {
    text,
    startsWithin,
    from,
    limit,
  }: {
    readonly text: string | undefined;
    readonly startsWithin: number | undefined;
    readonly from: number | undefined;
    readonly limit: number;
  },
): Promise<ListedClearances> {
  demand(caller, 'read_clearance');
  const { accountId, environment } = caller;
  const [search] = text === undefined ? [] : await searchAccounts(ctx, caller, [accountId], environment, text);
  const today = todayFor(ctx, caller);
  const withoutRight = startsWithin === undefined ? [] : await findStartsWithoutRight(ctx, caller);
  const notCleared = startsWithin === undefined ? undefined : { ...daysWithin(today, startsWithin), withoutRight };
  const sought = { search, notCleared };
  const page = { sort: startsWithin === undefined ? 'newest' : 'starts', from, limit: limit + 1 } as const;
  const [found, previousFrom] = await Promise.all([
    findListedChecks(ctx.db, caller, sought, page),
    from === undefined ? undefined : findPageBefore(ctx.db, caller, sought, { ...page, from, limit }),
  ]);
  const shown = found.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const filter = { clearance: true, searched: text !== undefined, starts_within: startsWithin, from };
  recordList(ctx, caller, 'account.checks_listed', { filter, ids });
  return { rows: await openAll(ctx, caller, shown), previousFrom, nextFrom: found[limit]?.order_id };
}

/** Of the newest orders of one person, by their ids; for who reads their results too. */
export async function readClearancesOf(
  ctx: Ctx,
  caller: ClearanceReader,
  applicantId: string,
  limit: number,
): Promise<ReadonlyMap<string, ListedClearance>> {
  demand(caller, 'read_clearance', 'read_results');
  const found = await findListedChecks(ctx.db, caller, { applicantId }, { sort: 'newest', limit });
  const ids = found.map(({ id }) => id);
  recordList(ctx, caller, 'account.checks_listed', { filter: { clearance: true }, ids });
  return new Map((await openAll(ctx, caller, found)).map((one) => [one.id, one]));
}

async function openAll(
  ctx: Ctx,
  caller: ClearanceReader,
  shown: readonly ListedCheckRow[],
): Promise<ListedClearance[]> {
  const ids = shown.map(({ id }) => id);
  const today = todayFor(ctx, caller);
  const more = new Map((await findClearances(ctx.db, caller, ids)).map((one) => [one.id, one]));
  const starts = ids.map((id) => ({ check_id: id, starts_on: more.get(id)?.starts_on ?? today }));
  const rights = await rightsToWork(ctx, caller, starts, today);
  const ended = await findEndedLicences(ctx.db, caller, { checkIds: ids, today });
  const waits = await findWaitsOf(
    ctx.db,
    caller,
    { kinds: clientWaits, withoutRight: [], near: undefined, today },
    ids,
  );
  return Promise.all(
    shown.map(async (row) => {
      const key = await keyOfCheck(ctx, caller, row);
      const check = checkOf(caller, row, key, []);
      const {
        decision,
        is_disputed: isDisputed,
        starts_on: startsOn,
        complete_by,
        agreed_at,
        conditions,
        conditions_by,
        has_left: hasLeft,
      } = more.get(row.id)!;
      const right = rights.get(row.id)!;
      const completeBy = conditionOf(check, { completeBy: complete_by, agreedAt: agreed_at });
      const mayStart = completeBy !== null && completeBy >= today;
      const clearance = clearanceOf(check, { decision, conditions, isDisputed, mayStart, right, hasLeft });
      const isOfClient = waits.has(row.id);
      const { orderId, subsidiaryId, candidateName, status, isRestricted, createdAt, dueOn } = listedCheckOf(
        row,
        check,
      );
      return {
        id: row.id,
        ...{ orderId, subsidiaryId, candidateName, status, isRestricted, createdAt, dueOn, startsOn },
        ...{ formCompletedAt: check.formCompletedAt, completedAt: check.completedAt },
        ...{ job: jobOf(check.order), isAnsweredByClient: check.type === 'express', clearance },
        endedLicences: isRestricted
          ? []
          : ended
              .filter(({ check_id }) => check_id === row.id)
              .map((one) => ({ reportTypeId: one.report_type_id, endsOn: one.ends_on })),
        right: rightNote(clearance, { right, isRestricted, startsOn, today }),
        waitsFor: clearanceWait(check, clearance, { isOfClient, waitingFor: row.waiting_for }),
        conditionsBy: clearance === 'with_conditions' ? conditions_by : null,
        condition:
          clearance === 'may_start'
            ? { completeBy: completeBy!, supervisor: await readSupervisor(ctx, caller, row.id, key) }
            : undefined,
      };
    }),
  );
}
