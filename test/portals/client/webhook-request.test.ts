// Requests to the webhook pages: texts, untrimmed secrets, and the limit of calls to endpoints.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createOrderWebhook, listOrderWebhooks } from '../../../src/features/webhooks/order-webhook-actions.ts';
import { startProbity } from '../../support/probity.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { hiddenFields, password, signedInVisitor } from '../portal-under-test.ts';

const receiver = await startWebhookReceiver();
after(() => receiver.close());
const probity = await startProbity({
  workers: true,
  settings: {
    PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
    PROBITY_WEBHOOK_CA: receiver.caFile,
    PROBITY_RATE_LIMIT: '5',
  },
});
const { ctx, account } = probity;
const email = `${account.accountId}@administrator.test`;
await createSignIn(ctx, 'system', { email, password });
const administrator = await signedInVisitor({ url: probity.url, authority: probity.caFile }, email);
const tenant = account.caller('live');

const newWebhook = (fields: Record<string, string>) => {
  const form = '/portal/webhooks/new?interface=v1';
  return administrator.submit(form, form, { url: receiver.url, events: 'OrderComplete', ...fields });
};

test('an authorisation token keeps its spaces, as in the interface', async () => {
  assert.equal((await newWebhook({ token: ' a ' })).status, 200);
  const [made] = await listOrderWebhooks(ctx, tenant);
  assert.equal(made!.tokenHash, createHash('sha1').update(' a ').digest('hex'));
});

test('an address with a line break is invalid, and a form with a NUL is refused', async () => {
  const broken = await newWebhook({ url: 'https://exa\nmple.com/' });
  assert.equal(broken.status, 422);
  assert.match(broken.body, /href="#url">The address is not a valid URL/);
  for (const name of ['v1', 'v2']) {
    const form = `/portal/webhooks/new?interface=${name}`;
    const given = { url: 'https://example.com/\0', events: 'OrderComplete', environments: 'live' };
    assert.equal((await administrator.submit(form, form, given)).status, 400, name);
  }
});

test('actions that call an endpoint are limited like API requests', async () => {
  const { webhook } = await createOrderWebhook(ctx, tenant, undefined, {
    url: receiver.url,
    events: [{ eventType: 'OrderComplete', eventSubscribed: true }],
    token: undefined,
  });
  const page = `/portal/webhooks/${webhook.id}`;
  const before = receiver.requests.length;
  const token = hiddenFields((await administrator.get(page)).body, `${page}/test`);
  const statuses: number[] = [];
  for (const action of [
    'test',
    'doctor',
    'resend',
    'test',
    'doctor',
    'test',
    'doctor',
    'resend',
    `notifications/${webhook.id}/resend`,
  ]) {
    const { status, body } = await administrator.post(`${page}/${action}`, token);
    statuses.push(status);
    if (status === 429) assert.match(body, /Too many attempts/);
  }
  assert.deepEqual(statuses, [303, 200, 303, 303, 200, 429, 429, 429, 429]);
  assert.equal(receiver.requests.length - before, 4);
  assert.equal((await administrator.get(page)).status, 200, 'reading is not limited');
});
