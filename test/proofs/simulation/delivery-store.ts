// What the simulation needs of a delivery store: the worker's statements, and a clock that can be moved.
import type { Claim, ClaimedDelivery } from '../../../src/features/webhooks/delivery-claim-store.ts';
import type { DeliveryRecord } from '../../../src/features/webhooks/delivery-store.ts';
import type { EndpointAttempt } from '../../../src/features/webhooks/endpoint-health-store.ts';

export type SimulatedDelivery = Pick<
  ClaimedDelivery,
  'accountId' | 'id' | 'webhookId' | 'attempts' | 'body' | 'createdAt' | 'claimedAt' | 'checkId' | 'probe'
>;

export interface SimulatedWebhook {
  readonly id: string;
  /** Later deliveries of one check wait for earlier ones. */
  readonly ordered: boolean;
}

export interface DeliveryKey {
  readonly accountId: string;
  readonly id: string;
}

/** A row at the end of a history. */
export interface FinalRow {
  readonly id: string;
  readonly webhookId: string;
  readonly status: string;
  readonly attempts: number;
  /** The numbers of its attempts, in order. */
  readonly attemptNumbers: readonly number[];
  readonly sequence: number | null;
}

export interface SimulatedStore {
  readonly webhooks: readonly SimulatedWebhook[];
  /** Milliseconds on the store's clock. */
  now(): number;
  /** Stores an event of the check, and a delivery of it for every webhook. */
  eventOf(checkId: string): Promise<void>;
  claim(claim: Claim): Promise<SimulatedDelivery[]>;
  storeBodies(worker: string, bodies: readonly (DeliveryKey & { readonly body: Buffer })[]): Promise<void>;
  record(worker: string, records: readonly DeliveryRecord[]): Promise<void>;
  /** Updates the health of endpoints by attempts. */
  note(outcomes: readonly EndpointAttempt[]): Promise<void>;
  release(worker: string, deliveries: readonly DeliveryKey[]): Promise<void>;
  /** A worker has crashed and is reaped. */
  reap(worker: string): Promise<void>;
  pass(ms: number): Promise<void>;
  /** How long until something can be claimed: 0 or less if it can be now, undefined if nothing will be. */
  untilNext(): Promise<number | undefined>;
  rows(): Promise<FinalRow[]>;
}

/** Faults that the model can have, to prove that the simulation finds them. */
export type StoreFault = 'lease ends at once' | 'lease never ends' | 'claims what is leased' | 'reaps a running worker';
