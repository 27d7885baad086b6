// Sends due deliveries: claims a batch under a lease, stores its bytes, sends with no transaction open, records the outcomes.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Ctx } from '../../context.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { listenForNotifications } from '../../platform/db/notifications.ts';
import { newFraction } from '../../platform/encryption/random.ts';
import { repeat, waitAtMost } from '../../platform/periodic.ts';
import { callResultOf, endpointAttemptOf } from './attempt-outcome.ts';
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
import { createDeliveryNotifier } from './delivery-notifier.ts';
import { type DeliveryObserver, observeAttempt, observeRecord } from './delivery-observer.ts';
import { createDeliveryRecorder } from './delivery-recorder.ts';
import { type DeliveryRecord, releaseDeliveries, releaseUntracked, storeBodies } from './delivery-store.ts';
import { type CallResult, createEndpointConcurrency } from './endpoint-concurrency.ts';
import { watchLateDeliveries } from './late-deliveries.ts';
import type { NotificationFormats } from './notification-format.ts';
import { createOutcomeFilter } from './outcome-filter.ts';
import { bodyToStore, isTooLate, type PreparedDelivery } from './prepared-delivery.ts';
import { type Beating, createWorkerHeartbeat } from './worker-heartbeat.ts';

export type DeliveryCtx = Pick<Ctx, 'db' | 'now' | 'newId' | 'log' | 'keys' | 'outgoing'>;

/** Functions that a worker is made of; a proof replaces one to plant a fault. */
export const deliverySteps = { attemptDelivery, claimDeliveries, createDeliveryRecorder, isOpen };
export type DeliverySteps = typeof deliverySteps;

export interface DeliveryWorkerOptions {
  readonly formats: NotificationFormats;
  /** To be notified of new deliveries at once; without it they are found by polling. */
  readonly connection?: pg.PoolConfig;
  readonly observer?: DeliveryObserver;
  readonly pollMs?: number;
  readonly place?: Beating['place'];
  readonly steps?: Partial<DeliverySteps> | undefined;
}

export interface DeliveryWorker {
  /** Claims nothing more, waits for the running calls (at most 11 s), records them, and releases the other deliveries. */
  stop(): Promise<void>;
}

/** A larger batch would keep the process busy for so long that API requests wait. */
const BATCH = 200;
/** Claims stop while so many outcomes wait to be recorded. */
const UNRECORDED_AT_MOST = 2000;
const POLL_MS = 1000;
/** While an endpoint with a rate limit has more deliveries: several claims a second. */
const RATE_LIMITED_POLL_MS = 100;
/** Between two claims, so that each claim fills several free slots. */
const CLAIM_SPACING_MS = 5;
const GIVE_UP_EVERY_MS = 5000;
const CLOCK_EVERY_MS = 1000;
const LATE_CHECK_EVERY_MS = 15_000;
const HEARTBEAT_EVERY_MS = 1000;
const RECORD_AT_STOP_MS = 3000;
/** By then every call has ended: a database that does not answer must not delay the stop further. */
const STOP_AT_MOST_MS = 13_500;
/** A lease of ours that is older, and that no claim has told us of, is one whose claim failed on its way to us. */
const UNTRACKED_AFTER_MS = 6000;

