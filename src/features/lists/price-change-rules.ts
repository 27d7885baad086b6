// By how much the price of a report type is raised in many accounts, as it is typed and worked out; pure.
import { inPounds, typedAmount } from '../../lib/money.ts';

/** Less than 0 lowers it. */
export type Raise = { readonly pence: number } | { readonly percentHundredths: number };

/** Of `0.50` or `4%`; undefined if it is empty, and null for a text that is neither. */
export function typedRaise(text: string): Raise | null | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const isPercent = given.endsWith('%');
  // A percentage has the form of an amount.
  const amount = typedAmount(isPercent ? given.slice(0, -1).trimEnd() : given);
  if (amount === undefined || !Number.isInteger(amount) || amount === 0) return null;
  return isPercent ? { percentHundredths: amount } : { pence: amount };
}

/** Rounded to the penny; null where there is no price to raise. */
export function raisedPence(pricePence: number | null, raise: Raise): number | null {
  if (pricePence === null) return null;
  return 'pence' in raise
    ? pricePence + raise.pence
    : Math.round((pricePence * (10_000 + raise.percentHundredths)) / 10_000);
}

/** `by £0.50` or `by 4%` */
export const raiseText = (raise: Raise): string =>
  'pence' in raise ? `by ${inPounds(raise.pence)}` : `by ${raise.percentHundredths / 100}%`;
