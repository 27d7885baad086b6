// A provider that sends the candidate to a page of its own: the report waits for the candidate, then for the answer.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { roles } from '../../src/features/access/permissions.ts';
import { readCheck, readCheckAndKey } from '../../src/features/checks/check-actions.ts';
import { listEmails } from '../../src/features/emails/email-actions.ts';
import type { Target } from '../../src/features/provider-requests/answer-actions.ts';
import { connectProvider, disconnectProvider } from '../../src/features/provider-requests/connection-actions.ts';
import { renewStep } from '../../src/features/provider-requests/request-actions.ts';
import { answerQuery, listQueries, recordAnswer, withdrawQuery } from '../../src/features/queries/query-actions.ts';
import {
  announceLifting,
  askRestriction,
  decideRestriction,
  liftRestriction,
  listRestrictionsOf,
} from '../../src/features/restrictions/restriction-actions.ts';
import { signingKey, standardHeaders } from '../../src/features/webhooks/webhook-signatures.ts';
import { sql } from '../../src/platform/db/database.ts';
import { openProviderWorld, type StandIn, speakAs } from './provider-world.ts';

const world = await openProviderWorld();
const name = 'face_house';
const page = 'https://face-house.test/verify/1';
let connected: { id: string; secret: string };

const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) });
const awaiting = (more: object = {}) => json(202, { status: 'awaits_candidate', candidate_url: page, ...more });
const complete = { status: 'complete', outcome: { result: 'clear', notes: 'The face is the one of the passport.' } };

const connect = async (connection: string, asksCandidate: boolean) =>
  connectProvider(
    world.ctx,
    'system',
    world.caller.accountId,
    {
      ...{ name: connection, url: world.receiver.url.replace(/hook$/, 'v1'), types: ['identity'], countries: [] },
      ...{ facts: ['first_name'], personDecides: false, asksCandidate, timeoutMs: 2000, answersWithinHours: 48 },
      ...{ callsPerMinute: null, costPence: 90 },
    },
    [],
  );

before(async () => {
  connected = await connect(name, true);
});

async function asked(speaks: StandIn = () => awaiting()): Promise<Target> {
  speakAs(world.receiver, speaks);
  await world.choose([name]);
  const target = await world.report();
  await world.workFor(target, 0);
  return target;
}

function callBack(target: Target, said: object, to = connected) {
  const body = Buffer.from(JSON.stringify({ report_id: target.reportId, ...said }));
  const headers = standardHeaders({ id: 'msg_1', at: world.now(), body, key: signingKey(to.secret) });
  return world.fetch(`/providers/${to.id}/answers`, {
    ...{ method: 'POST', body },
    headers: { 'content-type': 'application/json', ...headers },
  });
}

const stepsOf = async ({ checkId }: Target) =>
  listQueries(world.ctx, await readCheck(world.ctx, world.caller, checkId));
const stepOf = async (target: Target) => (await stepsOf(target)).at(-1)!;
async function isForPerson(target: Target): Promise<void> {
  const { status, provider } = await world.statusOf(target);
  assert.deepEqual([status, provider], ['awaiting_data', 'manual']);
  assert.match(world.receiver.requests.at(-1)!.path, /\/cancel$/);
}

const outcomes = async (target: Target) => (await world.exchanges(target)).map(({ outcome }) => outcome);

test('the candidate is sent to the page of the provider, and its answer completes the report', async () => {
  const target = await asked();
  assert.equal((await world.statusOf(target)).status, 'paused');
  const { kind, addressee, status, step, askedBy } = await stepOf(target);
  assert.deepEqual([kind, addressee, status, askedBy], ['outside_step', 'candidate', 'open', `provider:${name}`]);
  assert.deepEqual(step, { url: page, endsAt: null });
  const [mail] = await listEmails(world.ctx, world.caller, 1);
  assert.match(mail!.subject, /one more step/);
  assert.doesNotMatch(mail!.text, /face-house/);
  assert.equal((await callBack(target, complete)).status, 204);
  const report = await world.statusOf(target);
  assert.deepEqual([report.status, report.result], ['complete', 'clear']);
  assert.equal((await stepOf(target)).status, 'answered');
  assert.deepEqual(await outcomes(target), ['Waits for the candidate', 'Answered']);
  const exchanges = await world.exchanges(target);
  assert.deepEqual(
    exchanges.map(({ costPence }) => costPence),
    [90, 0],
  );
});

