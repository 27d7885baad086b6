// What is checked, by whom and for whom, and the candidate's consent to it.
import { CONSENT_WORDING, consentStatements } from '../../../features/candidate-form/question-pages.ts';
import type { PageView } from '../page-view.ts';

export const consentView: PageView = {
  template: 'candidate/consent/consent.njk',
  question: 'What we check, and your consent',
  more: ({ types, scope, accountName }) => ({
    types,
    wording: CONSENT_WORDING,
    statements: consentStatements(CONSENT_WORDING, accountName),
    asksCriminalRecord: scope.needs.has('criminal_record_consent'),
  }),
  rows: (_facts, { scope }) => [
    {
      label: 'Consent',
      lines: [
        'You agree to the checks',
        ...(scope.needs.has('criminal_record_consent') ? ['You agree that your criminal record is checked'] : []),
      ],
    },
  ],
};
