// The rules of links that candidates open to give their names; pure.
import { addDays, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';

export const LONGEST_LINK_NAME = 80;
export const MOST_BY_LINK = 1000;
const OPEN_DAYS_AT_MOST = 365;

/** Whom nobody orders for, or refuses, for so long is forgotten. */
export const WAITING_DAYS = 30;

export interface TypedLink {
  readonly name: string;
  readonly lastDay: string;
  readonly most: string;
}

/** By `name`, `lastDay` and `most`. */
export function linkProblems({ name, lastDay, most }: TypedLink, today: IsoDate): Problems {
  const problems = new Problems();
  if (name.trim() === '') problems.add('name', "can't be blank");
  else if (isLongerThan(name, LONGEST_LINK_NAME))
    problems.add('name', `must have at most ${LONGEST_LINK_NAME} characters`);
  const isDay = parseDate(lastDay) === lastDay && lastDay >= today && lastDay <= addDays(today, OPEN_DAYS_AT_MOST);
  if (!isDay) problems.add('lastDay', 'must be a day from today on, within a year');
  const isCount = /^\d{1,4}$/.test(most) && Number(most) >= 1 && Number(most) <= MOST_BY_LINK;
  if (!isCount) problems.add('most', `must be a whole number from 1 to ${MOST_BY_LINK}`);
  return problems;
}

/** Why nobody can give their name any more; `open` while they can. */
export type LinkStanding = 'open' | 'stopped' | 'over' | 'full';

export function standingOf(
  link: { readonly isStopped: boolean; readonly lastDay: IsoDate; readonly most: number; readonly named: number },
  today: IsoDate,
): LinkStanding {
  if (link.isStopped) return 'stopped';
  if (today > link.lastDay) return 'over';
  return link.named >= link.most ? 'full' : 'open';
}
