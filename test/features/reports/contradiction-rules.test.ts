// What is typed beside a Clear and says the opposite, which the screener is asked about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressFacts } from '../../../src/features/facts/address-facts.ts';
import { emptyOf, noFacts } from '../../../src/features/facts/facts.ts';
import { membershipFacts, qualificationFacts } from '../../../src/features/facts/history-facts.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { contradictedParticulars } from '../../../src/features/reports/contradiction-rules.ts';

const today = '2026-11-30';
const facts = {
  ...noFacts,
  memberships: [
    { ...emptyOf(membershipFacts), body: 'NMC', status: 'Member', number: '12A 3456 B' },
    { ...emptyOf(membershipFacts), body: 'GMC', status: 'Member', number: 'GMC no. 7654321' },
    { ...emptyOf(membershipFacts), body: 'Law Society', status: 'Member', number: '99' },
  ],
  qualifications: [
    {
      ...emptyOf(qualificationFacts),
      ...{ institution: 'University of Nairobi', level: 'BSc', course: 'Nursing', classification: '2:1' },
      ...{ graduated_on: '2008-12-01', dates_without_day: ['graduated_on'] },
    },
  ],
  addresses: [
    { ...emptyOf(addressFacts), country: 'ESP', start_date: '2020-01-01', end_date: '2024-05-31' },
    { ...emptyOf(addressFacts), country: 'GBR', start_date: '2024-06-01' },
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
    'a judgment that is not satisfied although it has an end, and a satisfied one, beside “None”',
    'adverse_financial:full',
    {
      breakdown: { ccj: { result: 'none' } },
      properties: {
        records: [
          { kind: 'county_court_judgment', status: 'unsatisfied', amount_pence: 2_000_000, ended_on: '2025' },
          { kind: 'county_court_judgment', status: 'satisfied' },
          { kind: 'decree', status: 'satisfied', decision: 'false_positive', decision_reason: 'Another birth date' },
          { kind: 'county_court_judgment', status: 'set_aside' },
        ],
      },
    },
    [
      'Judgment or insolvency 1 is listed, and nothing says that it is over.',
      'Judgment or insolvency 2 is a judgment, and the part says that there is none.',
    ],
  ],
  [
    'a flagged post',
    'social_media:public_profile',
    { breakdown: { violence: { result: 'clear' } }, properties: { flags: [{ category: 'violence' }] } },
    ['Flag 1 is listed.'],
  ],
  [
    'another institution, qualification, class and year than stated, and two days of the award',
    'education:worldwide',
    {
      breakdown: { award_date: part({ awarded_on: '2011' }) },
      properties: {
        ...{ institution: 'Nairobi Business College', qualification: 'Diploma', class: 'Pass' },
        awarded_on: '2012',
      },
    },
    [
      'Institution: Nairobi Business College, and the candidate stated University of Nairobi.',
      'Qualification: Diploma, and the candidate stated BSc Nursing.',
      'Class: Pass, and the candidate stated 2:1.',
      'Awarded on: 2012, and the candidate stated December 2008.',
      'Awarded on: 2012, and 2011 in another place.',
    ],
  ],
  [
    'a lower class than stated',
    'education:uk',
    { properties: { class: '2:2' } },
    ['Class: 2:2, and the candidate stated 2:1.'],
  ],
  [
    'the stated qualification, written out',
    'education:uk',
    {
      properties: {
        ...{ institution: 'Nairobi University', qualification: 'Bachelor of Science in Nursing' },
        ...{ class: 'Upper second class honours', awarded_on: '2008-12-12' },
      },
    },
    [],
  ],
  [
    'the stated institution by its initials',
    'education:worldwide',
    { properties: { institution: 'UN', qualification: 'B.Sc. Nursing', class: '2-1' } },
    [],
  ],
  [
    'an award in the January after the December that was stated',
    'education:uk',
    { properties: { awarded_on: '2009-01-20', institution: 'Univ. of Nairobi', class: 'Second class, Division 1' } },
    [],
  ],
  [
    'an award more than half a year after the day that was stated',
    'education:uk',
    { properties: { awarded_on: '2009-07' } },
    ['Awarded on: July 2009, and the candidate stated December 2008.'],
  ],
  [
    'the number of a membership with a word before it',
    'professional_membership:gmc',
    { properties: { membership_number: '7654321' } },
    [],
  ],
  [
    'a job that ends at the end of the notice, which the candidate serves',
    'employment_history:uk',
    { breakdown: { dates: part({ claimed_from: '2020-01-01', claimed_to: '2026-12-31' }) } },
    [],
  ],
  [
    'a restriction that begins when the former job has ended',
    'notice_and_restrictions',
    { properties: { declared: [{ name: 'No work for clients', from: '2027-01-01', until: '2027-07-01' }] } },
    [],
  ],
  [
    'records of another country, of which one is settled',
    'credit_international:deu',
    {
      properties: {
        records: [
          { kind: 'Judgment', status: 'Settled in full' },
          { kind: 'Judgment', status: 'Unsatisfied' },
        ],
      },
    },
    ['Record 2 is listed, and nothing says that it is over.'],
  ],
  [
    'a disqualification that runs, typed in the part alone',
    'disqualified_director:gb',
    { breakdown: { disqualified: part({ from: '2024-01-01', until: '2030-01-01' }) } },
    ['Disqualified until 1 January 2030.'],
  ],
  [
    'a certificate of Spain that its issuer lets hold no longer, from before the candidate left, untranslated',
    'criminal_history_international:esp',
    { properties: { issued_on: '2023-01-01', language: 'Spanish' } },
    [
      'The certificate was issued on 1 January 2023: its issuer lets it hold for 3 months, until 1 April 2023.',
      'The certificate was issued on 1 January 2023, before the candidate left the country on 31 May 2024.',
      'The certificate is in Spanish, and nobody is named who translated it.',
    ],
  ],
  [
    'a certificate of Spain of last month, translated',
    'criminal_history_international:esp',
    { properties: { issued_on: '2026-10-15', language: 'Spanish', translated_by: 'Demo Translators' } },
    [],
  ],
  [
    'a certificate of a country whose issuer states no validity, older than six months',
    'criminal_history_international:abw',
    { properties: { issued_on: '2026-05-01' } },
    ['The certificate was issued on 1 May 2026: the trade takes one of at most 6 months, until 1 November 2026.'],
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
