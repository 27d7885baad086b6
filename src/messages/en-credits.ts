// Why a report that was charged is credited, why a charge that was added by hand is taken back, and why a client asks about one, in words.

export const creditReasonWords = {
  ordered_twice: 'It was ordered twice',
  wrong_report: 'The wrong report was ordered',
  wrong_price: 'The price or the fee was wrong',
  not_delivered: 'It could not be delivered',
  withdrawn_before_work: 'The candidate withdrew before work began',
  fee_not_spent: 'The fee was not spent',
  goodwill: 'Goodwill',
} as const;

/** Why an invoice is credited in full, when its charges are invoiced again. */
export const invoicedAgainWords = 'the purchase order, name, address or subsidiary was wrong: invoiced again';

export type CreditReason = keyof typeof creditReasonWords;

export const takeBackReasonWords = {
  added_twice: 'It was added twice',
  wrong_amount: 'The amount or the VAT was wrong',
  wrong_order: 'It was for another order or account',
  not_due: 'It was not due',
  goodwill: 'Goodwill',
} as const;

export type TakeBackReason = keyof typeof takeBackReasonWords;

/** Why a client asks about a charge. */
export const disputeReasonWords = {
  ordered_twice: 'It was ordered twice',
  wrong_report: 'The wrong report was ordered',
  wrong_price: 'The price, the fee or the VAT is not what we agreed',
  not_delivered: 'We did not get the report',
  withdrawn: 'The order was withdrawn or cancelled',
  not_ours: 'We did not order it',
  other: 'Something else',
} as const;

/** Why an account gets no invoice in a run. */
export const holdReasonWords = {
  queried: 'The client asks about a charge',
  purchase_order: 'It waits for a purchase order',
  prices: 'Prices are not agreed yet',
  address: 'The name or address is being put right',
  asked: 'The client asked for it later',
  other: 'Something else',
} as const;

export type HoldReason = keyof typeof holdReasonWords;

export type DisputeReason = keyof typeof disputeReasonWords;

/** Of what is credited by itself. */
const ownReasonWords = {
  ended_before_work: 'It ended before work began',
  urgent_no_more: 'The order is not urgent any more',
  volume_1: 'First tier of the volume prices again',
  volume_2: 'Second tier of the volume prices',
  volume_3: 'Third tier of the volume prices',
  volume_4: 'Fourth tier of the volume prices',
} as const;

/** Why a line of the ledger credits something or takes it back. */
export const lineReasonWords = { ...creditReasonWords, ...takeBackReasonWords, ...ownReasonWords };

export type LineReason = keyof typeof lineReasonWords;

/** That a report is charged at a later tier is no correction. */
export const isVolume = (reason: LineReason | null): boolean => reason?.startsWith('volume') === true;

/** Within a sentence: `it was ordered twice`. */
export function reasonText(reason: LineReason): string {
  const words = lineReasonWords[reason];
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
