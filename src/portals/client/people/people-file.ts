// Which reports are complete of everybody, since when and until when, as CSV for a spreadsheet.

import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import { type HeldReport, readHeldReports } from '../../../features/lists/held-report-actions.ts';
import { csvField } from '../../../lib/csv.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { type SubsidiaryFilter, subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';

export const peopleFilePath = '/portal/people/file';

const columns = {
  first_name: ({ firstName }) => csvField(firstName),
  last_name: ({ lastName }) => csvField(lastName),
  email: ({ email }) => csvField(email),
  order: ({ order_id }) => orderNumber(order_id),
  purchase_order: ({ purchaseOrder }) => csvField(purchaseOrder),
  reference: ({ reference }) => csvField(reference),
  report: ({ report_type_id }) => csvField(reportLabel(report_type_id)),
  completed_on: ({ completed_on }) => completed_on,
  renew_on: ({ renew_on }) => renew_on ?? '',
  renewal: ({ renewal }) => renewal ?? '',
} as const satisfies Readonly<Record<string, (report: HeldReport) => string>>;

/** Left out for users who may not read results. */
const resultColumns = {
  permission_ends_on: ({ permission_ends_on }) => permission_ends_on ?? '',
} as const satisfies Readonly<Record<string, (report: HeldReport) => string>>;

/** @param nameOf undefined leaves the column out */
async function* csvOf(
  reports: AsyncGenerator<readonly HeldReport[]>,
  seesResults: boolean,
  nameOf: SubsidiaryFilter['nameOf'],
) {
  const subsidiary = nameOf && { subsidiary: (row: HeldReport) => csvField(nameOf(row.subsidiary_id)) };
  const shown = { ...columns, ...(seesResults ? resultColumns : {}), ...subsidiary };
  const cells: readonly ((report: HeldReport) => string)[] = Object.values(shown);
  yield `${Object.keys(shown).join(',')}\r\n`;
  for await (const part of reports) yield part.map((one) => `${cells.map((of) => of(one)).join(',')}\r\n`).join('');
}

export function peopleFile(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(peopleFilePath, { permission: 'read_checks', stepUp: 'exports' }, async (request, reply, signedIn) => {
    const { user, nameOf } = await subsidiaryFilter(ctx, signedIn, request.query);
    const { environment } = request.query as { readonly environment?: unknown };
    const caller = callerFor(user, environment === 'test' ? 'test' : 'live');
    return sendCsv(
      reply,
      `people-${todayFor(ctx, caller)}`,
      csvOf(readHeldReports(ctx, caller), mayDo(user, 'read_results'), nameOf),
    );
  });
}
