// The subsidiary of an order in the client's pages and files: shown, and chosen from, by who sees the whole account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createAccount, createUser, listUsers } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { findChargeTotals } from '../../../src/features/lists/charge-queries.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { resultsJson } from '../../../src/features/results/evidence-bundle-rules.ts';
import { readResults } from '../../../src/features/results/results-actions.ts';
import { documentOf } from '../../../src/features/results/results-document-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { chosenHref } from '../../../src/portals/client/many/chosen-orders.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { recordRoutes } from '../../support/served-routes.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const { server: portal, routes } = await recordRoutes(() => startPortal());
const { ctx, accountId } = portal;

async function visitorOf(name: string, role: 'administrator' | 'standard' | 'read_only', ...held: (string | null)[]) {
  const subsidiaryIds = held.filter((id) => id !== null);
  const email = `${name.toLowerCase()}@acme.test`;
  const { id } = await createUser(ctx, 'system', accountId, {
    name,
    email,
    role,
    subsidiaryIds: subsidiaryIds.length === 0 ? null : subsidiaryIds,
  });
  await createSignIn(ctx, 'system', { email, password });
  return { id, ...(await signedInVisitor(portal, email)) };
}

const admin = await visitorOf('Ann', 'administrator', null);
const plain = (await admin.get('/portal')).body;
const { id: leeds } = await createSubsidiary(ctx, 'system', accountId, { name: 'Leeds', externalId: 'LDS' });
const { id: hull } = await createSubsidiary(ctx, 'system', accountId, { name: 'Hull' });
const site = await visitorOf('Lou', 'standard', leeds);
const reader = await visitorOf('Ray', 'read_only', null);

async function orderOf(first_name: string, subsidiaryId: string | null) {
  const check = await portal.placeCheck('live', { first_name, last_name: 'Site' }, ['identity']);
  await portal.superuser.run(sql`update checks set subsidiary_id = ${subsidiaryId} where id = ${check.id}`);
  return check;
}
const [ofLeeds, ofHull, ofNone] = [
  await orderOf('Linda', leeds),
  await orderOf('Henry', hull),
  await orderOf('Nobby', null),
];
const { check: awaited } = await placeWaiting(ctx, portal.caller('live'));
await portal.superuser.run(sql`update checks set subsidiary_id = ${leeds} where id = ${awaited.id}`);

const names = (html: string) => ['Linda', 'Henry', 'Nobby'].filter((name) => html.includes(`${name} Site`));
const column = (csv: string, name: string) => {
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  const cells = (line: string) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!);
  const at = head!.split(',').indexOf(name);
  return at < 0 ? undefined : lines.map((line) => cells(line)[at]!.replaceAll('"', '')).toSorted();
};

test('an account without subsidiaries is not asked for one', () => {
  assert.doesNotMatch(plain, /Subsidiary/);
});

test('the list, its file and the page of a check say the subsidiary to who sees the whole account', async () => {
  for (const person of [admin, reader]) {
    const { body } = await person.get('/portal');
    assert.match(body, /<th[^>]*>Subsidiary<\/th>/);
    assert.match(body, /Linda Site[\s\S]{0,300}>Leeds</);
    assert.match(body, /Nobby Site[\s\S]{0,300}>The whole account</);
  }
  assert.deepEqual(column((await admin.get('/portal/file')).body, 'subsidiary'), [
    'Hull',
    'Leeds',
    'Leeds',
    'The whole account',
  ]);
  assert.match((await admin.get(`/portal/checks/${ofHull.id}`)).body, /Subsidiary\s*<\/dt>\s*<dd[^>]*>\s*Hull/);
});

