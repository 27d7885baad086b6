// Checks a number of another country: its form and its check digits; pure.
import type { Fault } from './finding.ts';
import { type LocalIdentifierKind, localIdentifierKinds, otherLocalIdentifiers } from './local-identifiers.ts';

const longest = 40;

/** People group digits with full stops, which carry no meaning in any number. */
function isOfKind({ validate }: LocalIdentifierKind, text: string): boolean {
  if (text.length > longest) return false;
  try {
    return validate(text.replaceAll('.', '').trim()).isValid;
  } catch {
    // Of some kinds the library throws if nothing is left of the text.
    return false;
  }
}

/** The kinds of the country, or of every country if none is given. */
const kindsOf = (kind: string, country: string): LocalIdentifierKind[] =>
  localIdentifierKinds.filter((known) => known.kind === kind && (country === '' || known.country === country));

/** A number of an unknown kind has no faults. */
export function localIdentifierFaults(value: string, kind: string, country: string): Fault[] {
  const known = kindsOf(kind, country);
  if (known.length === 0 || known.some((one) => isOfKind(one, value))) return [];
  const { name, example } = known[0]!;
  return [{ code: 'local_identifier_form', params: { kind: name, example }, moment: 'placed' }];
}

/** The name of the number at a path such as `local_identifiers[bra_cpf].value`, with an example if one is known. */
export function localIdentifierAt(path: string): Partial<LocalIdentifierKind> | undefined {
  const [, letters = '', kind = ''] = /^local_identifiers\[([a-z]{3})_(\w+)\]/.exec(path) ?? [];
  const country = letters.toUpperCase();
  const name = otherLocalIdentifiers[`${country} ${kind}`];
  return kindsOf(kind, country)[0] ?? (name === undefined ? undefined : { name });
}

/** The usual name of the number; its kind if it has none. */
export const localIdentifierName = (country: string, kind: string): string =>
  kindsOf(kind, country)[0]?.name ?? otherLocalIdentifiers[`${country} ${kind}`.trim()] ?? kind;
