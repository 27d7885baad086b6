// The desk in a real browser: on a phone and on a desktop, by keyboard, and without JavaScript.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  type PageOptions,
  scrollsSideways,
} from '../../support/browser.ts';
import { noAddress } from '../../support/empty-entries.ts';
import { clientEmail, deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';
import { confirmAnyway } from './confirm-anyway.ts';

const portal = await startPortal();
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

async function signedIn(options: PageOptions = {}, email = deskEmail): Promise<Page> {
  const { cookies } = await signedInVisitor(portal, email);
  const page = await openPage(browser, options);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  return page;
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(deskEmail);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
}

async function reportPath(reports: readonly string[] = ['identity']) {
  const check = await portal.placeCheck('live', { first_name: 'Robin', last_name: 'Sample' }, reports);
  return { check, path: `/desk/reports/${check.reports[0]!.id}` };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** A phone shows one part of a report at a time. */
const openPart = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const readReport = async (check: { id: string }) =>
  (await readCheck(portal.ctx, portal.caller('live'), check.id)).reports[0]!;

const address = {
  ...noAddress,
  flat_number: null,
  building_number: '10',
  building_name: null,
  street: 'Station Road',
  sub_street: null,
  town: 'Leeds',
  county: null,
  state: null,
  postcode: 'LS1 1AA',
  country: 'GBR',
  start_date: '2019-05-01',
  end_date: null,
} as const;

test('axe finds no problem in what the walk of every page does not reach: errors, an empty queue, a closed report', async () => {
  const facts = { nationality: 'GBR', mobile: '07700 900123', addresses: [address] };
  const check = await portal.placeCheck('live', facts, ['document', 'identity', 'right_to_work']);
  const [document, identity] = check.reports.map((report) => `${portal.url}/desk/reports/${report.id}`);
  const page = await openPage(browser, { screen: 'phone' });
  const [phone, desk] = [page.viewportSize()!, { width: 1280, height: 900 }];
  const look = async (name: string, { hasPartsOnPhone = false } = {}) => {
    for (const size of [desk, phone]) {
      await page.setViewportSize(size);
      await keepScreenshot(page, `${name}-${size.width}`);
      assert.equal(await scrollsSideways(page), false, name);
      if (size === phone || hasPartsOnPhone) assert.deepEqual(await accessibilityProblems(page), [], name);
    }
  };
  await page.goto(`${portal.url}/sign-in`);
  await press(page, 'Sign in');
  await look('sign-in-errors');
  await signIn(page);
  await page.waitForURL('**/desk');
  await page.goto(`${portal.url}/desk?status=paused`);
  await look('queue-empty');
  await page.goto(document!);
  await openPart(page, 'Outcome');
  await page.getByLabel('Image', { exact: true }).selectOption('Consider');
  await press(page, 'Complete report');
  await page.getByRole('link', { name: 'Select the result' }).waitFor();
  await look('report-errors', { hasPartsOnPhone: true });
  await page.goto(`${identity}/close?move=withdraw`);
  await page.getByLabel('Why?').fill('The client has cancelled the job offer.');
  await press(page, 'Withdraw report');
  await look('report-withdrawn');
  await page.goto(`${document}#outcome`);
  await radio(page, 'Consider, marked Red').check();
  await page.getByLabel('What the examination showed').selectOption('Suspected');
  await page.getByLabel('Image', { exact: true }).selectOption('Consider');
  await page.getByText('Signs that it is genuine, in detail').click();
  await page.getByLabel('Photograph', { exact: true }).selectOption('Consider');
  await page.getByLabel('Signs that it is genuine', { exact: true }).selectOption('Consider');
  await page.getByLabel('Notes for the client').fill('The photo was replaced.\nAsk for another document.');
  await press(page, 'Complete report');
  await confirmAnyway(page);
  await page.getByText('The report is complete.').waitFor();
  await look('report-complete');
  await page.goto(`${portal.url}/desk/nowhere`);
  await look('not-found');
  await page.context().close();
});

test('each action and panel of a report is shown once', async () => {
  const { path } = await reportPath();
  const page = await signedIn();
  await page.goto(`${portal.url}${path}`);
  await page.getByText('More', { exact: true }).click();
  for (const action of ['Unable to verify', 'Withdraw', 'Cancel report']) {
    assert.equal(await page.getByRole('link', { name: action, exact: true }).count(), 1, action);
  }
  assert.equal(await page.getByText('Assigned to', { exact: false }).count(), 1);
  await page.context().close();
});

test('keys 1 to 4 choose a result while no input has the focus, and can be turned off permanently', async () => {
  const { path } = await reportPath();
  const page = await signedIn();
  await page.goto(`${portal.url}${path}`);
  for (const [key, verdict] of [
    ['1', 'Clear'],
    ['2', 'Consider'],
    ['3', 'Unidentified'],
    ['4', 'Consider, marked Red'],
  ] as const) {
    await page.keyboard.press(key);
    assert.equal(await radio(page, verdict).isChecked(), true, key);
  }
  await page.getByLabel('Notes for the client').pressSequentially('12');
  assert.equal(await radio(page, 'Consider, marked Red').isChecked(), true);
  assert.equal(await page.getByLabel('Notes for the client').inputValue(), '12');
  await press(page, 'Turn the keys off');
  await page.keyboard.press('1');
  assert.equal(await radio(page, 'Clear').isChecked(), false);
  await page.reload();
  await page.keyboard.press('1');
  assert.equal(await radio(page, 'Clear').isChecked(), false);
  await press(page, 'Turn the keys on');
  await page.keyboard.press('1');
  assert.equal(await radio(page, 'Clear').isChecked(), true);
  await page.context().close();
});

test('a report is completed by keyboard alone, and Enter in a field does not submit', async () => {
  const { check, path } = await reportPath();
  const page = await signedIn();
  await page.goto(`${portal.url}${path}`);
  await page.keyboard.press('2');
  await page.getByText('Address, in detail').click();
  await page.getByLabel('Number of matches').first().focus();
  await page.keyboard.press('Enter');
  assert.equal((await readReport(check)).status, 'awaiting_data');
  await page.getByLabel('Date of birth', { exact: true }).focus();
  await page.keyboard.type('Consider');
  await page.getByLabel('Notes for the client').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await confirmAnyway(page);
  await page.getByText('The report is complete.').waitFor();
  const report = await readReport(check);
  assert.equal(report.result, 'consider');
  assert.equal(report.trafficLight, 'Amber');
  assert.deepEqual(report.findings.breakdown, { date_of_birth: { result: 'consider' } });
  await page.context().close();
});

test('without JavaScript a report goes to approval and back, pauses, resumes and completes', async () => {
  const { check, path } = await reportPath();
  const page = await openPage(browser, { javaScript: false, screen: 'phone' });
  await page.goto(`${portal.url}${path}`);
  await signIn(page);
  await openPart(page, 'Outcome');
  await page.getByLabel('Address', { exact: true }).selectOption('Clear');
  await page.getByLabel('Date of birth', { exact: true }).selectOption('Clear');
  await press(page, 'Send to awaiting approval');
  await page.getByRole('link', { name: 'Select the result' }).waitFor();
  await radio(page, 'Clear').check();
  await press(page, 'Send to awaiting approval');
  await page.getByLabel('Complete it all the same').waitFor();
  await keepScreenshot(page, 'report-unconfirmed-phone-no-js');
  await confirmAnyway(page, 'Send to awaiting approval');
  await page.getByText('The report awaits approval.').waitFor();
  await keepScreenshot(page, 'report-approval-phone-no-js');
  // Who proposed the outcome never approves it.
  await openPart(page, 'Outcome');
  await page.getByText('You proposed this outcome; another person approves it.').waitFor();
  assert.equal(await radio(page, 'Clear').count(), 0);
  await press(page, 'Back to awaiting data');
  await page.getByText('back to awaiting data').waitFor();
  await openPart(page, 'Outcome');
  assert.equal(await radio(page, 'Clear').isChecked(), true);
  assert.equal(await page.getByLabel('Address', { exact: true }).inputValue(), 'clear');
  for (const [button, said] of [
    ['Pause', 'The report is paused.'],
    ['Resume', 'The report is resumed.'],
    ['Complete report', 'The report is complete.'],
  ] as const) {
    await openPart(page, 'Outcome');
    await press(page, button);
    if (button === 'Pause') {
      await page.getByLabel('Why?').selectOption('source');
      await press(page, 'Pause 1 report');
    }
    await page.getByText(said).waitFor();
  }
  const report = await readReport(check);
  assert.equal(report.status, 'complete');
  assert.equal(report.result, 'clear');
  assert.deepEqual(Object.keys(report.findings.breakdown), ['address', 'date_of_birth']);
  await page.context().close();
});

test('without JavaScript reports and checks are found by name and sorted, by keyboard alone', async () => {
  const facts = { first_name: 'Noor', last_name: 'Seldomname' };
  const check = await portal.placeCheck('live', facts, ['identity', 'credit']);
  for (const [email, path] of [
    [deskEmail, '/desk'],
    [clientEmail, '/portal'],
  ] as const) {
    const page = await signedIn({ javaScript: false, screen: 'phone' }, email);
    await page.goto(`${portal.url}${path}`);
    await page.getByLabel(/^Name, date of birth, .*number or re/).focus();
    await page.keyboard.type('seldom noor');
    await page.keyboard.press('Enter');
    await page.getByText('found for “seldom noor”').waitFor();
    assert.doesNotMatch(page.url(), /seldom|noor/i);
    assert.equal(await page.getByRole('row', { name: `VF${check.orderId}` }).count(), path === '/desk' ? 2 : 1);
    await keepScreenshot(page, `found${path.replace('/', '-')}-phone-no-js`);
    assert.equal(await scrollsSideways(page), false);
    if (path === '/desk') await page.goto(`${portal.url}${path}`);
    await page.getByText('Filter and sort').click();
    await page.getByLabel('Sort by').selectOption({ index: 1 });
    await press(page, 'Apply');
    await page.waitForURL(/sort=/);
    if (path === '/portal') await page.getByText('found for “seldom noor”').waitFor();
    await page.context().close();
  }
});

test('withdrawing and cancelling ask for confirmation', async () => {
  const { check, path } = await reportPath(['identity', 'right_to_work']);
  const page = await signedIn();
  await page.goto(`${portal.url}${path}`);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('link', { name: 'Keep it open' }).click();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Cancel report' }).click();
  assert.equal((await readReport(check)).status, 'awaiting_data');
  await press(page, 'Cancel report');
  await page.getByRole('link', { name: 'Write for the client why the report ends' }).click();
  await page.keyboard.type('It was ordered twice.');
  await press(page, 'Cancel report');
  await page.getByText('The report is cancelled.').waitFor();
  assert.equal((await readReport(check)).status, 'cancelled');
  await page.context().close();
});

test('without JavaScript a screener confirms the identity of a candidate once', async () => {
  const { check, path } = await reportPath(['criminal_history:basic', 'identity']);
  const { check: other, path: otherPath } = await reportPath(['criminal_history:basic']);
  const page = await openPage(browser, { javaScript: false, screen: 'phone' });
  await page.goto(`${portal.url}${path}`);
  await signIn(page);
  await page.getByText('Not confirmed yet').waitFor();
  await keepScreenshot(page, 'report-identity-phone-no-js');
  const wide = await signedIn();
  await wide.goto(`${portal.url}/desk/reports/${check.reports[1]!.id}`);
  await keepScreenshot(wide, 'report-identity-desk');
  assert.deepEqual(await accessibilityProblems(wide), []);
  for (const one of [page, wide]) {
    await press(one, 'Confirm identity');
    await one.getByText('This cannot be undone.').waitFor();
    assert.equal(await scrollsSideways(one), false);
  }
  await keepScreenshot(page, 'report-identity-confirm-phone-no-js');
  await page.getByLabel('Document', { exact: true }).nth(0).selectOption('Passport');
  await page.getByLabel('Document', { exact: true }).nth(1).selectOption('UtilityBill');
  await page.locator('[name="properties[documents_seen.1.issued_on]"]').fill(ukDateOf(portal.ctx.now()));
  await page.getByLabel('How the originals were seen').selectOption('in_person');
  await press(page, 'Confirm identity');
  await page.getByText('The candidate’s identity is confirmed.').waitFor();
  await page.getByText('Confirmed on').waitFor();
  assert.equal(await scrollsSideways(page), false);
  await keepScreenshot(page, 'report-identity-confirmed-phone-no-js');
  // Submitting from a page that was opened earlier changes nothing more.
  await press(wide, 'Confirm identity');
  await wide.getByText('Confirmed on').waitFor();
  const confirmed = await portal.ctx.db.rows<{ actor: string }>(sql`
    select actor from events where check_id = ${check.id} and type = 'check.identity_confirmed'`);
  assert.deepEqual(confirmed, [{ actor: `user:${portal.deskUserId}` }]);
  await wide.goto(`${portal.url}${otherPath}/identity`);
  await closeCheck(portal.ctx, portal.caller('live'), other.id, 'withdraw');
  await press(wide, 'Confirm identity');
  await wide.getByRole('heading', { name: 'This has changed in the meantime' }).waitFor();
  await wide.goto(`${portal.url}${otherPath}`);
  await wide.getByText('The identity was not confirmed.').waitFor();
  await Promise.all([page, wide].map((one) => one.context().close()));
});

test('of two screeners with the same report open, the second is told that it has changed', async () => {
  const { path } = await reportPath();
  const [first, second] = await Promise.all([signedIn(), signedIn()]);
  for (const page of [first, second]) {
    await page.goto(`${portal.url}${path}`);
    await page.keyboard.press('1');
  }
  await press(first, 'Complete report');
  await confirmAnyway(first);
  await first.getByText('The report is complete.').waitFor();
  await press(second, 'Complete report');
  await second.getByText('This report changed while you were typing.').waitFor();
  await Promise.all([first, second].map((page) => page.context().close()));
});

test('every reading of a report and of a mail is recorded with its reader', async () => {
  const { check, path } = await reportPath();
  const page = await signedIn();
  const looks = () =>
    portal.ctx.db.rows<{ type: string; actor: string }>(sql`
      select type, actor from events where check_id = ${check.id} and type in ('check.answers_read', 'check.results_read', 'email.read')
      order by id`);
  await page.goto(`${portal.url}${path}`);
  const actor = `user:${portal.deskUserId}`;
  assert.deepEqual(await looks(), [{ type: 'check.answers_read', actor }]);
  await page.goto(`${portal.url}/inbox`);
  await page.locator('.app-mail__link').first().click();
  assert.deepEqual((await looks()).at(-1), { type: 'email.read', actor });
  await page.context().close();
});

test("a client user finds the candidate's link in the inbox of their own account", async () => {
  await portal.placeCheck('test', { first_name: 'Casey' }, ['identity']);
  const page = await signedIn({}, clientEmail);
  await page.goto(`${portal.url}/portal?environment=test`);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('link', { name: /To Casey Sample/ }).click();
  const link = page.getByRole('link', { name: /^https:\/\/localhost:\d+\/form\// });
  assert.match(String(await link.getAttribute('href')), /^\/form\/[\w-]{87}$/);
  await page.context().close();
});

test('the text of a tag fits its box, and no tag overlaps another, on any page at any width', async () => {
  const { check } = await placeWaiting(portal.ctx, portal.caller('test'));
  const page = await signedIn({}, clientEmail);
  for (const path of ['/portal?environment=test', `/portal/checks/${check.id}`]) {
    await page.goto(`${portal.url}${path}`);
    await page.locator('.govuk-tag', { hasText: 'Waiting for the candidate' }).first().waitFor();
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const tags = await page.locator('.govuk-tag').evaluateAll((all) =>
        all.map((tag) => {
          const { left, right, top, bottom } = tag.getBoundingClientRect();
          return { text: tag.textContent, over: tag.scrollWidth - tag.clientWidth, left, right, top, bottom };
        }),
      );
      tags.forEach((tag, index) => {
        assert.ok(tag.over <= 1, `${tag.text} runs ${tag.over} px out of its box at ${width} px`);
        for (const other of tags.slice(index + 1)) {
          const isClear =
            tag.right <= other.left || other.right <= tag.left || tag.bottom <= other.top || other.bottom <= tag.top;
          assert.ok(isClear, `${tag.text} covers ${other.text} at ${width} px`);
        }
      });
      assert.equal(await scrollsSideways(page), false, `${path} at ${width} px`);
    }
  }
  await page.context().close();
});
