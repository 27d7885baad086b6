// The pages on which the desk places an order for a client who asked for it by telephone or mail.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Caller } from '../../../src/context.ts';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { accessibilityProblems, launchBrowser, openPage, scrollsSideways } from '../../support/browser.ts';
import { clientEmail, deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 500 }, { name: 'right_to_work' }]);
const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' });
const { id: nora } = await createUser(ctx, 'system', accountId, {
  ...{ name: 'Nora North', email: 'nora@acme.test', role: 'requester', ...scopeOf(north) },
});

async function deskVisitor(role: DeskRole, accounts: readonly string[] = [accountId]) {
  const email = `${role}.${accounts.length}@desk.test`;
  await createDeskUser(ctx, 'system', { name: 'Dana Desk', email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const path = `/desk/accounts/${accountId}/orders/new`;
const identity = namedType('identity');
const typeId = 'type' in identity ? String(identity.type.id) : '';
const candidate = {
  ...{ first_name: 'Robin', last_name: 'Rungabout', email: 'robin@candidate.test' },
  ...{ 'dob-day': '3', 'dob-month': '4', 'dob-year': '1990' },
  subsidiary: 'none',
};
const dana = await deskVisitor('account_manager');
const client = await signedInVisitor(portal, clientEmail);

type Desk = typeof dana;

/** Types the order on the first page, and places it on the page that asks to check it. */
async function order(by: Desk, typed: Record<string, string>, to = path) {
  const fields = { ...candidate, what: 'reports', types: typeId, do: 'continue', ...typed };
  const answers = await by.submit(to, to, fields);
  assert.equal(answers.status, 200, answers.body);
  const placed = await by.post(to, { ...hiddenFields(answers.body, to), do: 'place' });
  assert.equal(placed.status, 303, placed.body);
  const [, reportId] = /^\/desk\/reports\/([0-9a-f-]{36})\/form\?done=ordered$/.exec(String(placed.headers.location))!;
  const row = await ctx.db.row<{
    id: string;
    order_id: number;
    environment: string;
    ordered_by_user_id: string | null;
    subsidiary_id: string | null;
  }>(sql`
    select c.id, c.order_id, c.environment, c.ordered_by_user_id, c.subsidiary_id
    from checks c join reports r on r.check_id = c.id where r.id = ${reportId!}`);
  return { ...row!, reportId: reportId!, answers: answers.body };
}

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

test('an account manager orders for a client, and the order says so to the desk and to the client', async () => {
  assert.match(
    (await dana.get(`/desk/accounts/${accountId}`)).body,
    new RegExp(`href="${path}"[^>]*>\\s*Order a check`),
  );
  const placed = await order(dana, {});
  assert.match(textOf(placed.answers), /For Acme Care Check the order .* Asked for by Nobody in particular/);
  const page = textOf((await dana.get(`/desk/reports/${placed.reportId}/form?done=ordered`)).body);
  assert.match(page, /The order is placed for the client/);
  assert.match(page, /Ordered \d+ \w+ \d{4}[^A-Z]*, for the client, by Dana Desk/);
  const seen = textOf((await client.get(`/portal/checks/${placed.id}`)).body);
  assert.match(seen, /Requested \d+ \w+ \d{4} by the screening company/);
  assert.match(seen, /Ordered The screening company, /, 'in the history');
  assert.doesNotMatch(seen, /Dana/, 'clients are not told the names of the desk');
});

test('the candidate gets the mail, the client is charged, and the programs see it as if the client had ordered', async () => {
  const { id } = await order(dana, { last_name: 'Same' });
  const mails = await ctx.db.rows<{ template: string }>(sql`select template from emails where check_id = ${id}`);
  assert.deepEqual(
    mails.map(({ template }) => template),
    ['check_invitation'],
  );
  const charges = await ctx.db.rows<{ kind: string; amount_pence: number }>(sql`
    select h.kind, h.amount_pence from charges h join reports r on r.id = h.report_id where r.check_id = ${id}`);
  assert.deepEqual(charges, [{ kind: 'order', amount_pence: 500 }]);
  const events = await ctx.db.rows<{ type: string; actor: string }>(sql`
    select type, split_part(actor, ':', 1) as actor from events where check_id = ${id} order by id limit 1`);
  assert.deepEqual(events, [{ type: 'check.created', actor: 'user' }]);
});

test('who of the client asked for it gets its mails, and it belongs to the subsidiary that they see', async () => {
  const placed = await order(dana, { last_name: 'Asked', asked_by: nora, subsidiary: '' });
  assert.match(textOf(placed.answers), /Subsidiary North Asked for by Nora North/);
  assert.deepEqual([placed.ordered_by_user_id, placed.subsidiary_id], [nora, north]);
  const { id: south } = await createSubsidiary(ctx, 'system', accountId, { name: 'South', externalId: 'south' });
  const fields = { ...candidate, what: 'reports', types: typeId, asked_by: nora, subsidiary: south, do: 'continue' };
  const refused = await dana.submit(path, path, fields);
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /The subsidiary must be the one of Nora North, who sees no other/);
  const stranger = await dana.submit(path, path, { ...fields, asked_by: portal.deskUserId, subsidiary: '' });
  assert.match(textOf(stranger.body), /Who asked for it cannot order for the account any more: choose another/);
});

test('a test order is a test order', async () => {
  const placed = await order(dana, { last_name: 'Tested' }, `${path}?environment=test`);
  assert.equal(placed.environment, 'test');
  assert.match(textOf(placed.answers), /A test order is not charged/);
});

test('only account managers and administrators order, and only for their accounts', async () => {
  for (const role of ['screener', 'reviewer', 'data_protection', 'auditor'] as const) {
    const other = await deskVisitor(role);
    assert.equal((await other.get(path)).status, 403, role);
    assert.doesNotMatch((await other.get(`/desk/accounts/${accountId}`)).body, /Order a check/);
  }
  const administrator = await signedInVisitor(portal, deskEmail);
  assert.equal((await administrator.get(path)).status, 200);
  const { accountId: foreign } = await makeAccount(ctx, 'Foreign');
  assert.equal((await dana.get(`/desk/accounts/${foreign}/orders/new`)).status, 404);
});

test('the desk may not do with the order what only the client decides', async () => {
  const { id } = await order(dana, { last_name: 'Limits' });
  const caller = {
    ...portal.caller('live'),
    actor: `user:${portal.deskUserId}` as const,
    permissions: ['order_for_clients'],
  };
  await assert.rejects(async () => closeCheck(ctx, caller, id, 'withdraw'), { reason: 'not_permitted' });
});

test('while new orders of the account are stopped, its pages say why and offer to accept them again in place of an order', async () => {
  const account = `/desk/accounts/${accountId}`;
  assert.match((await dana.get(account)).body, /Order a check/);
  await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: false, stopReason: 'Unpaid' });
  try {
    const body = textOf((await dana.get(path)).body);
    assert.match(
      body,
      /New orders of Acme Care are stopped since [^.]*: Unpaid\. Nothing can be ordered until somebody accepts them again/,
    );
    for (const page of [account, `/desk/forms?account=${accountId}`]) {
      const { body: shown } = await dana.get(page);
      assert.match(shown, new RegExp(`href="${account}/stop"[\\s\\S]*?Accept new orders again`), page);
      assert.doesNotMatch(shown, /Order a check/, page);
      assert.match(textOf(shown), /New orders are stopped since [^.]*: Unpaid\./, page);
    }
    assert.match((await dana.get(`/desk/forms?account=${accountId}&environment=test`)).body, /Order a check/);
  } finally {
    await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: true, stopReason: '' });
  }
});

