// Requests each public route at full speed over a number of connections, in a process of its own, and prints what was
// answered.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';

export interface FloodArguments {
  readonly url: string;
  readonly caFile: string;
  readonly requests: readonly { readonly method: string; readonly path: string }[];
  readonly connections: number;
  readonly msEach: number;
}

/** Answers by their status; 0 is a connection that failed. */
export type FloodOutcome = Readonly<Record<string, Readonly<Record<number, number>>>>;

const { url, caFile, requests, connections, msEach } = JSON.parse(process.argv[2]!) as FloodArguments;
const dispatcher = new Agent({ connect: { ca: readFileSync(caFile) }, connections });
const outcome: Record<string, Record<number, number>> = {};

async function ask(method: string, path: string): Promise<number> {
  const form = method === 'POST' ? { body: 'email=nobody%40nowhere.test&password=x' } : {};
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await request(`${url}${path}`, { dispatcher, method: method as 'GET', headers, ...form });
  await answer.body.dump();
  return answer.statusCode;
}

async function flood({ method, path }: FloodArguments['requests'][0]): Promise<void> {
  const until = performance.now() + msEach;
  const answers: Record<number, number> = {};
  const askOn = async () => {
    do {
      const status = await ask(method, path).catch(() => 0);
      answers[status] = (answers[status] ?? 0) + 1;
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  outcome[`${method} ${path}`] = answers;
}

for (const one of requests) await flood(one);
await dispatcher.close();
process.stdout.write(JSON.stringify(outcome));
