// Queries from the desk to the answer: by link and code for the candidate, behind sign-in for the client.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { linkToken } from '../../../src/features/checks/check-links.ts';
import { listQueries } from '../../../src/features/queries/query-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { mailedCodes, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  type PageOptions,
  scrollsSideways,
} from '../../support/browser.ts';
import { clientEmail, deskEmail, password, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const live = portal.caller('live');

const today = new Date().toISOString().slice(0, 10);

const place = () => portal.placeCheck('live', {}, ['identity', 'right_to_work']);
const statuses = async (checkId: string) => {
  const { status, reports } = await readCheck(ctx, live, checkId);
  return [status, ...reports.map((report) => report.status)];
};

async function look(page: Page, name: string): Promise<void> {
  await keepScreenshot(page, `queries-${page.viewportSize()!.width}-${name}`);
  assert.deepEqual(await accessibilityProblems(page), [], name);
  assert.equal(await scrollsSideways(page), false, name);
}

async function signedInPage(visitor: Visitor, options: PageOptions = {}): Promise<Page> {
  const page = await openPage(browser, options);
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
  await page.context().addCookies(cookies);
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a screener asks the candidate, who answers by the link with a file, and the report resumes', async () => {
  const check = await place();
  const report = `/desk/reports/${check.reports[0]!.id}`;
  const desk = await signedInPage(await signedInVisitor(portal, deskEmail));
  await desk.goto(`${portal.url}${report}`);
  await desk.getByRole('button', { name: 'Query', exact: true }).click();
  // Loaded, so that its script hears what is chosen.
  await desk.waitForURL('**/queries/new');
  await desk.getByLabel('What it is about').selectOption('missing_document');
  assert.match(await desk.getByLabel('What you ask').inputValue(), /one more document/);
  await press(desk, 'Send to the candidate');
  await desk.getByText('Replace the words in square brackets').first().waitFor();
  await look(desk, 'ask-wrong');
  await desk.getByLabel('What you ask').fill('Please add the back of your permit.\n<b>Thank you</b>');
  await press(desk, 'Send to the candidate');
  await desk.getByText('The query is sent').waitFor();
  await look(desk, 'asked');
  assert.deepEqual(await statuses(check.id), ['on_hold', 'paused', 'awaiting_data']);

  const token = await linkToken(ctx, 'form', { ...check.tenant, checkId: check.id });
  const phone = await openPage(browser, { screen: 'phone' });
  await phone.goto(`${portal.url}/form/${token}`);
  await look(phone, 'candidate-start');
  assert.doesNotMatch(await phone.content(), /permit|Alex/);
  await press(phone, 'Continue');
  await phone.getByLabel('Code', { exact: true }).fill((await mailedCodes(ctx, live, check.id))[0]!);
  await press(phone, 'Continue');
  await look(phone, 'candidate-list');
  await phone.getByRole('link', { name: 'Missing document' }).click();
  await phone.getByText('<b>Thank you</b>').waitFor();
  await press(phone, 'Send answer');
  await phone.getByText('Enter your answer').first().waitFor();
  await look(phone, 'candidate-wrong');
  await phone.getByLabel('Your answer').fill('Here it is');
  const file = {
    name: 'permit.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The back of the permit. '.repeat(9)),
  };
  await phone.getByLabel('Add a photo or a file').setInputFiles(file);
  await press(phone, 'Add file and go on');
  await phone.getByRole('link', { name: 'permit.txt' }).waitFor();
  assert.equal(await phone.getByLabel('Your answer').inputValue(), 'Here it is');
  await look(phone, 'candidate-file');
  await press(phone, 'Send answer');
  await phone.getByText('Your answer is sent').waitFor();
  await look(phone, 'candidate-sent');
  assert.deepEqual(await statuses(check.id), ['in_progress', 'awaiting_data', 'awaiting_data']);
  await phone.goto(`${portal.url}/form/${token}`);
  await phone.getByText('Your form has been sent').waitFor();

  await desk.goto(`${portal.url}${report}`);
  await desk.getByText('Here it is').waitFor();
  await look(desk, 'answered');
  const [query] = await listQueries(ctx, check);
  assert.deepEqual([query!.status, query!.answerFiles.length], ['answered', 1]);
});

