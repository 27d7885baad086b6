// The register of breaches at the desk: recorded at once, completed as more becomes known, and read by an auditor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeskRole } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { typedBreach } from '../../../src/features/breaches/breach-rules.ts';
import { stolenPassword } from '../../features/breaches/stolen-password.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;

async function signIn(role: DeskRole) {
  const email = `${role}@breaches.test`;
  await createDeskUser(ctx, 'system', { name: role, email, accounts: 'all', role });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const officer = await signIn('data_protection');
const auditor = await signIn('auditor');
const given = () => ({ ...typedBreach(stolenPassword(new Date(Date.now() - 80 * 3_600_000))) });

test('a breach is recorded at once, is late after 72 hours, and keeps each version of what was known', async () => {
  assert.match((await officer.get('/desk/breaches')).body, /No breach is recorded/);
  const made = await officer.submit('/desk/breaches/new', '/desk/breaches/new', given());
  assert.match(String(made.headers.location), /^\/desk\/breaches\/[\w-]{36}\?done=kept$/);
  const href = String(made.headers.location).split('?')[0]!;
  assert.match(
    (await officer.get(href)).body,
    /Late: Judge the risk; unless there is none, tell the Information Commissioner/,
  );
  const change = `${href}/change`;
  const judged = { ...given(), risk: 'unlikely', reasons: 'The session saw a list of test data only.' };
  const saved = await officer.submit(change, change, judged);
  assert.equal(saved.headers.location, `${href}?done=kept`);
  const { body } = await auditor.get(href);
  assert.match(body, /No risk is likely/);
  assert.match(body, /Version 1, saved on/);
  assert.doesNotMatch(body, /Late:|Record what became known/);
  const file = await auditor.get('/desk/breaches/file');
  assert.match(file.body, /"The password of a screener was stolen","stolen_access"/);
});

test('what is wrong stands at its field, and what was typed stays', async () => {
  const { status, body } = await officer.submit('/desk/breaches/new', '/desk/breaches/new', { ...given(), data: '' });
  assert.equal(status, 422);
  assert.match(body, /Enter which data it concerns/);
  assert.match(body, /value="The password of a screener was stolen"/);
});

test('of two who save at once, one is told', async () => {
  const made = await officer.submit('/desk/breaches/new', '/desk/breaches/new', given());
  const href = String(made.headers.location).split('?')[0]!;
  const change = `${href}/change`;
  await officer.submit(change, change, { ...given(), people: '3' });
  const { status, body } = await officer.submit(change, change, { ...given(), people: '4', version: '1' });
  assert.equal(status, 422);
  assert.match(body, /Somebody changed this entry meanwhile/);
});

test('an auditor reads and does not record, and a screener has no register', async () => {
  assert.equal((await auditor.get('/desk/breaches/new')).status, 403);
  const screener = await signIn('screener');
  assert.equal((await screener.get('/desk/breaches')).status, 403);
});
