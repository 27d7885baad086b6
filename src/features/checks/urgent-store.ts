// Rows of urgent orders: whether one is, and the surcharge that was charged for it.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export async function updateUrgency(db: Db, tenant: Tenant, checkId: string, isUrgent: boolean): Promise<void> {
  await db.run(sql`
    update checks set is_urgent = ${isUrgent}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}`);
}

export interface UrgentCharge {
  readonly pence: number;
  /** By hand, on the page of charges. */
  readonly is_taken_back: boolean;
}

/** Undefined if nothing was charged, or it was credited with the urgency. */
export function findUrgentCharge(db: Db, tenant: Tenant, checkId: string): Promise<UrgentCharge | undefined> {
  return db.row<UrgentCharge>(sql`
    select l.amount_pence as pence, exists (
      select from charges k
      where (k.account_id, k.environment, k.about_id) = (l.account_id, l.environment, l.about_id) and k.kind = 'taken_back'
    ) as is_taken_back
    from checks c
    join charges l on (l.account_id, l.environment, l.about_id) = (c.account_id, c.environment, c.urgent_charge_id)
      and l.kind = 'added'
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}`);
}

interface Surcharge {
  readonly id: string;
  readonly pence: number;
  readonly vatPercent: number;
  readonly description: string;
  readonly at: Date;
}

/** Once for each order: false if it was charged before, and not credited. */
export async function chargeUrgency(
  db: Db,
  tenant: Tenant,
  checkId: string,
  { id, pence, vatPercent, description, at }: Surcharge,
): Promise<boolean> {
  const charged = await db.run(sql`
    with charged as (
      update checks set urgent_charge_id = ${id}
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}
        and urgent_charge_id is null
      returning account_id, environment, id, subsidiary_id
    )
    insert into charges (account_id, environment, added_id, kind, amount_pence, vat_percent, created_at, description, check_id,
      subsidiary_id)
    select c.account_id, c.environment, ${id}, 'added', ${pence}, ${vatPercent}, ${at}::timestamptz, ${description}, c.id,
      c.subsidiary_id
    from charged c`);
  return charged > 0;
}
