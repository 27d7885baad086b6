// Runs the example of a data provider as a process that answers a live report.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connectProvider } from '../../src/features/provider-requests/connection-actions.ts';
import { openProviderWorld } from '../providers/provider-world.ts';
import { freePort } from '../support/free-port.ts';
import { receiverCertificate } from '../support/receiver-certificates.ts';

const server = fileURLToPath(new URL('../../examples/data-provider/server.mjs', import.meta.url));

test('the example accepts a signed request, and its callback completes the report', async (t) => {
  const world = await openProviderWorld();
  const port = await freePort();
  const { secret } = await connectProvider(
    world.ctx,
    'system',
    world.caller.accountId,
    {
      name: 'sample_register',
      url: `https://localhost:${port}`,
      types: ['identity'],
      countries: [],
      facts: ['first_name', 'last_name'],
      personDecides: false,
      timeoutMs: 5000,
      answersWithinHours: 1,
      callsPerMinute: null,
      costPence: 0,
    },
    [],
  );
  const folder = mkdtempSync(join(tmpdir(), 'probity-example-'));
  const { cert, key } = await receiverCertificate('good', ['localhost', '127.0.0.1', '::1']);
  for (const [name, text] of Object.entries({ 'certificate.pem': cert, 'key.pem': key })) {
    writeFileSync(join(folder, name), text);
  }
  const child = spawn(process.execPath, [server], {
    env: {
      SECRET: secret,
      CERTIFICATE: join(folder, 'certificate.pem'),
      KEY: join(folder, 'key.pem'),
      CA: world.caFile,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, `ready https://localhost:${port}`);

  await world.choose(['sample_register']);
  const target = await world.report();
  await world.work(target);
  await world.work(target);
  assert.equal((await lines.next()).value, 'called back: 204');
  const report = await world.statusOf(target);
  assert.deepEqual([report.status, report.result], ['complete', 'clear']);
  assert.equal(report.findings.notes, 'Looked up in the sample register.');
});
