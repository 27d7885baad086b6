// Until when a report must be due for renewal to be listed, as the client chooses it; pure.
import { RENEWAL_NOTICE_DAYS } from '../../../features/lists/renewal-list-actions.ts';
import { addDays, addMonths, type IsoDate } from '../../../lib/dates.ts';
import { monthText } from '../../shared/charges/charges.ts';

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

type NamedPeriod = keyof typeof periods;
/** Or a month, such as `2027-03`. */
export type RenewalPeriod = NamedPeriod | `${number}-${number}`;

const isNamed = (value: unknown): value is NamedPeriod => Object.keys(periods).some((name) => name === value);

/** An invalid value counts as absent, so that old bookmarks still open. */
export const renewalPeriodIn = (value: unknown): RenewalPeriod =>
  isNamed(value) ? value : /^20\d\d-(0[1-9]|1[0-2])$/.test(String(value)) ? (value as RenewalPeriod) : 'notice';

/** The first day of a month, and the last one. */
export function dueBetween(
  period: RenewalPeriod,
  today: IsoDate,
): { readonly from?: IsoDate; readonly until: IsoDate } {
  if (isNamed(period)) return { until: periods[period].until(today) };
  const from = `${period}-01`;
  return { from, until: addDays(addMonths(from, 1), -1) };
}

/** So many months can be chosen, from this one on. */
const MONTHS = 12;

/** The choice of the period, for the filters of a list. */
export function periodSelect(chosen: RenewalPeriod, today: IsoDate) {
  const first = `${today.slice(0, 7)}-01`;
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(first, at).slice(0, 7));
  // An older bookmark.
  const all = isNamed(chosen) || months.includes(chosen) ? months : [chosen, ...months];
  return {
    name: 'within',
    label: 'Due',
    items: [
      // Numbers come first among the keys of an object.
      ...(['over', 'notice', '3', '6', '12', '24'] as const).map((value) => ({ value, text: periods[value].text })),
      ...all.map((value) => ({ value, text: `In ${monthText(value)}` })),
    ].map((item) => ({ ...item, selected: item.value === chosen })),
  };
}
