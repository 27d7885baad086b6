// Finds who looked at whose results and data, newest first. The events say it; a view of them is the register.
import type { Environment, Tenant } from '../../context.ts';
import { firstUuidAt } from '../../lib/uuids.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { type DeskGround, deskGrounds, rolesOfGround } from '../access/desk-ground-rules.ts';
import type { DeskRole } from '../access/permissions.ts';
import type { SignedEvent } from './audit-rules.ts';
import { signedEvent } from './audit-store.ts';
import { lookEvents, readByLink } from './event-types.ts';

export interface LookRow extends SignedEvent {
  /** Null for a look at a person beside their orders, and for a list of many. */
  readonly orderId: number | null;
  /** Of the report that was looked at; null for a look at the whole order. */
  readonly reportTypeId: number | null;
  readonly keyLabel: string | null;
  readonly accountName: string;
  /** Of a user of the desk, as it is now. */
  readonly deskRole: DeskRole | null;
  /** Whoever looked has the report, or gave an outcome of it. */
  readonly hasWorkedOn: boolean;
}

const otherGrounds = ['candidate', 'referee', 'provider', 'link', 'operator'] as const;

/** On which somebody looks: as the client with its sign-in or its key, as the screening company for one of its purposes, … */
export type LookGround = 'client' | 'key' | DeskGround | (typeof otherGrounds)[number];
export const lookGrounds: readonly LookGround[] = ['client', 'key', ...deskGrounds, ...otherGrounds];

/** The accounts whose register somebody may read. */
export type DeskAccounts = 'all' | readonly string[];

/** Written out, so that the planner sees that the index of these events applies. */
export const isLook = rawSql(`e.type in (${lookEvents.map((type) => `'${type}'`).join(', ')})`);

/** Also of somebody whose role was another one then. */
const hasWorkedOn = sql`(e.report_id is not null and (
  exists (
    select from reports w
    where (w.account_id, w.environment, w.id) = (e.account_id, e.environment, e.report_id)
      and 'user:' || w.assignee_id = e.actor)
  or exists (
    select from report_outcomes o
    where (o.account_id, o.environment, o.report_id) = (e.account_id, e.environment, e.report_id)
      and o.author = e.actor)))`;

