// The signed protocol: the conformance suite, and its callbacks.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { before, test } from 'node:test';
import type { Target } from '../../src/features/provider-requests/answer-actions.ts';
import {
  connectProvider,
  disconnectProvider,
  readConnection,
  rotateProviderSecret,
} from '../../src/features/provider-requests/connection-actions.ts';
import { reportResults } from '../../src/features/report-types/breakdown.ts';
import { signingKey, standardHeaders } from '../../src/features/webhooks/webhook-signatures.ts';
import { signedHttpProvider } from '../../src/providers/signed-http/signed-http-provider.ts';
import { type ReceivedRequest, verifiesStandardWebhook } from '../support/webhook-receiver.ts';
import { conformsAs, type Says } from './conformance.ts';
import { openProviderWorld, type StandIn, speakAs } from './provider-world.ts';

const secretOf = (key: string) => `whsec_${Buffer.from(key.padEnd(24, '.')).toString('base64')}`;

const complete = (result: Says) => ({
  status: 'complete',
  reference: 'ref-1',
  outcome: { result, breakdown: { address: { result } }, notes: 'Seen at the address.' },
});

/** A stand-in that accepts a request and answers the first poll. */
function standIn(says: Says, key: string): StandIn {
  return (request) => {
    const isOurs = request.headers['webhook-timestamp'] !== undefined;
    const signed = createHmac('sha256', Buffer.from(key.padEnd(24, '.')))
      .update(`${request.headers['webhook-id']}.${request.headers['webhook-timestamp']}.`)
      .update(request.body)
      .digest('base64');
    if (!isOurs || !request.headers['webhook-signature']?.split(' ').includes(`v1,${signed}`)) return { status: 401 };
    if (request.path.endsWith('/cancel')) return { status: 204 };
    if (request.method === 'POST') return json(202, { status: 'accepted', reference: 'ref-1' });
    return json(200, complete(says));
  };
}

const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) });

const world = await openProviderWorld();

const described = {
  name: 'signed',
  capabilities: {
    calls: 'with_key',
    results: reportResults,
    types: ['identity'],
    facts: ['first_name', 'last_name', 'dob'],
  },
} as const;

conformsAs(world, described, {
  make: (url, key) =>
    signedHttpProvider(
      {
        ...described,
        id: world.ctx.newId(),
        accountId: world.caller.accountId,
        url,
        limits: { timeoutMs: 2000, answersWithinHours: 48, costPence: 25 },
        key: signingKey(secretOf(key)),
      },
      'https://probity.example',
    ),
  standIn,
  keepsOutOfUrls: ['Jo', 'Sample', '1985'],
});

let connected: { id: string; secret: string };
const given = {
  name: 'address_house',
  types: ['identity'],
  countries: [],
  facts: ['first_name', 'addresses.postcode'],
  personDecides: false,
  asksCandidate: false,
  timeoutMs: 2000,
  answersWithinHours: 48,
  callsPerMinute: null,
  costPence: 25,
};

before(async () => {
  const url = world.receiver.url.replace(/hook$/, 'v1');
  connected = await connectProvider(world.ctx, 'system', world.caller.accountId, { ...given, url }, []);
});

const accepting: StandIn = ({ path }) =>
  path.endsWith('/cancel') ? { status: 204 } : json(202, { status: 'accepted' });

async function accepted(): Promise<Target> {
  speakAs(world.receiver, accepting);
  await world.choose([given.name]);
  const target = await world.report();
  await world.workFor(target, 0);
  return target;
}

function callback(target: Target, said: object, secret = connected.secret, at = world.now()) {
  const body = Buffer.from(JSON.stringify({ report_id: target.reportId, ...said }));
  const headers = standardHeaders({ id: 'msg_1', at, body, key: signingKey(secret) });
  return world.fetch(`/providers/${connected.id}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

const outcomes = async (target: Target) => (await world.exchanges(target)).map(({ outcome }) => outcome);

test('a request is signed, names the report, and contains the declared facts only', async () => {
  const from = world.receiver.requests.length;
  const target = await accepted();
  const sent: ReceivedRequest = world.receiver.requests[from]!;
  assert.ok(verifiesStandardWebhook(sent, connected.secret, world.now()));
  assert.equal(sent.path, '/v1/requests');
  assert.deepEqual(JSON.parse(sent.body.toString()), {
    report_id: target.reportId,
    callback_url: `https://localhost:${world.settings.port}/providers/${connected.id}/answers`,
    report: { name: 'identity', variant: null, options: [] },
    facts: { first_name: 'Jo', addresses: [] },
  });
});

