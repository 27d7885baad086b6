// The type of a questionnaire for referees, and the questions that several of them ask.

import type { Sentence } from '../../messages/welsh/welsh.ts';
import type { HistoryStandard } from '../requirements/activity-history-requirement.ts';
import { namesOfReasonsForLeaving } from '../value-sets/employment-values.ts';

/** What the candidate stated, with which an answer is compared. */
export type Compared = 'from' | 'to' | 'role' | 'reason' | 'course' | 'classification' | 'awarded';

export interface Choice<Text extends string = string> {
  readonly choice: Readonly<Record<string, Text>>;
}

export type QuestionKind<Text extends string = string> =
  | ('text' | 'long_text' | 'date' | 'number' | 'amount' | 'yes_no')
  | Choice<Text>;

/** Answers to which the screener's attention is drawn. */
export interface Alert {
  readonly answers: readonly string[];
  /** What the findings call it: the question's own words belong to the referee. */
  readonly as: string;
}

/** @typeParam Text of the tables: every sentence that a referee reads has its Welsh */
export interface Question<Text extends string = string> {
  readonly key: string;
  /** As it reads where nothing more is known. */
  readonly label: Text;
  /** In its place, by the answer whether the person is still there. */
  readonly labelWhere?: { readonly yes: Text; readonly no: Text };
  /** In its place where the referee is told the job, which stands for `{job}`. */
  readonly labelOfJob?: Text;
  readonly kind: QuestionKind<Text>;
  readonly hint?: Text;
  /** What to do about a missing answer; undefined for one that may be left out. */
  readonly missing?: Text;
  readonly isOptional?: true;
  /** Before an offer it is a question about health, which nobody may ask (Equality Act 2010, section 60). */
  readonly isAfterOffer?: true;
  /** The box that is ticked in place of an answer: `I do not know when they started`. */
  readonly unknown?: Text;
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
export interface Section<Text extends string = string> {
  readonly key: string;
  readonly title: Text;
  readonly intro?: Text;
  /** Asked also of somebody whose policy is to confirm dates and role only. */
  readonly isFactual?: true;
  readonly questions: readonly Question<Text>[];
}

export interface Questionnaire<Text extends string = string> {
  readonly label: string;
  /** For the screener who chooses. */
  readonly hint: string;
  /** What the referee is asked for: `a reference on the employment of`. */
  readonly asksFor: Text;
  /** Whether a referee may confirm dates and role only. */
  readonly mayBeLimited: boolean;
  /**
   * Of regulated firms: the referee reads which firm asks, with its number, and the day of the request, and sends an update of
   * what they sent as long as their link works.
   */
  readonly isRegulatory?: true;
  /** Why an answer by telephone is not enough: the referee is asked for the written reference, which follows. */
  readonly inWriting?: string;
  /** The same, where a report of the order asks for the history by a standard. */
  readonly inWritingBy?: Readonly<Partial<Record<HistoryStandard, string>>>;
  readonly sections: readonly Section<Text>[];
  /** What remains to be done once it is sent. */
  readonly afterwards?: Text;
}

export const dayHint = 'Leave the day empty if you do not know it, or the day and the month.' satisfies Sentence;

/** Yes, no, or that the referee does not know. */
export const yesNoOrUnknown = {
  choice: { yes: 'Yes', no: 'No', not_known: 'I do not know' },
} as const satisfies Choice<Sentence>;

/** Yes, no, that the referee does not know, or that an agreement or a rule forbids them to answer. */
export const yesNoOrSilent = {
  choice: { ...yesNoOrUnknown.choice, may_not_say: 'I may not say' },
} as const satisfies Choice<Sentence>;

/** Answers that state nothing, as a screener and a client read them. */
export const silentAnswers: Readonly<Record<string, Sentence>> = { not_known: 'Not known', may_not_say: 'May not say' };

const SECONDS_PER_QUESTION = 25;

const inFives = (count: number): number => Math.max(5, Math.round(count / 5) * 5);

/** About how many questions are asked of everybody, and how many minutes they take: a referee begins or not by that. */
export function effortOf({ sections }: Questionnaire): { readonly questions: number; readonly minutes: number } {
  const asked = sections.flatMap(({ questions }) => questions).filter(({ onlyWhere }) => onlyWhere === undefined);
  return { questions: inFives(asked.length), minutes: inFives((asked.length * SECONDS_PER_QUESTION) / 60) };
}

type Begun<Said extends string, Beginning extends string> = Said extends `${Beginning}${infer End}` ? End : never;

/** What a sentence of the referee names in its end. */
export const uncapitalized = <Text extends string>(text: Text) =>
  `${text.slice(0, 1).toLowerCase()}${text.slice(1)}` as Uncapitalize<Text>;

/** What the details are of: both sentences that name it have their Welsh. */
type Detailed = Capitalize<Begun<Sentence, 'Please give details: '> & Begun<Sentence, 'Enter the details: '>>;

/** A yes or no, and the particulars where it is yes; named, because a page may miss those of several questions. */
export const yesWithDetails = (
  question: Omit<Question<Sentence>, 'kind' | 'alerts'> & {
    readonly as: Detailed;
    readonly details?: Sentence;
    /** The referee may know nothing, or be forbidden to say; a screener looks at that. */
    readonly mayBeSilent?: true;
  },
): readonly Question<Sentence>[] => {
  const { as, mayBeSilent, ...others } = question;
  const about = uncapitalized(as);
  const { details = `Please give details: ${about}`, ...asked } = others;
  const answers = mayBeSilent ? ['yes', ...Object.keys(silentAnswers)] : ['yes'];
  return [
    { ...asked, kind: mayBeSilent ? yesNoOrSilent : 'yes_no', alerts: { answers, as } },
    {
      ...{ key: `${asked.key}_details`, label: details, kind: 'long_text', missing: `Enter the details: ${about}` },
      onlyWhere: { key: asked.key, is: 'yes' },
    },
  ];
};

/** Who answers, at the end of every questionnaire. */
export const referee: Section<Sentence> = {
  key: 'referee',
  title: 'About you',
  isFactual: true,
  questions: [
    {
      key: 'referee_name',
      label: 'Your full name',
      kind: 'text',
      autocomplete: 'name',
      missing: 'Enter your full name',
    },
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
export const datesAndRole: Section<Sentence> = {
  key: 'employment',
  title: 'Dates and role',
  isFactual: true,
  questions: [
    {
      key: 'from',
      label: 'When did they start?',
      missing: 'Enter the day on which they started',
      hint: `For example, 27 3 2020. ${dayHint}`,
      kind: 'date',
      unknown: 'I do not know when they started',
      compares: 'from',
      fills: 'dates',
    },
    {
      key: 'still_there',
      label: 'Are they still employed by you?',
      missing: 'Select whether they are still employed by you',
      kind: yesNoOrUnknown,
    },
    {
      key: 'to',
      label: 'When did they leave?',
      missing: 'Enter the day on which they left',
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
      missing: 'Enter their job title',
      hint: 'The last one, if there were several.',
      kind: 'text',
      unknown: 'I do not know their job title',
      compares: 'role',
      fills: 'role',
    },
  ],
};

const { StillEmployed, ...reasons } = namesOfReasonsForLeaving;

/** Why the employment ended. */
export const reasonForLeaving: Question<Sentence> = {
  key: 'reason',
  label: 'Why did they leave?',
  missing: 'Select why they left',
  kind: { choice: reasons },
  onlyWhere: { key: 'still_there', is: 'no' },
  compares: 'reason',
  fills: 'reason_for_leaving',
  alerts: { answers: ['Dismissed', 'FailedProbation'], as: 'Reason for leaving' },
};

/** Whether the organisation would employ the person again. */
export const rehire: readonly Question<Sentence>[] = [
  {
    key: 'rehire',
    label: 'Would you employ them again?',
    missing: 'Select whether you would employ them again',
    kind: { choice: { yes: 'Yes', no: 'No', policy_not_to_say: 'It is our policy not to say' } },
    alerts: { answers: ['no'], as: 'Would employ again' },
    fills: 'rehire',
  },
  {
    key: 'rehire_details',
    label: 'Why not?',
    missing: 'Enter why you would not employ them again',
    kind: 'long_text',
    onlyWhere: { key: 'rehire', is: 'no' },
  },
];

/** Asked of a school or a registry. */
export const attended = {
  key: 'attended',
  label: 'Did they study with you?',
  missing: 'Select whether they studied with you',
  kind: 'yes_no',
  alerts: { answers: ['no'], as: 'Studied there' },
  fills: 'attendance',
} as const satisfies Question<Sentence>;

/** What the law allows, whatever the referee prefers (Data Protection Act 2018, Sch. 2 para. 24). */
export const confidence =
  'The candidate may ask for a copy of a reference, and by law one that was given in confidence need not be shown. Say no if you give it in confidence.' satisfies Sentence;

/** Last words of every questionnaire. */
export const anythingElse: Question<Sentence> = {
  key: 'anything_else',
  label: 'Is there anything else that we should know?',
  kind: 'long_text',
  isOptional: true,
};
