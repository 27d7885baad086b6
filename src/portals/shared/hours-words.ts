// How pages say when somebody of the desk works.
import { type Hours, weekdays } from '../../features/accounts/hours-rules.ts';

/** `Monday, Tuesday and Wednesday, 60% of a full day`; `full time` for who works as everybody does. */
export function hoursText({ works_on: days, work_percent: percent }: Hours): string {
  const names = (days ?? []).map((day) => weekdays[day as keyof typeof weekdays]);
  const said = names.length === 0 ? '' : new Intl.ListFormat('en-GB').format(names);
  const part = percent === 100 ? '' : `${percent}% of a full day`;
  return [said, part].filter((one) => one !== '').join(', ') || 'full time';
}
