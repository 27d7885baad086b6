// Whose webhooks the pages are about, alike for the client and for the desk, and the addresses of these pages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx, Environment, OrderScope } from '../../../context.ts';
import { createKeyLimiter } from '../../../features/accounts/rate-limit-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import type { PageModel } from '../page-renderer.ts';
import type { PageOptions } from '../shell.ts';

export type WebhookRequest = FastifyRequest<{
  Params: { account_id?: string; webhook_id?: string; notification_id?: string };
  Querystring: Readonly<Record<string, unknown>>;
  Body: Readonly<Record<string, unknown>> | null;
}>;

export type WebhookModel = PageModel & Readonly<Record<string, unknown>>;

export interface WebhookPlace {
  readonly caller: Caller & OrderScope;
  /** The address of the list. */
  readonly path: string;
  readonly maySend: boolean;
  /** To add, change and delete webhooks: the client's own affair. */
  readonly mayChange: boolean;
  readonly orderHref: (checkId: string) => string;
  /** Shows a page in the frame of its portal. @param template in this folder */
  readonly show: (template: string, page: WebhookModel) => FastifyReply;
}

type Handle = (request: WebhookRequest, reply: FastifyReply, place: WebhookPlace) => Promise<unknown>;

/** Registers pages below the address of the list. */
export interface WebhookPages {
  get(path: string, options: PageOptions, handle: Handle): void;
  post(path: string, options: PageOptions, handle: Handle): void;
}

/** For actions that call the endpoint: they are limited like API requests, but by user instead of by key. */
export type CallLimit = (place: WebhookPlace) => void;

export function callLimit({ settings, now }: Pick<Ctx, 'settings' | 'now'>): CallLimit {
  const limiter = createKeyLimiter(settings.rateLimitPerMinute);
  return ({ caller }) => limiter.take(caller.actor, now().getTime());
}

export const environmentIn = ({ query }: WebhookRequest): Environment =>
  query.environment === 'test' ? 'test' : 'live';

/** An id in the path. Refuses with `not_found` what is not a UUID, without a query. */
export function idIn(request: WebhookRequest, name: 'webhook_id' | 'notification_id'): string {
  const id = request.params[name];
  if (!isUuid(id)) throw new Refusal('not_found');
  return id.toLowerCase();
}

interface Listed {
  /** The address of the list. */
  readonly path: string;
  readonly environment: Environment;
}

/** @param below the address of the list, such as `/new`. Live is the default environment of an address. */
export function hrefOf({ path, environment }: Listed, below = '', more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(environment === 'test' ? { environment } : {}), ...more }).toString();
  return `${path}${below}${query === '' ? '' : `?${query}`}`;
}

/** @param below the address of the list */
export const placeHref = (
  { path, caller }: WebhookPlace,
  below = '',
  more: Readonly<Record<string, string>> = {},
): string => hrefOf({ path, environment: caller.environment }, below, more);

/** The common part of every webhook page, with a switch that leads to the same page of each environment. */
export const webhooksFrame = ({ path, environment }: Listed, below = '') => ({
  environment,
  environments: (['live', 'test'] as const).map((value) => ({
    text: value === 'live' ? 'Live' : 'Test',
    href: hrefOf({ path, environment: value }, below),
    active: value === environment,
  })),
});

export const placeFrame = ({ path, caller }: WebhookPlace, below = '') =>
  webhooksFrame({ path, environment: caller.environment }, below);

const lastPage = 500;

/** Invalid values count as page 1. */
export function pageIn(request: WebhookRequest): number {
  const page = Number(request.query.page);
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}
