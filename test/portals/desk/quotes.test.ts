// Quotes for prospects: written from the house standard, sent, accepted, and made into accounts at exactly these prices.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { createAccount, listAccounts } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings, readAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { beginStandard, readStandard } from '../../../src/features/accounts/house-standard-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readPriceList } from '../../../src/features/price-lists/price-list-actions.ts';
import { listQuotes, pruneQuotes, readQuote, renderQuote } from '../../../src/features/quotes/quote-actions.ts';
import { agreedPence, monthOf } from '../../../src/features/quotes/quote-rules.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { addDays, addMonths } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { writtenQuote } from '../../features/quotes/written-quotes.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const today = () => ukDateOf(ctx.now());

const { id: clientId } = await createAccount(ctx, 'system', { name: 'Zebra Foods' });
for (const [name, role] of [
  ['ada', 'account_manager'],
  ['fin', 'finance'],
] as const) {
  await createDeskUser(ctx, 'system', { name, email: `${name}@desk.test`, role, accounts: [clientId] });
  await createSignIn(ctx, 'system', { email: `${name}@desk.test`, password });
}
const ada = await signedInVisitor(portal, 'ada@desk.test');
const list = '/desk/quotes';

const withoutStandard = [await ada.get(list), await ada.get(`${list}/new`)] as const;
await beginStandard(ctx, 'system', 'uk_standard');
const standard = (await readStandard(ctx, 'system'))!.id;
const basic = { name: 'criminal_history', variant: 'basic' };
await switchOnTypes(ctx, 'system', standard, [
  { name: 'identity', pricePence: 725, volumePrices: '51:700', nextPricePence: 800, nextFrom: '2090-01-01' },
  { ...basic, pricePence: 600, feePence: 2150 },
  { name: 'right_to_work', pricePence: 500 },
]);
const officeId = await createPackage(ctx, 'system', standard, {
  ...{ name: 'Office', description: 'For the office', pricePence: 1200 },
  reports: [{ name: 'identity' }, basic],
});
await createPackage(ctx, 'system', standard, { name: 'Driver', reports: [{ name: 'right_to_work' }] });
await changeAccountSettings(ctx, 'system', standard, { vatPercent: 20 });

/** Of a form with what it is filled with, as the browser sends it. */
const identity = /name="item" value="(report-\d+)"[^>]*>\s*<label[^>]*>Identity</.exec(
  (await ada.get(`${list}/new`)).body,
)![1]!;
const office = `package-${officeId}`;
const filled = {
  ...{
    prospect: 'Northern <Care>',
    contact: 'Jo Sample',
    email: 'jo@northern.example',
    address: '2 Low Road\nLeeds LS1 4AP',
  },
  ...{ valid_until: addDays(today(), 30), discount: '10', monthly_fee: '50', minimum: '250', words: 'Thank you.' },
  item: [identity, office],
  ...{
    [`price_${identity}`]: '6.05',
    [`count_${identity}`]: '10',
    [`price_${office}`]: '12.00',
    [`count_${office}`]: '',
  },
};
const idOf = (response: { readonly headers: Record<string, unknown> }) =>
  /quotes\/([0-9a-f-]{36})/.exec(String(response.headers.location))![1]!;
async function send(path: string, fields: Readonly<Record<string, string | readonly string[]>>, by = ada) {
  const token = /name="form_token" value="([^"]+)"/.exec((await ada.get(`${list}/new`)).body)![1]!;
  const body = new URLSearchParams({ form_token: token });
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value);
  return by.send(path, 'application/x-www-form-urlencoded', body.toString());
}

test('before there is a house standard, the page of quotes leads to it', () => {
  const [page, form] = withoutStandard;
  assert.match(page.body, /href="\/desk\/accounts\/standard"/);
  assert.equal(form.status, 404);
});

let first = '';

