// The list of sub-processors: kept at the desk, read by every client, whose administrators are told of a change before it holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { heldOn } from '../../../src/features/subprocessors/subprocessor-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const today = ukDateOf(ctx.now());
const email = 'administrator@subprocessors.test';
await createDeskUser(ctx, 'system', { name: 'Administrator', email, role: 'administrator', accounts: 'all' });
await createSignIn(ctx, 'system', { email, password });
const ada = 'ada@client.test';
await createUser(ctx, 'system', accountId, { name: 'Ada', email: ada, role: 'administrator' });
await createSignIn(ctx, 'system', { email: ada, password });
const administrator = await signedInVisitor(portal, email);
const path = '/desk/subprocessors';
const used = { name: 'Sample Mail Ltd', purpose: 'Sends our mails', place: 'United Kingdom', holds_from: '2026-01-05' };
const mails = async () =>
  (await listEmails(ctx, portal.caller('live'), 20)).filter(({ template }) => template === 'subprocessor_changing');

test('one that is used already is listed for clients and told to nobody; a change is mailed ahead, and may be objected to', async () => {
  const added = await administrator.submit(`${path}/new`, `${path}/new`, used);
  assert.equal(added.headers.location, `${path}?done=kept`);
  assert.deepEqual(await mails(), []);
  const client = await signedInVisitor(portal, ada);
  const listed = await client.get('/portal/processing');
  assert.match(listed.body, /Sample Mail Ltd[\s\S]+Sends our mails[\s\S]+5 January 2026/);
  assert.doesNotMatch(listed.body, /Object</);

  const [, href] = /href="(\/desk\/subprocessors\/[\w-]{36})"/.exec((await administrator.get(path)).body)!;
  const coming = { ...used, place: 'Ireland', holds_from: addDays(today, 30) };
  const announced = await administrator.submit(href!, href!, coming);
  assert.equal(announced.headers.location, `${path}?done=announced`);
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.deepEqual([mail!.to.address, mail!.recipient], [ada, 'client']);
  assert.match(mail!.text, /Where: Ireland/);
  const { body } = await client.get('/portal/processing');
  assert.match(body, /United Kingdom/, 'it holds until then');
  const [, objection] = /href="(\/portal\/complaints\?subprocessor=[\w-]{36})"/.exec(body)!;
  const form = await client.get(objection!);
  assert.match(form.body, /We object to the change of the sub-processor Sample Mail Ltd from/);
  assert.match(form.body, /value="data_protection" checked/);
  assert.match((await administrator.get(path)).body, /1 administrator was told/);
});

test('data protection and auditors read the list, also in the record of processing of each account, and change nothing', async () => {
  for (const role of ['data_protection', 'auditor'] as const) {
    const reader = `${role}@subprocessors.test`;
    await createDeskUser(ctx, 'system', { name: 'Reader', email: reader, role, accounts: [accountId] });
    await createSignIn(ctx, 'system', { email: reader, password });
    const visitor = await signedInVisitor(portal, reader);
    const { body } = await visitor.get(path);
    assert.match(body, /Sample Mail Ltd/);
    assert.doesNotMatch(body, /Add a sub-processor/);
    assert.equal((await visitor.get(`${path}/new`)).status, 403);
    const record = (await visitor.get(`/desk/accounts/${accountId}/processing`)).body;
    assert.match(record, /Sub-processors[\s\S]+Sample Mail Ltd[\s\S]+From [^<]+: Sends our mails, Ireland/);
    assert.doesNotMatch(record, /Object</);
  }
});

test('what is wrong stands at its field, and of two who save at once one is told', async () => {
  const refused = await administrator.submit(`${path}/new`, `${path}/new`, { ...used, place: '', holds_from: 'soon' });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Enter the country or countries/);
  assert.match(refused.body, /Enter the day from which it holds/);
  const [, href] = /href="(\/desk\/subprocessors\/[\w-]{36})"/.exec((await administrator.get(path)).body)!;
  const late = await administrator.submit(href!, href!, { ...used, version: '1' });
  assert.match(late.body, /Somebody changed this entry meanwhile/);
});

test('one that is added twice stands there once, and is told to clients once', async () => {
  const coming = { ...used, name: 'Sample Post Ltd', holds_from: addDays(today, 40) };
  const before = (await mails()).length;
  const both = await Promise.all(
    ['Sample Post Ltd', 'sample post ltd'].map((name) =>
      administrator.submit(`${path}/new`, `${path}/new`, { ...coming, name }),
    ),
  );
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [303, 422]);
  assert.match(both.find(({ status }) => status === 422)!.body, /This sub-processor is here already/);
  assert.equal((await mails()).length, before + 1);
});

test('the version that holds is the newest whose day has come, and one that ended is used no more', () => {
  const since = { holdsFrom: '2026-01-05', isUsed: true };
  const ends = { holdsFrom: '2026-12-01', isUsed: false };
  assert.deepEqual(heldOn([ends, since], '2026-11-30'), { current: since, coming: ends });
  assert.deepEqual(heldOn([ends, since], '2026-12-01'), { current: undefined, coming: undefined });
  assert.deepEqual(heldOn([since], '2026-01-04'), { current: undefined, coming: since });
});
