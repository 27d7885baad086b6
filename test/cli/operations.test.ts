// What an operator does with a running or broken installation, with the real program.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { type Db, sql } from '../../src/platform/db/database.ts';
import { startClamdServer } from '../support/clamd-server.ts';
import { commandLine, startCommand } from '../support/command-line.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { eventually, until } from '../support/limited-loops.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { urlOf } from '../support/probity.ts';
import { freePorts } from '../support/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const key = () => randomBytes(32).toString('base64');

/** Waits for the condition, or for the end of the process. */
async function untilOrEnd(condition: () => boolean, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  await until(() => condition() || isOver);
}

describe('the version', () => {
  it('is printed even with invalid settings', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    assert.deepEqual(await commandLine({ PROBITY_PORT: 'x' }).run(['--version']), {
      code: 0,
      out: `${version}\n`,
      err: '',
    });
  });
});

describe('the output', () => {
  it('may be read in part, as by head, without an error of the program', async () => {
    const program = spawn(process.execPath, [join(root, 'src/cli/probity.ts'), 'openapi', 'v2']);
    let err = '';
    program.stderr.on('data', (text) => {
      err += String(text);
    });
    program.stdout.once('data', () => program.stdout.destroy());
    assert.deepEqual(await once(program, 'close'), [141, null], err);
    assert.equal(err, '');
  });
});

describe('the settings', () => {
  it('are printed by npx from a clone, without a network', async () => {
    const cache = commandLine({}).folder;
    const { stdout } = await promisify(execFile)('npx', ['probity', 'config'], {
      cwd: root,
      env: {
        ...process.env,
        PROBITY_PORT: '9443',
        npm_config_cache: cache,
        npm_config_registry: 'http://127.0.0.1:9',
      },
    });
    assert.match(stdout, /^PROBITY_PORT=9443$/m);
    assert.match(stdout, /^PROBITY_BASE_URL=https:\/\/localhost:9443$/m);
  });

  it('are refused with all problems at once, by every command', async () => {
    const { run } = commandLine({ PROBITY_PORT: 'x', PROBITY_HOST: '!', PROBITY_COLOUR: 'blue' });
    const { code, out, err } = await run(['accounts', 'list']);
    assert.deepEqual([code, out], [2, '']);
    assert.equal(err.trimEnd().split('\n').length, 4, err);
  });
});

describe('the metrics port', () => {
  it('is a free one if it was not set and the default is in use', async () => {
    const { connection } = await testDatabase();
    const { PROBITY_METRICS_PORT: _, ...ports } = await freePorts();
    await using taken = createServer().listen(9464, '127.0.0.1');
    // Another program on this machine may use the port already, which serves as well.
    await once(taken, 'listening').catch(() => undefined);
    const settings = { DATABASE_URL: urlOf(connection), PROBITY_MAIL_URL: 'smtp://localhost:1', ...ports };
    const serving = startCommand(commandLine(settings).env, ['serve']);
    try {
      await untilOrEnd(() => serving.said().out.includes('ready '), serving.ended);
      const port = /"port":(\d+)\b.*"msg":"metrics served"/.exec(serving.said().err)?.[1];
      assert.notEqual(port, '9464');
      assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200);
      // There is no demo and no desk user: the start says who makes the first one.
      await untilOrEnd(() => serving.said().out.includes('probity desk-users create'), serving.ended);
      assert.match(serving.said().out, /Make one: npx probity desk-users create .* --role administrator/);
    } finally {
      serving.child.kill('SIGTERM');
      await serving.ended;
    }
  });
});

