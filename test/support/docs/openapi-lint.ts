// Checks the committed OpenAPI documents against the recommended rules of Spectral and Redocly.
import { readFileSync } from 'node:fs';
import { createConfig, lint } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

const documents = ['docs/openapi-v1.json', 'docs/openapi-v2.json', 'docs/openapi-provider.json'];

async function spectralProblems(root: string, path: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    extends: [[rulesets.oas as RulesetDefinition, 'recommended']],
    rules: {
      // The contact depends on who runs the product.
      'info-contact': 'off',
      // A description is optional if the summary is enough.
      'operation-description': 'off',
      // MethodNotAllowed belongs to no operation.
      'oas3-unused-component': 'off',
    },
  });
  const found = await linter.run(new spectral.Document(readFileSync(`${root}/${path}`, 'utf8'), parsers.Json, path));
  return found.map((problem) => `${path} ${problem.path.join('/')}: ${problem.message} (${problem.code})`);
}

async function redoclyProblems(root: string, path: string): Promise<string[]> {
  const rules = {
    // The committed documents name a server on this machine.
    'no-server-example.com': 'off',
    'no-unused-components': 'off',
  } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const found = await lint({ ref: `${root}/${path}`, config });
  return found.map((problem) => `${path} ${problem.location[0]?.pointer}: ${problem.message} (${problem.ruleId})`);
}

/** One line for each problem, including warnings; empty if there are none. */
export async function openApiProblems(root: string): Promise<string[]> {
  const found = documents.flatMap((path) => [spectralProblems(root, path), redoclyProblems(root, path)]);
  return (await Promise.all(found)).flat();
}
