// A page of an account's checks: filtered and sorted without decryption; only the shown names are decrypted.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import { overallLight } from '../checks/check-rules.ts';
import type { CheckState } from '../checks/check-states.ts';
import { recordList } from '../events/look-actions.ts';
import type { TrafficLight } from '../reports/report-rules.ts';
import { type ResultsRead, recordResultsReads } from '../results/results-reads.ts';
import {
  type CheckCount,
  type CheckListFilter,
  type CheckListPage,
  countOngoingChecks,
  findListedChecks,
  findPageBefore,
  type ListedCheckRow,
} from './check-list-queries.ts';
import { searchAccounts } from './search-actions.ts';

export interface ListedCheck {
  readonly id: string;
  readonly orderId: number;
  readonly applicantId: string;
  readonly candidateName: string;
  readonly status: CheckState;
  /** null if the check is not complete, or ended without a result. */
  readonly light: TrafficLight | null;
  readonly dueOn: string | null;
  readonly createdAt: Date;
}

export interface ListedChecks {
  readonly checks: readonly ListedCheck[];
  /** Where the previous and the next page start. */
  readonly previousFrom: number | undefined;
  readonly nextFrom: number | undefined;
  readonly counts: readonly CheckCount[];
}

type Filter = Omit<CheckListFilter, 'search'> & { readonly text?: string | undefined };

/** For users who may not read results, leaves results out and ignores filters by result. */
export async function listChecksOf(
  ctx: Ctx,
  caller: Caller & OrderScope & Permitted,
  { text, ...given }: Filter,
  page: CheckListPage,
): Promise<ListedChecks> {
  demand(caller, 'read_checks');
  const { accountId, environment } = caller;
  const [search] = text === undefined ? [] : await searchAccounts(ctx, caller, [accountId], environment, text);
  const seesResults = mayDo(caller, 'read_results');
  const filter = { ...given, search, result: seesResults ? given.result : undefined };
  const { from, limit } = page;
  const [rows, previousFrom, counts] = await Promise.all([
    findListedChecks(ctx.db, caller, filter, { ...page, limit: limit + 1 }),
    from === undefined ? undefined : findPageBefore(ctx.db, caller, filter, { ...page, from }),
    countOngoingChecks(ctx.db, caller),
  ]);
  const shown = rows.slice(0, limit);
  if (seesResults) recordResultsReads(ctx, caller, shown.filter((row) => lightOf(row) !== null).map(readOf));
  const looked = {
    searched: text !== undefined,
    status: given.status,
    result: filter.result,
    sort: page.sort,
    from,
    newest: given.isNewestOnly,
  };
  recordList(ctx, caller, 'account.checks_listed', { filter: looked, ids: shown.map(({ id }) => id) });
  const opened = await Promise.all(shown.map((row) => open(ctx, caller, row)));
  const checks = seesResults ? opened : opened.map((check) => ({ ...check, light: null }));
  return { checks, previousFrom, nextFrom: rows[limit]?.order_id, counts };
}

function lightOf({ status, lights }: ListedCheckRow): TrafficLight | null {
  return overallLight({ status, reports: lights.map((trafficLight) => ({ status: 'complete', trafficLight })) });
}

async function open(ctx: Ctx, scope: OrderScope, row: ListedCheckRow): Promise<ListedCheck> {
  const { id, orderId, status, createdAt, order } = checkOf(scope, row, await keyOfCheck(ctx, scope, row), []);
  const candidateName = `${order.facts.first_name} ${order.facts.last_name}`;
  return {
    id,
    orderId,
    applicantId: row.applicant_id,
    candidateName,
    status,
    light: lightOf(row),
    dueOn: row.due_on,
    createdAt,
  };
}

/** A shown traffic light is a reading of a result. */
const readOf = ({ id, applicant_id: applicantId }: ListedCheckRow): ResultsRead => ({ checkId: id, applicantId });