test('the form starts from the prices of the house standard, and names each fault beside its input without losing anything', async () => {
  const { body } = await ada.get(`${list}/new`);
  assert.match(body, new RegExp(`name="price_${identity}"[^>]*value="7\\.25"`));
  assert.match(body, new RegExp(`name="price_${office}"[^>]*value="12\\.00"`));
  const wrong = await send(`${list}/new`, {
    ...filled,
    ...{
      prospect: '',
      email: 'jo',
      valid_until: addDays(today(), -1),
      discount: '101',
      minimum: 'much',
      item: [identity],
    },
    ...{ [`price_${identity}`]: '', [`count_${office}`]: '3' },
  });
  assert.equal(wrong.status, 422);
  for (const words of [
    /Enter the name of the prospect/,
    /Enter an email address such as/,
    /Enter today or a later day/,
    /must be from 0 to 100%/,
    /The minimum of a month must be in pounds/,
    /Enter the price of Identity/,
    /Tick Office to quote it, or leave its number empty/,
  ])
    assert.match(wrong.body, words);
  assert.match(wrong.body, /value="much"/);
  assert.match(wrong.body, /2 Low Road/);
  const none = await send(`${list}/new`, { prospect: 'Nobody', valid_until: today() });
  assert.match(none.body, /Tick at least one package or report/);
  assert.deepEqual(await listQuotes(ctx, 'system'), []);
});

test('a quote says its prices after the discount, and what comes to a month and a year with VAT and the minimum', async () => {
  const saved = await send(`${list}/new`, filled);
  assert.equal(saved.status, 303);
  first = idOf(saved);
  const text = textOf((await ada.get(`${list}/${first}`)).body);
  // 10 at £5.45 (£6.05 less 10%, half a penny up) and £50.00 of each month; £145.50 more are the minimum of £250.00.
  for (const words of [
    /Northern &lt;Care&gt;/,
    /Identity £6\.05 without the discount Price: £5\.45 Fee: – Number a month: 10 Amount a month: £54\.50/,
    /Office Identity; Criminal record, basic £12\.00 without the discount Price: £10\.80 Fee: £21\.50 Number a month: – Amount a month: –/,
    /Packages and reports A month: £54\.50 A year: £654\.00/,
    /Fee of each month A month: £50\.00/,
    /Up to the minimum of a month A month: £145\.50/,
    /VAT at 20% A month: £50\.00/,
    /Total A month: £300\.00 A year: £3,600\.00/,
    /Prices have a discount of 10%; fees have none/,
    /begins with the first whole month/,
  ])
    assert.match(text, words);
  const pdf = await ada.get(`${list}/${first}/pdf`);
  assert.match(String(pdf.headers['content-disposition']), /quote-Q\d+\.pdf/);
  assert.ok(pdf.body.startsWith('%PDF-'));
  const printed = await extractText(await getDocumentProxy(new Uint8Array(await renderQuote(ctx, 'system', first))), {
    mergePages: true,
  });
  const words = printed.text.replace(/\s+/g, ' ');
  for (const part of [
    /Quote Q\d+/,
    /Northern <Care>/,
    /Jo Sample/,
    /Draft, not sent/,
    /£5\.45/,
    /£3,600\.00/,
    /Thank you/,
  ])
    assert.match(words, part);
  assert.doesNotMatch(words, /jo@northern/, 'the email address is for the desk');
});

test('names stand encrypted, and the history of the house standard names nobody', async () => {
  const rows = await ctx.db.rows<{ whole: string }>(sql`
    select encode(sealed_content, 'escape') || quotes::text as whole from quotes
    union all select detail::text from events where type = 'account.quote_moved'`);
  assert.ok(rows.length >= 2);
  for (const { whole } of rows) assert.doesNotMatch(whole, /Northern|Sample|Leeds/);
});

