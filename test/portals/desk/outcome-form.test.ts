// The outcome form becomes an outcome, or messages beside its fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { answered, part, parts } from '../../../src/features/report-types/breakdown.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { findingsProblems } from '../../../src/features/report-types/findings-rules.ts';
import { appointments, courtCases, drivingEndorsements } from '../../../src/features/report-types/found-lists.ts';
import type { Report } from '../../../src/features/reports/report.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { Problems } from '../../../src/lib/refusal.ts';
import {
  formOfReport,
  outcomeOf,
  type PartField,
  partFields,
  readOutcomeForm,
  typedFindings,
  wholeFields,
} from '../../../src/portals/desk/report/outcome-form.ts';
import {
  type ListField,
  type PropertyField,
  propertyFields,
  readProperties,
} from '../../../src/portals/shared/fields/property-fields.ts';

const report: Report = {
  id: 'r',
  checkId: 'c',
  reportTypeId: 1,
  name: 'identity',
  variant: null,
  options: null,
  status: 'awaiting_data',
  result: null,
  subResult: null,
  trafficLight: null,
  approvalReasons: null,
  monitor: null,
  foundChange: false,
  pausedForAnswers: false,
  workingDays: null,
  provider: 'manual',
  createdAt: new Date(0),
  requestedAt: new Date(0),
  completedAt: null,
  reopenedAt: null,
  findings: noFindings,
};

const person = { facts: noFacts, today: '2026-11-22' };

const type: Parameters<typeof outcomeOf>[2] = {
  area: 'identity',
  hasSubResult: false,
  properties: {},
  inputs: {},
  assessments: [],
  certificate: null,
  barredLists: [],
  options: [],
  breakdown: {
    address: part('Address', {
      parts: parts({ voting_register: 'Electoral roll' }),
      properties: { matches: 'number', seen_on: 'date', same: 'flag', source: 'text', records: 'list' },
    }),
    permission: answered('Permission to work', { unlimited: 'clear', limited: 'clear', none: 'consider' }),
  },
};
const examined = { ...type, hasSubResult: true };

test('reads result, breakdown, particulars and notes as typed, trimmed', () => {
  const form = readOutcomeForm({
    verdict: 'consider',
    'results[address]': 'consider',
    'results[address.voting_register]': 'unidentified',
    'results[permission]': '',
    'properties[address.matches]': ' 2 ',
    'properties[address.seen_on]': '2026-03-04',
    'properties[address.same]': 'no',
    'properties[address.source]': 'Register',
    notes: ' One\r\nTwo ',
  });
  const { outcome, problems } = outcomeOf(form, report, type, person);
  assert.deepEqual(problems.fields, {});
  const address = {
    result: 'consider',
    breakdown: { voting_register: { result: 'unidentified' } },
    properties: { matches: 2, seen_on: '2026-03-04', same: false, source: 'Register' },
  };
  assert.deepEqual(outcome, {
    result: 'consider',
    subResult: null,
    findings: { breakdown: { address }, properties: {}, notes: 'One\nTwo' },
  });
});

test('reads consider, marked Red, as consider with a Red light', () => {
  const { outcome } = outcomeOf(readOutcomeForm({ verdict: 'red' }), report, type, person);
  assert.equal(outcome.result, 'consider');
  assert.equal(outcome.trafficLight, 'Red');
});

test('reports all problems at once, beside their fields', () => {
  const form = readOutcomeForm({
    'results[address.voting_register]': 'clear',
    'results[permission]': 'perhaps',
    'properties[address.matches]': 'two',
    'properties[address.seen_on]': '2026-02-30',
    'properties[address.same]': 'maybe',
    'properties[address.source]': 'x'.repeat(501),
    notes: 'x'.repeat(10_001),
  });
  assert.deepEqual(outcomeOf(form, report, examined, person).problems.fields, {
    verdict: ['Select the result'],
    sub_result: ['Select what the examination showed'],
    'results[address]': ['Select what was found for Address'],
    'results[permission]': ['Select what was found for Permission to work'],
    'properties[address.matches]': ['Address: matches must be a number'],
    'properties[address.seen_on]': ['Address: seen on must be a real date'],
    'properties[address.same]': ['Address: same must be yes or no'],
    'properties[address.source]': ['Address: source must be 500 characters or fewer'],
    notes: ['Notes must be 10000 characters or fewer'],
  });
});

test("keeps a provider's lists and properties when the result of a part changes", () => {
  const findings = {
    breakdown: { address: { result: 'consider', properties: { records: [{ score: 1 }], matches: 2 } } },
    properties: { a: 1 },
    notes: '',
  };
  const form = readOutcomeForm({ verdict: 'clear', 'results[address]': 'clear', 'properties[address.matches]': '3' });
  assert.deepEqual(outcomeOf(form, { ...report, findings }, type, person).outcome.findings, {
    breakdown: { address: { result: 'clear', properties: { records: [{ score: 1 }], matches: 3 } } },
    properties: { a: 1 },
    notes: '',
  });
});

