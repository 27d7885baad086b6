// The row of a check as far as it says which link opens the form.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** Makes the fresh link the only one. */
export async function replaceFormLink(db: Db, tenant: Tenant, checkId: string, generation: number): Promise<void> {
  await db.run(sql`
    update checks set form_link_generation = ${generation}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}
      and form_link_generation < ${generation}`);
}
