// Security events are stored with who and from where, floods are counted, and old events are deleted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../../src/context.ts';
import { createAuthentication } from '../../../src/features/accounts/authentication.ts';
import { recordList } from '../../../src/features/events/look-actions.ts';
import { exportSecurityEvents, listSecurityEvents } from '../../../src/features/lists/security-event-list-actions.ts';
import {
  pruneSecurityEvents,
  recordSecurityEvent,
} from '../../../src/features/security-events/security-event-actions.ts';
import type { SecurityEventName } from '../../../src/features/security-events/security-event-types.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';

const probity = await startProbity();
const { ctx, account, database } = probity;

const eventsOf = (address: string) =>
  database.rows<{ type: SecurityEventName; count: number; actor: string | null; detail: object }>(sql`
    select type, count, actor, detail from security_events where address = ${address} order by id`);

test('a change of authority is recorded in the transaction of the change', async () => {
  const event = { type: 'role.changed', actor: `user:${account.userId}`, address: '192.0.2.1' } as const;
  await assert.rejects(
    inTransaction(ctx, async (tx) => {
      await recordSecurityEvent(tx, event);
      throw new Error('undone');
    }),
  );
  assert.deepEqual(await eventsOf('192.0.2.1'), []);
  await inTransaction(ctx, (tx) => recordSecurityEvent(tx, { ...event, detail: { role: 'standard' } }));
  assert.deepEqual(await eventsOf('192.0.2.1'), [
    { type: 'role.changed', count: 1, actor: `user:${account.userId}`, detail: { role: 'standard' } },
  ]);
});

test('a flood of equal events becomes one row with their number', async () => {
  const event = { type: 'sign_in.failed', address: '192.0.2.2' } as const;
  for (let index = 0; index < 500; index += 1) await recordSecurityEvent(ctx, event);
  await recordSecurityEvent(ctx, { ...event, type: 'code.wrong' });
  await ctx.batches.write();
  const counted = (await eventsOf('192.0.2.2')).reduce((sum, { count }) => sum + count, 0);
  const rows = await eventsOf('192.0.2.2');
  assert.equal(counted, 501);
  assert.ok(rows.length <= 5, `${rows.length} rows`);
});

test('security events cannot be changed, and are deleted after the days of the setting', async () => {
  await recordSecurityEvent(ctx, { type: 'sign_in.succeeded', address: '192.0.2.3' });
  await assert.rejects(database.run(sql`update security_events set type = 'sign_in.ended'`), /never changed/);
  const after = (days: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days * 24 * 3_600_000) });
  await pruneSecurityEvents(after(399));
  assert.equal((await eventsOf('192.0.2.3')).length, 1);
  await pruneSecurityEvents(after(401));
  assert.deepEqual(await eventsOf('192.0.2.3'), []);
});

test('a key that is not valid, and an action without permission, are recorded with the address and the key', async () => {
  await probity.fetch('/vftapi/v2/applicants', { key: 'live_nothing' });
  await probity.fetch('/vftapi/v2/applicants', { key: account.readOnlyKeys.live });
  await ctx.batches.write();
  const scope = { by: 'system', accounts: 'all', isOwnAccount: false } as const;
  const list = (type: SecurityEventName) => listSecurityEvents(ctx, scope, { type }, { limit: 10 });
  const [refused] = await list('key.refused');
  assert.deepEqual(refused?.detail, { route: '/vftapi/v2/applicants', reason: 'unauthenticated' });
  assert.equal(refused.address, '127.0.0.1');
  const [without] = await list('permission.refused');
  const { count, account_id, key_label, actor_name } = without!;
  assert.deepEqual([count, account_id, key_label !== null, actor_name], [1, account.accountId, true, 'read_only']);
});

test('events are exported in batches, which is an event itself, only to those who may read them', async () => {
  const scope = { by: 'system', accounts: 'all', isOwnAccount: false } as const;
  for (let index = 0; index < 1001; index += 1) {
    await recordSecurityEvent(ctx, { type: 'key.exposed', accountId: account.accountId, detail: { index } });
  }
  const sizes: number[] = [];
  const batches = await exportSecurityEvents(ctx, scope, { type: 'key.exposed' });
  for await (const batch of batches) sizes.push(batch.length);
  assert.deepEqual(sizes, [1000, 1]);
  const exported = await listSecurityEvents(ctx, scope, { type: 'records.exported' }, { limit: 10 });
  assert.deepEqual(
    exported.map(({ actor, detail }) => [actor, detail]),
    [['system', { list: 'security_events' }]],
  );
  const by = { actor: `user:${account.userId}`, permissions: ['sign_in', 'read_account_security_events'] } as const;
  await assert.rejects(exportSecurityEvents(ctx, { ...scope, by }, {}), Refusal);
  const ofAccount = { by, accounts: [account.accountId], isOwnAccount: true };
  const seen = await listSecurityEvents(ctx, ofAccount, {}, { limit: 500 });
  assert.ok(seen.length > 0 && seen.every(({ account_id }) => account_id === account.accountId));
});

test('a key that is used from a network for the first time is recorded, but not its first network', async () => {
  const { keyId } = await createAuthentication(ctx).callerOf(account.keys.test, undefined, { address: '192.0.2.1' });
  const useFrom = async (...addresses: string[]) => {
    // Another process each time, which remembers nothing.
    const authentication = createAuthentication(ctx);
    for (const address of addresses) await authentication.callerOf(account.keys.test, undefined, { address });
    await authentication.recordUses();
    return database.rows(sql`
      select host(address) as address, actor, account_id, detail from security_events
      where type = 'key.used_from_new_network' and key_id = ${keyId} order by id`);
  };
  assert.deepEqual(await useFrom('192.0.2.1', '2001:db8:1:2::3'), []);
  assert.deepEqual(await useFrom('192.0.2.99', '::ffff:192.0.2.7', '2001:db8:1:ffff::1'), []);
  const found = await useFrom('198.51.100.4', '198.51.100.5', '2001:db8:2::1');
  const who = { actor: `user:${account.userId}`, account_id: account.accountId };
  assert.deepEqual(found, [
    { address: '198.51.100.4', ...who, detail: { network: '198.51.100.0/24' } },
    { address: '2001:db8:2::1', ...who, detail: { network: '2001:db8:2::/48' } },
  ]);
  assert.equal((await useFrom('198.51.100.200')).length, 2);
});

test('a bulk read is recorded with the key and the address', async () => {
  const caller = { ...account.caller('live'), keyId: ctx.newId(), address: '192.0.2.55' };
  const ids = Array.from({ length: 100 }, () => ctx.newId());
  recordList(ctx, caller, 'account.applicants_listed', { filter: {}, ids });
  await ctx.batches.write();
  const [event] = await eventsOf('192.0.2.55');
  assert.deepEqual(
    [event?.type, event?.detail],
    ['records.read_in_bulk', { list: 'account.applicants_listed', people: 100 }],
  );
});

test('documents are made once, and sent compressed and only once to a client that has them', async () => {
  for (const path of ['/openapi/v2.json', '/docs']) {
    const first = await probity.fetch(path, { headers: { 'accept-encoding': 'identity' } });
    const { etag } = first.headers as { etag: string };
    const gzipped = await probity.fetch(path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    assert.equal(gzipped.headers['content-encoding'], 'gzip', path);
    assert.equal((await probity.fetch(path, { headers: { 'if-none-match': etag } })).status, 304, path);
  }
});
