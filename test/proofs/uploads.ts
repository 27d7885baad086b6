// Proves that uploads are complete: random sizes and broken connections, a kill at each step, and fifty large files at
// once, in a folder and in a bucket.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Random, seededRandom } from '../support/random.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';
import { sendLargeFiles } from './uploads/large-files.ts';
import { compareUploads, openPlace, type Place, sweepLater } from './uploads/place.ts';
import { openSender } from './uploads/sender.ts';
import { someBytes } from './uploads/some-bytes.ts';
import { bytesKilled, type Step, type StoreKind, steps, type UploadOrder } from './uploads/steps.ts';

export const name = 'uploads';
export const promise =
  'An upload is stored completely or not at all, without a partial file or an orphaned row (promise 19)';
export const expected =
  '0 lost, 0 other hashes, 0 rows without a file, 0 files without a row, growth < 100 MB (reading < 150 MB)';
export const size = 10_000;
export const unit = 'uploads to a folder, and a fiftieth of it kills at each step; a tenth of both to a bucket';

const atOnce = 16;
const megabyte = 2 ** 20;
const largest = 20 * megabyte;
/** The size limits of the interface and of the stored blocks. */
const boundaries = [100, 101, 65_503, 65_504, 131_023, 131_024, 5 * megabyte, largest];

/** Draws sizes by magnitude, so that small files are as frequent as large ones. */
function someContent(random: Random): Buffer {
  const bytes = Math.round(100 * ((3 * megabyte) / 100) ** (random.below(1000) / 1000));
  return someBytes(random.below(20) === 0 ? random.pick(boundaries) : bytes, random.below(2 ** 30));
}

/** Returns the acknowledged uploads and the wrong answers. */
async function sendMany(place: Place, count: number, random: Random) {
  const sender = openSender({ ...place, key: place.account.keys.live });
  const left = Array.from({ length: count }).values();
  const work = async () => {
    for (const _ of left) {
      const content = someContent(random);
      const isCut = random.below(3) === 0;
      await sender.send(content, isCut ? random.below(content.length + 1) : undefined);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  sender.close();
  return sender;
}

const uploadProcess = fileURLToPath(new URL('./uploads/upload-process.ts', import.meta.url));

/** The checksum, if the process lived long enough to print it. */
async function uploadAndKill(
  place: Place,
  { kind, answersEarly }: { readonly kind: StoreKind; readonly answersEarly: boolean },
  step: Step,
): Promise<readonly [string, string] | undefined> {
  const { accountId } = place.account;
  const fileToken = randomUUID();
  const order: UploadOrder = {
    settings: place.settings,
    tenant: { accountId, environment: 'live' },
    orderId: place.orderId,
    fileToken,
    bytes: bytesKilled[kind],
    step,
    answersEarly,
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

async function killMany(
  place: Place,
  how: Parameters<typeof uploadAndKill>[1],
  at: readonly Step[],
  acknowledged: Map<string, string>,
) {
  const left = at.values();
  const work = async () => {
    for (const step of left) {
      const answered = await uploadAndKill(place, how, step);
      if (answered !== undefined) acknowledged.set(...answered);
    }
  };
  await Promise.all([work(), work(), work()]);
}

export interface WholeResult extends ProofResult {
  /** So many files without a row the same comparison found before the sweep: it can find them. */
  readonly unswept: number;
}

export interface Planted {
  /** Whether the store answers before it has written the file. */
  readonly answersEarly?: boolean;
  /** Called between the uploads and reading them back. */
  readonly tamper?: (place: Place) => Promise<unknown>;
}

/** Runs everything except the large files, which need a process of their own. */
export async function proveWhole(
  kind: StoreKind,
  count: number,
  kills: readonly Step[],
  planted: Planted = {},
): Promise<WholeResult> {
  const place = await openPlace(kind);
  try {
    const random = seededRandom(Date.now());
    const { acknowledged, wrong } = await sendMany(place, count, random);
    await killMany(place, { kind, answersEarly: planted.answersEarly ?? false }, kills, acknowledged);
    const unswept = await compareUploads(place, acknowledged);
    await sweepLater(place);
    await planted.tamper?.(place);
    const found = await compareUploads(place, acknowledged);
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
      unswept: unswept.filesWithoutRow.length,
    };
  } finally {
    await place.close();
  }
}

/** In MB; for reading, only little growth is promised. */
const growth = { sending: 100, reading: 150 } as const;

export async function proveLarge(kind: StoreKind, count: number, bytes: number): Promise<ProofResult> {
  const { whole, sending, reading, wrong } = await sendLargeFiles(kind, count, bytes);
  return {
    figure: `of ${count} × ${bytes / megabyte} MiB at once ${whole} whole, growth ${sending.toFixed(0)} MB, and ${reading.toFixed(0)} MB while all were read at once`,
    ok: wrong.length === 0 && whole === count && sending < growth.sending && reading < growth.reading,
    lines: wrong.slice(0, 10),
  };
}

/** The bucket keeps its content in this process's memory, so it gets a tenth. */
const shares = { folder: 1, bucket: 10 } as const;

async function proveStore(kind: StoreKind, size: number): Promise<ProofResult> {
  const count = Math.max(1, Math.round(size / shares[kind]));
  const kills = Array.from({ length: Math.max(1, Math.round(count / 50)) }, () => steps[kind]).flat();
  const results = [await proveWhole(kind, count, kills), await proveLarge(kind, 50, largest)];
  return {
    figure: `${kind}: ${results.map(({ figure }) => figure).join('; ')}`,
    ok: results.every(({ ok }) => ok),
    lines: results.flatMap(({ lines }) => lines),
  };
}

export async function run({ size }: { readonly size: number }): Promise<ProofResult> {
  const results = [await proveStore('folder', size), await proveStore('bucket', size)];
  return {
    figure: results.map(({ figure }) => figure).join('. '),
    ok: results.every(({ ok }) => ok),
    lines: results.flatMap(({ lines }) => lines),
  };
}
