// Result rules on the pages: the desk prepares and publishes them, a screener is asked for a reason, and the client reads why.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { changeRuleDraft, publishRules } from '../../../src/features/result-rules/rule-set-actions.ts';
import { makeEvidenceBundle, readEvidenceBundle } from '../../../src/features/results/evidence-bundle-actions.ts';
import { makeResultsDocument, readResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { accessibilityProblems, launchBrowser, openPage, scrollsSideways } from '../../support/browser.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';
import { anyway } from './confirm-anyway.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const today = ukDateOf(ctx.now());
const rulesOfToday = `result rules of ${formatLongDate(today)}`;
const email = 'manager@desk.test';
const { id: otherId } = await createAccount(ctx, 'system', { name: 'Zebra Foods' });
await createDeskUser(ctx, 'system', { name: 'Ada', email, role: 'account_manager', accounts: [accountId, otherId] });
await createSignIn(ctx, 'system', { email, password });
const manager = await signedInVisitor(portal, email);
const reviewerEmail = 'reviewer@desk.test';
await createDeskUser(ctx, 'system', { name: 'Ben', email: reviewerEmail, role: 'reviewer', accounts: [accountId] });
await createSignIn(ctx, 'system', { email: reviewerEmail, password });
const reviewer = await signedInVisitor(portal, reviewerEmail);
const screener = await signedInVisitor(portal);
const client = await signedInVisitor(portal, clientEmail);
const adminEmail = 'admin@acme.test';
await createUser(ctx, 'system', accountId, { name: 'Ida', email: adminEmail, role: 'administrator' });
await createSignIn(ctx, 'system', { email: adminEmail, password });
const administrator = await signedInVisitor(portal, adminEmail);
const path = `/desk/accounts/${accountId}/result-rules`;

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
const read = async (address: string, who = manager) => textOf((await who.get(address)).body);

test('an account manager begins with the rules of the house, changes them and publishes them with a day', async () => {
  assert.match(await read(path), /No result rules/);
  const begun = await manager.submit(path, `${path}/draft`, { from_rules: 'house' });
  assert.equal(begun.headers.location, `${path}?done=begun#prepared`);
  const page = await read(path);
  assert.match(page, /6 Gap of activity over 31 days, without evidence Amber: Consider Change/);
  assert.match(page, /24 Disqualified from driving today Red: Consider, marked Red/);
  const rule = `${path}/draft/6`;
  const wrong = await manager.submit(rule, rule, { days: 'many', grade: 'amber', do: 'save' });
  assert.equal(wrong.status, 422);
  assert.match(textOf(wrong.body), /More than how many days: enter a whole number/);
  await manager.submit(rule, rule, { days: '28', grade: 'red', scope: 'type:activity', do: 'save' });
  assert.match(await read(path), /6 Gap of activity over 28 days \(Activity history\) Red: Consider, marked Red/);
  const fresh = `${path}/draft/new?condition=judgment`;
  await manager.submit(fresh, fresh, { pence: '500', years: '6', only: 'yes', grade: 'red', scope: '' });
  assert.match(await read(path), /27 Judgment for debt over £500 within 6 years, not satisfied Red/);
  await manager.submit(`${path}/draft/1`, `${path}/draft/1`, { do: 'remove' });
  assert.match(await read(path), / 1 Certificate or record shows something /);
  assert.match(await read(`${path}/preview`), /No report of the last 90 days is complete for which there is a rule/);
  const past = await manager.submit(path, `${path}/publish`, { from: addDays(today, -1) });
  assert.match(textOf(past.body), /The day is over: choose today or a later day/);
  const published = await manager.submit(path, `${path}/publish`, { from: today });
  assert.equal(published.headers.location, `${path}?done=published`);
  assert.match(await read(path), new RegExp(`Rules of ${formatLongDate(today)} Version 1, published .* by Ada`));
  assert.match(await read(`/desk/accounts/${accountId}/history`), /Result rules published, version 1 26 rules, from/);
});

test('rules are copied from another account, and what was prepared can be given up', async () => {
  const other = `/desk/accounts/${otherId}/result-rules`;
  assert.match(await read(other), /The rules of Acme/);
  await manager.submit(other, `${other}/draft`, { from_rules: accountId });
  assert.match(await read(other), /5 Gap of activity over 28 days/);
  await manager.submit(other, `${other}/draft/discard`, {});
  assert.match(await read(other), /Begin with/);
});

test('of two who change the same rules the second is told', async () => {
  const other = `/desk/accounts/${otherId}/result-rules`;
  await manager.submit(other, `${other}/draft`, { from_rules: 'house' });
  const rule = `${other}/draft/1`;
  const stale = await manager.submit(rule, rule, { grade: 'amber', revision: '0', do: 'save' });
  assert.deepEqual([stale.status, /Somebody changed these rules meanwhile/.test(textOf(stale.body))], [422, true]);
});

const pathOf = (check: Check) => `/desk/reports/${check.reports[0]!.id}`;
const gapOf45Days = {
  'results[gaps]': 'consider',
  'properties[gaps.0.from]': '2025-01-01',
  'properties[gaps.0.to]': '2025-02-14',
};

async function pdfOf(check: Check): Promise<string> {
  const caller = portal.caller('live');
  await makeResultsDocument(ctx, caller, check.id);
  const { content } = await readResultsDocument(ctx, caller, check.id);
  const pdf = await getDocumentProxy(new Uint8Array(Buffer.concat(await content.toArray())), { verbosity: 0 });
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
}

test('the form proposes the result with its rule, asks why another is given, and the client reads both everywhere', async () => {
  const check = await portal.placeCheck('live', {}, ['activity']);
  const report = pathOf(check);
  const preview = await screener.submit(report, report, { ...gapOf45Days, move: 'preview' });
  const proposed = `Gap of 45 days from 1 January 2025. Rule 5, gap of activity over 28 days (Activity history): red.`;
  assert.match(textOf(preview.body), /Proposed: Consider, marked Red By the client’s/);
  assert.ok(textOf(preview.body).includes(proposed));
  const milder = { ...gapOf45Days, verdict: 'consider', ...anyway, notes: 'A gap of 45 days.', move: 'complete' };
  const refused = await screener.submit(report, report, milder);
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /Say why it is not Consider, marked Red, as the client’s result rules propose/);
  const because = 'They cared for a parent, which a letter of the doctor shows.';
  const given = await screener.submit(report, report, { ...milder, rules_reason: because });
  assert.equal(given.headers.location, `${report}?moved=complete`, textOf(given.body));

  const title = `Not red, as your ${rulesOfToday} propose, but amber`;
  const page = await read(`/portal/checks/${check.id}/reports/${check.reports[0]!.id}`, client);
  const order = await read(`/portal/checks/${check.id}`, client);
  for (const text of [page, order, await pdfOf(check)]) {
    assert.ok(text.includes(title), text);
    assert.ok(text.includes(proposed));
    assert.ok(text.includes(because));
  }
  assert.match(await read(report, screener), /Not red, as the client’s result rules of .* propose, but amber/);
});

