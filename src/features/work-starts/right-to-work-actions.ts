// Judges whether people may work on the right to work that was checked, on the day they start and today.
import { type Caller, type Ctx, type OrderScope, type Tenant, todayFor } from '../../context.ts';
import { type IsoDate, laterOf } from '../../lib/dates.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { isFollowUp } from '../reports/outcome-actions.ts';
import { isOfRightToWork, lateCheckOf, type RightToWorkLack, rightToWorkLack } from '../reports/right-to-work-rules.ts';
import { findChecksOfRight, findRightToWork, findStartsInDoubt, type JudgedStart } from './right-to-work-queries.ts';

/** Of the checks with these starts: what lacks of each; undefined if nothing does. */
export async function rightToWorkLacks(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  starts: readonly JudgedStart[],
  today: IsoDate,
): Promise<ReadonlyMap<string, RightToWorkLack | undefined>> {
  if (starts.length === 0) return new Map();
  const ids = starts.map(({ check_id }) => check_id);
  const reports = await findRightToWork(ctx.db, tenant, ids);
  return new Map(
    starts.map(({ check_id: id, starts_on }) => [
      id,
      rightToWorkLack(reports.get(id) ?? [], laterOf(starts_on, today)),
    ]),
  );
}

/** @param startsOn undefined where no start is recorded yet */
export async function readRightToWorkLack(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  startsOn: IsoDate | undefined,
): Promise<RightToWorkLack | undefined> {
  demand(caller, 'read_checks', 'read_reports');
  const today = todayFor(ctx, caller);
  const starts = [{ check_id: checkId, starts_on: startsOn ?? today }];
  return (await rightToWorkLacks(ctx, caller, starts, today)).get(checkId);
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

/** The checks of who works, or is to start, without it; who checks it elsewhere ordered no report on it. */
export async function findStartsWithoutRight(ctx: Ctx, caller: Caller & OrderScope): Promise<string[]> {
  demand(caller, 'read_checks');
  const today = todayFor(ctx, caller);
  const lacks = await rightToWorkLacks(ctx, caller, await findStartsInDoubt(ctx.db, caller, today), today);
  return [...lacks].filter(([, lack]) => lack !== undefined && lack !== 'missing').map(([id]) => id);
}
