// Why a person is kept from being erased, with the texts of the pages.

export const holdReasons = {
  legal_claim: 'A legal claim, made or expected',
  legal_duty: 'The law demands that their data are kept',
  complaint: 'A complaint or a dispute that is not over',
  candidate_asked: 'The candidate asked to keep them (UK GDPR Art. 18)',
  authority_asked: 'A court or an authority asks for them',
} as const;

export type HoldReason = keyof typeof holdReasons;
