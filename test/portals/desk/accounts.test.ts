// The account managers' pages: what each action does, who may do it, and what the pages say.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import {
  createAccount,
  createUser,
  listAccounts,
  listApiKeys,
  listUsers,
} from '../../../src/features/accounts/account-actions.ts';
import { settingText } from '../../../src/features/accounts/account-setting.ts';
import { changeAccountSettings, readAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { beginStandard } from '../../../src/features/accounts/house-standard-actions.ts';
import { readLogo } from '../../../src/features/accounts/logo-actions.ts';
import {
  changeDeskUser,
  countApprovers,
  createDeskUser,
  createSignIn,
  listDeskUsers,
  usualNewUntil,
} from '../../../src/features/accounts/sign-in-actions.ts';
import { confirmSession } from '../../../src/features/accounts/sign-in-store.ts';
import {
  changeSubsidiary,
  createSubsidiary,
  listSubsidiaries,
} from '../../../src/features/accounts/subsidiary-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { contractJobs } from '../../../src/features/client-care/contract-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { citationOf } from '../../../src/features/knowledge/rule.ts';
import { chooseProviders } from '../../../src/features/provider-requests/choice-actions.ts';
import {
  createGroup,
  createJobRole,
  createPackage,
  listAgreedGroups,
  listAgreedJobRoles,
  listPackages,
} from '../../../src/features/report-types/agreement-actions.ts';
import {
  availableById,
  listAvailableTypes,
  switchOffTypes,
  switchOnTypes,
} from '../../../src/features/report-types/availability-actions.ts';
import { reportTypeIds } from '../../../src/features/report-types/catalogue.ts';
import { codeOf } from '../../../src/features/report-types/catalogue-rules.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { roleLevel } from '../../../src/features/report-types/role-level-rules.ts';
import { standardIds, standards } from '../../../src/features/report-types/standards.ts';
import { defaultBrandColour } from '../../../src/lib/brand-colour.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { pngOf } from '../../support/png.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
  visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const path = `/desk/accounts/${accountId}`;

// Not a demo account, so that whoever works for it has a second factor.
const { id: grantedId } = await createAccount(ctx, 'system', { name: 'Granted Ltd' });
const { id: foreignId } = await createAccount(ctx, 'system', { name: 'Not To Be Seen Ltd' });

async function personOf(role: DeskRole, name: string): Promise<Visitor> {
  const email = `${name}@desk.test`;
  await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId, grantedId] });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const manager = await personOf('account_manager', 'manager');
const auditor = await personOf('auditor', 'accounts-auditor');
const administrator = await signedInVisitor(portal);

const tokenOf = async (person: Visitor) =>
  /name="form_token" value="([^"]+)"/.exec((await person.get('/desk/accounts')).body)![1]!;

/** The address that the answer redirects to. */
const location = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => String(answer.headers.location);

const storedEvents = async (of: string) =>
  (
    await ctx.db.rows<{ type: string; actor: string }>(sql`
    select type, actor from events where account_id = ${of} order by occurred_at, id`)
  ).map(({ type, actor }) => `${type} ${actor.split(':')[0]}`);

test('a desk user lists and opens only the accounts granted to them', async () => {
  const { body } = await manager.get('/desk/accounts');
  assert.match(body, /Acme Care/);
  assert.doesNotMatch(body, /Not To Be Seen/);
  assert.match((await manager.get('/desk/accounts?q=be+seen')).body, /No open account is called “be seen”/);
  for (const section of ['', '/users', '/keys', '/subsidiaries', '/settings']) {
    assert.equal((await manager.get(`${path}${section}`)).status, 200, section);
    assert.equal((await manager.get(`/desk/accounts/${foreignId}${section}`)).status, 404, section);
  }
  const form_token = await tokenOf(manager);
  assert.equal(
    (await manager.post(`/desk/accounts/${foreignId}/subsidiaries`, { name: 'Mine', form_token })).status,
    404,
  );
});

test('an auditor reads an account, and is offered no change of it', async () => {
  for (const section of ['', '/users', '/keys', '/subsidiaries', '/settings']) {
    const { status, body } = await auditor.get(`${path}${section}`);
    assert.equal(status, 200, section);
    assert.doesNotMatch(body, /Invite|New API key|Add a subsidiary|Save<|Revoke/, section);
  }
  assert.equal((await auditor.get('/desk/accounts/new')).status, 403);
});

test('a new account has its template, and an administrator who chooses a password by a link', async () => {
  const page = (await manager.get('/desk/accounts/new')).body;
  const suggested = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)" checked`).exec(page)![1];
  assert.equal(await countApprovers(ctx, 'system'), 1);
  assert.match(page, /1 person of the desk may approve the work of others, and nobody approves their own/);
  assert.deepEqual(
    ['approveAdverse', 'approveCriminalRecords', 'approveClearAnyway', 'refuseUnpriced'].map(suggested),
    ['no', 'no', 'no', 'yes'],
  );
  assert.match(page, /name="vatPercent"[^>]* value="20"/);
  await createDeskUser(ctx, 'system', {
    name: 'Second',
    email: 'second@desk.test',
    role: 'reviewer',
    accounts: [accountId],
  });
  const withTwo = (await manager.get('/desk/accounts/new')).body;
  assert.match(withTwo, /name="approveAdverse"[^>]* value="yes" checked/);
  assert.match(withTwo, /name="approveCriminalRecords"[^>]* value="yes" checked/);
  const decided = {
    ...{ approveAdverse: 'yes', approveCriminalRecords: 'no', approveClearAnyway: 'yes' },
    ...{
      refuseUnpriced: 'no',
      vatPercent: '20',
      eraseAfterDays: '180',
      keepsStaff: 'yes',
      submissionWorkingDays: '10',
    },
  };
  const form = { name: 'Brook Bank plc', template: 'financial_services', ...decided };
  const wrong = await manager.submit('/desk/accounts/new', '/desk/accounts/new', {
    ...{ ...form, approveAdverse: '', vatPercent: '200' },
    administrator_name: '',
    administrator_email: clientEmail,
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /Enter the administrator’s name/);
  const same = await manager.submit('/desk/accounts/new', '/desk/accounts/new', { ...form, name: 'granted LTD' });
  assert.match(same.body, /There is an account of this name: enter another/);
  assert.match(wrong.body, /The email address has already been taken/);
  assert.match(wrong.body, /Approve Consider must be yes or no/);
  assert.match(wrong.body, /VAT must be a whole number from 0 to 100/);
  assert.match(wrong.body, /value="Brook Bank plc"/);
  assert.match(wrong.body, /name="vatPercent"[^>]* value="200"/);
  const { status, body } = await manager.submit('/desk/accounts/new', '/desk/accounts/new', {
    ...form,
    administrator_name: 'Ada Banker',
    administrator_email: 'ada@brook-bank.test',
  });
  assert.equal(status, 200);
  const [, link] = /id="link">[^<]*(\/sign-in\/link\/[^<]+)</.exec(body)!;
  assert.equal((await visitor(portal).get(link!)).status, 200);
  const account = (await listAccounts(ctx, 'system')).find(({ name }) => name === 'Brook Bank plc')!;
  assert.deepEqual(
    (await listUsers(ctx, 'system', account.id)).map(({ email, role }) => [email, role]),
    [['ada@brook-bank.test', 'administrator']],
  );
  const settings = await readAccountSettings(ctx, account.id);
  assert.deepEqual(
    [settings.approveAdverse, settings.approveCriminalRecords, settings.approveClearAnyway],
    [true, false, true],
  );
  assert.deepEqual([settings.refuseUnpriced, settings.vatPercent, settings.eraseAfterDays], [false, 20, 180]);
  assert.match(body, /No report type of the account has a price yet[\s\S]*report-types\?status=unpriced/);
  const opened = await manager.get(`/desk/accounts/${account.id}`);
  assert.match(opened.body, /No price is agreed/);
  await changeAccountSettings(ctx, 'system', account.id, { refuseUnpriced: true });
  assert.match(
    (await manager.get(`/desk/accounts/${account.id}`)).body,
    /0 with a price can be ordered, \d+ without are refused[\s\S]*Nothing can be ordered/,
  );
  assert.equal(opened.status, 200, 'the account manager works for the account that they created');
  const creator = (await listDeskUsers(ctx, 'system')).find(({ email }) => email === 'manager@desk.test')!;
  assert.deepEqual(new Set(creator.accounts), new Set([accountId, grantedId, account.id]));
  assert.deepEqual(await storedEvents(account.id), [
    'account.created user',
    'desk_user.changed user',
    'account.changed user',
    'user.created user',
    'account.changed system',
  ]);
});

test('a new account starts like another, without what is that client’s own, and nobody need be invited yet', async () => {
  await changeAccountSettings(ctx, 'system', grantedId, { chasesAtMost: 6, brandColour: '#552200', vatPercent: 5 });
  await switchOnTypes(ctx, 'system', grantedId, [{ name: 'document', pricePence: 1234 }]);
  assert.doesNotMatch((await manager.get(`/desk/accounts/new?like=${foreignId}`)).body, /It starts like/);
  const page = `/desk/accounts/new?like=${grantedId}`;
  assert.match((await manager.get(page)).body, /It starts like Granted Ltd/);
  const answer = await manager.submit(page, '/desk/accounts/new', {
    ...{ name: 'Second Of Its Kind Ltd', like: grantedId, second_factor: 'yes' },
    ...{ administrator_name: '', administrator_email: '' },
  });
  assert.match(location(answer), /\?done=created$/);
  const made = (await listAccounts(ctx, 'system')).find(({ name }) => name === 'Second Of Its Kind Ltd')!;
  assert.equal(made.second_factor_demanded, true);
  assert.deepEqual(await listUsers(ctx, 'system', made.id), []);
  const { chasesAtMost, vatPercent, brandColour } = await readAccountSettings(ctx, made.id);
  assert.deepEqual([chasesAtMost, vatPercent, brandColour], [6, 5, defaultBrandColour]);
  assert.deepEqual(await agreedOf(made.id), await agreedOf(grantedId));
  assert.match(
    (await manager.get(`/desk/accounts/${made.id}?done=created`)).body,
    /Nobody of the client is invited yet/,
  );
});

test('the overview says who of the desk works for the account, and when nobody could approve', async () => {
  const email = 'only@desk.test';
  const { id } = await createAccount(ctx, 'system', { name: 'Staffed Ltd' });
  const person = { name: 'Only Reviewer', email, accounts: [id], role: 'reviewer' } as const;
  const only = await createDeskUser(ctx, 'system', person);
  await createSignIn(ctx, 'system', { email, password });
  const boss = { name: 'Own Manager', email: 'own@desk.test', accounts: [id], role: 'account_manager' } as const;
  await createDeskUser(ctx, 'system', boss);
  await createSignIn(ctx, 'system', { email: boss.email, password });
  const own = await signedInVisitor(portal, boss.email);
  const overview = async () => (await own.get(`/desk/accounts/${id}`)).body;
  assert.match(await overview(), /People of the desk<[\s\S]*Only Reviewer[^<]*Own Manager/);
  assert.doesNotMatch(await overview(), /Nobody can approve/);
  await changeAccountSettings(ctx, 'system', id, { approveAdverse: true });
  assert.match(await overview(), /Nobody can approve what a screener proposes/);
  const screener = { name: 'A Screener', email: 'a.screener@desk.test', accounts: [id], role: 'screener' } as const;
  await createDeskUser(ctx, 'system', screener);
  assert.doesNotMatch(await overview(), /Nobody can approve/, 'the reviewer approves what the screener proposes');
  await changeDeskUser(ctx, 'system', only, { accounts: [grantedId] });
  assert.match(await overview(), /Nobody can approve/);
});

