// The text of the mail that tells an account manager that the contract of a client ends.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import type { Words } from './letter.ts';

export interface ContractMail {
  readonly name: string;
  /** The client. */
  readonly account: string;
  readonly endsOn: IsoDate;
  readonly daysLeft: number;
  /** Undefined without a notice, or once it is over. */
  readonly noticeBy: IsoDate | undefined;
  readonly page: string;
}

export const contractWords = ({ name, account, endsOn, daysLeft, noticeBy, page }: ContractMail): Words => ({
  subject: `The contract of ${account} ends in ${daysLeft} days`,
  paragraphs: [
    `Dear ${name},`,
    `The contract of ${account} ends on ${formatLongDate(endsOn)}.${noticeBy === undefined ? '' : ` Notice can be given until ${formatLongDate(noticeBy)}.`} Once it is renewed, set its new end in the settings of the account:`,
  ],
  link: { to: page, says: 'Open the account' },
  closing: ['You get this as its account manager or deputy, 90, 60 and 30 days before.'],
});
