// Checks the form and the check digits of a number that another country gives its people; pure.
import type { Fault } from './finding.ts';
import { type LocalIdentifierKind, localIdentifierKinds } from './local-identifiers.ts';

const longest = 40;

/** People group digits with full stops, which carry no meaning in any number. */
const isOfKind = ({ validate }: LocalIdentifierKind, text: string) =>
  text.length <= longest && validate(text.replaceAll('.', '').trim()).isValid;

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

/** The kind of number at a path such as `local_identifiers[cpf].value`, if only one country calls its number so. */
export function localIdentifierAt(path: string): LocalIdentifierKind | undefined {
  const [, kind] = /^local_identifiers\[(\w+)\]/.exec(path) ?? [];
  const [only, ...others] = kind === undefined ? [] : kindsOf(kind, '');
  return others.length === 0 ? only : undefined;
}
