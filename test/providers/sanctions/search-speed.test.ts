// A person is searched in a list of thousands in milliseconds, by its index; `npm run bench -- p11` measures a million.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { importSanctionsList } from '../../../src/providers/sanctions/import-actions.ts';
import { searchSanctions } from '../../../src/providers/sanctions/search-actions.ts';
import { testDatabase } from '../../support/database.ts';
import { writeInventedList } from '../../support/invented-list.ts';
import { inventPerson } from '../../support/invented-people.ts';
import { seededRandom } from '../../support/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-sanctions-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { database: db } = await testDatabase(2);

test('a search among 10,000 people reads few of them', async () => {
  const random = seededRandom(3);
  const path = join(folder, 'list.csv');
  await writeInventedList(
    path,
    Array.from({ length: 10_000 }, () => inventPerson(random)),
  );
  await importSanctionsList({ db, now: () => new Date(), newId: randomUUID }, { list: 'uk', path });
  await db.pool.query('analyze sanctions_names');
  const times: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const { names, born } = inventPerson(random);
    const startedAt = performance.now();
    await searchSanctions({ db }, { names: [names.join(' ')], born });
    times.push(performance.now() - startedAt);
  }
  const median = times.toSorted((a, b) => a - b)[50]!;
  assert.ok(median < 50, `the median search took ${median.toFixed(1)} ms`);
});
