// What the candidate did: jobs, and what was between them.

import { activitiesPage } from '../../../features/candidate-form/history-pages.ts';
import type { Activity } from '../../../features/facts/facts.ts';
import { nameOfValue } from '../../../features/value-sets/value-set-rules.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { countryChoices } from '../country-choices.ts';
import { choicesOf, type EntryView, listTemplate } from '../entries/entry-view.ts';

function linesOf(activity: Activity): string[] {
  const { status, employer, job_title, start_date, end_date } = activity;
  const end = end_date === null ? 'now' : britishDate(end_date);
  return [
    job_title ?? '',
    employer === '' || status === '' ? '' : nameOfValue('employmentstatus', status),
    start_date === '' ? 'We do not know yet when' : `${britishDate(start_date)} to ${end}`,
  ].filter((line) => line !== '');
}

export const activitiesView: EntryView = {
  template: listTemplate,
  question: 'Your work history',
  wanted: 'Add your jobs, and what you did between them: study, looking for work, caring, travelling.',
  addText: 'Add a job or what you did instead',
  entryTemplate: 'candidate/activities/activity.njk',
  entryQuestion: 'What did you do?',
  entryMore: (typed) => ({
    statuses: choicesOf('employmentstatus', typed.status ?? ''),
    selfEmployments: choicesOf('selfemploymentstatus', typed.self_employed_status ?? ''),
    reasons: choicesOf('reasonforleaving', typed.reason_for_leaving ?? ''),
    timings: choicesOf('contacttiming', typed.contact_timing ?? ''),
    countries: countryChoices(typed.country ?? 'GBR'),
  }),
  lines: (typed) => linesOf(activitiesPage.read(typed)),
  rows: ({ activities }) =>
    activities.map((activity) => ({
      label: activity.employer || nameOfValue('employmentstatus', activity.status),
      lines: linesOf(activity),
    })),
};
