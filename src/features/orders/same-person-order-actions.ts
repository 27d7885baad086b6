// Finds the recent orders of a person, to warn whoever is about to order them again.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { personTerms, typedSearch } from '../applicants/search-key-rules.ts';
import { recordLook } from '../events/look-actions.ts';
import { type ApplicantFacts, noFacts, placeholderDob } from '../facts/facts.ts';
import { findOrdersOfPerson, type OrderOfPerson } from './bulk-order-queries.ts';

type Person = Pick<ApplicantFacts, 'first_name' | 'last_name' | 'email' | 'dob'>;

export interface EarlierOrder extends Pick<OrderOfPerson, 'id' | 'order_id' | 'status' | 'created_at'> {
  readonly name: string;
}

/** More are not looked at. */
const mostAlike = 20;

const folded = (text: string) => text.trim().toLowerCase();
const nameOf = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`;

const isSame = (one: Person, other: Person): boolean =>
  folded(one.email) === folded(other.email) ||
  (folded(nameOf(one)) === folded(nameOf(other)) && one.dob !== placeholderDob && one.dob === other.dob);

/** Somebody who was erased meanwhile is nobody. */
async function factsOf(ctx: Ctx, caller: Caller, applicantId: string): Promise<ApplicantFacts | undefined> {
  try {
    return (await readApplicant(ctx, caller, applicantId)).facts;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * The orders of the last 90 days of the same email address, or the same name and date of birth, that were not withdrawn or
 * cancelled; each person is a look, which is recorded. @param but the unique key of the order that is placed
 */
export async function listEarlierOrders(
  ctx: Ctx,
  caller: Caller & OrderScope,
  person: Person,
  but: string | null,
): Promise<EarlierOrder[]> {
  demand(caller, 'order_checks', 'order_for_clients');
  const account = await ctx.keys.forAccount(caller.accountId);
  const email = personTerms({ ...noFacts, email: person.email }).filter(({ field }) => field === 'email');
  const name = typedSearch(nameOf(person)).person;
  const keys = { email: searchKeys(account, caller, email), name: searchKeys(account, caller, name), but };
  const found: EarlierOrder[] = [];
  for (const { applicant_id: applicantId, ...order } of await findOrdersOfPerson(ctx.db, caller, keys, mostAlike)) {
    const facts = await factsOf(ctx, caller, applicantId);
    if (facts === undefined || !isSame(facts, person)) continue;
    found.push({ ...order, name: nameOf(facts) });
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: order.id });
  }
  return found;
}
