// The providers that main supplies to requests: built-in ones, connected ones, and outgoing HTTP.
import type { Outgoing } from '../../platform/outgoing-http/outgoing.ts';
import type { SigningKey } from '../webhooks/webhook-signatures.ts';
import type { Capabilities, Provider, ProviderLimits } from './provider.ts';

/** A provider with the signed protocol, as its account connected it. */
export interface Connection {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly url: string;
  readonly capabilities: Capabilities;
  readonly limits: ProviderLimits;
  readonly key: SigningKey;
  /** Set during the overlap of a rotation. */
  readonly previousKey?: SigningKey | undefined;
}

export interface ProviderSupply {
  /** The configured providers, by name. */
  readonly builtIn: ReadonlyMap<string, Provider>;
  connected(connection: Connection): Provider;
  readonly outgoing: Outgoing;
}
