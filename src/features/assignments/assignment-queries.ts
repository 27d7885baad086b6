// The reports that rules may assign: those of the queue that nobody has and that wait for nobody.
import { type Db, sql } from '../../platform/db/database.ts';
import { workBeganAt } from '../lists/queue-due-queries.ts';
import {
  type DeskAccounts,
  type DeskReport,
  isQueued,
  queueOrders,
  waits,
  within,
} from '../lists/work-queue-queries.ts';
import { manualProvider, sandboxProvider } from '../reports/report.ts';
import type { FormLanguage } from './assignment-rules.ts';

type Shown = 'account_id' | 'account_name' | 'report_id' | 'check_id' | 'order_id' | 'report_type_id' | 'is_priority';

export interface FreeRow extends Pick<DeskReport, Shown> {
  readonly status: 'awaiting_data';
  /** Nothing is proposed before somebody has it. */
  readonly proposed_by: null;
  readonly form_language: FormLanguage;
  readonly began_at: Date;
}

/**
 * Live ones, in the order of the queue; without those that a data provider still answers. All of them, with no more of each
 * than the rules and their pages ask: were there a limit, those that stay would keep the rules from those behind them.
 * @param isNew only those that nobody has had yet
 */
export function findFree(db: Db, accounts: DeskAccounts, { isNew }: { readonly isNew: boolean }): Promise<FreeRow[]> {
  return db.rows<FreeRow>(sql`
    select r.account_id, a.name as account_name, r.id as report_id, r.check_id, c.order_id, r.report_type_id, r.status,
      null as proposed_by, r.priority = 1 as is_priority, ${workBeganAt} as began_at,
      case when (a.settings -> 'offersWelsh')::boolean then c.language else 'en' end as form_language
    from reports r
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join accounts a on a.id = r.account_id
    where ${within(accounts, 'r.account_id')} and r.environment = 'live' and ${isQueued} and r.status = 'awaiting_data'
      and r.assignee_id is null and not ${waits} ${isNew ? sql`and not r.was_assigned` : sql``}
      and (r.provider in (${manualProvider}, ${sandboxProvider}) or exists (
        select from provider_requests p
        where (p.account_id, p.environment, p.report_id) = (r.account_id, r.environment, r.id)
          and p.status in ('answered', 'person_needed', 'given_up', 'cancelled')))
    order by ${queueOrders.due}`);
}

export interface OrderHolder {
  readonly check_id: string;
  readonly user_id: string;
}

/** Who works on reports of these orders: not who has one of them to approve. */
export function findOrderHolders(db: Db, accounts: DeskAccounts, checkIds: readonly string[]): Promise<OrderHolder[]> {
  return db.rows<OrderHolder>(sql`
    select distinct r.check_id, r.assignee_id as user_id from reports r
    where ${within(accounts, 'r.account_id')} and r.environment = 'live' and r.check_id = any (${checkIds}::uuid[])
      and ${isQueued} and r.status <> 'awaiting_approval' and r.assignee_id is not null`);
}
