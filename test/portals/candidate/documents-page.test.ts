// The pages where a candidate adds documents on a phone: they exist only if an ordered check needs documents, say what is
// wanted slot by slot, and show only the candidate's own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { attachFile, discardOwnFile, listAttachments } from '../../../src/features/attachments/attachment-actions.ts';
import { readLacking } from '../../../src/features/candidate-form/lacking-document-actions.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { emptyOf } from '../../../src/features/facts/facts.ts';
import { activityFacts } from '../../../src/features/facts/history-facts.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { mailedCodes, type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  scrollsSideways,
} from '../../support/browser.ts';
import { deskEmail, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signedIn(reports: readonly string[], ordered: Ordered = {}) {
  const { check, token } = await placeWaiting(ctx, tenant, { reports, ...ordered });
  const page = await openPage(browser, { screen: 'phone', javaScript: false });
  await page.goto(`${portal.url}/form/${token}`);
  await press(page, 'Continue');
  await page.getByLabel('Code', { exact: true }).fill((await mailedCodes(ctx, tenant, check.id))[0]!);
  await press(page, 'Continue');
  await page.waitForURL('**/tasks');
  return { page, check, base: `${portal.url}/form/${token}` };
}

const jpg = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: samples['.jpg']! });

test('a candidate fills a slot with a photo without JavaScript, sees it there, and nobody else’s files', async () => {
  const { page, check, base } = await signedIn(['document', 'right_to_work', 'criminal_history:basic']);
  const others = randomUUID();
  await attachFile(ctx, tenant, {
    fileToken: others,
    orderId: check.orderId,
    fileName: 'ours.txt',
    description: '',
    content: (async function* () {
      yield samples['.txt']!;
    })(),
  });
  await page.getByRole('link', { name: 'Add your documents' }).click();
  await page.getByText('Your passport, driving licence, national identity card').waitFor();
  assert.equal(await scrollsSideways(page), false);
  await keepScreenshot(page, 'documents-wanted-phone');
  await page.getByRole('link', { name: /Add a photo or file.*criminal record check/ }).click();
  await keepScreenshot(page, 'documents-slot-phone');
  await press(page, 'Add');
  await page.getByRole('link', { name: 'Say which document it is' }).waitFor();
  await page.getByLabel('Passport', { exact: true }).check();
  await press(page, 'Add');
  await page.getByRole('link', { name: 'Choose a file' }).waitFor();
  assert.equal(await page.getByLabel('Passport', { exact: true }).isChecked(), true);
  const { diskReserveBytes } = ctx.settings;
  Object.assign(ctx.settings, { diskReserveBytes: Number.MAX_SAFE_INTEGER });
  await page.locator('#file').setInputFiles(jpg('Passport.jpg'));
  await press(page, 'Add');
  await page.getByRole('link', { name: /No file can be taken for the moment.*a form can be sent before/ }).waitFor();
  Object.assign(ctx.settings, { diskReserveBytes });
  await page.locator('#file').setInputFiles(jpg('Passport.jpg'));
  await press(page, 'Add');
  await page.getByText('Your file is saved.').waitFor();
  await page.getByText('1 of 2 added: one more, such as a bank statement or utility bill.').waitFor();
  await page.getByRole('img', { name: 'What you added: Passport' }).waitFor();
  assert.equal(await scrollsSideways(page), false);
  await keepScreenshot(page, 'documents-added-phone');
  assert.equal(await page.getByRole('link', { name: 'ours.txt' }).count(), 0);
  const own = (await listAttachments(ctx, tenant, check.orderId)).find(({ uploadedBy }) => uploadedBy === 'candidate');
  assert.deepEqual(
    [own?.fileName, own?.description, own?.given],
    [
      'Passport.jpg',
      'Passport, for “Documents for your criminal record check”',
      { slot: 'dbs_basic', kind: 'Passport' },
    ],
  );
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Passport.jpg' }).click();
  assert.ok(readFileSync(await (await downloading).path()).equals(samples['.jpg']!));
  for (const path of [others, `${others}/image`, 'slots/selfie'])
    assert.equal((await page.goto(`${base}/documents/${path}`))?.status(), 404);
  await page.goto(`${base}/documents`);
  const tags = page.locator('.app-slot__head .govuk-tag');
  assert.deepEqual(await tags.allInnerTexts(), ['Added', 'Added', 'More to add'], 'the passport counts for each');
});

