// What a page of the form states after a correction, and what is wrong with it; pure.
import { isDeepStrictEqual } from 'node:util';
import type { IsoDate } from '../../lib/dates.ts';
import { fingerprint } from '../../lib/fingerprint.ts';
import type { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { applied, prefilled } from '../candidate-form/answer-rules.ts';
import { isCurrent, MOST_ENTRIES, withEntry } from '../candidate-form/entry-rules.ts';
import type {
  Answer,
  ConsentPage,
  EntryAnswer,
  FormPage,
  FormScope,
  QuestionPage,
  Typed,
} from '../candidate-form/form-page.ts';
import { entryProblems, pageProblems } from '../candidate-form/page-problem-rules.ts';
import { readFact } from '../facts/fact-paths.ts';
import { type FactRow, factRows } from '../facts/fact-rows-rules.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { CorrectedEntry } from '../references/asked-entry-rules.ts';
import { entryLists } from '../references/claim-rules.ts';
import { factsAsked } from '../requirements/requirement-rules.ts';
import { type CorrectionReason, correctionReasons, isCorrectionReason } from './correction-reasons.ts';

const LONGEST_CORRECTION_TEXT = 2000;

/** A page of the form whose facts can be corrected: the consent is the candidate’s alone. */
export type StatedPage = Exclude<FormPage, ConsentPage>;

/** What only the candidate can declare, whoever else knows better: it changes on their own word alone. */
const declaredFacts = [
  ...['has_unspent_convictions', 'unspent_to_declare', 'has_convictions_to_declare', 'convictions_to_declare'],
  ...['has_concerns_to_declare', 'concerns_to_declare', 'has_read_dbs_privacy_policy'],
];

const isOfCandidate = (reason: string): boolean => reason === ('candidate' satisfies CorrectionReason);

const changesDeclaration = (before: ApplicantFacts, after: ApplicantFacts): boolean =>
  declaredFacts.some((path) => !isDeepStrictEqual(readFact(before, path), readFact(after, path)));

/** Why the page may be corrected. */
export const reasonsFor = ({ asked }: StatedPage): readonly CorrectionReason[] =>
  (Object.keys(correctionReasons) as CorrectionReason[]).filter(
    (reason) => isOfCandidate(reason) || !factsAsked(asked).every((path) => declaredFacts.includes(path)),
  );

/** Of the form as it was sent: the declaration names whoever helped with it, and stays as it was made. */
const ofSending: readonly string[] = ['is_helped', 'helper_name', 'helper_relation'];

/** The inputs of a page whose answers can be corrected. */
export const correctableInputs = ({ inputs }: QuestionPage): QuestionPage['inputs'] =>
  inputs.filter(({ path }) => !ofSending.includes(path));

/** What somebody typed on a page of the form, of one entry where it is a list. */
export interface TypedCorrection {
  readonly typed: Typed;
  /** The key of the entry of a list; undefined for a new one. */
  readonly entry: number | undefined;
  /** One of `correctionReasons`. */
  readonly reason: string;
  /** Who said so, how and when. */
  readonly text: string;
}

export interface Corrected {
  readonly facts: ApplicantFacts;
  /** The answer of the page, as it stood and as it is now. */
  readonly answers: { readonly before: Answer; readonly after: Answer };
  /** The place of the corrected entry in its list, before and after; undefined where none of a list was corrected. */
  readonly entry: CorrectedEntry | undefined;
  /** By the inputs of the page, `is_current`, `reason`, `text` and, where nothing differs, `unchanged`. */
  readonly problems: Problems;
}

/** Changes with what the page states, so that a form of an older page is refused. */
export const fingerprintOf = (page: StatedPage, facts: ApplicantFacts, today: IsoDate): string =>
  fingerprint(prefilled(page, facts, today));

function answerOf(page: StatedPage, before: Answer, { typed, entry }: TypedCorrection, today: IsoDate) {
  if (page.kind === 'questions') {
    const kept = Object.entries(before as Typed).filter(([name]) => ofSending.includes(name));
    return { answer: { ...typed, ...Object.fromEntries(kept) }, key: undefined };
  }
  return withEntry(page, before as EntryAnswer, entry, typed, today);
}

/** Two addresses without an end: the form would go on showing the other one as the current address. */
const isSecondCurrent = ({ entries }: EntryAnswer, key: number): boolean =>
  entries.some((one) => one.key === key && isCurrent(one)) && entries.some((one) => one.key !== key && isCurrent(one));

/** The entries of the page are numbered from 1 in the order in which they are stated. */
function placeOf(page: StatedPage, answer: Answer, key: number | undefined): CorrectedEntry | undefined {
  const list = page.kind === 'list' ? entryLists.find((one) => one === page.list) : undefined;
  if (list === undefined || key === undefined) return undefined;
  const { entries } = answer as EntryAnswer;
  return { list, from: key - 1, to: entries.findIndex((one) => one.key === key) };
}

/** The facts with what was typed in place of what was stated. Only what was typed is judged, not the rest of its list. */
export function corrected(
  facts: ApplicantFacts,
  page: StatedPage,
  given: TypedCorrection,
  ofForm: FormScope,
): Corrected {
  const scope: FormScope = { ...ofForm, isOfDesk: true };
  const before = prefilled(page, facts, scope.today);
  const { answer, key } = answerOf(page, before, given, scope.today);
  const after = applied(page, facts, answer, scope.today);
  const problems =
    page.kind === 'questions'
      ? pageProblems(page, answer, scope, facts)
      : entryProblems(page, answer as EntryAnswer, key!, scope, facts);
  if (page.kind === 'list' && (answer as EntryAnswer).entries.length > MOST_ENTRIES)
    problems.add('unchanged', `holds ${MOST_ENTRIES} entries at most`);
  if (page.kind === 'list' && isSecondCurrent(answer as EntryAnswer, key!))
    problems.add('is_current', 'is true of another address: first say when they left that one');
  if (!problems.any && isDeepStrictEqual(applied(page, facts, before, scope.today), after))
    problems.add('unchanged', 'is what was stated already');
  if (!isCorrectionReason(given.reason)) problems.add('reason', 'is not included in the list');
  else if (!isOfCandidate(given.reason) && changesDeclaration(facts, after))
    problems.add('reason', 'is not of the candidate');
  if (given.text === '') problems.add('text', "can't be blank");
  if (isLongerThan(given.text, LONGEST_CORRECTION_TEXT))
    problems.add('text', `is too long (maximum is ${LONGEST_CORRECTION_TEXT} characters)`);
  const answers = { before, after: prefilled(page, after, scope.today) };
  return { facts: after, answers, entry: placeOf(page, answer, given.entry), problems };
}

/** What differs of the facts of a page, as people read it. */
export function changedRows(
  { asked }: StatedPage,
  before: ApplicantFacts,
  after: ApplicantFacts,
): { readonly before: FactRow[]; readonly after: FactRow[] } {
  const paths = factsAsked(asked);
  const [was, is] = [factRows(before, paths), factRows(after, paths)];
  const without = (rows: readonly FactRow[], others: readonly FactRow[]) =>
    rows.filter((row) => !others.some((other) => isDeepStrictEqual(row, other)));
  return { before: without(was, is), after: without(is, was) };
}
