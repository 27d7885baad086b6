// A page of all orders at the desk, and its file: only the shown names are decrypted, and each look is recorded.

import { type Ctx, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ERASED, fullName } from '../../lib/person-names.ts';
import { authorityOf, demand, mayDo } from '../access/permissions.ts';
import { readActorNames } from '../accounts/actor-name-queries.ts';
import type { Order } from '../checks/check.ts';
import { overallLight } from '../checks/check-rules.ts';
import type { CheckState } from '../checks/check-states.ts';
import { earlierNumberOf } from '../checks/order-reference-rules.ts';
import type { TrafficLight } from '../reports/report-rules.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { openListedOrders, recordListedOrders } from './candidate-name-actions.ts';
import { isWorkedOn } from './check-list-actions.ts';
import { findListedChecks, type OrderSort } from './check-list-queries.ts';
import { countDeskOrders, type DeskOrderFilter, type DeskOrderRow, findDeskOrders } from './desk-order-queries.ts';
import { MOST_ARCHIVED, type ToArchive } from './results-archive-actions.ts';
import type { DeskReader } from './work-queue-queries.ts';

export interface DeskOrder {
  readonly id: string;
  readonly orderId: number;
  readonly accountName: string;
  readonly candidateName: string;
  /** In the system from which it was brought in; empty for others. */
  readonly earlierNumber: string;
  readonly status: CheckState;
  readonly isRestricted: boolean;
  readonly reportTypeIds: readonly number[];
  /** Null if the order is not complete, or ended without a result. */
  readonly light: TrafficLight | null;
  /** The names of those who gave the outcomes of its complete reports. */
  readonly outcomesBy: readonly string[];
  readonly orderedAt: Date;
  readonly formSentAt: Date | null;
  /** Null unless it is complete. */
  readonly completedAt: Date | null;
  /** The latest due date of its open reports; null while nobody works towards it. */
  readonly dueOn: IsoDate | null;
  /** Today in the time of its data, which the account's clock decides. */
  readonly today: IsoDate;
}

/** A larger number is not told: finished orders grow without limit. */
export const ORDERS_COUNTED = 50_000;

const lightOf = ({ status, lights }: DeskOrderRow) =>
  overallLight({ status, reports: lights.map((trafficLight) => ({ status: 'complete', trafficLight })) });

/** The reader in the account of an order. */
const callerOf = (reader: DeskReader, row: DeskOrderRow) => ({
  ...{ accountId: row.account_id, environment: row.environment, subsidiaryIds: null },
  ...{ clockOffsetSeconds: row.clock_offset_seconds, actor: `user:${reader.userId}` as const },
  permissions: reader.permissions,
});

/** Who may not read results does not filter by them. */
const seenFilter = (reader: DeskReader, filter: DeskOrderFilter): DeskOrderFilter =>
  mayDo(reader, 'read_results') ? filter : { ...filter, light: undefined };

/** What narrowed the list, in names of ours and days. */
const lookedFor = ({ environment: _, accountId: __, ids: ___, ...narrowed }: DeskOrderFilter) => ({
  list: 'orders',
  ...narrowed,
});

async function authorNames(ctx: Ctx, rows: readonly DeskOrderRow[]) {
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  const names = await Promise.all(
    [...byAccount].map(async ([accountId, ofAccount]) => {
      const authors = ofAccount.flatMap((row) => row.authors);
      return [accountId, await readActorNames(ctx.db, accountId, authors)] as const;
    }),
  );
  return new Map(names);
}

/** @param order undefined if the candidate was erased */
const namesOf = (order: Order | undefined) => ({
  candidateName: order === undefined ? ERASED : fullName(order.facts.first_name, order.facts.last_name),
  earlierNumber: order === undefined ? '' : earlierNumberOf(order),
});

