// What is checked, by whom and for whom, and the candidate's consent to it.
import { CONSENT_WORDING } from '../../../features/candidate-form/question-pages.ts';
import type { PageView } from '../page-view.ts';

export const consentView: PageView = {
  template: 'candidate/consent/consent.njk',
  question: 'What we check, and your consent',
  more: ({ types, scope }) => ({
    types,
    wording: CONSENT_WORDING,
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
