// `probity openapi v1|v2`: prints an OpenAPI document; with --check, says whether the committed one is still the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenApiDocument, printDocument } from '../api/shared/openapi.ts';
import { v1Document } from '../api/v1/index.ts';
import { v2Document } from '../api/v2/index.ts';
import type { Settings } from '../config.ts';
import { helpAsked } from './command.ts';

const usage = `probity openapi v1|v2 [--check]
  Prints the OpenAPI document of an interface. --check says whether the one in docs is still the same.
`;

/** What is committed must not depend on anybody's settings. */
const baseUrl = 'https://localhost:8443';

const documents: Readonly<Record<string, (base: string) => Promise<OpenApiDocument>>> = {
  v1: v1Document,
  v2: v2Document,
};

export async function openapiCommand(_settings: Settings, args: readonly string[]): Promise<number> {
  if (helpAsked(args, usage)) return 0;
  const [version = '', option] = args;
  const document = Object.hasOwn(documents, version) ? documents[version] : undefined;
  if (document === undefined || (option !== undefined && option !== '--check')) {
    process.stderr.write(usage);
    return 2;
  }
  const printed = printDocument(await document(baseUrl));
  if (option === undefined) {
    process.stdout.write(printed);
    return 0;
  }
  const file = `docs/openapi-${version}.json`;
  if (readFileSync(join(import.meta.dirname, '../..', file), 'utf8') === printed) return 0;
  process.stderr.write(`${file} is not up to date: probity openapi ${version} > ${file}\n`);
  return 1;
}
