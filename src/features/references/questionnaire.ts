// The type of a questionnaire for referees, and the questions that several of them ask.
import { reasonsForLeaving } from '../value-sets/employment-values.ts';

/** What the candidate stated, with which an answer is compared. */
export type Compared = 'from' | 'to' | 'role' | 'reason' | 'course' | 'classification' | 'awarded';

export interface Choice {
  readonly choice: Readonly<Record<string, string>>;
}

export type QuestionKind = 'text' | 'long_text' | 'date' | 'number' | 'amount' | 'yes_no' | Choice;

/** Answers to which the screener's attention is drawn. */
export interface Alert {
  readonly answers: readonly string[];
  /** What the findings call it: the question's own words belong to the referee. */
  readonly as: string;
}

export interface Question {
  readonly key: string;
  readonly label: string;
  readonly kind: QuestionKind;
  readonly hint?: string;
  readonly isOptional?: true;
  /** The box that is ticked in place of an answer: `I do not know when they started`. */
  readonly unknown?: string;
  /** Asked only where the question before it of that key was answered so. */
  readonly onlyWhere?: { readonly key: string; readonly is: string };
  readonly compares?: Compared;
  readonly alerts?: Alert;
  /** The part of the report's breakdown that the answer bears on. */
  readonly fills?: string;
  /** HTML's autocomplete token, for what referees say of themselves (WCAG 1.3.5). */
  readonly autocomplete?: 'name' | 'organization-title' | 'organization' | 'tel';
}

/** One page of the referee's form. */
export interface Section {
  readonly key: string;
  readonly title: string;
  readonly intro?: string;
  /** Asked also of somebody whose policy is to confirm dates and role only. */
  readonly isFactual?: true;
  readonly questions: readonly Question[];
}

export interface Questionnaire {
  readonly label: string;
  /** For the screener who chooses. */
  readonly hint: string;
  /** What the referee is asked for: `a reference on the employment of`. */
  readonly asksFor: string;
  /** Whether a referee may confirm dates and role only. */
  readonly mayBeLimited: boolean;
  readonly sections: readonly Section[];
  /** What remains to be done once it is sent. */
  readonly afterwards?: string;
}

export const dayHint = 'Leave the day empty if you do not know it, or the day and the month.';

/** A yes or no of which the referee may know nothing. */
export const yesNoOrUnknown: Choice = { choice: { yes: 'Yes', no: 'No', not_known: 'I do not know' } };

const SECONDS_PER_QUESTION = 25;

const inFives = (count: number): number => Math.max(5, Math.round(count / 5) * 5);

/** About how many questions are asked of everybody, and how many minutes they take: a referee begins or not by that. */
export function effortOf({ sections }: Questionnaire): { readonly questions: number; readonly minutes: number } {
  const asked = sections.flatMap(({ questions }) => questions).filter(({ onlyWhere }) => onlyWhere === undefined);
  return { questions: inFives(asked.length), minutes: inFives((asked.length * SECONDS_PER_QUESTION) / 60) };
}

/** A yes or no, and the particulars where it is yes; named, because a page may miss those of several questions. */
export const yesWithDetails = (
  question: Omit<Question, 'kind' | 'alerts'> & Pick<Alert, 'as'> & { readonly details?: string },
): readonly Question[] => {
  const { as, details = `Please give details: ${as.slice(0, 1).toLowerCase()}${as.slice(1)}`, ...asked } = question;
  return [
    { ...asked, kind: 'yes_no', alerts: { answers: ['yes'], as } },
    { key: `${asked.key}_details`, label: details, kind: 'long_text', onlyWhere: { key: asked.key, is: 'yes' } },
  ];
};

/** Who answers, at the end of every questionnaire. */
export const referee: Section = {
  key: 'referee',
  title: 'About you',
  isFactual: true,
  questions: [
    { key: 'referee_name', label: 'Your full name', kind: 'text', autocomplete: 'name' },
    {
      key: 'referee_role',
      label: 'Your job title or position',
      kind: 'text',
      isOptional: true,
      autocomplete: 'organization-title',
    },
    {
      key: 'referee_organisation',
      label: 'Your organisation',
      kind: 'text',
      isOptional: true,
      autocomplete: 'organization',
    },
    {
      key: 'referee_telephone',
      label: 'A telephone number where we can confirm this with you',
      hint: 'A switchboard or office number, if there is one.',
      kind: 'text',
      isOptional: true,
      autocomplete: 'tel',
    },
  ],
};

/** When an employment lasted, and in which role. */
export const datesAndRole: Section = {
  key: 'employment',
  title: 'Dates and role',
  isFactual: true,
  questions: [
    {
      key: 'from',
      label: 'When did they start?',
      hint: `For example, 27 3 2020. ${dayHint}`,
      kind: 'date',
      unknown: 'I do not know when they started',
      compares: 'from',
      fills: 'dates',
    },
    { key: 'still_there', label: 'Are they still employed by you?', kind: yesNoOrUnknown },
    {
      key: 'to',
      label: 'When did they leave?',
      hint: dayHint,
      kind: 'date',
      unknown: 'I do not know when they left',
      onlyWhere: { key: 'still_there', is: 'no' },
      compares: 'to',
      fills: 'dates',
    },
    {
      key: 'role',
      label: 'What was their job title?',
      hint: 'The last one, if there were several.',
      kind: 'text',
      unknown: 'I do not know their job title',
      compares: 'role',
      fills: 'role',
    },
  ],
};

const reasons = Object.fromEntries(
  reasonsForLeaving.filter(({ value }) => value !== 'StillEmployed').map(({ value, name }) => [value, name]),
);

/** Why the employment ended. */
export const reasonForLeaving: Question = {
  key: 'reason',
  label: 'Why did they leave?',
  kind: { choice: reasons },
  onlyWhere: { key: 'still_there', is: 'no' },
  compares: 'reason',
  fills: 'reason_for_leaving',
  alerts: { answers: ['Dismissed', 'FailedProbation'], as: 'Reason for leaving' },
};

/** Whether the organisation would employ the person again. */
export const rehire: readonly Question[] = [
  {
    key: 'rehire',
    label: 'Would you employ them again?',
    kind: { choice: { yes: 'Yes', no: 'No', policy_not_to_say: 'It is our policy not to say' } },
    alerts: { answers: ['no'], as: 'Would employ again' },
    fills: 'rehire',
  },
  {
    key: 'rehire_details',
    label: 'Why not?',
    kind: 'long_text',
    onlyWhere: { key: 'rehire', is: 'no' },
  },
];

/** Asked of a school or a registry. */
export const attended = {
  key: 'attended',
  label: 'Did they study with you?',
  kind: 'yes_no',
  alerts: { answers: ['no'], as: 'Studied there' },
  fills: 'attendance',
} as const satisfies Question;

/** Last words of every questionnaire. */
export const anythingElse: Question = {
  key: 'anything_else',
  label: 'Is there anything else that we should know?',
  kind: 'long_text',
  isOptional: true,
};
