// What clients still owe, over all accounts that a desk user sees: by client and by how long it is overdue, and each invoice with
// its age.
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import type { Invoice } from '../../../features/invoices/invoice.ts';
import { listUnpaidInvoices } from '../../../features/invoices/invoice-actions.ts';
import { leftOf, statusOf, statusWords } from '../../../features/invoices/invoice-rules.ts';
import { readOrderStops } from '../../../features/lists/order-stop-actions.ts';
import { type Debt, listDebts } from '../../../features/payments/debt-actions.ts';
import { ages, daysOverdue, penceByAge } from '../../../features/payments/debt-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountsPath } from './account-request.ts';
import { nearLimitsOf } from './near-limits.ts';
import { stopText } from './order-stop-page.ts';

export const unpaidPath = `${accountsPath}/invoices/unpaid`;
const permission = 'read_charges' as const;

const columns = (today: IsoDate): CsvColumns<Invoice> => ({
  invoice: ({ number }) => number,
  account: ({ buyer }) => buyer.account,
  subsidiary: ({ buyer }) => buyer.subsidiary,
  month: ({ month }) => month,
  issued_on: ({ issuedOn }) => issuedOn,
  due_on: ({ dueOn }) => dueOn,
  days_overdue: (invoice) => daysOverdue(invoice, today),
  left_gbp: (invoice) => amountText(leftOf(invoice)),
  status: (invoice) => statusWords(invoice.kind, statusOf(invoice, today)),
  account_id: ({ accountId }) => accountId,
  purchase_order: ({ buyer }) => buyer.purchaseOrder,
});

const clientColumns: CsvColumns<Debt> = {
  account: ({ account }) => account,
  ...Object.fromEntries(ages.map(({ name }, at) => [`${name}_gbp`, ({ pence }: Debt) => amountText(pence[at]!)])),
  left_gbp: ({ totalPence }) => amountText(totalPence),
  unallocated_gbp: ({ unallocatedPence }) => amountText(unallocatedPence),
  account_id: ({ accountId }) => accountId,
};

const cells = (pence: readonly number[]) =>
  ages.map(({ text }, at) => ({ text, amount: pence[at]! > 0 ? inPounds(pence[at]!) : '' }));

export function unpaidInvoicesPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(unpaidPath, { permission }, async (request, reply, user) => {
    const today = ukDateOf(ctx.now());
    const debts = await listDebts(ctx, authorityOf(user), user.accounts);
    const owing = debts.map(({ accountId }) => accountId);
    const stops = await readOrderStops(ctx, authorityOf(user), owing);
    const unpaid = debts.flatMap((debt) => debt.unpaid);
    const unallocated = debts.reduce((sum, { unallocatedPence }) => sum + unallocatedPence, 0);
    return renderPage(request, reply, 'desk/accounts/unpaid-invoices.njk', {
      title: 'Unpaid invoices',
      back: { text: 'Invoices of all accounts', href: `${accountsPath}/invoices` },
      ages,
      nearLimits: await nearLimitsOf(ctx, user),
      clients: debts.map((debt) => ({
        account: debt.account,
        href: `${accountsPath}/${debt.accountId}/owed`,
        cells: cells(debt.pence),
        total: debt.totalPence > 0 ? inPounds(debt.totalPence) : '',
        unallocated: debt.unallocatedPence > 0 ? inPounds(debt.unallocatedPence) : '',
        lastNote: debt.lastNote,
        stopText: stops.has(debt.accountId) ? stopText(stops.get(debt.accountId)!) : undefined,
      })),
      sums: {
        cells: cells(penceByAge(unpaid, today)),
        total: inPounds(unpaid.reduce((sum, invoice) => sum + leftOf(invoice), 0)),
        unallocated: unallocated > 0 ? inPounds(unallocated) : '',
      },
      rows: unpaid
        .toSorted((one, other) => one.dueOn!.localeCompare(other.dueOn!) || one.number.localeCompare(other.number))
        .map((invoice) => ({
          ...{ number: invoice.number, issuedOn: invoice.issuedOn, dueOn: invoice.dueOn },
          daysOverdue: daysOverdue(invoice, today),
          account: invoice.buyer.account,
          aside: [invoice.buyer.subsidiary, invoice.buyer.purchaseOrder].filter(Boolean).join(', '),
          left: inPounds(leftOf(invoice)),
          href: `${accountsPath}/${invoice.accountId}/invoices/${invoice.id}`,
          accountHref: `${accountsPath}/${invoice.accountId}/owed`,
        })),
      fileHref: `${unpaidPath}/file`,
      bankFileHref: mayDo(user, 'manage_agreements') ? `${accountsPath}/invoices/bank-file` : '',
      clientsFileHref: `${unpaidPath}/clients/file`,
      onDayHref: `${unpaidPath}/on`,
    });
  });
  pages.get(`${unpaidPath}/file`, { permission, stepUp: 'exports' }, async (_request, reply, user) => {
    const today = ukDateOf(ctx.now());
    const unpaid = await listUnpaidInvoices(ctx, authorityOf(user), user.accounts);
    return sendCsv(reply, `unpaid-invoices-${today}`, csvLines(columns(today), [unpaid]));
  });
  pages.get(`${unpaidPath}/clients/file`, { permission, stepUp: 'exports' }, async (_request, reply, user) => {
    const debts = await listDebts(ctx, authorityOf(user), user.accounts);
    return sendCsv(reply, `owed-by-client-${ukDateOf(ctx.now())}`, csvLines(clientColumns, [debts]));
  });
}
