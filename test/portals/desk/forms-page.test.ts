// The list of awaited forms at the desk, and its bulk reminder.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { DeskRole } from '../../../src/features/access/permissions.ts';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { completeForm, openForm } from '../../../src/features/checks/check-progress-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { plainForms, readFormsQuery } from '../../../src/portals/shared/awaited-forms/awaited-forms-address.ts';
import { type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { deskEmail, password, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const live = portal.caller('live');

const place = async (ordered: Ordered = {}, caller = live) =>
  (await placeWaiting(ctx, caller, { reports: ['identity', 'right_to_work'], ...ordered })).check;
const named = (first_name: string, last_name: string) => ({ facts: { first_name, last_name } });
const orders = (html: string) =>
  [...html.matchAll(/<span class="app-code">(VF\d+)<\/span>/g)].map(([, order]) => order);
const fail = (checkId: string) => ctx.db.run(sql`update emails set status = 'failed' where check_id = ${checkId}`);

async function personOf(role: DeskRole, accounts = [accountId]): Promise<Visitor> {
  const email = `${role.replace('_', '-')}-${accounts[0]!.slice(-4)}@desk.test`;
  await createDeskUser(ctx, 'system', { name: role, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const first = await place(named('Ada', 'Firstbird'));
const opened = await place(named('Bea', 'Openbird'));
const bounced = await place(named('Cy', 'Bouncebird'));
const inTest = await place(named('Di', 'Testbird'), portal.caller('test'));
await openForm(ctx, live, opened.id);
await fail(bounced.id);
const number = ({ orderId }: { readonly orderId: number }) => `VF${orderId}`;
const screener = await signedInVisitor(portal, deskEmail);

test('the desk lists whose form is awaited, live and test apart, until it is submitted', async () => {
  const { body } = await screener.get('/desk/forms');
  assert.match(body, /<h1[^>]*>Waiting for the form<\/h1>/);
  assert.deepEqual(orders(body), [first, opened, bounced].map(number));
  for (const name of ['Ada Firstbird', 'Bea Openbird', 'Cy Bouncebird']) assert.ok(body.includes(name), name);
  assert.ok(!body.includes('Testbird'));
  assert.match(body, new RegExp(`href="/desk/reports/${first.reports[0]!.id}/form"`));
  assert.deepEqual(orders((await screener.get('/desk/forms?environment=test')).body), [number(inTest)]);
  const submitted = await place();
  await completeForm(ctx, live, submitted.id, submitted.order.facts);
  assert.ok(!orders((await screener.get('/desk/forms')).body).includes(number(submitted)));
  assert.match((await screener.get('/desk')).body, /href="\/desk\/forms"[^>]*>Forms</);
});

test('its filters are in the address: never opened, mail not delivered, due soon, and the account', async () => {
  const shown = async (query: string) => orders((await screener.get(`/desk/forms?${query}`)).body);
  assert.deepEqual(await shown('view=not_opened'), [number(first), number(bounced)]);
  assert.deepEqual(await shown('view=not_delivered'), [number(bounced)]);
  assert.deepEqual(await shown('view=due_soon'), []);
  assert.deepEqual(await shown(`account=${accountId}&view=not_delivered`), [number(bounced)]);
  const { id } = await createAccount(ctx, 'system', { name: 'Quiet Ltd' });
  assert.deepEqual(await shown(`account=${id}`), []);
  const { body } = await screener.get('/desk/forms');
  assert.match(body, /Mail not delivered <span class="app-count">1</);
  assert.match(body, /Not delivered<\/strong>/);
  assert.deepEqual(readFormsQuery({ view: 'all of them', account: 'x', page: '-1' }), plainForms('live'));
});

test('the names of the page alone are opened, and the register says who saw the list', async () => {
  await screener.get('/desk/forms?view=not_delivered');
  await ctx.batches.write();
  const [seen] = await ctx.db.rows<{ detail: { filter: unknown; ids: string[] } }>(sql`
    select detail from events where type = 'account.checks_listed' and detail -> 'filter' ->> 'view' = 'not_delivered'
    order by occurred_at desc, id desc limit 1`);
  assert.deepEqual(seen!.detail.filter, { list: 'forms', view: 'not_delivered', page: 1 });
  assert.deepEqual(seen!.detail.ids, [bounced.id]);
});

test('selected candidates are reminded in one action, which says who was reminded today already', async () => {
  const path = '/desk/forms?view=not_opened';
  const remind = async (fields: Record<string, string>) => {
    const { status, headers } = await screener.submit(path, '/desk/forms/reminders?view=not_opened', fields);
    assert.equal(status, 303);
    return (await screener.get(String(headers.location))).body;
  };
  assert.match(await remind({}), /Select the candidates to remind first/);
  const once = await remind({ orders: first.id });
  assert.match(once, /1 candidate is reminded\.\s*</);
  assert.deepEqual(orders(once), [number(first), number(bounced)], 'the filter stays');
  assert.match(
    await remind({ which: 'all' }),
    /1 candidate is reminded\. 1 was reminded today already and is left out\./,
  );
});

test('who may not extend deadlines sees the list without the reminder; another account sees nothing', async () => {
  const auditor = await personOf('auditor');
  const { body } = await auditor.get('/desk/forms');
  assert.deepEqual(orders(body), [first, opened, bounced].map(number));
  assert.doesNotMatch(body, /Remind (selected|all)/);
  const form_token = /name="form_token" value="([^"]+)"/.exec((await auditor.get('/account')).body)![1]!;
  assert.equal((await auditor.post('/desk/forms/reminders', { form_token, orders: first.id })).status, 403);
  const { id } = await createAccount(ctx, 'system', { name: 'Elsewhere Ltd', isDemo: true });
  const stranger = await personOf('screener', [id]);
  assert.match((await stranger.get('/desk/forms')).body, /No form is awaited/);
  assert.match((await stranger.get(`/desk/forms?account=${accountId}`)).body, /No order is in this view/);
});

test('the overview of an account links its orders that wait for the form, and its open reports', async () => {
  const { body } = await screener.get(`/desk/accounts/${accountId}`);
  assert.match(body, new RegExp(`href="/desk/forms\\?account=${accountId}"[^>]*>3 wait for the form<`));
  assert.match(body, new RegExp(`href="/desk\\?account=${accountId}"`));
});

test('the list and the overview fit a phone and a desk, and axe finds no problem', async () => {
  await fail(bounced.id);
  const cookies = [...screener.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies(cookies);
    for (const path of ['/desk/forms', `/desk/accounts/${accountId}`]) {
      await page.goto(`${portal.url}${path}`);
      await keepScreenshot(page, `forms-${screen}-${path.replaceAll(/\W+/g, '-').slice(0, 14)}`);
      assert.deepEqual(await accessibilityProblems(page), [], path);
      assert.equal(await scrollsSideways(page), false, path);
    }
    await page.context().close();
  }
});
