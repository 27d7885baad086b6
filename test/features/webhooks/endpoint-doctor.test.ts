import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { testFormat } from '../../../src/api/v2/notification-format.ts';
import { explanationOf } from '../../../src/features/webhooks/attempt-explanations.ts';
import { examineEndpoint } from '../../../src/features/webhooks/endpoint-doctor.ts';
import {
  type ExaminedEndpoint,
  type Finding,
  findingsOf,
  worstOf,
} from '../../../src/features/webhooks/endpoint-finding-rules.ts';
import { registerWebhook, rotateWebhookSecret, updateWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import type { CertificateKind } from '../../support/receiver-certificates.ts';
import {
  answer,
  type Behaviour,
  closeGracefully,
  verifiesStandardWebhook,
  verifiesXSignature,
} from '../../support/webhook-receiver.ts';
import { webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx } = world;
const live = () => world.callerOf('live');
const format = testFormat('https://probity.example');

const examine = (webhookId: string, caller = live()) => examineEndpoint(ctx, caller, webhookId, format);
const statuses = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ subject, status }) => [subject, status]));

async function registered(behave: Behaviour, certificate?: CertificateKind) {
  const receiver = await world.receiver({ behave, ...(certificate === undefined ? {} : { certificate }) });
  return { receiver, ...(await world.register(receiver.url)) };
}

/** Answers with the signature that a receiver computes with this token. */
const echoing =
  (token: () => string): Behaviour =>
  (request, socket, index) => {
    const computed = createHmac('sha1', token()).update(request.body).digest('hex');
    answer(200, { headers: { 'X-Signature': computed, Date: new Date().toUTCString() } })(request, socket, index);
  };

const allIsWell = {
  webhook: 'ok',
  deliveries: 'ok',
  dns: 'ok',
  address: 'ok',
  connection: 'ok',
  certificate: 'ok',
  acknowledgement: 'ok',
  redirects: 'ok',
  signature: 'ok',
  clock: 'ok',
};
/** The result of a call that was answered with this status. */
const nothingCompared = { ...allIsWell, signature: 'unknown', clock: 'unknown' };

test('finds no problem with an endpoint that follows the guide', async () => {
  let secret = '';
  const { receiver, webhook, token } = await registered(echoing(() => secret));
  secret = token!;
  const findings = await examine(webhook.id);
  assert.deepEqual(statuses(findings), allIsWell);
  assert.equal(worstOf(findings), 'ok');
  assert.ok(findings.every(({ fix }) => fix === null));
  const [request] = receiver.requests;
  assert.ok(verifiesXSignature(request!, secret) && verifiesStandardWebhook(request!, secret, ctx.now()));
  const { payload } = JSON.parse(request!.body.toString());
  assert.deepEqual([payload.resource_type, payload.action], ['test', 'webhook.test']);
  // While a rotation overlaps, X-Signature is computed with the old token.
  const rotated = await rotateWebhookSecret(ctx, live(), webhook.id);
  assert.equal(statuses(await examine(webhook.id)).signature, 'ok');
  secret = rotated.token;
  const [early] = (await examine(webhook.id)).filter(({ subject }) => subject === 'signature');
  assert.equal(early?.status, 'warning');
  const from = rotated.overlapUntil.toISOString().slice(0, 19);
  assert.ok(early?.seen.includes(`with the new token, which X-Signature uses from ${from}Z on`), early?.seen);
  // An address that only the operator's allow-list opens is not shown, nor is the issuer of its certificate.
  assert.doesNotMatch(JSON.stringify(findings), /127\.0\.0\.1.*127\.0\.0\.1|Authority| from /);
});

test('names each fault with what to do about it', async () => {
  const date = (ms: number) => ({ headers: { Date: new Date(Date.now() + ms).toUTCString() } });
  const cases: readonly (readonly [Behaviour, Partial<Record<string, string>>, RegExp])[] = [
    [answer(500), { acknowledgement: 'problem' }, /Check its log/],
    [answer(404), { acknowledgement: 'problem' }, /Correct the path/],
    [answer(200, date(-600_000)), { clock: 'problem' }, /NTP/],
    [answer(200, date(0)), { clock: 'ok' }, /answer the test with a header X-Signature/],
    [answer(200, date(90_000)), { clock: 'warning' }, /NTP/],
    [echoing(() => 'another'), { signature: 'problem', clock: 'ok' }, /raw body/],
    // A receiver may echo the Standard Webhooks signature instead, computed over this test.
    [
      (request, socket, index) =>
        answer(200, { headers: { 'X-Signature': request.headers['webhook-signature']! } })(request, socket, index),
      { signature: 'ok' },
      /null/,
    ],
  ];
  for (const [behave, expected, fix] of cases) {
    const { webhook } = await registered(behave);
    const findings = await examine(webhook.id);
    assert.deepEqual(statuses(findings), { ...nothingCompared, ...expected });
    assert.match(JSON.stringify(findings.map((finding) => finding.fix)), fix);
  }
});

