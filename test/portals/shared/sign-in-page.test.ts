// Signing in and out by plain HTML forms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeAccount } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn, disableDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { ATTEMPTS_PER_PERSON } from '../../../src/features/accounts/sign-in-rules.ts';
import { ownPath } from '../../../src/portals/shared/sign-in/sign-in-steps.ts';
import { clientEmail, deskEmail, password, signedInVisitor, startPortal, visitor } from '../portal-under-test.ts';

const portal = await startPortal();

test('a page behind sign-in redirects to the sign-in and back to the requested page', async () => {
  const person = visitor(portal);
  const asked = await person.get('/desk?status=paused');
  assert.equal(asked.status, 303);
  assert.equal(asked.headers.location, '/sign-in?next=%2Fdesk%3Fstatus%3Dpaused');
  const answer = await person.submit(asked.headers.location as string, '/sign-in', { email: deskEmail, password });
  assert.equal(answer.headers.location, '/desk?status=paused');
  assert.equal((await person.get('/desk?status=paused')).status, 200);
});

test('every user comes to their own first page', async () => {
  assert.equal((await visitor(portal).get('/')).headers.location, '/sign-in');
  assert.equal((await (await signedInVisitor(portal)).get('/')).headers.location, '/desk');
  assert.equal((await (await signedInVisitor(portal, clientEmail)).get('/sign-in')).headers.location, '/portal');
});

test('the cookie is HttpOnly, Secure and limited to the host', async () => {
  const answer = await visitor(portal).submit('/sign-in', '/sign-in', { email: deskEmail, password });
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
    assert.match(line, /^__Host-/);
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) assert.ok(line.includes(attribute), line);
    assert.doesNotMatch(line, /Domain=/i);
  }
});

test('a missing or wrong answer is reported on the page, and the email address stays as typed', async () => {
  const person = visitor(portal);
  const empty = await person.submit('/sign-in', '/sign-in', { email: ' ', password: '' });
  assert.equal(empty.status, 422);
  assert.match(empty.body, /<title>Error: Sign in – Probity<\/title>/);
  assert.match(empty.body, /<a href="#email">Enter your email address<\/a>/);
  assert.match(empty.body, /<a href="#password">Enter your password<\/a>/);
  const wrong = await person.submit('/sign-in', '/sign-in', { email: deskEmail, password: 'not the password' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /Enter the email address and password that belong together/);
  assert.match(wrong.body, new RegExp(`value="${deskEmail}"`));
  assert.doesNotMatch(wrong.body, /not the password/);
});

test('signing in asks for an address and a password, masked and open to password managers, and for no secret question', async () => {
  const inputsOf = (html: string) => [...html.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([tag]) => tag);
  const nameOf = (tag: string) => /name="([^"]*)"/.exec(tag)?.[1];
  for (const path of ['/sign-in', '/sign-in/forgotten', '/sign-in/organisation']) {
    const { body } = await visitor(portal).get(path);
    const shown = inputsOf(body).filter((tag) => !tag.includes('type="hidden"'));
    const asked = shown.map(nameOf).filter((name) => name !== 'email');
    assert.deepEqual(asked, path === '/sign-in' ? ['password'] : [], path);
    for (const tag of shown.filter((one) => nameOf(one) === 'password')) {
      assert.match(tag, /type="password"/);
      assert.match(tag, /autocomplete="current-password"/);
    }
    assert.doesNotMatch(body, /onpaste|autocomplete="off"/);
  }
});

test('signing out ends the session', async () => {
  const person = await signedInVisitor(portal);
  const kept = new Map(person.cookies);
  const answer = await person.submit('/desk', '/sign-out', {});
  assert.equal(answer.headers.location, '/sign-in?signed-out');
  for (const [name, value] of kept) person.cookies.set(name, value);
  assert.equal((await person.get('/desk')).status, 303);
});

test('a disabled user is signed out at the next page', async () => {
  const email = 'leaver@probity.test';
  const id = await createDeskUser(portal.ctx, 'system', { name: 'Leaver', email, role: 'screener', accounts: 'all' });
  await createSignIn(portal.ctx, 'system', { email, password });
  const person = await signedInVisitor(portal, email);
  assert.equal((await person.get('/desk')).status, 200);
  await disableDeskUser(portal.ctx, 'system', id);
  assert.match(String((await person.get('/desk')).headers.location), /^\/sign-in/);
});

test('a user of whom a second step is demanded since they signed in is told so', async () => {
  const { ctx, accountId } = portal;
  const person = await signedInVisitor(portal, clientEmail);
  await changeAccount(ctx, 'system', accountId, { secondFactorDemanded: true });
  const { status, headers } = await person.get('/portal');
  assert.equal(status, 303);
  assert.match((await person.get(String(headers.location))).body, /Signing in now takes a second step/);
  assert.doesNotMatch((await visitor(portal).get('/sign-in')).body, /second step/);
  await changeAccount(ctx, 'system', accountId, { secondFactorDemanded: false });
});

test('after too many attempts the page says to wait', async () => {
  const person = visitor(portal);
  for (let attempt = 0; attempt < ATTEMPTS_PER_PERSON; attempt += 1) {
    await person.submit('/sign-in', '/sign-in', { email: 'guess@probity.test', password: 'a guess of a password' });
  }
  const answer = await person.submit('/sign-in', '/sign-in', { email: 'guess@probity.test', password: 'a guess' });
  assert.equal(answer.status, 429);
  assert.equal(answer.headers['retry-after'], '900');
  assert.match(answer.body, /Too many attempts/);
});

test('the sign-in page redirects to no other site', () => {
  const base = 'https://probity.example';
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'evil',
    '',
    '/\t/evil.example',
    '/\n//evil',
  ]) {
    assert.equal(ownPath(elsewhere, base), undefined, JSON.stringify(elsewhere));
  }
  assert.equal(ownPath('/desk?status=paused', base), '/desk?status=paused');
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.constantFrom('', '/', '//', '/\\', '/\t/', '/.//'), (text, start) => {
      const path = ownPath(`${start}${text}`, base);
      return path === undefined || new URL(path, base).origin === base;
    }),
  );
});
