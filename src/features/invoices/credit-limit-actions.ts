// Keeps what is credited of an invoice, VAT and fees included, within what the invoice charged after its discounts.
import type { Ctx, Tenant } from '../../context.ts';
import { inPounds } from '../../lib/money.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { InvoiceLine } from './invoice.ts';
import { invoiceLineOf, numberText, sumsOf, withCreditedVat } from './invoice-rules.ts';
import { findCreditNoteLines, findInvoice } from './invoice-store.ts';
import {
  type DiscountedCredits,
  findDiscountedCredits,
  findDiscountsTakenBack,
  findInvoicesOfCharges,
  findUnnotedCredits,
  type UnnotedCredit,
} from './unnoted-credit-store.ts';

type Reader = Pick<Ctx, 'db'>;

interface Crediting {
  readonly number: string;
  readonly month: string;
  /** With the discounts that were taken back, and charged on a later invoice. */
  readonly charged: readonly InvoiceLine[];
  /** The lines of its credit notes. */
  readonly noted: readonly InvoiceLine[];
  /** What is credited of it and on no note yet, oldest first. */
  readonly open: readonly UnnotedCredit[];
}

async function creditingOf({ db }: Reader, accountId: string, invoiceId: string): Promise<Crediting> {
  const { number, month, lines } = (await findInvoice(db, accountId, invoiceId))!;
  const takenBack = await findDiscountsTakenBack(db, accountId, invoiceId);
  return {
    ...{ number: numberText('invoice', number), month },
    charged: [...lines, ...takenBack.map((line) => invoiceLineOf(line, month))],
    noted: await findCreditNoteLines(db, accountId, invoiceId),
    open: await findUnnotedCredits(db, accountId, invoiceId),
  };
}

/** Less than 0 if more is credited than was charged. */
function leftAfter({ month, charged, noted }: Crediting, credits: readonly UnnotedCredit[]): number {
  const lines = credits.map((line) => invoiceLineOf(line, month));
  return sumsOf([...charged, ...noted, ...withCreditedVat(lines, charged, noted)]).totalPence;
}

/**
 * Orders that are closed credit their reports whatever discounts there were: what is more than its invoice charged waits until
 * the discounts are taken back.
 */
export async function creditsToNote(tx: Reader, accountId: string, invoiceId: string) {
  const crediting = await creditingOf(tx, accountId, invoiceId);
  const { open, charged, noted } = crediting;
  if (leftAfter(crediting, open) >= 0) return { credits: open, waits: false, charged, noted };
  const credits: UnnotedCredit[] = [];
  for (const one of open) if (leftAfter(crediting, [...credits, one]) >= 0) credits.push(one);
  // A report that moved to an earlier tier is charged again: that waits with the credit that moved it, as no credit note charges.
  const isCharge = leftAfter(crediting, credits) > leftAfter(crediting, []);
  return { credits: isCharge ? [] : credits, waits: true, charged, noted };
}

/** An invoice of which more is credited than it charged after these discounts. */
export interface WaitingNote extends DiscountedCredits {
  /** Whether a note of a part of it can be issued. */
  readonly isIssuedInPart: boolean;
}

/** By account and number. */
export async function findWaitingNotes(ctx: Reader, by: Asker, accounts: DeskAccounts): Promise<WaitingNote[]> {
  demand(by, 'read_charges');
  const found: WaitingNote[] = [];
  for (const one of await findDiscountedCredits(ctx.db, accounts)) {
    const { credits, waits } = await creditsToNote(ctx, one.account_id, one.invoice_id);
    if (waits) found.push({ ...one, isIssuedInPart: credits.length > 0 });
  }
  return found;
}

async function leftToCredit(tx: Reader, accountId: string, invoiceId: string) {
  const crediting = await creditingOf(tx, accountId, invoiceId);
  return { number: crediting.number, pence: leftAfter(crediting, crediting.open) };
}

/**
 * Credits reports, or takes back what was added by hand. Whoever credits something of the account at the same time waits. Refuses
 * with `invalid_fields` (credit) more than is left of an invoice. @param aboutIds of the reports or charges @param credit stores it
 */
export async function withinInvoices<T>(
  tx: Ctx,
  { accountId }: Tenant,
  aboutIds: readonly string[],
  credit: () => Promise<T>,
): Promise<T> {
  await lockAccount(tx, accountId);
  const ids = await findInvoicesOfCharges(tx.db, accountId, aboutIds);
  const before = new Map<string, Awaited<ReturnType<typeof leftToCredit>>>();
  for (const id of ids) before.set(id, await leftToCredit(tx, accountId, id));
  const credited = await credit();
  for (const [id, { number, pence }] of before) {
    const after = await leftToCredit(tx, accountId, id);
    if (after.pence >= 0 || after.pence >= pence) continue;
    const left = inPounds(Math.max(pence, 0));
    const problem = `comes to ${inPounds(pence - after.pence)} with VAT and fees, but only ${left} is left to credit of ${number}, after its discounts`;
    throw new Refusal('invalid_fields', { credit: [problem] });
  }
  return credited;
}
