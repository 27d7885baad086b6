// The candidate's nationality.
import { nationalityChoices, nationalityName } from '../country-choices.ts';
import type { PageView } from '../page-view.ts';

export const nationalityView: PageView = {
  template: 'candidate/nationality/nationality.njk',
  question: 'What is your nationality?',
  more: (_form, typed) => ({ countries: nationalityChoices(typed.nationality ?? '') }),
  rows: ({ nationality }) => [
    { label: 'Nationality', lines: nationality === null ? [] : [nationalityName(nationality)] },
  ],
};
