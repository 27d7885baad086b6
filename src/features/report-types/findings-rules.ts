// Compares a report's findings with the description of its type; pure.
import { Problems } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import {
  type Breakdown,
  type Choice,
  type Entries,
  type PlainKind,
  type Properties,
  type PropertyKind,
  stillEmployed,
  stillEmployedText,
} from './breakdown.ts';
import type { ReportType } from './report-type.ts';

export interface BreakdownEntry {
  readonly result: string;
  readonly breakdown?: Readonly<Record<string, BreakdownEntry>>;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const isDateOrMonth = (value: unknown) => typeof value === 'string' && /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(value);

const acceptsPlain: Readonly<Record<PlainKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  long_text: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  date_or_month: isDateOrMonth,
  end_date: (value) => value === stillEmployed || isDateOrMonth(value),
  number: (value) => typeof value === 'number',
  pence: (value) => Number.isSafeInteger(value),
  flag: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
};

function accepts(kind: PropertyKind, value: unknown): boolean {
  if (typeof kind === 'string') return acceptsPlain[kind](value);
  return 'choice' in kind ? typeof value === 'string' && Object.hasOwn(kind.choice, value) : Array.isArray(value);
}

/** As the interface says what is wrong. */
function kindProblem(kind: PropertyKind): string {
  if (kind === 'pence') return problemSentence('not_of_kind', { other: 'whole number of pence' });
  if (typeof kind === 'string') return problemSentence('not_of_kind', { other: kind.replaceAll('_', ' ') });
  if ('choice' in kind) return problemSentence('not_one_of', { allowed: Object.keys(kind.choice) });
  return problemSentence('not_of_kind', { other: 'list' });
}

function checkProperties(known: Properties, given: Readonly<Record<string, unknown>>, at: string, problems: Problems) {
  for (const [key, value] of Object.entries(given)) {
    const kind = known[key];
    if (kind === undefined) problems.add(`${at}.${key}`, problemSentence('not_a_property'));
    else if (value !== null && !accepts(kind, value)) problems.add(`${at}.${key}`, kindProblem(kind));
  }
}

function checkParts(
  known: Breakdown,
  given: Readonly<Record<string, BreakdownEntry>>,
  at: string,
  problems: Problems,
): void {
  for (const [key, entry] of Object.entries(given)) {
    const path = `${at}.${key}`;
    const part = known[key];
    if (part === undefined) {
      problems.add(path, problemSentence('not_a_part'));
      continue;
    }
    if (!part.results.includes(entry.result))
      problems.add(`${path}.result`, problemSentence('not_one_of', { allowed: part.results }));
    checkParts(part.parts, entry.breakdown ?? {}, `${path}.breakdown`, problems);
    checkProperties(part.properties, entry.properties ?? {}, `${path}.properties`, problems);
  }
}

/**
 * Findings that the description does not allow, by path: `breakdown.address.result`. A type without a description
 * allows any.
 */
export function findingsProblems(
  type: Pick<ReportType, 'breakdown' | 'properties'>,
  findings: {
    readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
    readonly properties: Readonly<Record<string, unknown>>;
  },
): Problems {
  const problems = new Problems();
  if (Object.keys(type.breakdown).length === 0) return problems;
  checkParts(type.breakdown, findings.breakdown, 'breakdown', problems);
  checkProperties(type.properties, findings.properties, 'properties', problems);
  return problems;
}

/** A breakdown with the same answer in every part, for test reports. */
export function breakdownWith(
  known: Breakdown,
  pick: (results: readonly string[]) => string,
): Record<string, BreakdownEntry> {
  return Object.fromEntries(
    Object.entries(known).map(([key, part]) => {
      const inner = breakdownWith(part.parts, pick);
      return [key, { result: pick(part.results), ...(Object.keys(inner).length === 0 ? {} : { breakdown: inner }) }];
    }),
  );
}

function labelledValue({ choice }: Choice, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => labelledValue({ choice }, one));
  return choice[String(value)] ?? value;
}

const labelled = (known: Properties, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const kind = known[key];
      if (typeof kind === 'object' && 'choice' in kind) return [key, labelledValue(kind, value)];
      if (typeof kind !== 'object')
        return [key, kind === 'end_date' && value === stillEmployed ? stillEmployedText : value];
      const entries = Array.isArray(value) ? value : [];
      return [key, entries.map((entry) => labelledEntry(kind, entry))];
    }),
  );

/** A provider may list bare texts. */
const labelledEntry = ({ entries, found, hidden = [] }: Entries, entry: unknown) =>
  typeof entry === 'object' && entry !== null
    ? labelled(
        { ...entries, ...found },
        Object.fromEntries(Object.entries(entry).filter(([key]) => !hidden.includes(key))),
      )
    : entry;

/** With the label of the part, as people read it. */
interface LabelledEntry extends BreakdownEntry {
  readonly label?: string;
}

function labelledParts(
  known: Breakdown,
  given: Readonly<Record<string, BreakdownEntry>>,
): Record<string, LabelledEntry> {
  const order = Object.keys(known).filter((key) => key in given);
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(order.map((key) => [key, given[key]!])), ...given }).map(([key, entry]) => {
      const { result, breakdown, properties } = entry;
      const part = known[key];
      if (part === undefined) return [key, entry];
      const inner = breakdown === undefined ? {} : { breakdown: labelledParts(part.parts, breakdown) };
      const own = properties === undefined ? {} : { properties: labelled(part.properties, properties) };
      return [key, { label: part.label, result, ...inner, ...own }];
    }),
  );
}

/**
 * The findings as people read them: the parts in the order of their type, with their labels and those of choices in place of
 * their values.
 */
export const labelledFindings = <F extends Parameters<typeof findingsProblems>[1]>(
  type: Pick<ReportType, 'breakdown' | 'properties'>,
  findings: F,
): F => ({
  ...findings,
  breakdown: labelledParts(type.breakdown, findings.breakdown),
  properties: labelled(type.properties, findings.properties),
});
