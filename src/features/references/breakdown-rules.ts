// Turns answered references into findings of the report, part by part of its type's breakdown; pure. A screener takes them
// over and decides.
import {
  type Breakdown,
  type BreakdownPart,
  isFoundEntry,
  type Entries as ListKind,
  type ReportResult,
  stillEmployed,
} from '../report-types/breakdown.ts';
import type { BreakdownEntry } from '../report-types/findings-rules.ts';
import { comparedNames } from '../report-types/listed-properties.ts';
import type { ReportType } from '../report-types/report-type.ts';
import type { Findings } from '../reports/report-rules.ts';
import { type AnswerScope, type Answers, answerIn, askedQuestions, askedSections, isSilent } from './answer-rules.ts';
import { type Claim, wordOf } from './claim-rules.ts';
import { apartText, type ComparedBy, type Comparison, goesOnText, isStillThere } from './discrepancy-rules.ts';
import { compareEntry, differenceInDays, differing, type Listed } from './entry-comparison-rules.ts';
import { type Authentication, isAuthenticated } from './mailbox-rules.ts';
import type { Question } from './questionnaire.ts';
import { type QuestionnaireId, questionnaires } from './questionnaires.ts';
import { statedEntry } from './stated-job-rules.ts';

/** A reference as far as the report's findings follow from it. */
export interface AnsweredReference {
  readonly id: string;
  readonly claim: Claim;
  readonly questionnaire: QuestionnaireId;
  readonly scope: AnswerScope;
  readonly answers: Answers;
  readonly isByLetter: boolean;
  /** By a form in Welsh: their own words may be in Welsh, too. */
  readonly isInWelsh: boolean;
  readonly authentication: Authentication | null;
  /** It was taken over while nobody had authenticated the referee; now no referee of the report is left to be. */
  readonly isAuthenticatedSince: boolean;
  readonly by: ComparedBy;
  readonly comparisons: readonly Comparison[];
}

type Entries = Readonly<Record<string, BreakdownEntry>>;

const severity: Readonly<Record<ReportResult, number>> = { clear: 0, unidentified: 2, consider: 3 };
/** Among the answers that mean Clear. */
const weaker: Readonly<Record<string, number>> = { policy_not_to_say: 1, registry: 1, switchboard_call: 1 };

const severityOf = ({ means }: BreakdownPart, { result }: BreakdownEntry) =>
  severity[means[result] ?? 'clear'] || (weaker[result] ?? 0);

const particularsIn = ({ properties }: BreakdownEntry): string[] =>
  [properties?.particulars].flatMap((text) => (text ? [String(text)] : []));

/**
 * The worse result, which is kept where several references fill a part, and beside what was found or decided before; with
 * what was said of either.
 */
function worse(part: BreakdownPart, one: BreakdownEntry | undefined, other: BreakdownEntry): BreakdownEntry {
  if (one === undefined) return other;
  // Only its particulars are typed yet, or only its result: the reference completes it.
  const isBegun = !part.results.includes(one.result) || (one.result === other.result && one.properties === undefined);
  const completed = one.properties ? { ...other, properties: { ...other.properties, ...one.properties } } : other;
  const worst = severityOf(part, other) > severityOf(part, one) ? other : one;
  const entry = isBegun ? completed : worst;
  const before = particularsIn(one);
  const added = particularsIn(other).filter((said) => !before.some((text) => text.includes(said)));
  const particulars = [...before, ...added].join('\n');
  return particulars === '' ? entry : { ...entry, properties: { ...entry.properties, particulars } };
}

const resultOfVerdict = {
  same: 'clear',
  differs: 'consider',
  to_judge: 'unidentified',
  not_stated: 'unidentified',
} as const;

function resultOf(question: Question, { answers, comparisons }: AnsweredReference): string | undefined {
  const { key, alerts, compares } = question;
  const verdict = comparisons.find(({ of }) => of === compares)?.verdict;
  if (verdict !== undefined) return resultOfVerdict[verdict];
  const answer = answers[key];
  if (answer === undefined) return undefined;
  // Who does not know or may not say clears nobody.
  if (isSilent(question, answers)) return 'unidentified';
  return alerts?.answers.includes(answer) ? 'consider' : 'clear';
}

