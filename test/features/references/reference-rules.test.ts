// What a referee is asked, and how the answers are compared with what the candidate stated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noFacts } from '../../../src/features/facts/facts.ts';
import {
  type Answers,
  answerGroups,
  askedSections,
  inputsOf,
  nextSection,
  readSection,
  withSection,
  wordedFor,
} from '../../../src/features/references/answer-rules.ts';
import { askedOf } from '../../../src/features/references/asked-questionnaire-rules.ts';
import { type AnsweredReference, findingsWith } from '../../../src/features/references/breakdown-rules.ts';
import {
  type Claim,
  type Entry,
  entriesOf,
  listsOf,
  questionnaireFor,
  whichEmployment,
} from '../../../src/features/references/claim-rules.ts';
import { compareWithClaim, daysApart } from '../../../src/features/references/discrepancy-rules.ts';
import { signsOf, suggestedAuthentication } from '../../../src/features/references/mailbox-rules.ts';
import { effortOf } from '../../../src/features/references/questionnaire.ts';
import { type QuestionnaireId, questionnaires } from '../../../src/features/references/questionnaires.ts';
import type { Reference } from '../../../src/features/references/reference.ts';
import {
  type ReferenceMove,
  type ReferenceState,
  referenceStates,
  referenceTable,
} from '../../../src/features/references/reference-states.ts';
import { forScreener, messagesForScreener } from '../../../src/features/references/screener-words.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { findingsProblems } from '../../../src/features/report-types/findings-rules.ts';
import { type Findings, noFindings } from '../../../src/features/reports/report-rules.ts';
import { type Recorded, recordedSources } from '../../../src/features/results/source-words-rules.ts';
import { addDays, dateOf } from '../../../src/lib/dates.ts';
import { reachableStates, type StateTable } from '../../../src/lib/state-table.ts';
import { compareTexts } from '../../../src/lib/text-comparison.ts';
import { noActivity } from '../../support/empty-entries.ts';

const ids = Object.keys(questionnaires) as QuestionnaireId[];
const typeOf = (name: string, variant: string | null) =>
  catalogue.find((type) => type.name === name && type.variant === variant)!;

const claim: Claim = {
  list: 'activities',
  subject: 'Acme Ltd',
  role: 'Senior Driver',
  from: '2019-03-01',
  to: '2023-06-30',
  reason: 'NewJob',
  course: null,
  classification: null,
  awarded: null,
};

const stated: Answers = {
  from: '2019-03-01',
  still_there: 'no',
  to: '2023-06-30',
  role: 'senior driver',
  reason: 'Resigned',
  rehire: 'yes',
  disciplinary: 'no',
};

const statedOn = '2026-03-04';

const compared = (answers: Answers, toleranceDays = 31, of: Claim = claim) =>
  Object.fromEntries(
    compareWithClaim(
      of,
      { questionnaire: questionnaires.standard, scope: 'whole', answers },
      { toleranceDays, statedOn },
    ).map((one) => [one.of, one.days === undefined ? one.verdict : `${one.verdict} ${one.days}`]),
  );

test('a questionnaire follows from the report type, then from the entry', () => {
  const chosen = (name: string, variant: string | null, list: Claim['list']) =>
    questionnaireFor({ name, variant }, list);
  assert.equal(chosen('employment_history', 'uk', 'activities'), 'standard');
  assert.equal(chosen('employment_history', 'uk', 'references'), 'standard');
  assert.equal(chosen('employment_history', 'regulated_sysc22', 'activities'), 'regulated');
  assert.equal(chosen('employment_history', 'safer_recruitment', 'activities'), 'safer_recruitment');
  assert.equal(chosen('character_reference', null, 'references'), 'character');
  assert.equal(chosen('gap_reference', null, 'references'), 'character');
  assert.equal(chosen('academic_reference', null, 'references'), 'academic');
  assert.equal(chosen('education', 'uk', 'qualifications'), 'qualification');
  assert.equal(chosen('tenant', 'landlord_reference', 'addresses'), 'landlord');
  assert.equal(chosen('activity', '5y', 'activities'), 'standard');
  assert.equal(chosen('activity', '5y', 'references'), 'character');
});

test('a report type asks references to the lists that it requires, and others to none', () => {
  assert.deepEqual(listsOf(typeOf('employment_history', 'uk')), ['activities', 'references']);
  assert.deepEqual(listsOf(typeOf('education', 'uk')), ['qualifications', 'references']);
  assert.deepEqual(listsOf(typeOf('character_reference', null)), ['references']);
  assert.deepEqual(listsOf(typeOf('tenant', 'landlord_reference')), ['addresses', 'references']);
  assert.deepEqual(listsOf(typeOf('criminal_history', 'basic')), []);
});

test('the entries are those with somebody to ask; the referee is the one whom the candidate named', () => {
  const activity = {
    ...noActivity,
    employer: 'Acme Ltd',
    job_title: 'Driver',
    country: 'GBR',
    start_date: '2019-03-01',
    end_date: null,
    reason_for_leaving: 'StillEmployed',
    contact_timing: 'AfterOffer',
    referee: 'Personnel, hr@acme.example, 020 7946 0000',
  } as const;
  const facts = {
    ...noFacts,
    activities: [
      { ...activity, status: 'Travelling', employer: 'Travel' },
      { ...activity, status: 'FullTime' },
    ],
    references: [
      { name: 'R. Referee', relationship: 'Manager', organisation: 'Brook', email: 'r@brook.example', telephone: null },
    ],
  };
  const entries = entriesOf(typeOf('employment_history', 'uk'), facts as unknown as typeof noFacts);
  assert.deepEqual(
    entries.map(({ key, referee, contactOnly }) => [key, referee.name, referee.email, contactOnly]),
    [
      ['activities-1', 'Personnel', 'hr@acme.example', 'After an offer'],
      ['references-0', 'R. Referee', 'r@brook.example', undefined],
    ],
  );
});

