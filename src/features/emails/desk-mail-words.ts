// The texts of the mails that people of the desk ask for: numbers and colleagues, and nothing of a candidate.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import type { Words } from './letter.ts';

export interface WorkCounts {
  readonly open: number;
  readonly overdue: number;
  readonly dueToday: number;
  readonly answered: number;
}

export interface MorningMail {
  readonly name: string;
  readonly today: IsoDate;
  /** Undefined for who does not work on reports. */
  readonly own?: WorkCounts | undefined;
  /** Undefined for who does not see the team. */
  readonly team?: (WorkCounts & { readonly unassigned: number; readonly approval: number }) | undefined;
  readonly away: readonly {
    readonly name: string;
    readonly until: IsoDate;
    readonly open: number;
    readonly overdue: number;
  }[];
  readonly page: string;
}

export interface ToldFigure {
  readonly label: string;
  readonly value: string;
  /** Of the week or month before. */
  readonly before: string;
}

export interface FiguresMail {
  readonly unit: 'week' | 'month';
  readonly name: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly figures: readonly ToldFigure[];
  readonly page: string;
}

const why = 'You get this because you asked for it. To end it, open “Your account” at the desk.';

const reports = (count: number, more = '') => `${count} ${more}${count === 1 ? 'report' : 'reports'}`;

const dueSentence = ({ overdue, dueToday, answered }: WorkCounts): string => {
  const parts = [
    `${overdue} overdue`,
    `${dueToday} due today`,
    ...(answered === 0 ? [] : [`${answered} to go on with after an answer`]),
  ];
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
};

export function morningWords({ name, today, own, team, away, page }: MorningMail): Words {
  const first = own !== undefined && own.open > 0 ? own : (team ?? own)!;
  return {
    subject: `Your morning of ${formatLongDate(today)}: ${first.overdue} overdue, ${first.dueToday} due today`,
    paragraphs: [
      `Dear ${name},`,
      ...(own === undefined ? [] : [`You have ${reports(own.open, 'open ')}: ${dueSentence(own)}.`]),
      ...(team === undefined
        ? []
        : [
            `The team has ${reports(team.open, 'open ')}: ${dueSentence(team)}. Nobody has ${team.unassigned} of them, and ${team.approval} ${team.approval === 1 ? 'waits' : 'wait'} for approval.`,
          ]),
      ...away.map(
        (one) =>
          `${one.name} is away until ${formatLongDate(one.until)}, with ${reports(one.open, 'open ')}, ${one.overdue} of them overdue.`,
      ),
      'The queue shows them by due date:',
    ],
    link: { to: page, says: 'Open the queue' },
    closing: [why],
  };
}

export function figuresWords({ unit, name, from, to, figures, page }: FiguresMail): Words {
  return {
    subject: `Figures of ${formatLongDate(from)} to ${formatLongDate(to)}`,
    paragraphs: [
      `Dear ${name},`,
      `These are the figures of last ${unit}, ${formatLongDate(from)} to ${formatLongDate(to)}, and of the ${unit} before it:`,
      figures.map(({ label, value, before }) => `${label}: ${value} (the ${unit} before: ${before})`).join('\n'),
    ],
    link: { to: page, says: 'Open the figures' },
    closing: [why],
  };
}
