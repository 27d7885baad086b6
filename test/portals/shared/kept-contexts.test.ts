// A page that a test opens has nothing of the pages that were closed before it, whose context it may have.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launchBrowser, openPage } from '../../support/browser.ts';
import { startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

for (const turn of ['first', 'second']) {
  test(`the ${turn} page finds no cookie and nothing stored, and is online`, async () => {
    const page = await openPage(browser);
    await page.goto(`${portal.url}/sign-in`);
    const found = `[localStorage.length, sessionStorage.length, document.cookie.includes('left=over')]`;
    assert.deepEqual(await page.evaluate(found), [0, 0, false]);
    await page.evaluate(`localStorage.setItem('left', 'over'); sessionStorage.setItem('left', 'over')`);
    await page.evaluate(`document.cookie = 'left=over; Secure'`);
    await page.context().setOffline(true);
    await page.context().close();
  });
}
