// The shipped program as a process with its embedded database, for tests that need a real process.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo } from '../../src/cli/demo.ts';
import { freePort } from './free-port.ts';
import { copyPreparedCertificate } from './prepared-certificate.ts';
import { copyPreparedCluster } from './prepared-cluster.ts';

const executable = fileURLToPath(new URL('../../bin/probity', import.meta.url));

export interface Program {
  readonly url: string;
  /** The URL of the plain HTTP port, which refuses every request. */
  readonly plainUrl: string;
  readonly metricsUrl: string;
  /** The demo of a first start on the embedded database. */
  readonly demo: Demo;
  readonly ca: string;
  readonly child: ChildProcess;
  /** Everything that it wrote to standard error: its log. */
  log(): string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL to the program and every process of its database. */
  kill(): Promise<void>;
}

export interface ProgramFolder {
  readonly dataDir: string;
  /**
   * Starts the program in its folder; resolves when it is ready. A second program needs ports of its own. @param args
   * of `serve`, such as `--no-work`
   */
  start(env?: NodeJS.ProcessEnv, args?: readonly string[]): Promise<Program>;
  remove(): void;
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'probity-program-'));

/** As settings. */
export async function freePorts(): Promise<Readonly<Record<string, string>>> {
  const [port, http, metrics] = await Promise.all([freePort(), freePort(), freePort()]);
  return { PROBITY_PORT: String(port), PROBITY_HTTP_PORT: String(http), PROBITY_METRICS_PORT: String(metrics) };
}

export interface FolderOptions {
  /** By default a new one. */
  readonly dataDir?: string;
  /** Lets the first start create the embedded database; by default it gets a prepared empty one. */
  readonly makesDatabase?: boolean;
  /** Fills the demo with candidates; most tests do not need them. */
  readonly hasHistory?: boolean;
  /** The command to run; by default bin/probity. */
  readonly program?: readonly string[] | undefined;
}

export function programFolder({
  dataDir = newFolder(),
  makesDatabase = false,
  hasHistory = false,
  program = [executable],
}: FolderOptions = {}): ProgramFolder {
  // Kept across restarts, so that links stay valid.
  let ports: ReturnType<typeof freePorts> | undefined;
  return {
    dataDir,
    async start(env = {}, args = []) {
      ports ??= freePorts();
      if (!makesDatabase) {
        await copyPreparedCertificate(dataDir);
        if (env.DATABASE_URL === undefined) await copyPreparedCluster(join(dataDir, 'postgres'));
      }
      const serve = ['serve', ...(hasHistory ? [] : ['--no-history'])];
      return startProgram(dataDir, { ...(await ports), ...env }, [...program, ...serve, ...args]);
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

const readyWithinMs = 60_000;

async function startProgram(dataDir: string, env: NodeJS.ProcessEnv, command: readonly string[]): Promise<Program> {
  const { NODE_TEST_CONTEXT: _, DATABASE_URL: __, ...inherited } = process.env;
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...inherited, PROBITY_DATA_DIR: dataDir, PROBITY_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time: ${err}`)), readyWithinMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const ready = /^ready (https:\S+)$/m.exec(out)?.[1];
      if (ready === undefined) return;
      clearTimeout(timer);
      resolve(ready);
    });
    void exited.then((code) => reject(new Error(`ended with ${code} before it was ready: ${err}`)));
  });
  return {
    url,
    plainUrl: `http://localhost:${env.PROBITY_HTTP_PORT}`,
    metricsUrl: `http://127.0.0.1:${env.PROBITY_METRICS_PORT}/metrics`,
    get demo() {
      return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
    },
    ca: readFileSync(join(dataDir, 'tls', 'authority.pem'), 'utf8'),
    child,
    log: () => err,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async kill() {
      const database = databaseProcesses(dataDir);
      child.kill('SIGKILL');
      for (const pid of database) killIfThere(pid);
      await exited;
    },
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}

/** The postmaster of a data folder and its children. */
function databaseProcesses(dataDir: string): number[] {
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  if (!existsSync(file)) return [];
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === postmaster);
  return [postmaster, ...children.map(Number)];
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
