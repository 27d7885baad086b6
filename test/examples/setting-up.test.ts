// The file and the commands of docs/setting-up.md set up what the document says.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandLine } from '../support/command-line.ts';
import { testDatabase } from '../support/database.ts';
import { pdfFile } from '../support/pdf-file.ts';
import { urlOf } from '../support/probity.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const document = readFileSync(join(root, 'docs/setting-up.md'), 'utf8');
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!);

/** The arguments of each `npx probity` of the script, as a shell reads them. */
async function commandsOf(script: string): Promise<string[][]> {
  const shell = `npx() { printf '%s\\0' "$@"; echo; }\n${script}`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', shell]);
  assert.equal(stderr, '');
  const commands = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\0').slice(0, -1));
  for (const [program] of commands) assert.equal(program, 'probity');
  return commands.map(([, ...args]) => args);
}

/** A folder with a case of the earlier system, and its PDF. */
function earlierFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'probity-earlier-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'cases.csv'),
    `Earlier number,First name,Last name,Date of birth,Ordered on,Completed on,Result,Report types,PDF
OLD-10417,Robin,Sample,27/03/1985,${day},${day},"Consider, red",identity; right_to_work,OLD-10417.pdf`,
  );
  writeFileSync(join(folder, 'OLD-10417.pdf'), pdfFile('Report of the earlier system'));
  return folder;
}

const day = new Date().toISOString().slice(0, 10);

const openCasesSheet = `Earlier number,Ordered on,Billed elsewhere,First name,Last name,Date of birth,Email,Package,Subsidiary
SC-1041,${day},yes,Robin,Sample,27/03/1985,robin@example.com,identity; right_to_work,north`;

test('the file and the commands of the document set up what it says', async () => {
  const { connection } = await testDatabase();
  const { run, file, json } = commandLine({ DATABASE_URL: urlOf(connection) });
  const setup = file('setup.json', blocks('json')[0]!);
  const sheet = file('open-cases.csv', openCasesSheet);
  const places = { 'setup.json': setup, '/srv/earlier': earlierFolder(), 'open-cases.csv': sheet };
  let printed = '';
  for (const args of await commandsOf(blocks('sh').join(''))) {
    const { code, out, err } = await run(args.map((arg) => places[arg as keyof typeof places] ?? arg));
    assert.deepEqual([code, err], [0, ''], args.join(' '));
    printed += out;
  }
  assert.match(printed, /can be brought in, with --confirm[\s\S]*brought in/);
  const line = blocks('json')[1]!.replaceAll(/"2026-10-\d\d"/g, `"${day}"`);
  const lines = ['--cases', file('open-cases.jsonl', line), '--account', 'Sample Care Ltd'];
  assert.match((await run(['open-cases', 'import', ...lines])).out, /can be brought in, with --confirm/);
  assert.equal(printed.match(/(?:live|test)_[0-9a-z]{32}/g)?.length, 3);

  const names = async (...args: string[]) =>
    Object.values(await json(...args))[0]!.map(({ name, email }) => email ?? name);
  assert.deepEqual(await names('accounts', 'list'), ['Sample Care Ltd', 'Other Care Ltd']);
  const account = ['--account', 'Sample Care Ltd'];
  assert.deepEqual(await names('users', 'list', ...account), ['admin@sample.example', 'manager@sample.example']);
  assert.deepEqual(await names('groups', 'list', ...account), ['New care assistant']);
  assert.deepEqual(await names('desk-users', 'list'), ['admin@operator.example', 'screener@operator.example']);
});
