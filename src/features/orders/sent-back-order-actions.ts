// Corrects an order of one candidate that was sent back: who asked reads it again, changes it, and asks again in its place.
import { type Ctx, inTransaction } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { isSameName } from '../applicants/search-key-rules.ts';
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
export const isCorrectable = ({ approval, placedAt, candidates, isRenewal }: BulkOrder): boolean =>
  candidates === 1 &&
  !isRenewal &&
  placedAt === null &&
  approval?.isOwn === true &&
  approval.decided?.decision === 'sent_back';

/** Undefined if it was asked for again or placed meanwhile. Refuses with `not_found` what the caller does not see. */
export async function readSentBack(ctx: Ctx, caller: BulkCaller, id: string): Promise<SentBackOrder | undefined> {
  demand(caller, 'order_checks');
  const order = await readBulkOrder(ctx, caller, id);
  const [row] = isCorrectable(order) ? await readWaitingRows(ctx, caller, id) : [];
  return row && { order, row };
}

interface NamedBody {
  readonly Candidate?: {
    readonly CurrentName?: { readonly FirstName?: string; readonly LastName?: string };
    readonly PersonalInfo?: { readonly DateOfBirth?: string };
  };
}

/** The day of birth or the name says so: what is stated of somebody must never become another person's. */
function isSamePerson(before: BulkRow['body'], after: BulkRow['body']): boolean {
  const [one, other] = [before, after].map((body) => {
    const { CurrentName: name, PersonalInfo: info } = (body as NamedBody).Candidate ?? {};
    return { name: fullName(name?.FirstName ?? '', name?.LastName ?? ''), born: info?.DateOfBirth };
  });
  return (one!.born !== undefined && one!.born === other!.born) || isSameName(one!.name, other!.name);
}

/** Asks for it again as it is now, or places it where nothing needs approval any more. Sent twice, it is asked for once. */
export async function correctSentBack(
  ctx: Ctx,
  caller: BulkCaller,
  id: string,
  corrected: Pick<BulkRow, 'subsidiaryId' | 'body' | 'startsOn' | 'workKind' | 'isUrgent' | 'listGrounds' | 'law'> & {
    readonly items: readonly BulkItem[];
  },
): Promise<void> {
  const found = await readSentBack(ctx, caller, id);
  if (found === undefined) return;
  const { subsidiaryId, items, ...changed } = corrected;
  if (!isInScope(caller, subsidiaryId)) throw new Refusal('not_permitted');
  const { rowNumber, body: before } = found.row;
  const key = await ctx.keys.forAccount(caller.accountId);
  const sealedBody = sealRow(key, caller, { id, rowNumber }, changed);
  const isOfSame = isSamePerson(before, corrected.body);
  await inTransaction(ctx, async (tx) => {
    if (await replaceSentBack(tx.db, caller, id, { items, rowNumber, subsidiaryId, sealedBody, isOfSame }))
      await placeBulkOrder(tx, caller, id);
  });
}
