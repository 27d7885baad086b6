// What all portal pages share: headers, assets, errors, and form tokens.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { changeUser, createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import {
  changeDeskUser,
  createDeskUser,
  createSignIn,
  disableDeskUser,
} from '../../../src/features/accounts/sign-in-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { renderHtml } from '../../../src/portals/shared/page-renderer.ts';
import { cookieNames } from '../../../src/portals/shared/portal-cookies.ts';
import { markupOf, requireValidMarkup, withoutRepeated } from '../../support/html.ts';
import {
  type Answer,
  deskEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
  visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();

test('a page cannot be cached or framed, and sends no referrer', async () => {
  const { headers } = await visitor(portal).get('/sign-in');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
});

test('a page runs our scripts only: the one inline script is allowed by its hash', async () => {
  const { headers, body } = await visitor(portal).get('/sign-in');
  const inline = [...body.matchAll(/<script>([^<]*)<\/script>/g)].map((match) => match[1]!);
  assert.equal(inline.length, 1);
  const hash = createHash('sha256').update(inline[0]!).digest('base64');
  const policy = String(headers['content-security-policy']);
  assert.equal(/script-src ([^;]*)/.exec(policy)?.[1], `'self' 'sha256-${hash}'`);
  assert.equal(/default-src ([^;]*)/.exec(policy)?.[1], "'none'");
  assert.doesNotMatch(body, / style=| onclick=/);
});

test('scripts keep nothing of a person in the browser: only whether a feature of a page is on', () => {
  const folder = fileURLToPath(new URL('../../../src/portals', import.meta.url));
  const scripts = globSync('**/*.js', { cwd: folder }).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const stored = scripts.flatMap(
    (text) => text.match(/(?:setItem\(|sessionStorage|indexedDB|document\.cookie).*/g) ?? [],
  );
  assert.ok(stored.length > 0);
  for (const call of stored) assert.match(call, /^setItem\(memory, \w+ \? 'on' : 'off'\)/);
});

const tokenOn = (page: Answer) => /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
const assetsOf = (html: string) => [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!);

test('a link to a list is followed, not saved: the page that asks who it is would be saved as the list', () => {
  const saved = globSync('src/portals/**/*.njk').filter((path) =>
    /(?:fileHref|copyHref) \}\}" download/.test(readFileSync(path, 'utf8')),
  );
  assert.deepEqual(saved, []);
});

test('the first page with all its assets is under 100 kB', async (t) => {
  const person = visitor(portal);
  const page = await person.get('/sign-in');
  const [start] = [...new Set(assetsOf(page.body))].filter((path) => path.includes('/portal.') && path.endsWith('.js'));
  const imported = /from"([^"]+)"/.exec((await person.get(start!)).body)?.[1];
  const paths = new Set([...assetsOf(page.body), imported!]);
  let total = page.length;
  for (const path of paths) total += (await person.get(path, { 'accept-encoding': 'gzip, br' })).length;
  t.diagnostic(`${paths.size} assets, ${total} bytes in all`);
  assert.ok(total < 60_000, `${total} bytes`);
});

test('assets are cached for a year under a name with their hash, and found only under it', async () => {
  const person = visitor(portal);
  const [path] = assetsOf((await person.get('/sign-in')).body).filter((candidate) => candidate.endsWith('.css'));
  const asset = await person.get(path!, { 'accept-encoding': 'br' });
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(asset.headers['content-encoding'], 'br');
  assert.equal(asset.headers.vary, 'accept-encoding');
  assert.equal((await person.get(path!.replace(/\.[0-9a-f]{12}\./, '.000000000000.'))).status, 404);
  assert.equal((await person.get('/assets/portal.css')).status, 404);
  assert.equal((await person.get('/assets/..%2f..%2fpackage.json')).status, 404);
});

test('pages are compressed for browsers that accept it, with a form token masked anew each time', async () => {
  const person = visitor(portal);
  const plain = await person.get('/sign-in');
  assert.equal(plain.headers['content-encoding'], undefined);
  for (const encoding of ['br', 'gzip']) {
    const page = await person.get('/sign-in', { 'accept-encoding': encoding });
    assert.equal(page.headers['content-encoding'], encoding);
    assert.ok(page.length < plain.length / 2, `${page.length} of ${plain.length} bytes`);
  }
  const tokens = [tokenOn(plain), tokenOn(await person.get('/sign-in'))];
  assert.equal(new Set(tokens.flatMap((token) => [token.slice(0, 40), token.slice(-40)])).size, 4);
  for (const token of tokens) {
    assert.equal(
      (await person.post('/sign-in', { email: deskEmail, password: 'wrong', form_token: token })).status,
      422,
    );
  }
});

