// The results of the checks that are selected in the list, or of all that it finds, as PDFs in one ZIP.
import { type Ctx, todayFor } from '../../../context.ts';
import { findArchived, MOST_ARCHIVED, resultsKind } from '../../../features/lists/results-archive-actions.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { sendArchive } from '../../shared/files/results-archive.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { resultsArchivePath } from '../orders/list-acts.ts';
import { ordersHref, readOrdersWish } from '../orders/orders-query.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';

export function resultsArchive(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'read_results', stepUp: 'exports' } as const;
  pages.get(resultsArchivePath, options, async (request, reply, signedIn) => {
    const { user } = await subsidiaryFilter(ctx, signedIn, request.query);
    const { query, search, wish } = readOrdersWish(request);
    const { which, orders } = request.query as { readonly which?: unknown; readonly orders?: unknown };
    const ids = [orders ?? []].flat().filter(isUuid);
    const refuse = (notice: 'unselected' | 'many') => reply.redirect(ordersHref(query, search, notice), 303);
    if (which !== 'all' && ids.length === 0) return refuse('unselected');
    const caller = callerFor(user, query.environment);
    const rows = await findArchived(ctx, caller, which === 'all' ? wish : { ids }, query.sort);
    if (rows.length === 0) return refuse('unselected');
    if (rows.length > MOST_ARCHIVED) return refuse('many');
    const wanted = rows.map((row) => ({ caller, row }));
    return sendArchive(ctx, reply, `results-${todayFor(ctx, caller)}`, wanted, resultsKind);
  });
}
