// P4: notifications delivered by the worker as it is shipped, against a bare loop that posts the same bytes to the same receiver.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../src/platform/db/database.ts';
import { atLeast, type Benchmark, inTurns } from './benchmark.ts';
import { httpRequest, rateOf, requestRate } from './load.ts';
import { environmentFor, freePort, programFolder, type Served, saying, stopped, withServed } from './served.ts';

const reachable = { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' };
const webhooks = 20;
const eventsPerRound = 500;
const deliveriesPerRound = webhooks * eventsPerRound;

/** The receiver and the worker, each a process; `work` is given the receiver's port. */
async function withWorker<T>(served: Served, work: (port: number) => Promise<T>): Promise<T> {
  const { dataDir } = served;
  const port = await freePort();
  const receiver = spawn(process.execPath, [join(programFolder, 'bench/bare-receiver.ts'), dataDir, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const env = {
    ...(await environmentFor(dataDir)),
    ...reachable,
    PROBITY_WEBHOOK_CA: join(dataDir, 'tls/authority.pem'),
  };
  const log = openSync(join(dataDir, 'worker.log'), 'a');
  const worker = spawn(join(programFolder, 'bin/probity'), ['worker'], { env, stdio: ['ignore', 'pipe', log] });
  try {
    await Promise.all([saying(receiver, 'ready'), saying(worker, 'working')]);
    return await work(port);
  } finally {
    await Promise.all([stopped(worker), stopped(receiver)]);
  }
}

/** Through the worker's own eyes they are as good as registered: their addresses are checked whenever something is sent. */
async function makeWebhooks({ database, port: ourPort, liveKey, ca }: Served, port: number): Promise<void> {
  const form = (n: number) => `url=https://localhost:${port}/${n}&environments[]=live`;
  const requests = Array.from({ length: webhooks }, (_, n) =>
    httpRequest('POST', '/vftapi/v2/webhooks', liveKey, form(n)),
  );
  await requestRate({ port: ourPort, ca }, requests, 201);
  await database.run(sql`analyze webhooks`);
}

/** Deliveries a second, from the commit of their events to the last one acknowledged. */
async function deliveryRate({ database }: Served): Promise<number> {
  await database.run(sql`
    insert into events (account_id, environment, id, type, resource_type, resource_id, status, applicant_id, check_id,
      report_id, actor, occurred_at, notifies)
    select w.account_id, 'live', uuidv7(), 'report.completed', 'report', r.id::text, 'complete', uuidv7(), uuidv7(), r.id,
      'system', now(), true
    from (select account_id from webhooks limit 1) w,
      (select uuidv7() as id from generate_series(1, ${eventsPerRound}::integer)) r`);
  const startedAt = performance.now();
  while (await isDue(database)) await sleep(20);
  return deliveriesPerRound / ((performance.now() - startedAt) / 1000);
}

async function isDue(database: Served['database']): Promise<boolean> {
  const row = await database.row<{ due: boolean }>(sql`
    select exists (select from webhook_deliveries where status = 'due') as due`);
  return row?.due ?? false;
}

const callsAtOnce = 32;

/** The headers and bytes of one delivery, as often as a round delivers. */
async function bareLoop({ database, ca }: Served, port: number): Promise<() => Promise<number>> {
  const row = await database.row<{ body: Buffer }>(sql`
    select body from webhook_deliveries where status = 'delivered' limit 1`);
  const body = row!.body;
  const headers = {
    'accept-encoding': 'identity',
    'content-type': 'application/json',
    'content-length': body.length,
    'user-agent': 'Probity',
    'webhook-id': '01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10',
    'webhook-timestamp': '1772616600',
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    'webhook-sequence': '1000',
    'x-signature': '0123456789012345678901234567890123456789',
  };
  const agent = new Agent({ keepAlive: true, maxSockets: callsAtOnce });
  const options = { host: '127.0.0.1', servername: 'localhost', port, path: '/0', method: 'POST', ca, agent, headers };
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(options, (response) => {
        if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
        response.resume().on('end', resolve).on('error', reject);
      });
      sent.on('error', reject).end(body);
    });
  const items = Array<undefined>(deliveriesPerRound).fill(undefined);
  return () => rateOf(Array<typeof post>(callsAtOnce).fill(post), items);
}

export const benchmark: Benchmark = {
  id: 'P4',
  work: 'webhook deliveries to a local TLS receiver, addresses checked and signed, 20 endpoints',
  limit: 'a bare loop of node:https that posts the same bytes over 32 kept connections',
  remark:
    'The worker is busy without a pause: its one thread is the limit, half of its work the TLS call and half the rest. Each delivery also costs the database an insert, three updates (lease, bytes, outcome) and the row of its attempt, on the same cores. Between runs the limit varied from 7,600 to 16,400 a second, ours from 3,400 to 5,600.',
  run: (rounds, say) =>
    withServed(
      (served) =>
        withWorker(served, async (port) => {
          say('registering webhooks…');
          await makeWebhooks(served, port);
          say(`warming up: ${Math.round(await deliveryRate(served))} a second`);
          const bare = await bareLoop(served, port);
          await bare();
          const rates = await inTurns(rounds, { ours: () => deliveryRate(served), limit: bare });
          return [atLeast(0.5, 'notifications delivered', rates.ours, rates.limit)];
        }),
      reachable,
    ),
};
