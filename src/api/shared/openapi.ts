// Builds an interface's OpenAPI 3.1 document from its routes with @fastify/swagger; docs/openapi-*.json are printed
// from it.
import swagger from '@fastify/swagger';
import { fastify } from 'fastify';
import type { RefusalReason } from '../../lib/refusal.ts';
import { componentPlaces, type JsonObject } from './openapi-components.ts';
import {
  type DescribedErrors,
  describedHeaders,
  errorExamples,
  errorResponses,
  sharedErrorResponses,
} from './openapi-errors.ts';
import { operationSchema, type Shapes } from './openapi-operations.ts';
import type { PathIdForm } from './path-ids.ts';
import type { ApiRoute } from './route.ts';

/** What an interface adds to the description of a route. */
export interface MoreAboutRoute {
  readonly query?: Shapes;
  readonly headers?: Shapes;
  readonly answerHeaders?: Shapes;
  readonly refusals?: readonly RefusalReason[];
  readonly servers?: readonly JsonObject[];
}

/** An interface's description, besides its routes. */
export interface DescribedInterface<Route extends ApiRoute = ApiRoute> {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly securitySchemes: JsonObject;
  readonly tagDescriptions: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  readonly formOfId: (route: Route, name: string) => PathIdForm;
  readonly more: (route: Route) => MoreAboutRoute;
  readonly errors: DescribedErrors;
  /** Whether bodies may also be form-encoded. */
  readonly takesForms: boolean;
  /** The authentication header, as samples send it. */
  readonly keyHeader: string;
  readonly notificationHeaders: JsonObject;
  readonly webhooks: JsonObject;
}

type Paths = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

export type OpenApiDocument = JsonObject & { readonly paths: Paths };

/** The schemes of a key in the header that both interfaces take. */
export const keyInAuthorization: JsonObject = {
  key: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The key alone, or `Token token=KEY`.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The key as `Bearer KEY`.' },
};

export const openApiPath = (url: string) => url.replace(/:(\w+)/g, '{$1}');

/** The operations with their success responses, as @fastify/swagger describes them. */
async function operationsOf<Route extends ApiRoute>(described: DescribedInterface<Route>): Promise<OpenApiDocument> {
  const { info, servers, routes, securitySchemes, tagDescriptions } = described;
  const tags = [...new Set(routes.map((route) => route.tag))];
  // This server never listens: it only collects the routes for @fastify/swagger.
  const app = fastify();
  app.setValidatorCompiler(() => () => true).setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [...servers],
      security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
      tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? '' })),
      components: { securitySchemes: securitySchemes as never },
    },
    stripBasePath: false,
  });
  for (const route of routes) {
    const { method, url } = route;
    app.route({ method, url, schema: operationSchema(described, route), handler: () => undefined });
  }
  await app.ready();
  return app.swagger() as unknown as OpenApiDocument;
}

export async function describeInterface<Route extends ApiRoute>(
  described: DescribedInterface<Route>,
): Promise<OpenApiDocument> {
  const { routes, errors, more } = described;
  const document = await operationsOf(described);
  const { place, schemas } = componentPlaces();
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    const [path, method] = [openApiPath(route.url), route.method.toLowerCase()];
    const { requestBody, responses, ...operation } = document.paths[path]![method]!;
    const { content } = (requestBody ?? {}) as JsonObject;
    paths[path] = {
      ...paths[path],
      [method]: {
        parameters: [],
        ...operation,
        // @fastify/swagger marks every body as required.
        ...(content === undefined ? {} : { requestBody: { required: needsBody(route), content } }),
        responses: { ...(responses as object), ...errorResponses(errors, route, more(route).refusals ?? []) },
      },
    };
  }
  const placed = place({
    paths,
    webhooks: described.webhooks,
    parameters: described.notificationHeaders,
    headers: describedHeaders,
    responses: sharedErrorResponses(errors),
  });
  const { paths: operations, webhooks, ...components } = placed;
  return {
    ...document,
    paths: operations,
    webhooks,
    components: {
      ...(document.components as object),
      ...components,
      examples: errorExamples(errors),
      schemas: schemas(),
    },
  };
}

const needsBody = ({ body, takesStream }: ApiRoute) =>
  takesStream === true || (body as { required?: readonly string[] } | undefined)?.required !== undefined;

/** The document's text, as committed and as served. */
export const printDocument = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`;
