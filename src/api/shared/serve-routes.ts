// Serves the routes of an interface under a base path; each request passes caller, limit, ids, body, idempotency,
// answer.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { mayDo } from '../../features/access/permissions.ts';
import type { ApiCaller, KeyUse } from '../../features/accounts/authentication.ts';
import { type Quota, refuseOver } from '../../features/accounts/rate-limit-actions.ts';
import { cachingQueries, withIdempotency } from '../../features/idempotency/idempotency-actions.ts';
import { type ReadBody, readingOf } from '../../features/request-bodies/body-reader.ts';
import { type ResultsRead, recordResultsReads } from '../../features/results/results-reads.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { servingAccount } from '../../platform/db/served-account.ts';
import { waitsToSend } from '../../platform/http/expected-continue.ts';
import { type PreparedAnswer, prepareAnswer, sendPrepared } from '../../platform/http/prepared-answer.ts';
import { addLogFields, noteRefusal } from '../../platform/http/request-record.ts';
import { refuseUnmatched } from '../../platform/http/request-refusals.ts';
import { openToAnyone } from '../../platform/http/route-access.ts';
import { answerSerializer } from './answer-serializer.ts';
import { type PathIdForm, pathIds } from './path-ids.ts';
import { type BodyParsers, parseBody, settleMediaType } from './request-body.ts';
import { type LoggedRoute, logUnmatched, namesOf, noteInvalid } from './request-log.ts';
import type { Answer, ApiCall, ApiRoute } from './route.ts';
import type { TSchema } from './schemas.ts';

export interface ServedInterface<Route extends ApiRoute> extends Pick<LoggedRoute, 'interface' | 'errorTypeOf'> {
  readonly ctx: Ctx;
  readonly prefix: string;
  /** For an alias: the base path that it stands for, by caller. */
  readonly prefixOf?: (caller: ApiCaller) => string;
  readonly routes: readonly Route[];
  /** The path of a route that is not served under its own url. */
  readonly addressOf?: (route: Route) => string;
  readonly parsers: BodyParsers;
  /** Whether property names are read case-insensitively. */
  readonly namesInAnyCase: boolean;
  readonly callerOf: (request: FastifyRequest) => Promise<ApiCaller>;
  readonly countRequest: (caller: ApiCaller) => Promise<Quota>;
  /** Called after a route with `changesCallers`. */
  readonly onCallersChanged: () => void;
  readonly formOfId: (route: Route, name: string) => PathIdForm;
  readonly presentError: (refusal: Refusal, requestId: string) => { readonly status: number; readonly body: unknown };
  /** The id of the original request, from the body of an error. */
  readonly requestIdIn: (body: never) => string;
  readonly errorMediaType: string;
}

/** The document is made at the first request, to keep the start fast. */
export function serveDocument(app: FastifyInstance, path: string, make: () => Promise<object>): void {
  let document: Promise<PreparedAnswer> | undefined;
  app.get(path, openToAnyone, async (request, reply) => {
    document ??= make().then((made) => prepareAnswer(json, JSON.stringify(made)));
    return sendPrepared(request, reply, await document);
  });
}

/** Registers the routes in a scope of their own. */
export function serveRoutes<Route extends ApiRoute>(app: FastifyInstance, served: ServedInterface<Route>): void {
  void app.register(async (scope) => registerRoutes(scope, served), { prefix: served.prefix });
}

