// Lists candidates with the status of their check and whether they are cleared, for somebody who sees no result, file or document.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import type { CheckState } from '../checks/check-states.ts';
import { recordList } from '../events/look-actions.ts';
import { listedCheckOf } from './check-list-actions.ts';
import { findListedChecks, findPageBefore } from './check-list-queries.ts';
import { findClearances } from './clearance-queries.ts';
import { type Clearance, clearanceOf } from './clearance-rules.ts';
import { searchAccounts } from './search-actions.ts';

export interface ListedClearance {
  readonly orderId: number;
  readonly subsidiaryId: string | null;
  readonly candidateName: string;
  readonly status: CheckState;
  readonly isRestricted: boolean;
  readonly createdAt: Date;
  readonly formCompletedAt: Date | null;
  readonly dueOn: IsoDate | null;
  readonly completedAt: Date | null;
  readonly startsOn: IsoDate | null;
  readonly clearance: Clearance;
}

export interface ListedClearances {
  readonly rows: readonly ListedClearance[];
  /** Where the previous and the next page start. */
  readonly previousFrom: number | undefined;
  readonly nextFrom: number | undefined;
}

/** The newest order first; records that the list was read. */
export async function listClearances(
  ctx: Ctx,
  caller: Caller & OrderScope & Permitted,
  {
    text,
    from,
    limit,
  }: { readonly text: string | undefined; readonly from: number | undefined; readonly limit: number },
): Promise<ListedClearances> {
  demand(caller, 'read_clearance');
  const { accountId, environment } = caller;
  const [search] = text === undefined ? [] : await searchAccounts(ctx, caller, [accountId], environment, text);
  const page = { sort: 'newest', from, limit: limit + 1 } as const;
  const [found, previousFrom] = await Promise.all([
    findListedChecks(ctx.db, caller, { search }, page),
    from === undefined ? undefined : findPageBefore(ctx.db, caller, { search }, { ...page, from, limit }),
  ]);
  const shown = found.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const filter = { clearance: true, searched: text !== undefined, from };
  recordList(ctx, caller, 'account.checks_listed', { filter, ids });
  const more = new Map((await findClearances(ctx.db, caller, ids)).map((one) => [one.id, one]));
  const rows = await Promise.all(
    shown.map(async (row) => {
      const check = checkOf(caller, row, await keyOfCheck(ctx, caller, row), []);
      const { decision, is_disputed: isDisputed, starts_on: startsOn } = more.get(row.id)!;
      const { orderId, subsidiaryId, candidateName, status, isRestricted, createdAt, dueOn } = listedCheckOf(
        row,
        check,
      );
      return {
        ...{ orderId, subsidiaryId, candidateName, status, isRestricted, createdAt, dueOn, startsOn },
        ...{ formCompletedAt: check.formCompletedAt, completedAt: check.completedAt },
        clearance: clearanceOf(check, decision, isDisputed),
      };
    }),
  );
  return { rows, previousFrom, nextFrom: found[limit]?.order_id };
}