test('the contact that a job names itself comes before a personal referee of the same organisation', () => {
  const job = { employer: 'Acme Ltd', status: 'FullTime', country: 'GBR', start_date: '2019-03-01' };
  const person = { name: 'R. Referee', relationship: 'Manager', organisation: 'ACME Ltd', email: 'r@acme.example' };
  const entryOf = (referee: string) => {
    const facts = { ...noFacts, activities: [{ ...job, referee }], references: [{ ...person, telephone: '0113' }] };
    const [entry] = entriesOf(typeOf('employment_history', 'uk'), facts as unknown as typeof noFacts);
    return [entry!.referee.email, entry!.second?.email];
  };
  assert.deepEqual(entryOf('HR, hr@acme.example'), ['hr@acme.example', 'r@acme.example']);
  assert.deepEqual(entryOf(''), ['r@acme.example', undefined]);
});

test('name, address and telephone of a referee are taken from the words of the candidate', () => {
  const found = (referee: string) => {
    const activity = { employer: 'Acme Ltd', status: 'FullTime', country: 'GBR', start_date: '2019-03-01', referee };
    const facts = { ...noFacts, activities: [activity] } as unknown as typeof noFacts;
    const [entry] = entriesOf(typeOf('employment_history', 'uk'), facts);
    return [entry!.referee.name, entry!.referee.email, entry!.referee.telephone];
  };
  assert.deepEqual(found('HR, 01248 555 123'), ['HR', '', '01248 555 123']);
  assert.deepEqual(found('Jan Nowak, hr@acme.example'), ['Jan Nowak', 'hr@acme.example', '']);
  assert.deepEqual(found('Jan Nowak <hr@acme.example> +44 1248 555123'), [
    'Jan Nowak',
    'hr@acme.example',
    '+44 1248 555123',
  ]);
  assert.deepEqual(found('Since 1999 nobody is left there who knows me'), ['', '', '']);
});

test('which of several employments with one employer is meant is said without its dates and its role', () => {
  const job = (key: string, from: string, subject = 'Acme Ltd') =>
    ({ key, claim: { ...claim, from, subject } }) as Entry;
  const entries = [
    job('activities-0', '2022-05'),
    job('activities-1', '2015-01', 'ACME Ltd'),
    job('activities-2', '2018', 'Brook'),
  ];
  const which = (among: readonly Entry[]) => among.map((one) => whichEmployment(one, among));
  assert.deepEqual(which(entries), ['the later of two employments', 'the earlier of two employments', undefined]);
  assert.deepEqual(which([...entries.slice(0, 2), job('activities-3', '2018-03')]), [
    'the last of 3 employments',
    'the first of 3 employments',
    'the second of 3 employments',
  ]);
});

test('dates within the tolerance, the same role and a reason of the same kind are no discrepancy', () => {
  assert.deepEqual(compared(stated), { from: 'same 0', to: 'same 0', role: 'same', reason: 'same' });
  assert.deepEqual(compared({ ...stated, from: '2019-04-01', to: '2023-05' }), {
    from: 'same 31',
    to: 'same -30',
    role: 'same',
    reason: 'same',
  });
});

test('months are compared as months, and no day is made up', () => {
  const months: Claim = { ...claim, from: '2022-04', to: '2026-09' };
  const answers = { ...stated, from: '2022-07', to: '2026-09' };
  assert.deepEqual(compared({ ...stated, from: '2022-04', to: '2026-09' }, 0, months), {
    ...{ from: 'same', to: 'same', role: 'same', reason: 'same' },
  });
  assert.deepEqual(compared(answers, 31, months), { from: 'differs', to: 'same', role: 'same', reason: 'same' });
  // The stated day lies within the claimed month.
  assert.equal(compared({ ...stated, to: '2026-09-17' }, 0, months).to, 'same');
  const { breakdown, notes } = findingsWith(typeOf('employment_history', 'uk'), noFindings, [
    answered('standard', answers, months),
  ]);
  assert.deepEqual(breakdown.dates!.properties, {
    ...{ claimed_from: '2022-04', claimed_to: '2026-09', confirmed_from: '2022-07', confirmed_to: '2026-09' },
  });
  assert.equal(
    notes,
    'Acme Ltd: the start differs by 3 months; the candidate stated April 2022, the source July 2022.',
  );
});

