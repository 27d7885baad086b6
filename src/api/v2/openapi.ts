// The parts of the OpenAPI document that are specific to interface v2: servers, keys, pages and errors.

import { type DescribedInterface, describeInterface, type OpenApiDocument } from '../shared/openapi.ts';
import { pagesOf } from '../shared/page-shapes.ts';
import { exampleId } from '../shared/schemas.ts';
import { v2Bases } from './bases.ts';
import { ErrorReply, errorTypes, internalError } from './errors.ts';
import { guide, tagDescriptions } from './openapi-guide.ts';
import { describeWebhooks, notificationHeaders } from './openapi-webhooks.ts';
import { formOfId, type V2Route } from './route.ts';

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

/** @param baseUrl external base, without a trailing slash */
export function describeV2(routes: readonly V2Route[], baseUrl: string): Promise<OpenApiDocument> {
  const live = { url: `${baseUrl}${v2Bases.live}`, description: 'Live: checks are run and charged.' };
  const staging = {
    url: `${baseUrl}${v2Bases.test}`,
    description: 'Staging, with a test key: no outside source is queried.',
  };
  return describeInterface<V2Route>({
    info: {
      title: 'Probity interface v2',
      version: '2.0.0',
      summary: 'Background screening: applicants, checks, reports and webhooks.',
      description: guide,
    },
    servers: [staging, live],
    securitySchemes: {
      key: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The key alone, or `Token token=KEY`.',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'The key as `Bearer KEY`.' },
    },
    tagDescriptions,
    routes,
    formOfId,
    more: ({ pages, sandboxOnly }) => ({
      ...(pages === undefined ? {} : pagesOf),
      ...(sandboxOnly ? { servers: [staging] } : {}),
    }),
    errors,
    takesForms: true,
    keyHeader: 'Authorization',
    notificationHeaders,
    webhooks: describeWebhooks(baseUrl),
  });
}
