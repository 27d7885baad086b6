import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAttempts } from '../../../src/features/webhooks/attempt-actions.ts';
import { explainAttempt } from '../../../src/features/webhooks/attempt-explanations.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { failureReasons } from '../../../src/platform/outgoing-http/connection.ts';
import { answer, inTurn } from '../../support/webhook-receiver.ts';
import { eventually, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx } = world;
const firstPage = { page: 1, perPage: 20 };

test('lists the attempts at an endpoint newest first, with the answer and the next attempt', async () => {
  const receiver = await world.receiver({ behave: inTurn(answer(503, { body: 'closed for lunch' }), answer(204)) });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  const live = world.callerOf('live');
  await world.event('check.completed');
  const list = (outcome?: 'acknowledged' | 'failed', page = firstPage) =>
    listAttempts(ctx, live, { webhookId: webhook.id, outcome, page });
  const one = await eventually(list, ({ total }) => total === 1);
  const [failed] = one.attempts;
  // The answer of a special-purpose address is never stored.
  assert.deepEqual([failed!.status, failed!.reason, failed!.answer], [503, 'not_acknowledged', null]);
  assert.deepEqual([failed!.number, failed!.manual, failed!.eventType], [1, false, 'check.completed']);
  assert.ok(failed!.nextAttemptAt! > failed!.startedAt);
  assert.ok(failed!.tlsMs !== null && failed!.totalMs >= failed!.firstByteMs!);
  await world.passTime(120_000);
  const both = await eventually(list, ({ total }) => total === 2);
  await worker.stop();
  assert.deepEqual(
    both.attempts.map(({ number, status, nextAttemptAt }) => [number, status, nextAttemptAt]),
    [
      [2, 204, null],
      [1, 503, null],
    ],
  );
  const filtered = await Promise.all([list('acknowledged'), list('failed'), list(undefined, { page: 2, perPage: 1 })]);
  assert.deepEqual(
    filtered.map(({ total, attempts }) => [total, attempts.map(({ number }) => number)]),
    [
      [1, [2]],
      [1, [1]],
      [2, [1]],
    ],
  );
  // The webhook has both environments, but the attempt belongs to one.
  const asked = { webhookId: webhook.id, outcome: undefined, page: firstPage };
  assert.equal((await listAttempts(ctx, world.callerOf('test'), asked)).total, 0);
  await assert.rejects(
    listAttempts(ctx, world.callerOf('live', ctx.newId()), asked),
    (error) => error instanceof Refusal && error.reason === 'not_found',
  );
});

test('every class of failure has an explanation that says what to do', () => {
  const sentences = [
    ...Object.keys(failureReasons).map((reason) => explainAttempt(reason, null)),
    ...[301, 401, 403, 404, 410, 418, 429, 500, 599].map((status) => explainAttempt('not_acknowledged', status)),
  ];
  for (const sentence of sentences) assert.match(sentence, /^[A-Z].{20,}\.$/);
  assert.match(explainAttempt('not heard of yet', null), /^The attempt failed\. /);
  assert.equal(explainAttempt(null, 200), 'Acknowledged.');
});
