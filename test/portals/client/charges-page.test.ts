// The client's charges of a month: who sees them, the totals, and the file with every line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import {
  answerDispute,
  disputeCharge,
  readDisputesOfCharge,
} from '../../../src/features/charge-disputes/dispute-actions.ts';
import { addCharge } from '../../../src/features/charges/added-charge-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { creditPart } from '../../../src/features/invoices/credit-actions.ts';
import { listInvoices } from '../../../src/features/invoices/invoice-actions.ts';
import { issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
import { createJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { inPounds } from '../../../src/lib/money.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { monthsBetween } from '../../../src/portals/shared/charges/charges.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();

const { ctx, accountId } = portal;
const email = 'billing@acme.test';
await createUser(ctx, 'system', accountId, { name: 'Billing User', email, role: 'billing' });
await createSignIn(ctx, 'system', { email, password });
const client = await signedInVisitor(portal, email);

test('months run backwards over the turn of the year', () => {
  assert.deepEqual(monthsBetween('2025-11', '2026-02'), ['2026-02', '2026-01', '2025-12', '2025-11']);
  assert.deepEqual(monthsBetween('2026-02', '2026-02'), ['2026-02']);
});

test('a client sees what the month costs by report type, and downloads every line', async () => {
  const empty = (await client.get('/portal/charges')).body;
  assert.match(empty, /No charges in/);
  assert.doesNotMatch(empty, /VAT/, 'an empty month says nothing of a rate that nothing was charged at');

  const check = await portal.placeCheck('live', {}, ['identity', 'right_to_work']);
  await portal.placeCheck('test', {}, ['identity']);
  const [identity] = check.reports;
  await portal.superuser.run(sql`update charges set amount_pence = 1250 where report_id = ${identity!.id}`);
  await ctx.db.run(sql`
    insert into charges (account_id, environment, report_id, kind, amount_pence, created_at)
    values (${accountId}, 'live', ${identity!.id}, 'credit', -1250, ${new Date(ctx.now().getTime() + 1000)})`);

  const { body } = await client.get('/portal/charges');
  assert.match(body, /Identity[\s\S]*Ordered <\/span>1[\s\S]*Credited <\/span>1[\s\S]*£0\.00/);
  assert.match(body, /No VAT is charged/);
  const file = await client.get(/href="(\/portal\/charges\/file[^"]*)"/.exec(body)![1]!);
  assert.match(String(file.headers['content-type']), /^text\/csv/);
  const lines = file.body.trim().split('\r\n');
  assert.equal(lines.length, 4);
  assert.ok(
    lines.some((line) => line.includes(`VF${check.orderId},${identity!.id},"Identity",order,12.50,0.00,0,0.00,12.50,`)),
  );
  assert.match(lines.at(-1)!, /credit,-12\.50,0\.00,0,0\.00,-12\.50,"","",,,,no,,,$/);

  // Nobody agreed its price, which is not the same as a free report.
  assert.match(body, /1 report of [A-Z][a-z]+ 20\d\d has no agreed price/);
  assert.match(body, /Right to work[\s\S]*No price agreed[\s\S]*Total, of the lines with a price/);
  assert.doesNotMatch(body, /Charge these|status=unpriced/);
  const unpriced = lines.find((line) => line.includes(',"Right to work",'));
  assert.match(unpriced!, /,order,,,,,,"","",,,,no,,,$/);
  const [, rightToWork] = check.reports;
  await portal.superuser.run(sql`update charges set amount_pence = 900 where report_id = ${rightToWork!.id}`);
});

/** What is read in the rows of a statement: each cell's text, apart from the words for a phone. */
const rowsOf = (html: string) =>
  [...html.slice(html.indexOf('app-statement')).matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    [...row!.replace(/<a [^>]*display-none-print[\s\S]*?<\/a>/g, '').matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(
      ([, cell]) => cell!.replace(/<span class="app-table__word">[^<]*<\/span>|<[^>]*>/g, '').trim(),
    ),
  );

async function orderedFor(tags: readonly string[], pence: number, name: string) {
  const { check } = await placeWaiting(ctx, portal.caller('live'), {
    ...{ tags, facts: { last_name: name, email: `${name.toLowerCase()}@candidate.test` }, reports: ['identity'] },
  });
  await portal.superuser.run(sql`
    update charges set amount_pence = ${pence} where report_id = ${check.reports[0]!.id}`);
  return check;
}

test('the statement lists every charge, with a subtotal for each purchase order, and the file names them', async () => {
  const ten = await orderedFor(['PO-10', 'HR-7'], 1000, 'Smithson');
  const nine = await orderedFor(['PO-9'], 200, 'Brownlow');
  const tenAgain = await orderedFor(['PO-10'], 50, 'Jonesworth');
  const erased = await orderedFor(['PO-8'], 800, 'Gonewell');
  const page = (await client.get('/portal/charges')).body;
  const statementPath = /href="(\/portal\/charges\/statement[^"]*)"/.exec(page)![1]!;
  await closeCheck(ctx, portal.caller('live'), erased.id, 'withdraw');
  const system = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 } as const;
  await erasePerson(ctx, system, erased.applicantId, 'candidate_asked');

  const { body } = await client.get(statementPath);
  assert.match(body, /Statement for [A-Z][a-z]+ 20\d\d/);
  assert.doesNotMatch(body, /Smithson|Brownlow|Jonesworth/);
  const rows = rowsOf(body);
  const today = formatLongDate(ukDateOf(ctx.now()));
  const line = (check: { readonly orderId: number }, purchaseOrder: string, kind: string, amount: string) => [
    today,
    `VF${check.orderId}`,
    'Identity',
    purchaseOrder,
    kind,
    ...[amount, '£0.00', '£0.00', amount],
  ];
  assert.deepEqual(rows.slice(1, 9), [
    line(erased, 'PO-8', 'Ordered', '£8.00'),
    line(erased, 'PO-8', 'Credited', '-£8.00'),
    ['Subtotal of PO-8', '£0.00', '£0.00', '£0.00', '£0.00'],
    line(nine, 'PO-9', 'Ordered', '£2.00'),
    ['Subtotal of PO-9', '£2.00', '£0.00', '£0.00', '£2.00'],
    line(ten, 'PO-10', 'Ordered', '£10.00'),
    line(tenAgain, 'PO-10', 'Ordered', '£0.50'),
    ['Subtotal of PO-10', '£10.50', '£0.00', '£0.00', '£10.50'],
  ]);
  assert.match(rows.at(-1)![0]!, /^Total of [A-Z][a-z]+ 20\d\d$/);
  const { body: file } = await client.get('/portal/charges/file');
  assert.match(
    file,
    /^\uFEFFdate,order,report_id,report,kind,price_gbp,fee_gbp,vat_percent,vat_gbp,total_gbp,purchase_order,reference,subsidiary,package,invoice,billed_elsewhere,reason,order_withdrawn_because,approved_by\r\n/,
  );
  assert.ok(
    file.includes(
      `VF${ten.orderId},${ten.reports[0]!.id},"Identity",order,10.00,0.00,0,0.00,10.00,"PO-10","HR-7",,,,no,,,\r\n`,
    ),
  );
  assert.match(file, /"PO-8",,/, 'the number by which it is billed stays, and what else the client wrote goes');
});

