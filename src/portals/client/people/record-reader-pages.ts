// The record of staff for an inspector, or an office that may read that everybody was checked: a page to read and print, and a
// file, without anything that a check found.
import { type Ctx, todayFor } from '../../../context.ts';
import { readCentralRecord } from '../../../features/lists/central-record-actions.ts';
import { recordColumns } from '../../../features/lists/central-record-columns-rules.ts';
import { readRecordForm } from '../../../features/lists/record-form-actions.ts';
import { csvLines } from '../../../lib/csv.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { sheetModel } from './record-print-page.ts';
import { readerSelects, readReaderQuery, recordHref, recordWish } from './record-wish.ts';

const path = '/portal/record';
const filePath = `${path}/file`;

export function recordReaderPages(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'read_record', byEnvironment: true } as const;

  pages.get(
    path,
    { ...options, menu: 'Record for inspectors', menuGroup: 'management' },
    async (request, reply, signedIn) => {
      const filter = await subsidiaryFilter(ctx, signedIn, request.query);
      const query = { ...readReaderQuery(request), subsidiary: filter.subsidiary };
      return renderPage(request, reply, 'client/people/record-print.njk', {
        ...(await sheetModel(ctx, { query, withResults: false, filter })),
        listPath: path,
        kept: query.environment === 'test' ? [['environment', 'test']] : [],
        selects: [...filter.selects, ...(await readerSelects(ctx, filter.user, query))],
        fileHref: recordHref(query, filePath),
      });
    },
  );

  pages.get(filePath, { ...options, stepUp: 'exports' }, async (request, reply, signedIn) => {
    const { user, nameOf } = await subsidiaryFilter(ctx, signedIn, request.query);
    const query = readReaderQuery(request);
    const caller = callerFor(user, query.environment);
    const people = readCentralRecord(ctx, caller, { ...recordWish(ctx, user, query), withoutResults: true });
    const columns = recordColumns(await readRecordForm(ctx, caller, false), nameOf);
    return sendCsv(reply, `staff-record-${todayFor(ctx, caller)}`, csvLines(columns, people));
  });
}
