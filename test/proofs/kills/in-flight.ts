// Which notifications are in flight at an outage, by the receiver's book and by the database's: nothing else may come again.
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { answer, type ReceivedRequest, type WebhookReceiver } from '../../support/webhook-receiver.ts';

export interface Answers {
  /** Notifications in the middle of their call: heard of and not answered yet. */
  open(): number;
  /** By `Date.now()`; undefined before. */
  at(request: ReceivedRequest): number | undefined;
}

/** Slowly enough that some call is always under way, quickly enough that the load goes on. */
export function answerSlowly(receiver: WebhookReceiver, afterMs: number): Answers {
  const answered = new WeakMap<ReceivedRequest, number>();
  const slowly = answer(200, { afterMs });
  receiver.behave((request, socket, index) => {
    slowly(request, socket, index);
    setTimeout(() => answered.set(request, Date.now()), afterMs);
  });
  return {
    open: () => receiver.requests.filter((request) => !answered.has(request)).length,
    at: (request) => answered.get(request),
  };
}

export const deliveryIdOf = ({ headers }: ReceivedRequest) => headers['webhook-id']!;

/** Of these notifications, what the database does not know to be delivered. */
export async function findUnrecorded(db: Db, requests: readonly ReceivedRequest[]): Promise<ReceivedRequest[]> {
  const last = new Map(requests.map((request) => [deliveryIdOf(request), request]));
  const left = await db.rows<{ id: string }>(sql`
    select id from webhook_deliveries where status <> 'delivered' and id = any (${[...last.keys()]}::uuid[])`);
  return left.map(({ id }) => last.get(id)!);
}

export interface Repetitions {
  /** How often each id came again. */
  readonly repeated: ReadonlyMap<string, number>;
  /** All of them. */
  readonly count: number;
  /** With other bytes. */
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
