// What belongs to no account: `probity suppliers`, the register as a file, and `probity working-days`.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepSupplier, listSuppliers } from '../../src/features/suppliers/supplier-actions.ts';
import { addDays } from '../../src/lib/dates.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { courtResearcher } from '../features/suppliers/court-researcher.ts';
import { commandLine } from '../support/command-line.ts';
import { eventually } from '../support/limited-loops.ts';
import { startProbity, urlOf } from '../support/probity.ts';

const { ctx, connection, settings } = await startProbity();
const { run, json, folder } = commandLine({ DATABASE_URL: urlOf(connection), PROBITY_DATA_DIR: settings.dataDir });
const path = join(folder, 'suppliers.csv');

test('the file that is printed is imported again, and not after somebody changed a supplier meanwhile', async () => {
  await keepSupplier(ctx, 'system', { ...courtResearcher, orderBy: 'telephone', orderAt: '01632960001' });
  const { out } = await run(['suppliers', 'list', '--csv']);
  assert.match(out, /"'01632960001"/, 'a spreadsheet keeps its first 0');
  writeFileSync(path, out.replace('28.50', '30.00'));
  const { suppliers: done = [] } = await json('suppliers', 'import', path);
  assert.deepEqual(done, [{ name: courtResearcher.name, done: 'changed' }]);
  const [supplier] = await listSuppliers(ctx, 'system');
  assert.deepEqual([supplier!.costPence, supplier!.orderAt], [3000, '01632960001']);

  await keepSupplier(ctx, 'system', { ...supplier!, remarks: 'Closed in August' }, supplier);
  const refused = await run(['suppliers', 'import', path]);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /line 2: Sample Court Searches was changed since this file was downloaded/);
  assert.equal((await listSuppliers(ctx, 'system'))[0]!.remarks, 'Closed in August');
});

test('closing days are added, listed and removed, and the running program counts them within seconds', async () => {
  const day = addDays(ukDateOf(ctx.now()), 200);
  const isClosed = () => ctx.calendar().scotland.has(day);
  const [added] = (await json('working-days', 'add', '--name', 'Closed', '--from', day, '--part', 'scotland'))
    .closingDays!;
  assert.deepEqual(added, { name: 'Closed', affectedReports: 0, movedReports: 0 });
  await eventually(isClosed, (closed) => closed);
  const [listed] = (await json('working-days', 'list')).closingDays!;
  const { id, ...days } = listed as { readonly id: string };
  assert.deepEqual(days, { name: 'Closed', from: day, to: day, parts: 'scotland' });
  const refused = await run(['working-days', 'add', '--name', 'Closed', '--from', 'May']);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /Enter the day, or the first day/);
  await json('working-days', 'remove', '--id', id);
  assert.deepEqual((await json('working-days', 'list')).closingDays, []);
  await eventually(isClosed, (closed) => !closed);
});
