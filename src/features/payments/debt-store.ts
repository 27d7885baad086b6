// Rows of notes on what accounts owe.
import { type Db, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';

export interface DebtNoteRow {
  readonly account_id: string;
  readonly id: string;
  readonly sealed_text: Buffer;
  readonly by: string;
  readonly created_at: Date;
}

/** Newest first. */
export const findDebtNotes = (db: Db, accountId: string): Promise<DebtNoteRow[]> =>
  db.rows<DebtNoteRow>(sql`
    select n.account_id, n.id, n.sealed_text, d.name as by, n.created_at
    from debt_notes n join desk_users d on d.id = n.written_by
    where n.account_id = ${accountId} order by n.created_at desc, n.id desc`);

/** The last one of each account. */
export const findLastDebtNotes = (db: Db, accounts: DeskAccounts): Promise<DebtNoteRow[]> =>
  db.rows<DebtNoteRow>(sql`
    select distinct on (n.account_id) n.account_id, n.id, n.sealed_text, d.name as by, n.created_at
    from debt_notes n join desk_users d on d.id = n.written_by
    where ${within(accounts, 'n.account_id')} order by n.account_id, n.created_at desc, n.id desc`);

export async function insertDebtNote(
  db: Db,
  accountId: string,
  note: { readonly id: string; readonly sealedText: Buffer; readonly by: string; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    insert into debt_notes (account_id, id, sealed_text, written_by, created_at)
    values (${accountId}, ${note.id}, ${note.sealedText}, ${note.by}, ${note.at})`);
}
