// The page of a check, where a client user confirms the candidate's identity once. The browser test is in
// webhooks.test.ts, where a webhook is notified.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { moveTestClock } from '../../../src/features/accounts/test-clock-actions.ts';
import { readApplicant, updateApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { openFormLink } from '../../../src/features/candidate-form/form-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, expireCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { addressFacts } from '../../../src/features/facts/address-facts.ts';
import { emptyOf } from '../../../src/features/facts/facts.ts';
import { activityFacts } from '../../../src/features/facts/history-facts.ts';
import { previousNameFacts } from '../../../src/features/facts/name-facts.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { createJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { changeAgreements } from '../../../src/features/report-types/availability-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { beginWait } from '../../../src/features/reports/wait-actions.ts';
import { addMonths } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;

const criminalRecord = ['criminal_history:basic'] as const;

const confirmations = (checkId: string) =>
  ctx.db.rows<{ actor: string }>(sql`
    select actor from events where check_id = ${checkId} and type = 'check.identity_confirmed'`);

async function person(name: string, more: { role: 'standard' | 'read_only'; subsidiaryIds?: readonly string[] }) {
  const email = `${name}@acme.test`;
  const { id } = await createUser(ctx, 'system', accountId, { name, email, ...more });
  await createSignIn(ctx, 'system', { email, password });
  return { id, visitor: await signedInVisitor(portal, email) };
}

test('a confirmation without JavaScript, sent twice, stores one event with the user and the time of the test clock', async () => {
  const { id, visitor } = await person('standard', { role: 'standard' });
  await moveTestClock(ctx, portal.caller('test'), 3 * 86_400);
  const check = await portal.placeCheck('test', {}, criminalRecord);
  const page = `/portal/checks/${check.id}`;
  // The link on the check's page asks for confirmation, and changes nothing.
  const asked = (await visitor.get(`${page}/identity`)).body;
  assert.match(asked, /This cannot be undone/);
  assert.match(asked, /Date of birth[\s\S]+\d{4} \(age \d+\)/, 'what the documents are held against');
  assert.deepEqual(await confirmations(check.id), []);
  const first = await visitor.submit(`${page}/identity`, `${page}/identity`, {
    'properties[documents_seen.0.document]': 'Passport',
    'properties[documents_seen.1.document]': 'UtilityBill',
    'properties[documents_seen.1.issued_on]': ukDateOf(ctx.now()),
    'properties[seen_how]': 'in_person',
  });
  // Submitting from a page that was opened earlier changes nothing more.
  const second = await visitor.post(`${page}/identity`, await tokenOf(visitor));
  for (const { status, headers } of [first, second]) {
    assert.deepEqual([status, headers.location], [303, `${page}?confirmed=1`]);
  }
  const { body } = await visitor.get(page);
  assert.match(body, /Confirmed on \d+ \w+ \d{4} at /);
  assert.doesNotMatch(body, /Confirm identity/);
  assert.equal((await visitor.get(`${page}/identity`)).headers.location, page, 'nothing is left to confirm');
  assert.deepEqual(await confirmations(check.id), [{ actor: `user:${id}` }]);
  const { identityConfirmedAt } = await readCheck(ctx, portal.caller('test'), check.id);
  assert.ok(identityConfirmedAt!.getTime() - Date.now() > 2 * 86_400_000);
});

test('the identities of several people are confirmed on one page, each with the documents seen of them', async () => {
  const { id, visitor } = await person('several', { role: 'standard' });
  const list = '/portal/identities';
  const placed = [];
  for (const first_name of ['Ann', 'Bob', 'Cyd'])
    placed.push(await portal.placeCheck('live', { first_name }, criminalRecord));
  const [ann, bob, cyd] = placed.map((check) => check.id) as [string, string, string];
  assert.ok((await visitor.get('/portal')).body.includes(`href="${list}"`));
  const shown = (await visitor.get(list)).body;
  for (const name of ['Ann', 'Bob', 'Cyd']) assert.match(shown, new RegExp(`I have seen ${name} `));
  const seen = (of: string, ...documents: string[]) =>
    Object.fromEntries(documents.map((one, at) => [`person_${of}:properties[documents_seen.${at}.document]`, one]));
  const nobody = await visitor.submit(list, list, { ...seen(ann, 'Passport') });
  assert.deepEqual([nobody.status, /Tick those whose identity you confirm/.test(nobody.body)], [422, true]);
  const dated = { [`person_${ann}:properties[documents_seen.1.issued_on]`]: ukDateOf(ctx.now()) };
  const sent = { ...seen(ann, 'Passport', 'UtilityBill'), ...dated, ...seen(cyd, 'Passport') };
  const form = hiddenFields(shown, list);
  const fields = new URLSearchParams({ ...form, ...sent });
  for (const one of [ann, bob]) fields.append('confirm', one);
  const answer = await visitor.send(list, 'application/x-www-form-urlencoded', fields.toString());
  // How they were seen is missing.
  assert.deepEqual([answer.status, /Ann [^<]+: Choose how the originals were seen/.test(answer.body)], [422, true]);
  const how = [ann, bob].map((of) => [`person_${of}:properties[seen_how]`, 'in_person'] as const);
  for (const [name, value] of how) fields.append(name, value);
  const complete = await visitor.send(list, 'application/x-www-form-urlencoded', fields.toString());
  // Of Bob nothing is named: he waits, with what was typed for Cyd, who is not ticked.
  assert.equal(complete.status, 422);
  assert.match(complete.body, /1 identity is confirmed/);
  assert.match(complete.body, /Bob [^<]+: /);
  assert.doesNotMatch(complete.body, /I have seen Ann /);
  assert.match(complete.body, new RegExp(`id="tick-${bob}"[^>]* checked`));
  assert.match(complete.body, /value="Passport" selected/);
  assert.deepEqual(await confirmations(ann), [{ actor: `user:${id}` }]);
  for (const one of [bob, cyd]) assert.deepEqual(await confirmations(one), []);
  const ofBob = new URLSearchParams({ ...form, ...seen(bob, 'Passport', 'UtilityBill'), ...seen(cyd, 'Passport') });
  ofBob.append(`person_${bob}:properties[documents_seen.1.issued_on]`, ukDateOf(ctx.now()));
  ofBob.append(`person_${bob}:properties[seen_how]`, 'in_person');
  ofBob.append('confirm', bob);
  const kept = await visitor.send(list, 'application/x-www-form-urlencoded', ofBob.toString());
  assert.equal(kept.status, 200);
  assert.match(kept.body, /1 identity is confirmed\. What you typed for the others is kept below/);
  assert.match(kept.body, new RegExp(`name="person_${cyd}:[^"]*0\\.document[^"]*"[\\s\\S]*?value="Passport" selected`));
  for (const one of [bob, cyd]) await closeCheck(ctx, portal.caller('live'), one, 'withdraw');
});

test('refuses a confirmation by a read-only user, of an unseen check, without need, or after the end', async () => {
  const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' });
  const reader = await person('reader', { role: 'read_only' });
  const northerner = await person('north', { role: 'standard', subsidiaryIds: [north] });
  const client = await signedInVisitor(portal, clientEmail);
  const asks = await portal.placeCheck('live', {}, criminalRecord);
  const asksNot = await portal.placeCheck('live', {}, ['identity']);
  const over = await portal.placeCheck('live', {}, criminalRecord);
  await closeCheck(ctx, portal.caller('live'), over.id, 'withdraw');
  const confirm = async (visitor: Visitor, checkId: string) =>
    (await visitor.post(`/portal/checks/${checkId}/identity`, await tokenOf(visitor))).status;
  assert.equal(await confirm(reader.visitor, asks.id), 403);
  assert.equal(await confirm(northerner.visitor, asks.id), 404);
  assert.equal((await reader.visitor.get(`/portal/checks/${asks.id}/identity`)).status, 403);
  assert.equal((await northerner.visitor.get(`/portal/checks/${asks.id}/identity`)).status, 404);
  assert.equal(await confirm(client, asksNot.id), 409);
  assert.equal(await confirm(client, over.id), 409);
  assert.equal((await client.post(`/portal/checks/${asks.id}/identity`, {})).status, 403, 'without a token');
  const shown = async (visitor: Visitor, checkId: string) => (await visitor.get(`/portal/checks/${checkId}`)).body;
  assert.match(await shown(reader.visitor, asks.id), /Not confirmed yet/);
  assert.doesNotMatch(await shown(reader.visitor, asks.id), /Confirm identity/);
  assert.doesNotMatch(await shown(client, asksNot.id), /Identity of the candidate/);
  assert.match(await shown(client, over.id), /The identity was not confirmed/);
  for (const { id } of [asks, asksNot, over]) assert.deepEqual(await confirmations(id), []);
});

test('the client and the desk stop the monitoring of a report; a monitored test report changes by a button', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const screener = await signedInVisitor(portal);
  const check = await portal.placeCheck('test', {}, ['sanctions', 'identity']);
  await ctx.db.run(sql`update reports set monitor = 'yearly' where check_id = ${check.id}`);
  const page = `/portal/checks/${check.id}`;
  const [first, second] = check.reports.map(({ id }) => id);
  const press = (step: string) => client.submit(page, `${page}/sandbox`, { step });
  for (const step of ['advance', 'advance', `find_change ${first}`]) assert.equal((await press(step)).status, 303);
  const stored = async () => (await readCheck(ctx, portal.caller('test'), check.id)).reports;
  assert.deepEqual(
    (await stored()).map(({ status }) => status),
    ['awaiting_approval', 'complete'],
  );
  await press('advance');
  assert.equal((await client.submit(page, `${page}/reports/${first}/stop-monitoring`, {})).status, 303);
  const report = `/desk/reports/${second}`;
  const stopped = await screener.submit(report, `${report}/stop-monitoring`, {});
  assert.equal(stopped.headers.location, `${report}?done=unmonitored`);
  assert.deepEqual(
    (await stored()).map(({ monitor, result }) => [monitor, result]),
    [
      [null, 'consider'],
      [null, 'clear'],
    ],
  );
  assert.doesNotMatch((await client.get(page)).body, /Move this test check|id="monitoring"/);
});

