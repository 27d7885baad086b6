// Lists the people whose permission to work ends, with their names, and records that the list and the results were read.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import { addDays } from '../../lib/dates.ts';
import { demand } from '../access/permissions.ts';
import { recordList } from '../events/look-actions.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { namesIn } from './candidate-name-actions.ts';
import {
  countPermissionEnds,
  type EndKind,
  findEndingTypes,
  findPermissionEnds,
  type PermissionEndPeriod,
  type PermissionEndRow,
} from './permission-end-queries.ts';
import { PERMISSION_NOTICE_DAYS } from './permission-end-rules.ts';
import { findSealedOrders } from './sealed-order-queries.ts';

export interface PermissionEnd extends PermissionEndRow {
  readonly candidateName: string;
}

/** What ends first comes first; also what has ended. */
export async function listPermissionEnds(
  ctx: Ctx,
  caller: Caller & OrderScope,
  period: PermissionEndPeriod,
  page: { readonly offset?: number; readonly limit: number },
): Promise<PermissionEnd[]> {
  demand(caller, 'read_results');
  const rows = await findPermissionEnds(ctx.db, caller, period, page);
  const ids = [...new Set(rows.map(({ check_id }) => check_id))];
  recordList(ctx, caller, 'account.checks_listed', { filter: { ends: period.kind ?? 'permission' }, ids });
  recordResultsReads(
    ctx,
    caller,
    rows.map((row) => ({ checkId: row.check_id, applicantId: row.applicant_id, reportId: row.report_id })),
  );
  const { accountId, environment } = caller;
  const sealed = await findSealedOrders(
    ctx.db,
    ids.map((checkId) => ({ accountId, environment, checkId })),
  );
  const names = await namesIn(ctx, sealed);
  return rows.map((row) => ({ ...row, candidateName: names.get(row.check_id)! }));
}

/** The report types of licences that end. */
export function readEndingTypes(ctx: Ctx, caller: Caller & OrderScope): Promise<number[]> {
  demand(caller, 'read_results');
  return findEndingTypes(ctx.db, caller);
}

/** Those that have ended or end soon, counted up to `atMost`. */
export function countPermissionsEnding(
  ctx: Ctx,
  caller: Caller & OrderScope,
  atMost: number,
  kind?: EndKind,
): Promise<number> {
  demand(caller, 'read_results');
  const until = addDays(todayFor(ctx, caller), PERMISSION_NOTICE_DAYS);
  return countPermissionEnds(ctx.db, caller, { kind, until }, atMost);
}
