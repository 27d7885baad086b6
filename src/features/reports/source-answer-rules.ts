// The outcomes of an exchange with a provider that are its answer about the report; pure.
export const answeredOutcomes = ['result', 'no_change', 'change'] as const;
