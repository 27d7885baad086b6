// The events that notify an account, in sealed order, which is complete and stable: a client can prove that none is
// missing. An event that was planted has no link and is never listed.
import type { Environment, Tenant } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { type EventName, eventTypes } from './event-types.ts';

/** A change of a check or a report that notifies webhooks; contains no personal data. */
export interface ListedEvent {
  readonly id: string;
  readonly environment: Environment;
  readonly type: string;
  readonly resourceType: 'check' | 'report';
  readonly resourceId: string;
  readonly applicantId: string | null;
  readonly checkId: string | null;
  /** The resource's own status after the change. */
  readonly status: string | null;
  readonly occurredAt: Date;
  /** By the real clock: when its deliveries became due. */
  readonly recordedAt: Date;
}

const columns = rawSql(`e.id, e.environment, e.type, e.resource_type as "resourceType", e.resource_id as "resourceId",
  e.applicant_id as "applicantId", e.check_id as "checkId", e.status, e.occurred_at as "occurredAt",
  e.recorded_at as "recordedAt"`);

/** Event types that interface v2, which lists the events, does not have. */
const unknownTypes = Object.entries(eventTypes).flatMap(([name, type]) => ('only' in type ? [name] : []));

/** Who sees some subsidiaries only sees the events of their checks. */
const isSeenBy = ({ accountId, environment, subsidiaryIds = null }: Tenant): Sql =>
  subsidiaryIds === null
    ? sql``
    : sql`and exists (
        select from checks c
        where c.account_id = ${accountId} and c.environment = ${environment} and c.id = e.check_id
          and ${isOfScope({ subsidiaryIds }, sql`c.subsidiary_id`)})`;

export function findNotifyingEvent(db: Db, tenant: Tenant, id: string): Promise<ListedEvent | undefined> {
  return db.row<ListedEvent>(sql`
    select ${columns} from events e
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} and e.id = ${id}
      and e.notifies and e.type <> all (${unknownTypes}::text[]) ${isSeenBy(tenant)}`);
}

/**
 * In the order of sealing, which is that of transaction and id. Leaves out unsealed events: an event of an older
 * transaction may still come before them. @param after an event of the tenant, sealed or not; null for the beginning
 */
export function findEventsAfter(
  db: Db,
  tenant: Tenant,
  after: string | null,
  { limit, hidden }: { readonly limit: number; readonly hidden: readonly EventName[] },
): Promise<ListedEvent[]> {
  const { accountId, environment } = tenant;
  const start =
    after === null
      ? sql`('0'::xid8, '00000000-0000-0000-0000-000000000000'::uuid)`
      : sql`(
          (select xid from events where account_id = ${accountId} and environment = ${environment} and id = ${after}),
          ${after}::uuid)`;
  return db.rows<ListedEvent>(sql`
    select ${columns} from events e
    where e.account_id = ${accountId} and e.environment = ${environment} and e.notifies
      and e.type <> all (${[...unknownTypes, ...hidden]}::text[])
      and (e.xid, e.id) > ${start} ${isSeenBy(tenant)}
      and (e.xid, e.id) <= ((select xid from event_seal), (select event_id from event_seal))
      and exists (
        select from event_links l where (l.account_id, l.environment, l.event_id) = (e.account_id, e.environment, e.id))
    order by e.xid, e.id
    limit ${limit}`);
}