/** Records that the reader saw the rows, and the results among them. */
async function opened(
  ctx: Ctx,
  reader: DeskReader,
  rows: readonly DeskOrderRow[],
  looked: Readonly<Record<string, unknown>>,
): Promise<DeskOrder[]> {
  const seesResults = mayDo(reader, 'read_results');
  for (const row of seesResults ? rows.filter((one) => lightOf(one) !== null) : [])
    recordResultsReads(ctx, callerOf(reader, row), [{ checkId: row.check_id, applicantId: row.applicant_id }]);
  const [orders, authors] = await Promise.all([openListedOrders(ctx, reader, rows, looked), authorNames(ctx, rows)]);
  return rows.map((row) => ({
    ...namesOf(orders.get(row.check_id)),
    id: row.check_id,
    orderId: row.order_id,
    accountName: row.account_name,
    status: row.status,
    isRestricted: row.is_restricted,
    reportTypeIds: row.report_type_ids,
    light: seesResults ? lightOf(row) : null,
    outcomesBy: row.authors.map((author) => authors.get(row.account_id)!(author).name),
    orderedAt: row.created_at,
    formSentAt: row.form_completed_at,
    completedAt: row.status === 'complete' ? row.completed_at : null,
    dueOn: isWorkedOn({ status: row.status, isRestricted: row.is_restricted }) ? row.due_on : null,
    today: todayFor(ctx, callerOf(reader, row)),
  }));
}

export interface ListedDeskOrders {
  readonly orders: readonly DeskOrder[];
  /** At most one more than `ORDERS_COUNTED`. */
  readonly count: number;
}

export async function listDeskOrders(
  ctx: Ctx,
  reader: DeskReader,
  asked: DeskOrderFilter,
  { sort, offset, limit }: { readonly sort: OrderSort; readonly offset: number; readonly limit: number },
): Promise<ListedDeskOrders> {
  demand(authorityOf(reader), 'read_reports');
  const filter = seenFilter(reader, asked);
  const [rows, count] = await Promise.all([
    findDeskOrders(ctx.db, reader, filter, { sort, offset, limit }),
    countDeskOrders(ctx.db, reader, filter, ORDERS_COUNTED + 1),
  ]);
  const orders = await opened(ctx, reader, rows, { ...lookedFor(filter), sort, offset });
  return { orders, count };
}

const ORDERS_PER_READ = 200;

/** A list of any length takes the same memory, and no part keeps the program from other work for long. */
export async function* readDeskOrdersForFile(
  ctx: Ctx,
  reader: DeskReader,
  asked: DeskOrderFilter,
  sort: OrderSort,
): AsyncGenerator<readonly DeskOrder[]> {
  demand(authorityOf(reader), 'read_reports');
  const filter = seenFilter(reader, asked);
  let after: DeskOrderRow | undefined;
  do {
    const rows = await findDeskOrders(ctx.db, reader, filter, { sort, after, limit: ORDERS_PER_READ });
    yield await opened(ctx, reader, rows, { ...lookedFor(filter), sort, file: true });
    after = rows[ORDERS_PER_READ - 1];
  } while (after !== undefined);
}

/** The orders whose evidence bundles the reader downloads, at most one more than an archive holds. */
export async function findDeskArchived(
  ctx: Ctx,
  reader: DeskReader,
  asked: DeskOrderFilter,
  sort: OrderSort,
): Promise<readonly ToArchive[]> {
  demand(authorityOf(reader), 'read_results');
  const found = await findDeskOrders(ctx.db, reader, asked, { sort, limit: MOST_ARCHIVED + 1 });
  if (found.length <= MOST_ARCHIVED)
    recordListedOrders(ctx, reader, found, { ...lookedFor(asked), sort, file: true, bundles: true });
  const byAccount = Map.groupBy(found, ({ account_id }) => account_id);
  const rows = await Promise.all(
    [...byAccount.values()].map(async (ofAccount) => {
      const caller = callerOf(reader, ofAccount[0]!);
      const ids = ofAccount.map(({ check_id }) => check_id);
      const listed = await findListedChecks(ctx.db, caller, { ids }, { sort, limit: ids.length });
      return listed.map((row) => ({ caller, row }));
    }),
  );
  const byId = new Map(rows.flat().map((one) => [one.row.id, one]));
  return found.map(({ check_id }) => byId.get(check_id)!);
}