test('somebody of finance comes to the accounts, reads no candidate, and is led to no page that they may not open', async () => {
  const email = 'fin@desk.test';
  const person = { name: 'Fin Ance', email, accounts: [accountId], role: 'finance' } as const;
  await createDeskUser(ctx, 'system', person);
  await createSignIn(ctx, 'system', { email, password });
  const finance = visitor(portal);
  const asked = location(await finance.get('/desk'));
  const home = location(await finance.submit(asked, '/sign-in', { email, password }));
  assert.notEqual(home, '/desk');
  assert.equal((await finance.get(home)).status, 200, home);
  for (const page of ['', '/report-types', '/charges', '/invoices', '/turnaround', '/result-rules', '/settings']) {
    const { status, body } = await finance.get(`${path}${page}`);
    assert.equal(status, 200, page);
    assert.doesNotMatch(body, /href="\/desk(\?[^"]*)?"|href="\/desk\/(reports|orders|forms|search)/, page);
  }
  const { body } = await finance.get('/desk/figures');
  assert.match(body, /Orders placed/);
  assert.doesNotMatch(body, /href="\/desk(\?[^"]*)?"|href="\/desk\/orders/);
  for (const closed of ['/requests', '/result-rules/preview', '/result-rules/draft/new'])
    assert.equal((await finance.get(`${path}${closed}`)).status, 403, closed);

  // Of the settings, finance changes how the client is billed, and nothing else.
  const settings = `${path}/settings`;
  const sections = [...(await finance.get(settings)).body.matchAll(/action="[^"]*\/settings\?section=(\w+)"/g)];
  assert.deepEqual(
    sections.map(([, section]) => section),
    ['charges', 'invoices'],
  );
  const { chasesAtMost } = await readAccountSettings(ctx, accountId);
  const given = { billingContact: 'Pat Payable, 01234 567890', chasesAtMost: '9' };
  assert.equal((await finance.submit(settings, settings, given)).status, 303);
  const now = await readAccountSettings(ctx, accountId);
  assert.deepEqual([now.billingContact, now.chasesAtMost], ['Pat Payable, 01234 567890', chasesAtMost]);
  assert.match((await finance.get(`${path}/owed`)).body, /Pat Payable[\s\S]*#billingContact/);
  assert.doesNotMatch((await auditor.get(settings)).body, /<form method="post" action="[^"]*\/settings/);
});

test('who sees the demo only is told that a new account belongs to it, and it does', async () => {
  const page = '/desk/accounts/new';
  assert.match((await administrator.get(page)).body, /this account will belong to the demo/);
  assert.doesNotMatch((await manager.get(page)).body, /belong to the demo/);
  const decided = {
    ...{ approveAdverse: 'no', approveCriminalRecords: 'no', approveClearAnyway: 'no' },
    ...{ refuseUnpriced: 'no', vatPercent: '0', eraseAfterDays: '180', keepsStaff: 'yes', submissionWorkingDays: '10' },
  };
  const given = { ...decided, name: 'Demo Two', administrator_name: 'Dee Two', administrator_email: 'dee@two.test' };
  await administrator.submit(page, page, { ...given, template: 'uk_standard' });
  const isDemo = async (name: string) => (await listAccounts(ctx, 'system')).find((one) => one.name === name)!.is_demo;
  assert.deepEqual([await isDemo('Demo Two'), await isDemo('Brook Bank plc')], [true, false]);
  assert.equal((await administrator.get('/desk/accounts')).status, 200, 'no second factor is asked for');

  const kept = { ...given, eraseAfterDays: '', neverHiredDays: '365', administrator_email: 'dee@three.test' };
  assert.match(
    (await administrator.get(page)).body,
    /Left empty: 2192 days for Financial services, 2557 days for Security/,
  );
  await administrator.submit(page, page, { ...kept, name: 'Demo Guards', template: 'security_industry' });
  const { id } = (await listAccounts(ctx, 'system')).find(({ name }) => name === 'Demo Guards')!;
  const { eraseAfterDays, neverHiredDays } = await readAccountSettings(ctx, id);
  assert.deepEqual([eraseAfterDays, neverHiredDays], [2557, 365], 'as BS 7858 keeps them');
});

