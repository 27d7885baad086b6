// The history of an account at the desk: who changed its set-up, when, and what the events say of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeUser, createApiKey, createUser, revokeApiKey } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { changeDeskLanguages } from '../../../src/features/accounts/desk-language-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary, listSubsidiaries } from '../../../src/features/accounts/subsidiary-actions.ts';
import { storeEvents } from '../../../src/features/events/event-actions.ts';
import { type EventName, eventTypes } from '../../../src/features/events/event-types.ts';
import { findSetUpEvents } from '../../../src/features/events/set-up-history-queries.ts';
import { creditReports } from '../../../src/features/invoices/credit-actions.ts';
import { createPackage, endPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { changeAgreements, switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { changeText, shownChanges } from '../../../src/portals/shared/account-history/account-history-words.ts';
import { kindOfChange } from '../../../src/portals/shared/account-history/history-kinds.ts';
import { readDetail } from '../../../src/portals/shared/amounts-in-history.ts';
import { makeAccount } from '../../support/accounts.ts';
import { planOf, used } from '../../support/plans.ts';
import { deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const administrator = await signedInVisitor(portal, deskEmail);
const by = {
  actor: `user:${portal.deskUserId}`,
  permissions: ['manage_accounts', 'manage_invoicing', 'manage_agreements', 'manage_users', 'manage_keys'],
} as const;
const page = `/desk/accounts/${accountId}/history`;

/** Each change as its row says it: who, then what. */
async function changes(path = page): Promise<string[]> {
  const rows = (await administrator.get(path)).body.split('<tbody')[1]!.split('<tr').slice(1);
  return rows.map((row) =>
    row
      .split('</td>')
      .slice(1, 3)
      .map((cell) =>
        cell
          .replace(/^[^>]*?<td[^>]*>/, '')
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
      .join(' | '),
  );
}

test('changes of settings, agreements, users, keys and credits stand in the history, newest first, by name', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  await changeAccountSettings(ctx, by, accountId, { legalHold: true, vatPercent: 5, contactEmail: 'jobs@acme.test' });
  await switchOnTypes(ctx, by, accountId, [{ name: 'identity', pricePence: 725, workingDays: 9 }]);
  await changeAgreements(ctx, by, accountId, {
    agreed: [{ name: 'identity', pricePence: 800, workingDays: 9 }],
    ended: [],
  });
  const ada = await createUser(ctx, by, accountId, { name: 'Ada Added', email: 'ada@acme.test', role: 'standard' });
  await changeUser(ctx, by, accountId, { id: ada.id, role: 'read_only' });
  const key = await createApiKey(ctx, by, accountId, { userId: ada.id, environment: 'test', label: 'Payroll' });
  await revokeApiKey(ctx, by, accountId, key.id);
  await createSubsidiary(ctx, 'system', accountId, { name: 'Acme North' });
  const pack = await createPackage(ctx, by, accountId, { name: 'Starters', reports: [{ name: 'identity' }] });
  await endPackage(ctx, by, accountId, pack);
  const charged = await portal.placeCheck('live', { last_name: 'Charged' }, ['identity']);
  const credited = { checkId: charged.id, applicantId: charged.applicantId, reportIds: [charged.reports[0]!.id] };
  await creditReports(ctx, { ...portal.caller('live'), ...by }, { ...credited, reason: 'goodwill' });
  const who = 'Desk Screener';
  assert.deepEqual((await changes()).slice(0, 11), [
    `${who} | A report of VF${charged.orderId} credited: goodwill £8.00 without VAT`,
    `${who} | Package that was removed removed`,
    `${who} | Package that was removed created`,
    'Probity | Subsidiary Acme North created',
    `${who} | API key Payroll revoked`,
    `${who} | API key Payroll created For Ada Added, test data Scopes: read, order, results, webhooks, admin`,
    `${who} | User Ada Added changed Role: Standard, now Read only`,
    `${who} | User Ada Added created Role: Standard Sees the whole account`,
    `${who} | Report types agreed Identity: price £8.00 (before: £7.25), working days 9`,
    `${who} | Report types agreed Identity: price £7.25, working days 9`,
    `${who} | Settings changed Legal hold: yes (before: no) VAT: 5% (before: 0%) Contact for candidates and referees`,
  ]);
  const { body } = await administrator.get(page);
  assert.ok(!body.includes(`VF${check.orderId}<`), 'what happens to orders is not in it');
});

test("the client's administrators read it, without the desk's people, providers and own settings", async () => {
  const owner = { name: 'Owner Sample', email: 'owner@acme.test', role: 'administrator' } as const;
  await createUser(ctx, 'system', accountId, owner);
  await createSignIn(ctx, 'system', { email: owner.email, password });
  const client = await signedInVisitor(portal, owner.email);
  const read = async () => (await client.get('/portal/history')).body;
  const body = await read();
  assert.match(body, /Settings changed/);
  assert.match(body, /What the desk sets for its own work/);
  assert.match(body, /User Ada Added created/);
  assert.match(body, /Sees the whole account/);
  for (const hidden of ['Legal hold', 'Desk Screener', 'Person of the desk']) assert.ok(!body.includes(hidden), hidden);
  const [home] = await listSubsidiaries(ctx, 'system', accountId);
  const email = 'home@acme.test';
  const scope = { role: 'administrator', subsidiaryIds: [home!.id] } as const;
  await createUser(ctx, 'system', accountId, { name: 'Home Sample', email, ...scope });
  await createSignIn(ctx, 'system', { email, password });
  const ofHome = await signedInVisitor(portal, email);
  assert.equal((await ofHome.get('/portal/history')).status, 403);
  assert.equal((await ofHome.get('/portal/single-sign-on')).status, 403);
  assert.ok(!(await ofHome.get('/portal/users')).body.includes('/portal/history'), 'no entry in the menu');
  assert.match(await read(), /User Home Sample created[\s\S]*?Sees Acme North only/);
});

test('who looked at lists, and what happened in other accounts, is not in the history', async () => {
  const other = await makeAccount(ctx, 'Other Care');
  await changeAccountSettings(ctx, by, other.accountId, { purchaseOrder: 'PO 1' });
  const before = await changes();
  await administrator.get('/desk');
  await ctx.batches.write();
  assert.deepEqual(await changes(), before);
  assert.equal((await administrator.get(`/desk/accounts/${other.accountId}/history`)).status, 404);
});

test('the history is narrowed to a kind of change and to a time, with amounts, and is a file of the same', async () => {
  await changeAccountSettings(ctx, by, accountId, { acceptOrders: false, stopReason: 'Unpaid' });
  await changeAccountSettings(ctx, by, accountId, { acceptOrders: true, stopReason: '' });
  const stops = await changes(`${page}?kind=stops`);
  assert.deepEqual(
    stops.map((one) => one.replace(/ Accept new orders.*/, '')),
    ['Desk Screener | New orders accepted again', 'Desk Screener | New orders stopped'],
  );
  const money = (await administrator.get(`${page}?kind=money`)).body;
  assert.match(money, /Amount <\/span>-?−?£8\.00|Amount <\/span>[^<]*8\.00/);
  assert.doesNotMatch(money, /Report types agreed|Settings changed/);
  assert.match((await administrator.get(`${page}?kind=prices`)).body, /Report types agreed/);
  assert.match(
    (await administrator.get(`${page}?until=2020-01-01`)).body,
    /Nothing was changed of this kind and in this time/,
  );
  const file = await administrator.get(`${page}/file?kind=money`);
  assert.match(String(file.headers['content-type']), /text\/csv/);
  assert.match(file.body, /^\uFEFF?at,by,key,kind,what,details,amount_gbp\r\n/);
  assert.match(
    file.body,
    /"Desk Screener","","Charges, invoices and payments","A report of VF\d+ credited: goodwill","£8\.00 without VAT","-8\.00"\r\n/,
  );
  assert.doesNotMatch(file.body, /Report types agreed/);
});

test('a long history is read in pages', async () => {
  for (let n = 0; n < 51; n += 1) await changeAccountSettings(ctx, by, accountId, { paymentDays: 10 + n });
  const { body } = await administrator.get(page);
  assert.equal((await changes()).length, 50);
  const older = /href="([^"]+\?before=[^"]+)"/.exec(body)![1]!;
  const rest = await changes(older);
  assert.match(rest[0]!, /Settings changed/);
  assert.match(rest.at(-1)!, /Account created/);
  assert.match((await administrator.get(older)).body, /Newest changes/);
});

test('an auditor reads the history, a screener does not, and it is read by its own index', async () => {
  for (const [role, status] of [
    ['auditor', 200],
    ['account_manager', 200],
    ['screener', 403],
  ] as const) {
    const email = `${role.replace('_', '-')}@history.test`;
    await createDeskUser(ctx, 'system', { name: role, email, role, accounts: [accountId] });
    await createSignIn(ctx, 'system', { email, password });
    assert.equal((await (await signedInVisitor(portal, email)).get(page)).status, status, role);
  }
  const types = Object.keys(eventTypes) as (keyof typeof eventTypes)[];
  await portal.superuser.run(sql`
    insert into events (account_id, environment, id, type, resource_type, resource_id, actor, occurred_at, notifies)
    select ${accountId}, 'live', gen_random_uuid(), 'account.checks_listed', 'account', ${accountId}, 'system', now(), false
    from generate_series(1, 20000)`);
  await portal.superuser.run(sql`analyze events`);
  const plan = await planOf(portal.superuser, (db) => findSetUpEvents(db, accountId, { types, limit: 50 }));
  assert.deepEqual(
    used(plan).filter((name) => name.startsWith('events')),
    ['events_of_set_up'],
  );
});

test('approvals of orders and links for candidates stand in the history of the account', async () => {
  const types = [
    'order_approval_asked',
    'order_approval_taken_back',
    'order_link_created',
    'order_link_stopped',
  ] as const;
  const caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 } as const;
  for (const type of types)
    await storeEvents(ctx, caller, [{ type: `account.${type}`, resourceId: accountId, detail: {} }]);
  const rows = await changes(`${page}?kind=others`);
  assert.deepEqual(
    rows.slice(0, 4).map((row) => row.replace(/^.* \| /, '')),
    [
      'Link for candidates stopped',
      'Link for candidates made',
      'Orders that waited for approval taken back',
      'Approval of orders asked for',
    ],
  );
});

/** Of a money event: every amount that any of them has. */
const amounts = Object.fromEntries(
  ['pence', 'amount_pence', 'total_pence', 'limit_pence', 'price_pence', 'fee_pence'].map((name) => [name, 123_456]),
);
const detailOfAll = {
  ...amounts,
  ...{ number: 'INV-7', month: '2026-11', reason: 'goodwill', kind: 'credit', decision: 'approved', on: '2026-11-02' },
  ...{ from: '2026-10-01', to: '2026-11-01', as: 'paid', outcome: 'credited', method: 'bank_transfer' },
};

test('who does not read charges reads that something was done about money, and no amount', async () => {
  const told = (type: EventName, seesAmounts: boolean) => {
    const { title, lines } = changeText(type, {
      ...{ name: 'x', orderId: 7, creditedPence: null, isForClient: false, unit: 'Subsidiary', nameOf: () => 'x' },
      detail: readDetail(seesAmounts, type, detailOfAll),
    });
    return [title, ...lines].join(' ');
  };
  const ofMoney = shownChanges(false).filter((type) => kindOfChange(type) === 'money');
  const withAmount = ofMoney.filter((type) => /1,234\.56|2,469\.12/.test(told(type, true)));
  assert.ok(withAmount.length >= 10, `${withAmount}`);
  for (const type of ofMoney) assert.doesNotMatch(told(type, false), /£|NaN|undefined|1234|1,234/, type);

  await createDeskUser(ctx, 'system', {
    ...{ name: 'Audit', email: 'audit@desk.test', role: 'auditor', accounts: [accountId] },
  });
  await createSignIn(ctx, 'system', { email: 'audit@desk.test', password });
  const auditor = await signedInVisitor(portal, 'audit@desk.test');
  const read = async (kind: string) =>
    (await auditor.get(`${page}?kind=${kind}`)).body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const seen = await read('money');
  assert.match(seen, /A report of VF\d+ credited: goodwill/);
  assert.doesNotMatch(seen, /without VAT|Amount/);
  assert.match(await read('prices'), /Identity: price £8\.00/, 'the prices of the agreement are not hidden');
});

test('a change of the languages of somebody of the desk stands there with what it was before, and the same again does not', async () => {
  const { deskUserId: id } = portal;
  const manager = { actor: by.actor, permissions: ['manage_desk_users', 'read_team'] } as const;
  await changeDeskLanguages(ctx, manager, id, ['fr', 'de']);
  await changeDeskLanguages(ctx, manager, id, ['de', 'fr', 'de']);
  await changeDeskLanguages(ctx, manager, id, ['de']);
  const told = (await changes()).filter((one) => one.includes('Languages besides English'));
  assert.equal(told.length, 2, told.join('\n'));
  assert.match(told[0]!, /Languages besides English: German, instead of German, French/);
  assert.match(told[1]!, /Languages besides English: German, French, instead of none/);
});
