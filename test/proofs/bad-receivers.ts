// Proves that bad receivers do no harm: the shipped worker calls receivers with every known fault, records each fault
// in its class, never holds a slot longer than an attempt may take, and needs limited memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Outgoing } from '../../src/platform/outgoing-http/outgoing.ts';
import { type DeliveryWorld, openDeliveryWorld } from '../support/delivery-world.ts';
import { eventually } from '../support/limited-loops.ts';
import { startNameServer } from '../support/name-server.ts';
import { addressOf, type Fault, type FaultTimes, receiverFaults } from './bad-receivers/faults.ts';
import type { Heard, Listening, ReceiversArguments } from './bad-receivers/receivers-process.ts';
import type { PlantedOptions } from './planted-faults/planting.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';

export const name = 'bad-receivers';
export const promise = 'Faults of receivers do no harm (promise 7)';
export const expected = 'the right class each time, no slot held over 11 s, 0 errors of ours, bounded memory';
export const size = 100;
export const unit = 'deliveries to each kind of bad receiver';

export interface BadReceiverOptions extends Pick<PlantedOptions, 'planted'> {
  readonly size: number;
  /** Shorter times than the promised 10 seconds, for tests. */
  readonly times?: FaultTimes;
  /** Additional time for the body after the status, and for a busy machine. */
  readonly slackMs?: number;
  /** Prefixes of the names of the faults to test; by default all. */
  readonly only?: readonly string[];
}

const promised: FaultTimes = { limitMs: 10_000, inTimeMs: 9900 };
const growthBytes = 256 * 2 ** 20;

async function startReceivers(given: ReceiversArguments) {
  const program = fileURLToPath(new URL('./bad-receivers/receivers-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value as string) as unknown;
  const listening = (await next()) as Listening;
  const end = async () => {
    const ended = once(child, 'exit');
    child.stdin.end();
    const heard = (await next()) as Heard;
    await ended;
    return heard;
  };
  let stopped: Promise<Heard> | undefined;
  return {
    ...listening,
    stop(): Promise<Heard> {
      stopped ??= end();
      return stopped;
    },
  };
}

type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/** Measures how long each call held its slot, and how much memory has grown since the first call. */
function watchCalls() {
  let longestMs = 0;
  let atFirst: number | undefined;
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  return {
    wayOut: (outgoing: Outgoing): Outgoing => ({
      ...outgoing,
      async post(request) {
        atFirst ??= process.memoryUsage.rss();
        const startedAt = performance.now();
        const result = await outgoing.post(request);
        longestMs = Math.max(longestMs, performance.now() - startedAt);
        return result;
      },
    }),
    longestMs: () => longestMs,
    grownBytes: () => most - (atFirst ?? most),
    stop: () => clearInterval(timer),
  };
}

interface Stage {
  readonly world: DeliveryWorld;
  readonly ports: Readonly<Record<string, number>>;
  readonly size: number;
  /** The fault of each webhook. */
  readonly faults: Map<string, Fault>;
}

/** By webhook id. */
type Victims = ReadonlyMap<string, Fault>;

interface Group {
  /** The pause between the events of two accounts, so that the load itself causes no delays. */
  readonly spacingMs: number;
  readonly accounts: readonly string[];
  readonly victims: Victims;
}

function urlOf({ ports }: Stage, fault: Fault, webhook: number): string {
  const place = fault.host ?? addressOf(webhook);
  const port = ports[fault.name] === undefined ? '' : `:${ports[fault.name]}`;
  return `https://${place}${port}/${encodeURIComponent(fault.name)}/${webhook}`;
}

/**
 * Registers each fault as often as the size says. @param atOnce the number of webhooks per account, which are notified
 * at the same time
 */
async function registerAll(stage: Stage, faults: readonly Fault[], atOnce: number) {
  const { world } = stage;
  const wanted = Array.from({ length: stage.size }, (_, index) =>
    faults.map((fault) => ({ fault, webhook: index + 1 })),
  );
  const all = wanted.flat();
  const batches = Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) =>
    all.slice(n * atOnce, (n + 1) * atOnce),
  ).values();
  const accounts: string[] = [];
  const victims = new Map<string, Fault>();
  const fillAccounts = async () => {
    for (const batch of batches) {
      const caller = world.callerOf(await world.newAccount());
      for (const { fault, webhook } of batch) {
        const registered = await world.register(urlOf(stage, fault, webhook), {}, caller);
        victims.set(registered.webhook.id, fault);
        stage.faults.set(registered.webhook.id, fault);
      }
      accounts.push(caller.accountId);
    }
  };
  await Promise.all(Array.from({ length: 4 }, fillAccounts));
  return { accounts, victims };
}

