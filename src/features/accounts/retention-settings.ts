// The settings of an account that say how long data of people are kept; entries of the list of settings.
import type { AccountSetting, AccountSettings } from './account-settings.ts';

export const retentionSettings = {
  eraseAfterDays: {
    group: 'retention',
    client: 'reads',
    kind: 'days',
    default: 0,
    least: 0,
    most: 3650,
    zero: 'Never by time',
    suggested: 180,
    label: 'Days until a person is erased',
    hint: 'Counted from the end of their last order: all that is known about them is then erased permanently. 0 erases nobody. Less than 731 days is shorter than the two years for which the DBS asks to keep why Route 2 or 3 was used: keep that elsewhere then. BS 7858 keeps the file for seven years after somebody has left (2,557 days), and firms of SYSC 22 answer references for six (2,192). People with an open order, a report that is monitored or something that is open about them are kept.',
  },
  keepsStaff: {
    group: 'retention',
    client: 'reads',
    kind: 'yes_no',
    default: false,
    suggested: true,
    label: 'Keep the people of the record of staff until they have left',
    hint: 'Whoever is in the client’s record of staff is not erased by time, until the client says that they have left or are not suitable. Their days then count from that day, or from the end of their last order if that is later. People who were never hired stay as long: say of them that they have left, too.',
  },
  legalHold: {
    group: 'retention',
    isOwn: true,
    kind: 'yes_no',
    default: false,
    label: 'Legal hold',
    hint: 'Nobody is erased, by time or by hand, until it is ended.',
  },
  certificateContentDays: {
    group: 'retention',
    client: 'reads',
    kind: 'days',
    default: 0,
    least: 0,
    most: 3650,
    zero: 'With the person',
    suggested: 183,
    label: 'Days until the contents of criminal record certificates are deleted',
    hint: 'Counted from the client’s decision, or from the end of the order without one. The files and the findings of the report go, with the client’s reasons and risk assessment, and what the candidate was asked and answered about it; the number, the day of issue, the result and the traffic light stay. Statutory guidance says six months after the decision at most: 183 days, which new accounts have. 0 keeps them as long as the person.',
  },
  rightToWorkFileDays: {
    group: 'retention',
    client: 'reads',
    kind: 'days',
    default: 0,
    least: 0,
    most: 3650,
    zero: 'With the person',
    label: 'Days until right to work papers are deleted',
    hint: 'The files of reports on the right to work, counted from the end of the order. An employer needs them for the employment and two years after it. 0 keeps them as long as the person.',
  },
  otherFileDays: {
    group: 'retention',
    client: 'reads',
    kind: 'days',
    default: 0,
    least: 0,
    most: 3650,
    zero: 'With the person',
    label: 'Days until all other files of an order are deleted',
    hint: 'Counted from the end of the order; what was found stays. 0 keeps them as long as the person.',
  },
} as const satisfies Readonly<Record<string, AccountSetting>>;

/** Six months after the decision is the longest of the statutory guidance; accounts that were there before keep what they had. */
export const settingsOfNewAccounts: Partial<AccountSettings> = {
  certificateContentDays: retentionSettings.certificateContentDays.suggested,
};
