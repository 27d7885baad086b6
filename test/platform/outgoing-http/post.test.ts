import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { connect, TLSSocket } from 'node:tls';
import { exchange } from '../../../src/platform/outgoing-http/post.ts';
import { answer, type Behaviour, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
before(async () => {
  receiver = await startWebhookReceiver();
});
after(() => receiver.close());

async function answered(behave: Behaviour) {
  receiver.behave(behave);
  const { host, port, ca } = receiver;
  const socket = connect({ host, port, ca });
  await once(socket, 'secureConnect');
  const request = {
    method: 'POST' as const,
    host: 'receiver',
    path: '/',
    headers: {},
    body: Buffer.from('{}'),
    keepText: true,
  };
  const limit = { signal: new AbortController().signal, deadline: performance.now() + 5000 };
  const { answer } = await exchange({ socket, asked: false }, request, limit);
  socket.destroy();
  assert.ok(answer.outcome === 'answered');
  return answer;
}
const answerTo = async (behave: Behaviour) => (await answered(behave)).bodyText;

test('keeps the target of a redirect, shortened to fit a page', async () => {
  const redirecting = async (to: string) => (await answered(answer(302, { headers: { Location: to } }))).location;
  assert.equal(await redirecting('/elsewhere'), '/elsewhere');
  assert.equal((await redirecting(`/${'x'.repeat(5000)}`))?.length, 2000);
});

test('keeps a short answer completely', async () => {
  assert.equal(await answerTo(answer(500, { body: 'Something\tbroke:\nünïcode €' })), 'Something\tbroke:\nünïcode €');
});

test('keeps 1 KB of a long one, cut between two characters', async () => {
  assert.equal(await answerTo(answer(500, { body: 'x'.repeat(100_000) })), 'x'.repeat(1024));
  assert.equal(await answerTo(answer(500, { body: '€'.repeat(1000) })), '€'.repeat(341));
});

test('removes characters that a database cannot store or a page cannot show', async () => {
  assert.equal(await answerTo(answer(500, { body: 'a\0b\u0007c\u001b[31md\u0085e\r\n' })), 'abc[31mde\n');
});

test('keeps what arrived before the peer went away', async () => {
  assert.equal(
    await answerTo((_, socket) => void socket.end('HTTP/1.1 500 No\r\ncontent-length: 50\r\n\r\npartial')),
    'partial',
  );
});

test('rejects a request that cannot be sent, which is our bug', async () => {
  const socket = new TLSSocket(new PassThrough() as never);
  const request = {
    method: 'POST' as const,
    host: 'a',
    path: '/',
    headers: { 'x-a': 'line\r\nbreak' },
    body: Buffer.from('{}'),
    keepText: true,
  };
  const limit = { signal: new AbortController().signal, deadline: performance.now() + 5000 };
  await assert.rejects(exchange({ socket, asked: false }, request, limit), /cannot be sent/);
  socket.destroy();
});
