// The price list of an account as rows of words and amounts, for the page, the PDF and the file alike; pure.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { amountText, inPounds } from '../../lib/money.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { monthWords } from '../invoices/invoice-rules.ts';
import { comingText } from '../report-types/agreement-text-rules.ts';
import type { AvailableById, AvailableType } from '../report-types/availability-actions.ts';
import { feeOf, type OrderedOption, optionTexts, reportTypeById } from '../report-types/report-type-rules.ts';
import { volumeText, volumeWords } from '../report-types/volume-price-rules.ts';

export interface PricedRow {
  readonly kind: 'report' | 'package';
  readonly label: string;
  /** What a package has in it. */
  readonly contents: readonly string[];
  /** Null where a report of a package has none. */
  readonly pricePence: number | null;
  readonly feePence: number;
  /** As they are kept; null for none. */
  readonly volumePrices: string | null;
  /** What is agreed from a day on, and the day; undefined if nothing is. */
  readonly coming: Pick<AvailableType, 'nextFrom' | 'nextPricePence' | 'nextFeePence' | 'nextVolumePrices'> | undefined;
  /** The same in words; empty for none. */
  readonly comingWords: string;
}

interface PackageTerms {
  readonly name: string;
  readonly price_pence: number | null;
  readonly items: readonly {
    readonly report_type_id: number;
    readonly quantity: number;
    readonly options: readonly OrderedOption[] | null;
  }[];
}

const byLabel = (one: PricedRow, other: PricedRow) => one.label.localeCompare(other.label, 'en');

export function reportRow(one: AvailableType): PricedRow {
  return {
    ...{ kind: 'report', label: one.type.label, contents: [], pricePence: one.pricePence },
    feePence: feeOf(one, []),
    volumePrices: one.volumePrices,
    coming: one.nextFrom === null ? undefined : one,
    comingWords: comingText(one),
  };
}

/** Only those that have a price, or will have one: an account may order far more than it has prices for. */
export const reportRows = (available: AvailableById): PricedRow[] =>
  [...available.values()]
    .filter(({ pricePence, nextPricePence }) => pricePence !== null || nextPricePence !== null)
    .map(reportRow)
    .toSorted(byLabel);

/** What one costs: its own price, or those of its reports. */
export function packageRow({ name, price_pence: own, items }: PackageTerms, available: AvailableById): PricedRow {
  const parts = items.flatMap(({ report_type_id, quantity, options }) => {
    const type = reportTypeById(report_type_id);
    return type === undefined ? [] : [{ type, quantity, options: options ?? [], agreed: available.get(type.id) }];
  });
  const sum = parts.every(({ agreed }) => (agreed?.pricePence ?? null) !== null)
    ? parts.reduce((all, { agreed, quantity }) => all + agreed!.pricePence! * quantity, 0)
    : null;
  const fees = parts.map(({ agreed, quantity, options }) => {
    const priced = agreed && { ...agreed, pricePence: own ?? agreed.pricePence };
    return (
      feeOf(
        priced,
        options.map((option) => option.name),
      ) * quantity
    );
  });
  const contents = parts.map(({ type, quantity, options }) =>
    [quantity === 1 ? type.label : `${quantity} × ${type.label}`, ...optionTexts(type, options)].join(', '),
  );
  return {
    ...{ kind: 'package', label: name, contents, pricePence: own ?? sum },
    feePence: fees.reduce((all, one) => all + one, 0),
    ...{ volumePrices: null, coming: undefined, comingWords: '' },
  };
}

export const packageRows = (packages: readonly PackageTerms[], available: AvailableById): PricedRow[] =>
  packages.map((pack) => packageRow(pack, available)).toSorted(byLabel);

const percentWords = (percent: number): string => (percent === 0 ? 'No VAT is added' : `VAT at ${percent}% is added`);

function vatWords({ vatPercent, vatPercentNext, vatNextFrom, reverseCharge }: AccountSettings, today: IsoDate): string {
  if (reverseCharge) return 'Prices are without VAT, for which the customer accounts (reverse charge).';
  const isPast = vatNextFrom !== '' && today.slice(0, 7) >= vatNextFrom;
  const now = `Prices are without VAT. ${percentWords(isPast ? vatPercentNext : vatPercent)} to them.`;
  if (vatNextFrom === '' || isPast) return now;
  return `${now} ${percentWords(vatPercentNext)} from ${monthWords(vatNextFrom)} on.`;
}

const pounds = (amount: number): string => inPounds(Math.round(amount * 100));

