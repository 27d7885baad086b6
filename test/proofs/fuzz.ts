// Proves that bad input gets a clear error: mutates valid requests of our OpenAPI documents in many ways, and compares
// every answer of the real program with the documents.
import { readFileSync } from 'node:fs';
import { startDnsServer } from '../support/dns-server.ts';
import { upTo } from '../support/limited-loops.ts';
import { countNoSandboxRequests } from '../support/probity.ts';
import { type Program, programFolder } from '../support/program.ts';
import { openProgramDatabase } from '../support/program-database.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { complaintAbout } from './fuzz/complaints.ts';
import { curlCommand, type FuzzRequest, requestBytes } from './fuzz/fuzz-request.ts';
import { drawMutation, type Mutation } from './fuzz/mutations.ts';
import { drawRequest, operationIds } from './fuzz/operations.ts';
import { shrink, spoilt } from './fuzz/shrink.ts';
import { createWireClient, type Outcome, type WireClient } from './fuzz/wire-client.ts';
import { createWorld, type World } from './fuzz/world.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'fuzz';
export const promise = 'Bad input gets a clear error (promise 14)';
export const expected = '0 answers of 500 or more, 0 outside the OpenAPI documents';
export const size = 1_000_000;
export const unit = 'requests';

const connections = 16;
/** The search ends after so many different faults. */
const usualFaults = 5;

export interface FuzzTarget {
  readonly port: number;
  readonly ca: string;
  readonly keys: World['keys'];
  readonly readOnlyKey: string;
}

interface Fault {
  readonly complaint: string;
  readonly request: FuzzRequest;
}

export interface Fuzzed {
  readonly sent: number;
  /** The number of answers by status. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly faults: readonly Fault[];
  /** The ids of the operations that were requested. */
  readonly operations: ReadonlySet<string>;
}

interface Search {
  readonly world: World;
  readonly random: Random;
  readonly statuses: Map<string, number>;
  readonly faults: Map<string, Fault>;
  readonly operations: Set<string>;
  readonly faultsAtMost: number;
  readonly mostly: string | undefined;
  left: number;
  sent: number;
}

/** The last requests are of operations that chance left out. */
function operationFor({ random, mostly, left, operations }: Search): string | undefined {
  if (mostly !== undefined && random.below(2) === 0) return mostly;
  return left < operationIds.length ? operationIds.find((id) => !operations.has(id)) : undefined;
}

async function send(client: WireClient, request: FuzzRequest): Promise<Outcome> {
  const outcome = await client.send(requestBytes(request), request.method === 'HEAD');
  // The server may close such a connection with or without saying so.
  if (request.headers.some(([name]) => name === 'Connection')) client.drop();
  return outcome;
}

/** Identifies a fault by the operation and the first line of the complaint, because ids and texts differ. */
const kindOf = (request: FuzzRequest, complaint: string) =>
  `${request.operationId} ${complaint
    .split('\n', 1)[0]!
    .replace(/[0-9a-f-]{36}|\d{4,}/g, '…')
    .slice(0, 60)}`;

async function tellFault(
  search: Search,
  client: WireClient,
  valid: FuzzRequest,
  mutations: readonly Mutation[],
  complaint: string,
) {
  const kind = kindOf(valid, complaint);
  if (search.faults.has(kind)) return;
  search.faults.set(kind, { complaint, request: spoilt(valid, mutations) });
  const smallest = await shrink(valid, mutations, async (request) => {
    const again = complaintAbout(request, await send(client, request));
    return again !== undefined && kindOf(request, again) === kind;
  });
  search.faults.set(kind, { complaint, request: smallest });
}

async function searchOn(search: Search, client: WireClient): Promise<void> {
  const { world, random } = search;
  for (const _ of upTo(search.left + 1, 'the last request')) {
    if (search.left <= 0 || search.faults.size >= search.faultsAtMost) break;
    search.left -= 1;
    const valid = drawRequest(world, random, operationFor(search));
    search.operations.add(valid.operationId);
    const count = Math.max(0, random.below(6) - 1);
    const mutations = Array.from({ length: Math.min(count, 1 + random.below(4)) }, () => drawMutation(world, random));
    const request = spoilt(valid, mutations);
    const outcome = await send(client, request);
    search.sent += 1;
    const status = typeof outcome === 'string' ? outcome : String(outcome.status);
    search.statuses.set(status, (search.statuses.get(status) ?? 0) + 1);
    const complaint = complaintAbout(request, outcome);
    if (complaint !== undefined) await tellFault(search, client, valid, mutations, complaint);
    else if (typeof outcome !== 'string') world.learn(request, outcome);
  }
  client.drop();
}