test('fills the form from a report’s outcome, and reads the same outcome back', () => {
  const address = {
    result: 'consider',
    breakdown: { voting_register: { result: 'clear' } },
    properties: { matches: 2, same: true },
  };
  const findings = { breakdown: { address }, properties: {}, notes: 'See below' };
  const filled: Report = { ...report, result: 'consider', trafficLight: 'Red', subResult: 'caution', findings };
  const form = formOfReport(filled);
  assert.deepEqual(form, {
    verdict: 'red',
    subResult: 'caution',
    results: { address: 'consider', 'address.voting_register': 'clear' },
    properties: { 'address.matches': '2', 'address.same': 'yes' },
    notes: 'See below',
    rulesReason: '',
  });
  assert.deepEqual(outcomeOf(form, filled, type, person).outcome.findings, findings);
});

const listed = part('Endorsements', { properties: { points: 'number', endorsements: drivingEndorsements } });

test('entries of the list of a part are typed, filled in again, and need what names them', () => {
  const licence = { ...type, breakdown: { endorsements: listed } };
  const at = (index: number, key: string) => `properties[endorsements.endorsements.${index}.${key}]`;
  const typed = {
    ...{ verdict: 'consider', 'results[endorsements]': 'consider', 'properties[endorsements.points]': '3' },
    ...{ [at(0, 'code')]: 'SP30', [at(0, 'offence_date')]: '2025-03-04', [at(0, 'points')]: '3' },
  };
  const { outcome, problems } = outcomeOf(readOutcomeForm(typed), report, licence, person);
  assert.deepEqual(problems.fields, {});
  const endorsements = [{ code: 'SP30', offence_date: '2025-03-04', points: 3 }];
  const properties = { points: 3, endorsements };
  assert.deepEqual(outcome.findings.breakdown, { endorsements: { result: 'consider', properties } });
  const filled: Report = { ...report, ...outcome, trafficLight: null };
  const form = formOfReport(filled);
  assert.deepEqual(outcomeOf(form, filled, licence, person).outcome.findings, outcome.findings);
  const [field] = partFields(licence.breakdown, form, filled.findings.breakdown);
  assert.deepEqual(
    field!.lists[0]!.entries.map(({ title, fields }) => [title, fields[0]!.value]),
    [
      ['Endorsement 1', 'SP30'],
      ['Endorsement 2', ''],
    ],
  );
  const unnamed = readOutcomeForm({ ...typed, [at(0, 'code')]: '' });
  assert.deepEqual(outcomeOf(unnamed, report, licence, person).problems.fields, {
    [at(0, 'code')]: ['Enter the code'],
  });
  const emptied = Object.fromEntries(['code', 'offence_date', 'points'].map((key) => [at(0, key), '']));
  const removed = readOutcomeForm({ verdict: 'clear', 'results[endorsements]': 'clear', ...emptied });
  assert.deepEqual(outcomeOf(removed, filled, licence, person).outcome.findings.breakdown, {
    endorsements: { result: 'clear', properties: { endorsements: [] } },
  });
});

const allProperties = (list: ListField) => list.entries.flatMap(({ fields }) => fields);

/** What a browser sends of the form as it is shown, if nobody touches it. */
const sentUntouched = (lists: readonly ListField[]) =>
  Object.fromEntries(
    lists.flatMap(allProperties).map(({ name, kind, value, choices }) => {
      const shows = choices.length === 0 || choices.some((choice) => choice.value === value);
      const text = shows ? value : '';
      return [name, kind === 'long_text' ? text.replaceAll('\n', '\r\n') : text.replaceAll('\n', '')];
    }),
  );

const found = {
  ...type,
  properties: { appointments, court_cases: courtCases, total_debt_pence: 'pence', summary: 'text' },
} as const;
const ofProvider = {
  appointments: [
    { company_name: 'Acme Ltd', company_number: '01', resigned_on: null, appointed_on: '2019-05' },
    { company_name: null, role: 'director' },
    { company_name: 'x'.repeat(700), role: 'director' },
    'Director of Canal Ltd',
    ...Array.from({ length: 120 }, (_, index) => ({ company_name: `Company ${index}` })),
  ],
  court_cases: [{ court: ['Bow'], role: 'witness', particulars: ' One\nTwo ' }],
  total_debt_pence: -1_000_000_001,
  summary: 'y'.repeat(700),
};

