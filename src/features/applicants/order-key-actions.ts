// Keeps blind keys on an order of what is learnt of it after it was placed, so that it is found by them.
import type { Ctx, Tenant } from '../../context.ts';
import { addReferenceKeys } from './applicant-store.ts';
import { searchKeys } from './applicant-vault.ts';
import type { SearchTerm } from './search-key-rules.ts';

/** Needs a transaction. */
export async function keepOrderKeys(
  tx: Ctx,
  tenant: Tenant,
  checkId: string,
  terms: readonly SearchTerm[],
): Promise<void> {
  if (terms.length === 0) return;
  const account = await tx.keys.forAccount(tenant.accountId);
  await addReferenceKeys(tx.db, tenant, checkId, searchKeys(account, tenant, terms));
}
