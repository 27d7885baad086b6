// Proves that uploads are whole: random sizes and broken connections, a kill at each step, and fifty large files at once.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { type Program, programFolder } from '../support/program.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';
import { lookBack, openPlace, type Place, sweepLater } from './uploads/place.ts';
import { openSender } from './uploads/sender.ts';
import { type Step, steps, type UploadOrder } from './uploads/steps.ts';

export const name = 'uploads';
export const promise = 'Uploads are whole, and leave no half file and no half row (promise 19)';
export const expected = '0 lost, 0 other hashes, 0 rows without a file, 0 files without a row, growth < 100 MB';
export const size = 10_000;
export const unit = 'uploads, and a fiftieth of it kills at each step';

const atOnce = 16;
const largest = 3 * 2 ** 20;

/** As many small files as large ones: sizes are drawn by their magnitude. */
function someContent(random: Random): Buffer {
  const magnitude = random.below(1000) / 1000;
  const bytes = Math.round(100 * (largest / 100) ** magnitude);
  return Buffer.alloc(bytes, random.below(2 ** 30).toString(36));
}

/** Returns what was acknowledged, and what was answered wrongly. */
async function sendMany(place: Place, count: number, random: Random) {
  const sender = openSender({ ...place, key: place.account.keys.live });
  let left = count;
  const work = async () => {
    while (left-- > 0) {
      const content = someContent(random);
      const isCut = random.below(3) === 0;
      await sender.send(content, isCut ? random.below(content.length) : undefined);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  sender.close();
  return sender;
}

const uploadProcess = fileURLToPath(new URL('./uploads/upload-process.ts', import.meta.url));

/** The checksum, where the process lived to tell it. */
async function uploadAndKill(
  place: Place,
  step: Step,
  isHasty: boolean,
): Promise<readonly [string, string] | undefined> {
  const { accountId } = place.account;
  const fileToken = randomUUID();
  const order: UploadOrder = {
    settings: place.settings,
    tenant: { accountId, environment: 'live' },
    orderId: place.orderId,
    fileToken,
    bytes: 1_000_000,
    step,
    isHasty,
  };
  const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'probity-proof-compiled'), ...process.env };
  const ended = await promisify(execFile)(process.execPath, [uploadProcess, JSON.stringify(order)], { env }).then(
    ({ stdout }) => ({ stdout, signal: undefined }),
    (error: { stdout: string; stderr: string; signal: string | null }) => {
      if (error.signal !== 'SIGKILL') throw new Error(`ended by itself ${step}: ${error.stderr}`);
      return error;
    },
  );
  if (ended.signal === undefined) throw new Error(`was not killed ${step}`);
  const checksum = ended.stdout.trim();
  return checksum === '' ? undefined : [fileToken, checksum];
}

async function killMany(place: Place, at: readonly Step[], isHasty: boolean, acknowledged: Map<string, string>) {
  const todo = [...at];
  const work = async () => {
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      const answered = await uploadAndKill(place, step, isHasty);
      if (answered !== undefined) acknowledged.set(...answered);
    }
  };
  await Promise.all([work(), work(), work()]);
}

/** In MB. */
function memoryOf(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const [, kB = ''] = new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1000;
}

async function newOrder({ url, ca, demo }: Program): Promise<number> {
  const dispatcher = new Agent({ connect: { ca } });
  const post = async (path: string, json: unknown) => {
    const headers = { authorization: demo.liveKey, 'content-type': 'application/json' };
    const answer = await request(`${url}/vftapi/v2${path}`, {
      dispatcher,
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    });
    return (await answer.body.json()) as { id: string; order_id: number };
  };
  const person = { first_name: 'Test', last_name: 'Person', email: 'test@example.com', gender: 'male' };
  const { id } = await post('/applicants', person);
  const { order_id } = await post(`/applicants/${id}/checks`, { type: 'standard', reports: [{ name: 'identity' }] });
  await dispatcher.close();
  return order_id;
}

/** Fifty at once to the shipped program: by how much its memory grows, in MB, and what was answered wrongly. */
async function fiftyAtOnce(bytes: number): Promise<{ growth: number; wrong: readonly string[]; whole: number }> {
  const folder = programFolder();
  const program = await folder.start({ PROBITY_RATE_LIMIT: '10000000', PROBITY_EMAIL_DOMAIN_CHECK: 'off' }, [
    '--no-work',
  ]);
  try {
    const sender = openSender({ ...program, key: program.demo.liveKey, orderId: await newOrder(program) });
    const pid = program.child.pid!;
    const before = memoryOf(pid, 'VmRSS');
    // From now on VmHWM is the most since now.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const content = Buffer.alloc(bytes, 'abcdefghijklmnopqrstuvwxyz0123456789');
    await Promise.all(Array.from({ length: 50 }, () => sender.send(content)));
    const growth = memoryOf(pid, 'VmHWM') - before;
    sender.close();
    return { growth, wrong: sender.wrong, whole: sender.acknowledged.size };
  } finally {
    await program.stop();
    folder.remove();
  }
}

export interface Planted {
  /** The store answers before the file is there. */
  readonly isHasty?: boolean;
  readonly noSweep?: boolean;
  /** Between the uploads and looking back. */
  readonly tamper?: (place: Place) => Promise<unknown>;
}

/** Everything but the fifty at once, which wants a process of its own. */
export async function proveWhole(count: number, kills: readonly Step[], planted: Planted = {}): Promise<ProofResult> {
  const place = await openPlace();
  try {
    const random = seededRandom(Date.now());
    const { acknowledged, wrong } = await sendMany(place, count, random);
    await killMany(place, kills, planted.isHasty ?? false, acknowledged);
    if (planted.noSweep !== true) await sweepLater(place);
    await planted.tamper?.(place);
    const found = await lookBack(place, acknowledged);
    const counts = {
      uploads: count,
      kills: kills.length,
      lost: found.lost.length,
      'answered wrongly': wrong.length,
      'other hashes': found.otherHashes.length,
      'rows without a file': found.rowsWithoutFile.length,
      'files without a row': found.filesWithoutRow.length,
    };
    const { uploads: _, kills: __, ...faults } = counts;
    return {
      figure: countsInWords(counts),
      ok: Object.values(faults).every((number) => number === 0),
      lines: [
        `${inThousands(acknowledged.size)} were acknowledged, ${inThousands(found.files)} are there; seed ${random.seed}`,
        ...wrong.slice(0, 10),
      ],
      counts,
    };
  } finally {
    await place.close();
  }
}

export async function run({ size: count }: { readonly size: number }): Promise<ProofResult> {
  const kills = Array.from({ length: Math.max(1, Math.round(count / 50)) }, () => steps).flat();
  const whole = await proveWhole(count, kills);
  const { growth, wrong, whole: stored } = await fiftyAtOnce(20 * 2 ** 20);
  const isGood = wrong.length === 0 && stored === 50 && growth < 100;
  return {
    ...whole,
    figure: `${whole.figure}; of 50 × 20 MiB at once ${stored} whole, growth ${growth.toFixed(0)} MB`,
    ok: whole.ok && isGood,
    lines: [...whole.lines, ...wrong.slice(0, 10)],
  };
}