test('a result that the rules propose needs no reason, and the evidence bundle names the rule', async () => {
  const check = await portal.placeCheck('live', {}, ['activity']);
  const report = pathOf(check);
  const given = { ...gapOf45Days, verdict: 'red', ...anyway, notes: 'A gap of 45 days.', move: 'complete' };
  assert.equal((await screener.submit(report, report, given)).headers.location, `${report}?moved=complete`);
  assert.ok((await read(`/portal/checks/${check.id}`, client)).includes(`Why red, by your ${rulesOfToday}`));
  const caller = portal.caller('live');
  await makeEvidenceBundle(ctx, caller, check.id);
  const folder = mkdtempSync(join(tmpdir(), 'probity-rules-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'bundle.zip');
  writeFileSync(file, await buffer((await readEvidenceBundle(ctx, caller, check.id)).content));
  const json = (await openZip(file)).find((entry) => entry.path === 'results.json')!;
  const { reports } = JSON.parse((await buffer(Readable.from(json.read()))).toString('utf8'));
  const { version, from, proposes, fired } = reports[0].result_rules;
  assert.deepEqual([version, from, proposes, fired[0].number], [1, today, 'red', 5]);
});

test('a report of which the rules say nothing is given as before', async () => {
  const check = await portal.placeCheck('live', {}, ['activity']);
  const report = pathOf(check);
  const shown = await read(report, screener);
  assert.match(shown, /None of the client’s result rules of .* names anything that is recorded so far/);
  const given = { verdict: 'clear', ...anyway, 'results[gaps]': 'clear', move: 'complete' };
  assert.equal((await screener.submit(report, report, given)).headers.location, `${report}?moved=complete`);
  const { findings } = (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!;
  assert.deepEqual(findings.result_rules, { version: 1, from: today, proposes: null, fired: [] });
  assert.doesNotMatch(await read(`/portal/checks/${check.id}`, client), /result rules/);
});

test('whoever approves an outcome as it was proposed is asked for nothing again', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { approveClearAnyway: true });
  const check = await portal.placeCheck('live', {}, ['activity']);
  const report = pathOf(check);
  const given = { verdict: 'clear', 'results[gaps]': 'clear', move: 'complete' };
  const proposed = await screener.submit(report, report, { ...given, ...anyway });
  assert.equal(proposed.headers.location, `${report}?moved=await_approval`);
  const approved = await reviewer.submit(report, report, given);
  assert.equal(approved.headers.location, `${report}?moved=complete`, textOf(approved.body));
  await changeAccountSettings(ctx, 'system', accountId, { approveClearAnyway: false });
});

test('the client reads its rules, those to come and the earlier ones', async () => {
  await changeRuleDraft(ctx, 'system', accountId, { revision: 0, rules: [] });
  await publishRules(ctx, 'system', accountId, { revision: 1, from: addDays(today, 7) });
  assert.match(await read('/portal/agreement', administrator), /What makes a report Amber or Red/);
  const page = await read('/portal/agreement/result-rules', administrator);
  assert.match(page, new RegExp(`Your rules of ${formatLongDate(today)}`));
  assert.match(page, /No rules from that day on/);
});

test('in a browser the pages fit a phone and a desk, and without a script a reason is asked for and taken', async () => {
  const check = await portal.placeCheck('live', {}, ['activity']);
  const report = pathOf(check);
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  const other = `/desk/accounts/${otherId}/result-rules`;
  const pages = ['', '/draft/new', '/draft/new?condition=endorsement', '/draft/5', '/preview'].map(
    (one) => other + one,
  );
  for (const screen of ['phone', 'desk'] as const) {
    const open = async (who: typeof manager) => {
      const page = await openPage(browser, { screen });
      await page.context().addCookies([...who.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
      return page;
    };
    const [manages, reads] = [await open(manager), await open(administrator)];
    for (const [page, address] of [
      ...pages.map((one) => [manages, one] as const),
      [reads, '/portal/agreement/result-rules'] as const,
    ]) {
      await page.goto(`${portal.url}${address}`);
      assert.equal(await scrollsSideways(page), false, `${address} ${screen}`);
      assert.deepEqual(await accessibilityProblems(page), [], `${address} ${screen}`);
    }
  }
  const screens = await openPage(browser, { screen: 'desk', javaScript: false });
  await screens.context().addCookies([...screener.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  await screens.goto(`${portal.url}${report}`);
  await screens.locator('[name="results[gaps]"]').selectOption('consider');
  await screens.locator('details:has([name="properties[gaps.0.from]"]) > summary').first().click();
  await screens.locator('[name="properties[gaps.0.from]"]').fill('2025-01-01');
  await screens.locator('[name="properties[gaps.0.to]"]').fill('2025-02-14');
  await screens.locator('[name=verdict][value=consider]').check({ timeout: 5000 });
  const complete = screens.getByRole('button', { name: 'Complete report', exact: true });
  await complete.click();
  await screens.getByLabel('Why the result is another').fill('A letter explains it.');
  await complete.click();
  assert.match((await screens.locator('#outcome').textContent()) ?? '', /A letter explains it\./);
});
