// The requirements of a report as the screener reads them: met, or with what is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { type RuleId, ruleLine, verdictOf } from '../../../src/features/knowledge/rule.ts';
import { namedType, requiresOf } from '../../../src/features/report-types/report-type-rules.ts';
import { allFindings, askedBy } from '../../../src/features/requirements/requirement-rules.ts';
import type { SeenPapers } from '../../../src/features/requirements/seen-papers.ts';
import { documentTimelines } from '../../../src/features/results/document-timeline-rules.ts';
import { apiSentence, personSentence } from '../../../src/messages/sentences.ts';
import { type NeedingReport, reportNeeds, requiredFacts } from '../../../src/portals/desk/report/report-needs.ts';
import { noActivity } from '../../support/empty-entries.ts';

const facts = { ...noFacts, first_name: 'Jane', last_name: 'Applicant', email: 'jane@example.com', dob: '1990-01-01' };
const job = {
  ...{ job_role: 'Driver', purpose: 'employment', place_of_work: 'Scotland', employer_name: null },
  ...{ employment_sector: 'Retail', JobRoleId: null },
};

function typeOf(name: string) {
  const found = namedType(name);
  assert.ok('type' in found);
  return found.type;
}

const needsOf = (type: string, given: object, activityYears: number | null = null, order: object = {}) =>
  reportNeeds(
    {
      report: { reportTypeId: typeOf(type).id },
      check: {
        activityYears,
        formCompletedAt: new Date('2026-03-04'),
        order: { facts: { ...facts, ...given }, criminal_details: job, details: null, ...order },
      },
      jobRole: undefined,
    } as unknown as NeedingReport,
    '2026-03-04',
  );

test('a requirement that is met has no findings, another names what is wrong by its label', () => {
  assert.deepEqual(needsOf('right_to_work', { nationality: 'GBR' }), [
    { id: 'name', label: 'Name', findings: [] },
    { id: 'date_of_birth', label: 'Date of birth', findings: [] },
    { id: 'nationality', label: 'Nationality', findings: [] },
    {
      id: 'identity_documents',
      label: 'Identity documents',
      findings: ['Identity documents must name documents that show the right to work for this nationality'],
      rules: [
        'Documents of identity that an order may name: Report type notes in the documentation of the API, read on 22 November 2026; check before relying on it',
      ],
    },
  ]);
});

test('the screener reads of an order that its candidate is their own referee, or names family', () => {
  const named = { name: 'Jane Applicant', relationship: 'My mother', organisation: null, telephone: null };
  const needs = needsOf('character_reference', { references: [{ ...named, email: facts.email }] });
  assert.deepEqual(needs.find(({ id }) => id === 'references')!.findings, [
    'References, entry 1: email address is the address of the candidate, who cannot be their own referee',
    'References, entry 1: how they know the candidate is of the family of the candidate',
  ]);
});

test('of papers that a law of today does not list, the screener alone is told', () => {
  const card = {
    type: 'identity_card',
    number: 'T22000129',
    country: 'DEU',
    issued_on: null,
    expires_on: null,
  } as const;
  const documents = (identity_documents: ApplicantFacts['identity_documents']) =>
    needsOf('right_to_work', { nationality: 'DEU', identity_documents }).at(-1);
  assert.deepEqual(documents([card]), {
    id: 'identity_documents',
    label: 'Identity documents',
    findings: [
      'Identity documents are on neither list of documents that prove the right to work today: ask for a share code or another document',
    ],
    rules: [ruleLine(verdictOf('right_to_work_list_a'))],
  });
  assert.deepEqual(documents([{ ...card, type: 'passport', country: 'IRL', number: 'PA1234567' }])?.findings, []);
});

