// docs/operating.md: it names every job of the program, and nothing else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from '../../src/platform/db/database.ts';
import { eventually } from '../support/limited-loops.ts';
import { startProbity } from '../support/probity.ts';

test('the page for operators says of every job what to do when it was given up', async () => {
  const { database } = await startProbity({ workers: true });
  const known = () =>
    database.rows<{ name: string }>(sql`
      select identifier as name from graphile_worker._private_tasks order by identifier`);
  // The worker stores the names of all jobs when it starts.
  const rows = await eventually(known, (found) => found.length > 0);
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| Job |'), page.indexOf('## Mails that fail'));
  const named = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, names]) => names!.replaceAll('`', '').split(', '));
  assert.deepEqual(
    named.sort(),
    rows.map(({ name }) => name),
  );
});
