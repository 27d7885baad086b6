// A check's page, where a client user confirms who the candidate is: in a real browser, once, and by whom it may be done.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSubsidiary, createUser, moveTestClock } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type PageOptions,
  scrollsSideways,
} from '../../support/browser.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const { ctx, accountId } = portal;

const criminalRecord = ['criminal_history:basic'] as const;

async function signedIn(options: PageOptions) {
  const { cookies } = await signedInVisitor(portal, clientEmail);
  const page = await openPage(browser, options);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  return page;
}

const confirmations = (checkId: string) =>
  ctx.db.rows<{ actor: string }>(sql`
    select actor from events where check_id = ${checkId} and type = 'check.identity_confirmed'`);

async function person(name: string, more: { permission: 'standard' | 'read_only'; subsidiaryId?: string }) {
  const email = `${name}@acme.test`;
  const { id } = await createUser(ctx, 'system', accountId, { name, email, ...more });
  await createSignIn(ctx, 'system', { email, password });
  return { id, visitor: await signedInVisitor(portal, email) };
}

test('without JavaScript a client user confirms the identity of a candidate, once, and the page says when', async () => {
  const check = await portal.placeCheck('live', { first_name: 'Robin' }, [...criminalRecord, 'identity']);
  const [phone, desk] = await Promise.all([signedIn({ screen: 'phone', javaScript: false }), signedIn({})]);
  const look = async (name: string) => {
    assert.deepEqual(await accessibilityProblems(desk), [], name);
    for (const [screen, page] of Object.entries({ phone, desk })) {
      await keepScreenshot(page, `client-check-${name}-${screen}`);
      assert.equal(await scrollsSideways(page), false);
    }
  };
  await Promise.all([phone, desk].map((page) => page.goto(`${portal.url}/portal/checks/${check.id}`)));
  await look('identity');
  await phone.getByRole('button', { name: 'Confirm identity' }).click();
  await phone.getByText('The candidate’s identity is confirmed.').waitFor();
  // On a page that was opened before: nothing happens twice.
  await desk.getByRole('button', { name: 'Confirm identity' }).click();
  for (const page of [phone, desk]) {
    await page.getByText(/Confirmed on \d+ \w+ \d{4} at/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Confirm identity' }).count(), 0);
  }
  await look('identity-confirmed');
  await Promise.all([phone, desk].map((page) => page.context().close()));
  assert.equal((await confirmations(check.id)).length, 1);
});

test('said twice it is one event, on record with who confirmed it, at the time of the test clock', async () => {
  const { id, visitor } = await person('standard', { permission: 'standard' });
  await moveTestClock(ctx, portal.caller('test'), 3 * 86_400);
  const check = await portal.placeCheck('test', {}, criminalRecord);
  const page = `/portal/checks/${check.id}`;
  for (const _ of ['first', 'again from a page that was open']) {
    // The token of any form of the page is that of all.
    const answer = await visitor.post(`${page}/identity`, await tokenOf(visitor, '/portal'));
    assert.deepEqual([answer.status, answer.headers.location], [303, `${page}?confirmed=1`]);
  }
  assert.deepEqual(await confirmations(check.id), [{ actor: `user:${id}` }]);
  const { identityConfirmedAt } = await readCheck(ctx, portal.caller('test'), check.id);
  assert.ok(identityConfirmedAt!.getTime() - Date.now() > 2 * 86_400_000);
});

test('nobody confirms who may only look, what they do not see, what asks for none, or what is over', async () => {
  const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' });
  const reader = await person('reader', { permission: 'read_only' });
  const northerner = await person('north', { permission: 'standard', subsidiaryId: north });
  const client = await signedInVisitor(portal, clientEmail);
  const asks = await portal.placeCheck('live', {}, criminalRecord);
  const asksNot = await portal.placeCheck('live', {}, ['identity']);
  const over = await portal.placeCheck('live', {}, criminalRecord);
  await closeCheck(ctx, portal.caller('live'), over.id, 'withdraw');
  const confirm = async (visitor: typeof client, checkId: string) =>
    (await visitor.post(`/portal/checks/${checkId}/identity`, await tokenOf(visitor, '/portal'))).status;
  assert.equal(await confirm(reader.visitor, asks.id), 403);
  assert.equal(await confirm(northerner.visitor, asks.id), 404);
  assert.equal(await confirm(client, asksNot.id), 409);
  assert.equal(await confirm(client, over.id), 409);
  assert.equal((await client.post(`/portal/checks/${asks.id}/identity`, {})).status, 403, 'without a token');
  const shown = async (visitor: typeof client, checkId: string) =>
    (await visitor.get(`/portal/checks/${checkId}`)).body;
  assert.match(await shown(reader.visitor, asks.id), /Not confirmed yet/);
  assert.doesNotMatch(await shown(reader.visitor, asks.id), /Confirm identity/);
  assert.doesNotMatch(await shown(client, asksNot.id), /Identity of the candidate/);
  assert.match(await shown(client, over.id), /Was not confirmed/);
  for (const { id } of [asks, asksNot, over]) assert.deepEqual(await confirmations(id), []);
});

async function tokenOf(visitor: Awaited<ReturnType<typeof signedInVisitor>>, path: string) {
  const { body } = await visitor.get(path);
  return { form_token: /name="form_token" value="([^"]+)"/.exec(body)![1]! };
}
