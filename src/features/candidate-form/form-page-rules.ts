// The form as a whole: its pages and their order, which are complete, and the facts from all answers; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { en } from '../../messages/en.ts';
import { factAt, readFact } from '../facts/fact-paths.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { lawfulDeclarations } from '../report-types/declaration-scope-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { requiresOf } from '../report-types/report-type-rules.ts';
import type { DbsApplicationParams } from '../requirements/dbs-application-requirement.ts';
import { askedInForm, minutesOf } from '../requirements/form-effort-rules.ts';
import {
  type Asked,
  conditionsOf,
  factsAsked,
  isAskedOf,
  optionalFacts,
  pageOf,
} from '../requirements/requirement-rules.ts';
import { applied, prefilled } from './answer-rules.ts';
import { consentInputs } from './consent.ts';
import { type FactInput, inputsAt, inputsOfEntry, sentNames } from './fact-input-rules.ts';
import type { Answer, FormPage, FormScope, ListPage, PageId, QuestionPage, Typed } from './form-page.ts';
import { pageProblems } from './page-problem-rules.ts';
import { withSent } from './sent-answer-rules.ts';

/**
 * @param activityYears as ordered; replaces the default of the activity report
 * @param orderedTypes of the whole order: they tell the role, and so what the candidate may be asked to declare
 */
export const formScope = (
  types: readonly ReportType[],
  activityYears: number | null,
  today: IsoDate,
  orderedTypes = types,
): FormScope => ({
  asked: lawfulDeclarations(askedInForm(requiresOf(types, activityYears)), orderedTypes),
  today,
});

const hyphened = (name: string) => name.replaceAll('_', '-').replaceAll(':', '-').toLowerCase();

/** With the texts of a job in Scotland, where a fact has its own. */
function worded(input: FactInput, { params }: Asked): FactInput {
  const key = `${input.key}[scotland]`;
  return (params as DbsApplicationParams).isOfScotland === true && key in en.facts ? { ...input, key } : input;
}

/** The plain facts of a requirement share a page; each of its lists has a page of its own. */
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
    inputs: inputsAt(plain, conditionsOf(asked), optionalFacts(asked)).map((input) => worded(input, asked)),
  };
  const lists = paths.flatMap((list): ListPage[] => {
    const fact = factAt(list);
    if (fact?.kind !== 'list') return [];
    const listId = plain.length > 0 ? `${hyphened(list)}-list` : hyphened(list);
    return [{ kind: 'list', id: listId, ...place, asked, list, fact, inputs: inputsOfEntry(list, fact) }];
  });
  return [...(plain.length > 0 ? [questions] : []), ...lists];
}

/** Every page of what is asked, with what was sent of it before. */
function allPages({ asked, sent, today }: FormScope): FormPage[] {
  const pages = asked.flatMap(pagesOf);
  if (sent === undefined) return pages;
  const sentIds = new Set(sent.asked.flatMap(pagesOf).map(({ id }) => id));
  return pages.map((page) => (sentIds.has(page.id) ? withSent(page, sent.facts, today) : page));
}

/** Whether nothing of the page is asked, because what was sent before is enough. */
function isKept(page: FormPage, scope: FormScope): boolean {
  if (scope.sent === undefined || page.kind === 'consent' || page.sent === undefined) return false;
  const { facts } = scope.sent;
  return !pageProblems(page, prefilled(page, facts, scope.today), scope, facts).any;
}

export const askedPages = (scope: FormScope): FormPage[] => allPages(scope).filter((page) => !isKept(page, scope));

/** The pages of a form of additions whose answers were sent before, to be read only. */
export const keptPages = (scope: FormScope): FormPage[] =>
  scope.sent === undefined
    ? []
    : allPages(scope).filter((page) => isKept(page, scope) && isPageAsked(page, scope.sent!.facts));

export const pageOfForm = (scope: FormScope, id: string | undefined): FormPage | undefined =>
  askedPages(scope).find((page) => page.id === id);

/** Leaves out a page that an earlier answer made unnecessary. */
function isPageAsked(page: FormPage, facts: ApplicantFacts): boolean {
  if (!isAskedOf(page.asked, facts)) return false;
  const condition = page.kind === 'list' ? page.fact.onlyWhere : undefined;
  return condition === undefined || condition.is.includes(readFact(facts, condition.fact) as string | boolean);
}

/** How long the pages take that are not complete, by the estimate of the form. */
export const minutesLeft = (standings: readonly PageStanding[]): number =>
  minutesOf(standings.filter(({ status }) => status !== 'complete').map(({ page }) => page.asked));

/** The fields of the page's inputs; other fields of the body are ignored. */
export function readTyped(page: FormPage, body: Readonly<Record<string, unknown>>): Typed {
  const names = page.kind === 'consent' ? consentInputs : page.inputs.flatMap(sentNames);
  const typed = Object.fromEntries(names.map((name) => [name, tidy(body[name])]));
  return page.kind === 'questions' ? { ...typed, ...page.sent } : typed;
}

/** The length of what is kept of an answer, so that one that is too long is shown as it was typed. */
const LONGEST = 65_536;

/** Removes control characters and the extra spaces that phones add. */
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

/** The facts that the client gave, with every saved answer applied. */
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

/** A page filled in by the client counts as complete once the candidate has seen it and continued. */
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

/** The first incomplete page after `from`, else the first incomplete one; undefined if the form can be submitted. */
export function nextPage(standings: readonly PageStanding[], from: PageId): PageId | undefined {
  const place = standings.findIndex(({ page }) => page.id === from);
  const open = standings.filter(({ status }) => status !== 'complete');
  const after = open.find((standing) => standings.indexOf(standing) > place);
  return (after ?? open[0])?.page.id;
}
