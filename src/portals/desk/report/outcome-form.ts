// Reads the outcome form of a report, whose breakdown is that of its type, and fills it again as it was typed.
import type { Breakdown, BreakdownPart, PropertyKind } from '../../../features/report-types/breakdown.ts';
import type { BreakdownEntry } from '../../../features/report-types/findings-rules.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import type { Report } from '../../../features/reports/report.ts';
import type { Outcome } from '../../../features/reports/report-rules.ts';
import { subResults } from '../../../features/reports/report-rules.ts';
import { parseDate } from '../../../lib/dates.ts';
import { Problems } from '../../../lib/refusal.ts';
import { verdicts } from './report-words.ts';

/** The form's values as typed; those of the breakdown by their path, `address.voting_register`. */
export interface OutcomeForm {
  readonly verdict: string;
  readonly subResult: string;
  readonly results: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, string>>;
  readonly notes: string;
}

const LONGEST_TEXT = 500;
const LONGEST_NOTES = 10_000;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const resultName = (path: string) => `results[${path}]`;
const propertyName = (path: string) => `properties[${path}]`;
const below = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

/** The values of a body whose names are `group[path]`. */
function valuesOf(body: Readonly<Record<string, unknown>>, group: 'results' | 'properties'): Record<string, string> {
  const named = Object.entries(body).flatMap(([name, value]) => {
    const [, itsGroup, path] = /^(results|properties)\[([a-z0-9_.]{1,200})\]$/.exec(name) ?? [];
    return path === undefined || itsGroup !== group ? [] : [[path, text(value)] as const];
  });
  return Object.fromEntries(named);
}

export function readOutcomeForm(body: Readonly<Record<string, unknown>>): OutcomeForm {
  return {
    verdict: text(body.verdict),
    subResult: text(body.sub_result),
    results: valuesOf(body, 'results'),
    properties: valuesOf(body, 'properties'),
    notes: text(body.notes).replaceAll('\r\n', '\n'),
  };
}

type Entries = Readonly<Record<string, BreakdownEntry>>;

const typed = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

function filledFrom(entries: Entries, at: string): { results: [string, string][]; properties: [string, string][] } {
  const filled = Object.entries(entries).map(([key, { result, breakdown = {}, properties = {} }]) => {
    const path = below(at, key);
    const inner = filledFrom(breakdown, path);
    const own = Object.entries(properties).map(([name, value]): [string, string] => [below(path, name), typed(value)]);
    return {
      results: [[path, result] as [string, string], ...inner.results],
      properties: [...own, ...inner.properties],
    };
  });
  return { results: filled.flatMap((one) => one.results), properties: filled.flatMap((one) => one.properties) };
}

/** The form as a report's own outcome fills it. */
export function formOfReport(report: Report): OutcomeForm {
  const { results, properties } = filledFrom(report.findings.breakdown, '');
  return {
    verdict: report.trafficLight === 'Red' ? 'red' : (report.result ?? ''),
    subResult: report.subResult ?? '',
    results: Object.fromEntries(results),
    properties: Object.fromEntries(properties),
    notes: report.findings.notes,
  };
}

const words = (key: string): string => {
  const spaced = key.replaceAll('_', ' ');
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1);
};

export interface PropertyField {
  readonly name: string;
  readonly label: string;
  readonly kind: PropertyKind;
  readonly value: string;
}

export interface PartField {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
  readonly chosen: string;
  readonly properties: readonly PropertyField[];
  readonly inner: readonly PartField[];
  /** Whether something is chosen or typed below it. */
  readonly isOpen: boolean;
}

