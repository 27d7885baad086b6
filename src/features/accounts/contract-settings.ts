// The settings of an account about its contract and who looks after it; entries of the list of settings.
import type { AccountSetting } from './account-setting.ts';

export const contractSettings = {
  accountManager: {
    group: 'contract',
    isOwn: true,
    client: 'reads',
    kind: 'person',
    default: '',
    label: 'Account manager',
    hint: 'The client reads their name and address, and is among the clients on their first page.',
  },
  accountDeputy: {
    group: 'contract',
    isOwn: true,
    client: 'reads',
    kind: 'person',
    default: '',
    label: 'Deputy of the account manager',
    hint: 'Named to the client, who is on their first page, too.',
  },
  contractStart: {
    group: 'contract',
    isOwn: true,
    client: 'reads',
    kind: 'day',
    default: '',
    label: 'Start of the contract',
    hint: 'Its first day.',
  },
  contractEnd: {
    group: 'contract',
    isOwn: true,
    client: 'reads',
    kind: 'day',
    default: '',
    label: 'End of the contract',
    hint: 'Its last day, or the day on which it renews. The account manager reads of it from 90 days before on, and gets a mail 90, 60 and 30 days before.',
  },
  contractNoticeDays: {
    group: 'contract',
    isOwn: true,
    client: 'reads',
    kind: 'days',
    default: 0,
    least: 0,
    most: 365,
    zero: 'No notice',
    label: 'Notice before the end of the contract',
    hint: 'By so many days before its end either side says that it ends.',
  },
} as const satisfies Readonly<Record<string, AccountSetting>>;
