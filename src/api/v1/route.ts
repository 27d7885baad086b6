// What an operation of interface v1 is besides what all operations are: its identifiers, and names read in any case.
import { type Problems, Refusal } from '../../lib/refusal.ts';
import type { ReadBody } from '../shared/body-reader.ts';
import type { PathIdForm } from '../shared/path-ids.ts';
import type { ApiCall, ApiRoute } from '../shared/route.ts';
import type { Static, TSchema } from '../shared/schemas.ts';

export interface V1Route extends ApiRoute {
  /** The form of each parameter of the path; orders and packages are integers, so that need not be said. */
  readonly ids?: Readonly<Record<string, PathIdForm>>;
  /** A list that reads `page` and `per_page`. */
  readonly pages?: true;
}

export const formOfId = (route: V1Route, name: string): PathIdForm => route.ids?.[name] ?? 'integer';

export function refuseMissing({ json }: ReadBody): void {
  if (json === undefined) throw new Refusal('malformed_request', { body: ['is missing: send JSON'] });
}

/** What the body says by the route's schema, as far as it can be read, with every problem of shape. */
export function readArguments<S extends TSchema>({
  body,
}: Pick<ApiCall, 'body'>): { readonly given: Partial<Static<S>>; readonly problems: Problems } {
  refuseMissing(body);
  // Of what is no object nothing can be read.
  if (body.given === undefined) body.problems.refuse('invalid_fields');
  return { given: body.given as Partial<Static<S>>, problems: body.problems.copy() };
}

/** A parameter of the query, its name in any case; undefined where it is not given, or empty. */
export function queryValue({ query }: Pick<ApiCall, 'query'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = Object.entries(query).flatMap(([key, value]) => (key.toLowerCase() === wanted ? [value].flat() : []));
  if (values.length > 1) throw new Refusal('invalid_fields', { [name]: ['is given more than once'] });
  const [value] = values;
  return value === undefined || value === '' ? undefined : String(value);
}

const pageNames: readonly string[] = ['page', 'per_page'];

/** The parameters of a page, their names in any case, and the query with these names as links say them. */
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