test('what a provider found stays as it is where nobody edits it, and only what is edited is judged', () => {
  const filled: Report = { ...report, findings: { ...noFindings, properties: ofProvider } };
  const { fields, lists } = wholeFields(found, formOfReport(filled), filled);
  assert.equal(lists[0]!.hint, '24 more are kept, and not shown here.');
  assert.deepEqual(lists[0]!.entries[3], {
    ...{ path: 'appointments.3', title: 'Appointment 4', about: 'Director of Canal Ltd', state: '', isOpen: false },
    ...{ lines: ['Director of Canal Ltd'], found: [], fields: [] },
  });
  const sent = {
    verdict: 'consider',
    ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    ...sentUntouched(lists),
  };
  const read = (typed: Readonly<Record<string, string>>) =>
    outcomeOf(readOutcomeForm({ ...sent, ...typed }), filled, found, person);
  const untouched = read({});
  assert.deepEqual(untouched.problems.fields, {});
  assert.deepEqual(untouched.outcome.findings.properties, ofProvider);
  const edited = read({
    'properties[appointments.0.role]': 'secretary',
    'properties[appointments.1.role]': 'secretary',
    'properties[appointments.2.company_name]': 'z'.repeat(501),
  });
  assert.deepEqual(edited.problems.fields, {
    'properties[appointments.1.company_name]': ['Enter the company name'],
    'properties[appointments.2.company_name]': ['Company name must be 500 characters or fewer'],
  });
  const [first, ...others] = edited.outcome.findings.properties.appointments as readonly unknown[];
  assert.deepEqual(first, {
    ...{ company_name: 'Acme Ltd', company_number: '01', resigned_on: null, appointed_on: '2019-05' },
    role: 'secretary',
  });
  assert.deepEqual(others.slice(2), ofProvider.appointments.slice(3));
});

const sampleOf = (field: PropertyField): string =>
  field.choices[0]?.value ??
  { date: '2025-03-04', date_or_month: '2025-03', end_date: '2025-03', number: '3', pence: '15000.50' }[
    field.kind as string
  ] ??
  'Something';

test('the particulars of a whole report are folded as long as only a program filled them in', () => {
  const type = catalogue.find(({ name, variant }) => name === 'sanctions' && variant === null)!;
  const answered = (provider: string): Report => ({
    ...{ ...report, provider, findings: { ...noFindings, properties: { list_name: 'UK', algorithm: 'names-3' } } },
  });
  const isOpen = (of: Report, typed: Readonly<Record<string, string>> = {}) => {
    const form = formOfReport(of);
    return wholeFields(type, { ...form, properties: { ...form.properties, ...typed } }, of).isOpen;
  };
  const byProgram = answered('sanctions_list');
  assert.deepEqual(
    [isOpen(byProgram), isOpen(byProgram, { list_name: 'UN' }), isOpen(answered('manual'))],
    [false, true, true],
  );
});

test('whatever a report type lists can be typed at the desk, and is allowed by its description', () => {
  let lists = 0;
  for (const one of catalogue) {
    const whole = wholeFields(one, formOfReport(report), report);
    const inParts = (fields: readonly PartField[]): ListField[] =>
      fields.flatMap((field) => [...field.lists, ...inParts(field.inner)]);
    const found = [...whole.lists.slice(0, whole.lists.length - Object.keys(one.inputs).length)];
    const ofParts = partFields(one.breakdown, formOfReport(report), {});
    const fields = [...found, ...inParts(ofParts)].flatMap((list) => list.entries[0]!.fields);
    if (fields.length === 0) continue;
    lists += 1;
    const chosen = (part: PartField): [string, string][] => [
      [part.name, part.choices[0]!.value],
      ...part.inner.flatMap(chosen),
    ];
    const typed = {
      ...{ verdict: 'consider', notes: '' },
      ...Object.fromEntries([...fields.map((field) => [field.name, sampleOf(field)]), ...ofParts.flatMap(chosen)]),
    };
    const problems = new Problems();
    const findings = typedFindings(readOutcomeForm(typed), report, one, problems);
    assert.deepEqual(problems.fields, {}, one.label);
    assert.deepEqual(findingsProblems(one, findings).fields, {}, one.label);
    const again = formOfReport({ ...report, findings });
    for (const field of fields) {
      const path = field.name.slice('properties['.length, -1);
      assert.equal(again.properties[path], sampleOf(field), `${one.label}: ${path}`);
    }
  }
  assert.ok(lists > 100, `${lists} report types have lists`);
});

