// The links between the bundled libraries are created if the install script was not allowed to run.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { completeLinks } from '../../../src/platform/db/postgres-binaries.ts';

const home = mkdtempSync(join(tmpdir(), 'probity-links-'));
after(() => rmSync(home, { recursive: true, force: true }));

function packageWithoutLinks(name: string, count: number): string {
  const folder = join(home, name);
  const lib = join(folder, 'native', 'lib');
  mkdirSync(lib, { recursive: true });
  const links = [];
  for (let n = 1; n <= count; n++) {
    writeFileSync(join(lib, `lib${n}.so.1.2`), `library ${n}`);
    links.push({ source: `native/lib/lib${n}.so.1.2`, target: `native/lib/lib${n}.so.1` });
  }
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  return folder;
}

test('creates missing links, relative, and writes nothing if none is missing', () => {
  const folder = packageWithoutLinks('missing', 3);
  const lib = join(folder, 'native', 'lib');
  completeLinks(folder);
  assert.equal(readlinkSync(join(lib, 'lib2.so.1')), 'lib2.so.1.2');
  assert.equal(readFileSync(join(lib, 'lib2.so.1'), 'utf8'), 'library 2');
  const before = statSync(lib, { bigint: true }).mtimeNs;
  completeLinks(folder);
  assert.equal(statSync(lib, { bigint: true }).mtimeNs, before);
});

test('several processes may create them at once', async () => {
  const folder = packageWithoutLinks('race', 200);
  const module = new URL('../../../src/platform/db/postgres-binaries.ts', import.meta.url).href;
  const program = `(await import('${module}')).completeLinks('${folder}')`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  await Promise.all([run(), run(), run()]);
  const names = readdirSync(join(folder, 'native', 'lib'));
  assert.equal(names.length, 400);
  for (const name of names) assert.match(readFileSync(join(folder, 'native', 'lib', name), 'utf8'), /^library/);
});
