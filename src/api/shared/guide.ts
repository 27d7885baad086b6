// Reads the guide of an interface from its Markdown file.
import { readFileSync } from 'node:fs';

/** @param values the values of placeholders such as `{{program}}` */
export const readGuide = (file: URL, values: Readonly<Record<string, string>>): string =>
  readFileSync(file, 'utf8')
    .trim()
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
