// When an account manager hears that a contract ends; pure.
import { addDays, daysBetween, type IsoDate } from '../../lib/dates.ts';
import type { AccountSettings } from './account-settings.ts';

/** Days before the end on which a mail goes; from the first on, the end stands on the page of the account manager. */
const contractReminderDays = [90, 60, 30] as const;

export interface ContractEnd {
  readonly endsOn: IsoDate;
  /** Below 0 once it has ended. */
  readonly daysLeft: number;
  /** The last day on which notice can be given; undefined without a notice. */
  readonly noticeBy: IsoDate | undefined;
}

/** Account managers are told today of contracts that end on one of these days. */
export const contractDays = (today: IsoDate): IsoDate[] => contractReminderDays.map((days) => addDays(today, days));

/** Undefined for a contract without an end, or one whose end is far away. */
export function contractEnding(
  { contractEnd, contractNoticeDays: notice }: Pick<AccountSettings, 'contractEnd' | 'contractNoticeDays'>,
  today: IsoDate,
): ContractEnd | undefined {
  if (contractEnd === '') return undefined;
  const daysLeft = daysBetween(today, contractEnd);
  const noticeBy = notice > 0 ? addDays(contractEnd, -notice) : undefined;
  // A long notice is over before the usual days have begun.
  const soon = Math.max(contractReminderDays[0], notice + contractReminderDays[2]);
  return daysLeft > soon ? undefined : { endsOn: contractEnd, daysLeft, noticeBy };
}
