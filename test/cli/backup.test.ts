// A backup that is made while the program works is restored to the same answers, and a tampered one is refused.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Agent, request } from 'undici';
import { type Db, sql } from '../../src/platform/db/database.ts';
import { commandLine } from '../support/command-line.ts';
import { freePort } from '../support/free-port.ts';
import { eventually, until, within } from '../support/limited-loops.ts';
import { freePorts, type Program, programFolder } from '../support/program.ts';
import { openProgramDatabase } from '../support/program-database.ts';

const v2 = '/vftapi/v2';
const settings = {
  PROBITY_MAIL_URL: 'smtp://127.0.0.1:1',
  PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
  PROBITY_EMAIL_DOMAIN_CHECK: 'off',
  PROBITY_RATE_LIMIT: '1000000',
  // Both folders get the same ports, so that their links are the same.
  ...(await freePorts()),
};

/** Calls the program with the demo's live key, as the clients of both interfaces do. */
function client({ url, ca }: Pick<Program, 'url' | 'ca'>, key: string) {
  const dispatcher = new Agent({ connect: { ca } });
  after(() => dispatcher.close());
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const isJson = body !== undefined && typeof body !== 'string';
    const headers = { authorization: key, ...(isJson ? { 'content-type': 'application/json' } : {}) };
    const content = isJson ? JSON.stringify(body) : (body as string | undefined);
    const answer = await request(url + path, {
      dispatcher,
      method,
      headers,
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await answer.body.text();
    assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  /** Orders a check and attaches a file; returns the addresses of both, and the number of the order. */
  const order = async (name: string) => {
    const person = { first_name: 'Jo', last_name: 'Sample', email: `${name}@candidate.example`, gender: 'female' };
    const { id } = await call('POST', `${v2}/applicants`, person);
    const placed = { type: 'standard', reports: [{ name: 'identity' }] };
    const check = await call('POST', `${v2}/applicants/${id}/checks`, placed);
    const query = new URLSearchParams({ orderId: check.order_id, fileToken: randomUUID(), fileName: 'a.txt' });
    await call('POST', `/api/v1/attachments?${query}`, `letter of ${name} `.repeat(20));
    return {
      check: `${v2}/applicants/${id}/checks/${check.id}`,
      number: `VF${check.order_id}`,
      withdraw: `${v2}/checks/${check.id}/withdraw`,
      file: `/api/v1/attachments/download?fileToken=${query.get('fileToken')}`,
    };
  };
  return { call, order };
}

interface Pending {
  readonly id: string;
  readonly attempts: number;
}

async function inDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { database, close } = await openProgramDatabase(dataDir);
  return work(database).finally(close);
}

const findPending = (db: Db) =>
  db.rows<Pending>(sql`select id, attempts from webhook_deliveries where status = 'due' and attempts > 0 order by id`);

const findErased = async (db: Db) =>
  (await db.rows<{ id: string }>(sql`select id from applicants where erased_at is not null order by id`)).map(
    ({ id }) => id,
  );

const idOf = (person: string) => person.split('/').at(-1)!;

describe('a backup', () => {
  const folder = programFolder();
  const other = programFolder();
  after(folder.remove);
  after(other.remove);
  const { folder: place, ...cli } = commandLine({ PROBITY_DATA_DIR: folder.dataDir });
  const elsewhere = commandLine({ PROBITY_DATA_DIR: other.dataDir, PROBITY_MAIL_URL: settings.PROBITY_MAIL_URL });
  const backup = join(place, 'backup');
  const masterKey = join(place, 'safe.key');
  const list = join(folder.dataDir, 'erasures.jsonl');
  const restore = (source: string, key = masterKey, erasures = list) =>
    elsewhere.run(['restore', source, '--master-key', key, '--erasures', erasures]);
  const withdrawals: string[] = [];
  let key = '';
  /** What the program answered before the backup began, by path. */
  const answers = new Map<string, unknown>();
  let pending: readonly Pending[] = [];
  let restored: readonly Pending[] = [];
  /** Of people who are erased after the backup. */
  const erased: { readonly person: string; readonly number: string }[] = [];

  it('is made while the program works, without the master key', async () => {
    const program = await folder.start(settings);
    after(() => program.child.kill('SIGKILL'));
    key = program.demo.liveKey;
    copyFileSync(join(folder.dataDir, 'master.key'), masterKey);
    const { call, order } = client(program, key);
    await call('POST', `${v2}/webhooks`, { url: `https://localhost:${await freePort()}/`, environments: ['live'] });
    for (const name of ['leaves', 'leaves and is open']) {
      const placed = await order(name.replaceAll(' ', '-'));
      if (name === 'leaves') await call('POST', placed.withdraw);
      erased.push({ person: placed.check.replace(/\/checks\/.*/, ''), number: placed.number });
      withdrawals.push(placed.withdraw);
    }
    for (const name of ['first', 'second']) {
      const placed = await order(name);
      await call('POST', placed.withdraw);
      for (const path of [placed.check, placed.file]) answers.set(path, await call('GET', path));
    }
    pending = await inDatabase(folder.dataDir, (db) =>
      eventually(
        () => findPending(db),
        ({ length }) => length > 0,
      ),
    );
    await until(() => existsSync(join(folder.dataDir, 'audit-head.jsonl')));
    let isOver = false;
    const ordering = (async () => {
      for await (const n of within(100_000, 'the backup', 50)) {
        if (isOver) break;
        await order(`meanwhile-${n}`);
      }
    })();
    const { code, out, err } = await cli.run(['backup', backup]);
    isOver = true;
    await ordering;
    assert.equal(code, 0, err);
    assert.match(out, /^Backed up to .*\nThe master key is not in it\. Keep a copy of \S+master\.key elsewhere/);
    assert.equal(existsSync(`${backup}.unfinished`), false);
    assert.equal(await program.stop(), 0, program.log());
  });

  it('is older than erasures, which the list outside the database has', async () => {
    const program = await folder.start(settings, ['--no-demo']);
    after(() => program.child.kill('SIGKILL'));
    const { call } = client(program, key);
    await call('POST', withdrawals[1]!);
    for (const { number } of erased) {
      const { code, err } = await cli.run(['applicants', 'erase', '--order', number, '--confirm', number]);
      assert.equal(code, 0, err);
    }
    assert.equal(await program.stop(), 0, program.log());
    const lines = readFileSync(list, 'utf8').split('\n').filter(Boolean);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ applicant, reason }) => [applicant, reason]),
      erased.map(({ person }) => [idOf(person), 'candidate_asked']),
    );
  });

  it('holds no key in clear', () => {
    const secrets = ['master.key', 'audit-key.pem'].map((name) => {
      const lines = readFileSync(join(folder.dataDir, name), 'utf8').trim().split('\n');
      return lines[1] ?? lines[0]!;
    });
    for (const path of readdirSync(backup, { recursive: true, withFileTypes: true })) {
      if (!path.isFile()) continue;
      const text = readFileSync(join(path.parentPath, path.name), 'latin1');
      assert.ok(!secrets.some((secret) => text.includes(secret)), path.name);
    }
  });

  it('is refused for an existing folder, and inside the data folder', async () => {
    assert.match((await cli.run(['backup', backup])).err, /exists already/);
    assert.match((await cli.run(['backup', join(folder.dataDir, 'backup')])).err, /is inside the data folder/);
  });

  it('is known to the status, with its place', async () => {
    const { out } = await cli.run(['status']);
    assert.match(out, new RegExp(`^ok +backup +the last one is \\d+ (?:s|min) old, in ${backup}$`, 'm'));
  });

  it('is not restored if a file was changed or is missing, or with another key', async () => {
    const changed = join(place, 'changed');
    cpSync(backup, changed, { recursive: true });
    const { files } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    const file = join(changed, files.find(({ path }: { path: string }) => path.startsWith('files/')).path);
    const content = readFileSync(file);
    writeFileSync(file, Buffer.concat([content.subarray(0, -1), Buffer.of(content.at(-1)! ^ 1)]));
    assert.match((await restore(changed)).err, /was changed after the backup\. Nothing was restored/);
    rmSync(file);
    assert.match((await restore(changed)).err, /is missing\. Nothing was restored/);
    appendFileSync(join(changed, 'manifest.json'), ' ');
    assert.match((await restore(changed)).err, /manifest\.json was changed after the backup/);
    writeFileSync(join(place, 'other.key'), randomBytes(32).toString('base64'));
    assert.match((await restore(backup, join(place, 'other.key'))).err, /This master key does not open the backup/);
    const noKey = join(place, 'changed', 'manifest.json');
    assert.match(
      (await restore(backup, noKey)).err,
      /manifest\.json holds no master key\. Name your copy of master\.key/,
    );
    assert.match((await restore(backup, join(place, 'none'))).err, /none cannot be read \(ENOENT\)\. Name your copy/);
    assert.match(
      (await restore(backup, masterKey, join(place, 'none'))).err,
      /none cannot be read \(ENOENT\)\. Nothing was restored/,
    );
    const away = { PROBITY_AUDIT_HEAD_FILE: join(place, 'no-folder', 'heads.jsonl') };
    const withHeads = commandLine({ PROBITY_DATA_DIR: other.dataDir, ...away });
    assert.match(
      (await withHeads.run(['restore', backup, '--master-key', masterKey, '--erasures', list])).err,
      /no-folder\/erasures\.jsonl cannot be written \(ENOENT\).* Nothing was restored/,
    );
    assert.deepEqual(readdirSync(other.dataDir), []);
  });

  it('is restored with the list of erasures also where the heads are to lie in a folder of the data folder', async () => {
    const dataDir = join(place, 'with-heads');
    const env = { PROBITY_DATA_DIR: dataDir, PROBITY_AUDIT_HEAD_FILE: join(dataDir, 'heads', 'audit-head.jsonl') };
    const { code, err } = await commandLine(env).run([
      ...['restore', backup, '--master-key', masterKey, '--erasures', list],
    ]);
    assert.equal(code, 0, err);
    assert.match(readFileSync(join(dataDir, 'heads', 'erasures.jsonl'), 'utf8'), /candidate_asked/);
    rmSync(dataDir, { recursive: true });
  });

  it('restores the same answers, files, deliveries and audit trail, and sends nothing', async () => {
    const { code, out, err } = await restore(backup);
    assert.equal(code, 0, err);
    assert.match(out, /Sending is paused/);
    assert.match(out, /is here again until the start, which erases whom \S+erasures\.jsonl names/);
    assert.match((await elsewhere.run(['status'])).out, /^failed +erasures +2 people who had been erased came back/m);
    const notOurs = { ...JSON.parse(readFileSync(list, 'utf8').split('\n').find(Boolean)!) };
    notOurs.applicant = idOf([...answers.keys()][0]!.replace(/\/checks\/.*/, ''));
    appendFileSync(join(other.dataDir, 'erasures.jsonl'), `${JSON.stringify(notOurs)}\n`);
    assert.match((await restore(backup)).err, /is not empty/);
    assert.match((await elsewhere.run(['worker'])).err, /Sending is paused/);
    const program = await other.start(settings, ['--no-demo']);
    after(() => program.child.kill('SIGKILL'));
    const { call, order } = client(program, key);
    for (const [path, answer] of answers) assert.deepEqual(await call('GET', path), answer);
    assert.deepEqual(await inDatabase(other.dataDir, findErased), [idOf(erased[0]!.person)]);
    restored = await inDatabase(other.dataDir, async (db) => {
      await db.run(sql`update webhook_deliveries set due_at = now() where status = 'due'`);
      return findPending(db);
    });
    const ids = restored.map(({ id }) => id);
    assert.deepEqual(
      pending.filter(({ id }) => !ids.includes(id)),
      [],
    );
    await order('afterwards');
    assert.match((await elsewhere.run(['audit', 'verify'])).out, /^The audit trail is valid/);
    assert.deepEqual(await inDatabase(other.dataDir, findPending), restored);
    assert.equal(await program.stop(), 0, program.log());
  });

  it('says whom something keeps from being erased again, and erases them at the start after that', async () => {
    const status = await elsewhere.run(['status']);
    const { number } = erased[1]!;
    assert.match(
      status.out,
      new RegExp(`1 person who had been erased came back.*applicants erase --order ${number} --account`),
    );
    let program = await other.start(settings, ['--no-demo']);
    after(() => program.child.kill('SIGKILL'));
    await client(program, key).call('POST', withdrawals[1]!);
    assert.equal(await program.stop(), 0, program.log());
    program = await other.start(settings, ['--no-demo']);
    assert.deepEqual(await inDatabase(other.dataDir, findErased), erased.map((one) => idOf(one.person)).sort());
    assert.equal(await program.stop(), 0, program.log());
    assert.doesNotMatch((await elsewhere.run(['status'])).out, /erasures/);
  });

  it('sends what is due once the pause is ended', async () => {
    rmSync(join(other.dataDir, 'sending-paused'));
    const program = await other.start(settings, ['--no-demo']);
    after(() => program.child.kill('SIGKILL'));
    const first = restored[0]!;
    await inDatabase(other.dataDir, (db) =>
      eventually(
        () => findPending(db),
        (found) => found.some(({ id, attempts }) => id === first.id && attempts > first.attempts),
      ),
    );
    assert.equal(await program.stop(), 0, program.log());
  });
});
