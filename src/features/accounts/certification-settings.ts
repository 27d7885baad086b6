// The settings of an account of a regulated firm about the people whom it certifies; entries of the list of settings.
import type { AccountSetting } from './account-setting.ts';

export const certificationSettings = {
  keepsCertified: {
    group: 'certification',
    isOwn: true,
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label: 'Keep the register of certified people here',
    hint: 'For a firm under the Senior Managers and Certification Regime. Under People stands who is certified for which function and until when, and whom you must assess again; for Compliance and Administrators also breaches of conduct rules and the references that you give other firms.',
  },
  certificateNoticeDays: {
    group: 'certification',
    client: 'changes',
    kind: 'days',
    default: 60,
    least: 7,
    most: 180,
    label: 'Days before a certificate ends',
    hint: 'From then on it stands as due in the register of certified people, and on Mondays whoever keeps the register gets a mail that says how many are due.',
  },
  firmReferenceNumber: {
    group: 'certification',
    isOwn: true,
    client: 'changes',
    kind: 'text',
    default: '',
    most: 10,
    label: 'Firm reference number (FRN)',
    hint: 'Of the client in the Financial Services Register, such as 123456. It stands in the references that it gives, and whoever is asked for a regulatory reference reads it.',
  },
} as const satisfies Readonly<Record<string, AccountSetting>>;