test('VAT is on the price, fees are without it, and volunteers have none', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { vatPercent: 20 });
  const priced = { pricePence: 799, feePence: 4950 };
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'criminal_history', variant: 'enhanced', ...priced }]);
  const jobRoleId = await createJobRole(ctx, 'system', accountId, {
    ...{ roleTitle: 'Befriender', roleCheckType: 'enhanced', isVolunteer: true },
  });
  const given = { facts: {}, reports: ['criminal_history:enhanced'], jobRoleId };
  const paid = await placeWaiting(ctx, portal.caller('live'), given);
  const unpaid = await placeWaiting(ctx, portal.caller('live'), { ...given, options: ['volunteer'] });
  await closeCheck(ctx, portal.caller('live'), paid.check.id, 'withdraw');
  await changeAccountSettings(ctx, 'system', accountId, { vatPercent: 25 });
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'credit', pricePence: 100_000_000 }]);
  const dearest = await placeWaiting(ctx, portal.caller('live'), { facts: {}, reports: ['credit'] });
  const { body: file } = await client.get('/portal/charges/file');
  const moneyOf = ({ check }: typeof paid, kind: string) =>
    new RegExp(`VF${check.orderId},.*,${kind},(.*),"",""`).exec(file)![1];
  assert.equal(moneyOf(paid, 'order'), '7.99,49.50,20,1.60,59.09');
  assert.equal(moneyOf(paid, 'credit'), '-7.99,-49.50,20,-1.60,-59.09');
  assert.equal(moneyOf(unpaid, 'order'), '7.99,0.00,20,1.60,9.59');
  assert.equal(moneyOf(dearest, 'order'), '1000000.00,0.00,25,250000.00,1250000.00', 'the highest price');
  // The other tests are about small sums.
  await portal.superuser.run(sql`delete from charges where report_id = ${dearest.check.reports[0]!.id}`);
  await changeAccountSettings(ctx, 'system', accountId, { vatPercent: 20 });
  const { body } = await client.get('/portal/charges/statement');
  assert.match(body, /VAT is 0% or 20% of the price, as it was when/);
  const ordered = rowsOf(body).find((cells) => cells.includes(`VF${paid.check.orderId}`))!;
  assert.deepEqual(ordered.slice(-4), ['£7.99', '£49.50', '£1.60', '£59.09']);
});

