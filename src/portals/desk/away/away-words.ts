// How lists and choices say that somebody of the desk is away.
import { type Absent, absenceOf, awayOn } from '../../../features/accounts/absence-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { britishDate } from '../../shared/page-filters.ts';

/** `away until 3 December 2026`, or the days of an absence to come; empty for everybody else. */
export function awayText(person: Absent, today: IsoDate): string {
  const absence = absenceOf(person, today);
  if (absence === undefined) return '';
  const { from, until } = absence;
  if (from <= today) return `away until ${britishDate(until)}`;
  return from === until ? `away on ${britishDate(from)}` : `away from ${britishDate(from)} until ${britishDate(until)}`;
}

export const nameWithAbsence = (person: Absent & { readonly name: string }, today: IsoDate): string => {
  const text = awayText(person, today);
  return text === '' ? person.name : `${person.name} (${text})`;
};

/** Somebody to whom work can be given. Who is away today stands there with the day, and cannot be chosen. */
export const workerChoice = (person: Absent & { readonly id: string; readonly name: string }, today: IsoDate) => ({
  value: person.id,
  text: nameWithAbsence(person, today),
  disabled: awayOn(person, today) !== undefined,
});
