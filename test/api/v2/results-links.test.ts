// The results link of a reply: whose keys open it, and how long it opens without a key if the account allows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccount } from '../../../src/features/accounts/account-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startProbity } from '../../support/probity.ts';
import { v2Client } from './v2-client.ts';
import { type Check, makeCheck } from './v2-samples.ts';

const probity = await startProbity({ workers: true });
const { ctx, database } = probity;

async function openLink(link: string, key?: string): Promise<number> {
  const { status } = await probity.fetch(new URL(`${link}.pdf`).pathname, { key });
  return status;
}

test('a results link opens for keys of its account and environment only', async () => {
  const [own, other] = [await makeAccount(ctx), await makeAccount(ctx)];
  const { download_uri: link } = await makeCheck(v2Client(probity, 'test', own.keys.test));
  assert.equal(await openLink(link, own.keys.test), 200);
  assert.equal(await openLink(link, own.keys.live), 404);
  assert.equal(await openLink(link, own.readOnlyKeys.test), 401);
  assert.equal(await openLink(link, other.keys.test), 404);
  assert.equal(await openLink(link), 401);
});

test('if the account allows it, a results link opens without a key for 15 minutes after each reply with it', async () => {
  const own = await makeAccount(ctx);
  const client = v2Client(probity, 'test', own.keys.test);
  const before = await makeCheck(client);
  assert.equal(await openLink(before.download_uri), 401);
  await changeAccount(ctx, 'system', own.accountId, { bareResultsLinks: true });
  // A database notification tells every process of the change.
  for (
    const until = performance.now() + 20_000;
    performance.now() < until && (await openLink(before.download_uri)) !== 200;
  ) {
    assert.equal((await client.get<Check>(before.href.replace('/v2', ''))).status, 200);
  }
  const check = await makeCheck(client);
  assert.equal(await openLink(check.download_uri), 200);
  const path = `/applicants/${check.href.split('/')[3]}/checks`;
  for (const read of [path, `${path}/${check.id}`]) {
    await database.run(sql`update open_results_links set open_until = ${new Date(0)} where check_id = ${check.id}`);
    assert.equal(await openLink(check.download_uri), 401);
    await client.get(read);
    assert.equal(await openLink(check.download_uri), 200);
  }
  const row = await database.row<{ until: Date }>(
    sql`select open_until as until from open_results_links where check_id = ${check.id}`,
  );
  assert.ok(Math.abs(row!.until.getTime() - Date.now() - 15 * 60_000) < 10_000);
  await changeAccount(ctx, 'system', own.accountId, { bareResultsLinks: false });
  assert.equal(await openLink(check.download_uri), 401);
});
