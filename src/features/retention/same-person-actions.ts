// Finds applicants who may be the same person. A client's program makes a new applicant for each order, but a request
// about somebody's data concerns all of them.

import type { Caller, Ctx } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { personTerms, typedSearch } from '../applicants/search-key-rules.ts';
import { storeEvents } from '../events/event-actions.ts';
import { type ApplicantFacts, noFacts, placeholderDob } from '../facts/facts.ts';
import { findDeskAccounts } from '../lists/desk-account-queries.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
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
  return listAlike(ctx, caller, (await readApplicant(ctx, caller, applicantId)).facts, applicantId);
}

export interface SameElsewhere extends PossiblySame {
  readonly accountName: string;
}

/** Of the other accounts that the reader sees, as `listPossiblySame`. @param caller of the account of the person */
export async function listSameElsewhere(
  ctx: Ctx,
  accounts: DeskAccounts,
  caller: Caller,
  applicantId: string,
): Promise<SameElsewhere[]> {
  demand(caller, 'read_reports');
  const { facts } = await readApplicant(ctx, caller, applicantId);
  const found: SameElsewhere[] = [];
  for (const { id: accountId, name: accountName, clock_offset_seconds } of await findDeskAccounts(ctx.db, accounts)) {
    if (accountId === caller.accountId) continue;
    const clockOffsetSeconds = caller.environment === 'test' ? clock_offset_seconds : 0;
    const there = { ...caller, accountId, clockOffsetSeconds };
    found.push(...(await listAlike(ctx, there, facts, applicantId)).map((one) => ({ ...one, accountName })));
  }
  return found;
}

async function listAlike(
  ctx: Ctx,
  caller: Caller,
  facts: ApplicantFacts,
  applicantId: string,
): Promise<PossiblySame[]> {
  const account = await ctx.keys.forAccount(caller.accountId);
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
