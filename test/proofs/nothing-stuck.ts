// Proves that no due delivery waits longer than a minute, whatever receivers and workers do.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../support/program.ts';
import { findWaiting } from '../support/stuck-deliveries.ts';
import { behaviours, type ReceiverBehaviour } from './deliveries/receiver.ts';
import { type DeliveryOptions, type DeliveryStage, openStage } from './deliveries/stage.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'nothing-stuck';
export const promise = 'Nothing is stuck (promise 10)';
export const expected = '0 due for over a minute at any look, and what can arrive arrives';
export const size = 600;
export const unit = 'seconds of churn';

const perLook = 50;
const together = 10;
const lookEveryMs = 1000;
/** The second process works, is suspended for so many rounds, continues, or is killed. */
const stillFor = [0, 3, 35];
const looksAtWork = 7;
const looksAfterwards = 3;

function* fates(): Generator<'none' | 'stand still' | 'go on' | 'be killed'> {
  for (let life = 0; life < 1_000_000; life += 1) {
    const still = stillFor[life % stillFor.length]!;
    for (let look = 1; look < looksAtWork; look += 1) yield 'none';
    if (still > 0) {
      yield 'stand still';
      for (let look = 1; look < still; look += 1) yield 'none';
      yield 'go on';
      for (let look = 1; look < looksAfterwards; look += 1) yield 'none';
    }
    yield 'be killed';
  }
}

/** Endpoints that must get every event; the others must get at least one before their breaker opens. */
const answers = (behaviour: ReceiverBehaviour) => behaviour === 'ok' || behaviour === 'slow';

interface Group {
  readonly behaviour: ReceiverBehaviour;
  /** Of these events at least one must arrive. */
  readonly events: readonly number[];
}

/** The groups of which no event has arrived, once no more arrive. */
async function awaitArrivals(
  stage: DeliveryStage,
  groups: readonly Group[],
  patienceMs: number,
): Promise<readonly Group[]> {
  let missing = groups;
  let changedAt = performance.now();
  while (missing.length > 0 && performance.now() < changedAt + patienceMs) {
    await sleep(200);
    const times = await stage.receiver.times();
    const left = missing.filter((group) => group.events.every((number) => times[number] === 0));
    if (left.length < missing.length) changedAt = performance.now();
    missing = left;
  }
  return missing;
}

/** @param second a second process, which is stopped or killed at intervals and replaced */
export async function nothingStuck(
  stage: DeliveryStage,
  options: DeliveryOptions,
  second: Program,
): Promise<ProofResult> {
  const { size, isShortened, patienceMs = isShortened ? 20_000 : 90_000 } = options;
  const ofEndpoints = [...behaviours, ...behaviours];
  const accounts = await stage.endpoints(ofEndpoints);
  await stage.begin(size * perLook);
  let [most, oldest, killed, stopped] = [0, 0, 0, 0];
  const stuckUrls = new Set<string>();
  /** By webhook: when its breaker was last seen open. */
  const heldBackAt = new Map<string, number>();
  const told = new Set<number>();
  const mustArrive: Group[] = [];
  let beside = second;
  const fate = fates();
  for (let look = 0; look < size; look += 1) {
    for (let n = 0; n < perLook; n += together) {
      const [endpoint, from] = [(look + n / together) % accounts.length, look * perLook + n];
      await stage.store(accounts[endpoint]!, from, together);
      const stored = Array.from({ length: together }, (_, index) => from + index);
      const behaviour = ofEndpoints[endpoint]!;
      if (answers(behaviour)) mustArrive.push(...stored.map((event) => ({ behaviour, events: [event] })));
      else if (!told.has(endpoint)) mustArrive.push({ behaviour, events: stored });
      told.add(endpoint);
    }
    const next = fate.next().value;
    if (next === 'stand still') {
      beside.child.kill('SIGSTOP');
      stopped += 1;
    } else if (next === 'go on') {
      beside.child.kill('SIGCONT');
    } else if (next === 'be killed') {
      beside.child.kill('SIGKILL');
      killed += 1;
      beside = await stage.startBeside();
    }
    await sleep(lookEveryMs);
    const now = performance.now();
    const lastHeldBack = new Map([...heldBackAt].map(([id, at]) => [id, (now - at) / 1000]));
    const waiting = await findWaiting(stage.database, lastHeldBack);
    for (const id of waiting.heldBack) heldBackAt.set(id, now);
    most = Math.max(most, waiting.stuck);
    oldest = Math.max(oldest, waiting.oldest);
    for (const url of waiting.stuckUrls) stuckUrls.add(new URL(url).pathname);
  }
  beside.child.kill('SIGCONT');
  // Deliveries of a killed process arrive after their leases have expired.
  const missing = await awaitArrivals(stage, mustArrive, patienceMs);
  return {
    figure: `${inThousands(size)} looks, ${most} stuck, the oldest had been ready for ${oldest.toFixed(1)} s, ${missing.length} of ${inThousands(mustArrive.length)} did not arrive`,
    ok: most + missing.length === 0,
    lines: [
      `endpoints that answer, are slow, fail once, fail always, hang and reset; ${inThousands(size * perLook)} events, of which every one to those that answer must arrive, and one to each of the others; two processes, one of them killed ${killed} times, and made to stand still ${stopped} times, for up to ${Math.max(...stillFor)} s`,
      ...[...stuckUrls].map((path) => `stuck at ${path}`),
      ...missing.map(({ behaviour, events }) => `event ${events[0]} did not arrive at ${behaviour}`),
    ],
  };
}

export async function run(options: DeliveryOptions): Promise<ProofResult> {
  const stage = await openStage(options);
  try {
    await stage.start();
    return await nothingStuck(stage, options, await stage.startBeside());
  } finally {
    await stage.close();
  }
}
