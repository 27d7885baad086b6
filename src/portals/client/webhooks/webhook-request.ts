// Who looks at webhooks, in which environment, and who may change them: administrators change, others read (ours).
import type { FastifyRequest } from 'fastify';
import type { Caller, Ctx, Environment, OrderScope } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { createKeyLimiter } from '../../../features/accounts/rate-limit-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { frameFor, seesWebhooks, signedInUserOf } from '../../shared/signed-in.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

export type WebhookRequest = FastifyRequest<{
  Params: { webhook_id?: string; notification_id?: string };
  Querystring: Readonly<Record<string, unknown>>;
  Body: Readonly<Record<string, unknown>> | null;
}>;

export interface Reader {
  readonly user: ClientUser;
  readonly environment: Environment;
  readonly caller: Caller & OrderScope;
  readonly mayChange: boolean;
}

export function readerOf(request: WebhookRequest): Reader {
  const user = signedInUserOf(request, 'client');
  if (!seesWebhooks(user)) throw new Refusal('read_only_user');
  const environment = request.query.environment === 'test' ? 'test' : 'live';
  return { user, environment, caller: callerFor(user, environment), mayChange: mayDo(user, 'manage_webhooks') };
}

export function changerOf(request: WebhookRequest): Reader {
  const reader = readerOf(request);
  if (!reader.mayChange) throw new Refusal('not_permitted');
  return reader;
}

/** Of what calls the endpoint: counted as the API counts requests, by user where it has keys. */
export type ChangerOf = (request: WebhookRequest) => Reader;

export function limitedChanger({ settings, now }: Pick<Ctx, 'settings' | 'now'>): ChangerOf {
  const limiter = createKeyLimiter(settings.rateLimitPerMinute);
  return (request) => {
    const reader = changerOf(request);
    limiter.take(reader.user.userId, now().getTime());
    return reader;
  };
}

/** A v2 webhook is the account's: whoever changes it here may speak for live data, as with a live key. */
export const liveCallerOf = ({ user }: Reader) => callerFor(user, 'live');

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id of the address; what cannot be one is not found, without asking the database. */
export function idIn(request: WebhookRequest, name: 'webhook_id' | 'notification_id'): string {
  const id = request.params[name] ?? '';
  if (!uuid.test(id)) throw new Refusal('not_found');
  return id.toLowerCase();
}

export const webhooksPath = '/portal/webhooks';

/** @param path below the webhooks' own, such as `/new`; live is what an address means that says nothing */
export function hrefOf(environment: Environment, path = '', more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(environment === 'test' ? { environment } : {}), ...more }).toString();
  return `${webhooksPath}${path}${query === '' ? '' : `?${query}`}`;
}

/** What every page of the webhooks has: the environment's tabs lead to the same place of the other one. */
export const webhooksFrame = ({ user, environment }: Reader, path = '') => ({
  ...frameFor(user, webhooksPath),
  environment,
  environments: (['live', 'test'] as const).map((value) => ({
    text: value === 'live' ? 'Live' : 'Test',
    href: hrefOf(value, path),
    active: value === environment,
  })),
});

const lastPage = 500;

/** Anything that is not understood counts as the first. */
export function pageIn(request: WebhookRequest): number {
  const page = Number(request.query.page);
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** As it was typed: spaces may be a part of it. */
export const secretIn = (request: WebhookRequest, name: string): string => {
  const value = request.body?.[name];
  return typeof value === 'string' ? value : '';
};

export const textIn = (request: WebhookRequest, name: string): string => secretIn(request, name).trim();

/** What is ticked of checkboxes of one name. */
export const ticksIn = (request: WebhookRequest, name: string): string[] =>
  [request.body?.[name] ?? []].flat().filter((value) => typeof value === 'string');
