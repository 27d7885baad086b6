// The statutory excuse of right to work checks, against the lists of the employer's guide of 26 June 2025 (see docs/rules.md).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listEntries } from '../../../src/features/requirements/right-to-work-lists.ts';
import {
  isShareCode,
  type RightToWorkCheck,
  statutoryExcuse,
} from '../../../src/features/requirements/statutory-excuse-rules.ts';
import { type Case, held, limited, listA, listB } from './right-to-work-examples.ts';

const today = '2026-11-22';
const done = { obtain: '2026-11-20', check: '2026-11-20', copy: '2026-11-20' };
const check = (more: Partial<RightToWorkCheck>): RightToWorkCheck => ({
  way: 'manual',
  documents: [],
  leave: null,
  leaveEndsOn: null,
  steps: done,
  startsOn: '2026-12-01',
  today,
  ...more,
});

const ours: readonly Case[] = [
  ['a share code that answers a visa', { way: 'online_share_code', ...limited }, 'B1', 'time_limited', '2027-08-31'],
  [
    'A4: such a passport that has expired',
    { documents: [held('endorsed_passport', { expiresOn: '2026-01-01' })], leave: 'unlimited' },
    null,
    'none',
    null,
    ['listed_documents'],
  ],
  [
    'B1: of a student without term dates',
    { documents: [held('endorsed_passport')], ...limited, lacksTermDates: true },
    'B1',
    'none',
    '2027-08-31',
    ['term_dates'],
  ],
  [
    'B1: the same whose end nobody wrote down',
    { documents: [held('endorsed_passport')], leave: 'limited' },
    'B1',
    'none',
    null,
    ['end_of_leave'],
  ],
  [
    'B1: leave that ends before work starts',
    { documents: [held('endorsed_passport')], leave: 'limited', leaveEndsOn: '2026-11-30' },
    'B1',
    'none',
    '2026-11-30',
    ['leave'],
  ],
  [
    'B2: a notice of seven months ago',
    { way: 'employer_checking_service', documents: [held('positive_verification_notice', { issuedOn: '2026-04-21' })] },
    'B2',
    'none',
    '2026-10-21',
  ],
  [
    'digital verification of a British passport',
    { way: 'digital_verification', documents: [held('british_passport', { expiresOn: '2030-01-01' })] },
    'A',
    'continuous',
    null,
  ],
  [
    'digital verification of an expired British passport',
    { way: 'digital_verification', documents: [held('british_passport', { expiresOn: '2026-01-01' })] },
    null,
    'none',
    null,
    ['british_or_irish_passport'],
  ],
  [
    'digital verification of another passport',
    { way: 'digital_verification', documents: [held('endorsed_passport')], leave: 'unlimited' },
    null,
    'none',
    null,
    ['british_or_irish_passport'],
  ],
  [
    'a share code that answers settled status',
    { way: 'online_share_code', leave: 'unlimited' },
    'A',
    'continuous',
    null,
  ],
  ['a share code that answers no leave', { way: 'online_share_code' }, null, 'none', null, ['leave']],
  [
    'a British passport by the route of a share code',
    { way: 'online_share_code', documents: [held('british_passport')], leave: 'unlimited' },
    null,
    'none',
    null,
    ['no_share_code'],
  ],
  [
    'a British passport by the Employer Checking Service',
    { way: 'employer_checking_service', documents: [held('british_passport')] },
    null,
    'none',
    null,
    ['notice_of_the_service'],
  ],
  [
    'a passport whose check is dated next year',
    { documents: [held('british_passport')], steps: { ...done, check: '2027-11-20' } },
    'A',
    'none',
    null,
    ['check_in_future'],
  ],
  [
    'a permission that is checked again with the day of the earlier check',
    { documents: [held('endorsed_passport')], ...limited, notBefore: '2026-11-21' },
    'B1',
    'none',
    '2027-08-31',
    ['not_checked_again'],
  ],
  [
    'a passport of which no copy was kept',
    { documents: [held('british_passport')], steps: { ...done, copy: null } },
    'A',
    'none',
    null,
    ['copy'],
  ],
  [
    'a passport that was never checked with its holder',
    { documents: [held('british_passport')], steps: { ...done, check: null } },
    'A',
    'none',
    null,
    ['check'],
  ],
  [
    'a passport checked after work started',
    { documents: [held('british_passport')], startsOn: '2026-11-19' },
    'A',
    'none',
    null,
    ['obtain_before_start', 'check_before_start', 'copy_before_start'],
  ],
  [
    'a passport checked on the day on which work starts',
    { documents: [held('british_passport')], startsOn: '2026-11-20' },
    'A',
    'continuous',
    null,
  ],
];
for (const [title, given, list, excuse, followUpOn, needs = []] of [...listA.examples, ...listB.examples, ...ours]) {
  test(`${title}: list ${list ?? 'none'}, ${excuse}${followUpOn === null ? '' : `, again by ${followUpOn}`}`, () => {
    const verdict = statutoryExcuse(check(given));
    assert.deepEqual(
      [verdict.list, verdict.excuse, verdict.followUpOn, verdict.needs],
      [list, excuse, followUpOn, needs],
    );
    assert.notEqual(verdict.source, '');
  });
}

const codes: readonly [code: string, madeOn: string | null, isGood: boolean][] = [
  ['W12 345 678', null, true],
  ['w1a2b3c4d', null, true],
  ['R12345678', null, false],
  ['W1234567', null, false],
  ['W123456789', null, false],
  ['W12345678', '2026-08-24', true],
  ['W12345678', '2026-08-23', false],
];
for (const [code, madeOn, isGood] of codes) {
  test(`${code}${madeOn === null ? '' : ` of ${madeOn}`} is ${isGood ? '' : 'not '}a share code for work`, () => {
    assert.equal(isShareCode(code, madeOn, today), isGood);
  });
}

test('every entry of the lists is met by its own documents, and by no subset', () => {
  for (const { list, documents, leave = null } of listEntries) {
    const given = documents.map((kind) => held(kind, { issuedOn: '2026-11-19' }));
    const leaveEndsOn = leave === 'limited' ? '2027-08-31' : null;
    assert.equal(statutoryExcuse(check({ documents: given, leave, leaveEndsOn })).list, list);
    for (const left of documents) {
      const others = given.filter(({ kind }) => kind !== left);
      if (list === 'A') assert.notEqual(statutoryExcuse(check({ documents: others, leave })).list, 'A', left);
    }
  }
});

test('there is no excuse without all three steps, for any documents', () => {
  const kinds = [...new Set(listEntries.flatMap(({ documents }) => documents))];
  fc.assert(
    fc.property(fc.subarray(kinds), fc.constantFrom('obtain', 'check', 'copy'), (documents, left) => {
      const given = documents.map((kind) => held(kind, { issuedOn: '2026-11-19' }));
      const steps = { ...done, [left]: null };
      assert.equal(statutoryExcuse(check({ documents: given, leave: 'unlimited', steps })).excuse, 'none');
    }),
  );
});
