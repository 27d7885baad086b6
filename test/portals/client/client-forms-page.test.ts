// The client's list of orders that wait for the form, its bulk reminder, and what the file of checks says of forms.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ClientRole } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { closeCheck, moveReport, openForm } from '../../../src/features/checks/check-progress-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { recordWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { signIn } from '../candidate/sent-form.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal, visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const live = portal.caller('live');
const list = '/portal/forms';

const place = async (first_name: string, caller = live) =>
  (await placeWaiting(ctx, caller, { reports: ['identity'], facts: { first_name, last_name: 'Bird' } })).check;
async function userOf(role: ClientRole, subsidiaryId: string | null = null, account = accountId) {
  const email = `${role}-${account.slice(-4)}-${subsidiaryId ?? ''}@acme.test`;
  await createUser(ctx, 'system', account, { name: role, email, role, ...scopeOf(subsidiaryId) });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const orders = (html: string) =>
  [...html.matchAll(/<span class="app-code">(VF\d+)<\/span>/g)].map(([, order]) => order);
const number = ({ orderId }: { readonly orderId: number }) => `VF${orderId}`;

const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
const [first, opened, bounced, northern] = [
  await place('Ada'),
  await place('Bea'),
  await place('Cy'),
  await place('Nora'),
];
const inTest = await place('Di', portal.caller('test'));
await openForm(ctx, live, opened.id);
await ctx.db.run(sql`update emails set status = 'failed' where check_id = ${bounced.id}`);
await portal.superuser.run(sql`update checks set subsidiary_id = ${north} where id = ${northern.id}`);
const client = await signedInVisitor(portal, clientEmail);

test('what is wanted first stands first, with its first day and whether it is urgent; a nearer day may be set', async () => {
  const startsOn = addDays(ukDateOf(ctx.now()), 8);
  const { check: soon } = await placeWaiting(ctx, live, {
    ...{ reports: ['identity'], facts: { first_name: 'Ida', last_name: 'Bird' } },
    hurry: { startsOn },
  });
  await recordWorkStart(ctx, live, soon.id, { startsOn });
  await portal.superuser.run(sql`update checks set is_urgent = true where id = ${soon.id}`);
  const rowOf = async () =>
    (await client.get(list)).body.split('<tr').find((row) => row.includes(`/checks/${soon.id}`))!;
  const row = (await rowOf()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  assert.match(row, /starts in 8 days .*Ida Bird Urgent /);
  assert.equal(orders((await client.get(list)).body)[0], number(soon));

  const near = await place('Una');
  const page = `/portal/checks/${near.id}`;
  const askBy = (day: string) => client.submit(`${page}/form-deadline`, `${page}/form-deadline/day`, { day });
  const past = await askBy('2026-01-01');
  assert.deepEqual([past.status, /The day must be a day from today on/.test(past.body)], [422, true]);
  assert.match(past.body, /value="2026-01-01"/);
  assert.equal((await askBy(ukDateOf(ctx.now()))).headers.location, `${page}?done=asked#form-deadline`);
  assert.match((await client.get(page)).body, /The candidate is asked for the form by <strong>/);
  assert.deepEqual(orders((await client.get(list)).body).slice(0, 2), [number(near), number(soon)]);
  for (const { id } of [near, soon]) await closeCheck(ctx, live, id, 'withdraw');
});

test('a client lists whose form is awaited: who did not open it, and whose mail did not arrive', async () => {
  const { body } = await client.get(list);
  assert.deepEqual(orders(body), [first, opened, bounced, northern].map(number));
  assert.match(body, new RegExp(`href="/portal/checks/${first.id}"`));
  assert.doesNotMatch(body, /Account/, 'it is all of one account');
  const shown = async (query: string) => orders((await client.get(`${list}?${query}`)).body);
  assert.deepEqual(await shown('view=not_opened'), [first, bounced, northern].map(number));
  assert.deepEqual(await shown('view=not_delivered'), [number(bounced)]);
  assert.deepEqual(await shown('environment=test'), [number(inTest)]);
  assert.match(
    (await client.get('/portal?status=awaiting_applicant')).body,
    /href="\/portal\/forms"[^>]*>Forms<\/a>\./,
  );
  await ctx.batches.write();
  const looks = await ctx.db.rows(sql`
    select from events where account_id = ${accountId} and type = 'account.checks_listed'
      and detail -> 'filter' ->> 'list' = 'forms' and detail -> 'ids' ? ${bounced.id}`);
  assert.ok(looks.length > 0, 'the register says who saw the list');
});

test('the interim report is not the main button of an order before its first result', async () => {
  const button = async (path: string) =>
    /class="govuk-button([^"]*)"[^>]*>\s*Interim report/.exec((await client.get(path)).body)![1]!;
  assert.match(await button(`/portal/checks/${first.id}`), /govuk-button--secondary/);
  const working = await portal.placeCheck('live', {}, ['identity', 'right_to_work']);
  const path = `/portal/checks/${working.id}`;
  assert.match(await button(path), /govuk-button--secondary/);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  const report = { checkId: working.id, reportId: working.reports[0]!.id };
  await moveReport(ctx, live, report, { move: 'complete', outcome });
  assert.doesNotMatch(await button(path), /govuk-button--secondary/);
});