async function registerRoutes<Route extends ApiRoute>(
  scope: FastifyInstance,
  served: ServedInterface<Route>,
): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addHook('onRequest', (request, _reply, done) => {
    settleMediaType(request, served.parsers);
    done();
  });
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.setValidatorCompiler<TSchema>(({ schema }) => ({ json }: ReadBody) => ({
    value: readingOf(schema, json, served),
  }));
  scope.setSerializerCompiler<TSchema>(({ schema }) => answerSerializer(schema));
  const { interface: of, errorTypeOf, namesInAnyCase: inAnyCase } = served;
  const ofInterface = { interface: of, errorTypeOf, inAnyCase, ...namesOf(served.routes) };
  const loggedAs = (route: Route): LoggedRoute => ({
    ...ofInterface,
    body: route.body,
    formOfId: (name) => served.formOfId(route, name),
    actingUserOf: (request) => admissions.get(request)?.caller.userId,
  });
  scope.setNotFoundHandler(async (request, reply) => {
    // The key names the account in whose request log this stands. It does not change the answer within its limit.
    const caller = await served.callerOf(request).catch(() => undefined);
    logUnmatched(request, ofInterface);
    if (caller !== undefined) await takeRequest(served, caller, reply);
    return refuseUnmatched(request, reply);
  });
  const add = (into: FastifyInstance, route: Route) =>
    into.route({
      method: route.method,
      url: served.addressOf?.(route) ?? route.url,
      config: { access: route.permission, logged: loggedAs(route) },
      schema: {
        ...(route.body === undefined ? {} : { body: route.body }),
        ...(route.answer === undefined ? {} : { response: { '2xx': route.answer } }),
      },
      // Only a body that is validated needs a hook before its validation: each hook costs every request.
      ...(route.body === undefined
        ? {
            handler: async (request, reply) => {
              await admit(served, route, request, reply);
              return answerItsAccount(served, route, request, reply);
            },
          }
        : {
            preValidation: (request, reply) => admit(served, route, request, reply),
            handler: (request, reply) => answerItsAccount(served, route, request, reply),
          }),
    });
  for (const route of served.routes) if (!route.takesStream) add(scope, route);
  void scope.register(async (streams) => {
    streams.removeAllContentTypeParsers();
    streams.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    streams.addHook('onSend', (request, reply, _payload, done) => {
      // Closing the connection during an upload would lose the answer, so only the client may ask for it.
      if (!request.raw.complete && !waitsToSend(request.raw)) {
        reply.raw.shouldKeepAlive = true;
        void reply.removeHeader('connection');
      }
      done();
    });
    for (const route of served.routes) if (route.takesStream) add(streams, route);
  });
}

/** How the request uses its key; whose key it is stands in the log, also if the key is refused. */
export const keyUseOf = (request: FastifyRequest): KeyUse => ({
  address: request.ip,
  known: (owner) => addLogFields(request, owner),
});

interface Admitted {
  readonly caller: ApiCaller;
  readonly params: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

const admissions = new WeakMap<FastifyRequest, Admitted>();

/** Counts the request, and says what is left of the limit of its key. Throws Refusal `rate_limited`. */
async function takeRequest(
  { countRequest }: Pick<ServedInterface<never>, 'countRequest'>,
  caller: ApiCaller,
  reply: FastifyReply,
): Promise<void> {
  const quota = await countRequest(caller);
  void reply.headers({
    'ratelimit-limit': quota.limit,
    'ratelimit-remaining': quota.remaining,
    'ratelimit-reset': quota.resetSeconds,
  });
  refuseOver(quota);
}

/** Checks the caller, permission, limit and ids, in this order, before the body is read by its schema. */
async function admit<Route extends ApiRoute>(
  served: ServedInterface<Route>,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const caller = await served.callerOf(request);
  const { accountId } = caller;
  addLogFields(request, { operation: route.operationId });
  if (!mayDo(caller, route.permission)) throw new Refusal('not_permitted');
  // Load the keys now: loading them inside the transaction would take a second connection.
  await served.ctx.keys.forAccount(accountId);
  await takeRequest(served, caller, reply);
  const given = request.params as Readonly<Record<string, string>>;
  const params = pathIds(given, (name) => served.formOfId(route, name));
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const reads = route.body !== undefined || route.readsBody === true;
  const json = reads ? parseBody(request, served.parsers, route.bodyDepth) : undefined;
  request.body = { json, given: undefined, problems: new Problems() } satisfies ReadBody;
  admissions.set(request, { caller, params, bytes });
}

const answerItsAccount: typeof answer = (served, route, request, reply) =>
  servingAccount(admissions.get(request)!.caller.accountId, () => answer(served, route, request, reply));

async function answer<Route extends ApiRoute>(
  served: ServedInterface<Route>,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ctx } = served;
  const { caller, params, bytes } = admissions.get(request)!;
  const [path = '', rawQuery = ''] = request.url.split(/\?(.*)/s, 2);
  const call: ApiCall = {
    ctx,
    caller,
    params,
    query: request.query as Readonly<Record<string, unknown>>,
    rawQuery,
    body: request.body as ReadBody,
    stream: request.raw,
    url: `${ctx.settings.baseUrl}${path.replace(/\/$/, '')}`,
  };
  const key = request.headers['idempotency-key'];
  // The handler has committed here. This process forgets its callers before it answers; others are notified by the
  // database.
  const settled = <T>(value: T): T => {
    if (route.changesCallers) served.onCallersChanged();
    return value;
  };
  if (route.method !== 'POST' || key === undefined || route.takesStream) {
    const answered = settled(await route.handle(call));
    noteInvalid(request, answered);
    if (answered.results !== undefined) recordResultsReads(ctx, caller, answered.results);
    return send(request, reply, answered);
  }
  return sendOnce(
    served,
    settled(await answerOnce(served, route, call, { key: String(key), bytes }, request, reply)),
    reply,
  );
}

