// Settings that erase people earlier are saved once somebody has seen whom, has said so, and has proved who they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingText } from '../../../src/features/accounts/account-setting.ts';
import { changeAccountSettings, readAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { confirmSession } from '../../../src/features/accounts/sign-in-store.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { deleteDueContents } from '../../../src/features/retention/content-jobs.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const path = `/desk/accounts/${accountId}/settings`;
const email = 'manager@desk.test';
const userId = await createDeskUser(ctx, 'system', {
  ...{ name: 'Manager', email, role: 'account_manager', accounts: [accountId] },
});
await createSignIn(ctx, 'system', { email, password });
const manager = await signedInVisitor(portal, email);

/** Sends the whole form of the settings with this change. */
async function send(change: Record<string, string>) {
  const sent = Object.entries(await readAccountSettings(ctx, accountId)).map(([name, now]) => [name, settingText(now)]);
  return manager.submit(path, path, { ...Object.fromEntries(sent), ...change });
}

async function confirmedAt(at: Date): Promise<void> {
  const sessions = await ctx.db.rows<{ id: string }>(sql`select id from sign_in_sessions where user_id = ${userId}`);
  for (const { id } of sessions) await confirmSession(ctx.db, ctx.integrity, id, at);
}

const daysNow = async () => (await readAccountSettings(ctx, accountId)).eraseAfterDays;

test('a lower number of days names whom it erases tonight, and is saved after a fresh proof', async () => {
  assert.equal((await send({ eraseAfterDays: '60' })).status, 303, 'nobody is there to be erased');
  const order = await portal.placeCheck('live', { first_name: 'Old', last_name: 'Person' }, ['identity']);
  await closeCheck(ctx, portal.caller('live'), order.id, 'withdraw');
  await ctx.db.run(sql`update checks set completed_at = completed_at - interval '20 days' where id = ${order.id}`);
  await ctx.db.run(sql`update applicants set created_at = created_at - interval '20 days'`);
  const asked = await send({ eraseAfterDays: '5', paymentDays: '14' });
  assert.equal(asked.status, 200);
  assert.match(asked.body, /Days until who has left is erased[\s\S]*5 days \(before: 60 days\)/);
  assert.match(
    asked.body,
    /<strong>1 person tonight<\/strong>, and 1 within 30 days[\s\S]*The other settings are saved/,
  );
  assert.match(asked.body, /Tonight[\s\S]*Old Person[\s\S]*VF/);
  assert.deepEqual([await daysNow(), (await readAccountSettings(ctx, accountId)).paymentDays], [60, 14]);
  const token = /name="form_token" value="([^"]+)"/.exec(asked.body)![1]!;
  const yes = { form_token: token, eraseAfterDays: '5', legalHold: 'no' };
  await confirmedAt(new Date(Date.now() - 3_600_000));
  assert.match((await manager.post(`${path}/erasing`, yes)).body, /Confirm that it is you/);
  assert.equal(await daysNow(), 60);
  await confirmedAt(new Date());
  assert.equal((await manager.post(`${path}/erasing`, yes)).headers.location, `${path}?done=saved`);
  assert.equal(await daysNow(), 5);
  assert.match((await manager.get('/desk/erasures')).body, /Erased on <\/span>Tonight[\s\S]*Old Person/);
  assert.equal((await send({ eraseAfterDays: '60' })).status, 303, 'later is no question');
});

test('the settings warn where staff are erased before their reports are renewed, until staff are kept', async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'sanctions', renewAfterMonths: 36 }]);
  const warning = /People are erased 60 days after their last order, and Sanctions[^<]* is renewed after 36 months/;
  assert.match((await manager.get(path)).body, warning);
  assert.equal((await send({ keepsStaff: 'yes' })).status, 303);
  assert.doesNotMatch((await manager.get(path)).body, warning);
  const asked = await send({ keepsStaff: 'no' });
  if (asked.status === 200) assert.match(asked.body, /name="keepsStaff" value="no"/);
  await changeAccountSettings(ctx, 'system', accountId, { keepsStaff: false });
});

test('the page that erases by hand and the list of erasures name what is open about a person', async () => {
  const order = await portal.placeCheck('live', { first_name: 'Kim', last_name: 'Madeup' }, ['sanctions']);
  const target = { checkId: order.id, reportId: order.reports[0]!.id };
  const outcome = { result: 'consider', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, portal.caller('live'), target, { move: 'complete', outcome });
  assert.equal((await readCheck(ctx, portal.caller('live'), order.id)).status, 'complete');
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 20 });
  const open = /he client has not decided about their results/;
  assert.match((await manager.get(`/desk/reports/${target.reportId}/erase`)).body, open);
  const list = (await manager.get('/desk/erasures')).body;
  assert.match(
    list,
    /Kept, because something is open[\s\S]*Kim Madeup[\s\S]*The client has not decided about their results/,
  );
  const [due] = list.split('Kept, because something is open');
  assert.doesNotMatch(due!, /Kim Madeup/);
});

test('the list of erasures has the certificates that are due, and a file proves what was deleted', async () => {
  const order = await portal.placeCheck('live', { first_name: 'Cert', last_name: 'Holder' }, [
    'criminal_history:basic',
  ]);
  const target = { checkId: order.id, reportId: order.reports[0]!.id };
  const findings = { ...noFindings, notes: 'A conviction for theft.' };
  const outcome = { result: 'clear', subResult: null, findings } as const;
  await moveReport(ctx, portal.caller('live'), target, { move: 'complete', outcome });
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 0, certificateContentDays: 20 });
  const row = new RegExp(`VF${order.orderId}[\\s\\S]{0,200}The contents of the certificate`);
  assert.match((await manager.get('/desk/erasures')).body, row);
  await ctx.db.run(
    sql`update accounts set settings = settings || '{"certificateContentDays": 1}' where id = ${accountId}`,
  );
  assert.equal(
    await deleteDueContents({ ...ctx, now: () => new Date(Date.now() + 3 * 86_400_000) }),
    0,
    'changed behind the program',
  );
  await ctx.db.run(
    sql`update accounts set settings = settings || '{"certificateContentDays": 20}' where id = ${accountId}`,
  );
  assert.equal(await deleteDueContents({ ...ctx, now: () => new Date(Date.now() + 21 * 86_400_000) }), 1);
  assert.doesNotMatch((await manager.get('/desk/erasures')).body, row);
  const file = (await manager.get('/desk/erasures/deletions')).body;
  assert.match(
    file,
    new RegExp(`"VF${order.orderId}","The contents of the certificate","0","yes","20 days after the client’s decision`),
  );
  assert.doesNotMatch(file, /Cert|theft/);
  const report = (await manager.get(`/desk/reports/${target.reportId}`)).body;
  assert.match(report, /The contents of the certificate were deleted on [^<]*, after 20 days/);
  assert.doesNotMatch(report, /A conviction for theft/);
  const client = await signedInVisitor(portal, clientEmail);
  const page = (await client.get(`/portal/checks/${order.id}`)).body;
  assert.match(
    page,
    /Contents of a report were deleted|The contents of the certificate were deleted|Files were deleted/,
  );
});
