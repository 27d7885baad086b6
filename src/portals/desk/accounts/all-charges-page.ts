// The charges of a month of all accounts that a desk user sees: a row for each, and every line as CSV.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { type AccountTotal, findAccountTotals } from '../../../features/lists/charge-queries.ts';
import { findAccountCosts } from '../../../features/lists/supplier-figure-queries.ts';
import { inPounds } from '../../../lib/money.ts';
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

/** What suppliers and data providers cost in the month, and what the prices leave of it; nothing where no account has a cost. */
function marginOf(totals: readonly AccountTotal[], costs: ReadonlyMap<string, number>) {
  if (costs.size === 0) return {};
  const sum = (of: (total: AccountTotal) => number) => totals.reduce((so, total) => so + of(total), 0);
  const cost = sum(({ account_id }) => costs.get(account_id) ?? 0);
  return { cost: inPounds(cost), margin: inPounds(sum(({ amount_pence }) => amount_pence ?? 0) - cost) };
}

const allChargesPath = `${accountsPath}/charges`;

export function allChargesPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const askedBy = async (request: FastifyRequest, user: DeskUser) => {
    const by = authorityOf(user);
    const { months, month } = await monthsOf(ctx, by, user.accounts, request);
    return { by, months, month, totals: await findAccountTotals(ctx.db, user.accounts, by, month) };
  };

  const options = { permission: 'read_charges', menu: 'Charges', menuGroup: 'money' } as const;
  pages.get(allChargesPath, options, async (request, reply, user) => {
    const { months, month, totals } = await askedBy(request, user);
    const costs = mayDo(user, 'read_suppliers')
      ? await findAccountCosts(ctx.db, user, month)
      : new Map<string, number>();
    const all = { ...sumRow(totals), ...marginOf(totals, costs) };
    return renderPage(request, reply, 'desk/accounts/all-charges.njk', {
      title: 'Charges of all accounts',
      chargesPath: allChargesPath,
      monthName: monthText(month),
      months: monthItems(months, month),
      rows: totals.map((total) => ({
        label: total.account,
        ordered: total.ordered,
        credited: total.credited,
        ...totalMoney(total),
        ...marginOf([total], costs),
        href: `${accountsPath}/${total.account_id}/charges?month=${month}`,
      })),
      all,
      vatSentence: vatSentence(totals),
      fileHref: `${allChargesPath}/file?month=${month}`,
    });
  });
  pages.get(`${allChargesPath}/file`, everyCharge, async (request, reply, user) => {
    const { by, month, totals } = await askedBy(request, user);
    return sendFileOfAccounts(ctx, by, totals, month, reply);
  });
}
