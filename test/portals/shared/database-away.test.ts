// While the database is unavailable, every portal says so, and when to try again; planned maintenance stands on every page before.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { announceMaintenance, takeBackMaintenance } from '../../../src/features/maintenance/maintenance-actions.ts';
import { ukMomentText } from '../../../src/lib/uk-times.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { britishDateTime } from '../../../src/portals/shared/page-filters.ts';
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

test('planned maintenance stands on the pages of everybody in UK time, says until when while it goes on, and ends by itself', async () => {
  const { ctx } = portal;
  await changeAccountSettings(ctx, 'system', portal.accountId, { offersWelsh: true });
  const { token } = await placeWaiting(ctx, portal.caller('test'), {});
  const client = await signedInVisitor(portal, clientEmail);
  const desk = await signedInVisitor(portal, deskEmail);
  const candidate = visitor(portal);
  const read = () => Promise.all([client.get('/portal'), desk.get('/desk'), candidate.get(`/form/${token}`)]);
  const words = { words: 'Save <b>what</b> you write.', welsh: 'Cadwch eich gwaith.' };
  const from = new Date(ctx.now().getTime() + 86_400_000);
  const typed = (at: Date) => ukMomentText(at);
  const later = new Date(from.getTime() + 3_600_000);
  const id = await announceMaintenance(ctx, 'system', { ...words, from: typed(from), to: typed(later) });
  for (const { body } of await read()) {
    assert.match(body, /This service will be away for planned maintenance from [^<]+, UK time\./);
    assert.match(body, /Save &lt;b&gt;what&lt;\/b&gt; you write\./);
  }
  const { body: inWelsh } = await candidate.get(`/form/${token}?language=cy`);
  assert.match(inWelsh, /Ni fydd y gwasanaeth hwn ar gael[^<]+amser y DU\.<\/strong> Cadwch eich gwaith\./);
  await takeBackMaintenance(ctx, 'system', id);
  for (const { body } of await read()) assert.doesNotMatch(body, /maintenance from/);

  const ends = new Date(ctx.now().getTime() + 7_200_000);
  const current = { ...words, from: typed(ctx.now()), to: typed(ends) };
  const goingOn = await announceMaintenance(ctx, 'system', current);
  assert.match((await client.get('/portal')).body, /We are working on this service until/);
  await proxy.cut();
  const away = await client.get('/portal');
  assert.deepEqual([away.status, away.headers['retry-after']], [503, '5']);
  assert.match(away.body, /<h1[^>]*>We are away for planned maintenance<\/h1>/);
  assert.ok(away.body.includes(`expected back by ${britishDateTime(ends)}, UK time`));
  await proxy.restore();
  await takeBackMaintenance(ctx, 'system', goingOn);
  await assert.rejects(announceMaintenance(ctx, 'system', { ...current, to: typed(new Date(0)), words: ' ' }), {
    fields: { words: ['Enter what people should know'], to: ['Enter a time that is still to come'] },
  });
});
