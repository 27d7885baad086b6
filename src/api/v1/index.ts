// Interface v1 as a whole: authentication, JSON parser, limit, errors and the list of routes.
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { actAs } from '../../features/accounts/acting-user-actions.ts';
import { keyInAuthorization } from '../../features/accounts/api-key-rules.ts';
import type { Authentication } from '../../features/accounts/authentication.ts';
import { countRequest, type KeyLimiter } from '../../features/accounts/rate-limit-actions.ts';
import { parseStrictJson } from '../../lib/strict-json.ts';
import type { Surface } from '../../platform/http/rendered-error.ts';
import type { OpenApiDocument } from '../shared/openapi.ts';
import { keyUseOf, serveDocument, serveRoutes } from '../shared/serve-routes.ts';
import { attachmentRoutes } from './attachments.ts';
import { errorTypeOf, presentError, problemMediaType, renderError, requestIdOf } from './errors.ts';
import { orderValidationRoutes } from './order-validation.ts';
import { orderRoutes } from './orders.ts';
import { packageRoutes } from './packages.ts';
import { formOfId, type V1Route } from './route.ts';
import { v1Base } from './v1-path.ts';
import { valueSetRoutes } from './value-sets.ts';
import { webhookRoutes } from './webhooks.ts';

export const v1Routes: readonly V1Route[] = [
  ...orderRoutes,
  ...orderValidationRoutes,
  ...attachmentRoutes,
  ...packageRoutes,
  ...valueSetRoutes,
  ...webhookRoutes,
];

export const v1Surface = ({ errorLevel }: Pick<Settings, 'errorLevel'>): Surface => ({
  prefix: v1Base,
  renderError: (error, requestId) => renderError(error, requestId, errorLevel),
  pathsInAnyCase: true,
});

export async function v1Document(baseUrl: string): Promise<OpenApiDocument> {
  // Loaded on request, to keep the start fast.
  return (await import('./openapi.ts')).describeV1(v1Routes, baseUrl);
}

/** Lower-cases the words of a path such as `/orders/GetOpenOrders/:id`, but not the names of parameters. */
const inSmallLetters = (url: string) => url.replace(/\/[^:/]+/g, (word) => word.toLowerCase());

export interface V1Options {
  readonly ctx: Ctx;
  readonly authentication: Authentication;
  readonly limiter: KeyLimiter;
}

const subscriptionKey = 'ocp-apim-subscription-key';
const subsidiary = 'verifilesubsidiaryorganisationid';

/** An empty header counts as absent. */
const textOf = (header: string | readonly string[] | undefined) => header?.toString().trim() || undefined;

export function registerV1(app: FastifyInstance, { ctx, authentication, limiter }: V1Options): void {
  serveDocument(app, '/openapi/v1.json', () => v1Document(ctx.settings.baseUrl));
  serveRoutes<V1Route>(app, {
    ctx,
    interface: 'v1',
    errorTypeOf: (refusal) => errorTypeOf(refusal).type,
    prefix: v1Base,
    routes: v1Routes,
    addressOf: ({ url }) => inSmallLetters(url),
    parsers: { 'application/json': parseStrictJson },
    namesInAnyCase: true,
    async callerOf(request) {
      const { headers } = request;
      const key = textOf(headers[subscriptionKey]) ?? textOf(headers.authorization);
      const caller = await authentication.callerOf(keyInAuthorization(key), undefined, keyUseOf(request));
      const names = { user: textOf(headers.verifileuserid), subsidiary: textOf(headers[subsidiary]) };
      return actAs(ctx, caller, names);
    },
    countRequest: (caller) => countRequest(ctx, limiter, caller),
    onCallersChanged: authentication.forget,
    formOfId,
    presentError: (refusal, requestId) => presentError(refusal, requestId, ctx.settings.errorLevel),
    requestIdIn: requestIdOf,
    errorMediaType: problemMediaType,
  });
}