test('what was sent is not changed: a new version takes its place once it is sent', async () => {
  await send(`${list}/${first}`, { act: 'send' });
  assert.equal((await ada.get(`${list}/${first}/change`)).status, 409);
  assert.equal((await send(`${list}/${first}/change`, { ...filled, prospect: 'Others' })).status, 409);
  const renewed = await send(`${list}/${first}`, { act: 'renew' });
  const second = idOf(renewed);
  assert.equal((await send(`${list}/${first}`, { act: 'renew' })).status, 409, 'one version is open at a time');
  await send(`${list}/${second}/change`, { ...filled, discount: '20' });
  assert.equal((await readQuote(ctx, 'system', first)).status, 'sent');
  await send(`${list}/${second}`, { act: 'send' });
  const [before, now] = [await readQuote(ctx, 'system', first), await readQuote(ctx, 'system', second)];
  assert.deepEqual(
    [before.status, before.discountPercent, now.status, now.discountPercent],
    ['replaced', 10, 'sent', 20],
  );
  assert.deepEqual([now.number, now.version], [before.number, 2]);
  assert.equal((await send(`${list}/${first}`, { act: 'accept' })).status, 409);
  assert.match(textOf((await ada.get(list)).body), /Northern &lt;Care&gt; Number: Q\d+-2 Sent .* Replaced/);
  await send(`${list}/${second}`, { act: 'accept' });
  assert.equal((await readQuote(ctx, 'system', second)).status, 'accepted');
  first = second;
});

test('the account that is made from it has exactly its prices, packages and terms, and both name each other', async () => {
  const page = await ada.get(`${list}/${first}/account`);
  assert.match(page.body, /value="Northern &lt;Care&gt;"/);
  assert.match(page.body, /value="jo@northern\.example"/);
  const path = `${list}/${first}/account`;
  const wrong = await send(path, { name: '', administrator_name: 'Jo Sample', administrator_email: '' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /Enter the name of the account/);
  const made = await send(path, { name: 'Northern Care', second_factor: 'yes' });
  const id = /accounts\/([0-9a-f-]{36})/.exec(String(made.headers.location))![1]!;
  const { packages, reports } = await readPriceList(ctx, {
    ...{ accountId: id, environment: 'live', subsidiaryIds: null, actor: 'system' },
  } as const);
  const priced = (rows: typeof reports) =>
    rows.map(({ label, pricePence, feePence }) => ({ label, pricePence, feePence }));
  assert.deepEqual(priced(reports), [{ label: 'Identity', pricePence: 484, feePence: 0 }]);
  assert.deepEqual(reports[0]!.volumePrices, null);
  assert.deepEqual(reports[0]!.coming, undefined);
  assert.deepEqual(priced(packages), [{ label: 'Office', pricePence: 960, feePence: 2150 }]);
  const next = addMonths(today(), 1).slice(0, 7);
  const settings = await readAccountSettings(ctx, id);
  const { minimumPounds, minimumFrom, monthlyFeePounds, monthlyFeeFrom, billingAddress, vatPercent } = settings;
  assert.deepEqual(
    { minimumPounds, minimumFrom, monthlyFeePounds, monthlyFeeFrom, billingAddress, vatPercent },
    {
      ...{ minimumPounds: 250, minimumFrom: next, monthlyFeePounds: 50, monthlyFeeFrom: next, vatPercent: 20 },
      billingAddress: 'Northern <Care>\n2 Low Road\nLeeds LS1 4AP',
    },
  );
  assert.ok((await ada.get(`${list}/${first}`)).body.includes(`href="/desk/accounts/${id}"`));
  assert.ok((await ada.get(`/desk/accounts/${id}`)).body.includes(`href="${list}/${first}"`));
  assert.equal((await send(path, { name: 'Northern Care again' })).status, 409);
  assert.equal((await send(`${list}/${first}`, { act: 'delete' })).status, 409);
  const kept = await listAccounts(ctx, 'system');
  assert.equal(kept.filter(({ name }) => name.startsWith('Northern')).length, 1);
});

/** As the days pass. */
const later = (days: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days * 86_400_000) });

