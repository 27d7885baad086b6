// The rules of the directory: which names are the same organisation, what an entry must say, and when it is confirmed again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactProblems } from '../../../src/features/directory/organisation-actions.ts';
import {
  type Contact,
  comparedAddress,
  isMeantBy,
  isToConfirm,
  organisationKey,
} from '../../../src/features/directory/organisation-rules.ts';

test('names that differ in what says nothing are one organisation', () => {
  const keys = (names: string[]) => new Set(names.map(organisationKey));
  assert.deepEqual(keys(['Acme Ltd', 'ACME (UK) Limited', 'The Acme Group', ' acme ']), new Set(['acme']));
  assert.equal(organisationKey('Société Générale'), 'societe generale');
  assert.equal(keys(['Barchester Trust', 'Barchester']).size, 2);
});

test('a name without a word that tells organisations apart is compared as it is', () => {
  assert.equal(organisationKey('The Company'), 'the company');
  assert.equal(organisationKey('株式会社'), '株式会社');
});

const contact: Contact = {
  name: 'Acme',
  department: '',
  email: 'hr@acme.test',
  telephone: '',
  foundBy: 'Its website.',
  remarks: '',
};
const faultsOf = (change: Partial<Contact>) => Object.keys(contactProblems({ ...contact, ...change }).fields);

test('an entry is meant by its own name and by a longer one, not by a shorter one', () => {
  assert.equal(isMeantBy('Acme Ltd', ['', 'ACME (UK) Limited']), true);
  assert.equal(isMeantBy('Acme Ltd', ['Acme Ltd, Leeds']), true);
  assert.equal(isMeantBy('Bank of Vale', ['Bank']), false);
  assert.equal(isMeantBy('Acme Ltd', ['Acmeworks']), false);
});

test('an entry has a name, a way to reach it, and how that was found', () => {
  assert.deepEqual(faultsOf({}), []);
  assert.deepEqual(faultsOf({ email: '', telephone: '01632 960 001' }), []);
  assert.deepEqual(faultsOf({ name: '', email: '', foundBy: '' }), ['name', 'email', 'foundBy']);
  assert.deepEqual(faultsOf({ email: 'hr', telephone: 'ask for HR' }), ['email', 'telephone']);
  assert.deepEqual(faultsOf({ name: 'x'.repeat(201), remarks: 'x'.repeat(2001) }), ['name', 'remarks']);
});

test('a contact is confirmed again after a year', () => {
  assert.equal(isToConfirm('2025-03-04', '2026-03-03'), false);
  assert.equal(isToConfirm('2025-03-04', '2026-03-04'), true);
});

test('addresses are compared by themselves, then by their domain', () => {
  assert.equal(comparedAddress('HR@acme.co.uk', 'hr@acme.co.uk'), 'same');
  assert.equal(comparedAddress('jo@mail.acme.co.uk', 'hr@acme.co.uk'), 'same_domain');
  assert.equal(comparedAddress('hr@acme-references.co.uk', 'hr@acme.co.uk'), 'other');
  assert.equal(comparedAddress('', 'hr@acme.co.uk'), undefined);
});

test('two addresses at a mail service where anybody has one are of no organisation', () => {
  assert.equal(comparedAddress('jan@gmail.com', 'acme.lettings@gmail.com'), 'other');
  assert.equal(comparedAddress('Acme.Lettings@gmail.com', 'acme.lettings@gmail.com'), 'same');
});
