// The record of staff as CSV: a line for everybody whom the filters of its page find.
import { type Ctx, todayFor } from '../../../context.ts';
import { readCentralRecord } from '../../../features/lists/central-record-actions.ts';
import { recordColumns } from '../../../features/lists/central-record-columns-rules.ts';
import { readRecordForm } from '../../../features/lists/record-form-actions.ts';
import { csvLines } from '../../../lib/csv.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { readRecordQuery, recordFilePath, recordWish, showsResults } from './record-wish.ts';

export function centralRecordFile(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(recordFilePath, { permission: 'read_results', stepUp: 'exports' }, async (request, reply, signedIn) => {
    const { user, nameOf } = await subsidiaryFilter(ctx, signedIn, request.query);
    const query = readRecordQuery(request);
    const caller = callerFor(user, query.environment);
    const withResults = showsResults(request);
    const people = readCentralRecord(ctx, caller, { ...recordWish(ctx, user, query), withoutResults: !withResults });
    const columns = recordColumns(await readRecordForm(ctx, caller, withResults), nameOf);
    return sendCsv(reply, `staff-record-${todayFor(ctx, caller)}`, csvLines(columns, people));
  });
}
