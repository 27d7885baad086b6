// What clients owe, by client and by age, and what finance notes on it.
import type { Authority, Ctx } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { listOpenCreditNotes, listUnpaidInvoices } from '../invoices/invoice-actions.ts';
import { leftOf } from '../invoices/invoice-rules.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { penceByAge } from './debt-rules.ts';
import { type DebtNoteRow, findDebtNotes, findLastDebtNotes, insertDebtNote } from './debt-store.ts';
import { findUnallocated } from './payment-store.ts';

export const longestNote = 500;

export interface DebtNote {
  readonly text: string;
  readonly by: string;
  readonly at: Date;
}

export interface Debt {
  readonly accountId: string;
  readonly account: string;
  /** The one that was due first before others. */
  readonly unpaid: readonly Invoice[];
  /** What is left to pay, by age, in the order of `ages`. */
  readonly pence: readonly number[];
  readonly totalPence: number;
  /** Of payments and credit notes: in pence, what is not allocated and not paid back. */
  readonly unallocatedPence: number;
  readonly lastNote: DebtNote | undefined;
}

async function noteOf(ctx: Pick<Ctx, 'keys'>, row: DebtNoteRow): Promise<DebtNote> {
  const key = await ctx.keys.forAccount(row.account_id);
  const text = key.open('debt_notes.text', row.id, row.sealed_text).toString('utf8');
  return { text, by: row.by, at: row.created_at };
}

interface Unallocated {
  readonly account: string;
  readonly pence: number;
}

async function unallocatedOf(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
): Promise<Map<string, Unallocated>> {
  const sums = new Map<string, Unallocated>(
    (await findUnallocated(ctx.db, accounts)).map((one) => [one.account_id, one]),
  );
  for (const note of await listOpenCreditNotes(ctx, by, accounts)) {
    const { account = note.buyer.account, pence = 0 } = sums.get(note.accountId) ?? {};
    sums.set(note.accountId, { account, pence: pence + leftOf(note) });
  }
  return sums;
}

/** Of the accounts that owe something, or whose money is not allocated: the one that owes most of what is overdue first. */
export async function listDebts(
  ctx: Pick<Ctx, 'db' | 'keys' | 'now'>,
  by: Asker,
  accounts: DeskAccounts,
): Promise<Debt[]> {
  const unpaid = Map.groupBy(await listUnpaidInvoices(ctx, by, accounts), ({ accountId }) => accountId);
  const unallocated = await unallocatedOf(ctx, by, accounts);
  const notes = new Map((await findLastDebtNotes(ctx.db, accounts)).map((row) => [row.account_id, row]));
  const today = ukDateOf(ctx.now());
  const debts = await Promise.all(
    [...new Set([...unpaid.keys(), ...unallocated.keys()])].map(async (accountId): Promise<Debt> => {
      const invoices = unpaid.get(accountId) ?? [];
      const open = unallocated.get(accountId);
      const pence = penceByAge(invoices, today);
      const note = notes.get(accountId);
      return {
        ...{ accountId, account: invoices.at(-1)?.buyer.account ?? open!.account, unpaid: invoices, pence },
        totalPence: pence.reduce((sum, one) => sum + one, 0),
        unallocatedPence: open?.pence ?? 0,
        lastNote: note && (await noteOf(ctx, note)),
      };
    }),
  );
  const overdue = ({ totalPence, pence }: Debt) => totalPence - pence[0]!;
  return debts.toSorted(
    (one, other) => overdue(other) - overdue(one) || one.account.localeCompare(other.account, 'en'),
  );
}

/** Of payments and credit notes of one account, in pence. */
export async function readUnallocated(ctx: Pick<Ctx, 'db'>, by: Asker, accountId: string): Promise<number> {
  return (await unallocatedOf(ctx, by, [accountId])).get(accountId)?.pence ?? 0;
}

/** Newest first. */
export async function listDebtNotes(ctx: Pick<Ctx, 'db' | 'keys'>, by: Asker, accountId: string): Promise<DebtNote[]> {
  demand(by, 'read_charges');
  return Promise.all((await findDebtNotes(ctx.db, accountId)).map((row) => noteOf(ctx, row)));
}

/** Refuses with `invalid_fields` (note). @param deskUserId who writes it */
export async function addDebtNote(
  ctx: Ctx,
  by: Authority,
  accountId: string,
  { text, deskUserId }: { readonly text: string; readonly deskUserId: string },
): Promise<void> {
  demand(by, 'manage_agreements');
  const problems = new Problems();
  if (text === '') problems.add('note', "can't be blank");
  else if (isLongerThan(text, longestNote)) problems.add('note', `must have at most ${longestNote} characters`);
  problems.refuse('invalid_fields');
  const id = ctx.newId();
  const sealedText = (await ctx.keys.forAccount(accountId)).seal('debt_notes.text', id, text);
  await insertDebtNote(ctx.db, accountId, { id, sealedText, by: deskUserId, at: ctx.now() });
}
