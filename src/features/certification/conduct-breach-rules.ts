// What is recorded of a breach of conduct rules, how it is judged, and in which year the regulator is told; pure.
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import {
  type BreachState,
  breachStates,
  type ConductRule,
  type Discipline,
  disciplines,
  isConductRule,
  type ReportingWay,
  reportingWays,
} from './conduct-rules.ts';

export const LONGEST_WORDS = 4000;

/** As it is typed. */
export interface TypedBreach {
  readonly state: string;
  readonly foundOn: string;
  readonly rules: readonly string[];
  readonly found: string;
  readonly discipline: string;
  /** Empty where there was none. */
  readonly disciplinedOn: string;
  readonly action: string;
  /** Empty while it is not reported. */
  readonly reportedOn: string;
  readonly reportedBy: string;
}

export interface Breach {
  readonly state: BreachState;
  readonly foundOn: IsoDate;
  readonly rules: readonly ConductRule[];
  readonly found: string;
  readonly discipline: Discipline;
  readonly disciplinedOn: IsoDate | null;
  readonly action: string;
  readonly reportedOn: IsoDate | null;
  readonly reportedBy: ReportingWay | null;
}

const EARLIEST = '2016-01-01';

/** Refuses with `invalid_fields` by the names of the inputs. */
export function readBreach(typed: TypedBreach, today: IsoDate): Breach {
  const problems = new Problems();
  const day = (input: string, text: string, asks: string): IsoDate | null => {
    const found = parseDate(text);
    if (found === undefined) problems.add(input, asks);
    else if (found < EARLIEST || found > today) problems.add(input, 'Enter a day since 2016, and until today');
    return found ?? null;
  };
  const { state, discipline, reportedBy } = typed;
  if (!Object.hasOwn(breachStates, state)) problems.add('state', 'Choose whether it is decided');
  const foundOn = day('found_on', typed.foundOn, 'Enter the day on which it was found');
  const rules = typed.rules.filter(isConductRule);
  if (rules.length === 0) problems.add('rules', 'Choose the rule');
  if (typed.found === '') problems.add('found', 'Enter what was found');
  if (!Object.hasOwn(disciplines, discipline))
    problems.add('discipline', 'Choose whether there was disciplinary action');
  const isDisciplined = Object.hasOwn(disciplines, discipline) && discipline !== 'none';
  const disciplinedOn = isDisciplined
    ? day('disciplined_on', typed.disciplinedOn, 'Enter the day of the disciplinary action')
    : null;
  if (!isDisciplined && typed.disciplinedOn !== '')
    problems.add('disciplined_on', 'Leave it empty: there was no disciplinary action');
  const isReported = typed.reportedOn !== '' || reportedBy !== '';
  const reportedOn = isReported ? day('reported_on', typed.reportedOn, 'Enter the day on which it was reported') : null;
  if (isReported && !Object.hasOwn(reportingWays, reportedBy))
    problems.add('reported_by', 'Choose how it was reported');
  for (const [input, text] of [
    ['found', typed.found],
    ['action', typed.action],
  ] as const)
    if (isLongerThan(text, LONGEST_WORDS)) problems.add(input, `Use at most ${LONGEST_WORDS} characters`);
  problems.refuse('invalid_fields');
  return {
    ...{ state: state as BreachState, foundOn: foundOn!, rules, found: typed.found, action: typed.action },
    ...{ discipline: discipline as Discipline, disciplinedOn, reportedOn },
    reportedBy: isReported ? (reportedBy as ReportingWay) : null,
  };
}

/** The yearly notification is of the year until 31 August (SUP 15.11.13R), named by the year in which it ends. */
export const notificationYearOf = (day: IsoDate): number => Number(day.slice(0, 4)) + (day.slice(5) >= '09-01' ? 1 : 0);

export const notificationYear = (year: number) => {
  const until = `${year}-08-31`;
  return { from: `${year - 1}-09-01`, until, dueOn: `${year}-10-31` } as const;
};

/** Of which year it is to be notified: that of the disciplinary action; undefined where none is owed. */
export const notifiedYearOf = ({
  state,
  disciplinedOn,
}: Pick<Breach, 'state' | 'disciplinedOn'>): number | undefined =>
  state === 'decided' && disciplinedOn !== null ? notificationYearOf(disciplinedOn) : undefined;