test('a year alone agrees with a date in it, and what the referee does not know is said and never guessed', () => {
  const says = (answers: Answers, of: Claim = claim) =>
    compareWithClaim(
      of,
      { questionnaire: questionnaires.standard, scope: 'factual', answers },
      { toleranceDays: 0, statedOn },
    ).map((one) => [one.of, one.stated, one.verdict, one.days ?? one.months, one.knows]);
  const months: Claim = { ...claim, from: '2019-03', to: '2023-06' };
  const year = { from: '2019', still_there: 'no', to: '2023', role: 'Senior Driver' };
  for (const one of [claim, months, { ...claim, from: '2019', to: '2023' }]) {
    assert.deepEqual(says(year, one), [
      ['from', '2019', 'same', undefined, 'year'],
      ['to', '2023', 'same', undefined, 'year'],
      ['role', 'Senior Driver', 'same', undefined, undefined],
    ]);
  }
  assert.deepEqual(says({ ...year, from: '2018' })[0], ['from', '2018', 'differs', undefined, 'year']);
  const nothing = { from_not_known: 'yes', still_there: 'not_known', role_not_known: 'yes' };
  assert.deepEqual(says(nothing), [
    ['from', '', 'not_stated', undefined, 'nothing'],
    ['to', '', 'not_stated', undefined, 'nothing'],
    ['role', '', 'not_stated', undefined, 'nothing'],
  ]);
  const type = typeOf('employment_history', 'uk');
  const found = (answers: Answers) =>
    findingsWith(type, noFindings, [{ ...answered('standard', answers), scope: 'factual' }]);
  const ofYears = found({ ...year, to_not_known: 'yes', to: undefined } as unknown as Answers);
  assert.match(ofYears.notes, /^Acme Ltd knows only the year of the start\.\nAcme Ltd does not know the end\.$/m);
  assert.equal(ofYears.breakdown.dates!.result, 'unidentified');
  assert.equal(found(year).breakdown.dates!.result, 'clear');
  assert.equal(found(year).breakdown.dates!.properties!.difference_days, undefined, 'no day is made up');
  assert.deepEqual(findingsProblems(type, found(year)).fields, {}, 'an outcome takes a year alone');
  assert.match(found(nothing).notes, /^Acme Ltd does not know the start, the end and the role\.$/m);
});

test('a referee who does not know ticks that in place of an answer', () => {
  const [section] = askedSections(questionnaires.standard, 'factual');
  const read = (typed: Answers) => readSection(section!, typed, {}, '2026-03-04');
  const cases: [Answers, Answers, string[]][] = [
    [
      { 'from-year': '2019', still_there: 'no', 'to-year': '2026', role_not_known: 'yes' },
      { from: '2019', still_there: 'no', to: '2026', role_not_known: 'yes' },
      [],
    ],
    [
      { from_not_known: 'yes', still_there: 'not_known', to_not_known: 'yes', role: 'Driver' },
      { from_not_known: 'yes', still_there: 'not_known', role: 'Driver' },
      [],
    ],
    [
      { from_not_known: 'yes', 'from-year': '2019', still_there: 'yes', role: 'Driver', role_not_known: 'yes' },
      { from: '2019', still_there: 'yes', role: 'Driver' },
      ['from-day', 'role'],
    ],
    [
      { 'from-day': '3', 'from-year': '2019', still_there: 'yes', role: 'Driver' },
      { still_there: 'yes', role: 'Driver' },
      ['from-month'],
    ],
    [{}, {}, ['from-day', 'still_there', 'role']],
  ];
  for (const [typed, answers, wrong] of cases) {
    const { problems, ...said } = read(typed);
    assert.deepEqual([said.answers, Object.keys(problems.fields)], [answers, wrong], JSON.stringify(typed));
  }
  // It counts as an answer, is shown as one, and goes when the question is answered after all.
  const unknown = { from_not_known: 'yes', still_there: 'not_known', role_not_known: 'yes', referee_name: 'Pat' };
  assert.equal(nextSection(questionnaires.standard, 'factual', unknown), undefined);
  assert.deepEqual(
    answerGroups(questionnaires.standard, 'factual', unknown)[0]!.rows.map(({ text }) => text),
    ['Not known', 'Not known', 'Not known'],
  );
  const known = read({ 'from-year': '2019', still_there: 'yes', role: 'Driver' }).answers;
  assert.deepEqual(withSection(questionnaires.standard, section!, unknown, known), {
    ...{ from: '2019', still_there: 'yes', role: 'Driver', referee_name: 'Pat' },
  });
});

test('each kind of difference is found', () => {
  assert.equal(compared({ ...stated, from: '2019-06-01' }).from, 'differs 92');
  assert.equal(compared({ ...stated, from: '2019-04-01' }, 30).from, 'differs 31');
  assert.equal(compared({ ...stated, to: '2023-04' }).to, 'differs -61');
  assert.equal(compared({ ...stated, role: 'Clerk' }).role, 'differs');
  assert.equal(compared({ ...stated, role: 'Driver' }).role, 'to_judge');
  assert.equal(compared({ ...stated, reason: 'Dismissed' }).reason, 'differs');
  assert.equal(compared({ ...stated, reason: 'Other' }).reason, 'to_judge');
  assert.equal(compared({}).from, 'not_stated');
});

test('an employment that goes on for one side only differs', () => {
  const goesOn = { from: '2019-03-01', still_there: 'yes', role: 'Senior Driver' };
  assert.deepEqual(compared(goesOn), { from: 'same 0', to: 'differs', role: 'same', reason: 'differs' });
  assert.equal(compared(goesOn, 31, { ...claim, to: null }).to, 'same');
  assert.equal(compared(stated, 31, { ...claim, to: null }).to, 'differs');
});

test('a job that ended since the candidate stated it as the present one was stated rightly, and without a reason', () => {
  const present: Claim = { ...claim, to: null, reason: 'StillEmployed' };
  const left = (to: string) => compared({ ...stated, to }, 31, present);
  for (const to of ['2026-03-04', '2026-03-31', '2026-03']) {
    assert.deepEqual(left(to), { from: 'same 0', to: 'same', role: 'same' }, to);
  }
  for (const to of ['2026-03-03', '2026-02']) {
    assert.deepEqual(left(to), { from: 'same 0', to: 'differs', role: 'same', reason: 'differs' }, to);
  }
  const { breakdown, notes } = findingsWith(typeOf('employment_history', 'uk'), noFindings, [
    answered('standard', { ...stated, to: '2026-03-31' }, present),
  ]);
  assert.deepEqual([breakdown.dates!.result, breakdown.reason_for_leaving!.result, notes], ['clear', 'clear', '']);
  // Why it ended may still need a look.
  const dismissed = answered('standard', { ...stated, to: '2026-03-31', reason: 'Dismissed' }, present);
  assert.equal(
    findingsWith(typeOf('employment_history', 'uk'), noFindings, [dismissed]).breakdown.reason_for_leaving!.result,
    'consider',
  );
});

