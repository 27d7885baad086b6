// The risk assessment that stands with a decision where results show something: its questions, what is wrong with what was
// typed, and what is kept of it; pure.
import { addDays, type IsoDate, parseDate } from '../../lib/dates.ts';
import type { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import type { DecisionProblem } from '../../messages/en-client-decisions.ts';
import {
  type Declared,
  declaredLabel,
  declaredWords,
  type RiskQuestionName,
  riskQuestions,
} from '../../messages/en-risk-assessments.ts';

export const LONGEST_RISK_ANSWER = 1000;
export const LONGEST_AGREED_BY = 200;
const MOST_OWN_QUESTIONS = 15;
/** A condition, or a review, that is further off is a rule of the job. */
const LONGEST_AHEAD_DAYS = 3 * 365;

export interface RiskAssessment {
  /** Each question as it was asked, of those that were answered. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  /** Who agreed, with their role. */
  readonly agreedBy: string;
  /** When it is looked at again; null for never. */
  readonly reviewOn: IsoDate | null;
}

/** What is typed, by the names of the inputs. */
export type TypedRisk = Readonly<Record<string, string>>;

/** The questions of the account, one a line of its setting. */
export const ownQuestions = (setting: string): string[] =>
  setting
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MOST_OWN_QUESTIONS);

const inputOf = (name: RiskQuestionName): string => `risk_${name}`;
const ownInputOf = (at: number): string => `risk_own_${at + 1}`;

/** The inputs for text with their questions, in the order of the form. */
export const riskInputs = (own: readonly string[]) => [
  ...Object.entries<{ readonly label: string; readonly hint?: string }>(riskQuestions).map(([name, question]) => ({
    ...question,
    input: inputOf(name as RiskQuestionName),
  })),
  ...own.map((label, at) => ({ label, hint: undefined, input: ownInputOf(at) })),
];

export const riskInputNames = (own: readonly string[]): string[] => [
  ...riskInputs(own).map(({ input }) => input),
  ...['risk_declared', 'risk_agreed_by', 'risk_review_on'],
];

/** A day from tomorrow on that somebody may be asked on. */
export const isDayAhead = (day: string, today: IsoDate): boolean =>
  parseDate(day) === day && day > today && day <= addDays(today, LONGEST_AHEAD_DAYS);

const isDeclared = (value: string | undefined): value is Declared =>
  value !== undefined && Object.hasOwn(declaredWords, value);

/** Undefined if nothing was typed: a decision needs none. */
export function assessmentOf(typed: TypedRisk, own: readonly string[]): RiskAssessment | undefined {
  const said = riskInputs(own).map(({ label, input }) => ({ question: label, answer: typed[input] ?? '' }));
  const declared = typed.risk_declared;
  const answers = [
    ...said,
    ...(isDeclared(declared) ? [{ question: declaredLabel, answer: declaredWords[declared] }] : []),
  ].filter(({ answer }) => answer !== '');
  const { risk_agreed_by: agreedBy = '', risk_review_on: reviewOn = '' } = typed;
  if (answers.length === 0 && agreedBy === '' && reviewOn === '') return undefined;
  return { answers, agreedBy, reviewOn: reviewOn === '' ? null : reviewOn };
}

/** Adds what is wrong by the names of the inputs. */
export function addRiskProblems(problems: Problems, typed: TypedRisk, own: readonly string[], today: IsoDate): void {
  const add = (field: string, problem: DecisionProblem) => problems.add(field, problem);
  const assessment = assessmentOf(typed, own);
  if (assessment === undefined) return;
  for (const { input } of riskInputs(own))
    if (isLongerThan(typed[input] ?? '', LONGEST_RISK_ANSWER)) add(input, 'answer_too_long');
  if (assessment.agreedBy === '') add('risk_agreed_by', 'no_agreed_by');
  if (isLongerThan(assessment.agreedBy, LONGEST_AGREED_BY)) add('risk_agreed_by', 'agreed_by_too_long');
  if (assessment.reviewOn !== null && !isDayAhead(assessment.reviewOn, today)) add('risk_review_on', 'not_a_day_ahead');
}

/** As `decision.txt` of the evidence has it. */
export const riskLines = ({ answers, agreedBy, reviewOn }: RiskAssessment): string[] => [
  'Risk assessment',
  ...answers.map(({ question, answer }) => `${question}${question.endsWith('?') ? '' : ':'} ${answer}`),
  `Agreed by: ${agreedBy}`,
  ...(reviewOn === null ? [] : [`To be reviewed on: ${reviewOn}`]),
];
