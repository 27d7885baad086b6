// What the pages of a client's users and of the people of the desk say alike: notices, words of forms, roles and statuses.
import { type ClientRole, type DeskRole, roles } from '../../../features/access/permissions.ts';
import type { FormWords } from '../field-words.ts';
import { roleTexts } from '../role-texts.ts';

export const personNotices = {
  invited: 'The invitation is sent by email.',
  corrected: 'The address is corrected, and a new invitation is sent to it. The earlier link no longer works.',
  changed: 'It is changed, and counts from their next page and request on.',
  withdrawn: 'The invitation is withdrawn. Its link does not work any more, and the address is free.',
  disabled: 'The person is disabled: their sessions and keys have ended.',
  enabled: 'The person is enabled again. They sign in anew, and need new API keys.',
  reset: 'Their second factors and their password are removed. A new invitation is sent by email.',
  ended: 'The sessions are ended.',
  access: 'The last day of their access is saved.',
};

export const personWords: FormWords = {
  name: { input: 'name', begins: 'The name', empty: 'Enter the name of the person' },
  email: { input: 'email', begins: 'The email address', empty: 'Enter the email address' },
  role: {
    input: 'role',
    begins: 'The role',
    instead: { 'is not included in the list': 'Choose what they may do' },
  },
  subsidiary: {
    input: 'subsidiary',
    begins: 'The subsidiaries',
    empty: 'Choose at least one subsidiary, or the whole account',
    instead: { 'is not included in the list': 'Choose a subsidiary of the list' },
  },
  externalId: { input: 'external_id', begins: 'The external id' },
  ordersTo: {
    input: 'orders_to',
    begins: 'The colleague',
    instead: { 'is not included in the list': 'Choose who gets their orders' },
  },
  keysTo: {
    input: 'keys_to',
    begins: 'The colleague',
    instead: { 'is not included in the list': 'Choose who gets their API keys' },
  },
  lastAdministrator: {
    input: 'last_said',
    begins: 'It',
    instead: { 'must be said': 'Say that you know that nobody gets the mails to administrators then' },
  },
  movedOrdersTo: {
    input: 'moved_orders_to',
    begins: 'The colleague',
    empty: 'Choose who gets their orders',
    instead: { 'is not included in the list': 'Choose who gets their orders' },
  },
  accessUntil: {
    input: 'access_until',
    begins: 'The last day',
    instead: {
      'must be a day from today on': 'Enter a day from today on, or none',
      'cannot be set for the last administrator':
        'Nobody else administers without an end. Make somebody else an administrator first',
    },
  },
  samplePercent: { input: 'sample_percent', begins: 'The share' },
};

export const clientRoles = Object.keys(roles.client) as ClientRole[];

/** The choices of a role. @param hints what each may do, in a few words */
export const roleItems = <Role extends ClientRole | DeskRole>(hints: Readonly<Record<Role, string>>, chosen: string) =>
  (Object.keys(hints) as Role[]).map((role) => ({
    value: role,
    text: roleTexts[role],
    hint: { text: hints[role] },
    checked: role === chosen,
  }));
