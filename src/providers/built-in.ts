// Every built-in provider, and those that are configured, for main and the command line.
import { readFileSync } from 'node:fs';
import type { Settings } from '../config.ts';
import type { Ctx } from '../context.ts';
import { refuseAmbiguousNames } from '../features/provider-requests/connection-actions.ts';
import type { Provider } from '../features/provider-requests/provider.ts';
import type { ProviderSupply } from '../features/provider-requests/provider-supply.ts';
import { createOutgoing, type OutgoingOptions } from '../platform/outgoing-http/outgoing.ts';
import { companiesHouse, companiesHouseProvider } from './companies-house/companies-house-provider.ts';
import { employers, employersProvider } from './companies-house/employers-provider.ts';
import { consistencyProvider } from './consistency/consistency-provider.ts';
import { dbsUpdateService, dbsUpdateServiceProvider } from './dbs-status/dbs-status-provider.ts';
import { drivingLicence, drivingLicenceProvider } from './driving-licence/driving-licence-provider.ts';
import { machineReadableZone, machineReadableZoneProvider } from './machine-readable-zone/zone-provider.ts';
import { sanctionsProvider } from './sanctions/sanctions-provider.ts';
import { signedHttpProvider } from './signed-http/signed-http-provider.ts';
import { watchman, watchmanProvider } from './watchman/watchman-provider.ts';
import { yente, yenteProvider } from './yente/yente-provider.ts';

/** The properties of a provider, configured or not. */
export type DescribedProvider = Pick<Provider, 'name' | 'label' | 'capabilities' | 'limits'>;

export interface BuiltInProvider {
  readonly described: DescribedProvider;
  /** The settings that configure it; empty if it needs none. */
  readonly settings: readonly string[];
  /** Where it is asked; undefined if nothing leaves the program. */
  readonly address?: (settings: Settings) => string | undefined;
  /** Undefined if it is not configured. */
  make(settings: Settings): Provider | undefined;
}

export const builtInProviders: readonly BuiltInProvider[] = [
  {
    described: companiesHouse,
    settings: ['PROBITY_COMPANIES_HOUSE_KEY'],
    address: (settings) => settings.companiesHouseUrl,
    make: ({ companiesHouseKey: key, companiesHouseUrl: url }) =>
      key === undefined ? undefined : companiesHouseProvider({ url, key }),
  },
  {
    described: employers,
    settings: ['PROBITY_COMPANIES_HOUSE_KEY'],
    address: (settings) => settings.companiesHouseUrl,
    make: ({ companiesHouseKey: key, companiesHouseUrl: url }) =>
      key === undefined ? undefined : employersProvider({ url, key }),
  },
  {
    described: dbsUpdateService,
    settings: ['PROBITY_DBS_UPDATE_SERVICE_REQUESTER'],
    address: (settings) => settings.dbsUpdateServiceUrl,
    make: ({ dbsUpdateServiceRequester: requester, dbsUpdateServiceUrl: url }) =>
      requester === undefined ? undefined : dbsUpdateServiceProvider({ url, requester }),
  },
  {
    described: drivingLicence,
    settings: ['PROBITY_DVLA_KEY', 'PROBITY_DVLA_CREDENTIALS'],
    address: (settings) => settings.dvlaUrl,
    make: ({ dvlaKey: key, dvlaCredentials: credentials, dvlaUrl: url }) =>
      key === undefined || credentials === undefined ? undefined : drivingLicenceProvider({ url, key, ...credentials }),
  },
  {
    described: machineReadableZone,
    settings: [],
    make: () => machineReadableZoneProvider(),
  },
  {
    described: yente,
    settings: ['PROBITY_YENTE_URL'],
    address: (settings) => settings.yenteUrl,
    make: ({ yenteUrl: url, yenteKey: key }) => (url === undefined ? undefined : yenteProvider({ url, key })),
  },
  {
    described: watchman,
    settings: ['PROBITY_WATCHMAN_URL'],
    address: (settings) => settings.watchmanUrl,
    make: ({ watchmanUrl: url }) => (url === undefined ? undefined : watchmanProvider({ url })),
  },
  { described: consistencyProvider, settings: [], make: () => consistencyProvider },
  { described: sanctionsProvider, settings: [], make: () => sanctionsProvider },
];

/** Every built-in provider, whether it is configured, and whether what it is asked leaves the program: it then needs settings. */
export const listedProviders = (settings: Settings) =>
  builtInProviders.map(({ described, settings: needed, make }) => ({
    ...described,
    isConfigured: make(settings) !== undefined,
    isOutside: needed.length > 0,
  }));

/** The addresses of configured providers, and of lists that are fetched. */
export const providerUrls = (settings: Settings): readonly string[] => [
  ...builtInProviders.flatMap(({ address, make }) => (make(settings) === undefined ? [] : (address?.(settings) ?? []))),
  ...settings.sanctionsLists.values(),
];

/** Providers are called like webhooks, with their own allowed networks and authority. */
export function openProviders(settings: Settings, { ca: _, ...webhooks }: OutgoingOptions): ProviderSupply {
  const made = builtInProviders.flatMap((one) => one.make(settings) ?? []);
  const ca = settings.providerCa === undefined ? {} : { ca: readFileSync(settings.providerCa, 'utf8') };
  return {
    builtIn: new Map(made.map((provider) => [provider.name, provider])),
    connected: (connection) => signedHttpProvider(connection, settings.baseUrl),
    outgoing: createOutgoing({ ...webhooks, allow: settings.providerAllow, ...ca }),
  };
}

/** As `openProviders`, for a start of the program. Throws if names are ambiguous, with every problem. */
export async function startProviders(ctx: Ctx, options: OutgoingOptions): Promise<ProviderSupply> {
  await refuseAmbiguousNames(
    ctx,
    builtInProviders.map(({ described }) => described.name),
  );
  return openProviders(ctx.settings, options);
}
