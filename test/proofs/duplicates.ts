// Proves that an acknowledged notification is never sent again without a crash, by two processes on one database.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, sql } from '../../src/platform/db/database.ts';
import type { TestAccount } from '../support/accounts.ts';
import { within } from '../support/limited-loops.ts';
import { awaitCounts } from './deliveries/receiver.ts';
import { type DeliveryOptions, type DeliveryStage, openStage } from './deliveries/stage.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'duplicates';
export const promise = 'Without a crash nothing is delivered twice (promise 2)';
export const expected = '0 repeated, all delivered and recorded with one attempt';
export const size = 1_000_000;
export const unit = 'deliveries';

/** The duration of a lease and of the wait for a first retry: a repetition for either reason has arrived by then. */
const lookOnMs = 60_000 + 65_000;

/** Deliveries that one attempt delivered and that are no longer leased. */
async function countRecorded(db: Db, accountIds: readonly string[]): Promise<number> {
  const row = await db.row<{ recorded: number }>(sql`
    select count(*)::integer as recorded from webhook_deliveries d
    join (select account_id, delivery_id, count(*) as attempts from webhook_attempts
          where account_id = any (${accountIds}::uuid[]) group by account_id, delivery_id) a
      on a.account_id = d.account_id and a.delivery_id = d.id
    where d.status = 'delivered' and d.attempts = 1 and a.attempts = 1 and d.leased_by is null and d.leased_until is null`);
  return row?.recorded ?? 0;
}

/** Records follow the acknowledgements in batches. */
async function awaitRecorded(
  db: Db,
  accountIds: readonly string[],
  wanted: number,
  patienceMs: number,
): Promise<number> {
  let last = await countRecorded(db, accountIds);
  for (let changedAt = performance.now(); last < wanted && performance.now() < changedAt + patienceMs; ) {
    await sleep(100);
    const recorded = await countRecorded(db, accountIds);
    if (recorded !== last) changedAt = performance.now();
    last = recorded;
  }
  return last;
}

async function countWorkers(db: Db, { accountId }: TestAccount): Promise<number> {
  const row = await db.row<{ workers: number }>(sql`
    select count(distinct leased_by)::integer as workers from webhook_deliveries
    where account_id = ${accountId} and leased_until > now()`);
  return row?.workers ?? 0;
}

/** So many wait at the slow endpoint, for which one process has long to send. */
const mostWaiting = 20;
const mostBefore = 100_000;

/**
 * Stores deliveries to a slow endpoint until both processes lease some at the same time: each of them has claimed while
 * the other one was sending. A repetition ends it too. Returns how many it has stored.
 */
async function storeUntilBothSend(stage: DeliveryStage, slow: TestAccount): Promise<number> {
  let stored = 0;
  for await (const _ of within(120_000, 'leases of both processes at the same time')) {
    const { acknowledged, repeated } = await stage.receiver.counts();
    if (repeated > 0 || (await countWorkers(stage.database, slow)) > 1) break;
    const count = Math.min(mostWaiting - (stored - acknowledged), mostBefore - stored);
    if (count > 0) await stage.store(slow, stored, count);
    stored += count;
  }
  return stored;
}

/** Expects two running processes. */
export async function duplicates(stage: DeliveryStage, options: DeliveryOptions): Promise<ProofResult> {
  const { size, isShortened, patienceMs = 20_000 } = options;
  const accounts = await stage.endpoints(['ok', 'ok', 'ok', 'ok', 'slow', 'ok', 'ok', 'ok']);
  await stage.begin(mostBefore + size);
  const before = await storeUntilBothSend(stage, accounts[4]!);
  const total = before + size;
  await stage.storeMany(accounts, size, before);
  await awaitCounts(stage.receiver, ({ acknowledged }) => acknowledged >= total, 90_000);
  if (!isShortened) await sleep(lookOnMs);
  const accountIds = accounts.map(({ accountId }) => accountId);
  const { repeated: tooMany } = await stage.receiver.counts();
  // After a repetition the proof has failed: do not wait for its consequences.
  const recorded = await awaitRecorded(stage.database, accountIds, total, tooMany > 0 ? 0 : patienceMs);
  const { acknowledged, repeated, altered } = await stage.receiver.counts();
  const attempts = await stage.attempts();
  return {
    figure: `${inThousands(repeated)} of ${inThousands(acknowledged)} deliveries repeated, ${altered} with other bytes, ${inThousands(total - recorded)} not recorded as they were`,
    ok: acknowledged === total && recorded === total && repeated + altered === 0,
    lines: [
      `over ${accounts.length} endpoints, one of them slow; two processes on one database, which have made ${attempts.map(inThousands).join(' and ')} attempts`,
    ],
  };
}

export async function run(options: DeliveryOptions): Promise<ProofResult> {
  const stage = await openStage(options);
  try {
    await stage.start();
    await stage.startBeside();
    return await duplicates(stage, options);
  } finally {
    await stage.close();
  }
}
