// The mutations of a valid request, each a pure function of the request and a seed.
import { type Random, seededRandom } from '../../support/random.ts';
import { type FuzzRequest, type Hash, isHash, type Value } from './fuzz-request.ts';
import {
  hostileNames,
  hostileNumbers,
  hostileShapes,
  hostileSyntax,
  hostileTexts,
  hugeTexts,
} from './hostile-values.ts';
import { fuzzedInterfaces } from './interfaces.ts';
import { drawIds, queryNames } from './operations.ts';
import type { World } from './world.ts';

type Spoil = (request: FuzzRequest, random: Random, world: World) => FuzzRequest;
export type Mutation = (request: FuzzRequest) => FuzzRequest;

function hostileValue(random: Random): Value {
  switch (random.below(8)) {
    case 0:
      return random.pick(hostileNumbers);
    case 1:
      return random.pick([null, true, false]);
    case 2:
      return random.pick(hostileShapes)();
    case 3:
      return random.pick(hostileSyntax);
    default:
      return random.below(300) === 0 ? random.pick(hugeTexts)() : random.pick(hostileTexts);
  }
}

/** Changes one random node: `change` returns its replacement, or undefined to remove it. */
function changeNode(value: Value, random: Random, change: (node: Value) => Value | undefined): Value | undefined {
  const children = isHash(value) ? value.pairs.length : Array.isArray(value) ? value.length : 0;
  if (children === 0 || random.below(5) === 0) return change(value);
  const at = random.below(children);
  if (isHash(value)) {
    const [name, one] = value.pairs[at]!;
    const changed = changeNode(one, random, change);
    return { pairs: value.pairs.toSpliced(at, 1, ...(changed === undefined ? [] : [[name, changed] as const])) };
  }
  const list = value as readonly Value[];
  const changed = changeNode(list[at]!, random, change);
  return list.toSpliced(at, 1, ...(changed === undefined ? [] : [changed]));
}

const inBody =
  (change: (value: Value, random: Random) => Value | undefined): Spoil =>
  (request, random) => {
    const { body } = request;
    if (body.as === 'nothing') return { ...request, body: { as: 'json', value: hostileValue(random) } };
    if (body.as === 'bytes') return request;
    return { ...request, body: { ...body, value: change(body.value, random) ?? null } };
  };

const everyHash = (value: Value): Hash => (isHash(value) ? value : { pairs: [['0', value]] });

const bodySpoils: readonly Spoil[] = [
  inBody((value, random) => changeNode(value, random, () => hostileValue(random))),
  inBody((value, random) => changeNode(value, random, () => hostileValue(random))),
  inBody((value, random) => changeNode(value, random, () => undefined)),
  inBody((value, random) => changeNode(value, random, (node) => [node])),
  inBody((value, random) => changeNode(value, random, (node) => ({ pairs: [[random.pick(hostileNames), node]] }))),
  inBody((value, random) =>
    changeNode(value, random, (node) => ({
      pairs: [...everyHash(node).pairs, [random.pick(hostileNames), hostileValue(random)]],
    })),
  ),
  // Repeats a name.
  inBody((value, random) =>
    changeNode(value, random, (node) => {
      const { pairs } = everyHash(node);
      return pairs.length === 0 ? node : { pairs: [...pairs, [random.pick(pairs)[0], hostileValue(random)]] };
    }),
  ),
  // Changes the case of a name, sometimes in addition to the original: interface v1 ignores case.
  inBody((value, random) =>
    changeNode(value, random, (node) => {
      const { pairs } = everyHash(node);
      const inOther = pairs.map(
        ([name, one]) => [random.pick([name, name.toLowerCase(), name.toUpperCase()]), one] as const,
      );
      return { pairs: random.below(3) === 0 ? [...pairs, ...inOther] : inOther };
    }),
  ),
  inBody((_, random) => hostileValue(random)),
  // Sends a body under another media type.
  (request) => {
    const { body } = request;
    return body.as === 'json' || body.as === 'form'
      ? { ...request, body: { as: body.as === 'json' ? 'form' : 'json', value: body.value } }
      : request;
  },
  (request, random) => ({ ...request, body: { as: 'bytes', bytes: someBytes(random) } }),
  (request) => ({ ...request, isChunked: true }),
];

