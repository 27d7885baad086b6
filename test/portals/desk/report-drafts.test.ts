// What is typed on a report's page survives: the tab, the session, the server, another form of the page, and another person.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { accessibilityProblems, keepScreenshot, launchBrowser, openPage, type Page } from '../../support/browser.ts';
import { until } from '../../support/limited-loops.ts';
import { deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';
import { anyway, confirmAnyway } from './confirm-anyway.ts';

const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

const otherEmail = 'other@desk.test';
await createDeskUser(ctx, 'system', {
  ...{ name: 'Other Screener', email: otherEmail, role: 'administrator', accounts: [portal.accountId] },
});
await createSignIn(ctx, 'system', { email: otherEmail, password });

async function reportPath() {
  const check = await portal.placeCheck('live', { first_name: 'Robin' }, ['identity']);
  return { check, path: `/desk/reports/${check.reports[0]!.id}` };
}

async function openAs(email: string, path: string, options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const { cookies } = await signedInVisitor(portal, email);
  const page = await openPage(browser, options);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  await page.goto(`${portal.url}${path}`);
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const notes = (page: Page) => page.getByLabel('Notes for the client');
/** The addresses of the forms that have a draft, below that of the report. */
const draftsOf = async (reportId: string) => {
  const path = `/desk/reports/${reportId}`;
  const rows = await ctx.db.rows<{ form: string }>(
    sql`select form from drafts where starts_with(form, ${path}) order by form`,
  );
  return rows.map(({ form }) => form.slice(path.length));
};
const reportOf = async (check: { id: string }) => (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!;

/** Texts of the page by the form that has them; a form that is added to the page is added here. */
const texts = { 'Notes for the client': '', 'Add a note': '/notes', 'What it is (optional)': '' } as const;

for (const [label, form] of Object.entries(texts)) {
  test(`what is typed in "${label}" is back after the tab was closed in the middle of it`, async () => {
    const { check, path } = await reportPath();
    const page = await openAs(deskEmail, path);
    await page.getByLabel(label).fill('Half a sentence');
    await page.getByLabel(label).page().close();
    await until(async () => (await draftsOf(check.reports[0]!.id)).includes(form));
    const next = await openAs(deskEmail, path);
    await next.getByText(/We kept what you typed on/).waitFor();
    assert.equal(await next.getByLabel(label).inputValue(), 'Half a sentence');
    await next.getByRole('button', { name: 'Discard it' }).click();
    if (form === '') await next.getByText('Your draft is discarded.').waitFor();
    await until(async () => (await draftsOf(check.reports[0]!.id)).length === 0);
    await until(async () => (await next.getByLabel(label).inputValue()) === '');
    await next.context().close();
  });
}

test('a draft is saved a second after typing stops, is not readable in the database, and only its author sees it', async () => {
  const { check, path } = await reportPath();
  const [page, other] = [await openAs(deskEmail, path), await openAs(otherEmail, path)];
  await page.getByRole('radio', { name: 'Consider', exact: true }).check();
  await notes(page).fill('Seldom Secret');
  await page.getByText(/Draft saved on/).waitFor();
  const rows = await ctx.db.rows<{ sealed_fields: Buffer }>(sql`select sealed_fields from drafts where form = ${path}`);
  assert.equal(rows.length, 1);
  assert.equal(rows[0]!.sealed_fields.includes('Seldom'), false);
  await other.reload();
  assert.equal(await notes(other).inputValue(), '');
  assert.equal((await reportOf(check)).result, null);
  await page.reload();
  await page.getByText(/We kept what you typed on/).waitFor();
  assert.equal(await page.getByRole('radio', { name: 'Consider', exact: true }).isChecked(), true);
  assert.deepEqual(await accessibilityProblems(page), []);
  await keepScreenshot(page, 'report-draft-desk');
  await Promise.all([page.context().close(), other.context().close()]);
});

test('whoever types the outcome of a free report claims it, and who has its page open is told', async () => {
  const { path } = await reportPath();
  const [page, other] = [await openAs(deskEmail, path), await openAs(otherEmail, path)];
  await notes(page).press('a');
  await page.getByText('The report is yours now.').waitFor();
  await page.getByText('Assigned to you').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Release', exact: true }).isVisible(), true);
  await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await other.getByText('Desk Screener works on this report now. What you type is kept, for you alone.').waitFor();
  await other.getByText('Assigned to Desk Screener').waitFor();
  assert.equal(await other.getByRole('button', { name: 'Claim', exact: true }).isVisible(), false);
  assert.deepEqual(await accessibilityProblems(other), []);
  await keepScreenshot(other, 'report-of-colleague-desk');
  await notes(other).press('b');
  await other.getByText(/Draft saved on/).waitFor();
  await press(page, 'Release');
  await page.getByText('Assigned to nobody').waitFor();
  await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await other.getByText('Nobody has the report now.').waitFor();
  await Promise.all([page.context().close(), other.context().close()]);
});

test('an answer that breaks off counts as none: the draft is saved when the service answers again', async () => {
  const { check, path } = await reportPath();
  const page = await openAs(deskEmail, path);
  let isBroken = false;
  await page.route('**/drafts', (route) => {
    if (isBroken || route.request().method() !== 'POST') return route.continue();
    isBroken = true;
    return route.fulfill({ contentType: 'application/json', body: '{"savedAt":' });
  });
  await notes(page).fill('Typed on a train');
  await page.getByText('The service does not answer.').waitFor();
  assert.deepEqual(await draftsOf(check.reports[0]!.id), []);
  await notes(page).fill('Typed on a train, and after it');
  await page.getByText(/Draft saved on/).waitFor();
  assert.deepEqual(await draftsOf(check.reports[0]!.id), ['']);
  await page.context().close();
});

test('attaching a file, adding a note, pausing and resuming keep what is typed in the outcome', async () => {
  const { path } = await reportPath();
  const page = await openAs(deskEmail, path);
  await notes(page).fill('Typed at once');
  await page.locator('#file').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: samples['.jpg']! });
  await press(page, 'Attach file');
  await page.getByText('The file is attached.').waitFor();
  assert.equal(await notes(page).inputValue(), 'Typed at once');
  await notes(page).fill('Typed at once, and more');
  await page.getByLabel('Add a note').fill('Called the source.');
  await press(page, 'Add note');
  await page.getByText('The note is added.').waitFor();
  assert.equal(await notes(page).inputValue(), 'Typed at once, and more');
  await notes(page).fill('Typed before the pause');
  await press(page, 'Pause');
  await page.getByLabel('Why?').selectOption('source');
  await press(page, 'Pause 1 report');
  await page.getByText('The report is paused.').waitFor();
  await page.getByText('Typed before the pause').waitFor();
  await press(page, 'Resume');
  await page.getByText('The report is resumed.').waitFor();
  assert.equal(await notes(page).inputValue(), 'Typed before the pause');
  await page.context().close();
});

test('without JavaScript a draft is saved by its button and by every button beside the outcome', async () => {
  const { path } = await reportPath();
  const page = await openAs(deskEmail, path, { javaScript: false, screen: 'phone' });
  const openPart = () => page.getByRole('link', { name: 'Outcome', exact: true }).click();
  await openPart();
  await notes(page).fill('By hand');
  await press(page, 'Save draft');
  await page.getByText('Your draft is saved.').waitFor();
  assert.equal(await notes(page).inputValue(), 'By hand');
  await page.getByLabel('Standard sentences').selectOption({ index: 1 });
  await press(page, 'Insert into the notes');
  assert.match(await notes(page).inputValue(), /^By hand \S.+\.$/);
  await press(page, 'Pause');
  await page.getByLabel('Why?').selectOption('source');
  await press(page, 'Pause 1 report');
  await press(page, 'Resume');
  assert.match(await notes(page).inputValue(), /^By hand \S.+\.$/);
  await page.context().close();
});

test('without JavaScript a file is attached with what is typed in the outcome, and refused without losing it', async () => {
  const { check, path } = await reportPath();
  const page = await openAs(deskEmail, path, { javaScript: false });
  await page.getByRole('radio', { name: 'Consider', exact: true }).check();
  await notes(page).fill('Typed before the file');
  await page.getByLabel('What it is (optional)').fill('Passport');
  await press(page, 'Attach file');
  await page.getByRole('alert').getByText('Choose a file').waitFor();
  assert.equal(await page.getByLabel('What it is (optional)').inputValue(), 'Passport');
  assert.equal(await notes(page).inputValue(), 'Typed before the file');
  await page.locator('#file').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: samples['.jpg']! });
  await press(page, 'Attach file');
  await page.getByText('The file is attached.').waitFor();
  await page.getByText('Passport', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('What it is (optional)').inputValue(), '');
  assert.equal(await notes(page).inputValue(), 'Typed before the file');
  assert.equal(await page.getByRole('radio', { name: 'Consider', exact: true }).isChecked(), true);
  assert.equal((await reportOf(check)).result, null);
  await page.context().close();
});

