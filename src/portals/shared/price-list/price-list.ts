// The price list of an account as a page and as files, for the client and the desk alike.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { readPriceList, renderPriceList } from '../../../features/price-lists/price-list-actions.ts';
import { priceColumns, shownRow } from '../../../features/price-lists/price-list-rules.ts';
import { csvLines } from '../../../lib/csv.ts';
import { sendCsv } from '../files/csv-file.ts';

type Caller = OrderScope & Authority;

/** @param path of the page */
export async function priceListModel(ctx: Ctx, caller: Caller, path: string) {
  const { on, account, packages, reports, terms } = await readPriceList(ctx, caller);
  return {
    on,
    listed: account,
    operator: ctx.settings.operatorName ?? '',
    parts: [
      { name: 'Packages', one: 'Package', rows: packages.map(shownRow) },
      { name: 'Reports', one: 'Report', rows: reports.map(shownRow) },
    ].filter(({ rows }) => rows.length > 0),
    terms,
    pdfHref: `${path}/pdf`,
    csvHref: `${path}/csv`,
  };
}

export async function sendPriceList(ctx: Ctx, caller: Caller, reply: FastifyReply) {
  const { on } = await readPriceList(ctx, caller);
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="prices-${on}.pdf"`)
    .send(await renderPriceList(ctx, caller));
}

export async function sendPriceListFile(ctx: Ctx, caller: Caller, reply: FastifyReply) {
  const { on, packages, reports } = await readPriceList(ctx, caller);
  return sendCsv(reply, `prices-${on}`, csvLines(priceColumns, [packages, reports]));
}