test('the provider is told where the candidate comes back to, and the link is stored for the candidate only', async () => {
  const target = await asked();
  const sent = JSON.parse(world.receiver.requests.findLast(({ method }) => method === 'POST')!.body.toString());
  assert.match(sent.candidate_return_url, /\/form\/[\w-]{87}\/queries$/);
  const rows = await world.database.rows<object>(sql`
    select q.*, e.sealed_content from queries q, provider_exchanges e
    where q.report_id = ${target.reportId} and e.report_id = ${target.reportId}`);
  const bytes = rows.flatMap((row) => Object.values(row)).map((value) => Buffer.from(String(value)).toString());
  assert.ok(!bytes.some((text) => text.includes('face-house')));
});

test('the words of the provider stand before the link, and a newer link replaces the one of before', async () => {
  const ends = new Date(world.now().getTime() + 600_000).toISOString();
  const detail = 'Have your passport at hand.';
  const target = await asked(() => awaiting({ detail, candidate_url_ends_at: ends }));
  const first = await stepOf(target);
  assert.equal(first.text, detail);
  assert.equal(first.step?.endsAt?.toISOString(), ends);
  speakAs(world.receiver, () => awaiting({ candidate_url: `${page}?second` }));
  const candidate = { ...world.caller, actor: 'candidate' as const, permissions: ['answer_queries' as const] };
  const { checkId, reportId } = target;
  await renewStep(world.ctx, candidate, { checkId, reportId }, name);
  await world.work(target);
  assert.deepEqual(
    (await stepsOf(target)).map(({ step }) => step),
    [{ url: `${page}?second`, endsAt: null }],
  );
});

test('a candidate who cannot do the step says why, the provider is told, and a person works on the report', async () => {
  const target = await asked();
  const { id: queryId } = await stepOf(target);
  const candidate = { ...world.caller, actor: 'candidate' as const, permissions: ['answer_queries' as const] };
  const step = { checkId: target.checkId, queryId, addressee: 'candidate' as const };
  await assert.rejects(answerQuery(world.ctx, candidate, step, ' '), { reason: 'invalid_fields' });
  await answerQuery(world.ctx, candidate, step, 'I have no passport.');
  await world.workFor(target, 2);
  const steps = (await stepsOf(target)).map(({ status, answer }) => [status, answer]);
  assert.deepEqual(steps, [['answered', 'I have no passport.']]);
  await isForPerson(target);
});

test('nobody of the desk records that a candidate has finished at a provider', async () => {
  const target = await asked();
  const { id: queryId } = await stepOf(target);
  const screener = { ...world.caller, permissions: ['ask_queries' as const] };
  await assert.rejects(recordAnswer(world.ctx, screener, { checkId: target.checkId, queryId }, 'They are done.'), {
    reason: 'state_does_not_allow',
  });
});

test('an answer of a provider that is asked no more opens no step', async () => {
  const target = await asked(() => json(202, { status: 'accepted' }));
  await callBack(target, { status: 'needs_person' });
  assert.equal((await callBack(target, { status: 'awaits_candidate', candidate_url: page })).status, 204);
  assert.equal((await outcomes(target)).at(-1), 'Answered too late');
  assert.deepEqual(await stepsOf(target), []);
  assert.equal((await world.statusOf(target)).status, 'awaiting_data');
});