test('who left by their own account and is still employed by the employer’s needs a look at the dates', () => {
  const stillThere = { from: '2019-03-01', still_there: 'yes', role: 'Senior Driver' };
  const datesOf = (of: Claim) =>
    findingsWith(typeOf('employment_history', 'uk'), noFindings, [answered('standard', stillThere, of)]).breakdown
      .dates;
  // No number of days stands for an end that has not come.
  const claimed = { claimed_from: '2019-03-01', claimed_to: '2023-06-30' };
  assert.deepEqual(datesOf(claim), {
    result: 'consider',
    properties: { ...claimed, confirmed_from: '2019-03-01', confirmed_to: 'still_employed' },
  });
  assert.equal(datesOf({ ...claim, to: null })!.result, 'clear');
});

test('that a referee still employs who says to have left stands in the entry, in the reason for leaving, and in sentences', () => {
  const type = typeOf('employment_history', 'uk');
  const left = { ...claim, from: '2020-01', to: '2021-03' };
  const stillThere = { from: '2020-06-15', still_there: 'yes', role: 'Senior Driver' };
  const first = answered('standard', stillThere, left);
  const second = answered('standard', stated, { ...claim, subject: 'Brook Ltd' });
  const { breakdown, properties, notes } = findingsWith(type, noFindings, [first]);
  const [entry] = properties.employments as Readonly<Record<string, unknown>>[];
  assert.deepEqual([entry!.to, entry!.confirmed_to], ['2021-03', 'still_employed']);
  assert.deepEqual([entry!.reason, entry!.confirmed_reason], ['NewJob', 'StillEmployed']);
  assert.equal(
    notes,
    [
      'Acme Ltd: the start differs by 5 months; the candidate stated January 2020, the source 15 June 2020.',
      'Acme Ltd: the end differs; the candidate stated March 2021, the source that it goes on.',
      'Acme Ltd: the reason for leaving differs; the candidate stated “Left for another job”, the source “Still there”.',
    ].join('\n'),
  );
  assert.equal(breakdown.reason_for_leaving!.result, 'consider');
  // Taken over one after the other, in either order, a part stays as bad as the worst of them.
  for (const order of [
    [first, second],
    [second, first],
  ]) {
    const both = order.reduce<Findings>((so, one) => findingsWith(type, so, [one]), noFindings);
    for (const part of ['dates', 'reason_for_leaving']) assert.equal(both.breakdown[part]!.result, 'consider', part);
  }
  // As both say, nobody has left.
  const present = findingsWith(type, noFindings, [
    answered('standard', stillThere, { ...left, to: null, reason: 'StillEmployed' }),
  ]).properties.employments as Readonly<Record<string, unknown>>[];
  assert.deepEqual(
    [present[0]!.confirmed_to, present[0]!.reason, present[0]!.confirmed_reason],
    ['still_employed', null, undefined],
  );
});

test('a difference in months is no difference of no days', () => {
  const { breakdown } = findingsWith(typeOf('employment_history', 'uk'), noFindings, [
    answered('standard', stated, { ...claim, from: '2018-11' }),
  ]);
  assert.equal(breakdown.dates!.result, 'consider');
  assert.equal(breakdown.dates!.properties!.difference_days, undefined);
});

test('what an agency confirmed is the word of the agency', () => {
  const of = { ...claim, agency: 'Reed' };
  const notesOf = (one: Claim) =>
    findingsWith(typeOf('employment_history', 'uk'), noFindings, [
      { ...answered('standard', { from: one.from!, role: one.role! }, one), scope: 'factual' },
    ]).notes;
  assert.match(notesOf(claim), new RegExp(`^${claim.subject} confirms dates and role only`, 'm'));
  assert.match(
    notesOf(of),
    new RegExp(`^Reed \\(agency\\), about ${claim.subject}, confirms dates and role only`, 'm'),
  );
  const request = { claim: of, referee: { jobTitle: 'Consultant' } };
  const reference = {
    request,
    reply: { answers: {} },
    authentication: 'company_domain',
    takenOverAt: new Date(),
    repliedAt: null,
  };
  const recorded = { references: new Map([['r', [reference]]]), sheet: undefined, supplierAnswers: [] };
  const [source] = recordedSources({ id: 'r' }, recorded as unknown as Recorded);
  assert.match(source!, new RegExp(`^Consultant of Reed \\(agency\\) about ${claim.subject},`));
});

test('a reference that knows nothing of the studies says nothing of the qualification', () => {
  const { breakdown } = findingsWith(typeOf('education', 'uk'), noFindings, [
    answered('academic', { attended: 'no' }, { ...claim, list: 'qualifications', course: 'BA History' }),
  ]);
  assert.equal(breakdown.attendance!.result, 'consider');
  assert.equal(breakdown.qualification, undefined);
});

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1970-01-01', days));

test('a stated month differs by the days to its nearest day', () => {
  fc.assert(
    fc.property(day, day, (claimed, other) => {
      const month = other.slice(0, 7);
      const days = Array.from({ length: 31 }, (_, index) => addDays(`${month}-01`, index)).filter((one) =>
        one.startsWith(month),
      );
      const nearest = Math.min(...days.map((one) => Math.abs(daysApart(claimed, one))));
      assert.equal(Math.abs(daysApart(claimed, month)), nearest);
    }),
  );
});

