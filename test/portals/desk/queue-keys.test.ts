// The work queue in a real browser: worked by keys alone, up to date without a reload, accessible.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { claimReport } from '../../../src/features/cases/claim-actions.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  type PageOptions,
} from '../../support/browser.ts';
import { signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

const otherId = await createDeskUser(portal.ctx, 'system', {
  ...{ name: 'Other Screener', email: 'other@desk.test', role: 'screener', accounts: [portal.accountId] },
});
const other = { userId: otherId, accounts: [portal.accountId], permissions: roles.desk.screener };

async function openQueue(options: PageOptions = {}, path = '/desk'): Promise<Page> {
  const { cookies } = await signedInVisitor(portal);
  const page = await openPage(browser, options);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  await page.goto(`${portal.url}${path}`);
  return page;
}

/** In the order of the queue. */
async function placeReports(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await portal.placeCheck('live', {}, ['identity'])).reports[0]!.id);
  return ids;
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement?.id');

test('a screener works the queue by keys alone, and may turn the keys off', async () => {
  const [first, second] = (await placeReports(3)) as [string, string];
  const page = await openQueue();
  const press = (key: string) => page.keyboard.press(key);
  const afterKey = async (key: string) => {
    await press(key);
    return focused(page);
  };
  assert.equal(await afterKey('j'), `open-${first}`);
  assert.equal(await afterKey('j'), `open-${second}`);
  assert.equal(await afterKey('k'), `open-${first}`);
  assert.equal(await afterKey('k'), `open-${first}`, 'the first stays');
  await press('x');
  assert.ok(await page.locator(`#select-${first}`).isChecked());
  await press('c');
  await page.locator(`#release-${first}`).waitFor();
  assert.equal(await focused(page), `open-${first}`, 'the claimed report keeps the focus');
  await press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.waitFor();
  await keepScreenshot(page, 'queue-keys');
  assert.deepEqual(await accessibilityProblems(page), []);
  await press('Escape');
  assert.equal(await afterKey('/'), 'find');
  await page.keyboard.type('jcn?');
  assert.equal(await page.locator('#find').inputValue(), 'jcn?', 'who types moves nothing');
  await page.locator(`#open-${first}`).focus();
  await press('?');
  await keys.getByRole('button', { name: 'Turn the keys off' }).click();
  await press('Escape');
  await page.locator(`#open-${first}`).focus();
  assert.equal(await afterKey('j'), `open-${first}`);
  await page.reload();
  await page.locator(`#open-${first}`).focus();
  assert.equal(await afterKey('j'), `open-${first}`, 'the choice is remembered');
  await page.evaluate('localStorage.clear()');
  await page.reload();
  await press('n');
  await page.waitForURL(`**/desk/reports/${second}`);
  await page.goBack();
  await page.locator(`#open-${first}`).focus();
  await press('Enter');
  await page.waitForURL(`**/desk/reports/${first}`);
  await page.context().close();
});

test('the list shows what others do without a reload, and keeps focus and selection', async () => {
  const [own, others] = (await placeReports(2)) as [string, string];
  const page = await openQueue();
  await page.locator(`#select-${own}`).check();
  await page.locator(`#open-${own}`).focus();
  await claimReport(portal.ctx, other, others);
  // As when somebody comes back to the page; without it the script asks every ten seconds.
  const refresh = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await refresh();
  await page
    .locator('tr', { has: page.locator(`#open-${others}`) })
    .getByText('Other Screener')
    .waitFor();
  assert.equal(await focused(page), `open-${own}`);
  assert.ok(await page.locator(`#select-${own}`).isChecked());
  await page.locator(`#claim-${own}`).focus();
  await claimReport(portal.ctx, other, own);
  await refresh();
  await page.locator(`#claim-${own}`).waitFor({ state: 'detached' });
  assert.equal(await focused(page), `open-${own}`, 'the focus goes to the report whose button is gone');
  await placeReports(1);
  await refresh();
  await page.getByText(/^\d+ reports in this view$/).waitFor({ state: 'attached' });
  await page.context().close();
});

test('on a phone a report in the queue takes a few lines, and the menu shows the entry of the page', async () => {
  await placeReports(2);
  const page = await openQueue({ screen: 'phone' });
  const heights = await page.evaluate<number[]>(
    '[...document.querySelectorAll("[data-row]")].map((row) => row.offsetHeight)',
  );
  assert.ok(heights.length > 1 && Math.max(...heights) <= 150, String(heights));
  await keepScreenshot(page, 'queue-phone');
  assert.deepEqual(await accessibilityProblems(page), []);
  await page.goto(`${portal.url}/desk/team`);
  const [left, right] = await page.evaluate<[number, number]>(
    '(({ left, right }) => [left, right])(document.querySelector(".app-rail [aria-current]").getBoundingClientRect())',
  );
  assert.ok(left >= 0 && right <= 360, `from ${left} to ${right}`);
  assert.equal(await page.evaluate('scrollY'), 0, 'the page itself stays at its top');
  await page.context().close();
});

test('a click with Shift ticks all rows from the last one, and the arrows with Shift tick on and take back', async () => {
  const ids = await placeReports(5);
  const page = await openQueue();
  const shown = await page.evaluate<string[]>(
    '[...document.querySelectorAll("[data-row]")].map((one) => one.dataset.row)',
  );
  const [one, two, three, four] = shown as [string, string, string, string];
  assert.ok(ids.every((id) => shown.includes(id)));
  const ticked = () =>
    page.evaluate<string[]>('[...document.querySelectorAll("[data-row] input:checked")].map((box) => box.value)');
  const click = (id: string, ...modifiers: 'Shift'[]) => page.locator(`#select-${id}`).click({ modifiers });
  await click(four);
  await click(two, 'Shift');
  assert.deepEqual(await ticked(), [two, three, four], 'upwards as well');
  await click(four);
  await click(two, 'Shift');
  assert.deepEqual(await ticked(), [], 'the row that is clicked says whether all are ticked');
  await page.locator(`#open-${one}`).focus();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`);
  assert.deepEqual(await ticked(), [one, two, three]);
  assert.equal(await focused(page), `open-${three}`);
  await page.keyboard.press('Shift+ArrowUp');
  assert.deepEqual(await ticked(), [one, two], 'back again');
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await ticked(), [one, two], 'without Shift the arrows only scroll');
  await page.close();
});
