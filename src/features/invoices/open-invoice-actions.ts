// What is open to be invoiced: of which accounts, on which invoices, and for how much.
import { type Ctx, inTransaction } from '../../context.ts';
import { isMonthText } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { endOfUkMonth, ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { findWaitingNotes, type WaitingNote } from './credit-limit-actions.ts';
import { lastMonth } from './invoice-rules.ts';
import { findOpenAccounts, findOpenInvoices, type OpenAccount } from './invoiced-charge-store.ts';
import { withMinimumLines, withMinimums } from './minimum-rules.ts';
import { type DueMinimum, findDueMinimums } from './minimum-store.ts';
import { completeMonths, listOpenMonths } from './past-month-actions.ts';
import { type NamedOpenInvoice, withPurchaseOrders } from './purchase-order-name-actions.ts';

export function refuseMonth(ctx: Pick<Ctx, 'now'>, month: string): void {
  const problems = new Problems();
  if (!isMonthText(month)) problems.add('month', 'must be a month such as 2026-10');
  else if (month > lastMonth(ukDateOf(ctx.now()))) problems.add('month', 'must be over before it is invoiced');
  problems.refuse('invalid_fields');
}

/** Completes the charges of the month, so that what is open is what a run issues. Refuses with `invalid_fields` (month). */
export async function prepareRun(ctx: Ctx, by: Asker, accounts: DeskAccounts, month: string): Promise<void> {
  demand(by, 'manage_agreements');
  refuseMonth(ctx, month);
  await inTransaction(ctx, (tx) => completeMonths(tx, accounts, month));
}

/** What is thrown to end a transaction of which nothing stays. */
class Discarded extends Error {}

/** What the work returns; what it wrote is undone. */
export async function discarding<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  let done: { readonly found: T } | undefined;
  await inTransaction(ctx, async (tx) => {
    done = { found: await work(tx) };
    throw new Discarded();
  }).catch((error) => {
    if (!(error instanceof Discarded)) throw error;
  });
  return done!.found;
}

export interface AccountToIssue extends OpenAccount {
  /** The credit notes that wait, at least in part, until discounts are taken back. */
  readonly waiting: readonly WaitingNote[];
}

/** Of the month, and of those before it that were held. */
export async function dueMinimums(ctx: Pick<Ctx, 'db'>, accounts: DeskAccounts, month: string): Promise<DueMinimum[]> {
  const due: DueMinimum[] = [];
  for (const open of await listOpenMonths(ctx, accounts, month))
    due.push(...(await findDueMinimums(ctx.db, open.accounts, open.month, endOfUkMonth(open.month))));
  return due;
}

export const openAccounts = async (ctx: Pick<Ctx, 'db'>, accounts: DeskAccounts, month: string) =>
  withMinimums(await findOpenAccounts(ctx.db, accounts, month), await dueMinimums(ctx, accounts, month));

/** Whether issuing the month would issue something, unless it waits. */
export const isToIssue = ({ reports, added, minimum, credited }: OpenAccount): boolean =>
  reports + added + minimum + credited > 0;

export interface OpenMonth {
  /** Those for which issuing the month issues something, or that wait for prices or until discounts are taken back. */
  readonly accounts: readonly AccountToIssue[];
  /** Those that issuing would issue, with their VAT: one of an account, or one of each part of it. */
  readonly invoices: readonly NamedOpenInvoice[];
}

/** As issuing the month now would find it, also where volume prices and fees are not in the ledger yet. @param month `yyyy-mm` */
export async function readOpenMonth(ctx: Ctx, by: Asker, accounts: DeskAccounts, month: string): Promise<OpenMonth> {
  demand(by, 'read_charges');
  const notes = await findWaitingNotes(ctx, by, accounts);
  const { open, invoices } = await discarding(ctx, async (tx) => {
    await completeMonths(tx, accounts, month);
    const due = await dueMinimums(tx, accounts, month);
    return {
      open: withMinimums(await findOpenAccounts(tx.db, accounts, month), due),
      invoices: withMinimumLines(await findOpenInvoices(tx.db, accounts, month), due),
    };
  });
  return {
    accounts: open.map((one) => {
      const waiting = notes.filter(({ account_id }) => account_id === one.account_id);
      return { ...one, credited: one.credited - waiting.filter((note) => !note.isIssuedInPart).length, waiting };
    }),
    invoices: await withPurchaseOrders(ctx, invoices),
  };
}
