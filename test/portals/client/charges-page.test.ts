// The client's charges of a month: who sees them, the totals, and the file with every line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { monthsBetween } from '../../../src/portals/shared/charges/charges.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();

test('months run backwards over the turn of the year', () => {
  assert.deepEqual(monthsBetween('2025-11', '2026-02'), ['2026-02', '2026-01', '2025-12', '2025-11']);
  assert.deepEqual(monthsBetween('2026-02', '2026-02'), ['2026-02']);
});

test('a client sees what the month costs by report type, and downloads every line', async () => {
  const { ctx, accountId } = portal;
  const email = 'billing@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Billing User', email, role: 'billing' });
  await createSignIn(ctx, 'system', { email, password });
  const client = await signedInVisitor(portal, email);
  assert.match((await client.get('/portal/charges')).body, /No charges in/);

  const check = await portal.placeCheck('live', {}, ['identity', 'right_to_work']);
  await portal.placeCheck('test', {}, ['identity']);
  const [identity] = check.reports;
  await portal.superuser.run(sql`update charges set amount_pence = 1250 where report_id = ${identity!.id}`);
  await ctx.db.run(sql`
    insert into charges (account_id, environment, report_id, kind, amount_pence, created_at)
    values (${accountId}, 'live', ${identity!.id}, 'credit', -1250, ${new Date(ctx.now().getTime() + 1000)})`);

  const { body } = await client.get('/portal/charges');
  assert.match(body, /Identity[\s\S]*Ordered <\/span>1[\s\S]*Credited <\/span>1[\s\S]*£0\.00/);
  const file = await client.get(/href="(\/portal\/charges\/file[^"]*)"/.exec(body)![1]!);
  assert.match(String(file.headers['content-type']), /^text\/csv/);
  const lines = file.body.trim().split('\r\n');
  assert.equal(lines.length, 4);
  assert.ok(lines.some((line) => line.includes(`VF${check.orderId},${identity!.id},"Identity",order,12.50`)));
  assert.match(lines.at(-1)!, /credit,-12\.50$/);
});

test('a user whose role may not read charges has no page of them', async () => {
  const standard = await signedInVisitor(portal, clientEmail);
  assert.doesNotMatch((await standard.get('/portal')).body, /Charges/);
  assert.equal((await standard.get('/portal/charges')).status, 403);
  assert.equal((await standard.get('/portal/charges/file')).status, 403);
});