test('a former name that only the authorities may know is on no page of the client, and its screener is warned', async () => {
  const former = { ...emptyOf(previousNameFacts), known_from: '2010-01-01', known_to: '2015-02-03' };
  const hidden = { ...former, first_name: 'Quietina', last_name: 'Hushaby', for_authorities_only: true };
  const names = { name_is_from_birth: false, name_known_from: '2015-02-03', previous_names: [hidden] };
  const check = await portal.placeCheck('live', { ...names, previous_last_name: 'Hushaby' }, criminalRecord);
  await attachFile(
    ctx,
    { ...portal.caller('live'), actor: 'candidate', subsidiaryIds: null },
    {
      ...{ orderId: check.orderId, fileToken: randomUUID(), fileName: 'hushaby.png', description: '' },
      ...{
        given: { slot: 'name_change', kind: 'DeedPoll', isUntold: true },
        content: Readable.from([samples['.png']!]),
      },
    },
  );
  const client = await signedInVisitor(portal, clientEmail);
  const page = `/portal/checks/${check.id}`;
  const report = check.reports[0]!.id;
  for (const path of [page, `${page}/identity`, `${page}/reports/${report}`, `${page}/history`])
    assert.doesNotMatch((await client.get(path)).body, /hushaby|quietina|3 Feb(?:ruary)? 2015/i, path);
  assert.doesNotMatch((await client.get('/portal/checks?q=Hushaby')).body, new RegExp(page));
  const desk = (await (await signedInVisitor(portal)).get(`/desk/reports/${report}`)).body;
  assert.match(desk, /Quietina Hushaby/);
  assert.match(desk, /Gender Recognition Act 2004/);
});

