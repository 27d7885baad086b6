// Checks the identifiers in paths: a malformed one is not found, without a query (decisions, Limits of a request).
import { Refusal } from '../../lib/refusal.ts';

const forms = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  integer: /^[1-9]\d{0,8}$/,
  /** An integer that is answered as text. */
  number: /^[1-9]\d{0,8}$/,
  word: /^[a-z]{1,64}$/i,
} as const;

export type PathIdForm = keyof typeof forms;

/**
 * UUIDs in lower case, as the database prints them: values encrypted for a row are bound to its id in that spelling.
 */
export function pathIds(
  params: Readonly<Record<string, string>>,
  formOf: (name: string) => PathIdForm,
): Readonly<Record<string, string>> {
  const idOf = ([name, value]: [string, string]) => {
    const form = formOf(name);
    if (!forms[form].test(value)) throw new Refusal('not_found');
    return [name, form === 'uuid' ? value.toLowerCase() : value];
  };
  return Object.fromEntries(Object.entries(params).map(idOf));
}
