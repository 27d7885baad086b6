// The identifiers in paths: one that cannot be one is not found, without asking the database (decisions, Limits of a request).
import { Refusal } from '../../lib/refusal.ts';

const forms = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  integer: /^[1-9]\d{0,8}$/,
  /** An integer that is answered as text. */
  number: /^[1-9]\d{0,8}$/,
  word: /^[a-z]{1,64}$/i,
} as const;

export type PathIdForm = keyof typeof forms;

/** In small letters, as the database writes them: what is sealed for a row opens under its id written so, and no other way. */
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
