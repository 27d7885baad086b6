// Professional bodies that the candidate is a member of.

import { membershipsPage } from '../../../features/candidate-form/history-pages.ts';
import type { Membership } from '../../../features/facts/facts.ts';
import { nameOfValue } from '../../../features/value-sets/value-set-rules.ts';
import { choicesOf, type EntryView, listTemplate } from '../entries/entry-view.ts';

const linesOf = ({ status, number }: Membership): string[] =>
  [status === '' ? '' : nameOfValue('membershipstatus', status), number ?? ''].filter((line) => line !== '');

export const membershipsView: EntryView = {
  template: listTemplate,
  question: 'Your professional memberships',
  wanted: 'Add the professional bodies that you are a member of. If there are none, continue.',
  addText: 'Add a membership',
  entryTemplate: 'candidate/memberships/membership.njk',
  entryQuestion: 'Which body are you a member of?',
  entryMore: (typed) => ({ grades: choicesOf('membershipstatus', typed.membership_status ?? '') }),
  lines: (typed) => linesOf(membershipsPage.read(typed)),
  rows: ({ memberships }) =>
    memberships.length === 0
      ? [{ label: 'Memberships', lines: ['None'] }]
      : memberships.map((membership) => ({ label: membership.body, lines: linesOf(membership) })),
};