async function answerOnce<Route extends ApiRoute>(
  served: ServedInterface<Route>,
  route: Route,
  given: ApiCall,
  { key, bytes }: { readonly key: string; readonly bytes: Buffer },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeptAnswer> {
  const serialize = (status: number, body: unknown) =>
    body === undefined ? '' : String(reply.code(status).serialize(body));
  const call = { ...given, ctx: cachingQueries(given.ctx) };
  // Ignore refusals, also those thrown synchronously: the handler refuses again, and that answer is stored.
  const prepare = async () => route.prepare?.(call);
  await prepare().catch(() => undefined);
  const answered = await withIdempotency(
    call.ctx,
    call.caller,
    {
      key,
      method: route.method,
      target: targetOf(served.prefixOf?.(call.caller) ?? served.prefix, route, call),
      body: bytes,
      subsidiaryIds: call.caller.subsidiaryIds,
    },
    async (ctx) => {
      const { body, headers: _, invalid, ...rest } = await route.handle({ ...call, ctx });
      noteInvalid(request, { invalid });
      return { ...rest, body: serialize(rest.status, body) };
    },
    (refusal) => {
      noteRefusal(request, refusal);
      const { status, body } = served.presentError(refusal, request.id);
      return { status, body: JSON.stringify(body) };
    },
  );
  if (answered.results !== undefined) recordResultsReads(served.ctx, call.caller, answered.results);
  return answered;
}

/** The same target for equivalent paths: ids in lower case, no percent-encoding, no trailing slash. */
function targetOf(prefix: string, route: ApiRoute, { params, rawQuery }: ApiCall): string {
  const path = `${prefix}${route.url.replace(/:(\w+)/g, (_, name: string) => params[name]!)}`;
  return rawQuery === '' ? path : `${path}?${rawQuery}`;
}

type KeptAnswer = Awaited<ReturnType<typeof withIdempotency<ResultsRead>>>;

/** Sends the answer from its stored form, so that a replay has the same bytes. */
function sendOnce(
  { requestIdIn, errorMediaType }: Pick<ServedInterface<never>, 'requestIdIn' | 'errorMediaType'>,
  answer: KeptAnswer,
  reply: FastifyReply,
): FastifyReply {
  const isError = answer.status >= 400;
  if (answer.replayed) {
    void reply.header('idempotent-replayed', 'true');
    // A replayed error carries the id of the original request.
    if (isError) void reply.header('x-request-id', requestIdIn(JSON.parse(answer.body) as never));
  }
  void reply.code(answer.status);
  return answer.body === ''
    ? reply.send()
    : reply
        .type(isError ? errorMediaType : json)
        .serializer(asIs)
        .send(answer.body);
}

const json = 'application/json; charset=utf-8';
const asIs = (text: unknown) => String(text);

function send(request: FastifyRequest, reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  void reply.code(status);
  if (body instanceof Readable) void reply.type(json);
  if (headers !== undefined) void reply.headers(headers);
  if (headers?.etag !== undefined && isKnown(request.headers['if-none-match'], headers.etag)) {
    return reply.code(304).send();
  }
  return body === undefined ? reply.send() : reply.send(body);
}

/** Whether the client has the answer already (RFC 9110 §13.1.2). */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
