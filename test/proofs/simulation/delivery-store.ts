// What the simulation needs of a store of deliveries: the statements of the worker, and a clock that can be moved.
import type { Claim, ClaimedDelivery } from '../../../src/features/webhooks/delivery-claim-store.ts';
import type { DeliveryRecord } from '../../../src/features/webhooks/delivery-store.ts';
import type { NotedOutcome } from '../../../src/features/webhooks/endpoint-health-store.ts';

export type SimulatedDelivery = Pick<
  ClaimedDelivery,
  'accountId' | 'id' | 'webhookId' | 'attempts' | 'body' | 'createdAt' | 'claimedAt' | 'checkId' | 'probe'
>;

export interface SimulatedWebhook {
  readonly id: string;
  /** Later deliveries of one check wait for earlier ones. */
  readonly ordered: boolean;
}

export interface HeldDelivery {
  readonly accountId: string;
  readonly id: string;
}

/** A row as it is at the end. */
export interface FinalRow {
  readonly id: string;
  readonly webhookId: string;
  readonly status: string;
  readonly attempts: number;
  /** Of the rows of attempts, in their order. */
  readonly attemptNumbers: readonly number[];
  readonly sequence: number | null;
}

export interface SimulatedStore {
  readonly webhooks: readonly SimulatedWebhook[];
  /** Milliseconds on the clock that the rows live by. */
  now(): number;
  /** Stores an event of the check, and with it a delivery to every webhook. */
  eventOf(checkId: string): Promise<void>;
  claim(claim: Claim): Promise<SimulatedDelivery[]>;
  keepBodies(worker: string, bodies: readonly (HeldDelivery & { readonly body: Buffer })[]): Promise<void>;
  record(worker: string, records: readonly DeliveryRecord[]): Promise<void>;
  /** What attempts say of their endpoints. */
  note(outcomes: readonly NotedOutcome[]): Promise<void>;
  giveBack(worker: string, held: readonly HeldDelivery[]): Promise<void>;
  /** A worker was found to be dead. */
  bury(worker: string): Promise<void>;
  pass(ms: number): Promise<void>;
  /** Until something can be claimed; 0 or less where it can be now, undefined where nothing will be. */
  untilNext(): Promise<number | undefined>;
  rows(): Promise<FinalRow[]>;
}

/** How the model breaks its word, to see that the simulation finds it; what the statements do is broken in the source. */
export type StoreFault = 'lease lapses at once' | 'lease never lapses' | 'claims what is leased' | 'buries the living';
