// Parses the source files for the architecture rules: imports and syntax trees.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';

export interface Import {
  /** A path of ours such as `src/lib/dates.ts`, or a package such as `node:net` or `undici`. */
  readonly from: string;
  /** Empty if only the whole module is imported. */
  readonly names: readonly string[];
  /** The local name of the whole module: `x` in `import x from …` and `import * as x from …`. */
  readonly whole?: string | undefined;
  /** Whether only types are imported. */
  readonly typesOnly: boolean;
  /** Whether the module is loaded with the file; `import()` loads it later. */
  readonly atOnce: boolean;
  readonly line: number;
}

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly lineCount: number;
  readonly program: Program;
  readonly imports: readonly Import[];
  lineOf(node: { readonly start: number }): number;
}

/** The node and every node below it, parents first. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const key of visitorKeys[node.type] ?? []) {
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[key];
    for (const each of Array.isArray(child) ? child : [child]) if (each) yield* nodesOf(each);
  }
}

function resolved(path: string, request: string): string {
  return request.startsWith('.') ? posix.join(posix.dirname(path), request) : request;
}

function importsOf(path: string, program: Program, lineOf: Source['lineOf']): Import[] {
  const found: Import[] = [];
  const add = (node: Node, request: string, names: readonly string[], typesOnly: boolean, whole?: string) => {
    const atOnce = !typesOnly && node.type !== 'ImportExpression';
    found.push({ from: resolved(path, request), names, whole, typesOnly, atOnce, line: lineOf(node) });
  };
  for (const node of nodesOf(program)) {
    if (node.type === 'ImportDeclaration') {
      const named = node.specifiers.filter((one) => one.type === 'ImportSpecifier');
      const values = named.filter((one) => one.importKind !== 'type');
      const whole = node.specifiers.find((one) => one.type !== 'ImportSpecifier')?.local.name;
      const typesOnly = node.importKind === 'type' || (whole === undefined && named.length > 0 && values.length === 0);
      const names = (typesOnly ? named : values).map(({ imported }) =>
        imported.type === 'Literal' ? imported.value : imported.name,
      );
      add(node, node.source.value, names, typesOnly, whole);
    } else if ((node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') && node.source) {
      add(node, node.source.value, [], node.exportKind === 'type');
    } else if (node.type === 'ImportExpression' && node.source.type === 'Literal') {
      add(node, String(node.source.value), [], false);
    } else if (node.type === 'TSImportType') {
      add(node, node.source.value, [], true);
    }
  }
  return found;
}

export function parseSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = ({ start }: { readonly start: number }) => lineStarts.findLastIndex((at) => at <= start) + 1;
  return {
    path,
    text,
    lineCount: lineStarts.length - 1,
    program,
    imports: importsOf(path, program, lineOf),
    lineOf,
  };
}

/** Every TypeScript file in one of the folders. */
export function readSources(root: string, folder: 'src' | 'test'): Source[] {
  return globSync(`${folder}/**/*.ts`, { cwd: root })
    .sort()
    .map((path) => parseSource(path, readFileSync(`${root}/${path}`, 'utf8')));
}
