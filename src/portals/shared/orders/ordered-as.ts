// Says where the candidate is another than was ordered, to the desk and to the client.
import type { Check } from '../../../features/checks/check.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { personDifference } from '../../../features/checks/ordered-person-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';

export interface OrderedAs {
  /** `Robert Original, born 2 January 1980`: the date where it differs. */
  readonly ordered: string;
  readonly given: string;
  readonly sentence: string;
  /** Somebody has to look at it while the order goes on. */
  readonly mayBeOther: boolean;
}

/** Undefined where the candidate gave what was ordered. */
export function orderedAs({
  status,
  order: { facts, ordered: kept },
}: Pick<Check, 'status' | 'order'>): OrderedAs | undefined {
  const found = personDifference(kept, facts);
  if (found === undefined) return undefined;
  const { ordered, hasOtherDob, isOtherPerson } = found;
  const textOf = (one: { readonly first_name: string; readonly last_name: string; readonly dob: string | null }) =>
    [
      fullName(one.first_name, one.last_name),
      ...(hasOtherDob && one.dob !== null ? [`born ${formatLongDate(one.dob)}`] : []),
    ].join(', ');
  const texts = { ordered: textOf(ordered), given: textOf(facts) };
  return {
    ...texts,
    sentence: `Ordered as ${texts.ordered}; the candidate gave ${texts.given}.`,
    mayBeOther: isOtherPerson && isOngoing(status),
  };
}
