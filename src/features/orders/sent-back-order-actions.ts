// Corrects an order of one candidate that was sent back: who asked reads it again, changes it, and asks again in its place.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import {
  type BulkCaller,
  type BulkItem,
  type BulkOrder,
  type BulkRow,
  placeBulkOrder,
  readBulkOrder,
  readWaitingRows,
  sealRow,
} from './bulk-order-actions.ts';
import { replaceSentBack } from './bulk-order-store.ts';

/** What somebody asked for, and was sent back to them. */
export interface SentBackOrder {
  readonly order: BulkOrder;
  readonly row: BulkRow;
}

/** A spreadsheet is corrected and uploaded again. */
export const isCorrectable = ({ approval, placedAt, candidates }: BulkOrder): boolean =>
  candidates === 1 && placedAt === null && approval?.isOwn === true && approval.decided?.decision === 'sent_back';

/** Undefined if it was asked for again or placed meanwhile. Refuses with `not_found` what the caller does not see. */
export async function readSentBack(ctx: Ctx, caller: BulkCaller, id: string): Promise<SentBackOrder | undefined> {
  demand(caller, 'order_checks');
  const order = await readBulkOrder(ctx, caller, id);
  const [row] = isCorrectable(order) ? await readWaitingRows(ctx, caller, id) : [];
  return row && { order, row };
}

/** Asks for it again as it is now, or places it where nothing needs approval any more. Sent twice, it is asked for once. */
export async function correctSentBack(
  ctx: Ctx,
  caller: BulkCaller,
  id: string,
  corrected: Pick<BulkRow, 'subsidiaryId' | 'body' | 'startsOn' | 'isUrgent'> & { readonly items: readonly BulkItem[] },
): Promise<void> {
  const found = await readSentBack(ctx, caller, id);
  if (found === undefined) return;
  const { subsidiaryId, items, ...changed } = corrected;
  if (!isInScope(caller, subsidiaryId)) throw new Refusal('not_permitted');
  const { rowNumber } = found.row;
  const key = await ctx.keys.forAccount(caller.accountId);
  const sealedBody = sealRow(key, caller, { id, rowNumber }, changed);
  await inTransaction(ctx, async (tx) => {
    if (await replaceSentBack(tx.db, caller, id, { items, rowNumber, subsidiaryId, sealedBody }))
      await placeBulkOrder(tx, caller, id);
  });
}
