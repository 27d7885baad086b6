// Rules of a v2 webhook's arguments, and of what a live or a test key may change; pure.
import { Problems } from '../../lib/refusal.ts';
import { subscribableEvents } from '../events/event-types.ts';
import { type Webhook, type WebhookArguments, type WebhookEnvironment, webhookEnvironments } from './webhook.ts';

/** A warning about an accepted address, for the webhook's owner; null for none. */
export type AddressNote = string | null;

/** @param verdict undefined where the url was not checked */
export const addressNote = (verdict: { readonly note?: string } | object | undefined): AddressNote =>
  verdict !== undefined && 'note' in verdict && verdict.note !== undefined
    ? 'The host name of the url does not resolve now. It is looked up at each attempt; until it resolves, no notification arrives.'
    : null;

/** Warnings for the owner of a webhook; null for none. @param address by `addressNote` */
export function noteOf(webhook: Pick<Webhook, 'liveConfirmed' | 'environments'>, address: AddressNote): string | null {
  const waits = webhook.environments.includes('live') && !webhook.liveConfirmed;
  const live = waits ? ['Live notifications begin once a live key registers or updates it.'] : [];
  return [...(address === null ? [] : [address]), ...live].join(' ') || null;
}

export const longestOverlapHours = 168;
/** A higher rate would not limit anything. */
export const highestRate = 1000;

export type WebhookSettings = Omit<Webhook, 'id' | 'createdAt'>;

/** The defaults (interface, Register webhook arguments: both, all, true). */
export const newWebhook = (url: string): WebhookSettings => ({
  url,
  enabled: true,
  environments: webhookEnvironments,
  liveConfirmed: false,
  events: null,
  ordered: false,
  maxPerSecond: null,
});

export function argumentProblems(given: WebhookArguments, { isNew }: { readonly isNew: boolean }): Problems {
  const problems = new Problems();
  if (given.url === undefined ? isNew : given.url.trim() === '') problems.add('url', "can't be blank");
  addUnknown(problems, 'environments', given.environments, webhookEnvironments);
  // A webhook without an environment would never be called; `enabled` is the way to switch it off.
  if (given.environments?.length === 0) problems.add('environments', "can't be blank");
  addUnknown(problems, 'events', given.events, subscribableEvents);
  const { maxPerSecond: rate } = given;
  if (typeof rate === 'number' && !(Number.isInteger(rate) && rate >= 1 && rate <= highestRate)) {
    problems.add('max_per_second', `must be a whole number from 1 to ${highestRate}`);
  }
  return problems;
}