test('the statement of a user of a subsidiary names the subsidiary', async () => {
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, { name: 'Acme Care North' });
  const ofNorth = 'billing.north@acme.test';
  await createUser(ctx, 'system', accountId, {
    name: 'North Billing',
    email: ofNorth,
    role: 'billing',
    ...scopeOf(subsidiaryId),
  });
  await createSignIn(ctx, 'system', { email: ofNorth, password });
  const { body } = await (await signedInVisitor(portal, ofNorth)).get('/portal/charges/statement');
  assert.match(body, /Acme Care, Acme Care North<[\s\S]*of the orders of Acme Care North only/);
});

test('a client asks about a charge at its line, and finance answers with the facts before it and a credit', async () => {
  const agree = (pricePence: number) => switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence }]);
  await agree(950);
  const check = await orderedFor(['PO-12'], 1000, 'Questionable');
  await agree(990);
  const number = `VF${check.orderId}`;
  const statement = (await client.get('/portal/charges/statement')).body;
  const page = new RegExp(`href="(/portal/charges/queries/[^"]+)">Query<[^>]*> this charge: ${number},`).exec(
    statement,
  )![1]!;
  assert.equal((await client.submit(page, page, { words: '' })).status, 422);
  const words = 'Ordered as VF1 before.\nPlease compare.';
  const asked = await client.submit(page, page, { reason: 'ordered_twice', words });
  assert.equal(asked.status, 303);
  const open = (await client.get(page)).body;
  assert.match(open, /It was ordered twice[\s\S]*Waits for our answer[\s\S]*Ordered as VF1 before/);
  assert.doesNotMatch(open, /Send the query/);
  assert.equal((await client.post(page, { reason: 'other', words: 'Again' })).status, 403, 'without its token');
  const stored = await ctx.db.row<{ sealed_words: Buffer }>(sql`select sealed_words from charge_disputes`);
  assert.doesNotMatch(stored!.sealed_words.toString('utf8'), /Ordered/);

  await createDeskUser(ctx, 'system', {
    name: 'Finance',
    email: 'finance@desk.test',
    role: 'finance',
    accounts: 'all',
  });
  await createSignIn(ctx, 'system', { email: 'finance@desk.test', password });
  const finance = await signedInVisitor(portal, 'finance@desk.test');
  const list = (await finance.get('/desk/charge-queries')).body;
  assert.match(list, new RegExp(`1 waits for an answer[\\s\\S]*${number}, Identity[\\s\\S]*Acme Care[\\s\\S]*Open`));
  const [desk] = /\/desk\/charge-queries\/[0-9a-f-]{36}/.exec(list)!;
  const facts = (await finance.get(desk)).body;
  assert.match(facts, /Agreed on that day<[^£]*?£9\.50, from \d+ \w+ \d{4}\.[\s\S]*?Probity set it on/);
  assert.match(facts, /Please compare[\s\S]*The candidate has not submitted the form[\s\S]*Work began <\/span>Not yet/);
  assert.match(facts, /value="part"[\s\S]*class="app-revealed app-revealed--part"[\s\S]*name="price"/);
  assert.match((await finance.get(`/desk/accounts/${accountId}/charges/credit?order=${number}`)).body, /Work began/);

  const answer = { answer: 'You are right.', choice: 'part', price: '20.00', reason: 'ordered_twice' };
  const tooMuch = await finance.submit(desk, desk, answer);
  assert.equal(tooMuch.status, 422);
  assert.match(tooMuch.body, /is more than is left of what was charged/);
  assert.match((await finance.get(desk)).body, /Send the answer/, 'nothing is answered by a credit that is refused');
  assert.equal((await finance.submit(desk, desk, { ...answer, price: '4.00' })).status, 303);
  const answered = (await client.get(page)).body;
  assert.match(answered, /Credited<\/dt>[\s\S]*-£4\.80[\s\S]*You are right\.[\s\S]*Ask again/);
  assert.match((await client.get('/portal/charges')).body, /What you asked about charges[\s\S]*Credited/);
  const mails = await listEmails(ctx, { accountId, environment: 'live' }, 5);
  const mail = mails.find(({ template }) => template === 'charge_answered')!;
  assert.equal(mail.to.address, email);
  assert.match(mail.text, new RegExp(`a charge of order ${number}[\\s\\S]*${page}`));

  // A complaint about a charge waits for finance, too, until it is answered; one about something else does not.
  for (const [subject, words] of [
    ['charge', 'We are charged for a leaver'],
    ['delay', 'It takes weeks'],
  ] as const)
    assert.equal((await client.submit('/portal/complaints', '/portal/complaints', { subject, words })).status, 303);
  const waiting = (await finance.get('/desk/charge-queries')).body;
  assert.match(
    waiting,
    /Complaints about a charge[\s\S]*We are charged for a leaver[\s\S]*Acme Care[\s\S]*The client[\s\S]*Nobody yet/,
  );
  assert.doesNotMatch(waiting, /It takes weeks|Open the complaint/);

  assert.equal((await client.get('/portal/charges/queries/00000000-0000-4000-8000-000000000000')).status, 404);
  const history = (await finance.get(`/desk/accounts/${accountId}/history`)).body;
  assert.match(history, /Query of a charge answered with a credit[\s\S]*Charge queried/);
});

