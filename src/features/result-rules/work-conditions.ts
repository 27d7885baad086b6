// What can be found about employment, gaps, education, memberships and driving; pure.
import { daysBetween, formatDate, type IsoDate } from '../../lib/dates.ts';
import { type comparedNames, isConfirmed } from '../report-types/listed-properties.ts';
import {
  type Entry,
  entriesOf,
  firstDayOf,
  hasPart,
  hasProperty,
  isNamed,
  lastDayOf,
  listedOrPart,
  numberOf,
  ofDay,
  partsFound,
  textOf,
} from './finding-rules.ts';
import type { Condition, Hit, JudgedReport } from './result-rule.ts';

const daysWords = (days: number | null) => (days === null ? '' : ` of ${days} ${days === 1 ? 'day' : 'days'}`);

/** Both days count; a month without its day counts in full. */
function daysOfGap(from: unknown, to: unknown): number | null {
  const [first, last] = [firstDayOf(from), lastDayOf(to)];
  return first === null || last === null || last < first ? null : daysBetween(first, last) + 1;
}

const isGiven = (value: unknown) => textOf(value) !== null;

function gaps(report: JudgedReport): readonly Hit[] {
  const listed = entriesOf(report, 'gaps').map(({ from, to, evidence }): Hit => {
    const days = daysOfGap(from, to);
    return { words: `Gap${daysWords(days)}${since(from)}`, days, isOnly: !isGiven(evidence) };
  });
  if (report.type.name !== 'gap') return listedOrPart(report, listed, 'gaps', { days: null, isOnly: true });
  const { from, to, days: typed, evidence } = report.properties;
  const days = numberOf(typed) ?? daysOfGap(from, to);
  // A report on one gap is about it, whether somebody typed how long it was or not.
  const answer = report.breakdown.evidence?.result ?? '';
  const isOnly = answer === '' ? !(Array.isArray(evidence) && evidence.length > 0) : answer !== 'clear';
  return [{ words: `Gap${daysWords(days)}${since(from)}`, days, isOnly }];
}

const since = (from: unknown) => (firstDayOf(from) ? ` from ${ofDay(from).slice(4)}` : '');

const employmentsOf = (report: JudgedReport): Entry[] => entriesOf(report, 'employments');
const atEmployer = ({ employer }: Entry) => (isGiven(employer) ? `${textOf(employer)}: ` : '');
const differsIn = ({ differs }: Entry, ...names: readonly (keyof typeof comparedNames)[]) =>
  Array.isArray(differs) && differs.some((one) => names.includes(one as (typeof names)[number]));

/** Of jobs that are listed one by one the part only says the same once more. */
function ofJobs(
  report: JudgedReport,
  part: string,
  { isFound, hit }: { readonly isFound: (job: Entry) => boolean; readonly hit: (job: Entry) => Hit },
): readonly Hit[] {
  return listedOrPart(report, employmentsOf(report).filter(isFound).map(hit), part, {});
}

const dayWords = (days: number | null) => (days === null ? 'the dates differ' : `the dates differ by ${days} days`);

function differentDates(report: JudgedReport): readonly Hit[] {
  const listed = employmentsOf(report)
    .filter((job) => differsIn(job, 'from', 'to') || (numberOf(job.difference_days) ?? 0) !== 0)
    .map((job): Hit => {
      const counted = numberOf(job.difference_days);
      const days = counted === null ? null : Math.abs(counted);
      return { words: `${atEmployer(job)}${dayWords(days)}`, days };
    });
  const whole = numberOf(report.breakdown.dates?.properties?.difference_days);
  if (whole === null || whole === 0) return listedOrPart(report, listed, 'dates', { days: null });
  return [...listed, { words: `T${dayWords(Math.abs(whole)).slice(1)}`, days: Math.abs(whole), isOfPart: true }];
}

const unconfirmedJobs = (report: JudgedReport): readonly Hit[] =>
  employmentsOf(report)
    .filter((job) => !isConfirmed(job))
    .map(({ employer }) => ({ words: `${textOf(employer) ?? 'An employment'}: not confirmed` }));

const isOfJobs = hasProperty('employments');

/** `DR10`; an endorsement without a code could be any. */
const codeOf = ({ code }: Entry) => textOf(code)?.toUpperCase().replaceAll(' ', '') ?? null;