test('an order that is placed again says what is contained and charged twice, and what is wrong in words', async () => {
  const JobRoleId = await createJobRole(ctx, 'system', accountId, { roleTitle: 'Carer', roleCheckType: 'enhanced' });
  const both = ['criminal_history:basic', 'criminal_history:enhanced'];
  const check = await portal.placeCheck('test', {}, both, { JobRoleId });
  await closeCheck(ctx, portal.caller('test'), check.id, 'withdraw');
  await updateApplicant(ctx, portal.caller('test'), check.applicantId, (facts) => ({
    ...facts,
    dob: addMonths(ukDateOf(ctx.now()), -15 * 12),
  }));
  const client = await signedInVisitor(portal, clientEmail);
  const placed = (await client.get(`/portal/checks/${check.id}`)).body;
  assert.match(placed, /Agreed job role\s*<\/dt>\s*<dd[^>]*>\s*Carer/);
  const page = `/portal/checks/${check.id}/again`;
  const warning =
    /Warning<\/span>\s*“Criminal record, enhanced” shows everything that “Criminal record, basic” shows, and both are charged/;
  assert.match((await client.get(page)).body, warning);
  const refused = await client.submit(page, page, {});
  assert.equal(refused.status, 422);
  assert.match(refused.body, /It cannot be ordered as it is: date of birth is of somebody under 16/);
  assert.match(refused.body, warning);
});

