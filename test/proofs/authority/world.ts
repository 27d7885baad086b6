// A running server with its routes, a key of each kind, and a signed-in user of each role.
import { randomUUID } from 'node:crypto';
import { v1Base } from '../../../src/api/v1/v1-path.ts';
import { v2Alias, v2Bases } from '../../../src/api/v2/bases.ts';
import { everyKeyScope, type KeyScope, permissionsOfKey } from '../../../src/features/access/key-scopes.ts';
import { type ClientRole, type DeskRole, type Permission, roles } from '../../../src/features/access/permissions.ts';
import { createApiKey, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { linkToken } from '../../../src/features/checks/check-links.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { password, signedInVisitor } from '../../portals/portal-under-test.ts';
import type { Probity } from '../../support/probity.ts';
import { isPermission, type Route, type ServedRoutes } from '../../support/served-routes.ts';

export interface Asker {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

export interface KeyHolder extends Asker {
  readonly keys: { readonly live: string; readonly test: string };
}

export interface AuthorityWorld extends ServedRoutes<Probity> {
  readonly operations: readonly Route[];
  readonly pages: readonly Route[];
  /** The path with ids that do not exist, so that a handler finds nothing; the results link is a real one. */
  pathOf(route: Route): string;
}

/** What was asked, and where an answer differs from the table. */
export interface Compared {
  readonly asked: number;
  readonly differences: readonly string[];
}

const apiBases = [v1Base, ...Object.values(v2Bases), v2Alias];
const isApi = ({ url }: Route) => apiBases.some((base) => url.startsWith(`${base}/`));

export async function authorityWorld(served: ServedRoutes<Probity>): Promise<AuthorityWorld> {
  const { ctx, account } = served.server;
  const { check } = await placeWaiting(ctx, account.caller('live'), { reports: ['identity'] });
  const { accountId } = account;
  const link = await linkToken(ctx, 'results', { accountId, environment: 'live', checkId: check.id });
  const guarded = served.routes.filter(({ access }) => isPermission(access));
  return {
    ...served,
    operations: guarded.filter(isApi),
    pages: guarded.filter((route) => !isApi(route)),
    pathOf: ({ url }) => (url === '/results/:file' ? `/results/${link}.pdf` : url.replace(/:\w+/g, () => randomUUID())),
  };
}

/** A key of each role with every scope, of an administrator with one scope each, then of the other roles with one each. */
export const keyKinds: readonly { readonly role: ClientRole; readonly scopes: readonly KeyScope[] }[] = [
  ...clientRoles().map((role) => ({ role, scopes: everyKeyScope })),
  ...clientRoles().flatMap((role) => everyKeyScope.map((scope) => ({ role, scopes: [scope] }))),
];

function clientRoles(): ClientRole[] {
  return Object.keys(roles.client) as ClientRole[];
}

export async function makeKeyHolders({ ctx, account }: Probity, kinds: typeof keyKinds): Promise<KeyHolder[]> {
  const { accountId } = account;
  const owners = new Map<ClientRole, string>();
  for (const role of clientRoles()) {
    const person = { name: role, email: `${role}@keys.test`, role };
    owners.set(role, (await createUser(ctx, 'system', accountId, person)).id);
  }
  return Promise.all(
    kinds.map(async ({ role, scopes }) => {
      const key = async (environment: 'live' | 'test') =>
        (await createApiKey(ctx, 'system', accountId, { userId: owners.get(role)!, environment, scopes })).key;
      const name = scopes === everyKeyScope ? role : `${role} with the scope ${scopes[0]}`;
      return {
        name,
        permissions: permissionsOfKey(role, scopes),
        keys: { live: await key('live'), test: await key('test') },
      };
    }),
  );
}

export interface SignedIn extends Asker {
  readonly kind: 'client' | 'desk';
  readonly cookie: string;
  readonly formToken: string;
  readonly menu: readonly string[];
}

export type AtTheEnd = (close: () => Promise<void>) => void;

async function signIn(probity: Probity, kind: SignedIn['kind'], role: string, atTheEnd?: AtTheEnd): Promise<SignedIn> {
  const { ctx, account, url, caFile } = probity;
  const email = `${role}@${kind}.test`.replaceAll('_', '-');
  const person = { name: `${kind} ${role}`, email };
  if (kind === 'client') await createUser(ctx, 'system', account.accountId, { ...person, role: role as ClientRole });
  else await createDeskUser(ctx, 'system', { ...person, role: role as DeskRole, accounts: 'all' });
  await createSignIn(ctx, 'system', { email, password });
  const signedIn = await signedInVisitor({ url, authority: caFile }, email, atTheEnd);
  const { body } = await signedIn.get('/account');
  const start = body.indexOf('aria-label="Menu"');
  const navigation = body.slice(start, body.indexOf('</nav>', start));
  return {
    name: `${kind} ${role}`,
    kind,
    permissions: (roles[kind] as Readonly<Record<string, readonly Permission[]>>)[role]!,
    cookie: [...signedIn.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    formToken: /name="form_token" value="([^"]+)"/.exec(body)![1]!,
    menu: [...navigation.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href!),
  };
}

/** A user of each role of both portals. */
export function signInEveryRole(probity: Probity, atTheEnd?: AtTheEnd): Promise<SignedIn[]> {
  return Promise.all(
    (['client', 'desk'] as const).flatMap((kind) =>
      Object.keys(roles[kind]).map((role) => signIn(probity, kind, role, atTheEnd)),
    ),
  );
}
