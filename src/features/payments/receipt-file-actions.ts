// Records the payments of a bank's file: what each line would pay, and those that somebody ticked.
import { type Authority, type Ctx, inTransaction } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { listUnpaidInvoices } from '../invoices/invoice-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { storeReceipt } from './payment-actions.ts';
import type { Share } from './payment-rules.ts';
import { findReceiptsOfDays } from './payment-store.ts';
import { type Match, matchLine, type ReceiptLine, sharesOfLine } from './receipt-file-rules.ts';

export interface PreviewedLine extends ReceiptLine {
  /** As many payments of its day, amount and reference are recorded as the file has until this line. */
  readonly isRecorded: boolean;
  /** Undefined where nobody can tell whose it is. */
  readonly match: Match | undefined;
  /** What it would pay of the matched account, with the numbers of the invoices. */
  readonly shares: readonly (Share & { readonly number: string })[];
}

const isSame = (one: Pick<ReceiptLine, 'on' | 'pence' | 'reference'>) => (other: typeof one) =>
  one.on === other.on && one.pence === other.pence && one.reference === other.reference;

/** What is left of the invoices after these shares. */
const without = (unpaid: readonly Invoice[], shares: readonly Share[], line: ReceiptLine): Invoice[] =>
  unpaid.map((invoice) => {
    const pence = shares.find(({ invoiceId }) => invoiceId === invoice.id)?.pence ?? 0;
    if (pence === 0) return invoice;
    const paid = { source: 'receipt', sourceId: '', invoiceId: invoice.id, creditNote: null, invoice: null } as const;
    const settlement = { ...paid, on: line.on, reference: line.reference, pence };
    return { ...invoice, settlements: [...invoice.settlements, settlement] };
  });

/** Line by line: what an earlier one pays is not left for a later one. @param accounts those that are open, with their names */
export async function previewReceipts(
  ctx: Pick<Ctx, 'db'>,
  by: Authority,
  {
    lines,
    accounts,
  }: {
    readonly lines: readonly ReceiptLine[];
    readonly accounts: readonly { readonly id: string; readonly name: string }[];
  },
): Promise<PreviewedLine[]> {
  const ids = accounts.map(({ id }) => id);
  const days = lines.map(({ on }) => on).toSorted();
  if (days.length === 0) return [];
  const recorded = await findReceiptsOfDays(ctx.db, ids, { from: days[0]!, to: days.at(-1)! });
  let unpaid = await listUnpaidInvoices(ctx, by, ids);
  return lines.map((line) => {
    const isRecorded = recorded.filter(isSame(line)).length >= line.occurrence;
    const match = isRecorded ? undefined : matchLine(line, unpaid, accounts);
    const own = unpaid.filter(({ accountId }) => accountId === match?.accountId);
    const shares = match === undefined ? [] : sharesOfLine(line, own);
    unpaid = without(unpaid, shares, line);
    const numberOf = (share: Share) => own.find(({ id }) => id === share.invoiceId)!.number;
    return { ...line, isRecorded, match, shares: shares.map((share) => ({ ...share, number: numberOf(share) })) };
  });
}

export interface ChosenLine {
  readonly line: ReceiptLine;
  readonly accountId: string;
}

/**
 * Records each as a bank transfer; one that is recorded meanwhile is not recorded again. Returns how many were.
 * @param accounts those that the caller sees
 */
export async function recordReceiptLines(
  ctx: Ctx,
  by: Authority,
  accounts: DeskAccounts,
  chosen: readonly ChosenLine[],
): Promise<number> {
  demand(by, 'manage_agreements');
  let count = 0;
  for (const { line, accountId } of chosen) {
    if (accounts !== 'all' && !accounts.includes(accountId)) continue;
    if (await recordLine(ctx, by, accounts, { line, accountId })) count += 1;
  }
  return count;
}

/** Of like lines for several accounts, those of all of them count, as they do before anything is ticked. */
function recordLine(
  ctx: Ctx,
  by: Authority,
  accounts: DeskAccounts,
  { line, accountId }: ChosenLine,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const { on, pence, reference } = line;
    const recorded = await findReceiptsOfDays(tx.db, accounts, { from: on, to: on });
    if (recorded.filter(isSame(line)).length >= line.occurrence) return false;
    const shares = sharesOfLine(line, await listUnpaidInvoices(tx, by, [accountId]));
    const caller = { ...by, accountId, environment: 'live', subsidiaryIds: null } as const;
    await storeReceipt(tx, caller, { on, pence, reference, method: 'bank_transfer', shares });
    return true;
  });
}