/** Normalises what makes no difference to a call: case of scheme and host, the default port, dots in the path, the fragment. */
function normalisedUrl(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

/** The registered webhook with this url, if there is one. @param url a valid one */
export function webhookAt<Row extends Pick<Webhook, 'url'>>(webhooks: readonly Row[], url: string): Row | undefined {
  const normalised = normalisedUrl(url);
  return (
    webhooks.find((webhook) => webhook.url === url) ??
    webhooks.find((webhook) => normalisedUrl(webhook.url) === normalised)
  );
}

function addUnknown(
  problems: Problems,
  field: string,
  named: readonly string[] | undefined,
  known: readonly string[],
): void {
  if (named === undefined) return;
  for (const name of named) {
    if (!known.includes(name.toLowerCase())) problems.add(field, `must be among ${known.join(', ')}`);
  }
}

/** Why notifications of an environment are not sent to a webhook, with what to do about it; null where they are sent. */
export function reasonNotSent(
  {
    enabled,
    environments,
    liveConfirmed,
  }: Pick<Webhook, 'enabled' | 'liveConfirmed'> & {
    readonly environments: readonly string[];
  },
  environment: 'live' | 'test',
): string | null {
  if (!enabled) return 'is disabled: enable it first';
  if (!environments.includes(environment)) return 'does not want this environment: add it to its environments first';
  if (environment === 'test' || liveConfirmed) return null;
  return 'was asked for live notifications with a test key only: update it with a live key first';
}

const liveOnly = (done: 'changed' | 'deleted' | 'rotated') =>
  `can be ${done} with a live key only: live notifications go to this webhook`;

/** Problems of a test key that would delete the webhook or replace its secret. */
export function liveOnlyProblems(webhook: Webhook, done: 'deleted' | 'rotated'): Problems {
  const problems = new Problems();
  if (isLive(webhook)) problems.add('webhook', liveOnly(done));
  return problems;
}

/** A test key must not switch off or redirect a webhook that gets live notifications (ours). */
export function liveProblems(before: WebhookSettings, given: WebhookArguments): Problems {
  const problems = new Problems();
  if (!isLive(before)) return problems;
  const after = withArguments(before, given, false);
  const same = (a: Webhook['events'], b: Webhook['events']) => JSON.stringify(a) === JSON.stringify(b);
  const message = liveOnly('changed');
  if (after.url !== before.url) problems.add('url', message);
  if (after.enabled !== before.enabled) problems.add('enabled', message);
  if (!same(after.events, before.events)) problems.add('events', message);
  if (after.ordered !== before.ordered) problems.add('ordered', message);
  if (after.maxPerSecond !== before.maxPerSecond) problems.add('max_per_second', message);
  return problems;
}

const isLive = (webhook: Pick<WebhookSettings, 'liveConfirmed' | 'environments'>): boolean =>
  webhook.liveConfirmed && webhook.environments.includes('live');

/** @param given without problems @param byLiveKey a change by a live key also confirms live notifications */
export function withArguments(before: WebhookSettings, given: WebhookArguments, byLiveKey: boolean): WebhookSettings {
  const url = given.url ?? before.url;
  const named = given.environments === undefined ? before.environments : namedEnvironments(given.environments);
  // A test key can switch live notifications neither on nor off.
  const keepsLive = !byLiveKey && isLive(before) && !named.includes('live');
  const environments = keepsLive ? webhookEnvironments.filter((one) => one === 'live' || named.includes(one)) : named;
  return {
    url,
    enabled: given.enabled ?? before.enabled,
    environments,
    liveConfirmed: environments.includes('live') && (byLiveKey || isLive(before)),
    events: given.events === undefined ? before.events : namedEvents(before.events, given.events),
    ordered: given.ordered ?? before.ordered,
    maxPerSecond: given.maxPerSecond === undefined ? before.maxPerSecond : given.maxPerSecond,
  };
}

function namedEnvironments(named: readonly string[]): WebhookEnvironment[] {
  return webhookEnvironments.filter((environment) => named.some((name) => name.toLowerCase() === environment));
}

/** A new webhook gets exactly the events that it names, also if it names all six. */
export function settingsOfNew(url: string, given: WebhookArguments, byLiveKey: boolean): WebhookSettings {
  const settings = withArguments(newWebhook(url), given, byLiveKey);
  const { events: named = [] } = given;
  return named.length === 0 ? settings : { ...settings, events: onlyNamed(named) };
}

const onlyNamed = (named: readonly string[]) =>
  subscribableEvents.filter((event) => named.some((name) => name.toLowerCase() === event));

/** A webhook that gets all events keeps doing so if exactly the six are named: clients send back what our reply lists. */
function namedEvents(before: Webhook['events'], named: readonly string[]): Webhook['events'] {
  // An empty list means all events, as in a registration.
  if (named.length === 0) return null;
  const events = onlyNamed(named);
  return before === null && events.length === subscribableEvents.length ? null : events;
}

/** The events that the webhook's reply lists. */
export function listedEvents(webhook: Pick<Webhook, 'events'>): readonly string[] {
  return webhook.events ?? subscribableEvents;
}

/** @param previousUntil when the overlap of the last rotation ends; another rotation would end it early (decisions) */
export function overlapProblems(hours: number, previousUntil: Date | null, now: Date): Problems {
  const problems = new Problems();
  if (!Number.isInteger(hours) || hours < 0 || hours > longestOverlapHours) {
    problems.add('overlap_hours', `must be a whole number from 0 to ${longestOverlapHours}`);
  } else if (hours > 0 && previousUntil !== null && now < previousUntil) {
    problems.add('overlap_hours', `must be 0 until ${previousUntil.toISOString()}, when the present overlap ends`);
  }
  return problems;
}
