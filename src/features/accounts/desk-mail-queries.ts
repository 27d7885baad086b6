// Rows of which mails people of the desk asked for.

import { type Db, sql } from '../../platform/db/database.ts';
import type { DeskRole } from '../access/permissions.ts';
import type { Absent } from './absence-rules.ts';

export const deskMails = ['morning', 'week'] as const;
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

export interface DeskMailReader extends Absent {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: DeskRole;
  readonly all_accounts: boolean;
  readonly accounts: readonly string[];
}

const readers = sql`
  select d.id, d.name, d.email, d.role, d.all_accounts, d.away_from, d.away_until,
    array(select a.account_id from desk_user_accounts a where a.desk_user_id = d.id) as accounts
  from desk_mails m join desk_users d on d.id = m.desk_user_id
  where d.disabled_at is null`;

/** Who asked for the mail and still works here. */
export const findDeskMailReaders = (db: Db, mail: DeskMail): Promise<DeskMailReader[]> =>
  db.rows<DeskMailReader>(sql`${readers} and m.mail = ${mail} order by d.id`);

/** Undefined if they want it no longer, or work here no longer. */
export const findDeskMailReader = (db: Db, mail: DeskMail, userId: string): Promise<DeskMailReader | undefined> =>
  db.row<DeskMailReader>(sql`${readers} and m.mail = ${mail} and d.id = ${userId}`);
