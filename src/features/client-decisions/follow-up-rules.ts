// What follows a decision on a day, and what may come of it; pure.
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { type FollowUpKind, type FollowUpProblem, followUpOutcomes } from '../../messages/en-follow-ups.ts';

export type { FollowUpKind };

export const LONGEST_FOLLOW_UP_NOTE = 1000;

export type FollowUpOutcome = { [K in FollowUpKind]: keyof (typeof followUpOutcomes)[K] }[FollowUpKind];

export interface TypedFollowUp {
  readonly outcome: string;
  readonly note: string;
}

/** Whether the note is needed: what was found instead, or what was agreed. */
const needsNote = (outcome: string) => outcome === 'not_met' || outcome === 'reviewed';

/** By the names of the fields, as codes. */
export function followUpProblems(kind: FollowUpKind, { outcome, note }: TypedFollowUp): Problems {
  const problems = new Problems();
  const add = (field: keyof TypedFollowUp, problem: FollowUpProblem) => problems.add(field, problem);
  if (!Object.hasOwn(followUpOutcomes[kind], outcome)) add('outcome', 'not_chosen');
  if (needsNote(outcome) && note === '') add('note', 'no_note');
  if (isLongerThan(note, LONGEST_FOLLOW_UP_NOTE)) add('note', 'too_long');
  return problems;
}
