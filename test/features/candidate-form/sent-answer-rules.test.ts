// What a candidate saves of a form of added reports stays beside what was sent, also where the desk corrects that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prefilled } from '../../../src/features/candidate-form/answer-rules.ts';
import { entriesOf } from '../../../src/features/candidate-form/entry-rules.ts';
import type { EntryAnswer, ListPage } from '../../../src/features/candidate-form/form-page.ts';
import { askedPages, formScope } from '../../../src/features/candidate-form/form-page-rules.ts';
import { sentInto, withSent } from '../../../src/features/candidate-form/sent-answer-rules.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { employment } from '../references/asked-references.ts';

const today = '2026-11-29';
const employmentHistory = catalogue.find(({ name, variant }) => name === 'employment_history' && variant === 'uk')!;
const scope = formScope([employmentHistory], null, today);
const page = askedPages(scope).find((one): one is ListPage => one.kind === 'list' && one.list === 'activities')!;

test('a job that the candidate added stays when the desk corrects one that was sent', () => {
  const factsWith = (...jobs: readonly object[]) => ({ ...noFacts, activities: jobs as never });
  const brook = { ...employment, employer: 'Brook Bank' };
  const canal = { ...employment, employer: 'Canal Trust', start_date: '2024-01-01', end_date: '2025-12-31' };
  const sent = prefilled(page, factsWith(brook), today) as EntryAnswer;
  const [added] = (prefilled(page, factsWith(canal), today) as EntryAnswer).entries;
  const saved = { entries: [{ ...added!, key: 2 }, ...sent.entries] };
  const employersIn = (...stated: readonly object[]) => {
    const facts = factsWith(...stated);
    const answer = sentInto(withSent(page, facts, today), saved, facts, today) as EntryAnswer;
    assert.equal(new Set(answer.entries.map(({ key }) => key)).size, answer.entries.length);
    return entriesOf(page, answer, today).map(({ employer }) => employer);
  };
  assert.deepEqual(employersIn(brook), ['Canal Trust', 'Brook Bank']);
  assert.deepEqual(employersIn({ ...brook, employer: 'Brook Bank plc' }), ['Canal Trust', 'Brook Bank plc']);
  assert.deepEqual(employersIn({ ...brook, start_date: '2018-01-01' }), ['Canal Trust', 'Brook Bank']);
  const forgotten = { ...employment, employer: 'Dale Ltd', start_date: '2015-01-01', end_date: '2016-12-31' };
  assert.deepEqual(employersIn(brook, forgotten), ['Canal Trust', 'Brook Bank', 'Dale Ltd']);
});
