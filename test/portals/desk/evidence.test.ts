// The evidence on a report's page: images with zoom, PDF files page by page in a sandboxed frame, and files assigned to
// reports; and a whole case by keyboard alone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { attachFile, listAttachments } from '../../../src/features/attachments/attachment-actions.ts';
import { changeWork } from '../../../src/features/cases/work-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  scrollsSideways,
} from '../../support/browser.ts';
import { until, upTo } from '../../support/limited-loops.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

async function checkWithFiles(files: Readonly<Record<string, Buffer>>, reports = ['right_to_work', 'identity']) {
  const check = await portal.placeCheck('live', {}, reports);
  for (const [fileName, content] of Object.entries(files)) {
    await attachFile(ctx, portal.caller('live'), {
      ...{ fileName, description: '', orderId: check.orderId, fileToken: randomUUID(), alsoAccepts: ['.pdf'] },
      content: Readable.from([content]),
    });
  }
  return { check, path: `/desk/reports/${check.reports[0]!.id}` };
}

async function openReport(path: string, options: Parameters<typeof openPage>[1] = {}) {
  const { cookies } = await signedInVisitor(portal, deskEmail);
  const page = await openPage(browser, options);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  await page.goto(`${portal.url}${path}`);
  return page;
}

test('a PDF file is drawn page by page in a frame that has no origin and may connect nowhere', async () => {
  const { path } = await checkWithFiles({ 'statement.pdf': pdfFile('First page', 'Second page') });
  const page = await openReport(path);
  const frame = page.frameLocator('iframe');
  await frame.getByText('Page 1 of 2').waitFor();
  await frame.locator('body[data-drawn="1"]').waitFor();
  await frame.getByText('First page').waitFor();
  await frame.getByRole('button', { name: 'Next page' }).press('Enter');
  await frame.locator('body[data-drawn="2"]').waitFor();
  await frame.getByText('Second page').waitFor();
  await frame.getByRole('button', { name: 'Zoom in' }).click();
  await keepScreenshot(page, 'evidence-pdf-desk');
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.equal(await frame.locator('body').evaluate('location.origin === "null" || self.origin'), 'null');
  const answer = await (await signedInVisitor(portal, deskEmail)).get('/desk/evidence-frame');
  assert.match(String(answer.headers['content-security-policy']), /^sandbox allow-scripts; default-src 'none';/);
  await page.context().close();
});

test('an image is shown beside the outcome, is enlarged, and gives way to another file without leaving the page', async () => {
  const { path } = await checkWithFiles({
    'one.png': samples['.png']!,
    'two.jpg': samples['.jpg']!,
    'a.txt': samples['.txt']!,
  });
  const page = await openReport(path);
  await page.locator('[data-viewer-name]', { hasText: 'one.png' }).waitFor();
  await page.getByLabel('Notes for the client').fill('Typed before');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  assert.match((await page.locator('.app-viewer__image').getAttribute('style'))!, /width: 150%/);
  await page.getByRole('link', { name: 'two.jpg', exact: true }).press('Enter');
  await page.locator('[data-viewer-name]', { hasText: 'two.jpg' }).waitFor();
  assert.match((await page.locator('.app-viewer__image').getAttribute('src'))!, /\/image$/);
  assert.equal(await page.getByLabel('Notes for the client').inputValue(), 'Typed before');
  assert.equal(await page.getByRole('link', { name: 'a.txt' }).count(), 0, 'a text is not shown');
  assert.equal(await page.getByRole('link', { name: 'Download', exact: true }).count(), 3);
  assert.equal(await scrollsSideways(page), false);
  await page.context().close();
});

/** The width and height of what shows the file. */
const sizeOf = async (page: Page, selector: string) => {
  const { width, height } = (await page.locator(selector).boundingBox())!;
  return [width, height] as const;
};

