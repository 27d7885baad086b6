// Finds what is wrong with the lockfile: platform packages that it lacks, without which `npm ci` fails on other platforms (`npm
// install` silently omits a package that the registry lacks), and packages whose content or source it does not pin.
import { readFileSync } from 'node:fs';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: true;
  readonly os?: readonly string[];
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

const registry = 'https://registry.npmjs.org/';

/** Packages of other platforms that the registry lacks: nobody can say what their content is. */
const unpinnedPlatforms =
  /^node_modules\/(?:@biomejs\/cli|@myriaddreamin\/typst-ts-node-compiler|@oxc-parser\/binding)-(?!linux-x64(?:-gnu)?$)/;

/** Packages without a digest of their content, or from another place than the registry, one line each. */
export function unpinnedInLock(file: string): string[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages).flatMap(([path, { integrity, resolved, optional, os }]) => {
    if (path === '') return [];
    const isElsewhere = resolved !== undefined && !resolved.startsWith(registry);
    const isPinned = integrity?.startsWith('sha512-') || (optional && os && unpinnedPlatforms.test(path));
    return isPinned && !isElsewhere ? [] : [`${path} has ${isElsewhere ? `the source ${resolved}` : 'no integrity'}`];
  });
}
