// Every provider that is built in, and those that are configured; what main and the command line know of providers.
import { readFileSync } from 'node:fs';
import type { Settings } from '../config.ts';
import type { Provider } from '../features/provider-requests/provider.ts';
import type { ProviderSupply } from '../features/provider-requests/provider-supply.ts';
import { createOutgoing, type OutgoingOptions } from '../platform/outgoing-http/outgoing.ts';
import { signedHttpProvider } from './signed-http/signed-http-provider.ts';

/** What a provider says of itself, configured or not. */
export type DescribedProvider = Pick<Provider, 'name' | 'label' | 'capabilities' | 'limits'>;

export interface BuiltInProvider {
  readonly described: DescribedProvider;
  /** What configures it; none where it always answers. */
  readonly settings: readonly string[];
  /** Undefined where it is not configured. */
  make(settings: Settings): Provider | undefined;
}

const builtInProviders: readonly BuiltInProvider[] = [];

/** They are called as webhooks are, with networks and an authority of their own. */
export function openProviders(settings: Settings, { ca: _, ...webhooks }: OutgoingOptions): ProviderSupply {
  const made = builtInProviders.flatMap((one) => one.make(settings) ?? []);
  const ca = settings.providerCa === undefined ? {} : { ca: readFileSync(settings.providerCa, 'utf8') };
  return {
    builtIn: new Map(made.map((provider) => [provider.name, provider])),
    connected: (connection) => signedHttpProvider(connection, settings.baseUrl),
    outgoing: createOutgoing({ ...webhooks, allow: settings.providerAllow, ...ca }),
  };
}
