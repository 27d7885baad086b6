// Finds applicants who may be the same person. A client's program makes a new applicant for each order, but a request
// about somebody's data concerns all of them.

import type { Caller, Ctx } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { personTerms, typedSearch } from '../applicants/search-key-rules.ts';
import { storeEvents } from '../events/event-actions.ts';
import { noFacts, placeholderDob } from '../facts/facts.ts';
import { type AlikeRow, findAlike } from './same-person-queries.ts';

export interface PossiblySame {
  readonly applicantId: string;
  readonly name: string;
  readonly orders: AlikeRow['orders'];
  readonly hasEarlierCase: boolean;
  readonly because: 'email' | 'name_and_birth';
}

/** More are not looked at. */
const mostAlike = 100;

const folded = (text: string) => text.trim().toLowerCase();

/** Of the same account, by email address, or by name and date of birth; each of them is a look, which is recorded. */
export async function listPossiblySame(ctx: Ctx, caller: Caller, applicantId: string): Promise<PossiblySame[]> {
  demand(caller, 'read_reports');
  const account = await ctx.keys.forAccount(caller.accountId);
  const { facts } = await readApplicant(ctx, caller, applicantId);
  const email = personTerms({ ...noFacts, email: facts.email }).filter(({ field }) => field === 'email');
  const name = typedSearch(fullName(facts.first_name, facts.last_name)).person;
  const keys = { email: searchKeys(account, caller, email), name: searchKeys(account, caller, name) };
  const found: PossiblySame[] = [];
  for (const { id, orders, has_earlier_case: hasEarlierCase } of await findAlike(
    ctx.db,
    caller,
    applicantId,
    keys,
    mostAlike,
  )) {
    const { facts: other } = await readApplicant(ctx, caller, id);
    const isSameEmail = folded(facts.email) !== '' && folded(other.email) === folded(facts.email);
    const isSameName =
      folded(fullName(other.first_name, other.last_name)) === folded(fullName(facts.first_name, facts.last_name));
    if (!isSameEmail && !(isSameName && other.dob === facts.dob && facts.dob !== placeholderDob)) continue;
    const because = isSameEmail ? 'email' : 'name_and_birth';
    found.push({ applicantId: id, name: fullName(other.first_name, other.last_name), orders, hasEarlierCase, because });
  }
  const look = (id: string) => ({ type: 'applicant.read', resourceId: id, applicantId: id }) as const;
  if (found.length > 0)
    await storeEvents(
      ctx,
      caller,
      found.map((one) => look(one.applicantId)),
    );
  return found;
}
