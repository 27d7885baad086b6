// What a candidate tells us after the form is sent: it reaches the desk, and mails say what their link still shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { eraseApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { sendLostLinksJob } from '../../../src/features/candidate-form/lost-link-actions.ts';
import {
  countMessages,
  listMessages,
  listOpenMessages,
} from '../../../src/features/cases/candidate-message-actions.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { addReports } from '../../../src/features/orders/added-report-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { hiddenFields, startPortal, visitor } from '../portal-under-test.ts';
import { sendForm, signIn } from './sent-form.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const reader = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;

test('what is said about a report that was cancelled before the form was sent stands in the list of the desk', async () => {
  const { check, token } = await placeWaiting(ctx, tenant, { reports: ['right_to_work', 'identity'] });
  const [work, identity] = check.reports;
  await moveReport(ctx, tenant, { checkId: check.id, reportId: identity!.id }, { move: 'cancel' });
  await completeForm(ctx, tenant, check.id, (await readCheck(ctx, tenant, check.id)).order.facts);
  const [base, device] = [`/form/${token}`, visitor(portal)];
  await signIn(portal, { checkId: check.id, base, device }, device);
  const told = { text: 'Why was my identity not checked?', report: identity!.id };
  await device.submit(`${base}/problem`, `${base}/problem`, told);
  const listed = await listOpenMessages(ctx, reader, 'test', 200);
  assert.deepEqual(
    listed.map((one) => [one.report_id, one.is_about_report]),
    [[work!.id, false]],
  );
  assert.equal(await countMessages(ctx, reader, 'test'), 1);
});

test('of messages that are sent at once, no more are kept than the desk can have dealt with', async () => {
  const { base, checkId, device } = await sendForm(portal);
  const fields = hiddenFields((await device.get(`${base}/problem`)).body, `${base}/problem`);
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => device.post(`${base}/problem`, { ...fields, text: `Wrong ${n}` })),
  );
  const rows = await ctx.db.rows(sql`select from candidate_messages where check_id = ${checkId}`);
  assert.equal(rows.length, 20);
});

