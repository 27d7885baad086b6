// Architecture rules for effects: where SQL, the environment, the clock, random values and outgoing requests are
// allowed.
import type { Node } from 'oxc-parser';
import { fileRule, isIn, type Rule, roleOf } from './rule.ts';
import { nodesOf, type Source } from './sources.ts';

/** The text `a.b` of a member expression, else undefined. */
function dotted(node: Node): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return undefined;
  return `${node.object.name}.${(node.property as { name: string }).name}`;
}

/** The lines on which a file imports one of the things (`module:name`), or uses it by the module's name. */
function* usesOf(source: Source, things: ReadonlySet<string>): Generator<readonly [number, string]> {
  const wholes = new Map<string, string>();
  for (const { from, names, whole, typesOnly, line } of source.imports) {
    if (typesOnly) continue;
    if (whole !== undefined) wholes.set(whole, from);
    for (const name of names) if (things.has(`${from}:${name}`)) yield [line, `takes ${name} from ${from}`];
  }
  if (wholes.size === 0) return;
  for (const node of nodesOf(source.program)) {
    const [module = '', name = ''] = dotted(node)?.split('.') ?? [];
    if (things.has(`${wholes.get(module)}:${name}`)) yield [source.lineOf(node), `uses ${module}.${name}`];
  }
}

/** Matches statements in upper or lower case, because a sentence may begin with "Select". */
const sqlStart =
  /^\s*(?:select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\S+\s+as\s*\(|listen\s|create\s+table\s|SELECT\s|INSERT\s|UPDATE\s|DELETE\s|WITH\s|LISTEN\s|CREATE\s)/;

function isSqlPlace({ path }: Source): boolean {
  return (
    roleOf(path) === 'store' ||
    roleOf(path) === 'queries' ||
    isIn(path, ['src/platform/db/', 'src/platform/jobs.ts', 'src/platform/job-locks.ts'])
  );
}

const sqlPlaces: Rule = fileRule('SQL lives in stores, queries and the database platform', function* (source) {
  if (isSqlPlace(source)) return;
  for (const node of nodesOf(source.program)) {
    if (node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && node.tag.name === 'sql') {
      yield [source.lineOf(node), 'writes SQL'];
    }
    const text =
      node.type === 'Literal' && typeof node.value === 'string'
        ? node.value
        : node.type === 'TemplateLiteral'
          ? node.quasis[0]?.value.raw
          : undefined;
    if (text !== undefined && sqlStart.test(text)) yield [source.lineOf(node), `writes SQL: ${text.slice(0, 20)}`];
  }
});

const environment: Rule = fileRule('only config.ts reads the environment', function* (source) {
  if (source.path === 'src/config.ts') return;
  for (const node of nodesOf(source.program)) {
    if (dotted(node) === 'process.env') yield [source.lineOf(node), 'reads process.env'];
  }
});

const chance = new Set(
  ['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID', 'getRandomValues', 'webcrypto'].map(
    (name) => `node:crypto:${name}`,
  ),
);

const clocks = new Set(['Date.now', 'Math.random', 'crypto.randomUUID', 'crypto.getRandomValues']);

const clockAndChance: Rule = fileRule(
  'only main.ts knows the time, and only it and encryption draw at random',
  function* (source) {
    if (source.path === 'src/main.ts') return;
    if (!source.path.startsWith('src/platform/encryption/')) yield* usesOf(source, chance);
    for (const node of nodesOf(source.program)) {
      const name = dotted(node);
      if (name !== undefined && clocks.has(name)) yield [source.lineOf(node), `uses ${name}`];
      const isNow =
        node.type === 'NewExpression' &&
        node.callee.type === 'Identifier' &&
        node.callee.name === 'Date' &&
        node.arguments.length === 0;
      if (isNow) yield [source.lineOf(node), 'uses new Date()'];
    }
  },
);

const connecting = new Set([
  'node:http:request',
  'node:http:get',
  'node:http:Agent',
  'node:https:request',
  'node:https:get',
  'node:https:Agent',
  'node:http2:connect',
  'node:net:connect',
  'node:net:createConnection',
  'node:net:Socket',
  'node:tls:connect',
  'node:dgram:createSocket',
]);

/** Packages that open connections, each with the only folder that may import it. */
const clients: Readonly<Record<string, readonly string[]>> = {
  // For tests only: outgoing requests go through outgoing-http.
  undici: [],
  nodemailer: ['src/platform/mail.ts'],
  pg: ['src/platform/db/'],
  '@aws-sdk/client-s3': ['src/platform/files/', 'src/platform/forwarding/bucket-destination.ts'],
  'node:dns': ['src/platform/outgoing-http/', 'src/platform/email-domains.ts'],
  'node:dns/promises': ['src/platform/outgoing-http/', 'src/platform/email-domains.ts'],
};

const connectors = [
  'src/platform/outgoing-http/',
  'src/platform/db/',
  'src/platform/mail.ts',
  'src/platform/files/virus-scanner.ts',
  'src/platform/forwarding/syslog-destination.ts',
];

const globalClients = ['fetch', 'WebSocket', 'EventSource'];

const outgoing: Rule = fileRule('only outgoing-http, mail and the database connect to the outside', function* (source) {
  for (const { from, typesOnly, line } of source.imports) {
    const places = clients[from];
    if (places !== undefined && !typesOnly && !isIn(source.path, places)) yield [line, `imports ${from}`];
  }
  if (isIn(source.path, connectors)) return;
  yield* usesOf(source, connecting);
  for (const node of nodesOf(source.program)) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
    const name = node.callee.type === 'Identifier' ? node.callee.name : dotted(node.callee)?.replace('globalThis.', '');
    if (name !== undefined && globalClients.includes(name)) yield [source.lineOf(node), `calls ${name}`];
  }
});

export const effectRules: readonly Rule[] = [sqlPlaces, environment, clockAndChance, outgoing];
