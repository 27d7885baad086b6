// Records who looked at whose data, within a second and without making the reader wait: every reading of a person's data
// through the API or a page is an event.
import { type Caller, type Ctx, ownerOf } from '../../context.ts';
import { requestOrigin } from '../../platform/request-origin.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import { type EventToStore, eventOf, recordSoon } from './event-actions.ts';
import type { EventName } from './event-types.ts';

type LookCtx = Pick<Ctx, 'db' | 'now' | 'newId' | 'batches' | 'integrity' | 'log'>;

const readerOf = (caller: Caller) =>
  `${caller.actor} ${ownerOf(caller)} ${caller.keyId ?? requestOrigin()?.sessionId ?? ''}`;

/**
 * Call it before the answer is sent. Several looks of one reader at the same within a second become one event with
 * their number. If the process is killed (kill -9), the looks of the last second are lost. Refuses with
 * `service_unavailable` while too many wait for the database: nobody reads what cannot be recorded.
 */
export function recordLook(ctx: LookCtx, caller: Caller, look: EventToStore): void {
  const key = `${readerOf(caller)} ${look.type} ${look.resourceId} ${look.reportId ?? ''}`;
  recordSoon(ctx, key, () => eventOf(ctx, caller, look));
}

/** From so many people on, a list is a security event too. */
const MANY = 100;

/** A look at a list. `filter` has names of ours and numbers: not what somebody searched for. */
export function recordList(
  ctx: LookCtx,
  caller: Caller,
  type: Extract<EventName, `account.${string}_listed`>,
  { filter, ids }: { readonly filter: Readonly<Record<string, unknown>>; readonly ids: readonly string[] },
): void {
  if (ids.length === 0) return;
  const { accountId, environment, actor, keyId, onBehalfOf, address } = caller;
  const key = JSON.stringify([readerOf(caller), type, accountId, environment, filter, ids]);
  recordSoon(ctx, key, () => eventOf(ctx, caller, { type, resourceId: accountId, detail: { filter, ids } }));
  if (ids.length < MANY) return;
  const detail = { list: type, people: ids.length };
  const bulk = {
    type: 'records.read_in_bulk',
    accountId,
    environment,
    actor,
    keyId,
    onBehalfOf,
    address,
    detail,
  } as const;
  void recordSecurityEvent(ctx, bulk);
}
