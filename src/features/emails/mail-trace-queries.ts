// What became of one mail, or of every mail of an order, for the operator: times and reasons, and no data of anybody.
import type { Environment } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { TemplateName } from './email-templates.ts';

export interface TracedMail {
  readonly id: string;
  readonly template: TemplateName;
  readonly account_name: string;
  readonly environment: Environment;
  /** The order that it was about; null for one about none. */
  readonly order_id: number | null;
  readonly to: 'candidate' | 'referee' | 'user' | 'other';
  readonly user_id: string | null;
  readonly status: 'queued' | 'sent' | 'held' | 'failed';
  readonly created_at: Date;
  readonly attempts: number;
  readonly sent_at: Date | null;
  readonly failed_at: Date | null;
  readonly failure: string | null;
  readonly texted_at: Date | null;
  readonly text_failure: string | null;
  readonly job_id: string | null;
  /** When it is tried next; null if nothing will try it. */
  readonly next_attempt_at: Date | null;
}

const listedAtMost = 100;

/** Of the operator: every account. */
type DeskAccounts = 'all' | readonly string[];

const within = (accounts: DeskAccounts, alias: Sql): Sql =>
  accounts === 'all'
    ? sql`${alias}.account_id = any (array(select id from accounts)) and ${alias}.environment in ('live', 'test')`
    : sql`${alias}.account_id = any (${accounts}::uuid[]) and ${alias}.environment in ('live', 'test')`;

type Asked = { readonly id: string } | { readonly orderId: number };

function isAsked(accounts: DeskAccounts, asked: Asked): Sql {
  if ('id' in asked) return sql`e.id = ${asked.id}::uuid`;
  const ofOrder = sql`
    select o.account_id, o.environment, o.id from checks o
    where ${within(accounts, sql`o`)} and o.order_id = ${asked.orderId}`;
  return sql`((e.account_id, e.environment, e.check_id) in (${ofOrder})
    or (e.account_id, e.environment, e.about_check_id) in (${ofOrder}))`;
}

/** The newest first, at most a hundred. */
export function findTracedMails(db: Db, accounts: DeskAccounts, asked: Asked): Promise<TracedMail[]> {
  return db.rows<TracedMail>(sql`
    select e.id, e.template, a.name as account_name, e.environment, c.order_id,
      case when e.reference_id is not null then 'referee' when e.user_id is not null then 'user'
        when e.check_id is not null then 'candidate' else 'other' end as to,
      e.user_id, e.status, e.created_at, e.attempts, e.sent_at, e.failed_at, e.failure, e.texted_at, e.text_failure,
      j.id::text as job_id, case when j.attempts < j.max_attempts then j.run_at end as next_attempt_at
    from emails e
    join accounts a on a.id = e.account_id
    left join checks c on (c.account_id, c.environment, c.id) =
      (e.account_id, e.environment, coalesce(e.check_id, e.about_check_id))
    left join graphile_worker.jobs j on j.key = 'send_email ' || e.id
    where ${within(accounts, sql`e`)} and ${isAsked(accounts, asked)}
    order by e.created_at desc, e.id desc limit ${listedAtMost}`);
}