test('asks for every part of the type with its answers, and for the particulars that a person can type', () => {
  const fields = partFields(type.breakdown, readOutcomeForm({ 'results[permission]': 'limited' }), {});
  assert.deepEqual(
    fields.map(({ name, label, inner, chosen }) => [name, label, inner.map((one) => one.name).join(), chosen]),
    [
      ['results[address]', 'Address', 'results[address.voting_register]', ''],
      ['results[permission]', 'Permission to work', '', 'limited'],
    ],
  );
  assert.equal(fields[1]!.choices.at(-1)!.text, 'None');
  assert.deepEqual(
    fields[0]!.properties.map(({ label, inputLabel, kind }) => [label, inputLabel, kind]),
    [
      ['Matches', 'Address: matches', 'number'],
      ['Seen on', 'Address: seen on', 'date'],
      ['Same', 'Address: same', 'flag'],
      ['Source', 'Address: source', 'text'],
    ],
  );
});

test('no body causes an internal error', () => {
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'verdict',
      'notes',
      'results[address]',
      'results[__proto__]',
      '__proto__',
      'properties[address.matches]',
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.oneof(fc.string(), fc.array(fc.string())))), (pairs) => {
      const { outcome } = outcomeOf(readOutcomeForm(Object.fromEntries(pairs)), report, examined, person);
      assert.ok(Object.keys(outcome.findings.breakdown).length <= 2);
    }),
  );
});

test('a particular takes a month or a day in words or figures, and shows it in words', () => {
  const known = { claimed_from: 'date_or_month' } as const;
  const read = (typed: string) => readProperties(known, { claimed_from: typed }, '', new Problems()).claimed_from;
  for (const typed of ['2022-04', 'April 2022', '4 2022']) assert.equal(read(typed), '2022-04', typed);
  for (const typed of ['2022-04-07', '7 April 2022']) assert.equal(read(typed), '2022-04-07', typed);
  const shown = (stored: string) => propertyFields(known, { claimed_from: stored }, '')[0]!.value;
  assert.deepEqual(['2022-04', '2022-04-07', 'soon'].map(shown), ['April 2022', '7 April 2022', 'soon']);
  const problems = new Problems();
  readProperties(known, { claimed_from: '31 April 2022' }, '', problems);
  assert.deepEqual(Object.keys(problems.fields), ['properties[claimed_from]']);
});

test('an amount of nothing is shown in pounds, and one that nobody could type does not block the form', () => {
  const known = { total_debt_pence: 'pence' } as const;
  assert.equal(propertyFields(known, { total_debt_pence: '0.00' }, '')[0]!.shown, '£0.00');
  assert.equal(propertyFields(known, { total_debt_pence: '-5.00' }, '')[0]!.shown, undefined);
  for (const total_debt_pence of [1_000_000_000, -500]) {
    const filled: Report = { ...report, findings: { ...noFindings, properties: { total_debt_pence } } };
    const read = outcomeOf({ ...formOfReport(filled), verdict: 'consider' }, filled, found, person);
    assert.deepEqual(read.problems.fields, {});
    assert.deepEqual(read.outcome.findings.properties, { total_debt_pence });
  }
});

test('an end takes that somebody is still employed, in the words in which it is shown', () => {
  const known = { confirmed_to: 'end_date' } as const;
  const read = (typed: string) => readProperties(known, { confirmed_to: typed }, '', new Problems()).confirmed_to;
  assert.deepEqual(['Still employed', 'still_employed', 'April 2022'].map(read), [
    'still_employed',
    'still_employed',
    '2022-04',
  ]);
  assert.equal(propertyFields(known, { confirmed_to: 'still_employed' }, '')[0]!.value, 'Still employed');
});

test('a report offers what it can have: nobody calls an authority, and only a company closes', () => {
  const offered = (name: string, of = report) => {
    const known = catalogue.find((one) => one.name === name)!;
    const { fields } = wholeFields(known, readOutcomeForm({}), of);
    const named = (property: string) => fields.find((field) => field.name === `properties[${property}]`);
    const reasons = named('unable_to_verify')!.choices.map(({ text }) => text);
    return { counts: ['requests_sent', 'calls_made'].filter((one) => named(one)), reasons };
  };
  const employer = offered('employment_history');
  assert.deepEqual(employer.counts, ['requests_sent', 'calls_made']);
  assert.ok(employer.reasons.includes('The company has closed'));
  const authority = offered('criminal_history');
  assert.deepEqual(authority.counts, []);
  assert.ok(!authority.reasons.includes('The company has closed'));
  assert.ok(authority.reasons.includes('No reply to our requests'));
  const properties = { unable_to_verify: 'company_closed', requests_sent: 2 };
  const said = { ...report, findings: { ...noFindings, properties } };
  assert.deepEqual(offered('criminal_history', said).counts, ['requests_sent'], 'what it says already stays');
  assert.ok(offered('criminal_history', said).reasons.includes('The company has closed'));
});
