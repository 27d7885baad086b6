// Rows of users who get mails of other orders than by default, or a link to the service review of each month.
import { type Db, type Sql, sql } from '../../platform/db/database.ts';

/** Of the orders that are theirs, of all that they see, or of none. */
export const orderMailChoices = ['own', 'all', 'none'] as const;
export type OrderMails = (typeof orderMailChoices)[number];

/** Of a user `u`. */
export const orderMailsOf: Sql = sql`coalesce(
  (select m.orders from order_mails m where (m.account_id, m.user_id) = (u.account_id, u.id)), 'own')`;

export async function findOrderMails(db: Db, accountId: string, userId: string): Promise<OrderMails> {
  const row = await db.row<{ orders: OrderMails }>(sql`
    select ${orderMailsOf} as orders from users u where u.account_id = ${accountId} and u.id = ${userId}`);
  return row?.orders ?? 'own';
}

export async function storeOrderMails(db: Db, accountId: string, userId: string, orders: OrderMails): Promise<void> {
  await db.run(sql`
    insert into order_mails (account_id, user_id, orders) values (${accountId}, ${userId}, ${orders})
    on conflict (account_id, user_id) do update set orders = excluded.orders`);
}

export async function findReviewChoice(db: Db, accountId: string, userId: string): Promise<boolean> {
  const row = await db.row<{ isWanted: boolean }>(sql`
    select service_review as "isWanted" from order_mails where account_id = ${accountId} and user_id = ${userId}`);
  return row?.isWanted ?? false;
}

export async function storeReviewChoice(db: Db, accountId: string, userId: string, isWanted: boolean): Promise<void> {
  await db.run(sql`
    insert into order_mails (account_id, user_id, service_review) values (${accountId}, ${userId}, ${isWanted})
    on conflict (account_id, user_id) do update set service_review = excluded.service_review`);
}

/** The ids of those who asked for the service review, by account, whether they may still sign in or not. */
export async function findReviewReaders(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.rows<{ account_id: string; users: string[] }>(sql`
    select account_id, array_agg(user_id::text) as users from order_mails where service_review group by account_id`);
  return new Map(rows.map(({ account_id, users }) => [account_id, users]));
}
