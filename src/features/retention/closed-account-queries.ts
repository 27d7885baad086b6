// Who of a closed account is erased, and who is kept and why.
import type { Environment } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { erasesFrom } from '../accounts/closing-queries.ts';
import { hasRestriction } from '../applicants/restriction-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import { type DuePerson, openMattersSql } from './erasure-queries.ts';
import type { ErasureReason } from './erasure-reasons.ts';
import type { OpenMatter } from './erasure-rules.ts';

/** Why somebody is kept although their account is closed, besides the matters that are open about them. */
export type Keeping = Exclude<OpenMatter, 'decision'> | 'ongoing' | 'hold' | 'restriction' | 'legal_hold';

export interface KeptPerson {
  readonly environment: Environment;
  readonly applicant_id: string;
  readonly order_ids: readonly number[];
  readonly because: readonly Keeping[];
  readonly hold_until: IsoDate | null;
}

/** Everybody who is not erased, with what keeps them; people whom nothing keeps have no reason. No decision is waited for. */
const notErased = (accounts: DeskAccounts, now: Date): Sql => sql`
    select p.account_id, p.environment, p.id as applicant_id, o.order_ids, o.orders, p.hold_until::text as hold_until,
      coalesce(${erasesFrom('a')} <= (${now}::timestamptz at time zone 'Europe/London')::date, false) as is_due,
      array_remove(array[
        case when coalesce((a.settings->>'legalHold')::boolean, false) then 'legal_hold' end,
        case when o.is_ongoing then 'ongoing' end,
        case when p.hold_reason is not null and coalesce(p.hold_until >= (
          ${now}::timestamptz at time zone 'Europe/London')::date, true) then 'hold' end,
        case when ${hasRestriction(sql`p.account_id, p.environment, p.id`, sql`'open', 'in_force'`)} then 'restriction' end
      ], null) || array_remove(${openMattersSql}, 'decision') as because
    from applicants p join accounts a on a.id = p.account_id
    cross join lateral (
      select count(*) as orders, coalesce(json_agg(c.order_id order by c.order_id), '[]') as order_ids,
        coalesce(bool_or(c.status in ('awaiting_applicant', 'in_progress', 'on_hold')), false) as is_ongoing
      from checks c where (c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.id)
    ) o
    where ${within(accounts, 'p.account_id')} and p.erased_at is null`;

export interface KeptPage {
  /** The last one of the page before. */
  readonly after?: Pick<KeptPerson, 'environment' | 'applicant_id'> | undefined;
  readonly limit: number;
}

/** Whom of the account something keeps. */
export function findKept(db: Db, accountId: string, now: Date, { after, limit }: KeptPage): Promise<KeptPerson[]> {
  const onwards =
    after === undefined
      ? sql``
      : sql`and (environment, applicant_id) > (${after.environment}::environment, ${after.applicant_id}::uuid)`;
  return db.rows<KeptPerson>(sql`
    select environment, applicant_id, order_ids, because, hold_until from (${notErased([accountId], now)}) n
    where because <> '{}' ${onwards} order by environment, applicant_id limit ${limit}`);
}

/** How many people of the account are not erased although nothing keeps them, and how many something keeps. */
export async function countNotErased(
  db: Db,
  accountId: string,
  now: Date,
): Promise<{ readonly to_erase: number; readonly kept: number }> {
  const row = await db.row<{ to_erase: number; kept: number }>(sql`
    select count(*) filter (where because = '{}') as to_erase, count(*) filter (where because <> '{}') as kept
    from (${notErased([accountId], now)}) n`);
  return row!;
}

/** Of closed accounts whose day has come, those for whom nothing was ordered and whom nothing keeps; `after` by id. */
export function findWithoutOrder(
  db: Db,
  accounts: DeskAccounts,
  now: Date,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Pick<DuePerson, 'account_id' | 'environment' | 'applicant_id'>[]> {
  return db.rows(sql`
    select account_id, environment, applicant_id from (${notErased(accounts, now)}) n
    where is_due and orders = 0 and because = '{}' and (${after ?? null}::uuid is null or applicant_id > ${after ?? null}::uuid)
    order by applicant_id limit ${limit}`);
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
