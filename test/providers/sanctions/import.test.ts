// The real program imports lists completely or not at all, and finds people in them.
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from '../../../src/platform/db/database.ts';
import { searchSanctions } from '../../../src/providers/sanctions/search-actions.ts';
import { commandLine, startCommand } from '../../support/command-line.ts';
import { startProbity, urlOf } from '../../support/probity.ts';

const { ctx, connection, database, settings } = await startProbity();
const { run, json, env, folder } = commandLine({ DATABASE_URL: urlOf(connection), PROBITY_DATA_DIR: settings.dataDir });

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** A file with the UK list, changed. */
function changedList(name: string, change: (text: string) => string): string {
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(fixture('uk.csv'), 'utf8')));
  return path;
}

const importOf = (path: string, ...more: readonly string[]) => ['sanctions', 'import', path, '--list', 'uk', ...more];
const importUk = (...given: Parameters<typeof importOf>) => run(importOf(...given));
const find = (name: string, born?: string) => searchSanctions(ctx, { names: [name], born });
const storedNames = async () =>
  (await database.row<{ count: number }>(sql`select count(*) from sanctions_names`))!.count;

test('a search without any list says that none was searched', async () => {
  assert.deepEqual(await find('Testimir Zarvokhin'), { lists: [], hits: [], cut: false });
});

test('each list is imported with its version, and listed', async () => {
  for (const [list, file] of Object.entries({ uk: 'uk.csv', un: 'un.xml', eu: 'eu.xml', ofac: 'ofac.xml' })) {
    const { lists } = await json('sanctions', 'import', fixture(file), '--list', list);
    assert.equal(lists![0]!.changed, true);
  }
  const { lists } = await json('sanctions', 'lists');
  assert.deepEqual(
    lists!.map(({ list, title, version, people, names }) => [list, title, version, people, names]),
    [
      ['eu', 'European Union Consolidated Financial Sanctions List', '2026-06-24T17:00:34.049+02:00', 2, 4],
      ['ofac', 'OFAC Specially Designated Nationals List', '2026-06-24', 1, 3],
      ['uk', 'UK Sanctions List', '2026-06-24', 2, 5],
      ['un', 'United Nations Security Council Consolidated List', '2026-06-24T01:00:04.871Z', 2, 5],
    ],
  );
});

test('the same file again imports nothing', async () => {
  const before = await database.rows(sql`select id, imported_at from sanctions_imports order by list`);
  const { lists } = await json('sanctions', 'import', fixture('uk.csv'), '--list', 'uk');
  assert.equal(lists![0]!.changed, false);
  assert.deepEqual(await database.rows(sql`select id, imported_at from sanctions_imports order by list`), before);
});

test('a hit contains the entry, the name, the matched words, the score and the verdict on the date of birth', async () => {
  const { hits, cut, lists } = await find('Zarvokhine Testi', '1962-11-30');
  assert.equal(cut, false);
  assert.equal(lists.length, 4);
  const hit = hits.find(({ list }) => list === 'uk');
  assert.deepEqual(hit, {
    list: 'uk',
    entry: 'TST0001',
    regime: 'Fixture Regime',
    searchedName: 'Zarvokhine Testi',
    listedName: 'Testi ZARVOKHINE',
    nameKind: 'alias',
    score: 1,
    tokens: [
      { searched: 'zarvokhine', listed: 'zarvokhine', similarity: 1 },
      { searched: 'testi', listed: 'testi', similarity: 1 },
    ],
    birthDates: ['1961-03-07', '1962'],
    birthDateVerdict: 'agrees',
  });
});

test('an entry is one hit per list, with its best name', async () => {
  const { hits } = await find('Testimir Zarvokhin');
  assert.deepEqual(hits.map(({ list, entry }) => `${list} ${entry}`).sort(), [
    'eu EU.99001.1',
    'ofac 990001',
    'uk TST0001',
    'un TSTi.001',
  ]);
});

test('a different date of birth rules a person out, an unknown one does not', async () => {
  assert.equal((await find('Ondravia Quillbrandt', '1999-01-01')).hits.length, 0);
  assert.equal((await find('Ondravia Quillbrandt', '1980-04-30')).hits[0]?.birthDateVerdict, 'agrees');
  assert.equal((await find('Ondravia Quillbrandt')).hits.length, 3);
});

test('all names of a person are searched, including earlier ones', async () => {
  const { hits } = await searchSanctions(ctx, { names: ['Ondravia Nobody', 'Ondravia Quillbrandt'], born: '1980' });
  assert.deepEqual(
    hits.map(({ entry, searchedName }) => [entry, searchedName]),
    [['TST0003', 'Ondravia Quillbrandt']],
  );
});

test('unrelated people are not found', async () => {
  assert.deepEqual((await find('Somebody Else', '1961-03-07')).hits, []);
});

test('a bad file is refused with the line and the reason, and the previous list stays in force', async () => {
  const before = await storedNames();
  const cutOff = changedList('cut.csv', (text) => text.replace('24-Jun', '25-Jun').slice(0, -60));
  const refused = await importUk(cutOff);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^Nothing was changed:\n {2}path line 9: is not proper CSV \(quote not closed\)\n$/);
  assert.equal(await storedNames(), before);
  assert.equal((await find('Testi Zarvokhine')).lists.find(({ list }) => list === 'uk')?.version, '2026-06-24');
});

test('an older file, an empty list and a missing file are refused', async () => {
  const older = await importUk(changedList('older.csv', (text) => text.replace('24-Jun', '23-Jun')));
  assert.match(older.err, /path its version 2026-06-23 is older than 2026-06-24, which is in force/);
  const nobody = await importUk(changedList('nobody.csv', (text) => text.replaceAll('Individual', 'Entity')));
  assert.match(nobody.err, /path it lists nobody/);
  const missing = await importUk(join(folder, 'missing.csv'));
  assert.match(missing.err, /path cannot be read \(ENOENT\)/);
});

test('a file with far fewer people is accepted only on request', async () => {
  const more = changedList('more.csv', (text) => {
    const row = text.trimEnd().split('\n').at(-1)!;
    const last = text.trimEnd().split('\n').slice(-2).join('\n');
    assert.match(row, /break in a cell/);
    return `${text.replace('24-Jun', '25-Jun')}${[4, 5, 6].map((n) => `${last.replace('TST0003', `TST000${n}`)}\n`).join('')}`;
  });
  assert.equal((await importUk(more)).code, 0);
  const fewer = changedList('fewer.csv', (text) => text.replace('24-Jun', '26-Jun'));
  assert.match((await importUk(fewer)).err, /path it lists 2 people where the list in force has 5: was it cut off\?/);
  assert.equal((await importUk(fewer, '--accept-fewer')).code, 0);
  assert.equal((await find('Ondravia Quillbrandt', '1980')).hits.length, 1);
});

test('of two concurrent imports of one list, one ends up in force', async () => {
  const again = changedList('again.csv', (text) => text.replace('24-Jun', '27-Jun'));
  copyFileSync(again, join(folder, 'copy.csv'));
  const paths = [again, join(folder, 'copy.csv')];
  const ran = await Promise.all(paths.map((path) => startCommand(env, importOf(path)).ended));
  assert.deepEqual(
    ran.map(({ code }) => code),
    [0, 0],
  );
  const inForce = await database.rows(sql`select version from sanctions_imports where list = 'uk' and in_force`);
  assert.deepEqual(inForce, [{ version: '2026-06-27' }]);
});