test('a date differs exactly if it is further off than the tolerance', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -400, max: 400 }), fc.integer({ min: 0, max: 366 }), (from, days, tolerance) => {
      const found = compared({ ...stated, from: addDays(from, days) }, tolerance, { ...claim, from }).from;
      assert.equal(found, `${Math.abs(days) > tolerance ? 'differs' : 'same'} ${days}`);
    }),
  );
});

test('texts are compared alike in both directions, whatever their case, order and signs', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(words, words, (one, other) => {
      assert.equal(compareTexts(one.join(' '), other.join(' ')), compareTexts(other.join(' '), one.join(' ')));
      assert.equal(compareTexts(one.join(' '), one.toReversed().join(' – ').toUpperCase()), 'same');
    }),
  );
});

const today = dateOf(new Date(Date.UTC(2026, 10, 23)));

/** Typed answers for every question, the first choice of each unless `picks` names another; nobody is still there. */
function filled(id: QuestionnaireId, scope: 'whole' | 'factual', others: Answers = {}): Answers {
  const picks: Answers = { still_there: 'no', ...others };
  let answers: Answers = {};
  for (const section of askedSections(questionnaires[id], scope)) {
    const typed: Record<string, string> = {};
    for (const question of section.questions) {
      const { key, kind } = question;
      if (kind === 'date') {
        const [, month, year] = inputsOf(question);
        typed[month!] = '3';
        typed[year!] = key === 'to' ? '2023' : '2019';
      } else if (typeof kind === 'object') typed[key] = picks[key] ?? Object.keys(kind.choice)[0]!;
      else if (kind === 'yes_no') typed[key] = picks[key] ?? 'no';
      else typed[key] = kind === 'number' || kind === 'amount' ? '3' : 'Some words';
    }
    const read = readSection(section, typed, answers, today);
    assert.deepEqual(read.problems.fields, {}, `${id} ${section.key}`);
    answers = withSection(questionnaires[id], section, answers, read.answers);
  }
  return answers;
}

test('days of absence are asked only where the client says that the job is offered first', () => {
  const keys = (request: object) =>
    askedOf({ questionnaire: 'standard', request, reply: { answers: {} } } as unknown as Reference).sections.flatMap(
      ({ questions }) => questions.map(({ key }) => key),
    );
  assert.equal(keys({}).includes('absence_days'), false);
  assert.deepEqual(
    keys({ isAfterOffer: true }).filter((key) => !keys({}).includes(key)),
    ['absence_days'],
  );
});

test('every questionnaire can be answered section by section, whole or by a policy of dates and role', () => {
  for (const id of ids) {
    assert.equal(nextSection(questionnaires[id], 'whole', {}), questionnaires[id].sections[0]);
    assert.equal(nextSection(questionnaires[id], 'whole', filled(id, 'whole')), undefined, id);
    if (!questionnaires[id].mayBeLimited) continue;
    assert.equal(nextSection(questionnaires[id], 'factual', filled(id, 'factual')), undefined, id);
    assert.notEqual(nextSection(questionnaires[id], 'whole', filled(id, 'factual')), undefined, id);
  }
});

test('a referee is told how many questions of their questionnaire there are, and how long they take', () => {
  assert.deepEqual(effortOf(questionnaires.standard), { questions: 15, minutes: 5 });
  assert.deepEqual(effortOf(questionnaires.safer_recruitment), { questions: 30, minutes: 10 });
});

test('the messages about several particulars that are missing on one page are told apart', () => {
  for (const { label, sections } of Object.values(questionnaires)) {
    for (const { key, questions } of sections) {
      const details = questions.flatMap((one) => (one.key.endsWith('_details') ? [one.label] : []));
      const given = details.filter((one) => one.startsWith('Please give details'));
      assert.equal(new Set(given).size, given.length, `${label}, ${key}`);
    }
  }
});

test('every question that needs an answer says in its own words what is missing', () => {
  for (const { label, sections } of Object.values(questionnaires)) {
    const needed = sections.flatMap(({ questions }) => questions).filter(({ isOptional }) => isOptional !== true);
    for (const { key, missing } of needed) assert.match(missing ?? '', /^(Enter|Select) /, `${label}, ${key}`);
  }
  const [dates] = questionnaires.standard.sections;
  const { fields } = readSection(dates!, {}, {}, today).problems;
  assert.deepEqual(fields['from-day'], ['Enter the day on which they started']);
  assert.deepEqual(fields.still_there, ['Select whether they are still employed by you']);
});

test('a safer recruitment reference leaves out what statutory guidance keeps out of references', () => {
  const all = questionnaires.safer_recruitment.sections.flatMap(({ questions }) => questions);
  const asked = all.find(({ key }) => key === 'allegations')!;
  assert.match(asked.label, /found to be substantiated/);
  for (const word of ['false', 'unfounded', 'unsubstantiated', 'malicious', 'facts, not opinions'])
    assert.match(asked.hint!, new RegExp(word), word);
});

test('a referee is asked about who has left in the past, and about suitability for the job that they are told', () => {
  const labelsOf = (answers: Answers, job = '') =>
    Object.fromEntries(
      wordedFor(questionnaires.safer_recruitment, answers, job).sections.flatMap(({ questions }) =>
        questions.map(({ key, label }) => [key, label]),
      ),
    );
  const asks = 'under_investigation';
  assert.equal(labelsOf({ still_there: 'no' })[asks], 'Were they under investigation when they left?');
  assert.equal(labelsOf({ still_there: 'yes' })[asks], 'Are they under investigation?');
  assert.match(labelsOf({ still_there: 'not_known' })[asks]!, /^Are they .*, or were they/);
  assert.match(labelsOf({}, 'Care $& assistant').suitable!, /in this job: Care \$& assistant\?$/);
  assert.doesNotMatch(labelsOf({}).suitable!, /job/);
});

