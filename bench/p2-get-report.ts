// P2: a report read over HTTPS, against a bare server that sends the same bytes from one prepared select.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { settingEntries } from '../src/config.ts';
import { sql } from '../src/platform/db/database.ts';
import { atLeast, type Benchmark, inTurns } from './benchmark.ts';
import { requestRate, type Target } from './load.ts';
import { makeReports, reportRequest } from './ordered.ts';
import { freePort, programFolder, type Served, saying, stopped, withServed } from './served.ts';

const checks = 1000;
const readsPerRound = 9000;

async function withBareServer<T>(served: Served, work: (target: Target) => Promise<T>): Promise<T> {
  const account = await served.database.row<{ id: string }>(sql`select id from accounts limit 1`);
  const port = await freePort();
  const program = join(programFolder, 'bench/bare-report-server.ts');
  const poolSize = settingEntries.databasePoolSize.default;
  const args = [program, served.dataDir, String(port), account!.id, poolSize ?? ''];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await saying(child, 'ready');
    return await work({ port, ca: served.ca });
  } finally {
    await stopped(child);
  }
}

async function bodiesOf(target: Target, requests: readonly string[]): Promise<string> {
  const bodies: string[] = [];
  await requestRate(target, requests, 200, (body) => bodies.push(body));
  return bodies.sort().join('\n');
}

export const benchmark: Benchmark = {
  id: 'P2',
  work: 'get a report over HTTPS, 32 connections',
  limit: 'bare `node:https` and one prepared select that gives the same bytes',
  remark:
    'What holds it back: of the serving thread’s busy time, profiled, writes to sockets take 22 %, hashing keys 6 %, the record of each request 4 %, collecting garbage 5 %; the limit has the first only. The limit itself varies from 9,800 to 15,000 a second between runs.',
  run: (rounds, say) =>
    withServed(async (served) => {
      say('making checks…');
      const hrefs = await makeReports(served, checks);
      const requests = Array.from({ length: readsPerRound }, (_, n) => reportRequest(served, hrefs[n % hrefs.length]!));
      return withBareServer(served, async (bare) => {
        const some = requests.slice(0, 3000);
        if ((await bodiesOf(served, some)) !== (await bodiesOf(bare, some))) throw new Error('the answers differ');
        const rates = await inTurns(rounds, {
          ours: () => requestRate(served, requests, 200),
          limit: () => requestRate(bare, requests, 200),
        });
        return [atLeast(0.9, 'reports read', rates.ours, rates.limit)];
      });
    }),
};
