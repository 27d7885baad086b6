// How lists and choices say that somebody of the desk is away.
import { type Absent, awayOn } from '../../../features/accounts/absence-rules.ts';
import { type Hours, isPartTime } from '../../../features/accounts/hours-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { awayText } from '../../shared/away-words.ts';
import { hoursText } from '../../shared/hours-words.ts';

export const nameWithAbsence = (person: Absent & { readonly name: string }, today: IsoDate): string => {
  const text = awayText(person, today);
  return text === '' ? person.name : `${person.name} (${text})`;
};

/** Somebody to whom work can be given. */
interface Offered extends Absent, Hours {
  readonly id: string;
  readonly name: string;
  /** They never chose a password. */
  readonly is_invited?: boolean;
  /** The open reports that they have; undefined where that is not known. */
  readonly open?: number;
  readonly overdue?: number;
}

/** With what they have, and what speaks against it. Who is away today stands there with the day, and cannot be chosen. */
export function workerChoice(person: Offered, today: IsoDate) {
  const { id, name, open, overdue = 0, is_invited: isInvited } = person;
  const said = [
    ...(open === undefined ? [] : [`${open} open`]),
    ...(overdue === 0 ? [] : [`${overdue} overdue`]),
    ...(isInvited ? ['has not signed in yet'] : []),
    ...(isPartTime(person) ? [`works ${hoursText(person)}`] : []),
    ...[awayText(person, today)].filter((one) => one !== ''),
  ].join(', ');
  return {
    value: id,
    text: said === '' ? name : `${name} (${said})`,
    disabled: awayOn(person, today) !== undefined,
  };
}
