// The text of the mail that tells a client of a change of a sub-processor (UK GDPR Art. 28(2)).
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import type { Words } from './letter.ts';

export interface SubprocessorMails {
  /** A sub-processor of the operator is to be added, changed or given up from that day on. */
  readonly subprocessor_changing: {
    readonly name: string;
    readonly change: 'added' | 'changed' | 'ended';
    readonly processor: string;
    readonly purpose: string;
    readonly place: string;
    readonly from: IsoDate;
    readonly page: string;
  };
}

export const subprocessorMailWords = {
  subprocessor_changing: (
    { name, change, processor, purpose, place, from, page }: SubprocessorMails['subprocessor_changing'],
    accountName: string,
  ): Words => ({
    subject: `Sub-processors: ${processor} from ${formatLongDate(from)}`,
    paragraphs: [
      `Dear ${name},`,
      {
        added: `From ${formatLongDate(from)} on, ${processor} processes personal data for us in the checks of ${accountName}.`,
        changed: `From ${formatLongDate(from)} on, what ${processor} does for us in the checks of ${accountName} is:`,
        ended: `From ${formatLongDate(from)} on, ${processor} processes nothing for us any more.`,
      }[change],
      ...(change === 'ended' ? [] : [`What for: ${purpose}`, `Where: ${place}`]),
      'You may object before that day, on the page of our sub-processors:',
    ],
    link: { to: page, says: 'See our sub-processors' },
    closing: [`You get this as an administrator of ${accountName}.`],
  }),
};
