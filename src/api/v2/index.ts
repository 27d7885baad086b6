// Interface v2 as a whole: key → caller, parser, limit, idempotency, errors; the operations are in the files beside.
import { build as buildSerializer } from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../context.ts';
import { keyInAuthorization } from '../../features/accounts/api-key-rules.ts';
import type { Authentication } from '../../features/accounts/authentication.ts';
import { createKeyLimiter, type KeyLimiter, takeSandboxRequest } from '../../features/accounts/rate-limit-actions.ts';
import { askingOnce, withIdempotency } from '../../features/idempotency/idempotency-actions.ts';
import { parseBracketForm } from '../../lib/bracket-forms.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type JsonValue, parseStrictJson } from '../../lib/strict-json.ts';
import type { Surface } from '../../platform/http/rendered-error.ts';
import { addLogFields } from '../../platform/http/request-record.ts';
import { refuseUnmatched } from '../../platform/http/request-refusals.ts';
import { applicantRoutes } from './applicants.ts';
import { v2Bases } from './bases.ts';
import { checkRoutes } from './checks.ts';
import { type ErrorBody, presentError, renderError } from './errors.ts';
import type { OpenApiDocument } from './openapi.ts';
import { reportTypeRoutes } from './report-types.ts';
import { reportRoutes } from './reports.ts';
import type { Answer, V2Call, V2Route } from './route.ts';
import { sandboxRoutes } from './sandbox.ts';
import { webhookRoutes } from './webhooks.ts';

export const v2Routes: readonly V2Route[] = [
  ...applicantRoutes,
  ...checkRoutes,
  ...reportRoutes,
  ...reportTypeRoutes,
  ...webhookRoutes,
  ...sandboxRoutes,
];

export { v2Bases };

export const v2Surfaces: readonly Surface[] = Object.values(v2Bases).map((prefix) => ({ prefix, renderError }));

export interface V2Options {
  readonly ctx: Ctx;
  readonly authentication: Authentication;
}

interface BaseOptions extends V2Options {
  readonly environment: Environment;
  readonly limiter: KeyLimiter;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const smallInteger = /^[1-9]\d{0,8}$/;

/** An id that cannot be one is not found, without asking the database (decisions, Limits of a request). */
function refuseImpossibleIds(params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params)) {
    const form = name.endsWith('_id') ? uuid : smallInteger;
    if (!form.test(value)) throw new Refusal('not_found');
  }
}

/** An empty body is no body, whatever the content type says; any other is a hash of arguments. */
function parseBody(request: FastifyRequest): unknown {
  const body = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  switch (type.trim().toLowerCase()) {
    case 'application/json':
      return asHash(parseStrictJson(body));
    case 'application/x-www-form-urlencoded':
      return parseBracketForm(body);
    default:
      throw new Refusal('unsupported_media_type');
  }
}

const knownMediaType = /^\s*application\/(?:json|x-www-form-urlencoded)\s*(?:;|$)/i;

/** What no body is made of does not matter (decisions, Bodies); and a type that is unknown is refused by us, where it is read. */
function settleMediaType(request: FastifyRequest): void {
  const { headers } = request.raw;
  const type = headers['content-type'];
  if (type === undefined) return;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) delete headers['content-type'];
  else if (!knownMediaType.test(type)) headers['content-type'] = 'application/octet-stream';
}

/** Made at its first use, once for both base paths: making all of them costs the start a fifth of a second. */
function answerSerializer(schema: object): (answer: unknown) => string {
  let serialize = serializers.get(schema);
  if (serialize === undefined) {
    let made: ((answer: unknown) => string) | undefined;
    serialize = (answer) => {
      made ??= buildSerializer(schema as Parameters<typeof buildSerializer>[0]) as (answer: unknown) => string;
      return made(answer);
    };
    serializers.set(schema, serialize);
  }
  return serialize;
}

const serializers = new WeakMap<object, (answer: unknown) => string>();

function asHash(value: JsonValue): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('malformed_request');
  return value;
}

export async function v2Document(baseUrl: string): Promise<OpenApiDocument> {
  // Loaded when asked for: the start must not pay for it.
  return (await import('./openapi.ts')).describeV2(v2Routes, baseUrl);
}

