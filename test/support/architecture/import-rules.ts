// Architecture rules for imports: who may import whom.
import type { Node } from 'oxc-parser';
import { featureOf, fileRule, type Rule, roleOf } from './rule.ts';
import { type Import, nodesOf, type Source } from './sources.ts';

/**
 * From left to right: each layer may import those to its left. The settings lie between the platform and the context.
 */
const layers: readonly (readonly [prefix: string, layer: number])[] = [
  ['src/lib/', 0],
  // Every layer may import messages.
  ['src/messages/', 0],
  ['src/platform/', 1],
  ['src/config.ts', 2],
  ['src/context.ts', 3],
  ['src/features/', 4],
  ['src/providers/', 5],
  ['src/api/', 5],
  ['src/portals/', 5],
  ['src/main', 6],
  ['src/cli/', 7],
];

function layerOf(path: string): number | undefined {
  return layers.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/**
 * The surface of a path, such as `src/api/v2`; undefined for `src/api/shared` and `src/portals/shared`, which surfaces
 * share.
 */
function surfaceOf(path: string): string | undefined {
  return /^src\/(?:api|portals|providers)\/[^/]+(?=\/)/.exec(path)?.[0];
}

const isOurs = ({ from }: Import) => from.startsWith('src/');

const layering: Rule = fileRule('imports point to the left', function* ({ path, imports }) {
  const layer = layerOf(path);
  if (layer === undefined) {
    yield [1, 'belongs to no layer'];
    return;
  }
  for (const { from, line } of imports.filter(isOurs)) {
    const other = layerOf(from);
    if (other === undefined || other > layer) yield [line, `imports ${from}`];
  }
});

const surfaces: Rule = fileRule('surfaces never import each other', function* ({ path, imports }) {
  const surface = surfaceOf(path);
  for (const { from, line } of imports) {
    const other = surfaceOf(from);
    if (surface === undefined || other === undefined || other === surface) continue;
    const isSharedGround = other === surface.replace(/[^/]+$/, 'shared');
    if (!isSharedGround) yield [line, `imports ${from}`];
  }
});

/** Modules without side effects: parsers and arithmetic. */
const pureModules = ['node:buffer', 'node:url', 'node:util'];
const pureFunctions = [
  ...['createHash', 'createHmac', 'hash', 'timingSafeEqual'].map((name) => `node:crypto:${name}`),
  // It loads code, as an import does.
  'node:module:createRequire',
];

function isPureModule({ from, names, typesOnly }: Import): boolean {
  if (typesOnly || !from.startsWith('node:') || pureModules.includes(from)) return true;
  return names.length > 0 && names.every((name) => pureFunctions.includes(`${from}:${name}`));
}

const lib: Rule = fileRule('lib does no I/O', function* ({ path, imports }) {
  if (!path.startsWith('src/lib/')) return;
  for (const imported of imports) if (!isPureModule(imported)) yield [imported.line, `imports ${imported.from}`];
});

const pureRoles = ['rules', 'states', 'schedule'];

function isWaiting(node: Node): boolean {
  if (node.type === 'AwaitExpression') return true;
  const isFunction =
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression';
  return (isFunction && node.async) || (node.type === 'Identifier' && node.name === 'Promise');
}

/**
 * Finds the pure files: lib, the pure roles, and files without a role that are synchronous and import pure files only.
 */
function purityIn(sources: readonly Source[]): (imported: Import) => boolean {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const known = new Map<string, boolean>();
  const isPureFile = (path: string): boolean => {
    const isData = path.startsWith('src/messages/') || path.endsWith('.json');
    if (isData || path.startsWith('src/lib/') || pureRoles.includes(roleOf(path) ?? '')) return true;
    const source = byPath.get(path);
    if (!path.startsWith('src/features/') || roleOf(path) !== undefined || source === undefined) return false;
    if (!known.has(path)) {
      // Assume pure until known otherwise, because files may import each other in a cycle.
      known.set(path, true);
      known.set(path, source.imports.every(isPure) && ![...nodesOf(source.program)].some(isWaiting));
    }
    return known.get(path)!;
  };
  const isPure = (imported: Import) =>
    imported.typesOnly || (isOurs(imported) ? isPureFile(imported.from) : isPureModule(imported));
  return isPure;
}

const purity: Rule = {
  name: 'rules, states and schedules import only what is pure',
  check(sources) {
    const isPure = purityIn(sources);
    return sources
      .filter(({ path }) => pureRoles.includes(roleOf(path) ?? ''))
      .flatMap(({ path, imports }) =>
        imports
          .filter((imported) => !isPure(imported))
          .map(({ from, line }) => ({ path, line, message: `imports ${from}` })),
      );
  },
};

const asynchrony: Rule = fileRule('rules, states and schedules wait for nothing', function* (source) {
  if (!pureRoles.includes(roleOf(source.path) ?? '')) return;
  for (const node of nodesOf(source.program)) if (isWaiting(node)) yield [source.lineOf(node), 'waits'];
});

const stores: Rule = fileRule("a feature never uses another feature's store", function* ({ path, imports }) {
  const feature = featureOf(path);
  for (const { from, line, typesOnly } of imports) {
    const role = roleOf(from);
    const isForeign = featureOf(from) !== undefined && featureOf(from) !== feature;
    if (role === 'store' && isForeign && !(typesOnly && feature === undefined)) yield [line, `imports ${from}`];
  }
});

export const importRules: readonly Rule[] = [layering, surfaces, lib, purity, asynchrony, stores];
