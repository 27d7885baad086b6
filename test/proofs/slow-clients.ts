// Proves that slow clients are disconnected: opens thousands of connections without progress, while good clients are
// served in time and a phone on a slow connection finishes its upload. A test of the HTTP server runs a small version,
// also without the limits.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { httpLimits } from '../../src/platform/http/http-limits.ts';
import { within } from '../support/limited-loops.ts';
import { type Program, programFolder } from '../support/program.ts';
import { inThousands, type ProofResult } from './proof.ts';
import { type AttackArguments, type AttackOutcome, kinds, post, slackMs } from './slow-clients/attack.ts';

export const name = 'slow-clients';
export const promise = 'A client without progress is disconnected, and delays no other (promise 17)';
export const expected = 'all disconnected in time, p99 of new connections < 250 ms, a slow phone upload finishes';
export const size = 10_000;
export const unit = 'slow clients, whose process has the lowest priority';

const attackProcess = fileURLToPath(new URL('./slow-clients/attack-process.ts', import.meta.url));

/** Attackers bring processors of their own. Here they share the server's, and must not be what delays it. */
async function attack({ url, demo }: Program, count: number): Promise<AttackOutcome> {
  const given: AttackArguments = { port: Number(new URL(url).port), caFile: demo.caFile, count };
  const run = promisify(execFile);
  const command = [process.execPath, attackProcess, JSON.stringify(given)];
  const { stdout } = await run('nice', ['-n', '19', ...command], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as AttackOutcome;
}

/** Sends good requests one after the other until told to stop, each on a new connection; returns the duration of each. */
async function goodClient({ url, ca, demo }: Program, until: Promise<unknown>): Promise<number[]> {
  const dispatcher = new Agent({ connect: { ca }, connections: 1 });
  const times: number[] = [];
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  for await (const _ of within(900_000, 'the attack ends')) {
    if (isOver) break;
    const startedAt = performance.now();
    const reply = await request(`${url}/vftapi/v2/jobroles`, {
      dispatcher,
      headers: { authorization: demo.liveKey },
      // Closes the connection after the answer.
      reset: true,
    });
    await reply.body.dump();
    if (reply.statusCode !== 200) throw new Error(`a good client was answered ${reply.statusCode}`);
    times.push(performance.now() - startedAt);
    // Without a pause the good clients alone would keep the machine busy.
    await sleep(100);
  }
  await dispatcher.close();
  return times;
}

/** Sends a fifth more than the minimum progress, for longer than any limit. */
async function slowPhone({ url, ca, demo }: Program): Promise<number> {
  const person = { first_name: 'Test', last_name: 'Person', email: 'test@example.com', gender: 'male' };
  const body = JSON.stringify({ ...person, filler: 'x'.repeat(1.2 * httpLimits.progressBytesPerSecond * 25) });
  const socket = connect({
    port: Number(new URL(url).port),
    host: 'localhost',
    ca,
    servername: 'localhost',
  });
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(`${post}authorization: ${demo.liveKey}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`);
  // By the clock: a busy machine must not make it slower than it is.
  const startedAt = performance.now();
  for (let sent = 0; sent < body.length && !socket.destroyed; ) {
    const seconds = (performance.now() - startedAt) / 1000;
    const due = Math.ceil(1.2 * httpLimits.progressBytesPerSecond * (seconds + 0.5));
    socket.write(body.slice(sent, due));
    sent = due;
    await sleep(500);
  }
  await closed;
  return Number(answer.split(' ')[1]);
}

const percentile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.POSITIVE_INFINITY;

function verdictOf(outcome: AttackOutcome, good: readonly number[], phone: number): ProofResult {
  const held = Object.entries(outcome.heldMs);
  const late = held.flatMap(([what, times]) => {
    const limit = kinds[what]!.limitMs + slackMs;
    const count = times.filter((ms) => ms > limit).length;
    return count === 0 ? [] : [`${count} of ${what} were held for longer than ${limit} ms`];
  });
  const disconnected = held.reduce((sum, [, times]) => sum + times.length, 0);
  const p99 = percentile(good, 0.99);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return {
    figure: `${inThousands(disconnected)} disconnected (${inThousands(outcome.mostAtOnce)} at once), ${outcome.left} left, ${late.length === 0 ? 'none' : 'some'} late; p99 of new connections ${p99.toFixed(0)} ms; the phone was answered ${phone}`,
    ok: outcome.left === 0 && outcome.refused === 0 && late.length === 0 && p99 < 250 && phone === 201,
    lines: [
      `${outcome.refused} refused; ${inThousands(good.length)} good requests, each on a new connection, p50 ${percentile(good, 0.5).toFixed(1)} ms`,
      ...held.map(
        ([what, times]) =>
          `${what}: disconnected after ${seconds(percentile(times, 0.5))}, the last after ${seconds(percentile(times, 0.9999))}`,
      ),
      ...late,
    ],
  };
}

export async function run({ size: count }: { readonly size: number }): Promise<ProofResult> {
  const folder = programFolder();
  const program = await folder.start({ PROBITY_RATE_LIMIT: '10000000', PROBITY_ANONYMOUS_RATE_LIMIT: '10000000' }, [
    '--no-work',
  ]);
  try {
    const attacking = attack(program, count);
    const clients = Promise.all(Array.from({ length: 8 }, () => goodClient(program, attacking)));
    const [outcome, phone, good] = await Promise.all([attacking, slowPhone(program), clients]);
    return verdictOf(outcome, good.flat(), phone);
  } finally {
    await program.stop();
    folder.remove();
  }
}
