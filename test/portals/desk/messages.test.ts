// What a candidate sends after the form, and how the desk deals with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { orderNumber } from '../../../src/portals/shared/page-filters.ts';
import { type Sender, sendForm } from '../candidate/sent-form.ts';
import { deskEmail, hiddenFields, signedInVisitor, startPortal } from '../portal-under-test.ts';

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

const eventsOf = (checkId: string) =>
  ctx.db.rows<{ type: string; actor: string }>(sql`
    select type, actor from events where check_id = ${checkId}
      and type in ('check.problem_reported', 'check.message_handled') order by id`);

test('the candidate says that something is wrong, the queue leads the desk to it, and the candidate sees what came of it', async () => {
  const sender = await sendForm(portal);
  const { order, id, page } = await reportOf(sender);
  assert.doesNotMatch((await desk.get('/desk?environment=test')).body, /from candidates<\/a>/);
  const told = await tell(sender, { text: 'My nationality is British.\r\nNot Irish.', report: id });
  assert.equal(told.headers.location, `${sender.base}/status?told`);
  const status = () => sender.device.get(`${sender.base}/status?told`);
  assert.match(
    (await status()).body,
    /We have received what you wrote[\s\S]*Not Irish\.[\s\S]*We have not dealt with it yet/,
  );

  assert.match(
    (await desk.get('/desk?environment=test')).body,
    /href="\/desk\/messages\?environment=test">One thing from candidates/,
  );
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
  assert.equal((await dealWith(page)).headers.location, `${page}?done=handled#messages`);
  assert.match((await desk.get(page)).body, /Dealt with by Desk Screener/);
  assert.match((await status()).body, /We dealt with it on/);
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
  assert.match((await desk.get(page)).body, /The result is about somebody else/);
  await dealWith(page);
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
