// What a candidate sends after the form, and how the desk deals with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { listAttachments } from '../../../src/features/attachments/attachment-actions.ts';
import { handleMessage } from '../../../src/features/cases/candidate-message-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { answerBy } from '../../../src/features/data-requests/data-request-rules.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { reportSection } from '../../../src/features/results/report-section-rules.ts';
import { readResults } from '../../../src/features/results/results-actions.ts';
import { documentOf } from '../../../src/features/results/results-document-rules.ts';
import { formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { orderNumber } from '../../../src/portals/shared/page-filters.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { type Sender, sendForm } from '../candidate/sent-form.ts';
import { clientEmail, deskEmail, hiddenFields, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const desk = await signedInVisitor(portal, deskEmail);
const screener = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;

async function reportOf({ checkId }: Sender) {
  const { orderId, reports } = await readCheck(ctx, tenant, checkId);
  return { order: orderNumber(orderId), id: reports[0]!.id, page: `/desk/reports/${reports[0]!.id}` };
}

const tell = ({ base, device }: Sender, fields: Record<string, string>) =>
  device.submit(`${base}/problem`, `${base}/problem`, fields);

async function dealWith(page: string) {
  const { body } = await desk.get(page);
  const [, message] = /name="message" value="([^"]+)"/.exec(body)!;
  return desk.post(`${page}/messages`, { ...hiddenFields(body, `${page}/messages`), message: message! });
}

async function answer(page: string) {
  const [, form] = new RegExp(`href="(${page}/messages/[^"]+)"`).exec((await desk.get(page)).body)!;
  return desk.submit(form!, form!, { answer: 'We have corrected it.' });
}

const eventsOf = (checkId: string) =>
  ctx.db.rows<{ type: string; actor: string }>(sql`
    select type, actor from events where check_id = ${checkId}
      and type in ('check.problem_reported', 'check.message_handled') order by id`);

test('the candidate says that something is wrong, the queue leads the desk to it, and the candidate sees what came of it', async () => {
  const sender = await sendForm(portal);
  const { order, id, page } = await reportOf(sender);
  assert.doesNotMatch((await desk.get('/desk?environment=test')).body, /from candidates and clients<\/a>/);
  const told = await tell(sender, { text: 'My nationality is British.\r\nNot Irish.', report: id });
  assert.equal(told.headers.location, `${sender.base}/status?told`);
  const status = () => sender.device.get(`${sender.base}/status?told`);
  assert.match(
    (await status()).body,
    /We have received what you wrote[\s\S]*Not Irish\.[\s\S]*We have not answered yet, and will before your check is complete, by \d+ /,
  );

  assert.match(
    (await desk.get('/desk?environment=test')).body,
    /href="\/desk\/messages\?environment=test">One message from candidates and clients/,
  );
  const receipts = (await listEmails(ctx, tenant, 50)).filter(({ template }) => template === 'problem_received');
  assert.equal(receipts.length, 1);
  assert.match(receipts[0]!.text, /We look into it before your check is complete, and answer by \d+ \w+ \d{4}/);
  assert.doesNotMatch(receipts[0]!.text, /Irish/);
  const list = (await desk.get('/desk/messages?environment=test')).body;
  assert.match(list, new RegExp(`href="${page}#messages">Something is wrong[\\s\\S]*${order}[\\s\\S]*Right to work`));
  assert.doesNotMatch(list, /Irish/);
  assert.doesNotMatch((await desk.get('/desk/messages')).body, new RegExp(order));

  const shown = (await desk.get(page)).body;
  assert.match(
    shown,
    /Something is wrong: Right to work[\s\S]*New[\s\S]*My nationality is British\.<br>\s*Not Irish\./,
  );
  assert.match(shown, /The candidate said that something is wrong/);
  const [, answer] = new RegExp(`href="(${page}/messages/[^"]+)"`).exec(shown)!;
  const form = (await desk.get(answer!)).body;
  assert.match(form, /Not Irish\.[\s\S]*Answer by \d+ /);
  const unsaid = await desk.submit(answer!, answer!, { answer: ' ' });
  assert.deepEqual([unsaid.status, /Write for the candidate what you did/.test(unsaid.body)], [422, true]);
  const pressed = { reportId: id, messageId: answer!.split('/').at(-1)!, answer: '' };
  await assert.rejects(handleMessage(ctx, screener, pressed), { reason: 'invalid_fields' });
  // In another tab, too, whose form has a token of its own.
  for (const tab of [form, (await desk.get(answer!)).body]) {
    const sent = { ...hiddenFields(tab, answer!), answer: 'You are British in the report now.' };
    assert.equal((await desk.post(answer!, sent)).headers.location, `${page}?done=answered#messages`);
  }
  assert.match((await desk.get(page)).body, /Dealt with by Desk Screener[\s\S]*You are British in the report now\./);
  assert.match((await status()).body, /We answered on [\s\S]*You are British in the report now\./);
  const mails = (await listEmails(ctx, tenant, 50)).filter(({ template }) => template === 'problem_answered');
  assert.equal(mails.length, 1, 'of two tabs one sends');
  assert.doesNotMatch(mails[0]!.text, /British/);
  assert.doesNotMatch((await desk.get('/desk/messages?environment=test')).body, new RegExp(order));
  assert.deepEqual(await eventsOf(sender.checkId), [
    { type: 'check.problem_reported', actor: 'candidate' },
    { type: 'check.message_handled', actor: `user:${portal.deskUserId}` },
  ]);
});

