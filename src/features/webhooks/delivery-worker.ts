// Delivers what is due: claims a batch under a lease, stores the bytes, sends without any open transaction, records.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Ctx } from '../../context.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { hearNotifications } from '../../platform/db/notifications.ts';
import { newFraction } from '../../platform/encryption/random.ts';
import { repeat, waitAtMost } from '../../platform/periodic.ts';
import { callEnd, outcomeOf } from './attempt-outcome.ts';
import { createBell } from './bell.ts';
import { attemptDelivery, givenUp, isOpen, manualFailure } from './delivery-attempt.ts';
import {
  type ClaimCursor,
  type Claimed,
  type ClaimedDelivery,
  claimDeliveries,
  claimDeliveriesToGiveUp,
  firstEndpoint,
} from './delivery-claim-store.ts';
import { createDeliveryClock } from './delivery-clock.ts';
import { type DeliveryObserver, tellObserver, tellOfAttempt } from './delivery-observer.ts';
import { createDeliveryRecorder } from './delivery-recorder.ts';
import { type DeliveryRecord, giveBackDeliveries, giveBackUnheld, keepBodies } from './delivery-store.ts';
import { type CallEnd, createEndpointLanes } from './endpoint-lanes.ts';
import { createEndpointNews } from './endpoint-news.ts';
import { watchLateDeliveries } from './late-deliveries.ts';
import type { NotificationFormats } from './notification-format.ts';
import { isTooLate, keptBody, type Ready } from './ready-delivery.ts';
import { createWorkerLife } from './worker-life.ts';

export type DeliveryCtx = Pick<Ctx, 'db' | 'now' | 'newId' | 'log' | 'keys' | 'outgoing'>;

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

/** Larger ones are begun in one go, and whoever asks the API meanwhile waits for that. */
const BATCH = 200;
/** What the database has not taken yet; beyond this nothing more is claimed. */
const UNRECORDED = 2000;
const POLL_MS = 1000;
/** While an endpoint with a rate has more to come: several looks a second. */
const PACED_POLL_MS = 100;
/** Between two claims, so that freed places are filled by the handful. */
const CLAIM_SPACING_MS = 5;
const GIVE_UP_EVERY_MS = 5000;
const CLOCK_EVERY_MS = 1000;
const LOOK_EVERY_MS = 15_000;
const LIFE_EVERY_MS = 1000;
const RECORD_AT_STOP_MS = 3000;
/** Then what is under way has surely ended: a database that does not answer holds up no stop. */
const STOP_AT_MOST_MS = 13_500;
/** Until then what was leased without our knowledge can be told from what we are about to be told of. */
const LOST_TRACK_MS = 6000;

