import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { openConnection, openTcp } from '../../../src/platform/outgoing-http/connection.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';

const DAY_MS = 24 * 3_600_000;

test('a connection knows how long its certificate is valid', async (t) => {
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const { host, port, ca } = receiver;
  const target = { origin: `https://${host}:${port}`, path: '/', host, port, addresses: [host], special: true };
  const way = { route: openTcp, secureContext: createSecureContext({ ca }) };
  const opened = await openConnection(target, way, AbortSignal.timeout(10_000));
  assert.ok('socket' in opened);
  opened.socket.destroy();
  // The test's certificates are valid for 90 days.
  assert.ok(Math.abs(opened.validMs - 90 * DAY_MS) < DAY_MS, `${opened.validMs} ms`);
});
