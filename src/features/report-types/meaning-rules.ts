// Finds the answers of a report's findings that mean a certain result of the report; pure.
import { type Breakdown, type Properties, type ReportResult, words } from './breakdown.ts';
import type { BreakdownEntry } from './findings-rules.ts';
import type { ReportType } from './report-type.ts';

export interface Meant {
  readonly in: 'breakdown' | 'properties';
  /** `address.voting_register`, or `records.0.decision`. */
  readonly path: string;
  readonly label: string;
  /** As people read it. */
  readonly value: string;
}

const isRecord = (entry: unknown): entry is Readonly<Record<string, unknown>> =>
  typeof entry === 'object' && entry !== null;

function inParts(
  known: Breakdown,
  given: Readonly<Record<string, BreakdownEntry>>,
  result: ReportResult,
  at = '',
): Meant[] {
  return Object.entries(given).flatMap(([key, { result: value, breakdown = {} }]): Meant[] => {
    const part = known[key];
    if (part === undefined) return [];
    const path = `${at}${key}`;
    const own: Meant = { in: 'breakdown', path, label: part.label, value: words(value) };
    return [...(part.means[value] === result ? [own] : []), ...inParts(part.parts, breakdown, result, `${path}.`)];
  });
}

function inEntries(known: Properties, given: Readonly<Record<string, unknown>>, result: ReportResult): Meant[] {
  return Object.entries(known).flatMap(([list, kind]): Meant[] => {
    const entries = given[list];
    if (typeof kind !== 'object' || !('entries' in kind) || !Array.isArray(entries)) return [];
    return Object.entries(kind.entries).flatMap(([key, choice]): Meant[] =>
      typeof choice !== 'object' || !('choice' in choice)
        ? []
        : entries.flatMap((entry: Readonly<Record<string, unknown>> | null, index): Meant[] => {
            const value = String(entry?.[key]);
            const [path, label] = [`${list}.${index}.${key}`, `${kind.one} ${index + 1}`];
            return choice.means?.[value] === result
              ? [{ in: 'properties', path, label, value: choice.choice[value]! }]
              : [];
          }),
    );
  });
}

/** The parts at any depth, and the entries of the lists of the whole report. */
export const meaning = (
  type: Pick<ReportType, 'breakdown' | 'properties'>,
  findings: {
    readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
    readonly properties: Readonly<Record<string, unknown>>;
  },
  result: ReportResult,
): Meant[] => [
  ...inParts(type.breakdown, findings.breakdown, result),
  ...inEntries(type.properties, findings.properties, result),
];

/**
 * The entries of lists on which nobody has decided yet: the choice is missing that completes an entry and on which the
 * result depends.
 */
export const undecided = (
  { properties: known }: Pick<ReportType, 'properties'>,
  given: Readonly<Record<string, unknown>>,
): Pick<Meant, 'path' | 'label'>[] =>
  Object.entries(known).flatMap(([list, kind]) => {
    const entries = given[list];
    if (typeof kind !== 'object' || !('entries' in kind) || !Array.isArray(entries)) return [];
    const key = kind.completes.find((one) => {
      const own = kind.entries[one];
      return typeof own === 'object' && 'choice' in own && own.means !== undefined;
    });
    if (key === undefined) return [];
    // Nobody can decide on the bare text of a provider.
    return entries.flatMap((entry: unknown, index) =>
      isRecord(entry) && (entry[key] ?? '') === ''
        ? [{ path: `${list}.${index}.${key}`, label: `${kind.one} ${index + 1}` }]
        : [],
    );
  });