test('a signed callback completes the report; repeating it changes nothing, and a different one is recorded', async () => {
  const target = await accepted();
  assert.equal((await callback(target, complete('clear'))).status, 204);
  assert.deepEqual((await world.statusOf(target)).status, 'complete');
  assert.equal((await callback(target, complete('clear'))).status, 204);
  assert.equal((await callback(target, complete('consider'))).status, 204);
  assert.deepEqual(await outcomes(target), [
    'Accepted',
    'Answered',
    'Answered again, the same',
    'Answered again, differently',
  ]);
  const report = await world.statusOf(target);
  assert.deepEqual([report.result, report.findings.notes], ['clear', 'Seen at the address.']);
});

test('refuses a callback without a signature, with an old one, or about another report', async () => {
  const target = await accepted();
  const other = `whsec_${Buffer.alloc(24).toString('base64')}`;
  assert.equal((await callback(target, complete('clear'), other)).status, 401);
  assert.equal((await callback(target, complete('clear'), connected.secret, new Date(0))).status, 401);
  assert.equal((await callback({ ...target, reportId: target.checkId }, complete('clear'))).status, 404);
  assert.equal((await callback(target, { status: 'complete' })).status, 400);
  assert.equal((await world.statusOf(target)).status, 'awaiting_data');
});

test('a late answer is recorded and changes nothing', async () => {
  const target = await accepted();
  await world.workFor(target, 60);
  assert.equal((await world.statusOf(target)).provider, 'manual');
  assert.equal((await callback(target, complete('clear'), connected.secret)).status, 204);
  assert.equal((await outcomes(target)).at(-1), 'Answered too late');
  assert.equal((await world.statusOf(target)).status, 'awaiting_data');
});

test('an accepted request is cancelled when its report is withdrawn', async () => {
  const target = await accepted();
  await world.move(target, { move: 'withdraw' });
  await world.work(target);
  assert.equal(world.receiver.requests.at(-1)?.path, `/v1/requests/${target.reportId}/cancel`);
  assert.equal((await callback(target, complete('clear'))).status, 204);
  assert.deepEqual((await outcomes(target)).slice(-2), ['Cancelled', 'Answered after the report was closed']);
});

test('a provider may ask for a person, and its text is stored for the desk', async () => {
  const target = await accepted();
  await callback(target, { status: 'needs_person', detail: 'Two people of this name live there.' });
  assert.equal((await world.statusOf(target)).provider, 'manual');
  assert.equal((await world.exchanges(target)).at(-1)?.detail, 'Two people of this name live there.');
});

test('after a rotation both secrets are valid for a day, then only the new one', async () => {
  const { accountId } = world.caller;
  const { secret } = await rotateProviderSecret(world.ctx, 'system', accountId, given.name);
  const target = await accepted();
  const sent = world.receiver.requests.at(-1)!;
  assert.ok(verifiesStandardWebhook(sent, connected.secret, world.now()));
  assert.ok(verifiesStandardWebhook(sent, secret, world.now()));
  assert.equal((await callback(target, complete('clear'))).status, 204);
  world.pass(25);
  const later = await readConnection(world.ctx, accountId, given.name);
  assert.equal(later?.previousKey, undefined);
  connected = { ...connected, secret };
});

test('open requests of a disconnected provider go to a person', async () => {
  const target = await accepted();
  await disconnectProvider(world.ctx, 'system', world.caller.accountId, given.name);
  await world.workFor(target, 2);
  assert.equal((await world.statusOf(target)).provider, 'manual');
  assert.equal((await outcomes(target)).at(-1), 'Not asked');
});
