// Proves that nobody starves the rest: strangers request every public route at full speed and somebody uploads without
// end, while good requests are answered, quotas hold, and files are refused before the database has no room.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Ctx } from '../../src/context.ts';
import { placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { within } from '../support/limited-loops.ts';
import { type Probity, runProbity } from '../support/probity.ts';
import { type Route, recordRoutes } from '../support/served-routes.ts';
import { inThousands, type ProofResult } from './proof.ts';
import type { FloodArguments, FloodOutcome } from './starvation/attack-process.ts';

export const name = 'starvation';
export const promise = 'Nobody starves the rest (promise 30)';
export const expected =
  'good p99 < 250 ms, all good requests answered, no fault on a public route, quotas hold, no file on a full disk';
export const size = 2000;
export const unit = 'milliseconds of each public route, by 16 connections of a process of the lowest priority';

const usualConnections = 16;
/** Of strangers in a minute, by the number of connections: fewer than the flood asks in all. */
const limitEach = 75;
/** Small, so that the uploader comes to it. */
const filesPerCheck = 20;
const enough = size / 2;
const attackProcess = fileURLToPath(new URL('./starvation/attack-process.ts', import.meta.url));

const isPublic = ({ access, method }: Route) =>
  ['anyone', 'candidate', 'referee'].includes(access ?? '') && ['GET', 'POST'].includes(method);

/** Strangers bring processors of their own. Here they share the server's, so their process has the lowest priority. */
async function flood(
  { url, caFile }: Probity,
  routes: readonly Route[],
  { connections, msEach }: Pick<FloodArguments, 'connections' | 'msEach'>,
): Promise<FloodOutcome> {
  const requests = routes
    .filter(isPublic)
    .map(({ method, url: path }) => ({ method, path: path.replace(/:\w+/g, 'none') }));
  const given: FloodArguments = { url, caFile, requests, connections, msEach };
  const command = [process.execPath, attackProcess, JSON.stringify(given)];
  const { stdout } = await promisify(execFile)('nice', ['-n', '19', ...command]);
  return JSON.parse(stdout) as FloodOutcome;
}

interface Good {
  readonly times: number[];
  readonly refused: string[];
}

/** Reads and writes with a key, one request after the other. */
async function goodClient({ fetch, account }: Probity, isOver: (turn: number) => boolean): Promise<Good> {
  const good: Good = { times: [], refused: [] };
  const person = { first_name: 'Good', last_name: 'Client', email: 'good@client.test', gender: 'female' };
  for await (const turn of within(900_000, 'the flood ends', 1)) {
    if (isOver(turn)) break;
    const startedAt = performance.now();
    const isWriting = turn % 4 === 0;
    const sent = isWriting ? { method: 'POST' as const, json: person } : {};
    const path = isWriting ? '/vftapi/v2/applicants' : '/vftapi/v2/jobroles';
    const { status } = await fetch(path, { key: account.keys.live, ...sent });
    good.times.push(performance.now() - startedAt);
    if (status !== (isWriting ? 201 : 200)) good.refused.push(`${path}: ${status}`);
  }
  return good;
}

async function upload({ fetch, account, ctx }: Probity, orderId: number): Promise<number> {
  const file = { orderId: String(orderId), fileToken: ctx.newId(), fileName: 'endless.txt', description: '' };
  const path = `/api/v1/attachments?${new URLSearchParams(file)}`;
  return (await fetch(path, { method: 'POST', key: account.keys.live, body: Buffer.alloc(4096, 'a') })).status;
}

/** Uploads until told to stop, and beyond the quota in any case. Returns the number of each answer. */
async function uploader(probity: Probity, orderId: number, isOver: () => boolean): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  for await (const turn of within(900_000, 'the flood ends', 1)) {
    if (isOver() && turn > 2 * filesPerCheck) break;
    const status = await upload(probity, orderId);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  return answers;
}

/** On a disk that is nearly full a file is refused and a row is not. */
async function problemsOfFullDisk(probity: Probity, orderId: number, disk: { isFull: boolean }): Promise<string[]> {
  disk.isFull = true;
  const file = await upload(probity, orderId);
  const good = await goodClient(probity, (turn) => turn > 4);
  disk.isFull = false;
  const problems = good.refused.map((one) => `on a full disk: ${one}`);
  return file === 503 ? problems : [...problems, `on a full disk a file was answered ${file}`];
}

const percentile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.POSITIVE_INFINITY;

interface Found {
  readonly flooded: FloodOutcome;
  readonly good: Good;
  readonly uploads: ReadonlyMap<number, number>;
  readonly ofFullDisk: readonly string[];
  readonly isTimed: boolean;
}

function verdictOf({ flooded, good, uploads, ofFullDisk, isTimed }: Found): ProofResult {
  const faults = Object.entries(flooded).flatMap(([route, answers]) =>
    Object.keys(answers)
      .filter((status) => status === '500')
      .map(() => `${route} answered 500`),
  );
  const requests = Object.values(flooded).flatMap((answers) => Object.values(answers));
  const p99 = percentile(good.times, 0.99);
  const taken = uploads.get(201) ?? 0;
  const problems = [
    ...faults,
    ...new Set(good.refused.map((one) => `a good request was refused: ${one}`)),
    ...(taken === filesPerCheck ? [] : [`${taken} files were taken of ${filesPerCheck}`]),
    ...(isTimed && p99 >= 250 ? [`good p99 ${p99.toFixed(0)} ms`] : []),
    ...ofFullDisk,
  ];
  const time = isTimed ? `, p99 ${p99.toFixed(0)} ms` : '';
  return {
    figure: `${inThousands(requests.reduce((sum, one) => sum + one, 0))} requests of strangers on ${Object.keys(flooded).length} public routes, ${inThousands(good.times.length)} good ones${time}, ${good.refused.length} refused; ${taken} of ${[...uploads.values()].reduce((sum, one) => sum + one, 0)} uploads taken; ${problems.length} problems`,
    ok: problems.length === 0 && good.times.length > 0,
    lines: problems,
  };
}

export interface StarvationOptions {
  readonly size: number;
  readonly connections?: number;
  /** Plants a fault. */
  readonly change?: (ctx: Ctx) => Ctx;
}

export async function run(options: StarvationOptions): Promise<ProofResult> {
  const { size: msEach, connections = usualConnections } = options;
  const disk = { isFull: false };
  const withDisk = (ctx: Ctx): Ctx => ({
    ...ctx,
    settings: {
      ...ctx.settings,
      get diskReserveBytes() {
        return disk.isFull ? Number.MAX_SAFE_INTEGER : 0;
      },
    },
  });
  const change = (ctx: Ctx) => options.change?.(withDisk(ctx)) ?? withDisk(ctx);
  const settings = {
    PROBITY_ANONYMOUS_RATE_LIMIT: String(limitEach * connections),
    PROBITY_ATTACHMENT_FILES_PER_CHECK: String(filesPerCheck),
  };
  const { server: probity, routes } = await recordRoutes(() => runProbity({ settings, change }));
  try {
    const { check } = await placeWaiting(probity.ctx, probity.account.caller('live'));
    let isOver = false;
    const flooding = flood(probity, routes, { connections, msEach }).finally(() => {
      isOver = true;
    });
    const [flooded, good, uploads] = await Promise.all([
      flooding,
      goodClient(probity, () => isOver),
      uploader(probity, check.orderId, () => isOver),
    ]);
    const { check: other } = await placeWaiting(probity.ctx, probity.account.caller('live'));
    const ofFullDisk = await problemsOfFullDisk(probity, other.orderId, disk);
    return verdictOf({ flooded, good, uploads, ofFullDisk, isTimed: msEach >= enough });
  } finally {
    await probity.stop();
  }
}