test('the client and the desk order a closed check again, and both pages lead to the other', async () => {
  const check = await portal.placeCheck('test', {}, ['identity']);
  await closeCheck(ctx, portal.caller('test'), check.id, 'cancel');
  const client = await signedInVisitor(portal, clientEmail);
  const page = `/portal/checks/${check.id}`;
  assert.match((await client.get(page)).body, new RegExp(`href="${page}/again"`));
  const question = (await client.get(`${page}/again`)).body;
  assert.match(question, /The candidate gets a new link by mail/);
  assert.match(question, /<li>[^<]+: (?:£[\d.]+|No price agreed)<\/li>/);
  const { status, headers } = await client.submit(`${page}/again`, `${page}/again`, {});
  assert.equal(status, 303);
  const replacing = String(headers.location);
  assert.match(
    (await client.get(replacing)).body,
    new RegExp(`Ordered again after <a[^>]+href="${page}">VF${check.orderId}</a>`),
  );
  const old = (await client.get(page)).body;
  assert.match(old, new RegExp(`Ordered again as <a[^>]+href="${replacing}">`));
  assert.doesNotMatch(old, /\/again"/);

  const [, id = ''] = /checks\/(.+)$/.exec(replacing) ?? [];
  await closeCheck(ctx, portal.caller('test'), id, 'withdraw');
  const screener = await signedInVisitor(portal);
  const [{ id: reportId }] = (await readCheck(ctx, portal.caller('test'), id)).reports as unknown as [{ id: string }];
  const report = `/desk/reports/${reportId}`;
  assert.match((await screener.get(`${report}/form`)).body, new RegExp(`href="${report}/again"`));
  const ordered = await screener.submit(`${report}/again`, `${report}/again`, {});
  assert.match(String(ordered.headers.location), /^\/desk\/reports\/[^/]+\/form$/);
  assert.match((await screener.get(String(ordered.headers.location))).body, /Ordered again after <a/);
  const closed = (await screener.get(`/desk/reports/${check.reports[0]!.id}`)).body;
  assert.match(closed, /Ordered again as/);
});

test('a closed check is ordered again at the prices that its page showed, and the page says which files stay behind', async () => {
  const check = await portal.placeCheck('test', {}, ['identity']);
  const caller = { ...portal.caller('test'), actor: 'candidate' as const };
  const file = { fileToken: randomUUID(), fileName: 'passport.png', description: '' };
  const content = Readable.from([samples['.png']!]);
  await attachFile(ctx, caller, { ...file, orderId: check.orderId, content });
  await closeCheck(ctx, portal.caller('test'), check.id, 'cancel');
  const client = await signedInVisitor(portal, clientEmail);
  const page = `/portal/checks/${check.id}/again`;
  const shown = (await client.get(page)).body;
  assert.match(shown, /A file that the candidate added stays with this order/);
  const agreed = { name: 'identity', variant: null, pricePence: 4321 };
  await changeAgreements(ctx, 'system', accountId, { agreed: [agreed], ended: [] });
  const refused = await client.post(page, hiddenFields(shown, page));
  assert.equal(refused.status, 422);
  assert.match(refused.body, /<a href="#confirmed">The prices or the reports have changed/);
  assert.match(refused.body, /: £43\.21<\/li>/);
  assert.equal((await client.post(page, hiddenFields(refused.body, page))).status, 303);
});

test('a client screens the candidate of a complete check again, with its complete reports; the desk does not', async () => {
  const check = await portal.placeCheck('live', {}, ['identity', 'credit', 'right_to_work']);
  const target = (at: number) => ({ checkId: check.id, reportId: check.reports[at]!.id });
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  for (const at of [0, 1]) await moveReport(ctx, portal.caller('live'), target(at), { move: 'complete', outcome });
  await moveReport(ctx, portal.caller('live'), target(2), { move: 'withdraw' });
  const client = await signedInVisitor(portal, clientEmail);
  const page = `/portal/checks/${check.id}`;
  assert.match((await client.get(page)).body, new RegExp(`href="${page}/again">screen the candidate again</a>`));
  assert.match(
    (await client.get(`${page}/again`)).body,
    /with the reports that you choose. The results of this one stay as they are/,
  );
  const shown = (await client.get(`${page}/again`)).body;
  assert.equal(shown.match(/name="report"[^>]* checked/g)?.length, 2);
  const chosen = check.reports.slice(0, 2).map(({ id }): [string, string] => ['report', id]);
  const fields = new URLSearchParams([...Object.entries(hiddenFields(shown, `${page}/again`)), ...chosen]);
  const form = 'application/x-www-form-urlencoded';
  const { headers } = await client.send(`${page}/again`, form, fields.toString());
  const [, id = ''] = /checks\/(.+)$/.exec(String(headers.location)) ?? [];
  const again = await readCheck(ctx, portal.caller('live'), id);
  assert.deepEqual(
    [again.applicantId, again.status, again.reports.map(({ name }) => name)],
    [check.applicantId, 'awaiting_applicant', ['identity', 'credit']],
  );
  const { status, result } = await readCheck(ctx, portal.caller('live'), check.id);
  assert.deepEqual([status, result], ['complete', 'clear']);
  const screener = await signedInVisitor(portal);
  assert.equal((await screener.get(`/desk/reports/${check.reports[0]!.id}/again`)).status, 409);
});

test('an order that repeats another asks anew for codes that lapse', async () => {
  const facts = { has_driving_licence: true, driving_licence_check_code: 'aB1cD2eF' };
  const check = await portal.placeCheck('live', facts, ['driving_licence:gb_check_code']);
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, portal.caller('live'), target, { move: 'complete', outcome });
  const again = await orderAgain(ctx, portal.caller('live'), check.id, null);
  assert.deepEqual([again.order.facts.has_driving_licence, again.order.facts.driving_licence_check_code], [true, null]);
  const { order } = await readCheck(ctx, portal.caller('live'), check.id);
  assert.equal(order.facts.driving_licence_check_code, 'aB1cD2eF', 'the order before keeps what it had');
});

test('users who may order move a test check by buttons; a live check has none', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const check = await portal.placeCheck('test', {}, ['identity', 'document']);
  const page = `/portal/checks/${check.id}`;
  const [identity, document] = check.reports.map(({ id }) => id);
  const press = async (step: string) => {
    const { status, headers } = await client.submit(page, `${page}/sandbox`, { step });
    assert.deepEqual([status, headers.location], [303, `${page}#test-steps`]);
    const { status: now, reports } = await readCheck(ctx, portal.caller('test'), check.id);
    return [now, ...reports.map((report) => report.status)];
  };
  assert.deepEqual(await press(`pause ${identity}`), ['on_hold', 'paused', 'awaiting_data']);
  const { body } = await client.get(page);
  assert.match(body, new RegExp(`value="resume ${identity}"`));
  assert.doesNotMatch(body, new RegExp(`value="(?:pause|complete|await_approval) ${identity}"`));
  assert.deepEqual(await press(`resume ${identity}`), ['in_progress', 'awaiting_data', 'awaiting_data']);
  assert.deepEqual(await press(`await_approval ${document}`), ['in_progress', 'awaiting_data', 'awaiting_approval']);
  assert.deepEqual(await press(`complete ${document}`), ['in_progress', 'awaiting_data', 'complete']);
  assert.deepEqual(await press('advance'), ['complete', 'complete', 'complete']);
  assert.doesNotMatch((await client.get(page)).body, /Move this test check/);

  const waiting = await portal.placeCheck('test', {}, ['identity']);
  const live = await portal.placeCheck('live', {}, ['identity']);
  const reader = await person('looker', { role: 'read_only' });
  const step = async (visitor: Visitor, checkId: string, value: string) =>
    (await visitor.post(`/portal/checks/${checkId}/sandbox`, { ...(await tokenOf(visitor)), step: value })).status;
  assert.equal(await step(reader.visitor, waiting.id, 'advance'), 403);
  for (const value of ['advance', `pause ${live.reports[0]!.id}`, `resume ${live.reports[0]!.id}`])
    assert.equal(await step(client, live.id, value), 404, value);
  for (const value of ['', 'withdraw', `pause ${identity}`])
    assert.equal(await step(client, waiting.id, value), 404, value);
  assert.doesNotMatch((await client.get(`/portal/checks/${live.id}`)).body, /Move this test check/);
});

