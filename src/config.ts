// Every setting once: its name, default, meaning and parser. docs/configuration.md is printed from here.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { databaseSettings } from './platform/database-settings.ts';
import { fileSettings } from './platform/file-settings.ts';
import { forwardingSettings } from './platform/forwarding/forwarding-settings.ts';
import { mailSettings } from './platform/mail-settings.ts';
import { operatorSettings } from './platform/operator-settings.ts';
import { type Origins, originSettings } from './platform/origins.ts';
import { providerSettings } from './platform/provider-settings.ts';
import {
  asAllowList,
  asHost,
  asHttpsBase,
  asInteger,
  asMasterKeys,
  asNameServers,
  asNetworks,
  asOneOf,
  asOutgoingProxy,
  asPath,
  asReadableFile,
  asWordOrNumber,
  isProblem,
  type Setting,
  setting,
  showAllowEntry,
} from './platform/setting-readers.ts';
import { signInSettings } from './platform/sign-in-settings.ts';

/** The default port of the metrics. */
const USUAL_METRICS_PORT = 9464;

export const settingEntries = {
  dataDir: setting({
    name: 'PROBITY_DATA_DIR',
    default: 'var',
    meaning: 'Folder of the embedded database, files, certificates and keys.',
    read: asPath,
  }),
  host: setting({ name: 'PROBITY_HOST', default: '127.0.0.1', meaning: 'Address to listen on.', read: asHost }),
  port: setting({
    name: 'PROBITY_PORT',
    default: '8443',
    meaning: 'Port of the API and the portals (HTTPS).',
    read: asInteger(0, 65535),
  }),
  httpPort: setting({
    name: 'PROBITY_HTTP_PORT',
    default: '8080',
    meaning: 'Port of plain HTTP, which refuses every request.',
    read: asInteger(0, 65535),
  }),
  metricsPort: setting({
    name: 'PROBITY_METRICS_PORT',
    meaning: 'Port of GET /metrics, on 127.0.0.1 only; by default 9464, or a free one if that is in use.',
    read: asInteger(0, 65535),
  }),
  baseUrl: setting({
    name: 'PROBITY_BASE_URL',
    meaning: 'External base of every link; by default https://localhost and the port.',
    read: asHttpsBase,
  }),
  ...originSettings,
  strictTransport: setting({
    name: 'PROBITY_HSTS',
    default: 'host',
    meaning:
      'Whether browsers that have been here use HTTPS only: for the `host` of PROBITY_BASE_URL, for its `subdomains` too, or `off`. Never for localhost.',
    read: asOneOf('host', 'subdomains', 'off'),
  }),
  ...databaseSettings,
  tlsCertificate: setting({
    name: 'PROBITY_TLS_CERTIFICATE',
    meaning: 'PEM file of the certificate chain; by default a local one for localhost is made.',
    read: asReadableFile,
  }),
  tlsKey: setting({
    name: 'PROBITY_TLS_KEY',
    meaning: 'PEM file of the private key that belongs to the certificate.',
    read: asReadableFile,
  }),
  trustedProxies: setting({
    name: 'PROBITY_TRUSTED_PROXIES',
    default: '',
    meaning:
      'Networks of proxies that terminate TLS, such as 10.0.0.0/8. They send plain HTTP to PROBITY_PORT, and their X-Forwarded-For and -Proto are trusted; others get no answer there.',
    read: asNetworks,
  }),
  masterKeys: setting({
    name: 'PROBITY_MASTER_KEYS',
    meaning:
      'Master keys, each 32 bytes in base64, separated by commas, the current one first; by default one is made in the data folder.',
    secret: true,
    read: asMasterKeys,
  }),
  ...mailSettings,
  ...operatorSettings,
  ...signInSettings,
  webhookAllow: setting({
    name: 'PROBITY_WEBHOOK_ALLOW',
    default: '',
    meaning: 'Special-purpose networks that webhooks may reach, as network:port, such as 127.0.0.0/8:*.',
    read: asAllowList,
    show: (entries) => entries.map(showAllowEntry).join(','),
  }),
  webhookCa: setting({
    name: 'PROBITY_WEBHOOK_CA',
    meaning: 'PEM file of a private authority whose certificates webhook receivers may have.',
    read: asReadableFile,
  }),
  outgoingProxy: setting({
    name: 'PROBITY_OUTGOING_PROXY',
    meaning: 'HTTP or HTTPS proxy for webhooks, used with CONNECT; addresses are resolved and checked here.',
    secret: true,
    read: asOutgoingProxy,
  }),
  ...providerSettings,
  emailDomainCheck: setting({
    name: 'PROBITY_EMAIL_DOMAIN_CHECK',
    default: 'dns',
    meaning: 'Whether to look up the domain of an email address when a live check is placed.',
    read: asOneOf('dns', 'off'),
  }),
  dnsServers: setting({
    name: 'PROBITY_DNS_SERVERS',
    default: '',
    meaning: "Name servers as address or address:port; by default the machine's.",
    read: asNameServers,
  }),
  rateLimitPerMinute: setting({
    name: 'PROBITY_RATE_LIMIT',
    default: '600',
    meaning: 'Live requests per minute and API key, per process.',
    read: asInteger(1, 10_000_000),
  }),
  anonymousRateLimitPerMinute: setting({
    name: 'PROBITY_ANONYMOUS_RATE_LIMIT',
    default: '1200',
    meaning:
      'Requests per minute and network, per process, for what needs no key and no sign-in: references, assets, candidates.',
    read: asInteger(1, 10_000_000),
  }),
  errorLevel: setting({
    name: 'PROBITY_ERROR_LEVEL',
    default: 'Error',
    meaning:
      '`errorLevel` of every message of interface v1: a word, or the number that the clients of the orders API expect.',
    read: asWordOrNumber,
  }),
  ...fileSettings,
  auditHeadFile: setting({
    name: 'PROBITY_AUDIT_HEAD_FILE',
    meaning:
      'File to which the signed head of the audit trail is appended; by default audit-head.jsonl in the data folder. The list of erasures, erasures.jsonl, is beside it.',
    read: asPath,
  }),
  securityEventDays: setting({
    name: 'PROBITY_SECURITY_EVENT_DAYS',
    default: '400',
    meaning: 'Days for which security events are kept.',
    read: asInteger(30, 36_500),
  }),
  accessReviewMonths: setting({
    name: 'PROBITY_ACCESS_REVIEW_MONTHS',
    default: '12',
    meaning:
      'Months between reviews of who has access to the desk, after which its administrators are reminded; 0 for no reminders. Each account has a setting of its own for its users and API keys.',
    read: asInteger(0, 36),
  }),
  apiRequestDays: setting({
    name: 'PROBITY_API_REQUEST_DAYS',
    default: '30',
    meaning: 'Days for which the API requests of an account are listed in its portal; 0 lists none.',
    read: asInteger(0, 400),
  }),
  ...forwardingSettings,
  logLevel: setting({
    name: 'PROBITY_LOG_LEVEL',
    default: 'info',
    meaning: 'Lowest severity that is logged, on standard error.',
    read: asOneOf('debug', 'info', 'warn', 'error', 'silent'),
  }),
  configFile: setting({
    name: 'PROBITY_CONFIG',
    meaning: 'File of settings, one NAME=value per line; the environment takes precedence.',
    read: asPath,
  }),
} as const;

