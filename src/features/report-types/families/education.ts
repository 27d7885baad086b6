// What is known of reports on education: institutions, exam boards and the registries of countries.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { part, parts } from '../breakdown.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';
import { educationRegistries } from '../tables/education-registries.ts';

/** Registrars abroad ask for a copy of it, and for the number on it. */
const certified = [
  ...person,
  'education',
  'education_to_confirm',
  { evidence: { set: 'education_certificate' } },
] as const;

export const education: Family = {
  name: 'education',
  area: 'education',
  label: 'Education',
  searchWords: ['degree', 'qualification', 'academic', 'university', 'diploma'],
  description: 'Course, level, class and date, confirmed by the institution.',
  requires: [...person, 'education', 'education_to_confirm'],
  answeredBy: unconfirmed('The institution, or the registry that answers for it'),
  guidance: [
    toDo(unconfirmed('Ask for a copy of the certificate first.')),
    toDo(unconfirmed('Ask under the name that the candidate had when they studied.')),
    toKnow(unconfirmed('An institution that cannot find somebody under a former name raises a query, not a concern.')),
    toKnow(
      from(
        'hedd',
        'HEDD answers at once where the record matches, else the institution does; it lists bogus institutions.',
      ),
    ),
  ],
  clauses: [
    'The institution confirms the qualification, the class and the date.',
    'The institution confirms attendance; no qualification was awarded.',
    'The class or the date differs from what was stated.',
    'The institution found no record under the names given.',
    'The institution is not recognised.',
  ],
  breakdown: {
    institution_recognised: part('Institution recognised'),
    ...parts({ attendance: 'Attendance', qualification: 'Qualification', class: 'Class' }),
    award_date: part('Award date', { properties: { awarded_on: 'date_or_month' } }),
  },
  properties: { institution: 'text', qualification: 'text', class: 'text', awarded_on: 'date_or_month' },
  soldBy: 'hireright_qualifications',
  variants: {
    uk: {
      aliases: [{ name: 'AcademicUK' }, { name: 'AcademicQualificationUK' }],
      label: 'Education, UK',
      requires: [...person, 'education', 'education_to_confirm', 'education_in_uk'],
      workingDays: unconfirmed(5),
    },
    worldwide: {
      aliases: [{ name: 'AcademicWorldwide' }, { name: 'AcademicQualificationWorldwide' }],
      label: 'Education, worldwide',
      requires: certified,
      description: 'Course, level, class and date, confirmed by institutions anywhere.',
    },
    ...Object.fromEntries(
      educationRegistries.map(({ key, label, description, registry, workingDays, country = null }) => [
        key,
        {
          label: `Education, ${label}`,
          description,
          answeredBy: registry,
          country,
          ...(country === null ? {} : { requires: certified }),
          ...(workingDays === undefined ? {} : { workingDays }),
        },
      ]),
    ),
  },
};
