// Pages of a list: the arguments of a request, and the Link header to the other pages (interface §Limits).
import { Problems } from './refusal.ts';

export interface Page {
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
}

const defaultPerPage = 20;
// Ours, because the interface has no maximum: a larger value counts as this one, and the links say so.
const maximumPerPage = 500;
const maximumReach = 2 ** 31;

const isAbsent = (value: unknown) => value === undefined || value === '';

/** Reads `page` and `per_page`; empty values count as absent. Refuses with every value that is no positive integer. */
export function readPage(query: Readonly<Record<string, unknown>>): Page {
  const problems = new Problems();
  const page = readPositiveInteger(query, 'page', 1, problems);
  const perPage = Math.min(readPositiveInteger(query, 'per_page', defaultPerPage, problems), maximumPerPage);
  if (page * perPage > maximumReach) problems.add('page', `is too high (page × per_page is at most ${maximumReach})`);
  problems.refuse('invalid_fields');
  return { page, perPage };
}

/** For lists that return everything unless a page is requested; undefined then (ours). */
export function readPageIfAsked(query: Readonly<Record<string, unknown>>): Page | undefined {
  return isAbsent(query.page) && isAbsent(query.per_page) ? undefined : readPage(query);
}

/** How many items come before the page. */
export function itemsBefore({ page, perPage }: Page): number {
  return (page - 1) * perPage;
}

/** The items of one page of a list in memory. */
export function sliceOf<Item>(items: readonly Item[], page: Page): readonly Item[] {
  return items.slice(itemsBefore(page), itemsBefore(page) + page.perPage);
}

function readPositiveInteger(
  query: Readonly<Record<string, unknown>>,
  field: string,
  otherwise: number,
  problems: Problems,
): number {
  const value = query[field];
  if (isAbsent(value)) return otherwise;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && /^\d+$/.test(text) && Number(text) > 0) return Number(text);
  problems.add(field, 'must be a positive integer');
  return otherwise;
}

export interface ListedPage extends Page {
  /** Absolute, with the external base, without a query. */
  readonly url: string;
  /** The request's query as received, without the question mark, so that other parameters are kept. */
  readonly query: string;
  readonly total: number;
}

/**
 * The value of the Link header. `first` and `last` are always there (an empty list has one empty page), `next` except on
 * the last page, `prev` from the second page on; beyond the end, `prev` leads to the last page.
 */
export function linkHeader({ url, query, page, perPage, total }: ListedPage): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const links: [rel: string, page: number][] = [];
  if (page < last) links.push(['next', page + 1]);
  links.push(['last', last], ['first', 1]);
  if (page > 1) links.push(['prev', Math.min(page - 1, last)]);
  return links.map(([rel, target]) => `<${addressOf(url, query, target, perPage)}>; rel="${rel}"`).join(', ');
}

function addressOf(url: string, query: string, page: number, perPage: number): string {
  const address = new URL(url);
  const parameters = new URLSearchParams(query);
  parameters.set('page', String(page));
  parameters.set('per_page', String(perPage));
  address.search = parameters.toString();
  return address.href;
}
