// The inputs of a page of questions as the candidate sees them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputsAt, inputsOfEntry } from '../../../src/features/candidate-form/fact-input-rules.ts';
import { factAt } from '../../../src/features/facts/fact-paths.ts';
import { fieldsOf } from '../../../src/portals/candidate/questions/question-fields.ts';

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

test('the first question of an activity decides what the place is called', () => {
  const activities = factAt('activities');
  assert.ok(activities?.kind === 'list');
  const placeOf = (status: string) => {
    const inputs = inputsOfEntry('activities', activities);
    const { name } = inputs.find(({ path }) => path === 'status')!;
    return fieldsOf(inputs, { [name]: status }).find(({ name: one }) => one.endsWith('employer'))?.label;
  };
  assert.equal(placeOf('FullTime'), 'Employer');
  assert.equal(placeOf('Education'), 'School, college or university (optional)');
  assert.equal(placeOf('Travelling'), 'Where, or with whom (optional)');
});
