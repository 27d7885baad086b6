// The settings of an account about accounting software and the VAT of the client; entries of the list of settings.
import type { AccountSetting } from './account-setting.ts';

/** What of an invoice has a code of its own: areas of the catalogue, and what is none of them. */
export const codedKinds = [
  ...(['sales', 'disbursements', 'packages', 'added', 'identity', 'right_to_work', 'criminal_records'] as const),
  ...(['international_criminal_records', 'employment', 'education', 'financial', 'driving', 'health'] as const),
  ...(['international', 'professional_bodies'] as const),
  // Not of an invoice: what comes in, and what is written off.
  ...(['bank', 'bad_debts'] as const),
] as const;
export type CodedKind = (typeof codedKinds)[number];

export const accountingSettings = {
  accountingReference: {
    group: 'invoices',
    isOwn: true,
    kind: 'text',
    default: '',
    most: 30,
    label: 'Accounting reference',
    hint: 'The client in the accounting software: the A/C reference in Sage, or the name of the contact in Xero, which then stays when the account is renamed.',
  },
  accountingDepartment: {
    group: 'invoices',
    isOwn: true,
    kind: 'count',
    default: 0,
    least: 0,
    most: 999,
    label: 'Department in Sage',
    hint: 'The number of the department to which its invoices are posted.',
  },
  nominalCodes: {
    group: 'invoices',
    kind: 'lines',
    codesOf: codedKinds,
    default: '',
    most: 1000,
    label: 'Codes of the accounting software',
    hint: `One to a line, such as “disbursements: 5000” or “criminal_records: 4010”; of ${codedKinds.join(', ')}. What has none is posted to that of sales, money to 1200 and what is written off to 8100, as Sage sets them up. Empty for those of the house standard; where that has none of sales, PROBITY_SALES_ACCOUNT_CODE is.`,
  },
  vatNumber: {
    group: 'invoices',
    isOwn: true,
    client: 'reads',
    kind: 'text',
    default: '',
    most: 20,
    label: 'VAT number of the client',
    hint: 'With the letters of its country. It stands on invoices.',
  },
  vatCountry: {
    group: 'invoices',
    isOwn: true,
    client: 'reads',
    kind: 'text',
    default: '',
    most: 60,
    label: 'Country of the client, for VAT',
    hint: 'Empty for the United Kingdom. It stands on invoices.',
  },
  reverseCharge: {
    group: 'invoices',
    isOwn: true,
    client: 'reads',
    kind: 'yes_no',
    default: false,
    label: 'Outside the scope of UK VAT: reverse charge',
    hint: 'Yes for a business abroad that accounts for VAT itself: its invoices say so, and none is issued with VAT, or without its VAT number. Set VAT to 0 with it. No charges VAT at the rate of the account, also 0 for what is zero-rated or exempt.',
  },
} as const satisfies Readonly<Record<string, AccountSetting>>;
