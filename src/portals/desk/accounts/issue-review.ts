// What a run of invoices would issue, beside what each account was invoiced for the month before: looked at before it is issued.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { programName } from '../../../features/accounts/actor-name-queries.ts';
import { listHeld } from '../../../features/invoices/held-actions.ts';
import { readInvoicedOf } from '../../../features/invoices/invoice-actions.ts';
import { lastMonth, numberText } from '../../../features/invoices/invoice-rules.ts';
import { isToIssue, readOpenMonth } from '../../../features/invoices/open-invoice-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import { holdReasonWords } from '../../../messages/en-credits.ts';
import { monthText } from '../../shared/charges/charges.ts';
import { accountsPath, type DeskUser } from './account-request.ts';
import { counted, dueOf } from './invoice-words.ts';

/** Of the reason why an account is held. */
export const whyInput = (accountId: string) => `why_${accountId}`;

function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? '–' : 'New';
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`;
}

/** @param held the ids of the accounts that get none now @param reasonOf why, as it was chosen */
export async function issueReview(
  ctx: Ctx,
  user: DeskUser,
  month: string,
  held: readonly string[],
  reasonOf: (accountId: string) => string,
) {
  const by = authorityOf(user);
  const before = lastMonth(`${month}-01`);
  const { accounts, invoices } = await readOpenMonth(ctx, by, user.accounts, month);
  const open = accounts.filter(isToIssue);
  const invoiced = await readInvoicedOf(ctx, by, user.accounts, before);
  const rows = open
    .filter(({ account_id: id }) => !held.includes(id))
    .map(({ account_id: id, account, credited }) => {
      const due = dueOf(invoices.filter(({ account_id }) => account_id === id));
      return { account, credited, ...due, before: invoiced.get(id) ?? 0 };
    })
    .toSorted((one, other) => other.pence - one.pence);
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
  const documents = ({ count, credited }: { readonly count: number; readonly credited: number }) =>
    [
      ...(count > 0 ? [counted(count, 'invoice')] : []),
      ...(credited > 0 ? [counted(credited, 'credit note')] : []),
    ].join(', ') || 'None: it waits';
  const all = { count: sum(({ count }) => count), credited: sum(({ credited }) => credited) };
  const total = { pence: sum(({ pence }) => pence), before: sum((row) => row.before) };
  return {
    title: `Issue the invoices of ${monthText(month)}?`,
    month,
    beforeName: monthText(before),
    lead:
      rows.length === 0
        ? 'Nothing is issued: every account is held.'
        : `You are about to issue ${documents(all)}: ${inPounds(total.pence)} in all, with VAT and fees. For ${monthText(before)} the same accounts were invoiced ${inPounds(total.before)}.`,
    rows: rows.map((row) => ({
      account: row.account,
      documents: documents(row),
      now: inPounds(row.pence),
      before: inPounds(row.before),
      change: changeText(row.pence, row.before),
    })),
    held: open
      .filter(({ account_id: id }) => held.includes(id))
      .map(({ account_id: id, account }) => ({
        ...{ id, account, input: whyInput(id) },
        reasonItems: [
          { value: '', text: 'Choose why' },
          ...Object.entries(holdReasonWords).map(([value, text]) => ({
            value,
            text,
            selected: value === reasonOf(id),
          })),
        ],
      })),
    lacksPayment: ctx.settings.paymentDetails.length === 0,
  };
}

/** The accounts that the runs of a month held, for the page of the month. */
export async function heldRows(ctx: Ctx, user: DeskUser, month: string) {
  const found = await listHeld(ctx, authorityOf(user), user.accounts, month);
  return found.map((one) => ({
    ...{
      account: one.account,
      since: one.since,
      by: one.held_by_name ?? programName,
      why: holdReasonWords[one.reason],
    },
    href: `${accountsPath}/${one.account_id}`,
    invoice: one.invoice_id && {
      number: numberText('invoice', one.invoice_number!),
      href: `${accountsPath}/${one.account_id}/invoices/${one.invoice_id}`,
      on: one.invoiced_on,
    },
  }));
}