const looks = (condition: Sql, limit: number): Sql => sql`
  select ${signedEvent} as event, e.mac, c.order_id as "orderId", r.report_type_id as "reportTypeId",
    k.label as "keyLabel", a.name as "accountName", d.role as "deskRole", ${hasWorkedOn} as "hasWorkedOn"
  from events e
  join accounts a on a.id = e.account_id
  left join checks c on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
  left join reports r on (r.account_id, r.environment, r.id) = (e.account_id, e.environment, e.report_id)
  left join api_keys k on (k.account_id, k.id) = (e.account_id, e.key_id)
  left join desk_users d on 'user:' || d.id = e.actor
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
  // Somebody for whom nothing was ordered, too.
  const checks = sql`(
    select id, applicant_id from checks
    where account_id = ${accountId} and environment = ${environment} and applicant_id = ${applicantId}
    union all select null, ${applicantId}::uuid) c`;
  return db.rows<LookRow>(looks(concerns(tenant, checks), limit));
}

export interface LooksAsked {
  readonly environment: Environment;
  /** Those of one order only. */
  readonly orderId?: number | undefined;
  /** Those of one user only, or for them. */
  readonly userId?: string | undefined;
  /** Of one session of theirs only. */
  readonly session?: string | undefined;
  readonly ground?: LookGround | undefined;
  /** Looks at one person, or at lists of many. */
  readonly at?: 'person' | 'list' | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface LooksPage {
  /** Older than this look. */
  readonly before?: string | undefined;
  readonly limit: number;
}

const isUser = sql`e.actor like 'user:%'`;
const isDeskUser = sql`substring(e.actor from 6) in (select id::text from desk_users)`;

/** As `groundOfRole` says it, and whoever works on a report screens it. */
const isOnGround = (ground: DeskGround): Sql => {
  const hasRole = sql`substring(e.actor from 6) in (
    select id::text from desk_users where role = any (${rolesOfGround(ground)}::text[]))`;
  return ground === 'screens'
    ? sql`${isUser} and (${hasRole} or ${isDeskUser} and ${hasWorkedOn})`
    : sql`${isUser} and ${hasRole} and not ${hasWorkedOn}`;
};

const grounds: Readonly<Record<LookGround, Sql>> = {
  client: sql`${isUser} and e.key_id is null and not ${isDeskUser}`,
  key: sql`e.key_id is not null`,
  screens: isOnGround('screens'),
  data_requests: isOnGround('data_requests'),
  manages: isOnGround('manages'),
  audits: isOnGround('audits'),
  candidate: sql`e.actor = 'candidate'`,
  referee: sql`e.actor like 'referee:%'`,
  provider: sql`e.actor like 'provider:%'`,
  link: sql`e.actor = 'system' and e.type = ${readByLink}`,
  operator: sql`e.actor = 'system' and e.type <> ${readByLink}`,
};

const isList = sql`e.type like 'account.%'`;

const DAY_MS = 86_400_000;

/**
 * Ids sort by creation, so that the index is read for the days alone; with a day to spare, because clocks differ. The
 * test clock is ahead: what happened by it since some day may have been stored before.
 */
const madeBetween = (environment: Environment, since: Date | undefined, until: Date | undefined): Sql => sql`
  ${since === undefined || environment === 'test' ? sql`true` : sql`e.id >= ${firstUuidAt(new Date(since.getTime() - DAY_MS))}`}
  and ${until === undefined ? sql`true` : sql`e.id < ${firstUuidAt(new Date(until.getTime() + DAY_MS))}`}`;

const matches = ({ environment, userId, session, ground, at, since, until }: LooksAsked): Sql => sql`
  e.environment = ${environment}
  and (${userId ?? null}::text is null or e.actor = 'user:' || ${userId ?? null}::text
    or e.on_behalf_of::text = ${userId ?? null}::text)
  and (${session ?? null}::text is null or e.detail ->> 'session' = ${session ?? null}::text)
  and ${ground === undefined ? sql`true` : grounds[ground]}
  and ${at === undefined ? sql`true` : at === 'list' ? isList : sql`not ${isList}`}
  and (${since ?? null}::timestamptz is null or e.occurred_at >= ${since ?? null})
  and (${until ?? null}::timestamptz is null or e.occurred_at < ${until ?? null})
  and ${madeBetween(environment, since, until)}`;

export const ofDesk = (accounts: DeskAccounts, column: Sql): Sql =>
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

/** In the accounts of a reader of the register; undefined if the order is outside of them. */
export async function whereOfLooks(db: Db, accounts: DeskAccounts, asked: LooksAsked): Promise<Sql | undefined> {
  const { environment, orderId } = asked;
  if (orderId === undefined) return sql`${matches(asked)} and ${ofDesk(accounts, sql`e.account_id`)}`;
  const accountId = await findAccountOfOrder(db, accounts, { environment, orderId });
  if (accountId === undefined) return undefined;
  const checks = sql`checks
    where account_id = ${accountId} and environment = ${environment} and order_id = ${orderId}`;
  return sql`${matches(asked)} and ${concerns({ accountId, environment }, checks)}`;
}

/** The newest first. */
export async function findLooks(db: Db, accounts: DeskAccounts, asked: LooksAsked & LooksPage): Promise<LookRow[]> {
  const { before = null, limit } = asked;
  const where = await whereOfLooks(db, accounts, asked);
  if (where === undefined) return [];
  return db.rows<LookRow>(looks(sql`${where} and (${before}::uuid is null or e.id < ${before})`, limit));
}

export interface AccountLooks {
  readonly account: string;
  readonly looks: number;
  /** That were looked at one by one. */
  readonly orders: number;
  readonly lists: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** How much was looked at in each account. */
export async function countLooks(db: Db, accounts: DeskAccounts, asked: LooksAsked): Promise<AccountLooks[]> {
  const where = await whereOfLooks(db, accounts, asked);
  if (where === undefined) return [];
  return db.rows<AccountLooks>(sql`
    select a.name as account, count(*) as looks, count(distinct e.check_id) as orders,
      count(*) filter (where ${isList}) as lists, min(e.occurred_at) as first_at, max(e.occurred_at) as last_at
    from events e join accounts a on a.id = e.account_id
    where ${isLook} and ${where}
    group by a.id order by a.name`);
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