interface Recorded {
  readonly webhookId: string;
  readonly round: number;
  readonly outcome: string;
  readonly waitsSeconds: number | null;
}

/** Sends one event to every account, and waits until every delivery has had so many attempts. */
async function notifyAll({ world }: Stage, { accounts, victims, spacingMs }: Group, attempts: number): Promise<void> {
  for (const accountId of accounts) {
    await world.events(1, world.callerOf(accountId));
    await sleep(spacingMs);
  }
  await eventually(
    () =>
      world.database.row<{ count: number }>(sql`
        select count(*)::integer as count from webhook_attempts
        where account_id = any (${accounts}) and number = 1`),
    (row) => row!.count >= attempts * victims.size,
    600_000,
  );
}

/** The first attempt of each delivery: on a busy machine second attempts may precede other first attempts. */
function readAttempts({ world }: Stage, { accounts }: Group): Promise<Recorded[]> {
  return world.database.rows<Recorded>(sql`
    select d.webhook_id as "webhookId", d.round::integer as round,
      case when a.reason is null or a.status is not null then a.status::text else a.reason end
        || case when (a.reason is null) = (d.status = 'delivered') then '' else ' but ' || d.status end
        || case when a.answer is null then '' else ' and text kept' end as outcome,
      extract(epoch from d.due_at - a.started_at)::double precision as "waitsSeconds"
    from (select d.*, row_number() over (partition by d.webhook_id order by d.created_at, d.id) as round
          from webhook_deliveries d where d.account_id = any (${accounts})) d
    join webhook_attempts a on a.account_id = d.account_id and a.delivery_id = d.id and a.number = 1`);
}

function isWaitRight({ waits }: Fault, seconds: number | null): boolean {
  if (waits === undefined) return true;
  return seconds !== null && (waits === 'as asked' ? seconds > 3500 && seconds < 3900 : seconds > 50 && seconds < 70);
}

interface Verdict {
  readonly right: number;
  readonly wrong: number;
  readonly lines: readonly string[];
}

/** One line per fault: the expected outcome and its count, and other outcomes. */
async function summarise(stage: Stage, group: Group): Promise<Verdict> {
  const recorded = await readAttempts(stage, group);
  const byFault = Map.groupBy(recorded, ({ webhookId }) => group.victims.get(webhookId)!);
  const verdicts = [...byFault].flatMap(([fault, ofFault]) =>
    fault.expected.map((wanted, index): Verdict => {
      const ofRound = ofFault.filter(({ round }) => round === index + 1);
      const isRight = ({ outcome, waitsSeconds }: Recorded) =>
        outcome === String(wanted) && isWaitRight(fault, waitsSeconds);
      const right = ofRound.filter(isRight).length;
      const others = ofRound.filter((one) => !isRight(one)).map((one) => `${one.outcome} (${one.waitsSeconds})`);
      const which = index === 0 ? '' : ', asked again';
      const besides = others.length === 0 ? '' : `; also ${[...new Set(others)].slice(0, 3).join(', ')}`;
      const line = `${right === stage.size ? '' : 'WRONG '}${fault.name}${which}: ${wanted} × ${right}${besides}`;
      return { right, wrong: stage.size - right, lines: [line] };
    }),
  );
  return sumOf(verdicts);
}

function sumOf(verdicts: readonly Verdict[]): Verdict {
  return {
    right: verdicts.reduce((sum, { right }) => sum + right, 0),
    wrong: verdicts.reduce((sum, { wrong }) => sum + wrong, 0),
    lines: verdicts.flatMap(({ lines }) => lines),
  };
}