test('a window that was opened before a form was sent from another saves no draft of it, and says so', async () => {
  const { check, path } = await reportPath();
  const sending = await openAs(deskEmail, path);
  const older = await sending.context().newPage();
  const restored = older.waitForResponse((response) => new URL(response.url()).pathname === '/drafts');
  await older.goto(`${portal.url}${path}`);
  await restored;
  await older.getByLabel('Add a note').fill('Called');
  await older.getByText(/Draft saved on/).waitFor();
  await sending.getByLabel('Add a note').fill('Called the source.');
  await press(sending, 'Add note');
  await sending.getByText('The note is added.').waitFor();
  await older.getByLabel('Add a note').fill('Called, again');
  await older.getByText('This form was sent or discarded from another window').waitFor();
  assert.deepEqual(await draftsOf(check.reports[0]!.id), []);
  await sending.getByLabel('Add a note').fill('Called twice');
  await sending.getByText(/Draft saved on/).waitFor();
  await press(older, 'Add note');
  await older.getByText('The note is added.').waitFor();
  await sending.context().close();
});

test('of two people who type in one report, the second sees what the first saved beside what they typed', async () => {
  const { check, path } = await reportPath();
  const [first, second] = [await openAs(deskEmail, path), await openAs(otherEmail, path)];
  await second.getByRole('radio', { name: 'Consider', exact: true }).check();
  await notes(second).fill('Mine');
  await second.getByText('The report is yours now.').waitFor();
  await first.getByRole('radio', { name: 'Clear', exact: true }).check();
  await notes(first).fill('Theirs');
  await press(first, 'Send to awaiting approval');
  await first.getByLabel('Complete it all the same').waitFor();
  // Who began to type first has claimed it.
  await first.getByLabel('Claimed by Other Screener').check();
  assert.deepEqual(await accessibilityProblems(first), []);
  await keepScreenshot(first, 'report-unconfirmed-desk');
  await confirmAnyway(first, 'Send to awaiting approval');
  await first.getByText('The report awaits approval.').waitFor();
  await press(second, 'Complete report');
  await second.getByText('This report changed while you were typing.').waitFor();
  await second.getByText('Desk Screener changed it').waitFor();
  await second.getByText('Theirs').waitFor();
  assert.equal(await notes(second).inputValue(), 'Mine');
  assert.deepEqual(await accessibilityProblems(second), []);
  await keepScreenshot(second, 'report-conflict-desk');
  assert.equal((await reportOf(check)).result, 'clear');
  await press(second, 'Propose this instead');
  await confirmAnyway(second, 'Propose this instead');
  await second.getByText('The changed outcome awaits approval by somebody else.').waitFor();
  assert.equal((await reportOf(check)).findings.notes, 'Mine');
  assert.deepEqual(await draftsOf(check.reports[0]!.id), []);
  await Promise.all([first.context().close(), second.context().close()]);
});