test('who says that something is wrong adds a file that shows it, also after the check is complete, until they are answered', async () => {
  const { base, checkId, device } = await sendForm(portal);
  await ctx.db.run(sql`update checks set status = 'complete', completed_at = now() where id = ${checkId}`);
  const documents = `${base}/documents`;
  assert.equal((await device.get(documents)).status, 303);
  await device.submit(`${base}/problem`, `${base}/problem`, { text: 'It was October.' });
  assert.match((await device.get(`${base}/status`)).body, new RegExp(`${documents}">Add a document that shows it`));
  const page = (await device.get(documents)).body;
  assert.match(page, /until we have answered what you told us/);
  const part = (named: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; ${named}\r\n\r\n${content}\r\n`;
  const fields = Object.entries(hiddenFields(page, documents)).map(([name, value]) => part(`name="${name}"`, value));
  const file = part('name="file"; filename="payslip.txt"\r\ncontent-type: text/plain', 'October. '.repeat(20));
  const sent = await device.send(documents, 'multipart/form-data; boundary=x', `${fields.join('')}${file}--x--\r\n`);
  assert.equal(sent.headers.location, `${documents}?attached=1`);
  const { key } = await readCheckAndKey(ctx, tenant, checkId);
  const told = await listMessages(ctx, { tenant, id: checkId }, key);
  assert.deepEqual(told.map(({ kind }) => kind).toSorted(), ['document', 'problem']);
});

test('the mail about a check that is closed after the form was sent says what the link still shows', async () => {
  const { base, checkId, device } = await sendForm(portal);
  await closeCheck(ctx, tenant, checkId, 'withdraw');
  const mails = await listEmails(ctx, tenant, 100);
  const mail = mails.find((one) => one.checkId === checkId && one.template === 'check_closed')!;
  assert.match(mail.text, /You can read what you sent, tell us that something is wrong, ask for a copy/);
  assert.match((await device.get(`${base}/status`)).body, /This check has been closed/);
  const waiting = await placeWaiting(ctx, tenant, { reports: ['right_to_work'] });
  await closeCheck(ctx, tenant, waiting.check.id, 'cancel');
  const [other] = (await listEmails(ctx, tenant, 100)).filter((one) => one.checkId === waiting.check.id);
  assert.match(other!.text, /You can ask for a copy of it, ask to have it erased, or complain/);
});

test('whoever never sent the form asks by their link and a code for a copy or erasure, also after the check was closed', async () => {
  const { check, token } = await placeWaiting(ctx, tenant, { reports: ['right_to_work'] });
  await closeCheck(ctx, tenant, check.id, 'withdraw');
  const [base, device] = [`/form/${token}`, visitor(portal)];
  const first = (await device.get(base)).body;
  assert.match(first, /This check has been closed[\s\S]*ask to have it erased, or complain[\s\S]*we email you a code/);
  assert.equal((await device.get(`${base}/rights`)).headers.location, base, 'not without the code');
  await signIn(portal, { checkId: check.id, base, device }, device);
  assert.match((await device.get(base)).body, new RegExp(`still kept[\\s\\S]*href="${base}/rights"`));
  for (const gone of ['/tasks', '/withdraw'])
    assert.equal((await device.get(base + gone)).headers.location, base, gone);
  const asked = await device.submit(`${base}/rights`, `${base}/rights`, { kind: 'erasure', words: '' });
  assert.equal(asked.headers.location, `${base}/rights?asked`);
  await eraseApplicant(ctx, tenant, check.applicantId, 'candidate_asked');
  const erased = (await visitor(portal).get(base)).body;
  assert.doesNotMatch(erased, /we email you a code|have it erased/);
});

test('in the form of what was added, what was sent before is read only, with the way to correct it', async () => {
  const { base, device, checkId } = await sendForm(portal);
  const found = namedType('adverse_media');
  if ('missing' in found) throw new Error('no such report');
  await addReports(ctx, tenant, checkId, [found.type]);
  const { body } = await device.get(`${base}/tasks`);
  assert.match(body, /What you sent before[\s\S]*How do I correct this\?[\s\S]*4 March 1990/);
  assert.match(body, new RegExp(`href="${base}/problem"`));
  for (const page of ['name', 'date-of-birth']) {
    assert.equal((await device.get(`${base}/${page}`)).status, 404);
    assert.doesNotMatch(body, new RegExp(`href="${base}/${page}"`));
  }
});
test('a candidate changes their number and their address at once; a link to the new address confirms it, and the earlier one hears of it', async () => {
  const sender = await sendForm(portal);
  const { base, checkId, device } = sender;
  assert.match(
    (await device.get(`${base}/status`)).body,
    new RegExp(`href="${base}/telephone"[\\s\\S]*href="${base}/email"`),
  );
  const helper = { is_helped: 'yes', helper_name: 'Robin Sample', helper_relation: 'Friend' };
  assert.doesNotMatch((await device.get(`${base}/telephone`)).body, /is_helped|helper_name/);
  const mobile = { mobile: '07700 900472', mobile_country: 'GBR', ...helper };
  const saved = await device.submit(`${base}/telephone`, `${base}/telephone`, mobile);
  assert.equal(saved.headers.location, `${base}/status?changed`);
  assert.match((await readCheck(ctx, tenant, checkId)).order.facts.mobile!, /900472/);
  assert.match((await device.get(`${base}/sent`)).body, /900471[\s\S]*Changed by you on[\s\S]*900472/);
  assert.doesNotMatch((await device.get(`${base}/sent`)).body, /Robin/, 'what was declared stays as it was declared');
  await device.submit(`${base}/telephone`, `${base}/telephone`, { mobile: '', telephone: '020 7946 0000' });
  assert.match(
    (await device.get(`${base}/sent`)).body,
    /900471[\s\S]*Changed by you on[\s\S]*900472[\s\S]*Changed by you on[\s\S]*Mobile[\s\S]*Removed/,
  );
  const wrong = await device.submit(`${base}/telephone`, `${base}/telephone`, { ...mobile, mobile: 'none' });
  assert.equal(wrong.status, 422);
  const email = 'new@candidate.test';
  const looked = await device.submit(`${base}/email`, `${base}/email`, { email });
  assert.match(looked.body, /letter by letter[\s\S]*Yes, change it[\s\S]*No, type it again/);
  assert.equal((await readCheck(ctx, tenant, checkId)).order.facts.email, 'alex@candidate.test');
  assert.equal((await device.submit(`${base}/email`, `${base}/email`, { email: 'nobody', do: 'send' })).status, 422);
  const changed = await device.submit(`${base}/email`, `${base}/email`, { email, do: 'send' });
  assert.match(changed.body, /We have sent a link to your new address/);
  assert.equal((await device.get(`${base}/status`)).headers.location, base, 'the device is signed out');
  const mails = (await listEmails(ctx, tenant, 100)).filter((one) => one.checkId === checkId);
  const sentTo = (template: string) => mails.find((one) => one.template === template)?.to.address;
  assert.deepEqual([sentTo('form_link'), sentTo('email_changed')], [email, 'alex@candidate.test']);
  assert.doesNotMatch(mails.find((one) => one.template === 'email_changed')!.text, /new@/);
});

test('a candidate who has lost the mail types their address and gets fresh links; nobody learns whose it is', async () => {
  const email = 'lost@candidate.test';
  const { check } = await placeWaiting(ctx, tenant, { reports: ['right_to_work'], facts: { email } });
  const sent = await sendForm(portal, { facts: { email } });
  const stranger = visitor(portal);
  const asked = async (typed: string) => {
    const { status, body } = await stranger.submit('/form', '/form', { email: typed });
    return [status, /Look at your email[\s\S]*If a background check is kept/.test(body)];
  };
  const welsh = '/form?language=cy';
  assert.match((await stranger.get(welsh)).body, /action="\/form\?language=cy"[\s\S]*Anfon y ddolen/);
  assert.match((await stranger.submit(welsh, welsh, { email: 'lost' })).body, /Rhowch eich cyfeiriad e-bost/);
  assert.deepEqual(await asked('LOST@candidate.test'), [200, true]);
  for (const _ of Array.from({ length: 4 })) assert.deepEqual(await asked('nobody@candidate.test'), [200, true]);
  assert.equal((await stranger.submit('/form', '/form', { email: 'lost' })).status, 422);
  const number = { email: '07400 123456' };
  assert.equal((await stranger.submit('/form', '/form', number)).status, 422, 'no text can be sent');
  const { texts } = ctx;
  Object.assign(ctx, { texts: { ...texts, canSend: true } });
  assert.match((await stranger.get('/form')).body, /Your email address or mobile number/);
  assert.match((await stranger.submit('/form', '/form', number)).body, /If a background check is kept for this number/);
  assert.match(
    (await stranger.submit('/form', '/form', { email: '020 7946 0000' })).body,
    /or your mobile number, such as/,
  );
  Object.assign(ctx, { texts });
  const jobs = await ctx.db.rows<{ payload: { id: string; sealed: string } }>(sql`
    select payload from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_lost_links') order by id`);
  assert.equal(jobs.length, 1 + 3 + 1, 'no more than three a day for an address');
  assert.doesNotMatch(JSON.stringify(jobs), /candidate\.test/);
  for (const { payload } of jobs) await sendLostLinksJob(ctx)(payload);
  const mails = (await listEmails(ctx, tenant, 200)).filter(
    ({ template, to }) => template === 'form_link' && to.address === email,
  );
  const mailOf = (checkId: string) => mails.find((one) => one.checkId === checkId)!;
  assert.equal(mails.length, 2);
  const [waiting, over] = [mailOf(check.id), mailOf(sent.checkId)];
  assert.equal(waiting.subject, `A fresh link to your form (VF${check.orderId})`);
  assert.match(waiting.text, /You asked for your link again[\s\S]*not sent yet/);
  assert.match(over.subject, /^A fresh link to your background check \(VF\d+\)$/);
  assert.match(over.text, /You asked for your link again[\s\S]*You sent its form on/);
  for (const { text } of mails) assert.doesNotMatch(text, /codes/, 'nobody tried any');
  const [, link] = /https?:\/\/[^/]+(\/form\/\S+)/.exec(waiting.text)!;
  assert.match((await visitor(portal).get(link!)).body, /A background check for Acme Care/);
  assert.match((await stranger.get('/form/broken')).body, /This link does not open[\s\S]*href="\/form"/);
});
