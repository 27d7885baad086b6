// Finds the numbers of other systems that cases here have.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** Those of the keys that an order has, or a case that was complete there. */
export async function findTakenNumbers(db: Db, tenant: Tenant, keys: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ number_key: string }>(sql`
    select earlier_number_key::text as number_key from checks
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and earlier_number_key = any (${keys}::bigint[])
    union
    select number_key::text from earlier_cases
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and number_key = any (${keys}::bigint[])`);
  return rows.map(({ number_key }) => number_key);
}
