// How pages of an account's report types say what is wrong with a price.
import type { FieldMessages } from '../../../lib/refusal.ts';

const priceMessage = 'must be in pounds, such as 28.50, at most 1,000,000';

/** The action counts in pence; the page in pounds. */
export const inPoundsWords = (errors: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(errors).map(([input, messages]) => [
      input,
      messages.map((message) => message.replace(/must be a whole number of pence.*/, priceMessage)),
    ]),
  );
