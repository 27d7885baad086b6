// What programs read and may do of a restricted person, in the states and refusals that both interfaces have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccount } from '../../src/features/accounts/account-actions.ts';
import { readCheck, readCheckAndKey } from '../../src/features/checks/check-actions.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../src/features/restrictions/restriction-actions.ts';
import { sql } from '../../src/platform/db/database.ts';
import { startProbity } from '../support/probity.ts';
import { v1Client } from './v1/v1-client.ts';
import { v2Client } from './v2/v2-client.ts';
import { advance, type Check, makeCheck, messagesOf, type Report } from './v2/v2-samples.ts';

const probity = await startProbity({ workers: true });
const { ctx, account } = probity;
const v2 = v2Client(probity, 'test');
const v1 = v1Client(probity);
const tenant = { accountId: account.accountId, environment: 'test', clockOffsetSeconds: 0, actor: 'system' } as const;

async function restrict(checkId: string): Promise<void> {
  await askRestriction(ctx, tenant, checkId, { ground: 'accuracy', words: 'Not me.' });
  const { check, key } = await readCheckAndKey(ctx, tenant, checkId);
  const [asked] = await listRestrictionsOf(ctx, check, key);
  await decideRestriction(ctx, tenant, checkId, { id: asked!.id, isAccepted: true, answer: '' });
}

const pathOf = (check: Check) => check.href.replace('/v2', '');
const links = (check: Check) => new URL(check.download_uri).pathname;

test('a complete check of a restricted person reads as on hold, without results, and its files are refused', async () => {
  const check = await makeCheck(v2);
  await advance(v2, check.id, 2);
  const before = (await v2.get<Check>(pathOf(check))).body;
  assert.deepEqual([before.status, before.result], ['complete', 'clear']);
  await restrict(check.id);
  const applicant = pathOf(check).split('/checks')[0]!;
  const [listed] = (await v2.get<{ checks: Check[] }>(`${applicant}/checks?expand=reports`)).body.checks;
  for (const read of [(await v2.get<Check>(`${pathOf(check)}?expand=reports`)).body, listed!]) {
    assert.deepEqual([read.status, read.result], ['on_hold', null]);
    const [report] = read.reports as Report[];
    assert.deepEqual([report!.status, report!.result, report!.breakdown, report!.properties], ['paused', null, {}, {}]);
  }
  const one = (await v2.get<Report>(`/checks/${check.id}/reports/${check.reports[0]!.id}`)).body;
  assert.deepEqual([one.status, one.result, one.properties], ['paused', null, {}]);

  interface Order {
    readonly State: { readonly StateDescription: string };
    readonly Checks: readonly { readonly Result: string; readonly CheckState: { readonly StateDescription: string } }[];
  }
  const { text } = await v1.get<Order>(`/orders/${check.order_id}`);
  assert.match(text, /"On Hold"/);
  assert.doesNotMatch(text, /Completed - |"clear"/);
  const key = account.keys.test;
  for (const end of ['.pdf', '.zip']) {
    const refused = await probity.fetch(`${links(check)}${end}`, { key });
    assert.equal(refused.status, 422, refused.text);
  }
  await changeAccount(ctx, 'system', account.accountId, { bareResultsLinks: true });
  await ctx.db.run(sql`
    insert into open_results_links (account_id, environment, check_id, open_until)
    values (${account.accountId}, 'test', ${check.id}, now() + interval '1 day') on conflict do nothing`);
  assert.equal((await probity.fetch(`${links(check)}.pdf`)).status, 409, 'nor without a key');
  assert.equal((await readCheck(ctx, tenant, check.id)).result, 'clear', 'the results are kept');

  const again = await v2.post(`${applicant}/checks`, { type: 'standard', reports: [{ name: 'identity' }] });
  assert.deepEqual([again.status, Object.keys(messagesOf(again))], [422, ['status']]);
  const changed = await v2.put(applicant, { first_name: 'Janet' });
  assert.equal(changed.status, 422);
});

test('an open check of a restricted person goes on hold, tells its webhooks so, and can only be ended', async () => {
  const check = await makeCheck(v2);
  await advance(v2, check.id, 1);
  await restrict(check.id);
  assert.equal((await v2.get<Check>(pathOf(check))).body.status, 'on_hold');
  const events = await ctx.db.rows<{ type: string }>(sql`
    select type from events where check_id = ${check.id} and type in ('check.on_hold', 'report.paused') order by type`);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['check.on_hold', 'report.paused'],
  );
  const [report] = check.reports;
  for (const path of [`/checks/${check.id}/resume`, `/checks/${check.id}/reports/${report!.id}/resume`]) {
    assert.equal((await v2.post(path)).status, 204, 'as of what is not held: nothing changes');
    assert.equal((await v2.get<Check>(pathOf(check))).body.status, 'on_hold');
  }
  assert.equal((await v2.post(`/sandbox/checks/${check.id}/advance`)).status, 422);
  assert.equal((await v2.post(`/checks/${check.id}/withdraw`)).status, 204);
  assert.equal((await v2.get<Check>(pathOf(check))).body.status, 'withdrawn');
});
