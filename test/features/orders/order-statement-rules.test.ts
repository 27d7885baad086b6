// What only orders of interface v1 say, in people's words: every field that is kept, no ids of value sets, nothing unsaid.
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

test('an order that says everything is read whole, in the words of the value sets', () => {
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

test('what was not said makes no line, and an order of interface v2 none at all', () => {
  assert.deepEqual(saidIn(least, 'candidate'), []);
  assert.deepEqual(statementsOf(null), []);
});

test('no field that is kept is without words', () => {
  const fields = Object.entries({ ...orderOnly, ...specificOnly });
  for (const [name, { label }] of fields) assert.match(label, /^[A-Z][\w (),]+$/, name);
  assert.equal(new Set(fields.map(([, { label }]) => label)).size, fields.length);
});
