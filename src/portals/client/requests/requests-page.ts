// The requests that the account's programs made to the API, newest first, with the filters in the address.
import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import {
  type ApiInterface,
  type ApiRequestFilter,
  type RequestMethod,
  type RequestOutcome,
  requestMethods,
  requestOutcomes,
} from '../../../features/api-requests/api-request.ts';
import {
  type LoggedKey,
  listApiRequests,
  listLoggedKeys,
  readApiRequest,
} from '../../../features/api-requests/api-request-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, callerFor, inEitherEnvironment } from '../client-caller.ts';
import { requestsPath, requestView } from './request-view.ts';

const PER_PAGE = 50;

interface RequestsQuery {
  readonly environment: Environment;
  readonly status: RequestOutcome | undefined;
  readonly method: RequestMethod | undefined;
  readonly interface: ApiInterface | undefined;
  readonly key: string | undefined;
}

type Given = Readonly<Record<string, unknown>>;

const interfaces: readonly ApiInterface[] = ['v1', 'v2'];

/** Invalid values count as absent, so that old bookmarks still open. */
function readQuery(given: Given): RequestsQuery {
  const oneOf = <Word extends string>(name: string, words: readonly Word[]) =>
    words.find((word) => word === given[name]);
  return {
    environment: given.environment === 'test' ? 'test' : 'live',
    status: oneOf('status', requestOutcomes),
    method: oneOf('method', requestMethods),
    interface: oneOf('interface', interfaces),
    key: isUuid(given.key) ? given.key.toLowerCase() : undefined,
  };
}

const filterOf = ({ status, method, interface: of, key }: RequestsQuery): ApiRequestFilter => ({
  outcome: status,
  method,
  interface: of,
  keyId: key,
});

const idIn = (value: unknown) => (isUuid(value) ? value.toLowerCase() : undefined);

const hrefOf = ({ environment, ...query }: RequestsQuery, more: Readonly<Record<string, string | undefined>> = {}) =>
  listHref(
    requestsPath,
    listParameters({ environment: environment === 'test' ? 'test' : undefined, ...query, ...more }),
  );

const outcomeTexts: Readonly<Record<RequestOutcome, string>> = {
  succeeded: 'Succeeded',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
};

const pillsOf = (query: RequestsQuery) =>
  [undefined, ...requestOutcomes].map((status) => ({
    text: status === undefined ? 'All' : outcomeTexts[status],
    href: hrefOf({ ...query, status }),
    active: status === query.status,
  }));

function selectsOf({ method, interface: of, key }: RequestsQuery, keys: readonly LoggedKey[]) {
  const select = (
    name: string,
    label: string,
    chosen: string | undefined,
    items: readonly [value: string, text: string][],
  ) => ({
    name,
    label,
    items: [['', 'All'] as const, ...items].map(([value, text]) => ({
      value,
      text,
      selected: value === (chosen ?? ''),
    })),
  });
  const named = ({ prefix, label }: LoggedKey) => (label === '' ? `${prefix}…` : `${prefix}…, ${label}`);
  return [
    select(
      'method',
      'Method',
      method,
      requestMethods.map((one) => [one, one]),
    ),
    select(
      'interface',
      'Interface',
      of,
      interfaces.map((one) => [one, one]),
    ),
    select(
      'key',
      'Key',
      key,
      keys.map((one) => [one.id, named(one)]),
    ),
  ];
}

async function modelOf(ctx: Ctx, { query: given }: { readonly query: unknown }, user: ClientUser) {
  const sent = given as Given;
  const query = readQuery(sent);
  const caller = callerFor(user, query.environment);
  const [before, after] = [idIn(sent.before), idIn(sent.after)];
  const [page, keys] = await Promise.all([
    listApiRequests(ctx, caller, filterOf(query), { before, after, limit: PER_PAGE }),
    listLoggedKeys(ctx, caller),
  ]);
  const { status, method, interface: of, key } = query;
  const kept = listParameters({ environment: query.environment === 'test' ? 'test' : undefined, status });
  return {
    title: 'API requests',
    listPath: requestsPath,
    days: ctx.settings.apiRequestDays,
    environment: query.environment,
    statuses: pillsOf(query),
    selects: selectsOf(query, keys),
    kept,
    isFiltered: [status, method, of, key, before, after].some((one) => one !== undefined),
    allHref: hrefOf({ ...readQuery({}), environment: query.environment }),
    rows: page.requests.map((request) => requestView(request, ctx.now())),
    newerHref: page.hasNewer ? hrefOf(query, { after: page.requests[0]?.id }) : undefined,
    olderHref: page.hasOlder ? hrefOf(query, { before: page.requests.at(-1)?.id }) : undefined,
    mayMakeKeys: mayDo(user, 'manage_keys'),
  };
}

/** The address of the request with this id, of either environment; undefined if there is none. */
async function addressOf(ctx: Ctx, user: ClientUser, text: string): Promise<string | undefined> {
  const id = idIn(text.trim().replace(/^urn:uuid:/i, ''));
  if (id === undefined) return undefined;
  const found = await inEitherEnvironment(user, (caller) => readApiRequest(ctx, caller, id)).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'not_found') return undefined;
    throw error;
  });
  return found && `${requestsPath}/${found.id}`;
}

export function requestsPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(
    requestsPath,
    { permission: 'use_api', menu: 'API requests', menuGroup: 'programs', byEnvironment: true },
    async (request: FastifyRequest, reply, user) => {
      const { id } = request.query as Given;
      const asked = typeof id === 'string' ? id.slice(0, 100) : '';
      const address = asked === '' ? undefined : await addressOf(ctx, user, asked);
      if (address !== undefined) return reply.redirect(address, 303);
      const model = await modelOf(ctx, request, user);
      return renderPage(request, reply, 'client/requests/requests.njk', { ...model, asked });
    },
  );
}