test('who does not know or may not say clears nobody, and the screener looks at it', () => {
  const type = typeOf('employment_history', 'safer_recruitment');
  const conductOf = (picked: string) => {
    const answers = filled('safer_recruitment', 'whole', {
      ...{ under_investigation: picked, warnings: 'no', allegations: 'no', fitness_to_practise: 'no' },
      ...{ suitable: 'yes', rehire_any: 'yes' },
    });
    return findingsWith(type, noFindings, [answered('safer_recruitment', answers)]).breakdown.conduct!;
  };
  assert.equal(conductOf('no').result, 'clear');
  assert.equal(conductOf('yes').result, 'consider');
  for (const [picked, said] of [
    ['not_known', 'Not known'],
    ['may_not_say', 'May not say'],
  ] as const) {
    const { result, properties } = conductOf(picked);
    assert.equal(result, 'unidentified', picked);
    assert.match(String(properties!.particulars), new RegExp(`Under investigation: ${said}`));
  }
});

test('the regulatory reference asks every lettered question', () => {
  const labels = questionnaires.regulated.sections.flatMap(({ questions }) => questions.map(({ label }) => label));
  const letters = labels.flatMap((label) => /^(1?[A-G])\. /.exec(label)?.[1] ?? []);
  assert.deepEqual(letters, ['1A', '1B', 'A', 'B', 'C', 'D', 'E', 'F', 'G']);
  const named = (letter: string) => labels.find((label) => label.startsWith(`${letter}. `)) ?? '';
  assert.match(named('D'), /breached the individual conduct rules/);
  assert.match(named('E'), /not fit and proper/);
  assert.match(named('F'), /disciplinary action/i);
});

test('an answer that is missing, too long, impossible or in the future is refused at its input', () => {
  const [dates] = questionnaires.standard.sections;
  const read = (typed: Answers) => Object.keys(readSection(dates!, typed, {}, today).problems.fields);
  assert.deepEqual(read({}), ['from-day', 'still_there', 'role']);
  const right = { 'from-month': '3', 'from-year': '2019', still_there: 'yes', role: 'Driver' };
  assert.deepEqual(read(right), []);
  assert.deepEqual(read({ ...right, 'from-month': '13' }), ['from-day']);
  assert.deepEqual(read({ ...right, 'from-year': '2031' }), ['from-day']);
  assert.deepEqual(read({ ...right, role: 'x'.repeat(251) }), ['role']);
  assert.deepEqual(read({ ...right, still_there: 'perhaps' }), ['still_there']);
  assert.deepEqual(read({ ...right, still_there: 'no', 'to-month': '2', 'to-year': '2019' }), ['to-day']);
});

test('a salary is a number, with its currency or without', () => {
  const leaving = questionnaires.standard.sections.find(({ key }) => key === 'leaving')!;
  const problemsOf = (salary: string) =>
    Object.keys(readSection(leaving, { employment_type: 'full_time', salary }, {}, today).problems.fields);
  for (const right of ['32500', '£32,500', '32,500.00', 'EUR 40000', '40 000 €', ''])
    assert.deepEqual(problemsOf(right), [], right);
  for (const wrong of ['Anna Kowalska', 'about right', '£']) assert.deepEqual(problemsOf(wrong), ['salary'], wrong);
});

test('an answer that is changed removes what was asked because of it', () => {
  const whole = filled('standard', 'whole');
  assert.ok(whole.to !== undefined && whole.reason !== undefined);
  const [dates] = questionnaires.standard.sections;
  const kept = withSection(questionnaires.standard, dates!, whole, { from: '2019-03', still_there: 'yes', role: 'x' });
  assert.equal(kept.to, undefined);
  assert.equal(kept.reason, undefined);
});

let references = 0;
function nextReference(): string {
  references += 1;
  return `reference-${String(references).padStart(9, '0')}`;
}

const answered = (id: QuestionnaireId, answers: Answers, of: Claim = claim): AnsweredReference => ({
  id: nextReference(),
  claim: of,
  questionnaire: id,
  scope: 'whole',
  answers,
  isByLetter: false,
  isInWelsh: false,
  authentication: 'company_domain',
  isAuthenticatedSince: false,
  by: { toleranceDays: 31, statedOn },
  comparisons: compareWithClaim(
    of,
    { questionnaire: questionnaires[id], scope: 'whole', answers },
    { toleranceDays: 31, statedOn },
  ),
});

test('findings of every report type with references fit the breakdown of the type', () => {
  const types = catalogue.filter((type) => listsOf(type).length > 0);
  assert.ok(types.length > 20);
  const picks = fc.record(
    Object.fromEntries(
      ids
        .flatMap((id) => questionnaires[id].sections.flatMap(({ questions }) => questions))
        .filter(({ kind }) => kind === 'yes_no' || typeof kind === 'object')
        .map(({ key, kind }) => [
          key,
          fc.constantFrom(...(typeof kind === 'object' ? Object.keys(kind.choice) : ['yes', 'no'])),
        ]),
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.constantFrom(...ids), picks, (type, id, picked) => {
      const [list] = listsOf(type);
      const findings = findingsWith(type, noFindings, [
        answered(id, filled(id, 'whole', picked), { ...claim, list: list! }),
      ]);
      assert.deepEqual(findingsProblems(type, findings).fields, {});
    }),
    { numRuns: 200 },
  );
});

