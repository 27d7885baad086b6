import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { createKeptConnections } from '../../../src/platform/outgoing-http/kept-connections.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';

test('a connection that is dropped before anything was sent over it is closed', async (t) => {
  const receiver = await startWebhookReceiver();
  const socket = connect({ host: receiver.host, port: receiver.port, ca: receiver.ca });
  t.after(() => {
    socket.destroy();
    return receiver.close();
  });
  await once(socket, 'secureConnect');
  const kept = createKeptConnections();
  const target = { origin: new URL(receiver.url).origin, addresses: [receiver.host] };
  const connection = kept.adopt(target as never, { socket, address: receiver.host } as never);
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(5000) });
  kept.release(connection, 0);
  await closed;
  assert.ok(socket.destroyed);
});
