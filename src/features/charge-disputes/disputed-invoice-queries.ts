// Which invoices have a charge that the client asks about and nobody has answered yet.
import { type Db, sql } from '../../platform/db/database.ts';

/** Their ids. */
export async function findDisputedInvoices(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct l.invoice_id as id
    from charge_disputes d
    join charges l on (l.account_id, l.environment, l.about_id, l.kind, l.number)
      = (d.account_id, d.environment, d.about_id, d.charge_kind, d.charge_number)
    where d.account_id = ${accountId} and d.outcome is null and l.invoice_id is not null`);
  return rows.map(({ id }) => id);
}