test('a candidate says why they do not have a document, which the desk reads', async () => {
  const { page, check, base } = await signedIn(['document', 'proof_of_address']);
  await page.goto(`${base}/documents/slots/identity`);
  await page.getByText('I do not have this').click();
  await press(page, 'Save');
  await page.getByRole('link', { name: 'Say why you do not have it' }).waitFor();
  await page.getByLabel('Why do you not have it?').fill('They were stolen');
  await press(page, 'Save');
  await page.waitForURL('**/documents');
  await page.getByText('You do not have it').waitFor();
  await page.getByText('You said: They were stolen').waitFor();
  const opened = { caller: tenant, ...(await readCheckAndKey(ctx, tenant, check.id)) };
  assert.deepEqual(await readLacking(ctx, opened), [{ title: 'Proof of who you are', reason: 'They were stolen' }]);
  await page.goto(`${base}/documents/slots/identity`);
  await page.getByLabel('Why do you not have it?').fill('');
  await press(page, 'Save');
  assert.deepEqual(await readLacking(ctx, opened), []);
  await page.goto(`${base}/documents/slots/identity`);
  await page.getByText('I do not have this').click();
  await page.getByLabel('Why do you not have it?').fill('They were stolen');
  await press(page, 'Save');
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, check.id, check.order.facts);
  const desk = await signedInVisitor(portal, deskEmail);
  assert.match(
    (await desk.get(`/desk/reports/${check.reports[0]!.id}`)).body,
    /The candidate does not have<[\s\S]*Proof of who you are<[\s\S]*They were stolen/,
  );
});

test('with a script the upload shows how far it is, and what is wrong without leaving the page', async () => {
  const { page, check, base } = await signedIn(['document']);
  const scripted = await openPage(browser, { screen: 'phone' });
  await scripted.context().addCookies(await page.context().cookies());
  await scripted.goto(`${base}/documents/slots/identity`);
  assert.match((await scripted.locator('#file').getAttribute('accept'))!, /^image\/jpeg,image\/png,/);
  await scripted.getByLabel('Passport', { exact: true }).check();
  await scripted
    .locator('#file')
    .setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: samples['.jpg']! });
  await press(scripted, 'Add');
  await scripted.getByRole('link', { name: /Most Compatible.*or take a screenshot/ }).waitFor();
  await scripted.locator('#file').setInputFiles(jpg('Passport.jpg'));
  await scripted.route('**/slots/identity', async (route) => {
    if (route.request().method() === 'POST') await scripted.getByRole('progressbar').waitFor();
    await route.continue();
  });
  await press(scripted, 'Add');
  await scripted.getByText('Your file is saved.').waitFor();
  assert.equal((await listAttachments(ctx, tenant, check.orderId)).length, 1);
  const address = await scripted.getByRole('img', { name: 'What you added: Passport' }).getAttribute('src');
  const picture = await scripted.evaluate(async (path) => {
    const { headers } = await fetch(path);
    return [headers.get('content-type'), headers.get('content-security-policy')];
  }, address!);
  assert.deepEqual(picture, ['image/jpeg', "default-src 'none'; frame-ancestors 'none'; sandbox"]);
  assert.deepEqual(await accessibilityProblems(scripted), []);
});

