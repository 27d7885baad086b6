// Proves that nothing due waits for longer than a minute, whatever becomes of receivers and workers.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import type { Program } from '../support/program.ts';
import { findWaiting } from '../support/stuck-deliveries.ts';
import { moods } from './deliveries/receiver.ts';
import { type DeliveryOptions, type DeliveryStage, openStage } from './deliveries/stage.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'nothing-stuck';
export const promise = 'Nothing is stuck (promise 10)';
export const expected = '0 due for over a minute at any look';
export const size = 600;
export const unit = 'seconds of churn';

const perLook = 50;
const lookEveryMs = 1000;
/** How long a second process lives until it is killed, with all that it holds. */
const looksPerLife = 7;

async function secondProcess(stage: DeliveryStage): Promise<Program> {
  const [port, http, metrics] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = { PROBITY_PORT: String(port), PROBITY_HTTP_PORT: String(http), PROBITY_METRICS_PORT: String(metrics) };
  return stage.start([], ports);
}

export async function nothingStuck(stage: DeliveryStage, { size }: DeliveryOptions): Promise<ProofResult> {
  const accounts = await stage.endpoints([...moods, ...moods]);
  await stage.begin(size * perLook);
  let [most, oldest, killed] = [0, 0, 0];
  const stuckUrls = new Set<string>();
  let second = await secondProcess(stage);
  for (let look = 0; look < size; look += 1) {
    for (let n = 0; n < perLook; n += 10) {
      await stage.store(accounts[(look + n / 10) % accounts.length]!, look * perLook + n, 10);
    }
    if (look % looksPerLife === looksPerLife - 1) {
      second.child.kill('SIGKILL');
      killed += 1;
      second = await secondProcess(stage);
    }
    await sleep(lookEveryMs);
    const waiting = await findWaiting(stage.database);
    most = Math.max(most, waiting.stuck);
    oldest = Math.max(oldest, waiting.oldest);
    for (const url of waiting.stuckUrls) stuckUrls.add(new URL(url).pathname);
  }
  return {
    figure: `${inThousands(size)} looks, ${most} stuck, the oldest had been ready for ${oldest.toFixed(1)} s`,
    ok: most === 0,
    lines: [
      `endpoints that answer, are slow, fail once, fail always, hang and reset; ${inThousands(size * perLook)} events; two processes, one of them killed ${killed} times`,
      ...[...stuckUrls].map((path) => `stuck at ${path}`),
    ],
  };
}

export async function run(options: DeliveryOptions): Promise<ProofResult> {
  const stage = await openStage(options.inHaste);
  try {
    await stage.start();
    return await nothingStuck(stage, options);
  } finally {
    await stage.close();
  }
}
