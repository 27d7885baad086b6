// What a client may ask a candidate before it decides, until when, and how that stands; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addDays, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { HearingProblem } from '../../messages/en-hearings.ts';
import type { Check } from '../checks/check.ts';
import { afterWorkingDays, endOfDay } from '../deadlines/deadline-schedule.ts';
import { hasPlaceholder } from '../queries/query-rules.ts';
import type { Area } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { takesNotices } from './adverse-action-rules.ts';
import { awaitsDecision } from './client-decision-rules.ts';

export const LONGEST_HEARING_TEXT = 2000;
const USUAL_WORKING_DAYS = 5;
const LONGEST_DAYS = 92;
/** More that nobody has decided on would only hide each other. */
const MOST_ANSWERS = 20;

/** `over`: the client has decided since, or nothing waits for its decision any more. `lapsed`: the day has passed, and nothing came. */
export type HearingStanding = 'open' | 'answered' | 'lapsed' | 'over';

interface Stands {
  readonly is_over: boolean;
  /** The newest answer. */
  readonly answered_at: Date | null;
  /** When the day for the answer is over; null once nothing waits for that. */
  readonly due_at: Date | null;
}

export const standingOf = ({ is_over, answered_at, due_at }: Stands): HearingStanding => {
  if (is_over) return 'over';
  if (answered_at !== null) return 'answered';
  return due_at === null ? 'lapsed' : 'open';
};

export type Heard = Stands & { readonly asked_at: Date; readonly answer_by: IsoDate };

/** Since when it stands so, as far as it is known. */
export const standsSince = (heard: Heard): Date =>
  heard.answered_at ?? (standingOf(heard) === 'lapsed' ? endOfDay(heard.answer_by) : heard.asked_at);

/** The last day before that moment. */
const lastDayBefore = (dueAt: Date): IsoDate => ukDateOf(new Date(dueAt.getTime() - 1));

/** A day that a restriction has moved is later than the one that was told. */
export const answerByOf = ({ due_at, answer_by }: Pick<Heard, 'due_at' | 'answer_by'>): IsoDate =>
  due_at === null ? answer_by : lastDayBefore(due_at);

export const usuallyAnswerBy = (now: Date, calendar: Calendar): IsoDate =>
  ukDateOf(afterWorkingDays(now, USUAL_WORKING_DAYS, calendar));

/** The reports that are not clear. */
export const labelsNotClear = ({ reports }: Pick<Check, 'reports'>): string[] => {
  const found = reports.filter(({ status, result }) => status === 'complete' && result !== 'clear');
  return [...new Set(found.map(({ reportTypeId, name }) => reportTypeById(reportTypeId)?.label ?? name))];
};

const areasOfCertificates: readonly Area[] = ['criminal_records', 'international_criminal_records'];

/** Whether a criminal record is among the reports that are not clear. */
export const isOfCertificate = ({ reports }: Pick<Check, 'reports'>): boolean =>
  reports.some(({ status, result, reportTypeId }) => {
    const area = reportTypeById(reportTypeId)?.area;
    return status === 'complete' && result !== 'clear' && area !== undefined && areasOfCertificates.includes(area);
  });

/** Whether results wait to be decided about that are not clear; where a notice is needed, also before another decision. */
export const mayAskCandidate = (check: Check): boolean =>
  !check.isRestricted &&
  check.result === 'consider' &&
  (awaitsDecision(check) || (check.status === 'complete' && takesNotices(check)));

export interface TypedHearing {
  readonly words: string;
  readonly answerBy: string;
}

function addTextProblem(problems: Problems, field: string, text: string, missing: HearingProblem): void {
  const add = (problem: HearingProblem) => problems.add(field, problem);
  if (text === '') add(missing);
  else if (isLongerThan(text, LONGEST_HEARING_TEXT)) add('too_long');
  else if (hasPlaceholder(text)) add('placeholder');
}

/** The problems of what is asked by the names of the fields, as codes. @param least the first day that the law allows */
export function hearingProblems({ words, answerBy }: TypedHearing, today: IsoDate, least?: IsoDate): Problems {
  const problems = new Problems();
  addTextProblem(problems, 'words', words, 'no_words');
  const day = parseDate(answerBy);
  const isDay = day === answerBy && day > today && day <= addDays(today, LONGEST_DAYS);
  if (!isDay) problems.add('answer_by', 'not_a_day' satisfies HearingProblem);
  else if (least !== undefined && day < least) problems.add('answer_by', 'too_soon' satisfies HearingProblem);
  return problems;
}

/** Adds those of what the candidate is told of a decision. */
export const addToldProblems = (problems: Problems, told: string): void =>
  addTextProblem(problems, 'told', told, 'no_told_words');

/** @param answers how many there are already */
export function answerProblems(answer: string, answers: number): Problems {
  const problems = new Problems();
  const add = (problem: HearingProblem) => problems.add('answer', problem);
  if (answer === '') add('no_answer');
  else if (isLongerThan(answer, LONGEST_HEARING_TEXT)) add('too_long');
  else if (answers >= MOST_ANSWERS) add('too_many');
  return problems;
}
