// The fields that only orders of interface v1 have, in words: every stored field, no ids of value sets, no absent
// fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderDetailsOf } from '../../../src/features/orders/order-details-rules.ts';
import { orderOnly, specificOnly } from '../../../src/features/orders/order-only-fields.ts';
import { statementsOf } from '../../../src/features/orders/order-statement-rules.ts';
import { basicDetails, least, readSample, wholeBody, withValue } from './order-samples.ts';

const papers = {
  CertificateDestination: 'responsibleorganisation',
  ThirdPartyConsent: 'Yes',
  IdentityDocuments: [
    { DocumentType: 'BiometricResidencePermit', DocumentNumber: 'ZU1234567' },
    { DocumentType: 'UtilityBill' },
  ],
};

const saidIn = (body: unknown, entry: 'candidate' | 'client' = 'client') => {
  const { command, fields } = readSample(body, entry);
  assert.deepEqual(fields, {});
  return statementsOf(orderDetailsOf(command!));
};

test('an order with every field is shown completely, with the names of the value sets', () => {
  const body = withValue(wholeBody(['criminal_history:basic']), 'Candidate.CriminalRecord', {
    ...basicDetails,
    ...papers,
  });
  assert.deepEqual(
    saidIn(body).map(({ label, text, about }) => `${about}: ${label}: ${text}`),
    [
      'order: Type of applicant: Candidate',
      'order: Position applied for: Driver',
      'order: Other reference: HR-7',
      'order: Notes on the order: Starts on Monday.',
      'papers: Paper certificate goes to: The organisation that placed the check',
      'papers: Electronic certificate for the client: Consents',
      'papers: Biometric residence permit: ZU1234567',
      'papers: Utility bill: No number given',
    ],
  );
});

test('absent fields have no line, and an order of interface v2 has none', () => {
  assert.deepEqual(saidIn(least, 'candidate'), []);
  assert.deepEqual(statementsOf(null), []);
});

test('every stored field has a label', () => {
  const fields = Object.entries({ ...orderOnly, ...specificOnly });
  for (const [name, { label }] of fields) assert.match(label, /^[A-Z][\w (),]+$/, name);
  assert.equal(new Set(fields.map(([, { label }]) => label)).size, fields.length);
});