test('a dispute of a check that is complete reaches the desk', async () => {
  const sender = await sendForm(portal);
  const { order, id, page } = await reportOf(sender);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, id, { move: 'complete', outcome });
  await tell(sender, { text: 'The result is about somebody else.' });
  const list = (await desk.get('/desk/messages?environment=test')).body;
  assert.match(list, new RegExp(`${page}#messages[\\s\\S]*${order}[\\s\\S]*The whole order`));
  const dueOn = formatLongDate(answerBy(ukDateOf(ctx.now())));
  assert.match(list, new RegExp(`${order}[\\s\\S]*Answer by </span>${dueOn}`));
  assert.match((await desk.get(page)).body, new RegExp(`To be answered by ${dueOn}\\.`));
  await ctx.db.run(sql`
    update candidate_messages set sent_at = sent_at - interval '2 months' where check_id = ${sender.checkId}`);
  const late = (await desk.get('/desk/messages?environment=test')).body;
  assert.match(late, new RegExp(`${order}[\\s\\S]*Overdue`));
  assert.match((await desk.get(page)).body, /The result is about somebody else/);
  assert.equal((await answer(page)).status, 303);
});

test('the candidate ends the monitoring of a complete report: the result stays, and client and desk are told once', async () => {
  await createUser(ctx, 'system', portal.accountId, { name: 'Boss', email: 'boss@acme.test', role: 'administrator' });
  const sender = await sendForm(portal);
  const { base, device, checkId } = sender;
  const { order, id, page } = await reportOf(sender);
  await ctx.db.run(sql`update reports set monitor = 'before_expiry' where id = ${id}`);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, id, { move: 'complete', outcome });
  assert.match((await device.get(`${base}/status`)).body, new RegExp(`href="${base}/monitoring"`));
  const { body } = await device.get(`${base}/monitoring`);
  assert.match(body, /Right to work<\/strong><br>[^<]*before it expires/);
  const fields = hiddenFields(body, `${base}/monitoring`);
  for (let times = 0; times < 2; times += 1) {
    const { headers } = await device.post(`${base}/monitoring`, fields);
    assert.equal(headers.location, `${base}/status?monitoring=ended`);
  }
  const status = (await device.get(`${base}/status?monitoring=ended`)).body;
  assert.match(status, /The monitoring has ended\. We have told Acme Care\./);
  assert.doesNotMatch(status, /\/monitoring"/);
  assert.equal((await device.get(`${base}/monitoring`)).headers.location, `${base}/status`);
  const [report] = (await readCheck(ctx, tenant, checkId)).reports;
  assert.deepEqual([report!.status, report!.result, report!.monitor], ['complete', 'clear', null]);
  const mails = (await listEmails(ctx, tenant, 100)).map(({ subject }) => subject);
  const subject = `The candidate of order ${order} no longer agrees to monitoring`;
  const receipt = 'The monitoring of your results for Acme Care has ended';
  for (const sent of [subject, receipt]) assert.equal(mails.filter((one) => one === sent).length, 1, sent);
  const list = (await desk.get('/desk/messages?environment=test')).body;
  assert.match(list, new RegExp(`${page}#messages">No longer agrees to monitoring[^<]*<[\\s\\S]*${order}`));
  const shown = (await desk.get(page)).body;
  assert.match(shown, /No longer agrees to monitoring, which has ended: Right to work/);
  assert.match(shown, /Monitoring stopped[\s\S]{0,300}The candidate/);
  await dealWith(page);
});

