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

/**
 * The accounts for which issuing the month issues something, or that wait for prices or until discounts are taken back.
 * @param month `yyyy-mm`
 */
export async function listOpenAccounts(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  month: string,
): Promise<AccountToIssue[]> {
  const notes = await findWaitingNotes(ctx, by, accounts);
  return (await openAccounts(ctx, accounts, month)).map((one) => {
    const waiting = notes.filter(({ account_id }) => account_id === one.account_id);
    return { ...one, credited: one.credited - waiting.filter((note) => !note.isIssuedInPart).length, waiting };
  });
}

/** The invoices that issuing the month would issue, with their VAT: one of an account, or one of each part of it. @param month `yyyy-mm` */
export async function listOpenInvoices(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  by: Asker,
  accounts: DeskAccounts,
  month: string,
): Promise<NamedOpenInvoice[]> {
  demand(by, 'read_charges');
  const open = withMinimumLines(
    await findOpenInvoices(ctx.db, accounts, month),
    await dueMinimums(ctx, accounts, month),
  );
  return withPurchaseOrders(ctx, open);
}
