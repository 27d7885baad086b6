// The systemd unit and the container file: what they name exists, and they give the program as little as they can.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { settingEntries } from '../../src/config.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { operatorAlarms } from '../support/docs/operator-alarms.ts';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

/** The directives of the unit, each with its values. */
function directives(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, name, value] of read('deploy/probity.service').matchAll(/^(\w+)=(.*)$/gm)) {
    found.set(name!, [...(found.get(name!) ?? []), value!]);
  }
  return found;
}

const settingNames = new Set<string>(Object.values(settingEntries).map(({ name }) => name));
/** The settings that a file names. */
const settingsIn = (text: string) => [...text.matchAll(/\b(PROBITY_[A-Z0-9_]+)=/g)].map(([, name]) => name!);

test('the unit runs the program as a user of its own, in a read-only system, without capabilities', () => {
  const unit = directives();
  const one = (name: string) => unit.get(name)?.join(' ');
  assert.match(one('ExecStart') ?? '', /^\/opt\/probity\/bin\/probity serve --no-demo$/);
  assert.ok(existsSync(`${root}/bin/probity`));
  assert.deepEqual([one('User'), one('Group')], ['probity', 'probity']);
  assert.deepEqual([one('ProtectSystem'), one('NoNewPrivileges'), one('CapabilityBoundingSet')], ['strict', 'yes', '']);
  assert.deepEqual([one('UMask'), one('StateDirectoryMode'), one('LimitCORE')], ['0077', '0700', '0']);
  assert.deepEqual(
    settingsIn(read('deploy/probity.service')).filter((name) => !settingNames.has(name)),
    [],
  );
  // The program stops within 30 seconds.
  assert.ok(Number(one('TimeoutStopSec')) > 30);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

const timed = [
  { name: 'probity-backup', command: /probity backup /, writes: '/var/lib/probity /backup' },
  {
    name: 'probity-verify',
    command: /^ExecStart=\/opt\/probity\/bin\/probity audit verify$/m,
    writes: '/var/lib/probity',
  },
];

test('systemd finds the units of the nightly backup and the weekly verification valid, and they write where they must only', () => {
  for (const { name, command, writes } of timed) {
    const unit = read(`deploy/${name}.service`);
    assert.match(unit, command);
    assert.match(unit, /^User=probity$/m);
    assert.match(unit, new RegExp(`^ReadWritePaths=${writes}$`, 'm'));
    assert.match(unit, /^EnvironmentFile=-\/etc\/probity\/settings$/m);
    assert.deepEqual(
      settingsIn(unit).filter((setting) => !settingNames.has(setting)),
      [],
    );
    assert.match(read(`deploy/${name}.timer`), /^OnCalendar=.+ UTC$/m);
    if (!hasSystemd) continue;
    const units = ['service', 'timer'].map((kind) => `${root}/deploy/${name}.${kind}`);
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
    assert.doesNotMatch(stderr, /Unknown|Failed to parse|ignoring/);
  }
});

test('the wrapper runs a command as the user of the service, with its settings, and says who ran it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-wrapper-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}`, SUDO_USER: 'ana' };
  const ran = spawnSync(`${root}/deploy/probity-command`, ['keys', 'list', '--account', 'Two Words'], {
    env,
    encoding: 'utf8',
  });
  const given = ran.stdout.trimEnd().split('\n');
  for (const argument of [
    '--pipe',
    '--wait',
    '--uid=probity',
    '--setenv=PROBITY_DATA_DIR=/var/lib/probity',
    '--setenv=SUDO_USER=ana',
  ])
    assert.ok(given.includes(argument), `${argument}: ${ran.stderr}`);
  assert.deepEqual(given.slice(-5), ['/opt/probity/bin/probity', 'keys', 'list', '--account', 'Two Words']);
  const named = () =>
    spawnSync(`${root}/deploy/probity-command`, ['accounts', '100% $HOME $X'], { env, encoding: 'utf8' });
  assert.equal(named().stdout.trimEnd().split('\n').at(-1), '100% $$HOME $$X', 'systemd makes one of two');
  const newer = '#!/bin/sh\n[ "$1" = --help ] && echo " --expand-environment=BOOL" || printf "%s\\n" "$@"\n';
  writeFileSync(join(folder, 'systemd-run'), newer, { mode: 0o755 });
  const asIs = named().stdout.trimEnd().split('\n');
  assert.ok(asIs.includes('--expand-environment=no'));
  assert.equal(asIs.at(-1), '100% $HOME $X');
});

test('systemd finds the unit valid, and its exposure low', () => {
  if (!hasSystemd) return;
  const unit = `${root}/deploy/probity.service`;
  // 0 is a service without any access, 10 one without any limit.
  const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit], {
    encoding: 'utf8',
  });
  assert.equal(judged.status, 0, judged.stdout.split('\n').at(-2));
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
  assert.doesNotMatch(stderr, /Unknown|Failed to parse|ignoring/);
});

