// The encrypted orders of listed reports, which name their candidates and have the references of the client.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface SealedOrder extends Tenant {
  readonly checkId: string;
  readonly applicantId: string;
  readonly sealedOrder: Buffer;
  /** null if the applicant was erased. */
  readonly sealedKey: Buffer | null;
}

export interface BilledOrder extends SealedOrder {
  /** Of its purchase order, where that is one that the client agreed to. */
  readonly agreedNumber: string | null;
  /** The number that was kept when the applicant was erased. */
  readonly sealedPurchaseOrder: Buffer | null;
}

interface CheckOfList extends Tenant {
  readonly checkId: string;
}

export async function findSealedOrders(db: Db, checks: readonly CheckOfList[]): Promise<BilledOrder[]> {
  if (checks.length === 0) return [];
  return db.rows<BilledOrder>(sql`
    select c.account_id as "accountId", c.environment, c.id as "checkId", c.applicant_id as "applicantId",
      c.sealed_order as "sealedOrder", a.sealed_key as "sealedKey",
      w.number as "agreedNumber", c.sealed_purchase_order as "sealedPurchaseOrder"
    from (
      select distinct * from unnest(${checks.map((check) => check.accountId)}::uuid[],
        ${checks.map((check) => check.environment)}::text[], ${checks.map((check) => check.checkId)}::uuid[])
    ) as s(account_id, environment, id)
    join checks c on c.account_id = s.account_id and c.environment = s.environment and c.id = s.id
    join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    left join purchase_orders w on (w.account_id, w.number_key) = (c.account_id, c.purchase_order_key)`);
}
