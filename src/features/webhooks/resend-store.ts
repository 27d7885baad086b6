// Makes notifications due again on request: outside the five automatic attempts, with the same id and bytes.
import type { Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';

/** `exhausted`: given up. `waiting`: failed at least once, with an automatic attempt to follow. */
export const failedKinds = ['exhausted', 'waiting'] as const;
export type FailedKind = (typeof failedKinds)[number];

/** A condition on the delivery `d`. @param kinds at least one */
export function isFailed(kinds: readonly FailedKind[]): Sql {
  const exhausted = sql`d.status = 'exhausted'`;
  const waiting = sql`d.status = 'due' and d.attempts > 0 and not d.manual`;
  if (kinds.length === failedKinds.length) return sql`(${exhausted} or ${waiting})`;
  return kinds.includes('waiting') ? waiting : exhausted;
}

/** All conditions that are given must hold. */
export interface ResendFilter {
  readonly deliveryId?: string | undefined;
  readonly eventId?: string | undefined;
  /** Created at `from` or later, and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Later than this event of the tenant, in the order in which events are sealed. */
  readonly after?: string | undefined;
  /** Only deliveries that failed in one of these ways; at least one kind. */
  readonly failed?: readonly FailedKind[] | undefined;
}

export interface Resent {
  readonly count: number;
  /** The last event in the order in which events are sealed; null where nothing was resent. */
  readonly lastEventId: string | null;
}

function conditions({ accountId, environment }: Tenant, filter: ResendFilter): Sql {
  const { deliveryId, eventId, from, to, after, failed } = filter;
  const all = [
    deliveryId === undefined ? undefined : sql`and d.id = ${deliveryId}`,
    eventId === undefined ? undefined : sql`and d.event_id = ${eventId}`,
    from === undefined ? undefined : sql`and d.created_at >= ${from}`,
    to === undefined ? undefined : sql`and d.created_at < ${to}`,
    failed === undefined ? undefined : sql`and ${isFailed(failed)}`,
    after === undefined
      ? undefined
      : sql`and (e.xid, e.id) > (
          (select xid from events where account_id = ${accountId} and environment = ${environment} and id = ${after}),
          ${after}::uuid)`,
  ];
  return all.reduce<Sql>((joined, each) => (each === undefined ? joined : sql`${joined} ${each}`), sql``);
}

/** The most attempts of one delivery, automatic and manual. A caller that requests more does so in a loop. */
const attemptsEver = 1000;

/** Oldest first. Skips deliveries that are being sent now, are already to be resent, or were sent 1,000 times. */
export async function resendDeliveries(
  db: Db,
  tenant: Tenant,
  webhookId: string,
  filter: ResendFilter,
  atMost: number,
): Promise<Resent> {
  const row = await db.row<Resent>(sql`
    with chosen as materialized (
      select d.id, e.id as event_id, e.xid
      from webhook_deliveries d
      join events e on e.account_id = d.account_id and e.environment = d.environment and e.id = d.event_id
      where d.account_id = ${tenant.accountId} and d.webhook_id = ${webhookId} and d.environment = ${tenant.environment}
        and not (d.status = 'due' and d.manual) and d.attempts < ${attemptsEver}
        and (d.leased_until is null or d.leased_until <= now())
        ${conditions(tenant, filter)}
      order by e.xid, e.id
      limit ${atMost}
      for update of d skip locked
    ), resent as (
      update webhook_deliveries d
      set planned_at = case when d.status = 'due' then d.due_at end, status = 'due', due_at = now(), manual = true,
        finished_at = null, reason = null
      from chosen where d.account_id = ${tenant.accountId} and d.id = chosen.id
      returning chosen.event_id, chosen.xid
    )
    select count(*) as count, (array_agg(event_id order by xid desc, event_id desc))[1] as "lastEventId" from resent`);
  if (row!.count > 0) await notifyWorkers(db);
  return row!;
}

/** Workers are notified when the transaction commits. */
export async function notifyWorkers(db: Db): Promise<void> {
  await db.run(sql`select pg_notify('webhook_deliveries', '')`);
}

/** Undefined where the webhook has no such delivery. */
export async function kindOfDelivery(
  db: Db,
  tenant: Tenant,
  webhookId: string,
  { deliveryId, eventId }: Pick<ResendFilter, 'deliveryId' | 'eventId'>,
): Promise<'event' | 'test' | undefined> {
  const row = await db.row<{ kind: 'event' | 'test' }>(sql`
    select d.kind from webhook_deliveries d
    where d.account_id = ${tenant.accountId} and d.webhook_id = ${webhookId} and d.environment = ${tenant.environment}
      ${conditions(tenant, { deliveryId, eventId })}
    limit 1`);
  return row?.kind;
}
