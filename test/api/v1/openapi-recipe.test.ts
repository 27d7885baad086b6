// The program in the guide of interface v1 accepts our notifications and nothing else.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startProbity } from '../../support/probity.ts';
import { type ReceivedRequest, startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { assertTellsSignatures, type GuideProgram, programOfGuide } from '../shared/guide-program.ts';
import { document, v1Client } from './v1-client.ts';
import { candidateEntry } from './v1-samples.ts';

const receiver = await startWebhookReceiver();
after(() => receiver.close());
const probity = await startProbity({
  workers: true,
  settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*', PROBITY_WEBHOOK_CA: receiver.caFile },
});
const client = v1Client(probity);

interface Recipe extends GuideProgram {
  knowsToken(request: Pick<ReceivedRequest, 'headers'>, authorisationToken: string): boolean;
}

const recipeOfGuide = () => programOfGuide<Recipe>(document);

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

test("a receiver with the guide's program recognises our notifications by the secret and by the token", async () => {
  const recipe = await recipeOfGuide();
  const { request, secret } = await notifiedWith({ authorisationToken: 'let me in' });
  assertTellsSignatures(recipe, request, secret);
  assert.ok(recipe.knowsToken(request, 'let me in'));
  assert.equal(recipe.knowsToken(request, 'another'), false);
});

test('without a token there is no X-Signature, and the secret suffices', async () => {
  const { isSigned, knowsToken } = await recipeOfGuide();
  const { request, secret } = await notifiedWith({});
  assert.ok(isSigned(request, secret));
  assert.equal(knowsToken(request, ''), false);
});
