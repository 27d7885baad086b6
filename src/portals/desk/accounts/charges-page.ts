// The charges of an account by month, their lines as CSV, a statement of the month for print, and prices agreed afterwards.
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { findAddedCharges } from '../../../features/charges/added-charge-queries.ts';
import { listPriceable, priceCharges } from '../../../features/lists/charge-actions.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import type { PriceableType } from '../../../features/lists/charge-store.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { askedCharges, chargesOf, everyCharge, statementOf } from '../../shared/charges/charges.ts';
import { sendChargesFile } from '../../shared/charges/charges-file.ts';
import { sendUserCharges, userChargesModel } from '../../shared/charges/user-charges.ts';
import { agreedPrice } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
} from './account-request.ts';
import { addedRows } from './added-charge-words.ts';

/** Charges are of live data. */
export const liveScopeOf = ({ account, by }: OpenedAccount): OrderScope & Authority => ({
  ...by,
  accountId: account.id,
  environment: 'live',
  subsidiaryIds: null,
});

/** @param monthName of the month that the page shows */
const noticesOf = (monthName: string) => ({
  credited: 'The reports are credited in the charges of this month.',
  part_credited: 'The amount is credited in the charges of this month.',
  credited_without_note:
    'It is credited or taken back. Its credit note is issued with the next invoices, once what they need is set: the name and address of the account and of the operator.',
  added: `The charge is added to ${monthName}.`,
  taken_back: 'The charge is taken back in the charges of this month.',
  priced: 'The reports that have a price by now are charged at it, in the month in which they were ordered.',
});

/** `1 report at £28.50 + £5.00 fee`, and why if the price is of a later day than the order. */
function priceableText({ reports, price_pence, fee_pence, later_from }: PriceableType): string {
  const money = `${reports === 1 ? '1 report' : `${reports} reports`} at ${agreedPrice(price_pence, fee_pence)}`;
  if (later_from === null) return money;
  return `${money}, the price from ${formatLongDate(later_from)} on: none is known for the ${reports === 1 ? 'day of the order' : 'days of the orders'}`;
}

/** The reports that have a price by now, and which; undefined if none has. */
async function priceableOf(ctx: Ctx, scope: OrderScope & Authority, month: string) {
  const found = await listPriceable(ctx, scope, month);
  if (found.length === 0) return undefined;
  return {
    count: found.reduce((sum, { reports }) => sum + reports, 0),
    each: found.map((one) => `${reportLabel(one.report_type_id)}: ${priceableText(one)}`),
  };
}

export function chargesPage(pages: AccountPages, ctx: Ctx): void {
  const askedBy = (request: FormRequest, opened: OpenedAccount) => askedCharges(ctx, liveScopeOf(opened), request);

  pages.get('/charges', { permission: 'read_charges' }, async (request, reply, opened) => {
    const asked = await askedBy(request, opened);
    const charges = await chargesOf(ctx, asked, `${opened.path}/charges`);
    return renderAccountPage(request, reply, 'charges.njk', opened, {
      title: 'Charges',
      section: 'Charges',
      done: noticeIn(request, noticesOf(charges.monthName)),
      ...charges,
      added: addedRows(await findAddedCharges(ctx.db, asked.scope, { month: asked.month }), opened.path),
      addHref: `${opened.path}/charges/add?month=${asked.month}`,
      byUserHref: `${opened.path}/charges/users`,
      creditHref: `${opened.path}/charges/credit`,
      creditLinesHref: `${opened.path}/charges/credit/lines?month=${asked.month}`,
      unpricedHref: `${opened.path}/report-types?status=unpriced`,
      priceAction: `${opened.path}/charges/price${asked.query}`,
      priceable: charges.unpriced && (await priceableOf(ctx, asked.scope, asked.month)),
    });
  });
  pages.post('/charges/price', { permission: 'manage_agreements' }, async (request, reply, opened) => {
    const { scope, month, query } = await askedBy(request, opened);
    await priceCharges(ctx, scope, month);
    return reply.redirect(`${opened.path}/charges${query}&done=priced`, 303);
  });
  pages.get('/charges/users', { permission: 'read_charges' }, async (request, reply, opened) =>
    renderAccountPage(request, reply, 'user-charges.njk', opened, {
      title: 'Charges by user',
      section: 'Charges',
      back: { text: 'Charges', href: `${opened.path}/charges` },
      ...(await userChargesModel(ctx, liveScopeOf(opened), request, `${opened.path}/charges/users`)),
    }),
  );
  pages.get('/charges/users/file', everyCharge, (request, reply, opened) =>
    sendUserCharges(ctx, liveScopeOf(opened), request, reply),
  );
  pages.get('/charges/file', everyCharge, async (request, reply, opened) =>
    sendChargesFile(ctx, await askedBy(request, opened), reply),
  );
  pages.get('/charges/statement', everyCharge, async (request, reply, opened) =>
    renderPage(request, reply, 'shared/charges/statement.njk', {
      ...(await statementOf(ctx, await askedBy(request, opened), `${opened.path}/charges`)),
      account: opened.account,
    }),
  );
}
