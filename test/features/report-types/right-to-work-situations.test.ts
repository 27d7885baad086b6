// What the document or the status of a person demands in a check of the right to work, and the follow-up of students.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assessStatutoryExcuse } from '../../../src/features/assessments/statutory-excuse-assessment.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { type ShownRight, situationGuidance } from '../../../src/features/report-types/right-to-work-situations.ts';

const said = (more: Partial<Omit<ShownRight, 'facts'>>, facts: object = {}) =>
  situationGuidance({
    facts: { ...noFacts, nationality: 'SYR', ...facts },
    kinds: [],
    entry: undefined,
    permission: undefined,
    ...more,
  })
    .map(({ value }) => value)
    .join('\n');

test('an application under way and an asylum seeker’s card send the screener to the Employer Checking Service', () => {
  const card = said({ kinds: ['ApplicationRegistrationCard'] });
  assert.match(card, /Ask the Employer Checking Service/);
  assert.match(card, /six months from it/);
  assert.match(card, /only jobs of the list in the Immigration Rules/);
  const pending = said({ entry: 'certificate_of_application' });
  assert.match(pending, /EU Settlement Scheme[\s\S]+only with the notice/);
  assert.doesNotMatch(pending, /asylum/);
  assert.match(said({}), /Who waits for an answer of the Home Office/);
});

test('a share code, a limited permission and a student each have their steps; a British passport has none', () => {
  assert.match(said({}, { share_code: 'W12345678' }), /begins with W and holds for 90 days/);
  assert.match(said({ entry: 'endorsed_passport_limited' }), /lasts 28 days more/);
  assert.match(said({}, { share_code: 'W12345678', has_student_permission: true }), /term and vacation dates/);
  assert.equal(said({ kinds: ['Passport'] }, { nationality: 'GBR' }), '');
});

test('a student’s check is followed up when the course ends, and gives no excuse without the dates of the terms', () => {
  const excuse = (conditions: object) =>
    assessStatutoryExcuse(
      {
        breakdown: {
          document: { result: 'clear', properties: { type: 'online_check' } },
          holder_match: { result: 'clear' },
          permission: { result: 'limited', properties: { ends_on: '2027-08-31' } },
          work_conditions: { result: 'clear', properties: { weekly_hours: 20, ...conditions } },
          copy_kept: { result: 'clear' },
        },
        properties: { route: 'online_share_code', checked_on: '2026-11-20' },
        inputs: {},
      },
      { facts: { ...noFacts, has_student_permission: true }, today: '2026-11-22' },
    )[0]!;
  assert.deepEqual([excuse({}).isMet, excuse({}).gives], [false, { follow_up_on: null }]);
  const dated = excuse({ term_and_vacation_dates: 'As on the website', course_ends_on: '2027-06-30' });
  assert.deepEqual([dated.isMet, dated.gives], [true, { follow_up_on: '2027-06-30' }]);
  assert.match(dated.statement, /follow up by 30 June 2027/);
  // The course is over, the permission is not: no follow-up lies in the past.
  const over = excuse({ term_and_vacation_dates: 'As on the website', course_ends_on: '2026-10-30' });
  assert.deepEqual([over.isMet, over.gives], [true, { follow_up_on: '2027-08-31' }]);
});
