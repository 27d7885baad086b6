// Delivers what is due: claims a batch under a lease, stores the bytes, sends without any open transaction, records.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Ctx } from '../../context.ts';
import { hearNotifications } from '../../platform/db/notifications.ts';
import { newFraction } from '../../platform/encryption/random.ts';
import type { PostResult } from '../../platform/outgoing-http/post.ts';
import { repeat } from '../../platform/periodic.ts';
import { createBell } from './bell.ts';
import { attemptDelivery, givenUp, type Sent } from './delivery-attempt.ts';
import {
  type ClaimCursor,
  type ClaimedDelivery,
  claimDeliveries,
  claimDeliveriesToGiveUp,
  firstEndpoint,
} from './delivery-claim-store.ts';
import { createDeliveryRecorder } from './delivery-recorder.ts';
import { lastStartSeconds, mayStartAttempt } from './delivery-schedule.ts';
import { giveBackDeliveries, keepBodies } from './delivery-store.ts';
import type { DeliveryFigures, NotedOutcome } from './endpoint-health-store.ts';
import { type CallEnd, createEndpointLanes } from './endpoint-lanes.ts';
import { watchLateDeliveries } from './late-deliveries.ts';
import type { NotificationFormats } from './notification-format.ts';

export type DeliveryCtx = Pick<Ctx, 'db' | 'now' | 'newId' | 'log' | 'keys' | 'outgoing'>;

/** For figures: what an attempt came to, and what was given up without one. */
export interface DeliveryObserver {
  attempted(outcome: 'delivered' | 'retry' | 'given_up', seconds: number): void;
  gaveUp(count: number): void;
  tookOver(count: number): void;
  waiting(figures: DeliveryFigures): void;
}

export interface DeliveryWorkerOptions {
  readonly formats: NotificationFormats;
  /** For hearing of new deliveries at once; without it they are found by looking. */
  readonly connection?: pg.PoolConfig;
  readonly observer?: DeliveryObserver;
  readonly pollMs?: number;
}

export interface DeliveryWorker {
  /** Claims nothing more, waits for what is under way (at most 11 s), records it, and gives the rest back. */
  stop(): Promise<void>;
}

/** A claimed delivery with its bytes, on its way to its endpoint. */
interface Ready {
  readonly delivery: ClaimedDelivery;
  readonly body: Buffer;
  /** When it was claimed, on the clock of `performance.now()`. */
  readonly claimedAtMs: number;
}

const BATCH = 500;
/** What the database has not taken yet; beyond this nothing more is claimed. */
const UNRECORDED = 2000;
const POLL_MS = 1000;
/** While an endpoint with a rate has more to come: several looks a second. */
const PACED_POLL_MS = 100;
/** Between two claims, so that freed places are filled by the handful. */
const CLAIM_SPACING_MS = 5;
const GIVE_UP_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 15_000;
const RECORD_AT_STOP_MS = 3000;
/** An endpoint that takes longer does not get more at once. */
const PROMPT_MS = 2000;
/** A call that began later could outlast its lease of 60 seconds. */
const LAST_START_MS = 45_000;
/** A success of an endpoint that has no failures is news this often. */
const NEWS_EVERY_MS = 5000;

