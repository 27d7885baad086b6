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
  route.body === undefined ? undefined : exampleOf(route.body as JsonObject);

/** The parameters that must be there, with their examples. */
function queryText(route: ApiRoute): string {
  const { properties = {}, required = [] } = (route.query ?? {}) as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  const pairs = required.map((name) => `${name}=${encodeURIComponent(String(exampleOf(properties[name]!)))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/**
 * With the shell variables BASE, KEY and CA, and one named like each parameter of the path.
 * @param keyHeader the name of the header that the key goes into
 */
export function curlSample(route: ApiRoute, keyHeader: string): string {
  const url = `"$BASE${route.url.replace(/:(\w+)/g, '$$$1')}${queryText(route)}"`;
  const body = bodyExample(route);
  const lines = [
    `curl --cacert "$CA" -H "${keyHeader}: $KEY"`,
    route.method === 'GET' ? url : `-X ${route.method} ${url}`,
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
    ...(route.takesStream ? ['--data-binary @"$FILE"'] : []),
  ];
  return lines.join(' \\\n  ');
}