test('the page of a query names whom it asks, and replaces a text that nobody changed, also after it was refused', async () => {
  const check = await place();
  const page = await signedInPage(await signedInVisitor(portal, deskEmail));
  await page.goto(`${portal.url}/desk/reports/${check.reports[0]!.id}/queries/new`);
  const text = page.getByLabel('What you ask');
  const day = page.getByLabel('To be answered by');
  const about = page.getByLabel('What it is about');
  const ask = (name: string) => page.getByRole('radio', { name }).check();
  const groups = () =>
    page.evaluate<string[]>("[...document.querySelectorAll('optgroup:enabled')].map(({ label }) => label)");
  assert.match(await text.inputValue(), /^We need something more/);
  assert.deepEqual(await groups(), ['Asked of either', 'Asked of the candidate only']);
  await about.selectOption('address_gap');
  const forCandidate = await day.inputValue();
  await look(page, 'ask-candidate');
  await ask('The client (Acme Care)');
  assert.deepEqual(await groups(), ['Asked of either', 'Asked of the client only']);
  assert.equal(await about.inputValue(), 'missing_information', 'the client is asked about no gap');
  assert.match(await text.inputValue(), /^The order does not say/);
  assert.notEqual(await day.inputValue(), forCandidate);
  await press(page, 'Send to the client');
  await page.getByText('Replace the words in square brackets').first().waitFor();
  await look(page, 'ask-client');
  await about.selectOption('client_decision');
  assert.match(await text.inputValue(), /^We need your decision/);
  await ask('The candidate (Alex Sample)');
  assert.match(await text.inputValue(), /^We need something more/);
  await text.fill('What did you do in May?');
  await ask('The client (Acme Care)');
  assert.equal(await text.inputValue(), 'What did you do in May?');
  await page.context().close();
});

test('without JavaScript the page of a query shows whom it asks, and refuses what they are not asked about', async () => {
  const check = await place();
  const page = await signedInPage(await signedInVisitor(portal, deskEmail), { javaScript: false });
  await page.goto(`${portal.url}/desk/reports/${check.reports[0]!.id}/queries/new`);
  await page.getByRole('radio', { name: 'The client (Acme Care)' }).check();
  await page.getByLabel('What it is about').selectOption('address_gap');
  await press(page, 'Send query');
  await page.getByText('Choose whom you ask, and about what').first().waitFor();
  assert.ok(await page.getByRole('radio', { name: 'The client (Acme Care)' }).isChecked());
  await page.getByLabel('What it is about').selectOption('client_decision');
  await press(page, 'Insert the usual text');
  assert.match(await page.getByLabel('What you ask').inputValue(), /^We need your decision/);
  await page.getByLabel('What you ask').fill('Should we go on?');
  await press(page, 'Send query');
  await page.getByText('The query is sent').waitFor();
  const [query] = await listQueries(ctx, check);
  assert.deepEqual([query!.addressee, query!.kind], ['client', 'client_decision']);
  await page.context().close();
});

test('typed text is kept where the report has moved on meanwhile, and where the date is wrong', async () => {
  const check = await place();
  const [reportId] = check.reports.map(({ id }) => id);
  const page = `/desk/reports/${reportId}/queries/new`;
  const desk = await signedInVisitor(portal, deskEmail);
  const fields = { addressee: 'candidate', kind: 'address_gap', text: 'Where was it?', due_on: '2001-01-05' };
  const wrong = await desk.submit(page, page, fields);
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, />\s*Where was it\?<\/textarea>/);
  const inserted = await desk.submit(page, page, {
    ...fields,
    addressee: 'client',
    kind: 'client_decision',
    move: 'template',
  });
  assert.match(inserted.body, /We need your decision/);
  const { body: form } = await desk.get(page);
  const token = /name="form_token" value="([^"]+)"/.exec(form)![1]!;
  const close = `/desk/reports/${reportId}/close`;
  await desk.submit(`${close}?move=withdraw`, close, { move: 'withdraw', note: 'Not wanted any more.' });
  const late = await desk.post(page, { ...fields, due_on: today, form_token: token });
  assert.equal(late.status, 409);
  assert.match(late.body, />\s*Where was it\?<\/textarea>/);
  assert.equal((await desk.get(page)).status, 409);
});