test('a file is read in the whole window by a key, with the next and the one before, until Escape', async () => {
  const { path } = await checkWithFiles({
    'one.png': samples['.png']!,
    'statement.pdf': pdfFile('First page', 'Second page'),
    'three.jpg': samples['.jpg']!,
  });
  const page = await openReport(path);
  const large = page.getByRole('dialog', { name: 'The file, large' });
  await page.keyboard.press('j');
  const frame = page.frameLocator('iframe');
  await frame.locator('body[data-drawn="1"]').waitFor();
  await frame.getByRole('button', { name: 'Next page' }).click();
  await frame.locator('body[data-drawn="2"]').waitFor();
  const [narrow] = await sizeOf(page, 'iframe');
  // The document has the focus.
  await page.keyboard.press('e');
  await large.waitFor();
  const [width, height] = await sizeOf(page, 'iframe');
  assert.ok(narrow < 450 && width > 1200 && height > 800, `${narrow} wide, then ${width} × ${height}`);
  await frame.getByText('Second page').waitFor();
  await keepScreenshot(page, 'evidence-large-pdf');
  assert.deepEqual(await accessibilityProblems(page), []);
  await page.keyboard.press('?');
  await page.keyboard.press('q');
  assert.equal(page.url(), `${portal.url}${path}`, 'nothing behind it is pressed');
  await frame.locator('main').focus();
  await page.keyboard.press('j');
  await large.getByText('three.jpg').waitFor();
  await large.getByRole('button', { name: 'Zoom in' }).click();
  await page.keyboard.press('j');
  await large.getByText('one.png').waitFor();
  await page.keyboard.press('k');
  await large.getByText('three.jpg').waitFor();
  await keepScreenshot(page, 'evidence-large-image');
  await page.keyboard.press('k');
  await frame.locator('body[data-drawn="1"]').waitFor();
  await frame.locator('main').focus();
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'hidden' });
  // The browser tells the page that the window is closed a moment after it has closed it.
  await until(async () => (await focusName(page)) === 'Open large');
  await page.keyboard.press('Enter');
  await large.getByRole('button', { name: 'Close' }).click();
  await page.locator('#evidence .app-evidence--shown', { hasText: 'statement.pdf' }).waitFor();
  await page.context().close();
});

test('a picture that is pasted is attached with its time, and several files are attached at once', async () => {
  const { check, path } = await checkWithFiles({});
  const page = await openReport(path);
  await page.getByLabel('Notes for the client').fill('Typed before');
  await page.evaluate(`(() => {
    const files = new DataTransfer();
    const bytes = Uint8Array.from(atob('${samples['.png']!.toString('base64')}'), (one) => one.charCodeAt(0));
    files.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true }));
  })()`);
  await page.getByText(/^Chosen: screen-[-\d]+\.png\. Say what it is, and attach it\.$/).waitFor();
  assert.match(await page.getByLabel('What it is (optional)').inputValue(), /^Screen of \d+ \w+ \d{4}, \d\d:\d\d$/);
  assert.deepEqual(await accessibilityProblems(page), []);
  await page.keyboard.press('Enter');
  await page.getByText('The file is attached').waitFor();
  assert.equal(await page.getByLabel('Notes for the client').inputValue(), 'Typed before');
  const file = (name: string, extension: string) => ({
    ...{ name, mimeType: 'application/octet-stream', buffer: samples[extension]! },
  });
  await page.locator('#file').setInputFiles([file('one.jpg', '.jpg'), file('no.exe', '.txt'), file('two.txt', '.txt')]);
  await page.getByRole('button', { name: 'Attach file' }).click();
  await page
    .getByText(/^2 of 3 files are attached\. no\.exe is not attached: This kind of file is not accepted/)
    .waitFor();
  await page.locator('#file').setInputFiles([file('three.jpg', '.jpg'), file('four.txt', '.txt')]);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Attach file' }).click()]);
  const kept = await listAttachments(ctx, { ...portal.caller('live'), subsidiaryIds: null }, check.orderId);
  assert.deepEqual(kept.map(({ fileName }) => fileName.replace(/^screen-.*/, 'screen')).toSorted(), [
    'four.txt',
    'one.jpg',
    'screen',
    'three.jpg',
    'two.txt',
  ]);
  await page.locator('#file').setInputFiles([file('five.jpg', '.jpg'), file('six.txt', '.txt')]);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Attach file' }).click();
  await page.getByText(/five\.jpg is not attached: .* signed in.*six\.txt is not attached/).waitFor();
  await page.context().close();
});

