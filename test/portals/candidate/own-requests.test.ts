// A candidate adds words to a request about their data on their own page, or takes it back; the desk reads it in its history.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { askMeaning } from '../../../src/features/data-requests/clarification-actions.ts';
import { recordRequest } from '../../../src/features/data-requests/data-request-record-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { hiddenFields, password, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';
import { sendForm } from './sent-form.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const email = 'protection@desk.test';
await createDeskUser(ctx, 'system', { name: 'Dee', email, role: 'data_protection', accounts: [portal.accountId] });
await createSignIn(ctx, 'system', { email, password });
const protection = await signedInVisitor(portal, email);

const idsOf = async (checkId: string) =>
  (
    await ctx.db.rows<{ id: string }>(
      sql`select id from data_requests where check_id = ${checkId} order by recorded_at`,
    )
  ).map(({ id }) => id);

async function asked(device: Visitor, base: string, checkId: string, kind: string) {
  await device.submit(`${base}/rights`, `${base}/rights`, { kind, words: 'All of it.' });
  return (await idsOf(checkId)).at(-1)!;
}

test('a candidate adds words to what they asked, and takes it back', async () => {
  const { device, base, checkId } = await sendForm(portal);
  const id = await asked(device, base, checkId, 'erasure');
  const [rights, own] = [`${base}/rights`, `${base}/rights/${id}`];
  assert.match((await device.get(rights)).body, new RegExp(`href="${own}">Add something, or take it back`));
  const empty = await device.submit(own, own, { words: ' ' });
  assert.equal(empty.status, 422);
  assert.match(empty.body, /Write what you want to add/);
  assert.equal((await device.submit(own, own, { words: 'The old address, too.' })).headers.location, `${rights}?added`);
  assert.match((await device.get(rights)).body, /What you added stands|All of it\.[\s\S]*The old address, too\./);
  await device.submit(own, own, { words: 'The old address, too.' });
  const desk = `/desk/data-requests/${id}`;
  assert.equal(
    (await protection.get(desk)).body.match(/They added to it/g)?.length,
    1,
    'a form that is sent again from a page that was opened again adds nothing',
  );
  assert.match(
    (await protection.get(desk)).body,
    /They added to it[\s\S]*The old address, too\.[\s\S]*by The candidate/,
  );
  assert.equal((await device.submit(own, `${own}/withdraw`, {})).headers.location, `${rights}?withdrawn`);
  const { body } = await device.get(rights);
  assert.match(body, /To have my data erased[\s\S]*Taken back on/);
  assert.doesNotMatch(body, /Add something, or take it back/);
  assert.match((await protection.get(desk)).body, /They took it back/);
  const mails = (await listEmails(ctx, tenant, 100)).filter((one) => one.checkId === checkId);
  assert.match(mails.find(({ template }) => template === 'data_request')!.text, /You took your request back/);
  assert.equal((await device.get(own)).headers.location, rights, 'nothing more is changed');
  const again = await device.submit(rights, rights, { kind: 'erasure', words: '' });
  assert.equal(again.headers.location, `${rights}?asked`, 'they may ask again');
});

test('what they add where they were asked what they mean is their answer, and the time counts again', async () => {
  const { device, base, checkId } = await sendForm(portal);
  const id = await asked(device, base, checkId, 'access');
  const desk = { ...tenant, permissions: ['decide_restrictions'] as const };
  await askMeaning(ctx, desk, id, { question: 'Which year?', told: 'mail' });
  const own = `${base}/rights/${id}`;
  const { body } = await device.get(own);
  assert.match(body, /Which year\?[\s\S]*What you mean/);
  await device.submit(own, own, { words: 'Last year.' });
  const row = await ctx.db.row<{ due_on: Date | null }>(sql`select due_on from data_requests where id = ${id}`);
  assert.notEqual(row!.due_on, null);
  assert.match(
    (await protection.get(`/desk/data-requests/${id}`)).body,
    /They said what they mean[\s\S]*Last year\.[\s\S]*by The candidate/,
  );
});

test('nobody changes what somebody else asked', async () => {
  const [one, other] = [await sendForm(portal), await sendForm(portal)];
  const theirs = await asked(other.device, other.base, other.checkId, 'erasure');
  const path = `${one.base}/rights/${theirs}`;
  assert.equal((await one.device.get(path)).status, 404);
  const bySolicitor = await recordRequest(ctx, tenant, {
    ...{
      kind: 'access',
      way: 'letter',
      receivedOn: ukDateOf(ctx.now()),
      words: 'All of it.',
      identity: 'document_seen',
    },
    askedBy: { name: 'Sol Solicitor', contact: 'sol@law.example', authority: 'signed' },
    checkId: one.checkId,
  });
  const rights = `${one.base}/rights`;
  const own = `${rights}/${bySolicitor}`;
  assert.equal((await one.device.get(own)).headers.location, rights);
  const mine = `${rights}/${await asked(one.device, one.base, one.checkId, 'portability')}`;
  const fields = hiddenFields((await one.device.get(mine)).body, mine);
  const answers = [path, `${path}/withdraw`, own, `${own}/withdraw`].map(
    async (to) => (await one.device.post(to, { ...fields, words: 'Mine now.' })).status,
  );
  assert.deepEqual(await Promise.all(answers), [404, 404, 409, 409]);
});
