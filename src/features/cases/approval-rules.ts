// What a reviewer can decide about an outcome, with the coded errors; pure.
import { type ReopenReason, reopenReasons } from '../reports/reopen-reasons.ts';

/** What is wrong with a proposed outcome, with the texts of the desk. */
export const reviewErrors = {
  data: 'Data: a fact is missing or wrong',
  source: 'Source: the wrong one, or not enough of them',
  judgement: 'Judgement: the result does not follow from what was found',
  wording: 'Wording: the notes are unclear or say too much',
  missed_chase: 'Missed chase: somebody should have been asked again',
} as const;
export type ReviewError = keyof typeof reviewErrors;

/** What became of an outcome, with the texts of the desk. */
export const reviewDecisions = {
  approved: 'Approved',
  changed: 'Changed',
  sent_back: 'Sent back',
  reopened: 'Reopened',
} as const;
export type ReviewDecision = keyof typeof reviewDecisions;

export const LONGEST_REVIEW_TEXT = 2000;

/** The text of a code of either list. */
export const textOfCode = (code: string): string =>
  ({ ...reviewErrors, ...reopenReasons })[code as ReviewError | ReopenReason] ?? code;
