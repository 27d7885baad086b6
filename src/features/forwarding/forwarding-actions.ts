// Sends security events on to the operator's destinations, each in order and without gaps: the table of events is the
// outbox, and the position of a destination moves once it has the events before it.
import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Destination, ForwardedRecord } from '../../platform/forwarding/destination.ts';
import { showTarget } from '../../platform/forwarding/forwarding-target.ts';
import { repeat } from '../../platform/periodic.ts';
import type { SecurityEventRow } from '../security-events/security-event.ts';
import { isFrequent, securityEventTypes } from '../security-events/security-event-types.ts';
import { openDestination } from './destinations.ts';
import {
  findEventsToSend,
  findOldestWaiting,
  type Lease,
  leasePosition,
  movePosition,
  releasePosition,
} from './forwarding-store.ts';

const BATCH = 200;
const EVERY_MS = 1000;
/** Longer than any send may take. */
const LEASE_MS = 60_000;
const LONGEST_WAIT_MS = 60_000;

/** The address of a destination may hold a secret, so the position has its hash. */
const nameOf = (address: string) => createHash('sha256').update(address).digest('hex');

function recordOf(event: SecurityEventRow): ForwardedRecord {
  const { id, type, occurred_at: at } = event;
  const severity = type === 'pattern.detected' ? 'alert' : isFrequent(type) ? 'warning' : 'notice';
  const line = JSON.stringify({
    id,
    type,
    means: securityEventTypes[type].sentence,
    occurred_at: at.toISOString(),
    count: event.count,
    account_id: event.account_id,
    environment: event.environment,
    actor: event.actor,
    on_behalf_of: event.on_behalf_of,
    key_id: event.key_id,
    session_id: event.session_id,
    address: event.address,
    detail: event.detail,
  });
  return { kind: 'security_event', id, type, at, severity, line };
}

type ForwardingCtx = Pick<Ctx, 'db' | 'now' | 'newId' | 'log' | 'settings' | 'outgoing'>;

/** Sends what waits for the destination, unless another process does. */
async function sendWaiting(ctx: ForwardingCtx, lease: Lease, destination: Destination): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    const now = ctx.now();
    const position = await leasePosition(ctx.db, lease, now, new Date(now.getTime() + LEASE_MS));
    if (position === undefined) return;
    const events = await findEventsToSend(ctx.db, position, BATCH);
    count = events.length;
    const last = events.at(-1);
    if (last === undefined) return;
    await destination.send(events.map(recordOf));
    await movePosition(ctx.db, lease, { xid: last.xid, eventId: last.id });
  }
}

/** Waits longer after each failure, so that a destination that is away is not called each second. */
function forwardTo(ctx: ForwardingCtx, address: string, destination: Destination) {
  const lease = { destination: nameOf(address), owner: ctx.newId() };
  let failures = 0;
  let notBefore = 0;
  const task = async () => {
    if (ctx.now().getTime() < notBefore) return;
    try {
      await sendWaiting(ctx, lease, destination);
      failures = 0;
    } catch (error) {
      notBefore = ctx.now().getTime() + Math.min(LONGEST_WAIT_MS, EVERY_MS * 2 ** failures);
      failures += 1;
      ctx.log.error('security events not sent on', { setting: 'PROBITY_SECURITY_EVENTS_TO', attempt: failures, error });
    }
  };
  const running = repeat(EVERY_MS, ctx.log, 'forward_security_events', task);
  return {
    async stop() {
      await running.stop();
      await releasePosition(ctx.db, lease).catch(() => undefined);
    },
  };
}

/** When the oldest event happened that each destination does not have, in their order. */
export const findWaitingSince = (
  db: Db,
  { securityEventsTo }: Pick<Ctx['settings'], 'securityEventsTo'>,
): Promise<(Date | undefined)[]> =>
  Promise.all(securityEventsTo.map((target) => findOldestWaiting(db, nameOf(showTarget(target)))));

/** Until it is stopped; any number of processes may run it. */
export function startForwarding(ctx: ForwardingCtx): { stop(): Promise<void> } {
  const running = ctx.settings.securityEventsTo.map((target) =>
    forwardTo(ctx, showTarget(target), openDestination(ctx, target)),
  );
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}
