// The settings of an account about what its users order, and about urgent orders; entries of the list of settings.
import type { AccountSetting } from './account-settings.ts';

export const orderSettings = {
  recordAbroadMonths: {
    group: 'desk',
    client: 'changes',
    kind: 'count',
    default: 6,
    least: 0,
    most: 60,
    zero: 'Shown only',
    label: 'Months in a country whose criminal record is wanted',
    hint: 'With a certificate of the United Kingdom: so many of the last five years in another country, and its record is missing until a report on it is ordered, or the screener says why not. 0 shows the countries, and nothing more.',
  },
  packagesOnly: {
    group: 'charges',
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label: 'Orders of packages alone',
    hint: 'Yes: in the portal, users other than administrators order the packages that they are offered, and no single reports. API keys, and we for you, order everything that is agreed.',
  },
  urgentOrders: {
    group: 'charges',
    client: 'reads',
    kind: 'yes_no',
    default: false,
    label: 'Urgent orders',
    hint: 'Yes offers “Urgent” when an order is placed, and while it is open: its reports come before others in the queue, and are due earlier.',
  },
  urgentPounds: {
    group: 'charges',
    client: 'reads',
    kind: 'pounds',
    default: 0,
    least: 0,
    most: 5000,
    zero: 'No surcharge',
    label: 'Surcharge for an urgent order',
    hint: 'Without VAT, once for each order. It is credited if the order is not urgent any more, or ends, before the candidate has sent the form.',
  },
  urgentTimePercent: {
    group: 'charges',
    client: 'reads',
    kind: 'percent',
    default: 50,
    least: 10,
    most: 100,
    label: 'Time for an urgent report',
    hint: 'Of the working days that its type usually has, rounded up to whole days.',
  },
} as const satisfies Readonly<Record<string, AccountSetting>>;