test('the page says when the check and each open report are expected, while that is known and not past', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const check = await portal.placeCheck('test', {}, ['identity', 'document']);
  const dates = async (first: string | null) => {
    await ctx.db.run(sql`
      update reports set requested_at = now(), due_on = case position when 1 then ${first}::date else '2099-01-04' end
      where account_id = ${accountId} and check_id = ${check.id}`);
    const { body } = await client.get(`/portal/checks/${check.id}`);
    const ofCheck = /Expected\s*<\/dt>\s*<dd[^>]*>\s*([^<]*?)\s*<\/dd>/.exec(body)?.[1];
    return [ofCheck, ...[...body.matchAll(/>Expected ([^<]+)</g)].map(([, date]) => date)];
  };
  assert.deepEqual(await dates('2099-01-05'), ['5 January 2099', '5 January 2099', '4 January 2099']);
  const without = '4 January 2099, without “Identity”: no date yet';
  for (const none of ['2020-01-06', null])
    assert.deepEqual(await dates(none), [without, '4 January 2099'], String(none));
});

test('the page says until when the form must be submitted, gives more time, and reminds the candidate', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { check } = await placeWaiting(ctx, portal.caller('live'), { reports: ['identity'] });
  const page = `/portal/checks/${check.id}`;
  const end = async () => / by <strong>(\d+ \w+ \d{4})<\/strong>/.exec((await client.get(page)).body)?.[1] ?? 'no end';
  const before = await end();
  assert.match(before, /\d{4}$/);
  const extend = (days: string) =>
    client.submit(`${page}/form-deadline`, `${page}/form-deadline`, { working_days: days });
  const nothing = await extend('');
  assert.deepEqual([nothing.status, /Choose how much more time/.test(nothing.body)], [422, true]);
  assert.equal(await end(), before);
  assert.deepEqual((await extend('20')).headers.location, `${page}?done=extended#form-deadline`);
  assert.ok(Date.parse(await end()) >= Date.parse(before) + 27 * 86_400_000);
  const reminded = await client.submit(page, `${page}/form-deadline/reminder`, {});
  assert.equal(reminded.headers.location, `${page}?done=reminded#form-deadline`);
  assert.match((await client.get(`${page}?done=reminded`)).body, /The reminder is sent/);
  // A colleague, or another tab, whose page was older.
  const twice = await client.submit(page, `${page}/form-deadline/reminder`, {});
  assert.equal(twice.headers.location, `${page}?done=reminded_today#form-deadline`);
  const told = (await client.get(`${page}?done=reminded_today`)).body;
  assert.match(
    told,
    /Nothing was sent[\s\S]*last reminded on[\s\S]*name="again"[^>]*>\s*Remind the candidate again today/,
  );
  const mails = await listEmails(ctx, portal.caller('live'), 10);
  assert.deepEqual(
    mails.filter(({ checkId }) => checkId === check.id).map(({ template }) => template),
    ['form_reminder', 'check_invitation'],
  );
  const again = await client.submit(page, `${page}/form-deadline/reminder`, { again: 'yes' });
  assert.equal(again.headers.location, `${page}?done=reminded#form-deadline`);
  const reader = await person('idle-reader', { role: 'read_only' });
  assert.doesNotMatch((await reader.visitor.get(page)).body, /Set another day/);
  assert.equal((await reader.visitor.get(`${page}/form-deadline`)).status, 403);
});

