// The two operations that validate an order answer every problem, and store nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { least, leastCandidate, wholeBody, wholeCandidate, withValue } from '../../features/orders/order-samples.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v1Client } from './v1-client.ts';

const probity = await startProbity();
const client = v1Client(probity);

interface Result {
  readonly isValid: boolean;
  readonly validationErrors?: readonly {
    readonly message: string;
    readonly fieldPath: string;
    readonly errorLevel: string;
  }[];
}
const entries = ['candidateentry', 'cliententry'] as const;
const validate = async (entry: (typeof entries)[number], body: unknown) =>
  (await client.post<Result>(`/orders/${entry}/validate`, body)).body;

test('a valid order is answered as valid and not stored', async () => {
  assert.deepEqual(await validate('candidateentry', least), { isValid: true });
  assert.deepEqual(await validate('cliententry', wholeBody(['identity', 'criminal_history:basic'])), { isValid: true });
  const row = await probity.ctx.db.row<{ count: number }>(sql`select count(*)::int as count from applicants`);
  assert.equal(row?.count, 0);
});

test('a client entry must contain everything that its checks need', async () => {
  assert.deepEqual(await validate('cliententry', least), {
    isValid: false,
    validationErrors: [{ message: "can't be blank", fieldPath: 'Candidate.AddressList', errorLevel: 'Error' }],
  });
});

test('a client entry of an anti-money-laundering check needs no nationality', async () => {
  const { CurrentNationality: _, ...PersonalInfo } = wholeCandidate.PersonalInfo;
  const body = { Checks: [{ CheckType: 'UKIDAMLCheckUKAML' }], Candidate: { ...wholeCandidate, PersonalInfo } };
  assert.deepEqual(await validate('cliententry', body), { isValid: true });
});

test('a criminal record check of a 15-year-old is not valid, and is refused when it is submitted', async () => {
  const dob = `${probity.ctx.now().getUTCFullYear() - 15}-12-31`;
  for (const entry of entries) {
    const young = withValue(wholeBody(['criminal_history:basic']), 'Candidate.PersonalInfo.DateOfBirth', dob);
    const { isValid, validationErrors } = await validate(entry, young);
    assert.equal(isValid, false);
    assert.ok(
      validationErrors?.some(
        ({ message, fieldPath }) =>
          fieldPath === 'Candidate.PersonalInfo.DateOfBirth' &&
          message === 'is of somebody under 16: UK criminal record checks are for people of 16 and over',
      ),
      entry,
    );
    assert.equal((await client.post(`/orders/${entry}`, young)).status, 400);
  }
});

test('all problems are answered at once, each with the path of its field', async () => {
  const body = withValue(
    withValue(wholeBody(['credit']), 'Candidate.Identity.DrivingDocument.Number', '123'),
    'Candidate.AddressList[0].Address.Postcode',
    'X',
  );
  for (const entry of entries) {
    const { isValid, validationErrors } = await validate(entry, body);
    assert.equal(isValid, false);
    assert.deepEqual(
      validationErrors?.map(({ fieldPath }) => fieldPath),
      ['Candidate.AddressList[0].Address.Postcode', 'Candidate.Identity.DrivingDocument.Number'],
    );
  }
});

test('malformed JSON is refused', async () => {
  for (const entry of entries) {
    const path = `/orders/${entry}/validate`;
    const sent = (body: string) => client.send('POST', path, { body, headers: { 'content-type': 'application/json' } });
    for (const body of ['{', '{"a":1,"a":2}', "{'a':1}", 'text', '']) {
      assertRefused(await sent(body), 400, 'malformed_request');
    }
    for (const body of ['[]', '"text"', 'null', '1']) {
      const { isValid, validationErrors } = (await sent(body)).json as Result;
      assert.deepEqual([isValid, validationErrors?.[0]?.message], [false, 'must be an object'], body);
    }
    const form = await client.send('POST', path, { form: 'a=1' });
    assertRefused(form, 415, 'unsupported_media_type');
  }
});

test('packages and job roles of other accounts are unknown', async () => {
  const reports = [{ name: 'sanctions' }, { name: 'adverse_media', quantity: 2 }];
  const id = await createPackage(probity.ctx, 'system', probity.account.accountId, { name: 'Checks', reports });
  assert.deepEqual(await validate('candidateentry', { PackageId: id, Candidate: leastCandidate }), { isValid: true });
  const foreign = await validate('candidateentry', { PackageId: 4711, Candidate: leastCandidate });
  assert.deepEqual(
    foreign.validationErrors?.map(({ fieldPath }) => fieldPath),
    ['PackageId'],
  );
});
