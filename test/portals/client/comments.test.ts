// Comments: what the client and the desk write to each other about an order, without putting it on hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { clientEmail, deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const client = await signedInVisitor(portal, clientEmail);
const screener = await signedInVisitor(portal, deskEmail);
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function visitorOf(role: 'read_only' | 'requester' | 'billing') {
  const email = `${role}@comments.test`;
  await createUser(ctx, 'system', portal.accountId, { name: `The ${role}`, email, role });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const commentMails = async () =>
  (await listEmails(ctx, portal.caller('live'), 100)).filter(({ template }) => template === 'comment_added');

async function placed() {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const report = `/desk/reports/${check.reports[0]!.id}`;
  return { check, page: `/portal/checks/${check.id}`, report, desk: `${report}/comments` };
}

test('a comment of the client waits at the desk until it is answered, and the answer is mailed and read', async () => {
  const { check, page, report, desk } = await placed();
  const sent = await client.submit(page, `${page}/comments`, {
    comment: 'She changed her name in 2020.\r\nPlease look.',
  });
  assert.equal(sent.headers.location, `${page}?done=commented#comments`);
  assert.match(
    textOf((await client.get(`${page}?done=commented`)).body),
    /Your comment is sent .*She changed her name in 2020\./,
  );
  assert.match((await client.get(page)).body, /in 2020\.<br>\s*Please look\.[\s\S]*Not answered yet/);
  assert.match((await screener.get('/desk')).body, /One message from candidates and clients<\/a>/);
  const list = (await screener.get('/desk/messages')).body;
  assert.match(textOf(list), new RegExp(`From clients .*VF${check.orderId}`));
  assert.ok(list.includes(`href="${desk}"`));
  assert.match(
    textOf((await screener.get(report)).body),
    /Comments of the client She changed .* Not answered .*Answer the client/,
  );
  const answered = await screener.submit(desk, desk, { comment: 'Thank you, we search under both names.' });
  assert.equal(answered.headers.location, `${desk}?done=sent`);
  const shown = textOf((await client.get(page)).body);
  assert.match(shown, /we search under both names\. The screeners, /);
  assert.doesNotMatch(shown, /Not answered yet/);
  assert.doesNotMatch((await screener.get('/desk/messages')).body, /From clients/);
  const mails = await commentMails();
  assert.deepEqual(
    mails.map(({ to }) => to.address),
    [clientEmail],
  );
  assert.doesNotMatch(mails[0]!.text, /names/, 'a mail says only that it is there');
  assert.ok(mails[0]!.text.includes(page));
  const { status } = (await ctx.db.row<{ status: string }>(sql`select status from checks where id = ${check.id}`))!;
  assert.equal(status, 'in_progress', 'no comment puts the order on hold');
});

test('a comment that needs no answer is dealt with by a press, and the desk may begin', async () => {
  const { page, desk } = await placed();
  await client.submit(page, `${page}/comments`, { comment: 'For your information.' });
  const handled = await screener.submit(desk, `${desk}/handled`, {});
  assert.equal(handled.headers.location, `${desk}?done=handled`);
  assert.match((await screener.get(`${desk}?done=handled`)).body, /need no answer\./);
  assert.doesNotMatch((await screener.get('/desk/messages')).body, /From clients/);
  const before = (await commentMails()).length;
  await screener.submit(desk, desk, { comment: 'The source is slow this week.' });
  assert.match((await client.get(page)).body, /The source is slow this week\./);
  assert.equal((await commentMails()).length, before + 1);
});

test('an answer leaves a comment waiting that came in while it was typed', async () => {
  const { page, desk } = await placed();
  await client.submit(page, `${page}/comments`, { comment: 'The first.' });
  const opened = (await screener.get(desk)).body;
  await client.submit(page, `${page}/comments`, { comment: 'The second, meanwhile.' });
  await screener.post(desk, { ...hiddenFields(opened, desk), comment: 'About the first.' });
  const shown = textOf((await screener.get(desk)).body);
  assert.match(shown, /The first\. Acme Client, [^.]+? The second, meanwhile\. Acme Client, [^.]+? Not answered About/);
  assert.match((await screener.get('/desk/messages')).body, /From clients/);
  const handled = `${desk}/handled`;
  await screener.post(handled, hiddenFields(opened, handled));
  assert.match((await screener.get(desk)).body, /Not answered/, 'nor is it called needless from a page without it');
  await screener.submit(desk, handled, {});
  assert.doesNotMatch((await screener.get(desk)).body, /Not answered/);
});

test('a comment is written before the form is submitted, too', async () => {
  const { check } = await placeWaiting(ctx, portal.caller('live'));
  const page = `/portal/checks/${check.id}`;
  await client.submit(page, `${page}/comments`, { comment: 'Please be quick.' });
  const form = `/desk/reports/${check.reports[0]!.id}/form`;
  assert.match((await screener.get(form)).body, /Please be quick\.[\s\S]*Answer the client/);
  const desk = `/desk/reports/${check.reports[0]!.id}/comments`;
  assert.ok((await screener.get(desk)).body.includes(`href="${form}"`), 'leads back');
  await screener.submit(desk, `${desk}/handled`, {});
});

test('an empty, a too long and a twenty-first comment are refused, and what was typed stays', async () => {
  const { page } = await placed();
  const send = (comment: string) => client.submit(page, `${page}/comments`, { comment });
  assert.deepEqual([(await send(' ')).status, /Write the comment/.test((await send(' ')).body)], [422, true]);
  const long = await send('x'.repeat(5001));
  assert.deepEqual([long.status, long.body.includes('xxxxx</textarea>')], [422, true]);
  for (let n = 0; n < 20; n += 1) assert.equal((await send(`Comment ${n}`)).status, 303);
  const last = await send('One more');
  assert.deepEqual([last.status, /We have 20 comments from you/.test(last.body)], [422, true]);
});

test('who may only read results reads comments and writes none; who may do neither sees none', async () => {
  const { page } = await placed();
  await client.submit(page, `${page}/comments`, { comment: 'Only for some.' });
  const [reader, requester, billing] = [
    await visitorOf('read_only'),
    await visitorOf('requester'),
    await visitorOf('billing'),
  ];
  const read = (await reader.get(page)).body;
  assert.match(read, /Only for some\./);
  assert.doesNotMatch(read, /name="comment"/);
  assert.equal((await reader.post(`${page}/comments`, { comment: 'No.' })).status, 403);
  assert.match((await requester.get(page)).body, /Only for some\.[\s\S]*name="comment"/);
  assert.equal((await billing.get(page)).status, 403);
});

test('comments about somebody erased are gone, also from the list', async () => {
  const { check, page, desk } = await placed();
  await client.submit(page, `${page}/comments`, { comment: 'Gone soon.' });
  await portal.superuser.run(sql`update checks set status = 'withdrawn' where id = ${check.id}`);
  assert.ok((await screener.get('/desk/messages')).body.includes(desk));
  await erasePerson(ctx, portal.caller('live'), check.applicantId, 'candidate_asked');
  assert.ok(!(await screener.get('/desk/messages')).body.includes(desk));
  assert.doesNotMatch((await client.get(page)).body, /Gone soon/);
});
