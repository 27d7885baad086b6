// What clients owed at the end of a day that is over, such as the last of a month: by client and age, with how it came about.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { lastMonth } from '../../../features/invoices/invoice-rules.ts';
import {
  type AgedClient,
  type BalanceKind,
  type OpenOnDay,
  readAgedDebts,
} from '../../../features/payments/aged-debt-actions.ts';
import { ages } from '../../../features/payments/debt-rules.ts';
import { moveKinds } from '../../../features/payments/money-move-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { addDays, type IsoDate, parseDate } from '../../../lib/dates.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountsPath, asked, type FormRequest } from './account-request.ts';
import { unpaidPath } from './unpaid-invoices-page.ts';

export const agedDebtsPath = `${unpaidPath}/on`;

const partTexts: Readonly<Record<BalanceKind, string>> = {
  invoice: 'Invoices issued',
  credit_note: 'Credit notes issued',
  ...moveKinds,
};
const partKinds = Object.keys(partTexts) as readonly BalanceKind[];

const ageColumns = <Row>(of: (row: Row) => readonly number[]): CsvColumns<Row> =>
  Object.fromEntries(ages.map(({ name }, at) => [`${name}_gbp`, (row: Row) => amountText(of(row)[at]!)]));

const clientColumns = (on: IsoDate): CsvColumns<AgedClient> => ({
  day: () => on,
  account: ({ account }) => account,
  ...ageColumns<AgedClient>(({ pence }) => pence),
  left_gbp: ({ leftPence }) => amountText(leftPence),
  unallocated_gbp: ({ unallocatedPence }) => amountText(unallocatedPence),
  balance_gbp: ({ leftPence, unallocatedPence }) => amountText(leftPence - unallocatedPence),
  account_id: ({ accountId }) => accountId,
});

const invoiceColumns = (on: IsoDate): CsvColumns<OpenOnDay> => ({
  day: () => on,
  invoice: ({ number }) => number,
  account: ({ account }) => account,
  issued_on: ({ issuedOn }) => issuedOn,
  due_on: ({ dueOn }) => dueOn,
  days_overdue: ({ daysOverdue }) => daysOverdue,
  left_gbp: ({ leftPence }) => amountText(leftPence),
  account_id: ({ accountId }) => accountId,
});

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
const orNothing = (pence: number) => (pence === 0 ? '' : inPounds(pence));
const cells = (pence: readonly number[]) => ages.map(({ text }, at) => ({ text, amount: orNothing(pence[at]!) }));

export function agedDebtsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  /** The last day of last month where nothing, or no day that is over, is typed. */
  function askedDay(request: FormRequest): { readonly on: IsoDate; readonly errors?: FieldMessages } {
    const today = ukDateOf(ctx.now());
    const given = asked(request, 'on');
    const day = parseDate(given);
    if (day !== undefined && day <= today) return { on: day };
    const on = addDays(`${today.slice(0, 7)}-01`, -1);
    return given === '' ? { on } : { on, errors: { on: ['The day must be a date until today'] } };
  }

  const reads = { permission: 'read_charges' } as const;
  const exports = { ...reads, stepUp: 'exports' } as const;

  pages.get(agedDebtsPath, reads, async (request: FormRequest, reply, user) => {
    const { on, errors } = askedDay(request);
    const debts = await readAgedDebts(ctx, authorityOf(user), user.accounts, on);
    const { clients, parts } = debts;
    const left = sum(clients, (one) => one.leftPence);
    const unallocated = sum(clients, (one) => one.unallocatedPence);
    const today = ukDateOf(ctx.now());
    return renderPage(request, errors === undefined ? reply : reply.status(422), 'desk/accounts/aged-debts.njk', {
      title: 'Owed at the end of a day',
      back: { text: 'Unpaid invoices', href: unpaidPath },
      ...{ errors, path: agedDebtsPath, day: on, on: errors === undefined ? on : asked(request, 'on'), ages },
      monthEnds: [addDays(`${lastMonth(today)}-01`, -1), addDays(`${today.slice(0, 7)}-01`, -1)].map((end) => ({
        ...{ on: end, href: `${agedDebtsPath}?on=${end}` },
      })),
      clients: clients.map((one) => ({
        account: one.account,
        href: `${accountsPath}/${one.accountId}/owed`,
        cells: cells(one.pence),
        left: orNothing(one.leftPence),
        unallocated: orNothing(one.unallocatedPence),
        balance: inPounds(one.leftPence - one.unallocatedPence),
      })),
      sums: {
        cells: cells(ages.map((_, at) => sum(clients, ({ pence }) => pence[at]!))),
        ...{ left: orNothing(left), unallocated: orNothing(unallocated), balance: inPounds(left - unallocated) },
      },
      from: `${on.slice(0, 7)}-01`,
      opening: inPounds(debts.openingPence),
      parts: partKinds.flatMap((kind) =>
        parts.has(kind) ? [{ text: partTexts[kind], amount: inPounds(parts.get(kind)!) }] : [],
      ),
      closing: inPounds(debts.closingPence),
      // The sums come from different records: an accountant wants to see that they agree.
      agrees: debts.closingPence === left - unallocated,
      hasInvoices: debts.invoices.length > 0,
      clientsFileHref: `${agedDebtsPath}/clients/file?on=${on}`,
      invoicesFileHref: `${agedDebtsPath}/file?on=${on}`,
    });
  });

  pages.get(`${agedDebtsPath}/clients/file`, exports, async (request: FormRequest, reply, user) => {
    const { on } = askedDay(request);
    const { clients } = await readAgedDebts(ctx, authorityOf(user), user.accounts, on);
    return sendCsv(reply, `owed-by-client-${on}`, csvLines(clientColumns(on), [clients]));
  });
  pages.get(`${agedDebtsPath}/file`, exports, async (request: FormRequest, reply, user) => {
    const { on } = askedDay(request);
    const { invoices } = await readAgedDebts(ctx, authorityOf(user), user.accounts, on);
    return sendCsv(reply, `unpaid-invoices-${on}`, csvLines(invoiceColumns(on), [invoices]));
  });
}