test('the filter finds the orders of one subsidiary, and those of none, in the list and its files', async () => {
  assert.deepEqual(names((await admin.get(`/portal?subsidiary=${leeds}`)).body), ['Linda']);
  assert.deepEqual(names((await admin.get('/portal?subsidiary=none')).body), ['Nobby']);
  assert.deepEqual(column((await admin.get(`/portal/file?subsidiary=${hull}`)).body, 'subsidiary'), ['Hull']);
  assert.equal(names((await admin.get(`/portal?subsidiary=${ctx.newId()}`)).body).length, 3, 'as if none were named');
  const page = (await admin.get(`/portal?subsidiary=${hull}`)).body;
  assert.match(page, new RegExp(`/portal/file\\?subsidiary=${hull}`));
  assert.match(page, /<option value="[^"]+" selected[^>]*>\s*Hull/);
});

test('what is open in each subsidiary is counted, each number leads to its orders, and a user of one sees theirs', async () => {
  const path = '/portal/by-subsidiary';
  assert.match((await admin.get('/portal')).body, new RegExp(`href="${path}"`));
  await portal.superuser.run(sql`update reports set due_on = '2020-01-01' where check_id = ${ofHull.id}`);
  const { body } = await admin.get(path);
  const rowOf = (page: string, name: string) =>
    page
      .split('<tr')
      .find((row) => row.includes(`header">${name}<`))
      ?.replaceAll(/<span class="govuk-visually-hidden">[^<]*<\/span>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  assert.match(rowOf(body, 'Leeds')!, /Waits for the form: 1 In progress: 1 On hold: 0 Overdue: 0 Starts/);
  assert.match(rowOf(body, 'Hull')!, /Waits for the form: 0 In progress: 1 On hold: 0 Overdue: 1 Starts/);
  assert.match(rowOf(body, 'Of no subsidiary')!, /In progress: 1 /);
  const hrefs = [...body.matchAll(/href="(\/portal\?[^"]*status=in_progress[^"]*)"/g)].map(([, href]) => href!);
  const lists = await Promise.all(
    hrefs.map(async (href) => names((await admin.get(href.replaceAll('&amp;', '&'))).body)),
  );
  assert.deepEqual(lists, [['Linda'], ['Henry'], ['Nobby']]);
  const own = (await site.get(path)).body;
  assert.match(rowOf(own, 'Leeds') ?? '', /In progress: 1|^$/);
  assert.doesNotMatch(own, /Hull|Of no subsidiary/);
});

test('users of a subsidiary see their own orders as before, whatever the address names', async () => {
  for (const query of ['', `?subsidiary=${hull}`, '?subsidiary=none']) {
    const { body } = await site.get(`/portal${query}`);
    assert.ok(!names(body).includes('Henry') && !names(body).includes('Nobby'));
    assert.doesNotMatch(body, /Subsidiary|Hull/);
  }
  assert.equal(column((await site.get(`/portal/file?subsidiary=${hull}`)).body, 'subsidiary'), undefined);
  for (const path of ['/portal/people', '/portal/forms', '/portal/turnaround']) {
    const { body } = await site.get(`${path}?subsidiary=${hull}`);
    assert.doesNotMatch(body, /Henry|Hull/);
  }
  assert.doesNotMatch((await site.get(`/portal/checks/${ofLeeds.id}`)).body, /Subsidiary\s*<\/dt>/);
});

test('people, forms and the figures are of the chosen subsidiary', async () => {
  const people = (await admin.get(`/portal/people?subsidiary=${hull}`)).body;
  assert.deepEqual(names(people), ['Henry']);
  assert.match(people, new RegExp(`/portal/people\\?show=starts&amp;subsidiary=${hull}`));
  for (const show of ['renewals', 'starts', 'ends'])
    assert.match((await admin.get(`/portal/people?show=${show}&subsidiary=${hull}`)).body, /selected[^>]*>\s*Hull/);
  const rows = (html: string) => [...html.matchAll(/data-row/g)].length;
  assert.equal(rows((await admin.get(`/portal/forms?subsidiary=${leeds}`)).body), 1);
  assert.equal(rows((await admin.get(`/portal/forms?subsidiary=${hull}`)).body), 0);
  assert.match((await admin.get('/portal/forms')).body, /Subsidiary: <\/span>Leeds/);
  const figures = (await admin.get(`/portal/turnaround?subsidiary=${hull}`)).body;
  assert.equal((await admin.get(`/portal/turnaround/file?subsidiary=${hull}`)).status, 200);
  const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const ordered = (html: string) => /Median time to complete \w+ \d{4} \D*?(\d+)/.exec(textOf(html))?.[1];
  assert.equal(ordered(figures), '1');
  assert.equal(ordered((await admin.get('/portal/turnaround')).body), '4');
});

test('the files of people and the single central record have a column, and only the chosen', async () => {
  const record = (await admin.get('/portal/people/record/file')).body;
  assert.deepEqual(column(record, 'subsidiary'), ['Hull', 'Leeds', 'The whole account']);
  const one = (await admin.get(`/portal/people/record/file?subsidiary=${leeds}`)).body;
  assert.deepEqual(column(one, 'subsidiary'), ['Leeds']);
  assert.match((await admin.get('/portal/people/file')).body, /renewal,permission_ends_on,subsidiary/);
});

const all = ['Linda', 'Henry', 'Nobby', 'Yvonne'];
const seenIn = (text: string) => all.filter((name) => text.includes(name));

test('an administrator takes for the single sign-on no domain of people or of the provider of another account, nor of the desk', async () => {
  const { id: rival } = await createAccount(ctx, 'system', { name: 'Rival Ltd' });
  await createUser(ctx, 'system', rival, { name: 'Rita', email: 'rita@rival.test', role: 'administrator' });
  await createDeskUser(ctx, 'system', { name: 'Dee', email: 'dee@operator.test', role: 'screener', accounts: [] });
  await ctx.db.run(sql`
    insert into single_sign_on (account_id, issuer, client_id, sealed_client_secret, domains, created_at)
    values (${rival}, 'https://login.rival.test', 'probity', '', array['group.test'], now())`);
  await ctx.db.run(sql`insert into single_sign_on_domains (domain, account_id) values ('group.test', ${rival})`);
  for (const domain of ['rival.test', 'operator.test', 'group.test'])
    await createUser(ctx, 'system', accountId, { name: 'Bait', email: `bait@${domain}`, role: 'read_only' });
  const page = '/portal/single-sign-on';
  const provider = { issuer: 'https://login.acme.test', client_id: 'probity', client_secret: 'secret' };
  const domains = 'acme.test, rival.test, operator.test, group.test';
  const { body } = await admin.submit(page, page, { ...provider, domains });
  assert.match(body, /not rival\.test, operator\.test/);
  assert.match(body, /another account has one of them/);
  await ctx.db.run(sql`delete from single_sign_on where account_id = ${rival}`);
});

test('whoever sees two of three subsidiaries', async (t) => {
  const { id: york } = await createSubsidiary(ctx, 'system', accountId, { name: 'York' });
  const ofYork = await orderOf('Yvonne', york);
  const { check: awaitedOfYork } = await placeWaiting(ctx, portal.caller('live'));
  await portal.superuser.run(sql`update checks set subsidiary_id = ${york} where id = ${awaitedOfYork.id}`);
  await portal.superuser.run(sql`
  update applicants a set subsidiary_id = c.subsidiary_id from checks c where c.applicant_id = a.id`);
  const two = await visitorOf('Tess', 'administrator', hull, leeds);
  await t.test('finds on every page and in every file of the portal exactly what is of the two', async () => {
    const lists = routes.filter(
      ({ method, url }) => method === 'GET' && url.startsWith('/portal') && !url.includes(':') && !url.includes('*'),
    );
    assert.ok(lists.length > 30, String(lists.length));
    const shown = new Set<string>();
    for (const { url } of lists) {
      const [whole, some] = [(await admin.get(url)).body, (await two.get(url)).body];
      const expected = seenIn(whole).filter((name) => name === 'Linda' || name === 'Henry');
      assert.deepEqual(seenIn(some), expected, url);
      for (const { id, orderId } of [ofYork, ofNone, awaitedOfYork])
        assert.doesNotMatch(some, new RegExp(`${id}|VF${orderId}\\b`), `${url} names an order of another`);
      assert.doesNotMatch(some, /York\b/, url);
      if (expected.length > 0) shown.add(url);
    }
    for (const url of ['/portal', '/portal/file', '/portal/people', '/portal/people/record/file', '/portal/clearance'])
      assert.ok(shown.has(url), `${url} shows somebody`);
  });

  await t.test('opens what is of the two by its address, and nothing of the third', async () => {
    const about = routes.filter(({ url }) => /^\/portal\/.*:(?:check_id|applicant_id)\b/.test(url));
    assert.ok(about.length > 30, String(about.length));
    const unknown = { id: ctx.newId(), applicantId: ctx.newId() };
    const pathOf = (url: string, { id, applicantId }: { readonly id: string; readonly applicantId: string }) =>
      url.replace(':check_id', id).replace(':applicant_id', applicantId).replaceAll(/:\w+/g, ctx.newId());
    const form_token = hiddenFields((await two.get('/account/security')).body, '/sign-out').form_token ?? '';
    for (const { method, url } of about) {
      const ask = async (visitor: typeof two, one: typeof unknown) =>
        method === 'GET'
          ? (await visitor.get(pathOf(url, one))).status
          : (await visitor.post(pathOf(url, one), { form_token })).status;
      const missing = await ask(two, unknown);
      assert.equal(await ask(two, ofYork), missing, `${method} ${url} of another`);
      if (method !== 'GET') continue;
      assert.equal(await ask(two, ofNone), missing, `${url} of none`);
      // Who sees a part of the client does not see its register of certified people.
      if (url.startsWith('/portal/people/certified')) continue;
      // Of some addresses there is nothing, whoever asks.
      const own = await ask(two, ofHull);
      assert.ok(own !== missing || own === (await ask(admin, ofHull)), `${url} of one's own`);
    }
  });

  await t.test(
    'lists have the column and the filter for whoever sees several subsidiaries, with theirs alone',
    async () => {
      const { body } = await two.get('/portal');
      assert.match(body, /<th[^>]*>Subsidiary<\/th>/);
      assert.match(body, /Linda Site[\s\S]{0,300}>Leeds</);
      for (const path of ['/portal', '/portal/people', '/portal/forms', '/portal/clearance', '/portal/turnaround']) {
        const offered = [...(await two.get(path)).body.matchAll(/<option value="[^"]*"[^>]*>\s*([^<]+?)\s*</g)];
        const named = offered.map(([, name]) => name);
        assert.ok(named.includes('Leeds') && named.includes('Hull'), path);
        assert.ok(!named.includes('York') && !named.includes('The whole account'), path);
      }
      assert.deepEqual(seenIn((await two.get(`/portal?subsidiary=${leeds}`)).body), ['Linda']);
      for (const other of [york, 'none', ctx.newId()])
        assert.deepEqual(
          seenIn((await two.get(`/portal?subsidiary=${other}`)).body),
          other === 'none' ? [] : ['Linda', 'Henry'],
        );
    },
  );

  await t.test(
    'an administrator of two subsidiaries invites into them alone, and neither sees nor widens what others see',
    async () => {
      const path = '/portal/users/new';
      const form = { name: 'Ivy', email: 'ivy@acme.test', role: 'standard' };
      const page = (await two.get(path)).body;
      assert.match(page, /value="[^"]+"[^>]*>\s*<label[^>]*>\s*Leeds/);
      assert.doesNotMatch(page, /York|The whole account/);
      for (const wider of [{ subsidiary: york }, { subsidiary: 'all' }, { subsidiary: '' }]) {
        const { status, body } = await two.submit(path, path, { ...form, ...wider });
        assert.equal(status, 422, JSON.stringify(wider));
        assert.match(body, /Choose (?:a|at least one) subsidiary/);
      }
      assert.equal((await two.submit(path, path, { ...form, subsidiary: leeds })).status, 200);
      const users = await listUsers(ctx, 'system', accountId);
      const ivy = users.find(({ email }) => email === form.email)!;
      assert.deepEqual(ivy.subsidiary_ids, [leeds]);
      const list = (await two.get('/portal/users')).body;
      assert.match(list, /ivy@acme\.test/);
      const wide = await visitorOf('Wim', 'standard', leeds, york);
      for (const other of ['ray@acme.test', 'wim@acme.test', 'ann@acme.test']) assert.ok(!list.includes(other), other);
      assert.equal((await two.get(`/portal/users/${wide.id}`)).status, 404);
      const own = `/portal/users/${two.id}`;
      const form_token = hiddenFields((await two.get(path)).body, path).form_token!;
      assert.equal(
        (await two.post(own, { name: 'Tess', role: 'administrator', subsidiary: 'all', form_token })).status,
        403,
      );
      const user = `/portal/users/${ivy.id}`;
      await two.submit(user, user, { name: 'Ivy', role: 'standard', external_id: '', subsidiary: hull });
      assert.deepEqual((await listUsers(ctx, 'system', accountId)).find(({ id }) => id === ivy.id)!.subsidiary_ids, [
        hull,
      ]);
    },
  );

  await t.test('an order moves between the subsidiaries that its administrator sees, and to no other', async () => {
    const moved = await orderOf('Mona', leeds);
    const path = `/portal/checks/${moved.id}/subsidiary`;
    assert.doesNotMatch((await two.get(path)).body, /York|The whole account/);
    for (const other of [york, 'none']) assert.equal((await two.submit(path, path, { subsidiary: other })).status, 422);
    assert.equal((await two.submit(path, path, { subsidiary: hull })).status, 303);
    assert.match((await two.get(`/portal/checks/${moved.id}`)).body, /Subsidiary changed from Leeds to Hull/);
  });
});

test('the results PDF and the evidence bundle name the subsidiary of the order', async () => {
  const tenant = { accountId, environment: 'live' } as const;
  const results = await readResults(ctx, 'system', tenant, ofLeeds.id);
  assert.equal(documentOf(results).subsidiary, 'Leeds');
  const json = resultsJson(results, [], [], () => ({ kind: 'program', name: 'Probity' }) as never);
  assert.equal(json.subsidiary, 'Leeds');
  assert.equal(documentOf(await readResults(ctx, 'system', tenant, ofNone.id)).subsidiary, undefined);
});

test('an administrator of the whole account changes the subsidiary of an order: it is seen there, and the history says so', async () => {
  const path = `/portal/checks/${ofHull.id}/subsidiary`;
  assert.equal((await site.get(`/portal/checks/${ofHull.id}`)).status, 404);
  for (const other of [reader, site]) assert.equal((await other.get(path)).status, 403);
  assert.equal((await admin.submit(path, path, { subsidiary: ctx.newId() })).status, 422);
  const { headers } = await admin.submit(path, path, { subsidiary: leeds });
  assert.equal(headers.location, `/portal/checks/${ofHull.id}?done=subsidiary`);
  const { body } = await admin.get(String(headers.location));
  assert.match(body, /The subsidiary is changed: Leeds/);
  assert.match(body, /Subsidiary changed from Hull to Leeds/);
  assert.match(
    (await site.get(`/portal/checks/${ofHull.id}`)).body,
    /You changed the subsidiary that the order is for/,
  );
  const person = await ctx.db.row<{ subsidiary_id: string | null }>(
    sql`select subsidiary_id from applicants where id = ${ofHull.applicantId}`,
  );
  assert.equal(person!.subsidiary_id, leeds);
});

test('an administrator of a subsidiary does not change the subsidiary of its orders', async () => {
  const local = await visitorOf('Yara', 'administrator', leeds);
  const path = `/portal/checks/${ofLeeds.id}/subsidiary`;
  assert.equal((await local.get(path)).status, 403);
  assert.doesNotMatch((await local.get(`/portal/checks/${ofLeeds.id}`)).body, /\/subsidiary"/);
});

test('who looks after an order and does not see it any more is replaced on the next page', async () => {
  await portal.superuser.run(sql`
    update checks set ordered_by_user_id = ${site.id}, looked_after_by_user_id = null where id = ${ofLeeds.id}`);
  const path = `/portal/checks/${ofLeeds.id}/subsidiary`;
  const { headers } = await admin.submit(path, path, { subsidiary: hull });
  assert.equal(headers.location, `/portal/owner?orders=${ofLeeds.id}`);
});

test('ticked orders move to another subsidiary together; of those whose keeper does not see them, somebody else is asked', async () => {
  const [one, other] = [await orderOf('Mona', leeds), await orderOf('Milo', null)];
  await portal.superuser.run(sql`update checks set looked_after_by_user_id = ${site.id} where id = ${one.id}`);
  assert.doesNotMatch((await site.get('/portal')).body, /Move selected/);
  assert.match((await admin.get('/portal')).body, /Move selected to another subsidiary/);
  const path = `/portal/subsidiary?orders=${one.id}&orders=${other.id}`;
  assert.match((await admin.get(path)).body, /Mona Site[\s\S]*Leeds[\s\S]*Milo Site[\s\S]*The whole account/);
  assert.equal((await admin.submit(path, '/portal/subsidiary', { subsidiary: '' })).status, 422);
  const { headers } = await admin.submit(path, '/portal/subsidiary', { subsidiary: hull });
  assert.equal(headers.location, `/portal/owner?orders=${one.id}`);
  const moved = await ctx.db.rows(sql`
    select subsidiary_id from checks where id = any (${[one.id, other.id]}) and account_id = ${accountId}`);
  assert.deepEqual(moved, [{ subsidiary_id: hull }, { subsidiary_id: hull }]);
  const events = await ctx.db.rows(sql`
    select from events where type = 'check.subsidiary_changed' and check_id = any (${[one.id, other.id]})`);
  assert.equal(events.length, 2);
  await portal.superuser.run(sql`update checks set status = 'withdrawn' where id = any (${[one.id, other.id]})`);
});

test('orders whose keepers do not see them any more are not sent in an address that no server reads', async () => {
  const ids = Array.from({ length: 101 }, () => ctx.newId());
  assert.equal(chosenHref('/portal/owner', 'live', ids), undefined);
  const [, ...hundred] = ids;
  const page = await admin.get(chosenHref('/portal/owner', 'live', hundred)!);
  assert.equal(page.status, 404, 'read, and of no order here');
  assert.match((await admin.get('/portal?notice=movedUnseen')).body, /give them to somebody who does/);
});

test('an order that is repeated is for the subsidiary of the one that it repeats', async () => {
  const first = await orderOf('Petra', leeds);
  await portal.superuser.run(sql`update applicants set subsidiary_id = ${leeds} where id = ${first.applicantId}`);
  const again = async (id: string) => {
    await portal.superuser.run(sql`update checks set status = 'withdrawn' where id = ${id}`);
    return orderAgain(ctx, portal.caller('live'), id, null);
  };
  const moved = await again(first.id);
  assert.equal(moved.subsidiaryId, leeds);
  const path = `/portal/checks/${moved.id}/subsidiary`;
  await admin.submit(path, path, { subsidiary: hull });
  assert.equal((await again(moved.id)).subsidiaryId, hull, 'the person stays of Leeds, where another order is');
});

test('what is charged follows the order until it is on an invoice of a subsidiary, and then stays', async () => {
  const month = new Date(ctx.now()).toISOString().slice(0, 7);
  const file = (id: string) => findChargeTotals(ctx.db, { ...chargesReader, ...scopeOf(id) }, month);
  const orderedOf = async (id: string) => (await file(id)).reduce((sum, { ordered }) => sum + ordered, 0);
  const chargesReader = { accountId, environment: 'live', actor: 'system', permissions: ['read_charges'] } as const;
  const before = { leeds: await orderedOf(leeds), hull: await orderedOf(hull) };
  const path = `/portal/checks/${ofLeeds.id}/subsidiary`;
  await admin.submit(path, path, { subsidiary: leeds });
  assert.deepEqual([await orderedOf(leeds), await orderedOf(hull)], [before.leeds + 1, before.hull - 1]);
  const invoice = ctx.newId();
  await portal.superuser.run(sql`
    insert into invoices (account_id, id, kind, number, month, is_of_account, subsidiary_id, issued_on, due_on, seller, buyer,
      lines, price_pence, fee_pence, vat_pence, issued_by, created_at)
    values (${accountId}, ${invoice}, 'invoice', 1, ${month}, false, ${leeds}, now(), now(), '{}', '{}', '[]', 0, 0, 0,
      'system', now())`);
  await portal.superuser.run(sql`
    update charges l set invoice_id = ${invoice} from reports r
    where r.id = l.report_id and r.check_id = ${ofLeeds.id}`);
  await admin.submit(path, path, { subsidiary: hull });
  assert.deepEqual([await orderedOf(leeds), await orderedOf(hull)], [before.leeds + 1, before.hull - 1]);
});

test('an administrator of the client renames a subsidiary of theirs, and the history says what it was called', async () => {
  const { id } = await createSubsidiary(ctx, 'system', accountId, { name: 'Selby' });
  const path = `/portal/by-subsidiary/${id}`;
  assert.match((await admin.get('/portal/by-subsidiary')).body, new RegExp(`href="${path}">Rename`));
  assert.doesNotMatch((await reader.get('/portal/by-subsidiary')).body, /Rename/);
  assert.equal((await reader.get(path)).status, 403);
  assert.match((await admin.submit(path, path, { name: 'leeds' })).body, /The name has already been taken/);
  assert.equal((await admin.submit(path, path, { name: 'Selby Road' })).status, 303);
  assert.match((await admin.get('/portal/by-subsidiary')).body, /Selby Road/);
  const { detail } = (await ctx.db.row<{ detail: { was: string } }>(sql`
    select detail from events where type = 'subsidiary.changed' and resource_id = ${id}`))!;
  assert.equal(detail.was, 'Selby');
});

test('what the client calls its subsidiaries stands on all of its pages, and in their messages', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { subsidiaryWord: 'Home' });
  const order = `/portal/checks/${ofHull.id}`;
  // Of these two, one offers and one names the setting itself.
  const paths = routes.flatMap(({ method, url }) =>
    method === 'GET' && /^\/portal(?!\/agreement|\/history)/.test(url) && !/[:*]|\/file$/.test(url) ? [url] : [],
  );
  let named = 0;
  for (const path of [...paths, order, `${order}/subsidiary`, `/portal/people/${ofHull.applicantId}`]) {
    const { body } = await admin.get(path);
    const told = body.replace(/ (?!placeholder|title|aria-label|alt)[\w-]+="[^"]*"/g, '');
    assert.doesNotMatch(told, /[^.]{0,60}\bsubsidiar[^.]{0,30}/i, path);
    if (/\bHomes?\b|\bhomes?\b/.test(told)) named += 1;
  }
  assert.ok(named > 10, String(named));
  assert.match((await admin.get('/portal/history')).body, /Home Leeds created/);
  const form = `${order}/subsidiary`;
  assert.match((await admin.get(form)).body, /Which home is the order for\?/);
  const unknown = await admin.submit(form, form, { subsidiary: ctx.newId() });
  assert.match(unknown.body, /The home is not|home/);
  assert.doesNotMatch(unknown.body, /The subsidiary/);
  await changeAccountSettings(ctx, 'system', accountId, { subsidiaryWord: '' });
});
