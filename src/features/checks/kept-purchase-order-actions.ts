// What finance needs of the orders of somebody who is erased: the number of the purchase order, under the key of the account.
import type { Ctx, Environment, Tenant } from '../../context.ts';
import { type AccountKey, sealedId } from '../../platform/encryption/account-key.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { namesPerson } from '../applicants/search-key-rules.ts';
import { openOrder } from './check-actions.ts';
import { findBilledChecks, updateCheck } from './check-store.ts';
import { referencesOf } from './order-reference-rules.ts';

const purpose = 'checks.purchase_order';

export const openPurchaseOrder = (
  account: AccountKey,
  { environment, checkId }: { readonly environment: Environment; readonly checkId: string },
  sealed: Buffer,
): string => account.open(purpose, sealedId(environment, checkId), sealed).toString('utf8');

/** Before the key of the applicant is destroyed. A number that names the person is not kept, unless it is agreed with the client. */
export async function keepPurchaseOrders(tx: Ctx, tenant: Tenant, applicantId: string): Promise<void> {
  const account = await tx.keys.forAccount(tenant.accountId);
  for (const { id, sealed_order, sealed_key, is_agreed } of await findBilledChecks(tx.db, tenant, applicantId)) {
    if (sealed_key === null) continue;
    const order = openOrder(applicantKey(account, tenant, applicantId, sealed_key), id, sealed_order);
    const { purchaseOrder } = referencesOf(order);
    const isKept = is_agreed || !namesPerson(purchaseOrder, order.facts);
    await updateCheck(
      tx.db,
      tenant,
      isKept
        ? { id, sealedPurchaseOrder: account.seal(purpose, sealedId(tenant.environment, id), purchaseOrder) }
        : { id, purchaseOrderKey: null },
    );
  }
}
