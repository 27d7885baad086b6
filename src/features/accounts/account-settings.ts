// The settings of an account, one entry each; the pages, the command line and the documents follow from this list.
import { defaultBrandColour } from '../../lib/brand-colour.ts';
import { type AccountSetting, type SettingGroup, settingGroups } from './account-setting.ts';
import { accountingSettings } from './accounting-settings.ts';
import { certificationSettings } from './certification-settings.ts';
import { clientWordsSettings } from './client-words-settings.ts';
import { contractSettings } from './contract-settings.ts';
import { decisionSettings } from './decision-settings.ts';
import { formSettings } from './form-settings.ts';
import { invoiceSettings } from './invoice-settings.ts';
import { orderSettings } from './order-settings.ts';
import { privacySettings } from './privacy-settings.ts';
import { purchaseOrderSettings } from './purchase-order-settings.ts';
import { recordSettings } from './record-settings.ts';
import { referenceSettings } from './reference-settings.ts';
import { retentionSettings } from './retention-settings.ts';
import { stopCauseWords } from './stop-cause-words.ts';

export const accountSettings = {
  ...contractSettings,
  brandColour: {
    group: 'brand',
    isOwn: true,
    client: 'changes',
    kind: 'colour',
    default: defaultBrandColour,
    label: 'Brand colour',
    hint: 'The colour on top of the pages and mails of candidates and referees, and of the headings in the results PDF, such as #17485a. It must be dark enough to read on white.',
  },
  contactEmail: {
    group: 'brand',
    isOwn: true,
    client: 'changes',
    kind: 'email',
    default: '',
    label: 'Contact for candidates and referees',
    hint: 'The email address of the client on the pages about help, privacy and accessibility of those whom it asks. Their answers to mails go to it.',
  },
  ...clientWordsSettings,
  ...privacySettings,
  ...formSettings,
  candidateChaseWorkingDays: {
    group: 'queries',
    client: 'reads',
    kind: 'working_days',
    default: 3,
    least: 1,
    most: 60,
    label: 'Working days between chases of the candidate',
    hint: 'While a query to the candidate is open.',
  },
  clientChaseWorkingDays: {
    group: 'queries',
    client: 'reads',
    kind: 'working_days',
    default: 5,
    least: 1,
    most: 60,
    label: 'Working days between chases of the client',
    hint: 'While a query to the client is open.',
  },
  chasesAtMost: {
    group: 'queries',
    client: 'reads',
    kind: 'count',
    default: 3,
    least: 0,
    most: 10,
    label: 'Chases of a query',
    hint: 'After the last one without an answer, the report can be closed as unable to verify.',
  },
  ...referenceSettings,
  screenerInstructions: {
    group: 'desk',
    isOwn: true,
    kind: 'lines',
    default: '',
    most: 2000,
    label: 'Instructions for screeners',
    hint: 'What you have agreed with the client, such as never to call the present employer. They stand on top of each of its reports, one to a line. The client does not see them.',
  },
  standsFirst: {
    group: 'desk',
    isOwn: true,
    kind: 'yes_no',
    default: false,
    label: 'Standing priority at the desk',
    hint: 'The reports of every order from now on stand above others in the queue, below urgent ones. They are not urgent orders: the client does not see it, pays nothing for it, and the days stay. What is open already can be marked urgent in the queue.',
  },
  onTimeTargetPercent: {
    group: 'desk',
    client: 'reads',
    kind: 'percent',
    default: 0,
    least: 0,
    most: 100,
    zero: 'No target',
    label: 'Target for reports on time',
    hint: 'As agreed with the client. The review of a month, under Turnaround, and Figures say whether it was reached.',
  },
  accessReviewMonths: {
    group: 'access',
    client: 'changes',
    kind: 'count',
    default: 12,
    least: 0,
    most: 36,
    zero: 'Nobody is reminded',
    label: 'Months between reviews of access',
    hint: 'So many months after the last review of its users and API keys, administrators of the client are asked for the next one.',
  },
  approveAdverse: {
    group: 'approval',
    kind: 'yes_no',
    default: false,
    suggested: true,
    label: 'Approve Consider',
    hint: 'A second person approves every report with the result Consider; one person is enough where a data provider answered.',
  },
  approveUnidentified: {
    group: 'approval',
    kind: 'yes_no',
    default: false,
    label: 'Approve Unidentified',
    hint: 'A second person approves every report with the result Unidentified, also what could not be verified; one person is enough where a data provider answered.',
  },
  approveCriminalRecords: {
    group: 'approval',
    kind: 'yes_no',
    default: false,
    suggested: true,
    label: 'Approve criminal records',
    hint: 'A second person approves every criminal record report, whatever its result; one person is enough where a data provider answered.',
  },
  approveClearAnyway: {
    group: 'approval',
    kind: 'yes_no',
    default: false,
    suggested: true,
    label: 'Approve Clear although something is missing',
    hint: 'A second person approves every report that a screener calls Clear although a requirement is not met, a part is not established or nobody has answered.',
  },
  approveUntrained: {
    group: 'approval',
    kind: 'yes_no',
    default: false,
    label: 'Approve the work of people without training',
    hint: 'A second person, who is trained, approves every report of somebody who is not recorded as trained in its area, such as UK criminal records. Trainings are recorded at the desk under Training.',
  },
  approveCorrected: {
    group: 'approval',
    kind: 'yes_no',
    default: false,
    label: 'Approve what rests on corrections of its screener',
    hint: 'A second person approves every report of a screener who corrected what the candidate of the order had stated.',
  },
  qualitySamplePercent: {
    group: 'approval',
    kind: 'percent',
    default: 0,
    least: 0,
    most: 100,
    label: 'Quality sample',
    hint: 'How many of a hundred reports of each screener a second person approves, drawn at random.',
  },
  followUpDays: {
    group: 'results',
    client: 'reads',
    kind: 'day_list',
    default: '60, 30, 7',
    label: 'Days before something monitored expires',
    hint: 'On these days, and on the last working day before it ends, somebody looks again at a right to work. On the page of a report its next day can be changed.',
  },
  ...decisionSettings,
  startNoticeWorkingDays: {
    group: 'results',
    client: 'changes',
    kind: 'working_days',
    default: 5,
    least: 0,
    most: 15,
    zero: 'Nobody is told of them',
    label: 'Working days before a first day of work',
    hint: 'Who starts within so many working days and is not cleared waits for the client in the portal, and whoever has the order is told each working day by mail.',
  },
  renewalMails: {
    group: 'results',
    client: 'changes',
    kind: 'yes_no',
    default: true,
    label: 'Mail about renewals',
    hint: 'On Mondays the administrators of the client get a mail that says how many people have reports that are due for renewal.',
  },
  ...recordSettings,
  ...certificationSettings,
  ...retentionSettings,
  vatPercent: {
    group: 'charges',
    client: 'reads',
    kind: 'percent',
    default: 0,
    least: 0,
    most: 100,
    suggested: 20,
    label: 'VAT',
    hint: 'On the prices of what is ordered from now on; fees of authorities are passed on without VAT. 0 if the service is not registered for VAT, or the client belongs where none is due.',
  },
  vatNextFrom: {
    group: 'charges',
    client: 'reads',
    kind: 'month',
    default: '',
    label: 'First month with another VAT rate',
    hint: 'Such as 2027-04: what is ordered from the first day of that month on is charged with the rate below. Empty if none is known.',
  },
  vatPercentNext: {
    group: 'charges',
    client: 'reads',
    kind: 'percent',
    default: 0,
    least: 0,
    most: 100,
    label: 'VAT from that month on',
    hint: 'It counts only if a month is set above. What was ordered before keeps its rate.',
  },
  acceptOrders: {
    group: 'charges',
    isOwn: true,
    kind: 'yes_no',
    default: true,
    label: 'Accept new orders',
    hint: 'No stops them, such as while invoices are not paid: a new live order is refused in the portal, by both interfaces and at the desk. Orders that are placed go on, results can be read, and test orders are accepted.',
  },
  stopCause: {
    group: 'charges',
    isOwn: true,
    kind: 'text',
    default: '',
    most: 20,
    choices: stopCauseWords,
    label: 'Why new orders are stopped',
    hint: 'The desk reads it where it reads that they are stopped, and in the history; the client does not.',
  },
  stopReason: {
    group: 'charges',
    isOwn: true,
    kind: 'text',
    default: '',
    most: 200,
    label: 'Why new orders are stopped, in words',
    hint: 'The desk reads it on the overview, in the list of accounts and under Unpaid; the client does not.',
  },
  refuseUnpriced: {
    group: 'charges',
    client: 'reads',
    kind: 'yes_no',
    default: false,
    suggested: true,
    label: 'Refuse reports without an agreed price',
    hint: 'An order that names one is refused, in test mode too. Otherwise it is charged once a price is agreed: the page Charges says which reports have none.',
  },
  ...orderSettings,
  ...invoiceSettings,
  ...purchaseOrderSettings,
  ...accountingSettings,
} as const satisfies Readonly<Record<string, AccountSetting>>;

