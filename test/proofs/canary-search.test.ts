import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDatabase, sql } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { accountKey } from '../../src/platform/encryption/account-key.ts';
import { secretKey } from '../../src/platform/encryption/sealed-value.ts';
import { createLog } from '../../src/platform/log.ts';
import { findCanaries, findCanariesInRows, findCanariesInTexts } from './canaries/search.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-canaries-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const canary = "Zoë O'Canary";
const others = Array.from({ length: 20 }, (_, n) => `other canary ${n}`);
let files = 0;

/** The encodings found if `planted` stands somewhere in a file of random bytes. */
async function formsFound(planted: Buffer | string, before = 4321): Promise<string[]> {
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, Buffer.concat([randomBytes(before), Buffer.from(planted as string), randomBytes(1234)]));
  const hits = await findCanaries([path], [...others, canary]);
  rmSync(path);
  assert.ok(hits.every((hit) => hit.canary === canary && hit.where === path && hit.offset >= before));
  return hits.map(({ form }) => form);
}

const forms: Record<string, Buffer | string> = {
  'utf-8': canary,
  'in capitals': canary.toUpperCase(),
  'in small letters': canary.toLowerCase(),
  decomposed: canary.normalize('NFD'),
  'utf-16': Buffer.from(canary, 'utf16le'),
  'utf-16, high byte first': Buffer.from(canary, 'utf16le').swap16(),
  'latin-1': Buffer.from(canary, 'latin1'),
  hex: Buffer.from(canary).toString('hex'),
  'base64, at every offset': [0, 1, 2].map((n) => Buffer.from(`${'x'.repeat(n)}${canary}yz`).toString('base64')).join(),
  base64url: Buffer.from(`x${canary}>>???`).toString('base64url'),
  'JSON in ASCII': '{"name":"Zo\\u00eb O\'Canary"}',
  'a query': new URLSearchParams({ name: canary }).toString().replace('%27', "'"),
  'a quoted-printable mail': "Dear Zo=C3=AB O'Canary,",
  HTML: '<p>Zoë O&#39;Canary</p>',
};

for (const [form, planted] of Object.entries(forms)) {
  test(`finds a canary planted as ${form}`, async () => {
    const found = await formsFound(planted);
    assert.ok(form === 'base64, at every offset' ? found.length >= 3 : found.length >= 1);
  });
}

test('finds a canary across two pieces of a large file, once', async () => {
  const piece = 1 << 20;
  for (const before of [piece - 20, piece - 7, piece - 1, piece])
    assert.deepEqual(await formsFound(canary, before), ['utf-8']);
});

test('finds none of 1,000 canaries in random bytes', async () => {
  const path = join(folder, 'random');
  writeFileSync(path, randomBytes(20_000_000));
  const many = Array.from({ length: 1000 }, (_, n) => `canary number ${n}`);
  assert.deepEqual(await findCanaries([path], many), []);
});

test('searches folders to their end, and names the file', async () => {
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  writeFileSync(join(folder, 'a/b/leak'), `name=${canary}`);
  const hits = await findCanaries([join(folder, 'a')], [canary]);
  assert.deepEqual(hits, [{ canary, form: 'utf-8', where: join(folder, 'a/b/leak'), offset: 5 }]);
});

test('fails if there is no file to search', async () => {
  await assert.rejects(findCanaries([join(folder, 'nowhere')], [canary]), /no file/);
});

test('refuses a canary that could occur by chance', () => {
  assert.throws(() => findCanariesInTexts([['log', 'text']], ['short']), /too short/);
});

test('finds a canary in a text', () => {
  assert.equal(findCanariesInTexts([['log', `{"level":30,"name":"${canary}"}`]], [canary]).length, 1);
});

test('finds unencrypted data in the database, its WAL and its long values, but no encrypted data', async () => {
  const dataDir = join(folder, 'data');
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent'), settings: { fsync: 'off' } });
  const database = openDatabase({ connection: server.superuser, poolSize: 2, onIdleError: () => {} });
  try {
    const key = accountKey('an account', new Map([[1, secretKey(randomBytes(32))]]), 1);
    const [clear, removed, sealed, long] = ['Clear Canary', 'Removed Canary', 'Sealed Canary', 'Long Canary'];
    const all = [clear, removed, sealed, long];
    await database.run(sql`create table leaks (name text, sealed bytea)`);
    await database.run(sql`insert into leaks values (${removed}, null)`);
    await database.run(sql`update leaks set name = ${clear}, sealed = ${key.seal('name', 'an id', sealed)}`);
    await database.run(sql`insert into leaks values (repeat('some words of no meaning, ', 300) || ${long}, null)`);
    await database.run(sql`checkpoint`);
    const hits = await findCanaries([dataDir], all);
    const inside = (part: string) => new Set(hits.filter(({ where }) => where.includes(part)).map((hit) => hit.canary));
    assert.ok(inside('/pg_wal/').has(clear) && inside('/pg_wal/').has(removed));
    assert.ok(inside('/base/').has(clear));
    assert.ok(!hits.some((hit) => hit.canary === sealed));
    const inRows = await findCanariesInRows(database, all);
    assert.deepEqual(inRows.map((hit) => [hit.where, hit.canary]).sort(), [
      ['public.leaks', clear],
      ['public.leaks', long],
    ]);
  } finally {
    await database.close();
    await server.stop();
  }
});