/** What the page asks of a type: each part with its answers, and the particulars of a part that a person can type. */
export function partFields(known: Breakdown, form: OutcomeForm, at = ''): PartField[] {
  return Object.entries(known).map(([key, part]): PartField => {
    const path = below(at, key);
    const inner = partFields(part.parts, form, path);
    const properties = Object.entries(part.properties).flatMap(([name, kind]): PropertyField[] => {
      const own = below(path, name);
      const value = form.properties[own] ?? '';
      return kind === 'list' ? [] : [{ name: propertyName(own), label: words(name), kind, value }];
    });
    return {
      name: resultName(path),
      label: part.label,
      choices: part.results.map((result) => ({ value: result, text: words(result) })),
      chosen: form.results[path] ?? '',
      properties,
      inner,
      isOpen: inner.some((one) => one.chosen !== '' || one.isOpen || one.properties.some(({ value }) => value !== '')),
    };
  });
}

/** The typed value, or what is wrong with it. */
const readers: Readonly<Record<Exclude<PropertyKind, 'list'>, (value: string) => unknown>> = {
  text: (value) => (value.length > LONGEST_TEXT ? new Error(`must be ${LONGEST_TEXT} characters or fewer`) : value),
  date: (value) => parseDate(value) ?? new Error('must be a real date'),
  number: (value) => (/^-?\d{1,12}(?:\.\d{1,4})?$/.test(value) ? Number(value) : new Error('must be a number')),
  flag: (value) => (value === 'yes' || value === 'no' ? value === 'yes' : new Error('must be yes or no')),
};

function propertiesOf(part: BreakdownPart, form: OutcomeForm, path: string, problems: Problems) {
  const read: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(part.properties)) {
    const own = below(path, name);
    const value = form.properties[own] ?? '';
    if (kind === 'list' || value === '') continue;
    const result = readers[kind](value);
    if (result instanceof Error) problems.add(propertyName(own), `${words(name)} ${result.message}`);
    else read[name] = result;
  }
  return read;
}

/** @param kept what a provider filled in and this form does not show stays */
function entriesOf(known: Breakdown, form: OutcomeForm, kept: Entries, problems: Problems, at = ''): Entries {
  const entries: Record<string, BreakdownEntry> = {};
  for (const [key, part] of Object.entries(known)) {
    const path = below(at, key);
    const before = kept[key];
    const result = form.results[path] ?? '';
    const breakdown = entriesOf(part.parts, form, before?.breakdown ?? {}, problems, path);
    const lists = Object.entries(before?.properties ?? {}).filter(([name]) => part.properties[name] === 'list');
    const properties = { ...Object.fromEntries(lists), ...propertiesOf(part, form, path, problems) };
    const [hasParts, hasProperties] = [Object.keys(breakdown).length > 0, Object.keys(properties).length > 0];
    if (result === '' && !hasParts && !hasProperties) continue;
    if (!part.results.includes(result)) problems.add(resultName(path), `Select what was found for ${part.label}`);
    entries[key] = { result, ...(hasParts && { breakdown }), ...(hasProperties && { properties }) };
  }
  return entries;
}

/** @param report its own findings, such as a provider's, stay where the form does not show them */
export function outcomeOf(
  form: OutcomeForm,
  report: Report,
  type: Pick<ReportType, 'breakdown' | 'hasSubResult'>,
): { readonly outcome: Outcome; readonly problems: Problems } {
  const problems = new Problems();
  const verdict = verdicts.find(({ value }) => value === form.verdict);
  if (verdict === undefined) problems.add('verdict', 'Select the result');
  const subResult = subResults.find((value) => value === form.subResult) ?? null;
  if (type.hasSubResult && subResult === null) problems.add('sub_result', 'Select what the examination showed');
  const breakdown = entriesOf(type.breakdown, form, report.findings.breakdown, problems);
  if (form.notes.length > LONGEST_NOTES) problems.add('notes', `Notes must be ${LONGEST_NOTES} characters or fewer`);
  const outcome: Outcome = {
    result: verdict?.result ?? 'clear',
    subResult: type.hasSubResult ? subResult : null,
    ...(verdict?.light === 'Red' ? { trafficLight: 'Red' } : {}),
    findings: { breakdown, properties: report.findings.properties, notes: form.notes },
  };
  return { outcome, problems };
}
