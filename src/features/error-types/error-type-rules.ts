// The types of error that reviewers find: what one says, how severe it is, and what is wrong with one that somebody writes; pure.
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';

/** The mildest first, with the texts of the desk. */
export const severities = { minor: 'Minor', major: 'Major', critical: 'Critical' } as const;
export type Severity = keyof typeof severities;

export const isSeverity = (text: string): text is Severity => Object.hasOwn(severities, text);

export interface ErrorType {
  readonly id: string;
  readonly version: number;
  /** What reviews keep of it. */
  readonly code: string;
  readonly name: string;
  /** In a few words, as they follow a colon. */
  readonly meaning: string;
  /** Of a finding, unless the reviewer says another. */
  readonly severity: Severity;
  /** Others are kept for what was found before, and chosen no more. */
  readonly isInUse: boolean;
}

/** `Data: a fact is missing or wrong` */
export const errorTypeText = ({ name, meaning }: Pick<ErrorType, 'name' | 'meaning'>): string => `${name}: ${meaning}`;

/** Those that a reviewer chooses from, by their code. */
export const errorChoices = (types: readonly ErrorType[]): Readonly<Record<string, string>> =>
  Object.fromEntries(types.filter(({ isInUse }) => isInUse).map((one) => [one.code, errorTypeText(one)]));

/** As it is typed. */
export interface GivenErrorType {
  readonly name: string;
  readonly meaning: string;
  readonly severity: string;
  readonly isInUse: boolean;
}

const LONGEST_NAME = 40;
export const LONGEST_MEANING = 150;

export const errorTypeKey = (name: string): string => name.trim().toLowerCase();

/** @param others those besides it */
export function errorTypeProblems(given: GivenErrorType, others: readonly ErrorType[]): Problems {
  const problems = new Problems();
  const { name, meaning, severity, isInUse } = given;
  if (name.trim() === '') problems.add('name', "can't be blank");
  else if (isLongerThan(name.trim(), LONGEST_NAME)) problems.add('name', `must be ${LONGEST_NAME} characters or fewer`);
  else if (others.some((one) => errorTypeKey(one.name) === errorTypeKey(name)))
    problems.add('name', 'has already been taken');
  if (meaning.trim() === '') problems.add('meaning', "can't be blank");
  else if (isLongerThan(meaning.trim(), LONGEST_MEANING))
    problems.add('meaning', `must be ${LONGEST_MEANING} characters or fewer`);
  if (!isSeverity(severity)) problems.add('severity', 'is not included in the list');
  // Without any, nothing could be sent back.
  if (!isInUse && others.every((one) => !one.isInUse)) problems.add('in_use', 'must stay in use: it is the only one');
  return problems;
}
