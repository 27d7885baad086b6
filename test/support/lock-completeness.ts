// Finds platform packages that the lockfile should list and does not: `npm ci` on another platform would fail on them.
// A registry that lacks one lets `npm install` leave it out without a word.
import { readFileSync } from 'node:fs';

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** `package needs missing`, one line each; empty when the lock is whole. */
export function missingFromLock(file: string): string[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isListed(packages, path, name))
      .map((name) => `${path === '' ? 'probity' : path} needs ${name}`),
  );
}

/** Found as Node would find it: beside the package, then further up. */
function isListed(packages: Readonly<Record<string, Entry>>, from: string, name: string): boolean {
  const parts = from.split('/node_modules/');
  const folders = [...parts.map((_, n) => parts.slice(0, parts.length - n).join('/node_modules/')), ''];
  return folders.some((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages);
}
