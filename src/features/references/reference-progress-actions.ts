// What a client learns of the references of its order before the results: who is asked, and how far that is, never what they said.
import type { Caller, Ctx } from '../../context.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from '../checks/check.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { manualProvider, type Report, sandboxProvider } from '../reports/report.ts';
import { isOpen } from '../reports/report-states.ts';
import { askedKeyNow } from './asked-entry-rules.ts';
import { type Claim, type Entry, listsOf } from './claim-rules.ts';
import { findProgress, type ProgressRow } from './reference-progress-queries.ts';
import type { ReferenceState } from './reference-states.ts';
import { statedBy } from './reference-take-over-actions.ts';
import { keyOfRow, openRequest } from './reference-vault.ts';
import { jobsOf } from './stated-job-rules.ts';

/** Whom the reference is about and who is asked, without the referee's name and address. */
export interface AskedAbout {
  readonly organisation: string;
  readonly claim: Claim;
}

export interface ReferenceProgress {
  /** The report that asked. */
  readonly reportId: string;
  /** Undefined for who may not read results. */
  readonly about: AskedAbout | undefined;
  readonly status: ReferenceState;
  readonly requestedAt: Date;
  /** The newest mail, which is a reminder if there were any; null if nobody was written to. */
  readonly mailedAt: Date | null;
  /** In all: requests by hand, and reminders. */
  readonly mails: number;
  readonly reminders: number;
  readonly calls: number;
  readonly firstCalledAt: Date | null;
  readonly lastCalledAt: Date | null;
  readonly openedAt: Date | null;
  readonly repliedAt: Date | null;
  readonly nextReminderAt: Date | null;
}

export interface OrderReferences {
  readonly asked: readonly ReferenceProgress[];
  /** Stated jobs that a report has to confirm, and about which nobody was asked; empty for who may not read results. */
  readonly unasked: readonly Pick<Entry, 'claim' | 'contactOnly'>[];
}

const nothing: OrderReferences = { asked: [], unasked: [] };

const progressOf = (row: ProgressRow, mostReminders: number): Omit<ReferenceProgress, 'about'> => ({
  reportId: row.report_id,
  status: row.status,
  requestedAt: row.requested_at,
  mailedAt: row.mailed_at,
  mails: row.mails,
  reminders: row.chases,
  calls: row.calls,
  firstCalledAt: row.first_called_at,
  lastCalledAt: row.last_called_at,
  openedAt: row.opened_at,
  repliedAt: row.replied_at,
  // After the last reminder the waiting ends on that day.
  nextReminderAt: row.chases < mostReminders ? row.due_at : null,
});

/** The reports whose references are not in a result yet; of one, where the page is about it. */
const openReports = ({ reports }: Check, reportId: string | undefined): Report[] =>
  reports.filter(({ id, status }) => isOpen(status) && (reportId === undefined || id === reportId));

const isReadByOne = (reports: readonly Report[], askedBy: string, { list }: Claim): boolean =>
  reports.some(({ id, reportTypeId }) => id === askedBy || listsOf(reportTypeById(reportTypeId)!).includes(list));

/** A data provider asks in its own way. */
const jobsIn = (check: Check, { provider, requestedAt, reportTypeId }: Report): Entry[] =>
  requestedAt !== null && [manualProvider, sandboxProvider].includes(provider)
    ? jobsOf(reportTypeById(reportTypeId)!, statedBy(check))
    : [];

async function named(ctx: Ctx, check: Check, rows: readonly ProgressRow[], reports: readonly Report[]) {
  const [first] = rows;
  if (first === undefined) return [];
  const key = await keyOfRow(ctx, check.tenant, first);
  return rows
    .map((row) => {
      const { claim, entryKey, referee } = openRequest(key, row);
      const entry = askedKeyNow(check.order.facts, { claim, entryKey });
      return { row, entry, about: { organisation: referee.organisation, claim } };
    })
    .filter(({ row, about }) => isReadByOne(reports, row.report_id, about.claim));
}

/** Of the reports that are not complete: a result says itself what came of its references. @param reportId of one report */
export async function readOrderReferences(
  ctx: Ctx,
  caller: Caller & Permitted,
  check: Check,
  reportId?: string,
): Promise<OrderReferences> {
  demand(caller, 'read_checks');
  const reports = openReports(check, reportId);
  if (check.isRestricted || reports.length === 0) return nothing;
  const rows = (await findProgress(ctx.db, check.tenant, check.id)).filter(({ sealed_key }) => sealed_key !== null);
  const { referenceRemindersAtMost } = await readAccountSettings(ctx, check.tenant.accountId);
  if (!mayDo(caller, 'read_results')) {
    const own = rows.filter(({ report_id }) => reports.some(({ id }) => id === report_id));
    return {
      asked: own.map((row) => ({ ...progressOf(row, referenceRemindersAtMost), about: undefined })),
      unasked: [],
    };
  }
  const all = await named(ctx, check, rows, reports);
  const jobs = reports.flatMap((report) => jobsIn(check, report));
  const isFirst = (job: Entry, at: number) => jobs.findIndex(({ key }) => key === job.key) === at;
  return {
    asked: all.map(({ row, about }) => ({ ...progressOf(row, referenceRemindersAtMost), about })),
    unasked: jobs.filter((job, at) => isFirst(job, at) && !all.some(({ entry }) => entry === job.key)),
  };
}
