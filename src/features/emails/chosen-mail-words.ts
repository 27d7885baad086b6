// The texts of mails that users of a client chose to get.
import { formatLongDate, formatMonth, type IsoDate } from '../../lib/dates.ts';
import { waitTitles } from '../../messages/en-waits.ts';
import type { Words } from './letter.ts';

export interface ChosenMails {
  /** `month` is `yyyy-mm`. */
  readonly service_review: { readonly name: string; readonly month: string; readonly page: string };
  readonly cover_chosen: {
    readonly name: string;
    readonly absent: string;
    readonly from: IsoDate;
    readonly until: IsoDate;
    readonly page: string;
  };
  /** Of what `cover_chosen` said. */
  readonly cover_ended: ChosenMails['cover_chosen'];
  /** Overdue checks, counted up to `atMost`. */
  readonly late_checks: {
    readonly name: string;
    readonly count: number;
    readonly atMost: number;
    readonly page: string;
  };
  /** Of the days from `from` to `to`: what waits for them, counted up to `atMost`, and what was completed. */
  readonly order_summary: {
    readonly name: string;
    readonly from: IsoDate;
    readonly to: IsoDate;
    readonly waiting: readonly { readonly kind: keyof typeof waitTitles; readonly count: number }[];
    readonly completed: number;
    readonly atMost: number;
    readonly page: string;
  };
}

const why = 'You get this because you asked for it. To end it, open “Mails” under “Your account”.';

export const chosenMailWords = {
  service_review: ({ name, month, page }: ChosenMails['service_review'], accountName: string): Words => ({
    subject: `The service review of ${formatMonth(`${month}-01`)}`,
    paragraphs: [
      `Dear ${name},`,
      `How many orders ${accountName} placed in ${formatMonth(`${month}-01`)}, how many were on time, and why others were late stands on this page, which prints as a report:`,
    ],
    link: { to: page, says: 'Open the service review' },
    closing: [why],
  }),
  cover_chosen: ({ name, absent, from, until, page }: ChosenMails['cover_chosen'], accountName: string): Words => ({
    subject: `You cover for ${absent} at ${accountName}`,
    paragraphs: [
      `Dear ${name},`,
      from === until
        ? `${absent} is away on ${formatLongDate(from)}, and you cover for them.`
        : `${absent} is away from ${formatLongDate(from)} until ${formatLongDate(until)}, and you cover for them.`,
      'On these days what waits for them also stands under “Mine” on your first page, and you also get the mails about their orders, as far as you may see them. It ends by itself.',
    ],
    link: { to: page, says: 'Open your checks' },
    closing: ['If you cannot cover for them, tell them or an administrator.'],
  }),
  cover_ended: ({ name, absent, from, until, page }: ChosenMails['cover_ended'], accountName: string): Words => ({
    subject: `You no longer cover for ${absent} at ${accountName}`,
    paragraphs: [
      `Dear ${name},`,
      from === until
        ? `You were to cover for ${absent} on ${formatLongDate(from)}. That was taken back.`
        : `You were to cover for ${absent} from ${formatLongDate(from)} until ${formatLongDate(until)}. That was taken back.`,
      'What waits for them is not among yours any more, and you get no mails about their orders.',
    ],
    link: { to: page, says: 'See who is away' },
    closing: [],
  }),
  late_checks: ({ name, count, atMost, page }: ChosenMails['late_checks'], accountName: string): Words => {
    const many = count > atMost ? `More than ${atMost} checks` : `${count} checks`;
    return {
      subject: `Checks of ${accountName} that are overdue`,
      paragraphs: [
        `Dear ${name},`,
        `${count === 1 ? 'One check is' : `${many} are`} overdue. This list says which they are, and why:`,
      ],
      link: { to: page, says: 'Open what is overdue' },
      closing: [why],
    };
  },
  order_summary: (
    { name, from, to, waiting, completed, atMost, page }: ChosenMails['order_summary'],
    accountName: string,
  ): Words => {
    const counted = (count: number) => (count > atMost ? `more than ${atMost}` : `${count}`);
    const when = from === to ? `on ${formatLongDate(from)}` : `from ${formatLongDate(from)} to ${formatLongDate(to)}`;
    return {
      subject:
        waiting.length === 0 ? `Orders of ${accountName}: completed` : `Orders of ${accountName}: what waits for you`,
      paragraphs: [
        `Dear ${name},`,
        ...(waiting.length === 0 ? ['Nothing waits for you.'] : ['This waits for you:']),
        ...waiting.map(({ kind, count }) => `${waitTitles[kind]}: ${counted(count)}`),
        completed === 0
          ? `No order was completed ${when}.`
          : `${completed === 1 ? 'One order was' : `${counted(completed)} orders were`} completed ${when}.`,
      ],
      link: { to: page, says: 'Open your checks' },
      closing: [why],
    };
  },
};