test('until the candidate opens the form, who ordered corrects their name, day of birth and mobile number', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const caller = portal.caller('live');
  const { check, token } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  const page = `/portal/checks/${check.id}`;
  const details = `${page}/details`;
  assert.ok((await client.get(page)).body.includes(`href="${details}"`));
  const known = {
    email: check.order.facts.email,
    last_name: 'Correct',
    'dob-day': '5',
    'dob-month': '6',
    'dob-year': '1991',
  };
  const correct = (typed: Record<string, string>) =>
    client.submit(details, details, { first_name: 'Ida', ...known, ...typed });
  const wrong = await correct({ first_name: '', mobile: '12', 'dob-day': '31', 'dob-month': '2' });
  assert.equal(wrong.status, 422);
  for (const said of [/The date of birth must be a real date/, /value="Correct"/]) assert.match(wrong.body, said);
  const rules = await correct({ first_name: '', mobile: '12' });
  assert.match(rules.body, /Enter the candidate’s first name/);
  const number = await correct({ mobile: '12' });
  assert.match(number.body, /The mobile number /);
  const mails = async () => (await listEmails(ctx, caller, 60)).filter(({ checkId }) => checkId === check.id).length;
  const before = await mails();
  const done = await correct({});
  assert.equal(
    done.headers.location,
    `${page}?done=corrected#form-deadline`,
    done.body.slice(done.body.indexOf('<main')),
  );
  assert.equal(await mails(), before, 'the link went to the right person');
  assert.match((await client.get(done.headers.location!)).body, /The link that the candidate has still works/);
  const { facts } = await readApplicant(ctx, caller, check.applicantId);
  assert.deepEqual([facts.first_name, facts.last_name, facts.dob], ['Ida', 'Correct', '1991-06-05']);
  assert.equal((await readCheck(ctx, caller, check.id)).order.facts.last_name, 'Correct');
  assert.match((await client.get(page)).body, /Corrected in the order: name, date of birth/);
  assert.match((await correct({})).body, /Nothing is changed/);
  // The text message with the link went to somebody else.
  const reached = await correct({ mobile: '07700 900123' });
  assert.equal(reached.headers.location, `${page}?done=corrected_link#form-deadline`);
  assert.match((await client.get(reached.headers.location)).body, /A new link is mailed/);
  assert.equal(await mails(), before + 1);
  assert.equal((await openFormLink(ctx, token, undefined)).front.isReplaced, true);
  const form = (await client.get(details)).body;
  await ctx.db.run(sql`update checks set form_opened_at = now() where id = ${check.id}`);
  const late = await client.post(details, { ...hiddenFields(form, details), first_name: 'Eva', ...known });
  assert.match(late.body, /The candidate has opened the form meanwhile/);
  assert.doesNotMatch((await client.get(details)).body, /name="last_name"/);
  assert.equal((await readCheck(ctx, caller, check.id)).order.facts.first_name, 'Ida');
});

test('until the form is submitted, the client and the desk correct the email address and withdraw the order', async () => {
  const [client, screener] = [await signedInVisitor(portal, clientEmail), await signedInVisitor(portal)];
  const caller = portal.caller('live');
  const { check, token } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  const page = `/portal/checks/${check.id}`;
  const desk = `/desk/reports/${check.reports[0]!.id}/form`;
  const named = { first_name: 'Alex', last_name: 'Sample', 'dob-day': '4', 'dob-month': '3', 'dob-year': '1990' };
  const correct = (who: Visitor, at: string, email: string) =>
    who.submit(`${at}/details`, `${at}/details`, { ...named, email });
  assert.match((await client.get(`${page}/details`)).body, /value="alex@candidate\.test"/);
  const wrong = await correct(client, page, 'alex');
  assert.deepEqual(
    [wrong.status, /must contain exactly one @/.test(wrong.body), /value="alex"/.test(wrong.body)],
    [422, true, true],
  );
  assert.equal(
    (await correct(client, page, 'right@candidate.test')).headers.location,
    `${page}?done=corrected_link#form-deadline`,
  );
  assert.match((await screener.get(desk)).body, /Correct the candidate’s details/);
  assert.equal((await correct(screener, desk, 'best@candidate.test')).status, 303);

  const isReplaced = async (link: string) => (await openFormLink(ctx, link, undefined)).front.isReplaced;
  const mails = (await listEmails(ctx, caller, 30)).filter(({ checkId }) => checkId === check.id);
  const links = mails.map(({ text }) => /\/form\/([\w-]{87})\n/.exec(text)![1]!);
  assert.deepEqual(
    mails.map(({ to }) => to.address),
    ['best@candidate.test', 'right@candidate.test', 'alex@candidate.test'],
  );
  assert.equal(links[2], token);
  assert.deepEqual(await Promise.all(links.map(isReplaced)), [false, true, true]);
  assert.equal((await readApplicant(ctx, caller, check.applicantId)).facts.email, 'best@candidate.test');
  const corrected = await ctx.db.rows(
    sql`select from events where check_id = ${check.id} and type = 'check.email_corrected'`,
  );
  assert.equal(corrected.length, 2);

  const reader = await person('amending-reader', { role: 'read_only' });
  assert.doesNotMatch((await reader.visitor.get(page)).body, /withdraw the order/);
  assert.equal((await reader.visitor.get(`${page}/cancel`)).status, 403);
  assert.match((await client.get(`${page}/cancel`)).body, /This cannot be undone/);
  const withdrawn = await client.submit(`${page}/cancel`, `${page}/cancel`, { because: 'not_needed' });
  assert.equal(withdrawn.headers.location, `${page}?done=withdrawn`);
  assert.match(
    (await client.get(String(withdrawn.headers.location))).body,
    /The order is withdrawn\. We tell the candidate/,
  );
  assert.equal((await readCheck(ctx, caller, check.id)).status, 'withdrawn');
  assert.doesNotMatch((await screener.get(desk)).body, /withdraw the order/);
  assert.equal((await screener.get(`${desk}/cancel`)).status, 409);
  const other = await placeWaiting(ctx, caller, { reports: ['identity'] });
  const otherPage = `/desk/reports/${other.check.reports[0]!.id}/form`;
  const byDesk = await screener.submit(`${otherPage}/cancel`, `${otherPage}/cancel`, { because: 'not_needed' });
  assert.match(
    (await screener.get(String(byDesk.headers.location))).body,
    /The order is withdrawn\.[\s\S]*Withdrawn on \d+ \w+ \d{4} by /,
  );
  assert.equal((await readCheck(ctx, caller, other.check.id)).status, 'withdrawn');
});

