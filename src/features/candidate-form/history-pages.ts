// The form's pages of work, education and memberships, one entry each; lists of entries.
import { countryByAlpha3 } from '../../lib/countries.ts';
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { activityGaps, leavingContradiction } from '../applicants/activity-rules.ts';
import { employedStatuses } from '../value-sets/employment-values.ts';
import type { ValueSetId } from '../value-sets/value-set.ts';
import { nameOfValue, valueIn } from '../value-sets/value-set-rules.ts';
import { entryPage } from './entry-page.ts';
import type { FormScope, Typed } from './form-page.ts';
import { dateInputs, readTypedDate, typedDate } from './typed-date-rules.ts';

const orNull = (text: string | undefined) => text || null;

function required(problems: Problems, typed: Typed, messages: Readonly<Record<string, string>>): void {
  for (const [input, message] of Object.entries(messages)) if (!typed[input]) problems.add(input, message);
}

function mustBeIn(problems: Problems, typed: Typed, input: string, set: ValueSetId): void {
  const value = typed[input];
  if (value && valueIn(set, value)?.value !== value) problems.add(input, 'Choose from the list');
}

function mustBeCountry(problems: Problems, typed: Typed): void {
  if (typed.country && countryByAlpha3(typed.country) === undefined) problems.add('country', 'Choose a country');
}

const isEmpty = (typed: Typed, name: string) => dateInputs(name).every((input) => !typed[input]);

/** Nobody remembers which day it was: a month counts from its first, or to its last. */
const dateAs = (emptyDay: 'first' | 'last', label: string) => ({ label, emptyDay });
const dateIn = (typed: Typed, name: string, question: ReturnType<typeof dateAs>): IsoDate | null => {
  const read = isEmpty(typed, name) ? undefined : readTypedDate(typed, name, question);
  return read !== undefined && 'date' in read ? read.date : null;
};

const leavingMessages = {
  'has ended': 'Choose why it ended, or leave its end empty',
  'goes on': 'Choose “Still there” or nothing where it goes on, or enter the date it ended',
} as const;

const began = dateAs('first', 'Date it began');
const ended = dateAs('last', 'Date it ended');
const graduated = dateAs('first', 'Date it was awarded');

function addTimeProblems(problems: Problems, typed: Typed, { today }: FormScope): void {
  const start = readTypedDate(typed, 'start', began);
  if ('message' in start) problems.add(start.input, start.message);
  else if (start.date > today) problems.add('start-day', 'Date it began must be in the past');
  if (isEmpty(typed, 'end')) return;
  const end = readTypedDate(typed, 'end', ended);
  if ('message' in end) problems.add(end.input, end.message);
  else if (end.date > today && !typed['end-day'] && end.date.slice(0, 7) === today.slice(0, 7)) {
    problems.add('end-day', 'Enter the day, too, or nothing if it goes on');
  } else if (end.date > today) problems.add('end-day', 'Date it ended must be in the past');
  else if ('date' in start && end.date < start.date) {
    problems.add('end-day', 'Date it ended must be after the date it began');
  }
}

