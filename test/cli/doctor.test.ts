// What `probity doctor` says about an operator's own database and bucket, with the real program.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { remoteHostOf } from '../../src/cli/doctor-exposure.ts';
import { removeWorker, sendHeartbeat } from '../../src/features/webhooks/worker-heartbeat-store.ts';
import { loadSigningKey } from '../../src/platform/encryption/signing-key.ts';
import { readStoragePlace, type StoragePlace } from '../../src/platform/storage-place.ts';
import { commandLine } from '../support/command-line.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { urlOf } from '../support/probity.ts';
import { startS3Server } from '../support/s3-server.ts';

const bucket = await startS3Server();
after(() => bucket.close());

const quiet = { PROBITY_EMAIL_DOMAIN_CHECK: 'off', PROBITY_MAIL_URL: 'smtp://localhost:1' };

async function findingOf(name: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const { out } = await commandLine({ ...quiet, ...settings }).run(['doctor', '--json']);
  const finding = (JSON.parse(out) as { name: string; state: string; message: string }[]).find(
    (one) => one.name === name,
  );
  return finding === undefined ? 'none' : `${finding.state}: ${finding.message}`;
}

test('the role of a database without tables is granted with the migrations', async () => {
  const { programConnection } = await emptyDatabase();
  const found = await findingOf('role', { DATABASE_URL: urlOf(programConnection) });
  // A server that DATABASE_URL names has one role for all tests.
  assert.match(
    found,
    process.env.DATABASE_URL ? /^warning: / : /^ok: \S+ is granted what it needs with the migrations$/,
  );
});

test('the owner of the tables must be able to connect, to the database of the program', async () => {
  const { connection } = await testDatabase();
  const other = await testDatabase();
  const own = urlOf(connection);
  const owner = (url: string) => findingOf('owner', { DATABASE_URL: own, PROBITY_DATABASE_OWNER_URL: url });
  assert.match(await owner(own), /^ok: \S+ can be connected, and runs migrations$/);
  assert.match(await owner(urlOf(other.connection)), /^failed: PROBITY_DATABASE_OWNER_URL leads to another database/);
  const elsewhere = `postgres://owner:secret@127.0.0.1:${await freePort()}/probity`;
  assert.match(await owner(elsewhere), /cannot be reached \(ECONNREFUSED\)\. Check PROBITY_DATABASE_OWNER_URL/);
});

test('a start says that the owner is of another database, and changes neither', async () => {
  const [program, other] = [await emptyDatabase(), await emptyDatabase()];
  const DATABASE_URL = urlOf(program.connection);
  const { run } = commandLine({ ...quiet, DATABASE_URL, PROBITY_DATABASE_OWNER_URL: urlOf(other.connection) });
  const { code, err } = await run(['migrate']);
  assert.equal(code, 1);
  assert.match(err, /^PROBITY_DATABASE_OWNER_URL leads to another database than DATABASE_URL\. Name the same/);
  for (const { database } of [program, other]) {
    const { rows } = await database.pool.query("select from pg_tables where schemaname = 'public'");
    assert.equal(rows.length, 0);
  }
});

test('the company that screens has a name, an address and a contact', async () => {
  const { connection } = await testDatabase();
  const DATABASE_URL = urlOf(connection);
  assert.match(
    await findingOf('your company', { DATABASE_URL, PROBITY_OPERATOR_NAME: 'Sample Screening Ltd' }),
    /^warning: Set PROBITY_OPERATOR_ADDRESS, PROBITY_CONTACT_EMAIL, PROBITY_PAYMENT_DETAILS: /,
  );
  const whole = {
    PROBITY_OPERATOR_NAME: 'Sample Screening Ltd',
    PROBITY_OPERATOR_ADDRESS: '1 Mill Lane; York; YO1 7HH',
    PROBITY_CONTACT_EMAIL: 'help@screening.example',
    PROBITY_PAYMENT_DETAILS: 'Sample Bank; account 12345678',
  };
  assert.equal(
    await findingOf('your company', { DATABASE_URL, ...whole }),
    'ok: Sample Screening Ltd, help@screening.example',
  );
});

test('the bucket must be there, and let its user list it', async () => {
  const { accessKeyId, secretAccessKey } = bucket.credentials;
  const finding = (url: string, credentials = `${accessKeyId}:${secretAccessKey}`) =>
    findingOf('bucket', { PROBITY_S3_URL: url, PROBITY_S3_CREDENTIALS: credentials });
  const url = `${bucket.endpoint}/${bucket.bucket}`;
  assert.match(await finding(url), /^ok: test-bucket at \S+ can be listed$/);
  assert.equal(bucket.objects.size, 0);
  assert.match(await finding(`${url}-2`), /^failed: The bucket test-bucket-2 does not exist\. .*PROBITY_S3_URL\.$/);
  assert.match(await finding(url, 'OTHER:secret'), /^failed: .* may not be listed\. Check PROBITY_S3_CREDENTIALS/);
  const nowhere = `http://127.0.0.1:${await freePort()}/bucket`;
  assert.match(await finding(nowhere), /^failed: .* cannot be reached \(ECONNREFUSED\).*Check PROBITY_S3_URL\.$/);
});

test('without a mail server it says that a service without a demo does not start', async () => {
  assert.match(await findingOf('mail', { PROBITY_MAIL_URL: '' }), /^warning: .* `serve --no-demo` does not start/);
});

test('a process that stores files elsewhere, or signs evidence with another key, is named before it does harm', async () => {
  const { connection, database } = await testDatabase();
  const line = commandLine({ ...quiet, DATABASE_URL: urlOf(connection) });
  const found = async () => {
    const { out } = await line.run(['doctor', '--json']);
    return (JSON.parse(out) as { name: string; message: string }[]).find(({ name }) => name === 'other processes')
      ?.message;
  };
  const dataDir = line.env.PROBITY_DATA_DIR!;
  const fine = 'no process of this database stores files or signs otherwise than here';
  assert.equal(await found(), fine);
  const settings = { dataDir, s3Bucket: undefined };
  const run = async (worker: string, place: StoragePlace) => void (await sendHeartbeat(database, worker, place));
  assert.equal(readStoragePlace(settings, { mayMake: false }).files, null);
  await run('own', readStoragePlace(settings, { mayMake: true }));
  assert.equal(await found(), fine);
  // Of a machine with a data folder of its own.
  const other = { dataDir: line.folder, s3Bucket: undefined };
  loadSigningKey(other.dataDir, 'evidence-key');
  const place = readStoragePlace(other, { mayMake: true });
  await run('other', place);
  assert.equal(await found(), fine, 'a process without a heartbeat came with a restored database');
  const beating = setInterval(() => void run('other', place), 500);
  const whileItRuns = await found();
  clearInterval(beating);
  assert.match(
    whileItRuns!,
    /stores files elsewhere than here \(\S+\/files\): share .* PROBITY_S3_URL for every process; it signs .* another key/,
  );
  await removeWorker(database, 'other');
  assert.equal(await found(), fine);
});

test('a clock is compared with that of a database on another machine only', async () => {
  const { connection } = await testDatabase();
  const text = await findingOf('clock', { DATABASE_URL: urlOf(connection) });
  assert.match(text, /^ok: \d{4}-\S+Z, not compared: the database runs on this machine\. See that it is synchronised/);
  assert.equal(remoteHostOf('postgres://probity@db.example/probity'), 'db.example');
  assert.equal(remoteHostOf('postgres://probity@localhost/probity?host=/run/postgresql'), undefined);
});
