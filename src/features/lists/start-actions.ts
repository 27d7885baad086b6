// Lists the people who work or are to start while their screening is not complete, with their names, and records that the
// list and the results were read; says how near a first day is.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import { addWorkingDays, type IsoDate } from '../../lib/dates.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { recordList } from '../events/look-actions.ts';
import { lacksRightToWork, type RightToWorkLack, tellsResult } from '../reports/right-to-work-rules.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { readBarredListLacks } from '../work-starts/barred-list-actions.ts';
import type { BarredListLack } from '../work-starts/barred-list-rules.ts';
import { findStartsWithoutRight, readLateCheck, rightsToWork } from '../work-starts/right-to-work-actions.ts';
import type { Days } from '../work-starts/work-start-queries.ts';
import { namesIn } from './candidate-name-actions.ts';
import { findSealedOrders } from './sealed-order-queries.ts';
import { daysWithin } from './start-period-rules.ts';
import {
  countUnclearedStartRows,
  findStartsAtRisk,
  findUnclearedStarts,
  type StartAtRisk,
  type UnclearedStartRow,
} from './start-queries.ts';

export interface UnclearedStart extends UnclearedStartRow {
  readonly candidateName: string;
  /** Undefined where it tells a result to somebody who may not read results. */
  readonly rightToWork: RightToWorkLack | 'clear' | undefined;
  /** The barred lists without an answer, of who works already or may start before the screening is complete. */
  readonly lists: readonly BarredListLack[];
  /** As `readLateCheck`, for whoever may read results. */
  readonly lateCheck: IsoDate | undefined;
}

type StartsReader = Caller & OrderScope & Permitted;

/** The days in which a first day is near, as the account has set; undefined where nobody is told of them. */
export function nearDays(
  ctx: Ctx,
  caller: Caller,
  { startNoticeWorkingDays }: Pick<AccountSettings, 'startNoticeWorkingDays'>,
): Days | undefined {
  const from = todayFor(ctx, caller);
  return startNoticeWorkingDays === 0
    ? undefined
    : { from, until: addWorkingDays(from, startNoticeWorkingDays, ctx.calendar().england_and_wales) };
}

/**
 * Who works or is to start and is not cleared, who starts first at the top; records the reading, and
 * that of the results on the right to work. @param within only who starts in so many days; undefined for all
 */
export async function listUnclearedStarts(
  ctx: Ctx,
  caller: StartsReader,
  { within, limit }: { readonly within?: number | undefined; readonly limit: number },
): Promise<UnclearedStart[]> {
  demand(caller, 'read_checks');
  const days = within === undefined ? undefined : daysWithin(todayFor(ctx, caller), within);
  const withoutRight = await findStartsWithoutRight(ctx, caller);
  const found = await findUnclearedStarts(ctx.db, caller, { withoutRight, days, limit });
  const rights = await rightsToWork(ctx, caller, found, todayFor(ctx, caller));
  const barred = ({ check_id }: UnclearedStartRow) => Number(lacksRightToWork(rights.get(check_id)!));
  // On the same day, who has no right to work first.
  const rows = found.toSorted(
    (one, other) => one.must_be_right_on.localeCompare(other.must_be_right_on) || barred(other) - barred(one),
  );
  const ids = rows.map(({ check_id }) => check_id);
  recordList(ctx, caller, 'account.checks_listed', { filter: { starts: within ?? true }, ids });
  const lackOf = ({ check_id }: UnclearedStartRow) => rights.get(check_id)!.lack;
  const early = rows.filter((row) => row.has_started || row.complete_by !== null).map(({ check_id }) => check_id);
  const lists = await readBarredListLacks(ctx, caller, early);
  const isResult = (row: UnclearedStartRow) => tellsResult(lackOf(row));
  const isWait = (row: UnclearedStartRow) => lists.get(row.check_id)?.some(({ state }) => state === 'wait') === true;
  const seesResults = mayDo(caller, 'read_results');
  const told = seesResults ? rows.filter((row) => isResult(row) || isWait(row)) : [];
  recordResultsReads(
    ctx,
    caller,
    told.map((row) => ({ checkId: row.check_id, applicantId: row.applicant_id })),
  );
  const { accountId, environment } = caller;
  const sealed = await findSealedOrders(
    ctx.db,
    ids.map((checkId) => ({ accountId, environment, checkId })),
  );
  const names = await namesIn(ctx, sealed);
  const late = new Map<string, IsoDate | undefined>();
  for (const row of told.filter((row) => lackOf(row) === undefined))
    late.set(row.check_id, await readLateCheck(ctx, caller, { applicantId: row.applicant_id }, row.starts_on));
  return rows.map((row) => ({
    ...row,
    lateCheck: late.get(row.check_id),
    lists: lists.get(row.check_id) ?? [],
    candidateName: names.get(row.check_id)!,
    rightToWork: !seesResults && isResult(row) ? undefined : (lackOf(row) ?? 'clear'),
  }));
}

/** Counted up to `atMost`. */
export async function countUnclearedStarts(ctx: Ctx, caller: Caller & OrderScope, atMost: number): Promise<number> {
  demand(caller, 'read_checks');
  return countUnclearedStartRows(ctx.db, caller, await findStartsWithoutRight(ctx, caller), atMost);
}

/** Who starts soon, and neither is cleared nor may start before; also without a right to work. None where nobody is told of them. */
export async function readStartsAtRisk(ctx: Ctx, caller: Caller & OrderScope): Promise<StartAtRisk[]> {
  demand(caller, 'read_checks');
  const days = nearDays(ctx, caller, await readAccountSettings(ctx, caller.accountId));
  return days === undefined ? [] : findStartsAtRisk(ctx.db, caller, days, await findStartsWithoutRight(ctx, caller));
}
