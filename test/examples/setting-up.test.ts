// The file and the commands of docs/setting-up.md set up what the document says.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandLine } from '../support/command-line.ts';
import { testDatabase } from '../support/database.ts';
import { urlOf } from '../support/probity.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const document = readFileSync(join(root, 'docs/setting-up.md'), 'utf8');
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!);

test('the file and the commands of the document set up what it says', async () => {
  const { connection } = await testDatabase();
  const { folder, env, file, json } = commandLine({ DATABASE_URL: urlOf(connection) });
  file('setup.json', blocks('json')[0]!);
  const shell = `npx() { "${root}/bin/probity" "\${@:2}"; }\n${blocks('sh').join('')}`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', shell], {
    cwd: folder,
    env,
  });
  assert.equal(stderr, '');
  assert.equal(stdout.match(/(?:live|test)_[0-9a-z]{32}/g)?.length, 3);

  const names = async (...args: string[]) =>
    Object.values(await json(...args))[0]!.map(({ name, email }) => email ?? name);
  assert.deepEqual(await names('accounts', 'list'), ['Sample Care Ltd', 'Other Care Ltd']);
  const account = ['--account', 'Sample Care Ltd'];
  assert.deepEqual(await names('users', 'list', ...account), ['admin@sample.example', 'manager@sample.example']);
  assert.deepEqual(await names('groups', 'list', ...account), ['New care assistant']);
  assert.deepEqual(await names('desk-users', 'list'), ['admin@operator.example', 'screener@operator.example']);
});
