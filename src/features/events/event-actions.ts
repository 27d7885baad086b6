// Stores events for the other features, always in the transaction of the change.
import { type Actor, type Authority, type Caller, type Ctx, timeFor } from '../../context.ts';
import type { BatchKind } from '../../platform/db/counted-batches.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import { detailOfCommand, requestOrigin } from '../../platform/request-origin.ts';
import { insertEvents, insertEventsSql, type NewEvent, signEvent } from './event-store.ts';
import { isLookEvent } from './event-types.ts';

export type { NewEvent };

export type EventToStore = Omit<
  NewEvent,
  'id' | 'accountId' | 'environment' | 'actor' | 'keyId' | 'onBehalfOf' | 'occurredAt' | 'mac'
>;

/**
 * In which session somebody looked, so that what one session saw can be told apart after a breach; and who ran the command
 * by which the program did it.
 */
function detailOf({ type, detail }: EventToStore, { actor }: Caller): Pick<EventToStore, 'detail'> {
  const origin = isLookEvent(type) && actor.startsWith('user:') ? requestOrigin() : undefined;
  const told = origin === undefined ? detailOfCommand(actor, detail) : { ...detail, session: origin.sessionId };
  return told === undefined ? {} : { detail: told };
}

/** The event in its stored form, for statements that insert it together with the change. */
export function eventOf(ctx: Pick<Ctx, 'now' | 'newId' | 'integrity'>, caller: Caller, event: EventToStore): NewEvent {
  return signEvent(ctx.integrity, {
    ...event,
    ...detailOf(event, caller),
    id: ctx.newId(),
    accountId: caller.accountId,
    environment: caller.environment,
    actor: caller.actor,
    keyId: caller.keyId,
    onBehalfOf: caller.onBehalfOf,
    occurredAt: timeFor(ctx, caller),
  });
}

export async function storeEvents(ctx: Ctx, caller: Caller, events: readonly EventToStore[]): Promise<void> {
  await insertEvents(
    ctx.db,
    events.map((event) => eventOf(ctx, caller, event)),
  );
}

const soonKind: BatchKind<{ readonly event: NewEvent; readonly integrity: Integrity }> = {
  name: 'events',
  write: (db, rows) =>
    insertEvents(
      db,
      rows.map(({ row: { event, integrity }, count }) =>
        signEvent(integrity, { ...event, detail: { ...event.detail, count } }),
      ),
    ),
};

/**
 * Stores the event within a second, outside of the request; with the number of events of the same key in its detail.
 * Refuses with `service_unavailable` while too many wait for the database.
 */
export function recordSoon(ctx: Pick<Ctx, 'batches' | 'integrity'>, key: string, event: () => NewEvent): void {
  ctx.batches.add(soonKind, key, () => ({ event: event(), integrity: ctx.integrity }));
}

/** Events about the whole account belong to the live environment and use the real clock. */
export function storeAccountEvent(
  tx: Ctx,
  accountId: string,
  by: Actor | Authority,
  event: EventToStore,
): Promise<void> {
  const who = typeof by === 'string' ? { actor: by } : by;
  return storeEvents(tx, { ...who, accountId, environment: 'live', clockOffsetSeconds: 0 }, [event]);
}

/** The insert of `events` as a part of another feature's statement, such as the one that creates a check. */
export function eventsInsertion(events: readonly NewEvent[], onlyChecks: Sql): Sql {
  return insertEventsSql(events, onlyChecks);
}
