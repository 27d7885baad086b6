// The virus scanners of tests: a stand-in everywhere, and clamd itself if it is installed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ClamdAddress } from '../../src/platform/files/virus-scanner.ts';
import { harmful, startClamdServer } from './clamd-server.ts';
import { until } from './limited-loops.ts';

/** Reports the word `harmful`, and accepts files of up to a megabyte. */
export interface RunningScanner {
  readonly address: ClamdAddress;
  /** The value of `PROBITY_CLAMD`. */
  readonly setting: string;
  /** Stops at once, even during a scan. */
  stop(): Promise<void>;
}

export interface ScannerUnderTest {
  readonly name: string;
  /** Its name for the word. */
  readonly threat: string;
  start(): Promise<RunningScanner>;
}

async function startStandIn(): Promise<RunningScanner> {
  const { host, port, close } = await startClamdServer(2 ** 20);
  return { address: { host, port }, setting: `tcp://${host}:${port}`, stop: close };
}

function findClamd(): string | undefined {
  // Debian installs it in a folder of root's path.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'clamd')).find(existsSync);
}

const startsWithinMs = 30_000;

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.end();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** With one signature; ignores the machine's configuration. */
function configure(folder: string, socket: string): string {
  const [database, file] = [join(folder, 'signatures'), join(folder, 'clamd.conf')];
  mkdirSync(database);
  writeFileSync(join(database, 'test.ndb'), `Test-Signature:0:*:${Buffer.from(harmful).toString('hex')}\n`);
  const lines = ['Foreground yes', `DatabaseDirectory ${database}`, `LocalSocket ${socket}`, 'StreamMaxLength 1M'];
  writeFileSync(file, `${[...lines, `TemporaryDirectory ${folder}`].join('\n')}\n`);
  return file;
}

async function startClamd(program: string): Promise<RunningScanner> {
  const folder = mkdtempSync(join(tmpdir(), 'probity-clamd-'));
  const path = join(folder, 'socket');
  const child = spawn(program, ['--config-file', configure(folder, path)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const said = [child.stdout, child.stderr].map((stream) => text(stream));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const isUp = () => isListening(path);
  await until(async () => child.exitCode !== null || (await isUp()), startsWithinMs).catch(() => undefined);
  if (!(await isUp())) {
    await stop();
    throw new Error(`clamd did not start: ${(await Promise.all(said)).join('\n')}`);
  }
  return { address: { path }, setting: `unix:${path}`, stop };
}

const clamd = findClamd();

export const virusScanners: readonly ScannerUnderTest[] = [
  { name: 'the stand-in', threat: 'Test-Signature', start: startStandIn },
  ...(clamd === undefined
    ? []
    : [{ name: 'clamd', threat: 'Test-Signature.UNOFFICIAL', start: () => startClamd(clamd) }]),
];
