// Samples of requests for an OpenAPI document: bodies in bracket notation, and calls to paste into a terminal.
import type { DescribedInterface } from './openapi.ts';
import { exampleOf, type JsonObject } from './openapi-components.ts';
import type { ApiRoute } from './route.ts';

function pairsOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(`${name}[]`, item));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(name === '' ? key : `${name}[${key}]`, inner));
  }
  // Brackets are left readable: both ways are understood.
  return [`${name}=${encodeURIComponent(String(value)).replaceAll('%20', '+').replaceAll("'", '%27')}`];
}

/** As forms send it; a list of hashes begins a new element where a name comes again. */
export const bracketForm = (body: unknown): string => pairsOf('', body).join('&');

export const bodyExample = (route: ApiRoute): unknown =>
  route.body === undefined ? undefined : (route.bodyExample ?? exampleOf(route.body as JsonObject));

/** What the shell refuses to go on without: an empty part of an address would ask for something else. */
const variable = (name: string) => `\${${name}:?}`;

/** For the guide, which says afterwards where each identifier comes from. */
export const variablesExplained = (name: string, example: string) =>
  `\`${variable(name)}\` in an example stands for an identifier that you set before, as in \`${name}=${example}\`; your shell sends nothing while it is not set.`;

const isIdentifier = ({ type, format }: JsonObject) => type === 'integer' || format === 'uuid';

/** The parameters that must be there: identifiers as variables, others with their examples. */
function queryText(route: ApiRoute): string {
  const { properties = {}, required = [] } = (route.query ?? {}) as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  const pairs = required.map((name) => {
    const schema = properties[name]!;
    return `${name}=${isIdentifier(schema) ? variable(name) : encodeURIComponent(String(exampleOf(schema)))}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** With the shell variables BASE, KEY and CA, and one named like each identifier in the URL. */
function curl(route: ApiRoute, keyHeader: string, body: readonly string[]): string {
  const url = `"$BASE${route.url.replace(/:(\w+)/g, (_, name: string) => variable(name))}${queryText(route)}"`;
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

/** A call with JSON, or with the file that the shell variable FILE names; and the same call with a form where one is taken. */
export function codeSamples(
  route: ApiRoute,
  { keyHeader, takesForms }: Pick<DescribedInterface, 'keyHeader' | 'takesForms'>,
): JsonObject[] {
  const example = bodyExample(route);
  const sample = (label: string, body: readonly string[]) => ({
    lang: 'Shell',
    label,
    source: curl(route, keyHeader, body),
  });
  if (route.takesStream) return [sample('curl', [`--data-binary @"${variable('FILE')}"`])];
  if (example === undefined) return [sample('curl', [])];
  return [
    sample('curl', jsonArguments(example)),
    ...(takesForms ? [sample('curl with a form', [`-d '${bracketForm(example)}'`])] : []),
  ];
}
