// The invoices of a month of all accounts that a desk user sees: what is issued, what is not yet and why, and a file for
// accounting software.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { listAccounts } from '../../../features/accounts/account-actions.ts';
import { listInvoices } from '../../../features/invoices/invoice-actions.ts';
import { invoicesFile } from '../../../features/invoices/invoice-file-rules.ts';
import { lastMonth } from '../../../features/invoices/invoice-rules.ts';
import {
  issueOfAccounts,
  lackingSettings,
  listToInvoice,
  type ToInvoice,
} from '../../../features/invoices/issue-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { chargedMonths, monthItems, monthText } from '../../shared/charges/charges.ts';
import { invoiceRows } from '../../shared/charges/invoices.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountsPath, type DeskUser, type FormRequest, noticeIn, typed } from './account-request.ts';

export const allInvoicesPath = `${accountsPath}/invoices`;

const notices = {
  issued: 'What could be issued is issued. Accounts that still lack something are listed below.',
};

/** In the form that accounting software imports, without the mark by which Excel knows UTF-8. */
export const sendInvoicesFile = (reply: FastifyReply, name: string, text: string) =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`).send(text);

function lackOf({ lacksAddress, unpriced }: ToInvoice): string {
  const lacks = [
    ...(lacksAddress ? ['No name and address for invoices in its settings'] : []),
    ...(unpriced > 0 ? [`${unpriced} ${unpriced === 1 ? 'report has' : 'reports have'} no agreed price`] : []),
  ];
  return lacks.join('. ');
}

/** The months with charges, latest first, and those of them that are over; the last one that is over at least. */
export async function invoiceMonths(ctx: Ctx, user: DeskUser) {
  const last = lastMonth(ukDateOf(ctx.now()));
  const charged = await chargedMonths(ctx, authorityOf(user), user.accounts);
  const months = charged.includes(last) ? charged : [...charged, last];
  return { months, past: months.filter((month) => month <= last), last };
}

export function allInvoicesPage(pages: Pages<'desk'>, ctx: Ctx): void {
  /** The last month that is over, unless another one is asked for. */
  const monthsOf = async (user: DeskUser, asked: unknown) => {
    const { months, last } = await invoiceMonths(ctx, user);
    return { months, last, month: months.find((one) => one === asked) ?? last };
  };

  pages.get(allInvoicesPath, { permission: 'read_charges' }, async (request: FormRequest, reply, user) => {
    const by = authorityOf(user);
    const { months, last, month } = await monthsOf(user, request.query.month);
    const [invoices, open] = await Promise.all([
      listInvoices(ctx, by, user.accounts, month),
      listToInvoice(ctx, by, user.accounts, month),
    ]);
    return renderPage(request, reply, 'desk/accounts/all-invoices.njk', {
      title: 'Invoices of all accounts',
      back: { text: 'All accounts', href: accountsPath },
      done: noticeIn(request, notices),
      path: allInvoicesPath,
      month,
      monthName: monthText(month),
      months: monthItems(months, month),
      invoices: invoiceRows(
        invoices,
        ukDateOf(ctx.now()),
        true,
        ({ accountId, id }) => `${accountsPath}/${accountId}/invoices/${id}`,
      ),
      open: open.map((one) => ({
        account: one.account,
        href: `${accountsPath}/${one.account_id}`,
        lack: lackOf(one),
        lacksAddress: one.lacksAddress,
      })),
      lacking: lackingSettings(
        ctx.settings,
        open.some(({ vat_pence }) => vat_pence !== 0),
      ).join(' and '),
      isOver: month <= last,
      mayIssue: mayDo(user, 'manage_agreements') && month <= last,
      fileHref: `${allInvoicesPath}/file?month=${month}`,
    });
  });

  pages.post(
    `${allInvoicesPath}/issue`,
    { permission: 'manage_agreements' },
    async (request: FormRequest, reply, user) => {
      const by = authorityOf(user);
      const { month } = await monthsOf(user, typed(request, 'month'));
      const all = (await listAccounts(ctx, by)).filter(
        ({ id }) => user.accounts === 'all' || user.accounts.includes(id),
      );
      await issueOfAccounts(ctx, by, all, month);
      return reply.redirect(`${allInvoicesPath}?month=${month}&done=issued`, 303);
    },
  );

  pages.get(
    `${allInvoicesPath}/file`,
    { permission: 'read_charges', stepUp: 'exports' },
    async (request: FormRequest, reply, user) => {
      const { month } = await monthsOf(user, request.query.month);
      const invoices = await listInvoices(ctx, authorityOf(user), user.accounts, month);
      const text = invoicesFile(invoices.toReversed(), ctx.settings.salesAccountCode);
      return sendInvoicesFile(reply, `invoices-${month}`, text);
    },
  );
}
