// Inserts events; a trigger on the table adds their deliveries in the same statement.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import { contentOfEvent, type EventColumns, eventMac, eventTime } from './event-row-rules.ts';
import { type EventName, eventTypes } from './event-types.ts';

export interface UnsignedEvent extends Tenant {
  readonly id: string;
  readonly type: EventName;
  readonly resourceId: string;
  /** The resource's own status after the change, if it has one. */
  readonly status?: string;
  readonly applicantId?: string;
  readonly checkId?: string;
  readonly reportId?: string;
  readonly actor: Actor;
  readonly keyId?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly occurredAt: Date;
  /** Ids, fixed names and numbers; never personal data. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface NewEvent extends UnsignedEvent {
  /** Shows that this program wrote the event; by `signEvent`. */
  readonly mac: Buffer;
}

const columnsOf = (event: UnsignedEvent): EventColumns => ({
  account_id: event.accountId,
  environment: event.environment,
  id: event.id,
  type: event.type,
  resource_type: eventTypes[event.type].resource,
  resource_id: event.resourceId,
  status: event.status ?? null,
  applicant_id: event.applicantId ?? null,
  check_id: event.checkId ?? null,
  report_id: event.reportId ?? null,
  actor: event.actor,
  key_id: event.keyId ?? null,
  on_behalf_of: event.onBehalfOf ?? null,
  occurred_at: eventTime(event.occurredAt),
  detail: event.detail ?? {},
  notifies: eventTypes[event.type].notifies,
});

export const signEvent = (integrity: Integrity, event: UnsignedEvent): NewEvent => ({
  ...event,
  mac: integrity.mac(eventMac, contentOfEvent(columnsOf(event))),
});

/** The insert as a part of a larger statement; `onlyChecks` limits it to events of those checks. */
export function insertEventsSql(events: readonly NewEvent[], onlyChecks?: Sql): Sql {
  const rows = events.map((event) => ({ ...columnsOf(event), mac: `\\x${event.mac.toString('hex')}` }));
  return sql`
    insert into events (account_id, environment, id, type, resource_type, resource_id, status,
      applicant_id, check_id, report_id, actor, key_id, on_behalf_of, occurred_at, detail, notifies, mac)
    select e.account_id, e.environment, e.id, e.type, e.resource_type, e.resource_id, e.status,
      e.applicant_id, e.check_id, e.report_id, e.actor, e.key_id, e.on_behalf_of, e.occurred_at, e.detail,
      e.notifies, e.mac
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(account_id uuid, environment text, id uuid, type text,
      resource_type text, resource_id text, status text, applicant_id uuid, check_id uuid, report_id uuid,
      actor text, key_id uuid, on_behalf_of uuid, occurred_at timestamptz, detail jsonb, notifies boolean, mac bytea)
    ${onlyChecks === undefined ? sql`` : sql`where e.check_id in (${onlyChecks})`}`;
}

export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await db.run(insertEventsSql(events));
}