test('no answer credits what its page does not offer, nor more than is left of the charge', async () => {
  const scope = { ...portal.caller('live'), subsidiaryIds: null };
  const by = { actor: 'system' } as const;
  const given = { answer: 'You are right.', credit: 'part', reason: 'ordered_twice', feePence: undefined } as const;
  await addCharge(ctx, scope, {
    ...{ description: 'Courier', pence: 4500, as: 'price', order: '', subsidiaryId: '', month: '' },
  });
  const added = (await ctx.db.row<{ id: string }>(sql`
    select about_id as id from charges where kind = 'added' and description = 'Courier'`))!;
  const ask = async (aboutId: string) => {
    await disputeCharge(ctx, scope, { aboutId, reason: 'other', words: 'Why?' });
    return (await readDisputesOfCharge(ctx, scope, aboutId))[0]!.id;
  };
  const courier = await ask(added.id);
  const wrong = { ...given, reason: 'wrong_amount', pricePence: 100 };
  await assert.rejects(answerDispute(ctx, by, 'all', courier, wrong), { fields: { choice: ['is not one of these'] } });
  assert.equal((await readDisputesOfCharge(ctx, scope, added.id))[0]!.outcome, null);
  const back = await ctx.db.rows(sql`select from charges where kind = 'taken_back' and about_id = ${added.id}`);
  assert.equal(back.length, 0, 'a part takes nothing back whole');

  const check = await orderedFor(['PO-14'], 1000, 'Parts');
  const { id: reportId } = check.reports[0]!;
  const report = await ask(reportId);
  const part = (pricePence: number, feePence?: number) =>
    answerDispute(ctx, by, 'all', report, { ...given, pricePence, feePence });
  await assert.rejects(part(-500), { fields: { price: ['must be in pounds, such as 2.50'] } });
  await assert.rejects(part(500, -200), { fields: { fee: ['must be in pounds, such as 2.50'] } });
  const about = { checkId: check.id, applicantId: check.applicantId, reason: 'goodwill' as const };
  await creditPart(ctx, scope, { ...about, reportId, pricePence: 700, feePence: undefined });
  await assert.rejects(part(301), { fields: { price: ['is more than is left of what was charged'] } });
  await part(300);
});

