// What is typed beside a Clear and says the opposite: a licence that has ended, a ban that runs, a debt that is open, a day that
// has not come; pure. What a source has otherwise than stated, and old foreign certificates, are judged beside it.
import { daysOf, formatDate, type IsoDate } from '../../lib/dates.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { isBlank } from '../facts/finding.ts';
import { type Entries, type Properties, words } from '../report-types/breakdown.ts';
import type { BreakdownEntry } from '../report-types/findings-rules.ts';
import { isExcluded } from '../report-types/found-lists.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { foreignCertificateProblems } from './foreign-certificate-rules.ts';
import { statedOtherwise } from './stated-otherwise-rules.ts';

type Values = Readonly<Record<string, unknown>>;

interface Given {
  readonly known: Properties;
  readonly values: Values;
  /** What is said first in each sentence: the label of a part, or the name of an entry. */
  readonly of: string;
  /** What is listed may begin on a day that has not come. */
  readonly mayBegin?: boolean;
}

/** What a report type is judged by. */
export type Contradicted = Pick<ReportType, 'name' | 'variant' | 'area' | 'country' | 'breakdown' | 'properties'>;

/** Of what the days of the right to work and of identity mean, other rules judge: an expired passport may count. */
const judgedElsewhere: readonly string[] = ['right_to_work', 'identity'];

const ends = /(?:^|_)expires_on$/;
/** Names of days that may lie ahead. */
const ahead = /expires|until|ends|ended|(?:^|_)to$|next|valid|follow_up|renew|due|starts|term/;

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}(?:-\d{2}){0,2}$/.test(value);
const isPast = (day: string, today: IsoDate) => daysOf(day)[1] < today;
const isAhead = (day: string, today: IsoDate) => daysOf(day)[0] > today;

function wrongDays({ known, values, of, mayBegin = false }: Given, today: IsoDate): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const kind = known[name];
    if ((kind !== 'date' && kind !== 'date_or_month') || !isDay(value)) return [];
    const said = `${of}${words(name)}: ${formatDate(value)}`;
    if (ends.test(name) && isPast(value, today)) return [`${said} has passed.`];
    const mayLieAhead = ahead.test(name) || (mayBegin && name === 'from');
    return !mayLieAhead && isAhead(value, today) ? [`${said} has not come yet.`] : [];
  });
}

const endedStatuses: readonly unknown[] = ['satisfied', 'discharged', 'set_aside'];
const openStatuses: readonly unknown[] = ['unsatisfied', 'in_force'];
/** How a register of another country, whose statuses are typed, says that a record is over. */
const isEnded =
  /^(?:fully )?(?:satisfied|discharged|set aside|annulled|settled|paid|closed|completed|cancelled|ended)\b/i;

/** Whether an entry of a list that speaks against the candidate still does. */
function stillStands(entry: Values, today: IsoDate): boolean {
  const { status, until, ended_on: endedOn, explained_by: explained } = entry;
  if (isExcluded(entry) || !isBlank(explained) || endedStatuses.includes(status)) return false;
  if (typeof status === 'string' && isEnded.test(status.trim())) return false;
  if (openStatuses.includes(status)) return true;
  const end = [until, endedOn].find(isDay);
  return end === undefined || !isPast(end, today);
}

/** What would take the entry away; a flag or a record of fraud stands as it is. */
const stillBecause = (entries: Properties): string => {
  if ('explained_by' in entries) return ', and nothing explains it';
  return ['status', 'until', 'ended_on'].some((name) => name in entries) ? ', and nothing says that it is over' : '';
};

function againstEntry(
  { entries, one, isAdverse, mayBegin }: Entries,
  entry: Values,
  place: number,
  today: IsoDate,
): string[] {
  const of = `${one} ${place + 1}`;
  const { disqualified_until: banned } = entry;
  if (isExcluded(entry)) return [];
  return [
    ...(isAdverse && stillStands(entry, today) ? [`${of} is listed${stillBecause(entries)}.`] : []),
    ...(isDay(banned) && !isPast(banned, today) ? [`${of}: disqualified until ${formatDate(banned)}.`] : []),
    ...wrongDays({ known: entries, values: entry, of: `${of}, `, mayBegin: mayBegin === true }, today),
  ];
}

/** Of the report itself, and of each of its parts at any depth. */
function groupsOf({ breakdown, properties }: Contradicted, findings: FindingsGiven): Given[] {
  const inParts = (known: ReportType['breakdown'], given: Readonly<Record<string, BreakdownEntry>>): Given[] =>
    Object.entries(given).flatMap(([key, { properties: values = {}, breakdown: parts = {} }]) => {
      const part = known[key];
      if (part === undefined) return [];
      return [{ known: part.properties, values, of: `${part.label}, ` }, ...inParts(part.parts, parts)];
    });
  return [{ known: properties, values: findings.properties, of: '' }, ...inParts(breakdown, findings.breakdown)];
}

interface FindingsGiven {
  readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
  readonly properties: Values;
}

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null;
/** The judgments that take no place beside “None”; one that was set aside is no longer in the register. */
const judgments: readonly unknown[] = ['county_court_judgment', 'high_court_judgment', 'decree', 'judgment_ni'];

function judgmentsBesideNone({ breakdown, properties: { records } }: FindingsGiven): string[] {
  if (breakdown.ccj?.result !== 'none' || !Array.isArray(records)) return [];
  return records.flatMap((one, place) =>
    isRecord(one) && judgments.includes(one.kind) && one.status === 'satisfied' && !isExcluded(one)
      ? [`Judgment or insolvency ${place + 1} is a judgment, and the part says that there is none.`]
      : [],
  );
}

/** A ban that is typed in the part alone, which lists no entries. */
function bansInParts({ breakdown }: FindingsGiven, today: IsoDate): string[] {
  const until = breakdown.disqualified?.properties?.until;
  return isDay(until) && !isPast(until, today) ? [`Disqualified until ${formatDate(until)}.`] : [];
}

/** In sentences, what of the findings a Clear contradicts. */
export function contradictedParticulars(
  type: Contradicted,
  findings: FindingsGiven,
  { facts, today }: { readonly facts: ApplicantFacts; readonly today: IsoDate },
): string[] {
  if (judgedElsewhere.includes(type.area)) return [];
  const groups = groupsOf(type, findings);
  const ofEntries = groups.flatMap(({ known, values }) =>
    Object.entries(values).flatMap(([name, list]) => {
      const kind = known[name];
      if (typeof kind !== 'object' || !('entries' in kind) || !Array.isArray(list)) return [];
      return list.flatMap((entry, place) => (isRecord(entry) ? againstEntry(kind, entry, place, today) : []));
    }),
  );
  return [
    ...groups.flatMap((one) => wrongDays(one, today)),
    ...ofEntries,
    ...judgmentsBesideNone(findings),
    ...bansInParts(findings, today),
    ...statedOtherwise(type, findings, facts),
    ...foreignCertificateProblems(type, findings.properties, { facts, today }),
  ];
}
