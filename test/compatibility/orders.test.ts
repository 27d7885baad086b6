// A client written from the public guide of the orders API only: subscription header and PascalCase bodies.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startProbity } from '../support/probity.ts';

const probity = await startProbity({ settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' } });

async function call<Body>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object | Buffer) {
  const headers = { 'Ocp-Apim-Subscription-Key': probity.account.keys.test };
  const sent = body === undefined ? {} : Buffer.isBuffer(body) ? { body } : { json: body };
  const answer = await probity.fetch(`/api/v1${path}`, { method, headers, ...sent });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json as Body;
}

const order = {
  UniqueKey: randomUUID(),
  CheckGroups: [{ CheckTypeId: 'UKIDAMLCheckUKAML', Quantity: 1 }],
  Candidate: {
    CurrentName: { Title: 'Mr', FirstName: 'John', LastName: 'Sample', IsFromBirth: true },
    PersonalInfo: {
      ...{ DateOfBirth: '1980-02-01T00:00:00', Gender: 'Male', ApplicantType: 'Candidate' },
      ...{ CandidateEmail: 'john@example.com', CurrentNationality: 'GB', PurchaseOrderNumber: 'PO-1' },
    },
  },
};

test('an order goes from validation to its file and its webhook under the names of the guide', async () => {
  const valid = await call<{ isValid: boolean }>('POST', '/orders/candidateentry/validate', order);
  assert.deepEqual(valid, { isValid: true });
  const placed = await call<{ Id: number; UniqueKey: string; Checks: object[] }>(
    'POST',
    '/orders/candidateentry',
    order,
  );
  assert.equal(placed.UniqueKey, order.UniqueKey);
  const status = await call<{ orderStatus: string }>('GET', `/orders/${placed.Id}/status`);
  assert.equal(status.orderStatus, 'Application');
  const open = await call<{ Id: number }[]>('GET', '/orders/GetOpenOrders');
  assert.deepEqual(
    open.map(({ Id }) => Id),
    [placed.Id],
  );

  const content = Buffer.from('A signed form, as text. '.repeat(8));
  const token = randomUUID();
  const query = `fileToken=${token}&orderId=${placed.Id}&fileName=form.txt&description=Signed`;
  const file = await call<{ checksum: string }>('POST', `/attachments?${query}`, content);
  assert.equal(file.checksum, createHash('md5').update(content).digest('hex'));
  const back = await call<{ file: string }>('GET', `/attachments/download?fileToken=${token}`);
  assert.deepEqual(Buffer.from(back.file, 'base64'), content);

  const webhook = await call<{ webhookKey: string }>('POST', '/webhooks/webhook', {
    WebhookKey: randomUUID(),
    Events: [{ EventType: 'OrderCancelled', EventSubscribed: true }],
    AuthorisationToken: 'secret',
    CallbackUri: 'https://127.0.0.1:9/orders',
  });
  await call('POST', `/orders/${placed.Id}/cancel`);
  const history = await call<{ orderId: number; eventType: string }[]>('GET', '/webhooks/webhook/history');
  assert.deepEqual(
    history.map(({ orderId, eventType }) => [orderId, eventType]),
    [[placed.Id, 'OrderCancelled']],
  );
  await call('DELETE', `/webhooks/webhook?WebhookKey=${webhook.webhookKey}`);
});
