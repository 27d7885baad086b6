// What the OpenAPI document of interface v2 has of its own: its servers and keys, its pages, its errors.
import { type DescribedInterface, describeInterface, type OpenApiDocument } from '../shared/openapi.ts';
import type { JsonObject } from '../shared/openapi-components.ts';
import { exampleId } from '../shared/schemas.ts';
import { v2Bases } from './bases.ts';
import { ErrorReply, errorTypes, internalError } from './errors.ts';
import { guide, tagDescriptions } from './openapi-guide.ts';
import { describeWebhooks, notificationHeaders } from './openapi-webhooks.ts';
import { formOfId, type V2Route } from './route.ts';

const parameters: JsonObject = {
  page: {
    name: 'page',
    in: 'query',
    description: 'Which page of the list, from 1.',
    schema: { type: 'integer', minimum: 1, default: 1 },
    example: 1,
  },
  per_page: {
    name: 'per_page',
    in: 'query',
    description: 'Items of a page; more than 500 counts as 500.',
    schema: { type: 'integer', minimum: 1, default: 20 },
    example: 20,
  },
  ...notificationHeaders,
};

const headers: JsonObject = {
  Link: {
    description: 'Pages of the list by rel: next, last, first, prev.',
    schema: { type: 'string' },
    example:
      '<https://localhost:8443/vftapi/v2/applicants?page=2&per_page=20>; rel="next", <https://localhost:8443/vftapi/v2/applicants?page=9&per_page=20>; rel="last"',
  },
  'X-Total-Count': { description: 'Items in the whole list.', schema: { type: 'integer', minimum: 0 }, example: 172 },
};

const hasFields = (type: string) => type === 'validation_error' || type === 'failed_check_requirements';

const errors: DescribedInterface['errors'] = {
  types: errorTypes,
  internal: internalError,
  reply: ErrorReply,
  mediaType: 'application/json',
  varying: [422],
  exampleOf({ type, message }) {
    const fields = hasFields(type) ? { fields: { email: { messages: ["can't be blank"] } } } : {};
    return { error: { id: exampleId, type, message, ...fields } };
  },
};

/** @param baseUrl external base, without a slash at its end */
export function describeV2(routes: readonly V2Route[], baseUrl: string): OpenApiDocument {
  const live = { url: `${baseUrl}${v2Bases.live}`, description: 'Live: checks are run and charged.' };
  const staging = { url: `${baseUrl}${v2Bases.test}`, description: 'Staging, with a test key: nothing is looked up.' };
  return describeInterface<V2Route>({
    info: {
      title: 'Probity interface v2',
      version: '2.0.0',
      summary: 'Background screening: applicants, checks, reports and webhooks.',
      description: guide,
    },
    servers: [live, staging],
    securitySchemes: {
      key: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The key as it is, or `Token token=KEY`.',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'The key as `Bearer KEY`.' },
    },
    tagDescriptions,
    routes,
    formOfId,
    more: ({ pages, sandboxOnly }) => ({
      ...(pages === undefined
        ? {}
        : { parameters: ['page', 'per_page'], headers: ['Link', 'X-Total-Count'], refusals: ['invalid_fields'] }),
      ...(sandboxOnly ? { servers: [staging] } : {}),
    }),
    errors,
    takesForms: true,
    keyHeader: 'Authorization',
    parameters,
    headers,
    webhooks: (components) => describeWebhooks(baseUrl, components),
  });
}
