// What a correction of the desk may leave empty, and what it may not take away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  corrected,
  reasonsFor,
  type StatedPage,
} from '../../../src/features/fact-corrections/fact-correction-rules.ts';
import type { ApplicantFacts } from '../../../src/features/facts/facts.ts';
import { pageOf, person, scopeOf } from '../candidate-form/form-under-test.ts';

const scope = scopeOf('dbs_application');
const page = pageOf('dbs-application', scope) as StatedPage;
const problemsOf = (facts: ApplicantFacts, typed: Readonly<Record<string, string>>) => {
  const given = { typed, entry: undefined, reason: 'candidate_told', text: 'By telephone.' };
  const { reason: _, unchanged: __, ...fields } = corrected(facts, page, given, scope).problems.fields;
  return Object.keys(fields);
};
const declared = { ...person, has_read_dbs_privacy_policy: true };

test('a correction leaves empty what only the candidate declares, and does not take it away', () => {
  assert.deepEqual(problemsOf(person, {}), []);
  assert.deepEqual(problemsOf(declared, {}), ['has_read_dbs_privacy_policy']);
  assert.deepEqual(problemsOf(declared, { has_read_dbs_privacy_policy: 'yes' }), []);
});

test('a Yes that is taken back takes back what was declared with it', () => {
  const ofDeclaration = scopeOf('unspent_convictions', 'unspent_declaration');
  const theft = { what: 'Theft', on: '2020-01-01', court: null, sentence: 'A fine', comment: null };
  const yes = { ...person, has_unspent_convictions: true, unspent_to_declare: [theft] };
  const given = { entry: undefined, reason: 'candidate_told', text: 'By telephone.' };
  const asked = pageOf('unspent-convictions', ofDeclaration) as StatedPage;
  const after = (answer: string) =>
    corrected(yes, asked, { ...given, typed: { has_unspent_convictions: answer } }, ofDeclaration).facts;
  assert.deepEqual(after('no').unspent_to_declare, []);
  assert.deepEqual(after('yes').unspent_to_declare, [theft]);
});

test('earlier names stay while nobody says that there were none', () => {
  const former = {
    for_authorities_only: null,
    has_one_name: null,
    title: null,
    first_name: '',
    middle_name: null,
    last_name: 'Formerly',
  };
  const named = { ...person, previous_names: [{ ...former, known_from: '1990-03-04', known_to: '2020-02-01' }] };
  const ofNames = scopeOf('previous_names');
  const given = { entry: undefined, reason: 'candidate_told', text: 'By telephone.', typed: {} };
  const { facts } = corrected(named, pageOf('previous-names', ofNames) as StatedPage, given, ofNames);
  assert.deepEqual(facts.previous_names, named.previous_names);
});

test('what only the candidate can declare changes on their word alone, whatever their client says', () => {
  const ofDeclaration = scopeOf('unspent_convictions');
  const asked = pageOf('unspent-convictions', ofDeclaration) as StatedPage;
  const no = { ...person, has_unspent_convictions: false };
  const because = (reason: string) => {
    const given = { entry: undefined, reason, text: 'By letter.', typed: { has_unspent_convictions: 'yes' } };
    return corrected(no, asked, given, ofDeclaration).problems.fields.reason;
  };
  for (const reason of ['client', 'document', 'mistyped'])
    assert.deepEqual(because(reason), ['is not of the candidate'], reason);
  assert.equal(because('candidate'), undefined);
  assert.deepEqual(reasonsFor(asked), ['candidate']);
  assert.deepEqual(reasonsFor(page), ['candidate', 'client', 'document', 'mistyped'], 'it asks the passport, too');
  const taken = {
    entry: undefined,
    reason: 'client',
    text: 'By letter.',
    typed: { has_read_dbs_privacy_policy: 'yes' },
  };
  assert.deepEqual(corrected(person, page, taken, scope).problems.fields.reason, ['is not of the candidate']);
});
