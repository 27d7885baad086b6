// Rows of the reminders of unpaid invoices: one for each invoice that a mail names.
import type { Actor } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface ReminderRow {
  readonly invoice_id: string;
  /** Null where the mail named it besides. */
  readonly step_days: number | null;
  readonly created_at: Date;
}

/** Oldest first. */
export const findReminders = (db: Db, accountId: string): Promise<ReminderRow[]> =>
  db.rows<ReminderRow>(sql`
    select r.invoice_id, r.step_days, r.created_at from payment_reminders r
    where r.account_id = ${accountId} order by r.created_at, r.id`);

export interface NewReminder {
  readonly id: string;
  readonly invoices: readonly { readonly id: string; readonly step: number | undefined }[];
  readonly by: Actor;
  readonly at: Date;
}

export async function insertReminder(db: Db, accountId: string, { id, invoices, by, at }: NewReminder): Promise<void> {
  for (const invoice of invoices)
    await db.run(sql`
      insert into payment_reminders (account_id, id, invoice_id, step_days, sent_by, created_at)
      values (${accountId}, ${id}, ${invoice.id}, ${invoice.step ?? null}, ${by}, ${at})`);
}