test('what was asked about a charge is erased with its candidate, and is answered all the same', async () => {
  const check = await orderedFor(['PO-13'], 1000, 'Vanished');
  const scope = { ...portal.caller('live'), subsidiaryIds: null };
  const aboutId = check.reports[0]!.id;
  await disputeCharge(ctx, scope, { aboutId, reason: 'not_ours', words: 'Who is Vanished?' });
  await closeCheck(ctx, portal.caller('live'), check.id, 'withdraw');
  await erasePerson(ctx, { ...portal.caller('live'), actor: 'system' }, check.applicantId, 'candidate_asked');
  const [open] = await readDisputesOfCharge(ctx, scope, aboutId);
  assert.equal(open!.words, null);
  const none = { credit: 'none', reason: '', pricePence: undefined, feePence: undefined } as const;
  const by = { actor: 'system' } as const;
  await answerDispute(ctx, by, [accountId], open!.id, { answer: 'It was withdrawn.', ...none });
  const [answered] = await readDisputesOfCharge(ctx, scope, aboutId);
  assert.deepEqual([answered!.outcome, answered!.answer], ['answered', null]);
  await assert.rejects(answerDispute(ctx, by, [accountId], open!.id, { answer: 'Again.', ...none }), /invalid_fields/);
});

test('axe finds no problem in the charges and their statement, which fit a phone', async (t) => {
  const browser = await launchBrowser(portal.certificate);
  t.after(() => browser.close());
  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    for (const path of ['/portal/charges', '/portal/charges/statement']) {
      await page.goto(`${portal.url}${path}`);
      await keepScreenshot(page, `${path.slice('/portal/'.length).replace('/', '-')}-${screen}`);
      assert.equal(await scrollsSideways(page), false, `${path} ${screen}`);
      assert.deepEqual(await accessibilityProblems(page), [], `${path} ${screen}`);
      await page.emulateMedia({ media: 'print' });
      const { width } = (await page.locator('main').boundingBox())!;
      assert.ok(width > 0.8 * page.viewportSize()!.width, `${path} ${screen} is printed ${width} px wide`);
      await page.emulateMedia({ media: 'screen' });
    }
  }
});

test('on a phone the lines of a statement open on demand, and paper has them all', async (t) => {
  const browser = await launchBrowser(portal.certificate);
  t.after(() => browser.close());
  const page = await openPage(browser, { screen: 'phone' });
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  await page.goto(`${portal.url}/portal/charges/statement`);
  const line = page.locator('.app-statement__line').first();
  assert.equal(await line.isVisible(), false);
  assert.equal(await page.locator('.app-statement th', { hasText: 'Total of' }).last().isVisible(), true);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await line.isVisible(), true);
  await page.emulateMedia({ media: 'screen' });
  await page.getByText('Show every line').click();
  assert.equal(await line.isVisible(), true);
});