test('an account manager invites a user, changes what they may do, and disables them', async () => {
  const form = { name: 'Kim Requester', email: 'kim@acme.test', external_id: 'k-1' };
  const wrong = await manager.submit(`${path}/users/new`, `${path}/users/new`, form);
  assert.match(wrong.body, /Choose what they may do/);
  assert.match(wrong.body, /value="kim@acme.test"/);
  const empty = await manager.submit(`${path}/users/new`, `${path}/users/new`, {});
  for (const message of ['Enter the name of the person', 'Enter the email address', 'Choose what they may do'])
    assert.match(empty.body, new RegExp(message));
  const invited = await manager.submit(`${path}/users/new`, `${path}/users/new`, { ...form, role: 'requester' });
  assert.match(invited.body, /\/sign-in\/link\//);
  const found = async () => (await listUsers(ctx, 'system', accountId)).find(({ email }) => email === 'kim@acme.test')!;
  const user = `${path}/users/${(await found()).id}`;
  const users = `${path}/users`;
  const rowIn = async () => (await manager.get(users)).body.split('<tr').find((row) => row.includes('Kim Requester'))!;
  assert.match(await rowIn(), /Invited/);
  assert.match((await manager.submit(users, `${user}/invite`, {})).body, /\/sign-in\/link\//, 'sends it again');
  await createSignIn(ctx, 'system', { email: 'kim@acme.test', password });
  assert.match(await rowIn(), /Active/);
  assert.doesNotMatch(await rowIn(), /Send again/);
  const changed = await manager.submit(user, user, { role: 'standard', external_id: '' });
  assert.equal(location(changed), `${user}?done=changed`);
  assert.deepEqual([(await found()).role, (await found()).external_id], ['standard', null]);
  assert.match((await manager.submit(user, `${user}/invite`, {})).body, /\/sign-in\/link\//);
  const kim = await signedInVisitor(portal, 'kim@acme.test');
  assert.match((await manager.get(user)).body, /Signed in with 1 browser\./);
  const end = `${users}/end-sessions`;
  assert.equal(location(await manager.submit(user, end, {})), `${users}?done=ended`);
  assert.equal((await kim.get('/account')).status, 303);
  const again = await signedInVisitor(portal, 'kim@acme.test');
  assert.equal(location(await manager.submit(users, end, {})), `${users}?done=ended`);
  assert.equal((await again.get('/account')).status, 303);
  assert.match((await manager.submit(user, `${user}/reset-second-factors`, {})).body, /\/sign-in\/link\//);
  assert.match(await rowIn(), /Invited/, 'without their password');
  await manager.submit(`${user}/disable`, `${user}/disable`, {});
  assert.notEqual((await found()).disabled_at, null);
  assert.match((await manager.get(user)).body, /Disabled since/);
  await manager.submit(user, `${user}/enable`, {});
  assert.equal((await found()).disabled_at, null);
});

test('nobody invites or resets somebody of another account by an address of this one', async () => {
  const { id } = await createUser(ctx, 'system', foreignId, {
    name: 'Other',
    email: 'other@foreign.test',
    role: 'administrator',
  });
  for (const action of ['', '/invite', '/reset-second-factors', '/disable']) {
    const form_token = await tokenOf(manager);
    const { status } = await manager.post(`${path}/users/${id}${action}`, { role: 'standard', form_token });
    assert.equal(status, 404, action);
  }
  const form_token = await tokenOf(manager);
  const ended = await manager.post(`${path}/users/end-sessions`, { user: id, form_token });
  assert.equal(ended.status, 404);
});

/** When the manager last proved who they are. */
async function managerConfirmed(at: Date): Promise<void> {
  const sessions = await ctx.db.rows<{ id: string }>(sql`
    select s.id from sign_in_sessions s join desk_users d on d.id = s.user_id where d.name = 'manager'`);
  for (const { id } of sessions) await confirmSession(ctx.db, ctx.integrity, id, at);
}

test('an account manager makes a key, which is shown once, and revokes it; an auditor does neither', async () => {
  const user = (await listUsers(ctx, 'system', accountId)).find(({ email }) => email === clientEmail)!;
  assert.equal((await auditor.get(`${path}/keys/new`)).status, 403);
  await managerConfirmed(new Date(Date.now() - 3_600_000));
  const unconfirmed = await manager.get(`${path}/keys/new`);
  assert.match(unconfirmed.body, /Confirm that it is you/);
  await managerConfirmed(new Date());
  const wrong = await manager.submit(`${path}/keys/new`, `${path}/keys/new`, {
    label: 'HR',
    expires: '2020-01-01',
  });
  for (const message of ['Choose whose key it is', 'Choose live or test data', 'Choose what the key may do']) {
    assert.match(wrong.body, new RegExp(message));
  }
  assert.match(wrong.body, /Enter a day in the future/);
  assert.match(wrong.body, /value="HR"/);
  const made = await manager.submit(`${path}/keys/new`, `${path}/keys/new`, {
    user: user.id,
    environment: 'test',
    scopes: 'read',
    label: 'HR',
  });
  const [, key] = /id="key">(test_[a-z0-9]+)</.exec(made.body)!;
  assert.match(
    made.body,
    /id="curl">curl --cacert authority\.pem [^<]*test_[a-z0-9]+[^<]*\/vft-staging\/v2\/reporttypes</,
  );
  assert.doesNotMatch((await manager.get(`${path}/keys`)).body, new RegExp(key!));
  const [row] = await listApiKeys(ctx, 'system', accountId);
  assert.deepEqual([row!.scopes, row!.label], [['read'], 'HR']);
  const form_token = await tokenOf(auditor);
  assert.equal((await auditor.post(`${path}/keys/${row!.id}/revoke`, { form_token })).status, 403);
  const revoke = `${path}/keys/${row!.id}/revoke`;
  assert.match((await manager.get(revoke)).body, /HR[\s\S]*Read candidates, checks and webhooks[\s\S]*Never/);
  await manager.submit(revoke, revoke, {});
  assert.notEqual((await listApiKeys(ctx, 'system', accountId))[0]!.revoked_at, null);
});

test('a subsidiary is added, and a second one with its external id or its name is refused', async () => {
  const add = (name: string, external_id = 'north') =>
    manager.submit(`${path}/subsidiaries`, `${path}/subsidiaries`, { name, external_id });
  assert.equal((await add('North')).status, 303);
  assert.deepEqual(
    (await listSubsidiaries(ctx, 'system', accountId)).map(({ name, external_id }) => [name, external_id]),
    [['North', 'north']],
  );
  const again = await add('North again');
  assert.equal(again.status, 422);
  assert.match(again.body, /The external id has already been taken/);
  assert.match(again.body, /value="North again"/);
  const namesake = await add(' north ', 'north-2');
  assert.equal(namesake.status, 422);
  assert.match(namesake.body, /The name has already been taken/);
  assert.match((await manager.get(`${path}/users/new`)).body, /A user of a subsidiary/);
});

test('a subsidiary is renamed, and its users and orders stay with it', async () => {
  const [north] = await listSubsidiaries(ctx, 'system', accountId);
  await createSubsidiary(ctx, 'system', accountId, { name: 'South', externalId: 'south' });
  const person = { name: 'Nora North', email: 'nora@acme.test', role: 'standard', subsidiaryIds: [north!.id] } as const;
  await createUser(ctx, 'system', accountId, person);
  const page = `${path}/subsidiaries/${north!.id}`;
  const rename = (name: string, external_id = 'north') => manager.submit(page, page, { name, external_id });
  assert.match((await rename('SOUTH')).body, /The name has already been taken/);
  assert.match((await rename('')).body, /Enter the name of the subsidiary/);
  const wrongId = await rename('North and East', 'south');
  assert.match(wrongId.body, /The external id has already been taken[\s\S]*value="North and East"/);
  assert.equal(location(await rename('North and East')), `${path}/subsidiaries?done=changed`);
  const { body } = await manager.get(`${path}/subsidiaries?done=changed`);
  assert.match(body, /The subsidiary is changed[\s\S]*North and East[\s\S]*>north</);
  assert.match((await manager.get(`${path}/users`)).body, /Nora North[\s\S]*North and East/);
  assert.equal((await storedEvents(accountId)).at(-1), 'subsidiary.changed user');
  assert.equal((await auditor.get(page)).status, 403);
  assert.equal((await manager.get(`${path}/subsidiaries/${foreignId}`)).status, 404);
  assert.equal((await rename('North', '')).status, 303);
  // Sold: it takes no order, and invitations do not offer it; who sees nothing else is named.
  assert.match((await manager.get(page)).body, /Who sees? nothing else: [\s\S]*Nora North/);
  assert.equal(location(await manager.submit(page, `${page}/end`, { do: 'end' })), `${path}/subsidiaries?done=ended`);
  assert.match((await manager.get(`${path}/subsidiaries`)).body, /North<\/a> <strong class="govuk-tag[^>]*>\s*Ended/);
  assert.doesNotMatch((await manager.get(`${path}/users/new`)).body, />\s*North\s*</);
  assert.equal((await manager.submit(page, `${page}/end`, { do: 'reopen' })).status, 303);
  assert.match((await manager.get(`${path}/users/new`)).body, />\s*North\s*</);
});

test('many subsidiaries are added from pasted rows: what is wrong is said by row, and all are seen before any is added', async () => {
  const page = `${path}/subsidiaries/many`;
  const names = async () => (await listSubsidiaries(ctx, 'system', accountId)).map(({ name }) => name);
  const before = await names();
  const sent = (rows: string, fields = {}) => manager.submit(page, page, { rows, ...fields });
  assert.match((await manager.get(`${path}/subsidiaries`)).body, /Add many from a spreadsheet/);
  const wrong = await sent('Home\tCost centre\nElm House\tE1\nElm house\tE2\nFir House\tE1\n');
  assert.equal(wrong.status, 422);
  assert.match(
    wrong.body,
    /Row 3<[\s\S]*The name has already been taken[\s\S]*Row 4<[\s\S]*The external id has already/,
  );
  const seen = await sent('Home\tCost centre\nElm House\tE1\nFir House\t\n');
  assert.match(seen.body, /Add 2 subsidiaries\?[\s\S]*Elm House[\s\S]*E1[\s\S]*Fir House/);
  assert.deepEqual(await names(), before, 'none is added yet');
  const sheet = /<textarea name="rows"[^>]*>([^<]*)</.exec(seen.body)![1]!;
  assert.equal(location(await sent(sheet, { do: 'add' })), `${path}/subsidiaries?done=added_many`);
  assert.deepEqual((await names()).filter((name) => !before.includes(name)).toSorted(), ['Elm House', 'Fir House']);
  assert.equal((await auditor.get(page)).status, 403);
});

test('of two subsidiaries that take the same name or external id at once, one does', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Twins Ltd' });
  const made = await Promise.all(['One', 'Two', 'Three'].map((name) => createSubsidiary(ctx, 'system', id, { name })));
  for (const change of [{ name: 'Same' }, { externalId: 'same' }]) {
    const settled = await Promise.allSettled(
      made.map((one) => changeSubsidiary(ctx, 'system', id, { ...one, ...change })),
    );
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []));
    assert.deepEqual(reasons, ['invalid_fields', 'invalid_fields'], Object.keys(change)[0]);
  }
  const twins = await Promise.allSettled([1, 2].map(() => createSubsidiary(ctx, 'system', id, { name: 'Twin' })));
  assert.deepEqual(twins.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('a setting is changed on the page, and a wrong value is kept with its rule', async () => {
  const send = async (value: string) => {
    const settings = await readAccountSettings(ctx, accountId);
    const sent = Object.entries(settings).map(([name, now]) => [name, settingText(now)]);
    return manager.submit(`${path}/settings`, `${path}/settings`, {
      ...Object.fromEntries(sent),
      referenceDateToleranceDays: value,
    });
  };
  assert.equal(location(await send('20')), `${path}/settings?done=saved`);
  assert.equal((await readAccountSettings(ctx, accountId)).referenceDateToleranceDays, 20);
  const wrong = await send('soon');
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /Tolerance of dates in references must be a whole number from 0 to 366/);
  assert.match(wrong.body, /value="soon"/);
  const renamed = await manager.submit(`${path}/settings`, `${path}/settings/account`, {
    name: 'Acme Care and Sons',
    demands: 'bare_results_links',
  });
  assert.equal(renamed.status, 303);
  const account = (await listAccounts(ctx, 'system')).find(({ id }) => id === accountId)!;
  assert.deepEqual(
    [account.name, account.bare_results_links, account.second_factor_demanded],
    ['Acme Care and Sons', true, false],
  );
});

test('whoever lowers what a person approves confirms who they are, and it is a security event', async () => {
  const send = async (change: Readonly<Record<string, string>>) => {
    const sent = Object.entries(await readAccountSettings(ctx, accountId)).map(([name, now]) => [
      name,
      settingText(now),
    ]);
    return manager.submit(`${path}/settings`, `${path}/settings`, { ...Object.fromEntries(sent), ...change });
  };
  await send({ approveAdverse: 'yes', qualitySamplePercent: '10' });
  await managerConfirmed(new Date(Date.now() - 3_600_000));
  assert.match((await send({ approveAdverse: 'no' })).body, /Confirm that it is you/);
  const releasing = { type: String(reportTypeIds.identity!), first: 'manual', releases: 'not_clear' };
  const providers = `${path}/providers`;
  assert.match((await manager.submit(providers, providers, releasing)).body, /Confirm that it is you/);
  assert.equal((await readAccountSettings(ctx, accountId)).approveAdverse, true);
  await managerConfirmed(new Date());
  await send({ approveAdverse: 'no', qualitySamplePercent: '5' });
  await send({ approveAdverse: 'yes', qualitySamplePercent: '10' });
  await send({ approveAdverse: 'no', qualitySamplePercent: '0' });
  const capabilities = { types: ['identity'] };
  const type = reportTypeById(reportTypeIds.identity!)!;
  for (const personReleases of ['everything', 'not_clear', 'not_clear'] as const) {
    const choice = { type, providers: ['clear_house'], personReleases };
    await chooseProviders(ctx, 'system', accountId, choice, new Map([['clear_house', capabilities]]));
  }
  await manager.submit(providers, providers, releasing);
  const events = await ctx.db.rows<{ actor: string; detail: object }>(sql`
    select actor, detail from security_events where account_id = ${accountId} and type = 'approval.lowered'
    order by occurred_at, id`);
  const settings = ['approveAdverse', 'qualitySamplePercent'];
  const detail = { report_type_id: type.id, providers: ['clear_house'], person_releases: 'not_clear' };
  assert.deepEqual(
    events.map((event) => [event.actor.split(':')[0], event.detail]),
    [
      ['user', { settings }],
      ['user', { settings }],
      ['system', detail],
    ],
  );
});

/** Switched-on types by name, as `price/days`, with the fee after the price if there is one. */
async function agreedOf(id: string): Promise<Record<string, string>> {
  const available = await listAvailableTypes(ctx, id);
  return Object.fromEntries(
    available.map(({ type, pricePence, feePence, workingDays }) => [
      codeOf(type),
      `${pricePence ?? '-'}${feePence === null ? '' : `+${feePence}`}/${workingDays ?? '-'}`,
    ]),
  );
}

test('what the page of report types leaves as it was stays as somebody else set it meanwhile', async () => {
  const identity = reportTypeIds.identity!;
  const page = `${path}/report-types?family=area%3Aidentity`;
  const opened = hiddenFields((await manager.get(page)).body, page);
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', variant: null, renewAfterMonths: 24 }]);
  const saved = await manager.post(page, {
    ...opened,
    ...{ types: `${identity}`, were_on: `${identity}`, on: `${identity}`, [`price_${identity}`]: '7.50' },
  });
  assert.equal(saved.status, 303, saved.body);
  const terms = (await listAvailableTypes(ctx, accountId)).find(({ type }) => type.id === identity)!;
  assert.deepEqual([terms.pricePence, terms.renewAfterMonths], [750, 24]);
});

test('what a colleague switched meanwhile stays so, with its terms', async () => {
  const [identity, enhanced] = [reportTypeIds.identity!, reportTypeIds['identity:enhanced']!];
  const named = { name: 'identity', variant: 'enhanced' } as const;
  const page = `${path}/report-types?family=area%3Aidentity`;
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', variant: null, pricePence: 900 }]);
  const opened = hiddenFields((await manager.get(page)).body, page);
  await switchOnTypes(ctx, 'system', accountId, [{ ...named, pricePence: 300 }]);
  const ids = `${identity},${enhanced}`;
  await manager.post(page, {
    ...opened,
    types: ids,
    were_on: `${identity}`,
    on: `${identity}`,
    [`price_${identity}`]: '9.50',
  });
  const agreed = await agreedOf(accountId);
  assert.match(agreed.identity!, /^950/);
  assert.match(agreed['identity:enhanced']!, /^300/);
  await switchOffTypes(ctx, 'system', accountId, [named]);
});

test('report types are priced, switched off and on a page at a time, and a wrong price stays as typed', async () => {
  const id = (name: string) => reportTypeIds[name]!;
  const [identity, document] = [id('identity'), id('document')];
  const page = `${path}/report-types?family=area%3Aidentity`;
  assert.match((await manager.get(page)).body, /Price, £/);
  const send = (fields: Record<string, string>) =>
    manager.submit(page, page, { types: `${identity}`, were_on: '', ...fields });
  const priced = await send({
    on: `${identity}`,
    were_on: `${identity}`,
    [`price_${identity}`]: '£5.50',
    [`fee_${identity}`]: '1.25',
    [`days_${identity}`]: '3',
  });
  assert.equal(priced.status, 303);
  assert.equal((await agreedOf(accountId)).identity, '550+125/3');
  const cleared = await send({ on: `${identity}`, [`price_${identity}`]: '5', [`days_${identity}`]: '' });
  assert.equal(cleared.status, 303);
  assert.equal((await agreedOf(accountId)).identity, '500/-');
  const wrong = await send({
    on: `${identity}`,
    [`price_${identity}`]: '5,00',
    [`fee_${identity}`]: '-1',
    [`days_${identity}`]: '0',
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /: the price must be in pounds, such as 28.50/);
  assert.match(wrong.body, /: the fee must be in pounds, such as 28.50/);
  assert.match(wrong.body, /: the number of days must be a whole number from 1 to 365/);
  assert.match(wrong.body, /value="5,00"/);
  await send({ were_on: `${identity}`, [`price_${identity}`]: '5.00' });
  assert.equal((await agreedOf(accountId)).identity, undefined);
  const unticked = await send({ [`price_${identity}`]: '5.00' });
  assert.match(unticked.body, /tick it to switch it on, or clear what is typed beside it/);
  await send({ on: `${identity}` });
  assert.equal((await agreedOf(accountId)).identity, '-/-');
  assert.equal((await agreedOf(accountId)).document, '-/-', `${document} was not on the page that was sent`);
});

test('a family is switched on at one price, and off again', async () => {
  const page = `${path}/report-types?family=drug_test`;
  const found = `${path}/report-types/found?family=drug_test`;
  const drugTests = async () =>
    Object.entries(await agreedOf(accountId)).filter(([name]) => name.startsWith('drug_test'));
  assert.deepEqual(await drugTests(), []);
  const choose = await manager.submit(page, found, {});
  assert.match(choose.body, /Choose whether to switch them on or off/);
  assert.equal((await manager.submit(page, found, { change: 'on', price: '£1,045', days: '' })).status, 303);
  const on = await drugTests();
  assert.ok(on.length > 1 && on.every(([, terms]) => terms === '104500/-'), JSON.stringify(on));
  const bothWays = await manager.submit(page, found, { change: 'on', price: '5', clear: 'price' });
  assert.equal(bothWays.status, 422);
  assert.match(bothWays.body, /The price is both typed and taken away/);
  await manager.submit(page, found, { change: 'on', days: '4', renew: '12' });
  await manager.submit(page, found, { change: 'on', clear: 'price' });
  await manager.submit(page, found, { change: 'on', clear: 'renew' });
  assert.ok(
    (await drugTests()).every(([, terms]) => terms === '-/4'),
    'what is not taken away stays',
  );
  const all = await listAvailableTypes(ctx, accountId);
  assert.ok(all.every(({ renewAfterMonths }) => renewAfterMonths === null));
  await manager.submit(page, found, { change: 'off' });
  assert.deepEqual(await drugTests(), []);
  await manager.submit(`${path}/report-types`, `${path}/report-types/template`, { template: 'care_and_education' });
  assert.ok((await drugTests()).length > 0);
});

const termHeads =
  'price_gbp,fee_gbp,working_days,renew_after_months,next_price_gbp,next_fee_gbp,next_from,volume_prices,next_volume_prices';

test('the report types leave as a CSV file, and come back changed', async () => {
  const file = await manager.get(`${path}/report-types/file`);
  assert.match(String(file.headers['content-type']), /^text\/csv/);
  const before = await agreedOf(accountId);
  const import_ = async (text: string) => {
    const part = (headers: string, content: string) =>
      `--x\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
    const token = part('name="form_token"', await tokenOf(manager));
    const sent = part('name="file"; filename="types.csv"\r\ncontent-type: text/csv', text);
    return manager.send(`${path}/report-types/file`, 'multipart/form-data; boundary=x', `${token}${sent}--x--\r\n`);
  };
  assert.match((await import_(file.body)).body, /This changed no report type\. All of it was agreed already/);
  assert.deepEqual(await agreedOf(accountId), before, 'an unchanged file changes nothing');
  const wrong = await import_(`report,on,${termHeads}\nhoroscope,yes,1,,,,,,,,\nidentity,perhaps,1p,,900,0,,,,,\n`);
  assert.equal(wrong.status, 422);
  for (const message of [
    'line 2 names “horoscope”',
    'line 3 has neither yes nor no',
    'has “1p” as the price: write it as 28.50',
    'has “900” as the number of days: write a whole number from 1 to 365',
    'has “0” as the number of months: write a whole number from 3 to 120',
  ]) {
    assert.match(wrong.body, new RegExp(message));
  }
  assert.match((await import_('report,price_gbp\nidentity,5.00\n')).body, /has no column fee_gbp/);
  assert.deepEqual(await agreedOf(accountId), before);
  const { body } = await import_(
    `report,on,${termHeads}\nidentity,yes,6.20,0.80,,36,,,,,\nright_to_work,no,,,,,,,,,\n`,
  );
  assert.match(body, /This changed 2 report types/);
  assert.match(body, /Identity<[\s\S]*price none → £6\.20; fee none → £0\.80; months to renewal none → 36</);
  assert.match(body, /Right to work<[\s\S]*Switched off</);
  const { identity, right_to_work } = await agreedOf(accountId);
  assert.deepEqual([identity, right_to_work], ['620+80/-', undefined]);
  const changed = availableById(await listAvailableTypes(ctx, accountId)).get(reportTypeIds.identity!);
  assert.equal(changed?.renewAfterMonths, 36);

  // Where the comma is decimal, a spreadsheet writes semicolons.
  const heads = `report;label;on;${termHeads.replaceAll(',', ';')}\r\n`;
  const german = await import_(`${heads}identity;Identity, of a person;yes;7,50;0,8;;36;;;;;\r\n`);
  assert.match(german.body, /This changed 1 report type\.[\s\S]*price £6\.20 → £7\.50</);
  assert.match((await import_(heads.replaceAll(';', '\t'))).body, /The file: has no lines/);
  const split = await import_(`${heads.replaceAll(';', ',')}identity,Identity,yes,28,50,0,,,,,,,\r\n`);
  assert.equal(split.status, 422);
  assert.match(split.body, /line 2 has 13 cells, and the first line 12/);
  assert.match((await import_('PK\0\0')).body, /is not a CSV file: save the sheet as CSV/);
  assert.equal((await agreedOf(accountId)).identity, '750+80/-');
  assert.match((await import_(`${heads}identity;Identity;yes;6,20;0,80;;36;;;;;\r\n`)).body, /price £7\.50 → £6\.20</);
});

test('the agreement of another account is copied: what it may order, its packages, groups and job roles', async () => {
  const { id: newId } = await createAccount(ctx, 'system', { name: 'Granted Too Ltd' });
  const [person] = (await listDeskUsers(ctx, 'system')).filter(({ email }) => email === 'manager@desk.test');
  await changeDeskUser(ctx, 'system', person!.id, { accounts: [accountId, grantedId, newId] });
  await switchOnTypes(ctx, 'system', grantedId, [{ name: 'credit', pricePence: 450, renewAfterMonths: 6 }]);
  await switchOffTypes(ctx, 'system', grantedId, [{ name: 'directorship' }]);
  await createPackage(ctx, 'system', grantedId, { name: 'Office', reports: [{ name: 'credit', quantity: 2 }] });
  const options = [{ name: 'children_barred_list', options: null }];
  const reports = [{ name: 'criminal_history', variant: 'enhanced', options }];
  await createGroup(ctx, 'system', grantedId, { name: 'Carer', reports });
  const answers = { personal_care: 'adults' } as const;
  await createJobRole(ctx, 'system', grantedId, { roleTitle: 'Carer', roleCheckType: 'enhanced', answers });
  await switchOnTypes(ctx, 'system', newId, [{ name: 'identity', pricePence: 100 }]);
  await createPackage(ctx, 'system', newId, { name: 'Office', reports: [{ name: 'identity' }] });

  const page = `/desk/accounts/${newId}/report-types`;
  const copy = (from: string, also = {}) => manager.submit(page, `${page}/copy`, { from, ...also });
  const confirm = (html: string) => copy(grantedId, { shown: /name="shown" value="([^"]+)"/.exec(html)![1]! });
  assert.match((await copy(foreignId)).body, /Choose an account/);
  assert.equal((await copy(newId)).status, 422);
  const asked = (await copy(grantedId)).body;
  assert.match(asked, /Copy the agreement of Granted Ltd\?[\s\S]*This would change[\s\S]*price £1\.00 → none</);
  assert.deepEqual(await listAgreedGroups(ctx, newId), [], 'nothing is done before it is confirmed');
  const { body } = await confirm(asked);
  assert.match(body, /The agreement of Granted Ltd is copied/);
  assert.match(body, /UK credit<[\s\S]*price none → £4\.50; months to renewal none → 6</);
  assert.match(body, /Identity<[\s\S]*price £1\.00 → none</);
  assert.match(body, /UK directorships[^<]*<[\s\S]*Switched off</);
  assert.match(body, /New groups: Carer\.[\s\S]*New job roles: Carer, enhanced\./);
  assert.doesNotMatch(body, /New packages/, 'a package of that name stays as it is');
  assert.match(body, /Kept as they are, because this account has one of the name: Office\./);
  assert.deepEqual(await agreedOf(newId), await agreedOf(grantedId));
  const [group] = await listAgreedGroups(ctx, newId);
  assert.deepEqual(group?.members, (await listAgreedGroups(ctx, grantedId))[0]?.members);
  const [role] = await listAgreedJobRoles(ctx, newId);
  assert.deepEqual([role?.role_title, role?.eligibility?.answers], ['Carer', answers]);
  const again = (await copy(grantedId)).body;
  assert.match(again, /This would change no report type\. All of it is agreed already/);
  assert.match(again, /Kept as they are, because this account has one of the name: Office; Carer; Carer, enhanced\./);
  assert.equal((await listAgreedJobRoles(ctx, newId)).length, 1);
  await createPackage(ctx, 'system', grantedId, { name: 'Ward', reports: [{ name: 'credit' }] });
  const old = (await copy(grantedId)).body;
  await createPackage(ctx, 'system', grantedId, { name: 'Yard', reports: [{ name: 'credit' }] });
  const since = (await confirm(old)).body;
  assert.match(
    since,
    /This would change no report type\.[\s\S]*Ward; Yard/,
    'something has changed since it was shown',
  );
  const more = (await confirm(since)).body;
  assert.match(more, /This changed no report type\.[\s\S]*New packages: Ward; Yard\./);
  assert.doesNotMatch(more, /All of it was agreed already/);

  const home = async (id: string, name: string) => (await createSubsidiary(ctx, 'system', id, { name })).id;
  const [ash, oak, own] = [await home(grantedId, 'Ash'), await home(grantedId, 'Oak'), await home(newId, 'ASH')];
  const ofHome = (name: string, subsidiaryIds: string[]) =>
    createPackage(ctx, 'system', grantedId, { name, reports: [{ name: 'credit' }], subsidiaryIds });
  await ofHome('Of both', [ash, oak]);
  await ofHome('Of Oak', [oak]);
  const homes = (await confirm((await copy(grantedId)).body)).body;
  assert.match(homes, /New packages: Of both\./);
  assert.match(homes, /only subsidiaries order them which this account does not have: Of Oak\./);
  const copied = (await listPackages(ctx, newId)).find(({ name }) => name === 'Of both');
  assert.deepEqual(copied?.subsidiary_ids, [own]);
});

test('settings are copied from another account as far as they are ticked, without what belongs to one client alone', async () => {
  const settingsNow = (id: string) => readAccountSettings(ctx, id);
  await changeAccountSettings(ctx, 'system', grantedId, {
    ...{ chasesAtMost: 7, candidateReminderDays: 21, referenceRemindersAtMost: 1 },
    ...{ brandColour: '#552200', billingEmail: 'bills@granted.example', legalHold: true },
    ...{ hearingWords: 'Granted asks you.', decisionWords: 'Granted tells you.', mailSignature: 'The Granted team' },
  });
  assert.match((await manager.get(`${path}/settings`)).body, new RegExp(`<option value="${grantedId}">Granted Ltd`));
  const page = `${path}/settings/copy?from=${grantedId}`;
  const { body } = await manager.get(page);
  assert.match(body, /Chases of a query[\s\S]*7 \(now: 3\)/);
  assert.match(body, /name="candidateReminderDays"[^>]*value="21"[^>]*checked/);
  for (const own of [
    'brandColour',
    'billingEmail',
    'legalHold',
    'hearingWords',
    'decisionWords',
    'Granted (asks|team)',
  ])
    assert.doesNotMatch(body, new RegExp(own), own);
  const before = await settingsNow(accountId);
  await manager.submit(page, `${path}/settings`, { chasesAtMost: '7', candidateReminderDays: '21' });
  assert.deepEqual(await settingsNow(accountId), { ...before, chasesAtMost: 7, candidateReminderDays: 21 });
  assert.equal((await manager.get(`${path}/settings/copy?from=${foreignId}`)).status, 404);
  assert.equal((await auditor.get(page)).status, 403);
});

test('one setting is compared in all accounts of the user, and changed in the ticked ones or in all of them', async () => {
  const name = 'referenceChaseWorkingDays';
  const page = `/desk/accounts/settings?setting=${name}`;
  const all = [accountId, grantedId, foreignId];
  const now = () => Promise.all(all.map(async (id) => (await readAccountSettings(ctx, id))[name]));
  await changeAccountSettings(ctx, 'system', grantedId, { [name]: 9 });
  const { body } = await manager.get(page);
  assert.match(body, /Acme Care[\s\S]*?3 working days[\s\S]*Granted Ltd[\s\S]*?9 working days/);
  assert.doesNotMatch(body, /Not To Be Seen|value="(eraseAfterDays|legalHold|brandColour)"/);
  const send = (fields: Record<string, string>) => manager.submit(page, page, fields);
  const wrong = await send({ [name]: '99', accounts: grantedId });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /must be a whole number from 1 to 30[\s\S]*value="99"[\s\S]*value="[^"]*"[^>]* checked/);
  const unticked = await send({ [name]: '5' });
  assert.equal(unticked.status, 422);
  assert.match(unticked.body, /Tick the accounts/);
  assert.deepEqual(await now(), [3, 9, 3]);
  assert.equal(location(await send({ [name]: '5', accounts: grantedId })), `${page}&done=saved`);
  assert.deepEqual(await now(), [3, 5, 3]);
  await send({ [name]: '4', accounts: foreignId, which: 'all' });
  assert.deepEqual(await now(), [4, 4, 3]);
  assert.equal(location(await send({ [name]: '4', which: 'all' })), `${page}&done=same`);
  assert.equal((await manager.get('/desk/accounts/settings?setting=eraseAfterDays')).status, 404);
  assert.equal((await auditor.get('/desk/accounts/settings')).status, 403);
});

test('the report types of an account begin with those that have a price', async () => {
  const page = `/desk/accounts/${foreignId}/report-types`;
  const email = 'price-reader@desk.test';
  await createDeskUser(ctx, 'system', { name: 'Price reader', email, role: 'finance', accounts: [foreignId] });
  await createSignIn(ctx, 'system', { email, password });
  const visitor = await signedInVisitor(portal, email);
  assert.match((await visitor.get(page)).body, /Page 1 of 1\d/);
  await switchOnTypes(ctx, 'system', foreignId, [{ name: 'identity', pricePence: 500 }, { name: 'adverse_media' }]);
  const shown = (await visitor.get(page)).body;
  assert.match(shown, /1 found/);
  assert.match(shown, new RegExp(`href="${page}\\?status=all"`));
  assert.match((await visitor.get(`${page}?status=all`)).body, /Page 1 of 1\d/);
  assert.match((await visitor.get(`${page}?q=adverse`)).body, /Adverse media/);
});

test('new orders are stopped with a reason and accepted again, the pages say since when, by whom and why, and who orders is mailed', async () => {
  const stop = `${path}/stop`;
  const told = () =>
    ctx.db.rows(sql`select from emails where account_id = ${accountId} and template = 'orders_stopped'`);
  assert.match(
    (await manager.get(`${path}/settings`)).body,
    /New orders are accepted\.[\s\S]*?\/stop">Stop new orders/,
  );
  const blank = await manager.submit(stop, stop, { reason: '  ' });
  assert.deepEqual([blank.status, /Choose why new orders are stopped/.test(blank.body)], [422, true]);
  const other = await manager.submit(stop, stop, { cause: 'other', reason: '  ' });
  assert.deepEqual([other.status, /Write why new orders are stopped/.test(other.body)], [422, true]);
  const sent = { cause: 'unpaid', reason: 'since August', mail: 'yes' };
  assert.equal(location(await manager.submit(stop, stop, sent)), `${path}?done=stopped`);
  assert.equal((await readAccountSettings(ctx, accountId)).acceptOrders, false);
  const mailed = (await told()).length;
  assert.ok(mailed > 0);
  const why = /since \d+ \w+ \d{4}, manager: Invoices are not paid, since August/;
  const list = (await manager.get('/desk/accounts')).body;
  assert.match(/Acme Care[^<]*<\/a>([\s\S]*?)<\/th>/.exec(list)![1]!, why);
  for (const page of ['', '/owed']) assert.match((await manager.get(`${path}${page}`)).body, why, page);
  assert.doesNotMatch((await auditor.get(path)).body, /Accept them again/);
  assert.equal((await auditor.get(stop)).status, 403);
  assert.equal(location(await manager.submit(stop, stop, {})), `${path}?done=accepted`);
  assert.doesNotMatch((await manager.get('/desk/accounts')).body, /Orders stopped/);
  const { acceptOrders, stopReason } = await readAccountSettings(ctx, accountId);
  assert.deepEqual([acceptOrders, stopReason, (await told()).length], [true, '', mailed]);
  const history = (await manager.get(`${path}/history?kind=stops`)).body
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  assert.match(
    history,
    /New orders stopped [^|]*?Why new orders are stopped: Invoices are not paid \(before: nothing\)/,
  );
  assert.doesNotMatch(history, /since August/, 'free words are not kept there');
});

test('an account manager begins with the clients that they look after, and is told of a contract that ends', async () => {
  const settings = `${path}/settings`;
  const { id: managerId } = (await listDeskUsers(ctx, 'system')).find(({ name }) => name === 'manager')!;
  const mine = '/desk/my-clients';
  assert.equal(location(await manager.get('/')), mine);
  assert.match((await manager.get(mine)).body, /You look after no client yet/);
  const nobody = await manager.submit(settings, settings, { accountManager: ctx.newId() });
  assert.match(nobody.body, /must be an account manager who sees this account/);
  const contractEnd = addDays(ukDateOf(ctx.now()), 60);
  const wrong = await manager.submit(settings, settings, { contractEnd: '31 February' });
  assert.match(wrong.body, /must be a day such as/);
  await manager.submit(settings, settings, { accountManager: managerId, contractEnd, contractNoticeDays: '30' });
  const { body } = await manager.get(mine);
  assert.match(body, /Acme Care[\s\S]*Contract ends in 60 days, on [^<]*; notice by/);
  assert.doesNotMatch(body, /Granted Ltd/);
  assert.equal((await auditor.get(mine)).status, 403);
  const administratorEmail = 'reads.agreement@acme.test';
  const person = { name: 'Ada Reads', email: administratorEmail, role: 'administrator' } as const;
  await createUser(ctx, 'system', accountId, person);
  await createSignIn(ctx, 'system', { email: administratorEmail, password });
  const client = await signedInVisitor(portal, administratorEmail);
  assert.match((await client.get('/portal/agreement')).body, /Account manager[\s\S]*manager, manager@desk\.test/);

  const jobs = contractJobs(ctx);
  await jobs.tell_contract_ends({});
  const [job, ...others] = await ctx.db.rows<{ payload: Record<string, unknown> }>(
    sql`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'mail_contract_end'`,
  );
  assert.deepEqual([job!.payload, others.length], [{ userId: managerId, accountId }, 0]);
  await manager.submit(settings, settings, { accountManager: '', contractEnd: '', contractNoticeDays: '0' });
});

test('the logo of an account is a picture that can be printed, and can be changed and removed', async () => {
  const send = async (picture: Buffer, name = 'logo.png') => {
    const part = (headers: string, content: string | Buffer) =>
      Buffer.concat([
        Buffer.from(`--x\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]);
    const token = part('name="form_token"', await tokenOf(manager));
    const sent = part(`name="logo"; filename="${name}"\r\ncontent-type: image/png`, picture);
    const body = Buffer.concat([token, sent, Buffer.from('--x--\r\n')]);
    return manager.send(`${path}/settings/logo`, 'multipart/form-data; boundary=x', body);
  };
  const logo = pngOf(120, 60);
  for (const [picture, message] of [
    [Buffer.alloc(0), /Choose a picture/],
    [Buffer.from('a text, and no picture at all, although its name says so'), /must be a PNG or a JPEG picture/],
    [pngOf(20, 20), /must be between 32 and 2000 pixels/],
    [Buffer.alloc(204_801), /must be no larger than 200 kB/],
    [logo.subarray(0, logo.length - 40), /is damaged: it cannot be printed/],
  ] as const) {
    const refused = await send(picture, picture.length === 0 ? '' : undefined);
    assert.equal(refused.status, 422);
    assert.match(refused.body, message);
    assert.equal((await manager.get(`${path}/settings/logo`)).status, 404);
  }
  assert.equal(location(await send(logo)), `${path}/settings?done=logo`);
  assert.match(
    (await manager.get(`${path}/settings`)).body,
    /<img class="app-logo" src="[^"]+\/settings\/logo" width="120"/,
  );
  assert.equal((await manager.get(`${path}/settings/logo`)).headers['content-type'], 'image/png');
  await send(pngOf(64, 64));
  assert.equal((await readLogo(ctx, accountId))?.width, 64);
  await manager.submit(`${path}/settings`, `${path}/settings/logo/remove`, {});
  assert.equal(await readLogo(ctx, accountId), undefined);
  assert.deepEqual((await storedEvents(accountId)).slice(-3), Array(3).fill('account.changed user'));
});

test('a package is composed one report at a time, changed and ended', async () => {
  const [identity, document] = [String(reportTypeIds.identity), String(reportTypeIds.document)];
  const page = `${path}/packages/new`;
  const empty = await manager.submit(page, page, { name: '', do: 'save' });
  assert.match(empty.body, /Enter a name/);
  assert.match(empty.body, /Add at least one report/);
  const first = await manager.submit(page, page, { name: 'Office', description: 'Desks', add: identity, do: 'add' });
  assert.equal(first.status, 200);
  assert.match(first.body, /value="Office"/);
  assert.match(first.body, new RegExp(`name="types" value="${identity}"`));
  const send = (fields: Record<string, string>) =>
    manager.submit(page, page, {
      name: 'Office',
      types: identity,
      keep: identity,
      add: document,
      do: 'save',
      ...fields,
    });
  const wrong = await send({ [`quantity_${identity}`]: 'many' });
  assert.match(wrong.body, /: the number must be a whole number from 1 to 100/);
  assert.match(wrong.body, /value="many"/);
  const tooMany = await send({ [`quantity_${identity}`]: '100' });
  assert.match(tooMany.body, /The reports must be at most 100 together/);
  const dear = await send({ price: '49,5' });
  assert.match(dear.body, /The price must be in pounds, such as 28\.50/);
  assert.match(dear.body, /value="49,5"/);
  assert.equal(location(await send({ [`quantity_${identity}`]: '2', price: '49.50' })), `${path}/packages?done=saved`);
  const [made] = await listPackages(ctx, accountId);
  assert.equal(made!.price_pence, 4950);
  // A price far from what the reports cost alone is asked about, and saved when it is sent again.
  const prices = await ctx.db.rows<{ id: number; pence: number | null }>(
    sql`select report_type_id as id, price_pence as pence from account_report_types where account_id = ${accountId}`,
  );
  await switchOnTypes(ctx, 'system', accountId, [
    { name: 'identity', pricePence: 2000 },
    { name: 'document', pricePence: 500 },
  ]);
  const cheap = { name: 'Cheap office', price: '2.00' };
  const asked = await send(cheap);
  assert.match(asked.body, /£2\.00 is far from £25\.00, what its reports cost alone\. Save again if it is meant/);
  assert.match(asked.body, /name="meant" value="2\.00"/);
  assert.equal(location(await send({ ...cheap, meant: '2.00' })), `${path}/packages?done=saved`);
  const cheapId = (await listPackages(ctx, accountId)).find(({ name }) => name === cheap.name)!.id;
  await manager.submit(`${path}/packages/${cheapId}`, `${path}/packages/${cheapId}/end`, {});
  for (const { id, pence } of prices)
    await portal.superuser.run(
      sql`update account_report_types set price_pence = ${pence} where account_id = ${accountId} and report_type_id = ${id}`,
    );
  assert.match((await manager.get(`${path}/packages`)).body, /£49\.50/);
  assert.deepEqual(
    made!.items.map(({ report_type_id, quantity }) => [String(report_type_id), quantity]),
    [
      [identity, 2],
      [document, 1],
    ],
  );
  assert.match((await send({})).body, /The name has already been taken/);
  const own = `${path}/packages/${made!.id}`;
  assert.match((await auditor.get(own)).body, /Identity × 2/);
  const changed = { name: 'Office, small', types: `${identity},${document}`, keep: document, do: 'save' };
  const { id: west } = await createSubsidiary(ctx, 'system', accountId, { name: 'West' });
  const ofWest = await manager.submit(own, own, { ...changed, subsidiary: west });
  assert.equal(ofWest.status, 303);
  assert.deepEqual((await listPackages(ctx, accountId))[0]!.subsidiary_ids, [west]);
  assert.match((await manager.get(`${path}/packages`)).body, /Ordered by West/);
  assert.match((await manager.get(own)).body, new RegExp(`value="${west}" checked`));
  assert.equal((await manager.submit(own, own, { ...changed, subsidiary: 'all' })).status, 303);
  assert.equal((await listPackages(ctx, accountId))[0]!.subsidiary_ids, null);
  const [after_] = await listPackages(ctx, accountId);
  assert.deepEqual(
    [after_!.id, after_!.name, after_!.items.length, after_!.price_pence],
    [made!.id, 'Office, small', 1, null],
  );
  await manager.submit(own, `${own}/end`, {});
  assert.deepEqual(await listPackages(ctx, accountId), []);
  assert.equal((await manager.get(own)).status, 404);
});

test('a group keeps the options of its reports, and a standard is adopted once', async () => {
  const enhanced = String(reportTypeIds['criminal_history:enhanced']);
  const page = `${path}/groups/new`;
  const composed = { name: 'Carers', types: enhanced, keep: enhanced, do: 'save' };
  await manager.submit(page, page, { ...composed, [`options_${enhanced}`]: 'adults_barred_list/speedy' });
  const [made] = await listAgreedGroups(ctx, accountId);
  assert.deepEqual(made!.members[0]!.options, [
    { name: 'adults_barred_list', options: [{ name: 'speedy', options: null }] },
  ]);
  const own = `${path}/groups/${made!.id}`;
  assert.match((await manager.get(own)).body, /value="adults_barred_list\/speedy" checked/);
  await manager.submit(own, `${own}/end`, {});
  assert.deepEqual(await listAgreedGroups(ctx, accountId), []);
  const shown = (await manager.get(`${path}/packages`)).body;
  for (const id of standardIds) assert.ok(shown.includes(standards[id].clauses[0]!.demands), id);
  const adopt = () => manager.submit(`${path}/packages`, `${path}/packages/adopt`, { standard: standardIds[0]! });
  assert.equal((await adopt()).status, 303);
  assert.equal((await listPackages(ctx, accountId)).length, 1);
  assert.match((await adopt()).body, /has a package or a group with the name of this standard/);
  assert.match(
    (await manager.get(`${path}/packages`)).body,
    /href="[^"]+\/report-types\?types=[\d,]+"[^>]*>\d+ of its reports without a price</,
  );
});

test('the questions about a job role decide what may be agreed, as the command line does', async () => {
  const page = `${path}/job-roles/new`;
  const teacher = { nation: 'england_and_wales', teaches_children: 'yes', is_frequent: 'yes', is_paid: 'yes' };
  const nothing = await manager.submit(page, page, { do: 'decide' });
  assert.match(nothing.body, /Answer the questions that apply/);
  const decided = await manager.submit(page, page, { ...teacher, do: 'decide' });
  const expected = roleLevel({ teaches_children: true, is_frequent: true, is_paid: true }, '2026-11-23');
  assert.match(decided.body, new RegExp(`This role may have: ${expected.level}`));
  assert.doesNotMatch(decided.body, /name="is_supervised"/);
  for (const text of [expected.reason, 'Children’s barred list', '£49.50', citationOf(expected.law[0]!)])
    assert.ok(decided.body.includes(text), text);
  const untitled = await manager.submit(page, page, { ...teacher, role_check_type: 'enhanced', do: 'save' });
  assert.match(untitled.body, /Enter the title of the role/);
  const added = {
    ...teacher,
    role_check_type: 'enhanced',
    role_title: 'Teacher',
    traits: 'workingWithChildren',
    do: 'save',
  };
  assert.equal(location(await manager.submit(page, page, added)), `${path}/job-roles?done=added`);
  const [role] = await listAgreedJobRoles(ctx, accountId);
  assert.deepEqual(
    [role!.role_title, role!.working_with_children, role!.eligibility?.level, role!.eligibility?.barredLists],
    ['Teacher', true, expected.level, expected.barredLists],
  );
  const actuary = { nation: 'england_and_wales', excepted_profession: 'yes', do: 'save' };
  const tooHigh = await manager.submit(page, page, { ...actuary, role_title: 'Actuary', role_check_type: 'enhanced' });
  assert.match(tooHigh.body, /is more than the role may have, which is standard/);
  await manager.submit(`${path}/job-roles`, `${path}/job-roles/${role!.id}/retire`, {});
  assert.deepEqual(await listAgreedJobRoles(ctx, accountId), []);
});

test('a standard that is looked for among the report types is named, with the place where it is adopted', async () => {
  const other = `/desk/accounts/${grantedId}`;
  const found = async (q: string) => (await manager.get(`${other}/report-types?q=${encodeURIComponent(q)}`)).body;
  const link = new RegExp(
    `Baseline Personnel Security Standard \\(BPSS\\) is a standard: adopt it under <a class="govuk-link" href="${other}/packages">`,
  );
  assert.match(await found('BPSS'), link);
  assert.match(await found('personnel security'), link);
  assert.doesNotMatch(await found('identity'), /is a standard/);
  await manager.submit(`${other}/packages`, `${other}/packages/adopt`, { standard: 'bpss' });
  assert.match(await found('BPSS'), /\(BPSS\) is a standard: its package is under/);
});

test('the charges of a month are a page, a file and a statement', async () => {
  await portal.placeCheck('live', {}, ['identity']);
  const page = (await manager.get(`${path}/charges`)).body;
  assert.match(page, /Identity[\s\S]*£6\.20/);
  const file = await manager.get(`${path}/charges/file`);
  assert.match(file.body, /,order,6\.20,0\.80,0,0\.00,7\.00,"","",,,,no,,,\r\n/);
  const statement = (await manager.get(`${path}/charges/statement`)).body;
  assert.match(
    statement,
    /Acme Care and Sons[\s\S]*Statement for [A-Z][a-z]+ 20\d\d[\s\S]*£6\.20[\s\S]*Every charge[\s\S]*VF\d+[\s\S]*Ordered[\s\S]*£6\.20/,
  );
  assert.equal((await auditor.get(`${path}/charges`)).status, 403);
});

test('reports without an agreed price are named on the charges page, and charged once a price is agreed', async () => {
  const charges = `${path}/charges`;
  const education = { name: 'education', variant: 'uk' };
  await switchOnTypes(ctx, 'system', accountId, [education, { name: 'credit' }]);
  const placed = async (...reports: readonly string[]) =>
    (await placeWaiting(ctx, portal.caller('live'), { reports })).check;
  const kept = await placed('education:uk', 'identity');
  const withdrawn = await placed('education:uk');
  await placed('credit');
  await closeCheck(ctx, portal.caller('live'), withdrawn.id, 'withdraw');
  const linesOf = async ({ orderId }: { readonly orderId: number }, report: string) =>
    (await manager.get(`${charges}/file`)).body
      .split('\r\n')
      .filter((line) => line.includes(`VF${orderId},`) && line.includes(`"${report}"`))
      .map((line) => /,(order|credit),([^,]*),([^,]*),/.exec(line)!.slice(1).join(' '));

  const before = (await manager.get(charges)).body;
  assert.match(before, /3 reports of [A-Z][a-z]+ 20\d\d have no agreed price/);
  assert.match(before, new RegExp(`href="${path}/report-types\\?status=unpriced"`));
  assert.match(before, /Education, UK[\s\S]*?No price agreed[\s\S]*Total, of the lines with a price/);
  assert.doesNotMatch(before, /Charge these/);
  assert.deepEqual(await linesOf(kept, 'Education, UK'), ['order  ']);
  assert.deepEqual(await linesOf(withdrawn, 'Education, UK'), ['order  ', 'credit  ']);
  const statement = (await manager.get(`${charges}/statement`)).body;
  assert.match(
    statement,
    /Education, UK[\s\S]*No price agreed[\s\S]*Total of [A-Z][a-z]+ 20\d\d, of the lines with a price/,
  );

  await switchOnTypes(ctx, 'system', accountId, [{ ...education, pricePence: 1200, feePence: 300 }]);
  const offered = (await manager.get(charges)).body;
  assert.match(offered, /2 of them have prices by now/);
  assert.match(offered, /<li>Education, UK: 2 reports at £12\.00 \+ £3\.00 fee<\/li>/);
  const action = /action="([^"]*charges\/price[^"]*)"/.exec(offered)![1]!;
  assert.equal((await auditor.post(action, { form_token: await tokenOf(auditor) })).status, 403);
  const done = await manager.submit(charges, action, {});
  const { body } = await manager.get(location(done));
  assert.match(body, /charged at it/);
  assert.match(body, /1 report of [A-Z][a-z]+ 20\d\d has no agreed price/);
  assert.match(body, /Education, UK[\s\S]*?£12\.00/);
  assert.doesNotMatch(body, /Charge these/);
  assert.deepEqual(await linesOf(kept, 'Education, UK'), ['order 12.00 3.00']);
  assert.deepEqual(await linesOf(withdrawn, 'Education, UK'), ['order 12.00 3.00', 'credit -12.00 -3.00']);
  assert.equal((await storedEvents(accountId)).filter((event) => event === 'account.charges_priced user').length, 1);

  // Earlier orders keep their price, and a report that was withdrawn after it was priced is credited at that price.
  await switchOnTypes(ctx, 'system', accountId, [{ ...education, pricePence: 9900 }]);
  await manager.submit(charges, action, {});
  await closeCheck(ctx, portal.caller('live'), kept.id, 'withdraw');
  assert.deepEqual(await linesOf(kept, 'Education, UK'), ['order 12.00 3.00', 'credit -12.00 -3.00']);
});

test('providers are connected, chosen for a report type, and disconnected', async () => {
  const page = `${path}/providers/connect`;
  const wrong = await manager.submit(page, page, {
    name: 'Acme!',
    url: 'http://acme.test',
    types: 'horoscope',
    timeout_ms: 'x',
  });
  for (const message of [
    'The name must be lower-case letters',
    'The address must be an https URL',
    'horoscope is not a report type',
    'The time must be from 1 to 60000',
  ]) {
    assert.ok(wrong.body.includes(message), message);
  }
  const given = { name: 'acme_checks', url: 'https://acme.test/v1', types: 'identity', facts: 'first_name\nlast_name' };
  const made = await manager.submit(page, page, given);
  const [, secret] = /id="secret">(whsec_[^<]+)</.exec(made.body)!;
  const list = `${path}/providers`;
  assert.ok(!(await manager.get(list)).body.includes(secret!));
  const type = String(reportTypeIds.identity);
  assert.match((await manager.submit(list, list, { first: 'acme_checks' })).body, /Choose a report type/);
  const refused = await manager.submit(list, list, { type: String(reportTypeIds.document), first: 'acme_checks' });
  assert.match(refused.body, /The order: acme_checks does not answer document/);
  await manager.submit(list, list, { type, first: 'acme_checks', second: 'manual', releases: 'everything' });
  assert.match((await manager.get(list)).body, /acme_checks, then a person[\s\S]*A person releases every result/);
  const connection = `${list}/connections/acme_checks`;
  assert.match((await manager.submit(list, `${connection}/rotate`, {})).body, /The secret of before is valid until/);
  assert.equal(location(await manager.submit(list, `${connection}/disconnect`, {})), `${list}?done=ended`);
  assert.match((await manager.get(list)).body, /No connections/);
});

test('an administrator invites somebody to the desk, changes their work and disables them, but not themselves', async () => {
  assert.equal((await manager.get('/desk/people')).status, 403);
  const page = '/desk/people/new';
  const offered = /name="new_until" type="date" value="([^"]+)"/.exec((await administrator.get(page)).body)?.[1];
  assert.equal(offered, usualNewUntil(ctx.now()));
  const form = { name: 'Rae Reviewer', email: 'rae@desk.test', sample_percent: '200' };
  const wrong = await administrator.submit(page, page, form);
  assert.match(wrong.body, /Choose what they may do/);
  assert.match(wrong.body, /Choose the accounts that they work for/);
  const unnamed = await administrator.submit(page, page, { email: '' });
  for (const message of ['Enter the name of the person', 'Enter the email address', 'Choose what they may do'])
    assert.match(unnamed.body, new RegExp(message));
  const early = { name: 'Ann Manager', email: 'ann@desk.test', role: 'account_manager', sample_percent: '' };
  assert.match((await administrator.submit(page, page, early)).body, /\/sign-in\/link\//, 'before there is an account');
  const complete = { ...form, role: 'reviewer', accounts: accountId, sample_percent: '' };
  const outside = await administrator.submit(page, page, { ...complete, accounts: foreignId });
  assert.equal(outside.status, 422, 'an account that the administrator does not see');
  assert.match((await administrator.submit(page, page, complete)).body, /\/sign-in\/link\//);
  assert.match((await administrator.get('/desk/people')).body, /Rae Reviewer[\s\S]*Invited[\s\S]*Send again/);
  const found = async () => (await listDeskUsers(ctx, 'system')).find(({ email }) => email === 'rae@desk.test')!;
  assert.equal((await found()).new_until, null, 'the day was cleared');
  const own = `/desk/people/${(await found()).id}`;
  const tooMany = await administrator.submit(own, own, { ...complete, sample_percent: '200' });
  assert.match(tooMany.body, /The share must be from 0 to 100/);
  assert.match(tooMany.body, /value="200"/);
  await administrator.submit(own, own, {
    role: 'screener',
    accounts: accountId,
    new_until: '2030-01-31',
    sample_percent: '10',
  });
  const { role, new_until, sample_percent } = await found();
  assert.deepEqual([role, new_until, sample_percent], ['screener', '2030-01-31', 10]);
  assert.match((await administrator.submit(own, `${own}/invite`, {})).body, /\/sign-in\/link\//);
  assert.match((await administrator.submit(own, `${own}/reset-second-factors`, {})).body, /\/sign-in\/link\//);
  const ended = await administrator.submit('/desk/people', '/desk/people/end-sessions', {});
  assert.equal(location(ended), '/desk/people?done=ended');
  assert.equal((await administrator.get('/desk/people')).status, 200, 'their own session goes on');
  await administrator.submit(own, `${own}/disable`, {});
  assert.notEqual((await found()).disabled_at, null);
  const again = await administrator.submit(page, page, complete);
  assert.match(again.body, /The email address belongs to somebody of the desk who is disabled: enable them again/);
  await administrator.submit(own, `${own}/enable`, {});
  assert.equal((await found()).disabled_at, null);
  assert.match((await administrator.get(`${path}/history`)).body, /Rae Reviewer changed[\s\S]*Enabled again/);
  const me = `/desk/people/${portal.deskUserId}`;
  assert.match((await administrator.get(me)).body, /This is you/);
  const form_token = await tokenOf(administrator);
  const demoted = await administrator.post(me, { role: 'screener', accounts: accountId, form_token });
  assert.match(demoted.body, /The role cannot be changed by the person themselves/);
  const managerId = (await listDeskUsers(ctx, 'system')).find(({ email }) => email === 'manager@desk.test')!.id;
  assert.equal((await administrator.get(`/desk/people/${managerId}`)).status, 404, 'works for other accounts too');
  const listed = (await administrator.get('/desk/people')).body;
  assert.ok(!listed.includes(managerId), 'listed without a link');
  assert.match(listed, /People without a link work for other accounts too/);
});

test('axe finds no problem in the level of a role, which its questions lead to', async () => {
  const page = await openPage(browser, { screen: 'phone' });
  const cookies = [...administrator.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
  await page.context().addCookies(cookies);
  await page.goto(`${portal.url}${path}/job-roles/new`);
  await page.locator('[name=teaches_children][value=yes]').check();
  await page.getByRole('button', { name: 'Work out the level' }).click();
  await page.getByRole('heading', { name: 'This role may have' }).waitFor();
  await keepScreenshot(page, 'accounts-level-phone');
  assert.equal(await scrollsSideways(page), false);
  assert.deepEqual(await accessibilityProblems(page), []);
});

test('a section of the settings is saved alone, and what is typed in another stays typed', async () => {
  const settings = `${path}/settings`;
  const saved = await administrator.submit(settings, `${settings}?section=queries`, { chasesAtMost: '4' });
  assert.equal(location(saved), `${settings}?saved=queries#queries`);
  const { body } = await administrator.get(`${settings}?saved=queries`);
  assert.match(body, /<section[^>]* id="queries"[^>]*>\s*<h2[^>]*>Queries<\/h2>\s*<p[^>]*role="status">Saved\./);
  assert.equal(body.match(/role="status">Saved/g)!.length, 1);
  assert.match(body, /<a[^>]* href="#retention">How long data are kept</);
  assert.equal((await readAccountSettings(ctx, accountId)).chasesAtMost, 4);

  const page = await openPage(browser, { screen: 'phone' });
  const cookies = [...administrator.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
  await page.context().addCookies(cookies);
  await page.goto(`${portal.url}${settings}`);
  page.setDefaultTimeout(8000);
  await page.getByText('Settings – all pages').click();
  await page.getByRole('link', { name: 'Turnaround' }).waitFor();
  await page.getByLabel('Days to pay').fill('14');
  await page.getByLabel('Chases of a query').fill('99');
  await page.getByRole('button', { name: /^Save\s+Queries/ }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('Chases of a query').inputValue(), '99');
  await page.getByText('We kept what you typed').waitFor();
  assert.equal(await page.getByLabel('Days to pay').inputValue(), '14');
  await page.getByLabel('Chases of a query').fill('5');
  await page.getByRole('button', { name: /^Save\s+Queries/ }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.getByText('We kept what you typed').waitFor();
  assert.equal(await page.getByLabel('Days to pay').inputValue(), '14');
  const { chasesAtMost, paymentDays } = await readAccountSettings(ctx, accountId);
  assert.deepEqual([chasesAtMost, paymentDays], [5, 30]);
});

/** The visits that last for several tests. */
const closing: (() => Promise<void>)[] = [];
after(() => Promise.all(closing.map((close) => close())));

async function keeperOfAll(role: DeskRole): Promise<Visitor> {
  const email = `${role}-of-all@desk.test`;
  await createDeskUser(ctx, 'system', { name: `${role} of all`, email, role, accounts: 'all' });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email, (close) => void closing.push(close));
}

const standard = '/desk/accounts/standard';
let keeper: Visitor;

test('the house standard is begun by somebody who works for all accounts, read by others, and stands in no list of clients', async () => {
  assert.match((await manager.get(standard)).body, /Nobody has begun it yet/);
  const refused = await manager.post(standard, { form_token: await tokenOf(manager), template: 'uk_standard' });
  assert.equal(refused.status, 403);
  keeper = await keeperOfAll('account_manager');
  const begun = await keeper.submit(standard, standard, { template: 'uk_standard' });
  assert.equal(location(begun), `${standard}?done=begun`);
  assert.match((await keeper.get(`${standard}?done=begun`)).body, /fees of the DBS since December 2024/);
  const { id } = (await ctx.db.row<{ id: string }>(sql`select id from accounts where is_standard`))!;
  const fees = (await listAvailableTypes(ctx, id)).flatMap(({ type, feePence }) =>
    feePence === null ? [] : [[type.variant, feePence]],
  );
  assert.deepEqual(fees, [
    ['basic', 2150],
    ['standard', 2150],
    ['enhanced', 4950],
  ]);
  const { submissionWorkingDays, vatPercent, eraseAfterDays } = await readAccountSettings(ctx, id);
  assert.deepEqual([submissionWorkingDays, vatPercent, eraseAfterDays], [10, 20, 180]);

  assert.ok((await listAccounts(ctx, 'system')).every((one) => one.id !== id));
  for (const list of ['', '/charges', '/invoices'])
    assert.doesNotMatch((await keeper.get(`/desk/accounts${list}`)).body.split('<main')[1]!, /House standard/, list);
  for (const page of ['/desk/orders', '/desk/people', '/desk/figures', '/desk/mails'])
    assert.doesNotMatch((await keeper.get(page)).body, new RegExp(id), page);
  for (const at of ['', '/settings', '/users', '/keys/new'])
    assert.equal((await keeper.get(`/desk/accounts/${id}${at}`)).status, 404, at);
  for (const at of [
    '/users',
    '/keys/new',
    '/orders/new',
    '/subsidiaries',
    '/charges',
    '/providers',
    '/export',
    '/close',
  ])
    assert.equal((await keeper.get(`${standard}${at}`)).status, 404, at);
  const person = { name: 'Nobody', email: 'nobody@house.test', role: 'administrator' } as const;
  await assert.rejects(createUser(ctx, 'system', id, person), /state_does_not_allow/);

  assert.match((await manager.get(`${standard}/settings`)).body, /Working days to submit the form/);
  assert.doesNotMatch((await manager.get(`${standard}/settings`)).body, /Save/);
  const form = { form_token: await tokenOf(manager), vatPercent: '5' };
  assert.equal((await manager.post(`${standard}/settings`, form)).status, 403);
  assert.match((await administrator.get(standard)).body, /Begin the house standard/, 'the demo has its own');
});

test('a new account starts like the house standard, and says beside a setting whether it is as there', async () => {
  const { id } = (await ctx.db.row<{ id: string }>(sql`select id from accounts where is_standard`))!;
  await keeper.submit(`${standard}/settings`, `${standard}/settings`, { chasesAtMost: '5', consentWords: 'Ask us.' });
  await switchOnTypes(ctx, 'system', id, [{ name: 'document', pricePence: 900 }]);
  await createPackage(ctx, 'system', id, { name: 'House starter', reports: [{ name: 'document' }] });
  const rules = `${standard}/result-rules`;
  assert.equal((await keeper.submit(rules, `${rules}/draft`, { from_rules: 'house' })).status, 303);
  assert.equal((await keeper.submit(rules, `${rules}/publish`, { from: ukDateOf(ctx.now()) })).status, 303);

  const page = '/desk/accounts/new';
  assert.match(
    (await keeper.get(page)).body,
    /The house standard \(suggested\)[\s\S]*It starts like the house standard/,
  );
  assert.match((await keeper.get(`${page}?like=template`)).body, /Which report types does it start with/);
  const made = await keeper.submit(page, page, { name: 'House Client Ltd', second_factor: 'yes' });
  assert.match(location(made), /\?done=created$/);
  const client = (await listAccounts(ctx, 'system')).find(({ name }) => name === 'House Client Ltd')!;
  const own = await readAccountSettings(ctx, client.id);
  assert.deepEqual(
    [own.chasesAtMost, own.consentWords, own.submissionWorkingDays, own.acceptOrders],
    [5, 'Ask us.', 10, true],
  );
  assert.deepEqual(await agreedOf(client.id), await agreedOf(id));
  assert.deepEqual(
    (await listPackages(ctx, client.id)).map(({ name }) => name),
    ['House starter'],
  );
  const at = `/desk/accounts/${client.id}`;
  assert.match((await keeper.get(`${at}/result-rules`)).body, /Version 1/);

  await keeper.submit(`${at}/settings`, `${at}/settings`, { chasesAtMost: '2', consentWords: '' });
  const { body } = await keeper.get(`${at}/settings`);
  assert.match(
    body,
    /After the last one without an answer, the report can be closed[^<]*<br><strong>Its own; the house standard: 5<\/strong>/,
  );
  assert.match(body, /<strong>Its own; the house standard: other words<\/strong>/);
  assert.match(body, /On the prices of what is ordered from now on[^<]*<br>As the house standard/);
  assert.match((await keeper.get(`${at}/settings/copy?from=${id}`)).body, /Chases of a query[\s\S]*5 \(now: 2\)/);
});

test('a house price that changes changes no agreement, which takes the prices of today over after it has seen them', async () => {
  const { id } = (await ctx.db.row<{ id: string }>(sql`select id from accounts where is_standard`))!;
  const client = (await listAccounts(ctx, 'system')).find(({ name }) => name === 'House Client Ltd')!;
  await switchOnTypes(ctx, 'system', client.id, [
    { name: 'identity', pricePence: 111, workingDays: 4 },
    { name: 'document', pricePence: 900, renewAfterMonths: 12 },
  ]);
  await switchOnTypes(ctx, 'system', id, [{ name: 'document', pricePence: 950 }]);
  const termsOf = async (name: string) =>
    (await listAvailableTypes(ctx, client.id)).find(({ type }) => type.name === name)!;
  assert.equal((await termsOf('document')).pricePence, 900);
  const at = `/desk/accounts/${client.id}/report-types`;
  const asked = await keeper.submit(at, `${at}/copy`, { from: id, what: 'prices' });
  assert.match(asked.body, /Take over today’s prices of the house standard\?[\s\S]*would change 1 report type/);
  assert.equal((await termsOf('document')).pricePence, 900, 'nothing has changed yet');
  const done = await keeper.post(`${at}/copy`, hiddenFields(asked.body, `${at}/copy`));
  assert.match(done.body, /The prices of the house standard are taken over/);
  const { pricePence, renewAfterMonths } = await termsOf('document');
  assert.deepEqual([pricePence, renewAfterMonths], [950, 12]);
  const identity = await termsOf('identity');
  assert.deepEqual([identity.pricePence, identity.workingDays], [111, 4], 'the house list has no price of it');
});

test('an administrator of all accounts sees what is left of the first days, until it is done or put away', async () => {
  const boss = await keeperOfAll('administrator');
  const { body } = await boss.get('/desk');
  assert.match(body, /Your first days: \d of 9 steps are done/);
  assert.match(body, /Set PROBITY_OPERATOR_NAME, PROBITY_OPERATOR_ADDRESS, PROBITY_CONTACT_EMAIL/);
  assert.match(body, /See a mail arrive[\s\S]*Set PROBITY_MAIL_URL/);
  assert.match(body, /Make a backup/);
  assert.match(
    body,
    /Say what stands on your invoices[\s\S]*Set (PROBITY_OPERATOR_VAT_NUMBER, )?PROBITY_PAYMENT_DETAILS,/,
  );
  const { id } = await createAccount(ctx, 'system', { name: 'Taxed Ltd' });
  await changeAccountSettings(ctx, 'system', id, { vatPercent: 20 });
  assert.match((await boss.get('/desk')).body, /Set PROBITY_OPERATOR_VAT_NUMBER, PROBITY_PAYMENT_DETAILS,/);
  for (const done of ['Begin the house standard', 'Open the account of your first client', 'Agree prices'])
    assert.doesNotMatch(body, new RegExp(done));
  assert.doesNotMatch((await keeper.get('/desk')).body, /Your first days/, 'an account manager invites nobody');
  assert.doesNotMatch((await administrator.get('/desk')).body, /Your first days/, 'who works for one account');
  await boss.submit('/desk', '/desk/first-days/put-away', {});
  assert.doesNotMatch((await boss.get('/desk')).body, /Your first days/);
});

test('an administrator of a client without orders is led to the agreement, the users and the first order', async () => {
  const client = (await listAccounts(ctx, 'system')).find(({ name }) => name === 'House Client Ltd')!;
  const email = 'first@house-client.test';
  await createUser(ctx, 'system', client.id, { name: 'First Administrator', email, role: 'administrator' });
  await createSignIn(ctx, 'system', { email, password });
  const person = await signedInVisitor(portal, email);
  const { body } = await person.get('/portal');
  assert.match(body, /Your first days here[\s\S]*1 package and \d+ report types are agreed/);
  assert.match(body, /href="\/portal\/users\/new"[^>]*>\s*Invite your colleagues/);
  assert.match(body, /href="\/portal\/orders\/new"[^>]*>\s*Order the first check/);
  assert.doesNotMatch(body, /Requested in/, 'there is nothing to filter');
  assert.doesNotMatch((await person.get('/portal?environment=test')).body, /Your first days here/);
});

test('the overview of an account says what can be ordered, and which package has reports without a price', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Half Priced Ltd' });
  await switchOnTypes(ctx, 'system', id, [{ name: 'identity', pricePence: 500 }]);
  const own = { name: 'Own price', pricePence: 900, reports: [{ name: 'credit' }] };
  const whole = { name: 'Whole', reports: [{ name: 'identity' }] };
  for (const pack of [own, whole, { name: 'Holed', reports: [{ name: 'identity' }, { name: 'credit' }] }])
    await createPackage(ctx, 'system', id, pack);
  const overview = async () => (await keeper.get(`/desk/accounts/${id}`)).body;
  assert.match(await overview(), /\d+ can be ordered, 1 with a price/);
  assert.match(await overview(), />\s*Holed: reports without a price/);
  await changeAccountSettings(ctx, 'system', id, { refuseUnpriced: true });
  assert.match(await overview(), /1 with a price can be ordered, \d+ without are refused/);
  assert.match(await overview(), />\s*Holed: cannot be ordered, reports without a price/);
});

test('before its first order the overview of an account says what is set up and what is not, each with its page', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'New Ltd' });
  const overview = `/desk/accounts/${id}`;
  const before = (await keeper.get(overview)).body;
  assert.match(before, /Before the first order/);
  const stepOf = (body: string, text: string) =>
    new RegExp(`>\\s*${text}\\s*</a>[\\s\\S]*?govuk-task-list__status"[^>]*>([\\s\\S]*?)</div>`)
      .exec(body)?.[1]
      ?.replace(/<[^>]+>/g, '')
      .trim();
  for (const text of ['Address for invoices', 'Brand', 'Words to candidates', 'Report types and prices'])
    assert.equal(stepOf(before, text), 'To do', text);
  assert.match(before, new RegExp(`href="${overview}/settings/mails"[^>]*>\\s*Words to candidates`));
  assert.match(before, new RegExp(`href="${overview}/settings#invoices"[^>]*>\\s*Address for invoices`));
  assert.doesNotMatch(before, /is ordered for one of them/, 'nothing that it offers needs a job role');
  await changeAccountSettings(ctx, 'system', id, { billingAddress: 'New Ltd\n1 High Street' });
  assert.match((await keeper.get(overview)).body, /the email address to which invoices are mailed is not/);
  const billing = { billingEmail: 'pay@new.test' };
  await changeAccountSettings(ctx, 'system', id, { ...billing, invitationWords: 'Welcome.' });
  const after = (await keeper.get(overview)).body;
  for (const text of ['Address for invoices', 'Words to candidates']) assert.equal(stepOf(after, text), 'Done', text);
  assert.doesNotMatch((await keeper.get(path)).body, /Before the first order/, 'it has ordered');
});

test('a mail is seen with the account’s own words before it goes out, and is sent to who looks at it alone, once a minute', async () => {
  await changeAccountSettings(ctx, 'system', accountId, {
    invitationWords: 'We look forward to you.',
    offersWelsh: true,
  });
  const previews = `${path}/settings/mails`;
  assert.match((await keeper.get(`${path}/settings`)).body, new RegExp(`href="${previews}"`));
  const shown = (await keeper.get(previews)).body;
  assert.match(shown, /asks you to complete a background check[\s\S]*Dear Jo Sample,[\s\S]*We look forward to you\./);
  assert.match((await keeper.get(`${previews}?mail=check_invitation&language=cy`)).body, /Annwyl Jo Sample/);
  assert.match((await keeper.get(`${previews}?mail=reference_request`)).body, /asks you for a reference on Jo Sample/);
  const { body: html, headers } = await keeper.get(`${previews}/file?mail=form_reminder`);
  assert.match(html, /^<!doctype html>[\s\S]*Continue with your form/);
  assert.match(String(headers['content-security-policy']), /sandbox/);
  const send = `${previews}?mail=check_invitation`;
  assert.equal((await keeper.submit(previews, send, {})).headers.location, `${send}&done=sent`);
  const mails = await listEmails(ctx, { accountId, environment: 'live' }, 5);
  const sent = mails.filter(({ template, checkId }) => template === 'check_invitation' && checkId === null);
  assert.match(shown, new RegExp(`It goes to ${sent[0]!.to.address},`));
  assert.equal(sent.length, 1);
  assert.match(sent[0]!.text, /We look forward to you\./);
  const again = await keeper.submit(previews, send, {});
  assert.equal(again.status, 422);
  assert.match(again.body, /One was sent within the last minute/);
});

test('of two who begin the house standard at once, the second is refused', async () => {
  const by = { actor: `user:${portal.deskUserId}`, permissions: roles.desk.administrator } as const;
  const begun = await Promise.allSettled([1, 2].map(() => beginStandard(ctx, by, 'uk_standard')));
  const refused = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []));
  assert.deepEqual(refused, ['state_does_not_allow']);
});
