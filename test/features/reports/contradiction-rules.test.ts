// What is typed beside a Clear and says the opposite, which the screener is asked about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyOf, noFacts } from '../../../src/features/facts/facts.ts';
import { membershipFacts } from '../../../src/features/facts/history-facts.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { contradictedParticulars } from '../../../src/features/reports/contradiction-rules.ts';

const today = '2026-11-30';
const facts = {
  ...noFacts,
  memberships: [
    { ...emptyOf(membershipFacts), body: 'NMC', status: 'Member', number: '12A 3456 B' },
    { ...emptyOf(membershipFacts), body: 'Law Society', status: 'Member', number: '99' },
  ],
};

type Given = Parameters<typeof contradictedParticulars>[1];
const part = (properties: Readonly<Record<string, unknown>>) => ({ result: 'clear', properties });
const cases: readonly [title: string, type: string, given: Partial<Given>, said: readonly string[]][] = [
  [
    'a registration that has ended, begins next year and has another number',
    'professional_membership:nmc',
    { properties: { expires_on: '2024-03-31', registered_since: '2027-01-01', membership_number: 'XYZ' } },
    [
      'Expires on: 31 March 2024 has passed.',
      'Registered since: 1 January 2027 has not come yet.',
      'The membership number is XYZ, and the candidate stated 12A 3456 B.',
    ],
  ],
  [
    'a registration that ends today, with its number written otherwise',
    'professional_membership:nmc',
    { properties: { expires_on: today, membership_number: '12a3456b' } },
    [],
  ],
  [
    'an expired photocard, a ban that runs and an offence of next year',
    'driving_licence',
    {
      breakdown: {
        photocard_expiry: part({ expires_on: '2021-01-01' }),
        endorsements: part({
          endorsements: [
            { code: 'DR10', offence_date: '2026-01-05', points: 0, disqualified_until: '2027-06-01' },
            { code: 'SP30', offence_date: '2027-01-05', points: 3, disqualified_until: '2025-06-01' },
          ],
        }),
        entitlement: part({ categories: [{ category: 'B', from: '2010-01-01', until: '2055-06-13' }] }),
      },
    },
    [
      'The photocard has not expired, Expires on: 1 January 2021 has passed.',
      'Endorsement 1: disqualified until 1 June 2027.',
      'Endorsement 2, Offence date: 5 January 2027 has not come yet.',
    ],
  ],
  [
    'a disqualification that runs, beside one of somebody else and one that is over',
    'directorship',
    {
      properties: {
        disqualifications: [
          { from: '2024-01-01', until: '2030-01-01', reason: 'Unfit conduct' },
          {
            from: '2024-01-01',
            until: '2030-01-01',
            decision: 'false_positive',
            decision_reason: 'Another birth date',
          },
          { from: '2010-01-01', until: '2020-01-01' },
        ],
      },
    },
    ['Disqualification 1 is listed, and nothing says that it is over.'],
  ],
  [
    'an arrangement in force, beside what is satisfied or over',
    'ccj',
    {
      properties: {
        records: [
          { kind: 'voluntary_arrangement', status: 'in_force' },
          { kind: 'county_court_judgment', status: 'satisfied' },
          { kind: 'debt_relief_order', ended_on: '2020' },
        ],
      },
    },
    ['Judgment or insolvency 1 is listed, and nothing says that it is over.'],
  ],
  [
    'an expired passport of a right to work, which other rules judge',
    'right_to_work',
    { breakdown: { document: part({ expires_on: '2020-01-01' }) } },
    [],
  ],
];
for (const [title, at, { breakdown = {}, properties = {} }, said] of cases) {
  const [name, variant] = at.split(':');
  const type = catalogue.find((one) => one.name === name && (variant === undefined || one.variant === variant))!;
  test(`${title}: ${said.length === 0 ? 'nothing' : said.length} to ask about`, () => {
    assert.deepEqual(contradictedParticulars(type, { breakdown, properties }, { facts, today }), said);
  });
}
