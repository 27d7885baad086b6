// The output of all list parsers: first the version of the file, then its people one by one.
import type { BirthDate } from './birth-date-rules.ts';

/** `weak_alias`: the list itself says that the name alone identifies nobody. */
export type NameKind = 'primary' | 'alias' | 'weak_alias';

export interface ListedName {
  readonly name: string;
  readonly kind: NameKind;
}

export interface ListedPerson {
  readonly kind: 'person';
  /** The list's own reference. */
  readonly entry: string;
  readonly names: readonly ListedName[];
  readonly birthDates: readonly BirthDate[];
  /** The regime or programme under which they are listed; empty where the list does not say. */
  readonly regime: string;
}

export interface ListVersion {
  readonly kind: 'version';
  /** As the list states it; orders the versions of a list. */
  readonly version: string;
}

/** The version comes first, then people; organisations and ships are left out. */
export type ListParts = AsyncGenerator<ListVersion | ListedPerson, void, undefined>;

export type ListParser = (content: AsyncIterable<Uint8Array>) => ListParts;

/** An invalid file; `line` counts from 1. */
export class ListError extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.name = 'ListError';
    this.line = line;
  }
}

/** Joins the given parts with single spaces. */
export function joinedName(...parts: readonly (string | undefined)[]): string {
  return parts
    .flatMap((part) => (part ?? '').split(/\s+/))
    .filter((word) => word !== '')
    .join(' ');
}

/** Removes duplicate names and dates. @throws ListError without a reference or a name */
export function listedPerson(line: number, person: Omit<ListedPerson, 'kind'>): ListedPerson {
  const names = new Map<string, ListedName>();
  for (const one of person.names) if (one.name !== '' && !names.has(one.name)) names.set(one.name, one);
  if (person.entry === '') throw new ListError(line, 'an entry has no reference');
  if (names.size === 0) throw new ListError(line, 'an entry has no name');
  return { ...person, kind: 'person', names: [...names.values()], birthDates: [...new Set(person.birthDates)] };
}
