// Compares a report's findings with the description of its type; pure.
import { Problems } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import type { Breakdown, Properties, PropertyKind } from './breakdown.ts';
import type { ReportType } from './report-type.ts';

export interface BreakdownEntry {
  readonly result: string;
  readonly breakdown?: Readonly<Record<string, BreakdownEntry>>;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const accepts: Readonly<Record<PropertyKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
};

function checkProperties(known: Properties, given: Readonly<Record<string, unknown>>, at: string, problems: Problems) {
  for (const [key, value] of Object.entries(given)) {
    const kind = known[key];
    if (kind === undefined) problems.add(`${at}.${key}`, problemSentence('not_a_property'));
    else if (value !== null && !accepts[kind](value))
      problems.add(`${at}.${key}`, problemSentence('not_of_kind', { other: kind }));
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