test('a quote holds on its last day and is expired on the next, when nobody can accept it', async () => {
  const id = await writtenQuote(ctx, 'system', { prospect: 'Short', valid_until: today() });
  await send(`${list}/${id}`, { act: 'send' });
  assert.match(textOf((await ada.get(list)).body), /Short Number: Q\d+ Sent/);
  await ctx.db.run(sql`update quotes set valid_until = ${addDays(today(), -1)} where id = ${id}`);
  assert.match(textOf((await ada.get(list)).body), /Short Number: Q\d+ Expired/);
  assert.equal((await send(`${list}/${id}`, { act: 'accept' })).status, 409);
  const draft = idOf(await send(`${list}/${id}`, { act: 'renew' }));
  assert.equal((await send(`${list}/${draft}`, { act: 'send' })).status, 409, 'its day is over, too');
  assert.match((await ada.get(`${list}/${draft}`)).body, /change the day before you send it/);
  for (const one of [draft, id]) await send(`${list}/${one}`, { act: 'delete' });
  assert.equal((await ada.get(`${list}/${id}`)).status, 404);
});

test('once a version is accepted, no other one of it can be sent or accepted, so that one account is made of it', async () => {
  const id = await writtenQuote(ctx, 'system', { prospect: 'Agreed' });
  await send(`${list}/${id}`, { act: 'send' });
  const draft = idOf(await send(`${list}/${id}`, { act: 'renew' }));
  await send(`${list}/${id}`, { act: 'accept' });
  const page = (await ada.get(`${list}/${draft}`)).body;
  assert.match(page, /Another version is accepted/);
  assert.doesNotMatch(page, /value="send"/);
  assert.equal((await send(`${list}/${draft}`, { act: 'send' })).status, 409);
  assert.equal((await readQuote(ctx, 'system', draft)).status, 'draft');
  for (const one of [draft, id]) await send(`${list}/${one}`, { act: 'delete' });
});

test('a new version has the fees of today, says what is another than in the one before, and a draft says whose fee changed since', async () => {
  const id = idOf(await send(`${list}/new`, { ...filled, prospect: 'Fee Care' }));
  await send(`${list}/${id}`, { act: 'send' });
  await switchOnTypes(ctx, 'system', standard, [{ ...basic, pricePence: 600, feePence: 2600 }]);
  const second = idOf(await send(`${list}/${id}`, { act: 'renew' }));
  const page = async (at = second) => textOf((await ada.get(`${list}/${at}`)).body);
  assert.match(
    await page(),
    /Changed since (Q\d+) What is another than in \1 What \1 \1-2 Office, fee \1: £21\.50 \1-2: £26\.00 Other versions/,
  );
  assert.doesNotMatch(await page(), /since this draft was saved/);
  assert.doesNotMatch(await page(id), /Changed since/);

  await switchOnTypes(ctx, 'system', standard, [{ ...basic, pricePence: 600, feePence: 2700 }]);
  assert.match(await page(), /since this draft was saved.*Office: £26\.00 in this draft, £27\.00 now/);
  const form = textOf((await ada.get(`${list}/${second}/change`)).body);
  assert.match(form, /Fee £27\.00; fee in the draft £26\.00/);
  const given = { ...filled, prospect: 'Fee Care', discount: '12.5', item: [office], [`count_${identity}`]: '' };
  await send(`${list}/${second}/change`, given);
  const saved = await page();
  assert.doesNotMatch(saved, /since this draft was saved/);
  for (const said of [
    /Office, fee Q\d+: £21\.50 Q\d+-2: £27\.00/,
    /Identity Q\d+: £\d\.\d\d Q\d+-2: Not quoted/,
    /Discount Q\d+: 10% Q\d+-2: 12\.5%/,
  ])
    assert.match(saved, said);
  await switchOnTypes(ctx, 'system', standard, [{ ...basic, pricePence: 600, feePence: 2150 }]);
  for (const one of [second, id]) await send(`${list}/${one}`, { act: 'delete' });
});

test('the longest name and address of a prospect fit the address of the invoices of the account', async () => {
  const address = `${'a'.repeat(373)}\nLeeds`;
  const prospect = 'b'.repeat(120);
  await assert.rejects(() => writtenQuote(ctx, 'system', { prospect, address: `${address}x` }), {
    fields: { address: ['Enter at most 379 characters'] },
  });
  const id = await writtenQuote(ctx, 'system', { prospect, address });
  for (const act of ['send', 'accept']) await send(`${list}/${id}`, { act });
  const made = await send(`${list}/${id}/account`, { name: 'Long Address Care' });
  assert.match(String(made.headers.location), /accounts/);
  await ctx.db.run(sql`delete from quotes where id = ${id}`);
});

