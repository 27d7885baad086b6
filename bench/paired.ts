// `node bench/paired.ts FOLDER`: P1 and P2 of another checkout and of this one, in turns, both served at the same time.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from './benchmark.ts';
import { requestRate } from './load.ts';
import { checkRequest, makeApplicants, reportRequest } from './ordered.ts';
import { programFolder, type Served, type withServed } from './served.ts';

const roundsOf = { checks: 31, reads: 61 } as const;
const [checksPerRound, readsPerRound, warmUps] = [1500, 5000, 2];

type Serve = typeof withServed;

async function serveOf(folder: string): Promise<Serve> {
  const path = resolve(folder, 'bench/served.ts');
  return ((await import(pathToFileURL(path).href)) as { withServed: Serve }).withServed;
}

/** Resolves with the median rate of each, and the median of the ratios of the rounds. */
async function inPairs(rounds: number, first: () => Promise<number>, second: () => Promise<number>): Promise<string> {
  for (let n = 0; n < warmUps; n++) await first().then(second);
  const pairs: { readonly first: number; readonly second: number }[] = [];
  for (let n = 0; n < rounds; n++) {
    if (n % 2 === 0) pairs.push({ first: await first(), second: await second() });
    else pairs.push(await second().then(async (rate) => ({ first: await first(), second: rate })));
  }
  const [there, here] = [median(pairs.map((pair) => pair.first)), median(pairs.map((pair) => pair.second))];
  const ratio = median(pairs.map((pair) => pair.second / pair.first));
  return `there ${Math.round(there)}/s, here ${Math.round(here)}/s, median of ${rounds} ratios ${ratio.toFixed(3)}`;
}

async function makingChecks(served: Served): Promise<() => Promise<number>> {
  const applicants = await makeApplicants(served, checksPerRound * (roundsOf.checks + warmUps));
  return () => {
    const requests = applicants.splice(0, checksPerRound).map((id) => checkRequest(served, id));
    return requestRate(served, requests, 201);
  };
}

async function readingReports(served: Served): Promise<() => Promise<number>> {
  const hrefs: string[] = [];
  const orders = (await makeApplicants(served, 300)).map((id) => checkRequest(served, id));
  await requestRate(served, orders, 201, (body) => {
    hrefs.push(...(JSON.parse(body) as { reports: { href: string }[] }).reports.map(({ href }) => href));
  });
  const requests = Array.from({ length: readsPerRound }, (_, n) => reportRequest(served, hrefs[n % hrefs.length]!));
  return () => requestRate(served, requests, 200);
}

const [there] = process.argv.slice(2);
if (there === undefined) throw new Error('Name the folder of the other checkout.');
const [serveThere, serveHere] = [await serveOf(there), await serveOf(programFolder)];
const say = (line: string) => process.stdout.write(`${line}\n`);
await serveThere((first) =>
  serveHere(async (second) => {
    say(`P2 ${await inPairs(roundsOf.reads, await readingReports(first), await readingReports(second))}`);
    say(`P1 ${await inPairs(roundsOf.checks, await makingChecks(first), await makingChecks(second))}`);
  }),
);
