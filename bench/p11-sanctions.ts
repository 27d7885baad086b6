// P11: one person searched among a million names of sanctions lists, and what importing and searching take of memory.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, sql } from '../src/platform/db/database.ts';
import { jobs } from '../src/platform/jobs.ts';
import { importSanctionsList } from '../src/providers/sanctions/import-actions.ts';
import { searchSanctions } from '../src/providers/sanctions/search-actions.ts';
import { writeInventedList } from '../test/support/invented-list.ts';
import { inventPerson } from '../test/support/invented-people.ts';
import { type Random, seededRandom } from '../test/support/random.ts';
import { withBenchDatabase, withFolder } from './bench-database.ts';
import { atMost, type Benchmark, type Figure, median } from './benchmark.ts';

const listed = 1_000_000;
const searchesPerRound = 200;
const limitMs = 50;
const limitMB = 150;

const residentMB = () => process.memoryUsage().rss / 2 ** 20;

/** The most that is resident while `work` runs, above what was before. */
async function growthMB(work: () => Promise<unknown>): Promise<number> {
  const before = residentMB();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, residentMB());
  }, 100);
  await work().finally(() => clearInterval(look));
  return Math.max(0, Math.max(most, residentMB()) - before);
}

function* invented(count: number, random: Random) {
  for (let n = 0; n < count; n += 1) yield inventPerson(random);
}

/** Times of searches of people whose names are as frequent as those on the list. */
async function searchTimes(db: Database, knowsBirth: boolean, random: Random): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < searchesPerRound; n += 1) {
    const { names, born } = inventPerson(random);
    const startedAt = performance.now();
    await searchSanctions({ db }, { names: [names.join(' ')], born: knowsBirth ? born : undefined });
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** What a tick of /proc is. */
const tickMs = 10;

/** Processor time so far of this program and of its connections to the database: what other programs do adds little to it. */
async function processorMs(db: Database): Promise<number> {
  const backends = await db.rows<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`);
  const ofBackends = backends.map(({ pid }) => {
    // After the name of the program, which may hold spaces: user and system time are the 12th and 13th.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return (user! + system!) * tickMs;
  });
  const { user, system } = process.cpuUsage();
  return ofBackends.reduce((sum, ms) => sum + ms, (user + system) / 1000);
}

const slowestOf = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;

async function measure(db: Database, rounds: number): Promise<Figure[]> {
  const random = seededRandom(11);
  const [known, unknown]: [number[], number[]] = [[], []];
  const processorBefore = await processorMs(db);
  const growth = await growthMB(async () => {
    for (let round = 0; round < rounds; round += 1) {
      known.push(...(await searchTimes(db, true, random)));
      unknown.push(...(await searchTimes(db, false, random)));
    }
  });
  const processor = ((await processorMs(db)) - processorBefore) / (known.length + unknown.length);
  return [
    atMost(1, 'processor time of database and program, mean', processor, limitMs),
    atMost(1, 'date of birth known, median', median(known), limitMs),
    atMost(1, 'date of birth known, 99 of 100', slowestOf(known, 0.99), limitMs),
    atMost(1, 'date of birth unknown, median', median(unknown), limitMs),
    atMost(1, 'date of birth unknown, 99 of 100', slowestOf(unknown, 0.99), limitMs),
    { ...atMost(1, 'growth of memory by searches', growth, limitMB), unit: 'MB' },
  ];
}

export const benchmark: Benchmark = {
  id: 'P11',
  work: 'one person searched among 1,000,000 names of sanctions lists',
  limit: '50 ms, and 150 MB',
  remark: 'The times include waiting for other programs on the cores, the processor time does not.',
  run: (rounds, say) =>
    withFolder((folder) =>
      withBenchDatabase(2, async (db) => {
        say('writing the list…');
        const path = join(folder, 'list.csv');
        await writeInventedList(path, invented(listed, seededRandom(1)));
        say('importing it…');
        const startedAt = performance.now();
        const ctx = { db, now: () => new Date(), newId: randomUUID, jobs };
        const growth = await growthMB(() => importSanctionsList(ctx, { list: 'uk', path }));
        say(`imported in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
        await db.pool.query('vacuum analyze sanctions_names');
        return [
          ...(await measure(db, rounds)),
          { ...atMost(1, 'growth of memory by the import', growth, limitMB), unit: 'MB' },
        ];
      }),
    ),
};
