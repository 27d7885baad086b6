// On which days somebody of the desk is away; pure. An absence ends by itself: nobody takes it back after its last day.
import type { IsoDate } from '../../lib/dates.ts';
import { parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';

export interface Absence {
  readonly from: IsoDate;
  /** The last day of it. */
  readonly until: IsoDate;
}

/** As the row of a person has it: what was last said; null if nobody said anything. */
export interface Absent {
  readonly away_from: IsoDate | null;
  readonly away_until: IsoDate | null;
}

/** Their absence of now or later; undefined if there is none, or it is over. */
export function absenceOf({ away_from: from, away_until: until }: Absent, today: IsoDate): Absence | undefined {
  return from === null || until === null || until < today ? undefined : { from, until };
}

/** Their absence, if they are away today: nobody gives them work. */
export function awayOn(person: Absent, today: IsoDate): Absence | undefined {
  const absence = absenceOf(person, today);
  return absence !== undefined && absence.from <= today ? absence : undefined;
}

export function absenceProblems({ from, until }: Absence, today: IsoDate): Problems {
  const problems = new Problems();
  const aDay = 'must be a day, such as 2030-01-31';
  for (const [field, day] of Object.entries({ from, until })) {
    if (day === '') problems.add(field, "can't be blank");
    else if (parseDate(day) !== day) problems.add(field, aDay);
  }
  if (problems.any) return problems;
  if (until < from) problems.add('until', 'must not be before the first day');
  else if (until < today) problems.add('until', 'must not have passed');
  return problems;
}
