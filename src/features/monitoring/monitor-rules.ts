// When a monitored report is asked again, and which parts of an answer must stay the same; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addDays, addMonths, addWorkingDays, type IsoDate } from '../../lib/dates.ts';
import type { CheckState } from '../checks/check-states.ts';
import type { BreakdownEntry } from '../report-types/findings-rules.ts';
import { endOf, limitedPart, type Stated } from '../report-types/monitored-end-rules.ts';
import { type MonitorPlanName, monitorPlan } from '../report-types/monitoring.ts';
import type { Report } from '../reports/report.ts';
import { isPublished, type Outcome } from '../reports/report-rules.ts';
import { isOpen } from '../reports/report-states.ts';

/** The reports that are asked again once they are complete; none of a check that is closed. */
export const monitoredReports = <R extends Pick<Report, 'monitor' | 'status'>>({
  status,
  reports,
}: {
  readonly status: CheckState;
  readonly reports: readonly R[];
}): R[] =>
  status === 'withdrawn' || status === 'cancelled'
    ? []
    : reports.filter((report) => report.monitor !== null && (isOpen(report.status) || isPublished(report.status)));

/** Whether what was found ends on a day that nobody stated. */
export const lacksEnd = (plan: MonitorPlanName, stated: Stated): boolean =>
  limitedPart(plan, stated) !== undefined && endOf(plan, stated) === undefined;

/** Whether it ends, so that somebody looks at it again. */
export const isLimited = (plan: MonitorPlanName, stated: Stated): boolean => limitedPart(plan, stated) !== undefined;

/** The input in which the day is typed on which a part ends. */
export const endInput = (plan: MonitorPlanName): string => {
  const { part = '', property = '' } = monitorPlan(plan).before?.limited ?? {};
  return `${part}.${property}`;
};

/** That day, or the last working day before it. */
const lastWorkingDay = (day: IsoDate, calendar: Calendar): IsoDate =>
  addWorkingDays(addDays(day, 1), -1, calendar.england_and_wales);

const yearly = 12;

/**
 * The next day after `today`; undefined if no day is known, because a list or nothing decides.
 * @param daysBefore of something that ends; on the last working day before it is looked at, too
 */
export function nextCheckOn(
  plan: MonitorPlanName,
  stated: Stated,
  today: IsoDate,
  daysBefore: readonly number[],
  calendar: Calendar,
): IsoDate | undefined {
  const { months, eachList, before } = monitorPlan(plan);
  if (eachList) return undefined;
  if (before === undefined) return addMonths(today, months!);
  const date = endOf(plan, stated);
  // A renewal whose date nobody knows is looked at yearly.
  if (date === undefined) return plan === 'at_renewal' ? addMonths(today, yearly) : undefined;
  const days =
    before.limited === undefined
      ? [date]
      : [...daysBefore.map((one) => addDays(date, -one)), lastWorkingDay(date, calendar)];
  return days.find((day) => day > today);
}

type Answered = Pick<Outcome, 'result' | 'subResult' | 'findings'>;

const resultsOf = (entries: Readonly<Record<string, BreakdownEntry>>): unknown =>
  Object.entries(entries)
    .map(([key, { result, breakdown = {} }]) => [key, result, resultsOf(breakdown)])
    .sort(([one], [other]) => String(one).localeCompare(String(other)));

/** The records of a list by what names them, without the version of the list in which they were found. */
function recordsOf({ records }: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(records)) return [];
  return records
    .map(({ list, entry, full_name }: Readonly<Record<string, unknown>>) => {
      const { name } = (list ?? {}) as { readonly name?: unknown };
      return JSON.stringify([name ?? null, entry ?? full_name ?? null]);
    })
    .sort();
}

/** What must stay the same: results and the records found, not the days and versions in which they were searched. */
export const answerOf = ({ result, subResult, findings }: Answered): string =>
  JSON.stringify([result, subResult, resultsOf(findings.breakdown), recordsOf(findings.properties)]);

/** `anew`: the law asked for a new check, and nothing was found. */
export type RecheckFinding = 'change' | 'same' | 'anew';

/** @param detail of the event */
export const recheckFinding = ({
  change,
  anew,
}: {
  readonly change?: unknown;
  readonly anew?: unknown;
}): RecheckFinding => (anew === true ? 'anew' : change === true ? 'change' : 'same');