test('the worst of several references fills a part, and each employment is listed', () => {
  const type = typeOf('employment_history', 'uk');
  const right = answered('standard', stated);
  const late = answered(
    'standard',
    { ...stated, from: '2019-06-01', rehire: 'no' },
    { ...claim, subject: 'Brook Ltd' },
  );
  for (const references of [
    [right, late],
    [late, right],
  ]) {
    const { breakdown, properties, notes } = findingsWith(type, noFindings, references);
    assert.deepEqual(
      Object.entries(breakdown)
        .map(([key, { result }]) => `${key} ${result}`)
        .sort(),
      [
        'conduct clear',
        'dates consider',
        'reason_for_leaving clear',
        'referee_authenticated company_domain',
        'rehire no',
        'role clear',
      ],
    );
    assert.equal(breakdown.dates!.properties!.difference_days, 92);
    assert.equal((properties.employments as unknown[]).length, 2);
    assert.equal(
      notes,
      'Brook Ltd: the start differs by 92 days; the candidate stated 1 March 2019, the source 1 June 2019.',
    );
    // Taken over twice, nothing is added.
    const again = findingsWith(type, { breakdown, properties, notes }, references);
    assert.deepEqual(again, { breakdown, properties, notes });
  }
});

test('a better reference that is taken over later replaces nothing that was found or decided before', () => {
  const type = typeOf('employment_history', 'uk');
  const bad = answered('standard', {
    ...{ ...stated, from: '2019-06-01', rehire: 'no', rehire_details: 'Theft' },
    ...{ disciplinary: 'yes', disciplinary_details: 'Theft' },
  });
  const good = answered('standard', stated, { ...claim, subject: 'Brook Ltd' });
  const first = findingsWith(type, noFindings, [bad]);
  // The screener decides on the role by themselves.
  const decided = { ...first, breakdown: { ...first.breakdown, role: { result: 'consider' } } };
  const { breakdown, properties, notes } = findingsWith(type, decided, [good]);
  assert.deepEqual(breakdown, decided.breakdown);
  assert.equal(notes, first.notes);
  assert.deepEqual(
    (properties.employments as { employer: string }[]).map(({ employer }) => employer),
    ['Acme Ltd', 'Brook Ltd'],
  );
  assert.deepEqual(findingsWith(type, { breakdown, properties, notes }, [good, bad]), { breakdown, properties, notes });
});

test('a reference completes a part of which only the particulars or only the result is typed', () => {
  const begun = { dates: { result: '', properties: { difference_days: 7 } }, conduct: { result: 'clear' } };
  const warned = answered('standard', { ...stated, disciplinary: 'yes', disciplinary_details: 'Late' });
  const { breakdown } = findingsWith(typeOf('employment_history', 'uk'), { ...noFindings, breakdown: begun }, [warned]);
  assert.equal(breakdown.dates!.result, 'clear');
  assert.deepEqual(
    [breakdown.dates!.properties!.difference_days, breakdown.dates!.properties!.confirmed_to],
    [7, '2023-06-30'],
  );
  assert.equal(breakdown.conduct!.result, 'consider');
});

test('a second reference about one employment has a row of its own beside the first, which stays', () => {
  const type = typeOf('employment_history', 'uk');
  const found = {
    ...noFindings,
    properties: { employments: [{ employer: 'Acme Ltd', from: '2019-03-01', companies: [] }] },
  };
  const manager = answered('standard', { ...stated, rehire: 'no' });
  const first = findingsWith(type, found, [manager]);
  const again = findingsWith(type, first, [{ ...manager, authentication: 'switchboard_call' }]);
  const both = findingsWith(type, again, [answered('standard', stated)]);
  assert.deepEqual(
    (both.properties.employments as Readonly<Record<string, unknown>>[]).map((one) => [
      one.companies,
      one.confirmed_rehire,
      one.referee_authenticated,
    ]),
    [
      [[], 'no', 'switchboard_call'],
      [undefined, 'yes', 'company_domain'],
    ],
  );
});

test('the entries of references stand in one order, however they are taken over, and before those that are typed', () => {
  const type = typeOf('employment_history', 'uk');
  const typed = { employer: 'Crane Ltd', confirmed_from: '2010-02', source: 'hmrc' };
  const before = {
    ...noFindings,
    properties: { employments: [{ employer: 'Dale Ltd', from: '2008-01', companies: [] }, typed] },
  };
  const first = answered('standard', stated);
  const second = answered('standard', stated, { ...claim, subject: 'Brook Ltd' });
  for (const order of [
    [first, second],
    [second, first],
  ]) {
    const found = order.reduce<Findings>((so, one) => findingsWith(type, so, [one]), before);
    const rows = found.properties.employments as Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      rows.map(({ employer }) => employer),
      ['Dale Ltd', 'Acme Ltd', 'Brook Ltd', 'Crane Ltd'],
    );
    assert.deepEqual(rows.at(-1), typed);
  }
});

test('what a screener changed in the entry of a reference stays when the reference is taken over again', () => {
  const type = typeOf('employment_history', 'uk');
  const reference = answered('standard', stated);
  const first = findingsWith(type, noFindings, [reference]);
  const [row] = first.properties.employments as Readonly<Record<string, unknown>>[];
  const changed = { ...row, confirmed_role: 'Driver, HGV', confirmed_reason: null, source: 'hr' };
  const again = findingsWith(type, { ...first, properties: { employments: [changed] } }, [reference]);
  const differs = ['role'];
  assert.deepEqual(again.properties.employments, [{ ...changed, confirmed_reason: 'Resigned', differs }]);
});

