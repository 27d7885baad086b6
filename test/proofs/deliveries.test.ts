import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../src/platform/db/database.ts';
import type { Program } from '../support/program.ts';
import { findWaiting } from '../support/stuck-deliveries.ts';
import { backlog } from './backlog.ts';
import { type DeliveryStage, openStage } from './deliveries/stage.ts';
import { duplicates } from './duplicates.ts';
import { neighbours } from './neighbours.ts';
import { nothingStuck } from './nothing-stuck.ts';
import type { ProofResult } from './proof.ts';
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

test('a backlog drains while the API answers', async () => {
  holds(await backlog(stage, { size: 400, isShortened: true }, () => stage.start()));
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