test('a client is told that a candidate disputes a result, sees which, and hears when it is dealt with', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const sender = await sendForm(portal);
  const { order, id, page } = await reportOf(sender);
  const subjects = async () =>
    (await listEmails(ctx, tenant, 100)).map(({ subject }) => subject).filter((one) => one.includes(order));
  const disputed = `The candidate of order ${order} says that a result is not right`;
  const shown = async (path = '') => (await client.get(`/portal/checks/${sender.checkId}${path}`)).body;

  await tell(sender, { text: 'I wrote my name wrongly.', report: id });
  const outcome = { result: 'consider', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, id, { move: 'complete', outcome });
  assert.doesNotMatch(await shown(), /that this is not right/, 'what was said before there was a result');
  await answer(page);
  assert.ok((await subjects()).every((one) => one !== disputed && !one.startsWith('We have looked into')));
  await tell(sender, { text: 'That is my cousin.', report: id });
  await tell(sender, { text: 'I have proof.' });
  assert.equal((await subjects()).filter((one) => one === disputed).length, 1);
  for (const path of ['', '/decision']) {
    const body = await shown(path);
    assert.match(body, /The candidate says since \d+ \w+ \d{4} that this is not right/, path);
    assert.doesNotMatch(body, /cousin|proof/, path);
  }
  assert.match(await shown(`/reports/${id}`), /The candidate says since [^<]+ It is being looked into/);
  const settled = `We have looked into what the candidate of order ${order} said`;
  await answer(page);
  assert.ok(!(await subjects()).includes(settled));
  // The result is being corrected when the desk answers.
  await ctx.db.run(
    sql`update reports set status = 'awaiting_data', completed_at = null, result = null, traffic_light = null where id = ${id}`,
  );
  await answer(page);
  assert.equal((await subjects()).filter((one) => one === settled).length, 1);
  assert.doesNotMatch(await shown(), /that this is not right/);
});

test('a disputed result is decided once it is looked into, or before by somebody who says that they know', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const sender = await sendForm(portal);
  const { order, id } = await reportOf(sender);
  const path = `/portal/checks/${sender.checkId}`;
  const outcome = { result: 'consider', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, id, { move: 'complete', outcome });
  const asksToDecide = new RegExp(`${order}</span> [^<]+: Decide about the candidate</a>`);
  assert.match((await client.get('/portal?environment=test')).body, asksToDecide);
  await tell(sender, { text: 'That is my cousin.' });
  assert.doesNotMatch((await client.get('/portal?environment=test')).body, asksToDecide);
  const { body } = await client.get(path);
  assert.doesNotMatch(body, /Needs you/);
  assert.match(body, /We look into it, and write to you when that is done/);
  const results = await readResults(ctx, 'system', tenant, sender.checkId);
  const [documented] = documentOf(results).reports;
  assert.match(reportSection(documented!).disputed, /^The candidate says since .+ that this is not right/);

  const form = `${path}/decision`;
  const given = { decision: 'not_suitable', reason: 'The judgment is recent.' };
  const refused = await client.submit(form, form, given);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /href="#although">The candidate says that a result is not right\. Wait until/);
  const decided = await client.submit(form, form, { ...given, although: 'yes' });
  assert.equal(decided.status, 303);
  const after = (await client.get(path)).body;
  assert.match(after, /Not suitable, by [^<]+, although a result was disputed/);
  assert.match(after, /You decided, although a result was disputed: Not suitable/);
});

