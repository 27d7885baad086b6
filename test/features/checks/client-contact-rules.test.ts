// Who of a client gets a mail about a check.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactsFor, type PossibleContact } from '../../../src/features/checks/client-contact-rules.ts';

const user = (name: string, change: Partial<PossibleContact> = {}) =>
  ({
    ...{ id: name, name, role: 'standard', is_orderer: false, is_named: false, order_mails: 'own', covered_by: null },
    ...change,
  }) as const;
const namesFor = (
  users: readonly ReturnType<typeof user>[],
  permission: Parameters<typeof contactsFor>[1] = 'read_checks',
) => contactsFor(users as never, permission).map((one) => (one as unknown as { name: string }).name);

const boss = user('boss', { role: 'administrator' });
const orderer = user('orderer', { is_orderer: true });
const colleague = user('colleague');

test('who ordered the check is told, and the administrators only if nobody of the client did', () => {
  assert.deepEqual(namesFor([boss, orderer, colleague]), ['orderer']);
  assert.deepEqual(namesFor([boss, colleague]), ['boss']);
});

test('who ordered it but may not do what the mail asks for is not told', () => {
  assert.deepEqual(namesFor([boss, { ...orderer, role: 'requester' }], 'read_results'), ['boss']);
});

test('who wants the mails of all orders gets them beside the others, once, as far as they may do something', () => {
  const all = user('all', { order_mails: 'all' });
  assert.deepEqual(namesFor([boss, orderer, all]), ['orderer', 'all']);
  assert.deepEqual(namesFor([boss, { ...orderer, order_mails: 'all' }]), ['orderer']);
  assert.deepEqual(namesFor([boss, orderer, { ...all, role: 'billing' }]), ['orderer']);
});

test('who wants no mails gets none, unless nobody else would', () => {
  const silent = { ...orderer, order_mails: 'none' } as const;
  const all = user('all', { order_mails: 'all' });
  assert.deepEqual(namesFor([boss, silent, all]), ['all']);
  assert.deepEqual(namesFor([boss, silent]), ['orderer']);
  assert.deepEqual(namesFor([{ ...boss, order_mails: 'none' }, user('other boss', { role: 'administrator' })]), [
    'other boss',
  ]);
});

test('who is named hears of it beside who ordered', () => {
  assert.deepEqual(namesFor([boss, orderer, { ...colleague, is_named: true }]), ['orderer', 'colleague']);
});

test('decisions are also made by those who do nothing else, and the administrators hear of one that is overdue', () => {
  const decider = user('decider', { role: 'decider' });
  const requester = { ...orderer, role: 'requester' } as const;
  assert.deepEqual(namesFor([boss, requester, decider, colleague], 'decide_on_candidates'), ['decider']);
  const overdue = contactsFor([boss, orderer, decider, colleague] as never, 'decide_on_candidates', true);
  assert.deepEqual(overdue, [orderer, decider, boss]);
});

test('identities are also confirmed by those who do nothing else', () => {
  const verifier = user('verifier', { role: 'identity_verifier' });
  assert.deepEqual(namesFor([boss, orderer, verifier], 'confirm_identity'), ['orderer', 'verifier']);
});

test('who covers for somebody gets their mails too, as far as they may do what these ask for, and nobody stands in for the cover', () => {
  const absent = { ...orderer, covered_by: 'colleague' };
  assert.deepEqual(namesFor([boss, absent, colleague]), ['orderer', 'colleague']);
  const requester = user('colleague', { role: 'requester' });
  assert.deepEqual(namesFor([boss, absent, requester], 'read_results'), ['orderer']);
  // The cover of one who may not do it, and is not told, is not either.
  assert.deepEqual(namesFor([boss, { ...absent, role: 'requester' }, colleague], 'read_results'), ['boss']);
  const chained = user('colleague', { covered_by: 'third' });
  assert.deepEqual(namesFor([absent, chained, user('third')]), ['orderer', 'colleague']);
  const reader = user('reader', { order_mails: 'all', covered_by: 'colleague' });
  assert.deepEqual(namesFor([boss, orderer, reader, colleague]), ['orderer', 'reader'], 'who only reads along');
  assert.deepEqual(namesFor([absent, { ...colleague, order_mails: 'all' }]), ['orderer', 'colleague'], 'once');
  const silent = { ...absent, order_mails: 'none' } as const;
  assert.deepEqual(namesFor([boss, silent, colleague]), ['colleague']);
  assert.deepEqual(namesFor([boss, absent, user('colleague', { order_mails: 'none' })]), ['orderer']);
});
