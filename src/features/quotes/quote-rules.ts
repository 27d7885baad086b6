// Reads what somebody typed into a quote, and what a quote comes to in a month and a year; pure.
import { addDays, formatLongDate, type IsoDate, parseDate } from '../../lib/dates.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { amountText, inPounds, typedPrice } from '../../lib/money.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { invoiceSettings } from '../accounts/invoice-settings.ts';
import { vatPence } from '../lists/charge-line-rules.ts';
import type { Offer, Quote, QuoteContent, QuotedItem } from './quote.ts';

export const quoteFields = [
  ...['prospect', 'contact', 'email', 'address', 'valid_until', 'discount', 'monthly_fee', 'minimum', 'words'],
] as const;

/** As a form sends it: the fields by name, and what of each offer was typed. */
export interface TypedQuote {
  readonly fields: Readonly<Record<string, string>>;
  readonly items: ReadonlyMap<string, { readonly isQuoted: boolean; readonly price: string; readonly count: string }>;
}

/** Without what follows from the house standard. */
export type QuoteFacts = Omit<QuoteContent, 'vatPercent' | 'terms'>;

const LONGEST_NAME = 120;
const longest = {
  ...{ prospect: LONGEST_NAME, contact: 120, email: 200, words: 1000 },
  // With the name above it, it becomes the address of the invoices.
  address: invoiceSettings.billingAddress.most - LONGEST_NAME - 1,
} as const;
const LONGEST_DAYS = 366;
const MOST_A_MONTH = 100_000;
const MOST_PENCE = 10_000_000;

export const priceInput = (key: string): string => `price_${key}`;
export const countInput = (key: string): string => `count_${key}`;

function readDay(text: string, today: IsoDate, problems: Problems): IsoDate {
  const last = addDays(today, LONGEST_DAYS);
  if (parseDate(text) !== text) problems.add('valid_until', 'Enter the last day on which the quote holds');
  else if (text < today) problems.add('valid_until', 'Enter today or a later day');
  else if (text > last) problems.add('valid_until', `Enter a day until ${formatLongDate(last)}`);
  return text;
}

function readMoney(name: string, text: string, called: string, problems: Problems): number {
  const pence = typedPrice(text) ?? 0;
  if (Number.isNaN(pence)) problems.add(name, `${called} must be in pounds, such as 29.95`);
  else if (pence > MOST_PENCE) problems.add(name, `${called} must be at most ${inPounds(MOST_PENCE)}`);
  return pence;
}

function readDiscount(text: string, problems: Problems): number {
  const given = text.endsWith('%') ? text.slice(0, -1).trimEnd() : text || '0';
  if (/^\d{1,3}(\.\d)?$/.test(given) && Number(given) <= 100) return Number(given);
  problems.add('discount', 'The discount must be from 0 to 100%, such as 10 or 7.5');
  return 0;
}

function readItems(offers: readonly Offer[], items: TypedQuote['items'], problems: Problems): QuotedItem[] {
  const quoted = offers.flatMap((offer): QuotedItem[] => {
    const { isQuoted = false, price = '', count = '' } = items.get(offer.key) ?? {};
    if (!isQuoted) {
      if (count !== '')
        problems.add(countInput(offer.key), `Tick ${offer.label} to quote it, or leave its number empty`);
      return [];
    }
    const input = priceInput(offer.key);
    if (price === '') problems.add(input, `Enter the price of ${offer.label}`);
    const pricePence = readMoney(input, price, `The price of ${offer.label}`, problems);
    if (!/^\d{0,6}$/.test(count) || Number(count) > MOST_A_MONTH)
      problems.add(
        countInput(offer.key),
        `The number of ${offer.label} a month must be a whole number, at most ${MOST_A_MONTH.toLocaleString('en-GB')}`,
      );
    return [{ ...offer, pricePence, perMonth: count === '' ? null : Number(count) }];
  });
  if (quoted.length === 0) problems.add('item', 'Tick at least one package or report');
  return quoted;
}

/** Problems are by the name of the input, as whole sentences. */
export function readQuoteForm(
  { fields, items }: TypedQuote,
  offers: readonly Offer[],
  today: IsoDate,
): { readonly facts: QuoteFacts; readonly validUntil: IsoDate; readonly problems: Problems } {
  const problems = new Problems();
  const field = (name: string) => (fields[name] ?? '').trim();
  if (field('prospect') === '') problems.add('prospect', 'Enter the name of the prospect');
  if (field('email') !== '' && emailFaults(field('email')).length > 0)
    problems.add('email', 'Enter an email address such as name@example.com');
  for (const [name, most] of Object.entries(longest))
    if (isLongerThan(field(name), most)) problems.add(name, `Enter at most ${most} characters`);
  const validUntil = readDay(field('valid_until'), today, problems);
  const facts = {
    ...{ prospect: field('prospect'), contact: field('contact'), email: field('email') },
    ...{ address: field('address'), words: field('words') },
    discountPercent: readDiscount(field('discount'), problems),
    monthlyFeePence: readMoney('monthly_fee', field('monthly_fee'), 'The fee of each month', problems),
    minimumPence: readMoney('minimum', field('minimum'), 'The minimum of a month', problems),
    items: readItems(offers, items, problems),
  };
  return { facts, validUntil, problems };
}

const moneyField = (pence: number): string => (pence === 0 ? '' : amountText(pence));

/** What of a quote stands in its form. */
export const typedQuote = (quote: QuoteFacts & { readonly validUntil: IsoDate }): TypedQuote => ({
  fields: {
    ...{ prospect: quote.prospect, contact: quote.contact, email: quote.email, address: quote.address },
    ...{ words: quote.words, valid_until: quote.validUntil },
    discount: quote.discountPercent === 0 ? '' : String(quote.discountPercent),
    ...{ monthly_fee: moneyField(quote.monthlyFeePence), minimum: moneyField(quote.minimumPence) },
  },
  items: new Map(
    quote.items.map(({ key, pricePence, perMonth }) => [
      key,
      { isQuoted: true, price: amountText(pricePence), count: perMonth === null ? '' : String(perMonth) },
    ]),
  ),
});

/** What the prospect pays for one: half a penny is rounded up. */
export const agreedPence = (pricePence: number, { discountPercent }: Pick<QuoteContent, 'discountPercent'>): number =>
  Math.round((pricePence * (1000 - Math.round(discountPercent * 10))) / 1000);

/** What the expected numbers come to in a month, in pence. */
export function monthOf(
  quote: Pick<QuoteContent, 'items' | 'discountPercent' | 'monthlyFeePence' | 'minimumPence' | 'vatPercent'>,
) {
  const sum = (of: (item: QuotedItem) => number) =>
    quote.items.reduce((all, item) => all + of(item) * (item.perMonth ?? 0), 0);
  const prices = sum(({ pricePence }) => agreedPence(pricePence, quote));
  const fees = sum(({ feePence }) => feePence);
  const { monthlyFeePence } = quote;
  // As invoices count it: the fee of a month counts towards the minimum, and what authorities charge does not.
  const topUp = Math.max(0, quote.minimumPence - prices - monthlyFeePence);
  const net = prices + monthlyFeePence + topUp;
  const vat = vatPence(net, quote.vatPercent);
  return { prices, fees, monthlyFee: monthlyFeePence, topUp, vat, total: net + fees + vat };
}

export const quoteNumber = ({ number, version }: Pick<Quote, 'number' | 'version'>): string =>
  version === 1 ? `Q${number}` : `Q${number}-${version}`;