const endorsements = (report: JudgedReport): readonly Hit[] =>
  listedOrPart(
    report,
    entriesOf(report, 'endorsements').map((one): Hit => {
      const on = one.offence_date ?? one.conviction_date;
      return {
        words: `Endorsement${codeOf(one) ? ` ${codeOf(one)}` : ''}${ofDay(on)}`,
        code: codeOf(one),
        on: lastDayOf(on),
      };
    }),
    'endorsements',
    { code: null, on: null },
  );

/** As typed, or those of the endorsements together, whichever is more. */
function points(report: JudgedReport): readonly Hit[] {
  const listed = entriesOf(report, 'endorsements').reduce((sum, one) => sum + (numberOf(one.points) ?? 0), 0);
  const typed = numberOf(report.breakdown.endorsements?.properties?.points) ?? 0;
  const most = Math.max(listed, typed);
  return most === 0 ? [] : [{ words: `${most} penalty ${most === 1 ? 'point' : 'points'}`, points: most }];
}

function drivingBans(report: JudgedReport): readonly Hit[] {
  const listed = entriesOf(report, 'endorsements').flatMap(({ disqualified_until: until }): Hit[] => {
    const day: IsoDate | null = lastDayOf(until);
    return day !== null && day >= report.today ? [{ words: `Disqualified until ${formatDate(day)}` }] : [];
  });
  return listedOrPart(report, listed, 'disqualified', {});
}

const qualificationParts = ['institution_recognised', 'attendance', 'qualification', 'class', 'award_date'];
const membershipParts = ['on_register', 'name_match', 'status', 'restrictions', 'grade'];

export const workConditions = {
  gap: {
    label: 'Gap of activity',
    mayBeGreen: true,
    limits: ['days'],
    only: 'without evidence',
    // The length of a sentence says nothing that a client may act on: the criminal record report answers for it.
    isOf: (type) =>
      hasProperty('gaps')(type) ||
      hasPart('gaps')(type) ||
      (type.name === 'gap' && type.variant !== 'prison_or_detention'),
    find: gaps,
  },
  dates_differ: {
    label: 'Employment dates differ',
    hint: 'The confirmed dates from those that the candidate stated.',
    mayBeGreen: true,
    limits: ['days', 'count'],
    isOf: isOfJobs,
    find: differentDates,
  },
  role_differs: {
    label: 'Job title differs',
    mayBeGreen: true,
    limits: ['count'],
    isOf: isOfJobs,
    find: (report) =>
      ofJobs(report, 'role', {
        isFound: (job) => differsIn(job, 'role'),
        hit: (job) => ({ words: `${atEmployer(job)}the job title differs` }),
      }),
  },
  reason_differs: {
    label: 'Reason for leaving differs',
    mayBeGreen: true,
    limits: ['count'],
    isOf: isOfJobs,
    find: (report) =>
      ofJobs(report, 'reason_for_leaving', {
        isFound: (job) => differsIn(job, 'reason'),
        hit: (job) => ({ words: `${atEmployer(job)}the reason for leaving differs` }),
      }),
  },
  not_rehired: {
    label: 'Employer would not employ again',
    mayBeGreen: true,
    limits: ['count'],
    isOf: isOfJobs,
    find: (report) =>
      ofJobs(report, 'rehire', {
        isFound: (job) => job.confirmed_rehire === 'no',
        hit: (job) => ({ words: `${atEmployer(job)}would not employ again` }),
      }),
  },
  job_unconfirmed: {
    label: 'Employment that nobody confirmed',
    mayBeGreen: true,
    limits: ['count'],
    isOf: isOfJobs,
    find: unconfirmedJobs,
  },
  qualification: {
    label: 'Qualification, class or institution not confirmed',
    limits: [],
    isOf: isNamed('education'),
    find: (report) => partsFound(report, qualificationParts),
  },
  membership: {
    label: 'Not a current member, or with restrictions',
    limits: [],
    isOf: isNamed('professional_membership'),
    find: (report) => partsFound(report, membershipParts),
  },
  points: {
    label: 'Penalty points',
    hint: 'Of the licence in total.',
    mayBeGreen: true,
    limits: ['points'],
    needs: ['points'],
    isOf: isNamed('driving_licence'),
    find: points,
  },
  endorsement: {
    label: 'Endorsement',
    mayBeGreen: true,
    limits: ['years', 'count'],
    takesCodes: true,
    isOf: isNamed('driving_licence'),
    find: endorsements,
  },
  driving_ban: {
    label: 'Disqualified from driving today',
    limits: [],
    isOf: isNamed('driving_licence', 'driving_licence_international'),
    find: drivingBans,
  },
} as const satisfies Readonly<Record<string, Condition>>;
