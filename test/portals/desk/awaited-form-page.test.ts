// The desk's page of an order whose form is awaited: what was ordered, mails, history and notes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { correctEmail } from '../../../src/features/candidate-form/awaited-order-actions.ts';
import { remindNow } from '../../../src/features/candidate-form/form-deadline-actions.ts';
import { closeCheck, completeForm, openForm } from '../../../src/features/checks/check-progress-actions.ts';
import { type Sql, sql } from '../../../src/platform/db/database.ts';
import { type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const live = portal.caller('live');

const place = async (ordered: Ordered = {}) =>
  (await placeWaiting(ctx, live, { reports: ['identity', 'right_to_work'], ...ordered })).check;
const fail = (checkId: string) => ctx.db.run(sql`update emails set status = 'failed' where check_id = ${checkId}`);
const screener = await signedInVisitor(portal, deskEmail);

test('the page of an awaited order says what was ordered, to which address mails went, and what happened', async () => {
  const check = await place({
    facts: { first_name: 'Eve', last_name: 'Callbird', mobile: '07700900123' },
    tags: ['PO 7'],
  });
  await fail(check.id);
  await correctEmail(ctx, live, check.id, { email: 'eve@corrected.test' });
  const { body } = await screener.get(`/desk/reports/${check.reports[1]!.id}/form`);
  for (const said of ['Identity', 'Right to work', 'eve@corrected.test', '07700900123', 'PO 7', 'Not opened'])
    assert.ok(body.includes(said), said);
  assert.match(
    body,
    /Invitation with the link to eve@corrected\.test [\s\S]*Invitation with the link to alex@candidate\.test [\s\S]*Failed/,
  );
  assert.match(body, /Email address of the candidate corrected, with a new link[\s\S]*Ordered/);
  assert.match(body, /href="\/desk\/forms" class="govuk-back-link"/);
  const looks = await ctx.db.rows<{ actor: string }>(sql`
    select actor from events where check_id = ${check.id} and type = 'applicant.read'`);
  assert.deepEqual(looks, [{ actor: `user:${portal.deskUserId}` }]);
});

test('an address that another candidate has, whose order may be over, is taken only from somebody who says that both have it', async () => {
  const [check, other] = [
    await place({ facts: { email: 'one@candidate.test' } }),
    await place({ facts: { email: 'two@candidate.test' } }),
  ];
  const person = { first_name: 'Alex', last_name: 'Sample', 'dob-day': '4', 'dob-month': '3', 'dob-year': '1990' };
  const page = `/desk/reports/${check.reports[0]!.id}/form/details`;
  const slip = await screener.submit(page, page, { ...person, email: 'Two@candidate.test' });
  assert.equal(slip.status, 422);
  assert.match(slip.body, /Another candidate has this address/);
  assert.match(slip.body, /value="Two@candidate\.test"/);
  assert.equal(
    (await screener.submit(page, page, { ...person, email: 'Two@candidate.test', shared: 'yes' })).status,
    303,
  );
  const own = `/desk/reports/${other.reports[0]!.id}/form/details`;
  assert.equal((await screener.submit(own, own, { ...person, email: 'three@candidate.test' })).status, 303);

  await ctx.db.run(sql`update checks set status = 'complete', completed_at = now() where id = ${other.id}`);
  assert.equal(
    (await screener.submit(page, page, { ...person, email: 'three@candidate.test' })).status,
    422,
    'it was complete lately',
  );
  await ctx.db.run(sql`update checks set completed_at = now() - interval '91 days' where id = ${other.id}`);
  assert.equal((await screener.submit(page, page, { ...person, email: 'three@candidate.test' })).status, 303);
});

test('the page says what became of the text message that goes with a mail', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { textCandidates: true });
  const check = await place({ facts: { first_name: 'Eve', last_name: 'Textbird', mobile: '07400 123456' } });
  const page = `/desk/reports/${check.reports[0]!.id}/form`;
  const set = (values: Sql) => ctx.db.run(sql`update emails set ${values} where check_id = ${check.id}`);
  for (const [values, said] of [
    [sql`status = 'sent', sent_at = now(), text_queued_at = now()`, /Text message to \+447400123456 waits</],
    [sql`texted_at = '2026-03-04T10:00:00Z'`, /Text message to \+447400123456 sent on 4 March 2026[^<]*10:00am</],
    [sql`texted_at = null, text_failure = '400 21211'`, /\+447400123456 not sent: the gateway answered 400 21211</],
    [sql`text_failure = 'overtaken'`, /not sent: it was no longer needed</],
    [sql`text_queued_at = null`, undefined],
  ] as const) {
    await set(values);
    const { body } = await screener.get(page);
    if (said === undefined) assert.doesNotMatch(body, /Text message/);
    else assert.match(body, said);
  }
  await changeAccountSettings(ctx, 'system', accountId, { textCandidates: false });
});

