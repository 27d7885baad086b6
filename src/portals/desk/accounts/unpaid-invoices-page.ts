// What clients still owe, over all accounts that a desk user sees: by how long it is overdue, and each invoice with its age.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import type { Invoice } from '../../../features/invoices/invoice.ts';
import { listUnpaidInvoices } from '../../../features/invoices/invoice-actions.ts';
import { leftOf, statusOf, statusWords } from '../../../features/invoices/invoice-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { daysBetween, type IsoDate } from '../../../lib/dates.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountsPath, type DeskUser } from './account-request.ts';

export const unpaidPath = `${accountsPath}/invoices/unpaid`;
const permission = 'read_charges' as const;

interface Unpaid extends Invoice {
  readonly leftPence: number;
  /** 0 until the day after the one on which it is due. */
  readonly daysOverdue: number;
}

/** Up to how many days overdue. */
const ages = [
  { text: 'Not due yet', to: 0 },
  { text: '1 to 30 days overdue', to: 30 },
  { text: '31 to 60 days overdue', to: 60 },
  { text: '61 to 90 days overdue', to: 90 },
  { text: 'More than 90 days overdue', to: Number.POSITIVE_INFINITY },
] as const;

async function unpaidOf(ctx: Ctx, user: DeskUser, today: IsoDate): Promise<Unpaid[]> {
  const invoices = await listUnpaidInvoices(ctx, authorityOf(user), user.accounts);
  return invoices.map((invoice) => ({
    ...invoice,
    leftPence: leftOf(invoice),
    daysOverdue: invoice.dueOn === null ? 0 : Math.max(0, daysBetween(invoice.dueOn, today)),
  }));
}

function agesOf(invoices: readonly Unpaid[]) {
  const ageOf = ({ daysOverdue }: Unpaid) => ages.find(({ to }) => daysOverdue <= to)!;
  const byAge = Map.groupBy(invoices, ageOf);
  return ages.flatMap((age) => {
    const found = byAge.get(age) ?? [];
    const total = found.reduce((sum, { leftPence }) => sum + leftPence, 0);
    return found.length === 0 ? [] : [{ text: age.text, count: found.length, total: inPounds(total) }];
  });
}

const columns = (today: IsoDate): CsvColumns<Unpaid> => ({
  invoice: ({ number }) => number,
  account: ({ buyer }) => buyer.account,
  subsidiary: ({ buyer }) => buyer.subsidiary,
  month: ({ month }) => month,
  issued_on: ({ issuedOn }) => issuedOn,
  due_on: ({ dueOn }) => dueOn,
  days_overdue: ({ daysOverdue }) => daysOverdue,
  left_gbp: ({ leftPence }) => amountText(leftPence),
  status: (invoice) => statusWords(invoice.kind, statusOf(invoice, today)),
  account_id: ({ accountId }) => accountId,
});

export function unpaidInvoicesPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(unpaidPath, { permission }, async (request, reply, user) => {
    const invoices = await unpaidOf(ctx, user, ukDateOf(ctx.now()));
    return renderPage(request, reply, 'desk/accounts/unpaid-invoices.njk', {
      title: 'Unpaid invoices',
      back: { text: 'Invoices of all accounts', href: `${accountsPath}/invoices` },
      ages: agesOf(invoices),
      total: inPounds(invoices.reduce((sum, { leftPence }) => sum + leftPence, 0)),
      rows: invoices.map(({ accountId, id, number, buyer, issuedOn, dueOn, daysOverdue, leftPence }) => ({
        ...{ number, issuedOn, dueOn, daysOverdue },
        account: buyer.account,
        subsidiary: buyer.subsidiary,
        left: inPounds(leftPence),
        href: `${accountsPath}/${accountId}/invoices/${id}`,
        accountHref: `${accountsPath}/${accountId}`,
      })),
      fileHref: `${unpaidPath}/file`,
    });
  });
  pages.get(`${unpaidPath}/file`, { permission, stepUp: 'exports' }, async (_request, reply, user) => {
    const today = ukDateOf(ctx.now());
    return sendCsv(reply, `unpaid-invoices-${today}`, csvLines(columns(today), [await unpaidOf(ctx, user, today)]));
  });
}
