// What is another in a version of a quote than in the one before it, and which fees of a draft are others by now; pure.
import type { Offer, Quote, QuotedItem } from './quote.ts';

/** Of something that is quoted. */
export interface ItemChange {
  readonly of: 'item';
  readonly label: string;
  readonly what: 'quoted' | 'pricePence' | 'feePence' | 'perMonth' | 'contents';
  /** Undefined where it was not quoted. */
  readonly before: QuotedItem | undefined;
  /** Undefined where it is not quoted any more. */
  readonly after: QuotedItem | undefined;
}

const comparedTerms = [
  ...(['discountPercent', 'monthlyFeePence', 'minimumPence', 'vatPercent', 'validUntil'] as const),
  ...(['prospect', 'contact', 'address', 'words'] as const),
] as const;

/** Of the quote as a whole. */
export interface TermChange {
  readonly of: 'quote';
  readonly what: (typeof comparedTerms)[number];
}

const isSameList = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');

function changesOfItem(before: QuotedItem | undefined, after: QuotedItem | undefined): ItemChange[] {
  const { label } = (after ?? before)!;
  const change = (what: ItemChange['what']): ItemChange => ({ of: 'item', label, what, before, after });
  if (before === undefined || after === undefined) return [change('quoted')];
  return [
    ...(['pricePence', 'feePence', 'perMonth'] as const).filter((what) => before[what] !== after[what]).map(change),
    ...(isSameList(before.contents, after.contents) ? [] : [change('contents')]),
  ];
}

/** What is quoted first, in the order of the newer one. */
export function quoteChanges(
  before: Omit<Quote, 'id'>,
  after: Omit<Quote, 'id'>,
): readonly (ItemChange | TermChange)[] {
  const was = new Map(before.items.map((item) => [item.key, item]));
  const gone = before.items.filter(({ key }) => !after.items.some((item) => item.key === key));
  return [
    ...after.items.flatMap((item) => changesOfItem(was.get(item.key), item)),
    ...gone.flatMap((item) => changesOfItem(item, undefined)),
    ...comparedTerms.filter((what) => before[what] !== after[what]).map((what): TermChange => ({ of: 'quote', what })),
  ];
}

/** The items whose fee the house standard has changed since the draft was saved, each with that of today. */
export const staleFees = (
  { items }: Pick<Quote, 'items'>,
  offers: readonly Offer[],
): readonly { readonly label: string; readonly quoted: number; readonly now: number }[] =>
  items.flatMap(({ key, label, feePence }) => {
    const now = offers.find((offer) => offer.key === key)?.feePence ?? feePence;
    return now === feePence ? [] : [{ label, quoted: feePence, now }];
  });
