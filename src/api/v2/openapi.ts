// The OpenAPI 3.1 document of interface v2, made from its routes: what docs/openapi-v2.json is printed from.
import { v2Bases } from './bases.ts';
import { collectComponents, type JsonObject } from './openapi-components.ts';
import { errorExamples, sharedErrorResponses } from './openapi-errors.ts';
import { guide, tagDescriptions } from './openapi-guide.ts';
import { operationOf, sharedHeaders, sharedParameters } from './openapi-operations.ts';
import { describeWebhooks, notificationHeaders } from './openapi-webhooks.ts';
import type { V2Route } from './route.ts';

export type OpenApiDocument = JsonObject & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
};

export const openApiPath = (url: string) => url.replace(/:(\w+)/g, '{$1}');

/** @param baseUrl external base, without a slash at its end */
export function describeV2(routes: readonly V2Route[], baseUrl: string): OpenApiDocument {
  const components = collectComponents();
  const live = { url: `${baseUrl}${v2Bases.live}`, description: 'Live: checks are run and charged.' };
  const staging = { url: `${baseUrl}${v2Bases.test}`, description: 'Staging, with a test key: nothing is looked up.' };
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    const path = openApiPath(route.url);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components, staging) };
  }
  const webhooks = describeWebhooks(baseUrl, components);
  const responses = sharedErrorResponses(components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Probity interface v2',
      version: '2.0.0',
      summary: 'Background screening: applicants, checks, reports and webhooks.',
      description: guide,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [live, staging],
    security: [{ key: [] }, { bearer: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The key as it is, or `Token token=KEY`.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The key as `Bearer KEY`.' },
      },
      parameters: { ...sharedParameters, ...notificationHeaders },
      headers: sharedHeaders,
      responses,
      examples: errorExamples(),
      schemas: components.schemas(),
    },
  };
}

/** As it is committed and served. */
export const printDocument = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`;
