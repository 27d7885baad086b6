// Why a report that was charged is credited, in words.

export const creditReasonWords = {
  ordered_twice: 'It was ordered twice',
  wrong_report: 'The wrong report was ordered',
  wrong_price: 'The price or the fee was wrong',
  not_delivered: 'It could not be delivered',
  goodwill: 'Goodwill',
} as const;

export type CreditReason = keyof typeof creditReasonWords;
