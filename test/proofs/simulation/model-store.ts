// The rules of the statements in delivery-store.ts as plain code on a virtual clock, so that ten thousand histories take seconds.
import { afterOutcome, type EndpointHealth, healthy } from '../../../src/features/webhooks/breaker-rules.ts';
import type { Claim } from '../../../src/features/webhooks/delivery-claim-store.ts';
import type { DeliveryRecord } from '../../../src/features/webhooks/delivery-store.ts';
import type { DeliveryKey, SimulatedDelivery, SimulatedStore, SimulatedWebhook, StoreFault } from './delivery-store.ts';

const leaseMs = 60_000;
const probeMs = 20_000;
const account = 'account';

interface Row {
  readonly id: string;
  readonly webhookId: string;
  readonly checkId: string;
  readonly ordered: boolean;
  readonly createdAt: number;
  readonly attemptNumbers: number[];
  status: DeliveryRecord['status'];
  dueAt: number;
  attempts: number;
  body: Buffer | null;
  sequence: number | null;
  leasedBy: string | undefined;
  leasedUntil: number;
}

export function modelStore(webhooks: readonly SimulatedWebhook[], fault?: StoreFault): SimulatedStore {
  const rows: Row[] = [];
  let open: Row[] = [];
  const byId = new Map<string, Row>();
  const lastSequences = new Map<string, number>();
  const health = new Map<string, EndpointHealth>(webhooks.map(({ id }) => [id, healthy]));
  let now = Date.UTC(2026, 0, 1);

  const waitsForEarlier = (row: Row) =>
    row.ordered &&
    open.some((other) => other.webhookId === row.webhookId && other.checkId === row.checkId && other.id < row.id);

  const readyAt = (row: Row) => Math.max(row.dueAt, fault === 'claims what is leased' ? 0 : row.leasedUntil);

  const openUntil = (webhookId: string) => health.get(webhookId)?.openUntil?.getTime();

  /** How many deliveries the breaker allows: none while it is open, and then one as a probe. */
  function allowed(webhookId: string): number {
    const until = openUntil(webhookId);
    return until === undefined ? Number.POSITIVE_INFINITY : until > now ? 0 : 1;
  }

  const readyOf = (webhookId: string, ready: readonly Row[]): Row[] =>
    ready.filter((row) => row.webhookId === webhookId && !waitsForEarlier(row)).sort((a, b) => a.dueAt - b.dueAt);

  function lease(row: Row, worker: string): SimulatedDelivery {
    const probe = openUntil(row.webhookId) !== undefined;
    if (probe) health.set(row.webhookId, { ...health.get(row.webhookId)!, openUntil: new Date(now + probeMs) });
    row.leasedBy = worker;
    row.leasedUntil = now + leaseMs;
    if (fault === 'lease ends at once') row.leasedUntil = now;
    if (fault === 'lease never ends') row.leasedUntil = Number.POSITIVE_INFINITY;
    if (row.sequence === null) {
      row.sequence = (lastSequences.get(row.webhookId) ?? 0) + 1;
      lastSequences.set(row.webhookId, row.sequence);
    }
    const { id, webhookId, checkId, attempts, body } = row;
    const [createdAt, claimedAt] = [new Date(row.createdAt), new Date(now)];
    return { accountId: account, id, webhookId, checkId, attempts, body, createdAt, claimedAt, probe };
  }

  /** Undefined if the worker has lost its lease. */
  const heldBy = (worker: string, { id }: DeliveryKey) => {
    const row = byId.get(id);
    return row?.leasedBy === worker && row.status === 'due' ? row : undefined;
  };

  return {
    webhooks,
    now: () => now,
    async eventOf(checkId) {
      for (const { id: webhookId, ordered } of webhooks) {
        const id = String(rows.length).padStart(6, '0');
        const created = { id, webhookId, checkId, ordered, createdAt: now, dueAt: now, attemptNumbers: [] };
        const row: Row = {
          ...created,
          status: 'due',
          attempts: 0,
          body: null,
          sequence: null,
          leasedBy: undefined,
          leasedUntil: 0,
        };
        rows.push(row);
        open.push(row);
        byId.set(id, row);
      }
    },
    async claim({ worker, after, atMost, atMostPerEndpoint, limits }: Claim) {
      const ready = open.filter((row) => readyAt(row) <= now);
      // The usual case.
      if (ready.length === 0) return [];
      const turn = webhooks.filter(({ id }) => id > after.webhookId);
      const due = turn.flatMap(({ id }) =>
        readyOf(id, ready).slice(0, Math.min(limits.get(id) ?? atMostPerEndpoint, allowed(id))),
      );
      const claimed = due.slice(0, atMost).map((row) => lease(row, worker));
      return claimed.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async storeBodies(worker, bodies) {
      for (const given of bodies) {
        const row = heldBy(worker, given);
        if (row !== undefined) row.body ??= given.body;
      }
    },
    async record(worker, records) {
      for (const given of records) {
        const row = heldBy(worker, given);
        const isNext = given.number === null || given.number === (row?.attempts ?? 0) + 1;
        if (row === undefined || !isNext) continue;
        row.status = given.status;
        row.dueAt = given.dueAt?.getTime() ?? row.dueAt;
        row.attempts = given.number ?? row.attempts;
        if (given.number !== null) row.attemptNumbers.push(given.number);
        row.leasedBy = undefined;
        row.leasedUntil = 0;
      }
      open = open.filter(({ status }) => status === 'due');
    },
    async note(outcomes) {
      for (const { webhookId, ...outcome } of outcomes) {
        health.set(webhookId, afterOutcome(health.get(webhookId)!, outcome));
      }
    },
    async release(worker, deliveries) {
      for (const one of deliveries) {
        const row = heldBy(worker, one);
        if (row === undefined) continue;
        row.leasedBy = undefined;
        row.leasedUntil = 0;
      }
    },
    async reap(worker) {
      for (const row of open)
        if (row.leasedBy === worker || fault === 'reaps a running worker')
          row.leasedUntil = Math.min(row.leasedUntil, now);
    },
    async pass(ms) {
      now += ms;
    },
    async untilNext() {
      const next = open
        .filter((row) => !waitsForEarlier(row))
        .map((row) => Math.max(readyAt(row), openUntil(row.webhookId) ?? 0));
      return next.length === 0 ? undefined : Math.min(...next) - now;
    },
    async rows() {
      return rows;
    },
  };
}