test('what is wrong has a text of a length that is read, and belongs to a report of the check', async () => {
  const [sender, other] = [await sendForm(portal), await sendForm(portal)];
  const empty = await tell(sender, { text: ' ' });
  assert.equal(empty.status, 422);
  assert.match(empty.body, /Say what is wrong/);
  const long = await tell(sender, { text: 'x'.repeat(2001) });
  assert.match(long.body, /2000 characters or fewer/);
  assert.match(long.body, /x{2001}/);
  await tell(sender, { text: 'Of another order', report: (await reportOf(other)).id });
  const rows = await ctx.db.rows<{ report_id: string | null; sealed_text: Buffer }>(sql`
    select report_id, sealed_text from candidate_messages where check_id = ${sender.checkId}`);
  assert.deepEqual(
    rows.map(({ report_id, sealed_text }) => [report_id, sealed_text.includes('another')]),
    [[null, false]],
  );
  const { page } = await reportOf(other);
  const { body } = await desk.get(page);
  const token = /name="form_token" value="([^"]+)"/.exec(body)![1]!;
  const [{ id } = { id: '' }] = await ctx.db.rows<{ id: string }>(sql`
    select id from candidate_messages where check_id = ${sender.checkId}`);
  for (const message of [id, 'none', ''])
    assert.equal((await desk.post(`${page}/messages`, { form_token: token, message })).status, 404, message);
});

test('more than twenty open messages of one candidate are refused with a reason', async () => {
  const sender = await sendForm(portal);
  for (let count = 0; count < 20; count += 1)
    assert.equal((await tell(sender, { text: `Wrong ${count}` })).status, 303);
  const late = await tell(sender, { text: 'One more' });
  assert.equal(late.status, 422);
  assert.match(late.body, /We have 20 messages from you/);
});

/** Sends a file by the form of the page of documents. */
async function addDocument({ base, device }: Sender, fileName: string) {
  const path = `${base}/documents`;
  const { body } = await device.get(path);
  const boundary = 'part-of-a-form';
  const fields = { ...hiddenFields(body, path), description: 'My new passport' };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const sent = Buffer.concat([
    Buffer.from(parts.join('') + file),
    samples['.jpg']!,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return device.send(path, `multipart/form-data; boundary=${boundary}`, sent);
}

test('a document that is added after the form is sent stands with the evidence as new until the desk has dealt with it', async () => {
  const sender = await sendForm(portal);
  const { order, page } = await reportOf(sender);
  assert.match((await sender.device.get(`${sender.base}/documents`)).body, /as long as your check is going on/);
  const added = await addDocument(sender, 'Passport.jpg');
  assert.equal(added.headers.location, `${sender.base}/documents?attached=1`);
  const own = (await sender.device.get(`${sender.base}/documents?attached=1`)).body;
  assert.match(own, /We have received your file[\s\S]*Passport\.jpg/);
  assert.doesNotMatch(own, /Remove/);
  assert.match((await sender.device.get(`${sender.base}/sent`)).body, /Passport\.jpg/);

  assert.match((await desk.get('/desk?environment=test')).body, /from candidates and clients<\/a>/);
  assert.match(
    (await desk.get('/desk/messages?environment=test')).body,
    new RegExp(`${page}#messages">Another document[\\s\\S]*${order}`),
  );
  const isNew = /Passport\.jpg<\/bdi><\/a> <strong class="govuk-tag govuk-tag--yellow">New/;
  assert.match((await desk.get(page)).body, isNew);
  await dealWith(page);
  const after = (await desk.get(page)).body;
  assert.doesNotMatch(after, isNew);
  assert.match(after, /Another document[\s\S]*Dealt with/);
  const uploads = await ctx.db.rows(sql`
    select actor from events where check_id = ${sender.checkId} and type = 'attachment.uploaded'`);
  assert.deepEqual(uploads, [{ actor: 'candidate' }]);
});

test('no document is added to a check that is over, and a file that is refused announces none', async () => {
  const sender = await sendForm(portal);
  const refused = await addDocument(sender, 'Passport.exe');
  assert.equal(refused.status, 422);
  await closeCheck(ctx, tenant, sender.checkId, 'cancel');
  assert.equal((await sender.device.get(`${sender.base}/documents`)).headers.location, sender.base);
  const { orderId } = await readCheck(ctx, tenant, sender.checkId);
  assert.deepEqual(await listAttachments(ctx, tenant, orderId), []);
  const told = await ctx.db.rows(sql`select id from candidate_messages where check_id = ${sender.checkId}`);
  assert.deepEqual(told, []);
});
