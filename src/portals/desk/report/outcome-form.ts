// Reads the outcome form of a report, whose breakdown is that of its type, and fills it again as it was typed.

import type { AssessedPerson } from '../../../features/assessments/assessment.ts';
import {
  assess,
  keptProperties,
  type StoredVerdict,
  storedVerdict,
} from '../../../features/assessments/assessment-rules.ts';
import { propertiesGiven } from '../../../features/assessments/assessments.ts';
import { type Breakdown, type Properties, words } from '../../../features/report-types/breakdown.ts';
import type { BreakdownEntry } from '../../../features/report-types/findings-rules.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { unableOffered, unableProperties } from '../../../features/report-types/unable-to-verify.ts';
import { type CertificateFault, certificateFaults } from '../../../features/reports/certificate-rules.ts';
import { manualProvider, type Report } from '../../../features/reports/report.ts';
import type { Findings, Outcome } from '../../../features/reports/report-rules.ts';
import { contradictionsOf, subResults } from '../../../features/reports/report-rules.ts';
import { Problems } from '../../../lib/refusal.ts';
import { certificateFaults as certificateFaultTexts } from '../../../messages/en-certificates.ts';
import {
  below,
  type ListField,
  listFields,
  type PropertyField,
  propertyFields,
  propertyName,
  readLists,
  readProperties,
  typedProperties,
} from '../../shared/fields/property-fields.ts';
import { typedIn } from '../../shared/fields/typed-values.ts';
import { verdicts } from './report-words.ts';

/** The form's values as typed; those of the breakdown by their path, `address.voting_register`. */
export interface OutcomeForm {
  readonly verdict: string;
  readonly subResult: string;
  readonly results: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, string>>;
  readonly notes: string;
  /** Why the result is another than the client's rules propose. */
  readonly rulesReason: string;
}

const LONGEST_NOTES = 10_000;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const resultName = (path: string) => `results[${path}]`;

export function readOutcomeForm(body: Readonly<Record<string, unknown>>): OutcomeForm {
  return {
    verdict: text(body.verdict),
    subResult: text(body.sub_result),
    results: typedIn(body, 'results'),
    properties: typedIn(body),
    notes: text(body.notes).replaceAll('\r\n', '\n'),
    rulesReason: text(body.rules_reason).replaceAll('\r\n', '\n'),
  };
}

type Entries = Readonly<Record<string, BreakdownEntry>>;

function filledFrom(entries: Entries, at: string): { results: [string, string][]; properties: [string, string][] } {
  const filled = Object.entries(entries).map(([key, { result, breakdown = {}, properties = {} }]) => {
    const path = below(at, key);
    const inner = filledFrom(breakdown, path);
    const own = typedProperties(properties, path);
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
    properties: Object.fromEntries([...typedProperties(report.findings.properties, ''), ...properties]),
    notes: report.findings.notes,
    rulesReason: report.findings.result_rules?.because ?? '',
  };
}

/** The answers and particulars of a form by the names under which a browser sends them. */
export const outcomeFields = ({ results, properties }: OutcomeForm): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...Object.entries(results).map(([path, value]) => [resultName(path), value]),
    ...Object.entries(properties).map(([path, value]) => [propertyName(path), value]),
  ]);

const hasParticulars = ({ properties, lists }: Pick<PartField, 'properties' | 'lists'>): boolean =>
  properties.some(({ value }) => value !== '') || lists.some(({ isEmpty }) => !isEmpty);

export interface PartField {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
  readonly chosen: string;
  readonly properties: readonly PropertyField[];
  readonly lists: readonly ListField[];
  readonly inner: readonly PartField[];
  /** Whether something is typed of it, or chosen or typed below it. */
  readonly isOpen: boolean;
}

/**
 * What the page asks of a type: each part with its answers, and the particulars of a part that a person can type.
 * @param kept what the report has of these parts
 */
