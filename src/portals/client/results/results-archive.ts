// The results of the checks that are selected in the list, or of all that it finds, as PDFs in one ZIP.
import { Readable } from 'node:stream';
import { type Ctx, todayFor } from '../../../context.ts';
import {
  type ArchivedOrder,
  archiveOf,
  findArchived,
  MOST_ARCHIVED,
} from '../../../features/lists/results-archive-actions.ts';
import { CSV_START, type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { zipOf } from '../../../platform/files/zip-archive.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkTag, lightTags } from '../../shared/status-tags.ts';
import { callerFor } from '../client-caller.ts';
import { ordersHref, readOrdersWish, resultsArchivePath } from '../orders/orders-page.ts';

const columns: CsvColumns<ArchivedOrder> = {
  order: ({ orderId }) => orderNumber(orderId),
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  status: (one) => checkTag(one).text,
  result: ({ light }) => light && lightTags[light].text,
  completed_on: ({ status, isRestricted, completedAt }) =>
    status === 'complete' && !isRestricted && completedAt !== null ? ukDateOf(completedAt) : null,
  file: ({ file }) => file,
  note: ({ file, isLate }) =>
    isLate ? 'Not ready yet: download it again' : file === null ? 'No results to download' : null,
};

async function* indexOf(orders: readonly ArchivedOrder[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_START);
  for await (const lines of csvLines(columns, [orders])) yield Buffer.from(lines);
}

export function resultsArchive(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'read_results', stepUp: 'exports' } as const;
  pages.get(resultsArchivePath, options, async (request, reply, user) => {
    const { query, search, wish } = readOrdersWish(request);
    const { which, orders } = request.query as { readonly which?: unknown; readonly orders?: unknown };
    const ids = [orders ?? []].flat().filter(isUuid);
    const refuse = (notice: 'unselected' | 'many') => reply.redirect(ordersHref(query, search, notice), 303);
    if (which !== 'all' && ids.length === 0) return refuse('unselected');
    const caller = callerFor(user, query.environment);
    const rows = await findArchived(ctx, caller, which === 'all' ? wish : { ids }, query.sort);
    if (rows.length === 0) return refuse('unselected');
    if (rows.length > MOST_ARCHIVED) return refuse('many');
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="results-${todayFor(ctx, caller)}.zip"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(zipOf(archiveOf(ctx, caller, rows, indexOf), ctx.now())));
  });
}
