// Rows of users who get mails of other orders than by default.
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
