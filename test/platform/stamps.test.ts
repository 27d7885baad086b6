// What root's commands leave in the data folder can be read by the service, which runs as another user.
import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { recordBackup } from '../../src/platform/backup/last-backup.ts';
import { replaceKeyFile } from '../../src/platform/encryption/key-file.ts';
import { recordVerification } from '../../src/platform/last-verification.ts';

const isRoot = process.getuid?.() === 0;

test('a backup, a verification or a key that root makes belongs to the owner of the data folder', {
  skip: !isRoot,
}, (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-stamps-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = { uid: 12_345, gid: 12_346 };
  chownSync(dataDir, service.uid, service.gid);
  recordBackup(dataDir, { at: '2027-03-04T05:06:07.000Z', target: '/backup/one' });
  recordVerification(dataDir, new Date('2027-03-04T05:06:07Z'));
  replaceKeyFile(join(dataDir, 'evidence-key.pem'), 'a key');
  for (const name of ['last-backup.json', 'last-audit-verification.json', 'evidence-key.pem']) {
    const { uid, gid, mode } = statSync(join(dataDir, name));
    assert.deepEqual({ uid, gid, mode: mode & 0o777 }, { ...service, mode: 0o600 }, name);
  }
});
