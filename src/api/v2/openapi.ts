// The parts of the OpenAPI document that are specific to interface v2: servers, keys, pages and errors.

import { readGuide } from '../shared/guide.ts';
import {
  type DescribedInterface,
  describeInterface,
  keyInAuthorization,
  type OpenApiDocument,
} from '../shared/openapi.ts';
import { variablesExplained } from '../shared/openapi-samples.ts';
import { pagesOf } from '../shared/page-shapes.ts';
import { exampleId } from '../shared/schemas.ts';
import { v2Bases } from './bases.ts';
import { ErrorReply, errorTypes, internalError } from './errors.ts';
import { verifyingNotifications } from './openapi-recipe.ts';
import { describeWebhooks, notificationHeaders } from './openapi-webhooks.ts';
import { formOfId, type V2Route } from './route.ts';

/** The first paragraph stands in lists; the others on the page of the operations. */
const sandboxDescription = [
  'Moves test data on request; served under the staging path only.',
  'A test report completes with `clear`, unless the last name of the applicant, in any case, says otherwise for all reports of the check:',
  '`Consider`: consider, Amber, in every part of the breakdown.',
  '`Red`: consider, with the traffic light Red: `Completed - Red` in v1.',
  '`Partial`: consider, Amber, in one part of the breakdown; the other parts are clear.',
  '`Barred`: consider and Red in the barred lists that a report searches; everything else is clear.',
  '`Unidentified`: unidentified, Amber.',
  '`Unverified`: unidentified, with `properties.unable_to_verify`: `no_reply`.',
  'Or name reports in `consider` when you create the check; or complete a report with `result`, `traffic_light` or `unable_to_verify`, which is refused where a live report could not be so. `withdraw_consent` lets the candidate withdraw. Of a report only the outcome is made up: events, states, mails and documents are those of live data.',
  'The limit of 100 requests in 10 minutes counts all test keys of one user together: tests that need more use the keys of a second user.',
].join('\n\n');

/** By the tags of the routes. */
const tagDescriptions: Readonly<Record<string, string>> = {
  Applicants: 'The individuals that checks are performed on.',
  Checks: 'Orders of one or more reports on an applicant.',
  Reports: 'The parts of a check, each with its own state and result.',
  'Report types': 'The report types, groups and job roles that the account may order.',
  Webhooks: 'Endpoints that are notified of status changes.',
  Deliveries: 'Deliveries to a webhook: attempts, resends, tests, and a doctor for the endpoint.',
  Events: 'All events, complete and in order, to catch up and to prove that nothing is missing.',
  Sandbox: sandboxDescription,
};

const guide = readGuide(new URL('guide.md', import.meta.url), {
  variables: variablesExplained('check_id', exampleId),
  program: verifyingNotifications,
});

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
    securitySchemes: keyInAuthorization,
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
