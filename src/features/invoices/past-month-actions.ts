// Adds to the ledger what the charges of a month lack when it is over: volume prices and fees of each month. A month that was held is completed with the next. Issuing the month
// does it, and the job does it before, so that the pages say what will be invoiced.
import type { Ctx } from '../../context.ts';
import { endOfUkMonth, ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { monthWords } from './invoice-rules.ts';
import { insertMonthLine } from './minimum-store.ts';
import { countForVolume, creditVolumePrices, findDueFees, findHeldMonths } from './past-month-store.ts';
import { findReopenedMonths } from './reopened-charge-store.ts';

/** The month of all of these accounts, after those before it that were held, each of the accounts that it was held of. */
export async function listOpenMonths(
  { db }: Pick<Ctx, 'db'>,
  accounts: DeskAccounts,
  month: string,
): Promise<{ readonly month: string; readonly accounts: DeskAccounts }[]> {
  return [...(await findHeldMonths(db, accounts, month)), { month, accounts }];
}

/**
 * Of the month, of those before it that were held, and of what is open of those that were credited to be issued again. What is
 * there already stays. @param month `yyyy-mm`
 */
export async function completeMonths(tx: Ctx, accounts: DeskAccounts, month: string): Promise<void> {
  // Of what is issued again only the volume prices may have changed: the month has its minimum and its fee.
  for (const again of await findReopenedMonths(tx.db, accounts, month))
    await creditVolumePrices(tx.db, again.accounts, again.month, endOfUkMonth(again.month));
  for (const open of await listOpenMonths(tx, accounts, month)) await completeMonth(tx, open.accounts, open.month);
}

async function completeMonth(tx: Ctx, accounts: DeskAccounts, month: string): Promise<void> {
  const at = endOfUkMonth(month);
  await creditVolumePrices(tx.db, accounts, month, at);
  for (const { description, ...due } of await findDueFees(tx.db, accounts, month, at)) {
    const text = description || `Monthly fee of ${monthWords(month)}`;
    await insertMonthLine(tx.db, 'monthly_fee_of', due, { id: tx.newId(), month, at, description: text });
  }
}

/** How many reports of each type with volume prices an account has ordered this month. */
export function readVolumes(ctx: Ctx, by: Asker, accountId: string): Promise<ReadonlyMap<number, number>> {
  demand(by, 'read_agreement', 'read_accounts');
  return countForVolume(ctx.db, accountId, ukDateOf(ctx.now()).slice(0, 7));
}
