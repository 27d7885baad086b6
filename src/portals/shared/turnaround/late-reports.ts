// The reports of a client that were late, or are: for its own portal and for the desk, as a table and as a file.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import {
  findLateReports,
  type LateReportRow,
  type TurnaroundTime,
} from '../../../features/lists/turnaround-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { workingDaysOverdue } from '../../../features/reports/expected-date-rules.ts';
import type { Calendar } from '../../../lib/bank-holidays.ts';
import { csvLines } from '../../../lib/csv.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { delayReasonWords } from '../../../messages/en-delays.ts';
import { sendCsv } from '../files/csv-file.ts';
import { orderNumber } from '../page-filters.ts';
import { type AskedTime, spanOf } from './turnaround-time.ts';

const SHOWN = 50;
/** More than a client has in two years; a spreadsheet takes no more. */
const IN_FILE = 1_000_000;

type Scope = Authority & OrderScope;

/** What is open counts by the end of the time, or today. */
export function timeOf(time: AskedTime): TurnaroundTime {
  const { since, until } = spanOf(time);
  return { since, until, today: ukDateOf(until) };
}

const lateRow = (row: LateReportRow, today: IsoDate, calendar: Calendar) => ({
  order: orderNumber(row.order_id),
  report: reportTypeById(row.report_type_id)?.label ?? 'Report',
  firstDueOn: row.first_due_on,
  completedOn: row.completed_on,
  isReopened: row.is_reopened,
  daysLate: workingDaysOverdue(row.first_due_on, row.completed_on ?? today, calendar),
  id: row.report_id,
  reason: row.delay_reason === null ? '' : delayReasonWords[row.delay_reason],
});

/** @param hrefOf where a report of a row is read; undefined for who may not @param fileHref with the time that the page shows */
export async function lateReportsOf(
  ctx: Pick<Ctx, 'db' | 'calendar'>,
  caller: Scope,
  time: AskedTime,
  { hrefOf, fileHref }: { readonly hrefOf: (row: LateReportRow) => string | undefined; readonly fileHref: string },
) {
  const today = ukDateOf(time.now);
  const rows = await findLateReports(ctx.db, caller, { ...timeOf(time), limit: SHOWN + 1 });
  return {
    rows: rows.slice(0, SHOWN).map((row) => ({ ...lateRow(row, today, ctx.calendar()), href: hrefOf(row) })),
    more: rows.length > SHOWN ? SHOWN : undefined,
    fileHref,
  };
}

const columns = {
  order: ({ order }: ReturnType<typeof lateRow>) => order,
  report: ({ report }: ReturnType<typeof lateRow>) => report,
  first_due_on: ({ firstDueOn }: ReturnType<typeof lateRow>) => firstDueOn,
  completed_on: ({ completedOn }: ReturnType<typeof lateRow>) => completedOn,
  working_days_late: ({ daysLate }: ReturnType<typeof lateRow>) => daysLate,
  reason: ({ reason }: ReturnType<typeof lateRow>) => reason,
};

export async function sendLateReportsFile(
  ctx: Pick<Ctx, 'db' | 'calendar'>,
  caller: Scope,
  time: AskedTime,
  reply: FastifyReply,
) {
  const today = ukDateOf(time.now);
  const rows = await findLateReports(ctx.db, caller, { ...timeOf(time), limit: IN_FILE });
  return sendCsv(
    reply,
    `late-reports-${today}`,
    csvLines(columns, [rows.map((row) => lateRow(row, today, ctx.calendar()))]),
  );
}
