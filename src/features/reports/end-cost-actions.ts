// Says what the reports of an order cost if it ends now: what is credited of each, and what stays.
import type { Caller, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { type EndCostRow, findEndCosts, findUrgency } from './credit-queries.ts';

interface EndCost {
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

/** As `creditEnded` would credit them; in the order of the reports, none of a test order. Nothing is credited twice. */
export async function readEndCosts(ctx: Ctx, caller: Caller, checkId: string): Promise<EndCost[]> {
  demand(caller, 'amend_orders');
  const [rows, urgency] = await Promise.all([
    findEndCosts(ctx.db, caller, checkId),
    findUrgency(ctx.db, caller, checkId),
  ]);
  const surcharge = urgency && {
    reportTypeId: undefined,
    isComplete: false,
    creditedPence: urgency.is_credited ? urgency.pence : 0,
    staysPence: urgency.is_credited ? 0 : urgency.pence,
  };
  return [...rows.map(endCostOf), ...(surcharge === undefined ? [] : [surcharge])];
}
