// One history: events, workers that claim, store, send and record in any order of steps, stall, crash and start again,
// receivers in every mood; after each step the invariants are looked at.

import { type ClaimCursor, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { afterAttempt, mayStartAttempt } from '../../../src/features/webhooks/delivery-schedule.ts';
import type { DeliveryRecord } from '../../../src/features/webhooks/delivery-store.ts';
import type { NotedOutcome } from '../../../src/features/webhooks/endpoint-health-store.ts';
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
  /** Claimed, and whether the bytes are stored. */
  claimed: SimulatedDelivery[];
  claimedAt: number;
  kept: boolean;
  calls: Call[];
  records: DeliveryRecord[];
  outcomes: NotedOutcome[];
}

interface History {
  readonly store: SimulatedStore;
  readonly random: Random;
  readonly invariants: Invariants;
  readonly workers: Worker[];
  /** Crashed, and not found to be dead yet: some never are, and their leases end by themselves. */
  readonly dead: string[];
  names: number;
  /** Endpoints that fail whatever comes. */
  readonly down: Set<string>;
  /** From here on nothing fails any more. */
  healed: boolean;
}

const hire = (history: History): Worker => {
  history.names += 1;
  return {
    name: `worker ${history.names}`,
    after: firstEndpoint,
    claimed: [],
    claimedAt: 0,
    kept: false,
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
  worker.kept = false;
  const furthest = claimed
    .map(({ accountId, webhookId }) => ({ accountId, webhookId }))
    .sort(byWebhook)
    .at(-1);
  worker.after = claimed.length === batch && furthest !== undefined ? furthest : firstEndpoint;
}

const byWebhook = (a: ClaimCursor, b: ClaimCursor) => (a.webhookId < b.webhookId ? -1 : 1);

/** The bytes are new each time that they are made: whoever sends others than were stored is seen. */
async function keepBodies({ store, random }: History, worker: Worker): Promise<void> {
  const isOpen = (delivery: SimulatedDelivery) => mayStartAttempt(delivery.createdAt, delivery.claimedAt);
  for (const { accountId, id, createdAt } of worker.claimed.filter((delivery) => !isOpen(delivery))) {
    const over = { status: 'exhausted', dueAt: null, reason: 'window_over', number: null, attempt: null } as const;
    worker.records.push({ accountId, id, createdAt, ...over });
  }
  worker.claimed = worker.claimed.filter(isOpen).map((delivery) => ({
    ...delivery,
    body: delivery.body ?? Buffer.from(`${delivery.id} ${random.below(2 ** 31)}`),
  }));
  await store.keepBodies(
    worker.name,
    worker.claimed.map(({ accountId, id, body }) => ({ accountId, id, body: body! })),
  );
  worker.kept = true;
}

const retryAfters = [null, null, '5', '3600', '100000', 'junk', '-1'];

function send(history: History, worker: Worker): void {
  const { store, random, invariants } = history;
  for (const delivery of worker.claimed) {
    const now = store.now();
    const mood = history.healed ? 0 : history.down.has(delivery.webhookId) ? 9 : random.below(10);
    const status = mood < 5 ? 200 : mood < 8 ? 500 : undefined;
    const takes = status === undefined ? 10 * second : random.below(3) * second;
    const startedAt = new Date(delivery.claimedAt.getTime() + now - worker.claimedAt);
    worker.calls.push({ delivery, startedAt, endsAt: now + takes, status, retryAfter: random.pick(retryAfters) });
    invariants.sent(delivery, startedAt, status === 200);
  }
  worker.claimed = [];
}

const overCalls = ({ store }: History, worker: Worker) => worker.calls.filter(({ endsAt }) => endsAt <= store.now());

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
  for (const call of overCalls(history, worker)) {
    worker.calls.splice(worker.calls.indexOf(call), 1);
    worker.records.push(recordOf(history, call));
    worker.outcomes.push(outcomeOf(history, call));
  }
}