/**
 * An answer to which the screener's attention is drawn, with what the candidate stated and its particulars:
 * `Acme Ltd – Warnings on record: Yes. For lateness`.
 */
function alertOf(known: Breakdown, question: Question, reference: AnsweredReference): string | undefined {
  const { answers, questionnaire, scope, claim, comparisons } = reference;
  const { alerts } = question;
  const answer = answers[question.key];
  if (answer === undefined || !alerts?.answers.includes(answer)) return undefined;
  const details = askedSections(questionnaires[questionnaire], scope)
    .flatMap(({ questions }) => questions)
    .filter(({ onlyWhere, kind }) => kind === 'long_text' && onlyWhere?.key === question.key && onlyWhere.is === answer)
    .flatMap(({ key }) => answers[key] ?? []);
  // A result such as `no` says it already.
  const isResult = question.fills !== undefined && known[question.fills]?.results.includes(answer) === true;
  if (isResult && details.length === 0) return undefined;
  const claimed = comparisons.find(({ of }) => of === question.compares)?.claimed;
  const said = `${answerIn(question, answers)}${claimed ? `; the candidate stated “${claimed}”` : ''}`;
  return `${wordOf(claim).replace(/,$/, '')} – ${alerts.as}: ${[said, ...details].join('. ')}`;
}

const endIn = ({ still_there: stillThere, to }: Answers) => (stillThere === 'yes' ? stillEmployed : to);

/** The particulars of the dates, as far as they are known. */
function datesOf({ claim, answers, comparisons }: AnsweredReference): Record<string, unknown> {
  const known = {
    claimed_from: claim.from,
    claimed_to: claim.to,
    confirmed_from: answers.from ?? null,
    confirmed_to: endIn(answers) ?? null,
    difference_days: differenceInDays(comparisons),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null));
}

/** The questions that were asked, and those that another one answered: who is still employed has not left. */
function answeredQuestions({ questionnaire, scope, answers, comparisons }: AnsweredReference): Question[] {
  const isStated = ({ compares }: Question) => comparisons.some(({ of, stated }) => of === compares && stated !== '');
  return askedSections(questionnaires[questionnaire], scope).flatMap((section) => {
    const asked = askedQuestions(section, answers);
    return section.questions.filter((question) => asked.includes(question) || isStated(question));
  });
}

function partsOf(known: Breakdown, reference: AnsweredReference): Entries {
  const { answers, authentication } = reference;
  const found: Record<string, BreakdownEntry> = {};
  for (const question of answeredQuestions(reference)) {
    const part = question.fills === undefined ? undefined : known[question.fills];
    if (part === undefined) continue;
    const answer = answers[question.key];
    const result = answer !== undefined && part.results.includes(answer) ? answer : resultOf(question, reference);
    if (result !== undefined && part.results.includes(result)) {
      const said = part.properties.particulars === undefined ? undefined : alertOf(known, question, reference);
      const entry = { result, ...(said !== undefined && { properties: { particulars: said } }) };
      found[question.fills!] = worse(part, found[question.fills!], entry);
    }
  }
  const { dates, referee_authenticated: authenticated } = known;
  if (found.dates !== undefined && dates !== undefined && dates.properties.difference_days !== undefined) {
    found.dates = { ...found.dates, properties: datesOf(reference) };
  }
  if (authenticated !== undefined)
    found.referee_authenticated = { result: resultOfStep(authenticated, authentication ?? 'none') };
  return found;
}

/** Parts that do not tell the steps apart say only whether somebody took one. */
function resultOfStep({ results }: BreakdownPart, step: Authentication): string {
  if (results.includes(step)) return step;
  return isAuthenticated(step) ? 'clear' : 'unidentified';
}

/** Without what an earlier take-over said of a referee whom somebody has authenticated since. */
function partsBefore(known: Breakdown, before: Entries, references: readonly AnsweredReference[]): Entries {
  const { referee_authenticated: found, ...others } = before;
  const part = known.referee_authenticated;
  if (part === undefined || found?.result !== resultOfStep(part, 'none')) return before;
  return references.some(({ isAuthenticatedSince }) => isAuthenticatedSince) ? others : before;
}

