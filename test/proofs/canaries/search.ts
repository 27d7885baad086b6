// Searches files, texts and rows for canaries in every encoding that a program may have used (promise 21).
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Db, rawSql, sql } from '../../../src/platform/db/database.ts';
import { upTo } from '../../support/limited-loops.ts';

export interface CanaryHit {
  readonly canary: string;
  /** The encoding in which it was found: `utf-8`, `hex`, `base64`… */
  readonly form: string;
  /** The file, the table, or the caller's name for the text. */
  readonly where: string;
  readonly offset: number;
}

interface Needle {
  readonly canary: string;
  readonly form: string;
  readonly bytes: Buffer;
}

/** Shorter canaries would occur in random bytes. */
const shortest = 8;

/** The base64 characters that depend on the text alone, for each of its three positions in a longer value. */
function base64Forms(text: Buffer): [string, string][] {
  return [0, 1, 2].flatMap((before): [string, string][] => {
    const whole = Buffer.concat([Buffer.alloc(before), text]).toString('base64');
    const inner = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6));
    const inUrls = inner.replaceAll('+', '-').replaceAll('/', '_');
    return [
      ['base64', inner],
      ['base64url', inUrls],
    ];
  });
}

function formsOf(text: string): [string, string | Buffer][] {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const percent = encodeURIComponent(text);
  return [
    ['utf-8', utf8],
    ['utf-16le', utf16],
    ['utf-16be', Buffer.from(utf16).swap16()],
    ['latin-1', Buffer.from(text, 'latin1')],
    ['hex', utf8.toString('hex')],
    ['HEX', utf8.toString('hex').toUpperCase()],
    ...base64Forms(utf8),
    ['JSON', escaped],
    ['ASCII JSON', ascii],
    ['percent', percent],
    ['form', percent.replaceAll('%20', '+')],
    ['quoted-printable', percent.replaceAll('%20', ' ').replaceAll('%', '=')],
    ['HTML', text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;')],
  ];
}

function needlesOf(canary: string): Needle[] {
  if (Buffer.byteLength(canary) < shortest) throw new Error(`the canary ${canary} is too short to be told from chance`);
  const needles = new Map<string, Needle>();
  for (const written of new Set([canary, canary.normalize('NFD'), canary.toLowerCase(), canary.toUpperCase()])) {
    for (const [form, text] of formsOf(written)) {
      const bytes = Buffer.from(text as string);
      const key = bytes.toString('latin1');
      if (!needles.has(key)) needles.set(key, { canary, form, bytes });
    }
  }
  return [...needles.values()];
}

interface CanarySearch {
  /** The length of the longest needle: two pieces of one text must overlap by it. */
  readonly overlap: number;
  inBytes(where: string, bytes: Buffer, base?: number): CanaryHit[];
}

/** Hashes four bytes to two numbers below 2 ** 16. */
const fold = (word: number) => (word ^ (word >>> 16)) & 0xffff;
const foldAgain = (word: number) => Math.imul(word, 0x9e3779b1) >>> 16;

/**
 * Searches thousands of needles in one pass: looks up the first four bytes in two tables, then compares the few
 * candidates.
 */
function createCanarySearch(canaries: readonly string[]): CanarySearch {
  const byBeginning = new Map<number, Needle[]>();
  const begins = new Uint8Array(1 << 16);
  const beginsAgain = new Uint8Array(1 << 16);
  let overlap = 0;
  for (const needle of canaries.flatMap(needlesOf)) {
    const beginning = needle.bytes.readUInt32LE(0);
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), needle]);
    begins[fold(beginning)] = 1;
    beginsAgain[foldAgain(beginning)] = 1;
    overlap = Math.max(overlap, needle.bytes.length - 1);
  }
  return {
    overlap,
    inBytes(where, bytes, base = 0) {
      const hits: CanaryHit[] = [];
      let word = 0;
      for (let end = 0; end < bytes.length; end += 1) {
        word = (word >>> 8) | (bytes[end]! << 24);
        if (begins[fold(word)] === 0 || beginsAgain[foldAgain(word)] === 0 || end < 3) continue;
        for (const { canary, form, bytes: needle } of byBeginning.get(word >>> 0) ?? []) {
          const offset = end - 3;
          if (needle.equals(bytes.subarray(offset, offset + needle.length))) {
            hits.push({ canary, form, where, offset: base + offset });
          }
        }
      }
      return hits;
    },
  };
}

/** Every regular file at or below the path; skips files that disappear meanwhile. */
async function* filesBelow(path: string): AsyncGenerator<string> {
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isFile()) yield path;
  if (!kind?.isDirectory()) return;
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

/**
 * In pieces, each with the end of the previous one; all files share one buffer, because a cluster has thousands of
 * small files.
 */
async function searchFile(search: CanarySearch, path: string, buffer: Buffer): Promise<CanaryHit[]> {
  const hits: CanaryHit[] = [];
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return hits;
  try {
    let [base, kept] = [0, 0];
    for (const _ of upTo(1_000_000, `the end of ${path}`)) {
      const { bytesRead } = await file.read(buffer, kept, buffer.length - kept);
      if (bytesRead === 0) break;
      const length = kept + bytesRead;
      hits.push(...search.inBytes(path, buffer.subarray(0, length), base));
      kept = Math.min(search.overlap, length);
      base += length - kept;
      buffer.copyWithin(0, length - kept, length);
    }
  } finally {
    await file.close();
  }
  // A hit within an overlap is found twice.
  return [...new Map(hits.map((hit) => [`${hit.offset} ${hit.form} ${hit.canary}`, hit])).values()];
}

const pieceBytes = 1 << 20;

/**
 * @param paths files and folders: the data folder with the database's files, its WAL and the uploads; logs; stored
 * mails
 */
export async function findCanaries(paths: readonly string[], canaries: readonly string[]): Promise<CanaryHit[]> {
  const search = createCanarySearch(canaries);
  const buffer = Buffer.alloc(pieceBytes + search.overlap);
  const hits: CanaryHit[] = [];
  let files = 0;
  for (const path of paths) {
    for await (const file of filesBelow(path)) {
      files += 1;
      hits.push(...(await searchFile(search, file, buffer)));
    }
  }
  // A search in the wrong place must not count as clean.
  if (files === 0 && paths.length > 0) throw new Error(`there is no file in ${paths.join(', ')}`);
  return hits;
}

/** Searches texts in memory: logs, answers of /metrics, mails. */
export function findCanariesInTexts(
  texts: Iterable<readonly [where: string, text: string]>,
  canaries: readonly string[],
): CanaryHit[] {
  const search = createCanarySearch(canaries);
  return [...texts].flatMap(([where, text]) => search.inBytes(where, Buffer.from(text)));
}

/** Every row of every table as text: PostgreSQL compresses long values, so searching the files is not enough. */
export async function findCanariesInRows(db: Db, canaries: readonly string[]): Promise<CanaryHit[]> {
  const search = createCanarySearch(canaries);
  const tables = await db.rows<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`);
  const hits: CanaryHit[] = [];
  await db.transaction(async (tx) => {
    for (const { name } of tables) {
      await tx.run(rawSql(`declare canary_rows no scroll cursor for select t::text as row from ${name} t`));
      for (const _ of upTo(1_000_000, `the end of ${name}`)) {
        const rows = await tx.rows<{ row: string }>(sql`fetch 1000 from canary_rows`);
        if (rows.length === 0) break;
        for (const { row } of rows) hits.push(...search.inBytes(name, Buffer.from(row)));
      }
      await tx.run(sql`close canary_rows`);
    }
  });
  return hits;
}
