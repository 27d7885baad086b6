// Reads what an account's checks came to since the working day before, and records that its results were read.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import { addWorkingDays, type IsoDate } from '../../lib/dates.ts';
import { startOfUkDay } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { overallLight } from '../checks/check-rules.ts';
import { recordList } from '../events/look-actions.ts';
import type { TrafficLight } from '../reports/report-rules.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { namesIn } from './candidate-name-actions.ts';
import { findCompletedChecks, findWithdrawnChecks } from './completed-check-queries.ts';
import { findSealedOrders } from './sealed-order-queries.ts';

export interface CompletedLately {
  readonly since: IsoDate;
  readonly checks: readonly {
    readonly id: string;
    readonly orderId: number;
    readonly candidateName: string;
    readonly completedAt: Date;
    readonly light: TrafficLight | null;
  }[];
  readonly hasMore: boolean;
}

const workingDayBefore = (ctx: Ctx, caller: Caller): IsoDate =>
  addWorkingDays(todayFor(ctx, caller), -1, ctx.calendar().england_and_wales);

async function namesOf(ctx: Ctx, { accountId, environment }: Caller, rows: readonly { readonly check_id: string }[]) {
  const keys = rows.map(({ check_id: checkId }) => ({ accountId, environment, checkId }));
  return namesIn(ctx, await findSealedOrders(ctx.db, keys));
}

export interface WithdrawnLately {
  readonly since: IsoDate;
  readonly checks: readonly {
    readonly id: string;
    readonly orderId: number;
    readonly candidateName: string;
    readonly withdrawnAt: Date;
    readonly startsOn: IsoDate | null;
  }[];
  readonly hasMore: boolean;
}

/** Those from which candidates withdrew, the newest first; records that the reader saw them. @param atMost how many of them */
export async function readWithdrawnLately(
  ctx: Ctx,
  caller: Caller & OrderScope,
  atMost: number,
): Promise<WithdrawnLately> {
  demand(caller, 'read_checks');
  const since = workingDayBefore(ctx, caller);
  const rows = await findWithdrawnChecks(ctx.db, caller, { since: startOfUkDay(since), limit: atMost + 1 });
  const shown = rows.slice(0, atMost);
  const ids = shown.map(({ check_id }) => check_id);
  if (ids.length > 0) recordList(ctx, caller, 'account.checks_listed', { filter: { withdrawn_since: since }, ids });
  const names = await namesOf(ctx, caller, shown);
  const checks = shown.map(({ check_id: id, order_id: orderId, withdrawn_at: withdrawnAt, starts_on: startsOn }) => ({
    ...{ id, orderId, withdrawnAt, startsOn },
    candidateName: names.get(id)!,
  }));
  return { since, checks, hasMore: rows.length > atMost };
}

/** The newest first. @param atMost how many of them */
export async function readCompletedLately(
  ctx: Ctx,
  caller: Caller & OrderScope,
  atMost: number,
): Promise<CompletedLately> {
  demand(caller, 'read_results');
  const since = workingDayBefore(ctx, caller);
  const rows = await findCompletedChecks(ctx.db, caller, { since: startOfUkDay(since), limit: atMost + 1 });
  const shown = rows.slice(0, atMost);
  recordResultsReads(
    ctx,
    caller,
    shown.map((row) => ({ checkId: row.check_id, applicantId: row.applicant_id })),
  );
  const names = await namesOf(ctx, caller, shown);
  const checks = shown.map((row) => ({
    id: row.check_id,
    orderId: row.order_id,
    candidateName: names.get(row.check_id)!,
    completedAt: row.completed_at,
    light: overallLight({
      status: 'complete',
      reports: row.lights.map((trafficLight) => ({ status: 'complete', trafficLight })),
    }),
  }));
  return { since, checks, hasMore: rows.length > atMost };
}
