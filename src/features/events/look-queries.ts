// Finds who looked at whose results and data, newest first. The events say it; a view of them is the register.
import type { Environment, Tenant } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import type { SignedEvent } from './audit-rules.ts';
import { signedEvent } from './audit-store.ts';
import { lookEvents } from './event-types.ts';

export interface LookRow extends SignedEvent {
  /** Null for a look at a person beside their orders, and for a list of many. */
  readonly orderId: number | null;
  /** Of the report that was looked at; null for a look at the whole order. */
  readonly reportTypeId: number | null;
  readonly keyLabel: string | null;
}

/** The accounts whose register somebody may read. */
export type DeskAccounts = 'all' | readonly string[];

/** Written out, so that the planner sees that the index of these events applies. */
const isLook = rawSql(`e.type in (${lookEvents.map((type) => `'${type}'`).join(', ')})`);

const looks = (condition: Sql, limit: number): Sql => sql`
  select ${signedEvent} as event, e.mac, c.order_id as "orderId", r.report_type_id as "reportTypeId",
    k.label as "keyLabel"
  from events e
  left join checks c on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
  left join reports r on (r.account_id, r.environment, r.id) = (e.account_id, e.environment, e.report_id)
  left join api_keys k on (k.account_id, k.id) = (e.account_id, e.key_id)
  where ${isLook} and ${condition}
  order by e.id desc limit ${limit}`;

/** At the checks, at their applicants beside any order, and at lists that had either. */
const concerns = ({ accountId, environment }: Tenant, checks: Sql): Sql => sql`e.account_id = ${accountId}
  and e.environment = ${environment} and (
  e.check_id = any (array(select id from ${checks}))
  or e.applicant_id = any (array(select applicant_id from ${checks})) and e.check_id is null
  or e.id = any (array(select lists_that_named(${accountId}, ${environment},
    array(select unnest(array[id, applicant_id])::text from ${checks})))))`;

/** At everything that belongs to the applicant. */
export function findLooksAtApplicant(db: Db, tenant: Tenant, applicantId: string, limit: number): Promise<LookRow[]> {
  const { accountId, environment } = tenant;
  const checks = sql`checks
    where account_id = ${accountId} and environment = ${environment} and applicant_id = ${applicantId}`;
  return db.rows<LookRow>(looks(concerns(tenant, checks), limit));
}

export interface LooksAsked {
  readonly environment: Environment;
  /** Those of one order only. */
  readonly orderId?: number | undefined;
  /** Older than this look. */
  readonly before?: string | undefined;
  readonly limit: number;
}

const ofDesk = (accounts: DeskAccounts, column: Sql): Sql =>
  accounts === 'all' ? sql`true` : sql`${column} = any (${accounts}::uuid[])`;

/** The account of an order; undefined for one outside of the desk's accounts. */
async function findAccountOfOrder(
  db: Db,
  accounts: DeskAccounts,
  { environment, orderId }: { readonly environment: Environment; readonly orderId: number },
): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(sql`
    select a.id from accounts a
    join checks c on (c.account_id, c.environment, c.order_id) = (a.id, ${environment}, ${orderId}::bigint)
    where ${ofDesk(accounts, sql`a.id`)}`);
  return row?.id;
}

/** In the accounts of a reader of the register. */
export async function findLooks(db: Db, accounts: DeskAccounts, asked: LooksAsked): Promise<LookRow[]> {
  const { environment, orderId, before = null, limit } = asked;
  const found = (condition: Sql) =>
    db.rows<LookRow>(
      looks(
        sql`e.environment = ${environment} and ${condition} and (${before}::uuid is null or e.id < ${before})`,
        limit,
      ),
    );
  if (orderId === undefined) return found(ofDesk(accounts, sql`e.account_id`));
  const accountId = await findAccountOfOrder(db, accounts, { environment, orderId });
  if (accountId === undefined) return [];
  const checks = sql`checks
    where account_id = ${accountId} and environment = ${environment} and order_id = ${orderId}`;
  return found(concerns({ accountId, environment }, checks));
}

export interface CheckOfDesk {
  readonly account_id: string;
  readonly environment: Environment;
  /** How far the account's test clock is ahead; 0 for live. */
  readonly clock_offset_seconds: number;
}

export function findCheckOfDesk(db: Db, accounts: DeskAccounts, checkId: string): Promise<CheckOfDesk | undefined> {
  return db.row<CheckOfDesk>(sql`
    select c.account_id, c.environment,
      case c.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from checks c join accounts a on a.id = c.account_id
    where c.id = ${checkId} and ${ofDesk(accounts, sql`c.account_id`)}`);
}
