// What a reviewer can decide about an outcome, with the coded errors and the reasons for reopening; pure.

/** What is wrong with a proposed outcome, with the texts of the desk. */
export const reviewErrors = {
  data: 'Data: a fact is missing or wrong',
  source: 'Source: the wrong one, or not enough of them',
  judgement: 'Judgement: the result does not follow from what was found',
  wording: 'Wording: the notes are unclear or say too much',
  missed_chase: 'Missed chase: somebody should have been asked again',
} as const;
export type ReviewError = keyof typeof reviewErrors;

/** Why a complete report is reopened, with the texts of the desk. */
export const reopenReasons = {
  our_error: 'We made an error',
  new_information: 'There is new information',
  candidate_disputes: 'The candidate disputes the result',
  client_asks: 'The client asks for a correction',
} as const;
export type ReopenReason = keyof typeof reopenReasons;

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