function someBytes(random: Random): Buffer {
  if (random.below(60) === 0) return Buffer.alloc(random.pick([1_048_576, 1_048_577, 3_000_000]), 'a=1&');
  return Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256)));
}

/** Text for a path or a query: usually escaped, sometimes not. */
function inUrl(random: Random): string {
  const text = random.pick([...hostileTexts, ...hostileNumbers.map(String)]).slice(0, 3000);
  if (random.below(6) === 0)
    return random.pick(['%', '%zz', '%ff', '%00', '%ED%A0%80', '%2e%2e%2f', '\xff\xfe', '%2F', '#', ';']);
  return text.isWellFormed() ? encodeURIComponent(text) : encodeURIComponent(text.toWellFormed());
}

const lastId = /[^/]*(?=[^0-9a-f-]*$)/i;

const pathSpoils: readonly Spoil[] = [
  (request, random) => {
    const parts = request.path.split('/');
    const at = 3 + random.below(Math.max(1, parts.length - 3));
    return { ...request, path: parts.toSpliced(at, 1, inUrl(random)).join('/') };
  },
  (request, random, world) => {
    // The id of another resource, or an unknown one.
    const id = encodeURIComponent(random.pick(drawIds(world, random)));
    return { ...request, path: request.path.replace(/[0-9a-f-]{36}|(?<=\/)\d+/i, id) };
  },
  (request) => ({ ...request, path: request.path.replace(/[0-9a-f-]{36}/i, (id) => id.toUpperCase()) }),
  (request, random) => ({
    ...request,
    path: request.path + random.pick(['/', '//', '/.', '/..', '/x', '/%2f', '.json']),
  }),
  (request, random) => ({
    ...request,
    path: random.pick([`/${request.path}`, `${request.path}#x`, `https://localhost${request.path}`, '*']),
  }),
  (request) => ({
    ...request,
    path: request.path.replace(lastId, (text) => text.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`)),
  }),
];

const namesInQueries = [...queryNames, 'expand', 'page[]', 'per_page[a]', '__proto__', ''];

const querySpoils: readonly Spoil[] = [
  (request, random) => {
    const pairs = request.query.slice(1).split('&');
    const at = random.below(pairs.length);
    const spoiltPair = pairs[at]!.replace(/=.*|$/, `=${inUrl(random)}`);
    return { ...request, query: `?${pairs.toSpliced(at, 1, spoiltPair).join('&')}` };
  },
  (request, random) => {
    const pairs = Array.from({ length: 1 + random.below(3) }, () => `${random.pick(namesInQueries)}=${inUrl(random)}`);
    return { ...request, query: `${request.query || '?'}&${pairs.join('&')}` };
  },
  (request, random) => {
    const odd = [
      '?',
      '?&',
      '?&expand=reports',
      '?page',
      '?page=1&page=2',
      '?=',
      '?%',
      '?a=%zz',
      '?\xff',
      '??page=1',
      '?page=2147483648',
    ];
    return { ...request, query: random.pick(odd) };
  },
  (request, random) => {
    const count = random.pick([100, 1000, 1001]);
    return { ...request, query: `?${Array.from({ length: count }, (_, n) => `a${n}=1`).join('&')}` };
  },
];

const withHeader = (request: FuzzRequest, name: string, ...values: readonly string[]): FuzzRequest => ({
  ...request,
  headers: [
    ...request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()),
    ...values.map((value) => [name, value] as const),
  ],
});

/** A latin-1 line for a header, including some invalid characters. */
const inHeader = (random: Random) =>
  random.below(8) === 0
    ? random.pick(['\x01', '\x7f', '\x80\xff', 'a\0b', ' '.repeat(300), 'a'.repeat(8000)])
    : Buffer.from(random.pick(hostileTexts).slice(0, 600))
        .toString('latin1')
        .replace(/[\r\n\0]/g, ' ');

const keyHeaders = new Set(fuzzedInterfaces.map(({ keyHeader }) => keyHeader));
const keyHeaderOf = ({ headers }: FuzzRequest) =>
  headers.find(([name]) => keyHeaders.has(name))?.[0] ?? 'Authorization';

const authorizations = (key: string, other: string): readonly string[] => [
  ...[
    '',
    ' ',
    key,
    ` ${key} `,
    `Bearer ${key}`,
    `bearer  ${key}`,
    `Token token=${key}`,
    `TOKEN token="${key}"`,
    `Token ${key}`,
  ],
  ...[
    other,
    `${key}x`,
    key.toUpperCase(),
    'live_',
    `Basic ${key}`,
    'Bearer',
    `${key}, ${key}`,
    `Token token=${'a'.repeat(600)}`,
  ],
];

const contentTypes = [
  ...[
    '',
    ' ',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/json;',
    'application/x-www-form-urlencoded; charset=x',
  ],
  ...[
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/xml',
    '/',
    'a',
    'a/b/c',
    'application/jsonx',
  ],
  ...[
    'application/json, text/plain',
    `application/json; a=${'b'.repeat(2000)}`,
    '*/*',
    'application/problem+json',
    '\xff/\xff',
  ],
];

const otherHeaders: readonly (readonly [string, string])[] = [
  ['Expect', '100-continue'],
  ['Expect', 'something'],
  ['Content-Encoding', 'gzip'],
  ['Accept', 'text/html;q=x'],
  ['Accept-Encoding', '\xff'],
  ['Connection', 'close'],
  ['Connection', 'Upgrade'],
  ['Upgrade', 'h2c'],
  ['VerifileUserId', ' '],
  ['VerifileUserId', '\xff\0'],
  ['VerifileUserId', "'; drop table users; --".repeat(20)],
  ['VerifileSubsidiaryOrganisationId', 'nobody'],
  ['X-Forwarded-For', '127.0.0.1, '.repeat(50)],
  ['X-Forwarded-Proto', 'http'],
  ['X-Http-Method-Override', 'DELETE'],
  ['X-Request-Id', 'mine'],
  ['Cookie', 'a=b; '.repeat(100)],
  ['Range', 'bytes=0-'],
  ['If-None-Match', '*'],
  ['Host', 'evil.example:99999/\xff'],
  ['Host', ''],
];

const headerSpoils: readonly Spoil[] = [
  (request, random, world) => {
    const keys = [world.keys.live, world.keys.test, world.readOnlyKey];
    return withHeader(request, keyHeaderOf(request), random.pick(authorizations(random.pick(keys), random.pick(keys))));
  },
  (request, random) => withHeader(request, keyHeaderOf(request), inHeader(random)),
  (request) => withHeader(request, keyHeaderOf(request)),
  (request, random) =>
    withHeader(
      request,
      'Idempotency-Key',
      random.pick(['', 'a', 'again', 'k'.repeat(255), 'k'.repeat(256), inHeader(random)]),
    ),
  (request, random) => withHeader(request, 'Idempotency-Key', 'again', inHeader(random)),
  (request, random) => withHeader(request, 'Content-Type', random.pick(contentTypes)),
  (request) => withHeader(request, 'Content-Type'),
  (request, random) => withHeader(request, 'Content-Type', random.pick(contentTypes), random.pick(contentTypes)),
  (request, random) => withHeader(request, ...random.pick(otherHeaders)),
  (request) => withHeader(request, 'Host'),
  (request, random) => withHeader(request, 'X-Large', 'x'.repeat(random.pick([1000, 15_000, 16_400, 100_000]))),
  (request, random) => ({
    ...request,
    headers: [
      ...request.headers,
      ...Array.from({ length: 120 }, (_, n) => [`X-${n}`, String(random.below(9))] as const),
    ],
  }),
];

const methods = [
  ...[
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'QUERY',
    'PURGE',
    'SEARCH',
  ],
  ...['get', 'GETX', 'post', '', 'G ET', '\xff'],
];

const methodSpoils: readonly Spoil[] = [(request, random) => ({ ...request, method: random.pick(methods) })];

/** The frequency of each kind; the mutations of a kind are equally likely. */
const kinds: readonly (readonly [weight: number, spoils: readonly Spoil[]])[] = [
  [10, bodySpoils],
  [3, pathSpoils],
  [3, querySpoils],
  [4, headerSpoils],
  [1, methodSpoils],
];
const weighted = kinds.flatMap(([weight, spoils]) => Array.from({ length: weight }, () => spoils));

export function drawMutation(world: World, random: Random): Mutation {
  const spoil = random.pick(random.pick(weighted));
  const seed = random.below(2 ** 32);
  return (request) => spoil(request, seededRandom(seed), world);
}
