// The text of the mail that tells a client of a new price or fee.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import type { Words } from './letter.ts';

export interface PriceMails {
  /** To the administrators of a client and to its billing contact, who may be a mailbox without a name. */
  readonly price_changing: {
    readonly name: string;
    readonly label: string;
    readonly from: IsoDate;
    /** Without VAT; undefined where it stays. */
    readonly pricePence: number | undefined;
    readonly feePence: number | undefined;
    readonly page: string;
  };
}

export const priceMailWords = {
  price_changing: (
    { name, label, from, pricePence, feePence, page }: PriceMails['price_changing'],
    accountName: string,
  ): Words => ({
    subject: `${label}: what it costs from ${formatLongDate(from)}`,
    paragraphs: [
      name === '' ? 'Hello,' : `Dear ${name},`,
      `From ${formatLongDate(from)} on, ${accountName} pays for each report “${label}” that is ordered:`,
      ...(pricePence === undefined ? [] : [`Our price: ${inPounds(pricePence)}, without VAT.`]),
      ...(feePence === undefined
        ? []
        : [
            feePence === 0
              ? 'The fee of the authority: none any more.'
              : `The fee of the authority: ${inPounds(feePence)}, passed on at cost.`,
          ]),
      'What is ordered before that day is charged as before. All that is agreed stands under Agreement:',
    ],
    link: { to: page, says: 'Sign in to see the agreement' },
    closing: [`You get this as an administrator or the billing contact of ${accountName}.`],
  }),
};
