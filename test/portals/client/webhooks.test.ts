// Webhooks in the client portal, in a real browser with a real receiver: adding, reading, changing, deleting, and who may do so.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { createOrderWebhook } from '../../../src/features/webhooks/order-webhook-actions.ts';
import { readWebhook, registerWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { v1Client } from '../../api/v1/v1-client.ts';
import { candidateEntry } from '../../api/v1/v1-samples.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, makeCheck } from '../../api/v2/v2-samples.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  scrollsSideways,
} from '../../support/browser.ts';
import { eventually } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';
import { answer, inTurn, startWebhookReceiver, verifiesXSignature } from '../../support/webhook-receiver.ts';
import { password, signedInVisitor, type Visitor } from '../portal-under-test.ts';

const receiver = await startWebhookReceiver();
after(() => receiver.close());
const probity = await startProbity({
  workers: true,
  settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*', PROBITY_WEBHOOK_CA: receiver.caFile },
});
const { ctx, account, url } = probity;
const { accountId } = account;
const place = { url, authority: probity.caFile };
const v1 = v1Client(probity);

const emailOf = (role: string) => `${accountId}@${role}.test`;
const [{ id: north }, browser] = await Promise.all([
  createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' }),
  launchBrowser(probity.certificate),
]);
after(() => browser.close());
for (const [name, role, subsidiaryId] of [
  ['standard', 'standard', null],
  ['north', 'administrator', north],
] as const) {
  await createUser(ctx, 'system', accountId, { name, email: emailOf(name), role, ...scopeOf(subsidiaryId) });
}
for (const name of ['administrator', 'standard', 'read-only', 'north']) {
  await createSignIn(ctx, 'system', { email: emailOf(name), password });
}

const details = {
  ...{ CheckCriminalPositionAppliedFor: 'Driver', CheckCriminalPurposeOfCheck: 'employment' },
  ...{ CheckCriminalPlaceOfWork: 'England', CheckCriminalEmployerName: 'Example Ltd' },
  CheckCriminalEmploymentSector: 'Drivers',
};
const criminalRecord = { Checks: [{ CheckType: 'criminal_history:basic', CheckSpecificData: details }] };

const signedIn = (name: string) => signedInVisitor(place, emailOf(name));
const tokenOf = async (visitor: Visitor) => {
  const { body } = await visitor.get('/portal');
  return { form_token: /name="form_token" value="([^"]+)"/.exec(body)![1]! };
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
/** Reloads the page until it shows what the worker has done. */
const shownAfterReload = (page: Page, text: string) =>
  eventually(
    async () => {
      await page.reload();
      return page.getByText(text).count();
    },
    (count) => count > 0,
  );
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

/** Keeps screenshots at the widths of a phone and a desk. The markup is the same; pages with little of their own skip axe. */
async function inspect(page: Page, name: string, { withAxe = true } = {}) {
  for (const [screen, width] of Object.entries({ desk: 1280, phone: 390 })) {
    await page.setViewportSize({ width, height: 800 });
    await keepScreenshot(page, `webhooks-${name}-${screen}`);
    assert.equal(await scrollsSideways(page), false, `${name} on a ${screen}`);
  }
  if (withAxe) assert.deepEqual(await accessibilityProblems(page), [], name);
}

