// P8: pages of the candidate, of the client and of the desk, against the same pages sent from memory by the same server.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, sql } from '../src/platform/db/database.ts';
import { atMost, type Benchmark, type Figure, inTurns, typicalMs } from './benchmark.ts';
import { addScreeners, screeners } from './desk-queue.ts';
import { httpRequest, requestRate } from './load.ts';
import { checkRequest, makeApplicants } from './ordered.ts';
import { type PortalVisitor, signedIn, visitor } from './portal-visitor.ts';
import { freePort, programFolder, type Served, saying, stopped, withServed } from './served.ts';

/** Of three reports each, so that 10,000 are open. */
const checks = 3334;
const callsPerRound = 20;
/** Before the rounds: until then a server still compiles what it runs. A candidate may not open more pages at once. */
const warmUp = { limit: 1000, ours: 200 };
const files = 50;
const filesGoalMs = 300;

interface Placed {
  readonly order_id: number;
  readonly form_uri: string;
  readonly reports: readonly { readonly id: string }[];
}

/** The first check awaits its candidate; the others are at the desk, every other report at one of the screeners. */
async function startChecks(db: Database, awaiting: Placed): Promise<void> {
  await db.run(sql`
    update checks set status = 'in_progress', started_at = now(), form_completed_at = now()
    where status = 'awaiting_applicant' and order_id <> ${awaiting.order_id}`);
  await db.run(sql`
    with people as (select id, row_number() over (order by created_at, id) as n from desk_users),
    numbered as (
      select r.account_id, r.environment, r.id, row_number() over (order by r.id) as n
      from reports r join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
      where c.status = 'in_progress'
    )
    update reports r set requested_at = now() - o.n * interval '1 minute', due_on = current_date + (o.n % 20)::int - 5,
      assignee_id = case when o.n % 2 = 0 then p.id end, priority = (o.n % 50 = 0)::int
    from numbered o join people p on p.n = 1 + o.n / 2 % ${screeners}::int
    where (r.account_id, r.environment, r.id) = (o.account_id, o.environment, o.id)`);
  await db.pool.query('vacuum analyze');
}

async function placeChecks(served: Served): Promise<readonly Placed[]> {
  const placed: Placed[] = [];
  const requests = (await makeApplicants(served, checks)).map((id) => checkRequest(served, id));
  await requestRate(served, requests, 201, (body) => placed.push(JSON.parse(body) as Placed));
  return placed;
}

async function attachFiles(served: Served, { order_id: orderId }: Placed): Promise<void> {
  const requests = Array.from({ length: files }, (_, n) => {
    const query = new URLSearchParams({ fileToken: crypto.randomUUID(), orderId: `${orderId}`, fileName: `${n}.txt` });
    return httpRequest('POST', `/api/v1/attachments?${query}`, served.liveKey, 'evidence '.repeat(50));
  });
  await requestRate(served, requests, 201);
}

/** With the code from the newest mail in the demo's inbox. */
async function candidateOf(served: Served, { form_uri }: Placed, screener: PortalVisitor) {
  const form = new URL(form_uri).pathname;
  const candidate = visitor(served);
  await candidate.submit(form, form, {});
  const [, mail = ''] = /href="(\/inbox\/[^"]+)"/.exec(await screener.open('/inbox')) ?? [];
  const [, code = ''] = /\b(\d{4} \d{4} \d{4})\b/.exec(await screener.open(mail)) ?? [];
  await candidate.submit(`${form}/code`, `${form}/code`, { code });
  return { candidate, form };
}