test('without JavaScript a file is chosen by its link, shown, and assigned to another report of the order', async () => {
  const { check, path } = await checkWithFiles({ 'one.png': samples['.png']!, 'two.png': samples['.png']! });
  const page = await openReport(path, { javaScript: false, screen: 'phone' });
  await page.getByRole('link', { name: 'Evidence', exact: true }).click();
  await page.getByRole('link', { name: 'two.png', exact: true }).click();
  await page.locator('[data-viewer-name]', { hasText: 'two.png' }).waitFor();
  await page.locator('.app-evidence--shown summary').click();
  await page.locator('.app-evidence--shown').getByRole('combobox').selectOption('Identity');
  await page.locator('.app-evidence--shown').getByRole('button', { name: 'Save' }).click();
  await page.getByText('The file is kept with what you chose.').waitFor();
  await page.getByRole('heading', { name: 'For other reports' }).waitFor();
  await page.goto(`${portal.url}/desk/reports/${check.reports[1]!.id}#evidence`);
  await page.getByRole('heading', { name: 'For this report' }).waitFor();
  await page.context().close();
});

test('an image is served in a sandbox that nothing sniffs, other files are not, and no file goes to a report of another order', async () => {
  const { check, path } = await checkWithFiles({ 'one.png': samples['.png']!, 'page.html': samples['.html']! });
  const { check: other } = await checkWithFiles({});
  const person = await signedInVisitor(portal, deskEmail);
  const body = (await person.get(path)).body;
  const tokens = [...body.matchAll(/files\/([\w-]{36})" download/g)].map(([, token]) => token!);
  assert.equal(tokens.length, 2);
  const answers = await Promise.all(tokens.map((token) => person.get(`${path}/files/${token}/image`)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
  const { headers } = answers.find(({ status }) => status === 200)!;
  assert.equal(headers['content-type'], 'image/png');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox$/);
  const action = `${path}/files/${tokens[0]}/report`;
  const form = hiddenFields(body, action);
  assert.equal((await person.post(action, { ...form, report_id: other.reports[0]!.id })).status, 404);
  assert.equal((await person.post(action, { ...form, report_id: check.reports[1]!.id })).status, 303);
});

/** What the focused element is called, after requiring that the focus shows and nothing covers it. */
const focusName = (page: Page) =>
  page.evaluate<string>(`(() => {
    const one = document.activeElement;
    if (one === document.body) return '';
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
    const name = one.getAttribute('aria-label') ?? (one.labels?.[0] ?? one).innerText.replace(/\\s+/g, ' ').trim();
    // Within a date the button of its calendar may have the focus.
    const shows = one.matches(':focus-visible') || one.type === 'date';
    const isSeen = shows && hit !== null && (one.contains(hit) || one.labels?.[0]?.contains(hit));
    return isSeen ? name : 'hidden: ' + name;
  })()`);

/** Presses the key until what is called so has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (const _ of upTo(60, name)) {
    await page.keyboard.press(key);
    const at = await focusName(page);
    passed.push(at);
    assert.doesNotMatch(at, /^hidden: /, `the focus shows after ${passed.join(' > ')}`);
    if (at === name || at.startsWith(`${name} `)) return;
  }
}

/** Presses Enter on what is called so, which leads to a page. */
async function enter(page: Page, name: string, path: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
  await page.waitForURL(path);
  await page.waitForLoadState();
}

async function signInByKeyboard(email: string): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(`${portal.url}/desk`);
  await tabTo(page, 'Email address');
  await page.keyboard.type(email);
  await tabTo(page, 'Password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/desk');
  return page;
}

test('the keys of a report lead to its outcome, a query, a note and the next report, and ? lists those that do something', async () => {
  const { path } = await checkWithFiles({}, ['identity']);
  const page = await openReport(path);
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await page.keyboard.press('?');
  await keys.waitFor();
  await keepScreenshot(page, 'report-keys');
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.deepEqual(await keys.locator('dt:visible').allInnerTexts(), ['1 – 4', 'o', 'q', 'a', 'n', '?']);
  await page.keyboard.press('q');
  await page.keyboard.press('Escape');
  assert.equal(page.url(), `${portal.url}${path}`, 'the dialog covers the page');
  await page.getByRole('button', { name: 'Keys ?' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.keyboard.type('aqo1');
  assert.equal(await page.getByLabel('Add a note').inputValue(), 'aqo1');
  await page.getByRole('heading', { name: 'Notes', exact: true }).click();
  await page.keyboard.press('o');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focusName(page), 'Consider2');
  await page.keyboard.press('o');
  assert.equal(await focusName(page), 'Consider2', 'the chosen result');
  await page.keyboard.press('n');
  await page.waitForURL((url) => url.pathname !== path);
  await page.goto(`${portal.url}${path}`);
  await page.keyboard.press('q');
  await page.waitForURL('**/queries/new');
  await page.context().close();
});

test('notes and history stand below the evidence, however long the needs are, and a button leads to the notes', async () => {
  const { path } = await checkWithFiles({ 'passport.png': samples['.png']! }, ['right_to_work']);
  const page = await openReport(path);
  const endOf = async (selector: string) => {
    const { y, height } = (await page.locator(selector).boundingBox())!;
    return y + height;
  };
  const evidenceEnds = await endOf('#evidence');
  assert.ok((await endOf('#facts')) > evidenceEnds + 100, 'the needs are longer');
  assert.ok((await page.locator('#report-notes').boundingBox())!.y < evidenceEnds + 60);
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  assert.match(await focusName(page), /^Add a note/);
  await keepScreenshot(page, 'report-desk');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  assert.match(await focusName(page), /^Add a note/);
  assert.equal(await scrollsSideways(page), false);
  await page.context().close();
});

test('a whole case is worked by keyboard alone, from the queue to the approval by somebody else', async () => {
  const reviewer = { name: 'Second Reviewer', email: 'reviewer@desk.test', role: 'reviewer' } as const;
  await createDeskUser(ctx, 'system', { ...reviewer, accounts: [portal.accountId] });
  await createSignIn(ctx, 'system', { email: reviewer.email, password });
  const { check } = await checkWithFiles({ 'passport.png': samples['.png']! }, ['identity']);
  const report = check.reports[0]!;
  const path = `**/desk/reports/${report.id}`;
  const screener = { userId: portal.deskUserId, accounts: [portal.accountId], permissions: roles.desk.administrator };
  const delay = { reason: 'ours', words: '' };
  await changeWork(ctx, screener, report.id, { dueOn: '2026-01-05', priority: 1, delay, isPastMeant: true });

  const page = await signInByKeyboard(deskEmail);
  await page.keyboard.press('n');
  await page.waitForURL(path);
  await tabTo(page, 'Everything the candidate stated');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Zoom in');
  await page.keyboard.press('Enter');
  await tabTo(page, 'File');
  await page.keyboard.press('2');
  assert.equal(await focusName(page), 'Consider2');
  await tabTo(page, 'Date of birth');
  await page.keyboard.type('Consider');

  await tabTo(page, 'Query', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/queries/new');
  await tabTo(page, 'What it is about');
  await page.keyboard.type('Missing document');
  await tabTo(page, 'What you ask');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Please add the page with the photo.');
  await enter(page, 'Send to the candidate', /done=query_sent/);
  assert.match(await focusName(page), /The query is sent/);

  await enter(page, 'Record an answer, give more time or withdraw', '**/queries/*');
  await tabTo(page, 'What the candidate said, for example by telephone');
  await page.keyboard.type('Sent by post.');
  await enter(page, 'Record answer', /done=/);
  await page.keyboard.press('2');
  await tabTo(page, 'Notes for the client');
  await page.keyboard.type('The year of birth differs.');
  await tabTo(page, 'Send to awaiting approval');
  await page.keyboard.press('Enter');
  // The file is of the order: nothing says that this report rests on it.
  await page.getByLabel('Complete it all the same').waitFor();
  await tabTo(page, 'Complete it all the same');
  await page.keyboard.press('Space');
  await tabTo(page, 'It was seen, and is kept elsewhere');
  await page.keyboard.press('Space');
  await enter(page, 'Send to awaiting approval', /moved=await_approval/);
  assert.match(await focusName(page), /The report awaits approval/);

  const second = await signInByKeyboard(reviewer.email);
  await enter(second, 'Waiting for me', /view=for_me/);
  await second.keyboard.press('j');
  await second.keyboard.press('Enter');
  await second.waitForURL(path);
  await tabTo(second, 'Skip to main content');
  await second.keyboard.press('Enter');
  await enter(second, 'Approve', /moved=complete/);
  assert.match(await focusName(second), /The report is complete/);
  const { reports } = await readCheck(ctx, portal.caller('live'), check.id);
  assert.deepEqual([reports[0]!.status, reports[0]!.findings.notes], ['complete', 'The year of birth differs.']);
  await Promise.all([page, second].map((one) => one.context().close()));
});