test('what was typed for a report that somebody else completed is shown beside its outcome', async () => {
  const { check, path } = await reportPath();
  const [first, second] = [await openAs(deskEmail, path), await openAs(otherEmail, path)];
  await second.getByRole('radio', { name: 'Consider', exact: true }).check();
  await notes(second).fill('Mine');
  await second.getByText('The report is yours now.').waitFor();
  await first.getByRole('radio', { name: 'Clear', exact: true }).check();
  await press(first, 'Complete report');
  await first.getByLabel('Claimed by Other Screener').check();
  await confirmAnyway(first);
  await first.getByText('The report is complete.').waitFor();
  await press(second, 'Complete report');
  await second.getByText('This report changed while you were typing.').waitFor();
  await second.getByRole('heading', { name: 'What you typed' }).waitFor();
  await second.getByText('Mine', { exact: true }).waitFor();
  assert.equal((await reportOf(check)).result, 'clear');
  await Promise.all([first.context().close(), second.context().close()]);
});

test('ten people complete one report at once: one wins, and every other keeps what they typed', async () => {
  const { check, path } = await reportPath();
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, n) => signedInVisitor(portal, n % 2 === 0 ? deskEmail : otherEmail)),
  );
  const pages = await Promise.all(people.map((person) => person.get(path)));
  const answers = await Promise.all(
    people.map((person, n) =>
      person.post(path, {
        ...{ ...hiddenFields(pages[n]!.body, path), move: 'complete', verdict: 'clear', ...anyway, notes: `Text ${n}` },
      }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, ...Array.from({ length: 9 }, () => 409)]);
  for (const [n, { status, body }] of answers.entries()) if (status === 409) assert.ok(body.includes(`Text ${n}`));
  const won = answers.findIndex(({ status }) => status === 303);
  assert.equal((await reportOf(check)).findings.notes, `Text ${won}`);
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
}

