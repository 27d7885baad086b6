// The options of commands about a month of one account or of all.
import { isMonthText } from '../../lib/dates.ts';
import type { Entry, Field } from '../fields.ts';
import { refusalOf } from './subject.ts';

export const monthFields: readonly Field[] = [
  { name: 'month', kind: 'text', required: true, isArgument: true, meaning: 'such as 2026-10' },
  { name: 'account', kind: 'text', meaning: 'name or id of one account; without it, of all' },
];

/** `yyyy-mm` */
export function monthIn(entry: Entry): string {
  const month = String(entry.month);
  if (!isMonthText(month)) throw refusalOf('month', 'must be a month such as 2026-10');
  return month;
}
