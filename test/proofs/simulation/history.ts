// One random history: events are stored, and workers claim, store, send, record, stall, crash and restart in any order, while
// receivers answer or fail. The invariants are checked after each step.

import { type ClaimCursor, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { afterAttempt, mayStartAttempt } from '../../../src/features/webhooks/delivery-schedule.ts';
import type { DeliveryRecord } from '../../../src/features/webhooks/delivery-store.ts';
import type { EndpointAttempt } from '../../../src/features/webhooks/endpoint-health-store.ts';
import type { Random } from '../../support/random.ts';
import type { SimulatedDelivery, SimulatedStore } from './delivery-store.ts';
import { createInvariants, type Invariants } from './invariants.ts';

const batch = 3;
const second = 1000;
const hour = 3600 * second;

interface Call {
  readonly delivery: SimulatedDelivery;
  readonly startedAt: Date;
  readonly endsAt: number;
  readonly status: number | undefined;
  readonly retryAfter: string | null;
}

interface Worker {
  readonly name: string;
  after: ClaimCursor;
  /** What it has claimed, and whether the bodies are stored. */
  claimed: SimulatedDelivery[];
  claimedAt: number;
  isStored: boolean;
  calls: Call[];
  records: DeliveryRecord[];
  outcomes: EndpointAttempt[];
}

interface History {
  readonly store: SimulatedStore;
  readonly random: Random;
  readonly invariants: Invariants;
  readonly workers: Worker[];
  /** Crashed workers that are not reaped yet. Some never are, and their leases end by time. */
  readonly crashed: string[];
  names: number;
  /** Endpoints that fail every call. */
  readonly down: Set<string>;
  /** From here on every call succeeds. */
  isHealthy: boolean;
}

const newWorker = (history: History): Worker => {
  history.names += 1;
  return {
    name: `worker ${history.names}`,
    after: firstEndpoint,
    claimed: [],
    claimedAt: 0,
    isStored: false,
    calls: [],
    records: [],
    outcomes: [],
  };
};

const mayClaim = ({ claimed, records }: Worker) => claimed.length === 0 && records.length < 4;

async function claim({ store, invariants }: History, worker: Worker): Promise<void> {
  const before = store.now();
  const limits = new Map<string, number>();
  const asked = { worker: worker.name, after: worker.after, atMost: batch, atMostPerEndpoint: 2, limits };
  const claimed = await store.claim(asked);
  invariants.claimed(worker.name, claimed, before);
  worker.claimed = claimed;
  worker.claimedAt = before;
  worker.isStored = false;
  const furthest = claimed
    .map(({ accountId, webhookId }) => ({ accountId, webhookId }))
    .sort(byWebhook)
    .at(-1);
  worker.after = claimed.length === batch && furthest !== undefined ? furthest : firstEndpoint;
}

const byWebhook = (a: ClaimCursor, b: ClaimCursor) => (a.webhookId < b.webhookId ? -1 : 1);

/** Each new body is different, so that sending another body than the stored one is detected. */
async function storeBodies({ store, random }: History, worker: Worker): Promise<void> {
  const isOpen = (delivery: SimulatedDelivery) => mayStartAttempt(delivery.createdAt, delivery.claimedAt);
  for (const { accountId, id, createdAt } of worker.claimed.filter((delivery) => !isOpen(delivery))) {
    const over = { status: 'exhausted', dueAt: null, reason: 'window_over', number: null, attempt: null } as const;
    worker.records.push({ accountId, id, createdAt, ...over });
  }
  worker.claimed = worker.claimed.filter(isOpen).map((delivery) => ({
    ...delivery,
    body: delivery.body ?? Buffer.from(`${delivery.id} ${random.below(2 ** 31)}`),
  }));
  await store.storeBodies(
    worker.name,
    worker.claimed.map(({ accountId, id, body }) => ({ accountId, id, body: body! })),
  );
  worker.isStored = true;
}

const retryAfters = [null, null, '5', '3600', '100000', 'junk', '-1'];

function send(history: History, worker: Worker): void {
  const { store, random, invariants } = history;
  for (const delivery of worker.claimed) {
    const now = store.now();
    const roll = history.isHealthy ? 0 : history.down.has(delivery.webhookId) ? 9 : random.below(10);
    const status = roll < 5 ? 200 : roll < 8 ? 500 : undefined;
    const takes = status === undefined ? 10 * second : random.below(3) * second;
    const startedAt = new Date(delivery.claimedAt.getTime() + now - worker.claimedAt);
    worker.calls.push({ delivery, startedAt, endsAt: now + takes, status, retryAfter: random.pick(retryAfters) });
    invariants.sent(delivery, startedAt, status === 200);
  }
  worker.claimed = [];
}

const endedCalls = ({ store }: History, worker: Worker) => worker.calls.filter(({ endsAt }) => endsAt <= store.now());

function recordOf({ random }: History, call: Call): DeliveryRecord {
  const { delivery, startedAt, status, retryAfter } = call;
  const number = delivery.attempts + 1;
  const outcome =
    status === undefined ? ({ kind: 'failed' } as const) : ({ kind: 'answered', status, retryAfter } as const);
  const endedAt = new Date(startedAt.getTime() + (status === undefined ? 10 * second : 0));
  const { createdAt } = delivery;
  const jitter = random.below(1000) / 1000;
  const decision = afterAttempt({ number, startedAt, endedAt, createdAt, outcome, random: jitter });
  return {
    accountId: delivery.accountId,
    id: delivery.id,
    createdAt,
    status: decision.kind === 'retry' ? 'due' : decision.kind,
    dueAt: decision.kind === 'retry' ? decision.at : null,
    reason: decision.kind === 'exhausted' ? decision.reason : null,
    number,
    attempt: {
      startedAt,
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      firstByteMs: null,
      totalMs: 0,
      status: status ?? null,
      reason: status === 200 ? null : 'not_acknowledged',
      answer: null,
    },
  };
}

function endCalls(history: History, worker: Worker): void {
  for (const call of endedCalls(history, worker)) {
    worker.calls.splice(worker.calls.indexOf(call), 1);
    worker.records.push(recordOf(history, call));
    worker.outcomes.push(outcomeOf(history, call));
  }
}

function outcomeOf({ random }: History, { delivery, startedAt, status }: Call): EndpointAttempt {
  const { accountId, webhookId, probe } = delivery;
  const endedAt = new Date(startedAt.getTime() + (status === undefined ? 10 * second : 0));
  return {
    accountId,
    webhookId,
    acknowledged: status === 200,
    startedAt,
    endedAt,
    probe,
    random: random.below(100) / 100,
  };
}

async function record({ store, invariants }: History, worker: Worker): Promise<void> {
  const records = worker.records.splice(0);
  invariants.recorded(worker.name, records);
  await store.record(worker.name, records);
  if (worker.outcomes.length > 0) await store.note(worker.outcomes.splice(0));
}

/** Loses everything that the worker knows, and starts another worker. */
function crash(history: History, index: number): void {
  history.crashed.push(history.workers[index]!.name);
  history.workers[index] = newWorker(history);
}

async function reap({ store, invariants, crashed }: History): Promise<void> {
  for (const worker of crashed.splice(0)) {
    invariants.reaped(worker);
    await store.reap(worker);
  }
}

/** A clean stop: waits for the calls, records them, and releases the rest. */
async function stop(history: History, index: number): Promise<void> {
  const worker = history.workers[index]!;
  await history.store.pass(11 * second);
  endCalls(history, worker);
  await record(history, worker);
  history.invariants.released(worker.name, worker.claimed);
  await history.store.release(worker.name, worker.claimed);
  history.workers[index] = newWorker(history);
}

/** Makes the worker's next step; returns whether there was one. */
async function step(history: History, worker: Worker): Promise<boolean> {
  const mustRecord = worker.records.length > 0 && (!mayClaim(worker) || history.random.below(2) === 0);
  if (endedCalls(history, worker).length > 0) endCalls(history, worker);
  else if (worker.claimed.length > 0) await (worker.isStored ? send(history, worker) : storeBodies(history, worker));
  else if (mustRecord) await record(history, worker);
  else if (mayClaim(worker)) {
    await claim(history, worker);
    return worker.claimed.length > 0 || worker.records.length > 0;
  } else return false;
  return true;
}

/** Time passes during calls and pauses, but not between a claim and its requests, because no worker pauses there. */
async function letTimePass(history: History): Promise<void> {
  const { store, random, workers } = history;
  for (const worker of workers) {
    for (let steps = 0; steps < 20 && worker.claimed.length > 0; steps += 1) await step(history, worker);
  }
  const choice = random.below(12);
  if (choice < 6) return store.pass(random.below(12) * second);
  if (choice < 9) return store.pass(Math.min(Math.max(0, (await store.untilNext()) ?? 0), 48 * hour));
  if (choice < 11) return store.pass(random.below(120) * second);
  // No worker runs for hours.
  return store.pass(random.below(5) * hour);
}

async function randomStep(history: History): Promise<void> {
  const { random, workers, store, invariants } = history;
  const choice = random.below(100);
  if (choice < 12) {
    const checkId = `check ${random.below(3)}`;
    await store.eventOf(checkId);
    invariants.eventStored();
  } else if (choice < 24) await letTimePass(history);
  else if (choice < 26) {
    const { id } = random.pick(store.webhooks);
    if (!history.down.delete(id)) history.down.add(id);
  } else if (choice < 28) crash(history, random.below(workers.length));
  else if (choice < 30) await stop(history, random.below(workers.length));
  else if (choice < 32) await reap(history);
  else if (choice < 38) {
    // Simultaneous claims: the store decides which worker gets what.
    await Promise.all(workers.filter(mayClaim).map((worker) => claim(history, worker)));
  } else await step(history, random.pick(workers));
}

/** Lets healthy workers run until nothing is due. */
async function finish(history: History): Promise<void> {
  const { store, workers, invariants } = history;
  history.isHealthy = true;
  for (let rounds = 0; rounds < 200; rounds += 1) {
    for (const worker of workers) for (let steps = 0; steps < 8 && (await step(history, worker)); steps += 1);
    const idle = workers.every(({ claimed, calls, records }) => claimed.length + calls.length + records.length === 0);
    if (!idle) {
      await store.pass(workers.some(({ calls }) => calls.length > 0) ? 10 * second : 0);
      continue;
    }
    const next = await store.untilNext();
    if (next === undefined) return;
    if (next > 0) await store.pass(Math.min(next + 1, 48 * hour));
  }
  invariants.stuck();
}

/** Returns the violations that were found, in words. */
export async function runHistory(store: SimulatedStore, random: Random, steps: number): Promise<readonly string[]> {
  const invariants = createInvariants(store);
  const history: History = {
    store,
    random,
    invariants,
    workers: [],
    crashed: [],
    names: 0,
    down: new Set(),
    isHealthy: false,
  };
  const count = 1 + random.below(3);
  for (let n = 0; n < count; n += 1) history.workers.push(newWorker(history));
  for (let n = 0; n < steps && invariants.violations.length === 0; n += 1) await randomStep(history);
  if (invariants.violations.length === 0) await finish(history);
  if (invariants.violations.length === 0) await invariants.checkFinalRows();
  return invariants.violations;
}
