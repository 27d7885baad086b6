// When a monitored report is asked again, and which parts of an answer must stay the same; pure.
import { addDays, addMonths, type IsoDate, parseDate } from '../../lib/dates.ts';
import type { BreakdownEntry } from '../report-types/findings-rules.ts';
import { type MonitorPlanName, monitorPlan } from '../report-types/monitoring.ts';
import type { Outcome } from '../reports/report-rules.ts';

/** The date in the first of these properties that has one. */
function dateIn(properties: Readonly<Record<string, unknown>>, names: readonly string[]): IsoDate | undefined {
  return names.map((name) => parseDate(String(properties[name] ?? ''))).find((date) => date !== undefined);
}

const yearly = 12;

/** The next day after `today`; undefined if no day is known, because a list or nothing decides. */
export function nextCheckOn(
  plan: MonitorPlanName,
  properties: Readonly<Record<string, unknown>>,
  today: IsoDate,
): IsoDate | undefined {
  const { months, eachList, before } = monitorPlan(plan);
  if (eachList) return undefined;
  if (before === undefined) return addMonths(today, months!);
  const date = dateIn(properties, before.properties);
  // A renewal whose date nobody knows is looked at yearly.
  if (date === undefined) return plan === 'at_renewal' ? addMonths(today, yearly) : undefined;
  return before.days.map((days) => addDays(date, -days)).find((day) => day > today);
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
