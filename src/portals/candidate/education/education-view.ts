// Qualifications that the candidate has.

import { educationPage } from '../../../features/candidate-form/history-pages.ts';
import type { Qualification } from '../../../features/facts/facts.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { countryChoices, countryName } from '../country-choices.ts';
import { type EntryView, listTemplate } from '../entries/entry-view.ts';

function linesOf({ institution, country, classification, graduated_on }: Qualification): string[] {
  const where = country === null || country === 'GBR' ? institution : `${institution}, ${countryName(country)}`;
  return [where, classification ?? '', graduated_on === null ? '' : britishDate(graduated_on)].filter(Boolean);
}

export const educationView: EntryView = {
  template: listTemplate,
  question: 'Your education',
  wanted: 'Add the qualifications that you told about when you applied. If there are none, continue.',
  addText: 'Add a qualification',
  entryTemplate: 'candidate/education/qualification.njk',
  entryQuestion: 'What qualification do you have?',
  entryMore: (typed) => ({ countries: countryChoices(typed.country ?? 'GBR') }),
  lines: (typed) => linesOf(educationPage.read(typed)),
  rows: ({ qualifications }) =>
    qualifications.length === 0
      ? [{ label: 'Qualifications', lines: ['None'] }]
      : qualifications.map((qualification) => ({
          label: [qualification.level, qualification.course].join(', '),
          lines: linesOf(qualification),
        })),
};
