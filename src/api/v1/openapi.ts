// The parts of the OpenAPI document that are specific to interface v1: server, keys and errors.

import { catalogue } from '../../features/report-types/catalogue.ts';
import { codeOf } from '../../features/report-types/catalogue-rules.ts';
import { readGuide } from '../shared/guide.ts';
import {
  type DescribedInterface,
  describeInterface,
  keyInAuthorization,
  type OpenApiDocument,
} from '../shared/openapi.ts';
import { variablesExplained } from '../shared/openapi-samples.ts';
import { pagesOf } from '../shared/page-shapes.ts';
import { exampleId, optional, text } from '../shared/schemas.ts';
import { errorTypes, internalError, messagesOf, Problem, problemMediaType, problemOf } from './errors.ts';
import { verifyingNotifications } from './openapi-recipe.ts';
import { describeWebhooks, notificationHeaders } from './openapi-webhooks.ts';
import { formOfId, type V1Route } from './route.ts';
import { v1Base } from './v1-path.ts';

/** By the tags of the routes. */
const tagDescriptions: Readonly<Record<string, string>> = {
  Orders: 'Checks that a client orders on a candidate, and their results.',
  Attachments: 'Documents and other files of an order: upload, list and download.',
  'Value sets': 'The allowed values of fields of an order.',
  Packages: 'Checks that an account orders together.',
  Webhooks: 'Endpoints that are notified of events of orders.',
};

/** The names of the guide; the other types are too many for a document. */
const guideNames = catalogue
  .filter(({ aliases }) => aliases.length > 0)
  .map((type) => `${type.aliases.map(({ name }) => `\`${name}\``).join(' or ')} for \`${codeOf(type)}\``)
  .join('; ');

const guide = readGuide(new URL('guide.md', import.meta.url), {
  variables: variablesExplained('id', '1001'),
  types: guideNames,
  program: verifyingNotifications,
});

const acting = {
  VerifileUserId: optional(
    text({
      description: 'The external identifier of the acting user, if it is not the key’s own user.',
      examples: ['user-17'],
    }),
  ),
  VerifileSubsidiaryOrganisationId: optional(
    text({
      description:
        'The external identifier of the subsidiary organisation for which the user acts, one of those that they see.',
      examples: ['subsidiary-3'],
    }),
  ),
};

const errors: DescribedInterface['errors'] = {
  types: errorTypes,
  internal: internalError,
  reply: Problem,
  mediaType: problemMediaType,
  varying: [400, 403, 409],
  exampleOf: (error) =>
    problemOf(
      error,
      exampleId,
      error.type === 'invalid_fields'
        ? [{ message: "can't be blank", fieldPath: 'Candidate.CurrentName.LastName', errorLevel: 'Error' }]
        : messagesOf(error, {}, 'Error'),
    ),
};

/** @param baseUrl external base, without a trailing slash */
export function describeV1(routes: readonly V1Route[], baseUrl: string): Promise<OpenApiDocument> {
  return describeInterface<V1Route>({
    info: {
      title: 'Probity interface v1',
      version: '1.0.0',
      summary: 'Background screening: orders, attachments, value sets and webhooks.',
      description: guide,
    },
    servers: [{ url: `${baseUrl}${v1Base}`, description: 'The key decides between live and test data.' }],
    securitySchemes: {
      subscription: {
        type: 'apiKey',
        in: 'header',
        name: 'Ocp-Apim-Subscription-Key',
        description: 'The key alone.',
      },
      ...keyInAuthorization,
    },
    tagDescriptions,
    routes,
    formOfId,
    more: ({ pages }) => ({
      ...(pages ? pagesOf : {}),
      headers: acting,
      refusals: ['not_permitted', ...(pages ? pagesOf.refusals : [])],
    }),
    errors,
    takesForms: false,
    keyHeader: 'Ocp-Apim-Subscription-Key',
    notificationHeaders,
    webhooks: describeWebhooks(baseUrl),
  });
}
