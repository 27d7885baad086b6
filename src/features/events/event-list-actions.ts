// Lists an account's events that notify, so that clients can catch up or verify that they have all.
import type { Caller, Ctx, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { findEventsAfter, findNotifyingEvent, type ListedEvent } from './event-list-queries.ts';
import type { EventName } from './event-types.ts';

export type { ListedEvent };

const eventsOfDecisions: readonly EventName[] = ['check.decided'];

/** The event that a client names as its last one. Refuses an unknown one with `invalid_fields` on `field`. */
export async function namedEvent(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  id: string,
  field: string,
): Promise<ListedEvent> {
  const event = await findNotifyingEvent(ctx.db, tenant, id);
  if (event === undefined) throw new Refusal('invalid_fields', { [field]: ['is not the id of an event'] });
  return event;
}

export interface EventsAsked {
  /** The last event that the client has; undefined starts at the beginning. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** In sealed order, at most a second behind. */
export async function listEvents(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  { after, limit }: EventsAsked,
): Promise<{ readonly events: readonly ListedEvent[]; readonly hasMore: boolean }> {
  demand(caller, 'read_checks');
  const start = after === undefined ? null : (await namedEvent(ctx, caller, after, 'after')).id;
  // That a client decided tells that a result was not clear.
  const hidden = caller.permissions?.includes('read_results') === true ? [] : eventsOfDecisions;
  const found = await findEventsAfter(ctx.db, caller, start, { limit: limit + 1, hidden });
  return { events: found.slice(0, limit), hasMore: found.length > limit };
}

/** Refuses with `not_found` events of other accounts, and events that notify nobody. */
export async function readEvent(ctx: Pick<Ctx, 'db'>, caller: Caller, id: string): Promise<ListedEvent> {
  demand(caller, 'read_webhooks');
  const event = await findNotifyingEvent(ctx.db, caller, id);
  if (event === undefined) throw new Refusal('not_found');
  return event;
}
