// A person is searched in a list of thousands by its index, which finds few names to compare; `npm run bench -- p11`
// measures the time among a million.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from '../../../src/platform/db/database.ts';
import { jobs } from '../../../src/platform/jobs.ts';
import { keysOfListed, queriesFor } from '../../../src/providers/sanctions/blocking-key-rules.ts';
import { importSanctionsList } from '../../../src/providers/sanctions/import-actions.ts';
import { tokensOf } from '../../../src/providers/sanctions/name-token-rules.ts';
import { findNames } from '../../../src/providers/sanctions/sanctions-store.ts';
import { testDatabase } from '../../support/database.ts';
import { writeInventedList } from '../../support/invented-list.ts';
import { inventPerson } from '../../support/invented-people.ts';
import { seededRandom } from '../../support/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-sanctions-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { database: db } = await testDatabase(2);

const listed = 5000;

test('a search among 5,000 people compares few of them, which the index finds', async () => {
  const random = seededRandom(3);
  const path = join(folder, 'list.csv');
  await writeInventedList(
    path,
    Array.from({ length: listed }, () => inventPerson(random)),
  );
  await importSanctionsList({ db, now: () => new Date(), newId: randomUUID, jobs }, { list: 'uk', path });
  await db.pool.query('analyze sanctions_names');
  const read: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const { names, born } = inventPerson(random);
    const queries = queriesFor(tokensOf(names.join(' ')), born);
    read.push((await findNames(db, ['uk'], queries, listed)).length);
  }
  read.sort((a, b) => a - b);
  assert.ok(read[50]! < listed / 1000 && read[98]! < listed / 150, `half read ${read[50]}, 99 of 100 ${read[98]}`);
  const [query] = queriesFor(['robin', 'sample'], undefined);
  const plan = await db.rows(sql`
    explain (format json) select from sanctions_names where keys @@ ${query}::tsquery`);
  assert.match(JSON.stringify(plan), /sanctions_names_by_key/);
});

/** Whether the index finds the listed name. */
async function finds(searched: string, listedName: string): Promise<boolean> {
  const keys = keysOfListed(tokensOf(listedName), []).join(' ');
  const rows = await db.rows<{ isFound: boolean }>(sql`
    select bool_or(array_to_tsvector(string_to_array(${keys}, ' ')) @@ query::tsquery) as "isFound"
    from unnest(${queriesFor(tokensOf(searched), undefined)}::text[]) as query`);
  return rows[0]!.isFound;
}

test('a word that has keys of another searched word finds no name by itself', async () => {
  // Both end alike, one is there twice, or one is so long that it fills the key of all words together.
  assert.equal(await finds('Kovrina Numina', 'Kovrina Delher'), false);
  assert.equal(await finds('Kovrina Numina', 'Kovrina Sevina'), true);
  assert.equal(await finds('Maalziya Maalziya Walsawi', 'Maalziya Delher'), false);
  assert.equal(await finds('Maalziya Maalziya', 'Malziya Maalziya'), true);
  assert.equal(await finds('Neackbrundwonfard Delher', 'Neackbrundwonfard Huckce'), false);
  assert.equal(await finds('Neackbrundwonfard Delher', 'Neackbrundwonfarddelher'), true);
});
