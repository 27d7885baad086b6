// Records the payments of a bank's file: what each line would pay, and those that somebody ticked.
import { type Authority, type Ctx, inTransaction } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { listUnpaidInvoices } from '../invoices/invoice-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { readPaymentsLike, storeReceipt } from './payment-actions.ts';
import { isSamePayment, type PaymentFacts, type Share } from './payment-rules.ts';
import { type Match, matchLine, type ReceiptLine, sharesOfLine } from './receipt-file-rules.ts';

export interface PreviewedLine extends ReceiptLine {
  /** As by `isKnown`. */
  readonly isRecorded: boolean;
  /** Undefined where nobody can tell whose it is. */
  readonly match: Match | undefined;
  /** What it would pay of the matched account, with the numbers of the invoices. */
  readonly shares: readonly (Share & { readonly number: string })[];
}

/** As many payments like it are recorded as the file has until this line. */
const isKnown = (recorded: readonly PaymentFacts[], line: ReceiptLine): boolean =>
  recorded.filter((one) => isSamePayment(one, line)).length >= line.occurrence;

/** @param lines at least one */
function askedOf(lines: readonly ReceiptLine[]) {
  const days = lines.map(({ on }) => on).toSorted();
  return { from: days[0]!, to: days.at(-1)!, pence: lines.map(({ pence }) => pence) };
}

/** What is left of the invoices after these shares. */
const without = (unpaid: readonly Invoice[], shares: readonly Share[], line: ReceiptLine): Invoice[] =>
  unpaid.map((invoice) => {
    const pence = shares.find(({ invoiceId }) => invoiceId === invoice.id)?.pence ?? 0;
    if (pence === 0) return invoice;
    const paid = {
      source: 'receipt',
      sourceId: '',
      invoiceId: invoice.id,
      creditNote: null,
      invoice: null,
      isWriteOff: false,
    } as const;
    const settlement = { ...paid, on: line.on, pence };
    return { ...invoice, settlements: [...invoice.settlements, settlement] };
  });

/** Line by line: what an earlier one pays is not left for a later one. @param accounts those that are open, with their names */
export async function previewReceipts(
  ctx: Pick<Ctx, 'db' | 'keys'>,
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
  if (lines.length === 0) return [];
  const recorded = await readPaymentsLike(ctx, ids, askedOf(lines));
  let unpaid = await listUnpaidInvoices(ctx, by, ids);
  return lines.map((line) => {
    const isRecorded = isKnown(recorded, line);
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
 * Records each as a bank transfer; one that is recorded meanwhile is not recorded again. Returns how many were, and how
 * many pence of them pay nothing yet.
 * @param accounts those that the caller sees
 */
export async function recordReceiptLines(
  ctx: Ctx,
  by: Authority,
  accounts: DeskAccounts,
  chosen: readonly ChosenLine[],
): Promise<{ readonly count: number; readonly unallocatedPence: number }> {
  demand(by, 'manage_agreements');
  if (chosen.length === 0) return { count: 0, unallocatedPence: 0 };
  // Loads the keys of their accounts: inside a transaction, each would take a second connection.
  await readPaymentsLike(ctx, accounts, askedOf(chosen.map(({ line }) => line)));
  const unallocated: number[] = [];
  for (const { line, accountId } of chosen) {
    if (accounts !== 'all' && !accounts.includes(accountId)) continue;
    const pence = await recordLine(ctx, by, accounts, { line, accountId });
    if (pence !== undefined) unallocated.push(pence);
  }
  return { count: unallocated.length, unallocatedPence: unallocated.reduce((sum, pence) => sum + pence, 0) };
}

/**
 * What of it pays nothing yet, in pence; undefined if it was recorded before. Of like lines for several accounts, those of
 * all of them count, as they do before anything is ticked.
 */
function recordLine(
  ctx: Ctx,
  by: Authority,
  accounts: DeskAccounts,
  { line, accountId }: ChosenLine,
): Promise<number | undefined> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const { on, pence, reference } = line;
    const recorded = await readPaymentsLike(tx, accounts, askedOf([line]));
    if (isKnown(recorded, line)) return undefined;
    const shares = sharesOfLine(line, await listUnpaidInvoices(tx, by, [accountId]));
    const caller = { ...by, accountId, environment: 'live', subsidiaryIds: null } as const;
    await storeReceipt(tx, caller, { on, pence, reference, method: 'bank_transfer', shares });
    return pence - shares.reduce((sum, share) => sum + share.pence, 0);
  });
}
