// Reads the price list of an account, and makes its PDF in the operator's name.
import { fileURLToPath } from 'node:url';
import type { Authority, Ctx, OrderScope } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { demand } from '../access/permissions.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { linesIn } from '../accounts/account-setting.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { sellerOf } from '../invoices/party-actions.ts';
import { readOrderable } from '../orders/order-body-actions.ts';
import { isOfferedTo } from '../report-types/agreement-actions.ts';
import { type PriceList, packageRows, priceListData, reportRows, termWords } from './price-list-rules.ts';

const DOCUMENT = fileURLToPath(new URL('price-list.typ', import.meta.url));

/** On the terms of today; of the packages, those that are offered to who asks. */
export async function readPriceList(ctx: Ctx, caller: OrderScope & Authority): Promise<PriceList> {
  demand(caller, 'read_agreement', 'read_accounts');
  const { accountId } = caller;
  const account = await readAccount(ctx, accountId);
  const { packages, availableTypes } = await readOrderable(ctx, accountId);
  const on = ukDateOf(ctx.now());
  const rows = {
    packages: packageRows(
      packages.filter((pack) => isOfferedTo(caller, pack)),
      availableTypes,
    ),
    reports: reportRows(availableTypes),
  };
  const hasFees = [...rows.packages, ...rows.reports].some((row) => row.feePence > 0 || row.coming?.nextFeePence);
  const terms = termWords(await readAccountSettings(ctx, accountId), hasFees, on);
  return { on, account: account.is_standard ? undefined : account.name, ...rows, terms };
}

export async function renderPriceList(ctx: Ctx, caller: OrderScope & Authority): Promise<Buffer> {
  const list = await readPriceList(ctx, caller);
  const { billingAddress } = await readAccountSettings(ctx, caller.accountId);
  const data = priceListData(list, sellerOf(ctx.settings), linesIn(billingAddress));
  return renderPdf({ template: DOCUMENT, data });
}
