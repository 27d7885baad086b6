// Queries what happened to a check and to one of its reports.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { EventName } from './event-types.ts';

export interface HistoryEvent {
  readonly type: EventName;
  readonly resource_id: string;
  /** null: about the check as a whole. */
  readonly report_id: string | null;
  readonly status: string | null;
  readonly actor: Actor;
  readonly occurred_at: Date;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Events of these types about the check as a whole, and about the report or, without one, about all its reports; the oldest first. */
export function findHistory(
  db: Db,
  tenant: Tenant,
  about: { readonly checkId: string; readonly reportId?: string; readonly types: readonly EventName[] },
): Promise<HistoryEvent[]> {
  return db.rows<HistoryEvent>(sql`
    select type, resource_id, report_id, status, actor, occurred_at, detail from events
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${about.checkId}
      and (report_id is null or report_id = coalesce(${about.reportId ?? null}::uuid, report_id)) and type = any (${about.types}::text[])
    order by occurred_at, id`);
}

/** Who placed a check. */
export async function findPlacer(db: Db, tenant: Tenant, checkId: string): Promise<Actor> {
  const row = await db.row<{ readonly actor: Actor }>(sql`
    select actor from events
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and type = 'check.created'
    order by occurred_at, id limit 1`);
  return row!.actor;
}

/** The event with which a check was withdrawn or cancelled. */
export function findClosing(
  db: Db,
  tenant: Tenant,
  checkId: string,
): Promise<Pick<HistoryEvent, 'actor' | 'detail'> | undefined> {
  return db.row<Pick<HistoryEvent, 'actor' | 'detail'>>(sql`
    select actor, detail from events
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and type in ('check.withdrawn', 'check.cancelled')
    order by occurred_at desc, id desc limit 1`);
}