/** The properties of a report as a whole, each from an answer or the claim. */
function propertiesOf({ properties }: ReportType, { claim, answers }: AnsweredReference): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = {
    known_since: answers.known_since,
    relationship: answers.relationship,
    from: answers.from,
    to: answers.to,
    institution: claim.list === 'qualifications' ? claim.subject : undefined,
    qualification: answers.course,
    class: answers.classification,
    awarded_on: answers.awarded,
  };
  const kept = Object.entries(values).filter(([key, value]) => {
    const kind = properties[key];
    return value !== undefined && (kind === 'date_or_month' || kind === 'text');
  });
  return Object.fromEntries(kept);
}

const confirmed = ['role', 'from', 'to', 'reason', 'rehire'];

const isAbsent = (value: unknown) => value === undefined || value === null;

/** Nobody has confirmed it yet, or with the same words: another reference does not replace what was said. */
const isFree = (one: Listed, said: Listed) =>
  isAbsent(one.reference_id) &&
  (isAbsent(one.referee_authenticated) ||
    confirmed.every((key) => (one[`confirmed_${key}`] ?? null) === (said[`confirmed_${key}`] ?? null)));

/** Only a reference filled it, which is another one than that of this id and was made later. */
const isLaterReference = (one: Listed | undefined, id: string) =>
  one !== undefined && 'differs' in one && !('companies' in one) && String(one.reference_id ?? '') > id;

/**
 * The place of a reference's entry in the list: after the entries of a provider, by the ids of the references, and before
 * typed entries. It does not depend on the order of taking over: a reference that was asked for earlier and is taken over
 * later stands before the others, so a form of before numbers them differently (see `renumbered`).
 */
function placeIn(kind: ListKind, listed: readonly Listed[], id: string): number {
  let at = listed.findLastIndex((one) => isFoundEntry(kind, one)) + 1;
  while (isLaterReference(listed[at - 1], id)) at -= 1;
  return at;
}

/** Beside the first reference about the same job, in the order in which they were asked; undefined if there is none. */
function placeBeside({ employer, from }: Listed, listed: readonly Listed[], id: string): number | undefined {
  const isBeside = (one: Listed) =>
    isLaterReference(one, '') && one.employer === employer && (one.from ?? null) === (from ?? null);
  const later = listed.findIndex((one) => isBeside(one) && isLaterReference(one, id));
  if (later >= 0) return later;
  const last = listed.findLastIndex(isBeside);
  return last < 0 ? undefined : last + 1;
}

function confirmedOf({ claim, answers }: AnsweredReference): Listed {
  const reason = isStillThere(claim, answers) ? 'StillEmployed' : answers.reason;
  const said: Readonly<Record<string, string | undefined>> = { ...answers, to: endIn(answers), reason };
  return Object.fromEntries(
    confirmed.filter((key) => said[key] !== undefined).map((key) => [`confirmed_${key}`, said[key]]),
  );
}

/** One entry for each reference. What a person typed in it stays; how the referee was authenticated is the reference's. */
function employmentsWith(kind: ListKind, before: unknown, reference: AnsweredReference): Listed[] {
  const listed = Array.isArray(before) ? (before as Listed[]) : [];
  const { id, claim, authentication, by } = reference;
  const { difference_days: days } = datesOf(reference);
  const own = {
    reference_id: id,
    ...statedEntry(claim),
    ...confirmedOf(reference),
    ...(days !== undefined && { difference_days: days }),
  };
  const isOwn = (one: Listed) => one.reference_id === id;
  const isSame = (one: Listed) =>
    one.employer === claim.subject && (one.from ?? null) === claim.from && isFree(one, own);
  const one = listed.find(isOwn) ?? listed.find(isSame);
  const given = Object.fromEntries(Object.entries(one ?? {}).filter(([, value]) => !isAbsent(value)));
  const filled: Listed = { ...one, ...own, ...given };
  const entry = {
    ...filled,
    differs: differing(compareEntry(filled, claim, by)),
    referee_authenticated: authentication ?? given.referee_authenticated ?? 'none',
  };
  if (isFoundEntry(kind, one)) return listed.map((other) => (other === one ? entry : other));
  const others = listed.filter((other) => other !== one);
  return others.toSpliced(placeBeside(own, others, id) ?? placeIn(kind, others, id), 0, entry);
}

