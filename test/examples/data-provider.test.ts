// Runs the example of a data provider as a process that answers a live report.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCheck } from '../../src/features/checks/check-actions.ts';
import { connectProvider } from '../../src/features/provider-requests/connection-actions.ts';
import { listQueries } from '../../src/features/queries/query-actions.ts';
import { openProviderWorld } from '../providers/provider-world.ts';
import { freePort } from '../support/free-port.ts';
import { receiverCertificate } from '../support/receiver-certificates.ts';

const server = fileURLToPath(new URL('../../examples/data-provider/server.mjs', import.meta.url));

const world = await openProviderWorld();

/** As the browser of a candidate, which trusts the certificate of the example. */
const fetchFrom = (url: string, method = 'GET') =>
  new Promise<{ status: number | undefined; location: string | undefined; body: string }>((resolve, reject) => {
    const sent = request(url, { method, ca: readFileSync(world.receiver.caFile) }, async (answer) => {
      const body = (await answer.toArray()).join('');
      resolve({ status: answer.statusCode, location: answer.headers.location, body });
    });
    sent.on('error', reject).end();
  });

/** Starts the example, connected under this name; returns the lines that it prints. */
async function startExample(t: TestContext, name: string, asksCandidate: boolean) {
  const port = await freePort();
  const { secret } = await connectProvider(
    world.ctx,
    'system',
    world.caller.accountId,
    {
      name,
      url: `https://localhost:${port}`,
      types: ['identity'],
      countries: [],
      facts: ['first_name', 'last_name'],
      personDecides: false,
      asksCandidate,
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
      ASKS: asksCandidate ? 'yes' : '',
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
  return lines;
}

test('the example accepts a signed request, and its callback completes the report', async (t) => {
  const lines = await startExample(t, 'sample_register', false);
  await world.choose(['sample_register']);
  const target = await world.report();
  await world.work(target);
  await world.work(target);
  assert.equal((await lines.next()).value, 'called back: 204');
  const report = await world.statusOf(target);
  assert.deepEqual([report.status, report.result], ['complete', 'clear']);
  assert.equal(report.findings.notes, 'Looked up in the sample register.');
});

test('the example sends the candidate to its page, and the report is complete when they come back', async (t) => {
  const lines = await startExample(t, 'sample_faces', true);
  await world.choose(['sample_faces']);
  const target = await world.report();
  await world.work(target);
  await world.work(target);
  const [asked] = await listQueries(world.ctx, await readCheck(world.ctx, world.caller, target.checkId));
  const { url } = asked!.step!;
  assert.match((await fetchFrom(url)).body, /I have shown them/);
  const { status, location } = await fetchFrom(url, 'POST');
  assert.equal(status, 303);
  assert.match(location ?? '', /\/form\/[\w-]{87}\/queries$/);
  assert.equal((await lines.next()).value, 'called back: 204');
  assert.deepEqual((await world.statusOf(target)).status, 'complete');
});
