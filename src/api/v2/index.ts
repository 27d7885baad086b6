// Interface v2 as a whole: authentication, parsers, limit, errors and the list of routes.

import type { FastifyInstance } from 'fastify';
import type { Ctx, Environment } from '../../context.ts';
import { keyScopes } from '../../features/access/key-scopes.ts';
import type { Permission } from '../../features/access/permissions.ts';
import { keyInAuthorization } from '../../features/accounts/api-key-rules.ts';
import type { ApiCaller, Authentication } from '../../features/accounts/authentication.ts';
import { countRequest, type KeyLimiter } from '../../features/accounts/rate-limit-actions.ts';
import { parseBracketForm } from '../../lib/bracket-forms.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type JsonValue, parseStrictJson } from '../../lib/strict-json.ts';
import type { Surface } from '../../platform/http/rendered-error.ts';
import type { OpenApiDocument } from '../shared/openapi.ts';
import type { BodyParsers } from '../shared/request-body.ts';
import { keyUseOf, type ServedInterface, serveDocument, serveRoutes } from '../shared/serve-routes.ts';
import { applicantRoutes } from './applicants.ts';
import { v2Alias, v2Bases } from './bases.ts';
import { checkRoutes } from './checks.ts';
import { deliveryRoutes } from './deliveries.ts';
import { type ErrorBody, errorTypeOf, presentError, renderError } from './errors.ts';
import { eventRoutes } from './events.ts';
import { reportTypeRoutes } from './report-types.ts';
import { reportRoutes } from './reports.ts';
import { formOfId, type V2Route } from './route.ts';
import { sandboxRoutes } from './sandbox.ts';
import { webhookRoutes } from './webhooks.ts';

export const v2Routes: readonly V2Route[] = [
  ...applicantRoutes,
  ...checkRoutes,
  ...reportRoutes,
  ...reportTypeRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...sandboxRoutes,
];

export { v2Bases };

export const v2Surfaces: readonly Surface[] = [...Object.values(v2Bases), v2Alias].map((prefix) => ({
  prefix,
  renderError,
}));

export interface V2Options {
  readonly ctx: Ctx;
  readonly authentication: Authentication;
  readonly limiter: KeyLimiter;
}

const parsers: BodyParsers = {
  'application/json': (body, depth) => asHash(parseStrictJson(body, depth)),
  'application/x-www-form-urlencoded': parseBracketForm,
};

function asHash(value: JsonValue): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('malformed_request');
  return value;
}

export async function v2Document(baseUrl: string): Promise<OpenApiDocument> {
  // Loaded on request, to keep the start fast.
  return (await import('./openapi.ts')).describeV2(v2Routes, baseUrl);
}

export function registerV2(app: FastifyInstance, options: V2Options): void {
  serveDocument(app, '/openapi/v2.json', () => v2Document(options.ctx.settings.baseUrl));
  const live = v2Routes.filter((route) => !route.sandboxOnly);
  serveUnder(app, options, { prefix: v2Bases.live, environment: 'live', routes: live });
  serveUnder(app, options, { prefix: v2Bases.test, environment: 'test', routes: v2Routes });
  const routes = v2Routes.map((route) => (route.sandboxOnly ? refusedToLiveKeys(route) : route));
  serveUnder(app, options, { prefix: v2Alias, prefixOf: ({ environment }) => v2Bases[environment], routes });
}

const refusedToLiveKeys = (route: V2Route): V2Route => ({
  ...route,
  async handle(call) {
    if (call.caller.environment === 'live') throw new Refusal('not_found');
    return route.handle(call);
  },
});

type Served = Pick<ServedInterface<V2Route>, 'prefix' | 'prefixOf' | 'routes'> & {
  /** The environment whose keys are accepted; undefined if the key decides. */
  readonly environment?: Environment;
};

const ofWholeAccount: readonly Permission[] = keyScopes.webhooks;

/** Webhooks and events of interface v2 are about the whole account: nobody who is held to a subsidiary sees them (ours). */
function withinSubsidiary(caller: ApiCaller): ApiCaller {
  if (caller.subsidiaryIds === null) return caller;
  const permissions = caller.permissions.filter((one) => !ofWholeAccount.includes(one));
  return { ...caller, permissions };
}

function serveUnder(app: FastifyInstance, { ctx, authentication, limiter }: V2Options, served: Served): void {
  const { environment, ...where } = served;
  serveRoutes<V2Route>(app, {
    ...where,
    ctx,
    interface: 'v2',
    errorTypeOf: (refusal) => errorTypeOf(refusal).type,
    parsers,
    namesInAnyCase: false,
    async callerOf(request) {
      const key = keyInAuthorization(request.headers.authorization);
      return withinSubsidiary(await authentication.callerOf(key, environment, keyUseOf(request)));
    },
    countRequest: (caller) => countRequest(ctx, limiter, caller),
    onCallersChanged: authentication.forget,
    formOfId,
    presentError,
    requestIdIn: (body: ErrorBody) => body.error.id,
    errorMediaType: 'application/json; charset=utf-8',
  });
}