function outcomeOf({ random }: History, { delivery, startedAt, status }: Call): NotedOutcome {
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

/** Everything that it knows is gone; another comes in its place. */
function crash(history: History, index: number): void {
  history.dead.push(history.workers[index]!.name);
  history.workers[index] = hire(history);
}

async function bury({ store, invariants, dead }: History): Promise<void> {
  for (const worker of dead.splice(0)) {
    invariants.buried(worker);
    await store.bury(worker);
  }
}

/** A clean stop: waits for its calls, records them, gives the rest back. */
async function stop(history: History, index: number): Promise<void> {
  const worker = history.workers[index]!;
  await history.store.pass(11 * second);
  endCalls(history, worker);
  await record(history, worker);
  history.invariants.gaveBack(worker.name, worker.claimed);
  await history.store.giveBack(worker.name, worker.claimed);
  history.workers[index] = hire(history);
}

/** The next step of this worker, whichever it is; returns whether there was anything to do. */
async function step(history: History, worker: Worker): Promise<boolean> {
  const mustRecord = worker.records.length > 0 && (!mayClaim(worker) || history.random.below(2) === 0);
  if (overCalls(history, worker).length > 0) endCalls(history, worker);
  else if (worker.claimed.length > 0) await (worker.kept ? send(history, worker) : keepBodies(history, worker));
  else if (mustRecord) await record(history, worker);
  else if (mayClaim(worker)) {
    await claim(history, worker);
    return worker.claimed.length > 0 || worker.records.length > 0;
  } else return false;
  return true;
}

/** Time passes during calls and while somebody waits, not between the claim and its requests: no worker waits there. */
async function someTime(history: History): Promise<void> {
  const { store, random, workers } = history;
  for (const worker of workers) while (worker.claimed.length > 0) await step(history, worker);
  const choice = random.below(12);
  if (choice < 6) return store.pass(random.below(12) * second);
  if (choice < 9) return store.pass(Math.min(Math.max(0, (await store.untilNext()) ?? 0), 48 * hour));
  if (choice < 11) return store.pass(random.below(120) * second);
  // Nobody was there for hours.
  return store.pass(random.below(5) * hour);
}

async function anything(history: History): Promise<void> {
  const { random, workers, store, invariants } = history;
  const choice = random.below(100);
  if (choice < 12) {
    const checkId = `check ${random.below(3)}`;
    await store.eventOf(checkId);
    invariants.happened();
  } else if (choice < 24) await someTime(history);
  else if (choice < 26) {
    const { id } = random.pick(store.webhooks);
    if (!history.down.delete(id)) history.down.add(id);
  } else if (choice < 28) crash(history, random.below(workers.length));
  else if (choice < 30) await stop(history, random.below(workers.length));
  else if (choice < 32) await bury(history);
  else if (choice < 38) {
    // At the same moment: the store decides who gets what.
    await Promise.all(workers.filter(mayClaim).map((worker) => claim(history, worker)));
  } else await step(history, random.pick(workers));
}

/** Healthy workers go on until nothing is due any more. */
async function comeToAnEnd(history: History): Promise<void> {
  const { store, workers, invariants } = history;
  history.healed = true;
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

/** Returns what was violated, in words: nothing where all is well. */
export async function liveThrough(store: SimulatedStore, random: Random, steps: number): Promise<readonly string[]> {
  const invariants = createInvariants(store);
  const history: History = {
    store,
    random,
    invariants,
    workers: [],
    dead: [],
    names: 0,
    down: new Set(),
    healed: false,
  };
  const count = 1 + random.below(3);
  while (history.workers.length < count) history.workers.push(hire(history));
  for (let n = 0; n < steps && invariants.violations.length === 0; n += 1) await anything(history);
  if (invariants.violations.length === 0) await comeToAnEnd(history);
  if (invariants.violations.length === 0) await invariants.atTheEnd();
  return invariants.violations;
}
