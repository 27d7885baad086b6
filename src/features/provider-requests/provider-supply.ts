// What main supplies to requests: the providers that are built in, those that connections stand for, and the way out.
import type { Outgoing } from '../../platform/outgoing-http/outgoing.ts';
import type { SigningKey } from '../webhooks/webhook-signatures.ts';
import type { Capabilities, Provider, ProviderLimits } from './provider.ts';

/** A provider that speaks the signed protocol, as its account connected it. */
export interface Connection {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly url: string;
  readonly capabilities: Capabilities;
  readonly limits: ProviderLimits;
  readonly key: SigningKey;
  /** While a rotation overlaps. */
  readonly previousKey?: SigningKey | undefined;
}

export interface ProviderSupply {
  /** Those that are configured, by name. */
  readonly builtIn: ReadonlyMap<string, Provider>;
  connected(connection: Connection): Provider;
  readonly outgoing: Outgoing;
}
