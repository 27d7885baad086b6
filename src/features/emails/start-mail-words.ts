// The texts of mails that tell whoever has the orders who starts soon and is not cleared, and whose right to work ends.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import type { Words } from './letter.ts';

export interface StartMails {
  /** To whoever has the orders: candidates who start within so many working days and are not cleared, the first few named. */
  readonly starts_at_risk: {
    readonly name: string;
    readonly count: number;
    readonly days: number;
    readonly starts: readonly { readonly orderNumber: string; readonly on: IsoDate }[];
    readonly page: string;
  };
  /** To whoever has the orders: people whose permission to work ends, the first few with their days. */
  /** To whoever has the orders: people whose licences or registrations end. */
  readonly licences_ending: StartMails['permissions_ending'];
  readonly permissions_ending: {
    readonly name: string;
    readonly count: number;
    readonly ends: readonly { readonly orderNumber: string; readonly on: IsoDate }[];
    readonly page: string;
  };
}

export const startMailWords = {
  starts_at_risk: ({ name, count, days, starts, page }: StartMails['starts_at_risk'], accountName: string): Words => {
    const people = count === 1 ? 'One person starts' : `${count} people start`;
    const within = `within ${days === 1 ? 'one working day' : `${days} working days`}`;
    const left = count - starts.length;
    return {
      subject: `${people} ${within} and ${count === 1 ? 'is' : 'are'} not cleared`,
      paragraphs: [
        `Dear ${name},`,
        `${people} work ${within} and ${count === 1 ? 'is' : 'are'} not cleared:`,
        ...starts.map(({ orderNumber, on }) => `Order ${orderNumber}: first day ${formatLongDate(on)}`),
        ...(left > 0 ? [`And ${left} more.`] : []),
        'The list says for whom each waits. If somebody starts another day, or may start before, say so on the order’s page:',
      ],
      link: { to: page, says: 'See who starts soon' },
      closing: [
        `You get this on working days because mails about these orders of ${accountName} go to you. Your administrators set how many days before it comes.`,
      ],
    };
  },
  licences_ending: ({ name, count, ends, page }: StartMails['licences_ending'], accountName: string): Words => {
    const left = count - ends.length;
    const what = count === 1 ? 'A licence or registration ends' : `${count} licences or registrations end`;
    return {
      subject: what,
      paragraphs: [
        `Dear ${name},`,
        `${what}, by the reports on them:`,
        ...ends.map(({ orderNumber, on }) => `Order ${orderNumber}: on ${formatLongDate(on)}`),
        ...(left > 0 ? [`And ${left} more.`] : []),
        'Ask the person for the new one, and check it again: this page orders the check.',
      ],
      link: { to: page, says: 'See whose licence or registration ends' },
      closing: [
        'If somebody has left, say so on their page.',
        `You get this 60, 30 and 7 days before, because mails about these orders of ${accountName} go to you.`,
      ],
    };
  },
  permissions_ending: ({ name, count, ends, page }: StartMails['permissions_ending'], accountName: string): Words => {
    const left = count - ends.length;
    return {
      subject: count === 1 ? 'The right to work of one person ends' : `The right to work of ${count} people ends`,
      paragraphs: [
        `Dear ${name},`,
        `The permission to work of ${count === 1 ? 'one person' : `${count} people`} ends:`,
        ...ends.map(({ orderNumber, on }) => `Order ${orderNumber}: on ${formatLongDate(on)}`),
        ...(left > 0 ? [`And ${left} more.`] : []),
        'Check it again before that day. After it nobody may work for you without a new check, and your excuse against a penalty ends. This page orders the check:',
      ],
      link: { to: page, says: 'See whose right to work ends' },
      closing: [
        'If somebody has left, say so on their page.',
        `You get this 60, 30 and 7 days before, because mails about these orders of ${accountName} go to you.`,
      ],
    };
  },
};
