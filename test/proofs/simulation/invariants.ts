// The invariants of a history, checked on what is visible outside the store: claims, requests, records and the final rows.
import type { DeliveryRecord } from '../../../src/features/webhooks/delivery-store.ts';
import type { DeliveryKey, FinalRow, SimulatedDelivery, SimulatedStore } from './delivery-store.ts';

const hour = 3_600_000;
const leaseMs = 60_000;
const windowMs = 12 * hour;
/** Before this age a delivery must not be given up with fewer than five attempts. */
const givenUpAfterMs = 11.4 * hour;

interface Known {
  readonly webhookId: string;
  readonly checkId: string | null;
  holder: { readonly worker: string; readonly until: number } | undefined;
  body: string | undefined;
  acknowledged: boolean;
  attempts: number;
  finished: boolean;
  finishedAge: number;
}

export interface Invariants {
  readonly violations: readonly string[];
  eventStored(): void;
  /** @param before the store's time just before the claim */
  claimed(worker: string, claimed: readonly SimulatedDelivery[], before: number): void;
  sent(delivery: SimulatedDelivery, startedAt: Date, acknowledged: boolean): void;
  recorded(worker: string, records: readonly DeliveryRecord[]): void;
  released(worker: string, deliveries: readonly DeliveryKey[]): void;
  /** The worker has crashed and was reaped. */
  reaped(worker: string): void;
  stuck(): void;
  checkFinalRows(): Promise<void>;
}

export function createInvariants(store: SimulatedStore): Invariants {
  const violations: string[] = [];
  const known = new Map<string, Known>();
  const createdAt = new Map<string, number>();
  const ordered = new Set(store.webhooks.filter((webhook) => webhook.ordered).map(({ id }) => id));
  let events = 0;

  function checkOrder(delivery: SimulatedDelivery): void {
    if (!ordered.has(delivery.webhookId)) return;
    for (const [id, other] of known) {
      if (other.webhookId !== delivery.webhookId || other.checkId !== delivery.checkId) continue;
      const early = id < delivery.id ? !other.finished : id > delivery.id;
      if (early) violations.push(`order: ${delivery.id} and ${id} of one check`);
    }
  }

  function checkClaim(worker: string, delivery: SimulatedDelivery, before: number): void {
    const { id, webhookId, checkId } = delivery;
    const one = known.get(id) ?? {
      webhookId,
      checkId,
      holder: undefined,
      body: undefined,
      acknowledged: false,
      attempts: 0,
      finished: false,
      finishedAge: 0,
    };
    if (one.finished) violations.push(`claimed after its end: ${id}`);
    if (one.holder !== undefined && one.holder.until > store.now()) {
      violations.push(`claimed under a valid lease: ${id} of ${one.holder.worker} by ${worker}`);
    }
    checkOrder(delivery);
    one.holder = { worker, until: before + leaseMs };
    known.set(id, one);
    createdAt.set(id, delivery.createdAt.getTime() + before - delivery.claimedAt.getTime());
  }

  function checkRow(row: FinalRow): void {
    const { id, status, attempts, attemptNumbers } = row;
    const one = known.get(id);
    if (status === 'due' || one === undefined) violations.push(`lost: ${id} is ${status}, never ended`);
    if (status === 'delivered' && !one?.acknowledged) violations.push(`lost: ${id} was never acknowledged`);
    if (status === 'exhausted' && attempts < 5 && (one?.finishedAge ?? 0) < givenUpAfterMs) {
      violations.push(`lost: ${id} was given up after ${attempts} attempts`);
    }
    if (attempts > 5 || attempts !== attemptNumbers.length || attemptNumbers.some((n, index) => n !== index + 1)) {
      violations.push(`attempts of ${id}: ${attempts}, recorded ${attemptNumbers.join()}`);
    }
  }

  function checkSequences(rows: readonly FinalRow[]): void {
    for (const { id } of store.webhooks) {
      const sequences = rows.filter((row) => row.webhookId === id).map((row) => row.sequence ?? 0);
      const hasGap = sequences.toSorted((a, b) => a - b).some((sequence, index) => sequence !== index + 1);
      if (hasGap) violations.push(`sequence of ${id}: ${sequences.join()}`);
    }
  }

  return {
    violations,
    eventStored() {
      events += 1;
    },
    claimed(worker, claimed, before) {
      for (const delivery of claimed) checkClaim(worker, delivery, before);
    },
    sent({ id, attempts, body, createdAt: due }, startedAt, acknowledged) {
      const one = known.get(id)!;
      const bytes = body?.toString() ?? '';
      if (attempts >= 5) violations.push(`attempt ${attempts + 1} of ${id}`);
      if (startedAt.getTime() - due.getTime() > windowMs) violations.push(`sent after 12 hours: ${id}`);
      if (one.body !== undefined && one.body !== bytes) violations.push(`other bytes: ${id}`);
      one.body = bytes;
      one.acknowledged ||= acknowledged;
    },
    recorded(worker, records) {
      for (const { id, status, number } of records) {
        const one = known.get(id)!;
        // Its lease was lost, or this worker has leased it again and recorded that attempt: the store skips the record.
        if (one.holder?.worker !== worker || (number ?? one.attempts + 1) !== one.attempts + 1) continue;
        one.holder = undefined;
        one.attempts = number ?? one.attempts;
        one.finished = status !== 'due';
        one.finishedAge = store.now() - createdAt.get(id)!;
      }
    },
    released(worker, deliveries) {
      for (const { id } of deliveries) {
        const one = known.get(id)!;
        if (one.holder?.worker === worker) one.holder = undefined;
      }
    },
    reaped(worker) {
      for (const one of known.values()) if (one.holder?.worker === worker) one.holder = undefined;
    },
    stuck() {
      violations.push('stuck: due, and never claimed');
    },
    async checkFinalRows() {
      const rows = await store.rows();
      const expected = events * store.webhooks.length;
      if (rows.length !== expected) violations.push(`lost: ${rows.length} deliveries of ${expected}`);
      for (const row of rows) checkRow(row);
      checkSequences(rows);
    },
  };
}
