// How pages say that somebody of a client or of the desk is away.
import { type Absent, absenceOf } from '../../features/accounts/absence-rules.ts';
import type { AbsentUser } from '../../features/accounts/cover-queries.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { britishDate } from './page-filters.ts';

/** `away until 3 December 2026`, or the days of an absence to come; empty for everybody else. */
export function awayText(person: Absent, today: IsoDate): string {
  const absence = absenceOf(person, today);
  if (absence === undefined) return '';
  const { from, until } = absence;
  if (from <= today) return `away until ${britishDate(until)}`;
  return from === until ? `away on ${britishDate(from)}` : `away from ${britishDate(from)} until ${britishDate(until)}`;
}

/** Of a user of a client: `away until 3 December 2026, Sam covers`. */
export function awayWithCover(person: AbsentUser, today: IsoDate): string {
  const { is_away, is_covered, is_cover_here, cover_name } = person;
  const covered = is_away ? is_covered : is_cover_here;
  return `${awayText(person, today)}, ${covered ? `${cover_name} covers` : 'nobody covers'}`;
}