const endSessions = () => ctx.db.run(sql`delete from sign_in_sessions`);

/** The forms that are sent as text, with their buttons. */
const sentForms = [
  ['Notes for the client', 'Complete report'],
  ['Add a note', 'Add note'],
] as const;

for (const [label, button] of sentForms) {
  test(`"${button}" after the session has ended leads through the sign-in back to the form with everything typed`, async () => {
    const { path } = await reportPath();
    const page = await openAs(deskEmail, path);
    await page.getByRole('radio', { name: 'Unidentified', exact: true }).check();
    await page.getByLabel(label).fill('Typed in a lost session');
    await endSessions();
    await press(page, button);
    await page.waitForURL('**/sign-in?next=*');
    await signIn(page, deskEmail);
    await page.getByText('You are signed in again. What you typed is back in the form').waitFor();
    assert.equal(new URL(page.url()).pathname, path);
    assert.equal(await page.getByLabel(label).inputValue(), 'Typed in a lost session');
    if (button === 'Complete report')
      assert.equal(await page.getByRole('radio', { name: 'Unidentified', exact: true }).isChecked(), true);
    await press(page, button);
    await page
      .getByText(button === 'Add note' ? 'The note is added.' : 'The report')
      .first()
      .waitFor();
    await page.context().close();
  });

  test(`"${button}" while the service does not answer stays on the page, and is sent when it answers again`, async () => {
    const { path } = await reportPath();
    const page = await openAs(deskEmail, path);
    await page.getByRole('radio', { name: 'Clear', exact: true }).check();
    await page.getByLabel(label).fill('Typed while nobody answers');
    await page.context().setOffline(true);
    await press(page, button);
    await page.getByText('The service does not answer.').first().waitFor();
    assert.equal(await page.getByLabel(label).inputValue(), 'Typed while nobody answers');
    await page.context().setOffline(false);
    await page
      .getByText(/Draft saved on/)
      .first()
      .waitFor();
    await press(page, button);
    if (button === 'Complete report') await confirmAnyway(page);
    await page.getByText('Typed while nobody answers').first().waitFor();
    await page.waitForURL(/moved=|done=/);
    await page.context().close();
  });
}

test('without JavaScript a form of an ended session is shown after signing in, and sent by its button', async () => {
  const { check, path } = await reportPath();
  const page = await openAs(deskEmail, path, { javaScript: false, screen: 'phone' });
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await page.getByLabel('Add a note').fill('By hand, before the end');
  await endSessions();
  await press(page, 'Add note');
  await signIn(page, deskEmail);
  await page.getByRole('heading', { name: 'You are signed in again' }).waitFor();
  await page.getByText('By hand, before the end').waitFor();
  assert.deepEqual(await accessibilityProblems(await openAs(deskEmail, path)), []);
  await keepScreenshot(page, 'kept-form-phone');
  await press(page, 'Send it now');
  await page.getByText('The note is added.').waitFor();
  const notesOf = await ctx.db.rows(sql`select from report_notes where report_id = ${check.reports[0]!.id}`);
  assert.equal(notesOf.length, 1);
  await page.context().close();
});

test('a kept form is shown to nobody else who signs in at the same browser, and to no other browser', async () => {
  const { path } = await reportPath();
  const page = await openAs(deskEmail, path, { javaScript: false });
  await page.getByLabel('Add a note').fill('For my eyes only');
  await endSessions();
  await press(page, 'Add note');
  const address = new URL(new URL(page.url()).searchParams.get('next')!, portal.url).href;
  const elsewhere = await openAs(deskEmail, new URL(address).pathname, { javaScript: false });
  assert.equal(new URL(elsewhere.url()).pathname, '/desk');
  await signIn(page, otherEmail);
  await page.waitForURL('**/desk');
  assert.equal(await page.getByText('For my eyes only').count(), 0);
  await Promise.all([page.context().close(), elsewhere.context().close()]);
});

test('an outcome is recorded while the disk is nearly full', async () => {
  const { check, path } = await reportPath();
  const { diskReserveBytes } = ctx.settings;
  Object.assign(ctx.settings, { diskReserveBytes: Number.MAX_SAFE_INTEGER });
  try {
    const desk = await signedInVisitor(portal);
    const answer = await desk.submit(path, path, {
      move: 'complete',
      verdict: 'clear',
      ...anyway,
      notes: 'All is well',
    });
    assert.equal(answer.headers.location, `${path}?moved=complete`);
  } finally {
    Object.assign(ctx.settings, { diskReserveBytes });
  }
  assert.equal((await reportOf(check)).status, 'complete');
});
