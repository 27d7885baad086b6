// The filters and the search in a list's address; the search text is encrypted there, unless it is an order number: a
// telephone number is a person's.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLongNumber } from '../../features/applicants/search-key-rules.ts';
import { orderIdOf } from '../../features/lists/search-actions.ts';
import { openText, sealText } from './form-tokens.ts';

const longestText = 100;

export interface ListSearch {
  readonly text: string;
  /** Name and value in the list's address. */
  readonly parameter: readonly [name: 'order' | 'find', value: string];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, longestText) : '');

/** From the list's address; undefined if absent, or encrypted for somebody else. */
export function readListSearch(request: FastifyRequest): ListSearch | undefined {
  const { order, find } = request.query as Readonly<Record<string, unknown>>;
  const number = textOf(order);
  if (number !== '') return { text: number, parameter: ['order', number] };
  const text = typeof find === 'string' ? openText(request, find) : undefined;
  return text === undefined ? undefined : { text, parameter: ['find', find as string] };
}

/** From the submitted search form; undefined if it was empty. */
export function sentListSearch(request: FastifyRequest, reply: FastifyReply): ListSearch | undefined {
  const text = textOf((request.body as Readonly<Record<string, unknown>> | undefined)?.find);
  if (text === '') return undefined;
  const isOrder = orderIdOf(text) !== undefined && !isLongNumber(text);
  return { text, parameter: isOrder ? ['order', text] : ['find', sealText(request, reply, text)] };
}

/** The text to search for. An invalid order number in the address finds nothing: it is not searched as a name. */
export function searchedText(search: ListSearch | undefined): string | undefined {
  if (search?.parameter[0] === 'order' && orderIdOf(search.text) === undefined) return '';
  return search?.text;
}

/** Leaves out undefined filters. */
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

/** Which page of a list the address asks for; an invalid number counts as the first. */
export function pageIn(request: FastifyRequest): number {
  const page = Number((request.query as Readonly<Record<string, unknown>>).page);
  return Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1;
}