export function startDeliveryWorker(ctx: DeliveryCtx, options: DeliveryWorkerOptions): DeliveryWorker {
  const worker = ctx.newId();
  const recorder = createDeliveryRecorder(ctx, worker, recorded);
  const clock = createDeliveryClock(ctx);
  const bell = createBell();
  const life = createWorkerLife(ctx, worker, bell.ring);
  const lanes = createEndpointLanes<Ready>({
    call,
    giveBack: (items) => giveBack(items.map(({ delivery }) => delivery)),
  });
  /** Everything claimed and neither recorded nor given back: what a lease that seems over must not double. */
  const held = new Set<string>();
  const beginning = new Set<Promise<void>>();
  /** For each claim under way, what was recorded meanwhile: it may have been claimed before, and is let go already. */
  const recordedMeanwhile = new Set<Set<string>>();
  const news = createEndpointNews();
  const us = () => ({ worker, expectedNow: clock.expected() });
  let stopping = false;
  /** When a statement last failed after which we may lease what we do not know of. */
  let lostTrackAtMs: number | undefined;
  let pacedUntilMs = 0;
  /** To be given back: their turn came too late, or the database was away. */
  const unsent: ClaimedDelivery[] = [];

  function letGo(deliveries: readonly { readonly id: string }[]): void {
    for (const { id } of deliveries) held.delete(id);
  }

  function recorded(deliveries: readonly { readonly id: string }[]): void {
    letGo(deliveries);
    for (const ids of recordedMeanwhile) for (const { id } of deliveries) ids.add(id);
    // What waited for it, as later events of a check do, may go out.
    bell.ring();
  }

  function giveBack(deliveries: readonly Pick<ClaimedDelivery, 'accountId' | 'id'>[]): void {
    if (deliveries.length === 0) return;
    // Before they are free: a claim may have them again before this one hears that they are.
    letGo(deliveries);
    const given = giveBackDeliveries(ctx.db, worker, deliveries).catch((error: unknown) => {
      lostTrackAtMs = performance.now();
      ctx.log.warn('deliveries not given back', { error, count: deliveries.length });
    });
    track(given);
  }

  function track(work: Promise<void>): void {
    beginning.add(work);
    void work.finally(() => beginning.delete(work));
  }

  function giveBackUnsent(delivery: ClaimedDelivery): undefined {
    if (unsent.push(delivery) === 1) setImmediate(giveBackAllUnsent);
  }

  function giveBackAllUnsent(): void {
    if (unsent.length > 0) ctx.log.warn('deliveries given back unsent', { count: unsent.length });
    giveBack(unsent.splice(0));
  }

  async function call(ready: Ready): Promise<CallEnd | undefined> {
    const { delivery, body, claimedAtMs } = ready;
    const nowMs = performance.now();
    const at = new Date(delivery.claimedAt.getTime() + nowMs - claimedAtMs);
    if (isTooLate(ready, nowMs)) return giveBackUnsent(delivery);
    if (!isOpen(delivery, at)) {
      giveUp([delivery]);
      return undefined;
    }
    try {
      const sent = await attemptDelivery(ctx, delivery, body, { at, random: newFraction() });
      recorder.add(sent.record, outcomeOf(delivery, sent, news));
      tellOfAttempt(ctx.log, options.observer, delivery, sent);
      return callEnd(sent.result);
    } catch (error) {
      // Not the peer's doing: no key could be read, and nothing was sent.
      if (isDatabaseAway(error)) return giveBackUnsent(delivery);
      // For example a secret that does not open. The lease ends by itself, the window in the end; what was asked for by hand
      // has none.
      ctx.log.error('delivery not attempted', { accountId: delivery.accountId, resourceId: delivery.id, error });
      if (delivery.manual) end(delivery, manualFailure(delivery, delivery.claimedAt));
      else letGo([delivery]);
      return undefined;
    } finally {
      bell.ring();
    }
  }

  function giveUp(over: readonly ClaimedDelivery[]): void {
    for (const delivery of over) end(delivery, givenUp(delivery));
  }

  /** Without an attempt. */
  function end(delivery: ClaimedDelivery, record: DeliveryRecord): void {
    recorder.add(record);
    tellObserver(options.observer, delivery, record);
  }

  /** Undefined where its bytes cannot be made: the lease ends by itself, the window in the end. */
  function readyOf(delivery: ClaimedDelivery, times: Pick<Ready, 'claimedAtMs' | 'readAtMs'>): Ready | undefined {
    try {
      const body = delivery.body ?? options.formats[delivery.interface](delivery);
      return { delivery, body, ...times };
    } catch (error) {
      ctx.log.error('delivery not written', { accountId: delivery.accountId, resourceId: delivery.id, error });
      letGo([delivery]);
      return undefined;
    }
  }

  /** Stores the bytes of those that have none, then sends; what nothing is sent for any more is closed. */
  async function begin(claimed: readonly ClaimedDelivery[], claimedAtMs: number): Promise<void> {
    const times = { claimedAtMs, readAtMs: performance.now() };
    giveUp(claimed.filter((delivery) => !isOpen(delivery, delivery.claimedAt)));
    const ready = claimed
      .filter((delivery) => isOpen(delivery, delivery.claimedAt))
      .map((delivery) => readyOf(delivery, times))
      .filter((item) => item !== undefined);
    const going = (await keepFresh(ready)) && !stopping ? ready : [];
    const goes = new Set(going.map(({ delivery }) => delivery));
    for (const delivery of claimed) if (!goes.has(delivery)) lanes.release(delivery.webhookId);
    if (going.length === 0) giveBack(ready.map(({ delivery }) => delivery));
    for (const item of going) lanes.add(item.delivery.webhookId, item);
  }

  /** Whether the database has what is to be sent. */
  async function keepFresh(ready: readonly Ready[]): Promise<boolean> {
    const fresh = ready.filter(({ delivery }) => delivery.body === null);
    if (fresh.length === 0) return true;
    return keepBodies(ctx.db, worker, fresh.map(keptBody)).then(
      () => true,
      (error: unknown) => {
        ctx.log.warn('bodies not stored', { error, count: fresh.length });
        return false;
      },
    );
  }

  /** What `ask` claims, taken: what we hold, or have just recorded, only seemed to be free because its lease has lapsed. */
  async function claim(ask: () => Promise<Claimed>): Promise<Claimed> {
    const claimedAtMs = performance.now();
    const meanwhile = new Set<string>();
    recordedMeanwhile.add(meanwhile);
    try {
      const claimed = await ask();
      const { deliveries, unread, passedOver } = claimed;
      if (passedOver) paceUntil(performance.now() + POLL_MS);
      const ours = deliveries.filter(({ id }) => !held.has(id));
      // The record has ended the lease again, unless the claim came after it: then it is free for the next one.
      giveBack([...unread.filter(({ id }) => !held.has(id)), ...ours.filter(({ id }) => meanwhile.has(id))]);
      const mine = ours.filter(({ id }) => !meanwhile.has(id));
      take(mine, claimedAtMs);
      return claimed;
    } catch (error) {
      lostTrackAtMs = performance.now();
      throw error;
    } finally {
      recordedMeanwhile.delete(meanwhile);
    }
  }

  function take(mine: readonly ClaimedDelivery[], claimedAtMs: number): void {
    for (const { id, webhookId } of mine) {
      held.add(id);
      lanes.reserve(webhookId);
    }
    const takenOver = mine.filter((delivery) => delivery.takenOver).length;
    if (takenOver > 0) {
      ctx.log.warn('leases of other workers taken over', { count: takenOver });
      options.observer?.tookOver(takenOver);
    }
    if (mine.some(({ maxPerSecond }) => maxPerSecond !== null)) paceUntil(claimedAtMs + 2 * POLL_MS);
    if (mine.length > 0) track(begin(mine, claimedAtMs));
  }

  function paceUntil(ms: number): void {
    pacedUntilMs = Math.max(pacedUntilMs, ms);
  }

  async function findTrack(): Promise<void> {
    if (lostTrackAtMs === undefined || performance.now() - lostTrackAtMs < LOST_TRACK_MS || recordedMeanwhile.size > 0)
      return;
    const lostAtMs = lostTrackAtMs;
    const count = await giveBackUnheld(ctx.db, worker, [...held]);
    // What failed while it ran is looked for again.
    if (lostTrackAtMs === lostAtMs) lostTrackAtMs = undefined;
    if (count > 0) ctx.log.warn('deliveries given back that nobody knew of', { count });
  }

  /** One claim; returns where the next begins, and whether it should be at once. */
  async function round(after: ClaimCursor): Promise<{ readonly next: ClaimCursor; readonly more: boolean }> {
    lanes.giveBackStalled();
    await findTrack();
    const room = lanes.room();
    const atMost = Math.min(BATCH, room.total);
    // Many small claims would cost more than they bring.
    const isFull = room.total < BATCH / 2;
    // What is sent and not recorded must not be claimed again when its lease has lapsed meanwhile: first the records.
    if (isFull || recorder.waiting >= UNRECORDED || recorder.isBehind) return { next: after, more: false };
    const { newcomer: atMostPerEndpoint, limits } = room;
    const ask = { ...us(), after, atMost, atMostPerEndpoint, limits };
    const { picked, last, deliveries } = await claim(() => claimDeliveries(ctx.db, ask));
    if (picked === atMost) return { next: last, more: deliveries.length > 0 };
    // The round is over; those before its start have not been looked at yet.
    return { next: firstEndpoint, more: after !== firstEndpoint };
  }

  async function giveUpOld(): Promise<void> {
    for (let isOver = false; !isOver && !stopping && !recorder.isBehind; ) {
      if (recorder.waiting >= UNRECORDED) {
        await sleep(CLAIM_SPACING_MS);
        continue;
      }
      const { picked, deliveries } = await claim(() => claimDeliveriesToGiveUp(ctx.db, { ...us(), atMost: BATCH }));
      isOver = picked < BATCH || deliveries.length === 0;
    }
  }

  async function run(): Promise<void> {
    const first = Promise.all([clock.look(), life.look()]);
    await first.catch((error: unknown) => ctx.log.warn('the first look failed', { error }));
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
    repeat(CLOCK_EVERY_MS, ctx.log, 'watch_the_clock', clock.look),
    repeat(GIVE_UP_EVERY_MS, ctx.log, 'give_up_deliveries', giveUpOld),
    repeat(LOOK_EVERY_MS, ctx.log, 'watch_late_deliveries', () => watchLateDeliveries(ctx, observer?.waiting)),
  ];
  // To the end: what is under way while we stop must not be given to another.
  const living = repeat(LIFE_EVERY_MS, ctx.log, 'say_that_we_live', life.look);
  const burying = repeat(LIFE_EVERY_MS, ctx.log, 'bury_dead_workers', life.buryDead);

  async function stopCleanly(): Promise<void> {
    stopping = true;
    bell.ring();
    giveBack(lanes.drain().map(({ delivery }) => delivery));
    await Promise.all([heard?.stop(), running, ...tasks.map((task) => task.stop())]);
    while (beginning.size > 0) await Promise.all(beginning);
    await lanes.idle();
    giveBackAllUnsent();
    await Promise.all(beginning);
    await recorder.finish(RECORD_AT_STOP_MS);
    await Promise.all([living.stop(), burying.stop()]);
    await life.end();
  }
  return {
    stop: () =>
      waitAtMost(
        STOP_AT_MOST_MS,
        stopCleanly().catch((error: unknown) => ctx.log.warn('not stopped cleanly', { error })),
      ),
  };
}