describe('a start that fails', () => {
  it('says in one line which port is in use', async () => {
    const { connection } = await testDatabase();
    const PROBITY_DATA_DIR = join(commandLine({}).folder, 'var');
    for (const setting of ['PROBITY_PORT', 'PROBITY_HTTP_PORT', 'PROBITY_METRICS_PORT'] as const) {
      const ports = await freePorts();
      const { run } = commandLine({
        PROBITY_DATA_DIR,
        DATABASE_URL: urlOf(connection),
        PROBITY_MAIL_URL: 'smtp://localhost:1',
        PROBITY_LOG_LEVEL: 'error',
        ...ports,
      });
      await using taken = createServer().listen(Number(ports[setting]), '127.0.0.1');
      await new Promise((resolve) => taken.once('listening', resolve));
      const { code, out, err } = await run(['serve']);
      assert.deepEqual([code, out], [1, '']);
      const hint = `Stop what uses it (perhaps another Probity), or set ${setting}.`;
      assert.equal(err, `Port ${ports[setting]} on 127.0.0.1 is in use. ${hint}\n`);
    }
  });

  it('says in one line that the data folder is not writable', async () => {
    const { file } = commandLine({});
    const { run } = commandLine({ PROBITY_DATA_DIR: join(file('a-file', ''), 'var'), ...(await freePorts()) });
    for (const command of ['serve', 'migrate', 'demo']) {
      const { code, out, err } = await run([command]);
      assert.deepEqual([code, out], [1, ''], err);
      assert.match(
        err,
        /^The database folder \S+ cannot be written \(ENOTDIR\)\. Give this user the folder, or set .*\n$/,
      );
    }
    assert.match((await run(['doctor'])).out, /^failed +data folder/m);
  });

  it('says in one line that the database server cannot be used', async () => {
    const { connection } = await testDatabase();
    const url = new URL(urlOf(connection));
    const elsewhere = `postgres://probity:secret@127.0.0.1:${await freePort()}/probity`;
    const wrongName = new URL(url);
    wrongName.pathname = '/nowhere';
    const wrongPassword = new URL(url);
    wrongPassword.password = 'guessed';
    const expected: readonly (readonly [string, RegExp])[] = [
      [elsewhere, /^The database server at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\. Check DATABASE_URL/],
      [wrongName.href, /has no such database\. Create it, or name another one in DATABASE_URL\.\n$/],
      [wrongPassword.href, /refuses this user or password\. Check both in DATABASE_URL\.\n$/],
    ];
    for (const [databaseUrl, message] of expected) {
      const mail = { PROBITY_MAIL_URL: 'smtp://localhost:1' };
      const { code, out, err } = await commandLine({ DATABASE_URL: databaseUrl, ...mail }).run(['serve']);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, message);
      assert.equal(err.trimEnd().split('\n').length, 1, err);
      assert.doesNotMatch(err, /secret|guessed/);
    }
  });

  it('leaves a PostgreSQL older than 18 unchanged, and names its version', async (t) => {
    const { connection, database } = await emptyDatabase();
    const older = (said: Buffer) => Buffer.from(said.toString('latin1').replace(/\b18\d{4}\b/g, '170006'), 'latin1');
    const proxy = await startDatabaseProxy(connection, older);
    t.after(proxy.cut);
    const { run } = commandLine({
      DATABASE_URL: urlOf(proxy.connection),
      PROBITY_MAIL_URL: 'smtp://localhost:1',
    });
    const refusal =
      'The database server runs PostgreSQL 17.6. Upgrade it to 18 or later, or name another server in DATABASE_URL.';
    for (const command of ['serve', 'worker', 'migrate']) {
      assert.deepEqual(await run([command]), { code: 1, out: '', err: `${refusal}\n` }, command);
    }
    assert.match((await run(['doctor'])).out, /^failed .*The database server runs PostgreSQL 17\.6\./m);
    const tables = sql`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
    assert.deepEqual(await database.rows(tables), []);
  });

  it('says that candidates could not be reached', async () => {
    const { connection } = await testDatabase();
    const { run } = commandLine({ DATABASE_URL: urlOf(connection) });
    for (const command of ['serve', 'worker']) {
      const { code, err } = await run([command]);
      assert.equal(code, 1);
      assert.match(err, /^PROBITY_MAIL_URL is not set: without the demo/);
    }
  });
});

describe('the demo', () => {
  it('is made once, found again at another address, and given new keys if its file is lost', async () => {
    const ports = await freePorts();
    const { folder, env, run } = commandLine(ports);
    const path = join(folder, 'var', 'demo.json');
    const read = () => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    await copyPreparedCluster(join(folder, 'var', 'postgres'));
    const make = () => startCommand(env, ['demo', '--no-history']).ended;
    for (const { code, out, err } of await Promise.all([make(), make()])) {
      assert.equal(err, '');
      assert.deepEqual([code, out], [0, `${path} has its keys and passwords.\n`]);
    }
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const first = read();
    assert.equal(first.baseUrl, `https://localhost:${ports.PROBITY_PORT}`);
    const at = (url: string) => commandLine({ ...ports, PROBITY_DATA_DIR: join(folder, 'var'), PROBITY_BASE_URL: url });
    assert.equal((await at('https://probity.test').run(['demo', '--no-history'])).code, 0);
    assert.deepEqual(read(), { ...first, baseUrl: 'https://probity.test' });
    const serving = startCommand(env, ['serve', '--no-history']);
    try {
      await untilOrEnd(() => serving.said().out.includes('ready '), serving.ended);
      const dispatcher = new Agent({ connect: { ca: readFileSync(String(first.caFile), 'utf8') } });
      const asUser = async (user: string) => {
        const headers = { 'Ocp-Apim-Subscription-Key': String(first.testKey), VerifileUserId: user };
        const answer = await request(`${first.baseUrl}/api/v1/metadata/packages`, { dispatcher, headers });
        await answer.body.dump();
        return answer.statusCode;
      };
      assert.deepEqual([await asUser(String(first.userId)), await asUser('nobody')], [200, 401]);
      await dispatcher.close();
      assert.equal((await at('https://beside.test').run(['demo', '--no-history'])).code, 0);
      assert.deepEqual(read(), first);
    } finally {
      serving.child.kill('SIGTERM');
      await serving.ended;
    }
    rmSync(path);
    await run(['demo', '--no-history']);
    const fresh = read();
    assert.equal(fresh.userId, first.userId);
    assert.notEqual(fresh.testKey, first.testKey);
    assert.match((await run(['accounts', 'list'])).out, /^Id .*\n\S+ +Demo Care Ltd .*\n$/);
  });
});