test('Continue sends a file that was chosen and not yet added, and goes on', async () => {
  const { page, check, base } = await signedIn(['document']);
  const scripted = await openPage(browser, { screen: 'phone' });
  await scripted.context().addCookies(await page.context().cookies());
  const names = async () => (await listAttachments(ctx, tenant, check.orderId)).map(({ fileName }) => fileName);
  for (const [index, one] of [page, scripted].entries()) {
    await one.goto(`${base}/documents`);
    const file = { name: `Passport-${index}.jpg`, mimeType: 'image/jpeg', buffer: samples['.jpg']! };
    await one.locator('#file').setInputFiles(file);
    await press(one, 'Continue');
    await one.waitForURL('**/name');
    assert.ok((await names()).includes(file.name));
  }
  await page.goto(`${base}/documents`);
  await page.locator('#file').setInputFiles({ name: 'Bad.exe', mimeType: 'x/y', buffer: samples['.jpg']! });
  await press(page, 'Continue');
  await page.getByRole('link', { name: /This kind of file is not accepted/ }).waitFor();
  await page.getByLabel('What it is').fill('My passport');
  await press(page, 'Continue');
  await page.getByRole('link', { name: 'Choose a file' }).waitFor();
  await page.getByLabel('What it is').fill('');
  await press(page, 'Continue');
  await page.waitForURL('**/name');
  assert.equal((await names()).length, 2);
});

test('a candidate adds a bank statement as a PDF', async () => {
  const { page, check, base } = await signedIn(['document']);
  await page.goto(`${base}/documents`);
  const buffer = samples['.pdf']!;
  await page.locator('#file').setInputFiles({ name: 'Statement.pdf', mimeType: 'application/pdf', buffer });
  await press(page, 'Add file');
  await page.getByText('Your file is saved.').waitFor();
  assert.equal((await listAttachments(ctx, tenant, check.orderId))[0]?.fileName, 'Statement.pdf');
});

test('a candidate removes a file that was added by mistake, only their own, until the form is submitted', async () => {
  const { page, check, base } = await signedIn(['document']);
  await page.goto(`${base}/documents`);
  const names = async () => (await listAttachments(ctx, tenant, check.orderId)).map(({ fileName }) => fileName);
  for (const name of ['Right.jpg', 'Wrong.jpg']) {
    await page.locator('#file').setInputFiles({ name, mimeType: 'image/jpeg', buffer: samples['.jpg']! });
    await press(page, 'Add file');
    await page.getByText('Your file is saved.').waitFor();
  }
  assert.equal(await scrollsSideways(page), false);
  const scripted = await openPage(browser, { screen: 'phone' });
  await scripted.context().addCookies(await page.context().cookies());
  await scripted.goto(`${base}/documents`);
  assert.deepEqual(await accessibilityProblems(scripted), []);
  await press(page, 'Remove Wrong.jpg');
  await page.getByText('The file is removed.').waitFor();
  assert.deepEqual(await names(), ['Right.jpg']);
  const [own] = await listAttachments(ctx, tenant, check.orderId);
  const others = randomUUID();
  const content = (async function* () {
    yield samples['.txt']!;
  })();
  const { orderId } = check;
  await attachFile(ctx, tenant, { fileToken: others, orderId, fileName: 'ours.txt', description: '', content });
  const candidate = { ...tenant, actor: 'candidate' } as const;
  await assert.rejects(discardOwnFile(ctx, candidate, { orderId, fileToken: others }), { reason: 'not_found' });
  const other = await placeWaiting(ctx, tenant, { reports: ['document'] });
  const elsewhere = { orderId: other.check.orderId, fileToken: own!.fileToken };
  await assert.rejects(discardOwnFile(ctx, candidate, elsewhere), { reason: 'not_found' });
  await ctx.db.run(sql`update checks set status = 'in_progress' where id = ${check.id}`);
  await assert.rejects(discardOwnFile(ctx, candidate, { orderId, fileToken: own!.fileToken }), { reason: 'not_found' });
  assert.deepEqual(await names(), ['Right.jpg', 'ours.txt']);
});

test('axe finds no problem on the page, also with an error', async () => {
  const { page, base } = await signedIn(['document']);
  const open = await openPage(browser, { screen: 'phone' });
  await open.context().addCookies(await page.context().cookies());
  await open.goto(`${base}/documents`);
  assert.deepEqual(await accessibilityProblems(open), []);
  await press(open, 'Add file');
  await open.getByRole('link', { name: 'Choose a file' }).waitFor();
  assert.deepEqual(await accessibilityProblems(open), []);
});

