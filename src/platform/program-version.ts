// The version of the program, which package.json names.
import { readFileSync } from 'node:fs';

export function programVersion(): string {
  const described = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(described) as { version: string }).version;
}
