// What belongs to no account: `probity suppliers`, the register as a file, `probity working-days` and `probity maintenance`.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Agent, request } from 'undici';
import { v1Base } from '../../src/api/v1/v1-path.ts';
import { keepSupplier, listSuppliers } from '../../src/features/suppliers/supplier-actions.ts';
import { addDays } from '../../src/lib/dates.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { serveMaintenance } from '../../src/main-serving.ts';
import { createLog } from '../../src/platform/log.ts';
import { courtResearcher } from '../features/suppliers/court-researcher.ts';
import { commandLine } from '../support/command-line.ts';
import { freePort } from '../support/free-port.ts';
import { eventually } from '../support/limited-loops.ts';
import { startProbity, urlOf } from '../support/probity.ts';

const probity = await startProbity();
const { ctx, connection, settings } = probity;
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

test('maintenance is announced, stands until it is taken back, and is refused without a time', async () => {
  const notice = { from: '2099-12-01T20:00', to: '2099-12-01T23:00', words: 'Save what you write.' };
  const given = Object.entries(notice).flatMap(([name, value]) => [`--${name}`, value]);
  const [announced] = (await json('maintenance', 'announce', ...given)).maintenance!;
  const { id, ...rest } = announced as { readonly id: string };
  const times = { from: '2099-12-01T20:00:00Z', to: '2099-12-01T23:00:00Z' };
  assert.deepEqual(rest, { ...times, words: notice.words, takenBack: false });
  await eventually(
    () => ctx.maintenance()?.words,
    (words) => words === notice.words,
  );
  const refused = await run(['maintenance', 'announce', ...given.with(1, 'tomorrow')]);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /Enter the day and time at which it begins/);
  await json('maintenance', 'take-back', '--id', id);
  await eventually(ctx.maintenance, (standing) => standing === undefined);
});

test('a service that is stopped for maintenance answers everybody when it is back, in the form of each interface', async (t) => {
  const [port, httpPort] = await Promise.all([freePort(), freePort()]);
  const until = new Date(Date.now() + 3_600_000);
  const running = await serveMaintenance({ ...settings, port, httpPort }, createLog('silent'), until);
  t.after(running.stop);
  const dispatcher = new Agent({ connect: { ca: probity.ca } });
  const ask = async (path: string) => {
    const { statusCode, headers, body } = await request(`https://localhost:${port}${path}`, { dispatcher });
    return { status: statusCode, waits: Number(headers['retry-after']), text: await body.text() };
  };
  for (const [path, says] of [
    [
      '/form/abc',
      /We are away for planned maintenance[\s\S]+expected back by[\s\S]+href="\/form\/abc">Load the page again/,
    ],
    ['/desk/queue', /href="\/desk\/queue">Load the page again/],
    [v1Base, /service_unavailable/],
    ['/vftapi/v2/applicants', /"type":"service_unavailable"/],
  ] as const) {
    const { status, waits, text } = await ask(path);
    assert.equal(status, 503);
    assert.ok(waits > 3500 && waits <= 3600, `${path} ${waits}`);
    assert.match(text, says);
    assert.doesNotMatch(text, /sign-in/);
  }
  assert.deepEqual([(await ask('/health/live')).status, (await ask('/health/ready')).status], [200, 503]);
});
