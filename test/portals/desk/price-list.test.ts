// The price list of an account: what the desk and the client read, print and download of agreed prices.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { settingsWith } from '../../../src/features/accounts/account-settings.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { beginStandard, readStandard } from '../../../src/features/accounts/house-standard-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { renderPriceList } from '../../../src/features/price-lists/price-list-actions.ts';
import { termWords } from '../../../src/features/price-lists/price-list-rules.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const pdfOf = async (of: string) => {
  const scope = { accountId: of, environment: 'live', subsidiaryIds: null, actor: 'system' } as const;
  const bytes = await renderPriceList(ctx, scope);
  return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text.replace(
    /\s+/g,
    ' ',
  );
};
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

const { id: otherId } = await createAccount(ctx, 'system', { name: 'Zebra Foods' });
await createDeskUser(ctx, 'system', {
  name: 'Ada',
  email: 'ada@desk.test',
  role: 'account_manager',
  accounts: [accountId, otherId],
});
await createSignIn(ctx, 'system', { email: 'ada@desk.test', password });
const manager = await signedInVisitor(portal, 'ada@desk.test');
await createUser(ctx, 'system', accountId, { name: 'Bill', email: 'bill@acme.test', role: 'billing' });
await createSignIn(ctx, 'system', { email: 'bill@acme.test', password });
const billing = await signedInVisitor(portal, 'bill@acme.test');

await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity', pricePence: 725, nextPricePence: 800, nextFrom: '2090-01-01', volumePrices: '51:700' },
  { name: 'criminal_history', variant: 'basic', pricePence: 600, feePence: 2150 },
  { name: 'right_to_work' },
]);
const basic = { name: 'criminal_history', variant: 'basic' };
await createPackage(ctx, 'system', accountId, {
  name: 'Office',
  pricePence: 1200,
  reports: [{ name: 'identity' }, basic],
});
await createPackage(ctx, 'system', accountId, { name: 'Sum', reports: [{ name: 'identity' }, basic] });
await changeAccountSettings(ctx, 'system', accountId, {
  ...{ vatPercent: 20, vatNextFrom: '2090-04', vatPercentNext: 22, minimumPounds: 150, minimumFrom: '2026-01' },
  billingAddress: 'Acme Care\n1 High Street\nYork YO1 7EP',
});

const clientPath = '/portal/agreement/prices';
const deskPath = `/desk/accounts/${accountId}/report-types/prices`;

test('the desk and the billing users of a client read the same prices, volume prices, prices to come and VAT', async () => {
  for (const [reader, path, from] of [
    [manager, deskPath, `/desk/accounts/${accountId}/report-types`],
    [billing, clientPath, '/portal/agreement'],
  ] as const) {
    assert.ok((await reader.get(from)).body.includes(`href="${path}"`), 'it is linked');
    const text = textOf((await reader.get(path)).body);
    assert.match(text, /Office Identity; Criminal record, basic Price: £12\.00 Fee: £21\.50/);
    assert.match(text, /Sum Identity; Criminal record, basic Price: £13\.25 Fee: £21\.50/);
    assert.match(text, /Identity £7\.00 from number 51 of a month From 1 January 2090: £8\.00 Price: £7\.25 Fee: –/);
    assert.match(
      text,
      /Prices are without VAT\. VAT at 20% is added to them\. VAT at 22% is added from April 2090 on\./,
    );
    assert.match(text, /The prices of a month come to £150\.00 at least\./);
    assert.match(text, /Fees are what authorities charge/);
    assert.doesNotMatch(text, /Right to work/, 'what has no price is not listed');
  }
});

test('the PDF is addressed to the client, and the file has a row for each price', async () => {
  for (const [reader, path] of [
    [manager, deskPath],
    [billing, clientPath],
  ] as const) {
    const pdf = await reader.get(`${path}/pdf`);
    assert.match(String(pdf.headers['content-disposition']), /prices-\d{4}-\d\d-\d\d\.pdf/);
    assert.ok(pdf.body.startsWith('%PDF-'));
    const text = await pdfOf(accountId);
    for (const words of [/Price list/, /1 High Street/, /From 1 January 2090: £8\.00/, /VAT at 20%/, /£12\.00/])
      assert.match(text, words);
    const lines = (await reader.get(`${path}/csv`)).body.trim().split('\r\n');
    assert.equal(
      lines[0]!.replace('\uFEFF', ''),
      'kind,name,contents,price_gbp,fee_gbp,volume_prices,next_from,next_price_gbp,next_fee_gbp,next_volume_prices',
    );
    assert.ok(lines.includes('"report","Identity","","7.25","0.00","51: 7.00","2090-01-01","8.00","",""'));
    assert.ok(lines.includes('"package","Sum","Identity; Criminal record, basic","13.25","21.50","","","","",""'));
  }
});

test('the prices of the house standard are a list for a prospect, addressed to nobody', async () => {
  await beginStandard(ctx, 'system', 'uk_standard');
  const standard = (await readStandard(ctx, 'system'))!.id;
  await switchOnTypes(ctx, 'system', standard, [{ name: 'identity', pricePence: 999 }]);
  const path = '/desk/accounts/standard/report-types/prices';
  assert.match(textOf((await manager.get(path)).body), /Our standard prices on .* Identity Price: £9\.99/);
  const text = await pdfOf(standard);
  assert.match(text, /£9\.99/);
  assert.doesNotMatch(text, /\bFor\b|House standard/);
});

test('prices of another client are not found, and those who may not read prices are refused', async () => {
  await createUser(ctx, 'system', accountId, { name: 'Stan', email: 'stan@acme.test', role: 'standard' });
  await createSignIn(ctx, 'system', { email: 'stan@acme.test', password });
  const standard = await signedInVisitor(portal, 'stan@acme.test');
  for (const end of ['', '/pdf', '/csv']) assert.equal((await standard.get(`${clientPath}${end}`)).status, 403);
  const few = { name: 'Few', email: 'few@desk.test', role: 'account_manager', accounts: [otherId] } as const;
  await createDeskUser(ctx, 'system', few);
  await createSignIn(ctx, 'system', { email: few.email, password });
  const other = await signedInVisitor(portal, few.email);
  for (const end of ['', '/pdf', '/csv']) assert.equal((await other.get(`${deskPath}${end}`)).status, 404);
});

test('the words of VAT follow the rate of the day, and the customer who accounts for it', () => {
  const wordsOn = (today: string, more: object) =>
    termWords({ ...settingsWith({}), vatPercent: 20, ...more }, false, today)[0];
  const next = { vatNextFrom: '2027-04', vatPercentNext: 0 };
  assert.equal(wordsOn('2027-04-01', next), 'Prices are without VAT. No VAT is added to them.');
  assert.match(wordsOn('2027-03-31', next)!, /VAT at 20% is added to them\. No VAT is added from April 2027 on\./);
  assert.match(wordsOn('2027-03-31', { reverseCharge: true })!, /reverse charge/);
});

test('axe finds no problem in the price list, which fits a phone and a desk', async () => {
  for (const [{ cookies }, path] of [
    [manager, deskPath],
    [billing, clientPath],
  ] as const)
    for (const screen of ['phone', 'desk'] as const) {
      const page = await openPage(browser, { screen });
      await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
      await page.goto(`${portal.url}${path}`);
      await keepScreenshot(page, `price-list-${path.split('/')[1]}-${screen}`);
      assert.equal(await scrollsSideways(page), false);
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.context().close();
    }
});
