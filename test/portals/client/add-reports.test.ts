// The pages on which the client and the desk add reports to an order, and what the candidate then fills in.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { readConsents } from '../../../src/features/candidate-form/consent-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { accessibilityProblems, launchBrowser, openPage, scrollsSideways } from '../../support/browser.ts';
import { sendForm } from '../candidate/sent-form.ts';
import {
  clientEmail,
  deskEmail,
  hiddenFields,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
await switchOnTypes(ctx, 'system', accountId, [{ name: 'criminal_history_international', variant: 'deu' }]);
const client = await signedInVisitor(portal, clientEmail);
const desk = await signedInVisitor(portal, deskEmail);
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const typeOf = (name: string) => {
  const found = namedType(name);
  if ('missing' in found) throw new Error(`no report type ${name}`);
  return found.type;
};
const [media, germany] = [typeOf('adverse_media'), typeOf('criminal_history_international:deu')];
const read = (id: string) => readCheck(ctx, portal.caller('test'), id);

/** Chooses the report on the first page, and confirms it on the next. */
async function add(by: Visitor, path: string, id: number) {
  const confirm = await by.submit(path, path, { types: String(id), do: 'continue' });
  assert.equal(confirm.status, 200, textOf(confirm.body));
  const added = await by.post(path, { ...hiddenFields(confirm.body, path), do: 'add' });
  return { confirm: textOf(confirm.body), added };
}

test('a client adds a report after the form, and the candidate agrees to it and answers what it needs', async () => {
  const sender = await sendForm(portal);
  const { checkId, base, device } = sender;
  const page = `/portal/checks/${checkId}`;
  const path = `${page}/reports/new`;
  assert.match((await client.get(page)).body, new RegExp(`href="${path}">Add a report`));
  const { confirm, added } = await add(client, path, media.id);
  assert.match(confirm, /Add this report\?/);
  assert.match(confirm, /The candidate has agreed to what was ordered before, and not to this/);
  assert.match(confirm, /A test order is not charged/);
  assert.equal(added.headers.location, `${page}?done=added`);
  const seen = textOf((await client.get(`${page}?done=added`)).body);
  assert.match(seen, /The order is extended/);
  assert.match(seen, new RegExp(`${media.label}: added to the order`, 'i'));
  // The candidate.
  assert.equal((await device.get(base)).headers.location, `${base}/queries`);
  const asked = (await device.get(`${base}/queries`)).body;
  const [, query] = new RegExp(`href="(${base}/queries/[0-9a-f-]{36})"`).exec(asked)!;
  assert.equal((await device.get(query!)).headers.location, `${base}/tasks`);
  const tasks = textOf((await device.get(`${base}/tasks`)).body);
  assert.match(tasks, new RegExp(`has asked for more than you agreed to with your form: ${media.label}`));
  assert.doesNotMatch(tasks, /Right to work/);
  const consent = (await device.get(`${base}/consent`)).body;
  assert.match(textOf(consent), new RegExp(media.label));
  assert.doesNotMatch(textOf(consent), /Right to work/);
  await fillIn(device, base);
  const sent = await device.submit(`${base}/answers`, `${base}/answers`, { declares: 'yes' });
  assert.equal(sent.headers.location, `${base}/done`, textOf(sent.body));
  const after = await read(checkId);
  assert.deepEqual([after.status, after.reports[1]!.requestedAt !== null], ['in_progress', true]);
  assert.equal((await readConsents(ctx, after)).length, 2);
  assert.equal((await device.get(base)).headers.location, `${base}/status`);
});

/** Every page that is not complete, as the task list leads to them. */
async function fillIn(device: Visitor, base: string) {
  const fields: Record<string, Record<string, string>> = {
    'previous-names': { name_is_from_birth: 'yes' },
    consent: { agrees: 'yes', wording: CONSENT_WORDING },
  };
  for (const [page, typed] of Object.entries(fields)) {
    const saved = await device.submit(`${base}/${page}`, `${base}/${page}`, typed);
    assert.equal(saved.status, 303, `${page}: ${textOf(saved.body)}`);
  }
}

test('after a German criminal record is added, the candidate is asked where they lived', async () => {
  const { checkId, base, device } = await sendForm(portal);
  await add(client, `/portal/checks/${checkId}/reports/new`, germany.id);
  const tasks = (await device.get(`${base}/tasks`)).body;
  assert.match(textOf(tasks), new RegExp(`asked for more than you agreed to with your form: ${germany.label}`));
  assert.match(tasks, new RegExp(`href="${base}/addresses"`));
  assert.match(textOf((await device.get(`${base}/consent`)).body), new RegExp(germany.label));
});

test('the desk adds a report before the form is sent, which then asks for it', async () => {
  const { check } = await placeWaiting(ctx, portal.caller('test'), { reports: ['right_to_work'] });
  const page = `/desk/reports/${check.reports[0]!.id}/form`;
  const path = `/desk/orders/${check.id}/reports/new`;
  assert.match((await desk.get(page)).body, new RegExp(`href="${path}">Add a report`));
  const { confirm, added } = await add(desk, path, media.id);
  assert.match(confirm, /The candidate has not sent the form yet/);
  assert.equal(added.headers.location, `${page}?done=added`);
  assert.match(textOf((await desk.get(page)).body), new RegExp(`Right to work ${media.label}`));
  const seen = textOf((await client.get(`/portal/checks/${check.id}`)).body);
  assert.match(seen, new RegExp(`${media.label}: added to the order The screening company, `));
});

test('at the desk, what waits for the candidate leads to a page that says so, and a screener adds nothing', async () => {
  const { checkId } = await sendForm(portal);
  await add(desk, `/desk/orders/${checkId}/reports/new`, media.id);
  const { reports } = await read(checkId);
  const order = (await desk.get(`/desk/orders/${checkId}?done=added`)).body;
  assert.match(textOf(order), /The order is extended/);
  const [, href] = new RegExp(`href="(/desk/reports/${reports[1]!.id}[^"]*)"`).exec(order)!;
  assert.equal(href, `/desk/reports/${reports[1]!.id}/form`);
  assert.match(textOf((await desk.get(href)).body), /They are asked to agree to it, and to answer what it needs/);
});

test('an order that is over, or has the report, is refused with what to do instead', async () => {
  const { checkId } = await sendForm(portal);
  const path = `/portal/checks/${checkId}/reports/new`;
  const nothing = await client.submit(path, path, { do: 'continue' });
  assert.equal(nothing.status, 422);
  assert.match(textOf(nothing.body), /Choose what to add/);
  assert.doesNotMatch(nothing.body, new RegExp(`value="${typeOf('criminal_history:enhanced').id}"`));
  assert.match(textOf(nothing.body), /Reports that depend on the job, [^.]+ are not listed/);
  const enhanced = await client.submit(path, path, { types: String(typeOf('criminal_history:enhanced').id) });
  assert.match(textOf(enhanced.body), /Criminal record, enhanced depends on the job role: place a new order for it/);
  const token = hiddenFields((await client.get(path)).body, path);
  await closeCheck(ctx, portal.caller('test'), checkId, 'withdraw');
  const refused = await client.post(path, { ...token, types: String(media.id), do: 'add' });
  assert.equal(refused.status, 409);
  assert.match(
    textOf(refused.body),
    /This order is withdrawn, and stays as it is\. Order again for the same candidate/,
  );
  assert.doesNotMatch((await client.get(`/portal/checks/${checkId}`)).body, /Add a report/);
});

test('somebody who confirms other prices than those of now is shown them again', async () => {
  const { checkId } = await sendForm(portal);
  const path = `/portal/checks/${checkId}/reports/new`;
  const confirm = await client.submit(path, path, { types: String(media.id), do: 'continue' });
  const sent = { ...hiddenFields(confirm.body, path), confirmed: '1x1:100+0', do: 'add' };
  const again = await client.post(path, sent);
  assert.equal(again.status, 422);
  assert.match(textOf(again.body), /The prices or the reports have changed/);
  const rows = await ctx.db.rows(sql`select from reports where check_id = ${checkId}`);
  assert.equal(rows.length, 1);
});

const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

test('the pages have no accessibility problem, and fit a phone', async () => {
  const { checkId } = await sendForm(portal);
  const path = `/portal/checks/${checkId}/reports/new`;
  for (const screen of ['desk', 'phone'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    await page.goto(`${portal.url}${path}`);
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.equal(await scrollsSideways(page), false);
    await page.locator('#report_search').fill(media.label);
    await page.locator(`[name=types][value="${media.id}"]`).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Add to the order' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.equal(await scrollsSideways(page), false);
    await page.context().close();
  }
});
