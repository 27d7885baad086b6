// The worker's statements on a real database, in which times are shifted in the rows instead of moving the clock.
import { randomUUID } from 'node:crypto';
import { insertEvents, signEvent } from '../../../src/features/events/event-store.ts';
import { claimDeliveries } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { recordDeliveries, releaseDeliveries, storeBodies } from '../../../src/features/webhooks/delivery-store.ts';
import { updateHealth } from '../../../src/features/webhooks/endpoint-health-store.ts';
import { reapWorkers, sendHeartbeat } from '../../../src/features/webhooks/worker-heartbeat-store.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { makeBareAccounts } from '../../support/events.ts';
import { testIntegrity } from '../../support/integrity.ts';
import type { FinalRow, SimulatedStore, SimulatedWebhook } from './delivery-store.ts';

export interface DatabaseStore extends SimulatedStore {
  /** Deletes this history's rows. */
  close(): Promise<void>;
}

export interface DatabaseStores {
  open(webhooks: number): Promise<DatabaseStore>;
  drop(): Promise<void>;
}

export async function databaseStores(claim = claimDeliveries): Promise<DatabaseStores> {
  const { database, drop } = await openTestDatabase(4);
  // An account without a key, because nothing here is encrypted.
  const [accountId = ''] = await makeBareAccounts(database, 1);
  return {
    open: (webhooks) => databaseStore(database, accountId, webhooks, claim),
    drop,
  };
}

async function makeWebhooks(db: Db, accountId: string, count: number): Promise<SimulatedWebhook[]> {
  return db.rows<SimulatedWebhook>(sql`
    insert into webhooks (account_id, id, interface, url, environments, live_confirmed, ordered, sealed_secret, created_at)
    select ${accountId}, uuidv7(), 'v2', 'https://receiver.example/' || n, array['live'], true, n % 2 = 0, '', now()
    from generate_series(1, ${count}::integer) n returning id, ordered`);
}

async function databaseStore(
  db: Db,
  accountId: string,
  count: number,
  claimDue: typeof claimDeliveries,
): Promise<DatabaseStore> {
  const webhooks = await makeWebhooks(db, accountId, count);
  const startedAt = performance.now();
  let passed = 0;
  const alive = new Set<string>();
  return {
    webhooks,
    now: () => passed + performance.now() - startedAt,
    async eventOf(check) {
      const checkId = checkIdOf(check);
      const about = { type: 'check.completed', resourceId: checkId, checkId, status: 'complete', detail: {} } as const;
      const event = { ...about, accountId, environment: 'live', actor: 'system' } as const;
      await insertEvents(db, [signEvent(testIntegrity, { ...event, id: randomUUID(), occurredAt: new Date() })]);
    },
    async claim(claim) {
      // Only the first heartbeat matters: the count is read only when a worker is reaped.
      if (!alive.has(claim.worker)) await sendHeartbeat(db, claim.worker, { files: null, evidenceKey: null });
      alive.add(claim.worker);
      return [...(await claimDue(db, claim)).deliveries];
    },
    storeBodies: (worker, bodies) => storeBodies(db, worker, bodies),
    record: async (worker, records) => void (await recordDeliveries(db, worker, records)),
    note: async (outcomes) => void (await updateHealth(db, outcomes)),
    release: (worker, deliveries) => releaseDeliveries(db, worker, deliveries),
    async reap(worker) {
      alive.delete(worker);
      await reapWorkers(db, [{ id: worker, heartbeats: 0 }]);
    },
    async pass(ms) {
      if (ms <= 0) return;
      passed += ms;
      await db.run(sql`
        with passed as (select make_interval(secs => ${ms / 1000}::double precision) as time), health as (
          update webhook_health h set open_until = h.open_until - time, failing_since = h.failing_since - time
          from passed where h.account_id = ${accountId} and h.failing_since is not null
        )
        update webhook_deliveries d set created_at = d.created_at - time, due_at = d.due_at - time,
          leased_until = d.leased_until - time
        from passed where d.account_id = ${accountId}`);
    },
    async untilNext() {
      const next = await db.row<{ ms: number | null }>(sql`
        select (extract(epoch from min(greatest(w.due_at, d.leased_until)) - now()) * 1000)::double precision as ms
        from webhook_deliveries_waiting w join webhook_deliveries d on d.account_id = w.account_id and d.id = w.id
        where d.account_id = ${accountId} and not exists (
          select from webhook_deliveries e
          where e.account_id = d.account_id and e.webhook_id = d.webhook_id and e.status = 'due'
            and e.ordered_check_id = d.ordered_check_id and e.id < d.id)`);
      return next?.ms ?? undefined;
    },
    rows: () =>
      db.rows<FinalRow>(sql`
        select id, webhook_id as "webhookId", status, attempts,
          array(select number from webhook_attempts a
            where a.account_id = d.account_id and a.delivery_id = d.id order by number) as "attemptNumbers", sequence
        from webhook_deliveries d where account_id = ${accountId}`),
    async close() {
      await db.run(sql`delete from webhooks where account_id = ${accountId}`);
      await db.run(sql`delete from delivery_workers`);
    },
  };
}

/** A UUID for a history's name of a check. */
const checkIdOf = (check: string) => `00000000-0000-7000-8000-${check.replace(/\D/g, '').padStart(12, '0')}`;
