// How we reach the candidate by telephone.
import type { PageView } from '../page-view.ts';

export const contactView: PageView = {
  template: 'candidate/contact/contact.njk',
  question: 'What is your phone number?',
  rows: ({ mobile, telephone }) => [
    { label: 'Phone numbers', lines: [mobile, telephone].filter((number) => number !== null) },
  ],
};
