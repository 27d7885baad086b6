// The limit of 10 seconds, and receivers that do not read a large body; the proof `bad-receivers` tests other faults.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllowList } from '../../../src/platform/outgoing-http/allow-list.ts';
import { createOutgoing, type Outgoing } from '../../../src/platform/outgoing-http/outgoing.ts';
import type { PostResult } from '../../../src/platform/outgoing-http/post.ts';
import { answer, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

/** Short where the limit itself is tested; generous elsewhere, because the machine may be busy. */
const SHORT_MS = 3000;
const LONG_MS = 5000;

let receiver: WebhookReceiver;
let outgoing: Outgoing;

before(async () => {
  receiver = await startWebhookReceiver({
    behave: (request, socket, index) => answer(200, { afterMs: Number(request.path.slice(1)) })(request, socket, index),
  });
  outgoing = createOutgoing({ allow: parseAllowList('127.0.0.0/8:*').entries!, ourPorts: [], ca: receiver.ca });
  // Started first, and running during the other tests.
  slowCalls = callSlowly();
});
after(async () => {
  outgoing.close();
  await receiver.close();
});

let slowCalls: ReturnType<typeof callSlowly>;

async function callSlowly() {
  const call = (afterMs: number) =>
    outgoing.post({ url: new URL(`/${afterMs}`, receiver.url).href, headers: {}, body: Buffer.from('{}') });
  // Connected before, so that only the delay counts.
  await Promise.all(Array.from({ length: 6 }, () => call(0)));
  await sleep(150);
  const calls = (afterMs: number) => [0, 150, 300].map((startMs) => sleep(startMs).then(() => call(afterMs)));
  const [inTime, late] = await Promise.all([Promise.all(calls(9900)), Promise.all(calls(10_100))]);
  return { inTime, late };
}

const postMuch = (url: string, timeoutMs: number) =>
  outgoing.post({ url, headers: {}, body: Buffer.alloc(20_000_000, 'x'), timeoutMs });

const outcomeOf = (result: PostResult) => (result.outcome === 'answered' ? result.status : result.reason);

test('a call to a peer that never reads ends', async () => {
  const deaf = await startWebhookReceiver({ connected: (socket) => void socket.pause() });
  const result = await postMuch(deaf.url, SHORT_MS);
  await deaf.close();
  assert.equal(outcomeOf(result), 'timed_out');
});

test('an answer that comes before the request has ended counts', async () => {
  const early = await startWebhookReceiver({
    connected(socket) {
      socket.once('data', () => {
        socket.pause();
        socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n');
      });
    },
  });
  const result = await postMuch(early.url, LONG_MS);
  await early.close();
  assert.equal(outcomeOf(result), 413);
});

test('the limit is 10 seconds: an answer after 9.9 s acknowledges, one after 10.1 s does not', async () => {
  const { inTime, late } = await slowCalls;
  // Three calls a little apart, because a busy machine may suspend a process for the last tenth of a second of one.
  assert.ok(inTime.map(outcomeOf).includes(200), inTime.map(outcomeOf).join(' '));
  for (const result of late) {
    assert.equal(outcomeOf(result), 'timed_out');
    assert.ok(result.timings.totalMs > 9990 && result.timings.totalMs < 20_000, `${result.timings.totalMs} ms`);
  }
});
