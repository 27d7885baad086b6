// The account's charges of a month: totals by report type, every line as CSV, and a statement of the month for print; and
// its invoices.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import { listDisputesOf } from '../../../features/charge-disputes/dispute-actions.ts';
import { readCreditUse } from '../../../features/credit-limits/credit-use-actions.ts';
import { listInvoicesOf, readInvoice, readUnpaidOf } from '../../../features/invoices/invoice-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sendStatement, statementModel } from '../../shared/charges/account-statement.ts';
import { askedCharges, chargesOf, everyCharge, statementOf } from '../../shared/charges/charges.ts';
import { sendChargesFile } from '../../shared/charges/charges-file.ts';
import { creditUseModel } from '../../shared/charges/credit-use.ts';
import { disputeRows } from '../../shared/charges/dispute-words.ts';
import { INVOICES_PER_PAGE, invoicePagination, invoiceRows, sendInvoice } from '../../shared/charges/invoices.ts';
import { purchaseOrdersOf } from '../../shared/charges/purchase-orders.ts';
import { sendUserCharges, userChargesModel } from '../../shared/charges/user-charges.ts';
import { pageIn } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { callerFor } from '../client-caller.ts';
import { queriedCharges, queriesPath, queryHref } from './charge-query-page.ts';
import { purchaseOrdersPath } from './purchase-orders-page.ts';

const path = '/portal/charges';
/** Of what the client asked about its charges, on their page. */
const MOST_QUERIES = 50;
const usersPath = `${path}/users`;
const statementPath = `${path}/account-statement`;

/** `£50.00 is left to pay, £20.00 of it overdue.`; empty where nothing is. */
function unpaidText({
  leftPence,
  overduePence,
}: {
  readonly leftPence: number;
  readonly overduePence: number;
}): string {
  if (leftPence === 0) return '';
  const overdue =
    overduePence === 0 ? '' : `, ${overduePence === leftPence ? 'all' : inPounds(overduePence)} of it overdue`;
  return `${inPounds(leftPence)} is left to pay${overdue}.`;
}

export function chargesPage(pages: Pages<'client'>, ctx: Ctx): void {
  const askedBy = (request: FastifyRequest, user: UserOf<'client'>) =>
    askedCharges(ctx, callerFor(user, 'live'), request);

  pages.get(path, { permission: 'read_charges', menu: 'Charges' }, async (request, reply, user) => {
    const page = pageIn(request);
    const shown = { offset: (page - 1) * INVOICES_PER_PAGE, limit: INVOICES_PER_PAGE + 1 };
    const found = await listInvoicesOf(ctx, callerFor(user, 'live'), shown);
    const asked = await askedBy(request, user);
    const credit = await readCreditUse(ctx, callerFor(user, 'live'));
    const disputes = await listDisputesOf(ctx, callerFor(user, 'live'));
    return renderPage(request, reply, 'client/charges/charges.njk', {
      title: 'Charges',
      queries: disputeRows(disputes.slice(0, MOST_QUERIES), false, queryHref),
      ...(await chargesOf(ctx, asked, path)),
      accountStatementHref: user.subsidiaryIds === null ? statementPath : undefined,
      credit: credit && creditUseModel(credit),
      unpaid: unpaidText(await readUnpaidOf(ctx, callerFor(user, 'live'))),
      invoices: invoiceRows(
        found.slice(0, INVOICES_PER_PAGE),
        ukDateOf(ctx.now()),
        false,
        ({ id }) => `${path}/invoices/${id}`,
      ),
      ...invoicePagination(found, page, `${path}${asked.query}`),
      ...(await purchaseOrdersOf(ctx, callerFor(user, 'live'), () => purchaseOrdersPath)),
      purchaseOrdersPath,
      byUserHref: usersPath,
    });
  });
  pages.get(
    `${path}/invoices/:invoice_id`,
    { permission: 'read_charges' },
    async (request: FastifyRequest<{ Params: { invoice_id?: string } }>, reply, user) => {
      const id = request.params.invoice_id?.toLowerCase();
      const caller = callerFor(user, 'live');
      return sendInvoice(ctx, caller, reply, await readInvoice(ctx, caller, id));
    },
  );
  pages.get(statementPath, { permission: 'read_charges' }, async (request: FormRequest, reply, user) =>
    renderPage(request, reply, 'client/charges/account-statement.njk', {
      title: 'Statement of account',
      back: { text: 'Charges', href: `${path}#invoices` },
      ...(await statementModel(ctx, callerFor(user, 'live'), request, statementPath)),
    }),
  );
  pages.get(`${statementPath}/file`, { permission: 'read_charges' }, async (request: FormRequest, reply, user) =>
    sendStatement(ctx, callerFor(user, 'live'), request, reply),
  );
  pages.get(usersPath, { permission: 'read_charges' }, async (request: FormRequest, reply, user) =>
    renderPage(request, reply, 'client/charges/user-charges.njk', {
      title: 'Charges by user',
      back: { text: 'Charges', href: path },
      ...(await userChargesModel(ctx, callerFor(user, 'live'), request, usersPath)),
    }),
  );
  pages.get(`${usersPath}/file`, everyCharge, async (request: FormRequest, reply, user) =>
    sendUserCharges(ctx, callerFor(user, 'live'), request, reply),
  );
  pages.get(`${path}/file`, everyCharge, async (request, reply, user) =>
    sendChargesFile(ctx, await askedBy(request, user), reply),
  );
  pages.get(`${path}/statement`, everyCharge, async (request, reply, user) =>
    renderPage(request, reply, 'shared/charges/statement.njk', {
      ...(await statementOf(ctx, await askedBy(request, user), path)),
      queriesPath,
      queried: await queriedCharges(ctx, callerFor(user, 'live')),
      account: await readAccount(ctx, user.accountId),
    }),
  );
}