test('a quote is deleted months after it expired or was declined, and one with an account stays as long as that', async () => {
  const declined = await writtenQuote(ctx, 'system', { prospect: 'Declined' });
  await send(`${list}/${declined}`, { act: 'send' });
  await send(`${list}/${declined}`, { act: 'decline' });
  const open = await writtenQuote(ctx, 'system', { prospect: 'Open' });
  await send(`${list}/${open}`, { act: 'send' });
  const names = async () => (await listQuotes(ctx, 'system')).map(({ prospect, version }) => `${prospect} ${version}`);
  assert.deepEqual(await names(), ['Open 1', 'Declined 1', 'Northern <Care> 2', 'Northern <Care> 1']);
  await pruneQuotes(later(360));
  assert.equal((await names()).length, 4);
  await pruneQuotes(later(380));
  assert.deepEqual(await names(), ['Open 1', 'Northern <Care> 2'], 'the open one expired 30 days later');
  await pruneQuotes(later(1000));
  assert.deepEqual(await names(), ['Northern <Care> 2']);
  await ctx.db.run(sql`
    update accounts set closing = jsonb_build_object('closedAt', ${ctx.now().toISOString()}::text) where name = 'Northern Care'`);
  await pruneQuotes(later(360));
  assert.equal((await names()).length, 1);
  await pruneQuotes(later(380));
  assert.deepEqual(await names(), []);
});

test('who may not make quotes neither reads nor writes them', async () => {
  const id = await writtenQuote(ctx, 'system');
  const fin = await signedInVisitor(portal, 'fin@desk.test');
  for (const path of [list, `${list}/new`, `${list}/${id}`, `${list}/${id}/pdf`])
    assert.equal((await fin.get(path)).status, 403);
  assert.equal((await send(`${list}/${id}`, { act: 'send' }, fin)).status, 403);
  assert.doesNotMatch((await fin.get('/desk/accounts')).body, /\/desk\/quotes/);
});

test('a discount is of prices alone, rounded by half a penny up, and a minimum that is reached adds nothing', () => {
  const discounted = (pence: number, discountPercent: number) => agreedPence(pence, { discountPercent });
  assert.deepEqual(
    [discounted(605, 10), discounted(999, 7.5), discounted(725, 0), discounted(725, 100)],
    [545, 924, 725, 0],
  );
  const item = { key: 'k', kind: 'report', label: 'L', contents: [], description: '', reports: [] } as const;
  const items = [{ ...item, standardPence: null, pricePence: 1000, feePence: 300, perMonth: 2 }];
  const terms = { discountPercent: 50, monthlyFeePence: 500, minimumPence: 1500, vatPercent: 20 };
  assert.deepEqual(monthOf({ items, ...terms }), {
    ...{ prices: 1000, fees: 600, monthlyFee: 500, topUp: 0, vat: 300, total: 2400 },
  });
});

test('axe finds no problem in quotes, which fit a phone and a desk', async () => {
  const id = await writtenQuote(ctx, 'system', { minimum: '100', discount: '5', words: 'Thank you.' });
  for (const [name, path] of [
    ['quotes', list],
    ['quote', `${list}/${id}`],
    ['quote-form', `${list}/${id}/change`],
  ] as const)
    for (const screen of ['phone', 'desk'] as const) {
      const page = await openPage(browser, { screen });
      await page.context().addCookies([...ada.cookies].map(([of, value]) => ({ name: of, value, url: portal.url })));
      await page.goto(`${portal.url}${path}`);
      await keepScreenshot(page, `${name}-${screen}`);
      assert.equal(await scrollsSideways(page), false, `${name} on a ${screen}`);
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.context().close();
    }
});