test('an overdue order says so on its page as in the list, and for whom its reports wait', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const check = await portal.placeCheck('test', {}, ['identity']);
  const [report] = check.reports;
  await ctx.db.run(
    sql`update reports set due_on = '2026-01-05' where account_id = ${accountId} and id = ${report!.id}`,
  );
  await beginWait(ctx, portal.caller('test'), { reportId: report!.id, waitingFor: 'source', causeId: ctx.newId() });
  const page = `/portal/checks/${check.id}`;
  assert.match((await client.get('/portal?environment=test')).body, /overdue since 5 January 2026/);
  const { body } = await client.get(page);
  assert.match(body, /Overdue since\s*<\/dt>\s*<dd[^>]*>\s*<span[^>]*>5 January 2026</);
  assert.match(body, /Waiting for the source<\/span><span[^>]*>Overdue since 5 January 2026</);
  assert.match(
    (await client.get(`${page}/reports/${report!.id}`)).body,
    /Overdue since\s*<\/dt>\s*<dd[^>]*>\s*5 January 2026/,
  );
  // The due date moves on until the candidate answers.
  await beginWait(ctx, portal.caller('test'), { reportId: report!.id, waitingFor: 'candidate', causeId: ctx.newId() });
  assert.doesNotMatch((await client.get(page)).body, /Overdue/);
});

test('an order that was closed says when, by whom or why, and promises no result', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const rowsOf = async (checkId: string) => {
    const { body } = await client.get(`/portal/checks/${checkId}`);
    assert.doesNotMatch(body, /None yet|Completed|Interim report/);
    const rows = body.matchAll(/summary-list__key">\s*([^<]+?)\s*<\/dt>\s*<dd[^>]*>\s*([^<]*?)\s*<\/dd>/g);
    return Object.fromEntries([...rows].map(([, key, value]) => [key, value]));
  };
  const caller = portal.caller('test');
  const { check: withdrawn } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  const page = `/portal/checks/${withdrawn.id}`;
  await client.submit(`${page}/cancel`, `${page}/cancel`, { because: 'not_needed' });
  const told = await rowsOf(withdrawn.id);
  assert.equal(told['Overall result'], 'No result');
  assert.match(told['Withdrawn on']!, /^\d+ \w+ \d{4} by \w/);
  const { check: late } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  await expireCheck(ctx, { ...caller, actor: 'system' }, late.id);
  assert.match(
    (await rowsOf(late.id))['Cancelled on']!,
    /\d{4} because the candidate did not submit the form in time$/,
  );
  const byApi = await portal.placeCheck('test', {}, ['identity']);
  await closeCheck(ctx, { ...caller, actor: 'system' }, byApi.id, 'cancel');
  assert.match((await rowsOf(byApi.id))['Cancelled on']!, /\d{4}$/);
});

