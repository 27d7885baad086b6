// What the statements about volume prices share: whether a report was credited whole, and the parts that were credited of it.
import { type Sql, sql } from '../../platform/db/database.ts';

/** Of an order `l`. */
export const isCreditedWhole = sql`
  exists (
    select from charges w where (w.account_id, w.environment, w.about_id) = (l.account_id, l.environment, l.about_id)
      and w.kind = 'credit')`;

const isOfVolume = (k: Sql): Sql => sql`(${k}.kind = 'part_credit' and ${k}.reason like 'volume%')`;

/**
 * The parts `k` that were credited of a report `n`: how many, their sum, that of its volume prices, the tier in which they put it
 * last (1 for none), the sum until then, and the tier and the sum with which its invoice charges it.
 */
export const partsOf = sql`
  cross join lateral (
    select count(*) as count, coalesce(sum(p.amount_pence), 0)::integer as parts_pence,
      coalesce(sum(p.amount_pence) filter (where ${isOfVolume(sql`p`)}), 0)::integer as volume_pence,
      coalesce((array_agg(right(p.reason, 1)::integer order by p.number desc) filter (where ${isOfVolume(sql`p`)}))[1], 1) as tier,
      coalesce((array_agg(p.until order by p.number desc) filter (where ${isOfVolume(sql`p`)}))[1], 0)::integer as until_pence,
      coalesce((array_agg(right(p.reason, 1)::integer order by p.number desc)
        filter (where ${isOfVolume(sql`p`)} and p.invoice_id = n.invoice_id))[1], 1) as invoiced_tier,
      coalesce((array_agg(p.until order by p.number desc)
        filter (where ${isOfVolume(sql`p`)} and p.invoice_id = n.invoice_id))[1], 0)::integer as invoiced_until_pence
    from (
      select p.kind, p.number, p.reason, p.amount_pence, p.invoice_id, sum(p.amount_pence) over (order by p.number) as until
      from charges p
      where (p.account_id, p.environment, p.about_id) = (n.account_id, 'live', n.report_id) and p.kind = 'part_credit'
    ) p
  ) k`;

/** Of a report `n` with its parts `k` at the price of an earlier tier: at most what its volume prices credited, and no goodwill. */
export const chargedAgain = (n: Sql, k: Sql, price: Sql): Sql => sql`
  greatest(0, least(-${k}.volume_pence, least(${price}, ${n}.pence) - (${n}.pence + ${k}.until_pence)))`;