test('each rule for Prometheus names metrics and labels of the program, and a section that says what to do', async () => {
  const asked = {
    countConnections: () => ({ busy: 0, idle: 0, waiting: 0 }),
    alarms: { count: () => 0 },
    readQueue: async () => ({ counts: [{ job: 'x', state: 'given_up' as const, count: 1 }], oldestDueSeconds: 0 }),
    freeBytes: async () => 0,
    lastBackupAt: () => undefined,
    readOperations: async () => ({
      ends: [{ what: 'certificate', at: new Date('2027-03-04T05:06:07Z') }],
      lists: [{ list: 'uk', importedAt: new Date('2027-03-04T05:06:07Z') }],
      pausedProviders: 1,
      failedMails: 2,
    }),
    isScannerThere: async () => false,
    lastVerificationAt: () => undefined,
  };
  const metrics = createMetrics(asked);
  metrics.observeRequest({ method: 'GET', route: '/', status: 500, durationMs: 1 });
  metrics.observeJob('x', 'failed', 1);
  metrics.deliveries.exhausted('window_over');
  const text = await metrics.text();
  const sections = [...read('docs/operating.md').matchAll(/^## (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^a-z ]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const { expression, section } of operatorAlarms) {
    assert.ok(sections.includes(section), section);
    assert.ok(read('deploy/prometheus-rules.yml').includes(`expr: '${expression}'`), expression);
    for (const [, metric, label] of expression.matchAll(/\b(probity_\w+)(?:\{([^}]+)\})?/g)) {
      const samples = text.split('\n').filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
      assert.ok(
        samples.some((line) => line.includes(label ?? '')),
        `${metric} ${label ?? ''}`,
      );
    }
  }
});

test('the image holds the program and its packages only, pinned, and runs as a user of its own', () => {
  const steps = read('deploy/Containerfile')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  const after = steps.slice(steps.findLastIndex((step) => step.startsWith('FROM ')));
  assert.match(after.findLast((step) => step.startsWith('USER ')) ?? '', /^USER probity$/);
  assert.ok(steps.some((step) => /^RUN npm ci --omit=dev --ignore-scripts/.test(step)));
  assert.deepEqual(
    after.filter((step) => /^(?:ADD|COPY (?!--from=build))/.test(step)),
    [],
  );
  assert.deepEqual(
    settingsIn(read('deploy/Containerfile')).filter((name) => !settingNames.has(name)),
    [],
  );
  for (const [, source] of read('deploy/Containerfile').matchAll(/^COPY (\w+) \w+$/gm)) {
    assert.ok(existsSync(`${root}/${source}`), source);
    assert.ok(read('.containerignore').includes(`!${source}\n`), source);
  }
  assert.match(read('.containerignore'), /^\*\n/);
});

/** An image to build from that is already here, such as `oci-archive:/tmp/base.tar`: tests download none. */
const base = process.env.BASE_IMAGE;

test('the image is built, and starts as a user of its own', { timeout: 600_000 }, async (t) => {
  if (base === undefined || spawnSync('buildah', ['--version']).status !== 0) return;
  const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  const folder = mkdtempSync('/var/tmp/probity-image-');
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const storage = ['--root', `${folder}/root`, '--runroot', `${folder}/run`];
  const buildah = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('buildah', [...storage, ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr.slice(-2000));
    return stdout.trim();
  };
  const files = ['--ignorefile', '.containerignore', '-f', 'deploy/Containerfile'];
  buildah('bud', '-q', '--layers=false', '--build-arg', `BASE=${base}`, ...files, '-t', 'probity', '.');
  const container = buildah('from', 'localhost/probity');
  const [port, httpPort] = [await freePort(), await freePort()];
  const settings = [`PROBITY_HOST=127.0.0.1`, `PROBITY_PORT=${port}`, `PROBITY_HTTP_PORT=${httpPort}`];
  const command = ['/bin/sh', '-c', 'id -un; timeout 30 /opt/probity/bin/probity serve --no-history'];
  const flags = settings.flatMap((setting) => ['--env', setting]);
  const run = spawn('buildah', [...storage, 'run', '--user', 'probity', ...flags, container, '--', ...command], {
    env,
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    run.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/^ready /m.test(said)) resolve();
    });
    run.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  assert.match(said, /^probity\n/);
  // It ends by its own time limit.
  run.removeAllListeners('exit');
  await once(run, 'exit');
});

interface Component {
  readonly name: string;
  readonly hashes?: readonly unknown[];
  readonly properties: readonly { readonly name: string }[];
}

test('one command prints a bill of materials, which says what runs in production', () => {
  const { stdout } = spawnSync('npm', ['run', '-s', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  const bill = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
  assert.equal(bill.bomFormat, 'CycloneDX');
  const find = (name: string) => bill.components.find((component) => component.name === name)!;
  for (const name of ['fastify', 'pg', 'nodemailer']) {
    assert.deepEqual([find(name).properties, find(name).hashes?.length], [[], 1], name);
  }
  assert.deepEqual(
    find('playwright-core').properties.map(({ name }) => name),
    ['cdx:npm:package:development'],
  );
});

test('the page of public security requirements counts its rows, names files that exist, and says by what each row holds', () => {
  const page = read('docs/asvs.md');
  const files = [...page.matchAll(/`((?:src|test|docs|deploy)\/[\w./-]+)`/g)].map(([, path]) => path!);
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((path) => !existsSync(`${root}/${path}`)),
    [],
  );
  const numbers = [...page.matchAll(/^\| (\d+\.\d+\.\d+)/gm)].map(([, number]) => number);
  assert.equal(new Set(numbers).size, numbers.length);
  const rows = [...page.matchAll(/^\| \d[\d., –-]* \| [^|]+ \| [^|]+ \| ([^|]+) \| (.+) \|$/gm)];
  const count = (state: string) => rows.filter((row) => row[1] === state).length;
  const counts = [count('holds'), count('in part'), count('missing'), count('not applicable')];
  const [holds, inPart, missing, others] = counts;
  assert.equal(
    counts.reduce((sum, one) => sum + one),
    rows.length,
  );
  assert.ok(page.includes(`${holds} rows hold, ${inPart} in part, ${missing} are missing, ${others} do not apply`));
  // A requirement to write something down holds by the document.
  const shown = /`test\/|`npm run (?:prove|check|-s sbom)|\]\([\w-]+\.md|^the same$/;
  assert.deepEqual(
    rows.filter(([, state, reason]) => state === 'holds' && !shown.test(reason!)).map(([line]) => line),
    [],
  );
});
