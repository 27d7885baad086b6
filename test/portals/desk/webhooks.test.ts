// The webhooks of a client at the desk, in a real browser with a real receiver: what became of its notifications, sending
// one again, and who may only read.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createOrderWebhook } from '../../../src/features/webhooks/order-webhook-actions.ts';
import { registerWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, makeCheck } from '../../api/v2/v2-samples.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { eventually } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';
import { answer, inTurn, startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { password, signedInVisitor } from '../portal-under-test.ts';

const receiver = await startWebhookReceiver();
after(() => receiver.close());
const probity = await startProbity({
  workers: true,
  settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*', PROBITY_WEBHOOK_CA: receiver.caFile },
});
const { ctx, account, url } = probity;
const { accountId } = account;
const place = { url, authority: probity.caFile };
const browser = await launchBrowser(probity.certificate);
after(() => browser.close());
const path = `/desk/accounts/${accountId}/webhooks`;

async function deskUser(role: 'account_manager' | 'auditor' | 'screener', accounts: readonly string[] = [accountId]) {
  const email = `${role}${accounts.length}@${accountId}.test`;
  await createDeskUser(ctx, 'system', { name: role, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(place, email);
}
const manager = await deskUser('account_manager');

test('who is asked at the desk why no notification arrived reads what the endpoint answered, and sends it again', async () => {
  receiver.behave(inTurn(answer(410), answer(200)));
  await registerWebhook(ctx, account.caller('live'), {
    url: receiver.url,
    environments: ['sandbox'],
    events: ['check.form_completed'],
  });
  const client = v2Client(probity);
  const { id } = await makeCheck(client);
  await advance(client, id);
  await receiver.received(1);

  const page = await openPage(browser);
  await page.context().addCookies([...manager.cookies].map(([name, value]) => ({ name, value, url })));
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const inspect = async (name: string) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await keepScreenshot(page, `desk-webhooks-${name}-${width}`);
      assert.equal(await scrollsSideways(page), false, `${name} at ${width}`);
    }
    assert.deepEqual(await accessibilityProblems(page), [], name);
  };
  await page.goto(`${url}/desk/accounts/${accountId}`);
  await follow('Webhooks');
  await follow('Test');
  await inspect('list');
  await follow(receiver.url);
  for (const name of ['Change', 'Rotate secret', 'Delete'])
    assert.equal(await page.getByRole('link', { name, exact: true }).count(), 0, name);
  await inspect('webhook');
  await page.getByRole('table').getByRole('link').first().click();
  await eventually(
    async () => {
      await page.reload();
      return page.getByText('410', { exact: true }).count();
    },
    (count) => count > 0,
  );
  await inspect('notification');
  const orderHref = await page.getByRole('link', { name: /^VF/ }).getAttribute('href');
  assert.equal(orderHref, `/desk/orders/${id}`);
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByText('The notification is being resent.').waitFor();
  await receiver.received(2);
  const [event] = await ctx.db.rows<{ actor: string }>(sql`
    select actor from events where account_id = ${accountId} and type = 'webhook.resent'`);
  assert.match(event!.actor, /^user:/);
});

test('an auditor reads the webhooks of a client and sends nothing; a screener and another desk see none', async () => {
  const [auditor, screener, stranger] = [
    await deskUser('auditor'),
    await deskUser('screener'),
    await deskUser('account_manager', []),
  ];
  const list = await auditor.get(`${path}?environment=test`);
  const href = /href="(\/desk\/accounts\/[^"]+\/webhooks\/[^"?]+)\?environment=test"/.exec(
    list.body.split('<tbody')[1]!,
  )![1]!;
  const read = await auditor.get(`${href}?environment=test`);
  assert.equal(read.status, 200);
  assert.doesNotMatch(read.body, /Send test|Resend all failed|Check endpoint/);
  for (const [one, status] of [
    [screener, 403],
    [stranger, 404],
  ] as const) {
    assert.equal((await one.get(path)).status, status);
    assert.equal((await one.get(`${href}?environment=test`)).status, status);
  }
});

test('the desk does not see the fixed signature of a client, with which notifications could be forged', async () => {
  const given = {
    url: receiver.url,
    events: [{ eventType: 'OrderComplete', eventSubscribed: true }],
    token: 'let me in',
  } as const;
  const { webhook } = await createOrderWebhook(ctx, account.caller('live'), undefined, given);
  const { status, body } = await manager.get(`${path}/${webhook.id}`);
  assert.equal(status, 200);
  assert.ok(webhook.tokenHash);
  assert.ok(!body.includes(webhook.tokenHash));
  assert.doesNotMatch(body, /X-Signature/);
});
