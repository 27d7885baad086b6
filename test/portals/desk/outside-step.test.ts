// A step at another service: the screener gives its link, the candidate goes there and says so; or a provider does both.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Caller } from '../../../src/context.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { insertRequest } from '../../../src/features/provider-requests/request-store.ts';
import { openStep } from '../../../src/features/queries/outside-step-actions.ts';
import { listQueries } from '../../../src/features/queries/query-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { sendForm } from '../candidate/sent-form.ts';
import { deskEmail, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const tenant = portal.caller('test');
const link = 'https://face-house.test/verify/7?token=abc';
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

async function look(visitor: Visitor, path: string, name: string): Promise<void> {
  const page = await openPage(browser, { screen: 'phone' });
  const cookies = [...visitor.cookies].map(([cookie, value]) => ({ name: cookie, value, url: portal.url }));
  await page.context().addCookies(cookies);
  await page.goto(`${portal.url}${path}`);
  for (const details of await page.locator('summary').all()) await details.click();
  await keepScreenshot(page, `step-${name}`);
  assert.deepEqual(await accessibilityProblems(page), [], name);
  assert.equal(await scrollsSideways(page), false, name);
  await page.context().close();
}

const queriesOf = async (checkId: string) => listQueries(ctx, await readCheck(ctx, tenant, checkId));

async function sent() {
  const sender = await sendForm(portal);
  const { reports } = await readCheck(ctx, tenant, sender.checkId);
  const reportId = reports[0]!.id;
  return { ...sender, reportId, page: `/desk/reports/${reportId}` };
}

const typed = (more: Record<string, string> = {}) => ({
  ...{ addressee: 'candidate', kind: 'outside_step', text: 'Show your passport there.', due_on: tomorrow(), link },
  ...more,
});

test('the candidate follows the link of the screener, and says without a word that they have finished', async () => {
  const { checkId, base, device, page } = await sent();
  const desk = await signedInVisitor(portal, deskEmail);
  const asked = await desk.submit(`${page}/queries/new`, `${page}/queries/new`, typed());
  assert.equal(asked.headers.location, `${page}?done=query_sent`);
  const [query] = await queriesOf(checkId);
  const path = `${base}/queries/${query!.id}`;
  const { body } = await device.get(path);
  assert.match(body, /Show your passport there/);
  assert.match(body, /href="https:\/\/face-house\.test\/verify\/7\?token=abc"[^>]*rel="noreferrer external"/);
  assert.match(body, /Continue at face-house\.test/);
  await look(device, path, 'of-screener');
  const shown = (await desk.get(page)).body;
  assert.match(shown, /At <strong>face-house\.test<\/strong>/);
  assert.doesNotMatch(shown, /token=abc/);
  const done = await device.submit(path, path, { answer: '' });
  assert.equal(done.headers.location, `${base}/queries?sent`);
  assert.equal((await queriesOf(checkId))[0]!.status, 'answered');
  assert.match((await desk.get(page)).body, /A step at another service[\s\S]*Answered/);
});

for (const [what, fields, message] of [
  ['no link', { link: '' }, 'Enter the link that the service gave you'],
  ['a link without TLS', { link: 'http://face-house.test/' }, 'Enter a link that begins with https://'],
  ['a script', { link: 'javascript:alert(1)' }, 'Enter a link that begins with https://'],
  ['another kind of query with a link', { kind: 'missing_document' }, 'Only a step at another service has a link'],
  ['the client asked', { addressee: 'client' }, 'Choose whom you ask, and about what'],
] as const) {
  test(`refuses ${what}, and keeps what was typed`, async () => {
    const { checkId, page } = await sent();
    const desk = await signedInVisitor(portal, deskEmail);
    const { status, body } = await desk.submit(`${page}/queries/new`, `${page}/queries/new`, typed(fields));
    assert.equal(status, 422);
    assert.ok(body.includes(message), message);
    assert.match(body, /Show your passport there/);
    assert.deepEqual(await queriesOf(checkId), []);
  });
}

test('a candidate whose link of a provider has ended asks for another one', async () => {
  const { checkId, base, device, reportId, page } = await sent();
  const provider: Caller = { ...tenant, actor: 'provider:face_house' };
  await insertRequest(ctx.db, tenant, { reportId, provider: 'face_house', at: ctx.now() });
  await ctx.db.run(sql`
    update provider_requests set status = 'accepted', next_at = now() + interval '1 hour' where report_id = ${reportId}`);
  await openStep(ctx, provider, { checkId, reportId }, { url: link, endsAt: new Date(Date.now() - 60_000) });
  const [query] = await queriesOf(checkId);
  const path = `${base}/queries/${query!.id}`;
  const { body } = await device.get(path);
  assert.match(body, /The link to face-house\.test ended on/);
  assert.doesNotMatch(body, /token=abc|I have finished there|Your answer/);
  await look(device, path, 'ended');
  const renewed = await device.submit(path, `${path}/renew`, {});
  assert.equal(renewed.headers.location, `${path}?renewed`);
  assert.match((await device.get(`${path}?renewed`)).body, /We have asked for another one/);
  const row = await ctx.db.row<{ is_due: boolean }>(sql`
    select next_at <= now() as is_due from provider_requests where report_id = ${reportId}`);
  assert.equal(row!.is_due, true);
  const desk = await signedInVisitor(portal, deskEmail);
  assert.match((await desk.get(page)).body, /it ended on/);

  await openStep(ctx, provider, { checkId, reportId }, { url: link, endsAt: null });
  const again = (await device.get(path)).body;
  await look(device, path, 'of-provider');
  assert.match(again, /Continue at face-house\.test[\s\S]*you need not do anything more here/);
});
