// The real program for tests, inside the test's process: its own database and folder, real TLS, free ports, one
// account.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type pg from 'pg';
import { Agent, request } from 'undici';
import { readSettings, type Settings } from '../../src/config.ts';
import { type Ctx, inTransaction } from '../../src/context.ts';
import { openProbity } from '../../src/main.ts';
import { serve } from '../../src/main-serving.ts';
import { type Database, type Db, sql } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import { openTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { patienceMs } from './limited-loops.ts';
import { copyPreparedCertificate } from './prepared-certificate.ts';

export interface ProbityOptions {
  /** By their names, such as `{ PROBITY_RATE_LIMIT: '5' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A database that the caller drops; by default a new one. */
  readonly connection?: pg.PoolConfig;
  /** Runs jobs, mails, deliveries and the sealer; off by default. */
  readonly workers?: boolean;
  /** Has the demo's accounts and candidates besides its own account. */
  readonly demo?: boolean;
  /** Counts test requests; off by default, because test files need more than 100 in 10 minutes. */
  readonly sandboxLimit?: boolean;
  /** The destination of log lines; by default standard error. */
  readonly log?: NodeJS.WritableStream;
  /** The clock of requests; keys and look-ups use the real clock. */
  readonly now?: () => Date;
  /** Replaces parts, to show that a proof can fail. */
  readonly change?: (ctx: Ctx) => Ctx;
}

export interface SentRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  /** The value of `Authorization`. */
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** At most one of the three. `form` is sent unchanged. */
  readonly json?: unknown;
  readonly form?: string | URLSearchParams;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; undefined if it is empty or not JSON. */
  readonly json: unknown;
}

export interface Probity {
  /** `https://localhost:…`, without a trailing slash. */
  readonly url: string;
  /** The URL of the plain HTTP port, which refuses every request. */
  readonly plainUrl: string;
  /** The authority's certificate, as PEM and as a file. */
  readonly ca: string;
  readonly caFile: string;
  /** The server's own certificate, for a browser to trust. */
  readonly certificate: string;
  readonly settings: Settings;
  readonly ctx: Ctx;
  readonly database: Database;
  /** For another process, or a second pool. */
  readonly connection: pg.PoolConfig;
  readonly account: TestAccount;
  /** @param path from the root, such as `/vftapi/v2/applicants` */
  fetch(path: string, sent?: SentRequest): Promise<Answer>;
  stop(): Promise<void>;
}

export function urlOf(connection: pg.PoolConfig): string {
  if (connection.connectionString !== undefined) return connection.connectionString;
  const { user, password, host, port, database } = connection;
  const credentials = `${encodeURIComponent(String(user))}:${encodeURIComponent(String(password))}`;
  const place = new URLSearchParams({
    host: String(host),
    ...(port === undefined ? {} : { port: String(port) }),
    // A busy machine may need long to answer.
    connect_timeout: String(patienceMs / 1000),
  });
  return `postgres://${credentials}@localhost/${database}?${place}`;
}

async function testSettings(dataDir: string, databaseUrl: string, given: Readonly<Record<string, string>>) {
  const [port, httpPort, metricsPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const { settings, problems } = readSettings({
    PROBITY_DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PROBITY_PORT: String(port),
    PROBITY_HTTP_PORT: String(httpPort),
    PROBITY_METRICS_PORT: String(metricsPort),
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    PROBITY_RATE_LIMIT: '1000000',
    PROBITY_ANONYMOUS_RATE_LIMIT: '1000000',
    PROBITY_LOG_LEVEL: 'silent',
    ...given,
  });
  if (problems !== undefined) throw new Error(problems.join('; '));
  return settings;
}

/** Installs a trigger that drops the rows which count test requests. */
export async function countNoSandboxRequests(database: Db): Promise<void> {
  await database.run(sql`
    create function count_none() returns trigger language plpgsql as
      'begin new.requests := 1; new.blocked_until := null; return new; end'`);
  await database.run(sql`
    create trigger requests_are_not_counted before insert or update on sandbox_windows for each row execute function count_none()`);
}

async function fillDemo(ctx: Ctx): Promise<void> {
  const [{ makeFirstAccount }, { makeHistory }] = await Promise.all([
    import('../../src/cli/demo-accounts.ts'),
    import('../../src/cli/demo-history.ts'),
  ]);
  await inTransaction(ctx, makeFirstAccount);
  await makeHistory(ctx);
}

function sender(url: string, ca: string) {
  const dispatcher = new Agent({ connect: { ca, timeout: patienceMs }, connections: 128 });
  const fetch = async (path: string, sent: SentRequest = {}): Promise<Answer> => {
    const { json, form, key } = sent;
    const body = json === undefined ? (form?.toString() ?? sent.body) : JSON.stringify(json);
    const type = json !== undefined ? 'application/json' : form && 'application/x-www-form-urlencoded';
    const answer = await request(`${url}${path}`, {
      dispatcher,
      method: sent.method ?? 'GET',
      headers: {
        ...(key === undefined ? {} : { authorization: key }),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...sent.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.body.text();
    const isJson = /^application\/(problem\+)?json\b/.test(String(answer.headers['content-type']));
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  };
  return { fetch, close: () => dispatcher.close() };
}

/** Starts in half a second, and stops after the file's tests. */
export async function startProbity(options: ProbityOptions = {}): Promise<Probity> {
  const probity = await runProbity(options);
  after(probity.stop);
  return probity;
}

/** For whom stops it: a proof, which runs outside of tests too. */
export async function runProbity(options: ProbityOptions = {}): Promise<Probity> {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-program-'));
  const own = options.connection === undefined ? await openTestDatabase(2) : undefined;
  // The program gets what it is granted; tests may do anything.
  const connection = options.connection ?? own!.programConnection;
  await copyPreparedCertificate(dataDir);
  const settings = await testSettings(dataDir, urlOf(connection), options.settings ?? {});
  const opened = await openProbity(settings, createLog(settings.logLevel, options.log));
  const timed: Ctx = options.now === undefined ? opened.ctx : { ...opened.ctx, now: options.now };
  const ctx = options.change?.(timed) ?? timed;
  const inUse = { ...opened, ctx };
  // Alone: while the program starts serving, a connection may exceed its time limit.
  if (!options.sandboxLimit) await countNoSandboxRequests(own?.database ?? opened.database);
  if (options.demo) await fillDemo(ctx);
  const [running, account] = await Promise.all([serve(inUse), makeAccount(ctx)]);
  const working = options.workers ? await (await import('../../src/main-working.ts')).work(inUse) : undefined;
  const caFile = join(dataDir, 'tls', 'authority.pem');
  const ca = readFileSync(caFile, 'utf8');
  // The address at which it listens; a test may have set another external base.
  const url = `https://localhost:${settings.port}`;
  const client = sender(url, ca);
  const stopAll = async () => {
    await client.close();
    await Promise.all([running.stop(), working?.stop()]);
    await opened.close();
    await own?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll();
    return stopping;
  };
  return {
    url,
    plainUrl: `http://localhost:${settings.httpPort}`,
    ca,
    caFile,
    certificate: readFileSync(join(dataDir, 'tls', 'certificate.pem'), 'utf8'),
    settings,
    ctx,
    database: own?.database ?? opened.database,
    connection: own?.connection ?? connection,
    account,
    fetch: client.fetch,
    stop,
  };
}
