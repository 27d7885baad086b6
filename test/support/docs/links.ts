// Finds names in documents that do not exist: links to files, paths in backticks, settings.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingEntries } from '../../../src/config.ts';

const inBackticks = /`((?:src|test|migrations|docs|bench|bin)\/[\w./*-]+)`/g;
const inLinks = /\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g;

const settings: ReadonlySet<string> = new Set(Object.values(settingEntries).map(({ name }) => name));

/** `document names path`, one line each; empty if everything exists. */
export function brokenLinks(root: string): string[] {
  const documents = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: root }));
  return documents.sort().flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const named = [
      ...[...text.matchAll(inBackticks)].map(([, path]) => path!),
      ...[...text.matchAll(inLinks)].map(([, path]) => join(dirname(document), path!)),
    ];
    const missing = [
      ...named.filter((path) => !existsSync(join(root, path))),
      ...(text.match(/\bPROBITY_[A-Z_]+\b/g) ?? []).filter((name) => !settings.has(name)),
    ];
    return [...new Set(missing)].map((name) => `${document} names ${name}, which is not there`);
  });
}
