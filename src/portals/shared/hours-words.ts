// How pages say when somebody of the desk works.
import { type Hours, weekdays } from '../../features/accounts/hours-rules.ts';

/** `Monday, Tuesday and Wednesday, 60% of a full day`; `full time` for who works as everybody does. */
export function hoursText({ works_on: days, work_percent: percent }: Hours): string {
  const names = (days ?? []).map((day) => weekdays[day as keyof typeof weekdays]);
  const said = names.length === 0 ? '' : new Intl.ListFormat('en-GB').format(names);
  const part = percent === 100 ? '' : `${percent}% of a full day`;
  return [said, part].filter((one) => one !== '').join(', ') || 'full time';
}

/** Of an event: nothing where it says nothing of them. */
export function hoursChange({ works_on: days, work_percent: percent }: Readonly<Record<string, unknown>>): string[] {
  if (typeof percent !== 'number') return [];
  return [`Works ${hoursText({ works_on: days as number[] | null, work_percent: percent })}`];
}
