// The candidate's date of birth; never the placeholder.
import { placeholderDob } from '../../../features/facts/facts.ts';
import { britishDate } from '../../shared/page-filters.ts';
import type { PageView } from '../page-view.ts';

export const birthDateView: PageView = {
  template: 'candidate/birth-date/birth-date.njk',
  question: 'What is your date of birth?',
  rows: ({ dob }) => [{ label: 'Date of birth', lines: dob === placeholderDob ? [] : [britishDate(dob)] }],
};
