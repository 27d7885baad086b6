// Judges whether people may work on the right to work that was checked, on the day they start and today.
import { type Caller, type Ctx, type OrderScope, type Tenant, todayFor } from '../../context.ts';
import { type IsoDate, laterOf } from '../../lib/dates.ts';
import { demand } from '../access/permissions.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { isFollowUp } from '../reports/outcome-actions.ts';
import {
  isOfRightToWork,
  lacksRightToWork,
  lateCheckOf,
  type RightToWork,
  rightToWorkOf,
} from '../reports/right-to-work-rules.ts';
import { findChecksOfRight, findRightToWork, findStartsInDoubt, type JudgedStart } from './right-to-work-queries.ts';

/** Of the checks with these starts. */
export async function rightsToWork(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  starts: readonly JudgedStart[],
  today: IsoDate,
): Promise<ReadonlyMap<string, RightToWork>> {
  if (starts.length === 0) return new Map();
  const ids = starts.map(({ check_id }) => check_id);
  const reports = await findRightToWork(ctx.db, tenant, ids, await readAccountSettings(ctx, tenant.accountId));
  return new Map(
    starts.map(({ check_id: id, starts_on }) => [id, rightToWorkOf(reports.get(id) ?? [], laterOf(starts_on, today))]),
  );
}

/** @param startsOn undefined where no start is recorded yet */
export async function readRightToWork(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  startsOn: IsoDate | undefined,
): Promise<RightToWork> {
  demand(caller, 'read_checks', 'read_reports');
  const today = todayFor(ctx, caller);
  const starts = [{ check_id: checkId, starts_on: startsOn ?? today }];
  return (await rightsToWork(ctx, caller, starts, today)).get(checkId)!;
}

/**
 * The day of the first check of the right to work, over all orders of the person, where that came too late for the start
 * of work: whoever relied on it has no statutory excuse. Reports that follow up an earlier check say nothing of the first.
 */
export async function lateCheckOfPerson(
  ctx: Ctx,
  tenant: Tenant,
  { applicantId }: Pick<Check, 'applicantId'>,
  startsOn: IsoDate,
): Promise<IsoDate | undefined> {
  const checks = await findChecksOfRight(ctx.db, tenant, applicantId);
  const read = await Promise.all(checks.map((id) => readCheckAndKey(ctx, tenant, id)));
  const reports = read.flatMap(({ check }) => check.reports).filter(isOfRightToWork);
  const isFirst = await Promise.all(reports.map(async (report) => !(await isFollowUp(ctx, tenant, report))));
  return lateCheckOf(
    reports.filter((_, at) => isFirst[at]),
    startsOn,
  );
}

/** As `lateCheckOfPerson`, for somebody who may read results. */
export function readLateCheck(
  ctx: Ctx,
  caller: Caller,
  check: Pick<Check, 'applicantId'>,
  startsOn: IsoDate,
): Promise<IsoDate | undefined> {
  demand(caller, 'read_results', 'read_reports');
  return lateCheckOfPerson(ctx, caller, check, startsOn);
}

/** Of the checks of who works, or is to start, without it. */
export async function findRightsLacking(
  ctx: Ctx,
  caller: Caller & OrderScope,
  { asksComparison }: Pick<AccountSettings, 'asksComparison'>,
): Promise<ReadonlyMap<string, RightToWork>> {
  demand(caller, 'read_checks', 'read_clearance');
  const today = todayFor(ctx, caller);
  const inDoubt = await findStartsInDoubt(ctx.db, caller, { today, asksComparison });
  const rights = await rightsToWork(ctx, caller, inDoubt, today);
  return new Map([...rights].filter(([, right]) => lacksRightToWork(right)));
}

/** The checks of who works, or is to start, without it. */
export const findStartsWithoutRight = async (ctx: Ctx, caller: Caller & OrderScope): Promise<string[]> => [
  ...(await findRightsLacking(ctx, caller, await readAccountSettings(ctx, caller.accountId))).keys(),
];
