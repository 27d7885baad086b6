// The accounts that a desk user may see, with their open orders and overdue reports.

import type { Authority, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type Asker, authorityOf, demand } from '../access/permissions.ts';
import type { Closing } from '../accounts/closing.ts';
import { isClient, isClosed } from '../accounts/closing-queries.ts';
import { isOverdue } from './queue-due-queries.ts';
import { type DeskReader, isQueued, within } from './work-queue-queries.ts';

export interface ListedAccount {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly is_demo: boolean;
  readonly accepts_orders: boolean;
  readonly closing: Closing | null;
  /** Live orders that are neither complete nor closed. */
  readonly open_orders: number;
  /** Live reports that are past their due date. */
  readonly overdue_reports: number;
}

const openOrders = sql`c.status in ('awaiting_applicant', 'in_progress', 'on_hold')`;

/** The open accounts or the closed ones. Counts live work only; by name. @param named a part of the name; empty for all */
export function findListedAccounts(
  db: Db,
  reader: DeskReader,
  {
    named,
    areClosed,
    now,
    offset,
    limit,
  }: {
    readonly named: string;
    readonly areClosed: boolean;
    readonly now: Date;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<ListedAccount[]> {
  demand(authorityOf(reader), 'read_accounts');
  return db.rows<ListedAccount>(sql`
    with listed as (
      select a.id, a.name, a.created_at, a.is_demo, coalesce((a.settings->>'acceptOrders')::boolean, true) as accepts_orders,
        a.closing
      from accounts a
      where ${isClient('a')} and ${within(reader.accounts, 'a.id')} and (${isClosed('a')}) = ${areClosed}::boolean and position(lower(${named}) in lower(a.name)) > 0
      order by lower(a.name), a.id offset ${offset} limit ${limit}
    )
    select a.*,
      (select count(*) from checks c where c.account_id = a.id and c.environment = 'live'
        and ${openOrders}) as open_orders,
      (select count(*) from reports r where r.account_id = a.id and r.environment = 'live'
        and ${isQueued} and ${isOverdue('live', now)}) as overdue_reports
    from listed a order by lower(a.name), a.id`);
}

export interface AccountWork {
  readonly open_orders: number;
  /** Of the open orders, those whose candidate has not submitted the form. */
  readonly awaited_forms: number;
  readonly open_reports: number;
  readonly overdue_reports: number;
}

/** Whether the account has ever ordered a check in this environment. */
export async function hasOrdered(db: Db, tenant: Tenant, by: Asker): Promise<boolean> {
  demand(by, 'read_accounts', 'read_agreement');
  const row = await db.row<{ has: boolean }>(sql`
    select exists (
      select from checks where account_id = ${tenant.accountId} and environment = ${tenant.environment}
    ) as has`);
  return row!.has;
}

/** Compares due dates with the real clock. */
export async function countAccountWork(db: Db, tenant: Tenant & Authority, now: Date): Promise<AccountWork> {
  demand(tenant, 'read_accounts');
  const { accountId, environment } = tenant;
  const row = await db.row<AccountWork>(sql`
    select c.open_orders, c.awaited_forms, r.open_reports, r.overdue_reports
    from (
      select count(*) as open_orders, count(*) filter (where c.status = 'awaiting_applicant') as awaited_forms
      from checks c
      where c.account_id = ${accountId} and c.environment = ${environment} and ${openOrders}
    ) c, (
      select count(*) as open_reports, count(*) filter (where ${isOverdue('live', now)}) as overdue_reports from reports r
      where r.account_id = ${accountId} and r.environment = ${environment} and ${isQueued}
    ) r`);
  return row!;
}
