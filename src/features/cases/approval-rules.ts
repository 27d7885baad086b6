// What a reviewer can decide about an outcome, and what the code of a decision says; pure.
import { type ErrorType, errorTypeText } from '../error-types/error-type-rules.ts';
import { type ReopenReason, reopenReasons } from '../reports/reopen-reasons.ts';

/** What became of an outcome, with the texts of the desk. */
export const reviewDecisions = {
  approved: 'Approved',
  changed: 'Changed',
  sent_back: 'Sent back',
  reopened: 'Reopened',
} as const;
export type ReviewDecision = keyof typeof reviewDecisions;

export const LONGEST_REVIEW_TEXT = 2000;

/** The text of the code of a review: a type of error, or a reason to open the report again. */
export const textOfCode =
  (types: readonly ErrorType[]) =>
  (code: string): string => {
    const type = types.find((one) => one.code === code);
    return type === undefined ? (reopenReasons[code as ReopenReason] ?? code) : errorTypeText(type);
  };