const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

test('the page has no accessibility problem, and fits a phone', async () => {
  for (const screen of ['desk', 'phone'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...dana.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    await page.goto(`${portal.url}${path}`);
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.equal(await scrollsSideways(page), false);
    await page.context().close();
  }
});

test('somebody who has an order of the last 90 days is named before they are ordered again, by mail or by name and birth', async () => {
  const first = await order(dana, { last_name: 'Twice', email: 'twice@candidate.test' });
  const fields = { ...candidate, last_name: 'Twice', what: 'reports', types: typeId, do: 'continue' };
  const warned = (typed: Record<string, string>) => dana.submit(path, path, { ...fields, ...typed });
  const byName = (await warned({ email: 'other@candidate.test' })).body;
  assert.match(textOf(byName), /Robin Twice was already ordered on .*, waiting for the candidate\)/);
  assert.match(byName, new RegExp(`href="/desk/orders/${first.id}"[\\s\\S]*Order anyway`));
  const byMail = (await warned({ last_name: 'Married', email: 'TWICE@candidate.test' })).body;
  assert.match(textOf(byMail), /Robin Twice was already ordered/);
  const other = (await warned({ email: 'other@candidate.test', 'dob-year': '1991' })).body;
  assert.doesNotMatch(textOf(other), /already ordered/);
  const anyway = await dana.post(path, { ...hiddenFields(byName, path), do: 'place' });
  assert.equal(anyway.status, 303, 'it is a warning, no refusal');
});

test('an earlier order is found behind those of namesakes, of another subsidiary, and says no more of a restricted person than their page', async () => {
  const typed = { ...candidate, last_name: 'Namesake', what: 'reports', types: typeId };
  const first = await order(dana, { ...typed, email: 'first@candidate.test', subsidiary: north });
  for (let year = 1960; year < 1981; year += 1)
    await order(dana, { ...typed, email: `born.${year}@candidate.test`, 'dob-year': String(year) });
  const warned = async (by: Desk, to: string) =>
    textOf((await by.submit(to, to, { ...typed, email: 'new@candidate.test', do: 'continue' })).body);
  const found = new RegExp(
    `Robin Namesake was already ordered on [^(]*\\( VF${first.order_id} , waiting for the candidate\\)`,
  );
  assert.match(await warned(dana, path), found);
  assert.match(await warned(client, '/portal/orders/new'), found, 'who sees all subsidiaries');
  const { id: south } = await createSubsidiary(ctx, 'system', accountId, {
    name: 'Far south',
    externalId: 'far-south',
  });
  const email = 'sam.south@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Sam', email, role: 'requester', ...scopeOf(south) });
  await createSignIn(ctx, 'system', { email, password });
  const sam = await signedInVisitor(portal, email);
  assert.doesNotMatch(await warned(sam, '/portal/orders/new'), /already ordered/, 'who sees one');

  await ctx.db.run(sql`
    update checks set status = 'complete', completed_at = now(), started_at = now(), result = 'clear'
    where id = ${first.id}`);
  const by = { ...portal.caller('live'), actor: 'candidate' } as const;
  const desk: Caller = { ...by, actor: `user:${portal.deskUserId}`, permissions: roles.desk.administrator };
  await askRestriction(ctx, by, first.id, { ground: 'accuracy', words: 'It is not me.' });
  const check = await readCheckAndKey(ctx, desk, first.id);
  const [asked] = await listRestrictionsOf(ctx, check.check, check.key);
  await decideRestriction(ctx, desk, first.id, { id: asked!.id, isAccepted: true, answer: '' });
  assert.match(await warned(client, '/portal/orders/new'), /\( VF\d+ , on hold\)/);
});
