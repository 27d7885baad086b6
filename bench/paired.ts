// `node bench/paired.ts FOLDER`: P1 and P2 of another checkout and of this one, in turns, both served at the same time.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, roundsInTurns } from './benchmark.ts';
import { requestRate } from './load.ts';
import { checkRequest, makeApplicants, makeReports, reportRequest } from './ordered.ts';
import { programFolder, type Served, type withServed } from './served.ts';

const roundsOf = { checks: 31, reads: 61 } as const;
const [checksPerRound, readsPerRound, warmUps] = [1500, 5000, 2];

type Serve = typeof withServed;

async function serveOf(folder: string): Promise<Serve> {
  const path = resolve(folder, 'bench/served.ts');
  return ((await import(pathToFileURL(path).href)) as { withServed: Serve }).withServed;
}

interface Pair {
  readonly there: () => Promise<number>;
  readonly here: () => Promise<number>;
}

/** The median rate of each, and the median of the ratios of the rounds. */
async function compared(rounds: number, pair: Pair): Promise<string> {
  await roundsInTurns(warmUps, { ...pair });
  const { there, here } = await roundsInTurns(rounds, { ...pair });
  const ratio = median(there.map((rate, round) => here[round]! / rate));
  const [before, after] = [median(there), median(here)].map(Math.round);
  return `there ${before}/s, here ${after}/s, median of ${rounds} ratios ${ratio.toFixed(3)}`;
}

async function makingChecks(served: Served): Promise<() => Promise<number>> {
  const applicants = await makeApplicants(served, checksPerRound * (roundsOf.checks + warmUps));
  return () => {
    const requests = applicants.splice(0, checksPerRound).map((id) => checkRequest(served, id));
    return requestRate(served, requests, 201);
  };
}

async function readingReports(served: Served): Promise<() => Promise<number>> {
  const hrefs = await makeReports(served, 300);
  const requests = Array.from({ length: readsPerRound }, (_, n) => reportRequest(served, hrefs[n % hrefs.length]!));
  return () => requestRate(served, requests, 200);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the other checkout.');
const [serveThere, serveHere] = [await serveOf(folder), await serveOf(programFolder)];
const say = (line: string) => process.stdout.write(`${line}\n`);
await serveThere((there) =>
  serveHere(async (here) => {
    const reads = { there: await readingReports(there), here: await readingReports(here) };
    say(`P2 ${await compared(roundsOf.reads, reads)}`);
    const checks = { there: await makingChecks(there), here: await makingChecks(here) };
    say(`P1 ${await compared(roundsOf.checks, checks)}`);
  }),
);
