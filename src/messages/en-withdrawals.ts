// Why a client's order is withdrawn, in words.

export const withdrawalReasons = {
  candidate_withdrew: 'The candidate withdrew',
  offer_withdrawn: 'The offer was withdrawn',
  ordered_by_mistake: 'It was ordered by mistake',
  took_too_long: 'It took too long',
  not_needed: 'It is not needed any more',
} as const;

export type WithdrawalReason = keyof typeof withdrawalReasons;

export const isWithdrawalReason = (value: unknown): value is WithdrawalReason =>
  typeof value === 'string' && Object.hasOwn(withdrawalReasons, value);

/** Within a sentence: `the offer was withdrawn`. */
export function withdrawalText(reason: WithdrawalReason): string {
  const words = withdrawalReasons[reason];
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
