// What is known of reports on education.
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

export const education: Family = {
  name: 'education',
  area: 'education',
  label: 'Education',
  description: 'Course, level, class and date, confirmed by the institution.',
  requires: [...person, 'education'],
  variants: {
    uk: { aliases: [{ name: 'AcademicUK' }, { name: 'AcademicQualificationUK' }], label: 'Education, UK' },
    worldwide: {
      aliases: [{ name: 'AcademicWorldwide' }, { name: 'AcademicQualificationWorldwide' }],
      label: 'Education, worldwide',
      description: 'As in the UK, from institutions anywhere.',
    },
  },
};