const judged: readonly [type: string, seen: SeenPapers | undefined, rule: RuleId, findings: readonly string[]][] = [
  [
    'criminal_history:standard',
    undefined,
    'dbs_identity_routes',
    ['Papers have not been seen: nobody has confirmed by them who the candidate is'],
  ],
  [
    'criminal_history:standard',
    { documents: [{ document: 'Passport' }, { document: 'UtilityBill' }, { document: 'BankStatement' }] },
    'dbs_identity_routes',
    [],
  ],
  [
    'criminal_history:standard',
    {
      documents: [
        { document: 'Passport', expires_on: '2025-09-03' },
        { document: 'UtilityBill', issued_on: '2025-12-03' },
        { document: 'BankStatement', issued_on: '2025-12-04' },
      ],
    },
    'dbs_identity_routes',
    [
      'Paper 1 has expired',
      'Paper 2 is too old',
      'Papers meet no route of the identity guidelines for standard checks',
    ],
  ],
  [
    'criminal_history:standard',
    {
      documents: [{ document: 'MarriageCertificate' }, { document: 'UtilityBill' }, { document: 'BankStatement' }],
      why_not_route_1: 'Has no Group 1 document.',
    },
    'dbs_identity_routes',
    ['Outside validation of the identity is needed for Route 2'],
  ],
  [
    'criminal_history_northern_ireland:basic',
    { documents: [{ document: 'Passport' }, { document: 'UtilityBill' }] },
    'access_ni_identity',
    [
      'Papers must be one of Group 1 and two more, or a birth certificate and three of Groups 2a and 2b',
      'Papers show no current address',
    ],
  ],
  [
    'criminal_history_scotland:level_1',
    { documents: [], identity_proof: 'Passport', address_proof: 'Passport' },
    'scottish_proofs',
    ['Proof of address must be another document than proof of identity'],
  ],
];
for (const [type, seen, rule, findings] of judged) {
  const what = seen === undefined ? 'nothing' : JSON.stringify(Object.values(seen).flat());
  test(`of ${type} the papers seen, ${what}, give ${findings.length} findings, by the rule ${rule}`, () => {
    const order = seen === undefined ? {} : { identity_evidence: { seen } };
    const need = needsOf(type, {}, null, order).find(({ label }) => label === 'Papers that were seen');
    assert.deepEqual(need?.findings, findings);
    const isByRule = findings.length > 0 && seen !== undefined;
    assert.deepEqual(need?.rules, isByRule ? [ruleLine(verdictOf(rule))] : undefined);
  });
}

test('a finding names an entry by its number, and the other fact by its label', () => {
  const activity = {
    ...noActivity,
    ...{
      status: 'Unemployed',
      employer: 'At home',
      job_title: null,
      country: null,
    },
    ...{ start_date: '2020-01-01', end_date: '2019-01-01' },
    ...{ reason_for_leaving: null, contact_timing: null, referee: null },
  };
  const work = needsOf('activity', { activities: [activity], name_is_from_birth: true }).at(-1)!;
  assert.deepEqual(work, {
    id: 'activity_history',
    label: 'Work history',
    findings: ['Work and other activities, entry 1: date it ended is before date it began'],
  });
});

test('a qualification or an employer abroad does not meet a report for the United Kingdom, and the worldwide one', () => {
  const said = 'is not in the United Kingdom: order the report for worldwide instead, or ask the client';
  const qualification = {
    ...{ institution: 'Uniwersytet Łódzki', country: 'POL', course: 'Historia', level: 'MA', classification: null },
    ...{ graduated_on: '2012-06-30', student_number: null },
  };
  const employment = {
    ...{ status: 'FullTime', employer: 'Przykład', job_title: 'Driver', country: 'POL', start_date: '2012-07-01' },
    ...{ end_date: null, reason_for_leaving: null, contact_timing: 'Immediately', referee: null },
  };
  const given = { qualifications: [qualification], activities: [employment] };
  const of = (type: string, facts: object = given) =>
    needsOf(type, facts).flatMap(({ label, findings }) => findings.map((finding) => `${label} – ${finding}`));
  assert.deepEqual(
    of('education:uk').filter((one) => one.endsWith(said)),
    [`Education – Education, entry 1: country ${said}`],
  );
  assert.deepEqual(
    of('employment_history:uk').filter((one) => one.endsWith(said)),
    [`Work history – Work and other activities, entry 1: country ${said}`],
  );
  for (const type of ['education:worldwide', 'employment_history:worldwide']) {
    assert.ok(!of(type).some((one) => one.endsWith(said)), type);
  }
  const atHome = {
    qualifications: [{ ...qualification, country: 'GBR' }],
    activities: [{ ...employment, country: 'JEY' }],
  };
  const abroadOtherwise = { ...atHome, activities: [{ ...employment, status: 'Travelling' }] };
  for (const facts of [atHome, abroadOtherwise]) {
    for (const type of ['education:uk', 'employment_history:uk']) {
      assert.ok(!of(type, facts).some((one) => one.endsWith(said)), type);
    }
  }
  // The candidate cannot know what was ordered.
  for (const type of ['education:uk', 'employment_history:uk']) {
    const subject = { facts: { ...facts, ...given } as object as ApplicantFacts, job: null, today: '2026-03-04' };
    const found = allFindings(askedBy(typeOf(type).requires), subject, 'needed');
    assert.ok(!found.some(({ code }) => code === 'not_in_uk'), type);
  }
});

