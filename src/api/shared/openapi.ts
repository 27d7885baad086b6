// The OpenAPI 3.1 document of an interface, made from its routes: what docs/openapi-*.json are printed from.

import { collectComponents, type JsonObject } from './openapi-components.ts';
import type { DescribedInterface } from './openapi-described.ts';
import { errorExamples, sharedErrorResponses } from './openapi-errors.ts';
import { operationOf, sharedHeaders, sharedParameters } from './openapi-operations.ts';
import type { ApiRoute } from './route.ts';

export type OpenApiDocument = JsonObject & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
};

export const openApiPath = (url: string) => url.replace(/:(\w+)/g, '{$1}');

export function describeInterface<Route extends ApiRoute>(described: DescribedInterface<Route>): OpenApiDocument {
  const { routes, securitySchemes, tagDescriptions, errors } = described;
  const components = collectComponents();
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    const path = openApiPath(route.url);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(described, route, components) };
  }
  const webhooks = described.webhooks(components);
  const responses = sharedErrorResponses(errors, components);
  return {
    openapi: '3.1.1',
    info: { ...described.info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: described.servers,
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: { ...sharedParameters, ...described.parameters },
      headers: { ...sharedHeaders, ...described.headers },
      responses,
      examples: errorExamples(errors),
      schemas: components.schemas(),
    },
  };
}

/** As it is committed and served. */
export const printDocument = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`;
