// The inputs of a page of questions as the candidate reads them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputsAt } from '../../../src/features/candidate-form/fact-input-rules.ts';
import { fieldsOf } from '../../../src/portals/candidate/questions/question-fields.ts';

const fieldOf = (kind: string) => {
  const [{ label, hint } = { label: '', hint: '' }] = fieldsOf(inputsAt([`local_identifiers[${kind}].value`], {}), {});
  return [label, hint];
};

test('the number of another country is called what its people call it, with an example', () => {
  assert.deepEqual(fieldOf('cpf'), ['CPF', 'For example, 390.533.447-05']);
  assert.deepEqual(fieldOf('codice_fiscale'), ['Codice fiscale', 'For example, RSSMRA85T10A562S']);
});

test('a number that several countries call the same, or that is not described, is a number', () => {
  assert.deepEqual(fieldOf('dni'), ['Number', undefined]);
  assert.deepEqual(fieldOf('unknown'), ['Number', undefined]);
});
