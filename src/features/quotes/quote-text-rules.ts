// A quote as rows of words and amounts, for the page and the PDF alike; pure.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import { shownRow } from '../price-lists/price-list-rules.ts';
import type { Quote, QuotedItem } from './quote.ts';
import { agreedPence, monthOf, quoteNumber } from './quote-rules.ts';

function lineOf(item: QuotedItem, quote: Quote) {
  const pence = agreedPence(item.pricePence, quote);
  const { label, asides, price, fee } = shownRow({
    ...{ kind: item.kind, label: item.label, contents: item.contents, pricePence: pence, feePence: item.feePence },
    ...{ volumePrices: null, coming: undefined, comingWords: '' },
  });
  return {
    label,
    asides: [...asides, ...(pence === item.pricePence ? [] : [`${inPounds(item.pricePence)} without the discount`])],
    price,
    fee: fee || '–',
    count: item.perMonth === null ? '–' : item.perMonth.toLocaleString('en-GB'),
    amount: item.perMonth === null ? '–' : inPounds((pence + item.feePence) * item.perMonth),
  };
}

function totalsOf(quote: Quote) {
  const { prices, fees, monthlyFee, topUp, vat, total } = monthOf(quote);
  const row = (label: string, pence: number, isTotal = false) => ({
    ...{ label, isTotal, month: inPounds(pence), year: inPounds(12 * pence) },
  });
  return [
    row('Packages and reports', prices),
    ...(fees > 0 ? [row('Fees of authorities, without VAT', fees)] : []),
    ...(monthlyFee > 0 ? [row('Fee of each month', monthlyFee)] : []),
    ...(topUp > 0 ? [row('Up to the minimum of a month', topUp)] : []),
    ...(quote.vatPercent > 0 ? [row(`VAT at ${quote.vatPercent}%`, vat)] : []),
    row('Total', total, true),
  ];
}

/** The page shows it, and the PDF prints it. @param today of a quote that is not sent */
export function quoteDocument(
  quote: Quote,
  seller: { readonly name: string; readonly address: readonly string[] },
  today: IsoDate,
) {
  const lines = (kind: QuotedItem['kind']) =>
    quote.items
      .filter((item) => item.kind === kind)
      .map((item) => lineOf(item, quote))
      .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
  const issuedOn = quote.sentOn ?? today;
  return {
    title: `Quote ${quoteNumber(quote)}, ${quote.prospect}`,
    number: quoteNumber(quote),
    isDraft: quote.status === 'draft',
    issuedOn,
    seller: { name: seller.name, address: seller.address },
    buyer: [quote.prospect, quote.contact, ...quote.address.split(/\r?\n/)].filter((line) => line.trim() !== ''),
    day: formatLongDate(issuedOn),
    validUntil: formatLongDate(quote.validUntil),
    parts: [
      { title: 'Packages', first: 'Package', lines: lines('package') },
      { title: 'Reports', first: 'Report', lines: lines('report') },
    ].filter((part) => part.lines.length > 0),
    totals: totalsOf(quote),
    words: quote.words.split(/\r?\n/).filter((line) => line.trim() !== ''),
    terms: [
      ...(quote.discountPercent > 0 ? [`Prices have a discount of ${quote.discountPercent}%; fees have none.`] : []),
      ...quote.terms,
      ...(quote.monthlyFeePence > 0 || quote.minimumPence > 0
        ? ['What is charged for each month begins with the first whole month of the account.']
        : []),
      'The totals follow from the expected numbers: what is ordered is charged.',
    ],
  };
}
