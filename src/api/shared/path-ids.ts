// The identifiers in paths: one that cannot be one is not found, without asking the database (decisions, Limits of a request).
import { Refusal } from '../../lib/refusal.ts';

const forms = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  integer: /^[1-9]\d{0,8}$/,
  word: /^[a-z]{1,64}$/i,
} as const;

export type PathIdForm = keyof typeof forms;

export function refuseImpossibleIds(
  params: Readonly<Record<string, string>>,
  formOf: (name: string) => PathIdForm,
): void {
  for (const [name, value] of Object.entries(params)) {
    if (!forms[formOf(name)].test(value)) throw new Refusal('not_found');
  }
}
