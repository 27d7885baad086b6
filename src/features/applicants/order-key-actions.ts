// Keeps blind keys on an order of what is learnt of it after it was placed, so that it is found by them, and tells whether an
// order of somebody else has one.
import type { Ctx, Tenant } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { type ApplicantFacts, givenDob } from '../facts/facts.ts';
import { readApplicant } from './applicant-actions.ts';
import { addReferenceKeys, findOthersWithKeys } from './applicant-store.ts';
import { searchKeys } from './applicant-vault.ts';
import { isSameName, type SearchTerm } from './search-key-rules.ts';

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

type Person = Pick<ApplicantFacts, 'first_name' | 'last_name' | 'dob'>;

/** Programs make a new applicant for each order: the day of birth or the name says that it is the same person. */
function isSamePerson(one: Person, other: Person): boolean {
  const born = givenDob(one.dob);
  const [name, otherName] = [one, other].map(({ first_name, last_name }) => fullName(first_name, last_name));
  return (born !== null && born === givenDob(other.dob)) || isSameName(name!, otherName!);
}

/** Whether an order of the account about somebody else has one of the terms. Nobody is shown. */
export async function hasOtherPerson(
  ctx: Ctx,
  tenant: Tenant,
  applicant: { readonly id: string; readonly facts: Person },
  terms: readonly SearchTerm[],
): Promise<boolean> {
  if (terms.length === 0) return false;
  const keys = searchKeys(await ctx.keys.forAccount(tenant.accountId), tenant, terms);
  const others = await findOthersWithKeys(ctx.db, tenant, applicant.id, keys);
  const facts = await Promise.all(others.map(async (id) => (await readApplicant(ctx, tenant, id)).facts));
  return facts.some((other) => !isSamePerson(applicant.facts, other));
}
