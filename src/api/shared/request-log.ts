// What the request log of an account keeps of a request: its log line, the ids in its path and, of a refusal, the type and the
// names of the fields, as the interface calls them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../context.ts';
import type { ApiInterface, ApiRequestRow } from '../../features/api-requests/api-request.ts';
import { nearName } from '../../features/api-requests/near-name-rules.ts';
import { refusedFields } from '../../features/api-requests/refused-field-rules.ts';
import { unreadNames } from '../../features/api-requests/unread-name-rules.ts';
import type { ReadBody } from '../../features/request-bodies/body-reader.ts';
import type { FieldMessages, Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { ObservedRequest } from '../../platform/http/request-record.ts';
import { isPathId, type PathIdForm } from './path-ids.ts';
import type { ApiRoute } from './route.ts';

/** How an interface names what the log keeps. */
interface LoggedInterface {
  readonly interface: ApiInterface;
  /** @param refusal undefined for a bug of ours */
  readonly errorTypeOf: (refusal: Refusal | undefined) => string;
  readonly isFieldName: (name: string) => boolean;
  /** Whether a name may be one of the interface, misspelt. */
  readonly isNear: (name: string) => boolean;
  /** Whether the names of a body are read in any case. */
  readonly inAnyCase: boolean;
}

/** How a route names what the log keeps. */
export interface LoggedRoute extends LoggedInterface {
  /** The wire schema of its body; undefined if it reads none. */
  readonly body: object | undefined;
  readonly formOfId: (name: string) => PathIdForm;
  /** Undefined if the request was refused before it was known. */
  readonly actingUserOf: (request: FastifyRequest) => string | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    logged?: LoggedRoute;
  }
}

/** What refusals name beside the fields of bodies and queries. */
const otherNames = [
  'applicant',
  'body',
  'file',
  'Idempotency-Key',
  'VerifileUserId',
  'VerifileSubsidiaryOrganisationId',
  'orderId',
  'report',
  'state',
  'status',
  'webhook',
];

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

/** What other interfaces call the same, and so is sent to ours. */
const usualNames = ['api', 'birth', 'forename', 'surname', 'phone', 'road', 'zip', 'photos', 'documents', 'staging'];

const fieldsOf = (routes: readonly ApiRoute[]): string[] => [
  ...otherNames,
  ...routes.flatMap(({ body, query }) => [body, query].flatMap((shape) => (shape ? [...namesIn(shape)] : []))),
];

/** Whether one of the routes has a field of this name, and whether a name is near one of theirs; collected when first asked. */
export function namesOf(routes: readonly ApiRoute[]): Pick<LoggedRoute, 'isFieldName' | 'isNear'> {
  let names: ReadonlySet<string> | undefined;
  let near: ReturnType<typeof nearName> | undefined;
  return {
    isFieldName: (name) => {
      names ??= new Set(fieldsOf(routes));
      return names.has(name);
    },
    isNear: (name) => {
      near ??= nearName([...usualNames, ...fieldsOf(routes), ...routes.map(({ url }) => url)]);
      return near(name);
    },
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

const unmatched = new WeakMap<FastifyRequest, LoggedInterface>();

/** The request is of no route of the interface: it is logged nevertheless, if its key is known. */
export function logUnmatched(request: FastifyRequest, of: LoggedInterface): void {
  unmatched.set(request, of);
}

/** The path of no route as a pattern: words near those of the interface stay, ids are ids, anything else may be what somebody typed. */
function patternOf(request: FastifyRequest, { isNear }: LoggedInterface) {
  const steps = (request.url.split('?', 1)[0] ?? '').split('/').slice(1, 10);
  const ids: (string | null)[] = [];
  const shown = steps.map((step) => {
    // The interface is known, whose path has a number.
    if (isNear(step) || /^v\d$/i.test(step) || step === '') return step;
    ids.push(isUuid(step) ? step.toLowerCase() : null);
    return ':id';
  });
  return { route: `/${shown.join('/')}`, ids };
}

const invalid = new WeakMap<FastifyRequest, FieldMessages>();

/** What a request asked to be validated, and was found wrong. */
export function noteInvalid(
  request: FastifyRequest,
  { invalid: found }: { readonly invalid?: FieldMessages | undefined },
) {
  if (found !== undefined) invalid.set(request, found);
}

const textOf = (header: unknown) => (header === undefined ? null : String(header));

/** Reads that succeeded: there may be so many that they would fill the database. */
const isLeftOut = ({ method, status }: ObservedRequest) =>
  (method === 'GET' || method === 'HEAD') && status >= 200 && status < 400;

const MOST_A_MINUTE = 10;
let minute = 0;
let logged: Map<string, number> = new Map();

/** What is over the limit or of no route comes from a program that runs wild: of each key only the first of a minute are kept. */
function isTooMany(keyId: string, now: Date): boolean {
  const current = Math.floor(now.getTime() / 60_000);
  if (current !== minute) logged = new Map();
  minute = current;
  const count = (logged.get(keyId) ?? 0) + 1;
  logged.set(keyId, count);
  return count > MOST_A_MINUTE;
}

function unreadOf({ body }: FastifyRequest, { body: shape, inAnyCase, isNear }: LoggedRoute): string[] {
  const json = shape === undefined ? undefined : (body as Partial<ReadBody> | undefined)?.json;
  return json === undefined ? [] : unreadNames(json, shape!, { inAnyCase, isNear });
}

function whatOf(request: FastifyRequest, seen: ObservedRequest) {
  const route = request.routeOptions.config.logged;
  if (route !== undefined) {
    const ids = seen.route.includes(':') ? idsIn(request, seen, route) : [];
    const userId = route.actingUserOf(request);
    return { of: route, route: seen.route, ids, unread: unreadOf(request, route), userId };
  }
  const of = unmatched.get(request);
  return of && { of, ...patternOf(request, of), unread: [], userId: undefined };
}

/**
 * Undefined for what is left out, for a request of another kind, or without a key that we know: it belongs to no account.
 * Runs after the answer, for requests that are kept only.
 */
export function apiRequestOf(
  seen: ObservedRequest,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  now: Date,
): ApiRequestRow | undefined {
  const { requestId, accountId, environment, keyId, userId, status, durationMs } = seen;
  if (accountId === undefined || isLeftOut(seen)) return undefined;
  const what = whatOf(request, seen);
  if (what === undefined) return undefined;
  const isWild = status === 429 || unmatched.has(request);
  if (isWild && isTooMany(keyId!, now)) return undefined;
  const { refused } = request;
  const { of } = what;
  const problems = refused === undefined ? invalid.get(request) : { ...refused.fields, ...refused.unsaid };
  const isReplay = reply.hasHeader('idempotent-replayed');
  const answered = textOf(reply.getHeader('x-request-id'));
  return {
    id: requestId,
    account_id: accountId,
    environment: environment as Environment,
    interface: of.interface,
    method: seen.method,
    route: what.route,
    ids: what.ids,
    status,
    duration_ms: durationMs,
    key_id: keyId!,
    user_id: what.userId ?? userId!,
    error_type: refused !== undefined || (status >= 500 && !isReplay) ? of.errorTypeOf(refused) : null,
    fields: problems === undefined ? [] : refusedFields(problems, of.isFieldName),
    unread: what.unread,
    cut_by: seen.reason ?? null,
    is_replay: isReplay,
    replay_of: answered === requestId ? null : answered,
    requested_at: new Date(now.getTime() - durationMs),
  };
}
