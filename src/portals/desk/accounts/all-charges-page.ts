// The charges of a month of all accounts that a desk user sees: a row for each, and every line as CSV.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { findAccountTotals } from '../../../features/lists/charge-queries.ts';
import {
  everyCharge,
  monthItems,
  monthsOf,
  monthText,
  sumRow,
  totalMoney,
  vatSentence,
} from '../../shared/charges/charges.ts';
import { sendFileOfAccounts } from '../../shared/charges/charges-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountsPath, type DeskUser } from './account-request.ts';

export const allChargesPath = `${accountsPath}/charges`;

export function allChargesPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const askedBy = async (request: FastifyRequest, user: DeskUser) => {
    const by = authorityOf(user);
    const { months, month } = await monthsOf(ctx, by, user.accounts, request);
    return { by, months, month, totals: await findAccountTotals(ctx.db, user.accounts, by, month) };
  };

  pages.get(allChargesPath, { permission: 'read_charges' }, async (request, reply, user) => {
    const { months, month, totals } = await askedBy(request, user);
    return renderPage(request, reply, 'desk/accounts/all-charges.njk', {
      title: 'Charges of all accounts',
      back: { text: 'All accounts', href: accountsPath },
      chargesPath: allChargesPath,
      monthName: monthText(month),
      months: monthItems(months, month),
      rows: totals.map((total) => ({
        label: total.account,
        ordered: total.ordered,
        credited: total.credited,
        ...totalMoney(total),
        href: `${accountsPath}/${total.account_id}/charges?month=${month}`,
      })),
      all: sumRow(totals),
      vatSentence: vatSentence(totals),
      fileHref: `${allChargesPath}/file?month=${month}`,
    });
  });
  pages.get(`${allChargesPath}/file`, everyCharge, async (request, reply, user) => {
    const { by, month, totals } = await askedBy(request, user);
    return sendFileOfAccounts(ctx, by, totals, month, reply);
  });
}
