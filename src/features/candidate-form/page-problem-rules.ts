// The problems of a form page, by input, worded for the candidate: the requirements' findings; pure.
import { Problems } from '../../lib/refusal.ts';
import { personSentence, type Said, wordsOf } from '../../messages/sentences.ts';
import { factKeyOf, readFact } from '../facts/fact-paths.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type Finding, isBlank } from '../facts/finding.ts';
import { allFindings, findingsOn } from '../requirements/requirement-rules.ts';
import { applied } from './answer-rules.ts';
import { consentFaults } from './consent.ts';
import { nameOfEntry, readEntry } from './entry-rules.ts';
import { type FactInput, firstNameOf, isAsked, readInputs, sentNames } from './fact-input-rules.ts';
import type { Answer, EntryAnswer, FormPage, FormScope, ListPage, QuestionPage, Typed } from './form-page.ts';
import { isSentEntry, isSentInput } from './sent-answer-rules.ts';

/** Adds a finding at its input; an impossible year is reported at the year field. */
function addFinding(problems: Problems, input: FactInput, found: Finding): void {
  const at = found.code === 'unlikely_birth_year' ? sentNames(input).at(-1)! : firstNameOf(input);
  const other = found.other === undefined ? undefined : factKeyOf(found.other);
  problems.add(at, personSentence(found, input.key, other));
}

function addFault(problems: Problems, { key }: FactInput, fault: Said & { readonly input: string }): void {
  // If nothing was chosen from a list, say what to choose.
  const said = fault.code === 'choose_from_list' ? { code: 'missing' as const } : fault;
  problems.add(fault.input, personSentence(hasOwnMissing(key, fault) ? said : fault, key));
}

/** In the order of the inputs; of what was sent before, nothing, because it stays. @param foundAt what is wrong with an input that can be read */
function addProblems(
  problems: Problems,
  page: QuestionPage | ListPage,
  typed: Typed,
  faults: ReadonlyMap<FactInput, Said & { readonly input: string }>,
  foundAt: (input: FactInput) => readonly Finding[],
): void {
  const { inputs } = page;
  for (const input of inputs) {
    if (isSentInput(page, input)) continue;
    const fault = faults.get(input);
    if (fault !== undefined) addFault(problems, input, fault);
    else if (isAsked(input, inputs, typed)) for (const one of foundAt(input)) addFinding(problems, input, one);
  }
}

const hasOwnMissing = (key: string, { code }: Said) =>
  code === 'choose_from_list' && /^(Choose|Dewiswch) /.test(personSentence({ code: 'missing' }, key));

/**
 * The findings about the facts for which the page asks. Some facts only the candidate can give: the desk may leave them
 * empty, but may not remove an answer.
 * @param stated before a correction
 */
function findingsOf({ asked }: FormPage, scope: FormScope, facts: ApplicantFacts, stated?: ApplicantFacts) {
  const isRemoved = ({ at }: Finding) => {
    const before = stated === undefined ? undefined : readFact(stated, at);
    return !isBlank(before) && before !== readFact(facts, at);
  };
  const subject = { facts, job: null, today: scope.today, nameForm: 'papers' } as const;
  return findingsOn(asked, allFindings(scope.asked, subject, 'answered')).filter(
    (one) => one.moment !== 'examined' && (one.moment !== 'answered' || scope.isOfDesk !== true || isRemoved(one)),
  );
}

function questionProblems(page: QuestionPage, typed: Typed, scope: FormScope, facts: ApplicantFacts): Problems {
  const problems = new Problems();
  const { faults } = readInputs(page.inputs, typed, scope.today);
  const found = findingsOf(page, scope, applied(page, facts, typed, scope.today), facts);
  addProblems(problems, page, typed, faults, ({ path }) => found.filter(({ at }) => at === path));
  return problems;
}

function listProblems(page: ListPage, answer: EntryAnswer, scope: FormScope, facts: ApplicantFacts): Problems {
  const problems = new Problems();
  const { list } = page;
  const found = findingsOf(page, scope, applied(page, facts, answer, scope.today));
  answer.entries.forEach((entry, index) => {
    if (isSentEntry(page, entry, scope.today)) return;
    const isFaulty = readEntry(page, entry.typed, scope.today).faults.size > 0;
    if (!isFaulty && !found.some(({ at }) => at.startsWith(`${list}[${index}]`))) return;
    const label = nameOfEntry(page, entry, scope.today);
    const [problem] = Object.values(entryProblems(page, answer, entry.key, scope, facts).fields).flat();
    problems.add(
      `entry-${entry.key}`,
      personSentence({ code: 'entry_incomplete', params: { label, ...(problem !== undefined && { problem }) } }, list),
    );
  });
  if (problems.any) return problems;
  for (const one of found.filter(({ at }) => at === list)) {
    problems.add('add', personSentence({ ...one, params: { ...one.params, label: labelOf(one, page) } }, list));
  }
  return problems;
}

/** A finding about the whole list names one of its entries: `a qualification`. */
const labelOf = ({ code }: Finding, { list }: ListPage): string =>
  (code === 'none_added' ? wordsOf(list).entry : undefined) ?? wordsOf(list).label;

/** Every problem that keeps the page incomplete. */
export function pageProblems(page: FormPage, answer: Answer, scope: FormScope, facts: ApplicantFacts): Problems {
  if (page.kind === 'questions') return questionProblems(page, answer as Typed, scope, facts);
  if (page.kind === 'list') return listProblems(page, answer as EntryAnswer, scope, facts);
  const problems = new Problems();
  for (const fault of consentFaults(answer as Typed, scope))
    problems.add(fault.input, personSentence(fault, 'consent'));
  return problems;
}

/** The problems of one entry, by its inputs. */
export function entryProblems(
  page: ListPage,
  answer: EntryAnswer,
  key: number,
  scope: FormScope,
  facts: ApplicantFacts,
): Problems {
  const problems = new Problems();
  const index = answer.entries.findIndex((entry) => entry.key === key);
  const { typed } = answer.entries[index]!;
  const { faults } = readEntry(page, typed, scope.today);
  const found = findingsOf(page, scope, applied(page, facts, answer, scope.today));
  const prefix = `${page.list}[${index}].`;
  addProblems(problems, page, typed, faults, ({ path }) => found.filter(({ at }) => at === `${prefix}${path}`));
  return problems;
}
