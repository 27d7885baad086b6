// Reads who of a client adds, changes or deletes a webhook, in which environment, with which fields (ours).
import type { Caller, Environment, OrderScope } from '../../../context.ts';
import {
  environmentIn,
  webhooksFrame as frameOf,
  hrefOf as hrefIn,
  type WebhookRequest,
} from '../../shared/webhooks/webhook-place.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

export interface Reader {
  readonly user: ClientUser;
  readonly environment: Environment;
  readonly caller: Caller & OrderScope;
}

export function readerOf(request: WebhookRequest, user: ClientUser): Reader {
  const environment = environmentIn(request);
  return { user, environment, caller: callerFor(user, environment) };
}

/** A v2 webhook belongs to the account: a change in the portal has the rights of a live key. */
export const liveCallerOf = ({ user }: Reader) => callerFor(user, 'live');

export const webhooksPath = '/portal/webhooks';

/** @param below `webhooksPath`, such as `/new` */
export const hrefOf = (environment: Environment, below = '', more: Readonly<Record<string, string>> = {}): string =>
  hrefIn({ path: webhooksPath, environment }, below, more);

export const webhooksFrame = ({ environment }: Reader) => frameOf({ path: webhooksPath, environment });

/** Not trimmed: a secret may begin or end with spaces. */
export const secretIn = (request: WebhookRequest, name: string): string => {
  const value = request.body?.[name];
  return typeof value === 'string' ? value : '';
};

export const textIn = (request: WebhookRequest, name: string): string => secretIn(request, name).trim();

/** The ticked values of the checkboxes with this name. */
export const ticksIn = (request: WebhookRequest, name: string): string[] =>
  [request.body?.[name] ?? []].flat().filter((value) => typeof value === 'string');