test('an administrator adds a webhook for orders, looks at its notifications, resends one, and deletes the webhook', async () => {
  const { cookies } = await signedIn('administrator');
  const page = await openPage(browser);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}/portal`);
  await follow(page, 'Webhooks');
  await page.getByText('No webhooks here yet').waitFor();
  await follow(page, 'Test');
  await press(page, 'Add a webhook');
  await press(page, 'Continue');
  await page.getByRole('link', { name: 'Choose what the webhook should notify you about' }).waitFor();
  await inspect(page, 'choice');
  await page.goto(`${url}/portal/webhooks/new?environment=test&interface=v2`);
  await page.getByRole('checkbox', { name: 'Test' }).uncheck();
  await press(page, 'Add webhook');
  await page.getByRole('link', { name: 'Choose live, test or both' }).waitFor();
  await inspect(page, 'form-checks');
  await page.goto(`${url}/portal/webhooks/new?environment=test`);
  await page.getByRole('radio', { name: 'Orders' }).check();
  await press(page, 'Continue');

  await press(page, 'Add webhook');
  await page.getByRole('link', { name: 'Enter the address' }).waitFor();
  await page.getByLabel('Address').fill('http://plain.example/orders');
  await page.getByLabel('Authorisation token').fill('let me in');
  await press(page, 'Add webhook');
  await page.getByRole('link', { name: 'The address must be https' }).waitFor();
  await page.getByRole('link', { name: 'Choose at least one event' }).waitFor();
  await page.getByRole('checkbox', { name: 'The candidate’s identity is confirmed' }).check();
  assert.equal(await page.getByLabel('Address').inputValue(), 'http://plain.example/orders');
  assert.equal(await page.getByLabel('Authorisation token').inputValue(), 'let me in');
  await inspect(page, 'form-orders', { withAxe: false });
  await page.getByLabel('Address').fill(receiver.url);
  await press(page, 'Add webhook');
  const secret = String(await page.getByLabel('Secret').textContent());
  await page.getByText('X-Signature does not use it').waitFor();
  const recipe = page.getByRole('link', { name: 'How to verify a notification' });
  assert.equal(await recipe.getAttribute('href'), '/docs/v1#verifying-notifications');
  await inspect(page, 'secret');
  // Sending the form twice adds one webhook, and shows the secret only once.
  await page.reload();
  await page.getByText('This webhook exists already').waitFor();
  assert.equal(await page.getByLabel('Secret').count(), 0);

  receiver.behave(inTurn(answer(503), answer(200)));
  const order = await candidateEntry(v1, criminalRecord);
  await page.goto(`${url}/portal/checks/${order.CheckId}`);
  await inspect(page, 'check-identity');
  await press(page, 'Confirm identity');
  await page.getByLabel('Document', { exact: true }).nth(0).selectOption('Passport');
  await page.getByLabel('Document', { exact: true }).nth(1).selectOption('UtilityBill');
  await page.locator('[name="properties[documents_seen.1.issued_on]"]').fill(ukDateOf(new Date()));
  await page.getByLabel('How the originals were seen').selectOption('in_person');
  await inspect(page, 'check-confirming');
  await press(page, 'Confirm identity');
  await page.getByText('The candidate’s identity is confirmed.').waitFor();
  await inspect(page, 'check-confirmed', { withAxe: false });
  const [first] = await receiver.received(1);
  assert.deepEqual(JSON.parse(first!.body.toString()), {
    OrderId: order.Id,
    EventType: 'IdentityConfirmed',
    Order: `${url}/portal/checks/${order.CheckId}`,
  });
  assert.equal(first!.headers['x-signature'], sha1('let me in'));
  new Webhook(secret).verify(first!.body, first!.headers);

  await follow(page, 'Webhooks');
  await follow(page, 'Test');
  await inspect(page, 'list');
  await follow(page, receiver.url);
  await shownAfterReload(page, 'Retrying');
  await shownAfterReload(page, 'Failing');
  await inspect(page, 'webhook');
  await page.goto(`${url}/portal/webhooks?environment=test`);
  await page.getByText('Since ').waitFor();
  await inspect(page, 'list-failing');
  await follow(page, receiver.url);
  await follow(page, 'IdentityConfirmed');
  await page.getByText('The endpoint failed. Check its log for this time.').waitFor();
  assert.equal(await page.locator('pre').last().textContent(), first!.body.toString());
  await press(page, 'Resend');
  const [, second] = await receiver.received(2);
  assert.deepEqual(second!.body, first!.body);
  assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id']);
  await follow(page, 'Show the result');
  await shownAfterReload(page, '2, manual');
  await page.getByText('The endpoint acknowledged it.').waitFor();
  await inspect(page, 'notification');

  await follow(page, 'Back to the webhook');
  assert.equal(await page.getByText('Failing').count(), 0);
  await press(page, 'Send test');
  const [, , tried] = await receiver.received(3);
  assert.deepEqual(JSON.parse(tried!.body.toString()), { OrderId: 0, EventType: 'Test', Order: page.url() });
  assert.equal(tried!.headers['x-signature'], sha1('let me in'));
  await page.getByText('The endpoint acknowledged it.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Resend' }).count(), 0);
  receiver.behave(answer(503));
  await press(page, 'Send test');
  await page.getByText('fix that, then send another test.').waitFor();
  receiver.behave(answer(200));
  await follow(page, 'Back to the webhook');
  await press(page, 'Resend all failed');
  await page.getByText('There was nothing to resend').waitFor();

  await press(page, 'Check endpoint');
  await page.getByText('The endpoint does not redirect.').waitFor();
  await inspect(page, 'findings');
  await follow(page, 'Back to the webhook');
  await follow(page, 'Rotate secret');
  await press(page, 'Rotate secret');
  await page.getByRole('link', { name: 'Choose when the old secret ends' }).waitFor();
  await inspect(page, 'replace-secret');
  await page.getByRole('radio', { name: 'At once' }).check();
  await press(page, 'Rotate secret');
  assert.notEqual(await page.getByLabel('Secret').textContent(), secret);
  await press(page, 'I have saved it');

  await press(page, 'Change');
  await page.getByRole('checkbox', { name: 'The candidate’s identity is confirmed' }).uncheck();
  await page.getByRole('checkbox', { name: 'An order is complete', exact: true }).check();
  await press(page, 'Save');
  await page.getByRole('link', { name: 'The events must keep IdentityConfirmed' }).waitFor();
  await page.getByRole('checkbox', { name: 'The candidate’s identity is confirmed' }).check();
  await press(page, 'Save');
  await page.getByText('The webhook is saved.').waitFor();
  await page.getByText('(OrderComplete)').waitFor();

  await follow(page, 'Delete');
  await inspect(page, 'delete');
  await press(page, 'Delete webhook');
  await page.getByText('The webhook is deleted.').waitFor();
  await page.getByText('No webhooks here yet').waitFor();
  await follow(page, 'All notifications of the last 30 days');
  await page.getByText(`${receiver.url} (deleted)`).first().waitFor();
  await inspect(page, 'history', { withAxe: false });
  await page.context().close();
});

test('the portal warns of a webhook address that does not resolve', async () => {
  const administrator = await signedIn('administrator');
  const form = '/portal/webhooks/new?interface=v2';
  const given = { url: 'https://nowhere.invalid/checks', environments: 'sandbox', enabled: 'yes' };
  assert.match((await administrator.submit(form, form, given)).body, /does not resolve now/);
  const { webhook } = await registerWebhook(ctx, account.caller('live'), { url: `${receiver.url}/resolves` });
  const page = `/portal/webhooks/${webhook.id}`;
  const moved = { ...given, url: 'https://nowhere.invalid/moved' };
  const saved = await administrator.submit(`${page}/change`, `${page}/change`, moved);
  assert.match((await administrator.get(String(saved.headers.location))).body, /saved.*does not resolve now/s);
});

test('without JavaScript an administrator adds, confirms for live data, switches off and deletes a webhook for checks', async () => {
  const administrator = await signedIn('administrator');
  const unconfirmed = await registerWebhook(ctx, account.caller('test'), { url: `${receiver.url}/unconfirmed` });
  const page = `/portal/webhooks/${unconfirmed.webhook.id}`;
  assert.match((await administrator.get(page)).body, /Live not confirmed/);
  const change = (fields: Record<string, string>) => administrator.submit(`${page}/change`, `${page}/change`, fields);
  const nothing = await change({ url: `${receiver.url}/changed`, enabled: 'yes' });
  assert.equal(nothing.status, 422);
  assert.match(nothing.body, /href="#environments">Choose live, test or both/);
  assert.match(nothing.body, /\/hook\/changed/);
  const saved = await change({ url: `${receiver.url}/changed`, environments: 'live' });
  assert.deepEqual([saved.status, saved.headers.location], [303, `${page}?notice=changed`]);
  const { enabled, liveConfirmed, environments } = await readWebhook(
    ctx,
    { accountId, actor: 'system' },
    unconfirmed.webhook.id,
  );
  assert.deepEqual(
    { enabled, liveConfirmed, environments },
    { enabled: false, liveConfirmed: true, environments: ['live'] },
  );
  assert.match((await administrator.get(page)).body, /Switched off/);
  assert.match((await administrator.get(`${page}?environment=test`)).body, /Switched off/);

  const form = '/portal/webhooks/new?interface=v2';
  const given = {
    url: `${receiver.url}/checks`,
    events: 'check.completed',
    environments: 'sandbox',
    enabled: 'yes',
  };
  const made = await administrator.submit(form, form, given);
  assert.deepEqual([made.status, made.headers['cache-control']], [200, 'no-store']);
  const secret = /whsec_[\w+/=]+/.exec(made.body)![0];
  const made2 = await administrator.submit(form, form, given);
  const at = String(made2.headers.location).replace('?notice=changed', '');
  const tested = await administrator.submit(`${at}?environment=test`, `${at}/test?environment=test`, {});
  assert.match((await administrator.get(String(tested.headers.location))).body, /The endpoint acknowledged it/);
  assert.ok(verifiesXSignature(receiver.requests.at(-1)!, secret));
  assert.equal((await administrator.submit(`${at}/delete`, `${at}/delete`, {})).status, 303);
  assert.equal((await administrator.get(at)).status, 404);
});

test('the form sets delivery in order and the rate limit, and a waiting notification links to the one it waits for', async () => {
  const own = await startWebhookReceiver({ behave: answer(503) });
  after(() => own.close());
  const v2 = v2Client(probity);
  // For the administrator the form keeps what was refused above.
  const { cookies } = await signedIn('standard');
  const page = await openPage(browser);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  const at = (path: string) => `${url}/portal/webhooks${path}${path.includes('?') ? '&' : '?'}environment=test`;
  await page.goto(at('/new?interface=v2'));
  await page.getByLabel('Address').fill(own.url);
  await page.getByRole('checkbox', { name: 'Deliver in order' }).check();
  await page.getByLabel('Rate limit').fill('1e2');
  await press(page, 'Add webhook');
  await page.getByRole('link', { name: 'The rate limit must be a whole number from 1 to 1000' }).click();
  assert.equal(await page.getByLabel('Rate limit').inputValue(), '1e2');
  await inspect(page, 'form-limit');
  await page.getByLabel('Rate limit').fill('50');
  await press(page, 'Add webhook');
  await press(page, 'I have saved it');
  await page.getByText('Yes: a notification waits for the earlier ones').waitFor();
  await page.getByText('50 per second').waitFor();

  const check = await makeCheck(v2);
  await advance(v2, check.id);
  await shownAfterReload(page, 'Retrying');
  await inspect(page, 'webhook-ordered');
  const { events } = (await v2.get<{ events: { id: string; payload: { action: string } }[] }>('/events')).body;
  const idOf = (action: string) => events.findLast(({ payload }) => payload.action === action)!.id;
  await follow(page, 'check.started');
  await page.getByText(idOf('check.started')).waitFor();
  await inspect(page, 'notification-waiting');
  await follow(page, 'check.form_opened');
  await page.getByRole('heading', { name: 'check.form_opened' }).waitFor();
  const [sent] = await own.received(1);
  for (const name of ['webhook-id', 'webhook-event-id']) {
    assert.equal(await page.getByText(sent!.headers[name]!, { exact: true }).count(), 1, name);
  }
  assert.equal(sent!.headers['webhook-event-id'], idOf('check.form_opened'));
  const shown = String(await page.locator('main').textContent());
  assert.match(shown, new RegExp(`webhook-sequence\\s+${sent!.headers['webhook-sequence']}\\b`));
  assert.match(shown, /at \d+:\d\d:\d\d[ap]m (GMT|BST)\s*\d+ ms/);
  assert.doesNotMatch(shown, /Waits for/);
  await inspect(page, 'notification-tried');

  await follow(page, 'Back to the webhook');
  await follow(page, 'Rotate secret');
  await page.getByRole('radio', { name: 'In 24 hours' }).check();
  await press(page, 'Rotate secret');
  await page.getByText('must accept both').waitFor();
  await inspect(page, 'secret-replaced', { withAxe: false });
  await press(page, 'I have saved it');
  await press(page, 'Check endpoint');
  await page.getByText('so it could not be compared').waitFor();
  await inspect(page, 'findings-unknown');
  // Without JavaScript both settings can be removed.
  const administrator = await signedIn('administrator');
  const webhookId = /webhooks\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  const change = `/portal/webhooks/${webhookId}/change`;
  await administrator.submit(change, change, { url: own.url, environments: 'sandbox', enabled: 'yes' });
  const { ordered, maxPerSecond } = await readWebhook(ctx, { accountId, actor: 'system' }, webhookId);
  assert.deepEqual({ ordered, maxPerSecond }, { ordered: false, maxPerSecond: null });
  await page.context().close();
});

test('administrators and standard users change webhooks, read-only users have no access', async () => {
  const given = {
    url: receiver.url,
    events: [{ eventType: 'OrderComplete', eventSubscribed: true } as const],
    token: undefined,
  };
  const { webhook } = await createOrderWebhook(ctx, account.caller('live'), undefined, given);
  const page = `/portal/webhooks/${webhook.id}`;
  const pages = ['/portal/webhooks', '/portal/webhooks/history', page];
  const forms = ['/portal/webhooks/new', `${page}/change`, `${page}/delete`, `${page}/secret`];
  const actions = [
    ...forms,
    `${page}/test`,
    `${page}/doctor`,
    `${page}/resend`,
    `${page}/notifications/${webhook.id}/resend`,
  ];
  const seen = async (name: string) => {
    const visitor = await signedIn(name);
    const token = await tokenOf(visitor);
    const statuses = async (list: readonly string[], ask: (path: string) => Promise<{ status: number }>) => [
      ...new Set(await Promise.all(list.map(async (path) => (await ask(path)).status))),
    ];
    return {
      reads: await statuses(pages, visitor.get),
      forms: await statuses(forms, visitor.get),
      actions: await statuses(actions, (path) => visitor.post(path, token)),
      menu: /href="\/portal\/webhooks"/.test((await visitor.get('/portal')).body),
    };
  };
  assert.deepEqual(await seen('read-only'), { reads: [403], forms: [403], actions: [403], menu: false });
  const administrator = await signedIn('administrator');
  for (const name of ['administrator', 'standard']) {
    const visitor = await signedIn(name);
    assert.match((await visitor.get(page)).body, /Send test/);
    for (const path of forms) assert.equal((await visitor.get(path)).status, 200, path);
  }
  assert.equal(
    (await administrator.get(`${page}?environment=test`)).status,
    404,
    'a v1 webhook belongs to one environment',
  );
  assert.equal((await administrator.post(`${page}/delete`, {})).status, 403, 'without a token');
  for (const path of [`${page}/notifications/nothing`, `${page}/notifications/${webhook.id}`, '/portal/webhooks/x']) {
    assert.equal((await administrator.get(path)).status, 404, path);
  }
});

test('a user of a subsidiary sees v1 webhooks only, and the orders of others by number only', async () => {
  const northerner = await signedIn('north');
  const given = {
    url: `${receiver.url}/north`,
    events: [{ eventType: 'IdentityConfirmed', eventSubscribed: true } as const],
    token: undefined,
  };
  const orders = (await createOrderWebhook(ctx, account.caller('test'), undefined, given)).webhook;
  const checks = (await registerWebhook(ctx, account.caller('live'), { url: `${receiver.url}/whole` })).webhook;
  const order = await candidateEntry(v1, criminalRecord);
  await v1.post(`/orders/${order.Id}/identity`, {});
  const list = (await northerner.get('/portal/webhooks?environment=test')).body;
  assert.match(list, /hook\/north/);
  assert.doesNotMatch(list, /hook\/whole/);
  const own = `/portal/webhooks/${orders.id}?environment=test`;
  const sent = await eventually(
    async () => (await northerner.get(own)).body,
    (body) => /IdentityConfirmed<\/a>/.test(body),
  );
  assert.match(sent, new RegExp(`VF${order.Id}<`));
  assert.doesNotMatch(sent, /portal\/checks/);
  assert.doesNotMatch(
    (await northerner.get('/portal/webhooks/history?environment=test')).body,
    /hook\/whole|portal\/checks/,
  );
  const token = await tokenOf(northerner);
  for (const path of ['', '/change', '/delete', '/secret']) {
    assert.equal((await northerner.get(`/portal/webhooks/${checks.id}${path}`)).status, 404, path);
  }
  for (const path of ['/change', '/delete', '/secret', '/test', '/doctor', '/resend']) {
    assert.equal((await northerner.post(`/portal/webhooks/${checks.id}${path}`, token)).status, 404, path);
  }
  assert.match((await northerner.get('/portal/webhooks/new?interface=v2')).body, /Authorisation token/);
  const other = await signedInVisitor(place, emailOf('administrator'));
  assert.match((await other.get(own)).body, new RegExp(`portal/checks/${order.CheckId}`));
});
