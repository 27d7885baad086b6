// Reads which reports are complete of everybody, and until when, for a file; records that the list was read.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { referencesOf } from '../checks/order-reference-rules.ts';
import { recordList } from '../events/look-actions.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { findHeldReports, type HeldReportRow } from './renewal-queries.ts';
import { openSealedOrder } from './sealed-order-actions.ts';
import { findSealedOrders } from './sealed-order-queries.ts';

export interface HeldReport extends HeldReportRow {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Each empty if the order names none. */
  readonly purchaseOrder: string;
  readonly reference: string;
}

type HeldReader = Caller & OrderScope & Permitted;

const REPORTS_PER_READ = 200;

async function withPeople(ctx: Ctx, caller: HeldReader, rows: readonly HeldReportRow[]) {
  const { accountId, environment } = caller;
  const ids = [...new Set(rows.map(({ check_id }) => check_id))];
  recordList(ctx, caller, 'account.checks_listed', { filter: { held: true, file: true }, ids });
  const seesResults = mayDo(caller, 'read_results');
  const withEnd = seesResults ? rows.filter((row) => row.permission_ends_on !== null) : [];
  recordResultsReads(
    ctx,
    caller,
    withEnd.map((row) => ({ checkId: row.check_id, applicantId: row.applicant_id, reportId: row.report_id })),
  );
  const sealed = await findSealedOrders(
    ctx.db,
    ids.map((checkId) => ({ accountId, environment, checkId })),
  );
  const orders = new Map(
    await Promise.all(sealed.map(async (one) => [one.checkId, await openSealedOrder(ctx, one)] as const)),
  );
  return rows.flatMap((row): HeldReport[] => {
    const order = orders.get(row.check_id);
    // Erased since the rows were read.
    if (order === undefined) return [];
    const { first_name: firstName, last_name: lastName, email } = order.facts;
    const endsOn = seesResults ? row.permission_ends_on : null;
    return [{ ...row, permission_ends_on: endsOn, firstName, lastName, email, ...referencesOf(order) }];
  });
}

/**
 * In parts, so that a client of any size takes the same memory. Of the results only when a permission to work ends, for who
 * may read them.
 */
export async function* readHeldReports(ctx: Ctx, caller: HeldReader): AsyncGenerator<readonly HeldReport[]> {
  demand(caller, 'read_checks');
  let after: HeldReportRow | undefined;
  do {
    const rows = await findHeldReports(ctx.db, caller, { after, limit: REPORTS_PER_READ });
    if (rows.length > 0) yield await withPeople(ctx, caller, rows);
    after = rows.length < REPORTS_PER_READ ? undefined : rows.at(-1);
  } while (after !== undefined);
}