export function startDeliveryWorker(ctx: DeliveryCtx, options: DeliveryWorkerOptions): DeliveryWorker {
  const worker = ctx.newId();
  const steps = { ...deliverySteps, ...options.steps };
  const recorder = steps.createDeliveryRecorder(ctx, worker, onRecorded);
  const clock = createDeliveryClock(ctx);
  const notifier = createDeliveryNotifier();
  const heartbeat = createWorkerHeartbeat(ctx, { worker, place: options.place }, notifier.notify);
  const concurrency = createEndpointConcurrency<PreparedDelivery>({
    call,
    release: (items) => release(items.map(({ delivery }) => delivery)),
  });
  /** Ids of deliveries that are claimed and neither recorded nor released. One of them is never sent twice, even if its lease ends. */
  const tracked = new Set<string>();
  const pending = new Set<Promise<void>>();
  /** For each running claim, the ids recorded since it started: its result may contain them although they are finished. */
  const recordedDuringClaims = new Set<Set<string>>();
  const outcomeFilter = createOutcomeFilter();
  const claimant = () => ({ worker, expectedNow: clock.expected() });
  let stopping = false;
  /** When a statement last failed that may have left us leases that we do not track. */
  let untrackedSinceMs: number | undefined;
  let rateLimitedUntilMs = 0;
  /** To be released, because their turn came too late or the database was away. */
  const unsent: ClaimedDelivery[] = [];

  function untrack(deliveries: readonly { readonly id: string }[]): void {
    for (const { id } of deliveries) tracked.delete(id);
  }

  function onRecorded(deliveries: readonly { readonly id: string }[]): void {
    untrack(deliveries);
    for (const ids of recordedDuringClaims) for (const { id } of deliveries) ids.add(id);
    // Later notifications of the same check may have waited for these.
    notifier.notify();
  }

  function release(deliveries: readonly Pick<ClaimedDelivery, 'accountId' | 'id'>[]): void {
    if (deliveries.length === 0) return;
    // Before the statement: another claim of ours may lease them again before we learn that they are released.
    untrack(deliveries);
    const released = releaseDeliveries(ctx.db, worker, deliveries).catch((error: unknown) => {
      untrackedSinceMs = performance.now();
      ctx.log.warn('deliveries not released', { error, count: deliveries.length });
    });
    waitForAtStop(released);
  }

  function waitForAtStop(work: Promise<void>): void {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  function releaseUnsent(delivery: ClaimedDelivery): undefined {
    if (unsent.push(delivery) === 1) setImmediate(releaseAllUnsent);
  }

  function releaseAllUnsent(): void {
    if (unsent.length > 0) ctx.log.warn('deliveries released unsent', { count: unsent.length });
    release(unsent.splice(0));
  }

  async function call(prepared: PreparedDelivery): Promise<CallResult | undefined> {
    const { delivery, body, claimedAtMs } = prepared;
    const nowMs = performance.now();
    const at = new Date(delivery.claimedAt.getTime() + nowMs - claimedAtMs);
    if (isTooLate(prepared, nowMs)) return releaseUnsent(delivery);
    if (!steps.isOpen(delivery, at)) {
      giveUp([delivery]);
      return undefined;
    }
    try {
      const sent = await steps.attemptDelivery(ctx, delivery, body, { at, random: newFraction() });
      recorder.add(sent.record, endpointAttemptOf(delivery, sent, outcomeFilter));
      observeAttempt(ctx.log, options.observer, delivery, sent);
      return callResultOf(sent.result);
    } catch (error) {
      // The account's key could not be read, and nothing was sent: the endpoint is not at fault.
      if (isDatabaseAway(error)) return releaseUnsent(delivery);
      // Nobody is waiting for an automatic attempt: its lease ends and it is claimed again, until its window is over. A manual
      // attempt has no window, so it fails at once.
      ctx.log.error('delivery not attempted', { accountId: delivery.accountId, resourceId: delivery.id, error });
      if (delivery.manual) end(delivery, manualFailure(delivery, delivery.claimedAt));
      else untrack([delivery]);
      return undefined;
    } finally {
      notifier.notify();
    }
  }

  function giveUp(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) end(delivery, givenUp(delivery));
  }

  /** Ends a delivery without an attempt. */
  function end(delivery: ClaimedDelivery, record: DeliveryRecord): void {
    recorder.add(record);
    observeRecord(options.observer, delivery, record);
  }

  /** Undefined where its body cannot be written: it is claimed again after its lease, until its window is over. */
  function prepare(
    delivery: ClaimedDelivery,
    times: Pick<PreparedDelivery, 'claimedAtMs' | 'readAtMs'>,
  ): PreparedDelivery | undefined {
    try {
      const body = delivery.body ?? options.formats[delivery.interface](delivery);
      return { delivery, body, ...times };
    } catch (error) {
      ctx.log.error('delivery not written', { accountId: delivery.accountId, resourceId: delivery.id, error });
      untrack([delivery]);
      return undefined;
    }
  }

  /** Stores the bodies that are new, then enqueues the calls; deliveries that must not be sent any more are given up. */
  async function begin(claimed: readonly ClaimedDelivery[], claimedAtMs: number): Promise<void> {
    const times = { claimedAtMs, readAtMs: performance.now() };
    const isOpen = (delivery: ClaimedDelivery) => steps.isOpen(delivery, delivery.claimedAt);
    giveUp(claimed.filter((delivery) => !isOpen(delivery)));
    const prepared = claimed
      .filter(isOpen)
      .map((delivery) => prepare(delivery, times))
      .filter((item) => item !== undefined);
    const toSend = (await storeNewBodies(prepared)) && !stopping ? prepared : [];
    const sending = new Set(toSend.map(({ delivery }) => delivery));
    for (const delivery of claimed) if (!sending.has(delivery)) concurrency.free(delivery.webhookId);
    if (toSend.length === 0) release(prepared.map(({ delivery }) => delivery));
    for (const item of toSend) concurrency.enqueue(item.delivery.webhookId, item);
  }

  /** Returns whether the database has every body that is to be sent. */
  async function storeNewBodies(prepared: readonly PreparedDelivery[]): Promise<boolean> {
    const unstored = prepared.filter(({ delivery }) => delivery.body === null);
    if (unstored.length === 0) return true;
    return storeBodies(ctx.db, worker, unstored.map(bodyToStore)).then(
      () => true,
      (error: unknown) => {
        ctx.log.warn('bodies not stored', { error, count: unstored.length });
        return false;
      },
    );
  }

  /** Runs a claim, and begins the deliveries that it leased, except those that we track or have just recorded. */
  async function claim(runClaim: () => Promise<Claimed>): Promise<Claimed> {
    const claimedAtMs = performance.now();
    const recordedMeanwhile = new Set<string>();
    recordedDuringClaims.add(recordedMeanwhile);
    try {
      const claimed = await runClaim();
      const { deliveries, unread, skippedLocked } = claimed;
      if (skippedLocked) pollOftenUntil(performance.now() + POLL_MS);
      // A tracked delivery was leased again because its lease had ended.
      const untracked = deliveries.filter(({ id }) => !tracked.has(id));
      // Recording ends a lease; if the claim came after the record, it leased the delivery again.
      release([
        ...unread.filter(({ id }) => !tracked.has(id)),
        ...untracked.filter(({ id }) => recordedMeanwhile.has(id)),
      ]);
      const toBegin = untracked.filter(({ id }) => !recordedMeanwhile.has(id));
      take(toBegin, claimedAtMs);
      return claimed;
    } catch (error) {
      untrackedSinceMs = performance.now();
      throw error;
    } finally {
      recordedDuringClaims.delete(recordedMeanwhile);
    }
  }

  function take(deliveries: readonly ClaimedDelivery[], claimedAtMs: number): void {
    for (const { id, webhookId } of deliveries) {
      tracked.add(id);
      concurrency.reserve(webhookId);
    }
    const takenOver = deliveries.filter((delivery) => delivery.takenOver).length;
    if (takenOver > 0) {
      ctx.log.warn('leases of other workers taken over', { count: takenOver });
      options.observer?.tookOver(takenOver);
    }
    if (deliveries.some(({ maxPerSecond }) => maxPerSecond !== null)) pollOftenUntil(claimedAtMs + 2 * POLL_MS);
    if (deliveries.length > 0) waitForAtStop(begin(deliveries, claimedAtMs));
  }

  function pollOftenUntil(ms: number): void {
    rateLimitedUntilMs = Math.max(rateLimitedUntilMs, ms);
  }

  /** Releases leases of ours that we do not track, some time after a statement failed that may have left them. */
  async function releaseLost(): Promise<void> {
    if (untrackedSinceMs === undefined || recordedDuringClaims.size > 0) return;
    if (performance.now() - untrackedSinceMs < UNTRACKED_AFTER_MS) return;
    const failedAtMs = untrackedSinceMs;
    const count = await releaseUntracked(ctx.db, worker, [...tracked]);
    // Another statement may have failed meanwhile.
    if (untrackedSinceMs === failedAtMs) untrackedSinceMs = undefined;
    if (count > 0) ctx.log.warn('untracked deliveries released', { count });
  }

  /** Claims once. Returns where the next claim starts, and whether it should follow at once. */
  async function claimNext(after: ClaimCursor): Promise<{ readonly next: ClaimCursor; readonly more: boolean }> {
    concurrency.releaseStalled();
    await releaseLost();
    const { total, unknownEndpoint: atMostPerEndpoint, limits } = concurrency.capacity();
    const atMost = Math.min(BATCH, total);
    // Many small claims would cost more than they gain.
    const isFull = total < BATCH / 2;
    // Unrecorded deliveries must not be claimed again when their leases end: records come first.
    if (isFull || recorder.waiting >= UNRECORDED_AT_MOST || recorder.isBehind) return { next: after, more: false };
    const request = { ...claimant(), after, atMost, atMostPerEndpoint, limits };
    const { examined, last, deliveries } = await claim(() => steps.claimDeliveries(ctx.db, request));
    if (examined === atMost) return { next: last, more: deliveries.length > 0 };
    // All endpoints after the cursor have been examined; those before it have not, unless the claim started at the first.
    return { next: firstEndpoint, more: after !== firstEndpoint };
  }

  async function giveUpOld(): Promise<void> {
    for (let isDone = false; !isDone && !stopping && !recorder.isBehind; ) {
      if (recorder.waiting >= UNRECORDED_AT_MOST) {
        await sleep(CLAIM_SPACING_MS);
        continue;
      }
      const request = { ...claimant(), atMost: BATCH };
      const { examined, deliveries } = await claim(() => claimDeliveriesToGiveUp(ctx.db, request));
      isDone = examined < BATCH || deliveries.length === 0;
    }
  }

  async function claimUntilStopped(): Promise<void> {
    const first = Promise.all([clock.check(), heartbeat.beat()]);
    await first.catch((error: unknown) => ctx.log.warn('first heartbeat or clock check failed', { error }));
    let cursor = firstEndpoint;
    while (!stopping) {
      notifier.reset();
      const { next, more } = await claimNext(cursor).catch((error: unknown) => {
        ctx.log.warn('deliveries not claimed', { error });
        return { next: firstEndpoint, more: false };
      });
      cursor = next;
      const { pollMs = POLL_MS } = options;
      const waitMs = performance.now() < rateLimitedUntilMs ? Math.min(pollMs, RATE_LIMITED_POLL_MS) : pollMs;
      if (!more) await notifier.wait(waitMs);
      if (!stopping) await sleep(CLAIM_SPACING_MS);
    }
  }

  const { connection, observer } = options;
  const channels = { webhook_deliveries: notifier.notify };
  const listening = connection && listenForNotifications({ connection, log: ctx.log, channels });
  const claiming = claimUntilStopped();
  const tasks = [
    repeat(CLOCK_EVERY_MS, ctx.log, 'check_delivery_clock', clock.check),
    repeat(GIVE_UP_EVERY_MS, ctx.log, 'give_up_deliveries', giveUpOld),
    repeat(LATE_CHECK_EVERY_MS, ctx.log, 'watch_late_deliveries', () => watchLateDeliveries(ctx, observer?.waiting)),
  ];
  // Until the end of the stop: other workers must not take over what we are still sending.
  const beating = repeat(HEARTBEAT_EVERY_MS, ctx.log, 'send_worker_heartbeat', heartbeat.beat);
  const reaping = repeat(HEARTBEAT_EVERY_MS, ctx.log, 'reap_expired_workers', heartbeat.reapExpired);

  async function stopCleanly(): Promise<void> {
    stopping = true;
    notifier.notify();
    release(concurrency.drain().map(({ delivery }) => delivery));
    await Promise.all([listening?.stop(), claiming, ...tasks.map((task) => task.stop())]);
    while (pending.size > 0) await Promise.all(pending);
    await concurrency.idle();
    releaseAllUnsent();
    await Promise.all(pending);
    await recorder.finish(RECORD_AT_STOP_MS);
    await Promise.all([beating.stop(), reaping.stop()]);
    await heartbeat.end();
  }
  return {
    stop: () =>
      waitAtMost(
        STOP_AT_MOST_MS,
        stopCleanly().catch((error: unknown) => ctx.log.warn('not stopped cleanly', { error })),
      ),
  };
}