test('the slot of a criminal record check offers the usual documents, and the others on demand', async () => {
  const { page, base } = await signedIn(['criminal_history:basic']);
  const open = await openPage(browser, { screen: 'phone' });
  await open.context().addCookies(await page.context().cookies());
  await open.goto(`${base}/documents/slots/dbs_basic`);
  await open.getByText('Two that show who you are').waitFor();
  await open.getByText('Any current passport; a UK one up to 6 months after it expired.').waitFor();
  await open.getByText('You have another document').click();
  await open.getByText('From the country where you live').waitFor();
  await keepScreenshot(open, 'documents-of-dbs-phone');
  assert.equal(await scrollsSideways(open), false);
  assert.deepEqual(await accessibilityProblems(open), []);
});

test('what evidences an illness reaches the screener, and not the client', async () => {
  const activity = (status: string, start_date: string, end_date: string) => ({
    ...{ ...emptyOf(activityFacts), status, start_date, end_date },
  });
  const activities = [
    activity('Travelling', '2024-01-01', '2024-12-31'),
    activity('Illness', '2025-01-01', '2025-12-31'),
  ];
  const { page, check, base } = await signedIn(['employment_history:uk'], { facts: { activities }, activityYears: 5 });
  for (const what of ['of your travels', 'of the time when you were ill']) {
    await page.goto(`${base}/documents`);
    await page.getByText('Only the people who do the check can see them, and Acme Care except where we say').waitFor();
    await page.getByRole('link', { name: new RegExp(`Add a photo or file.*${what}`) }).click();
    await page.locator('#file').setInputFiles(jpg(`${what}.jpg`));
    await press(page, 'Add');
    await page.getByText('Your file is saved.').waitFor();
  }
  const shown = (await listAttachments(ctx, tenant, check.orderId)).map(({ fileName, isPublished }) => [
    fileName,
    isPublished,
  ]);
  assert.deepEqual(Object.fromEntries(shown), {
    'of your travels.jpg': true,
    'of the time when you were ill.jpg': false,
  });
});

test('which document it is is asked before the photo is sent, and the photo stays chosen', async () => {
  const { page, check, base } = await signedIn(['criminal_history:basic']);
  const scripted = await openPage(browser, { screen: 'phone' });
  await scripted.context().addCookies(await page.context().cookies());
  await scripted.goto(`${base}/documents/slots/dbs_basic`);
  const sizes: number[] = [];
  scripted.on('request', (request) => {
    if (request.method() === 'POST')
      sizes.push(Number(request.headers()['content-length'] ?? request.postDataBuffer()?.length));
  });
  const large = Buffer.concat([samples['.jpg']!, Buffer.alloc(200_000)]);
  await scripted.locator('#file').setInputFiles({ ...jpg('passport.jpg'), buffer: large });
  await press(scripted, 'Add');
  await scripted.getByRole('link', { name: 'Say which document it is' }).waitFor();
  assert.ok(sizes.length === 1 && sizes[0]! < 20_000, 'the photo itself was not sent');
  assert.equal(
    await scripted
      .locator('#file')
      .evaluate(
        (input) => (input as unknown as { readonly files: readonly { readonly name: string }[] }).files[0]?.name,
      ),
    'passport.jpg',
  );
  await scripted.getByLabel('Passport', { exact: true }).check();
  await press(scripted, 'Add');
  await scripted.getByText('Your file is saved.').waitFor();
  assert.equal((await listAttachments(ctx, tenant, check.orderId)).length, 1);
});

test('the page does not exist if no check needs documents', async () => {
  const { page, base } = await signedIn(['identity']);
  assert.equal(await page.getByRole('link', { name: 'Add your documents' }).count(), 0);
  assert.equal((await page.goto(`${base}/documents`))?.status(), 404);
});