export function startDeliveryWorker(ctx: DeliveryCtx, options: DeliveryWorkerOptions): DeliveryWorker {
  const worker = ctx.newId();
  const recorder = createDeliveryRecorder(ctx, worker, letGo);
  const bell = createBell();
  const lanes = createEndpointLanes<Ready>({ call, giveBack });
  /** Everything claimed and neither recorded nor given back: what a lease that seems over must not double. */
  const held = new Set<string>();
  const beginning = new Set<Promise<void>>();
  const isNews = createNews();
  let stopping = false;
  let pacedUntilMs = 0;

  function letGo(deliveries: readonly { readonly id: string }[]): void {
    for (const { id } of deliveries) held.delete(id);
  }

  function giveBack(items: readonly Ready[]): void {
    const deliveries = items.map(({ delivery }) => delivery);
    if (deliveries.length === 0) return;
    // Before they are free: a claim may have them again before this one hears that they are.
    letGo(deliveries);
    const given = giveBackDeliveries(ctx.db, worker, deliveries).catch((error: unknown) =>
      ctx.log.warn('deliveries not given back', { error, count: deliveries.length }),
    );
    track(given);
  }

  function track(work: Promise<void>): void {
    beginning.add(work);
    void work.finally(() => beginning.delete(work));
  }

  async function call(item: Ready): Promise<CallEnd> {
    const { delivery, body, claimedAtMs } = item;
    const waitedMs = performance.now() - claimedAtMs;
    if (waitedMs > LAST_START_MS) {
      giveBack([item]);
      return { prompt: false, ms: 0 };
    }
    try {
      const at = new Date(delivery.claimedAt.getTime() + waitedMs);
      const sent = await attemptDelivery(ctx, delivery, body, { at, random: newFraction() });
      recorder.add(sent.record, outcomeOf(delivery, sent, isNews));
      tell(ctx, options, delivery, sent);
      return callEnd(sent.result);
    } catch (error) {
      // Not the peer's doing, for example a secret that does not open. The lease ends by itself, the window in the end.
      ctx.log.error('delivery not attempted', { accountId: delivery.accountId, resourceId: delivery.id, error });
      letGo([delivery]);
      return { prompt: false, ms: 0 };
    } finally {
      bell.ring();
    }
  }

  /** Stores the bytes of those that have none, then sends; what nothing is sent for any more is closed. */
  async function begin(claimed: readonly ClaimedDelivery[], claimedAtMs: number): Promise<void> {
    const isOpen = (delivery: ClaimedDelivery) =>
      delivery.wanted && (delivery.manual || mayStartAttempt(delivery.createdAt, delivery.claimedAt));
    const over = claimed.filter((delivery) => !isOpen(delivery));
    for (const delivery of over) {
      lanes.release(delivery.webhookId);
      recorder.add(givenUp(delivery));
    }
    if (over.length > 0) options.observer?.gaveUp(over.length);
    const ready = claimed.filter(isOpen).map((delivery) => {
      const body = delivery.body ?? options.formats[delivery.interface](delivery);
      return { delivery, body, claimedAtMs };
    });
    const fresh = ready.filter(({ delivery }) => delivery.body === null);
    try {
      if (fresh.length > 0) {
        const bodies = fresh.map(({ delivery: { accountId, id }, body }) => ({ accountId, id, body }));
        await keepBodies(ctx.db, worker, bodies);
      }
    } catch (error) {
      ctx.log.warn('bodies not stored', { error, count: fresh.length });
      for (const { delivery } of ready) lanes.release(delivery.webhookId);
      giveBack(ready);
      return;
    }
    for (const item of ready) lanes.add(item.delivery.webhookId, item);
    if (stopping) giveBack(lanes.drain());
  }

  function take(claimed: readonly ClaimedDelivery[], claimedAtMs: number): void {
    // What we hold already only seemed to be free, because the database's clock has jumped: its lease is longer now.
    const mine = claimed.filter(({ id }) => !held.has(id));
    for (const { id, webhookId } of mine) {
      held.add(id);
      lanes.reserve(webhookId);
    }
    const takenOver = mine.filter((delivery) => delivery.takenOver).length;
    if (takenOver > 0) {
      ctx.log.warn('leases of other workers taken over', { count: takenOver });
      options.observer?.tookOver(takenOver);
    }
    if (mine.some(({ maxPerSecond }) => maxPerSecond !== null)) pacedUntilMs = claimedAtMs + 2 * POLL_MS;
    if (mine.length > 0) track(begin(mine, claimedAtMs));
  }

  /** One claim; returns where the next begins, and whether it should be at once. */
  async function round(after: ClaimCursor): Promise<{ readonly next: ClaimCursor; readonly more: boolean }> {
    const room = lanes.room();
    const atMost = Math.min(BATCH, room.total);
    // Many small claims would cost more than they bring.
    const isFull = room.total < BATCH / 2;
    // What is sent and not recorded must not be claimed again when its lease has lapsed meanwhile: first the records.
    if (isFull || recorder.waiting >= UNRECORDED || recorder.isBehind) return { next: after, more: false };
    const claimedAtMs = performance.now();
    const { newcomer: atMostPerEndpoint, limits } = room;
    const claimed = await claimDeliveries(ctx.db, { worker, after, atMost, atMostPerEndpoint, limits });
    take(claimed, claimedAtMs);
    if (claimed.length === atMost) return { next: lastEndpoint(claimed), more: true };
    // The round is over; those before its start have not been looked at yet.
    return { next: firstEndpoint, more: after !== firstEndpoint };
  }

  async function giveUpOld(): Promise<void> {
    for (let count = BATCH; count === BATCH && !stopping; ) {
      const claimedAtMs = performance.now();
      const claimed = await claimDeliveriesToGiveUp(ctx.db, { worker, atMost: BATCH, windowSeconds: lastStartSeconds });
      take(claimed, claimedAtMs);
      count = claimed.length;
    }
  }

  async function run(): Promise<void> {
    let at = firstEndpoint;
    while (!stopping) {
      bell.reset();
      const { next, more } = await round(at).catch((error: unknown) => {
        ctx.log.warn('deliveries not claimed', { error });
        return { next: firstEndpoint, more: false };
      });
      at = next;
      const { pollMs = POLL_MS } = options;
      if (!more) await bell.wait(performance.now() < pacedUntilMs ? Math.min(pollMs, PACED_POLL_MS) : pollMs);
      if (!stopping) await sleep(CLAIM_SPACING_MS);
    }
  }

  const { connection } = options;
  const heard =
    connection === undefined
      ? undefined
      : hearNotifications({ connection, log: ctx.log, channels: { webhook_deliveries: bell.ring } });
  const running = run();
  const { observer } = options;
  const tasks = [
    repeat(GIVE_UP_EVERY_MS, ctx.log, 'give_up_deliveries', giveUpOld),
    repeat(LOOK_EVERY_MS, ctx.log, 'watch_late_deliveries', () => watchLateDeliveries(ctx, observer?.waiting)),
  ];
  return {
    async stop() {
      stopping = true;
      bell.ring();
      giveBack(lanes.drain());
      await Promise.all([heard?.stop(), running, ...tasks.map((task) => task.stop())]);
      while (beginning.size > 0) await Promise.all(beginning);
      await lanes.idle();
      await recorder.finish(RECORD_AT_STOP_MS);
    },
  };
}

