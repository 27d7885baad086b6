// What a quote holds: a prospect, what is offered to them at which prices, and the terms of a month.
import type { IsoDate } from '../../lib/dates.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import type { QuoteState } from './quote-states.ts';

/** Something of the house standard that may be quoted. */
export interface Offer {
  /** Its place in the form: `report-12`, `package-3`. */
  readonly key: string;
  readonly kind: 'report' | 'package';
  readonly label: string;
  /** What a package has in it, in words. */
  readonly contents: readonly string[];
  readonly description: string;
  /** The report types, as an agreement names them: one, or those of the package. */
  readonly reports: readonly {
    readonly name: string;
    readonly variant: string | null;
    readonly quantity: number;
    readonly options: readonly OrderedOption[] | null;
  }[];
  /** What the house standard costs; null where it has no price. */
  readonly standardPence: number | null;
  /** What authorities charge, passed on at cost. */
  readonly feePence: number;
}

export interface QuotedItem extends Offer {
  /** Before the discount, without VAT. */
  readonly pricePence: number;
  /** How many are expected in a month; null where nobody said. */
  readonly perMonth: number | null;
}

export interface QuoteContent {
  readonly prospect: string;
  readonly contact: string;
  readonly email: string;
  /** Lines of text; empty for none. */
  readonly address: string;
  readonly items: readonly QuotedItem[];
  /** Off the prices, and not off fees. */
  readonly discountPercent: number;
  readonly monthlyFeePence: number;
  readonly minimumPence: number;
  /** What else is said to the prospect; empty for nothing. */
  readonly words: string;
  /** As the house standard was when the quote was last saved. */
  readonly vatPercent: number;
  readonly terms: readonly string[];
}

export interface Quote extends QuoteContent {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly status: QuoteState;
  readonly validUntil: IsoDate;
  /** UK days; null until then. */
  readonly sentOn: IsoDate | null;
  /** When it was accepted, declined or replaced. */
  readonly endedOn: IsoDate | null;
  /** The account that was made from it. */
  readonly accountId: string | null;
  readonly createdAt: Date;
  readonly author: string | null;
}
