// The rule for starts: every library that a start loads delays the first answer, so each is listed here.
import type { Node } from 'oxc-parser';
import type { Rule } from './rule.ts';
import type { Source } from './sources.ts';

/** Files that every start loads, some by `import()`; what they import is loaded with them. */
const loadedByEveryStart = [
  'src/cli/probity.ts',
  'src/cli/serve.ts',
  'src/cli/demo.ts',
  'src/main-serving.ts',
  'src/platform/db/embedded-postgres.ts',
];

/** Packages that the first answer needs, or that load within a few milliseconds. */
const packages = [
  '@fastify/compress',
  '@fastify/cookie',
  '@fastify/formbody',
  '@fastify/multipart',
  'any-ascii',
  'commander',
  'double-metaphone',
  'fastify',
  'i18n-iso-countries',
  'ipaddr.js',
  'otpauth',
  'pg',
  'pino',
  'tldts',
  'typebox',
  'uqr',
];

function delaysStart(from: string): boolean {
  // An import of `node:http` reads every export, including WebSocket, which loads a second HTTP client.
  if (from.startsWith('node:')) return from === 'node:http';
  return !from.startsWith('src/') && !packages.some((name) => from === name || from.startsWith(`${name}/`));
}

function reachedFrom(paths: readonly string[], sources: readonly Source[]): Set<Source> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<Source>();
  const add = (path: string) => {
    const source = byPath.get(path);
    if (source === undefined || reached.has(source)) return;
    reached.add(source);
    for (const { from, atOnce } of source.imports) if (atOnce) add(from);
  };
  paths.forEach(add);
  return reached;
}

/** Whether the statement of a module makes something of `Intl`, which takes several milliseconds each. */
function makesFormat(statement: Node): boolean {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return false;
  return declared.declarations.some(
    ({ init }) =>
      init?.type === 'NewExpression' &&
      init.callee.type === 'MemberExpression' &&
      init.callee.object.type === 'Identifier' &&
      init.callee.object.name === 'Intl',
  );
}

export const startRule: Rule = {
  name: 'a start loads only the libraries that are listed for it, and makes no formats',
  check: (sources) =>
    [...reachedFrom(loadedByEveryStart, sources)].flatMap(({ path, imports, program, lineOf }) => [
      ...imports
        .filter(({ from, atOnce }) => atOnce && delaysStart(from))
        .map(({ from, line }) => ({ path, line, message: `loads ${from} at every start: load it at its first use` })),
      ...program.body.filter(makesFormat).map((made) => ({
        path,
        line: lineOf(made),
        message: 'makes a format at every start: make it at its first use',
      })),
    ]),
};
