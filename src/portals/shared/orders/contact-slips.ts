// What of an address or a number may be mistyped, to be looked at before an order is placed: it is never refused.
import { isTelephoneNumber } from '../../../features/facts/person-fact-rules.ts';
import { suggestedEmail } from '../../../lib/email-suggestions.ts';

export async function contactSlips({ email, mobile }: { readonly email: string; readonly mobile: string | null }) {
  const meant = suggestedEmail(email);
  const ofEmail = meant === undefined ? [] : [`${email}: did you mean ${meant}?`];
  if (mobile === null || !isTelephoneNumber(mobile)) return ofEmail;
  // Loaded with the first number, because it would add to the start.
  const { isDoubtfulNumber } = await import('../../../lib/telephone-numbers.ts');
  if (!isDoubtfulNumber(mobile, 'GBR')) return ofEmail;
  return [
    ...ofEmail,
    `${mobile} does not look like a phone number of its country: a digit may be missing, or one too many.`,
  ];
}
