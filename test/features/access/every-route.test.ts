// Requests every route of the running server as every role and as a stranger, and compares the answers with the table
// of roles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Permission } from '../../../src/features/access/permissions.ts';
import { confirmSession } from '../../../src/features/accounts/sign-in-store.ts';
import { sql } from '../../../src/platform/db/database.ts';
import type { OpenAccess } from '../../../src/platform/http/route-access.ts';
import { typedForms } from '../../portals/typed-forms.ts';
import { askCommands } from '../../proofs/authority/asked-commands.ts';
import { askOperations } from '../../proofs/authority/asked-operations.ts';
import { askPages, isOfOther } from '../../proofs/authority/asked-pages.ts';
import { authorityWorld, keyKinds, makeKeyHolders, signInEveryRole } from '../../proofs/authority/world.ts';
import { startProbity } from '../../support/probity.ts';
import { recordUnserved } from '../../support/recorded-statements.ts';
import { isPermission, recordRoutes } from '../../support/served-routes.ts';

/** Each role with every scope, and an administrator with each; the proof has the rest (`npm run prove -- authority`). */
const inSuite = 11;

const unserved = new Set<string>();
const served = await recordRoutes(() =>
  startProbity({ change: (ctx) => ({ ...ctx, db: recordUnserved(ctx.db, unserved) }) }),
);
const { server: probity } = served;
const world = await authorityWorld(served);
const { operations, pages, routes, pathOf } = world;
const visitors = await signInEveryRole(probity);

const isClient = ({ kind }: { readonly kind: string }) => kind === 'client';

/** What a request may read of every account, to find out who asks. */
const whoAsks = [
  'accounts',
  'api_key_networks',
  'api_keys',
  'desk_user_accounts',
  'events',
  'open_results_links',
  'sandbox_windows',
  'security_events',
  'sign_in_credentials',
  'sign_in_factors',
  'sign_in_links',
  'sign_in_recovery_codes',
  'sign_in_sessions',
  'single_sign_on',
  'single_sign_on_domains',
  'users',
];

/** The tables of accounts that requests have used beside these while no account was served. */
async function readBeforeServing(): Promise<readonly string[]> {
  const limited = await probity.database.rows<{ name: string }>(sql`
    select tablename as name from pg_policies where policyname = 'served_accounts'`);
  return limited.map(({ name }) => name).filter((name) => unserved.has(name) && !whoAsks.includes(name));
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

test('every form of the portals keeps what is typed in it, or says why it keeps nothing', () => {
  const posts = routes.filter(({ method, access }) => method === 'POST' && access !== 'provider');
  const forms = posts.filter((route) => !operations.includes(route)).map(({ url }) => url);
  assert.deepEqual(forms.toSorted(), Object.keys(typedForms).toSorted());
});

test('every operation of the API accepts the keys of roles and scopes with its permission, refuses all others, and serves one account', async () => {
  const holders = await makeKeyHolders(probity, keyKinds.slice(0, inSuite));
  unserved.clear();
  const { asked, differences } = await askOperations(world, holders);
  assert.deepEqual(await readBeforeServing(), []);
  assert.deepEqual(differences, []);
  assert.ok(asked > 1000, String(asked));
});

test('every page and form of the portals opens for roles with its permission and nobody else, and serves a client one account', async () => {
  unserved.clear();
  const ofClients = await askPages(world, visitors.filter(isClient));
  assert.deepEqual(await readBeforeServing(), []);
  const ofDesk = await askPages(
    world,
    visitors.filter((visitor) => !isClient(visitor)),
  );
  const asked = ofClients.asked + ofDesk.asked;
  const differences = [...ofClients.differences, ...ofDesk.differences];
  assert.deepEqual(differences, []);
  assert.ok(asked > 1000, String(asked));
});

test('the command line may do what every one of its pages demands', async () => {
  assert.deepEqual((await askCommands(world)).differences, []);
});

/** Of pages for whoever connects a program, which others find under their account. */
const menuFor: Readonly<Record<string, readonly Permission[]>> = {
  '/desk/my-clients': ['look_after_clients'],
  '/portal/webhooks': ['manage_keys'],
  '/portal/requests': ['manage_keys'],
};

test('every user’s menu has exactly the pages that they may open', async () => {
  const inMenus = pages.filter(
    ({ method, url }) => method === 'GET' && visitors.some(({ menu }) => menu.includes(url)),
  );
  for (const { name, kind, permissions: held, menu } of visitors) {
    const open = inMenus.filter(
      ({ url, access }) =>
        !isOfOther(kind, url) && [access as Permission, ...(menuFor[url] ?? [])].every((one) => held.includes(one)),
    );
    assert.deepEqual(new Set(menu), new Set(open.map(({ url }) => url)), name);
  }
  const billing = visitors.find(({ name }) => name === 'client billing')!;
  assert.deepEqual(billing.menu, ['/portal/charges', '/portal/agreement', '/portal/complaints', '/account']);
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

/** Given out to nobody whose proof of who they are is old. */
const exported = [
  ['client administrator', 'GET /portal/security/file'],
  ['client administrator', 'GET /portal/checks/:check_id/bundle/file'],
  ['client administrator', 'GET /portal/charges/file'],
  ['client administrator', 'GET /portal/charges/statement'],
  ['client administrator', 'GET /portal/charges/users/file'],
  ['desk administrator', 'GET /desk/security/file'],
  ['desk administrator', 'GET /desk/register/file'],
  ['desk administrator', 'GET /desk/access/file'],
  ['desk administrator', 'GET /desk/erasures/file'],
  ['desk administrator', 'GET /desk/figures/file'],
  ['desk administrator', 'GET /desk/accounts/invoices/unpaid/file'],
  ['desk administrator', 'GET /desk/accounts/invoices/unpaid/clients/file'],
  ['desk administrator', 'GET /desk/accounts/invoices/period/vat/file'],
  ['desk administrator', 'GET /desk/accounts/invoices/period/payments/file'],
  ['desk administrator', 'GET /desk/team/quality'],
  ['desk administrator', 'GET /desk/team/completed'],
  ['desk administrator', 'GET /desk/team/decisions'],
  ['desk administrator', 'GET /desk/reports/:reportId/copy/file'],
  ['desk administrator', 'GET /desk/accounts/:account_id/charges/file'],
  ['desk administrator', 'GET /desk/accounts/:account_id/charges/statement'],
  ['desk administrator', 'GET /desk/reports/:reportId/bundle/file'],
] as const;

test('security events, looks, figures, copies, evidence bundles and charges are exported after a fresh proof only', async () => {
  const { database, ctx } = probity;
  const hourAgo = new Date(ctx.now().getTime() - 3_600_000);
  for (const { id } of await database.rows<{ id: string }>(sql`select id from sign_in_sessions`)) {
    await confirmSession(database, ctx.integrity, id, hourAgo);
  }
  for (const [who, of] of exported) {
    const { cookie } = visitors.find(({ name }) => name === who)!;
    const route = pages.find(({ method, url }) => `${method} ${url}` === of)!;
    const { status, text } = await probity.fetch(pathOf(route), {
      headers: { cookie, 'x-asker': 'whose proof is old' },
    });
    assert.equal(status, 200, of);
    assert.match(text, /<h1[^>]*>Confirm that it is you/, of);
    assert.ok(!served.handled.has(`${of} whose proof is old`), of);
  }
});