/** From a month that is to come. */
const since = (month: string, today: IsoDate): string =>
  month > today.slice(0, 7) ? ` from ${monthWords(month)} on` : '';

/** What is agreed beside the prices of reports and packages. @param hasFees whether a listed price has a fee beside it */
export function termWords(settings: AccountSettings, hasFees: boolean, today: IsoDate): string[] {
  const { urgentOrders, urgentPounds, minimumPounds, minimumFrom, minimumCountsFees, refuseUnpriced } = settings;
  const { monthlyFeePounds, monthlyFeeFrom, monthlyFeeText } = settings;
  const counted = minimumCountsFees ? 'prices and fees' : 'prices';
  return [
    vatWords(settings, today),
    ...(hasFees ? ['Fees are what authorities charge, passed on at cost and without VAT.'] : []),
    ...(urgentOrders && urgentPounds > 0 ? [`An urgent order costs ${pounds(urgentPounds)} more.`] : []),
    ...(minimumPounds > 0 && minimumFrom !== ''
      ? [`The ${counted} of a month come to ${pounds(minimumPounds)} at least${since(minimumFrom, today)}.`]
      : []),
    ...(monthlyFeePounds > 0 && monthlyFeeFrom !== ''
      ? [
          `${monthlyFeeText || 'Fee of each month'}: ${pounds(monthlyFeePounds)} a month${since(monthlyFeeFrom, today)}.`,
        ]
      : []),
    refuseUnpriced ? 'What is not listed cannot be ordered.' : 'No price is agreed for what is not listed.',
  ];
}

const amount = (pence: number | null): string => (pence === null ? '' : inPounds(pence));

/** As people read it, on the page and in the document. */
export const shownRow = ({ label, contents, pricePence, feePence, volumePrices, comingWords }: PricedRow) => ({
  label,
  asides: [
    ...(contents.length === 0 ? [] : [contents.join('; ')]),
    ...(volumePrices === null ? [] : [volumeWords(volumePrices)]),
    ...(comingWords === '' ? [] : [`F${comingWords.slice(1)}`]),
  ],
  price: amount(pricePence),
  fee: feePence === 0 ? '' : inPounds(feePence),
});

const cell = (pence: number | null | undefined): string =>
  pence === null || pence === undefined ? '' : amountText(pence);

/** The columns of the file; amounts in pounds without VAT. */
export const priceColumns = {
  kind: ({ kind }: PricedRow) => kind,
  name: ({ label }: PricedRow) => label,
  contents: ({ contents }: PricedRow) => contents.join('; '),
  price_gbp: ({ pricePence }: PricedRow) => cell(pricePence),
  fee_gbp: ({ feePence }: PricedRow) => cell(feePence),
  volume_prices: ({ volumePrices }: PricedRow) => (volumePrices === null ? '' : volumeText(volumePrices)),
  next_from: ({ coming }: PricedRow) => coming?.nextFrom ?? '',
  next_price_gbp: ({ coming }: PricedRow) => cell(coming?.nextPricePence),
  next_fee_gbp: ({ coming }: PricedRow) => cell(coming?.nextFeePence),
  next_volume_prices: ({ coming }: PricedRow) => (coming?.nextVolumePrices ? volumeText(coming.nextVolumePrices) : ''),
};

export interface PriceList {
  /** The UK day whose prices they are. */
  readonly on: IsoDate;
  /** Whose prices; undefined for those of the house, which are for everybody. */
  readonly account: string | undefined;
  readonly packages: readonly PricedRow[];
  readonly reports: readonly PricedRow[];
  readonly terms: readonly string[];
}

interface Operator {
  readonly name: string;
  readonly address: readonly string[];
}

/** What the PDF shows, ready to print. @param buyer the lines of its address */
export function priceListData(
  { on, account, packages, reports, terms }: PriceList,
  seller: Operator,
  buyer: readonly string[],
) {
  const lines = (rows: readonly PricedRow[]) =>
    rows
      .map(shownRow)
      .map(({ label, asides, price, fee }) => ({ label, asides, price: price || '–', fee: fee || '–' }));
  return {
    title: account === undefined ? 'Price list' : `Price list, ${account}`,
    issuedOn: on,
    seller: { name: seller.name, address: seller.address },
    buyer: account === undefined ? [] : buyer.length > 0 ? buyer : [account],
    day: formatLongDate(on),
    parts: [
      { title: 'Packages', first: 'Package', lines: lines(packages) },
      { title: 'Reports', first: 'Report', lines: lines(reports) },
    ].filter((part) => part.lines.length > 0),
    terms,
  };
}
