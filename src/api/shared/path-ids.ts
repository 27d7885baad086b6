// Checks the identifiers in paths: a malformed one is not found, without a query (decisions, Limits of a request).
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';

const isInteger = (text: string) => /^[1-9]\d{0,8}$/.test(text);

const forms = {
  uuid: isUuid,
  integer: isInteger,
  /** An integer that is answered as text. */
  number: isInteger,
  word: (text: string) => /^[a-z]{1,64}$/i.test(text),
} as const;

export type PathIdForm = keyof typeof forms;

export const isPathId = (form: PathIdForm, text: string): boolean => forms[form](text);

/**
 * UUIDs in lower case, as the database prints them: values encrypted for a row are bound to its id in that spelling.
 */
export function pathIds(
  params: Readonly<Record<string, string>>,
  formOf: (name: string) => PathIdForm,
): Readonly<Record<string, string>> {
  const idOf = ([name, value]: [string, string]) => {
    const form = formOf(name);
    if (!isPathId(form, value)) throw new Refusal('not_found');
    return [name, form === 'uuid' ? value.toLowerCase() : value];
  };
  return Object.fromEntries(Object.entries(params).map(idOf));
}
