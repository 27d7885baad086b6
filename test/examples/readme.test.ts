// The README's five-minute check runs as written, and prints what the README shows.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from '../../src/platform/db/database.ts';
import { freePort } from '../support/free-port.ts';
import { eventually } from '../support/limited-loops.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { openProgramDatabase } from '../support/program-database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Block {
  readonly language: string;
  readonly text: string;
}

/** The code blocks below one heading, in order. */
function blocksUnder(heading: string): Block[] {
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
}

/** Replaces values that differ from run to run by the names of their kinds. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
    .replace(/localhost:\d+/g, 'localhost')
    .replace(/\/form\/[\w-]{40,}/g, '/form/LINK')
    .replace(/whsec_[\w+/=]+/g, 'whsec_SECRET');
}

/** Runs `npm run dev` in a folder of its own, without watching files. */
async function startDevelopment(folder: string) {
  const [port, httpPort, metricsPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const { NODE_TEST_CONTEXT: _, DATABASE_URL: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(root, 'src/cli/dev.ts')], {
    cwd: folder,
    env: {
      ...inherited,
      PROBITY_PORT: String(port),
      PROBITY_HTTP_PORT: String(httpPort),
      PROBITY_METRICS_PORT: String(metricsPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, log] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const says = async (pattern: RegExp) => {
    const found = await eventually(
      () => said,
      (text) => pattern.test(text) || child.exitCode !== null,
      60_000,
    );
    assert.ok(pattern.test(found), `${pattern} is not in:\n${said}${log}`);
  };
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  after(stop);
  await says(/^ready /m);
  return { says, said: () => said, log: () => log, stop };
}

/** One receiver of the demo fails, which is told at the next full minute. */
const alertOfDemo = /^.*"msg":"endpoint failing".*\n/gm;

test('the five-minute check runs as the README says', async () => {
  const blocks = blocksUnder('A check in five minutes');
  const commands = blocks.filter(({ language }) => language === 'sh');
  assert.ok(commands.length >= 5);
  const folder = mkdtempSync(join(tmpdir(), 'probity-readme-'));
  await copyPreparedCluster(join(folder, 'var', 'postgres'));
  const development = await startDevelopment(folder);
  after(async () => {
    await development.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const receiverPort = String(await freePort());
  const atFreePort = (text: string) => text.replaceAll('9443', receiverPort);
  const [receiver] = blocks.filter(({ language }) => language === 'js');
  writeFileSync(join(folder, 'receiver.mjs'), atFreePort(receiver!.text));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const script = atFreePort(commands.map(({ text }) => text).join(''));
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  assert.equal(stderr, '');
  const printed = blocks.filter(({ language }) => language === 'text').map(({ text }) => text);
  assert.equal(withoutChance(stdout), withoutChance(printed.join('')));
  assert.equal(readFileSync(join(folder, 'var/results.pdf')).subarray(0, 5).toString('latin1'), '%PDF-');

  await development.says(/^mail to jo@candidate\.example: /m);
  await development.says(/check\.completed/);
  const [notification] = blocks.filter(({ language }) => language === 'json');
  assert.ok(withoutChance(development.said()).includes(`\n\n${withoutChance(notification!.text)}`));
  assert.match(development.said(), /^webhook-signature: v1,/m);
  for (const portal of ['portal', 'desk']) {
    assert.match(
      development.said(),
      new RegExp(`https://localhost:\\d+/${portal} +as \\S+@demo\\.example, password \\S+$`, 'm'),
    );
  }
  assert.equal(development.log().replaceAll(alertOfDemo, ''), '');

  // Delete the README's receiver, which no longer exists: a later start would call it and raise an alert.
  const { database, close } = await openProgramDatabase(join(folder, 'var'));
  try {
    const receivers = () => database.rows(sql`select from webhooks where url like '%/dev' and deleted_at is null`);
    assert.equal((await receivers()).length, 1);
    await development.stop();
    assert.equal((await receivers()).length, 0);
  } finally {
    await close();
  }
});
