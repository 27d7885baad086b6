// What the directory says of an organisation and of the address of its referee, for the pages of references.
import type { Ctx } from '../../../context.ts';
import {
  type DeskUser,
  type Organisation,
  organisationsNamed,
} from '../../../features/directory/organisation-actions.ts';
import { comparedAddress, isMeantBy } from '../../../features/directory/organisation-rules.ts';
import type { Claim, Referee } from '../../../features/references/claim-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';

const confirmedText = ({ confirmedOn, confirmedBy, foundBy }: Organisation): string =>
  `confirmed on ${formatLongDate(confirmedOn)}${confirmedBy === null ? '' : ` by ${confirmedBy}`}: ${foundBy}`;

/** What is known, in one line. */
export const reachedBy = ({ department, email, telephone }: Organisation): string =>
  [department, email, telephone].filter((part) => part !== '').join(', ');

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** How the address of a referee compares with the directory; empty where it says nothing of it. @param names of the organisation */
function signsOf(referee: Referee, names: readonly string[], matches: readonly Organisation[]): string[] {
  const same = matches.find(isAddressOf(referee));
  if (same !== undefined) return [`The directory has this address for ${same.name}, ${confirmedText(same)}`];
  const compared = matches.map((one) => ({ one, as: comparedAddress(referee.email, one.email) }));
  if (compared.some(({ as }) => as === 'same_domain')) return [];
  const other = compared.find(({ one, as }) => as === 'other' && isMeantBy(one.name, names))?.one;
  if (other === undefined) return [];
  return [`The directory has another address for ${other.name}: ${other.email}, ${confirmedText(other)}`];
}

const isAddressOf =
  ({ email }: Referee) =>
  (one: Organisation): boolean =>
    comparedAddress(email, one.email) === 'same';

/** Of the organisation that the candidate named, or of the agency in its place, and of the one that is asked. */
export async function directoryMatches(ctx: Ctx, user: DeskUser, claim: Claim, referee: Referee) {
  const named = claim.list === 'activities' || claim.list === 'qualifications' ? (claim.agency ?? claim.subject) : '';
  const names = [named, referee.organisation];
  const matches = await organisationsNamed(ctx, user, names);
  return {
    signs: signsOf(referee, names, matches),
    isKnown: matches.some(isAddressOf(referee)),
    matches: matches.map((one) => ({
      ...one,
      href: `/desk/directory/${one.id}`,
      reached: reachedBy(one),
      confirmed: sentence(confirmedText(one)),
    })),
  };
}
