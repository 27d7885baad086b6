// Which questions show that a caller is the candidate, and when they were asked enough; pure.
import type { CallerProof } from '../../messages/en-taken.ts';
import { type ApplicantFacts, givenDob } from '../facts/facts.ts';

/** One right answer may be a guess, or be known to somebody else. */
export const PROOFS_NEEDED = 2;

/** What the order knows, and a caller can be asked. */
export function knownProofs(facts: ApplicantFacts): CallerProof[] {
  const hasNumber = Boolean(facts.mobile || facts.telephone);
  const known: Readonly<Record<CallerProof, boolean>> = {
    dob: givenDob(facts.dob) !== null,
    email: facts.email !== '',
    mobile: Boolean(facts.mobile),
    telephone: Boolean(facts.telephone),
    address: facts.addresses.length > 0,
    account: true,
    called_back: hasNumber,
  };
  return (Object.keys(known) as CallerProof[]).filter((one) => known[one]);
}
