// The candidate's name, as it stands in their documents.
import { titles } from '../../../features/value-sets/person-values.ts';
import type { PageView } from '../page-view.ts';

export const nameView: PageView = {
  template: 'candidate/name/name.njk',
  question: 'What is your name?',
  more: (_form, typed) => ({
    titles: ['', ...titles].map((title) => ({
      value: title,
      text: title === '' ? 'No title' : title,
      selected: title === typed.title,
    })),
  }),
  rows: ({ title, first_name, middle_name, last_name }) => [
    { label: 'Name', lines: [[title, first_name, middle_name, last_name].filter((part) => part !== null).join(' ')] },
  ],
};
