// The charges of an account by month, their lines as CSV, a statement of the month for print, and prices agreed afterwards.
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { priceCharges } from '../../../features/lists/charge-actions.ts';
import { availableById, listAvailableTypes } from '../../../features/report-types/availability-actions.ts';
import { askedCharges, chargesOf, everyCharge, statementOf } from '../../shared/charges/charges.ts';
import { sendChargesFile } from '../../shared/charges/charges-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
} from './account-request.ts';

/** Charges are of live data. */
export const liveScopeOf = ({ account, by }: OpenedAccount): OrderScope & Authority => ({
  ...by,
  accountId: account.id,
  environment: 'live',
  subsidiaryId: null,
});

const notices = {
  credited: 'The reports are credited in the charges of this month.',
  part_credited: 'The amount is credited in the charges of this month.',
  credited_without_note:
    'It is credited. Its credit note is issued with the next invoices, once what they need is set: the name and address of the account and of the operator.',
  priced: 'The reports whose price is agreed now are charged at it, in the month in which they were ordered.',
};

/** How many reports of those rows have a price by now; undefined if none has. */
async function countPriceable(
  ctx: Ctx,
  accountId: string,
  rows: readonly { readonly typeId: number; readonly unpriced: number }[],
): Promise<number | undefined> {
  const unpriced = rows.filter((row) => row.unpriced > 0);
  if (unpriced.length === 0) return undefined;
  const available = availableById(await listAvailableTypes(ctx, accountId));
  const priceable = unpriced.filter(({ typeId }) => (available.get(typeId)?.pricePence ?? null) !== null);
  return priceable.reduce((sum, row) => sum + row.unpriced, 0) || undefined;
}

export function chargesPage(pages: AccountPages, ctx: Ctx): void {
  const askedBy = (request: FormRequest, opened: OpenedAccount) => askedCharges(ctx, liveScopeOf(opened), request);

  pages.get('/charges', { permission: 'read_charges' }, async (request, reply, opened) => {
    const asked = await askedBy(request, opened);
    const charges = await chargesOf(ctx, asked, `${opened.path}/charges`);
    return renderAccountPage(request, reply, 'charges.njk', opened, {
      title: 'Charges',
      section: 'Charges',
      done: noticeIn(request, notices),
      ...charges,
      creditHref: `${opened.path}/charges/credit`,
      unpricedHref: `${opened.path}/report-types?status=unpriced`,
      priceAction: `${opened.path}/charges/price${asked.query}`,
      priceable: await countPriceable(ctx, opened.account.id, charges.rows),
    });
  });
  pages.post('/charges/price', { permission: 'manage_agreements' }, async (request, reply, opened) => {
    const { scope, month, query } = await askedBy(request, opened);
    await priceCharges(ctx, scope, month);
    return reply.redirect(`${opened.path}/charges${query}&done=priced`, 303);
  });
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
