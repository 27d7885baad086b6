// The requests that the account's programs made to the API, newest first, with the filters in the address; alike for the
// client and for the desk.
import type { Ctx, Environment } from '../../../context.ts';
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
import { listHref, listParameters } from '../list-search.ts';
import { type AddRequestPage, inEitherEnvironment, type RequestPlace } from './request-place.ts';
import { requestView } from './request-view.ts';

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

const hrefOf = (
  { path }: RequestPlace,
  { environment, ...query }: RequestsQuery,
  more: Readonly<Record<string, string | undefined>> = {},
) => listHref(path, listParameters({ environment: environment === 'test' ? 'test' : undefined, ...query, ...more }));

const outcomeTexts: Readonly<Record<RequestOutcome, string>> = {
  succeeded: 'Succeeded',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
};

const pillsOf = (place: RequestPlace, query: RequestsQuery) =>
  [undefined, ...requestOutcomes].map((status) => ({
    text: status === undefined ? 'All' : outcomeTexts[status],
    href: hrefOf(place, { ...query, status }),
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

async function modelOf(ctx: Ctx, sent: Given, place: RequestPlace) {
  const query = readQuery(sent);
  const { environment } = query;
  const reader = place.readerFor(environment);
  const [before, after] = [idIn(sent.before), idIn(sent.after)];
  const [page, keys] = await Promise.all([
    listApiRequests(ctx, reader, filterOf(query), { before, after, limit: PER_PAGE }),
    listLoggedKeys(ctx, reader),
  ]);
  const { status, method, interface: of, key } = query;
  const kept = listParameters({ environment: environment === 'test' ? 'test' : undefined, status });
  return {
    title: 'API requests',
    listPath: place.path,
    days: ctx.settings.apiRequestDays,
    environment,
    environments: (['live', 'test'] as const).map((value) => ({
      text: value === 'live' ? 'Live' : 'Test',
      href: hrefOf(place, { ...query, environment: value, key: undefined }),
      active: value === environment,
    })),
    statuses: pillsOf(place, query),
    selects: selectsOf(query, keys),
    kept,
    isFiltered: [status, method, of, key, before, after].some((one) => one !== undefined),
    allHref: hrefOf(place, { ...readQuery({}), environment }),
    rows: page.requests.map((request) => requestView(request, ctx.now(), place.path)),
    newerHref: page.hasNewer ? hrefOf(place, query, { after: page.requests[0]?.id }) : undefined,
    olderHref: page.hasOlder ? hrefOf(place, query, { before: page.requests.at(-1)?.id }) : undefined,
    newKeyHref: place.newKeyHref,
  };
}

/** The address of the request with this id, of either environment; undefined if there is none. */
async function addressOf(ctx: Ctx, place: RequestPlace, text: string): Promise<string | undefined> {
  const id = idIn(text.trim().replace(/^urn:uuid:/i, ''));
  if (id === undefined) return undefined;
  const found = await inEitherEnvironment(place, (reader) => readApiRequest(ctx, reader, id)).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.reason === 'not_found') return undefined;
      throw error;
    },
  );
  return found && `${place.path}/${found.id}`;
}

/** @param menu the entry of the list in the menu, where it has one */
export function requestsPage(add: AddRequestPage, ctx: Ctx, menu?: 'API requests'): void {
  const inMenu =
    menu === undefined ? {} : ({ menu, menuFor: 'manage_keys', menuGroup: 'programs', byEnvironment: true } as const);
  add('', { permission: 'read_api_requests', ...inMenu }, async (request, reply, place) => {
    const { id } = request.query;
    const asked = typeof id === 'string' ? id.slice(0, 100) : '';
    const address = asked === '' ? undefined : await addressOf(ctx, place, asked);
    if (address !== undefined) return reply.redirect(address, 303);
    return place.show('requests.njk', { ...(await modelOf(ctx, request.query, place)), asked });
  });
}
