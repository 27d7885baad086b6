// The settings of an account about references; entries of the list of settings.
import type { AccountSetting } from './account-setting.ts';

export const referenceSettings = {
  referenceDateToleranceDays: {
    group: 'references',
    client: 'reads',
    kind: 'days',
    default: 31,
    least: 0,
    most: 366,
    label: 'Tolerance of dates in references',
    hint: 'A date that differs by no more than this from what the candidate said counts as the same.',
  },
  referenceChaseWorkingDays: {
    group: 'references',
    client: 'reads',
    kind: 'working_days',
    default: 3,
    least: 1,
    most: 30,
    label: 'Working days between reminders to a referee',
    hint: 'Between a request for a reference and each of its reminders.',
  },
  referenceRemindersAtMost: {
    group: 'references',
    client: 'reads',
    kind: 'count',
    default: 4,
    least: 0,
    most: 10,
    label: 'Reminders to a referee',
    hint: 'After the last one without an answer, the report waits for its screener again.',
  },
  refereesAskedAfterOffer: {
    group: 'references',
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label: 'Referees are asked after the offer',
    hint: 'Then a standard reference also asks on how many days the candidate was absent. Before an offer that is a question about health, which nobody may ask (Equality Act 2010, section 60).',
  },
  refereesLearnJob: {
    group: 'references',
    client: 'changes',
    kind: 'yes_no',
    default: true,
    label: 'Tell referees the job',
    hint: 'In a safer recruitment reference the question whether the candidate is suitable names the job that the order states. The screener can leave it out for one referee.',
  },
} as const satisfies Readonly<Record<string, AccountSetting>>;
