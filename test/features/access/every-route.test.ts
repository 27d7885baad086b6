// Requests every route of the running server as every role and as a stranger, and compares the answers with the table
// of roles.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { v1Base } from '../../../src/api/v1/v1-path.ts';
import { v2Alias, v2Bases } from '../../../src/api/v2/bases.ts';
import {
  type ClientRole,
  type DeskRole,
  mayDo,
  type Permission,
  permissions,
  roles,
} from '../../../src/features/access/permissions.ts';
import { createApiKey, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { linkToken } from '../../../src/features/checks/check-links.ts';
import type { OpenAccess } from '../../../src/platform/http/route-access.ts';
import { password, signedInVisitor } from '../../portals/portal-under-test.ts';
import { type Answer, startProbity } from '../../support/probity.ts';
import { placeWaiting } from '../candidate-form/waiting-check.ts';

interface Route {
  readonly method: string;
  readonly url: string;
  readonly access: string | undefined;
}

const registered: RouteOptions[] = [];
/** Method, address and caller of each request that reached the handler of its route. */
const handled = new Set<string>();

/** Records every route that is registered during the start. */
function observeRoutes({ fastify: app }: { readonly fastify: FastifyInstance }): void {
  app.addHook('onRoute', (route) => {
    const { method, url, handler } = route;
    registered.push(route);
    route.handler = function (this: FastifyInstance, request, reply) {
      handled.add(`${method} ${url} ${request.headers['x-asker']}`);
      return handler.call(this, request, reply);
    };
  });
}

subscribe('fastify.initialization', observeRoutes as never);
const probity = await startProbity();
unsubscribe('fastify.initialization', observeRoutes as never);
/** Read after all scopes have registered their routes. */
const routes = registered.map(
  ({ method, url, config }): Route => ({ method: String(method), url, access: config?.access }),
);
const { account, ctx } = probity;

const { check } = await placeWaiting(ctx, account.caller('live'), { reports: ['identity'] });
const resultsLink = await linkToken(ctx, 'results', {
  accountId: account.accountId,
  environment: 'live',
  checkId: check.id,
});

/** The path with ids that do not exist, so that a handler finds nothing; the results link is a real one. */
const pathOf = ({ url }: Route) =>
  url === '/results/:file' ? `/results/${resultsLink}.pdf` : url.replace(/:\w+/g, () => randomUUID());

const apiBases = [v1Base, ...Object.values(v2Bases), v2Alias];
const isPermission = (access: string | undefined): access is Permission => permissions.some((one) => one === access);
const isApi = ({ url }: Route) => apiBases.some((base) => url.startsWith(`${base}/`));
const guarded = routes.filter(({ method, access }) => method !== 'HEAD' && isPermission(access));
const operations = guarded.filter(isApi);
const pages = guarded.filter((route) => !isApi(route));

interface Asker {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

test('every route names its permission or audience', () => {
  const audiences: readonly OpenAccess[] = ['anyone', 'candidate', 'referee', 'provider'];
  const known = (access: string | undefined) => isPermission(access) || audiences.some((one) => one === access);
  assert.deepEqual(
    routes.filter(({ access }) => !known(access)),
    [],
  );
  assert.ok(operations.length > 100 && pages.length > 30, `${operations.length} operations, ${pages.length} pages`);
});

test('every operation of the API accepts the keys of roles with its permission, and refuses all others', async () => {
  interface KeyHolder extends Asker {
    readonly keys: { readonly live: string; readonly test: string };
  }
  const holder = async (role: ClientRole): Promise<KeyHolder> => {
    const person = { name: role, email: `${role}@keys.test`, role };
    const { id: userId } = await createUser(ctx, 'system', account.accountId, person);
    const key = async (environment: 'live' | 'test') =>
      (await createApiKey(ctx, 'system', account.accountId, { userId, environment })).key;
    return { name: role, permissions: roles.client[role], keys: { live: await key('live'), test: await key('test') } };
  };
  const holders = await Promise.all((Object.keys(roles.client) as ClientRole[]).map(holder));
  const ask = (route: Route, asker?: KeyHolder) =>
    probity.fetch(pathOf(route), {
      method: route.method as 'GET',
      ...(asker && { key: asker.keys[route.url.startsWith(v2Bases.test) ? 'test' : 'live'] }),
    });
  const typeOf = ({ json }: Answer) => {
    const body = json as { readonly type?: string; readonly error?: { readonly type: string } } | undefined;
    return body?.error?.type ?? body?.type ?? '';
  };
  for (const route of operations) {
    const of = `${route.method} ${route.url} `;
    assert.equal((await ask(route)).status, 401, `${of}without a key`);
    await Promise.all(
      holders.map(async (asker) => {
        const answer = await ask(route, asker);
        const found = `${of}${asker.name}: ${answer.status} ${typeOf(answer)}`;
        const mayUseApi = mayDo(asker, 'use_api');
        if (mayUseApi && mayDo(asker, route.access as Permission)) {
          assert.ok(![401, 403].includes(answer.status), found);
        } else if (!route.url.startsWith(v1Base)) {
          assert.deepEqual([answer.status, typeOf(answer)], [401, 'user_authorization_error'], found);
        } else {
          assert.equal(answer.status, mayUseApi ? 403 : 401, found);
          assert.match(typeOf(answer), mayUseApi ? /not_permitted$/ : /read_only_user$/, found);
        }
      }),
    );
  }
});

interface Visitor extends Asker {
  readonly kind: 'client' | 'desk';
  readonly cookie: string;
  readonly formToken: string;
  readonly menu: readonly string[];
}

async function visitorOf(kind: 'client' | 'desk', role: ClientRole | DeskRole): Promise<Visitor> {
  const email = `${role}@${kind}.test`.replaceAll('_', '-');
  const person = { name: `${kind} ${role}`, email };
  if (kind === 'client') await createUser(ctx, 'system', account.accountId, { ...person, role: role as ClientRole });
  else await createDeskUser(ctx, 'system', { ...person, role: role as DeskRole, accounts: 'all' });
  await createSignIn(ctx, 'system', { email, password });
  const signedIn = await signedInVisitor({ url: probity.url, authority: probity.caFile }, email);
  const { body } = await signedIn.get('/account');
  const start = body.indexOf('aria-label="Menu"');
  const navigation = body.slice(start, body.indexOf('</nav>', start));
  return {
    name: `${kind} ${role}`,
    kind,
    permissions: (roles[kind] as Readonly<Record<string, readonly Permission[]>>)[role]!,
    cookie: [...signedIn.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    formToken: /name="form_token" value="([^"]+)"/.exec(body)![1]!,
    menu: [...navigation.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!),
  };
}

const visitors = await Promise.all(
  (['client', 'desk'] as const).flatMap((kind) =>
    (Object.keys(roles[kind]) as (ClientRole | DeskRole)[]).map((role) => visitorOf(kind, role)),
  ),
);

/** Users of one portal get 404 for every address of the other. */
const portals = { client: '/portal', desk: '/desk' } as const;
const isOfOther = (kind: Visitor['kind'], url: string) =>
  url.startsWith(portals[kind === 'client' ? 'desk' : 'client']);

test('every page and form of the portals opens for roles with its permission, and for nobody else', async () => {
  const ask = (route: Route, headers: Record<string, string>) =>
    probity.fetch(pathOf(route), {
      method: route.method as 'GET',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...(route.method === 'POST' && { form: new URLSearchParams({ of: 'nothing' }) }),
    });
  // A form without a valid token is refused before the sender is identified.
  const stranger = await probity.fetch('/sign-in');
  const strangers = {
    cookie: [stranger.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';')[0])
      .join('; '),
    'x-form-token': /name="form_token" value="([^"]+)"/.exec(stranger.text)![1]!,
  };
  for (const route of pages) {
    const of = `${route.method} ${route.url}`;
    const unknown = await ask(route, { 'x-asker': 'nobody', ...strangers });
    if (unknown.status === 303) assert.match(String(unknown.headers.location), /^\/sign-in/, of);
    else assert.equal(unknown.status, 401, of);
    await Promise.all(
      visitors.map(async ({ name, kind, permissions: held, cookie, formToken }) => {
        const { status } = await ask(route, { cookie, 'x-form-token': formToken, 'x-asker': name });
        const found = `${of} ${name}: ${status}`;
        const wasHandled = handled.has(`${of} ${name}`);
        if (isOfOther(kind, route.url)) {
          assert.deepEqual([status, wasHandled], [404, false], found);
        } else if (mayDo({ permissions: held }, route.access as Permission)) {
          assert.ok(wasHandled && ![401, 403].includes(status), found);
        } else {
          assert.equal(status, 403, found);
        }
      }),
    );
  }
});

test('every user’s menu has exactly the pages that they may open', async () => {
  const inMenus = pages.filter(
    ({ method, url }) => method === 'GET' && visitors.some(({ menu }) => menu.includes(url)),
  );
  for (const { name, kind, permissions: held, menu } of visitors) {
    const open = inMenus.filter(
      ({ url, access }) => !isOfOther(kind, url) && mayDo({ permissions: held }, access as Permission),
    );
    assert.deepEqual(new Set(menu), new Set(open.map(({ url }) => url)), name);
  }
  const billing = visitors.find(({ name }) => name === 'client billing')!;
  assert.deepEqual(billing.menu, ['/portal/charges', '/account']);
});

test('routes for candidates, referees and everybody need no role', async () => {
  for (const route of routes.filter(({ method, access }) => method === 'GET' && !isPermission(access))) {
    const { status } = await probity.fetch(pathOf(route));
    assert.ok(![401, 403].includes(status), `${route.url}: ${status}`);
    if (route.access === 'candidate' || route.access === 'referee') {
      assert.equal(status, 404, `${route.url} of a link that is none`);
    }
  }
});
