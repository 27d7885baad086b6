// Last names that the candidate had before: records are kept under them.
import type { PageView } from '../page-view.ts';

export const otherNamesView: PageView = {
  template: 'candidate/other-names/other-names.njk',
  question: 'Have you ever had another last name?',
  rows: ({ previous_last_name }) => [{ label: 'Previous last name', lines: [previous_last_name ?? 'None'] }],
};
