// The program that the guide of interface v1 shows verifies what is really sent, and nothing else.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { guideOf, type OpenApi } from '../../../src/portals/docs/reference.ts';
import { startProbity } from '../../support/probity.ts';
import { type ReceivedRequest, startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { document, v1Client } from './v1-client.ts';
import { candidateEntry } from './v1-samples.ts';

const receiver = await startWebhookReceiver();
after(() => receiver.close());
const probity = await startProbity({
  workers: true,
  settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*', PROBITY_WEBHOOK_CA: receiver.caFile },
});
const client = v1Client(probity);

interface Recipe {
  isSigned(request: Pick<ReceivedRequest, 'headers' | 'body'>, signingSecret: string): boolean;
  knowsToken(request: Pick<ReceivedRequest, 'headers'>, authorisationToken: string): boolean;
}

/** As somebody copies it from the guide. */
async function recipeOfGuide(): Promise<Recipe> {
  const section = guideOf(document as unknown as OpenApi).find(({ title }) => title === 'Verifying notifications');
  const [program] = section!.paragraphs.flatMap(({ code }) => (code === undefined ? [] : [code]));
  return import(`data:text/javascript;base64,${Buffer.from(program!).toString('base64')}`) as Promise<Recipe>;
}

async function notifiedWith(more: object) {
  const before = receiver.requests.length;
  const events = [{ eventType: 'OrderCancelled', eventSubscribed: true }];
  const made = await client.post<{ webhookKey: string; signingSecret: string }>('/webhooks/webhook', {
    callbackUri: receiver.url,
    events,
    ...more,
  });
  const { Id } = await candidateEntry(client);
  await client.post(`/orders/${Id}/cancel`);
  const request = (await receiver.received(before + 1))[before]!;
  await client.send('DELETE', `/webhooks/webhook?webhookKey=${made.body.webhookKey}`);
  return { request, secret: made.body.signingSecret };
}

test('a receiver with the program of the guide knows what is ours by its secret and by its token', async () => {
  const { isSigned, knowsToken } = await recipeOfGuide();
  const { request, secret } = await notifiedWith({ authorisationToken: 'let me in' });
  const { headers, body } = request;
  assert.ok(isSigned(request, secret));
  assert.ok(knowsToken(request, 'let me in'));

  const now = Number(headers['webhook-timestamp']);
  const forged: Record<string, Record<string, string>> = {
    'another identifier': { 'webhook-id': 'another' },
    'another time': { 'webhook-timestamp': String(now - 1) },
    'an old time': { 'webhook-timestamp': String(now - 600) },
    'no time': { 'webhook-timestamp': 'now' },
    'another signature': { 'webhook-signature': 'v1,AAAA é' },
  };
  for (const [what, changed] of Object.entries(forged)) {
    assert.equal(isSigned({ body, headers: { ...headers, ...changed } }, secret), false, what);
  }
  const rotated = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
  assert.ok(isSigned({ body, headers: rotated }, secret));
  assert.equal(isSigned({ headers, body: Buffer.from(`${body} `) }, secret), false);
  assert.equal(isSigned({ body, headers: {} }, secret), false);
  assert.equal(knowsToken(request, 'another'), false);
});

test('without a token there is no X-Signature to know, and the secret is enough', async () => {
  const { isSigned, knowsToken } = await recipeOfGuide();
  const { request, secret } = await notifiedWith({});
  assert.ok(isSigned(request, secret));
  assert.equal(knowsToken(request, ''), false);
});
