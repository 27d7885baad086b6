// Stores events of every kind for tests of their later processing.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../src/context.ts';
import { insertEvents, type NewEvent, signEvent } from '../../src/features/events/event-store.ts';
import { type EventName, eventTypes } from '../../src/features/events/event-types.ts';
import { sealOnce } from '../../src/features/events/sealer.ts';
import { type Db, sql } from '../../src/platform/db/database.ts';
import { testIntegrity } from './integrity.ts';
import type { Random } from './random.ts';

/** Makes accounts without other data; returns their ids. */
export async function makeBareAccounts(db: Db, count: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    insert into accounts (id, name, created_at)
    select uuidv7(), 'Account ' || n, now() from generate_series(1, ${count}::int) n returning id`);
  return rows.map(({ id }) => id);
}

const names = Object.keys(eventTypes) as EventName[];

function someEvent(accounts: readonly string[], random: Random): NewEvent {
  const type = random.pick(names);
  const { resource } = eventTypes[type];
  const resourceId = randomUUID();
  return signEvent(testIntegrity, {
    accountId: random.pick(accounts),
    environment: random.pick(['live', 'test']),
    id: randomUUID(),
    type,
    resourceId,
    ...(resource === 'report' || resource === 'check' ? { checkId: randomUUID(), status: 'in_progress' } : {}),
    ...(resource === 'report' ? { reportId: resourceId } : {}),
    actor: random.pick<Actor>(['system', 'candidate', `user:${randomUUID()}`]),
    occurredAt: new Date(1_750_000_000_000 + random.below(1_000_000_000)),
    detail: random.pick<Record<string, unknown>>([
      {},
      { name: 'identity' },
      { 'a "quoted"\nkey': [1, 2.5, null, true] },
    ]),
  });
}

/** Stores events in one transaction, or in the open one. */
export async function storeSomeEvents(db: Db, accounts: readonly string[], count: number, random: Random) {
  await insertEvents(
    db,
    Array.from({ length: count }, () => someEvent(accounts, random)),
  );
}

/**
 * Seals until no event is left. The sealer waits for the oldest transaction of the server, so open transactions of
 * other test files may delay it.
 */
export async function sealEverything(db: Db, integrity = testIntegrity): Promise<void> {
  for (const deadline = performance.now() + 90_000; performance.now() < deadline; await sleep(10)) {
    await sealOnce(db, integrity);
    const row = await db.row<{ left: boolean }>(sql`
      select exists (
        select from events e where not exists (
          select from event_links l
          where (l.account_id, l.environment, l.event_id) = (e.account_id, e.environment, e.id))
      ) as left`);
    if (row?.left === false) return;
  }
  throw new Error('something held the sealer up for half a minute');
}
