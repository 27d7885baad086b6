// Reads when open reports and checks are expected: by the account's own durations, or else by the catalogue.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import type { Calendar } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import {
  basisOf,
  checkOverdueSince,
  type Expected,
  expectedCheck,
  expectedReport,
  type Late,
  lateOf,
  type OpenReport,
  overdueSince,
} from './expected-date-rules.ts';
import { findOpenReports, type OpenReportRow, type TypeDurations } from './report-history-queries.ts';
import { postponesDueDate } from './wait-rules.ts';
import type { WaitingFor } from './wait-store.ts';

export type Basis = ReturnType<typeof basisOf>;

export interface ExpectedDates {
  /** Of the check, by those of its open reports of which it is known; null if it is known of none. */
  readonly check: Expected | null;
  /** By the ids of the open reports. */
  readonly reports: ReadonlyMap<string, Expected | null>;
  /** The due dates that have passed: of the check, and by the ids of its open reports. */
  readonly overdue: { readonly check: IsoDate | null; readonly reports: ReadonlyMap<string, IsoDate | null> };
  /** The open reports that are past the day on which they were due, by their ids: why, and the new day, as the screeners said. */
  readonly late: ReadonlyMap<string, Late>;
  /** For whom open reports wait, by their ids. */
  readonly waiting: ReadonlyMap<string, WaitingFor | null>;
  /** What each date rests on, by the ids of the open reports. */
  readonly bases: ReadonlyMap<string, Basis>;
}

const historyOf = ({ completed, median_days, p90_days }: TypeDurations): OpenReport['history'] =>
  median_days === null || p90_days === null ? null : { completed, medianDays: median_days, p90Days: p90_days };

const openReportOf = (row: OpenReportRow): OpenReport => ({
  beganOn: row.began_on,
  dueOn: row.due_on,
  isDueSet: row.due_on_is_set,
  history: historyOf(row),
});

/** When the open reports of a check are expected, on the account's clock. */
export async function readExpectedDates(ctx: Ctx, caller: Caller, checkId: string): Promise<ExpectedDates> {
  const rows = await findOpenReports(ctx.db, caller, checkId);
  const today = todayFor(ctx, caller);
  const calendar = ctx.calendar();
  // While the candidate or the client is waited for, the due date moves on.
  const counted = rows.filter(({ waiting_for }) => !postponesDueDate(waiting_for));
  const ofEach = <T>(told: (report: OpenReport) => T): ReadonlyMap<string, T> =>
    new Map(rows.map((row) => [row.id, told(openReportOf(row))] as const));
  // Nobody knows when an answer comes: a day would be read as a promise.
  const isHeld = new Set(rows.flatMap((row) => (row.is_paused || postponesDueDate(row.waiting_for) ? [row.id] : [])));
  const reports = new Map(
    rows.map(
      (row) => [row.id, isHeld.has(row.id) ? null : expectedReport(openReportOf(row), today, calendar)] as const,
    ),
  );
  return {
    check: expectedCheck([...reports.values()]),
    reports,
    overdue: {
      check: checkOverdueSince(counted.map(openReportOf), today),
      reports: new Map(counted.map((row) => [row.id, overdueSince(openReportOf(row), today)] as const)),
    },
    late: new Map(
      rows.flatMap(({ id, promised_on, due_on, delay_reason }) => {
        const late = lateOf({ promisedOn: promised_on, dueOn: due_on, reason: delay_reason }, today);
        return late === null ? [] : [[id, late] as const];
      }),
    ),
    waiting: new Map(rows.map((row) => [row.id, row.waiting_for])),
    bases: ofEach(basisOf),
  };
}

/** A row of a list of open reports of several accounts. */
interface ListedReport extends TypeDurations {
  readonly requested_at: Date;
  readonly reopened_at: Date | null;
  readonly due_on: string | null;
  readonly due_on_is_set: boolean;
}

export interface ExpectedReport extends Expected {
  readonly basis: Basis;
}

/** Undefined without a known date. @param today on the account's clock */
export function expectedOfListed(row: ListedReport, today: IsoDate, calendar: Calendar): ExpectedReport | undefined {
  const report = {
    beganOn: ukDateOf(row.reopened_at ?? row.requested_at),
    dueOn: row.due_on,
    isDueSet: row.due_on_is_set,
    history: historyOf(row),
  };
  const found = expectedReport(report, today, calendar);
  return found === null ? undefined : { ...found, basis: basisOf(report) };
}