/**
 * The number of sealed events, once there is one: transactions of other test files on the shared server delay sealing.
 */
async function sealedIn(database: Db): Promise<number> {
  const count = async () => (await database.row<{ count: number }>(sql`select count(*) from event_links`))!.count;
  return eventually(count, (sealed) => sealed > 0);
}

describe('the audit trail', () => {
  it('is sealed by a separate process and verified, and changes are reported', async () => {
    const { connection, database } = await testDatabase();
    const settings = { DATABASE_URL: urlOf(connection), PROBITY_MAIL_URL: 'smtp://localhost:1' };
    const { env, run } = commandLine({ ...settings, ...(await freePorts()) });
    await run(['accounts', 'create', '--name', 'Sample Care']);
    const worker = startCommand(env, ['worker']);
    await untilOrEnd(() => worker.said().out === 'working\n', worker.ended);
    // The account, and that it demands a second factor.
    assert.equal(await sealedIn(database), 2);
    worker.child.kill('SIGTERM');
    assert.equal((await worker.ended).code, 0);
    const whole = await run(['audit', 'verify']);
    assert.deepEqual(whole, {
      code: 0,
      out: 'The audit trail is valid: 2 events, 1 signed heads, 0 not yet sealed.\n',
      err: '',
    });
    const kept = join(String(env.PROBITY_DATA_DIR), 'audit-head.jsonl');
    const elsewhere = join(String(env.PROBITY_DATA_DIR), 'log-server');
    const heads = readFileSync(kept, 'utf8');
    writeFileSync(elsewhere, `Nov 23 03:00:00 host probity: ${heads}\n`);
    assert.match((await run(['audit', 'verify', '--heads', elsewhere])).out, /is valid: 2 events, 2 signed heads/);
    writeFileSync(elsewhere, heads.replace('"seq":2', '"seq":3'));
    const others = await run(['audit', 'verify', '--heads', elsewhere]);
    assert.deepEqual([others.code, others.out.includes('head not ours')], [1, true]);
    assert.match((await run(['audit', 'verify', '--heads', 's3:///'])).err, /neither a file nor s3/);
    await database.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`update events set actor = 'candidate'`);
    });
    const changed = await run(['audit', 'verify']);
    assert.equal(changed.code, 1);
    assert.match(changed.out, /^The audit trail was changed: .*\n {2}event changed: seq 1/);
  });
});