test('about a restricted person nothing goes on, and the answer counts once that has ended', async () => {
  const target = await asked();
  const officer = { ...world.caller, permissions: roles.desk.data_protection };
  const { checkId } = target;
  const words = 'It is not me.';
  await askRestriction(world.ctx, officer, checkId, { ground: 'accuracy', words });
  const { check, key } = await readCheckAndKey(world.ctx, world.caller, checkId);
  const { id } = (await listRestrictionsOf(world.ctx, check, key))[0]!;
  await decideRestriction(world.ctx, officer, checkId, { id, isAccepted: true, answer: '' });
  assert.equal((await callBack(target, complete)).status, 204);
  assert.equal((await outcomes(target)).at(-1), 'Answered, held back while the report waits');
  const before = world.receiver.requests.length;
  await world.workFor(target, 3);
  assert.equal(world.receiver.requests.length, before, 'the provider is not asked');
  const liftOn = new Date(world.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  await announceLifting(world.ctx, officer, checkId, { id, liftOn, answer: 'It is you.' });
  await world.workFor(target, 24);
  await liftRestriction(world.ctx, officer, checkId, id);
  speakAs(world.receiver, () => json(200, complete));
  await world.workFor(target, 2);
  assert.equal((await world.statusOf(target)).status, 'complete');
  assert.equal((await stepOf(target)).status, 'answered');
});

test('the time of the candidate is not the time of the provider', async () => {
  const target = await asked();
  await world.workFor(target, 100);
  assert.equal((await world.statusOf(target)).provider, name);
  assert.equal((await stepOf(target)).status, 'open');
  speakAs(world.receiver, () => json(200, { status: 'accepted' }));
  await world.workFor(target, 60);
  assert.equal((await world.statusOf(target)).provider, 'manual');
  assert.equal((await stepOf(target)).status, 'answered', 'once the provider waits for the candidate no more');
  assert.equal((await world.statusOf(target)).status, 'awaiting_data');
});

test('a provider that needs a person ends the step, and the report is worked on', async () => {
  const target = await asked();
  await callBack(target, { status: 'needs_person', detail: 'The passport cannot be read.' });
  assert.equal((await stepOf(target)).status, 'answered');
  const { status, provider } = await world.statusOf(target);
  assert.deepEqual([status, provider], ['awaiting_data', 'manual']);
});

test('the desk may withdraw the step: the provider is told, and a person works on the report', async () => {
  const target = await asked();
  const { id: queryId } = await stepOf(target);
  const screener = { ...world.caller, permissions: ['ask_queries' as const] };
  await withdrawQuery(world.ctx, screener, { checkId: target.checkId, queryId });
  await world.workFor(target, 2);
  assert.deepEqual(
    (await stepsOf(target)).map(({ status }) => status),
    ['withdrawn'],
  );
  await isForPerson(target);
});

test('a report that is withdrawn meanwhile ends the step and cancels the request', async () => {
  const target = await asked();
  await world.move(target, { move: 'withdraw' });
  assert.notEqual((await stepOf(target)).status, 'open');
  await world.work(target);
  assert.match(world.receiver.requests.at(-1)!.path, /\/cancel$/);
});

for (const [what, more] of [
  ['no link', { candidate_url: undefined }],
  ['a link without TLS', { candidate_url: 'http://face-house.test/verify' }],
  ['a script for a link', { candidate_url: 'javascript:alert(1)' }],
  ['a link with a password', { candidate_url: 'https://user:secret@face-house.test/' }],
  ['a time that is none', { candidate_url_ends_at: 'tomorrow' }],
] as const) {
  test(`refuses a step with ${what}`, async () => {
    const target = await asked(() => awaiting(more));
    assert.equal((await outcomes(target))[0], 'Failed');
    assert.deepEqual(await stepsOf(target), []);
    assert.equal((await callBack(target, { status: 'awaits_candidate', candidate_url: page, ...more })).status, 400);
  });
}

test('a provider that may not send candidates anywhere does not', async () => {
  const other = await connect('plain_house', false);
  speakAs(world.receiver, () => json(202, { status: 'accepted' }));
  await world.choose(['plain_house']);
  const target = await world.report();
  await world.workFor(target, 0);
  assert.equal((await callBack(target, { status: 'awaits_candidate', candidate_url: page }, other)).status, 400);
  speakAs(world.receiver, () => awaiting());
  await world.workFor(target, 1);
  assert.deepEqual(await stepsOf(target), []);
  const sent = JSON.parse(world.receiver.requests.findLast(({ path }) => path.endsWith('/requests'))!.body.toString());
  assert.equal(sent.candidate_return_url, undefined);
});

test('an order without a form has no link by which its candidate could come: the next one is asked', async () => {
  await world.choose([name]);
  const target = await world.report();
  // As the client’s entry of interface v1 stores it.
  await world.database.run(sql`update checks set type = 'express' where id = ${target.checkId}`);
  await world.work(target);
  assert.deepEqual(await outcomes(target), ['Not asked']);
});

test('a provider that is disconnected meanwhile leaves no step behind', async () => {
  await connect('gone_house', true);
  speakAs(world.receiver, () => awaiting());
  await world.choose(['gone_house']);
  const target = await world.report();
  await world.workFor(target, 0);
  assert.equal((await stepOf(target)).status, 'open');
  await disconnectProvider(world.ctx, 'system', world.caller.accountId, 'gone_house');
  await world.workFor(target, 3);
  assert.equal((await stepOf(target)).status, 'withdrawn');
  const { status, provider } = await world.statusOf(target);
  assert.deepEqual([status, provider], ['awaiting_data', 'manual']);
});