/** Sends these pages from memory. */
async function withStaticPages<T>(
  served: Served,
  pages: readonly string[],
  work: (limit: PortalVisitor) => Promise<T>,
) {
  const pagesFile = join(served.dataDir, 'pages.json');
  writeFileSync(pagesFile, JSON.stringify(pages));
  const port = await freePort();
  const program = join(programFolder, 'bench/static-page-server.ts');
  const args = [program, served.dataDir, String(port), pagesFile, join(served.dataDir, 'pages.log')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const limit = visitor({ port, ca: served.ca });
  try {
    await saying(child, 'ready');
    return await work(limit);
  } finally {
    await limit.close();
    await stopped(child);
  }
}

interface Page {
  readonly what: string;
  readonly by: PortalVisitor;
  readonly path: string;
}

async function measure(served: Served, pages: readonly Page[], rounds: number): Promise<Figure[]> {
  const bodies: string[] = [];
  for (const { by, path } of pages) bodies.push(await by.open(path));
  return withStaticPages(served, bodies, async (limit) => {
    const figures: Figure[] = [];
    for (const [at, { what, by, path }] of pages.entries()) {
      await typicalMs(warmUp.limit, () => limit.load(`/${at}`));
      await typicalMs(warmUp.ours, () => by.load(path));
      const ms = await inTurns(rounds, {
        limit: () => typicalMs(callsPerRound, () => limit.load(`/${at}`)),
        ours: () => typicalMs(callsPerRound, () => by.load(path)),
      });
      figures.push(atMost(4, `${what} (${Math.round(Buffer.byteLength(bodies[at]!) / 1000)} kB)`, ms.ours, ms.limit));
    }
    return figures;
  });
}

async function measureFiles({ by, path }: Page, rounds: number): Promise<Figure> {
  const { ours } = await inTurns(rounds, { ours: () => typicalMs(callsPerRound, () => by.load(path)) });
  const goal = { goal: `< ${filesGoalMs} ms`, met: ours < filesGoalMs };
  const what = `a report with ${files} evidence files`;
  return { what, unit: 'ms', ours, limit: filesGoalMs, ratio: ours / filesGoalMs, ...goal };
}

export const benchmark: Benchmark = {
  id: 'P8',
  work: 'pages of the portals at 10,000 open reports of 200 screeners, one request after the other',
  limit: 'the same pages from memory, by our HTTP server with the hooks of the portals; for the files the goal itself',
  remark:
    'What holds it back: the static page needs neither a session nor the database, and takes 0.5 to 2 ms, so that four times a small page is less than its statements and its rendering. In a profile of the same world the program took 3.3 ms of processor time for the question and 12 to 16 ms for the queue, of which collecting objects took a third, and the statements of the queue 8 to 12 ms, of which the 50 rows took half. The client’s checks send 20 statements of 16 ms, one after the other, of which 9 are what waits for the client: here every order waits for its part.',
  run: (rounds, say) =>
    withServed(async (served) => {
      say('placing checks…');
      const [awaiting, withFiles] = (await placeChecks(served)) as [Placed, Placed];
      await attachFiles(served, withFiles);
      await addScreeners(served.database);
      await startChecks(served.database, awaiting);
      const desk = await signedIn(served, 'desk');
      const client = await signedIn(served, 'client');
      const { candidate, form } = await candidateOf(served, awaiting, desk);
      const pages = [
        { what: 'the candidate’s tasks', by: candidate, path: `${form}/tasks` },
        { what: 'a question to the candidate', by: candidate, path: `${form}/name` },
        { what: 'the client’s checks', by: client, path: '/portal' },
        { what: 'the queue', by: desk, path: '/desk' },
        { what: 'the queue, mine', by: desk, path: '/desk?view=mine' },
        { what: 'the queue, overdue', by: desk, path: '/desk?view=overdue' },
        { what: 'the queue, one type that nobody has', by: desk, path: '/desk?view=unassigned&type=3' },
      ];
      const report = { what: '', by: desk, path: `/desk/reports/${withFiles.reports[0]!.id}` };
      const figures = [...(await measure(served, pages, rounds)), await measureFiles(report, rounds)];
      for (const person of [desk, client, candidate]) await person.close();
      return figures;
    }),
};
