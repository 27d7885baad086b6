// The proofs of deliveries and of races, smaller, with the same two processes on one database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rawSql, sql } from '../../src/platform/db/database.ts';
import { countNoSandboxRequests } from '../support/probity.ts';
import type { Program } from '../support/program.ts';
import { findWaiting } from '../support/stuck-deliveries.ts';
import { backlog } from './backlog.ts';
import { type DeliveryStage, openStage } from './deliveries/stage.ts';
import { duplicates } from './duplicates.ts';
import { neighbours } from './neighbours.ts';
import { nothingStuck } from './nothing-stuck.ts';
import type { ProofResult } from './proof.ts';
import { type Pair, pairOf, race } from './races.ts';
import { throughput } from './throughput.ts';

let stage: DeliveryStage;
before(async () => {
  stage = await openStage({ isShortened: true });
});
after(() => stage.close());

function holds({ ok, figure, lines }: ProofResult): void {
  assert.ok(ok, [figure, ...lines].join('\n'));
}

test('a delivery that is leased again and again without an attempt counts as stuck, one that is leased once does not', async () => {
  const { database } = stage;
  const [account] = await stage.endpoints(['ok']);
  await stage.store(account!, 0, 1);
  const lease = (dueFor: string) =>
    database.run(
      sql`update webhook_deliveries set due_at = now() - ${dueFor}::interval, leased_until = now() + interval '50 seconds'`,
    );
  await lease('110 seconds');
  assert.equal((await findWaiting(database)).stuck, 0);
  await lease('130 seconds');
  assert.equal((await findWaiting(database)).stuck, 1);
  await database.run(sql`delete from webhooks`);
});

let first: Program;

test('a backlog drains while the API answers', async () => {
  const start = async () => {
    first = await stage.start();
    return first;
  };
  holds(await backlog(stage, { size: 400, isShortened: true }, start));
});

test('events reach their receivers while more are stored', async () => {
  holds(await throughput(stage, { size: 250, isShortened: true }));
});

test('hanging endpoints do not delay others', async () => {
  holds(await neighbours(stage, { size: 20, isShortened: true }));
});

let second: Program;

test('nothing is delivered twice', async () => {
  second = await stage.startBeside();
  holds(await duplicates(stage, { size: 400, isShortened: true }));
});

test('nothing is stuck while receivers fail', async () => {
  holds(await nothingStuck(stage, { size: 2, isShortened: true }, second));
});

test('nothing is stuck afterwards', async () => {
  assert.equal((await findWaiting(stage.database)).stuck, 0);
});

let pair: Pair;
after(() => pair.stop());

/** As many show a missing index as surely as a hundred do. */
const atOnce = 25;

test('of concurrent requests to two processes one takes effect', async () => {
  pair = pairOf([first, second], stage.ctx, stage.database);
  holds(await race(pair, { rounds: 1, atOnce }));
});

test('planted faults are found: missing unique indexes, and a missing count of requests', async () => {
  await pair.database.run(rawSql('drop index one_ongoing_check_per_applicant'));
  await pair.database.run(rawSql('alter table idempotency_keys drop constraint idempotency_keys_pkey'));
  await countNoSandboxRequests(pair.database);
  const wanted = [
    'create applicant under one Idempotency-Key',
    'create check on one applicant',
    'create check under one Idempotency-Key',
    'the sandbox’s limit',
  ];
  const found = new Set<string | undefined>();
  // A race may need several tries to show its fault.
  for (let tries = 0; tries < 10 && found.size < wanted.length; tries++) {
    const names = wanted.filter((name) => !found.has(name));
    const { lines } = await race(pair, { rounds: 1, atOnce, names });
    for (const line of lines.slice(1)) found.add(line.split(':')[0]);
  }
  assert.deepEqual([...found].sort(), wanted);
});
