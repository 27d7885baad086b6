// The form as a whole: which pages are asked, which comes next, what is complete, and the facts that come of it; pure.

import type { IsoDate } from '../../lib/dates.ts';
import type { Problems } from '../../lib/refusal.ts';
import { factsProblems, placementProblems } from '../applicants/applicant-rules.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { activityYearsOf, addressYearsOf, needsOf } from '../report-types/report-type-rules.ts';
import { addressesPage } from './address-rules.ts';
import type { EntryPage } from './entry-page.ts';
import {
  type Answer,
  type FormPage,
  type FormScope,
  type PageId,
  pageIds,
  type QuestionPage,
  type Typed,
} from './form-page.ts';
import { activitiesPage, educationPage, membershipsPage } from './history-pages.ts';
import { licencePage } from './licence-page.ts';
import {
  birthDatePage,
  birthPlacePage,
  consentPage,
  contactPage,
  genderPage,
  namePage,
  nationalInsurancePage,
  nationalityPage,
  otherNamesPage,
} from './question-pages.ts';

export const questionPages: readonly QuestionPage[] = [
  namePage,
  otherNamesPage,
  birthDatePage,
  genderPage,
  birthPlacePage,
  nationalityPage,
  nationalInsurancePage,
  licencePage,
  contactPage,
  consentPage,
];

export const entryPages: readonly EntryPage[] = [activitiesPage, educationPage, membershipsPage];

const byId = new Map<PageId, FormPage>(
  [...questionPages, ...entryPages, addressesPage].map((page) => [page.id, page as FormPage]),
);

/** Every page of the form, in its order. */
export const formPages: readonly FormPage[] = pageIds.map((id) => byId.get(id)!);

export const pageById = (id: string): FormPage | undefined => byId.get(id as PageId);

/** An order may name any number; nobody has lived longer. */
const MOST_YEARS = 120;

/** @param activityYears as ordered: they replace what the types ask by themselves, up or down (decisions, activity_years) */
export function formScope(types: readonly ReportType[], activityYears: number | null, today: IsoDate): FormScope {
  return {
    needs: needsOf(types),
    addressYears: addressYearsOf(types),
    activityYears: Math.min(MOST_YEARS, activityYears ?? activityYearsOf(types)),
    today,
  };
}

export function askedPages({ needs }: FormScope): FormPage[] {
  return formPages.filter((page) => page.isAlwaysAsked === true || page.needs.some((need) => needs.has(need)));
}

/** Rounded up to five: the time for the mail with the code is in it. */
export function formMinutes(scope: FormScope): number {
  const minutes = askedPages(scope).reduce((sum, page) => sum + page.minutes, 0);
  return Math.ceil(minutes / 5) * 5;
}

/** By the page's inputs; whatever else was sent is not read. */
export function readTyped(page: QuestionPage, body: Readonly<Record<string, unknown>>): Typed {
  return Object.fromEntries(page.inputs.map((input) => [input, tidy(body[input])]));
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
    return answer === undefined ? facts : page.apply(facts, answer);
  }, given);
}

/** By input: what the page itself asks for, and what holds for every applicant of the facts that it asks for. */
export function pageProblems(page: FormPage, answer: Answer, scope: FormScope, facts: ApplicantFacts): Problems {
  const problems = page.problems(answer, scope, facts);
  const changed = page.apply(facts, answer);
  const shared = [
    factsProblems(changed, scope.today),
    placementProblems(changed, { nationalInsuranceNumber: scope.needs.has('national_insurance_number') }),
  ];
  for (const [path, messages] of shared.flatMap(({ fields }) => Object.entries(fields))) {
    const asked = page.facts[path];
    if (asked === undefined || problems.fields[asked.input] !== undefined) continue;
    for (const message of messages) problems.add(asked.input, `${asked.label} ${message}`);
  }
  return problems;
}

export type PageStatus = 'to_do' | 'in_progress' | 'complete';

export interface PageStanding {
  readonly page: FormPage;
  readonly status: PageStatus;
}

/** What the client gave counts once the candidate has seen it and continued. */
export function formStandings(given: ApplicantFacts, scope: FormScope, saved: SavedAnswers): PageStanding[] {
  const facts = draftFacts(given, scope, saved);
  return askedPages(scope).map((page) => {
    const answer = saved.get(page.id)?.answer;
    if (answer === undefined) return { page, status: 'to_do' };
    return { page, status: pageProblems(page, answer, scope, facts).any ? 'in_progress' : 'complete' };
  });
}

/** The first page after `from` that is not complete, else the first at all; undefined when the form may be sent. */
export function nextPage(standings: readonly PageStanding[], from: PageId): PageId | undefined {
  const open = standings.filter(({ status }) => status !== 'complete').map(({ page }) => page.id);
  return open.find((id) => pageIds.indexOf(id) > pageIds.indexOf(from)) ?? open[0];
}
