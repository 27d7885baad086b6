// The holds that keep single people from being erased.
import type { Actor, Environment, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { HoldReason } from './hold-reasons.ts';

const of = ({ accountId, environment }: Tenant, applicantId: string): Sql => sql`
  account_id = ${accountId} and environment = ${environment} and id = ${applicantId} and erased_at is null`;

export interface HoldRow {
  readonly reason: HoldReason;
  /** The last day; null until somebody ends it. */
  readonly until: IsoDate | null;
}

/** Whether it is over or not. */
export function findHold(db: Db, tenant: Tenant, applicantId: string): Promise<HoldRow | undefined> {
  return db.row<HoldRow>(sql`
    select hold_reason as reason, hold_until::text as until from applicants
    where ${of(tenant, applicantId)} and hold_reason is not null`);
}

/** @param hold null ends it. Returns whether there is such a person. */
export async function updateHold(db: Db, tenant: Tenant, applicantId: string, hold: HoldRow | null): Promise<boolean> {
  const { reason = null, until = null } = hold ?? {};
  const changed = await db.run(sql`
    update applicants set hold_reason = ${reason}, hold_until = ${until} where ${of(tenant, applicantId)}`);
  return changed === 1;
}

export interface HeldPerson extends HoldRow {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly clock_offset_seconds: number;
  readonly applicant_id: string;
  /** The newest check, with its first report. */
  readonly check_id: string;
  readonly order_id: number;
  readonly report_id: string;
  readonly is_requested: boolean;
  readonly held_at: Date | null;
  readonly actor: Actor | null;
}

/** Those that last today, what ends first at the top. */
export function findHeld(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<HeldPerson[]> {
  return db.rows<HeldPerson>(sql`
    select p.account_id, a.name as account_name, p.environment, s.clock_offset_seconds, p.id as applicant_id,
      p.hold_reason as reason, p.hold_until::text as until, l.check_id, l.order_id, l.report_id, l.is_requested,
      e.occurred_at as held_at, e.actor
    from applicants p join accounts a on a.id = p.account_id
    cross join lateral (
      select case ${environment} when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    ) s
    cross join lateral (
      select c.id as check_id, c.order_id, r.id as report_id, r.requested_at is not null as is_requested
      from checks c join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
      where c.account_id = p.account_id and c.environment = p.environment and c.applicant_id = p.id
      order by c.order_id desc, r.position limit 1
    ) l
    left join lateral (
      select e.occurred_at, e.actor from events e
      where e.account_id = p.account_id and e.environment = p.environment and e.applicant_id = p.id
        and e.check_id is null and e.type = 'applicant.held' order by e.id desc limit 1
    ) e on true
    where ${within(accounts, 'p.account_id')} and p.environment = ${environment} and p.hold_reason is not null
      and p.erased_at is null and coalesce(p.hold_until >= (
        (${now}::timestamptz + s.clock_offset_seconds * interval '1 second') at time zone 'Europe/London')::date, true)
    order by p.hold_until nulls last, p.id limit ${limit}`);
}