export function registerV2(app: FastifyInstance, options: V2Options): void {
  app.get('/openapi/v2.json', async () => v2Document(options.ctx.settings.baseUrl));
  const limiter = createKeyLimiter(options.ctx.settings.rateLimitPerMinute);
  for (const environment of ['live', 'test'] as const) {
    void app.register(async (scope) => registerBase(scope, { ...options, environment, limiter }), {
      prefix: v2Bases[environment],
    });
  }
}

async function registerBase(scope: FastifyInstance, options: BaseOptions): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addHook('onRequest', (request, _reply, done) => {
    settleMediaType(request);
    done();
  });
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Bodies are read by our own reader, which names every problem; schemas serve types, answers and the OpenAPI.
  scope.setValidatorCompiler(() => () => true);
  scope.setSerializerCompiler(({ schema }) => answerSerializer(schema as object));
  scope.setNotFoundHandler(refuseUnmatched);
  for (const route of v2Routes) {
    if (route.sandboxOnly && options.environment === 'live') continue;
    scope.route({
      method: route.method,
      url: route.url,
      exposeHeadRoute: false,
      schema: route.answer === undefined ? {} : { response: { '2xx': route.answer } },
      handler: (request, reply) => answer(route, options, request, reply),
    });
  }
}

async function answer(
  route: V2Route,
  { ctx, authentication, environment, limiter }: BaseOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await authentication.callerOf(keyInAuthorization(request.headers.authorization), environment);
  addLogFields(request, {
    accountId: caller.accountId,
    environment,
    keyId: caller.keyId,
    operation: route.operationId,
  });
  // Read now: inside a transaction it would ask for a second connection.
  await ctx.keys.forAccount(caller.accountId);
  // Test requests are counted in the database, by account: the limit holds across restarts and processes.
  if (environment === 'test') await takeSandboxRequest(ctx, caller.accountId);
  else limiter.take(caller.keyId, ctx.now().getTime());
  const params = request.params as Readonly<Record<string, string>>;
  refuseImpossibleIds(params);
  const [path = '', rawQuery = ''] = request.url.split(/\?(.*)/s, 2);
  const call: V2Call = {
    ctx,
    caller,
    params,
    query: request.query as Readonly<Record<string, unknown>>,
    rawQuery,
    body: route.body === undefined ? undefined : parseBody(request),
    url: `${ctx.settings.baseUrl}${path.replace(/\/$/, '')}`,
  };
  const key = request.headers['idempotency-key'];
  // It is committed when they return. Other processes hear of it from the database; this one must not answer before.
  const settled = <T>(value: T): T => {
    if (route.changesCallers) authentication.forget();
    return value;
  };
  if (route.method !== 'POST' || key === undefined) return send(reply, settled(await route.handle(call)));
  return sendOnce(settled(await answerOnce(route, call, String(key), request, reply)), reply);
}

async function answerOnce(
  route: V2Route,
  given: V2Call,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeptAnswer> {
  const serialize = (status: number, body: unknown) =>
    body === undefined ? '' : String(reply.code(status).serialize(body));
  const [path = ''] = request.url.split('?', 1);
  const call = { ...given, ctx: askingOnce(given.ctx) };
  await route.prepare?.(call).catch(() => undefined);
  return withIdempotency(
    call.ctx,
    call.caller,
    { key, method: route.method, path, body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) },
    async (ctx) => {
      const { status, body, applicantId } = await route.handle({ ...call, ctx });
      return { status, body: serialize(status, body), ...(applicantId === undefined ? {} : { applicantId }) };
    },
    (refusal) => {
      const { status, body } = presentError(refusal, request.id);
      return { status, body: JSON.stringify(body) };
    },
  );
}

type KeptAnswer = Awaited<ReturnType<typeof withIdempotency>>;

/** The answer goes out in the form in which it is kept, so that a replay is the same to the byte. */
function sendOnce(answer: KeptAnswer, reply: FastifyReply): FastifyReply {
  if (answer.replayed) {
    void reply.header('idempotent-replayed', 'true');
    // An error names the request that it was first answered to.
    if (answer.status >= 400) void reply.header('x-request-id', errorIdIn(answer.body));
  }
  void reply.code(answer.status);
  return answer.body === ''
    ? reply.send()
    : reply.type('application/json; charset=utf-8').serializer(asIs).send(answer.body);
}

const asIs = (text: unknown) => String(text);

function send(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  if (headers !== undefined) void reply.headers(headers);
  void reply.code(status);
  return body === undefined ? reply.send() : reply.send(body);
}

const errorIdIn = (body: string) => (JSON.parse(body) as ErrorBody).error.id;
