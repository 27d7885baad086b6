// The inputs of a page of questions as the candidate sees them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputsAt, inputsOfEntry } from '../../../src/features/candidate-form/fact-input-rules.ts';
import type { OpenForm } from '../../../src/features/candidate-form/open-form.ts';
import { factAt } from '../../../src/features/facts/fact-paths.ts';
import { answerRows } from '../../../src/portals/shared/fact-fields/answer-rows.ts';
import { fieldsOf } from '../../../src/portals/shared/fact-fields/fact-fields.ts';
import {
  entriesOf,
  everything,
  factsAfter,
  job,
  pageOf,
  person,
  savedOf,
  whole,
} from '../../features/candidate-form/form-under-test.ts';

const fieldOf = (kind: string) => {
  const [{ label, hint } = { label: '', hint: '' }] = fieldsOf(inputsAt([`local_identifiers[${kind}].value`], {}), {});
  return [label, hint];
};

test('the number of another country has its usual name, with an example', () => {
  assert.deepEqual(fieldOf('bra_cpf'), ['CPF', 'For example, 390.533.447-05']);
  assert.deepEqual(fieldOf('ita_codice_fiscale'), ['Codice fiscale', 'For example, RSSMRA85T10A562S']);
});

test('a kind of number that several countries have belongs to the given country', () => {
  assert.deepEqual(fieldOf('esp_dni'), ['DNI of Spain', 'For example, 12345678Z']);
  assert.deepEqual(fieldOf('per_dni'), ['DNI of Peru', 'For example, 10117410-2']);
});

test('a number without public check digits has only its name, and one of an unknown kind is called a number', () => {
  assert.deepEqual(fieldOf('pak_cnic'), ['CNIC', undefined]);
  assert.deepEqual(fieldOf('gbr_unknown'), ['Number', undefined]);
});

/** The fields of an activity of this kind, each with its question and hint. */
function askedOf(status: string): Readonly<Record<string, readonly (string | undefined)[]>> {
  const activities = factAt('activities');
  assert.ok(activities?.kind === 'list');
  const fields = fieldsOf(inputsOfEntry('activities', activities), { status });
  return Object.fromEntries(fields.map(({ name, label, hint }) => [name, [label, hint]]));
}

test('the first question of an activity decides what the place is called', () => {
  const placeOf = (status: string) => askedOf(status).employer?.[0];
  assert.equal(placeOf('FullTime'), 'Employer');
  assert.equal(placeOf('Education'), 'School, college or university (optional)');
  assert.equal(placeOf('SelfEmployed'), 'Name of your business (optional)');
  assert.equal(placeOf('Travelling'), 'Where you went (optional)');
});

test('somebody who was not working is asked for no employer, but for the time and who can confirm it', () => {
  for (const status of ['Unemployed', 'Caring', 'Illness', 'CareerBreak', 'Retired']) {
    const asked = askedOf(status);
    const fields = ['status', 'explanation', 'country', 'start_date', 'end_date', 'referee'];
    assert.deepEqual(Object.keys(asked), fields, status);
    assert.equal(asked.country![0], 'Country you were in (optional)', status);
    assert.doesNotMatch(JSON.stringify(asked), /with whom|department/, status);
  }
  assert.match(askedOf('Unemployed').referee![1]!, /^For example, your Jobcentre, with a phone number/);
  assert.match(askedOf('Illness').referee![1]!, /^For example, your doctor/);
  assert.match(askedOf('FullTime').referee![1]!, /^A name or department/);
});

test('a job that turns out to be a time without work leaves no employer behind', () => {
  const { activities } = factsAfter('activities', entriesOf({ ...job, status: 'Unemployed' }));
  assert.deepEqual([activities[0]?.status, activities[0]?.employer], ['Unemployed', '']);
});

test('an answer without which the page can be saved says that it is optional', () => {
  const fields = fieldsOf(inputsAt(['has_driving_licence', 'driving_licence_type'], {}), {});
  const labels = fields.flatMap(({ items }) =>
    items.flatMap((item) => ('children' in item ? item.children.map(({ label }) => label) : [])),
  );
  assert.deepEqual(labels, ['What kind of licence is it? (optional)']);
});

test('check your answers repeats the question to which Yes or No is the answer', () => {
  const rowsOf = (answer: string) => {
    const saved = savedOf({ ...whole, 'previous-names': { name_is_from_birth: answer } });
    const form = { saved, scope: everything, order: { facts: person } } as unknown as OpenForm;
    return answerRows(form, pageOf('previous-names'), () => '')[0];
  };
  const label = 'Have you ever had another name?';
  assert.deepEqual(rowsOf('no'), { label, lines: ['Yes'], path: '' });
  assert.deepEqual(rowsOf('yes'), { label, lines: ['No, I have always had this name'], path: '' });
});