export const activitiesPage = entryPage({
  id: 'activities',
  title: 'Your work history',
  minutes: 4,
  needs: ['employment_history'],
  list: 'activities',
  entryName: 'a job, or what you did instead',
  mayBeEmpty: false,
  inputs: [
    ...['status', 'employer', 'job_title', 'country', ...dateInputs('start'), ...dateInputs('end')],
    ...['self_employed_status', 'reason_for_leaving', 'contact_timing', 'referee'],
  ],
  newestFirst: (one, other) =>
    (other.end_date ?? '9999').localeCompare(one.end_date ?? '9999') || other.start_date.localeCompare(one.start_date),
  nameOf: ({ employer, status }) => employer || (status === '' ? '' : nameOfValue('employmentstatus', status)),
  type: (activity) => ({
    status: activity.status,
    employer: activity.employer,
    job_title: activity.job_title ?? '',
    country: activity.country ?? '',
    ...typedDate('start', activity.start_date || null),
    ...typedDate('end', activity.end_date),
    self_employed_status: activity.self_employed_status ?? '',
    reason_for_leaving: activity.reason_for_leaving ?? '',
    contact_timing: activity.contact_timing ?? '',
    referee: activity.referee ?? '',
  }),
  read: (typed) => ({
    status: typed.status ?? '',
    employer: typed.employer ?? '',
    job_title: orNull(typed.job_title),
    country: orNull(typed.country),
    start_date: dateIn(typed, 'start', began) ?? '',
    end_date: dateIn(typed, 'end', ended),
    self_employed_status: orNull(typed.self_employed_status),
    reason_for_leaving: orNull(typed.reason_for_leaving),
    contact_timing: orNull(typed.contact_timing),
    referee: orNull(typed.referee),
  }),
  entryProblems(typed, scope) {
    const problems = new Problems();
    required(problems, typed, { status: 'Choose what you did' });
    mustBeIn(problems, typed, 'status', 'employmentstatus');
    mustBeIn(problems, typed, 'self_employed_status', 'selfemploymentstatus');
    mustBeIn(problems, typed, 'reason_for_leaving', 'reasonforleaving');
    mustBeIn(problems, typed, 'contact_timing', 'contacttiming');
    mustBeCountry(problems, typed);
    if (employedStatuses.has(typed.status ?? '')) {
      required(problems, typed, {
        employer: 'Enter the name of the employer',
        job_title: 'Enter your job title',
        contact_timing: 'Choose when we may contact the employer',
        ...(isEmpty(typed, 'end') ? {} : { reason_for_leaving: 'Choose why you left' }),
      });
    }
    if (typed.status === 'SelfEmployed') required(problems, typed, { self_employed_status: 'Choose how you worked' });
    const reason = orNull(typed.reason_for_leaving);
    const contradiction = leavingContradiction({ reason_for_leaving: reason, hasEnded: !isEmpty(typed, 'end') });
    if (contradiction !== undefined) problems.add('reason_for_leaving', leavingMessages[contradiction]);
    addTimeProblems(problems, typed, scope);
    return problems;
  },
  listProblems: (facts, { activityYears, today }) =>
    activityGaps(facts, activityYears, today).map(
      ({ from, to }) => `Add what you did from ${formatLongDate(from)} to ${formatLongDate(to)}`,
    ),
});

export const educationPage = entryPage({
  id: 'education',
  title: 'Your education',
  minutes: 2,
  needs: ['education'],
  list: 'qualifications',
  entryName: 'a qualification',
  mayBeEmpty: true,
  inputs: [
    ...['institution', 'country', 'course', 'level', 'classification', ...dateInputs('graduated'), 'student_number'],
  ],
  newestFirst: (one, other) => (other.graduated_on ?? '').localeCompare(one.graduated_on ?? ''),
  nameOf: ({ level, course }) => [level, course].filter(Boolean).join(', '),
  type: (qualification) => ({
    institution: qualification.institution,
    country: qualification.country ?? '',
    course: qualification.course,
    level: qualification.level,
    classification: qualification.classification ?? '',
    ...typedDate('graduated', qualification.graduated_on),
    student_number: qualification.student_number ?? '',
  }),
  read: (typed) => ({
    institution: typed.institution ?? '',
    country: orNull(typed.country),
    course: typed.course ?? '',
    level: typed.level ?? '',
    classification: orNull(typed.classification),
    graduated_on: dateIn(typed, 'graduated', graduated),
    student_number: orNull(typed.student_number),
  }),
  entryProblems(typed, { today }) {
    const problems = new Problems();
    required(problems, typed, {
      institution: 'Enter the name of the school, college or university',
      course: 'Enter the course or subject',
      level: 'Enter the level, for example GCSE or BA',
    });
    mustBeCountry(problems, typed);
    if (isEmpty(typed, 'graduated')) return problems;
    const read = readTypedDate(typed, 'graduated', graduated);
    if ('message' in read) problems.add(read.input, read.message);
    else if (read.date > today) problems.add('graduated-day', 'Date it was awarded must be in the past');
    return problems;
  },
});

export const membershipsPage = entryPage({
  id: 'memberships',
  title: 'Your professional memberships',
  minutes: 1,
  needs: ['professional_memberships'],
  list: 'memberships',
  entryName: 'a membership',
  mayBeEmpty: true,
  inputs: ['body', 'membership_status', 'number'],
  newestFirst: () => 0,
  nameOf: ({ body }) => body,
  type: ({ body, status, number }) => ({ body, membership_status: status, number: number ?? '' }),
  read: (typed) => ({
    body: typed.body ?? '',
    status: typed.membership_status ?? '',
    number: orNull(typed.number),
  }),
  entryProblems(typed) {
    const problems = new Problems();
    required(problems, typed, {
      body: 'Enter the name of the body',
      membership_status: 'Choose the grade of your membership',
    });
    mustBeIn(problems, typed, 'membership_status', 'membershipstatus');
    return problems;
  },
});
