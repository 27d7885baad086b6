// The candidate's National Insurance number, where a report needs it.
import type { PageView } from '../page-view.ts';

export const nationalInsuranceView: PageView = {
  template: 'candidate/national-insurance/national-insurance.njk',
  question: 'Do you have a National Insurance number?',
  rows: ({ id_numbers }) => [
    {
      label: 'National Insurance number',
      lines: [id_numbers.find(({ type }) => type === 'social_insurance')?.value ?? 'None'],
    },
  ],
};
