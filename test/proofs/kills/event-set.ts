// Compares the notifications that the receiver got with the events in the database.
import { type Database, sql } from '../../../src/platform/db/database.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import type { Findings } from './ledger.ts';

interface StoredEvent {
  readonly eventId: string;
  readonly type: string;
  readonly deliveryId: string | null;
}

/**
 * Compares events that notify with their deliveries to the one webhook, which must have ended. Returns the number of
 * events.
 */
export async function compareEventSets(
  database: Database,
  receiver: WebhookReceiver,
  found: Findings,
): Promise<number> {
  const stored = await database.rows<StoredEvent>(sql`
    select e.id as "eventId", e.type, d.id as "deliveryId"
    from events e left join webhook_deliveries d
      on d.account_id = e.account_id and d.environment = e.environment and d.event_id = e.id
    where e.notifies and e.environment = 'live'`);
  const arrived = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']!));
  for (const { eventId, type, deliveryId } of stored) {
    if (deliveryId === null || !arrived.delete(deliveryId)) found.lost.push(`notification of ${type} ${eventId}`);
  }
  for (const id of arrived) found.half.push(`notification ${id} of an event that is not there`);
  return stored.length;
}
