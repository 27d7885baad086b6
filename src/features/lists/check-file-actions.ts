// Reads the checks of a list for a file, a part at a time, and records that the list and the results were read.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import { earlierNumberOf, jobOf, referencesOf } from '../checks/order-reference-rules.ts';
import { recordList } from '../events/look-actions.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import {
  type CheckListWish,
  checkListFilter,
  type ListedCheck,
  lightOf,
  listedCheckOf,
  lookedFor,
  readOf,
} from './check-list-actions.ts';
import {
  type CheckListFilter,
  type CheckSort,
  type FileReport,
  findFileChecks,
  findListedChecks,
  type ListedCheckRow,
} from './check-list-queries.ts';
import { findWaitsOf } from './client-waiting-queries.ts';

export interface FileCheck extends ListedCheck {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Each empty if the order names none. */
  readonly job: string;
  readonly purchaseOrder: string;
  readonly reference: string;
  /** In the system from which it was brought in. */
  readonly earlierNumber: string;
  readonly orderedBy: string;
  readonly reports: readonly FileReport[];
  readonly mobile: string;
  readonly owner: string;
  /** By when the screening must be complete of somebody who may start before it is; null where nobody may. */
  readonly completeBy: IsoDate | null;
  readonly formOpenedAt: Date | null;
  readonly lastRemindedAt: Date | null;
  readonly formCompletedAt: Date | null;
  readonly completedAt: Date | null;
  readonly decision: ClientDecision | null;
}

type FileReader = Caller & OrderScope & Permitted;

const CHECKS_PER_READ = 200;

/** While a check is open; whoever at the client does it. */
const openWaits = ['query', 'identity', 'email_address'] as const;

async function withDetails(ctx: Ctx, caller: FileReader, rows: readonly ListedCheckRow[]): Promise<FileCheck[]> {
  const seesResults = mayDo(caller, 'read_results');
  const ids = rows.map(({ id }) => id);
  const [found, waits] = await Promise.all([
    findFileChecks(ctx.db, caller, ids),
    findWaitsOf(
      ctx.db,
      caller,
      { kinds: openWaits, withoutRight: [], near: undefined, today: todayFor(ctx, caller) },
      ids,
    ),
  ]);
  const more = new Map(found.map((row) => [row.id, row]));
  return Promise.all(
    rows.map(async (row) => {
      const check = checkOf(caller, row, await keyOfCheck(ctx, caller, row), []);
      const { facts } = check.order;
      const { ordered_by, last_reminded_at, reports, owner, complete_by, decision } = more.get(row.id)!;
      return {
        ...listedCheckOf(row, check),
        ...(waits.has(row.id) ? { waitingFor: 'client' as const } : {}),
        light: seesResults ? lightOf(row) : null,
        firstName: facts.first_name,
        lastName: facts.last_name,
        email: facts.email,
        job: jobOf(check.order),
        ...referencesOf(check.order),
        earlierNumber: earlierNumberOf(check.order),
        orderedBy: ordered_by ?? '',
        reports,
        mobile: facts.mobile ?? '',
        owner: owner ?? '',
        completeBy: check.isRestricted ? null : complete_by,
        formOpenedAt: check.formOpenedAt,
        lastRemindedAt: last_reminded_at,
        formCompletedAt: check.formCompletedAt,
        completedAt: check.status === 'complete' && !check.isRestricted ? check.completedAt : null,
        decision: seesResults && !check.isRestricted ? decision : null,
      };
    }),
  );
}

/** A list of any length takes the same memory, and no part keeps the program from other work for long. */
async function* parts(ctx: Ctx, caller: FileReader, filter: CheckListFilter, sort: CheckSort) {
  let from: number | undefined;
  do {
    const rows = await findListedChecks(ctx.db, caller, filter, { sort, from, limit: CHECKS_PER_READ + 1 });
    yield rows.slice(0, CHECKS_PER_READ);
    from = rows[CHECKS_PER_READ]?.order_id;
  } while (from !== undefined);
}

/** The checks that the list shows for the same wish, in its order; no results for users who may not read them. */
export async function* readChecksForFile(
  ctx: Ctx,
  caller: FileReader,
  wish: CheckListWish,
  sort: CheckSort,
): AsyncGenerator<readonly FileCheck[]> {
  demand(caller, 'read_checks');
  const filter = await checkListFilter(ctx, caller, wish);
  const looked = { ...lookedFor(wish), result: filter.result, sort, file: true };
  for await (const rows of parts(ctx, caller, filter, sort)) {
    if (mayDo(caller, 'read_results'))
      recordResultsReads(ctx, caller, rows.filter((row) => lightOf(row) !== null).map(readOf));
    recordList(ctx, caller, 'account.checks_listed', { filter: looked, ids: rows.map(({ id }) => id) });
    yield await withDetails(ctx, caller, rows);
  }
}