export function partFields(known: Breakdown, form: OutcomeForm, kept: Entries, at = ''): PartField[] {
  return Object.entries(known).map(([key, part]): PartField => {
    const path = below(at, key);
    const before = kept[key];
    const inner = partFields(part.parts, form, before?.breakdown ?? {}, path);
    const properties = propertyFields(part.properties, form.properties, path, part.label);
    const lists = listFields(part.properties, form.properties, before?.properties ?? {}, path);
    const own = { properties, lists };
    return {
      path,
      name: resultName(path),
      label: part.label,
      choices: part.results.map((result) => ({ value: result, text: words(result) })),
      chosen: form.results[path] ?? '',
      ...own,
      inner,
      isOpen: hasParticulars(own) || inner.some((one) => one.chosen !== '' || one.isOpen || hasParticulars(one)),
    };
  });
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
    const properties = {
      ...Object.fromEntries(lists),
      ...readProperties(part.properties, form.properties, path, problems, {
        part: part.label,
        kept: before?.properties ?? {},
      }),
      ...readLists(part.properties, form.properties, before?.properties ?? {}, problems, path),
    };
    const [hasParts, hasProperties] = [Object.keys(breakdown).length > 0, Object.keys(properties).length > 0];
    if (result === '' && !hasParts && !hasProperties) continue;
    if (!part.results.includes(result)) problems.add(resultName(path), `Select what was found for ${part.label}`);
    entries[key] = { result, ...(hasParts && { breakdown }), ...(hasProperties && { properties }) };
  }
  return entries;
}

type FormType = Pick<
  ReportType,
  | 'area'
  | 'breakdown'
  | 'properties'
  | 'inputs'
  | 'assessments'
  | 'hasSubResult'
  | 'certificate'
  | 'barredLists'
  | 'options'
>;

/**
 * The properties that a person can type: those that follow from a verdict are not among them, nor those of requests where
 * nobody is asked.
 */
function typedOf(type: Pick<FormType, 'properties' | 'assessments' | 'area'>, { findings }: Report): Properties {
  const given = propertiesGiven(type.assessments);
  const offered = unableOffered(type, findings.properties);
  return Object.fromEntries(
    Object.entries(type.properties).flatMap(([key, kind]): [string, Properties[string]][] => {
      if (given.includes(key)) return [];
      if (!Object.hasOwn(unableProperties, key)) return [[key, kind]];
      return offered[key] === undefined ? [] : [[key, offered[key]]];
    }),
  );
}

export interface WholeFields {
  readonly fields: readonly PropertyField[];
  readonly lists: readonly ListField[];
  /** Whether a person typed something in them, or a rule asks for them; not for what a program filled in. */
  readonly isOpen: boolean;
}

const notKept =
  'For the verdicts alone: the entries are not kept. Sentences of one day count as one conviction. An empty age is worked out from the date of birth.';

/** What the page asks of the report as a whole, and for its assessments alone. */
export function wholeFields(type: FormType, form: OutcomeForm, report: Report): WholeFields {
  const known = typedOf(type, report);
  const fields = propertyFields(known, form.properties, '');
  const filled = propertyFields(known, report.provider === manualProvider ? {} : formOfReport(report).properties, '');
  return {
    fields,
    lists: [
      ...listFields(known, form.properties, report.findings.properties),
      ...listFields(type.inputs, form.properties, {}).map((list) => ({ ...list, hint: notKept })),
    ],
    isOpen:
      fields.some(({ value }, at) => value !== filled[at]!.value) ||
      (type.assessments.length > 0 && Object.keys(known).some((key) => !Object.hasOwn(unableProperties, key))),
  };
}

/** The paths of the parts, and of those below them, that Clear can be said of. */
export const clearableParts = (known: Breakdown, at = ''): string[] =>
  Object.entries(known).flatMap(([key, part]) => {
    const path = below(at, key);
    return [...(part.results.includes('clear') ? [path] : []), ...clearableParts(part.parts, path)];
  });