export type AccountSettingName = keyof typeof accountSettings;

/** Those that the administrators of a client change themselves. */
export const settingsOfClient = (Object.keys(accountSettings) as AccountSettingName[]).filter(
  (name) => (accountSettings[name] as AccountSetting).client === 'changes',
);

/** Those of the house's practice, which one account may copy from another. */
export const settingsToCopy = (Object.keys(accountSettings) as AccountSettingName[]).filter(
  (name) => (accountSettings[name] as AccountSetting).isOwn !== true,
);

/** Those that the house standard has: with words of its own, which are a client's once its account has begun with them. */
export const settingsOfStandard = (Object.keys(accountSettings) as AccountSettingName[]).filter(
  (name) => settingsToCopy.includes(name) || accountSettings[name].group === 'words',
);

/** What a new account is suggested to have. */
export const suggestedSettings = Object.fromEntries(
  Object.entries<AccountSetting>(accountSettings).flatMap(([name, { suggested }]) =>
    suggested === undefined ? [] : [[name, suggested]],
  ),
);

/** Every setting under its heading. */
export const groupedSettings = Object.entries(settingGroups).map(([group, heading]) => ({
  group: group as SettingGroup,
  heading,
  names: (Object.keys(accountSettings) as AccountSettingName[]).filter((name) => accountSettings[name].group === group),
}));

type ValueOf<Entry> = Entry extends { readonly kind: 'yes_no' }
  ? boolean
  : Entry extends {
        readonly kind: 'colour' | 'email' | 'web_address' | 'day_list' | 'month' | 'day' | 'person' | 'text' | 'lines';
      }
    ? string
    : number;

export type AccountSettings = {
  readonly [Name in AccountSettingName]: ValueOf<(typeof accountSettings)[Name]>;
};

/** @param stored those that differ from their defaults, by name */
export function settingsWith(stored: Readonly<Record<string, unknown>>): AccountSettings {
  const values = Object.entries(accountSettings).map(([name, entry]) => [name, stored[name] ?? entry.default]);
  return Object.fromEntries(values) as AccountSettings;
}

/** Six months after the decision is the longest of the statutory guidance; accounts that were there before keep what they had. */
export const settingsOfNewAccounts: Partial<AccountSettings> = {
  certificateContentDays: retentionSettings.certificateContentDays.suggested,
};