test('the ordered years count for the activity report', () => {
  const activity = {
    ...noActivity,
    ...{
      status: 'Unemployed',
      employer: 'At home',
      job_title: null,
      country: null,
    },
    ...{ start_date: '2024-01-01', end_date: null, reason_for_leaving: null, contact_timing: null, referee: null },
  };
  const given = { activities: [activity], name_is_from_birth: true };
  assert.deepEqual(needsOf('activity', given, 2).at(-1)!.findings, []);
  assert.equal(needsOf('activity', given).at(-1)!.findings.length, 1);
});

test('a gap between two months of which no day was typed is told in months everywhere', () => {
  const job = {
    ...noActivity,
    ...{
      status: 'FullTime',
      employer: 'Mill Ltd',
      job_title: 'Clerk',
      country: 'GBR',
    },
    ...{ reason_for_leaving: 'NewJob', referee: 'Jo Sample', contact_timing: 'Immediately' },
  };
  const activities = [
    { ...job, start_date: '2024-03-01', end_date: null, dates_without_day: ['start_date'] },
    { ...job, start_date: '2015-01-01', end_date: '2023-10-31', dates_without_day: ['start_date', 'end_date'] },
  ];
  const known = { ...facts, activities, name_is_from_birth: true };
  const asked = askedBy(requiresOf([typeOf('activity:5y')], null));
  const found = allFindings(asked, { facts: known, job: null, today: '2026-11-23' }, 'needed');
  const gap = found.find(({ code }) => code === 'gap_in_activities')!;
  assert.equal(personSentence(gap, gap.at), 'Add what you did from November 2023 to February 2024');
  assert.equal(apiSentence(gap), 'have a gap from November 2023 to February 2024');
  const [timeline] = documentTimelines(known, asked, '2026-11-23');
  assert.deepEqual(
    timeline!.rows.filter(({ isGap }) => isGap).map(({ period, text }) => [period, text]),
    [['November 2023 to February 2024', 'Gap of 4 months']],
  );
  const [unjudged] = documentTimelines(
    known,
    askedBy(requiresOf([typeOf('employment_history:uk')], null)),
    '2026-11-23',
  );
  assert.equal(unjudged!.from, 'January 2015');
});

