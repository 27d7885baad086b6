// Reads who requests a webhook page, in which environment, with which fields; only some roles may change webhooks (ours).
import type { FastifyRequest } from 'fastify';
import type { Caller, Ctx, Environment, OrderScope } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { createKeyLimiter } from '../../../features/accounts/rate-limit-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
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

export function readerOf(request: WebhookRequest, user: ClientUser): Reader {
  const environment = request.query.environment === 'test' ? 'test' : 'live';
  return { user, environment, caller: callerFor(user, environment), mayChange: mayDo(user, 'manage_webhooks') };
}

/** For actions that call the endpoint: they are limited like API requests, but by user instead of by key. */
export type CallLimit = (user: ClientUser) => void;

export function callLimit({ settings, now }: Pick<Ctx, 'settings' | 'now'>): CallLimit {
  const limiter = createKeyLimiter(settings.rateLimitPerMinute);
  return ({ userId }) => limiter.take(userId, now().getTime());
}

/** A v2 webhook belongs to the account: a change in the portal has the rights of a live key. */
export const liveCallerOf = ({ user }: Reader) => callerFor(user, 'live');

/** An id in the path. Refuses with `not_found` what is not a UUID, without a query. */
export function idIn(request: WebhookRequest, name: 'webhook_id' | 'notification_id'): string {
  const id = request.params[name];
  if (!isUuid(id)) throw new Refusal('not_found');
  return id.toLowerCase();
}

export const webhooksPath = '/portal/webhooks';

/** @param path below `webhooksPath`, such as `/new`. Live is the default environment of an address. */
export function hrefOf(environment: Environment, path = '', more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(environment === 'test' ? { environment } : {}), ...more }).toString();
  return `${webhooksPath}${path}${query === '' ? '' : `?${query}`}`;
}

/** The common part of every webhook page, with a switch that leads to the same page of each environment. */
export const webhooksFrame = ({ environment }: Reader, path = '') => ({
  environment,
  environments: (['live', 'test'] as const).map((value) => ({
    text: value === 'live' ? 'Live' : 'Test',
    href: hrefOf(value, path),
    active: value === environment,
  })),
});

const lastPage = 500;

/** Invalid values count as page 1. */
export function pageIn(request: WebhookRequest): number {
  const page = Number(request.query.page);
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** Not trimmed: a secret may begin or end with spaces. */
export const secretIn = (request: WebhookRequest, name: string): string => {
  const value = request.body?.[name];
  return typeof value === 'string' ? value : '';
};

export const textIn = (request: WebhookRequest, name: string): string => secretIn(request, name).trim();

/** The ticked values of the checkboxes with this name. */
export const ticksIn = (request: WebhookRequest, name: string): string[] =>
  [request.body?.[name] ?? []].flat().filter((value) => typeof value === 'string');
