import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { ensureLocalCertificate } from '../../../src/platform/http/local-certificate.ts';

const run = promisify(execFile);
const now = new Date();
const DAY_MS = 86_400_000;
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'probity-tls-'));
  folders.push(folder);
  return join(folder, 'tls');
}

async function isOnMachine(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

async function withServer(folder: string, work: (port: number) => Promise<void>): Promise<void> {
  const { certificate, key } = await ensureLocalCertificate(folder, now);
  const server = https.createServer({ cert: certificate, key }, (_, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('issues a certificate for localhost and its addresses, valid for at most 397 days, by an authority that is limited to them', async () => {
  const folder = await newFolder();
  const { certificate, authorityFile, expiresAt } = await ensureLocalCertificate(folder, now);
  const leaf = new X509Certificate(certificate);
  const authority = new X509Certificate(await readFile(authorityFile));
  assert.equal(leaf.subjectAltName, 'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
  assert.ok(leaf.checkIssued(authority) && leaf.verify(authority.publicKey));
  assert.equal(leaf.ca, false);
  assert.equal(authority.ca, true);
  for (const each of [leaf, authority]) {
    assert.ok(Date.parse(each.validTo) - Date.parse(each.validFrom) + 1000 <= 397 * DAY_MS);
    assert.ok(Date.parse(each.validFrom) < now.getTime());
  }
  assert.equal(expiresAt.getTime(), Date.parse(leaf.validTo));
  // critical: an implementation that does not know the extension must refuse the authority.
  const der = authority.raw.toString('hex');
  assert.match(
    der,
    /0603551d1e0101ff0441303fa03d300b82096c6f63616c686f7374300a87087f000001ffffffff30228720(?:00){15}01(?:ff){16}/,
  );
});

test('does not store the authority’s key, and only the owner may read the certificate’s key', async () => {
  const folder = await newFolder();
  await ensureLocalCertificate(folder, now);
  assert.deepEqual((await readdir(folder)).sort(), ['.lock', 'authority.pem', 'certificate.pem', 'key.pem']);
  assert.equal((await stat(join(folder, 'key.pem'))).mode & 0o777, 0o600);
  const texts = await Promise.all(
    ['authority.pem', 'certificate.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  assert.doesNotMatch(texts.join(''), /PRIVATE/);
  assert.equal((await readFile(join(folder, 'key.pem'), 'utf8')).match(/BEGIN PRIVATE KEY/g)?.length, 1);
});

test('keeps its certificate at the next starts', async () => {
  const folder = await newFolder();
  const first = await ensureLocalCertificate(folder, now);
  assert.deepEqual(await ensureLocalCertificate(folder, new Date(now.getTime() + 300 * DAY_MS)), first);
});

test('issues another one 30 days before it expires', async () => {
  const folder = await newFolder();
  const first = await ensureLocalCertificate(folder, now);
  const later = new Date(first.expiresAt.getTime() - 29 * DAY_MS);
  const second = await ensureLocalCertificate(folder, later);
  assert.notEqual(second.certificate, first.certificate);
  assert.ok(second.expiresAt > first.expiresAt);
  assert.equal(await readFile(join(folder, 'certificate.pem'), 'utf8'), second.certificate);
});

test('repairs any damaged or missing file', async () => {
  for (const name of ['key.pem', 'certificate.pem', 'authority.pem']) {
    for (const damage of ['', 'junk', undefined]) {
      const folder = await newFolder();
      await ensureLocalCertificate(folder, now);
      const file = join(folder, name);
      if (damage === undefined) await rm(file);
      else await writeFile(file, damage);
      const { certificate, authorityFile } = await ensureLocalCertificate(folder, now);
      const leaf = new X509Certificate(certificate);
      assert.ok(leaf.checkIssued(new X509Certificate(await readFile(authorityFile))), `${name} ${damage}`);
      assert.equal(await readFile(join(folder, 'certificate.pem'), 'utf8'), certificate);
    }
  }
});

test('several processes that start at once agree on one certificate, with no certificate or a damaged one', async () => {
  for (const damage of [undefined, 'junk']) {
    const folder = await newFolder();
    if (damage !== undefined) {
      await ensureLocalCertificate(folder, now);
      await writeFile(join(folder, 'key.pem'), damage);
    }
    const starts = Array.from({ length: 8 }, () => ensureLocalCertificate(folder, now));
    const [one, ...others] = (await Promise.all(starts)).map(({ certificate }) => certificate);
    for (const other of others) assert.equal(other, one);
    assert.equal(await readFile(join(folder, 'certificate.pem'), 'utf8'), one);
    assert.deepEqual((await readdir(folder)).sort(), ['.lock', 'authority.pem', 'certificate.pem', 'key.pem']);
  }
});

test('Node accepts it with the authority, by each local name, and without the authority nobody does', async () => {
  const folder = await newFolder();
  await withServer(folder, async (port) => {
    const ca = await readFile(join(folder, 'authority.pem'));
    const get = (options: https.RequestOptions) =>
      new Promise<number | undefined>((resolve, reject) => {
        https
          .get({ port, agent: false, host: '127.0.0.1', ...options }, (response) =>
            resolve(response.resume().statusCode),
          )
          .on('error', reject);
      });
    assert.equal(await get({ ca, host: '127.0.0.1' }), 200);
    assert.equal(await get({ ca, servername: 'localhost' }), 200);
    await assert.rejects(get({ ca, servername: 'example.org' }), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    await assert.rejects(get({}), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  });
});

test('is accepted by curl and verified strictly by OpenSSL where the machine has them', async (context) => {
  const folder = await newFolder();
  await withServer(folder, async (port) => {
    const authority = join(folder, 'authority.pem');
    if (await isOnMachine('curl')) {
      const { stdout } = await run('curl', [
        '-sS',
        '--noproxy',
        '*',
        '--cacert',
        authority,
        `https://localhost:${port}/`,
      ]);
      assert.equal(stdout, 'hello');
    } else context.diagnostic('no curl here');
    if (await isOnMachine('openssl')) {
      const args = [
        'verify',
        '-x509_strict',
        '-CAfile',
        authority,
        '-verify_hostname',
        'localhost',
        join(folder, 'certificate.pem'),
      ];
      assert.match((await run('openssl', args)).stdout, /OK/);
    } else context.diagnostic('no openssl here');
  });
});