/** The last job ended 54 days before the form was submitted, and the desk looks at it 38 days later. */
for (const [type, gaps, summary, rule, asked = gaps] of [
  ['employment_history:last_employer', 0, '. No period had to be covered, so gaps are not judged.', undefined],
  // The candidate need not explain it, the screener sees it.
  ['employment_history:uk', 1, ': 1 gap longer than 31 days.', 'activity_history', 0],
  ['activity:5y', 1, ': 1 gap longer than 31 days.', 'activity_history'],
  ['aviation_background:general_5y', 1, ': 1 gap longer than 28 days.', 'airside_history'],
  // Each standard names its own rule.
  ['employment_history:regulated_sysc22', 1, ': 1 gap longer than 31 days.', 'regulatory_history'],
  ['employment_history:safer_recruitment', 1, ': 1 gap longer than 31 days.', 'safer_recruitment_history', 0],
  ['employment_history:nhs', 1, ': 1 gap longer than 31 days.', 'nhs_history', 0],
] as const) {
  test(`the form, the desk and the document of ${type} judge the same period by one rule`, () => {
    const activity = {
      ...noActivity,
      ...{
        status: 'FullTime',
        employer: 'Mill Ltd',
        job_title: 'Clerk',
        country: 'GBR',
      },
      ...{ start_date: '2015-01-01', end_date: '2026-09-30', reason_for_leaving: 'NewJob', referee: 'Jo Sample' },
      contact_timing: 'Immediately',
    };
    const known = { ...facts, activities: [activity], name_is_from_birth: true };
    const required = askedBy(requiresOf([typeOf(type)], null));
    const inForm = allFindings(required, { facts: known, job: null, today: '2026-11-23' }, 'needed');
    const isGap = ({ code }: { readonly code: string }) => code === 'gap_in_activities';
    assert.equal(inForm.filter(isGap).length, asked);
    const opened = {
      report: { reportTypeId: typeOf(type).id },
      check: {
        ...{ activityYears: null, formCompletedAt: new Date('2026-11-23T10:00:00Z') },
        order: { facts: known, criminal_details: null, details: null },
      },
      jobRole: undefined,
    } as unknown as NeedingReport;
    const work = requiredFacts(opened, '2026-12-31').find(({ label }) => label === 'Work history')!;
    const isOfPeriod = (text: string) => /gap|October/.test(text);
    assert.equal(work.findings.filter(isOfPeriod).length, gaps);
    assert.deepEqual(work.rules, rule && [ruleLine(verdictOf(rule))], 'only the rule that judged is named');
    const [timeline] = documentTimelines(known, required, '2026-11-23');
    assert.equal(timeline!.rows.filter((row) => row.isGap).length, gaps);
    assert.ok(timeline!.summary.endsWith(`to 23 November 2026${summary}`), timeline!.summary);
  });
}

test('two full-time jobs at once stand under what the report needs, and in the timeline', () => {
  const job = { ...noActivity, status: 'FullTime', job_title: 'Clerk', country: 'GBR' };
  const activities = [
    { ...job, employer: 'Acme Ltd', start_date: '2015-01-01', end_date: '2026-03-31' },
    { ...job, employer: 'Brook Bank', start_date: '2026-02-01', end_date: null },
  ];
  const order = { facts: { ...facts, activities }, criminal_details: null, details: null };
  const check = { activityYears: null, formCompletedAt: new Date('2026-11-23'), order };
  const opened = { report: { reportTypeId: typeOf('activity:5y').id }, check } as unknown as NeedingReport;
  const work = requiredFacts(opened, '2026-11-23').find(({ id }) => id === 'activity_history')!;
  assert.equal(work.verdict, 'Not yet');
  const sentence = /overlap: Acme Ltd and Brook Bank are both full time from 1 February 2026 to 31 March 2026\. Ask/;
  assert.match(work.findings.join(), sentence);
  const promoted = activities.map((one) => ({
    ...one,
    employer: one.employer === 'Acme Ltd' ? 'ACME, Ltd.' : 'Acme Ltd',
  }));
  const ofOne = { ...opened, check: { ...check, order: { ...order, facts: { ...facts, activities: promoted } } } };
  const needs = requiredFacts(ofOne as unknown as NeedingReport, '2026-11-23');
  assert.doesNotMatch(JSON.stringify(needs), /both full time/, 'a second post with one employer is no second job');
  const required = askedBy(requiresOf([typeOf('activity:5y')], null));
  for (const moment of ['needed', 'answered'] as const) {
    const found = allFindings(required, { facts: order.facts, job: null, today: '2026-11-23' }, moment);
    assert.equal(found.filter((one) => one.code === 'jobs_overlap' && one.moment !== 'examined').length, 0);
  }
  const [timeline] = documentTimelines(order.facts, required, '2026-11-23');
  assert.match(timeline!.summary, /: no gap longer than 31 days, and 1 overlap of full-time jobs\.$/);
  assert.deepEqual(timeline!.rows.find(({ text }) => text.startsWith('Overlap'))!, {
    ...{ period: '1 February 2026 to 31 March 2026', isGap: true },
    text: 'Overlap of 2 months: Acme Ltd and Brook Bank, both full time',
  });
});

