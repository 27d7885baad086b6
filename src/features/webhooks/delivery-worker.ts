// Delivers what is due: claims a batch under a lease, stores the bytes, sends without any open transaction, records.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Ctx } from '../../context.ts';
import { hearNotifications } from '../../platform/db/notifications.ts';
import { newFraction } from '../../platform/encryption/random.ts';
import { attemptDelivery, givenUp, type Sent } from './delivery-attempt.ts';
import { createDeliveryRecorder } from './delivery-recorder.ts';
import { mayStartAttempt } from './delivery-schedule.ts';
import {
  type ClaimCursor,
  type ClaimedDelivery,
  claimDeliveries,
  firstEndpoint,
  giveBackDeliveries,
  keepBodies,
} from './delivery-store.ts';
import { createEndpointShares, newcomerShare } from './endpoint-shares.ts';
import type { NotificationFormats } from './notification-format.ts';

export type DeliveryCtx = Pick<Ctx, 'db' | 'now' | 'newId' | 'log' | 'keys' | 'outgoing'>;

export interface DeliveryWorkerOptions {
  readonly formats: NotificationFormats;
  /** For hearing of new deliveries at once; without it they are found by looking. */
  readonly connection?: pg.PoolConfig;
  readonly observe?: (outcome: 'delivered' | 'retry' | 'given_up', seconds: number) => void;
  readonly pollMs?: number;
}

export interface DeliveryWorker {
  /** Claims nothing more, waits for what is under way (at most 11 s), records it, and gives the rest back. */
  stop(): Promise<void>;
}

const BATCH = 250;
/** Calls under way at once: waiting costs a socket and little else. */
const SLOTS = 1024;
/** What the database has not taken yet; beyond this nothing more is sent. */
const UNRECORDED = 2000;
const POLL_MS = 1000;
/** Between two claims, so that freed slots are filled by the handful. */
const CLAIM_SPACING_MS = 5;
const RECORD_AT_STOP_MS = 3000;
/** An endpoint that takes longer does not get more at once. */
const PROMPT_MS = 2000;

export function startDeliveryWorker(ctx: DeliveryCtx, options: DeliveryWorkerOptions): DeliveryWorker {
  const worker = ctx.newId();
  const shares = createEndpointShares();
  const recorder = createDeliveryRecorder(ctx, worker);
  const underWay = new Set<Promise<void>>();
  const bell = createBell();
  let stopping = false;

  async function deliver(delivery: ClaimedDelivery, body: Buffer, claimedAtMs: number): Promise<void> {
    let sent: Sent | undefined;
    try {
      const at = new Date(delivery.claimedAt.getTime() + performance.now() - claimedAtMs);
      sent = await attemptDelivery(ctx, delivery, body, { at, random: newFraction() });
      recorder.add(sent.record);
      tell(ctx, options, delivery, sent);
    } catch (error) {
      // Not the peer's doing, for example a secret that does not open. The lease ends by itself, the window in the end.
      ctx.log.error('delivery not attempted', { accountId: delivery.accountId, resourceId: delivery.id, error });
    } finally {
      const prompt = sent?.result.outcome === 'answered' && sent.result.timings.totalMs < PROMPT_MS;
      shares.ended(delivery.webhookId, prompt);
      bell.ring();
    }
  }

  /** Stores the bytes of those that have none, then sends; what nothing is sent for any more is closed. */
  async function begin(claimed: readonly ClaimedDelivery[], claimedAtMs: number): Promise<void> {
    const isOpen = (delivery: ClaimedDelivery) =>
      delivery.wanted && mayStartAttempt(delivery.createdAt, delivery.claimedAt);
    for (const delivery of claimed) if (!isOpen(delivery)) recorder.add(givenUp(delivery));
    const ready = claimed.filter(isOpen).map((delivery) => ({
      ...delivery,
      body: delivery.body ?? options.formats[delivery.interface](delivery),
      isNew: delivery.body === null,
    }));
    try {
      const fresh = ready.filter(({ isNew }) => isNew);
      if (fresh.length > 0) await keepBodies(ctx.db, worker, fresh);
      if (stopping) await giveBackDeliveries(ctx.db, worker, ready);
    } catch (error) {
      await giveBackDeliveries(ctx.db, worker, ready).catch(() => undefined);
      throw error;
    }
    if (stopping) return;
    for (const delivery of ready) {
      shares.started(delivery.webhookId);
      const call = deliver(delivery, delivery.body, claimedAtMs);
      underWay.add(call);
      void call.finally(() => underWay.delete(call));
    }
  }

  /** One claim; returns where the next begins, and whether it should be at once. */
  async function round(after: ClaimCursor): Promise<{ readonly next: ClaimCursor; readonly more: boolean }> {
    const atMost = Math.min(BATCH, SLOTS - underWay.size);
    // What is sent and not recorded must not be claimed again when its lease has lapsed meanwhile: first the records.
    const mustWait = atMost <= 0 || recorder.waiting >= UNRECORDED || recorder.isBehind;
    if (mustWait) return { next: after, more: false };
    const limits = shares.room();
    const claimedAtMs = performance.now();
    const claimed = await claimDeliveries(ctx.db, {
      worker,
      after,
      atMost,
      atMostPerEndpoint: newcomerShare,
      limits,
    });
    await begin(claimed, claimedAtMs);
    if (claimed.length === atMost) return { next: lastEndpoint(claimed), more: true };
    // The round is over; those before its start have not been looked at yet.
    return { next: firstEndpoint, more: after !== firstEndpoint };
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
      if (!more) await bell.wait(options.pollMs ?? POLL_MS);
      await sleep(CLAIM_SPACING_MS);
    }
  }

  const { connection } = options;
  const heard =
    connection === undefined
      ? undefined
      : hearNotifications({ connection, log: ctx.log, channels: { webhook_deliveries: bell.ring } });
  const running = run();
  return {
    async stop() {
      stopping = true;
      bell.ring();
      await Promise.all([heard?.stop(), running]);
      await Promise.all(underWay);
      await recorder.finish(RECORD_AT_STOP_MS);
    },
  };
}

/** Wakes whoever waits, or the next one who would. */
function createBell() {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    reset() {
      rung = false;
    },
    wait(ms: number): Promise<void> {
      if (rung) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
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

function tell(ctx: DeliveryCtx, options: DeliveryWorkerOptions, delivery: ClaimedDelivery, sent: Sent): void {
  const { record, result } = sent;
  const outcome = record.status === 'due' ? 'retry' : record.status === 'delivered' ? 'delivered' : 'given_up';
  options.observe?.(outcome, result.timings.totalMs / 1000);
  ctx.log.info('delivery attempt', {
    accountId: delivery.accountId,
    environment: delivery.environment,
    resourceId: delivery.id,
    attempt: delivery.attempts + 1,
    durationMs: Math.round(result.timings.totalMs),
    ...(result.outcome === 'answered' ? { status: result.status } : { reason: result.reason }),
  });
}
