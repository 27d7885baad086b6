// The invariant of all delivery tests: no due delivery waits longer than a minute.
import { type Db, sql } from '../../src/platform/db/database.ts';

export interface Waiting {
  /** The number of deliveries that could have been sent for over a minute but were not claimed. */
  readonly stuck: number;
  /** The seconds for which the oldest could have been sent. */
  readonly oldest: number;
  /** The URLs of their webhooks. */
  readonly stuckUrls: readonly string[];
  /** Webhooks whose breaker is open now. */
  readonly heldBack: readonly string[];
}

/**
 * Leaves out deliveries that a breaker, a rate limit, an earlier event of the check or a lease holds back. A lease
 * excuses a delivery once: one that is leased repeatedly without an attempt has waited all the time. @param
 * lastHeldBack by webhook: seconds since its breaker was last seen open; its deliveries could be sent from then on
 */
export async function findWaiting(db: Db, lastHeldBack: ReadonlyMap<string, number> = new Map()): Promise<Waiting> {
  const row = await db.row<Waiting>(sql`
    select count(*) filter (where ready_at < now() - interval '1 minute')::integer as stuck,
      coalesce(greatest(0, extract(epoch from now() - min(ready_at))), 0)::double precision as oldest,
      coalesce(array_agg(distinct url) filter (where ready_at < now() - interval '1 minute'), '{}') as "stuckUrls",
      (select coalesce(array_agg(webhook_id), '{}') from webhook_health where open_until is not null) as "heldBack"
    from (
      select greatest(least(greatest(w.due_at, d.leased_until), w.due_at + interval '1 minute'),
          now() - make_interval(secs => (${JSON.stringify(Object.fromEntries(lastHeldBack))}::jsonb ->> d.webhook_id::text)::double precision))
          as ready_at,
        (select h.url from webhooks h where h.account_id = d.account_id and h.id = d.webhook_id) as url
      from webhook_deliveries_waiting w join webhook_deliveries d on d.account_id = w.account_id and d.id = w.id
      where not exists (
        select from webhook_deliveries e
        where e.account_id = d.account_id and e.webhook_id = d.webhook_id and e.status = 'due'
          and e.ordered_check_id = d.ordered_check_id and e.id < d.id)) ready`);
  return row ?? { stuck: 0, oldest: 0, stuckUrls: [], heldBack: [] };
}