test('a screener writes a call down before the form is submitted, and finds it on the first report afterwards', async () => {
  const check = await place({ facts: { first_name: 'Flo', last_name: 'Notebird' } });
  const page = `/desk/reports/${check.reports[1]!.id}/form`;
  const empty = await screener.submit(page, `${page}/notes`, { note: ' ', audience: 'client' });
  assert.equal(empty.status, 422);
  assert.match(empty.body, /Write the note/);
  assert.match(empty.body, /It is about the order: the page of each report shows it/);
  const sent = await screener.submit(page, `${page}/notes`, { note: 'Sends it on Monday.', audience: 'desk' });
  assert.equal(sent.headers.location, `${page}?done=noted#report-notes`);
  assert.match((await screener.get(`${page}?done=noted`)).body, /The note is added[\s\S]*Sends it on Monday\./);
  await completeForm(ctx, live, check.id, check.order.facts);
  assert.match((await screener.get(`/desk/reports/${check.reports[0]!.id}`)).body, /Sends it on Monday\./);
});

test('the link that was opened says when, and no reminder is named that would come after the last day', async () => {
  const check = await place();
  await openForm(ctx, live, check.id);
  await remindNow(ctx, live, check.id);
  const page = `/desk/reports/${check.reports[0]!.id}/form`;
  const { body } = await screener.get(page);
  assert.doesNotMatch(body, /Not opened/);
  assert.match(body, /The next reminder goes to the candidate on/);
  await ctx.db.run(sql`
    update deadlines set due_at = (select due_at from deadlines where check_id = ${check.id} and kind = 'candidate_reminder')
    where check_id = ${check.id} and kind = 'form_submission'`);
  assert.doesNotMatch((await screener.get(page)).body, /The next reminder/);
});

test('the mail that an order is closed is listed by what it tells', async () => {
  const check = await place();
  await closeCheck(ctx, live, check.id, 'withdraw');
  const { body } = await screener.get(`/desk/reports/${check.reports[0]!.id}/form`);
  assert.match(body, /News that the order is closed to alex@candidate\.test/);
});

test('an auditor reads the page of an awaited order, and is offered no change of it', async () => {
  const check = await place();
  const page = `/desk/reports/${check.reports[0]!.id}/form`;
  const email = 'auditor@desk.test';
  await createDeskUser(ctx, 'system', { name: 'Auditor', email, role: 'auditor', accounts: [accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const auditor = await signedInVisitor(portal, email);
  const { status, body } = await auditor.get(page);
  assert.equal(status, 200);
  assert.doesNotMatch(body, /Remind the candidate now|Set another day|Add a note|cancel the order/);
  for (const to of ['form-deadline', 'details', 'cancel'])
    assert.equal((await auditor.get(`${page}/${to}`)).status, 403);
  const form_token = /name="form_token" value="([^"]+)"/.exec((await auditor.get('/account')).body)![1]!;
  assert.equal((await auditor.post(`${page}/notes`, { form_token, note: 'Called' })).status, 403);
});

test('the page fits a phone and a desk, and axe finds no problem', async () => {
  const check = await place({ tags: ['PO 7'] });
  await fail(check.id);
  await remindNow(ctx, live, check.id);
  const path = `/desk/reports/${check.reports[0]!.id}/form`;
  await screener.submit(path, `${path}/notes`, { note: 'Sends it on Monday.', audience: 'client' });
  const cookies = [...screener.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies(cookies);
    await page.goto(`${portal.url}${path}`);
    await keepScreenshot(page, `awaited-form-${screen}`);
    assert.deepEqual(await accessibilityProblems(page), [], screen);
    assert.equal(await scrollsSideways(page), false, screen);
    await page.context().close();
  }
});
