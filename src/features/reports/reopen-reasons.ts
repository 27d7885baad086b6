// Why a complete report is reopened: a closed list with its words.

/** With the texts of the desk. */
export const reopenReasons = {
  our_error: 'We made an error',
  new_information: 'There is new information',
  source_error: 'A source was wrong, or corrected its answer',
  candidate_disputes: 'The candidate disputes the result',
  client_asks: 'The client asks for a correction',
} as const;
export type ReopenReason = keyof typeof reopenReasons;
