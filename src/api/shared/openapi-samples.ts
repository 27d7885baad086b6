// Samples of requests for an OpenAPI document: bodies in bracket notation, and calls to paste into a terminal.
import { exampleOf, type JsonObject } from './openapi-components.ts';
import type { ApiRoute } from './route.ts';

function pairsOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(`${name}[]`, item));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(name === '' ? key : `${name}[${key}]`, inner));
  }
  // Brackets are left readable: both ways are understood.
  return [`${name}=${encodeURIComponent(String(value)).replaceAll('%20', '+')}`];
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

/**
 * With the shell variables BASE, KEY and CA, FILE where a file is sent, and one named like each identifier in the URL.
 * @param keyHeader the name of the header that the key goes into
 */
export function curlSample(route: ApiRoute, keyHeader: string): string {
  const url = `"$BASE${route.url.replace(/:(\w+)/g, (_, name: string) => variable(name))}${queryText(route)}"`;
  const body = bodyExample(route);
  const lines = [
    `curl --cacert "$CA" -H "${keyHeader}: $KEY"`,
    route.method === 'GET' ? url : `-X ${route.method} ${url}`,
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
    ...(route.takesStream ? [`--data-binary @"${variable('FILE')}"`] : []),
  ];
  return lines.join(' \\\n  ');
}
