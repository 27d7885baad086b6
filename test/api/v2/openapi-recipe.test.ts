// The program in the guide of interface v2 accepts our notifications and nothing else.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startProbity } from '../../support/probity.ts';
import { type ReceivedRequest, startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { assertTellsSignatures, type GuideProgram, programOfGuide } from '../shared/guide-program.ts';
import { allowLoopback } from './operation-samples.ts';
import { document, v2Client } from './v2-client.ts';

const receiver = await startWebhookReceiver();
after(() => receiver.close());
const probity = await startProbity({
  workers: true,
  settings: { ...allowLoopback, PROBITY_WEBHOOK_CA: receiver.caFile },
});
const client = v2Client(probity);

interface Recipe extends GuideProgram {
  hasXSignature(request: Pick<ReceivedRequest, 'headers' | 'body'>, ...tokens: readonly string[]): boolean;
}

test("a receiver with the guide's program recognises our notifications by either signature, also during a rotation", async () => {
  const recipe = await programOfGuide<Recipe>(document);
  const { body: webhook } = await client.post<{ id: string; token: string }>('/webhooks', { url: receiver.url });
  await client.post(`/webhooks/${webhook.id}/test`);
  const request = (await receiver.received(1))[0]!;
  const { headers, body } = request;
  assertTellsSignatures(recipe, request, webhook.token);
  assert.ok(recipe.hasXSignature(request, webhook.token));
  assert.equal(recipe.hasXSignature(request, 'another'), false);
  assert.equal(recipe.hasXSignature({ headers, body: Buffer.from(`${body} `) }, webhook.token), false);
  assert.equal(recipe.hasXSignature({ headers: {}, body }, webhook.token), false);

  const rotated = await client.post<{ token: string }>(`/webhooks/${webhook.id}/rotate`);
  await client.post(`/webhooks/${webhook.id}/test`);
  const next = (await receiver.received(2))[1]!;
  for (const token of [webhook.token, rotated.body.token]) assert.ok(recipe.isSigned(next, token));
  assert.equal(recipe.hasXSignature(next, rotated.body.token), false);
  assert.ok(recipe.hasXSignature(next, rotated.body.token, webhook.token));
});
