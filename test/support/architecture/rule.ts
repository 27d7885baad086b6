// The type of an architecture rule: a sentence, and the places in the sources that violate it.
import type { Source } from './sources.ts';

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export interface Rule {
  /** A sentence about the whole of src/. */
  readonly name: string;
  check(sources: readonly Source[]): Violation[];
}

/** A rule that examines one file at a time. */
export function fileRule(
  name: string,
  check: (source: Source) => Iterable<readonly [line: number, message: string]>,
): Rule {
  return {
    name,
    check: (sources) =>
      sources.flatMap((source) => [...check(source)].map(([line, message]) => ({ path: source.path, line, message }))),
  };
}

/** Whether the path is one of these files, or is in one of these folders (which end in a slash). */
export function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}

/** The feature folder of a path, such as `checks`; undefined outside of features. */
export function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}

const roles = ['rules', 'states', 'schedule', 'store', 'queries', 'actions', 'jobs'] as const;

/** The role at the end of a file's name, such as `store`; undefined if it has none. */
export function roleOf(path: string): (typeof roles)[number] | undefined {
  return roles.find((role) => path.endsWith(`-${role}.ts`));
}
