// What confirms the periods of a history: answers of referees, entries of outcomes, and what screeners recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ConfirmingReference,
  confirmationsOf,
  recordedConfirmation,
} from '../../../src/features/verifications/confirmation-rules.ts';
import { sourceText, unplacedText } from '../../../src/features/verifications/sheet-words-rules.ts';
import { type Activity, activity, history, sheet, statedOn } from './told-history.ts';

const reference = (id: string, answers: Record<string, string>, more: object = {}) =>
  ({
    ...{ id, authentication: 'company_domain', repliedAt: new Date('2026-11-25T10:00:00Z') },
    request: {
      entryKey: 'activities-1',
      claim: { list: 'activities', subject: 'Acme Ltd', from: '2021-01-01' },
      referee: { name: 'Pat', jobTitle: 'HR', organisation: 'Acme Ltd' },
    },
    reply: { answers },
    ...more,
  }) as unknown as ConfirmingReference;

const asStated = { activities: history, statedOn };
const report = (...employments: object[]) =>
  ({
    findings: { breakdown: {}, properties: { employments }, notes: '' },
    completedAt: new Date('2026-11-26T09:00:00Z'),
  }) as never;

test('what somebody typed into the outcome without a reference and a source is no answer of a referee', () => {
  const entry = { employer: 'Acme Ltd', from: '2021-01-01', confirmed_from: '2021-01-01', confirmed_to: '2023-06-30' };
  const table: readonly [object, string][] = [
    [{}, 'Source not recorded (not authenticated), 26 November 2026'],
    [{ referee_authenticated: 'none' }, 'Source not recorded (not authenticated), 26 November 2026'],
    [{ source: 'hr' }, 'Answer of the referee (not authenticated), 26 November 2026'],
    [{ referee_authenticated: 'switchboard_call' }, 'Answer of the referee, 26 November 2026'],
    [
      { reference_id: '9', referee_authenticated: 'none' },
      'Answer of the referee (not authenticated), 26 November 2026',
    ],
    [{ source: 'hmrc' }, 'Employment record of HMRC, 26 November 2026'],
  ];
  for (const [more, words] of table)
    assert.deepEqual(confirmationsOf([report({ ...entry, ...more })], [], asStated).map(sourceText), [words]);
});

test('an answer of a referee confirms the job by itself; without both dates it confirms no time', () => {
  const whole = reference('1', { from: '2021-01', still_there: 'no', to: '2023-06-30', referee_name: 'Pat Lee' });
  const [one] = confirmationsOf([], [whole], asStated);
  assert.deepEqual(one, {
    ...{ entryKey: 'activities-1', source: 'referee', from: '2021-01', to: '2023-06-30', by: 'Pat Lee, HR, Acme Ltd' },
    ...{ on: '2026-11-25', isUnauthenticated: false, fileTokens: [] },
  });
  const goesOn = confirmationsOf([], [reference('1', { from: '2021-01-01', still_there: 'yes' })], asStated);
  assert.equal(goesOn[0]!.to, statedOn, 'it went on when the candidate stated it');
  assert.deepEqual(
    confirmationsOf([], [reference('1', { from: '2021-01-01' }), reference('2', { to: '2023' })], asStated),
    [],
  );
  const called = reference('1', whole.reply.answers, {
    reply: { answers: { ...whole.reply.answers }, call: { person: 'Sam', number: '1' } },
    authentication: 'none',
  });
  const [byTelephone] = confirmationsOf([], [called, called], asStated);
  assert.deepEqual(
    [byTelephone!.source, byTelephone!.by, byTelephone!.isUnauthenticated],
    ['telephone', 'Sam, HR, Acme Ltd', true],
  );
});

const recordedFor = (employer: string, from: string, status = 'FullTime', entryKey = 'activities-1') => ({
  ...({ about: { employer, from, status }, entryKey, source: 'hmrc', from: '2021-01-01', to: '2023-06-30' } as const),
  ...{ by: '', on: '2026-11-20', fileTokens: [], note: '' },
});

test('what was recorded or asked stays with the employer that it is about when the candidate adds entries before it', () => {
  const added = [activity('Newest Ltd', '2024-02-01', null), ...history];
  const twice = [activity('Acme Ltd', '2021-01-01', '2021-02-28'), ...history];
  const table: readonly [string, ReturnType<typeof recordedFor>, readonly Activity[], string | undefined][] = [
    ['nothing changed', recordedFor('Acme Ltd', '2021-01-01'), history, 'activities-1'],
    ['an entry is added before it', recordedFor('Acme Ltd', '2021-01-01'), added, 'activities-2'],
    ['a day is corrected', recordedFor('ACME ltd', '2021-01'), added, 'activities-2'],
    ['another start', recordedFor('Acme Ltd', '2020-01-01'), added, undefined],
    ['another employer', recordedFor('Acorn Ltd', '2021-01-01'), history, undefined],
    ['another status', recordedFor('Acme Ltd', '2021-01-01', 'PartTime'), history, undefined],
    [
      'unemployment names no employer',
      recordedFor('', '2023-07-01', 'Unemployed', 'activities-2'),
      added,
      'activities-3',
    ],
    ['two entries are alike', recordedFor('Acme Ltd', '2021-01-01', 'FullTime', 'activities-2'), twice, 'activities-2'],
  ];
  const recorded = { id: 'v', reportId: 'r', author: 'system' } as const;
  for (const [when, verification, activities, expected] of table)
    assert.equal(recordedConfirmation(verification, recorded, activities).entryKey, expected, when);
  const gone = recordedConfirmation(recordedFor('Acorn Ltd', '2021-01-01'), recorded, history);
  const made = sheet([gone]);
  assert.deepEqual(
    [made.verifiedDays, made.unplaced.map(unplacedText)],
    [0, ['Acorn Ltd, 1 January 2021 to 30 June 2023']],
  );
  const answer = reference('1', { from: '2021-01-01', still_there: 'no', to: '2023-06-30' });
  const keysIn = (activities: readonly Activity[]) =>
    confirmationsOf([], [answer], { activities, statedOn }).map(({ entryKey }) => entryKey);
  assert.deepEqual([keysIn(history), keysIn(added)], [['activities-1'], ['activities-2']]);
  assert.deepEqual(keysIn([activity('Acorn Ltd', '2021-01-01', null)]), [], 'the job is not stated any more');
});

test('what the outcome says of a job counts: a corrected answer, and what HMRC or payslips confirm', () => {
  const answered = reference('1', { from: '2021-01-01', still_there: 'no', to: '2023-06-30' });
  const entry = { reference_id: '1', employer: 'Acme Ltd', from: '2021-01-01', confirmed_from: '2021-02-01' };
  const corrected = confirmationsOf([report({ ...entry, confirmed_to: '2023-05-31' })], [answered], asStated);
  assert.deepEqual(
    corrected.map(({ from, to, source }) => [from, to, source]),
    [['2021-02-01', '2023-05-31', 'referee']],
  );
  assert.deepEqual(confirmationsOf([report(entry)], [answered], asStated), [], 'somebody took the end out');
  const found = {
    employer: 'brook bank',
    from: '2023-12',
    confirmed_from: '2023-12-16',
    confirmed_to: 'still_employed',
  };
  const [hmrc] = confirmationsOf([report({ ...found, source: 'hmrc' })], [], asStated);
  assert.deepEqual(
    [hmrc!.entryKey, hmrc!.source, hmrc!.to, hmrc!.on],
    ['activities-3', 'hmrc', statedOn, '2026-11-26'],
  );
  assert.deepEqual(confirmationsOf([report({ ...found, employer: 'Crane Ltd' })], [], asStated), []);
});
