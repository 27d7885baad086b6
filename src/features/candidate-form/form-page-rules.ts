// The form as a whole: which pages are asked, which comes next, what is complete, and the facts that come of it; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { factAt, readFact } from '../facts/fact-paths.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { requiresOf } from '../report-types/report-type-rules.ts';
import { type Asked, askedBy, conditionsOf, factsAsked, pageOf } from '../requirements/requirement-rules.ts';
import { applied } from './answer-rules.ts';
import { consentInputs } from './consent.ts';
import { inputsAt, inputsOfEntry, sentNames } from './fact-input-rules.ts';
import type { Answer, FormPage, FormScope, ListPage, PageId, QuestionPage, Typed } from './form-page.ts';
import { pageProblems } from './page-problem-rules.ts';

/** Asked of everybody: who they are, how to reach them, and their consent. */
const alwaysAsked = ['name', 'date_of_birth', 'contact', 'consent'] as const;

/** @param activityYears as ordered, in place of the activity report's own */
export const formScope = (types: readonly ReportType[], activityYears: number | null, today: IsoDate): FormScope => ({
  asked: askedBy([...alwaysAsked, ...requiresOf(types, activityYears)]),
  today,
});

const hyphened = (name: string) => name.replaceAll('_', '-').replaceAll(':', '-').toLowerCase();

/** A requirement's plain facts are one page, each of its lists is another. */
function pagesOf(asked: Asked): FormPage[] {
  const place = pageOf(asked);
  if (place === undefined) return [];
  if (asked.id === 'consent') return [{ kind: 'consent', id: 'consent', ...place, asked }];
  const paths = factsAsked(asked);
  const plain = paths.filter((path) => factAt(path)?.kind !== 'list');
  const id = hyphened(asked.key);
  const questions: QuestionPage = {
    kind: 'questions',
    id,
    ...place,
    asked,
    inputs: inputsAt(plain, conditionsOf(asked)),
  };
  const lists = paths.flatMap((list): ListPage[] => {
    const fact = factAt(list);
    if (fact?.kind !== 'list') return [];
    const listId = plain.length > 0 ? `${hyphened(list)}-list` : hyphened(list);
    return [{ kind: 'list', id: listId, ...place, asked, list, fact, inputs: inputsOfEntry(list, fact) }];
  });
  return [...(plain.length > 0 ? [questions] : []), ...lists];
}

export const askedPages = (scope: FormScope): FormPage[] => scope.asked.flatMap(pagesOf);

export const pageOfForm = (scope: FormScope, id: string | undefined): FormPage | undefined =>
  askedPages(scope).find((page) => page.id === id);

/** A list that an answer before it made needless is not asked. */
function isPageAsked(page: FormPage, facts: ApplicantFacts): boolean {
  const condition = page.kind === 'list' ? page.fact.onlyWhere : undefined;
  return condition === undefined || condition.is.includes(readFact(facts, condition.fact) as string | boolean);
}

/** Rounded up to five: the time for the mail with the code is in it. */
export function formMinutes(scope: FormScope): number {
  const minutes = askedPages(scope).reduce((sum, page) => sum + page.minutes, 0);
  return Math.ceil(minutes / 5) * 5;
}

/** By the page's inputs; whatever else was sent is not read. */
export function readTyped(page: FormPage, body: Readonly<Record<string, unknown>>): Typed {
  const names = page.kind === 'consent' ? consentInputs : page.inputs.flatMap(sentNames);
  return Object.fromEntries(names.map((name) => [name, tidy(body[name])]));
}

/** Longer than any answer. */
const LONGEST = 1000;

/** Text as a person meant it: phones add spaces, and what no keyboard writes was not typed. */
export const tidy = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .slice(0, LONGEST)
        .toWellFormed()
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/\p{Cc}/gu, '')
    : '';

export type SavedAnswers = ReadonlyMap<PageId, { readonly version: number; readonly answer: Answer }>;

/** The facts as the client gave them, with every saved answer in them. */
export function draftFacts(given: ApplicantFacts, scope: FormScope, saved: SavedAnswers): ApplicantFacts {
  return askedPages(scope).reduce((facts, page) => {
    const answer = saved.get(page.id)?.answer;
    return answer === undefined || !isPageAsked(page, facts) ? facts : applied(page, facts, answer, scope.today);
  }, given);
}

export type PageStatus = 'to_do' | 'in_progress' | 'complete';

export interface PageStanding {
  readonly page: FormPage;
  readonly status: PageStatus;
}

/** What the client gave counts once the candidate has seen it and continued. */
export function formStandings(given: ApplicantFacts, scope: FormScope, saved: SavedAnswers): PageStanding[] {
  const facts = draftFacts(given, scope, saved);
  return askedPages(scope)
    .filter((page) => isPageAsked(page, facts))
    .map((page) => {
      const answer = saved.get(page.id)?.answer;
      if (answer === undefined) return { page, status: 'to_do' };
      return { page, status: pageProblems(page, answer, scope, facts).any ? 'in_progress' : 'complete' };
    });
}

/** The first page after `from` that is not complete, else the first at all; undefined when the form may be sent. */
export function nextPage(standings: readonly PageStanding[], from: PageId): PageId | undefined {
  const place = standings.findIndex(({ page }) => page.id === from);
  const open = standings.filter(({ status }) => status !== 'complete');
  const after = open.find((standing) => standings.indexOf(standing) > place);
  return (after ?? open[0])?.page.id;
}
