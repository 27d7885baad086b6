// The register of breaches at the desk: recorded at once, completed as more becomes known, and read by an auditor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeskRole } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { typedBreach } from '../../../src/features/breaches/breach-rules.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { stolenPassword } from '../../features/breaches/stolen-password.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;

async function signIn(role: DeskRole) {
  const email = `${role}@breaches.test`;
  await createDeskUser(ctx, 'system', { name: role, email, accounts: 'all', role });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const officer = await signIn('data_protection');
const auditor = await signIn('auditor');
const given = () => ({ ...typedBreach(stolenPassword(new Date(Date.now() - 80 * 3_600_000))) });

test('a breach is recorded at once, is late after 72 hours, and keeps each version of what was known', async () => {
  assert.match((await officer.get('/desk/breaches')).body, /No breach is recorded/);
  const made = await officer.submit('/desk/breaches/new', '/desk/breaches/new', given());
  assert.match(String(made.headers.location), /^\/desk\/breaches\/[\w-]{36}\?done=kept$/);
  const href = String(made.headers.location).split('?')[0]!;
  assert.match(
    (await officer.get(href)).body,
    /Late: Judge the risk; unless there is none, tell the Information Commissioner/,
  );
  const change = `${href}/change`;
  const judged = { ...given(), risk: 'unlikely', reasons: 'The session saw a list of test data only.' };
  const saved = await officer.submit(change, change, judged);
  assert.equal(saved.headers.location, `${href}?done=kept`);
  const { body } = await auditor.get(href);
  assert.match(body, /No risk is likely/);
  assert.match(body, /Version 1, saved on/);
  assert.doesNotMatch(body, /Late:|Record what became known/);
  const file = await auditor.get('/desk/breaches/file');
  assert.match(file.body, /"The password of a screener was stolen","stolen_access"/);
});

test('what is wrong stands at its field, and what was typed stays', async () => {
  const { status, body } = await officer.submit('/desk/breaches/new', '/desk/breaches/new', { ...given(), data: '' });
  assert.equal(status, 422);
  assert.match(body, /Enter which data it concerns/);
  assert.match(body, /value="The password of a screener was stolen"/);
});

test('of two who save at once, one is told', async () => {
  const made = await officer.submit('/desk/breaches/new', '/desk/breaches/new', given());
  const href = String(made.headers.location).split('?')[0]!;
  const change = `${href}/change`;
  await officer.submit(change, change, { ...given(), people: '3' });
  const { status, body } = await officer.submit(change, change, { ...given(), people: '4', version: '1' });
  assert.equal(status, 422);
  assert.match(body, /Somebody changed this entry meanwhile/);
});

test('an auditor reads and does not record, and a screener has no register', async () => {
  assert.equal((await auditor.get('/desk/breaches/new')).status, 403);
  const screener = await signIn('screener');
  assert.equal((await screener.get('/desk/breaches')).status, 403);
});

test('those whom it concerns are found by client, told once with the words that were read before, and listed with their mails', async () => {
  const live = portal.caller('live');
  const ada = { name: 'Ada', email: 'ada@client.test', role: 'administrator' } as const;
  await createUser(ctx, 'system', live.accountId, ada);
  const first = await placeWaiting(ctx, live, {});
  const second = await placeWaiting(ctx, live, {});
  await placeWaiting(ctx, portal.caller('test'), {});
  const made = await officer.submit('/desk/breaches/new', '/desk/breaches/new', {
    ...given(),
    effects: 'Unwanted mail',
  });
  const href = String(made.headers.location).split('?')[0]!;
  const search = `${href}/tell?account=${live.accountId}`;
  const page = await officer.get(search);
  assert.match(page.body, /2 candidates, by order/);
  assert.match(page.body, /The register says of the effects so far: Unwanted mail/);
  assert.doesNotMatch(page.body, /Unwanted mail<\/textarea>/, 'effects so far are not the likely consequences');
  const words = { what: 'A list <b>went</b> astray.', consequences: 'Unwanted mail', measures: 'It was deleted.' };
  const people = first.check.applicantId;
  const typed = { search: `account=${live.accountId}`, tells: 'candidates', ...words };

  const refused = await officer.submit(search, `${href}/tell`, { ...typed, contact: '', people });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Enter whom they may ask/);
  assert.match(refused.body, /A list &lt;b&gt;went&lt;\/b&gt; astray\.<\/textarea>/);

  const told = { ...typed, contact: 'dpo@probity.example', people };
  const preview = await officer.submit(search, `${href}/tell`, told);
  assert.match(preview.body, /1 candidate is told/);
  assert.match(preview.body, /its administrators have not been told of this breach/);
  assert.match(preview.body, /What happened: A list &lt;b&gt;went&lt;\/b&gt; astray\./);
  const send = `${href}/tell/send`;
  const press = (shown: { readonly body: string }) => officer.post(send, hiddenFields(shown.body, send));
  const clientsOnly = await officer.submit(search, `${href}/tell`, { ...told, tells: 'clients' });
  for (const shown of [clientsOnly, preview]) assert.equal((await press(shown)).headers.location, `${href}?done=told`);
  const mails = (await listEmails(ctx, live, 50)).filter(({ template }) => template.startsWith('breach_'));
  assert.deepEqual(mails.filter(({ checkId }) => checkId === first.check.id).length, 1);
  assert.ok(mails.some(({ recipient, text }) => recipient === 'client' && text.includes(`VF${first.check.orderId}`)));
  const { body } = await auditor.get(href);
  assert.match(
    body,
    /1 candidate, and the administrators of 1 client\. \d mails were not sent, because no mail server is set\./,
  );
  assert.match(body, new RegExp(`>VF${first.check.orderId}</a>[\\s\\S]+Not sent: no mail server is set`));
  assert.doesNotMatch(body, /Tell the clients whose people it concerns/);
  assert.match(body, /Version 1, saved on/, 'that they were told is a version of its own');
  assert.equal((await auditor.get(search)).status, 403);

  assert.equal((await press(preview)).headers.location, `${href}?done=told`, 'pressed twice, sent once');
  const ofSecond = { ...told, people: second.check.applicantId };
  const clientMails = async () =>
    (await listEmails(ctx, live, 50)).filter(
      ({ template, text }) => template === 'breach_to_client' && text.includes(`VF${second.check.orderId}`),
    );
  const secondClients = await officer.submit(search, `${href}/tell`, { ...ofSecond, tells: 'clients' });
  assert.equal((await press(secondClients)).headers.location, `${href}?done=told`);
  const sentOnce = (await clientMails()).length;
  assert.ok(sentOnce > 0);
  const twice = await officer.submit(search, `${href}/tell`, { ...ofSecond, tells: 'clients' });
  assert.equal(twice.status, 422);
  assert.match(twice.body, /The administrators were told of these candidates already/);
  assert.equal((await clientMails()).length, sentOnce, 'the client is not mailed again');
  const again = await officer.submit(search, `${href}/tell`, told);
  assert.equal(again.status, 422);
  assert.match(again.body, /They were all told already/);
  const other = await officer.submit(search, `${href}/tell`, { ...told, people: second.check.applicantId });
  assert.doesNotMatch(other.body, /have not been told/, 'the client was told before');
  const left = await officer.get(`${href}/tell?orders=VF${first.check.orderId}+VF${second.check.orderId}`);
  assert.match(left.body, /1 candidate, by order/);
  assert.match((await officer.get(`${href}/tell?orders=many`)).body, /Enter order numbers such as VF1042/);
  const mistyped = await officer.get(`${href}/tell?orders=VF${second.check.orderId}+VF987654`);
  assert.match(mistyped.body, /No order has these numbers: VF987654\./);
  assert.match((await officer.get('/desk/breaches')).body, /\(72 hours; \d+ hours late\)/);
});

test('whose data somebody saw are found from the register of looks', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const looker = await signIn('reviewer');
  assert.equal((await looker.get(`/desk/reports/${check.reports[0]!.id}`)).status, 200);
  await ctx.batches.write();
  const { id } = (await ctx.db.row<{ id: string }>(
    sql`select id from desk_users where email = 'reviewer@breaches.test'`,
  ))!;
  const seen = await officer.get(`/desk/register/people?user=${id}`);
  const [, link] = /href="(\/desk\/breaches\/[\w-]+\/tell\?[^"]+)"/.exec(seen.body)!;
  const { body } = await officer.get(link!.replaceAll('&amp;', '&'));
  assert.match(body, /whose data <strong>reviewer<\/strong> saw/);
  assert.match(body, new RegExp(`value="${check.applicantId}" checked`));
});