type Entries = typeof settingEntries;
type ValueOf<E> = E extends Setting<infer T> ? T : never;

/** Settings without a default may be undefined, except those that are derived from others. */
export type Settings = {
  readonly [K in keyof Entries]: Entries[K] extends { readonly default: string }
    ? ValueOf<Entries[K]>
    : K extends keyof Origins | 'auditHeadFile'
      ? ValueOf<Entries[K]>
      : ValueOf<Entries[K]> | undefined;
};

export type SettingsResult =
  | { readonly settings: Settings; readonly problems?: never }
  | { readonly settings?: never; readonly problems: readonly string[] };

const entries = Object.values(settingEntries) as readonly Setting<unknown>[];

/** A secret may stand in a file, such as one that systemd or a vault gives to this service alone. */
const secretFiles: ReadonlyMap<string, string> = new Map(
  entries.flatMap(({ name, secret }) => (secret === true ? [[`${name}_FILE`, name] as const] : [])),
);

const names: ReadonlySet<string> = new Set([...entries.map(({ name }) => name), ...secretFiles.keys()]);

/** The user of the machine who runs the program; with sudo, the user who called it. */
export const machineUser = ({ SUDO_USER, USER, LOGNAME }: NodeJS.ProcessEnv = process.env): string | undefined =>
  [SUDO_USER, USER, LOGNAME].find((name) => name !== undefined && name !== '');

/**
 * Reads every setting from the environment and the settings file; the environment takes precedence. Returns all
 * problems at once. @param defaults override those of the settings
 */
