// In interface v1, keys of limited roles can act but read no results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRole } from '../../../src/features/access/permissions.ts';
import { changeUser, createApiKey, createUser } from '../../../src/features/accounts/account-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { advanceCheck } from '../../../src/features/checks/sandbox-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v1Client } from './v1-client.ts';
import { type AnsweredOrder, candidateEntry, completeOrder } from './v1-samples.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const administrator = v1Client(probity);

async function clientOf(role: ClientRole) {
  const person = { name: role, email: `${role}@roles.test`, role, externalId: role };
  const { id: userId } = await createUser(ctx, 'system', account.accountId, person);
  const { key } = await createApiKey(ctx, 'system', account.accountId, { userId, environment: 'test' });
  return v1Client(probity, 'test', key);
}

const requester = await clientOf('requester');

const criminalRecord = {
  CheckCriminalPositionAppliedFor: 'Driver',
  CheckCriminalPurposeOfCheck: 'employment',
  CheckCriminalPlaceOfWork: 'England',
  CheckCriminalEmployerName: 'Example Ltd',
  CheckCriminalEmploymentSector: 'Drivers',
};

test('a requester places and cancels an order, and no answer contains its traffic light', async () => {
  const order = await candidateEntry(requester);
  const cancelled = await requester.post(`/orders/${order.Id}/cancel`);
  assert.deepEqual([cancelled.status, cancelled.text], [204, '']);
  assert.equal((await readCheck(ctx, account.caller('test'), order.CheckId)).status, 'cancelled');
});

test('a requester who submits an order again gets no results', async () => {
  const body = completeOrder();
  const { CheckId } = (await requester.post<AnsweredOrder>('/orders/cliententry', body)).body;
  await advanceCheck(ctx, account.caller('test'), CheckId);
  const again = await requester.post('/orders/cliententry', body);
  assertRefused(again, 403, 'not_permitted');
  assert.doesNotMatch(again.text, /Completed|clear/);
});

test('an identity verifier confirms an identity and may not place an order', async () => {
  const verifier = await clientOf('identity_verifier');
  const order = await candidateEntry(administrator, {
    Checks: [{ CheckType: 'criminal_history:basic', CheckSpecificData: criminalRecord }],
  });
  assert.equal((await verifier.post(`/orders/${order.Id}/identity`)).status, 204);
  assert.notEqual((await readCheck(ctx, account.caller('test'), order.CheckId)).identityConfirmedAt, null);
  assertRefused(await verifier.post('/orders/cliententry', completeOrder()), 403, 'not_permitted');
});

test('a user who acts as another has only the permissions that both have', async () => {
  const acting = { headers: { VerifileUserId: 'requester' } };
  assertRefused(await administrator.get('/orders', acting), 403, 'not_permitted');
  assert.equal((await administrator.post('/orders/cliententry', completeOrder(), acting)).status, 201);
  const other = { headers: { VerifileUserId: 'identity_verifier' } };
  assertRefused(await requester.post('/orders/cliententry', completeOrder(), other), 403, 'not_permitted');
});

test('nobody acts as a user whose access has ended', async () => {
  const person = { name: 'Gone', email: 'gone@roles.test', role: 'standard', externalId: 'gone' } as const;
  const { id } = await createUser(ctx, 'system', account.accountId, person);
  const acting = { headers: { VerifileUserId: 'gone' } };
  assert.equal((await administrator.get('/orders', acting)).status, 200);
  await changeUser(ctx, 'system', account.accountId, { id, accessUntil: addDays(ukDateOf(ctx.now()), -1) });
  assertRefused(await administrator.get('/orders', acting), 401, 'unauthenticated');
});
