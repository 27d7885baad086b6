// The charges that were added by hand: of a month, of an order, or one of them.

import type { Authority, OrderScope } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { demand } from '../access/permissions.ts';
import { linesOf, ofMonth } from '../lists/charge-queries.ts';
import { vat } from '../reports/charged-amount-queries.ts';

export interface AddedCharge {
  readonly id: string;
  readonly description: string;
  readonly created_at: Date;
  /** Null if it is for no order. */
  readonly order_id: number | null;
  readonly subsidiary: string | null;
  /** Without VAT; 0 for a fee, and less than 0 for a discount. */
  readonly amount_pence: number;
  readonly fee_pence: number;
  readonly vat_pence: number;
  /** What was taken back of it in parts, without VAT. */
  readonly taken_pence: number;
  readonly is_taken_back: boolean;
}

type Asked =
  | { readonly month: string }
  | { readonly invoiceId: string }
  | { readonly orderId: number }
  | { readonly id: string };

/** Oldest first. */
export function findAddedCharges(db: Db, caller: OrderScope & Authority, asked: Asked): Promise<AddedCharge[]> {
  demand(caller, 'read_charges');
  const which =
    'invoiceId' in asked
      ? sql`l.invoice_id = ${asked.invoiceId}`
      : 'month' in asked
        ? ofMonth(asked.month)
        : 'id' in asked
          ? sql`l.about_id = ${asked.id}`
          : sql`l.check_id = (
            select id from checks where account_id = ${caller.accountId} and environment = ${caller.environment}
              and order_id = ${asked.orderId})`;
  return db.rows<AddedCharge>(sql`
    select l.about_id as id, l.description, l.created_at, c.order_id, s.name as subsidiary, l.amount_pence, l.fee_pence,
      ${vat} as vat_pence, (
        select -coalesce(sum(k.amount_pence + k.fee_pence), 0)::integer from charges k
        where (k.account_id, k.environment, k.about_id) = (l.account_id, l.environment, l.about_id) and k.kind = 'part_credit'
      ) as taken_pence, exists (
        select from charges k where (k.account_id, k.environment, k.about_id) = (l.account_id, l.environment, l.about_id)
          and k.kind = 'taken_back') as is_taken_back
    ${linesOf(caller)} and l.kind = 'added' and ${which}
    order by l.created_at, l.about_id`);
}
