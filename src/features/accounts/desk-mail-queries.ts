// Rows that say which mails people of the desk asked for.

import { type Db, sql } from '../../platform/db/database.ts';

export const deskMails = ['morning', 'week', 'month'] as const;
export type DeskMail = (typeof deskMails)[number];

export async function findDeskMails(db: Db, userId: string): Promise<DeskMail[]> {
  const rows = await db.rows<{ mail: DeskMail }>(sql`select mail from desk_mails where desk_user_id = ${userId}`);
  return rows.map(({ mail }) => mail);
}

export async function replaceDeskMails(db: Db, userId: string, mails: readonly DeskMail[]): Promise<void> {
  await db.run(sql`
    with kept as (select unnest(${mails}::text[]) as mail),
    ended as (delete from desk_mails where desk_user_id = ${userId} and mail not in (select mail from kept))
    insert into desk_mails (desk_user_id, mail) select ${userId}, mail from kept on conflict do nothing`);
}

/** The ids of those who asked for the mail, whether they still work here or not. */
export async function findDeskMailReaders(db: Db, mail: DeskMail): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select desk_user_id as id from desk_mails where mail = ${mail}`);
  return rows.map(({ id }) => id);
}
