// What a review of a completed report says, what is wrong with one that somebody types, and who may do what with a finding; pure.
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { type ErrorType, isSeverity, type Severity } from '../error-types/error-type-rules.ts';

export const LONGEST_QUALITY_TEXT = 2000;
/** At once, of one report. */
export const MOST_FINDINGS = 4;

export const reviewVerdicts = { no_error: 'No error', findings: 'Something is wrong' } as const;

/** As it is typed; empty where nothing is. */
export interface GivenFinding {
  readonly code: string;
  /** Empty: that of its type. */
  readonly severity: string;
  readonly text: string;
}

export interface GivenQualityReview {
  readonly verdict: string;
  readonly findings: readonly GivenFinding[];
  readonly praise: string;
}

export interface NewFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly text: string;
}

const isEmpty = ({ code, severity, text }: GivenFinding): boolean => code === '' && severity === '' && text === '';

function textProblems(problems: Problems, field: string, text: string): void {
  if (text === '') problems.add(field, "can't be blank");
  else if (isLongerThan(text, LONGEST_QUALITY_TEXT))
    problems.add(field, `must be ${LONGEST_QUALITY_TEXT} characters or fewer`);
}

/**
 * Refused are `verdict`, `praise`, and of the first, second … finding `type_1`, `severity_1`, `text_1`.
 * @param types those that may be chosen
 */
export function readQualityReview(
  { verdict, findings, praise }: GivenQualityReview,
  types: readonly ErrorType[],
): { readonly problems: Problems; readonly found: readonly NewFinding[] } {
  const problems = new Problems();
  const given = findings.map((one, index) => ({ ...one, at: index + 1 })).filter((one) => !isEmpty(one));
  if (!Object.hasOwn(reviewVerdicts, verdict)) problems.add('verdict', "can't be blank");
  if (verdict === 'no_error' && given.length > 0) problems.add('verdict', 'says no error, and an error is described');
  if (verdict === 'findings' && given.length === 0) problems.add('type_1', "can't be blank");
  if (isLongerThan(praise, LONGEST_QUALITY_TEXT))
    problems.add('praise', `must be ${LONGEST_QUALITY_TEXT} characters or fewer`);
  const found = given.map(({ code, severity, text, at }): NewFinding => {
    const type = types.find((one) => one.code === code);
    if (type === undefined) problems.add(`type_${at}`, "can't be blank");
    if (severity !== '' && !isSeverity(severity)) problems.add(`severity_${at}`, 'is not included in the list');
    textProblems(problems, `text_${at}`, text);
    return { code, severity: isSeverity(severity) ? severity : (type?.severity ?? 'minor'), text };
  });
  return { problems, found };
}

/** Refused is `text`: words are what an appeal and its answer are for. */
export function wordsProblems(text: string): Problems {
  const problems = new Problems();
  textProblems(problems, 'text', text);
  return problems;
}

/** What was decided about an appeal, with the texts of the desk. */
export const appealDecisions = { upheld: 'Upheld', withdrawn: 'Withdrawn' } as const;
export type AppealDecision = keyof typeof appealDecisions;
export type FindingStep = 'appealed' | AppealDecision;

/** The last thing that happened to a finding. */
export type FindingState = 'stands' | FindingStep;

export const stateOfFinding = (steps: readonly { readonly step: FindingStep }[]): FindingState =>
  steps.at(-1)?.step ?? 'stands';

export interface Concerned {
  /** Whose report it is. */
  readonly screenerId: string;
  readonly reviewerId: string;
  readonly state: FindingState;
}

/** Whose report it is, once. */
export const mayAppeal = (userId: string, { screenerId, state }: Concerned): boolean =>
  userId === screenerId && state === 'stands';

/**
 * What somebody may decide about an appeal: nobody about their own work, and who found it may give it up, but not confirm
 * themselves.
 */
export function decisionsOn(userId: string, { screenerId, reviewerId, state }: Concerned): readonly AppealDecision[] {
  if (state !== 'appealed' || userId === screenerId) return [];
  return userId === reviewerId ? ['withdrawn'] : ['upheld', 'withdrawn'];
}
