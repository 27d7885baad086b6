// What the request log of an account keeps of a request: its log line, the ids in its path and, of a refusal, the type and the
// names of the fields, as the interface calls them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../context.ts';
import type { ApiInterface, ApiRequestRow } from '../../features/api-requests/api-request.ts';
import { refusedFields } from '../../features/api-requests/refused-field-rules.ts';
import type { Refusal } from '../../lib/refusal.ts';
import type { ObservedRequest } from '../../platform/http/request-record.ts';
import { isPathId, type PathIdForm } from './path-ids.ts';
import type { ApiRoute } from './route.ts';

/** How a route of an interface names what the log keeps. */
export interface LoggedRoute {
  readonly interface: ApiInterface;
  /** @param refusal undefined for a bug of ours */
  readonly errorTypeOf: (refusal: Refusal | undefined) => string;
  readonly formOfId: (name: string) => PathIdForm;
  readonly isFieldName: (name: string) => boolean;
  /** Undefined if the request was refused before it was known. */
  readonly actingUserOf: (request: FastifyRequest) => string | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    logged?: LoggedRoute;
  }
}

/** What refusals name beside the fields of bodies and queries. */
const otherNames = ['applicant', 'body', 'file', 'Idempotency-Key', 'orderId', 'report', 'state', 'status', 'webhook'];

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

function* namesIn({ properties = {}, items, anyOf = [] }: Shape): Generator<string> {
  yield* Object.keys(properties);
  for (const inner of [...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf]) {
    yield* namesIn(inner);
  }
}

/** Whether one of the routes has a field of this name; collected at the first refusal. */
export function fieldNamesOf(routes: readonly ApiRoute[]): LoggedRoute['isFieldName'] {
  let names: ReadonlySet<string> | undefined;
  return (name) => {
    names ??= new Set([
      ...otherNames,
      ...routes.flatMap(({ body, query }) => [body, query].flatMap((shape) => (shape ? [...namesIn(shape)] : []))),
    ]);
    return names.has(name);
  };
}

/** Null for what cannot be an id, or is a word that was not found: somebody may have typed anything there. */
function idsIn(request: FastifyRequest, { route, status }: ObservedRequest, { formOfId }: LoggedRoute) {
  const params = request.params as Readonly<Record<string, string>>;
  return [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const [id = '', form] = [params[name], formOfId(name)];
    return isPathId(form, id) && (form !== 'word' || status < 400) ? id.toLowerCase() : null;
  });
}

const textOf = (header: unknown) => (header === undefined ? null : String(header));

/** Reads that succeeded, and what is over the limit: of these there may be so many that they would fill the database. */
const isLeftOut = ({ method, status }: ObservedRequest) =>
  status === 429 || ((method === 'GET' || method === 'HEAD') && status >= 200 && status < 400);

/** Undefined for what is left out, for a request of another kind, or without a key that we know: it belongs to no account. */
export function apiRequestOf(
  seen: ObservedRequest,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  now: Date,
): ApiRequestRow | undefined {
  const { logged } = request.routeOptions.config;
  const { requestId, accountId, environment, keyId, userId, status, durationMs } = seen;
  if (logged === undefined || accountId === undefined || isLeftOut(seen)) return undefined;
  const { refused } = request;
  const isReplay = reply.hasHeader('idempotent-replayed');
  const answered = textOf(reply.getHeader('x-request-id'));
  return {
    id: requestId,
    account_id: accountId,
    environment: environment as Environment,
    interface: logged.interface,
    method: seen.method,
    route: seen.route,
    ids: seen.route.includes(':') ? idsIn(request, seen, logged) : [],
    status,
    duration_ms: durationMs,
    key_id: keyId!,
    user_id: logged.actingUserOf(request) ?? userId!,
    error_type: refused !== undefined || (status >= 500 && !isReplay) ? logged.errorTypeOf(refused) : null,
    fields: refused === undefined ? [] : refusedFields(refused.fields, logged.isFieldName),
    cut_by: seen.reason ?? null,
    is_replay: isReplay,
    replay_of: answered === requestId ? null : answered,
    requested_at: new Date(now.getTime() - durationMs),
  };
}
