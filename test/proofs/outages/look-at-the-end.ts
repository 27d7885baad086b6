// Whether everything acknowledged is there, and everything that happened was told, after an outage of any kind.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Db, openDatabase, sql } from '../../../src/platform/db/database.ts';
import { findWaiting } from '../../support/stuck-deliveries.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import type { Api } from '../kills/client.ts';
import { compareEventSets } from '../kills/event-set.ts';
import { findUnrecorded, repetitionsOf } from '../kills/in-flight.ts';
import type { Findings, Ledger } from '../kills/ledger.ts';
import { lookBack } from '../kills/look-back.ts';

export interface End extends Findings {
  /** Events that were to be told. */
  readonly changes: number;
  /** Notifications that came again. */
  readonly repeated: number;
  /** Notifications that arrived, and were not recorded. */
  readonly unrecorded: number;
  readonly stuck: number;
}

export interface EndArguments {
  readonly api: Api;
  readonly ledger: Ledger;
  readonly receiver: WebhookReceiver;
  readonly connection: pg.PoolConfig;
  /** How long the last notifications may take. */
  readonly withinMs: number;
  /** Leases that nobody holds any more are moved in the database, so that nobody waits for their end. */
  readonly inHaste?: boolean | undefined;
}

const endLeases = (db: Db) =>
  db.run(sql`update webhook_deliveries set leased_until = now() where status = 'due' and leased_until is not null`);

export async function lookAtTheEnd(given: EndArguments): Promise<End> {
  const { api, ledger, receiver, connection, withinMs, inHaste } = given;
  const found: Findings = { lost: [], half: [] };
  await lookBack(api, ledger, new Set(), found);
  const database = openDatabase({ connection, poolSize: 2, onIdleError: () => undefined });
  try {
    const startedAt = performance.now();
    for (let looks = 1; ; looks += 1) {
      const now: Findings = { lost: [], half: [] };
      const changes = await compareEventSets(database, receiver, now);
      const unrecorded = (await findUnrecorded(database, receiver.requests)).length;
      if (now.lost.length + unrecorded > 0 && performance.now() < startedAt + withinMs) {
        if (inHaste && looks % 20 === 0) await endLeases(database);
        await sleep(100);
        continue;
      }
      const { count: repeated } = repetitionsOf(receiver.requests);
      return {
        lost: [...found.lost, ...now.lost],
        half: [...found.half, ...now.half],
        changes,
        repeated,
        unrecorded,
        stuck: (await findWaiting(database)).stuck,
      };
    }
  } finally {
    await database.close();
  }
}
