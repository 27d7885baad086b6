// The orders of the accounts that somebody at the desk sees, batch by batch, with the references that were asked for them.
import type { Environment, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from './work-queue-queries.ts';

export interface OrderToSearch extends Tenant {
  readonly checkId: string;
  readonly applicantId: string;
  readonly orderId: number;
  readonly accountName: string;
  readonly createdAt: Date;
  readonly sealedOrder: Buffer;
  readonly sealedKey: Buffer;
}

/** By their ids, after the last of the batch before; without those of people who were erased. */
export function findOrdersToSearch(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<OrderToSearch[]> {
  return db.rows<OrderToSearch>(sql`
    select c.account_id as "accountId", c.environment, c.id as "checkId", c.applicant_id as "applicantId",
      c.order_id as "orderId", a.name as "accountName", c.created_at as "createdAt", c.sealed_order as "sealedOrder",
      p.sealed_key as "sealedKey"
    from checks c
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    join accounts a on a.id = c.account_id
    where ${within(accounts, 'c.account_id')} and c.environment = ${environment} and p.sealed_key is not null
      and c.id > ${after}::uuid
    order by c.id limit ${limit}`);
}

export interface ReferenceToSearch {
  readonly id: string;
  readonly check_id: string;
  readonly sealed_request: Buffer;
  readonly requested_at: Date;
  readonly mailed_at: Date | null;
  readonly replied_at: Date | null;
}

export function findReferencesToSearch(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  checkIds: readonly string[],
): Promise<ReferenceToSearch[]> {
  return db.rows<ReferenceToSearch>(sql`
    select f.id, f.check_id, f.sealed_request, f.requested_at, f.mailed_at, f.replied_at
    from report_references f
    where ${within(accounts, 'f.account_id')} and f.environment = ${environment}
      and f.check_id = any (${checkIds}::uuid[])
    order by f.requested_at, f.id`);
}
