// The authority to which the form says that its application goes: Disclosure Scotland for a basic check of a job there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuestionPage } from '../../../src/features/candidate-form/form-page.ts';
import { formScope, pageOfForm } from '../../../src/features/candidate-form/form-page-rules.ts';
import { atPlace } from '../../../src/features/candidate-form/form-place-rules.ts';
import { pageProblems } from '../../../src/features/candidate-form/page-problem-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { fieldsOf } from '../../../src/portals/shared/fact-fields/fact-fields.ts';
import { requirementWords } from '../../../src/portals/shared/fact-fields/requirement-words.ts';
import { person, today } from './form-under-test.ts';

/** All that the candidate reads on the page of the application. */
function pageOf(placeOfWork: string, variants: readonly string[]): string {
  const types = catalogue.filter(
    ({ name, variant }) => name === 'criminal_history' && variants.includes(variant ?? ''),
  );
  const job = { job_role: 'Carer', purpose: 'employment', place_of_work: placeOfWork };
  const order = { criminal_details: { ...job, employer_name: 'Acme', employment_sector: null, JobRoleId: null } };
  const scope = atPlace(formScope(types, null, today), types, order as never);
  const page = pageOfForm(scope, 'dbs-application') as QuestionPage;
  const { title, wanted, got } = requirementWords(page);
  const fields = fieldsOf(page.inputs, {}).map(({ label, hint }) => [label, hint]);
  const wrong = pageProblems(page, {}, scope, person).fields;
  return JSON.stringify([title, wanted, got, fields, wrong]);
}

test('a basic check of a job in Scotland is an application to Disclosure Scotland, in every word of its page', () => {
  const page = pageOf('Scotland', ['basic']);
  assert.doesNotMatch(page, /DBS|Disclosure and Barring|GOV\.UK/);
  assert.match(page, /Your application to Disclosure Scotland/);
  assert.match(page, /Have you read the privacy statement of Disclosure Scotland, and do you agree to it\?/);
  assert.match(page, /mygov\.scot\/disclosure-scotland-privacy/);
  assert.match(page, /Read the privacy statement, and choose yes/);
});

test('every other check of the DBS names the DBS alone', () => {
  for (const [place, variants] of [
    ['England', ['basic']],
    ['Scotland', ['standard']],
    ['Scotland', ['basic', 'standard']],
  ] as const) {
    const page = pageOf(place, variants);
    assert.match(page, /Your application to the DBS/, place);
    assert.doesNotMatch(page, /Scotland/, place);
  }
});
