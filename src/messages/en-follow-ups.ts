// What follows a client's decision on a day, in English.

export const followUpWords = {
  conditions: { label: 'Conditions to be met', asks: 'Were the conditions met?', closed: 'Conditions' },
  review: { label: 'Risk assessment to be reviewed', asks: 'What did the review come to?', closed: 'Review' },
} as const;

export type FollowUpKind = keyof typeof followUpWords;

/** By kind, what may come of it. */
export const followUpOutcomes = {
  conditions: { met: 'Met', not_met: 'Not met' },
  review: { reviewed: 'Reviewed' },
} as const satisfies Readonly<Record<FollowUpKind, Readonly<Record<string, string>>>>;

export const followUpProblemSentences = {
  not_chosen: 'Choose what came of it',
  no_note: 'Write what was found, and what follows',
  too_long: 'The note must be 1,000 characters or fewer',
} as const;

export type FollowUpProblem = keyof typeof followUpProblemSentences;
