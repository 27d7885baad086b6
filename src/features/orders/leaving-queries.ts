// What waits for a user of a client besides their orders in progress: requests for approval, and links for candidates.
import type { Environment } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** What somebody asked for and nobody placed, or a link that takes names or has some of people for whom nobody has ordered. */
export interface LeftMatter {
  readonly kind: 'asked' | 'link';
  readonly environment: Environment;
  readonly id: string;
  /** Those that it is for; null stands for the whole account. */
  readonly subsidiaries: readonly (string | null)[];
  /** Who sent it back, and cannot have asked for it then. */
  readonly decided_by: string | null;
}

export function findMattersOf(db: Db, accountId: string, userId: string, now: Date): Promise<LeftMatter[]> {
  return db.rows<LeftMatter>(sql`
    select 'asked' as kind, b.environment, b.id, b.decided_by, (
      select jsonb_agg(distinct r.subsidiary_id) from bulk_order_rows r
      where (r.account_id, r.environment, r.bulk_order_id) = (b.account_id, b.environment, b.id)) as subsidiaries
    from bulk_orders b
    where b.account_id = ${accountId} and b.user_id = ${userId} and b.asked_at is not null and b.placed_at is null
      and b.decision is distinct from 'refused'
      and exists (
        select from bulk_order_rows r
        where (r.account_id, r.environment, r.bulk_order_id) = (b.account_id, b.environment, b.id))
    union all
    select 'link', l.environment, l.id, null, jsonb_build_array(l.subsidiary_id)
    from order_links l join accounts a on a.id = l.account_id
    where l.account_id = ${accountId} and l.created_by = ${userId} and (
      l.stopped_at is null and l.last_day >= ((${now}::timestamptz + case l.environment
        when 'test' then a.test_clock_offset_seconds else 0 end * interval '1 second') at time zone 'Europe/London')::date
      or exists (
        select from order_link_candidates c
        where (c.account_id, c.environment, c.order_link_id) = (l.account_id, l.environment, l.id)
          and c.sealed_person is not null))`);
}

/** The caller stores who gave them to whom. */
export async function updateMatters(
  db: Db,
  accountId: string,
  {
    matters,
    fromId,
    toId,
  }: {
    readonly matters: readonly Pick<LeftMatter, 'kind' | 'id'>[];
    readonly fromId: string;
    readonly toId: string;
  },
): Promise<void> {
  const ids = (kind: LeftMatter['kind']) => matters.filter((one) => one.kind === kind).map(({ id }) => id);
  await db.run(sql`
    update bulk_orders set user_id = ${toId}
    where account_id = ${accountId} and user_id = ${fromId} and id = any (${ids('asked')}::uuid[])`);
  await db.run(sql`
    update order_links set created_by = ${toId}
    where account_id = ${accountId} and created_by = ${fromId} and id = any (${ids('link')}::uuid[])`);
}