test('names the step that failed if the endpoint cannot be called', async () => {
  for (const [certificate, fix] of [
    ['expired', 'Renew it.'],
    ['wrong_name', 'Use a certificate for the host of the url.'],
    [
      'self_signed',
      'Serve the whole chain of a public authority. A private authority must be in PROBITY_WEBHOOK_CA of this installation.',
    ],
  ] as const) {
    const { webhook } = await registered(answer(200), certificate);
    const found = (await examine(webhook.id)).at(-1)!;
    assert.deepEqual([found.subject, found.status, found.fix], ['certificate', 'problem', fix]);
  }
  const gone = await registered(answer(200));
  await gone.receiver.close();
  const refused = (await examine(gone.webhook.id)).at(-1)!;
  assert.deepEqual(statuses([refused]), { connection: 'problem' });
  const { hostname, port } = new URL(gone.receiver.url);
  assert.equal(refused.seen, `Nothing listens at the address and port. We tried ${hostname}, port ${port}.`);
  const { webhook } = await registered(closeGracefully);
  assert.deepEqual(statuses([(await examine(webhook.id)).at(-1)!]), { acknowledgement: 'problem' });
  const unresolved = await world.register('https://nowhere.example/hook');
  assert.equal((await examine(unresolved.webhook.id)).at(-1)!.subject, 'dns');
});

test('reports the webhook’s own settings, and refuses a webhook of another account', async () => {
  const { webhook } = await registered(answer(200));
  await updateWebhook(ctx, live(), webhook.id, { environments: ['live'] });
  assert.equal(statuses(await examine(webhook.id, world.callerOf('test'))).webhook, 'warning');
  const waiting = await registerWebhook(ctx, world.callerOf('test'), { url: webhook.url.replace('hook', 'waits') });
  const [first] = await examine(waiting.webhook.id);
  assert.match(`${first?.status}: ${first?.seen}`, /warning: Only a test key /);
  assert.equal(statuses(await examine(waiting.webhook.id, world.callerOf('test'))).webhook, 'ok');
  await updateWebhook(ctx, live(), webhook.id, { enabled: false });
  assert.equal(statuses(await examine(webhook.id)).webhook, 'problem');
  const stranger = world.callerOf('live', ctx.newId());
  await assert.rejects(
    examine(webhook.id, stranger),
    (error) => error instanceof Refusal && error.reason === 'not_found',
  );
});

const now = new Date('2026-03-04T09:00:00Z');
const result = {
  outcome: 'answered',
  status: 200,
  bodyText: '',
  retryAfter: null,
  date: now,
  xSignature: null,
  location: null,
  timings: { dnsMs: 1, connectMs: 1, tlsMs: 1, firstByteMs: 6000, totalMs: 6001 },
} as const;
const certificate = {
  validFrom: now,
  validTo: new Date('2026-03-14T09:00:00Z'),
  issuer: 'Example Authority',
  distrust: null,
  protocol: 'TLSv1.3',
};
const signatures = {
  xSignature: createHmac('sha1', 'token').update('body').digest('hex'),
  standard: ['v1,bmV3', 'v1,b2xk'],
  next: null,
};
const endpoint: ExaminedEndpoint = {
  url: new URL('https://hooks.example/hook?key=ours'),
  enabled: true,
  wantsEnvironment: true,
  waitsForLiveKey: false,
  failures: 12,
  pausedUntil: new Date('2026-03-04T09:05:00Z'),
  examination: {
    verdict: { kind: 'allowed' },
    addresses: ['192.0.2.1'],
    dnsMs: 3,
    handshake: { kind: 'made', certificate },
    post: { headers: {}, body: Buffer.from('body'), result },
  },
  explanation: explanationOf,
  signatures,
  now,
};

