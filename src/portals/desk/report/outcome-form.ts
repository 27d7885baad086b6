// Reads the outcome form of a report, and fills it again as it was typed.

import type { Report } from '../../../features/reports/report.ts';
import type { Outcome } from '../../../features/reports/report-rules.ts';
import { subResults } from '../../../features/reports/report-rules.ts';
import { Problems } from '../../../lib/refusal.ts';
import { verdicts } from './report-words.ts';

export interface BreakdownRow {
  readonly name: string;
  readonly result: string;
}

/** The form's values as typed. */
export interface OutcomeForm {
  readonly verdict: string;
  readonly subResult: string;
  readonly breakdown: readonly BreakdownRow[];
  readonly notes: string;
}

const MOST_ROWS = 50;
const LONGEST_TEXT = 200;
const LONGEST_NOTES = 10_000;
const emptyRow: BreakdownRow = { name: '', result: '' };

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export function readOutcomeForm(body: Readonly<Record<string, unknown>>): OutcomeForm {
  const rows: { name: string; result: string }[] = [];
  for (const [key, value] of Object.entries(body)) {
    const [, index, part] = /^breakdown\[(\d{1,2})\]\[(name|result)\]$/.exec(key) ?? [];
    if (index === undefined || Number(index) >= MOST_ROWS) continue;
    const row = rows[Number(index)] ?? { name: '', result: '' };
    row[part as 'name' | 'result'] = text(value);
    rows[Number(index)] = row;
  }
  return {
    verdict: text(body.verdict),
    subResult: text(body.sub_result),
    breakdown: Array.from(rows, (row) => row ?? emptyRow),
    notes: text(body.notes).replaceAll('\r\n', '\n'),
  };
}

/** The form filled from the report's saved outcome. */
export function formOfReport(report: Report): OutcomeForm {
  const verdict = report.trafficLight === 'Red' ? 'red' : (report.result ?? '');
  const breakdown = Object.entries(report.findings.breakdown).map(([name, entry]) => ({ name, result: entry.result }));
  return { verdict, subResult: report.subResult ?? '', breakdown, notes: report.findings.notes };
}

/** The form after its buttons to add or remove a row, for users without JavaScript. */
export function withRowsChanged(form: OutcomeForm, removed: unknown): OutcomeForm {
  const { breakdown } = withRow(form);
  const index = typeof removed === 'string' && /^\d{1,2}$/.test(removed) ? Number(removed) : undefined;
  return {
    ...form,
    breakdown:
      index === undefined ? [...breakdown, emptyRow].slice(0, MOST_ROWS) : breakdown.filter((_, at) => at !== index),
  };
}

/** The form with at least one row. */
export function withRow(form: OutcomeForm): OutcomeForm {
  return form.breakdown.length > 0 ? form : { ...form, breakdown: [emptyRow] };
}

function breakdownProblems(rows: readonly BreakdownRow[], problems: Problems): void {
  const names = new Set<string>();
  rows.forEach(({ name, result }, index) => {
    const field = (part: string) => `breakdown[${index}][${part}]`;
    if (name === '' && result !== '') problems.add(field('name'), 'Enter what was looked at');
    if (name !== '' && result === '') problems.add(field('result'), `Enter what was found for ${name}`);
    if (name !== '' && names.has(name)) problems.add(field('name'), `${name} is there twice`);
    if (name.length > LONGEST_TEXT) problems.add(field('name'), `Must be ${LONGEST_TEXT} characters or fewer`);
    if (result.length > LONGEST_TEXT) problems.add(field('result'), `Must be ${LONGEST_TEXT} characters or fewer`);
    names.add(name);
  });
}

/** @param previous the saved findings: properties from a provider are kept */
export function outcomeOf(
  form: OutcomeForm,
  report: Report,
  hasSubResult: boolean,
): { readonly outcome: Outcome; readonly problems: Problems } {
  const problems = new Problems();
  const verdict = verdicts.find(({ value }) => value === form.verdict);
  if (verdict === undefined) problems.add('verdict', 'Select the result');
  const subResult = subResults.find((value) => value === form.subResult) ?? null;
  if (hasSubResult && subResult === null) problems.add('sub_result', 'Select what the examination showed');
  breakdownProblems(form.breakdown, problems);
  if (form.notes.length > LONGEST_NOTES) problems.add('notes', `Notes must be ${LONGEST_NOTES} characters or fewer`);
  const kept = report.findings.breakdown;
  const entries = form.breakdown.filter(({ name }) => name !== '');
  const outcome: Outcome = {
    result: verdict?.result ?? 'clear',
    subResult: hasSubResult ? subResult : null,
    ...(verdict?.light === 'Red' ? { trafficLight: 'Red' } : {}),
    findings: {
      breakdown: Object.fromEntries(entries.map(({ name, result }) => [name, { ...kept[name], result }])),
      properties: report.findings.properties,
      notes: form.notes,
    },
  };
  return { outcome, problems };
}