test('whoever is authenticated after the take-over counts as such when taken over again, in every type of report', () => {
  const reference = { ...answered('standard', stated), authentication: 'none' } as const;
  const since = { ...reference, authentication: 'registry', isAuthenticatedSince: true } as const;
  for (const [name, variant, before, after] of [
    ['employment_history', 'uk', 'none', 'registry'],
    ['character_reference', null, 'unidentified', 'clear'],
  ] as const) {
    const type = typeOf(name, variant);
    const first = findingsWith(type, noFindings, [reference]);
    assert.equal(first.breakdown.referee_authenticated!.result, before);
    assert.equal(findingsWith(type, first, [since]).breakdown.referee_authenticated!.result, after);
    // While somebody else is not, the report says so.
    const other = { ...since, isAuthenticatedSince: false };
    assert.equal(findingsWith(type, first, [other]).breakdown.referee_authenticated!.result, before);
  }
});

test('what a referee says of the report as a whole fills only what is not stated yet', () => {
  const type = typeOf('character_reference', null);
  const said = answered('character', { known_since: '2015', relationship: 'Friend' }, { ...claim, list: 'references' });
  const before = { ...noFindings, properties: { relationship: 'Neighbour' } };
  assert.deepEqual(findingsWith(type, before, [said]).properties, { relationship: 'Neighbour', known_since: '2015' });
});

test('what a referee says of conduct stands in the breakdown and in the note, of each reference', () => {
  const said = 'Stock taken home, written warning of 3 August 2026';
  const warned = { ...stated, disciplinary: 'yes', disciplinary_details: said };
  const { breakdown, notes } = findingsWith(typeOf('employment_history', 'uk'), noFindings, [
    answered('standard', { ...warned, rehire: 'no', rehire_details: 'The warning' }),
    answered('standard', stated, { ...claim, subject: 'Brook Ltd' }),
    answered('standard', { ...warned, disciplinary_details: 'Late' }, { ...claim, subject: 'Crane Ltd' }),
  ]);
  const warning = 'Disciplinary warning: Yes';
  assert.deepEqual(breakdown.conduct, {
    result: 'consider',
    properties: { particulars: `Acme Ltd – ${warning}. ${said}\nCrane Ltd – ${warning}. Late` },
  });
  assert.equal(breakdown.rehire!.properties!.particulars, 'Acme Ltd – Would employ again: No. The warning');
  assert.equal(
    notes,
    `Acme Ltd – ${warning}. ${said}\nAcme Ltd – Would employ again: No. The warning\nCrane Ltd – ${warning}. Late`,
  );
});

test('the findings name a field briefly, with what was stated beside what was found, and never repeat a question', () => {
  const dismissed = { ...stated, to: '2024-01-31', reason: 'Dismissed' };
  const left = { ...claim, to: '2024-01-31', reason: 'Dismissed' };
  const { breakdown, notes } = findingsWith(typeOf('employment_history', 'uk'), noFindings, [
    answered('standard', dismissed, left),
  ]);
  const said = 'Acme Ltd – Reason for leaving: Dismissed; the candidate stated “Dismissed”';
  assert.equal(breakdown.reason_for_leaving!.properties!.particulars, said);
  assert.equal(notes, said);
  for (const { sections } of Object.values(questionnaires))
    for (const { label, alerts } of sections.flatMap(({ questions }) => questions))
      assert.ok(alerts === undefined || !alerts.as.includes('?'), label);
});

test('an address of a free mail service, of the candidate or at another domain is marked', () => {
  const mailbox = {
    email: 'hr@acme.co.uk',
    organisation: 'Acme Ltd',
    namedEmail: 'hr@acme.co.uk',
    candidateEmail: 'jo@sample.co.uk',
  };
  assert.deepEqual(signsOf(mailbox), []);
  assert.equal(suggestedAuthentication(mailbox), 'company_domain');
  const signs = (changed: Partial<typeof mailbox>) => signsOf({ ...mailbox, ...changed });
  assert.deepEqual(signs({ email: 'acme.hr@gmail.com', namedEmail: '' }), ['free_mail']);
  assert.deepEqual(signs({ email: 'hr@acme-staff.com' }), ['other_domain']);
  assert.deepEqual(signs({ email: 'hr@brook.co.uk', namedEmail: '' }), ['unlike_organisation']);
  assert.deepEqual(signs({ email: 'jo@sample.co.uk', namedEmail: '', organisation: '' }), ['own_address']);
  assert.deepEqual(signs({ email: 'al@sample.co.uk', namedEmail: '', organisation: '' }), ['own_domain']);
  assert.equal(suggestedAuthentication({ ...mailbox, email: 'acme@gmail.com' }), undefined);
  assert.deepEqual(signs({ email: '' }), []);
});

test('every state of a reference can be reached, and only those that end it have no move', () => {
  const table: StateTable<ReferenceState, ReferenceMove> = referenceTable;
  assert.deepEqual([...reachableStates(table, 'requested')].sort(), [...referenceStates].sort());
});

test('a screener who writes down a call reads no question that speaks to the referee', () => {
  const toReferee = /\b(?:you|your|I)\b/i;
  for (const questionnaire of Object.values(questionnaires)) {
    const words = forScreener(questionnaire).sections.flatMap(({ title, questions }) => [
      title,
      ...questions.flatMap(({ label, unknown = '', kind, missing = '' }) => [
        ...[label, unknown, ...(typeof kind === 'object' ? Object.values(kind.choice) : [])],
        ...messagesForScreener({ missing: [missing] }).missing!,
      ]),
    ]);
    assert.deepEqual(
      words.filter((one) => toReferee.test(one)),
      [],
    );
  }
});