async function askOnce(stage: Stage, faults: readonly Fault[]): Promise<Verdict> {
  const group = { ...(await registerAll(stage, faults, 100)), spacingMs: 5 };
  await notifyAll(stage, group, 1);
  return summarise(stage, group);
}

async function askTwice(stage: Stage, faults: readonly Fault[]): Promise<Verdict> {
  // Few at a time: other calls must not delay an answer close to the limit.
  const group = { ...(await registerAll(stage, faults, 10)), spacingMs: 30 };
  await notifyAll(stage, group, 1);
  await sleep(200);
  await notifyAll(stage, group, 2);
  return summarise(stage, group);
}

async function askAll(stage: Stage, faults: readonly Fault[], atOnce: boolean): Promise<Verdict> {
  const rounds = Map.groupBy(faults, (fault) => fault.expected.length);
  const first = askOnce(stage, rounds.get(1) ?? []);
  if (!atOnce) await first;
  return sumOf(await Promise.all([first, askTwice(stage, rounds.get(2) ?? [])]));
}

/** Each call must make one request: finds receivers that got more requests than there were attempts. */
async function heardTooOften({ world, faults }: Stage, receivers: Receivers): Promise<string[]> {
  const attempts = await world.database.rows<{ webhookId: string; count: number }>(sql`
    select d.webhook_id as "webhookId", count(*)::integer as count
    from webhook_attempts a join webhook_deliveries d on d.account_id = a.account_id and d.id = a.delivery_id
    group by d.webhook_id`);
  const expected = new Map<string, number>();
  for (const { webhookId, count } of attempts) {
    const { name } = faults.get(webhookId)!;
    expected.set(name, (expected.get(name) ?? 0) + count);
  }
  const heard = await receivers.stop();
  return Object.entries(heard)
    .filter(([name, count]) => count > (expected.get(name) ?? 0))
    .map(([name, count]) => `WRONG ${name}: heard ${count} requests of ${expected.get(name) ?? 0} attempts`);
}

export async function run(options: BadReceiverOptions): Promise<ProofResult> {
  const { size: each, times = promised, slackMs = 1000, only = [''], planted } = options;
  const faults = receiverFaults(times).filter((fault) => only.some((beginning) => fault.name.startsWith(beginning)));
  const receivers = await startReceivers({ ...times, webhooks: each });
  const names = await startNameServer();
  names.answer('empty.example', {});
  names.answer('broken.example', 2);
  names.answer('silent.example', 'silence');
  const watch = watchCalls();
  let errors = 0;
  const log = { ...createLog('silent'), error: () => (errors += 1) };
  const within = (outgoing: Outgoing): Outgoing =>
    times === promised
      ? outgoing
      : { ...outgoing, post: (request) => outgoing.post({ timeoutMs: times.limitMs, ...request }) };
  const world = await openDeliveryWorld({
    outgoing: { ca: receivers.ca, resolver: { servers: [names.address], hostsFile: '/nowhere' } },
    wayOut: (outgoing) => watch.wayOut(within(outgoing)),
    planted,
  });
  const stage: Stage = { world, ports: receivers.ports, size: each, faults: new Map() };
  let again: string[];
  let verdict: Verdict;
  try {
    const worker = world.startWorker({}, { log });
    verdict = await askAll(stage, faults, times !== promised);
    await worker.stop();
    again = await heardTooOften(stage, receivers);
  } finally {
    watch.stop();
    await world.close();
    names.close();
    await receivers.stop();
  }
  const { right, wrong, lines } = verdict;
  const counts = {
    'in the right class': right,
    'in another': wrong,
    'sent again': again.length,
    'errors of ours': errors,
  };
  const heldSeconds = (watch.longestMs() / 1000).toFixed(1);
  const grown = Math.round(watch.grownBytes() / 2 ** 20);
  const isBounded = watch.longestMs() <= times.limitMs + slackMs && watch.grownBytes() <= growthBytes;
  return {
    figure: `${faults.length} faults, ${countsInWords(counts)}, no slot held over ${heldSeconds} s, memory grown by ${grown} MiB`,
    ok: wrong + errors + again.length === 0 && isBounded,
    lines: [`${inThousands(each)} deliveries to each`, ...lines, ...again],
    counts,
  };
}