describe('the master key', () => {
  it('is changed while all data stay readable', async () => {
    const { connection } = await testDatabase();
    const [old, fresh] = [key(), key()];
    const settings = { DATABASE_URL: urlOf(connection) };
    const before = commandLine({ ...settings, PROBITY_MASTER_KEYS: old });
    await before.run(['accounts', 'create', '--name', 'Sample Care']);
    const between = commandLine({ ...settings, PROBITY_MASTER_KEYS: `${fresh},${old}` });
    assert.equal((await between.run(['master-keys', 'rewrap'])).out, 'Wrapped 2 keys again.\n');
    assert.match((await between.run(['master-keys', 'rewrap'])).out, /already/);
    const after = commandLine({ ...settings, PROBITY_MASTER_KEYS: fresh });
    assert.equal((await after.run(['accounts', 'list'])).code, 0);
    const { code, err } = await before.run(['accounts', 'list']);
    assert.equal(code, 1);
    assert.match(err, /^The database needs missing master keys: [0-9a-f]{16}\. Add them to PROBITY_MASTER_KEYS/);
  });
});

describe('the doctor', () => {
  it('reports no problem in a sound installation', async (t) => {
    const { programConnection } = await testDatabase();
    const proxy = createServer().listen(0, '127.0.0.1');
    t.after(() => proxy.close());
    await once(proxy, 'listening');
    const scanner = await startClamdServer(1024);
    t.after(() => scanner.close());
    const { code, out } = await commandLine({
      DATABASE_URL: urlOf(programConnection),
      PROBITY_CLAMD: `tcp://${scanner.host}:${scanner.port}`,
      PROBITY_EMAIL_DOMAIN_CHECK: 'off',
      PROBITY_OUTGOING_PROXY: `http://user:secret@127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      PROBITY_OPERATOR_NAME: 'Sample Screening Ltd',
      PROBITY_OPERATOR_ADDRESS: '1 Mill Lane; York',
      PROBITY_CONTACT_EMAIL: 'help@screening.example',
      PROBITY_PAYMENT_DETAILS: 'Sample Bank; account 12345678',
    }).run(['doctor']);
    const states = out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/).slice(0, 2));
    assert.deepEqual(states, [
      ['ok', 'data folder'],
      ['ok', 'disk'],
      [process.geteuid?.() === 0 ? 'warning' : 'ok', 'user'],
      ['ok', 'private files'],
      ['ok', 'connection'],
      ['ok', 'database'],
      ['ok', 'schema'],
      ['ok', 'master keys'],
      ['ok', 'keys and grants'],
      ['ok', 'webhooks'],
      ['ok', 'clock'],
      // A server that DATABASE_URL names has one role for all tests.
      [process.env.DATABASE_URL ? 'warning' : 'ok', 'role'],
      ['ok', 'other processes'],
      ['ok', 'demo'],
      ['ok', 'certificate'],
      ['ok', 'links'],
      ['ok', 'your company'],
      ['failed', 'mail'],
      ['ok', 'name resolution'],
      // A warning, half a year before the data end.
      ['ok', 'bank holidays'],
      ['ok', 'proxy'],
      ['ok', 'virus scanner'],
    ]);
    assert.doesNotMatch(out, /secret/);
    assert.equal(code, 1);
  });

  it('warns of failing webhooks, and of networks opened to webhooks', async () => {
    const { connection, database } = await testDatabase();
    const { run, json } = commandLine({
      DATABASE_URL: urlOf(connection),
      PROBITY_WEBHOOK_ALLOW: '*:9443 10.0.0.0/8:443 [::1]:*',
      PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    });
    const { accounts } = await json('accounts', 'create', '--name', 'Sample Care');
    const id = String(accounts![0]!.id);
    await database.run(sql`
      insert into webhooks (account_id, id, interface, url, environments, sealed_secret, created_at)
      select ${id}, uuidv7(), 'v2', 'https://example.com/' || n, '{test}', '', now() from generate_series(1, 3) n`);
    await database.run(sql`
      update webhook_health h set consecutive_failures = 3 from webhooks w
      where w.id = h.webhook_id and w.url <> 'https://example.com/1'`);
    const { out } = await run(['doctor']);
    assert.match(out, /^warning +webhooks +2 of 3 do not acknowledge .* `probity deliveries list`/m);
    assert.match(out, /^warning +open to webhooks +10\.0\.0\.0\/8:443, \[::1\/128\]:\* of PROBITY_WEBHOOK_ALLOW: /m);
    assert.doesNotMatch(out, /example\.com|Sample Care/);
  });

  it('names secrets that others can read, a role that can do too much, a remote server in clear, and a demo that others reach', async () => {
    const { connection, database } = await testDatabase();
    const DATABASE_URL = urlOf(connection);
    const { run, json, folder } = commandLine({ DATABASE_URL, PROBITY_EMAIL_DOMAIN_CHECK: 'off' });
    await json('accounts', 'create', '--name', 'Sample Care');
    await database.run(
      sql`insert into accounts (id, name, created_at, is_demo) values (uuidv7(), 'Demo', now(), true)`,
    );
    writeFileSync(join(folder, 'var', 'demo.json'), '{}', { mode: 0o644 });
    chmodSync(join(folder, 'var', 'master.key'), 0o640);
    const { out } = await run(['doctor']);
    assert.match(out, /^failed +private files +Other users .*master\.key, .*demo\.json\. Run chmod 600/m);
    assert.match(out, /^warning +role +The role \S+ of DATABASE_URL has superuser/m);
    assert.match(out, /^warning +demo +There is a demo account beside real ones/m);
    const reachable = {
      DATABASE_URL,
      PROBITY_DATA_DIR: join(folder, 'var'),
      PROBITY_BASE_URL: 'https://screening.example.com',
    };
    assert.match(
      (await commandLine(reachable).run(['doctor'])).out,
      /^failed +demo +.*https:\/\/screening\.example\.com can be/m,
    );
  });

  it('says what to do about each problem', async () => {
    const { run, file, folder } = commandLine({
      DATABASE_URL: `postgres://probity:secret@127.0.0.1:${await freePort()}/probity`,
      PROBITY_MAIL_URL: `smtp://user:secret@127.0.0.1:${await freePort()}`,
      PROBITY_BASE_URL: 'https://screening.example.com',
      PROBITY_HOST: '0.0.0.0',
      PROBITY_OUTGOING_PROXY: `http://user:secret@127.0.0.1:${await freePort()}`,
      PROBITY_CLAMD: `tcp://127.0.0.1:${await freePort()}`,
    });
    mkdirSync(join(folder, 'var'));
    writeFileSync(file('certificate.pem', ''), '');
    const { code, out } = await run(['doctor', '--json']);
    const findings = JSON.parse(out) as { name: string; state: string; message: string }[];
    const failed = findings.filter(({ state }) => state === 'failed');
    assert.equal(code, 1);
    assert.deepEqual(
      failed.map(({ name }) => name),
      ['database', 'certificate', 'mail', 'proxy', 'virus scanner'],
    );
    assert.match(failed[0]!.message, /cannot be reached \(ECONNREFUSED\)\. Check DATABASE_URL/);
    assert.match(failed[1]!.message, /screening\.example\.com.*Set PROBITY_TLS_CERTIFICATE/);
    assert.match(failed[2]!.message, /cannot be reached .*Check PROBITY_MAIL_URL/);
    assert.match(failed[3]!.message, /cannot be reached.*Check PROBITY_OUTGOING_PROXY/);
    assert.match(failed[4]!.message, /does not answer \(ECONNREFUSED\): no file would be accepted\. .*PROBITY_CLAMD/);
    assert.doesNotMatch(out, /secret/);
  });
});