test('in a browser a test check goes on hold and resumes by keyboard', async (t) => {
  const browser = await launchBrowser(portal.certificate);
  t.after(() => browser.close());
  const { cookies } = await signedInVisitor(portal, clientEmail);
  const check = await portal.placeCheck('test', {}, ['identity', 'criminal_history:basic', 'document']);
  await ctx.db.run(sql`
    update reports set due_on = '2099-01-05' where account_id = ${accountId} and check_id = ${check.id}`);
  const page = await openPage(browser);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  await page.goto(`${portal.url}/portal/checks/${check.id}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Pause Identity').press('Enter');
  await page.getByText('On hold', { exact: true }).waitFor();
  for (const [screen, width] of Object.entries({ desk: 1280, phone: 390 })) {
    await page.setViewportSize({ width, height: 800 });
    await keepScreenshot(page, `test-check-${screen}`);
    assert.equal(await scrollsSideways(page), false, screen);
  }
  assert.deepEqual(await accessibilityProblems(page), []);
  await button('Resume Identity').press('Enter');
  await button('Pause Identity').waitFor();
  await page.locator('.govuk-tag', { hasText: 'In progress' }).waitFor();
});

test('the page of a report shows what was stated and found, its source, notes, evidence and versions, as read', async (t) => {
  const check = await portal.placeCheck('live', { nationality: 'GBR' }, ['identity', 'right_to_work']);
  const [identity, work] = check.reports;
  const pathOf = (id: string) => `/portal/checks/${check.id}/reports/${id}`;
  const client = await signedInVisitor(portal, clientEmail);
  assert.match(
    (await client.get(pathOf(work!.id))).body,
    /What is found stands here as soon as the report is complete/,
  );
  const caller = portal.caller('live');
  const findings = {
    breakdown: { address: { result: 'consider', breakdown: { voting_register: { result: 'unidentified' } } } },
    properties: {},
    notes: 'The dates differ by three months.',
  };
  const outcome = { result: 'consider', subResult: null, trafficLight: 'Red', findings } as const;
  await attachFile(ctx, caller, {
    ...{ orderId: check.orderId, reportId: identity!.id, fileToken: randomUUID(), fileName: 'answer.png' },
    ...{ description: '', content: Readable.from([samples['.png']!]) },
  });
  await moveReport(ctx, caller, { checkId: check.id, reportId: identity!.id }, { move: 'complete', outcome });
  const { body } = await client.get(`/portal/checks/${check.id}`);
  assert.match(body, new RegExp(`href="${pathOf(identity!.id)}">Identity<[\\s\\S]*Consider, red`));
  assert.match(body, /Overall result\s*<\/dt>\s*<dd[^>]*>\s*None yet/, 'the other report is open');
  const page = (await client.get(pathOf(identity!.id))).body;
  for (const part of [
    /Consider, red/,
    /Source[\s\S]*Credit reference agencies/,
    /Found[\s\S]*Address[\s\S]*Consider[\s\S]*Electoral roll[\s\S]*Unidentified/,
    /The dates differ by three months\./,
    /Versions[\s\S]*Consider, red/,
  ])
    assert.match(page, part);
  assert.equal((await client.get(pathOf(check.id))).status, 404);
  const looks = await ctx.db.rows<{ type: string }>(sql`
    select distinct type from events where check_id = ${check.id} and report_id = ${identity!.id} and actor <> 'system'
      and type in ('check.results_read', 'check.answers_read') order by type`);
  assert.deepEqual(
    looks.map(({ type }) => type),
    ['check.answers_read', 'check.results_read'],
  );
  const browser = await launchBrowser(portal.certificate);
  t.after(() => browser.close());
  for (const screen of ['phone', 'desk'] as const) {
    const shown = await openPage(browser, { screen });
    await shown.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    await shown.goto(`${portal.url}${pathOf(identity!.id)}`);
    await keepScreenshot(shown, `report-of-client-${screen}`);
    assert.equal(await scrollsSideways(shown), false, screen);
    assert.deepEqual(await accessibilityProblems(shown), [], screen);
  }
});

test('the page of an employment report shows the employments that the candidate stated, and no addresses', async () => {
  const address = { ...emptyOf(addressFacts), street: 'Station Road', town: 'Leeds', country: 'GBR' };
  const activity = { ...emptyOf(activityFacts), status: 'FullTime', employer: 'Acme Ltd', job_title: 'Driver' };
  const facts = {
    addresses: [{ ...address, start_date: '2015-05-01' }],
    activities: [{ ...activity, country: 'GBR', start_date: '2019-03-01', end_date: '2021-02-28' }],
  };
  const check = await portal.placeCheck('test', facts, ['employment_history:uk', 'residence_history:5y']);
  const client = await signedInVisitor(portal, clientEmail);
  const [employment, residence] = await Promise.all(
    check.reports.map(async ({ id }) => (await client.get(`/portal/checks/${check.id}/reports/${id}`)).body),
  );
  assert.match(employment!, /Stated by the candidate[\s\S]*1 March 2019 to 28 February 2021[\s\S]*Acme Ltd/);
  assert.doesNotMatch(employment!, /Station Road/);
  assert.match(residence!, /Stated by the candidate[\s\S]*Station Road/);
});

async function tokenOf(visitor: Visitor) {
  const { body } = await visitor.get('/portal');
  return { form_token: /name="form_token" value="([^"]+)"/.exec(body)![1]! };
}

test('the page tells how far the check is and what happened, and nothing of the work at the desk', async () => {
  const check = await portal.placeCheck('test', {}, ['identity', 'criminal_history:basic']);
  const client = await signedInVisitor(portal, clientEmail);
  const page = async () => (await client.get(`/portal/checks/${check.id}`)).body;
  const current = (body: string) => /aria-current="step">\s*<span class="app-progress__label">([^<]+)/.exec(body)?.[1];
  const history = (body: string) =>
    [...body.slice(body.indexOf('>History<')).matchAll(/<li class="app-list__item"><span>([^<]+)</g)].map(
      ([, text]) => text,
    );
  const before = await page();
  assert.equal(current(before), 'In progress');
  assert.match(before, /Needs you:<\/strong> <a[^>]+>confirm the candidate’s identity/);
  const report = { checkId: check.id, reportId: check.reports[0]!.id };
  const caller = portal.caller('test');
  const screener = await signedInVisitor(portal);
  await screener.submit(`/desk/reports/${report.reportId}`, `/desk/reports/${report.reportId}/claim`, {});
  await moveReport(portal.ctx, caller, report, {
    move: 'complete',
    outcome: { result: 'clear', subResult: null, findings: { breakdown: {}, properties: {}, notes: '' } },
  });
  assert.deepEqual(history(await page()), ['Identity: completed', 'Form submitted', 'Ordered']);
  await closeCheck(portal.ctx, caller, check.id, 'withdraw');
  const after = await page();
  assert.equal(current(after), undefined);
  assert.equal(history(after)[0], 'Order withdrawn');
});