test('a client reminds several candidates at once; the file of checks says who opened the form and was reminded', async () => {
  const remind = async (fields: Record<string, string>) => {
    const { status, headers } = await client.submit(list, `${list}/reminders`, fields);
    assert.equal(status, 303);
    return (await client.get(String(headers.location))).body;
  };
  assert.match(await remind({ orders: first.id }), /1 candidate is reminded\./);
  assert.match(
    await remind({ which: 'all' }),
    /3 candidates are reminded\. 1 was reminded today already and is left out\./,
  );
  const [head, ...lines] = (await client.get('/portal/file?status=awaiting_applicant')).body.split('\r\n');
  const columns = head!.split(',');
  const cell = (check: typeof first, column: string) =>
    lines.find((line) => line.startsWith(`${number(check)},`))!.split(',')[columns.indexOf(column)];
  const day = /^\d{4}-\d\d-\d\d$/;
  assert.equal(cell(first, 'form_opened_on'), '');
  assert.match(cell(opened, 'form_opened_on')!, day);
  assert.match(cell(first, 'last_reminded_on')!, day);
});

test('users of a subsidiary see and remind its candidates only, readers remind nobody, and others see nothing', async () => {
  const part = await userOf('standard', north);
  const { body } = await part.get(list);
  assert.deepEqual(orders(body), [number(northern)]);
  assert.match(body, /All <span class="app-count">1</);
  const form_token = hiddenFields(body, `${list}/reminders`).form_token!;
  const tried = await part.post(`${list}/reminders`, { orders: first.id, form_token });
  assert.match(String(tried.headers.location), /reminded=0&reminded_today=0&not_awaited=1/);

  const reader = await userOf('read_only');
  const read = (await reader.get(list)).body;
  assert.equal(orders(read).length, 4);
  assert.doesNotMatch(read, /Remind (selected|all)/);
  const own = /name="form_token" value="([^"]+)"/.exec(read)![1]!;
  assert.equal((await reader.post(`${list}/reminders`, { orders: first.id, form_token: own })).status, 403);

  const { id } = await createAccount(ctx, 'system', { name: 'Elsewhere Ltd', isDemo: true });
  const stranger = await userOf('administrator', null, id);
  const theirs = (await stranger.get(`${list}?account=${accountId}`)).body;
  assert.deepEqual(orders(theirs), []);
});

test('the list and the whole menu fit a phone and a desk, and axe finds no problem', async () => {
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies(cookies);
    await page.goto(`${portal.url}${list}`);
    await keepScreenshot(page, `client-forms-${screen}`);
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.equal(await scrollsSideways(page), false);
    if (screen === 'phone') {
      const last = page.getByRole('link', { name: 'Your account' });
      await page.getByRole('link', { name: 'More of the menu' }).click();
      const { x, width } = (await last.boundingBox())!;
      assert.ok(x >= 0 && x + width <= page.viewportSize()!.width);
      assert.deepEqual(await accessibilityProblems(page), [], 'the whole menu');
      await keepScreenshot(page, 'client-menu-phone');
      await page.getByRole('link', { name: 'Close the menu' }).click();
      assert.equal(await page.getByRole('link', { name: 'Close the menu' }).isVisible(), false);
    }
    await page.context().close();
  }
});

test('the page of an order and the list say how many steps of the form are done and when the candidate was last at it, never what they said', async () => {
  const caller = portal.caller('test');
  const { check, token } = await placeWaiting(ctx, caller, { reports: ['right_to_work'] });
  const page = `/portal/checks/${check.id}`;
  assert.doesNotMatch((await client.get(page)).body, /steps? (?:is|are) done/);
  const sender = { checkId: check.id, base: `/form/${token}`, device: visitor(portal) };
  await signIn(portal, sender, sender.device);
  const typed = { first_name: 'Alex', middle_name: 'Alexandrina', last_name: 'Sample' };
  await sender.device.submit(`${sender.base}/name`, `${sender.base}/name`, typed);
  const { body } = await client.get(page);
  const [, complete, steps] = /(\d+) of (\d+) steps? (?:is|are) done; the candidate was last at it/.exec(body)!;
  assert.deepEqual([complete, Number(steps) > 2], ['1', true]);
  const listed = (await client.get(`${list}?environment=test`)).body;
  assert.match(listed, new RegExp(`Opened: </span><span title="1 of ${steps} steps are done[^>]*>1 of ${steps}, `));
  for (const html of [body, listed]) assert.doesNotMatch(html, /Alexandrina/);
});