/** In the order of the claim's index: text compares as the database compares ids. */
function lastEndpoint(claimed: readonly ClaimedDelivery[]): ClaimCursor {
  return claimed.reduce<ClaimCursor>(
    (last, { accountId, webhookId }) =>
      accountId + webhookId > last.accountId + last.webhookId ? { accountId, webhookId } : last,
    firstEndpoint,
  );
}

/** Whether a success of this endpoint is to be noted: of one that does well, now and then. */
function createNews(): (webhookId: string) => boolean {
  let noted = new Set<string>();
  let since = performance.now();
  return (webhookId) => {
    if (performance.now() - since > NEWS_EVERY_MS) {
      noted = new Set();
      since = performance.now();
    }
    if (noted.has(webhookId)) return false;
    noted.add(webhookId);
    return true;
  };
}

function callEnd({ outcome, timings }: PostResult): CallEnd {
  const { dnsMs, connectMs, tlsMs, firstByteMs, totalMs } = timings;
  const ms = (firstByteMs ?? totalMs) - (dnsMs ?? 0) - (connectMs ?? 0) - (tlsMs ?? 0);
  return { prompt: outcome === 'answered' && totalMs < PROMPT_MS, ms };
}

function outcomeOf(
  delivery: ClaimedDelivery,
  { record, result }: Sent,
  isNews: (webhookId: string) => boolean,
): NotedOutcome | undefined {
  const { accountId, webhookId, failures, probe } = delivery;
  const { attempt, status } = record;
  if (attempt === null) return undefined;
  const acknowledged = status === 'delivered';
  if (acknowledged && failures === 0 && !isNews(webhookId)) return undefined;
  const { startedAt } = attempt;
  const endedAt = new Date(startedAt.getTime() + result.timings.totalMs);
  return { accountId, webhookId, acknowledged, startedAt, endedAt, probe, random: newFraction() };
}

function tell(ctx: DeliveryCtx, options: DeliveryWorkerOptions, delivery: ClaimedDelivery, sent: Sent): void {
  const { record, result } = sent;
  const outcome = record.status === 'due' ? 'retry' : record.status === 'delivered' ? 'delivered' : 'given_up';
  options.observer?.attempted(outcome, result.timings.totalMs / 1000);
  ctx.log.info('delivery attempt', {
    accountId: delivery.accountId,
    environment: delivery.environment,
    resourceId: delivery.id,
    attempt: delivery.attempts + 1,
    durationMs: Math.round(result.timings.totalMs),
    ...(result.outcome === 'answered' ? { status: result.status } : { reason: result.reason }),
  });
}
