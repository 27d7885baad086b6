// Finds the recent orders of a person, to warn whoever is about to order them again.

import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { emailTerms, personTerms, typedSearch } from '../applicants/search-key-rules.ts';
import { statusSeenBy } from '../checks/restricted-check-rules.ts';
import { recordLook } from '../events/look-actions.ts';
import { type ApplicantFacts, noFacts, placeholderDob } from '../facts/facts.ts';
import { findOrdersOfPeople, findOrdersOfPerson, type OrderOfPerson } from './bulk-order-queries.ts';

export type Person = Pick<ApplicantFacts, 'first_name' | 'last_name' | 'email' | 'dob'>;

export interface EarlierOrder extends Pick<OrderOfPerson, 'id' | 'order_id' | 'status' | 'created_at'> {
  readonly name: string;
}

/** More are not shown. */
export const mostShown = 20;
const perPage = 20;

const folded = (text: string) => text.trim().toLowerCase();
const nameOf = ({ first_name, last_name }: Person) => fullName(first_name, last_name);

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

/** How whoever is the same person is found: by the email address, or by all words of the name and the date of birth. */
async function personKeys(ctx: Ctx, caller: Caller) {
  const account = await ctx.keys.forAccount(caller.accountId);
  return (person: Person) => {
    // Many have a name that begins alike: of them few were born on the day, and without a day none is the same.
    const born = personTerms({ ...noFacts, dob: person.dob }).filter(({ field }) => field === 'born');
    const name = born.length === 0 ? [] : [...typedSearch(nameOf(person)).person, ...born];
    return { email: searchKeys(account, caller, emailTerms(person.email)), name: searchKeys(account, caller, name) };
  };
}

function shown(ctx: Ctx, caller: Caller, order: OrderOfPerson, name: string): EarlierOrder {
  const { id, order_id, status, created_at, applicant_id: applicantId, is_restricted: isRestricted } = order;
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: id });
  return { id, order_id, created_at, name, status: statusSeenBy(caller, { status, isRestricted }) };
}

/**
 * The orders of the last 90 days of the same email address, or the same name and date of birth, that were not withdrawn or
 * cancelled; each person is a look, which is recorded. Over all subsidiaries that the caller
 * sees. @param but the unique key of the order that is placed
 */
export async function listEarlierOrders(
  ctx: Ctx,
  caller: Caller & OrderScope,
  person: Person,
  but: string | null,
): Promise<EarlierOrder[]> {
  demand(caller, 'order_checks', 'order_for_clients');
  const keys = { ...(await personKeys(ctx, caller))(person), but };
  const found: EarlierOrder[] = [];
  for (let before: number | null = null; found.length < mostShown; ) {
    const page: OrderOfPerson[] = await findOrdersOfPerson(ctx.db, caller, keys, { before, limit: perPage });
    for (const order of page) {
      const facts = await factsOf(ctx, caller, order.applicant_id);
      if (facts !== undefined && isSame(facts, person)) found.push(shown(ctx, caller, order, nameOf(facts)));
    }
    if (page.length < perPage) break;
    before = page.at(-1)!.order_id;
  }
  return found.slice(0, mostShown);
}

/** The newest order of each of the people, in their order; undefined for who has none. */
type NewestOrders = readonly (Pick<OrderOfPerson, 'order_id' | 'created_at'> | undefined)[];

/**
 * As `listEarlierOrders`, of the people of a spreadsheet, each of whom has an email address: the looks are those at the first
 * `mostShown`.
 */
export async function readNewestOrders(
  ctx: Ctx,
  caller: Caller & OrderScope,
  people: readonly Person[],
): Promise<NewestOrders> {
  demand(caller, 'order_checks', 'order_for_clients');
  const keysOf = await personKeys(ctx, caller);
  const keys = people.map(keysOf).map(({ email, name }) => ({ email: email[0]!, name }));
  const alike = await findOrdersOfPeople(ctx.db, caller, keys);
  // Together: they are read with one statement.
  const facts = await Promise.all(alike.map(({ applicant_id }) => factsOf(ctx, caller, applicant_id)));
  const same = alike.filter(({ person }, at) => facts[at] !== undefined && isSame(facts[at], people[person]!));
  const newest = people.map((_, at) => same.find(({ person }) => person === at));
  for (const order of newest.filter((one) => one !== undefined).slice(0, mostShown)) {
    const { id: checkId, applicant_id: applicantId } = order;
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId });
  }
  return newest;
}
