// What the invoices and credit notes that were issued in a period come to, by how VAT falls on their lines.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { InvoiceKind } from './invoice.ts';

export interface VatRow {
  readonly kind: InvoiceKind;
  /** Of the fees of authorities, which are passed on at cost, and of what the client abroad accounts for: outside the scope. */
  readonly scope: 'rate' | 'reverse_charge' | 'fees';
  readonly percent: number;
  /** Of documents with such a line. */
  readonly count: number;
  readonly net_pence: number;
  readonly vat_pence: number;
}

/** Invoices first, the highest rate first, fees last. @param period its first and its last day, by the day of issue */
export const findVatRows = (
  db: Db,
  accounts: DeskAccounts,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<VatRow[]> =>
  db.rows<VatRow>(sql`
    select v.kind, l.scope, l.percent::float as percent, count(distinct v.id)::integer as count, sum(l.net)::bigint as net_pence,
      sum(l.vat)::bigint as vat_pence
    from invoices v
    cross join lateral (
      select case when coalesce((v.buyer->>'isReverseCharge')::boolean, false) then 'reverse_charge' else 'rate' end as scope,
        (j->>'vatPercent')::numeric as percent, (j->>'netPence')::bigint as net, (j->>'vatPence')::bigint as vat
      from jsonb_array_elements(v.lines) j where (j->>'netPence')::bigint <> 0 or (j->>'vatPence')::bigint <> 0
      union all
      select 'fees', 0, (j->>'feesPence')::bigint, 0 from jsonb_array_elements(v.lines) j where (j->>'feesPence')::bigint <> 0
    ) l
    where ${within(accounts, 'v.account_id')} and v.issued_on between ${from} and ${to}
    group by v.kind, l.scope, l.percent
    order by v.kind desc, l.scope = 'fees', l.percent desc, l.scope`);