const inSentence = (of: Comparison['of'], text: string): string => {
  if (of === 'reason' && text !== '') return `“${text}”`;
  return text === goesOnText ? 'that it goes on' : text || 'nothing';
};

/** `Acme Ltd: the start differs by 92 days; the candidate stated 1 March 2020, the source 1 June 2020.` */
export function differenceSentence({ subject }: Claim, comparison: Comparison): string {
  const { of, claimed, stated } = comparison;
  const apart = apartText(comparison);
  const by = apart === undefined ? '' : ` by ${apart}`;
  const said = `the candidate stated ${inSentence(of, claimed)}, the source ${inSentence(of, stated)}`;
  return `${subject}: the ${comparedNames[of]} differs${by}; ${said}.`;
}

export const discrepancySentences = (claim: Claim, comparisons: readonly Comparison[]): string[] =>
  comparisons.filter(({ verdict }) => verdict === 'differs').map((one) => differenceSentence(claim, one));

const together = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

/** `Acme Ltd knows only the year of the start.`, `Acme Ltd does not know the end and the role.` */
function unknownSentences({ claim, comparisons }: AnsweredReference): string[] {
  const namesOf = (knows: Comparison['knows']) =>
    comparisons.filter((one) => one.knows === knows).map(({ of }) => `the ${comparedNames[of]}`);
  const [years, unknown] = [namesOf('year'), namesOf('nothing')];
  return [
    ...(years.length > 0 ? [`${wordOf(claim)} knows only the year of ${together(years)}.`] : []),
    ...(unknown.length > 0 ? [`${wordOf(claim)} does not know ${together(unknown)}.`] : []),
  ];
}

function notesOf(known: Breakdown, reference: AnsweredReference): string[] {
  const { claim, scope, answers, comparisons, questionnaire, isByLetter, isInWelsh } = reference;
  const asked = askedSections(questionnaires[questionnaire], scope).flatMap((one) => askedQuestions(one, answers));
  const differing = comparisons.filter(({ verdict }) => verdict === 'differs').map(({ of }) => of);
  const isNotYetSaid = ({ compares }: Question) => compares === undefined || !differing.includes(compares);
  return [
    ...discrepancySentences(claim, comparisons),
    ...asked.filter(isNotYetSaid).flatMap((question) => alertOf(known, question, reference) ?? []),
    ...unknownSentences(reference),
    ...(scope === 'factual' ? [`${wordOf(claim)} confirms dates and role only, by its policy.`] : []),
    ...(isByLetter ? [`${wordOf(claim)} answered by letter.`] : []),
    ...(isInWelsh ? [`${wordOf(claim)} answered the form in Welsh.`] : []),
  ];
}

/**
 * The findings of a report with what its references say besides. Nothing that was found or decided before is replaced by
 * a better result, and taking over the same reference again adds nothing.
 */
export function findingsWith(type: ReportType, before: Findings, references: readonly AnsweredReference[]): Findings {
  if (references.length === 0) return before;
  const breakdown: Record<string, BreakdownEntry> = { ...partsBefore(type.breakdown, before.breakdown, references) };
  const properties: Record<string, unknown> = { ...before.properties };
  for (const reference of references) {
    for (const [key, entry] of Object.entries(partsOf(type.breakdown, reference)))
      breakdown[key] = worse(type.breakdown[key]!, breakdown[key], entry);
    for (const [key, value] of Object.entries(propertiesOf(type, reference))) properties[key] ??= value;
    const { employments } = type.properties;
    if (typeof employments === 'object' && 'entries' in employments && reference.claim.list === 'activities') {
      properties.employments = employmentsWith(employments, properties.employments, reference);
    }
  }
  const notes = references
    .flatMap((one) => notesOf(type.breakdown, one))
    .filter((line) => !before.notes.includes(line));
  return {
    breakdown,
    properties,
    notes: [before.notes, ...notes].filter((line) => line !== '').join('\n'),
  };
}
