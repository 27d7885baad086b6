// The address of a list: its filters, and its search, whose text stands there only sealed unless it is an order number.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { orderIdOf } from '../../features/lists/search-actions.ts';
import { openText, sealText } from './form-tokens.ts';

const longestText = 100;

export interface ListSearch {
  readonly text: string;
  /** As the list's address has it: name and value. */
  readonly parameter: readonly [name: 'order' | 'find', value: string];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, longestText) : '');

/** From the list's address; undefined where it has none, or one that was sealed for somebody else. */
export function readListSearch(request: FastifyRequest): ListSearch | undefined {
  const { order, find } = request.query as Readonly<Record<string, unknown>>;
  const number = textOf(order);
  if (number !== '') return { text: number, parameter: ['order', number] };
  const text = typeof find === 'string' ? openText(request, find) : undefined;
  return text === undefined ? undefined : { text, parameter: ['find', find as string] };
}

/** What the search form sent; undefined where it was empty. */
export function sentListSearch(request: FastifyRequest, reply: FastifyReply): ListSearch | undefined {
  const text = textOf((request.body as Readonly<Record<string, unknown>> | undefined)?.find);
  if (text === '') return undefined;
  const parameter = orderIdOf(text) === undefined ? (['find', sealText(request, reply, text)] as const) : null;
  return { text, parameter: parameter ?? ['order', text] };
}

/** What is looked for: an address whose order number is none finds nothing, rather than a name that stands there. */
export function searchedText(search: ListSearch | undefined): string | undefined {
  if (search?.parameter[0] === 'order' && orderIdOf(search.text) === undefined) return '';
  return search?.text;
}

/** Filters that are undefined are left out. */
export function listParameters(
  filters: Readonly<Record<string, string | number | undefined>>,
  search?: ListSearch,
): [name: string, value: string][] {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const named = given.map(([name, value]): [string, string] => [name, String(value)]);
  return search === undefined ? named : [...named, [...search.parameter]];
}

export function listHref(path: string, parameters: readonly [name: string, value: string][]): string {
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams([...parameters])}`;
}

/** What a select of govuk-frontend takes. */
export interface SelectItem {
  readonly value: string;
  readonly text: string;
  readonly selected: boolean;
}
