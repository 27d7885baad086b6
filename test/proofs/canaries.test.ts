import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from '../../src/platform/db/database.ts';
import { openProgramDatabase } from '../support/program-database.ts';
import { openStage, prove, searchEverything } from './canaries.ts';

const stage = await openStage();
after(() => stage.close());

test('nothing personal is left in clear by a stop or by a kill, and what is planted is found', async () => {
  const { ok, figure, lines } = await prove(stage, 60);
  assert.ok(ok, [figure, ...lines].join('\n'));

  const [canary = ''] = stage.mint.kept;
  const { database, close } = await openProgramDatabase(stage.folder.dataDir);
  // A row as it would be without encryption.
  await database.run(sql`
    update applicants set sealed_facts = ${Buffer.from(canary)} where id = (select id from applicants limit 1)`);
  await close();
  const hits = await searchEverything(stage);
  assert.ok(hits.some(({ where }) => where.includes('/pg_wal/')));
  assert.deepEqual([...new Set(hits.map((hit) => hit.canary))], [canary]);
});
