// The last day of a user's access: what it may be, and whether it is over; pure.
import { addMonths, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';

interface Ending {
  readonly disabled_at: Date | null;
  /** The last day; null if none is set. */
  readonly access_until: IsoDate | null;
}

export const isOver = ({ access_until }: Pick<Ending, 'access_until'>, today: IsoDate): boolean =>
  access_until !== null && access_until < today;

/** The end of their access disabled them, and no person: they were disabled after their last day. */
export const isDisabledByEnd = ({ disabled_at, access_until }: Ending): boolean =>
  disabled_at !== null && access_until !== null && ukDateOf(disabled_at) > access_until;

/** Whether somebody signs in until somebody else says otherwise. */
export const lastsOn = ({ disabled_at, access_until }: Ending): boolean =>
  disabled_at === null && access_until === null;

/** @param isLast nobody else administers for whom no end is set */
export function accessEndProblems(
  until: IsoDate | null,
  { today, isLast }: { readonly today: IsoDate; readonly isLast: boolean },
  problems = new Problems(),
): Problems {
  if (until === null) return problems;
  if (parseDate(until) !== until || until < today) problems.add('accessUntil', 'must be a day from today on');
  else if (isLast) problems.add('accessUntil', 'cannot be set for the last administrator');
  return problems;
}

/** The day that one click extends it to. */
export const monthLonger = ({ access_until: until }: Pick<Ending, 'access_until'>, today: IsoDate): IsoDate =>
  addMonths(until === null || until < today ? today : until, 1);
