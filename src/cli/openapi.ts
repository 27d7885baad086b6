// The committed document must not depend on anybody's settings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { type OpenApiDocument, printDocument } from '../api/shared/openapi.ts';
import { v1Document } from '../api/v1/index.ts';
import { v2Document } from '../api/v2/index.ts';
import type { Settings } from '../config.ts';
import { runs } from './command.ts';

const baseUrl = 'https://localhost:8443';

const documents = { v1: v1Document, v2: v2Document } satisfies Record<
  string,
  (base: string) => Promise<OpenApiDocument>
>;

async function openapi(_: Settings, version: keyof typeof documents, { check }: { check?: true }): Promise<number> {
  const printed = printDocument(await documents[version](baseUrl));
  if (check === undefined) {
    process.stdout.write(printed);
    return 0;
  }
  const file = `docs/openapi-${version}.json`;
  if (readFileSync(join(import.meta.dirname, '../..', file), 'utf8') === printed) return 0;
  process.stderr.write(`${file} is not up to date: probity openapi ${version} > ${file}\n`);
  return 1;
}

export function describe(command: Command): void {
  command
    .addArgument(new Argument('<version>', 'of the interface').choices(Object.keys(documents)))
    .option('--check', 'check whether the one in docs is up to date')
    .action(runs(openapi));
}
