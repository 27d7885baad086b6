// Until when a report must be due for renewal to be listed, as the client chooses it; pure.
import { RENEWAL_NOTICE_DAYS } from '../../../features/lists/renewal-list-actions.ts';
import { addDays, addMonths, type IsoDate } from '../../../lib/dates.ts';

const months = (count: number) => ({
  text: `Within ${count} months`,
  until: (today: IsoDate) => addMonths(today, count),
});

const periods = {
  notice: {
    text: `Within ${RENEWAL_NOTICE_DAYS} days`,
    until: (today: IsoDate) => addDays(today, RENEWAL_NOTICE_DAYS),
  },
  over: { text: 'Overdue', until: (today: IsoDate) => addDays(today, -1) },
  ...{ '3': months(3), '6': months(6), '12': months(12), '24': months(24) },
} as const;

export type RenewalPeriod = keyof typeof periods;

/** An invalid value counts as absent, so that old bookmarks still open. */
export const renewalPeriodIn = (value: unknown): RenewalPeriod =>
  (Object.keys(periods) as RenewalPeriod[]).find((name) => name === value) ?? 'notice';

export const dueUntil = (period: RenewalPeriod, today: IsoDate): IsoDate => periods[period].until(today);

/** The choice of the period, for the filters of a list. */
export const periodSelect = (chosen: RenewalPeriod) => ({
  name: 'within',
  label: 'Due',
  // Numbers come first among the keys of an object.
  items: (['over', 'notice', '3', '6', '12', '24'] as const).map((value) => ({
    value,
    text: periods[value].text,
    selected: value === chosen,
  })),
});