test('time between jobs stands with what evidences it, where a gap so long is judged', () => {
  const time = {
    ...noActivity,
    employer: null,
  };
  const activities = [
    { ...time, status: 'Travelling', start_date: '2025-06-01', end_date: null },
    { ...time, status: 'Unemployed', start_date: '2025-05-10', end_date: '2025-05-31' },
    { ...time, status: 'Education', start_date: '2023-09-01', end_date: '2025-05-09' },
  ];
  const linesOf = (type: string, activityYears: number | null) => {
    const order = { facts: { ...facts, activities }, criminal_details: null, details: null };
    const check = { activityYears, formCompletedAt: new Date('2026-03-04'), order };
    const opened = { report: { reportTypeId: typeOf(type).id }, check } as unknown as NeedingReport;
    return requiredFacts(opened, '2026-03-04')
      .find(({ id }) => id === 'activity_history')!
      .facts.map(({ lines }) => lines.find((line) => line.startsWith('Evidenced by')));
  };
  const travel = 'Evidenced by: itineraries, tickets, stamps in the passport';
  assert.deepEqual(linesOf('employment_history:uk', null), [
    travel,
    undefined,
    'Evidenced by: a certificate of the course',
  ]);
  assert.deepEqual(linesOf('employment_history:last_employer', null), [undefined, undefined, undefined]);
});

test('requirements about the job are listed too; consent is shown elsewhere on the page', () => {
  const needs = needsOf('criminal_history:basic', {});
  const findings = (label: string) => needs.find((need) => need.label === label)?.findings;
  assert.deepEqual(findings('The job'), ["Employer can't be blank"]);
  assert.deepEqual(findings('Proofs for a job in Scotland'), [
    "Proof of identity can't be blank",
    "Proof of address can't be blank",
  ]);
  assert.equal(findings('Consent to a criminal record check'), undefined);
});

test('a report on education is not met by a candidate who says that they have no qualifications: the screener reads it', () => {
  const educationOf = (given: object) => needsOf('education:uk', given).find(({ id }) => id === 'education');
  assert.deepEqual(educationOf({ has_qualifications: false })?.findings, [
    'Education has no entry: the candidate says that there is none',
  ]);
  assert.deepEqual(educationOf({})?.findings, ["Education can't be blank"]);
});

test('a screener reads that a number follows', () => {
  const later = { has_national_insurance_number: true, national_insurance_number_later: true };
  const needs = needsOf('employment_history:hmrc_record', later);
  assert.deepEqual(needs.find(({ id }) => id === 'national_insurance_number')?.findings, [
    'National Insurance number is not given yet: the candidate has one, and sends it later',
  ]);
});

test('a screener reads why a candidate has nobody who can speak for them', () => {
  const findingsOf = (given: object) =>
    needsOf('character_reference', given).find(({ id }) => id === 'references')?.findings;
  assert.deepEqual(findingsOf({ has_referees: false, why_no_referee: 'New here' }), [
    'References must name at least 1: the candidate says that there is nobody, because: “New here”',
  ]);
  assert.deepEqual(findingsOf({ has_referees: false }), ['References must name at least 1']);
});

test('a CV is compared with what a candidate says, also that they have no qualifications', () => {
  const educationOf = (given: object) => needsOf('cv_comparison', given).find(({ id }) => id === 'education');
  assert.deepEqual(educationOf({ has_qualifications: false })?.findings, []);
  assert.deepEqual(educationOf({})?.findings, ["Education can't be blank"]);
});

test('a finding names the rule behind it once, with its source and when that was read', () => {
  const id_numbers = [{ type: 'social_insurance', value: 'BG123456A', state_code: null }];
  const needs = needsOf('employment_history:hmrc_record', { id_numbers, has_national_insurance_number: true });
  assert.deepEqual(needs.find(({ label }) => label === 'National Insurance number')?.rules, [
    'Form of National Insurance numbers: National Insurance Manual NIM39110, read on 22 November 2026',
  ]);
});

