// `npm run check`: every check that needs no running product, in under a minute.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '../../src/platform/db/migrations.ts';
import { printedDocuments } from './docs/documents.ts';
import { brokenLinks } from './docs/links.ts';
import { openApiProblems } from './docs/openapi-lint.ts';
import { missingFromLock, unpinnedInLock } from './lock-completeness.ts';
import { staleStatements } from './stale-knowledge.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The problems, as text for people; empty if there are none. */
type Check = () => Promise<string>;

/** Runs a program of the lockfile; its output counts only if it fails. */
function program(name: string, ...args: string[]): Check {
  return () =>
    new Promise((resolve, reject) => {
      const child = spawn(`${root}/node_modules/.bin/${name}`, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      child.stdout.on('data', (text: Buffer) => {
        said += text;
      });
      child.stderr.on('data', (text: Buffer) => {
        said += text;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve(code === 0 ? '' : said || `${name} ended with ${code}`));
    });
}

async function staleDocuments(): Promise<string> {
  const stale: string[] = [];
  for (const [path, text] of await printedDocuments()) {
    let found: string | undefined;
    try {
      found = readFileSync(`${root}/${path}`, 'utf8');
    } catch {
      // A missing file counts as different.
    }
    if (found !== text) stale.push(path);
  }
  return stale.length === 0 ? '' : `${stale.join('\n')}\nPrint what changed with \`npm run docs\`.`;
}

const checks: Readonly<Record<string, Check>> = {
  types: program(
    'tsc',
    '--noEmit',
    '-p',
    '.',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/types.tsbuildinfo',
  ),
  'lint and format': program(
    'biome',
    'ci',
    '--colors=off',
    '--error-on-warnings',
    'src',
    'test',
    'bench',
    './knip.json',
    './package.json',
  ),
  'dead code': program('knip'),
  architecture: program('node', '--test', '--test-reporter=dot', 'test/architecture.test.ts'),
  'printed documents': staleDocuments,
  'links in documents': async () => brokenLinks(root).join('\n'),
  'OpenAPI documents': async () => (await openApiProblems(root)).join('\n'),
  lockfile: async () =>
    [missingFromLock, unpinnedInLock].flatMap((find) => find(`${root}/package-lock.json`)).join('\n'),
  // Throws if a name is not a number and words, or if a number is used twice.
  migrations: async () => (readMigrations().length === 0 ? 'there are none' : ''),
};

const waiting = Object.entries(checks).values();
let failed = 0;

async function runOneByOne(): Promise<void> {
  for (const [name, check] of waiting) {
    const startedMs = performance.now();
    const wrong = await check().catch((error: Error) => error.message);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    process.stdout.write(`${wrong === '' ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
    if (wrong === '') continue;
    failed += 1;
    process.stdout.write(`${wrong.trimEnd()}\n\n`);
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runOneByOne));
const stale = staleStatements(new Date().toISOString().slice(0, 10));
if (stale.length > 0) process.stdout.write(`Read again, older than a year:\n${stale.join('\n')}\n`);
process.exitCode = failed === 0 ? 0 : 1;
