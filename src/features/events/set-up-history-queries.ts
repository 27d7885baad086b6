// Queries what was changed in an account: its settings, agreements, people and keys, and what was credited.
import type { Actor } from '../../context.ts';
import { type Db, rawSql, sql } from '../../platform/db/database.ts';
import type { EventName } from './event-types.ts';

export interface SetUpEvent {
  readonly id: string;
  readonly type: EventName;
  readonly resource_id: string;
  readonly actor: Actor;
  readonly key_id: string | null;
  readonly occurred_at: Date;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Of what was credited; null for a change of the account itself. */
  readonly order_id: number | null;
  /** What was credited whole, with the fee, without VAT: less than 0. Null for every other change, and where no price was agreed. */
  readonly credited_pence: number | null;
}

export interface SetUpPage {
  /** Others are left out. */
  readonly types: readonly EventName[];
  /** With the changes of the setting by which new orders are stopped and accepted again. */
  readonly withStops?: boolean;
  /** Since then. */
  readonly from?: Date | undefined;
  /** Before then. */
  readonly until?: Date | undefined;
  /** Older than this event. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Written out as in the index `events_of_set_up`, so that the planner sees that it applies. */
const isOfSetUp = rawSql(`(e.check_id is null and e.applicant_id is null
    and e.type not in ('account.applicants_listed', 'account.checks_listed', 'account.emails_listed')
  or e.type in ('report.credited', 'report.part_credited'))`);

/** The newest first. */
export function findSetUpEvents(
  db: Db,
  accountId: string,
  { types, withStops = false, from, until, before, limit }: SetUpPage,
): Promise<SetUpEvent[]> {
  return db.rows<SetUpEvent>(sql`
    select e.id, e.type, e.resource_id, e.actor, e.key_id, e.occurred_at, e.detail, c.order_id,
      case when e.type = 'report.credited' then (
        select k.amount_pence + k.fee_pence from charges k
        where (k.account_id, k.environment, k.about_id, k.kind) = (e.account_id, e.environment, e.resource_id::uuid, 'credit')
      ) end as credited_pence
    from events e
    left join checks c on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
    where e.account_id = ${accountId} and ${isOfSetUp} and (e.type = any (${types}::text[]) or (${withStops} and e.type = 'account.changed'
        and e.detail @> '{"values": [{"setting": "acceptOrders"}]}'))
      ${from === undefined ? sql`` : sql`and e.occurred_at >= ${from}`}
      ${until === undefined ? sql`` : sql`and e.occurred_at < ${until}`}
      ${before === undefined ? sql`` : sql`and e.id < ${before}`}
    order by e.id desc limit ${limit}`);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The names by id of what belongs to the account and still exists, and of its people and those of the desk. */
export async function findSetUpNames(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<Named>(sql`
    with named as (
      select 'user' as kind, id::text, name from users where account_id = ${accountId}
      union all select 'desk_user', id::text, name from desk_users
      union all select 'subsidiary', id::text, name from subsidiaries where account_id = ${accountId}
      union all select 'api_key', id::text, coalesce(nullif(label, ''), prefix || '…') from api_keys
        where account_id = ${accountId}
      union all select 'job_role', id::text, role_title from job_roles where account_id = ${accountId}
      union all select 'package', id::text, name from packages where account_id = ${accountId}
      union all select 'report_type_group', id::text, name from report_type_groups where account_id = ${accountId}
      union all select 'webhook', id::text, url from webhooks where account_id = ${accountId}
    )
    select kind || ' ' || id as id, name from named where kind || ' ' || id = any (${ids}::text[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
