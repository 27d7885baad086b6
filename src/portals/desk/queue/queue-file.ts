// The queue as CSV for a spreadsheet, narrowed as the page is: one line for each report, with all that a client asks about it.

import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import type { DueTimes } from '../../../features/lists/queue-due-queries.ts';
import { type QueueFileReport, readQueueForFile } from '../../../features/lists/queue-file-actions.ts';
import { workingDaysOverdue } from '../../../features/reports/expected-date-rules.ts';
import { postponesDueDate } from '../../../features/reports/wait-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { delayReasonWords } from '../../../messages/en-delays.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { Pages } from '../../shared/shell.ts';
import { filterOf, lookedFor, readQueueQuery } from './queue-address.ts';
import { stateTag } from './queue-words.ts';

export const queueFilePath = '/desk/file';

/** Of what waits for the candidate or the client, the day moves on. */
function daysOverdue(
  { report: { due_on: dueOn, waiting_for, clock_offset_seconds } }: QueueFileReport,
  { now, calendar }: DueTimes,
) {
  const today = ukDateOf(new Date(now.getTime() + clock_offset_seconds * 1000));
  const isLate = dueOn !== null && dueOn < today && !postponesDueDate(waiting_for);
  return isLate ? workingDaysOverdue(dueOn, today, calendar) : null;
}

const columnsAt = (times: DueTimes): CsvColumns<QueueFileReport> => ({
  order: ({ report }) => orderNumber(report.order_id),
  account: ({ report }) => report.account_name,
  subsidiary: ({ details }) => details?.subsidiary_name ?? null,
  candidate: ({ candidate }) => candidate,
  date_of_birth: ({ dob }) => dob,
  job: ({ job }) => job,
  purchase_order: ({ purchaseOrder }) => purchaseOrder,
  reference: ({ reference }) => reference,
  report: ({ report }) => reportLabel(report.report_type_id),
  state: ({ report }) => stateTag(report).text,
  waiting_for: ({ report }) => report.waiting_for,
  waiting_since: ({ details }) => (details?.waiting_since ? ukDateOf(details.waiting_since) : null),
  requested_on: ({ report }) => ukDateOf(report.requested_at),
  due_on: ({ report }) => report.due_on,
  first_due_on: ({ report, details }) => details?.first_due_on ?? report.due_on,
  working_days_overdue: (one) => daysOverdue(one, times),
  delay_reason: ({ details }) => (details?.delay_reason ? delayReasonWords[details.delay_reason] : null),
  urgent: ({ report }) => (report.is_priority ? 'yes' : 'no'),
  starts_on: ({ report }) => report.starts_on,
  assigned_to: ({ report }) => report.assignee_name,
  earlier_number: ({ earlierNumber }) => earlierNumber,
});

export function queueFile(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
    queueFilePath,
    { permission: 'read_reports', stepUp: 'exports' },
    async (request, reply, user) => {
      const query = readQueueQuery(request.query);
      const now = ctx.now();
      const times = { now, calendar: ctx.calendar() };
      const { view, sort } = query;
      const reports = readQueueForFile(ctx, user, filterOf(query, times), { view, sort, now }, lookedFor(query));
      return sendCsv(reply, `queue-${ukDateOf(now)}`, csvLines(columnsAt(times), reports));
    },
  );
}