export interface FuzzOptions {
  readonly requests: number;
  /** The seed of a run to repeat: the same requests, if not the same order of answers. */
  readonly seed: number;
  readonly faultsAtMost?: number;
  /** The operation of every second request. */
  readonly mostly?: string;
}

export async function fuzz(
  target: FuzzTarget,
  { requests, seed, faultsAtMost = usualFaults, mostly }: FuzzOptions,
): Promise<Fuzzed> {
  const search: Search = {
    world: createWorld(target.keys, target.readOnlyKey),
    random: seededRandom(seed),
    statuses: new Map(),
    faults: new Map(),
    operations: new Set(),
    faultsAtMost,
    mostly,
    left: requests,
    sent: 0,
  };
  await Promise.all(Array.from({ length: connections }, () => searchOn(search, createWireClient(target))));
  return { ...search, faults: [...search.faults.values()] };
}

function residentBytes({ child }: Program): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** The allowed growth in memory after warming up. */
const growthAtMostMb = 200;
const toMb = (bytes: number) => Math.round(bytes / 1_048_576);

export function linesOf({ faults, statuses }: Pick<Fuzzed, 'faults' | 'statuses'>): string[] {
  const counts = [...statuses]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, count]) => `${status}: ${inThousands(count)}`);
  return [
    counts.join(', '),
    ...faults.map(
      ({ request, complaint }) => `FAULT ${request.operationId}: ${complaint}\n    ${curlCommand(request)}`,
    ),
  ];
}

async function fuzzProgram(program: Program, requests: number, seed: number): Promise<ProofResult> {
  const { liveKey, testKey, readOnlyKey } = program.demo;
  const target = {
    port: Number(new URL(program.url).port),
    ca: program.ca,
    keys: { live: liveKey, test: testKey },
    readOnlyKey,
  };
  let exited = false;
  program.child.once('exit', () => {
    exited = true;
  });
  const warm = await fuzz(target, { requests: Math.ceil(requests / 10), seed });
  const before = residentBytes(program);
  const rest = await fuzz(target, { requests: warm.faults.length > 0 ? 0 : requests - warm.sent, seed: seed + 1 });
  const grownMb = exited ? 0 : toMb(residentBytes(program) - before);
  const statuses = new Map(warm.statuses);
  for (const [status, count] of rest.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  const faults = [...warm.faults, ...rest.faults];
  return {
    figure: `${inThousands(warm.sent + rest.sent)} requests, ${faults.length} faults; memory grew by ${grownMb} MB`,
    ok: faults.length === 0 && !exited && grownMb <= growthAtMostMb,
    lines: [
      `seed ${seed}; ${exited ? 'the program ENDED' : 'the program still runs'}`,
      ...linesOf({ statuses, faults }),
      ...program
        .log()
        .split('\n')
        .filter((line) => line.includes('unexpected error'))
        .slice(0, usualFaults),
    ],
  };
}

export async function run({ size: requests }: { readonly size: number }): Promise<ProofResult> {
  const folder = programFolder();
  // Names in webhook URLs are resolved by a local server.
  const names = await startDnsServer();
  const env = {
    PROBITY_RATE_LIMIT: '10000000',
    PROBITY_ANONYMOUS_RATE_LIMIT: '10000000',
    PROBITY_DNS_SERVERS: names.address,
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
  };
  const program = await folder.start(env, ['--no-work']);
  try {
    const { database, close } = await openProgramDatabase(folder.dataDir);
    await countNoSandboxRequests(database);
    await close();
    return await fuzzProgram(program, requests, Date.now() % 2 ** 32);
  } finally {
    await program.stop();
    await names.close();
    folder.remove();
  }
}
