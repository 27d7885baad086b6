// Inserts events; a trigger on the table adds their deliveries in the same statement.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type EventName, eventTypes } from './event-types.ts';

export interface NewEvent extends Tenant {
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

/** The insert as a part of a larger statement; `onlyChecks` limits it to events of those checks. */
export function insertEventsSql(events: readonly NewEvent[], onlyChecks?: Sql): Sql {
  const rows = events.map((event) => ({
    account_id: event.accountId,
    environment: event.environment,
    id: event.id,
    type: event.type,
    resource_type: eventTypes[event.type].resource,
    resource_id: event.resourceId,
    status: event.status,
    applicant_id: event.applicantId,
    check_id: event.checkId,
    report_id: event.reportId,
    actor: event.actor,
    key_id: event.keyId,
    on_behalf_of: event.onBehalfOf,
    occurred_at: event.occurredAt,
    detail: event.detail ?? {},
    notifies: eventTypes[event.type].notifies,
  }));
  return sql`
    insert into events (account_id, environment, id, type, resource_type, resource_id, status,
      applicant_id, check_id, report_id, actor, key_id, on_behalf_of, occurred_at, detail, notifies)
    select e.account_id, e.environment, e.id, e.type, e.resource_type, e.resource_id, e.status,
      e.applicant_id, e.check_id, e.report_id, e.actor, e.key_id, e.on_behalf_of, e.occurred_at, e.detail, e.notifies
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(account_id uuid, environment text, id uuid, type text,
      resource_type text, resource_id text, status text, applicant_id uuid, check_id uuid, report_id uuid,
      actor text, key_id uuid, on_behalf_of uuid, occurred_at timestamptz, detail jsonb, notifies boolean)
    ${onlyChecks === undefined ? sql`` : sql`where e.check_id in (${onlyChecks})`}`;
}

export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await db.run(insertEventsSql(events));
}
