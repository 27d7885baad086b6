// The page of a certificate that only the candidate can get, on a phone without JavaScript.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { listAttachments } from '../../../src/features/attachments/attachment-actions.ts';
import { completeForm, withLockedCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { openCertificateQuery } from '../../../src/features/queries/certificate-query-actions.ts';
import { listQueries } from '../../../src/features/queries/query-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { mailedCodes, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  scrollsSideways,
} from '../../support/browser.ts';
import { startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

await switchOnTypes(ctx, 'system', portal.accountId, [{ name: 'criminal_history_international', variant: 'deu' }]);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function typeDay(page: Page, name: string, date: string): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-');
  for (const [part, text] of Object.entries({ day, month, year })) await page.locator(`#${name}-${part}`).fill(text);
}

async function signedIn() {
  const { check, token } = await placeWaiting(ctx, tenant, { reports: ['criminal_history_international:deu'] });
  const page = await openPage(browser, { screen: 'phone', javaScript: false });
  await page.goto(`${portal.url}/form/${token}`);
  await press(page, 'Continue');
  await page.getByLabel('Code', { exact: true }).fill((await mailedCodes(ctx, tenant, check.id))[0]!);
  await press(page, 'Continue');
  await page.waitForURL('**/tasks');
  return { page, check, token };
}

test('a candidate reads how to get the certificate, says when they applied, and adds it with its day of issue', async () => {
  const { page, check, token } = await signedIn();
  await page.getByRole('link', { name: 'Add your documents' }).click();
  await page.getByRole('link', { name: /See how to get it, or add it.*Germany/ }).click();
  await page.getByText('At the registration office of the town where you live').waitFor();
  await page.getByText('13 euros').waitFor();
  assert.equal(await scrollsSideways(page), false);
  const scripted = await openPage(browser, { screen: 'phone' });
  await scripted.context().addCookies(await page.context().cookies());
  await scripted.goto(page.url());
  assert.deepEqual(await accessibilityProblems(scripted), []);
  await keepScreenshot(page, 'own-certificate-phone');

  await press(page, 'Save the day');
  await page.getByRole('link', { name: /Enter the day on which you applied/ }).waitFor();
  const today = ctx.now().toISOString().slice(0, 10);
  await typeDay(page, 'applied', addDays(today, -3));
  await press(page, 'Save the day');
  await page.getByText('The day on which you applied is saved.').waitFor();
  await page.goto(`${portal.url}/form/${token}/documents`);
  await page.locator('.govuk-tag', { hasText: 'Applied for' }).waitFor();

  await page.getByRole('link', { name: /See how to get it, or add it.*Germany/ }).click();
  const file = { name: 'Zeugnis.jpg', mimeType: 'image/jpeg', buffer: samples['.jpg']! };
  await typeDay(page, 'issued', addDays(today, -200));
  await page.locator('#file').setInputFiles(file);
  await press(page, 'Add');
  await page.getByRole('link', { name: /is too old: it holds for 3 months/ }).waitFor();
  assert.deepEqual(await listAttachments(ctx, tenant, check.orderId), [], 'no file was kept');
  await typeDay(page, 'issued', today);
  await page.locator('#file').setInputFiles(file);
  await press(page, 'Add');
  await page.getByText('Your file is saved.').waitFor();
  const [added] = await listAttachments(ctx, tenant, check.orderId);
  assert.match(added!.description, /^Criminal record certificate, Germany, issued on \d+ \w+ 20\d\d$/);
  assert.equal(await page.getByRole('button', { name: 'Save the day' }).count(), 0);

  await changeAccountSettings(ctx, 'system', portal.accountId, { offersWelsh: true });
  await page.goto(`${portal.url}/form/${token}?language=cy`);
  await page.goto(`${portal.url}/form/${token}/documents/slots/own_certificate-deu`);
  await page.getByText('Ble i wneud cais').waitFor();
  assert.equal(await page.getByText('Where to apply').count(), 0);
  assert.equal(await scrollsSideways(page), false);
  await keepScreenshot(page, 'own-certificate-welsh-phone');
});

test('once the form is sent, what the check waits for leads to the page of the certificate, which takes it', async () => {
  const { page, check, token } = await signedIn();
  const candidate = { ...tenant, actor: 'candidate' } as const;
  await completeForm(ctx, candidate, check.id, check.order.facts);
  await withLockedCheck(ctx, candidate, check.id, (tx, { check: locked, key }) =>
    openCertificateQuery(
      tx,
      candidate,
      { check: locked, key, report: locked.reports[0]! },
      { appliedOn: undefined, workingDays: 10 },
    ),
  );
  await page.goto(`${portal.url}/form/${token}/status`);
  await page.getByRole('link', { name: 'Criminal record certificate of another country' }).click();
  await page.waitForURL('**/documents/slots/own_certificate-deu');
  const today = ctx.now().toISOString().slice(0, 10);
  await typeDay(page, 'applied', today);
  await press(page, 'Save the day');
  await page.getByText('The day on which you applied is saved.').waitFor();
  await typeDay(page, 'issued', today);
  await page.locator('#file').setInputFiles({ name: 'Z.jpg', mimeType: 'image/jpeg', buffer: samples['.jpg']! });
  await press(page, 'Add');
  await page.getByText('We have received your file.').waitFor();
  const [query] = await listQueries(ctx, check, 'candidate');
  assert.deepEqual([query?.status, query?.answerFiles.length], ['answered', 1]);
  assert.equal(await page.getByText('I do not have this').count(), 0);
});
