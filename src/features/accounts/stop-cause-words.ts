// Why new orders of a client are stopped, in words.
export const stopCauseWords = {
  unpaid: 'Invoices are not paid',
  credit_limit: 'The credit limit is used up',
  contract: 'The contract is not signed, or has ended',
  asked: 'The client asks for it',
  misuse: 'The service is not used as agreed',
  other: 'Something else',
} as const;

export type StopCause = keyof typeof stopCauseWords;

export const isStopCause = (text: string): text is StopCause => Object.hasOwn(stopCauseWords, text);
