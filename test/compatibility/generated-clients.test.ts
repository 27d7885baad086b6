// Clients that generators make of both OpenAPI documents: they compile strictly, screen a candidate and upload a file.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { v1Base } from '../../src/api/v1/v1-path.ts';
import { v2Bases } from '../../src/api/v2/bases.ts';
import { startProbity } from '../support/probity.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const probity = await startProbity();
const folder = mkdtempSync(join(tmpdir(), 'probity-clients-'));
after(() => rmSync(folder, { recursive: true, force: true }));

cpSync(fileURLToPath(new URL('generated-clients', import.meta.url)), folder, { recursive: true });
symlinkSync(modules, join(folder, 'node_modules'));
writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      ...{ strict: true, noEmit: true, target: 'es2024', module: 'nodenext', types: ['node'], skipLibCheck: true },
      ...{
        allowImportingTsExtensions: true,
        erasableSyntaxOnly: true,
        noUncheckedIndexedAccess: true,
      },
    },
  }),
);

/** They write code by the compiler's old interface, which version 7 does not have. */
async function generators() {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-api' : specifier, context),
  });
  const [openApiTypeScript, heyApi, orval] = await Promise.all([
    import('openapi-typescript'),
    import('@hey-api/openapi-ts'),
    import('orval'),
  ]);
  return { openApiTypeScript, heyApi, orval, done: () => hooks.deregister() };
}

async function generate(): Promise<void> {
  const { openApiTypeScript, heyApi, orval, done } = await generators();
  mkdirSync(join(folder, 'openapi-typescript'));
  for (const version of ['v1', 'v2']) {
    const document = (await probity.fetch(`/openapi/${version}.json`)).json;
    const types = await openApiTypeScript.default(document as never);
    writeFileSync(join(folder, 'openapi-typescript', `${version}.ts`), openApiTypeScript.astToString(types));
    await heyApi.createClient({
      input: document as never,
      output: { path: join(folder, 'hey-api', version), importFileExtension: '.ts' },
      logs: { level: 'silent' },
    });
    await orval.generate(
      {
        input: { target: document as never },
        output: {
          target: join(folder, 'orval', `${version}.ts`),
          client: 'fetch',
          baseUrl: { getBaseUrlFromSpecification: true },
        },
      },
      folder,
    );
  }
  done();
}
await generate();

const run = promisify(execFile);
const program = (name: string, ...args: readonly string[]) =>
  run(join(modules, '.bin', name), args, {
    cwd: folder,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_EXTRA_CA_CERTS: probity.caFile,
      API_KEY: probity.account.keys.test,
      V1_URL: `${probity.url}${v1Base}`,
      V2_URL: `${probity.url}${v2Bases.test}`,
    },
  }).catch((error: { stdout: string; stderr: string }) => assert.fail(error.stdout + error.stderr));

test('generated clients compile under strict TypeScript', async () => {
  await program('tsc', '-p', '.');
});

for (const client of ['openapi-fetch', 'hey-api', 'orval']) {
  test(`a client of ${client} screens a candidate and uploads a file`, async () => {
    await program('node', `${client}.ts`);
  });
}