test('a client answers on the page of the check, which the list leads to; who may not answer sees nothing of it', async () => {
  const check = await place();
  const report = `/desk/reports/${check.reports[0]!.id}`;
  const desk = await signedInVisitor(portal, deskEmail);
  const fields = { addressee: 'client', kind: 'client_decision', text: 'Should we pay £12?', due_on: today };
  const { status } = await desk.submit(`${report}/queries/new`, `${report}/queries/new`, fields);
  assert.equal(status, 303);
  const [query] = await listQueries(ctx, check);
  const visitor = await signedInVisitor(portal, clientEmail);
  const pages = ['/portal', `/portal/checks/${check.id}`, `/portal/checks/${check.id}/queries/${query!.id}`];
  const told = async () => (await Promise.all(pages.map((page) => visitor.get(page)))).map(({ body }) => body);
  for (const body of await told()) assert.doesNotMatch(body, /still welcome/);
  const dueOn = (day: string) => ctx.db.run(sql`update queries set due_on = ${day} where id = ${query!.id}`);
  await dueOn('2026-01-05');
  const [list, ofCheck, ofQuery] = await told();
  assert.match(list!, /late, but still welcome: was to be answered by 5 January 2026/);
  for (const body of [ofCheck, ofQuery]) {
    assert.match(body!, /We asked for an answer by 5 January 2026\. It is late, but still welcome\./);
    assert.doesNotMatch(body!, /Please answer by/);
  }
  await dueOn(today);
  const client = await signedInPage(visitor, { screen: 'phone' });
  await client.goto(`${portal.url}/portal`);
  await client.getByRole('heading', { name: 'What waits for you' }).waitFor();
  await look(client, 'client-list');
  await client.goto(`${portal.url}/portal/checks/${check.id}`);
  await look(client, 'client-check');
  await client.getByRole('link', { name: 'A decision about the order' }).click();
  await look(client, 'client-query');
  await client.getByLabel('Your answer').fill('Yes, pay it.');
  await press(client, 'Send answer');
  await client.getByText('Your answer is sent').waitFor();
  await client.getByText('Yes, pay it.').waitFor();
  await look(client, 'client-answered');
  assert.deepEqual(await statuses(check.id), ['in_progress', 'awaiting_data', 'awaiting_data']);

  const email = 'query-reader@acme.test';
  const user = { name: 'Reader', email, role: 'read_only' as const };
  await createUser(ctx, 'system', portal.accountId, user);
  await createSignIn(ctx, 'system', { email, password });
  const reader = await signedInVisitor(portal, email);
  assert.doesNotMatch((await reader.get(`/portal/checks/${check.id}`)).body, /Should we pay/);
  assert.equal((await reader.get(`/portal/checks/${check.id}/queries/${query!.id}`)).status, 403);
});

test('a screener records an answer by telephone, gives more time, and withdraws', async () => {
  const check = await place();
  const report = `/desk/reports/${check.reports[0]!.id}`;
  const desk = await signedInVisitor(portal, deskEmail);
  const fields = { addressee: 'candidate', kind: 'address_gap', text: 'Where was it?', due_on: today };
  for (const _ of [1, 2]) await desk.submit(`${report}/queries/new`, `${report}/queries/new`, fields);
  const [first, second] = (await listQueries(ctx, check)).map(({ id }) => `${report}/queries/${id}`);
  const empty = await desk.submit(first!, `${first}/answer`, { answer: '' });
  assert.deepEqual([empty.status, /Enter your answer/.test(empty.body)], [422, true]);
  assert.equal((await desk.submit(first!, `${first}/due`, { due_on: 'soon' })).status, 422);
  const moved = await desk.submit(first!, `${first}/due`, { due_on: today });
  assert.equal(moved.headers.location, `${report}?done=query_postponed`);
  const answered = await desk.submit(first!, `${first}/answer`, { answer: 'In York.' });
  assert.equal(answered.headers.location, `${report}?done=query_answered`);
  assert.deepEqual(await statuses(check.id), ['on_hold', 'paused', 'awaiting_data']);
  assert.equal((await desk.get(first!)).headers.location, report);
  await desk.submit(second!, `${second}/withdraw`, {});
  assert.deepEqual(await statuses(check.id), ['in_progress', 'awaiting_data', 'awaiting_data']);
  assert.match((await desk.get(report)).body, /In York\./);
});

test('a screener gives a candidate more time for the form, found by the order number, and reminds them', async () => {
  const { check } = await placeWaiting(ctx, live, { reports: ['identity'] });
  const page = `/desk/reports/${check.reports[0]!.id}/form`;
  const desk = await signedInVisitor(portal, deskEmail);
  assert.equal((await desk.get(`/desk/reports/${check.reports[0]!.id}`)).status, 404);
  const found = await desk.submit('/desk', '/desk/search', { find: `VF${check.orderId}` });
  assert.equal((await desk.get(String(found.headers.location))).headers.location, page);
  const extended = await desk.submit(`${page}/form-deadline`, `${page}/form-deadline`, { working_days: '10' });
  assert.equal(extended.headers.location, `${page}?done=extended#form-deadline`);
  const reminded = await desk.submit(page, `${page}/form-deadline/reminder`, {});
  assert.equal(reminded.status, 303);
  const shown = await signedInPage(desk, { screen: 'phone' });
  await shown.goto(`${portal.url}${page}?done=reminded`);
  await shown.getByText('The reminder is sent').waitFor();
  await look(shown, 'desk-form');
  const submitted = await place();
  assert.equal((await desk.get(`/desk/reports/${submitted.reports[0]!.id}/form`)).status, 404);
});
