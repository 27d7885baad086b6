import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { authorisationTokenHash } from '../../../src/features/webhooks/order-webhook-rules.ts';
import {
  secretBytes,
  secretText,
  signaturesV1,
  signaturesV2,
  signingKey,
} from '../../../src/features/webhooks/webhook-signatures.ts';

const newSecret = () => secretText(randomBytes(secretBytes));
const secret = newSecret();
const previous = newSecret();

const onfido = createRequire(import.meta.url)('@tradle/onfido-api/lib/webhooks') as (options: { token: string }) => {
  handleEvent(request: unknown, token: string): Promise<unknown>;
};

/** Verifies like the client library: over the stream of raw bytes. */
function handleEvent(headers: object, body: Buffer, token: string): Promise<unknown> {
  const request = Object.assign(new PassThrough(), { headers });
  request.end(body);
  return onfido({ token: 'key' }).handleEvent(request, token);
}

const notification = fc
  .record({ id: fc.uuid(), text: fc.string({ unit: 'grapheme' }), at: fc.nat(250) })
  .map(({ id, text, at }) => ({
    id,
    at: new Date(Date.now() - at * 1000),
    body: Buffer.from(JSON.stringify({ payload: { resource_type: 'report', note: text } })),
  }));

test('a secret is whsec_ and 24 bytes in base64', () => {
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
});

test('the Standard Webhooks library verifies every notification, and no altered one', () => {
  fc.assert(
    fc.property(notification, (given) => {
      const headers = signaturesV2({ ...given, key: signingKey(secret) });
      const verifier = new Webhook(secret);
      assert.deepEqual(verifier.verify(given.body, headers), JSON.parse(given.body.toString()));
      assert.throws(() => verifier.verify(Buffer.concat([given.body, Buffer.from(' ')]), headers));
      assert.throws(() => verifier.verify(given.body, { ...headers, 'webhook-id': 'other' }));
      assert.throws(() => new Webhook(previous).verify(given.body, headers));
    }),
    { numRuns: 1000 },
  );
});

test('a client library written for Onfido verifies X-Signature over the raw bytes', async () => {
  await fc.assert(
    fc.asyncProperty(notification, async (given) => {
      const headers = signaturesV2({ ...given, key: signingKey(secret) });
      assert.deepEqual(await handleEvent(headers, given.body, secret), JSON.parse(given.body.toString()).payload);
      await assert.rejects(handleEvent(headers, Buffer.concat([given.body, Buffer.from(' ')]), secret));
      await assert.rejects(handleEvent(headers, given.body, previous));
    }),
    { numRuns: 200 },
  );
});

test('while a rotation overlaps, both secrets verify, and X-Signature still uses the old one', async () => {
  const body = Buffer.from('{"payload":{}}');
  const headers = signaturesV2({
    id: 'a',
    at: new Date(),
    body,
    key: signingKey(secret),
    previousKey: signingKey(previous),
  });
  new Webhook(secret).verify(body, headers);
  new Webhook(previous).verify(body, headers);
  await handleEvent(headers, body, previous);
  await assert.rejects(handleEvent(headers, body, secret));
});

test('v1 sends the SHA1 hash of the authorisation token, with the same Standard Webhooks headers', () => {
  const body = Buffer.from('{"OrderId":1}');
  // Computed by another implementation: printf secret | sha1sum
  assert.equal(authorisationTokenHash('secret'), 'e5e9fa1ba31ecd1ae84f75caaa474f3a663f05f4');
  const headers = signaturesV1(
    { id: 'a', at: new Date(), body, key: signingKey(secret) },
    authorisationTokenHash('secret'),
  );
  assert.equal(headers['x-signature'], 'e5e9fa1ba31ecd1ae84f75caaa474f3a663f05f4');
  new Webhook(secret).verify(body, headers);
  assert.ok(!('x-signature' in signaturesV1({ id: 'a', at: new Date(), body, key: signingKey(secret) }, null)));
});
