// Why somebody moved the due date of a report by hand, in words that the client reads, too.

export const delayReasonWords = {
  candidate: 'Waits for the candidate',
  client: 'Waits for the client',
  source: 'Waits for the source',
  ours: 'Our own delay',
  other: 'Another reason',
} as const;

export type DelayReason = keyof typeof delayReasonWords;

export const isDelayReason = (value: unknown): value is DelayReason =>
  typeof value === 'string' && Object.hasOwn(delayReasonWords, value);
