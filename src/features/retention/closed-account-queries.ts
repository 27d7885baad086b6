// Who of a closed account is erased, and who is kept and why.
import type { Environment, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { hasRestriction } from '../applicants/restriction-queries.ts';
import { openMattersSql } from './erasure-queries.ts';
import type { ErasureReason } from './erasure-reasons.ts';
import type { OpenMatter } from './erasure-rules.ts';

/** Why somebody is kept although their account is closed, besides the matters that are open about them. */
export type Keeping = OpenMatter | 'ongoing' | 'hold' | 'restriction' | 'legal_hold';

export interface KeptPerson {
  readonly environment: Environment;
  readonly applicant_id: string;
  readonly order_ids: readonly number[];
  readonly because: readonly Keeping[];
  readonly hold_until: IsoDate | null;
}

/** Everybody of the account who is not erased, with what keeps them; people whom nothing keeps have no reason. */
export function findNotErased(db: Db, accountId: string, now: Date, limit: number): Promise<KeptPerson[]> {
  return db.rows<KeptPerson>(sql`
    select p.environment, p.id as applicant_id, o.order_ids, p.hold_until::text as hold_until,
      array_remove(array[
        case when coalesce((a.settings->>'legalHold')::boolean, false) then 'legal_hold' end,
        case when o.is_ongoing then 'ongoing' end,
        case when p.hold_reason is not null and coalesce(p.hold_until >= (
          ${now}::timestamptz at time zone 'Europe/London')::date, true) then 'hold' end,
        case when ${hasRestriction(sql`p.account_id, p.environment, p.id`, sql`'open', 'in_force'`)} then 'restriction' end
      ], null) || ${openMattersSql} as because
    from applicants p join accounts a on a.id = p.account_id
    cross join lateral (
      select coalesce(json_agg(c.order_id order by c.order_id), '[]') as order_ids,
        coalesce(bool_or(c.status in ('awaiting_applicant', 'in_progress', 'on_hold')), false) as is_ongoing
      from checks c where (c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.id)
    ) o
    where p.account_id = ${accountId} and p.erased_at is null
    order by p.environment, p.id limit ${limit}`);
}

/** Those of the account who were never ordered for: no order ends, from which their days would count. */
export function findWithoutOrder(
  db: Db,
  accountId: string,
  limit: number,
): Promise<(Tenant & { readonly id: string })[]> {
  return db.rows(sql`
    select p.account_id as "accountId", p.environment, p.id from applicants p
    where p.account_id = ${accountId} and p.erased_at is null and p.hold_reason is null and not exists (
      select from checks c where (c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.id))
    order by p.id limit ${limit}`);
}

/** How many people of the account were erased for each reason, and when. */
export interface ErasureCount {
  readonly environment: Environment;
  readonly reason: ErasureReason | null;
  readonly people: number;
  readonly orders: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

export function countErased(db: Db, accountId: string): Promise<ErasureCount[]> {
  return db.rows<ErasureCount>(sql`
    select p.environment, e.reason, count(*) as people, sum(o.orders)::integer as orders,
      min(p.erased_at) as first_at, max(p.erased_at) as last_at
    from applicants p
    left join lateral (
      select e.detail->>'reason' as reason from events e
      where e.account_id = p.account_id and e.environment = p.environment and e.applicant_id = p.id
        and e.check_id is null and e.type = 'applicant.erased' order by e.id desc limit 1
    ) e on true
    cross join lateral (
      select count(*) as orders from checks c
      where (c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.id)
    ) o
    where p.account_id = ${accountId} and p.erased_at is not null
    group by p.environment, e.reason order by p.environment, min(p.erased_at)`);
}
