// The list of checks as CSV for a spreadsheet, narrowed as the list is.

import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import { type FileCheck, readChecksForFile } from '../../../features/lists/check-file-actions.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import type { Calendar } from '../../../lib/bank-holidays.ts';
import { csvField } from '../../../lib/csv.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { decisionWords } from '../../../messages/en-client-decisions.ts';
import { delayReasonWords } from '../../../messages/en-delays.ts';
import { lower } from '../../shared/fact-labels.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { lateIn } from '../../shared/late-words.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkTag, lightTags, reportTags } from '../../shared/status-tags.ts';
import { callerFor } from '../client-caller.ts';
import { waitingFor } from '../report/waiting-words.ts';
import { type SubsidiaryFilter, subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { checksFilePath, readOrdersWish } from './orders-query.ts';

const DAY_MS = 86_400_000;

const dateOf = (at: Date | null) => (at === null ? '' : ukDateOf(at));

/** From the order to the last report, to a tenth of a day. */
const daysOf = ({ createdAt, completedAt }: FileCheck) =>
  completedAt === null ? '' : ((completedAt.getTime() - createdAt.getTime()) / DAY_MS).toFixed(1);

/** For whom the check waits, as interfaces name them; empty while the screeners work on it. */
function waitsFor({ status, waitingFor }: FileCheck): string {
  if (!isOngoing(status)) return '';
  return waitingFor ?? (status === 'awaiting_applicant' ? 'candidate' : '');
}

/** `Right to work: Paused, waiting for the candidate`. */
function reportStateOf({ typeId, status, waitingFor: whom }: FileCheck['reports'][number]): string {
  const waits = isOpen(status) ? waitingFor(whom) : undefined;
  return `${reportLabel(typeId)}: ${reportTags[status].text}${waits === undefined ? '' : `, ${lower(waits)}`}`;
}

const columns = {
  order: ({ orderId }) => orderNumber(orderId),
  first_name: ({ firstName }) => csvField(firstName),
  last_name: ({ lastName }) => csvField(lastName),
  email: ({ email }) => csvField(email),
  job: ({ job }) => csvField(job),
  purchase_order: ({ purchaseOrder }) => csvField(purchaseOrder),
  reference: ({ reference }) => csvField(reference),
  reports: ({ reports }) => csvField(reports.map(({ typeId }) => reportLabel(typeId)).join('; ')),
  ordered_by: ({ orderedBy }) => csvField(orderedBy),
  status: (check) => csvField(checkTag(check).text),
  waiting_for: waitsFor,
  requested_on: ({ createdAt }) => ukDateOf(createdAt),
  form_due_on: ({ submitBy }) => submitBy ?? '',
  form_opened_on: ({ formOpenedAt }) => dateOf(formOpenedAt),
  last_reminded_on: ({ lastRemindedAt }) => dateOf(lastRemindedAt),
  form_submitted_on: ({ formCompletedAt }) => dateOf(formCompletedAt),
  due_on: ({ dueOn }) => dueOn ?? '',
  completed_on: ({ completedAt }) => dateOf(completedAt),
  days_to_complete: daysOf,
} as const satisfies Readonly<Record<string, (check: FileCheck) => string>>;

/** `no` until somebody says that they started. */
const startColumns = {
  starts_on: ({ startsOn }) => startsOn ?? '',
  has_started: ({ startsOn, hasStarted }) => (startsOn === null ? '' : hasStarted ? 'yes' : 'no'),
} as const satisfies Readonly<Record<string, (check: FileCheck) => string>>;

/** Columns that are new come last. */
const newColumns = {
  urgent: ({ isUrgent }) => (isUrgent ? 'yes' : 'no'),
  earlier_number: ({ earlierNumber }) => csvField(earlierNumber),
} as const satisfies Readonly<Record<string, (check: FileCheck) => string>>;

const detailColumns = {
  mobile: ({ mobile }) => csvField(mobile),
  looked_after_by: ({ owner }) => csvField(owner),
  report_states: ({ reports, isRestricted }) => csvField(isRestricted ? '' : reports.map(reportStateOf).join('; ')),
  /** Of somebody who may start before the screening is complete. */
  complete_by: ({ completeBy }) => completeBy ?? '',
} as const satisfies Readonly<Record<string, (check: FileCheck) => string>>;

/** What is overdue, since when, why and until when, as the screeners said; the newest columns come last. */
const lateColumns = (today: IsoDate, calendar: Calendar) => {
  const lateOf = ({ promised }: FileCheck) => lateIn(promised, today, calendar);
  return {
    overdue_since: (check) => lateOf(check)?.since ?? '',
    working_days_overdue: (check) => String(lateOf(check)?.workingDays ?? ''),
    overdue_because: (check) => {
      const reason = lateOf(check)?.reason;
      return csvField(reason ? delayReasonWords[reason] : '');
    },
    new_day: (check) => lateOf(check)?.newDay ?? '',
  } as const satisfies Readonly<Record<string, (check: FileCheck) => string>>;
};

/** Left out for users who may not read results. */
const resultColumns = {
  result: ({ light }) => csvField(light === null ? '' : lightTags[light].text),
  decision: ({ decision }) => csvField(decision === null ? '' : decisionWords[decision].label),
} as const satisfies Readonly<Record<string, (check: FileCheck) => string>>;

/** @param nameOf undefined leaves the column out */
async function* csvOf(
  checks: AsyncGenerator<readonly FileCheck[]>,
  seesResults: boolean,
  nameOf: SubsidiaryFilter['nameOf'],
  late: ReturnType<typeof lateColumns>,
) {
  const subsidiary = nameOf && { subsidiary: ({ subsidiaryId }: FileCheck) => csvField(nameOf(subsidiaryId)) };
  const shown = {
    ...columns,
    ...(seesResults ? resultColumns : {}),
    ...subsidiary,
    ...startColumns,
    ...newColumns,
    ...late,
    ...detailColumns,
  };
  const cells: readonly ((check: FileCheck) => string)[] = Object.values(shown);
  yield `${Object.keys(shown).join(',')}\r\n`;
  for await (const part of checks) yield part.map((check) => `${cells.map((of) => of(check)).join(',')}\r\n`).join('');
}

export function checksFile(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(checksFilePath, { permission: 'read_checks', stepUp: 'exports' }, async (request, reply, signedIn) => {
    const { user, nameOf } = await subsidiaryFilter(ctx, signedIn, request.query);
    const { query, wish } = readOrdersWish(request);
    const caller = callerFor(user, query.environment);
    const checks = readChecksForFile(ctx, caller, wish, query.sort);
    return sendCsv(
      reply,
      `checks-${query.month ?? ukDateOf(ctx.now())}`,
      csvOf(checks, mayDo(user, 'read_results'), nameOf, lateColumns(todayFor(ctx, caller), ctx.calendar())),
    );
  });
}