/** A4 upright with the browser's margins, in px. */
const paperWidth = 718;

/** What the style writes after the links of the page. Runs in the page. */
const addedToLinks = `[...document.querySelectorAll('a.govuk-link[href^="/"]')].map((one) => getComputedStyle(one, '::after').content)`;

test('on paper charges fit the width, without buttons and without the addresses of links', async (t) => {
  const browser = await launchBrowser(portal.certificate);
  t.after(() => browser.close());
  const page = await openPage(browser, { screen: 'desk' });
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  await page.setViewportSize({ width: paperWidth, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const added: string[] = [];
  for (const path of ['/portal/people', '/portal/charges']) {
    await page.goto(`${portal.url}${path}`);
    assert.equal(await scrollsSideways(page), false, path);
    assert.equal(await page.locator('.govuk-button:visible').count(), 0, path);
    added.push(...(await page.evaluate<string[]>(addedToLinks)));
  }
  assert.deepEqual([...new Set(added)], ['none']);
});

test('the statement of a huge month shows its first thousand lines, and the totals of all', async () => {
  const check = await orderedFor(['PO-11'], 100, 'Biggs');
  const { id } = check.reports[0]!;
  await portal.superuser.run(sql`
    with copied as (
      insert into reports
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'position', 100 + n))).*
      from reports r, generate_series(1, 1200) n where r.id = ${id} returning id
    )
    insert into charges (account_id, environment, report_id, kind, amount_pence, created_at)
    select ${accountId}, 'live', copied.id, 'order', 100, ${ctx.now()} from copied`);
  const { body } = await client.get('/portal/charges/statement');
  const [, shown, all] = /The first (\d+) of (\d+) lines/.exec(body)!;
  assert.equal(shown, '1000');
  const file = (await client.get('/portal/charges/file')).body.trim().split('\r\n');
  assert.equal(Number(all), file.length - 1);
  assert.equal(rowsOf(body).length, 1 + 1000 + 1);
  const pence = file
    .slice(1)
    .map((line) =>
      Math.round(Number(/,(?:order|credit|part_credit|added),(?:[^,]*,){4}(-?[\d.]+),/.exec(line)![1]) * 100),
    );
  const total = pence.reduce((sum, one) => sum + one, 0);
  assert.equal(rowsOf(body).at(-1)!.at(-1), inPounds(total));
});

test('the charges of a huge invoice are its first thousand, and their total is that of the invoice', async () => {
  Object.assign(ctx.settings, {
    ...{ operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'], operatorVatNumber: 'GB123456789' },
  });
  await changeAccountSettings(ctx, 'system', accountId, { billingAddress: 'Acme' });
  const month = ukDateOf(ctx.now()).slice(0, 7);
  const later = { ...ctx, now: () => new Date(`${addDays(`${month}-28`, 10)}T12:00:00Z`) };
  await issueInvoices(later, 'system', accountId, month);
  const page = { offset: 0, limit: 9 };
  const invoices = await listInvoices(ctx, 'system', [accountId], { by: 'charged', month }, page);
  const huge = invoices.find(({ lines }) => lines.some(({ quantity }) => quantity >= 1200))!;
  const { body } = await client.get(`/portal/charges/invoices/${huge.id}/lines`);
  assert.match(body, /The first 1000 lines are below/);
  assert.equal(rowsOf(body).length, 1 + 1000 + 1);
  assert.equal(rowsOf(body).at(-1)!.at(-1), inPounds(huge.totalPence));
});

test('a user whose role may not read charges has no page of them', async () => {
  const standard = await signedInVisitor(portal, clientEmail);
  assert.doesNotMatch((await standard.get('/portal')).body, /Charges/);
  assert.equal((await standard.get('/portal/charges')).status, 403);
  assert.equal((await standard.get('/portal/charges/file')).status, 403);
  assert.equal((await standard.get('/portal/charges/statement')).status, 403);
});

test('charges by user say what each user ordered in a period, for the client and for the desk, also as a file', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Users Ltd' });
  await switchOnTypes(ctx, 'system', id, [{ name: 'identity', pricePence: 1000, feePence: 200 }]);
  await changeAccountSettings(ctx, 'system', id, { vatPercent: 20 });
  const user = async (name: string, role: 'administrator' | 'billing') => {
    const address = `${name.toLowerCase()}@users.test`;
    const { id: userId } = await createUser(ctx, 'system', id, { name, email: address, role });
    await createSignIn(ctx, 'system', { email: address, password });
    return { userId, visitor: await signedInVisitor(portal, address) };
  };
  const [ann, bob, eve] = [
    await user('Ann', 'administrator'),
    await user('Bob', 'administrator'),
    await user('Eve', 'billing'),
  ];
  const account = { ...portal.caller('live'), accountId: id };
  let people = 0;
  const placed = async (userId: string | null, day: string) => {
    people += 1;
    const facts = { email: `byuser${people}@candidate.test` };
    const { check } = await placeWaiting(ctx, account, { reports: ['identity'], facts });
    await portal.superuser.run(sql`update checks set ordered_by_user_id = ${userId} where id = ${check.id}`);
    await portal.superuser.run(sql`
      update charges set created_at = ${day}::timestamp at time zone 'Europe/London' where report_id = ${check.reports[0]!.id}`);
    return check;
  };
  await placed(ann.userId, '2026-03-01 00:00');
  await placed(ann.userId, '2026-03-31 23:59');
  await placed(ann.userId, '2026-02-28 23:59');
  await placed(ann.userId, '2026-04-01 00:00');
  await placed(bob.userId, '2026-03-15 12:00');
  await placed(null, '2026-03-15 12:00');
  const path = '/portal/charges/users';
  const march = 'from=2026-03-01&to=2026-03-31';
  const text = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const desk = { name: 'Dee', email: 'dee@desk.test', role: 'account_manager', accounts: [id] } as const;
  await createDeskUser(ctx, 'system', desk);
  await createSignIn(ctx, 'system', { email: desk.email, password });
  const manager = await signedInVisitor(portal, desk.email);
  for (const [reader, at] of [
    [eve.visitor, path],
    [manager, `/desk/accounts/${id}/charges/users`],
  ] as const) {
    const shown = text((await reader.get(`${at}?${march}`)).body);
    assert.match(shown, /Ann Ordered 2 Credited 0 Price £20\.00 Fees £4\.00 VAT £4\.00 Total £28\.00/);
    assert.match(shown, /Bob Ordered 1 .* Total £14\.00 Not ordered by a user of the client Ordered 1/);
    assert.match(shown, /Total Ordered 4 Credited 0 Price £40\.00/);
    const lines = (await reader.get(`${at}/file?${march}`)).body.trim().split('\r\n');
    assert.equal(lines[1], '"Ann","ann@users.test","2","0","20.00","4.00","4.00","28.00","0"');
    assert.equal(lines.length, 4);
  }
  assert.match(text((await eve.visitor.get(`${path}?from=soon`)).body), /The first day must be a date/);
  assert.match((await eve.visitor.get(`/portal/charges?month=2026-03`)).body, /href="\/portal\/charges\/users"/);
  const browser = await launchBrowser(portal.certificate);
  try {
    for (const screen of ['phone', 'desk'] as const) {
      const page = await openPage(browser, { screen });
      const { cookies } = eve.visitor;
      await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
      await page.goto(`${portal.url}${path}?${march}`);
      await keepScreenshot(page, `by-user-${screen}`);
      assert.equal(await scrollsSideways(page), false);
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
});
