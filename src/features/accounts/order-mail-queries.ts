// Rows of users of clients who chose which mails they get.
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';

/** Of the orders that are theirs, of all that they see, or of none. */
export const orderMailChoices = ['own', 'all', 'none'] as const;
export type OrderMails = (typeof orderMailChoices)[number];

/** How often one mail says what waits for them: on each working day, or on the first of a week. */
export const summaryChoices = ['never', 'daily', 'weekly'] as const;
export type SummaryChoice = (typeof summaryChoices)[number];

export interface MailChoices {
  readonly orders: OrderMails;
  readonly summary: SummaryChoice;
  /** Whether they get a link to the service review of each month. */
  readonly review: boolean;
  /** Whether one mail at the beginning of a week says how many checks are overdue. */
  readonly late: boolean;
}

/** Of a user `u`. */
export const orderMailsOf: Sql = sql`coalesce(
  (select m.orders from order_mails m where (m.account_id, m.user_id) = (u.account_id, u.id)), 'own')`;

export async function findMailChoices(db: Db, accountId: string, userId: string): Promise<MailChoices> {
  const row = await db.row<MailChoices>(sql`
    select orders, summary, service_review as review, late_checks as late from order_mails
    where account_id = ${accountId} and user_id = ${userId}`);
  return row ?? { orders: 'own', summary: 'never', review: false, late: false };
}

export async function storeMailChoices(
  db: Db,
  accountId: string,
  userId: string,
  { orders, summary, review, late }: MailChoices,
): Promise<void> {
  await db.run(sql`
    insert into order_mails (account_id, user_id, orders, summary, service_review, late_checks)
    values (${accountId}, ${userId}, ${orders}, ${summary}, ${review}, ${late})
    on conflict (account_id, user_id) do update
    set orders = excluded.orders, summary = excluded.summary, service_review = excluded.service_review,
      late_checks = excluded.late_checks`);
}

/** The ids of those who asked for the mail, by account, whether they may still sign in or not. */
export async function findMailReaders(
  db: Db,
  mail: 'service_review' | 'late_checks',
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.rows<{ account_id: string; users: string[] }>(sql`
    select account_id, array_agg(user_id::text) as users from order_mails where ${rawSql(mail)} group by account_id`);
  return new Map(rows.map(({ account_id, users }) => [account_id, users]));
}

/** How often users want a summary, by account and id, whether they may still sign in or not. */
export async function findSummaryReaders(
  db: Db,
): Promise<ReadonlyMap<string, Readonly<Record<string, Exclude<SummaryChoice, 'never'>>>>> {
  const rows = await db.rows<{ account_id: string; users: Record<string, Exclude<SummaryChoice, 'never'>> }>(sql`
    select account_id, jsonb_object_agg(user_id, summary) as users from order_mails where summary <> 'never'
    group by account_id`);
  return new Map(rows.map(({ account_id, users }) => [account_id, users]));
}
