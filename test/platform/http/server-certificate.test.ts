import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import tls from 'node:tls';
import { ensureLocalCertificate } from '../../../src/platform/http/local-certificate.ts';
import { followCertificate, readServerCertificate } from '../../../src/platform/http/server-certificate.ts';
import { until } from '../../support/limited-loops.ts';
import { startServer } from './http-support.ts';

const folder = await mkdtemp(join(tmpdir(), 'probity-certificate-'));
after(() => rm(folder, { recursive: true }));

const now = new Date();
const DAY_MS = 86_400_000;
const certificateFile = join(folder, 'site.pem');
const keyFile = join(folder, 'site-key.pem');

/** Writes a new pair to the operator's files, like a renewal. */
async function renew(name: string): Promise<string> {
  const { certificate, key } = await ensureLocalCertificate(join(folder, name), now);
  await writeFile(certificateFile, certificate);
  await writeFile(keyFile, key);
  return certificate;
}

const read = (at = now) => readServerCertificate(certificateFile, keyFile, at);

test('reads the pair that the settings name', async () => {
  const certificate = await renew('first');
  const found = await read();
  assert.equal(found.certificate, certificate);
  assert.ok(found.expiresAt > now);
});

test('refuses unusable files, and says which and why', async () => {
  await renew('first');
  await assert.rejects(read(new Date(now.getTime() + 400 * DAY_MS)), /site\.pem expired on \d{4}-/);
  await assert.rejects(read(new Date(now.getTime() - DAY_MS)), /site\.pem is not valid before/);
  await assert.rejects(
    readServerCertificate(join(folder, 'none.pem'), keyFile, now),
    /none\.pem cannot be read: ENOENT/,
  );
  await assert.rejects(
    readServerCertificate(keyFile, keyFile, now).then(() => read()),
    /no certificate in .*site-key\.pem/,
  );
  await assert.rejects(
    readServerCertificate(certificateFile, certificateFile, now),
    /the private key in .*site\.pem cannot be read/,
  );
  const other = await ensureLocalCertificate(join(folder, 'other'), now);
  await writeFile(keyFile, other.key);
  await assert.rejects(read(), /private key in .*site-key\.pem does not belong to the certificate in .*site\.pem/);
  await writeFile(certificateFile, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  await assert.rejects(read(), /the certificate in .*site\.pem cannot be read/);
});

async function servedBy(port: number): Promise<string | undefined> {
  const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerX509Certificate()!;
  socket.destroy();
  return fingerprint256;
}

test('serves a renewed certificate without a restart, and the old one until the new pair is complete', async () => {
  await renew('first');
  const current = await read();
  const { server, port } = await startServer({ certificate: current });
  const changes: string[] = [];
  const problems: string[] = [];
  const { promise: changed, resolve } = Promise.withResolvers<void>();
  const stop = followCertificate({
    current,
    read,
    everyMs: 10,
    onChange(certificate) {
      changes.push(certificate.certificate);
      server.useCertificate(certificate);
      resolve();
    },
    onProblem: (error) => void problems.push(error.message),
  });
  const before = await servedBy(port);
  const renewed = await ensureLocalCertificate(join(folder, 'second'), now);
  await writeFile(certificateFile, renewed.certificate);
  await until(() => problems.length > 0);
  assert.equal(await servedBy(port), before);
  await writeFile(keyFile, renewed.key);
  await changed;
  assert.notEqual(await servedBy(port), before);
  assert.deepEqual(changes, [await readFile(certificateFile, 'utf8')]);
  // Reading while one of the files is being written may report another problem first.
  assert.ok(problems.length >= 1);
  stop();
  await server.stop();
});
