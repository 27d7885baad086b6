// Finds platform packages missing from the lockfile, without which `npm ci` fails on other platforms. `npm install`
// silently omits a package that the registry lacks.
import { readFileSync } from 'node:fs';

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** `package needs missing`, one line each; empty if the lockfile is complete. */
export function missingFromLock(file: string): string[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isListed(packages, path, name))
      .map((name) => `${path === '' ? 'probity' : path} needs ${name}`),
  );
}

/** Whether Node would find the package: beside the requiring package, or further up. */
function isListed(packages: Readonly<Record<string, Entry>>, from: string, name: string): boolean {
  const parts = from.split('/node_modules/');
  const folders = [...parts.map((_, n) => parts.slice(0, parts.length - n).join('/node_modules/')), ''];
  return folders.some((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages);
}
