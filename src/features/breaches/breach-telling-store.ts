// Finds whom a breach may concern and who was told of it, and stores whom somebody tells. Of live data only.
import type { Actor } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { TypedBreachWords } from './breach-telling-rules.ts';

export interface ConcernedRow {
  readonly account_id: string;
  readonly account_name: string;
  readonly applicant_id: string;
  /** Their newest order; null for somebody without any. */
  readonly check_id: string | null;
  readonly order_id: string | null;
  /** Whether the administrators of the client were told that it concerns them. */
  readonly is_client_told: boolean;
  /** How many there are of whom this is the beginning. */
  readonly total: number;
}

/** Candidates of live data, as `p`. */
export type Wanted =
  | { readonly applicantIds: readonly string[] }
  | { readonly orderIds: readonly number[] }
  | { readonly accountId: string; readonly from: Date | undefined; readonly until: Date | undefined };

const hasOrder = (condition: Sql): Sql => sql`exists (
  select from checks w where (w.account_id, w.environment, w.applicant_id) = (p.account_id, p.environment, p.id)
    and ${condition})`;

function wantedSql(wanted: Wanted): Sql {
  if ('applicantIds' in wanted) return sql`p.id = any (${wanted.applicantIds}::uuid[])`;
  if ('orderIds' in wanted) return hasOrder(sql`w.order_id = any (${wanted.orderIds}::bigint[])`);
  const { accountId, from, until } = wanted;
  return sql`p.account_id = ${accountId} and ${hasOrder(sql`
    (${from ?? null}::timestamptz is null or w.created_at >= ${from ?? null})
    and (${until ?? null}::timestamptz is null or w.created_at < ${until ?? null})`)}`;
}

/** Those who can be told and were not told of the breach yet, by client and order. */
export function findConcerned(
  db: Db,
  accounts: DeskAccounts,
  breachId: string,
  { wanted, limit }: { readonly wanted: Wanted; readonly limit: number },
): Promise<ConcernedRow[]> {
  return db.rows<ConcernedRow>(sql`
    select p.account_id, a.name as account_name, p.id as applicant_id, c.id as check_id, c.order_id,
      exists (
        select from breach_clients_told k join breach_messages m on m.id = k.message_id
        where m.breach_id = ${breachId} and (k.account_id, k.applicant_id) = (p.account_id, p.id)) as is_client_told,
      (count(*) over ())::integer as total
    from applicants p join accounts a on a.id = p.account_id
    left join lateral (
      select n.id, n.order_id from checks n
      where (n.account_id, n.environment, n.applicant_id) = (p.account_id, p.environment, p.id)
      order by n.created_at desc, n.id desc limit 1) c on true
    where p.environment = 'live' and p.sealed_key is not null and ${within(accounts, 'p.account_id')}
      and ${wantedSql(wanted)}
      and not exists (
        select from breach_notices t join breach_messages m on m.id = t.message_id
        where m.breach_id = ${breachId} and (t.account_id, t.applicant_id) = (p.account_id, p.id))
    order by a.name, a.id, c.order_id nulls last, p.id limit ${limit}`);
}

/** The clients that were told of the breach: one of their administrators was. */
export async function findToldClients(db: Db, accounts: DeskAccounts, breachId: string): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select distinct t.account_id from breach_notices t join breach_messages m on m.id = t.message_id
    where m.breach_id = ${breachId} and t.user_id is not null and ${within(accounts, 't.account_id')}`);
  return new Set(rows.map(({ account_id: id }) => id));
}

/** Those of the numbers that no order of live data has. */
export async function findUnknownOrders(
  db: Db,
  accounts: DeskAccounts,
  orderIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await db.rows<{ order_id: string }>(sql`
    select distinct o.order_id from unnest(${orderIds}::bigint[]) as o (order_id)
    where not exists (
      select from checks c
      where c.environment = 'live' and c.order_id = o.order_id and ${within(accounts, 'c.account_id')})
    order by o.order_id`);
  return rows.map(({ order_id: id }) => Number(id));
}

/** Of the breach, so that two who press at once tell nobody twice. */
export async function lockTelling(db: Db, breachId: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext(${`breach_notices ${breachId}`}))`);
}

export interface NewMessage extends TypedBreachWords {
  readonly id: string;
  readonly breachId: string;
  readonly author: Actor;
  readonly at: Date;
}

export async function insertMessage(db: Db, one: NewMessage): Promise<void> {
  await db.run(sql`
    insert into breach_messages (id, breach_id, what, consequences, measures, contact, author, created_at)
    values (${one.id}, ${one.breachId}, ${one.what}, ${one.consequences}, ${one.measures}, ${one.contact}, ${one.author},
      ${one.at})`);
}

export interface NewNotice {
  readonly messageId: string;
  readonly accountId: string;
  /** One of both. */
  readonly applicantId: string | null;
  readonly userId: string | null;
  readonly emailId: string;
}

export async function insertNotice(db: Db, one: NewNotice): Promise<void> {
  await db.run(sql`
    insert into breach_notices (message_id, account_id, applicant_id, user_id, email_id)
    values (${one.messageId}, ${one.accountId}, ${one.applicantId}, ${one.userId}, ${one.emailId})`);
}

/** The administrators of the client are told of these candidates. */
export async function insertClientTold(
  db: Db,
  one: { readonly messageId: string; readonly accountId: string; readonly applicantIds: readonly string[] },
): Promise<void> {
  await db.run(sql`
    insert into breach_clients_told (message_id, account_id, applicant_id)
    select ${one.messageId}, ${one.accountId}, unnest(${one.applicantIds}::uuid[])`);
}

export interface ToldRow {
  readonly account_id: string;
  readonly account_name: string;
  /** Of a candidate, their newest order; null for an administrator of the client. */
  readonly check_id: string | null;
  readonly order_id: string | null;
  /** Of an administrator. */
  readonly user_name: string | null;
  readonly told_at: Date;
  readonly status: 'queued' | 'sent' | 'held' | 'failed';
  readonly sent_at: Date | null;
}

/** Those whose mail failed first, then the last ones. */
export function findTold(db: Db, accounts: DeskAccounts, breachId: string): Promise<ToldRow[]> {
  return db.rows<ToldRow>(sql`
    select t.account_id, a.name as account_name, e.check_id, c.order_id, u.name as user_name, m.created_at as told_at,
      e.status, e.sent_at
    from breach_messages m join breach_notices t on t.message_id = m.id
    join accounts a on a.id = t.account_id
    join emails e on (e.account_id, e.environment, e.id) = (t.account_id, 'live', t.email_id)
    left join checks c on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
    left join users u on (u.account_id, u.id) = (t.account_id, t.user_id)
    where m.breach_id = ${breachId} and ${within(accounts, 't.account_id')}
    order by e.status <> 'failed', m.created_at desc, a.name, u.name nulls last, c.order_id`);
}

export interface MessageRow extends TypedBreachWords {
  readonly id: string;
  readonly author_name: string | null;
  readonly created_at: Date;
}

/** The newest first. */
export function findMessages(db: Db, breachId: string): Promise<MessageRow[]> {
  return db.rows<MessageRow>(sql`
    select m.id, m.what, m.consequences, m.measures, m.contact, d.name as author_name, m.created_at
    from breach_messages m left join desk_users d on 'user:' || d.id = m.author
    where m.breach_id = ${breachId} order by m.created_at desc, m.id desc`);
}
