// Keeps blind keys on an order of what is learnt of it after it was placed, so that it is found by them.
import type { Ctx, Tenant } from '../../context.ts';
import { addReferenceKeys } from '../applicants/applicant-store.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { askedTerms, certificateTerms, type SearchTerm } from '../applicants/search-key-rules.ts';
import { certificateNumberOf } from './certificate-rules.ts';
import type { Findings } from './report-rules.ts';

async function keep(tx: Ctx, tenant: Tenant, checkId: string, terms: readonly SearchTerm[]): Promise<void> {
  if (terms.length === 0) return;
  const account = await tx.keys.forAccount(tenant.accountId);
  await addReferenceKeys(tx.db, tenant, checkId, searchKeys(account, tenant, terms));
}

/** By the name, the organisation and the telephone number of somebody who is asked for a reference. Needs a transaction. */
export const findableByReferee = (
  tx: Ctx,
  tenant: Tenant,
  checkId: string,
  referee: Parameters<typeof askedTerms>[0],
) => keep(tx, tenant, checkId, askedTerms(referee));

/** By the number of the certificate of an outcome, if it has one. Needs a transaction. */
export const findableByCertificate = (tx: Ctx, tenant: Tenant, checkId: string, findings: Findings) =>
  keep(tx, tenant, checkId, certificateTerms(certificateNumberOf(findings)));
