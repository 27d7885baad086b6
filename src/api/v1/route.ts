// The type of a route in interface v1: identifiers in the path, and case-insensitive names.

import type { ReadBody } from '../../features/request-bodies/body-reader.ts';
import { type Problems, Refusal } from '../../lib/refusal.ts';
import type { PathIdForm } from '../shared/path-ids.ts';
import type { ApiCall, ApiRoute } from '../shared/route.ts';
import type { Static, TSchema } from '../shared/schemas.ts';

export interface V1Route extends ApiRoute {
  /** The form of each path parameter that is not an order or a package number. */
  readonly ids?: Readonly<Record<string, PathIdForm>>;
  /** The list reads `page` and `per_page`. */
  readonly pages?: true;
}

export const formOfId = (route: V1Route, name: string): PathIdForm => route.ids?.[name] ?? 'integer';

export function refuseMissing({ json }: ReadBody): void {
  if (json === undefined) throw new Refusal('malformed_request', { body: ['is missing: send JSON'] });
}

/** The values of the body that could be read, with every problem of shape. */
export function readArguments<S extends TSchema>({
  body,
}: Pick<ApiCall, 'body'>): { readonly given: Partial<Static<S>>; readonly problems: Problems } {
  refuseMissing(body);
  // A body that is not an object has no values.
  if (body.given === undefined) body.problems.refuse('invalid_fields');
  return { given: body.given as Partial<Static<S>>, problems: body.problems.copy() };
}

/** A query parameter by case-insensitive name; undefined if absent or empty. */
export function queryValue({ query }: Pick<ApiCall, 'query'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = Object.entries(query).flatMap(([key, value]) => (key.toLowerCase() === wanted ? [value].flat() : []));
  if (values.length > 1) throw new Refusal('invalid_fields', { [name]: ['is given more than once'] });
  const [value] = values;
  return value === undefined || value === '' ? undefined : String(value);
}

const pageNames: readonly string[] = ['page', 'per_page'];

/** The page parameters by case-insensitive name, and the query with their names spelled as links spell them. */
export function pageParameters({ rawQuery }: Pick<ApiCall, 'rawQuery'>): {
  readonly given: Readonly<Record<string, string | readonly string[]>>;
  readonly query: string;
} {
  const query = new URLSearchParams(
    [...new URLSearchParams(rawQuery)].map(([name, value]): [string, string] => {
      const small = name.toLowerCase();
      return [pageNames.includes(small) ? small : name, value];
    }),
  );
  const given = pageNames.flatMap((name) => {
    const [first, ...more] = query.getAll(name).filter((value) => value !== '');
    return first === undefined ? [] : [[name, more.length === 0 ? first : [first, ...more]] as const];
  });
  return { given: Object.fromEntries(given), query: query.toString() };
}