test('neither the font nor the crest of the government leaves the server', async () => {
  const person = visitor(portal);
  const signedIn = await signedInVisitor(portal);
  const check = await portal.placeCheck('live', {}, ['identity']);
  const pages = [await person.get('/sign-in'), await signedIn.get(`/desk/reports/${check.reports[0]!.id}`)];
  assert.equal(pages[1]!.status, 200);
  for (const path of new Set(pages.flatMap((page) => assetsOf(page.body)))) {
    const asset = await person.get(path);
    assert.equal(asset.status, 200, path);
    assert.doesNotMatch(asset.body, /GDS Transport|govuk-crest|\.woff/, path);
    for (const url of asset.body.matchAll(/url\((\/[^)]+)\)/g))
      assert.equal((await person.get(url[1]!)).status, 200, url[1]);
  }
});

test('typed text is shown as text, never as markup', () => {
  const html = renderHtml('shared/error.njk', { title: '<script>alert(1)</script>', text: ['"&\''], errorId: '' }, '');
  assert.doesNotMatch(html, /<script>alert/);
  assert.match(html, /&lt;script&gt;/);
});

test('a page names the screening company on top, in the browser title and at its foot, if it is named', () => {
  const page = (operatorName?: string) =>
    renderHtml('shared/error.njk', { title: 'A', text: [], errorId: '', operatorName }, '');
  const named = page('Sample & Sons');
  assert.match(named, /<title>\s*A – Sample &amp; Sons<\/title>/);
  assert.match(named, /app-wordmark__name">Sample &amp; Sons</);
  assert.match(named, /Screening by Sample &amp; Sons\. Runs on Probity/);
  assert.match(page(), /<title>\s*A – Probity<\/title>/);
  assert.doesNotMatch(page(), /Screening by/);
});

test('every page of other markup is validated, whatever texts and values it shares with another', async () => {
  const page = (content: string) =>
    `<!DOCTYPE html><html lang="en"><head><title>A</title></head><body><main><h1>B</h1>${content}</main></body></html>`;
  await requireValidMarkup(page('<p>one</p>'), 'a valid page');
  assert.equal(markupOf(page('<p>two words</p>')), markupOf(page('<p>one</p>')));
  assert.equal(withoutRepeated('<ul><li>one</li> <li>two words</li> </ul>'), '<ul><li>one</li> </ul>');
  for (const invalid of [
    ...['<p>one & two</p>', '<p>&none;</p>', '<p id="c">1</p><p id="c">2</p>', '<button></button>'],
    // In the last of entries that are alike, in each of them, and by one beside the other.
    ...['<ul><li>1</li><li>2</li><li>3 & 4</li></ul>', '<ul><li><button></button></li><li><button></button></li></ul>'],
    ...['<ul><li id="d">1</li><li id="d">2</li></ul>', '<ul><li>1</li><li>2</li>3<div></ul>'],
  ]) {
    await assert.rejects(requireValidMarkup(page(invalid), invalid), /^AssertionError.*: </);
  }
});

test('a link of which a part is missing says so, and leads nowhere but to a fresh one for candidates', async () => {
  for (const path of ['/form/cut', '/form/cut/tasks', '/reference/cut', '/start/cut']) {
    const { status, body } = await visitor(portal).get(path);
    assert.equal(status, 404, path);
    assert.match(body, /<h1[^>]*>This link does not open<\/h1>[\s\S]*A part of it may be missing/, path);
    assert.doesNotMatch(body, /Go to the/, path);
    assert.equal(/href="\/form">Get a fresh link/.test(body), path.startsWith('/form/'), path);
  }
});

test('an unknown address and an internal error have pages of their own; the error page has an id and no secret', async () => {
  const person = visitor(portal);
  const unknown = await person.get('/nowhere');
  assert.equal(unknown.status, 404);
  assert.match(unknown.body, /<h1 class="govuk-heading-l">Page not found<\/h1>/);
  assert.match(String(unknown.headers['content-security-policy']), /style-src 'self'/);
  const broken = await person.get('/broken');
  assert.equal(broken.status, 500);
  assert.match(broken.body, new RegExp(String(broken.headers['x-request-id'])));
  assert.doesNotMatch(broken.body, /secret|TypeError/);
  Object.assign(portal.ctx.settings, { operatorName: 'Open Screening Ltd' });
  assert.match((await person.get('/broken')).body, /<title>[^<]+ – Open Screening Ltd<\/title>/);
  Object.assign(portal.ctx.settings, { operatorName: undefined });
});

test('a signed-in user keeps the menu on a page that does not exist, wherever it is', async () => {
  const person = await signedInVisitor(portal);
  for (const path of ['/nowhere', '/desk/reports/none']) {
    const { status, body } = await person.get(path);
    assert.equal(status, 404);
    assert.match(body, /<nav [^>]*aria-label="Menu">[\s\S]*href="\/desk"[\s\S]*Work queue/, path);
  }
  assert.doesNotMatch((await visitor(portal).get('/nowhere')).body, /Work queue/);
});

test('an error page leads a candidate to their form, not to the sign-in of clients and screeners', async () => {
  const { body } = await visitor(portal).get('/form/a-link-that-is-not-ours/name');
  assert.match(body, /class="govuk-generic-header[\s\S]*href="\/form\/a-link-that-is-not-ours"/);
});

const fields = { email: deskEmail, password };

test("every error page but that of a dead link has a link: to the same page if trying again may help, else to the reader's first page", async () => {
  const person = visitor(portal);
  const desk = await signedInVisitor(portal);
  for (const [answer, status, href] of [
    [await person.get('/nowhere'), 404, '/sign-in'],
    [await person.get('/broken?twice=1'), 500, '/broken?twice=1'],
    [await person.post('/sign-in', fields), 403, '/sign-in'],
    [await desk.get('/portal'), 404, '/desk'],
    [await desk.post('/sign-out', {}), 403, '/sign-in'],
  ] as const) {
    assert.equal(answer.status, status);
    assert.equal(/<a class="govuk-link" href="([^"]+)">/.exec(answer.body)?.[1], href);
  }
});

test('a form of ours is accepted, also from a browser that does not send its origin', async () => {
  const plain = await visitor(portal).submit('/sign-in', '/sign-in', fields, { 'sec-fetch-site': 'same-origin' });
  assert.equal(plain.status, 303);
  const older = visitor(portal);
  const token = tokenOn(await older.get('/sign-in'));
  const silent = { 'sec-fetch-site': undefined, origin: 'null' } as unknown as Record<string, string>;
  assert.equal((await older.post('/sign-in', { ...fields, form_token: token }, silent)).status, 303);
});

test('an older browser that sends another origin is refused', async () => {
  const foreign = { 'sec-fetch-site': undefined, origin: 'https://evil.example' } as unknown as Record<string, string>;
  assert.equal((await visitor(portal).submit('/sign-in', '/sign-in', fields, foreign)).status, 403);
});

for (const [what, headers] of [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour of the same site', { 'sec-fetch-site': 'same-site' }],
  ['no page at all', { 'sec-fetch-site': 'none' }],
] as const) {
  test(`a form that comes from ${what} is refused, even with the right token`, async () => {
    const answer = await visitor(portal).submit('/sign-in', '/sign-in', fields, headers);
    assert.equal(answer.status, 403);
    assert.match(answer.body, /had become too old/);
    assert.equal(
      [answer.headers['set-cookie'] ?? []].flat().some((line) => line.startsWith(cookieNames.user)),
      false,
    );
  });
}

test('a form without a token, with a wrong one, or with another visitor’s is refused', async () => {
  const person = visitor(portal);
  await person.get('/sign-in');
  assert.equal((await person.post('/sign-in', fields)).status, 403);
  for (const length of [43, 86]) {
    assert.equal((await person.post('/sign-in', { ...fields, form_token: 'x'.repeat(length) })).status, 403);
  }
  const other = visitor(portal);
  const token = tokenOn(await other.get('/sign-in'));
  assert.equal((await person.post('/sign-in', { ...fields, form_token: token })).status, 403);
  assert.equal((await visitor(portal).post('/sign-in', { ...fields, form_token: token })).status, 403);
});

test('a token ends with its session', async () => {
  const person = await signedInVisitor(portal);
  const token = tokenOn(await person.get('/desk'));
  await person.submit('/desk', '/sign-out', {});
  await person.submit('/sign-in', '/sign-in', fields);
  assert.equal((await person.post('/sign-out', { form_token: token })).status, 403);
  assert.equal((await person.get('/desk')).status, 200);
});

const keptForms = async () => (await portal.ctx.db.rows(sql`select from kept_forms where expires_at > now()`)).length;

test('no form of a stranger is kept, whatever token and reader they make up', async () => {
  const stranger = visitor(portal);
  const own = tokenOn(await stranger.get('/sign-in'));
  const before = await keptForms();
  const reader = `${portal.deskUserId}.${randomBytes(32).toString('base64url')}`;
  for (const token of [own, randomBytes(64).toString('base64url')]) {
    for (const form_reader of [reader, portal.deskUserId, '']) {
      const sent = { form_token: token, form_reader, name: 'x'.repeat(90_000) };
      const { headers } = await stranger.post('/desk/accounts/new', sent);
      assert.ok([undefined, '/sign-in'].includes(headers.location as string | undefined), String(headers.location));
    }
  }
  assert.equal(await keptForms(), before);
});

test('forms of an ended session are kept however many have expired, and of one user the newest twenty', async () => {
  const { db } = portal.ctx;
  await db.run(sql`
    insert into kept_forms (id, user_id, sealed_form, expires_at)
    select gen_random_uuid(), gen_random_uuid(), '', now() - interval '1 minute' from generate_series(1, 5000)`);
  const person = await signedInVisitor(portal);
  const hidden = hiddenFields((await person.get('/desk/accounts/new')).body, '/desk/accounts/new');
  const before = await keptForms();
  await person.submit('/desk', '/sign-out', {});
  let last: string | undefined;
  for (let name = 1; name <= 22; name += 1) {
    const { headers } = await person.post('/desk/accounts/new', { ...hidden, name: `Client ${name}` });
    last = String(headers.location);
    assert.match(last, /^\/continue\//);
  }
  assert.equal((await keptForms()) - before, 20);
  await person.submit('/sign-in', '/sign-in', fields);
  assert.match((await person.get(last!)).body, /name="name" value="Client 22"/);
});

test('control characters are refused in any form and any address, except tabs and line ends', async () => {
  const person = visitor(portal);
  const asked = { ...fields, form_token: tokenOn(await person.get('/sign-in')) };
  for (const text of ['a\0', '\u0001', '\u007f']) {
    const answer = await person.post('/sign-in', { ...asked, email: text });
    assert.equal(answer.status, 400, JSON.stringify(text));
    assert.match(answer.body, /invisible characters/);
    assert.equal((await person.post('/sign-in', { ...asked, [text]: '' })).status, 400);
    assert.equal((await person.get(`/sign-in?next=${encodeURIComponent(text)}`)).status, 400);
  }
  assert.equal((await person.post('/sign-in', { ...asked, more: 'a\tb\r\nc\vd' })).status, 303);
  const json = { 'content-type': 'application/json', 'x-form-token': asked.form_token };
  assert.equal((await visitor(portal).post('/sign-in', {}, json)).status, 400, 'what is no form');
});

test('drafts are read by their author alone, leave out a form that the author may not open any more, and end with the user', async () => {
  const { ctx, accountId } = portal;
  const email = 'drafts@desk.test';
  const id = await createDeskUser(ctx, 'system', { name: 'Dee', email, role: 'administrator', accounts: [accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const [dee, other] = [await signedInVisitor(portal, email), await signedInVisitor(portal)];
  const check = await portal.placeCheck('live', { first_name: 'Robin' }, ['identity']);
  const forms = [`/desk/reports/${check.reports[0]!.id}/notes`, '/account/security/password'];
  const query = new URLSearchParams(forms.map((form): [string, string] => ['form', form]));
  const read = async (person: Visitor) => {
    const { status, body } = await person.get(`/drafts?${query}`);
    assert.equal(status, 200);
    return (JSON.parse(body) as { drafts: readonly { form: string }[] }).drafts.map(({ form }) => form).toSorted();
  };
  const save = async (person: Visitor, form: string) => {
    const { token, reader } = JSON.parse((await person.get('/drafts')).body) as { token: string; reader: string };
    const fields = JSON.stringify([['text', ['Mine']]]);
    return (await person.post('/drafts', { form_token: token, form_reader: reader, form, fields })).status;
  };
  for (const form of forms) assert.equal(await save(dee, form), 200, form);
  for (const form of ['/account/invented', '/portal/orders/new']) assert.equal(await save(dee, form), 404, form);
  assert.deepEqual(await read(dee), forms.toSorted());
  assert.deepEqual(await read(other), []);
  const elsewhere = await createAccount(ctx, 'system', { name: 'Elsewhere', isDemo: true });
  await changeDeskUser(ctx, 'system', id, { accounts: [elsewhere.id] });
  assert.deepEqual(await read(dee), ['/account/security/password']);
  await disableDeskUser(ctx, 'system', id);
  assert.deepEqual(await ctx.db.rows(sql`select from drafts where author = ${`user:${id}`}`), []);
  const address = 'drafts@client.test';
  const given = { name: 'Kit', email: address, role: 'standard' } as const;
  const { id: clientId } = await createUser(ctx, 'system', accountId, given);
  await createSignIn(ctx, 'system', { email: address, password });
  const kit = await signedInVisitor(portal, address);
  assert.equal(await save(kit, '/portal/orders/new'), 200);
  await changeUser(ctx, 'system', accountId, { id: clientId, disabled: true });
  assert.equal((await kit.get(`/drafts?form=${encodeURIComponent('/portal/orders/new')}`)).status, 303);
  assert.deepEqual(await ctx.db.rows(sql`select from drafts where author = ${`user:${clientId}`}`), []);
});
