// The candidate's gender, where a search asks for it.
import type { PageView } from '../page-view.ts';

export const genderView: PageView = {
  template: 'candidate/gender/gender.njk',
  question: 'What is your gender?',
  rows: ({ gender }) => [{ label: 'Gender', lines: gender === null ? [] : [gender === 'female' ? 'Female' : 'Male'] }],
};
