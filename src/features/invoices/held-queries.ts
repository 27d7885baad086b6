// Which accounts a run of invoices left out, as the events say it.
import type { Actor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { HoldReason } from '../../messages/en-credits.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';

export interface HeldRow {
  readonly account_id: string;
  readonly account: string;
  /** Of the first run of the month that held it. */
  readonly since: Date;
  /** Of the last one. */
  readonly held_by: Actor;
  /** Null where it was nobody of the desk. */
  readonly held_by_name: string | null;
  readonly reason: HoldReason;
  /** The first invoice that it had afterwards; null while it has none. */
  readonly invoice_id: string | null;
  readonly invoice_number: number | null;
  readonly invoiced_on: IsoDate | null;
}

/** By name. @param month `yyyy-mm` */
export const findHeld = (db: Db, accounts: DeskAccounts, month: string): Promise<HeldRow[]> =>
  db.rows<HeldRow>(sql`
    select a.id as account_id, a.name as account, h.since, h.held_by, d.name as held_by_name, h.reason, v.id as invoice_id, v.number as invoice_number,
      v.issued_on::text as invoiced_on
    from (
      select e.account_id, min(e.occurred_at) as since, max(e.occurred_at) as last_at,
        (array_agg(e.actor order by e.id desc))[1] as held_by, (array_agg(e.detail ->> 'reason' order by e.id desc))[1] as reason
      from events e
      where e.type = 'account.invoice_held' and e.detail ->> 'month' = ${month} and ${within(accounts, 'e.account_id')}
      group by e.account_id
    ) h
    join accounts a on a.id = h.account_id
    left join desk_users d on h.held_by = 'user:' || d.id
    left join lateral (
      select x.id, x.number, x.issued_on from invoices x
      where x.account_id = h.account_id and x.kind = 'invoice' and x.created_at > h.last_at and x.month >= ${month}
      order by x.number limit 1
    ) v on true
    order by lower(a.name), a.id`);