/** What is chosen already stays. */
export const withPartsClear = (form: OutcomeForm, known: Breakdown): OutcomeForm => ({
  ...form,
  results: {
    ...form.results,
    ...Object.fromEntries(clearableParts(known).flatMap((path) => (form.results[path] ? [] : [[path, 'clear']]))),
  },
});

export interface ReadOutcome {
  readonly outcome: Outcome;
  readonly problems: Problems;
  /** Of what was typed, also those that are not stored. */
  readonly assessed: readonly StoredVerdict[];
}

/** The properties as typed, beside those of the report that the form does not show. */
function propertiesOf(type: FormType, form: OutcomeForm, report: Report, problems: Problems) {
  const known = typedOf(type, report);
  const before = report.findings.properties;
  const kept = Object.entries(before).filter(([key]) => type.properties[key] === undefined || known[key] === 'list');
  return {
    ...Object.fromEntries(kept),
    ...readProperties(known, form.properties, '', problems, { kept: before }),
    ...readLists(known, form.properties, before, problems),
  };
}

/** What a form says of the findings; what is typed wrongly is left out, and named in the problems. */
export const typedFindings = (form: OutcomeForm, report: Report, type: FormType, problems: Problems): Findings => ({
  breakdown: entriesOf(type.breakdown, form, report.findings.breakdown, problems),
  properties: propertiesOf(type, form, report, problems),
  notes: form.notes,
});

const fieldOf = (one: ReturnType<typeof contradictionsOf>[number]) =>
  one.in === 'sub_result' ? 'sub_result' : one.in === 'breakdown' ? resultName(one.path) : propertyName(one.path);

const fieldOfFault = (fault: CertificateFault) =>
  fault.in === 'results' ? resultName(fault.path) : propertyName(fault.path);

/** @param report its own findings, such as a provider's, stay where the form does not show them */
export function outcomeOf(form: OutcomeForm, report: Report, type: FormType, person: AssessedPerson): ReadOutcome {
  const problems = new Problems();
  const verdict = verdicts.find(({ value }) => value === form.verdict);
  if (verdict === undefined) problems.add('verdict', 'Select the result');
  const subResult = subResults.find((value) => value === form.subResult) ?? null;
  if (type.hasSubResult && subResult === null) problems.add('sub_result', 'Select what the examination showed');
  const { breakdown, properties: typed } = typedFindings(form, report, type, problems);
  if (form.notes.length > LONGEST_NOTES) problems.add('notes', `Notes must be ${LONGEST_NOTES} characters or fewer`);
  const { verdicts: _, ...properties } = typed;
  if (form.properties.unable_to_verify && verdict?.result !== 'unidentified') {
    problems.add(propertyName('unable_to_verify'), 'Only an unidentified report says what could not be verified');
  }
  const result = verdict?.result ?? 'unidentified';
  for (const one of contradictionsOf({ result, subResult, findings: { breakdown, properties, notes: '' } }, type)) {
    problems.add(
      fieldOf(one),
      `${one.label} is “${one.value}”, which does not go with Clear: change it, or the result`,
    );
  }
  const bounds = { options: report.options, today: person.today };
  for (const fault of certificateFaults(type, { breakdown }, bounds))
    problems.add(fieldOfFault(fault), certificateFaultTexts[fault.code].person);
  const inputs = readLists(type.inputs, form.properties, {}, problems);
  const assessed = assess(type.assessments, { breakdown, properties, inputs }, person);
  const outcome: Outcome = {
    result: verdict?.result ?? 'clear',
    subResult: type.hasSubResult ? subResult : null,
    ...(verdict?.light === 'Red' ? { trafficLight: 'Red' } : {}),
    findings: { breakdown, properties: { ...properties, ...keptProperties(assessed) }, notes: form.notes },
  };
  return { outcome, problems, assessed: assessed.map(storedVerdict) };
}
