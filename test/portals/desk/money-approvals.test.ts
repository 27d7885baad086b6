// Money that one person may not give away alone: what is asked, approved, sent back and withdrawn, and what stays as it was.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { disputeCharge, listDisputesOf } from '../../../src/features/charge-disputes/dispute-actions.ts';
import { addCharge } from '../../../src/features/charges/added-charge-actions.ts';
import { findAddedCharges } from '../../../src/features/charges/added-charge-queries.ts';
import { findOwed } from '../../../src/features/credit-limits/credit-use-queries.ts';
import { listInvoices } from '../../../src/features/invoices/invoice-actions.ts';
import { lastMonth, leftOf } from '../../../src/features/invoices/invoice-rules.ts';
import { issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
import { giveAlone } from '../../../src/features/money-approvals/money-approval-actions.ts';
import { moneyMailJobs } from '../../../src/features/money-approvals/money-mail-jobs.ts';
import { recordReceipt } from '../../../src/features/payments/payment-actions.ts';
import { takeBackReceipt } from '../../../src/features/payments/receipt-end-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const mailServer = await startMailServer();
after(() => mailServer.close());
const mail = createMail({ url: mailServer.url, from: 'desk@probity.test' });
const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
Object.assign(ctx.settings, {
  ...{ operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'], operatorVatNumber: 'GB1' },
});
const today = ukDateOf(ctx.now());
const last = lastMonth(today);
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

const { id } = await createAccount(ctx, 'system', { name: 'Paying Care' });
const { id: otherId } = await createAccount(ctx, 'system', { name: 'Zebra Foods' });
const account = { ...portal.caller('live'), accountId: id, subsidiaryIds: null };
const path = `/desk/accounts/${id}`;
const list = '/desk/accounts/money-approvals';
await switchOnTypes(ctx, 'system', id, [{ name: 'identity', pricePence: 5000 }]);
await changeAccountSettings(ctx, 'system', id, { billingAddress: 'Paying Care', vatPercent: 20 });

async function person(name: string, role: 'finance' | 'account_manager' | 'auditor', accounts: readonly string[]) {
  const email = `${name}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts: [...accounts] });
  await createSignIn(ctx, 'system', { email, password });
  return Object.assign(await signedInVisitor(portal, email), { id: userId });
}
const fin = await person('fin', 'finance', [id]);
const ada = await person('ada', 'account_manager', [id]);
const zoe = await person('zoe', 'finance', [otherId]);
const auditor = await person('aud', 'auditor', [id]);
const everybody = await createDeskUser(ctx, 'system', {
  name: 'All',
  email: 'all@desk.test',
  role: 'finance',
  accounts: 'all',
});

let people = 0;
async function order() {
  people += 1;
  const facts = { email: `payer${people}@candidate.test` };
  const { check } = await placeWaiting(ctx, account, { reports: ['identity'], facts });
  await portal.superuser.run(sql`
    update charges set created_at = ${`${last}-20T12:00:00Z`} where report_id = ${check.reports[0]!.id}`);
  return check;
}
const checks = [await order(), await order(), await order(), await order()];
await issueInvoices(ctx, 'system', id, last);
const owed = () => findOwed(ctx.db, id);
const invoice = async () =>
  (await listInvoices(ctx, 'system', [id], undefined, { offset: 0, limit: 100 })).find(
    (one) => one.kind === 'invoice',
  )!;

const tokenIn = async (visitor: typeof fin, at: string) =>
  /name="form_token" value="([^"]+)"/.exec((await visitor.get(at)).body)![1]!;

/** Credits the whole report of an order at the desk. */
const credit = (visitor: typeof fin, check: (typeof checks)[number]) => {
  const page = `${path}/charges/credit?order=VF${check.orderId}`;
  const fields = { order: `VF${check.orderId}`, report: check.reports[0]!.id, reason: 'goodwill' };
  return visitor.submit(page, `${path}/charges/credit`, fields);
};
const waitingHref = async () =>
  /href="(\/desk\/accounts\/money-approvals\/[^"]+)"/.exec((await fin.get(list)).body)![1]!;
const mailJobs = async () =>
  (
    await ctx.db.rows<{ payload: Record<string, unknown> }>(sql`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'mail_money_request' order by j.id`)
  ).map(({ payload }) => payload);
/** What a job mails. */
async function mailed(payload: Record<string, unknown> | undefined) {
  const before = mailServer.mails.length;
  await moneyMailJobs({ ...ctx, mail }).mail_money_request(payload!);
  return mailServer.mails.slice(before);
}
const lastAdded = async () =>
  (await findAddedCharges(ctx.db, account, { month: today.slice(0, 7) })).find((one) => !one.is_taken_back)!.id;
/** As in a new month. */
const forgetGiven = () => portal.superuser.run(sql`delete from money_given_alone`);
const decide = (visitor: typeof fin, href: string, fields: Record<string, string>) =>
  visitor.submit(href, href, fields);

test('without an amount of the operator one person credits as before, and no page asks for a second', async () => {
  const before = await owed();
  assert.equal(String((await credit(fin, checks[0]!)).headers.location), `${path}/charges?done=credited`);
  assert.equal(await owed(), before - 6000);
  assert.doesNotMatch((await fin.get('/desk/accounts/invoices')).body, /Money to approve/);
});

test('up to the amount nothing changes; above it nothing is done before somebody else approves it', async () => {
  Object.assign(ctx.settings, { moneyApprovalPounds: 60 });
  assert.equal(
    String((await credit(fin, checks[1]!)).headers.location),
    `${path}/charges?done=credited`,
    '£60.00 is not above',
  );
  Object.assign(ctx.settings, { moneyApprovalPounds: 59 });
  const before = await owed();
  const asked = await credit(fin, checks[2]!);
  assert.equal(String(asked.headers.location), `${list}?done=asked`);
  assert.equal(await owed(), before, 'nothing is done yet');
  assert.match(textOf((await fin.get('/desk/accounts/invoices')).body), /Money to approve : 1 waits/);
  const shown = textOf((await ada.get(list)).body);
  assert.match(
    shown,
    new RegExp(`Credit VF\\d*${checks[2]!.orderId} Identity: Goodwill Paying Care With VAT: £60\\.00 Asked by fin`),
  );

  const href = await waitingHref();
  const own = await fin.get(href);
  assert.doesNotMatch(own.body, /value="approved"/);
  assert.equal((await decide(fin, href, { decision: 'approved' })).status, 403, 'who asked never approves');
  assert.equal((await decide(fin, href, { decision: 'sent_back', note: 'x' })).status, 403);
  assert.equal((await decide(ada, href, { decision: 'withdrawn' })).status, 403);
  assert.equal((await zoe.get(href)).status, 404, 'of an account that they do not see');
  const form_token = await tokenIn(zoe, `/desk/accounts/${otherId}/owed`);
  assert.equal((await zoe.post(href, { form_token, decision: 'approved' })).status, 404);
  const token = await tokenIn(ada, href);
  assert.equal((await auditor.get(list)).status, 403);
  const done = await decide(ada, href, { decision: 'approved', note: 'Agreed with the client' });
  assert.equal(String(done.headers.location), `${list}?done=approved`);
  assert.equal(await owed(), before - 6000);
  assert.equal((await invoice()) && leftOf(await invoice()), 6000, 'its credit note is issued');
  assert.match(
    textOf((await fin.get(list)).body),
    /Nothing waits\. Decided .* Approved ada, [^A]* Agreed with the client/,
  );
  assert.equal((await ada.post(href, { form_token: token, decision: 'approved' })).status, 422, 'once only');
  const history = textOf((await ada.get(`${path}/history`)).body);
  assert.match(history, /A second person asked to approve Credit, £60\.00/);
  assert.match(history, /Approved, as a second person decides Credit, £60\.00/);
  const stored = JSON.stringify(await ctx.db.rows(sql`select * from events where account_id = ${id}`));
  assert.doesNotMatch(stored, /Agreed with the client/);
});

test('it is sent back with a reason, and withdrawn by who asked', async () => {
  const before = await owed();
  await credit(fin, checks[3]!);
  const href = await waitingHref();
  const blank = await decide(ada, href, { decision: 'sent_back', note: '' });
  assert.deepEqual([blank.status, /Write why you send it back/.test(blank.body)], [422, true]);
  await decide(ada, href, { decision: 'sent_back', note: 'Ask the client first' });
  assert.match(textOf((await fin.get(href)).body), /Sent back ada, .* Ask the client first/);
  await credit(fin, checks[3]!);
  const again = await waitingHref();
  assert.equal(
    String((await decide(fin, again, { decision: 'withdrawn' })).headers.location),
    `${list}?done=withdrawn`,
  );
  assert.equal(await owed(), before);
});

test('write-offs, money paid back, discounts and charges taken back wait, too; what is owed more does not', async () => {
  const { id: invoiceId, number } = await invoice();
  const writeOff = `${path}/invoices/${invoiceId}/write-off`;
  const asked = async (answer: Promise<{ headers: Record<string, unknown> }>) => (await answer).headers.location;
  const waits = `${list}?done=asked`;
  assert.equal((await fin.submit(writeOff, writeOff, {})).status, 422, 'a reason is needed before');
  assert.equal(await asked(fin.submit(writeOff, writeOff, { reason: 'small' })), waits);
  assert.match(
    textOf((await ada.get(await waitingHref())).body),
    new RegExp(`Write-off, £60\\.00 .* About ${number} Reason It is too little`),
  );
  await decide(fin, await waitingHref(), { decision: 'withdrawn' });

  const receipt = { on: today, pence: 20_000, method: 'bank_transfer', reference: '', shares: [] } as const;
  const receiptId = await recordReceipt(ctx, { ...account, actor: 'system' }, receipt, { isOver: true });
  const payment = `${path}/payments/${receiptId}`;
  assert.equal(
    await asked(fin.submit(payment, `${payment}/set`, { target: 'client', amount: '150', on: today })),
    waits,
  );
  const owedBefore = await owed();
  await decide(ada, await waitingHref(), { decision: 'approved' });
  assert.equal(await owed(), owedBefore + 15_000, 'it is owed again');
  await forgetGiven();
  const little = await fin.submit(payment, `${payment}/set`, { target: 'client', amount: '10', on: today });
  assert.equal(String(little.headers.location), `${payment}?done=set`);

  const add = `${path}/charges/add`;
  const discount = {
    description: 'Goodwill',
    amount: '-100',
    as: 'price',
    order: '',
    subsidiary: '',
    month: '',
    step: 'add',
  };
  assert.equal(await asked(fin.submit(add, add, discount)), waits);
  await decide(ada, await waitingHref(), { decision: 'approved' });
  assert.match((await fin.get(`${path}/charges`)).body, /Goodwill/);
  const [added] = await findAddedCharges(ctx.db, account, { month: today.slice(0, 7) });
  const takeBack = `${path}/charges/added/${added!.id}`;
  const taken = await fin.submit(takeBack, takeBack, { reason: 'not_due' });
  assert.equal(
    String(taken.headers.location),
    `${path}/charges?done=taken_back`,
    'a discount taken back gives nothing away',
  );

  const charge = {
    description: 'Training',
    pence: 10_000,
    as: 'price',
    order: '',
    subsidiaryId: '',
    month: '',
  } as const;
  await addCharge(ctx, { ...account, actor: 'system' }, charge);
  const training = (await findAddedCharges(ctx.db, account, { month: today.slice(0, 7) })).find(
    (one) => one.description === 'Training',
  )!;
  const takeTraining = `${path}/charges/added/${training.id}`;
  assert.equal(await asked(fin.submit(takeTraining, takeTraining, { reason: 'not_due' })), waits);
  await decide(fin, await waitingHref(), { decision: 'withdrawn' });

  const person = { name: 'Bill', email: 'bill@paying.test', role: 'billing' } as const;
  const { id: userId } = await createUser(ctx, 'system', id, person);
  const client = { ...account, actor: `user:${userId}`, permissions: ['read_charges'] } as const;
  await disputeCharge(ctx, client as never, { aboutId: training.id, reason: 'ordered_twice', words: 'Why?' });
  const [dispute] = await listDisputesOf(ctx, client as never);
  const query = `/desk/charge-queries/${dispute!.id}`;
  const answered = await fin.submit(query, query, { answer: 'Sorry', choice: 'whole', reason: 'not_due' });
  assert.equal(answered.status, 422);
  assert.match(textOf(answered.body), /This credit needs a second person: credit it under Charges/);
});

test('nothing is given away that is more by now than was asked for, and what is left of nothing is said to be so', async () => {
  const desk = { ...account, actor: 'system' } as const;
  Object.assign(ctx.settings, { moneyApprovalPounds: 30 });
  const { id: invoiceId } = await invoice();
  const pay = (pence: number) =>
    recordReceipt(
      ctx,
      desk,
      {
        ...{ on: today, pence, method: 'bank_transfer', reference: `of ${pence}`, shares: [{ invoiceId, pence }] },
      },
      { isOver: true },
    );
  const part = await pay(2000);
  const writeOff = `${path}/invoices/${invoiceId}/write-off`;
  await fin.submit(writeOff, writeOff, { reason: 'small' });
  await takeBackReceipt(ctx, desk, part, 'mistyped');
  const href = await waitingHref();
  const more = await decide(ada, href, { decision: 'approved' });
  assert.equal(more.status, 422);
  assert.match(textOf(more.body), /It would be £60\.00 now, more than the £40\.00 that was asked for: send it back/);
  assert.equal(leftOf(await invoice()), 6000);
  const whole = await pay(6000);
  const none = await decide(ada, href, { decision: 'approved' });
  assert.match(textOf(none.body), /It cannot be done any more: nothing of it is left/);
  await takeBackReceipt(ctx, desk, whole, 'mistyped');
  await decide(fin, href, { decision: 'withdrawn' });
  Object.assign(ctx.settings, { moneyApprovalPounds: 59 });
});

test('an order that is placed meanwhile does not hide how much is given away', async () => {
  const by = { ...account, actor: `user:${portal.deskUserId}`, permissions: ['manage_agreements'] } as const;
  const order = { order: '', subsidiaryId: '', month: '' };
  const discount = { description: 'Goodwill', pence: -10_000, as: 'price', ...order } as const;
  const above = await giveAlone(ctx, by, async (tx) => {
    await placeWaiting(ctx, account, { reports: ['identity'], facts: { email: 'meanwhile@candidate.test' } });
    await addCharge(tx, by, discount);
  });
  assert.deepEqual(above, { pence: 12_000 });
});

test('several acts of one person that are each below the amount wait once their sum of the month passes it', async () => {
  await forgetGiven();
  const add = `${path}/charges/add`;
  const discount = (amount: string) => ({
    ...{ description: 'Goodwill', amount, as: 'price', order: '', subsidiary: '', month: '', step: 'add' },
  });
  const give = async (visitor: typeof fin, amount: string) =>
    String((await visitor.submit(add, add, discount(amount))).headers.location);
  const waits = `${list}?done=asked`;
  assert.notEqual(await give(fin, '-25'), waits, '£30.00 of £59.00');
  const shown = await fin.submit(add, add, { ...discount('-20'), step: '' });
  assert.match(
    textOf(shown.body),
    /This month you have given away £30\.00 of this account without a second person\. What takes that above £59\.00, with VAT, waits until somebody else approves it/,
  );
  assert.doesNotMatch((await fin.submit(add, add, { ...discount('20'), step: '' })).body, /given away/);
  assert.match(
    (await ada.get(`${path}/charges/added/${await lastAdded()}`)).body,
    /given away nothing of this account/,
  );
  const before = await owed();
  const mailsBefore = await mailJobs();
  assert.equal(await give(fin, '-25'), waits, '£60.00 with the one before');
  assert.equal(await owed(), before, 'nothing is done yet');
  assert.notEqual(await give(fin, '-24'), waits, '£58.80');
  assert.notEqual(await give(ada, '-25'), waits, 'another person has a sum of their own');
  await portal.superuser.run(sql`update money_given_alone set given_at = given_at - interval '40 days'`);
  assert.notEqual(await give(fin, '-25'), waits, 'and so has another month');
  await forgetGiven();
  await give(fin, '-25');
  assert.match(textOf((await ada.get(await waitingHref())).body), /Without a second person that month £30\.00/);

  const asked = (await mailJobs()).slice(mailsBefore.length);
  assert.deepEqual(asked.map(({ userId }) => userId).toSorted(), [ada.id, everybody].toSorted());
  const toAda = await mailed(asked.find(({ userId }) => userId === ada.id));
  assert.deepEqual(
    toAda.flatMap(({ to }) => to),
    ['ada@desk.test'],
  );
  assert.match(toAda[0]!.text, /fin wants to give away £30\.00 of Paying Care: more than one person may in a month/);
  await decide(ada, await waitingHref(), { decision: 'sent_back', note: 'Ask the client first' });
  assert.deepEqual(await mailed(asked[0]), [], 'nobody is asked for what is decided');
  const toFin = await mailed((await mailJobs()).at(-1));
  assert.deepEqual(
    toFin.flatMap(({ to }) => to),
    ['fin@desk.test'],
  );
  assert.match(toFin[0]!.text, /ada has sent back the £30\.00 of Paying Care/);
  assert.doesNotMatch(toFin[0]!.text, /Ask the client/);
  await forgetGiven();
});

test('the client does not read what the desk asked and decided among itself', async () => {
  const owner = { name: 'Owner Sample', email: 'owner@paying.test', role: 'administrator' } as const;
  await createUser(ctx, 'system', id, owner);
  await createSignIn(ctx, 'system', { email: owner.email, password });
  const client = await signedInVisitor(portal, owner.email);
  for (const at of ['/portal/history?kind=money', '/portal/history/file?kind=money']) {
    const { body } = await client.get(at);
    assert.match(body, /Payment recorded/);
    assert.doesNotMatch(body, /second person/);
  }
});

test('what cannot be done any more is said to who approves it', async () => {
  await credit(fin, checks[3]!);
  Object.assign(ctx.settings, { moneyApprovalPounds: undefined });
  await credit(ada, checks[3]!);
  Object.assign(ctx.settings, { moneyApprovalPounds: 59 });
  const late = await decide(ada, await waitingHref(), { decision: 'approved' });
  assert.equal(late.status, 422);
  assert.match(textOf(late.body), /has been credited already/);
});

test('axe finds no problem in what waits, and the pages fit a phone and a desk', async () => {
  for (const at of [list, await waitingHref(), '/desk/accounts/invoices'])
    for (const screen of ['phone', 'desk'] as const) {
      const page = await openPage(browser, { screen });
      await page.context().addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
      await page.goto(`${portal.url}${at}`);
      await keepScreenshot(page, `money-${at.split('/').length}-${at.split('/')[3]}-${screen}`);
      assert.equal(await scrollsSideways(page), false, at);
      assert.deepEqual(await accessibilityProblems(page), [], at);
      await page.context().close();
    }
});
