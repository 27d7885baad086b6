// The charges of an account with the client's references, which are decrypted a part at a time; and their prices afterwards.
import { type Authority, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { type AskedLines, type ChargeLine, findChargeLines } from './charge-queries.ts';
import { findPriceable, insertPrices, type PriceableType } from './charge-store.ts';
import { type BilledReferences, billedReferences } from './sealed-order-actions.ts';
import { findSealedOrders } from './sealed-order-queries.ts';

export interface Charge extends ChargeLine, BilledReferences {}

const LINES_PER_READ = 200;

async function withReferences(ctx: Ctx, scope: OrderScope, lines: readonly ChargeLine[]): Promise<Charge[]> {
  const { accountId, environment } = scope;
  const checks = lines.flatMap(({ check_id: checkId }) =>
    checkId === null ? [] : { accountId, environment, checkId },
  );
  const sealed = await findSealedOrders(ctx.db, checks);
  const billed = new Map(
    await Promise.all(sealed.map(async (one) => [one.checkId, await billedReferences(ctx, one)] as const)),
  );
  return lines.map((line) =>
    line.check_id === null ? { ...line, purchaseOrder: '', reference: '' } : { ...line, ...billed.get(line.check_id)! },
  );
}

/**
 * The charges of a month or an invoice, oldest first, in parts: a month of any size takes the same memory, and no part keeps
 * the program from other work for long. @param most all if undefined
 */
export async function* readCharges(
  ctx: Ctx,
  caller: OrderScope & Authority,
  asked: AskedLines,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Charge[]> {
  demand(caller, 'read_charges');
  let left = most;
  let after: ChargeLine | undefined;
  while (left > 0) {
    const limit = Math.min(LINES_PER_READ, left);
    const lines = await findChargeLines(ctx.db, caller, asked, { after, limit });
    if (lines.length > 0) yield await withReferences(ctx, caller, lines);
    if (lines.length < limit) return;
    left -= lines.length;
    after = lines.at(-1);
  }
}

/** What `priceCharges` would charge, by report type and price. @param month `yyyy-mm` */
export function listPriceable(ctx: Ctx, caller: OrderScope & Authority, month: string): Promise<PriceableType[]> {
  demand(caller, 'read_charges');
  return findPriceable(ctx.db, caller, month, ctx.now());
}

/**
 * Charges the reports of a month that were ordered without an agreed price at the price of the day of their order, or at a
 * later one where that day has none; those whose type has no price stay. Returns how many reports were priced.
 * @param month `yyyy-mm`
 */
export function priceCharges(ctx: Ctx, caller: OrderScope & Authority, month: string): Promise<number> {
  demand(caller, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    const priced = await insertPrices(tx.db, caller, month, tx.now());
    if (priced.length === 0) return 0;
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.charges_priced',
      resourceId: caller.accountId,
      detail: { month, report_types: priced },
    });
    return priced.reduce((sum, { reports }) => sum + reports, 0);
  });
}
