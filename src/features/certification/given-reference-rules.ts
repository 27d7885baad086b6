// A regulatory reference that a firm gives another: what is asked, how it begins from what the register knows, how it stands,
// and how long it must be updated; pure.
import { addDays, addYears, earlierOf, formatLongDate, type IsoDate, laterOf, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import {
  type AnswerGroup,
  type Answers,
  answerGroups,
  readSection,
  withSection,
  wordedFor,
} from '../references/answer-rules.ts';
import type { Section } from '../references/questionnaire.ts';
import { questionnaires } from '../references/questionnaires.ts';
import { KEPT_YEARS, LONGEST_NAME, LONGEST_NOTE } from './certificate-rules.ts';
import { type CertifiedFunction, certifiedFunctions, isOfSeniorManagement } from './certified-functions.ts';
import type { Breach } from './conduct-breach-rules.ts';
import { conductRules, disciplines } from './conduct-rules.ts';

const { regulated } = questionnaires;

/** Of the questionnaire that referees answer, too. */
export const givenSections: readonly Section[] = regulated.sections;

/** As people read them. */
export const givenGroups = (answers: Answers): AnswerGroup[] =>
  answerGroups(wordedFor(regulated, answers, ''), 'whole', answers);

/** Days in which a firm expects its answer since 24 April 2026 (SYSC 22), and the most that may be agreed. */
export const USUAL_DAYS = 28;
const MOST_DAYS = 42;

export interface Asker {
  readonly firm: string;
  /** Its firm reference number. */
  readonly number: string;
  readonly address: string;
}

export interface TypedRequest extends Asker {
  readonly receivedOn: string;
  readonly dueOn: string;
}

/** Refuses with `invalid_fields` by the names of the inputs. */
export function readRequest(typed: TypedRequest, today: IsoDate): void {
  const problems = new Problems();
  const { firm, number, address, receivedOn, dueOn } = typed;
  if (firm === '') problems.add('firm', 'Enter the firm that asks');
  if (!/^\d{6,7}$/.test(number)) problems.add('number', 'Enter its firm reference number of six or seven digits');
  if (address === '') problems.add('address', 'Enter the address to which the reference goes');
  for (const [input, text, most] of [
    ['firm', firm, LONGEST_NAME],
    ['address', address, LONGEST_NOTE],
  ] as const)
    if (isLongerThan(text, most)) problems.add(input, `Use at most ${most} characters`);
  const [received, due] = [parseDate(receivedOn), parseDate(dueOn)];
  if (received === undefined) problems.add('received_on', 'Enter the day on which it was received');
  else if (received > today || received < addYears(today, -1))
    problems.add('received_on', 'Enter a day of the last year, and until today');
  if (due === undefined) problems.add('due_on', 'Enter the day by which it is due');
  else if (received !== undefined && (due < received || due > addDays(received, MOST_DAYS)))
    problems.add('due_on', 'Enter a day at most six weeks after it was received');
  problems.refuse('invalid_fields');
}

/** By the names of the inputs, of a form with all questions. @param typedOf the fields of a section as they were typed */
export function readGivenAnswers(typedOf: (section: Section) => Answers, today: IsoDate) {
  const problems = new Problems();
  let answers: Answers = {};
  for (const section of givenSections) {
    const read = readSection(section, typedOf(section), answers, today);
    for (const [input, messages] of Object.entries(read.problems.fields))
      for (const message of messages) problems.add(input, message);
    answers = withSection(regulated, section, answers, read.answers);
  }
  return { answers, problems };
}

interface Known {
  readonly firm: string;
  readonly firmNumber: string;
  /** Who writes it. */
  readonly by: string;
  readonly receivedOn: IsoDate;
  readonly leftOn: IsoDate | null;
  readonly certificates: readonly {
    readonly ofFunction: CertifiedFunction;
    readonly issuedOn: IsoDate;
    readonly endsOn: IsoDate;
    readonly withdrawal: { readonly on: IsoDate } | null;
  }[];
  readonly breaches: readonly Breach[];
}

const lines = (all: readonly string[]): string => all.join('\n');

const breachLine = ({ foundOn, rules, found }: Breach): string =>
  `${formatLongDate(foundOn)}: ${rules.map((rule) => conductRules[rule]).join('; ')}. ${found}`;

const disciplineLine = ({ disciplinedOn, discipline, action }: Breach): string =>
  `${disciplinedOn === null ? '' : `${formatLongDate(disciplinedOn)}: `}${disciplines[discipline]}. ${action}`.trim();

/** A yes with its details where there are any, else no. */
const yesWhere = (key: string, all: readonly string[]): Answers =>
  all.length === 0 ? { [key]: 'no' } : { [key]: 'yes', [`${key}_details`]: lines(all) };

/**
 * What the register knows, for who writes the reference to look through: breaches of the last six years, and functions. Whether
 * they were found not fit and proper it leaves open, and no more than suspicion goes to what else is known.
 */
export function begunAnswers({ firm, firmNumber, by, receivedOn, leftOn, certificates, breaches }: Known): Answers {
  const since = addYears(receivedOn, -KEPT_YEARS);
  const recent = breaches.filter(({ foundOn, disciplinedOn }) => laterOf(foundOn, disciplinedOn ?? foundOn) >= since);
  const decided = recent.filter(({ state }) => state === 'decided');
  const suspected = recent.filter(({ state }) => state === 'suspected');
  const positions = certificates
    .map(({ withdrawal, ...one }) => ({
      ...one,
      until: earlierOf(one.endsOn, withdrawal?.on ?? one.endsOn),
      withdrawal,
    }))
    .filter(({ until }) => until >= since)
    .map(({ ofFunction, issuedOn, until: lastOn, withdrawal }) => {
      const name = `${certifiedFunctions[ofFunction]}${isOfSeniorManagement(ofFunction) ? '' : ' (certified)'}`;
      if (leftOn === null && withdrawal === null && lastOn >= receivedOn)
        return `${name}: since ${formatLongDate(issuedOn)}`;
      const until = earlierOf(lastOn, leftOn ?? lastOn);
      return `${name}: ${formatLongDate(issuedOn)} to ${formatLongDate(until)}`;
    });
  return {
    ...{ firm, firm_number: firmNumber, referee_name: by, referee_organisation: firm },
    ...(leftOn === null ? { still_there: 'yes' } : { still_there: 'no', to: leftOn }),
    question_a: positions.length > 0 ? 'yes' : 'no',
    ...(positions.length > 0 && { question_c: lines(positions) }),
    ...yesWhere('question_e', decided.map(breachLine)),
    ...yesWhere('question_f', decided.filter(({ discipline }) => discipline !== 'none').map(disciplineLine)),
    ...(suspected.length > 0 && {
      question_g: 'yes',
      question_g_details: lines(suspected.map((one) => `Not decided yet. ${breachLine(one)}`)),
    }),
  };
}

export const givenStates = ['asked', 'written', 'approved', 'given'] as const;
export type GivenState = (typeof givenStates)[number];

export const givenState = ({
  writtenAt,
  approvedAt,
  givenOn,
}: {
  readonly writtenAt: Date | null;
  readonly approvedAt: Date | null;
  readonly givenOn: IsoDate | null;
}): GivenState =>
  givenOn !== null ? 'given' : approvedAt !== null ? 'approved' : writtenAt !== null ? 'written' : 'asked';

/** Until when what becomes known is owed: six years after it was given, or after they left, whichever is later (SYSC 22.2). */
export const updatedUntil = (givenOn: IsoDate, leftOn: IsoDate | null): IsoDate =>
  addYears(leftOn === null ? givenOn : laterOf(givenOn, leftOn), KEPT_YEARS);

export interface TypedUpdate {
  readonly owed: string;
  readonly sentOn: string;
  readonly words: string;
}

/** Refuses with `invalid_fields` by the names of the inputs. */
export function readUpdate({ owed, sentOn, words }: TypedUpdate, givenOn: IsoDate, today: IsoDate) {
  const problems = new Problems();
  if (owed !== 'yes' && owed !== 'no') problems.add('owed', 'Choose whether the firm must learn of it');
  const sent = parseDate(sentOn);
  if (owed === 'yes' && (sent === undefined || sent < givenOn || sent > today))
    problems.add('sent_on', 'Enter the day on which the update was sent, until today');
  if (owed === 'no' && sentOn !== '') problems.add('sent_on', 'Leave it empty if nothing is owed');
  if (words === '') problems.add('words', 'Enter what was sent, or why nothing is owed');
  else if (isLongerThan(words, LONGEST_NOTE)) problems.add('words', `Use at most ${LONGEST_NOTE} characters`);
  problems.refuse('invalid_fields');
  return { isOwed: owed === 'yes', sentOn: owed === 'yes' ? sent! : null };
}
