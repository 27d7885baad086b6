// Proves that a backlog drains in the promised time and memory without slowing down the API.
import { Agent, request } from 'undici';
import type { TestAccount } from '../support/accounts.ts';
import { patienceMs, within } from '../support/limited-loops.ts';
import type { Program } from '../support/program.ts';
import { awaitCounts } from './deliveries/receiver.ts';
import {
  type DeliveryOptions,
  type DeliveryStage,
  inMs,
  openStage,
  peakMemory,
  percentile,
} from './deliveries/stage.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'backlog';
export const promise = 'A backlog drains without slowing the API down (promise 5)';
export const expected = 'drained in < 10 min, memory < 300 MB, API p99 < 200 ms meanwhile';
export const size = 1_000_000;
export const unit = 'due deliveries';

const askEveryMs = 50;

/** Reads and writes through the API in turns until the backlog has drained. Returns the duration of each request. */
async function askMeanwhile(program: Program, account: TestAccount, isOver: () => boolean): Promise<number[]> {
  const dispatcher = new Agent({ connect: { ca: program.ca, timeout: patienceMs }, connections: 4 });
  const times: number[] = [];
  const headers = { authorization: account.keys.live, 'content-type': 'application/json' };
  const body = JSON.stringify({ first_name: 'Test', last_name: 'Person', email: 'test@example.com', gender: 'male' });
  for await (const n of within(3_600_000, 'the backlog is drained', askEveryMs)) {
    if (isOver()) break;
    const startedAt = performance.now();
    const asked = n % 2 === 0 ? ({ method: 'GET', headers } as const) : ({ method: 'POST', headers, body } as const);
    const reply = await request(`${program.url}/vftapi/v2/applicants`, { dispatcher, ...asked });
    await reply.body.dump();
    if (reply.statusCode >= 300) throw new Error(`a request was answered ${reply.statusCode}`);
    times.push(performance.now() - startedAt);
  }
  await dispatcher.close();
  return times;
}

/** @param start starts the workers; until then all deliveries stay due */
export async function backlog(
  stage: DeliveryStage,
  { size, isShortened }: DeliveryOptions,
  start: () => Promise<Program>,
): Promise<ProofResult> {
  const accounts = await stage.endpoints(Array(20).fill('ok'));
  await stage.begin(size);
  await stage.storeMany(accounts, size);
  const program = await start();
  const startedAt = performance.now();
  let isOver = false;
  const asking = askMeanwhile(program, accounts[0]!, () => isOver);
  const counts = await awaitCounts(stage.receiver, ({ acknowledged }) => acknowledged >= size, 60_000).finally(() => {
    isOver = true;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const times = await asking;
  const [p99, megabytes] = [percentile(times, 0.99), peakMemory(program) / 1e6];
  const inTime = isShortened || (seconds < 600 && megabytes < 300 && p99 < 200);
  return {
    figure: `${inThousands(counts.acknowledged)} in ${seconds.toFixed(0)} s (${inThousands(counts.acknowledged / seconds)} a second), memory at most ${megabytes.toFixed(0)} MB, API p99 ${inMs(p99)}`,
    ok: counts.acknowledged === size && counts.repeated + counts.altered === 0 && inTime,
    lines: [
      `over ${accounts.length} accounts; one process serves and delivers; ${inThousands(times.length)} API requests meanwhile, p50 ${inMs(percentile(times, 0.5))}; ${counts.repeated} repeated`,
    ],
  };
}

export async function run(options: DeliveryOptions): Promise<ProofResult> {
  const stage = await openStage(options);
  try {
    return await backlog(stage, options, () => stage.start());
  } finally {
    await stage.close();
  }
}
