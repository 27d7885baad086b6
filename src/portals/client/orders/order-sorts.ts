// How the client's list of checks can be sorted: by the first day of work only where it is of those who start soon.
import { type CheckSort, checkSorts, orderSorts } from '../../../features/lists/check-list-queries.ts';
import type { StartPeriod } from '../../../features/lists/start-period-rules.ts';

const sortTexts: Readonly<Record<CheckSort, string>> = {
  ...{ newest: 'Newest first', oldest: 'Oldest first' },
  starts: 'First day of work',
};

const sortsOf = (starts: StartPeriod | undefined): readonly CheckSort[] =>
  starts === undefined ? orderSorts : checkSorts;

export const usualSort = (starts: StartPeriod | undefined): CheckSort => (starts === undefined ? 'newest' : 'starts');

/** @param sent by an address: what cannot be chosen counts as absent */
export const sortIn = (sent: unknown, starts: StartPeriod | undefined): CheckSort =>
  sortsOf(starts).find((sort) => sort === sent) ?? usualSort(starts);

export const sortChoices = (starts: StartPeriod | undefined, chosen: CheckSort) =>
  sortsOf(starts).map((value) => ({ value, text: sortTexts[value], selected: value === chosen }));
