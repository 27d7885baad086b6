// Which stated entry a reference is about now: entries change their numbers when others are added or corrected; pure.
import type { ApplicantFacts } from '../facts/facts.ts';
import { type Claim, type Entry, type EntryList, entriesIn } from './claim-rules.ts';
import type { ReferenceRequest } from './reference.ts';

const sameText = (one: string | null, other: string | null) =>
  (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase();

/** By what it names and the month of the start: a day is often added or left out. */
const isSame = (one: Claim, other: Claim): boolean =>
  sameText(one.subject, other.subject) &&
  sameText(one.course, other.course) &&
  (one.from ?? '').slice(0, 7) === (other.from ?? '').slice(0, 7);

/** Empty where the entry is not stated any more. The key when it was asked about decides between entries that are alike. */
export function askedKeyNow(facts: ApplicantFacts, { claim, entryKey }: Pick<ReferenceRequest, 'claim' | 'entryKey'>) {
  const alike = entriesIn(claim.list, facts).filter((one) => isSame(one.claim, claim));
  const exact = alike.filter((one) => one.claim.from === claim.from);
  const keys = (exact.length > 0 ? exact : alike).map(({ key }) => key);
  return keys.find((key) => key === entryKey) ?? keys[0] ?? '';
}

/** An entry of a list that was corrected: its place before and after. */
export interface CorrectedEntry {
  readonly list: EntryList;
  readonly from: number;
  readonly to: number;
}

/** What a request is about after the entry was corrected; undefined where it is about another one. */
export function requestAfter(
  request: ReferenceRequest,
  { list, from, to }: CorrectedEntry,
  { before, after }: { readonly before: ApplicantFacts; readonly after: ApplicantFacts },
): ReferenceRequest | undefined {
  if (request.claim.list !== list || askedKeyNow(before, request) !== `${list}-${from}`) return undefined;
  const entry: Entry | undefined = entriesIn(list, after).find(({ key }) => key === `${list}-${to}`);
  return entry && { ...request, claim: entry.claim, entryKey: entry.key };
}
