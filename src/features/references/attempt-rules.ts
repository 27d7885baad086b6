// A call to a referee that led to no answers: what came of it, what is wrong with it as typed, and how often; pure.
import { addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';

export const attemptOutcomes = {
  no_answer: 'No answer',
  voicemail: 'Voicemail left',
  engaged: 'Engaged',
  wrong_number: 'Wrong number',
  call_back: 'Asked to call back',
  refused: 'Refused to speak',
} as const;
export type AttemptOutcome = keyof typeof attemptOutcomes;

const isAttemptOutcome = (value: string): value is AttemptOutcome => Object.hasOwn(attemptOutcomes, value);

/** Personal data, encrypted with the applicant's key. */
export interface SealedAttempt {
  /** Or another channel, in the words of who called. */
  readonly number: string;
  /** Empty if there is nothing to say. */
  readonly note: string;
}

/** As typed; empty for nothing. */
export interface TypedAttempt extends SealedAttempt {
  readonly cameOf: string;
  readonly nextOn: string;
}

export interface NewAttempt extends SealedAttempt {
  readonly cameOf: AttemptOutcome;
  readonly nextOn: IsoDate | null;
}

const LONGEST_NUMBER = 250;
const LONGEST_NOTE = 2000;

/** Refuses with `invalid_fields`, by the inputs of the form. */
export function readAttempt({ number, note, cameOf, nextOn }: TypedAttempt, today: IsoDate): NewAttempt {
  const problems = new Problems();
  if (number === '') problems.add('tried_number', 'Enter the number that you called');
  if (number.length > LONGEST_NUMBER) problems.add('tried_number', `Must be ${LONGEST_NUMBER} characters or fewer`);
  if (!isAttemptOutcome(cameOf)) problems.add('came_of', 'Select what came of the call');
  const isDay = parseDate(nextOn) === nextOn && nextOn >= today && nextOn <= addYears(today, 1);
  if (nextOn !== '' && !isDay) problems.add('next_try', 'Enter a date from today to a year from now');
  if (note.length > LONGEST_NOTE) problems.add('attempt_note', `Must be ${LONGEST_NOTE} characters or fewer`);
  problems.refuse('invalid_fields');
  return { number, note, cameOf: cameOf as AttemptOutcome, nextOn: nextOn === '' ? null : nextOn };
}
