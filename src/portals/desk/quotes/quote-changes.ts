// What the page of a quote says has changed: since the version before it, and in the house standard since the draft was saved.
import type { Quote } from '../../../features/quotes/quote.ts';
import { type ItemChange, quoteChanges, type TermChange } from '../../../features/quotes/quote-change-rules.ts';
import { quoteNumber } from '../../../features/quotes/quote-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { britishDate } from '../../shared/page-filters.ts';

type QuotedValue = NonNullable<ItemChange['before']>;

const money = (pence: number) => (pence === 0 ? 'None' : inPounds(pence));
const percent = (value: number) => (value === 0 ? 'None' : `${value}%`);
const lines = (text: string) => text || 'None';

const itemTexts: Readonly<
  Record<ItemChange['what'], { readonly name: string; readonly text: (item: QuotedValue) => string }>
> = {
  quoted: { name: '', text: ({ pricePence }) => inPounds(pricePence) },
  pricePence: { name: ', price', text: ({ pricePence }) => inPounds(pricePence) },
  feePence: { name: ', fee', text: ({ feePence }) => money(feePence) },
  perMonth: {
    name: ', number a month',
    text: ({ perMonth }) => (perMonth === null ? 'Not said' : String(perMonth)),
  },
  contents: { name: ', what is in it', text: ({ contents }) => contents.join(', ') },
};

const termTexts: Readonly<
  Record<TermChange['what'], { readonly name: string; readonly text: (quote: Quote) => string }>
> = {
  discountPercent: { name: 'Discount', text: ({ discountPercent }) => percent(discountPercent) },
  monthlyFeePence: { name: 'Fee of each month', text: ({ monthlyFeePence }) => money(monthlyFeePence) },
  minimumPence: { name: 'Minimum of a month', text: ({ minimumPence }) => money(minimumPence) },
  vatPercent: { name: 'VAT', text: ({ vatPercent }) => percent(vatPercent) },
  validUntil: { name: 'Valid until', text: ({ validUntil }) => britishDate(validUntil) },
  prospect: { name: 'Prospect', text: ({ prospect }) => prospect },
  contact: { name: 'Contact', text: ({ contact }) => lines(contact) },
  address: { name: 'Address', text: ({ address }) => lines(address) },
  words: { name: 'Words to the prospect', text: ({ words }) => lines(words) },
};

const NOT_QUOTED = 'Not quoted';

/** Undefined for the first version, and where the one before it is deleted. @param versions of its number */
export function changesSince(quote: Quote, versions: readonly Quote[]) {
  const before = versions.find(({ version }) => version === quote.version - 1);
  if (before === undefined) return undefined;
  return {
    of: quoteNumber(before),
    to: quoteNumber(quote),
    rows: quoteChanges(before, quote).map((change) => {
      if (change.of === 'quote') {
        const { name, text } = termTexts[change.what];
        return { what: name, before: text(before), after: text(quote) };
      }
      const { name, text } = itemTexts[change.what];
      return {
        what: `${change.label}${name}`,
        before: change.before === undefined ? NOT_QUOTED : text(change.before),
        after: change.after === undefined ? NOT_QUOTED : text(change.after),
      };
    }),
  };
}
