// Decides whether a provider may be asked, which facts it gets, and whether a person must release its result; pure.
import type { DatesWithoutDay } from '../facts/fact.ts';
import { isElement } from '../facts/fact-paths.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { hasHiddenName, withoutHiddenNames } from '../facts/previous-name-rules.ts';
import type { Breakdown, Properties } from '../report-types/breakdown.ts';
import type { BreakdownEntry } from '../report-types/findings-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { manualProvider, sandboxProvider } from '../reports/report.ts';
import type { Outcome } from '../reports/report-rules.ts';
import type { ScreeningMove } from '../reports/report-states.ts';
import type { AskedFacts, Capabilities } from './provider.ts';

export const coversCountry = ({ countries }: Pick<Capabilities, 'countries'>, country: string): boolean =>
  countries === undefined || countries.includes(country);

/** Names that stand for no provider of a source: a person of the desk, and test mode. */
export const reservedNames: readonly string[] = [manualProvider, sandboxProvider];

/** Why the names of providers are ambiguous, every one at once; reports and exchanges name their provider. */
export function nameProblems(builtIn: readonly string[], connected: readonly string[]): string[] {
  const twice = builtIn.filter((name, index) => builtIn.indexOf(name) < index);
  return [
    ...builtIn.filter((name) => reservedNames.includes(name)).map((name) => `${name} is a reserved name.`),
    ...[...new Set(twice)].map((name) => `${name} is the name of several built-in providers.`),
    ...connected
      .filter((name) => builtIn.includes(name))
      .map((name) => `${name} is built in, and an account has connected a provider of that name: disconnect it.`),
  ];
}

type Values = Readonly<Record<string, unknown>>;

/** The entries of a kind in a list of facts: `id_numbers[social_insurance]`, `local_identifiers[bra_cpf]`. */
function entriesOf(list: string, value: unknown, element: string | undefined): unknown {
  if (!Array.isArray(value) || element === undefined) return value;
  return value.filter((entry: Values) => isElement(list, entry, element));
}

/** An entry, with the names of those declared dates whose day, or day and month, was not typed. */
function takenEntry(entry: Values & DatesWithoutDay, paths: readonly string[]): AskedFacts {
  const marked = (['dates_without_day', 'dates_without_month'] as const).flatMap((mark) => {
    const names = entry[mark]?.filter((name) => paths.includes(name)) ?? [];
    return names.length > 0 ? [[mark, names] as const] : [];
  });
  return { ...taken(entry, paths), ...Object.fromEntries(marked) };
}

function taken(values: Values, paths: readonly string[]): AskedFacts {
  const found: Record<string, unknown> = {};
  const below = Map.groupBy(paths, (path) => path.split('.')[0]!);
  for (const [first, whole] of below) {
    const [, name = first, element] = /^(\w+)\[(\w+)\]$/.exec(first) ?? [];
    const inner = whole.filter((path) => path !== first).map((path) => path.slice(first.length + 1));
    const value = entriesOf(name, values[name], element);
    const kept =
      whole.includes(first) || inner.length === 0
        ? value
        : Array.isArray(value)
          ? value.map((entry) => takenEntry(entry as Values, inner))
          : undefined;
    found[name] = Array.isArray(kept) && Array.isArray(found[name]) ? [...found[name], ...kept] : kept;
  }
  return found;
}

type Asked = Pick<Capabilities, 'calls' | 'isAuthority'>;

/** Whether the provider must not be told a former name: it asks somebody outside who is no authority. */
export const withholdsName = (facts: Pick<ApplicantFacts, 'previous_names'>, { calls, isAuthority }: Asked): boolean =>
  calls !== 'nobody' && isAuthority !== true && hasHiddenName(facts);

/** The facts at the declared paths, and nothing else. */
export const minimised = (facts: ApplicantFacts, capabilities: Asked & Pick<Capabilities, 'facts'>): AskedFacts =>
  taken(withholdsName(facts, capabilities) ? withoutHiddenNames(facts) : facts, capabilities.facts);

/** Which results a person at the desk must release; results that are not clear always need it. */
export const personReleases = ['everything', 'not_clear'] as const;
export type PersonReleases = (typeof personReleases)[number];

/** The move of the report for a provider's result. */
export function moveOfResult(
  { result, subResult }: Pick<Outcome, 'result' | 'subResult'>,
  releases: PersonReleases,
  { personDecides }: Pick<Capabilities, 'personDecides'>,
): ScreeningMove {
  const isClear = result === 'clear' && (subResult === null || subResult === 'clear');
  return isClear && releases === 'not_clear' && personDecides !== true ? 'complete' : 'await_approval';
}

const propertiesWithin = (known: Properties, given: Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([key]) => key in known));

function partsWithin(
  known: Breakdown,
  given: Readonly<Record<string, BreakdownEntry>>,
): Record<string, BreakdownEntry> {
  const found: Record<string, BreakdownEntry> = {};
  for (const [key, { result, breakdown, properties }] of Object.entries(given)) {
    const part = known[key];
    if (part === undefined) continue;
    found[key] = {
      result,
      ...(breakdown === undefined ? {} : { breakdown: partsWithin(part.parts, breakdown) }),
      ...(properties === undefined ? {} : { properties: propertiesWithin(part.properties, properties) }),
    };
  }
  return found;
}

/** What the report type describes of a provider's findings; the rest stays in the record of the exchange only. */
export function outcomeWithin(type: Pick<ReportType, 'breakdown' | 'properties'>, outcome: Outcome): Outcome {
  // Such a type takes anything.
  if (Object.keys(type.breakdown).length === 0) return outcome;
  const { breakdown, properties } = outcome.findings;
  const findings = {
    ...outcome.findings,
    breakdown: partsWithin(type.breakdown, breakdown),
    properties: propertiesWithin(type.properties, properties),
  };
  return { ...outcome, findings };
}
