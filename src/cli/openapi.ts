// `probity openapi v2`: prints the OpenAPI document; with --check, says whether the committed one is still the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v2Document } from '../api/v2/index.ts';
import { printDocument } from '../api/v2/openapi.ts';
import type { Settings } from '../config.ts';

/** What is committed must not depend on anybody's settings. */
const baseUrl = 'https://localhost:8443';

const committed = join(import.meta.dirname, '../../docs/openapi-v2.json');

export async function openapiCommand(_settings: Settings, args: readonly string[]): Promise<number> {
  const [version, option] = args;
  if (version !== 'v2' || (option !== undefined && option !== '--check')) {
    process.stderr.write('probity openapi v2 [--check]\n');
    return 2;
  }
  const printed = printDocument(await v2Document(baseUrl));
  if (option === undefined) {
    process.stdout.write(printed);
    return 0;
  }
  if (readFileSync(committed, 'utf8') === printed) return 0;
  process.stderr.write('docs/openapi-v2.json is not up to date: probity openapi v2 > docs/openapi-v2.json\n');
  return 1;
}
