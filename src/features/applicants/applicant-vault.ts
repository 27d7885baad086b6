// Encrypts and decrypts an applicant's data; the only place that knows the additional data to which each value is
// bound.
import type { Tenant } from '../../context.ts';
import { type AccountKey, type DataKey, sealedId } from '../../platform/encryption/account-key.ts';
import { type ApplicantFacts, wholeFacts } from '../facts/facts.ts';
import type { SearchTerm } from './search-key-rules.ts';

/** A new applicant's key, and its wrapped form for storing. */
export function newApplicantKey(account: AccountKey, tenant: Tenant, applicantId: string) {
  return account.wrapDataKey(sealedId(tenant.environment, applicantId));
}

export function applicantKey(account: AccountKey, tenant: Tenant, applicantId: string, sealedKey: Uint8Array): DataKey {
  return account.unwrapDataKey(sealedKey, sealedId(tenant.environment, applicantId));
}

export function sealFacts(key: DataKey, facts: ApplicantFacts): Buffer {
  return key.seal('applicants.facts', facts);
}

export function openFacts(key: DataKey, sealed: Uint8Array): ApplicantFacts {
  return wholeFacts(key.open<Partial<ApplicantFacts>>('applicants.facts', sealed));
}

/** Blind keys as stored; they differ between accounts, and between live and test. */
export function searchKeys(account: AccountKey, tenant: Tenant, terms: readonly SearchTerm[]): string[] {
  return terms.map(({ field, value }) =>
    account.blindIndex(`${tenant.environment}.${field}`, value).readBigInt64BE().toString(),
  );
}
