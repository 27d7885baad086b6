// Finds whose data somebody saw: each person once, however often, in whatever list and through whichever order.
import type { Environment } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { LookEvent } from './event-types.ts';
import { type DeskAccounts, isLook, type LooksAsked, whereOfLooks } from './look-queries.ts';

export interface SeenPersonRow {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly applicant_id: string;
  /** Their newest order; null for somebody without any. */
  readonly check_id: string | null;
  readonly clock_offset_seconds: number;
  /** Of the orders through which they were seen. */
  readonly order_ids: readonly string[];
  readonly types: readonly LookEvent[];
  readonly first_at: Date;
  readonly last_at: Date;
  /** How many people there are of whom this is a page. */
  readonly total: number;
}

export interface SeenPage {
  /** Those after this person. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** By the ids of the people. The ids of a list are those of orders, of applicants, or of mails. */
export async function findSeenPeople(
  db: Db,
  accounts: DeskAccounts,
  asked: LooksAsked,
  { after, limit }: SeenPage,
): Promise<SeenPersonRow[]> {
  const where = await whereOfLooks(db, accounts, asked);
  if (where === undefined) return [];
  return db.rows<SeenPersonRow>(sql`
    with looked as materialized (
      select e.account_id, e.environment, e.type, e.occurred_at, e.check_id, e.applicant_id, e.detail -> 'ids' as ids
      from events e where ${isLook} and ${where}
    ), named as (
      select account_id, environment, type, occurred_at, coalesce(check_id, applicant_id) as id
      from looked where check_id is not null or applicant_id is not null
      union all
      select l.account_id, l.environment, l.type, l.occurred_at, case when pg_input_is_valid(i.id, 'uuid') then i.id::uuid end
      from looked l cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(l.ids) when 'array' then l.ids else '[]' end) as i(id)
    ), seen as (
      select n.account_id, n.environment, coalesce(c.applicant_id, p.id, m.applicant_id) as applicant_id,
        array_remove(array_agg(distinct c.order_id), null) as order_ids, array_agg(distinct n.type) as types,
        min(n.occurred_at) as first_at, max(n.occurred_at) as last_at
      from named n
      left join emails m on (m.account_id, m.environment, m.id) = (n.account_id, n.environment, n.id)
      left join checks c on (c.account_id, c.environment, c.id)
        = (n.account_id, n.environment, coalesce(m.check_id, n.id))
      left join applicants p on (p.account_id, p.environment, p.id) = (n.account_id, n.environment, n.id)
      group by 1, 2, 3
    )
    select s.account_id, a.name as account_name, s.environment, s.applicant_id, s.order_ids, s.types, s.first_at, s.last_at,
      (select c.id from checks c where (c.account_id, c.environment, c.applicant_id)
        = (s.account_id, s.environment, s.applicant_id) order by c.created_at desc, c.id desc limit 1) as check_id,
      case s.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds, s.total
    from (select *, (count(*) over ())::integer as total from seen where applicant_id is not null) s
    join accounts a on a.id = s.account_id
    where ${after ?? null}::uuid is null or s.applicant_id > ${after ?? null}
    order by s.applicant_id limit ${limit}`);
}

export interface LookSession {
  readonly session: string;
  readonly looks: number;
  readonly first_at: Date;
  readonly last_at: Date;
  /** From which network it signed in; null once that is not kept any more. */
  readonly address: string | null;
}

/** The sessions in which somebody looked at anything, the newest first. */
export async function findLookSessions(
  db: Db,
  accounts: DeskAccounts,
  asked: Omit<LooksAsked, 'session'>,
): Promise<LookSession[]> {
  const where = await whereOfLooks(db, accounts, asked);
  if (where === undefined) return [];
  return db.rows<LookSession>(sql`
    select l.session, l.looks, l.first_at, l.last_at, (select host(v.address) from security_events v
      where v.session_id = l.session and v.type = 'sign_in.succeeded'
        and (v.account_id is null or v.account_id = any (l.account_ids))
      order by v.occurred_at limit 1) as address
    from (
      select e.detail ->> 'session' as session, array_agg(distinct e.account_id) as account_ids, count(*)::integer as looks, min(e.occurred_at) as first_at,
        max(e.occurred_at) as last_at
      from events e where ${isLook} and ${where} and e.detail ? 'session' group by 1
    ) l order by l.last_at desc limit 200`);
}
