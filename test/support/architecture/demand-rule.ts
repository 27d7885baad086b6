// The rule that actions and queries which the API or a portal calls demand a permission, themselves or by what they call.
import type { Node } from 'oxc-parser';
import type { Rule, Violation } from './rule.ts';
import { nodesOf, type Source } from './sources.ts';

const demands = 'src/features/access/permissions.ts:demand';
const surface = /^src\/(?:api|portals)\//;
const feature = /^src\/features\//;

interface Declared {
  readonly source: Source;
  readonly node: Node;
}

/** The top-level functions and values of a file, by `path:name`. */
function* declarationsOf(source: Source): Generator<readonly [string, Declared]> {
  for (const statement of source.program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type === 'FunctionDeclaration' && node.id) yield [`${source.path}:${node.id.name}`, { source, node }];
    if (node?.type !== 'VariableDeclaration') continue;
    for (const one of node.declarations) {
      if (one.id.type === 'Identifier') yield [`${source.path}:${one.id.name}`, { source, node: one }];
    }
  }
}

/** What each name of the file means elsewhere: `path:name`. */
function importedInto(source: Source): ReadonlyMap<string, string> {
  const values = source.imports.filter(({ typesOnly }) => !typesOnly);
  return new Map(values.flatMap(({ from, names }) => names.map((name) => [name, `${from}:${name}`] as const)));
}

/** Whether it takes the context or the database first: then it reads or changes something. */
function touchesData({ source, node }: Declared): boolean {
  for (const inner of nodesOf(node)) {
    if (inner.type !== 'FunctionDeclaration' && inner.type !== 'ArrowFunctionExpression') continue;
    const [first] = inner.params;
    return first !== undefined && /^(?:ctx|tx|db)\b|: (?:Ctx|Db)\b/.test(source.text.slice(first.start, first.end));
  }
  return false;
}

/** @param reasons by `path` or `path:function`: why it demands nothing */
export function demandRule(reasons: Readonly<Record<string, string>>): Rule {
  return {
    name: 'an action or query that a surface calls demands a permission',
    check(sources) {
      const declared = new Map(sources.flatMap((source) => [...declarationsOf(source)]));
      const imported = new Map(sources.map((source) => [source.path, importedInto(source)]));
      const known = new Map<string, boolean>([[demands, true]]);
      const asks = (id: string): boolean => {
        const found = declared.get(id);
        if (known.has(id) || found === undefined) return known.get(id) ?? false;
        // Until it is known, because functions may call each other.
        known.set(id, false);
        const { path } = found.source;
        const names = [...nodesOf(found.node)].flatMap((node) => (node.type === 'Identifier' ? [node.name] : []));
        const called = names.map((name) => imported.get(path)?.get(name) ?? `${path}:${name}`);
        known.set(
          id,
          called.some((one) => one !== id && asks(one)),
        );
        return known.get(id)!;
      };
      const isExcused = (id: string) => reasons[id] !== undefined || reasons[id.split(':')[0]!] !== undefined;
      const violationsIn = (source: Source): Violation[] =>
        [...imported.get(source.path)!.values()]
          .filter((id) => feature.test(id) && declared.has(id) && touchesData(declared.get(id)!))
          .filter((id) => !isExcused(id) && !asks(id))
          .map((id) => ({ path: source.path, line: 1, message: `calls ${id}, which demands no permission` }));
      return sources.filter(({ path }) => surface.test(path)).flatMap(violationsIn);
    },
  };
}