test('warns of a certificate that expires soon, of a slow answer, and of failed attempts', () => {
  const findings = findingsOf(endpoint);
  assert.deepEqual(statuses(findings), {
    ...allIsWell,
    signature: 'unknown',
    deliveries: 'warning',
    certificate: 'warning',
    acknowledgement: 'warning',
  });
  const seen = findings.map((finding) => finding.seen).join('\n');
  assert.match(seen, /The last 12 attempts failed\. Sending is paused for a few minutes\./);
  assert.match(seen, /hooks\.example resolves to 192\.0\.2\.1, in 3 ms\./);
  assert.match(seen, /TLSv1\.3, with a trusted certificate from Example Authority that expires in 10 days\./);
  const refused = { kind: 'refused', reason: 'address_refused', message: 'must not lead there' } as const;
  const nowhere = findingsOf({ ...endpoint, examination: { verdict: refused, addresses: [], dnsMs: 1 } });
  assert.deepEqual(statuses(nowhere), { webhook: 'ok', deliveries: 'warning', address: 'problem' });
});

test('compares the signature that an answer echoes, and recognises usual mistakes', () => {
  const right = signatures.xSignature;
  const inBase64 = Buffer.from(right, 'hex').toString('base64');
  const sha256 = createHmac('sha256', 'token').update('body').digest();
  const another = 'The endpoint computed another signature.';
  const cases: readonly (readonly [echoed: string, status: Finding['status'], seen: string])[] = [
    [right, 'ok', 'The endpoint computed the same signature.'],
    [right.toUpperCase(), 'ok', 'The endpoint computed the same signature.'],
    [inBase64, 'problem', 'The endpoint computed the same signature, but in base64.'],
    [`sha1=${right}`, 'problem', 'The endpoint computed the same signature, but with the prefix sha1=.'],
    ...[sha256.toString('hex'), sha256.toString('base64'), `sha256=${sha256.toString('hex')}`].map(
      (echoed) => [echoed, 'problem', 'The endpoint seems to have computed an HMAC-SHA256.'] as const,
    ),
    ...['v1,bmV3', 'v1,b2xk', 'v1,bmV3 v1,b2xk'].map(
      (echoed) =>
        [echoed, 'ok', 'The endpoint computed the same webhook-signature, by the Standard Webhooks scheme.'] as const,
    ),
    ['v1,AAAA', 'problem', 'The endpoint computed another webhook-signature, by the Standard Webhooks scheme.'],
    ...['0'.repeat(40), `sha1=${'0'.repeat(40)}`, inBase64.toLowerCase(), 'undefined', ''].map(
      (echoed) => [echoed, 'problem', another] as const,
    ),
  ];
  const { examination } = endpoint;
  for (const [echoed, status, seen] of cases) {
    const post = { ...examination.post!, result: { ...result, xSignature: echoed } };
    const found = findingsOf({ ...endpoint, examination: { ...examination, post } });
    const finding = found.find(({ subject }) => subject === 'signature')!;
    assert.deepEqual([finding.status, finding.seen], [status, seen], echoed);
    assert.equal(finding.fix === null, status === 'ok', echoed);
  }
});

test('a redirect has one finding, which names the target’s path', () => {
  const { examination } = endpoint;
  const seen = (location: string | null) => {
    const post = { ...examination.post!, result: { ...result, status: 302, location } };
    const found = findingsOf({ ...endpoint, examination: { ...examination, post } });
    assert.deepEqual(statuses(found.filter(({ status }) => status === 'problem')), { redirects: 'problem' });
    assert.equal(
      found.some(({ subject }) => subject === 'acknowledgement'),
      false,
    );
    return found.find(({ subject }) => subject === 'redirects')!.seen;
  };
  const told = 'The endpoint answered 302 after 6000 ms. The endpoint redirected. We do not follow redirects.';
  assert.equal(seen('/hook/?key=ours#part'), `${told} It redirects to /hook/.`);
  assert.equal(seen('https://hooks.example/'), `${told} It redirects to /.`);
  assert.equal(
    seen('https://name:word@www.hooks.example/hook'),
    `${told} It redirects to https://www.hooks.example/hook.`,
  );
  assert.equal(seen('mailto:somebody'), told);
  for (const nowhere of [null, 'https://', 'data:text/plain,secret']) assert.equal(seen(nowhere), told);
});

test('a connection that cannot be made has no finding about the certificate', () => {
  const last = (reason: 'connect_refused' | 'unreachable' | 'proxy_refused' | 'tls_failed') => {
    const { post: _, ...examination } = endpoint.examination;
    const found = findingsOf({ ...endpoint, examination: { ...examination, handshake: { kind: 'failed', reason } } });
    return statuses(found.slice(4));
  };
  for (const reason of ['connect_refused', 'unreachable', 'proxy_refused'] as const) {
    assert.deepEqual(last(reason), { connection: 'problem' });
  }
  assert.deepEqual(last('tls_failed'), { connection: 'ok', certificate: 'problem' });
});
