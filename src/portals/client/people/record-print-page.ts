// The record of staff as a page to print, for an inspector such as the CQC or Ofsted: everybody whom the filters find, with who
// printed it and when.
import { type Ctx, todayFor } from '../../../context.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { readCentralRecord } from '../../../features/lists/central-record-actions.ts';
import { printedColumns, printedPerson } from '../../../features/lists/central-record-columns-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { readRecordQuery, recordHref, recordPrintPath, recordWish } from './record-wish.ts';

/** More are not read on paper: the spreadsheet has them. */
const MOST_PRINTED = 1000;

export function recordPrintPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'read_results', stepUp: 'exports', byEnvironment: true } as const;
  pages.get(recordPrintPath, options, async (request, reply, signedIn) => {
    const { user, subsidiary } = await subsidiaryFilter(ctx, signedIn, request.query);
    const query = readRecordQuery(request);
    const caller = callerFor(user, query.environment);
    const rows = [];
    let hasMore = false;
    for await (const people of readCentralRecord(ctx, caller, recordWish(ctx, user, query))) {
      rows.push(...people.map(printedPerson));
      hasMore = rows.length > MOST_PRINTED;
      if (hasMore) break;
    }
    const nameOf = async (wanted: string) =>
      (await listSubsidiaries(ctx, caller, user.accountId)).find(({ id }) => id === wanted)?.name;
    const [only, ...others] = user.subsidiaryIds ?? [];
    const name = only === undefined || others.length > 0 ? undefined : await nameOf(only);
    const place = name ?? user.accountName;
    return renderPage(request, reply, 'client/people/record-print.njk', {
      title: `Record of staff, ${place}, ${formatLongDate(todayFor(ctx, caller))}`,
      environment: query.environment,
      back: { text: 'Record of staff', href: recordHref({ ...query, subsidiary }) },
      printedBy: user.name,
      printedAt: ctx.now(),
      columns: printedColumns,
      rows: rows.slice(0, MOST_PRINTED),
      ...{ hasMore, most: MOST_PRINTED },
    });
  });
}
