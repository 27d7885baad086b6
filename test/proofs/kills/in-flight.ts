// Finds the notifications in flight at an outage, by the receiver's and by the database's records: only these may
// arrive again.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { answer, type ReceivedRequest, type WebhookReceiver } from '../../support/webhook-receiver.ts';

export interface Answers {
  /** The number of notifications that have arrived and are not answered yet. */
  open(): number;
  /** Resolves as soon as there is one, or if none arrives for ten seconds. */
  someOpen(): Promise<void>;
  /** By `Date.now()`; undefined before the answer. */
  at(request: ReceivedRequest): number | undefined;
}

/** Answers so slowly that a call is always running, and fast enough that the load continues. */
export function answerSlowly(receiver: WebhookReceiver, afterMs: number): Answers {
  const answered = new WeakMap<ReceivedRequest, number>();
  const slowly = answer(200, { afterMs });
  receiver.behave((request, socket, index) => {
    slowly(request, socket, index);
    setTimeout(() => answered.set(request, Date.now()), afterMs);
  });
  const open = () => receiver.requests.filter((request) => !answered.has(request)).length;
  return {
    open,
    async someOpen() {
      for (const deadline = performance.now() + 10_000; open() === 0 && performance.now() < deadline; ) await sleep(10);
    },
    at: (request) => answered.get(request),
  };
}

export const deliveryIdOf = ({ headers }: ReceivedRequest) => headers['webhook-id']!;

/** The notifications without a recorded attempt. */
export async function findUnrecorded(db: Db, requests: readonly ReceivedRequest[]): Promise<ReceivedRequest[]> {
  const last = new Map(requests.map((request) => [deliveryIdOf(request), request]));
  const left = await db.rows<{ id: string }>(sql`
    select id from webhook_deliveries where attempts = 0 and id = any (${[...last.keys()]}::uuid[])`);
  return left.map(({ id }) => last.get(id)!);
}

export interface Repetitions {
  /** The number of repetitions by id. */
  readonly repeated: ReadonlyMap<string, number>;
  /** The number of all repetitions. */
  readonly count: number;
  /** The number of repetitions with other bytes. */
  readonly altered: number;
}

export function repetitionsOf(requests: readonly ReceivedRequest[]): Repetitions {
  const bodies = new Map<string, Buffer>();
  const repeated = new Map<string, number>();
  let [count, altered] = [0, 0];
  for (const request of requests) {
    const id = deliveryIdOf(request);
    const before = bodies.get(id);
    bodies.set(id, request.body);
    if (before === undefined) continue;
    repeated.set(id, (repeated.get(id) ?? 0) + 1);
    count += 1;
    if (!before.equals(request.body)) altered += 1;
  }
  return { repeated, count, altered };
}
