// The settings of an account about the form of its candidates; entries of the list of settings.
import type { AccountSetting } from './account-setting.ts';

export const formSettings = {
  candidateReminderDays: {
    group: 'form',
    client: 'changes',
    kind: 'days',
    default: 7,
    least: 1,
    most: 90,
    label: 'Days between reminders to the candidate',
    hint: 'Until the form is submitted. A reminder that would fall on a day that is not a working day follows on the next.',
  },
  textCandidates: {
    group: 'form',
    client: 'reads',
    kind: 'yes_no',
    default: false,
    label: 'Text candidates as well',
    hint: 'Candidates with a mobile number get the invitation, reminders and questions as a text message too, between 8 am and 8 pm. It needs a gateway: PROBITY_TEXT_URL.',
  },
  submissionWorkingDays: {
    group: 'form',
    client: 'reads',
    kind: 'working_days',
    default: 60,
    suggested: 10,
    least: 6,
    most: 250,
    label: 'Working days to submit the form',
    hint: 'An order whose form is not submitted by then is cancelled. Mails say so five working days before, and it can be extended on the order’s page.',
  },
  documentsBeforeSending: {
    group: 'form',
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label: 'Documents before the form is sent',
    hint: 'With a right to work or identity check, a candidate who is asked for documents adds at least one before they can send the form. Who has none cannot send it, and turns to you.',
  },
  offersWelsh: {
    group: 'form',
    client: 'reads',
    kind: 'yes_no',
    default: false,
    label: 'The form in Welsh as well',
    hint: 'Each page of the forms of candidates and referees has a link to its Welsh, and their mails follow what they choose. Let somebody who reads Welsh read the words before you switch it on.',
  },
} as const satisfies Readonly<Record<string, AccountSetting>>;
