// Mails that reached nobody, where whoever can act sees them: the page Mails, the pages of users and people, a reference.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, listUsers } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { inviteToSignIn } from '../../../src/features/accounts/sign-in-link-actions.ts';
import { mailClient } from '../../../src/features/checks/client-mail-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { employed, personnel } from '../../features/references/asked-references.ts';
import { deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const administrator = await signedInVisitor(portal, deskEmail);
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const mails = async () => textOf((await administrator.get('/desk/mails')).body);

/** As the job records it. */
const refuse = (template: string) =>
  portal.superuser.run(sql`
    update emails set status = 'failed', failure = 'no_such_address', failed_at = now() where template = ${template}`);
const refuseLink = (userId: string) =>
  portal.superuser.run(sql`
    update sign_in_mails set status = 'failed', failure = 'no_such_address', at = now() where user_id = ${userId}`);

const manager = 'manager@probity.test';
await createDeskUser(ctx, 'system', { name: 'Mo Manager', email: manager, role: 'account_manager', accounts: 'all' });
await createSignIn(ctx, 'system', { email: manager, password });

const admin = 'admin@acme.test';
await createUser(ctx, 'system', accountId, { name: 'Acme Admin', email: admin, role: 'administrator' });
await createSignIn(ctx, 'system', { email: admin, password });

test('the page says that no mail failed, and is not for screeners', async () => {
  const page = await mails();
  assert.match(page, /No mail failed for good/);
  assert.doesNotMatch(page, /tried again/);
  const screener = {
    name: 'Sam Screener',
    email: 'sam@probity.test',
    role: 'screener',
    accounts: [accountId],
  } as const;
  await createDeskUser(ctx, 'system', screener);
  await createSignIn(ctx, 'system', { email: screener.email, password });
  assert.equal((await (await signedInVisitor(portal, screener.email)).get('/desk/mails')).status, 403);
});

test('the page says how many mails are tried again, since when, and not that all is well', async () => {
  const check = await portal.placeCheck('live', { last_name: 'Waiting' }, ['identity']);
  await mailClient(ctx, portal.caller('live'), check, 'comment_added');
  const retry = (attempts: number) =>
    portal.superuser.run(sql`
      update emails set status = 'queued', attempts = ${attempts}, created_at = now() - interval '5 hours' where template = 'comment_added'`);
  await retry(1);
  const one = await mails();
  assert.match(one, /A mail is tried again: no mail server has taken it yet\. It was written on \d/);
  await portal.superuser.run(sql`
    insert into sign_in_mails (user_id, purpose, status, at, attempts)
    select id, 'invitation', 'queued', now() - interval '1 hour', 1 from desk_users where email = 'sam@probity.test'`);
  assert.match(await mails(), /2 mails are tried again: .* The oldest was written on \d/);
  // Account managers look after no people of the desk.
  assert.match(
    textOf((await (await signedInVisitor(portal, manager)).get('/desk/mails')).body),
    /A mail is tried again/,
  );
  await portal.superuser.run(sql`delete from sign_in_mails where attempts = 1`);
  await portal.superuser.run(sql`delete from emails where template = 'comment_added'`);
  assert.doesNotMatch(await mails(), /tried again/);
});

test('a refused request for a reference is in its block, to be called, and on the page Mails', async () => {
  const check = await portal.placeCheck('live', { ...employed, last_name: 'Deadend' }, ['employment_history:uk']);
  const caller = { ...portal.caller('live'), permissions: ['ask_references', 'record_outcomes'] } as const;
  const report = check.reports[0]!;
  const id = await requestReference(ctx, { caller, check, report }, personnel);
  await refuse('reference_request');
  await portal.superuser.run(sql`update report_references set status = 'undelivered' where id = ${id}`);
  const sentence = /The mail to hr@acme\.test was refused by its server on [\w ]+: there is no such address/;
  assert.match(textOf((await administrator.get(`/desk/reports/${report.id}`)).body), sentence);
  const page = `/desk/reports/${report.id}/references/${id}`;
  assert.match(textOf((await administrator.get(page)).body), new RegExp(`${sentence.source}\\. Correct the referee`));
  const toCall = (await administrator.get('/desk/references?view=to_call')).body;
  assert.ok(toCall.includes(page));
  assert.match(textOf(toCall), /Mail not delivered/);
  assert.match(
    await mails(),
    /Pat Referee, Acme Ltd For Alex Deadend Request for a reference There is no such address VF\d+/,
  );
  // An account manager asks no referees, and is told no more of one than that there is one.
  const seen = (await (await signedInVisitor(portal, manager)).get('/desk/mails')).body;
  assert.match(textOf(seen), /The referee For Alex Deadend/);
  assert.ok(!seen.includes('Pat Referee'));
  await ctx.batches.write();
  const look = await portal.superuser.row<{ detail: unknown }>(sql`
    select detail from events where type = 'account.checks_listed' and detail -> 'filter' ->> 'list' = 'mails' limit 1`);
  assert.ok(look !== undefined);
});

test('news that did not arrive is with its user, and is sent again from the page Mails', async () => {
  const check = await portal.placeCheck('live', { last_name: 'News' }, ['identity']);
  await mailClient(ctx, portal.caller('live'), check, 'comment_added');
  await refuse('comment_added');
  const client = (await listUsers(ctx, 'system', accountId)).find(({ email }) => email === admin);
  const users = `/desk/accounts/${accountId}/users`;
  assert.match(textOf((await administrator.get(users)).body), /Acme Admin .*?Mail not delivered/);
  const notice = /News of a comment: The mail to admin@acme\.test was refused .+ disable this person/;
  assert.match(textOf((await administrator.get(`${users}/${client!.id}`)).body), notice);
  assert.match(await mails(), /Acme Admin admin@acme\.test News of a comment/);
  const mail = await portal.superuser.row<{ id: string }>(sql`select id from emails where template = 'comment_added'`);
  const answer = await administrator.submit('/desk/mails', `/desk/mails/${mail!.id}/again`, {});
  assert.equal(answer.headers.location, '/desk/mails?done=sent');
  assert.ok(!(await mails()).includes('News of a comment'));
  const job = await portal.superuser.row<{ attempts: number }>(sql`
    select attempts from graphile_worker.jobs where key = ${`send_email ${mail!.id}`}`);
  assert.equal(job?.attempts, 0);
});

test('an invitation to a wrong address is seen by those who invited, who correct the address', async () => {
  const wrong = 'typo@acme.test';
  const { id } = await createUser(ctx, 'system', accountId, { name: 'New Colleague', email: wrong, role: 'standard' });
  await inviteToSignIn(ctx, 'system', wrong, accountId);
  await refuseLink(id);
  const client = await signedInVisitor(portal, admin);
  assert.match(textOf((await client.get('/portal/users')).body), /New Colleague .*?Mail not delivered/);
  const page = `/portal/users/${id}`;
  assert.match(textOf((await client.get(page)).body), /Invitation to sign in: The mail to typo@acme\.test was refused/);
  const taken = await client.submit(page, `${page}/email`, { email: 'client@acme.test' });
  assert.equal(taken.status, 422);
  assert.match(taken.body, /value="client@acme\.test"/);
  assert.match(taken.body, /has already been taken/);
  // The demo has no mail server, so the link is shown.
  const corrected = await client.submit(page, `${page}/email`, { email: 'right@acme.test' });
  assert.match(corrected.body, /right@acme\.test/);
  assert.doesNotMatch(textOf((await client.get(page)).body), /was refused/);
  const links = await portal.superuser.rows(sql`select 1 from sign_in_links where user_id = ${id}`);
  assert.equal(links.length, 1);
  // Whoever has signed in keeps their address.
  const [signedIn] = await listUsers(ctx, 'system', accountId);
  const kept = await client.post(`/portal/users/${signedIn!.id}/email`, { email: 'other@acme.test' });
  assert.notEqual(kept.status, 200);
  assert.equal((await listUsers(ctx, 'system', accountId))[0]!.email, 'client@acme.test');
});

test('an invitation to the desk that did not arrive is with the people of the desk', async () => {
  const email = 'nobody@probity.test';
  const person = { name: 'Nia Nobody', email, role: 'screener', accounts: [accountId] } as const;
  const id = await createDeskUser(ctx, 'system', person);
  await inviteToSignIn(ctx, 'system', email);
  await refuseLink(id);
  assert.match(textOf((await administrator.get('/desk/people')).body), /Nia Nobody .*?Mail not delivered/);
  assert.match(
    await mails(),
    /Nia Nobody nobody@probity\.test Invitation to sign in There is no such address Account: The desk/,
  );
  const seen = (await (await signedInVisitor(portal, manager)).get('/desk/mails')).body;
  assert.ok(!seen.includes('Nia Nobody'));
  const page = `/desk/people/${id}`;
  const corrected = await administrator.submit(page, `${page}/email`, { email: 'nia@probity.test' });
  assert.match(corrected.body, /nia@probity\.test/);
  assert.doesNotMatch(await mails(), /Nia Nobody/);
});
