// While the database is unavailable, every portal says so, and when to try again.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { testDatabase } from '../../support/database.ts';
import { startDatabaseProxy } from '../../support/database-proxy.ts';
import { clientEmail, deskEmail, password, signedInVisitor, startPortal, visitor } from '../portal-under-test.ts';

const proxy = await startDatabaseProxy((await testDatabase()).connection);
const database = openDatabase({ connection: proxy.connection, poolSize: 5, onIdleError: () => undefined });
after(async () => {
  await database.close();
  await proxy.cut();
});
const portal = await startPortal({ database });

test('a page of any portal answers 503 with Retry-After while the database is unavailable, and is back afterwards', async () => {
  const { token } = await placeWaiting(portal.ctx, portal.caller('test'), {});
  const desk = await signedInVisitor(portal, deskEmail);
  const client = await signedInVisitor(portal, clientEmail);
  const nobody = visitor(portal);
  const signIn = await nobody.get('/sign-in');
  const form_token = /name="form_token" value="([^"]+)"/.exec(signIn.body)![1]!;
  const pages = () =>
    Promise.all([
      desk.get('/desk'),
      client.get('/portal'),
      client.get('/portal/webhooks'),
      nobody.get(`/form/${token}`),
      nobody.post('/sign-in', { email: deskEmail, password, form_token }),
    ]);
  await proxy.cut();
  for (const { status, headers, body } of await pages()) {
    assert.equal(status, 503);
    assert.equal(headers['retry-after'], '5');
    assert.match(body, /<h1[^>]*>The service is not available just now<\/h1>/);
    assert.match(body, /What you had saved is still there\. Try again in a minute\./);
    assert.match(body, /<a class="govuk-link" href="\/(?:desk|portal|form|sign-in)[^"]*">Load the page again<\/a>/);
    assert.doesNotMatch(body, /ECONNREFUSED|\.ts\b|node_modules/);
  }
  assert.equal((await nobody.get('/sign-in')).status, 200);
  await proxy.restore();
  assert.deepEqual(
    (await pages()).map(({ status }) => status),
    [200, 200, 200, 200, 303],
  );
});
