// What speaks against sending a report out under the consent that the candidate gave.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consentLackOf } from '../../../src/features/cases/consent-lack-rules.ts';

const today = '2027-06-30';
const check = { type: 'email', status: 'in_progress', order: {} } as const;
const report = { status: 'awaiting_data', label: 'UK credit' } as const;
const given = (day: string, ...labels: string[]) => ({
  told: labels.map((label) => `– ${label}: what is asked`).join('\n'),
  givenAt: new Date(`${day}T12:00:00Z`),
});
const lack = (
  of: Parameters<typeof consentLackOf>[0],
  consents: ReturnType<typeof given>[],
  days = 90,
  asked = report,
) => consentLackOf(of as never, asked, consents, { days, today });

test('a consent is old from the day after the last on which it holds, unless it holds for ever', () => {
  assert.equal(lack(check as never, [given('2027-04-01', 'UK credit')]), undefined);
  const old = { because: 'old', givenOn: '2027-03-31' };
  assert.deepEqual(lack(check as never, [given('2027-03-31', 'UK credit')]), old);
  assert.equal(lack(check as never, [given('2020-03-31', 'UK credit')], 0), undefined);
});

test('of a report that was added later, its own consent counts', () => {
  const consents = [given('2027-01-01', 'Identity'), given('2027-06-01', 'UK credit')];
  assert.equal(lack(check as never, consents), undefined);
  const identity = { ...report, label: 'Identity' } as never;
  assert.deepEqual(lack(check as never, consents, 90, identity), { because: 'old', givenOn: '2027-01-01' });
});

test('an order that the client entered lacks a consent until somebody has seen it, and what was withdrawn lacks it for good', () => {
  const express = { ...check, type: 'express' } as never;
  assert.deepEqual(lack(express, []), { because: 'unseen' });
  const seenOn = (at: string) => ({ ...check, type: 'express', order: { consent_seen: { by: 'Sam', at } } }) as never;
  assert.equal(lack(seenOn('2027-06-01T09:00:00.000Z'), []), undefined);
  assert.deepEqual(lack(seenOn('2027-01-01T09:00:00.000Z'), []), { because: 'old', givenOn: '2027-01-01' });
  const fresh = [given(today, 'UK credit')];
  assert.deepEqual(lack({ ...check, status: 'withdrawn' } as never, fresh), { because: 'withdrawn' });
  assert.deepEqual(lack(check as never, fresh, 90, { ...report, status: 'withdrawn' } as never), {
    because: 'withdrawn',
  });
});
