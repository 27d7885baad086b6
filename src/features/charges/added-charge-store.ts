// The lines of the ledger that somebody adds by hand, and those that take them back.
import type { Tenant } from '../../context.ts';
import type { TakeBackReason } from '../../messages/en-credits.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** Of a charge `l` that was added by hand: the parts `k` of it that were taken back. */
const takenParts = sql`
  cross join lateral (
    select count(*) as count, coalesce(sum(k.amount_pence), 0)::integer as amount_pence,
      coalesce(sum(k.fee_pence), 0)::integer as fee_pence
    from charges k
    where (k.account_id, k.environment, k.about_id) = (l.account_id, l.environment, l.about_id) and k.kind = 'part_credit'
  ) k`;

/** The live order that a charge is for. */
export interface ChargedOrder {
  readonly check_id: string;
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
}

export function findChargedOrder(db: Db, tenant: Tenant, orderId: number): Promise<ChargedOrder | undefined> {
  return db.row<ChargedOrder>(sql`
    select id as check_id, applicant_id, subsidiary_id from checks
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and order_id = ${orderId}`);
}

export interface NewCharge {
  readonly id: string;
  readonly description: string;
  /** Less than 0 for a discount. */
  readonly pricePence: number;
  readonly feePence: number;
  readonly vatPercent: number;
  readonly checkId: string | null;
  readonly subsidiaryId: string | null;
}

export async function insertAddedCharge(db: Db, tenant: Tenant, charge: NewCharge, at: Date): Promise<void> {
  await db.run(sql`
    insert into charges (account_id, environment, added_id, kind, amount_pence, fee_pence, vat_percent, created_at, description,
      check_id, subsidiary_id)
    values (${tenant.accountId}, ${tenant.environment}, ${charge.id}, 'added', ${charge.pricePence}, ${charge.feePence},
      ${charge.vatPercent}, ${at}, ${charge.description}, ${charge.checkId}, ${charge.subsidiaryId})`);
}

export interface TakenBack {
  readonly pence: number;
  /** Both null if the charge was for no order. */
  readonly check_id: string | null;
  readonly applicant_id: string | null;
}

/** Undefined if there is no such charge, or it was taken back before. */
export function insertTakenBack(
  db: Db,
  tenant: Tenant,
  { id, reason }: { readonly id: string; readonly reason: TakeBackReason },
  at: Date,
): Promise<TakenBack | undefined> {
  return db.row<TakenBack>(sql`
    with taken as (
      insert into charges (account_id, environment, added_id, kind, amount_pence, fee_pence, vat_percent, created_at, description,
        check_id, subsidiary_id, reason)
      select l.account_id, l.environment, l.added_id, 'taken_back', -(l.amount_pence + k.amount_pence), -(l.fee_pence + k.fee_pence), l.vat_percent,
        ${at}::timestamptz, l.description, l.check_id, l.subsidiary_id, ${reason}
      from charges l ${takenParts}
      where l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment} and l.about_id = ${id}
        and l.kind = 'added'
      on conflict do nothing
      returning account_id, environment, check_id, -(amount_pence + fee_pence) as pence
    )
    select t.pence, t.check_id, c.applicant_id from taken t
    left join checks c on (c.account_id, c.environment, c.id) = (t.account_id, t.environment, t.check_id)`);
}

/** Undefined if there is no such charge, less of it is left, or it was taken back whole. @param part in pence, more than 0, of the price or of the fee */
export function insertPartTakenBack(
  db: Db,
  tenant: Tenant,
  { id, part, reason }: { readonly id: string; readonly part: number; readonly reason: TakeBackReason },
  at: Date,
): Promise<TakenBack | undefined> {
  return db.row<TakenBack>(sql`
    with taken as (
      insert into charges (account_id, environment, added_id, kind, number, amount_pence, fee_pence, vat_percent, created_at,
        description, check_id, subsidiary_id, reason)
      select l.account_id, l.environment, l.added_id, 'part_credit', k.count + 1,
        case when l.amount_pence > 0 then -${part}::integer else 0 end, case when l.amount_pence > 0 then 0 else -${part}::integer end,
        l.vat_percent, ${at}::timestamptz, l.description, l.check_id, l.subsidiary_id, ${reason}
      from charges l ${takenParts}
      where l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment} and l.about_id = ${id}
        and l.kind = 'added' and l.amount_pence + l.fee_pence + k.amount_pence + k.fee_pence > ${part}::integer and not exists (
          select from charges t where (t.account_id, t.environment, t.about_id) = (l.account_id, l.environment, l.about_id)
            and t.kind = 'taken_back')
      returning account_id, environment, check_id
    )
    select ${part}::integer as pence, t.check_id, c.applicant_id from taken t
    left join checks c on (c.account_id, c.environment, c.id) = (t.account_id, t.environment, t.check_id)`);
}
