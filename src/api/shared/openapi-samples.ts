// Samples of requests for an OpenAPI document: form bodies in bracket notation, and calls to paste into a terminal.
import type { DescribedInterface } from './openapi.ts';
import { exampleOf, type JsonObject } from './openapi-components.ts';
import type { ApiRoute } from './route.ts';

function pairsOf(name: string, value: unknown): string[] {
  // A form has no null: what is left out is none.
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(`${name}[]`, item));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(name === '' ? key : `${name}[${key}]`, inner));
  }
  // Brackets stay unencoded, for readability: both spellings are accepted.
  return [`${name}=${encodeURIComponent(String(value)).replaceAll('%20', '+').replaceAll("'", '%27')}`];
}

/** A form body; in a list of hashes, a repeated name starts a new element. */
export const bracketForm = (body: unknown): string => pairsOf('', body).join('&');

export const bodyExample = (route: ApiRoute): unknown =>
  route.body === undefined ? undefined : (route.bodyExample ?? exampleOf(route.body as JsonObject));

/** `:?` makes the shell stop on an unset variable: an empty path segment would address another resource. */
const variable = (name: string) => `\${${name}:?}`;

/** The guide then says where each identifier comes from. */
export const variablesExplained = (name: string, example: string) =>
  `\`${variable(name)}\` in an example stands for an identifier that you set before, as in \`${name}=${example}\`; your shell sends nothing while it is not set.`;

const isIdentifier = ({ type, format }: JsonObject) => type === 'integer' || format === 'uuid';

type NamedAs = (name: string) => string;

/** The path with its required parameters: identifiers as variables, others as their examples. */
function addressOf(route: ApiRoute, named: NamedAs): string {
  const { properties = {}, required = [] } = (route.query ?? {}) as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  const pairs = required.map((name) => {
    const schema = properties[name]!;
    return `${name}=${isIdentifier(schema) ? named(name) : encodeURIComponent(String(exampleOf(schema)))}`;
  });
  const path = route.url.replace(/:(\w+)/g, (_, name: string) => named(name));
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

function curl(route: ApiRoute, keyHeader: string, body: readonly string[]): string {
  const url = `"$BASE${addressOf(route, variable)}"`;
  const lines = [
    `curl --cacert "$CA" -H "${keyHeader}: $KEY"`,
    route.method === 'GET' ? url : `-X ${route.method} ${url}`,
    ...body,
  ];
  return lines.join(' \\\n  ');
}

const jsonArguments = (body: unknown) => [
  '-H "Content-Type: application/json"',
  `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
];

/** A Node program that reads the shell's variables from its environment. */
function javaScript(route: ApiRoute, keyHeader: string, body: unknown): string {
  const names = new Set(['BASE', 'KEY']);
  const url = addressOf(route, (name) => {
    names.add(name);
    return `\${${name}}`;
  });
  if (route.takesStream) names.add('FILE');
  const headers = [`'${keyHeader}': KEY`, ...(body === undefined ? [] : ["'Content-Type': 'application/json'"])];
  const init = [
    ...(route.method === 'GET' ? [] : [`method: '${route.method}',`]),
    `headers: { ${headers.join(', ')} },`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`]),
    ...(route.takesStream ? ['body: await openAsBlob(FILE),'] : []),
  ];
  return [
    ...(route.takesStream ? ["import { openAsBlob } from 'node:fs';", ''] : []),
    `const { ${[...names].join(', ')} } = process.env;`,
    `const answer = await fetch(\`\${BASE}${url}\`, {`,
    ...init.map((line) => `  ${line}`),
    '});',
    'console.log(answer.status, await answer.text());',
  ].join('\n');
}

/** The samples use the variables BASE, KEY and CA, FILE for an upload, and one variable per identifier in the URL. */
export function codeSamples(
  route: ApiRoute,
  { keyHeader, takesForms }: Pick<DescribedInterface, 'keyHeader' | 'takesForms'>,
): JsonObject[] {
  const example = bodyExample(route);
  const file = route.takesStream ? [`--data-binary @"${variable('FILE')}"`] : [];
  const shell = (label: string, body: readonly string[]) => ({
    lang: 'Shell',
    label,
    source: curl(route, keyHeader, body),
  });
  return [
    shell('curl', example === undefined ? file : jsonArguments(example)),
    ...(takesForms && example !== undefined ? [shell('curl with a form', [`-d '${bracketForm(example)}'`])] : []),
    { lang: 'JavaScript', label: 'JavaScript', source: javaScript(route, keyHeader, example) },
  ];
}
