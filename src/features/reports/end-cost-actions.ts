// Says what the reports of an order cost if it ends now: what is credited of each, and what stays.
import type { Caller, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { type EndCostRow, findEndCosts, findUrgency } from './credit-queries.ts';

export interface EndCost {
  /** Undefined for the surcharge of an urgent order. */
  readonly reportTypeId: number | undefined;
  readonly isComplete: boolean;
  /** Price and fee without VAT; undefined without an agreed price. */
  readonly creditedPence: number | undefined;
  readonly staysPence: number | undefined;
}

function endCostOf(row: EndCostRow): EndCost {
  const { report_type_id: reportTypeId, left_pence: price, left_fee_pence: fee, credits } = row;
  const about = { reportTypeId, isComplete: row.is_complete };
  if (price === null) return { ...about, creditedPence: undefined, staysPence: undefined };
  const creditedPence = credits === 'all' ? price + fee : credits === 'fee' ? fee : 0;
  return { ...about, creditedPence, staysPence: price + fee - creditedPence };
}

/** By check, as `creditEnded` would credit them; in the order of the reports, none of a test order. Nothing is credited twice. */
export async function readEndCosts(
  ctx: Ctx,
  caller: Caller,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly EndCost[]>> {
  demand(caller, 'amend_orders');
  const [rows, urgencies] = await Promise.all([
    findEndCosts(ctx.db, caller, checkIds),
    findUrgency(ctx.db, caller, checkIds),
  ]);
  const surcharges = urgencies.map(({ check_id, pence, is_credited }) => ({
    check_id,
    cost: {
      reportTypeId: undefined,
      isComplete: false,
      creditedPence: is_credited ? pence : 0,
      staysPence: is_credited ? 0 : pence,
    },
  }));
  const all = [...rows.map((row) => ({ check_id: row.check_id, cost: endCostOf(row) })), ...surcharges];
  return new Map(
    [...Map.groupBy(all, ({ check_id }) => check_id)].map(([id, some]) => [id, some.map(({ cost }) => cost)]),
  );
}
