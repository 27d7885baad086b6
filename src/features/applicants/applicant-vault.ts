// Seals and opens what belongs to one applicant; the only place that knows where each value is bound to.
import type { Tenant } from '../../context.ts';
import { type AccountKey, type DataKey, sealedId } from '../../platform/encryption/account-key.ts';
import { type ApplicantFacts, wholeFacts } from '../facts/facts.ts';

/** A new applicant's key, and its wrapped form to store. */
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

const searchForm = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Blind index of what people search an applicant by: last name, email address, birth date. */
export function searchTermsOf(account: AccountKey, tenant: Tenant, facts: ApplicantFacts): Buffer[] {
  return [
    searchTerm(account, tenant, 'last_name', facts.last_name),
    searchTerm(account, tenant, 'email', facts.email),
    searchTerm(account, tenant, 'dob', facts.dob),
  ];
}

export function searchTerm(
  account: AccountKey,
  tenant: Tenant,
  field: 'last_name' | 'email' | 'dob',
  value: string,
): Buffer {
  return account.blindIndex(`${tenant.environment}.${field}`, searchForm(value));
}
