// Runs deliveries through the twelve-hour window with the shipped worker, real sockets and PostgreSQL, moving rows
// instead of the clock: to receivers that never acknowledge, some late from the start.
import { sql } from '../../../src/platform/db/database.ts';
import { type DeliveryWorld, openDeliveryWorld } from '../../support/delivery-world.ts';
import { eventually } from '../../support/limited-loops.ts';
import { answer, startWebhookReceiver } from '../../support/webhook-receiver.ts';
import type { Planting } from '../planted-faults/planting.ts';

const minute = 60_000;
const hour = 60 * minute;
const windowMs = 12 * hour;

/** The age of each delivery when a worker can first send it, and its allowed number of attempts then. */
const latenesses: readonly (readonly [ms: number, fewest: number, most: number])[] = [
  [0, 5, 5],
  [6 * hour, 1, 5],
  [windowMs - 10 * minute, 1, 5],
  [windowMs - 1000, 0, 0],
  [windowMs + minute, 0, 0],
  [30 * hour, 0, 0],
];

interface Left {
  /** The number of deliveries that are due or running. */
  readonly ready: number;
  readonly nextMs: number | null;
}

/** Waits until every due delivery was sent and recorded; returns when the next one is due. */
async function settled({ database }: DeliveryWorld): Promise<number | null> {
  const left = await eventually(
    () =>
      database.row<Left>(sql`
        select count(*) filter (where w.due_at <= now() or d.leased_by is not null)::integer as ready,
          (extract(epoch from min(w.due_at) - now()) * 1000)::double precision as "nextMs"
        from webhook_deliveries_waiting w join webhook_deliveries d on d.account_id = w.account_id and d.id = w.id`),
    (row) => row?.ready === 0,
    60_000,
  );
  return left?.nextMs ?? null;
}

interface WindowResult {
  readonly attempts: number;
  readonly problems: readonly string[];
}

/** By endpoint: the age of the delivery at each attempt. */
type Ages = ReadonlyMap<string, readonly number[]>;

const pathOf = (lateMs: number, n: number) => `/${lateMs}/${n}`;

function problemsOf(ages: Ages, each: number): string[] {
  return latenesses.flatMap(([lateMs, fewest, most]) =>
    Array.from({ length: each }, (_, n) => ages.get(pathOf(lateMs, n)) ?? []).flatMap((attempts) => {
      const past = attempts.filter((age) => age > windowMs).length;
      const from = `${lateMs / hour} hours late from the start`;
      if (past > 0) return [`${past} attempts past the window: ${from}`];
      return attempts.length < fewest || attempts.length > most ? [`${attempts.length} attempts: ${from}`] : [];
    }),
  );
}

/** Alternates between waiting for the worker and moving the time to shortly after the next due delivery. */
async function runToTheEnd(world: DeliveryWorld, passTime: (ms: number) => Promise<void>): Promise<string[]> {
  for (let rounds = 0; rounds < 200; rounds += 1) {
    const next = await settled(world);
    if (next === null) return [];
    await passTime(Math.max(next, 5 * minute));
  }
  return ['deliveries that never end'];
}

/** @param each the number of deliveries of each delay, each to an endpoint of its own */
export async function runThroughWindow(each: number, planted?: Planting): Promise<WindowResult> {
  const receiver = await startWebhookReceiver();
  const world = await openDeliveryWorld({ planted });
  const storedAt = new Map<string, number>();
  const ages = new Map<string, number[]>();
  let passed = 0;
  const clock = () => passed + performance.now();
  const passTime = async (ms: number) => {
    await world.passTime(ms);
    passed += ms;
  };
  receiver.behave((request, socket, index) => {
    const { path } = request;
    ages.set(path, [...(ages.get(path) ?? []), clock() - storedAt.get(path)!]);
    answer(503)(request, socket, index);
  });
  try {
    // The most delayed first: while no worker runs, each reaches its age.
    const lateFirst = latenesses.map(([lateMs]) => lateMs).toReversed();
    for (const [index, lateMs] of lateFirst.entries()) {
      const caller = world.callerOf(await world.newAccount());
      for (let n = 0; n < each; n += 1) {
        const path = pathOf(lateMs, n);
        await world.register(new URL(path, receiver.url).href, {}, caller);
        storedAt.set(path, clock());
      }
      await world.events(1, caller);
      await passTime(lateMs - (lateFirst[index + 1] ?? 0));
    }
    world.startWorker();
    world.startWorker();
    const problems = await runToTheEnd(world, passTime);
    return { attempts: [...ages.values()].flat().length, problems: [...problems, ...problemsOf(ages, each)] };
  } finally {
    await world.close();
    await receiver.close();
  }
}
