// Why a person's data are erased, with the texts of the pages.

/** What somebody at the desk or at the command line chooses. */
export const chosenReasons = {
  candidate_asked: 'The candidate asked for it',
  client_asked: 'The client asked for it',
  not_needed: 'The data are not needed any more',
  objected: 'They objected, and nothing overrides it',
  unlawful: 'The data were used unlawfully',
  legal_duty: 'The law demands it',
} as const;

export type ChosenReason = keyof typeof chosenReasons;

export const erasureReasons = {
  ...chosenReasons,
  time_is_over: 'The time that the account sets is over',
  account_closed: 'The account is closed',
} as const;

export type ErasureReason = keyof typeof erasureReasons;

/** Nobody decided about the person: what is open about them keeps them. */
export const isByTime = (reason: ErasureReason): boolean => reason === 'time_is_over' || reason === 'account_closed';
