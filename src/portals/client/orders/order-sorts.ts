// How the client's list of checks can be sorted.
import { type CheckSort, checkSorts } from '../../../features/lists/check-list-queries.ts';
import type { StartPeriod } from '../../../features/lists/start-period-rules.ts';

const sortTexts: Readonly<Record<CheckSort, string>> = {
  ...{ newest: 'Newest first', oldest: 'Oldest first' },
  due: 'Due day (open orders)',
  starts: 'First day of work (open orders)',
};

export const usualSort = (starts: StartPeriod | undefined): CheckSort => (starts === undefined ? 'newest' : 'starts');

/** @param sent by an address: what cannot be chosen counts as absent */
export const sortIn = (sent: unknown, starts: StartPeriod | undefined): CheckSort =>
  checkSorts.find((sort) => sort === sent) ?? usualSort(starts);

export const sortChoices = (chosen: CheckSort) =>
  checkSorts.map((value) => ({ value, text: sortTexts[value], selected: value === chosen }));