export function readSettings(
  environment: NodeJS.ProcessEnv = process.env,
  defaults: NodeJS.Dict<string> = {},
): SettingsResult {
  const problems: string[] = [];
  const file = readConfigFile(environment, problems);
  const unknown = [
    ...Object.keys(environment).filter((name) => name.startsWith('PROBITY_') && !names.has(name)),
    ...Object.keys(file).filter((name) => !names.has(name) && environment[name] === undefined),
  ];
  problems.push(...unknown.map((name) => `${name} is not a setting`));
  const given = { ...defaults, ...file, ...environment };
  const source = { ...given, ...readSecretFiles(given, problems) };
  const values: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(settingEntries) as [string, Setting<unknown>][]) {
    const text = source[entry.name] || entry.default;
    if (text === undefined) continue;
    const value = entry.read(text);
    if (isProblem(value)) problems.push(`${entry.name} ${value.problem}`);
    else values[key] = value;
  }
  problems.push(...contradictions(values as Partial<Settings>, source));
  if (problems.length > 0) return { problems };
  values.baseUrl ??= `https://localhost:${values.port}`;
  for (const key of Object.keys(originSettings)) values[key] ??= values.baseUrl;
  values.auditHeadFile ??= resolve(String(values.dataDir), 'audit-head.jsonl');
  return { settings: values as unknown as Settings };
}

/** Settings that are valid separately but contradict each other. */
function contradictions(values: Partial<Settings>, source: NodeJS.Dict<string>): string[] {
  const found: string[] = [];
  const { tlsCertificate, tlsKey } = settingEntries;
  if (!source[tlsCertificate.name] !== !source[tlsKey.name]) {
    found.push('PROBITY_TLS_CERTIFICATE and PROBITY_TLS_KEY go together');
  }
  if (!source[settingEntries.textUrl.name] !== !source[settingEntries.textFrom.name]) {
    found.push('PROBITY_TEXT_URL and PROBITY_TEXT_FROM go together');
  }
  if (values.attachmentMinimumBytes! > values.attachmentMaximumBytes!) {
    found.push('PROBITY_ATTACHMENT_MINIMUM_BYTES is more than PROBITY_ATTACHMENT_MAXIMUM_BYTES');
  }
  if (source[tlsCertificate.name] && (values.trustedProxies?.length ?? 0) > 0) {
    found.push(
      'PROBITY_TLS_CERTIFICATE and PROBITY_TRUSTED_PROXIES exclude each other: either we end TLS or the proxy does',
    );
  }
  const targets = [...(values.securityEventsTo ?? []), ...(values.auditHeadsTo ?? [])];
  if (values.forwardingSecret === undefined && targets.some(({ kind }) => kind === 'webhook')) {
    found.push('PROBITY_FORWARDING_SECRET is needed to sign what is sent to an https address');
  }
  const ports = (['port', 'httpPort', 'metricsPort'] as const).filter(
    (key) => values[key] !== undefined && values[key] > 0,
  );
  ports.forEach((key, index) => {
    const earlier = ports.slice(0, index).find((other) => values[other] === values[key]);
    if (earlier !== undefined) {
      found.push(`${settingEntries[key].name} is ${values[key]}, as ${settingEntries[earlier].name} is`);
    }
  });
  return found;
}

function readConfigFile(environment: NodeJS.ProcessEnv, problems: string[]): NodeJS.Dict<string> {
  const file = environment[settingEntries.configFile.name];
  if (!file) return {};
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    problems.push(`PROBITY_CONFIG names ${file}, which cannot be read`);
    return {};
  }
}

function readSecretFiles(given: NodeJS.Dict<string>, problems: string[]): NodeJS.Dict<string> {
  const secrets: NodeJS.Dict<string> = {};
  for (const [fileSetting, name] of secretFiles) {
    const file = given[fileSetting];
    if (!file) continue;
    if (given[name]) problems.push(`${name} and ${fileSetting} exclude each other`);
    try {
      secrets[name] = readFileSync(file, 'utf8').trim();
    } catch {
      problems.push(`${fileSetting} names ${file}, which cannot be read`);
    }
  }
  return secrets;
}

function shown({ show, secret }: Setting<unknown>, value: unknown): string {
  const text = value === undefined ? '' : (show?.(value) ?? String(value));
  return secret === true && text !== '' ? '(set)' : text;
}

/** The port of the metrics: a free one if none was set and the default is in use. */
export const metricsPlace = ({ metricsPort }: Settings) => ({
  port: metricsPort ?? USUAL_METRICS_PORT,
  orFree: metricsPort === undefined,
});

/** The output of `probity config`: each setting with its value, secrets only as set or not set. */
export function describeSettings(settings: Settings): readonly { name: string; value: string; meaning: string }[] {
  return Object.entries(settingEntries as Readonly<Record<string, Setting<unknown>>>).map(([key, entry]) => ({
    name: entry.name,
    value: shown(entry, settings[key as keyof Settings]),
    meaning: entry.meaning,
  }));
}
