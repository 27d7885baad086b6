import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
  stage = await openStage(true);
});
after(() => stage.close());

function holds({ ok, figure, lines }: ProofResult): void {
  assert.ok(ok, [figure, ...lines].join('\n'));
}

test('a backlog drains while the API answers', async () => {
  holds(await backlog(stage, { size: 1000, inHaste: true }, () => stage.start()));
});

test('events reach their receivers while more are stored', async () => {
  holds(await throughput(stage, { size: 1000, inHaste: true }));
});

test('nothing is delivered twice', async () => {
  holds(await duplicates(stage, { size: 1000, inHaste: true }));
});

test('endpoints that hang hold up nobody else', async () => {
  holds(await neighbours(stage, { size: 20, inHaste: true }));
});

test('nothing is stuck while receivers fail', async () => {
  holds(await nothingStuck(stage, { size: 2, inHaste: true }));
});

test('nothing is stuck afterwards', async () => {
  assert.equal((await findWaiting(stage.database)).stuck, 0);
});