test('a check code that was given with the form lapses after 21 days, and a report may do without one', () => {
  const needOn = (type: string, driving_licence_check_code: string | null, more: object = {}, today = '2026-03-26') =>
    requiredFacts(
      {
        report: { reportTypeId: typeOf(type).id },
        check: {
          ...{ activityYears: null, formCompletedAt: new Date('2026-03-04') },
          order: { facts: { ...facts, driving_licence_check_code, ...more }, criminal_details: null, details: null },
        },
      } as unknown as NeedingReport,
      today,
    ).find(({ id }) => id === 'driving_licence_check_code');
  const lapsed = 'Check code was given more than 21 days ago and has lapsed: ask for a new one';
  for (const type of ['driving_licence', 'driving_licence:gb_check_code']) {
    assert.deepEqual(needOn(type, 'aB1cD2eF')?.findings, [lapsed]);
    assert.equal(needOn(type, 'aB1cD2eF', {}, '2026-03-25')?.verdict, 'Met');
  }
  assert.equal(needOn('driving_licence', null)?.verdict, 'Not given');
  assert.equal(needOn('driving_licence:gb_check_code', null)?.verdict, 'Not yet');
  assert.equal(needOn('driving_licence', null, { driving_licence_type: 'NIFull' }), undefined);
  assert.equal(needOn('driving_licence:gb_check_code', null, { driving_licence_type: 'EEA' }), undefined);
  assert.equal(needOn('driving_licence:gb_check_code', null, { has_driving_licence: false }), undefined);
  assert.equal(needOn('driving_licence:ni_dva', null), undefined);
});

test('the rule of the DBS is cited for the addresses of its own checks, not for six years of a credit report', () => {
  const ruleOf = (type: string) =>
    requiredFacts(
      {
        report: { reportTypeId: typeOf(type).id },
        check: {
          ...{ activityYears: null, formCompletedAt: new Date('2026-03-04') },
          order: { facts, criminal_details: job, details: null },
        },
        jobRole: undefined,
      } as unknown as NeedingReport,
      '2026-03-04',
    ).find(({ id }) => id === 'address_history')!.rules;
  for (const level of ['basic', 'standard', 'enhanced']) {
    assert.deepEqual(ruleOf(`criminal_history:${level}`), [ruleLine(verdictOf('address_history'))]);
  }
  for (const type of ['credit', 'criminal_history_international:pol', 'criminal_history_scotland:level_1']) {
    assert.equal(ruleOf(type), undefined, type);
  }
  const gap = { addresses: [{ start_date: '2026-01-01', end_date: null }] };
  const needs = needsOf('credit', gap).find(({ id }) => id === 'address_history')!;
  assert.ok(needs.findings.some((finding) => finding.includes('have a gap from')));
  assert.ok(!(needs.rules ?? []).includes(ruleLine(verdictOf('address_history'))));
});

test('a share code that a report may lack is not given, and met where there is one', () => {
  const verdictOn = (share_code: string | null) =>
    requiredFacts(
      {
        report: { reportTypeId: typeOf('right_to_work').id },
        check: {
          ...{ activityYears: null, formCompletedAt: new Date('2026-03-04') },
          order: { facts: { ...facts, nationality: 'IND', share_code }, criminal_details: null, details: null },
        },
        jobRole: undefined,
      } as unknown as NeedingReport,
      '2026-03-04',
    ).find(({ label }) => label === 'Share code')?.verdict;
  assert.deepEqual([verdictOn(null), verdictOn('W12345678')], ['Not given', 'Met']);
});

test('the desk calls the application of a basic check by the authority to which it goes', () => {
  const labelsAt = (place_of_work: string) => {
    const opened = {
      report: { reportTypeId: typeOf('criminal_history:basic').id },
      check: {
        ...{ activityYears: null, formCompletedAt: new Date('2026-03-04T10:00:00Z') },
        order: { facts, criminal_details: { place_of_work }, details: null },
      },
      jobRole: undefined,
    } as unknown as NeedingReport;
    return requiredFacts(opened, '2026-03-04').map(({ label }) => label);
  };
  assert.ok(labelsAt('England').includes('Application to the DBS'));
  const scottish = labelsAt('Scotland');
  assert.ok(scottish.includes('Application to Disclosure Scotland') && !scottish.includes('Application to the DBS'));
});
