// Master keys come from the setting or from a file that the first start creates.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { loadMasterKeys, parseMasterKeys } from '../../../src/platform/encryption/master-keys.ts';

const base64Key = () => randomBytes(32).toString('base64');
const temporary = mkdtempSync(join(tmpdir(), 'probity-keys-'));
after(() => rmSync(temporary, { recursive: true }));
const newFolder = () => mkdtempSync(join(temporary, 'case-'));

test('the first start creates a key file that only its owner may read, and later starts read it', () => {
  const dataDir = join(newFolder(), 'var');
  const first = loadMasterKeys({ dataDir });
  assert.equal(statSync(join(dataDir, 'master.key')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(dataDir), ['master.key']);
  assert.equal(loadMasterKeys({ dataDir }).currentId, first.currentId);
});

test('processes that start at once on an empty folder agree on one key', async () => {
  const dataDir = newFolder();
  const module = new URL('../../../src/platform/encryption/master-keys.ts', import.meta.url).href;
  const script = `import { parentPort } from 'node:worker_threads';
    import { loadMasterKeys } from ${JSON.stringify(module)};
    parentPort.postMessage(loadMasterKeys({ dataDir: ${JSON.stringify(dataDir)} }).currentId);`;
  const started = Array.from({ length: 6 }, () => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
    return new Promise<string>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  });
  assert.equal(new Set(await Promise.all(started)).size, 1);
  assert.deepEqual(readdirSync(dataDir), ['master.key']);
});

test('of several keys in the setting the first is current, and a key’s id is derived from it', () => {
  const [one, two] = [base64Key(), base64Key()];
  const before = parseMasterKeys(one);
  const during = parseMasterKeys(`${two}, ${one}`);
  assert.equal(during.byId.size, 2);
  assert.notEqual(during.currentId, before.currentId);
  assert.ok(during.byId.has(before.currentId));
});

test('with the setting no file is created', () => {
  const dataDir = newFolder();
  loadMasterKeys({ setting: base64Key(), dataDir });
  assert.deepEqual(readdirSync(dataDir), []);
});

test('an invalid key is refused by its position without being quoted', () => {
  const good = base64Key();
  for (const bad of ['c2hvcnQ=', good.slice(4), `${good.slice(0, -1)}*`]) {
    assert.throws(
      () => parseMasterKeys(`${good},${bad}`),
      (error: Error) => {
        assert.ok(!error.message.includes(bad));
        return /^master key 2 of 2/.test(error.message);
      },
    );
  }
  assert.throws(() => parseMasterKeys(' \n'), /no master key/);
});

test('a damaged key file is named and not changed', () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'master.key'), 'half a ke');
  assert.throws(() => loadMasterKeys({ dataDir }), /master\.key: master key 1 of 3/);
  assert.equal(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'half a ke');
});
