// Compares the final state after an outage with the clients' records: everything acknowledged exists, and every event
// was notified.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Db, openDatabase, sql } from '../../../src/platform/db/database.ts';
import { findWaiting } from '../../support/stuck-deliveries.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import { checkAcknowledged } from '../kills/acknowledged-data.ts';
import type { Api } from '../kills/client.ts';
import { compareEventSets } from '../kills/event-set.ts';
import { findUnrecorded, repetitionsOf } from '../kills/in-flight.ts';
import type { Findings, Ledger } from '../kills/ledger.ts';

export interface End extends Findings {
  /** The number of events that notify. */
  readonly changes: number;
  /** Notifications that arrived again. */
  readonly repeated: number;
  /** Notifications that arrived but were not recorded. */
  readonly unrecorded: number;
  readonly stuck: number;
}

export interface EndArguments {
  readonly api: Api;
  readonly ledger: Ledger;
  readonly receiver: WebhookReceiver;
  readonly connection: pg.PoolConfig;
  /** The maximum time for the last notifications. */
  readonly withinMs: number;
  /** Ends leftover leases in the database instead of waiting until they expire. */
  readonly isShortened?: boolean | undefined;
}

const isUneven = (found: { readonly missing: Findings; readonly unrecorded: number }) =>
  found.missing.lost.length + found.unrecorded > 0;

const endLeases = (db: Db) =>
  db.run(sql`update webhook_deliveries set leased_until = now() where status = 'due' and leased_until is not null`);

export async function compareFinalState(given: EndArguments): Promise<End> {
  const { api, ledger, receiver, connection, withinMs, isShortened } = given;
  const found: Findings = { lost: [], half: [] };
  await checkAcknowledged(api, ledger, new Set(), found);
  const database = openDatabase({ connection, poolSize: 2, onIdleError: () => undefined });
  try {
    const compare = async () => {
      const missing: Findings = { lost: [], half: [] };
      const changes = await compareEventSets(database, receiver, missing);
      const unrecorded = (await findUnrecorded(database, receiver.requests)).length;
      return { missing, changes, unrecorded };
    };
    const startedAt = performance.now();
    let now = await compare();
    for (let looks = 1; isUneven(now) && performance.now() < startedAt + withinMs; looks += 1) {
      if (isShortened && looks % 20 === 0) await endLeases(database);
      await sleep(100);
      now = await compare();
    }
    const { missing, changes, unrecorded } = now;
    const { count: repeated } = repetitionsOf(receiver.requests);
    return {
      lost: [...found.lost, ...missing.lost],
      half: [...found.half, ...missing.half],
      changes,
      repeated,
      unrecorded,
      stuck: (await findWaiting(database)).stuck,
    };
  } finally {
    await database.close();
  }
}
