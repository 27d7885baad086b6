// What a candidate stated is corrected at the desk after the form was sent, with the reason, and what stood before stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { callerFor, screenReport } from '../../../src/features/cases/screening-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import {
  correctStated,
  isIdentityCertain,
  readCorrections,
  readStated,
  statedPage,
} from '../../../src/features/fact-corrections/fact-correction-actions.ts';
import { fingerprintOf } from '../../../src/features/fact-corrections/fact-correction-rules.ts';
import { upholdResult } from '../../../src/features/fact-corrections/outdated-result-actions.ts';
import { listReferences, readReference, requestReference } from '../../../src/features/references/reference-actions.ts';
import { readSeenState } from '../../../src/features/reports/outcome-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { seenIn, seenText } from '../../../src/portals/desk/report/report-drafts.ts';
import { statedTitle } from '../../../src/portals/desk/stated/stated-pages.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { employment, employmentReport, personnel } from '../../features/references/asked-references.ts';
import { sendForm } from '../candidate/sent-form.ts';
import { clientEmail, deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const screener = await signedInVisitor(portal, deskEmail);
const caller = portal.caller('live');
const page = ({ id }: Pick<Check, 'id'>) => `/desk/orders/${id}/stated`;
const factsOf = async ({ id }: Check) => (await readCheck(ctx, caller, id)).order.facts;
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

const because = { reason: 'candidate', text: 'By telephone on 29 November' };
const correct = async (check: Check, at: string, fields: Record<string, string>) =>
  screener.submit(`${page(check)}/${at}`, `${page(check)}/${at}`, fields);

test('a share code that the candidate gives anew replaces the one that they stated, and both are kept', async () => {
  const check = await portal.placeCheck('live', { share_code: 'W12345678' }, ['right_to_work']);
  const report = (await screener.get(`/desk/reports/${check.reports[0]!.id}`)).body;
  assert.match(report, new RegExp(`href="${page(check)}">Correct what is stated`));
  const missing = await correct(check, 'share-code', { share_code: 'WAB 123 456', reason: '', text: '' });
  assert.equal(missing.status, 422);
  assert.match(missing.body, /Choose why it is corrected/);
  assert.match(missing.body, /Write who said so, how and when/);
  assert.match(missing.body, /value="WAB 123 456"/, 'what was typed stays');
  const wrong = await correct(check, 'share-code', { share_code: 'X1', ...because });
  assert.equal(wrong.status, 422);
  const same = await correct(check, 'share-code', { share_code: 'W12345678', ...because });
  assert.match(same.body, /What is typed is what was stated already/);
  assert.equal((await correct(check, 'share-code', { share_code: 'WAB 123 456', ...because })).status, 303);
  assert.equal((await factsOf(check)).share_code, 'WAB123456');
  const shown = textOf((await screener.get(page(check))).body);
  assert.match(shown, /Before: Share code: W12345678 Now: Share code: WAB123456 The candidate told us: By telephone/);
  const history = textOf((await screener.get(`/desk/orders/${check.id}`)).body);
  assert.match(history, /What the candidate stated was corrected: share code/);
  const events = await ctx.db.rows<{ detail: unknown }>(sql`
    select detail from events where check_id = ${check.id} and type = 'check.facts_corrected'`);
  assert.deepEqual(events, [{ detail: { requirement: 'share_code', because: 'candidate' } }], 'no event has the facts');
});

test('after the form was sent the address of a candidate is corrected, with a new link and without the earlier one', async () => {
  const check = await portal.placeCheck('live', { email: 'typo@candidate.test' }, ['right_to_work']);
  const at = `${page(check)}/email`;
  assert.match((await screener.get(page(check))).body, new RegExp(`href="${at}"`));
  const wrong = await screener.submit(at, at, { email: 'nobody' });
  assert.equal(wrong.status, 422);
  const before = (await readCheck(ctx, caller, check.id)).formLinkGeneration;
  const sent = await screener.submit(at, at, { email: 'right@candidate.test' });
  assert.equal(sent.headers.location, `${page(check)}?done=corrected`);
  assert.equal((await factsOf(check)).email, 'right@candidate.test');
  const mailed = (await listEmails(ctx, caller, 1000))
    .filter(({ checkId, template }) => checkId === check.id && template === 'form_link')
    .map(({ to }) => to.address);
  assert.deepEqual(mailed, ['right@candidate.test']);
  assert.ok((await readCheck(ctx, caller, check.id)).formLinkGeneration > before, 'the earlier link is replaced');
  const history = textOf((await screener.get(`/desk/orders/${check.id}`)).body);
  assert.match(history, /Email address of the candidate corrected, with a new link/);
});

const activities = [
  { ...employment, employer: 'Acme Ltd', start_date: '2022-01-01', end_date: '2026-09-30' },
  { ...employment, employer: 'Brook Bank', start_date: '2018-01-01', end_date: '2021-12-31' },
];

test('the candidate goes on reading what they sent, with the correction and its reason beside it, and gets a mail of it', async () => {
  const { device, base, checkId } = await sendForm(portal);
  const at = `${page({ id: checkId })}/contact`;
  for (const [mobile, reason] of [
    ['07700 900472', 'client'],
    ['07700 900473', 'document'],
  ] as const) {
    const corrected = await screener.submit(at, at, { mobile, mobile_country: 'GBR', reason, text: 'Page 2 of 3' });
    assert.equal(corrected.status, 303, textOf(corrected.body));
  }
  const sent = textOf((await device.get(`${base}/sent`)).body);
  const day = britishDate(ctx.now());
  assert.match(sent, /Mobile[^/]* 07700 900471/);
  assert.ok(sent.indexOf('900471') < sent.indexOf('900472') && sent.indexOf('900472') < sent.indexOf('900473'));
  assert.match(sent, new RegExp(`Corrected by .* on ${day}, because Acme Care told us Mobile[^/]*900472`));
  assert.match(sent, new RegExp(`Corrected by .* on ${day}, because a document shows it Mobile[^/]*900473`));
  assert.doesNotMatch(sent, /Page 2 of 3/, 'what the desk noted is in the copy of their data');
  const mails = (await listEmails(ctx, portal.caller('test'), 100)).filter((one) => one.checkId === checkId);
  const news = mails.filter(({ template }) => template === 'answers_corrected');
  assert.equal(news.length, 2);
  assert.doesNotMatch(news[0]!.text, /9004/);
});

test('an entry of a list is corrected, and a forgotten one added; the others stay as they are', async () => {
  const check = await portal.placeCheck('live', { activities }, ['activity:5y']);
  const { body } = await screener.get(page(check));
  assert.match(textOf(body), /Acme Ltd.* Brook Bank/);
  const list = /\/stated\/([\w-]+)\/2"/.exec(body)![1]!;
  const second = (await screener.get(`${page(check)}/${list}/2`)).body;
  assert.match(second, /value="Brook Bank"/);
  const dates = { 'start_date-day': '1', 'start_date-month': '2', 'start_date-year': '2018' };
  const end = { 'end_date-day': '31', 'end_date-month': '12', 'end_date-year': '2021' };
  const { status, job_title, reason_for_leaving, contact_timing, referee } = employment;
  const typed = { status, employer: 'Brook Bank plc', job_title, country: 'GBR' };
  const rest = { reason_for_leaving, contact_timing, referee, ...dates, ...end, ...because };
  const corrected = await correct(check, `${list}/2`, { ...typed, ...rest });
  assert.equal(corrected.status, 303, textOf(corrected.body).slice(0, 800));
  const [first, changed, ...others] = (await factsOf(check)).activities;
  assert.deepEqual([first!.employer, first!.end_date], ['Acme Ltd', '2026-09-30']);
  assert.deepEqual([changed!.employer, changed!.start_date, others.length], ['Brook Bank plc', '2018-02-01', 0]);
  const added = await correct(check, `${list}/new`, {
    ...{ ...typed, ...rest, employer: 'Canal Trust' },
    ...{ 'start_date-year': '2016', 'end_date-year': '2017' },
  });
  assert.equal(added.status, 303);
  assert.deepEqual(
    (await factsOf(check)).activities.map(({ employer }) => employer),
    ['Acme Ltd', 'Brook Bank plc', 'Canal Trust'],
  );
});

const { status, job_title, reason_for_leaving, contact_timing, referee } = employment;
const jobFields = (employer: string, from: number, to: number) => ({
  ...{ status, employer, job_title, country: 'GBR', reason_for_leaving, contact_timing, referee, ...because },
  ...{ 'start_date-day': '1', 'start_date-month': '2', 'start_date-year': `${from}` },
  ...{ 'end_date-day': '28', 'end_date-month': '2', 'end_date-year': `${to}` },
});

test('a form of an entry that was opened before a newer one was added replaces neither of them', async () => {
  const check = await portal.placeCheck('live', { activities: [activities[1]!] as never }, ['activity:5y']);
  const list = /\/stated\/([\w-]+)\/1"/.exec((await screener.get(page(check))).body)![1]!;
  const address = `${page(check)}/${list}/1`;
  const opened = hiddenFields((await screener.get(address)).body, address);
  assert.equal((await correct(check, `${list}/new`, jobFields('Canal Trust', 2022, 2024))).status, 303);
  const fields = { ...opened, ...jobFields('Brook Bank plc', 2018, 2021) };
  for (const body of [fields, { ...fields, text: '' }, fields]) {
    const refused = await screener.post(address, body);
    assert.equal(refused.status, 422);
    assert.match(textOf(refused.body), /Stated now Canal Trust.*Brook Bank.*Open the entry again/);
    assert.match(refused.body, /value="Brook Bank plc"/, 'what was typed stays');
    assert.equal(hiddenFields(refused.body, address).seen, opened.seen);
  }
  const stated = (await factsOf(check)).activities.map(({ employer }) => employer);
  assert.deepEqual(stated, ['Canal Trust', 'Brook Bank']);
});

test('what a colleague corrected meanwhile is shown beside what was typed before it is replaced', async () => {
  const check = await portal.placeCheck('live', { share_code: 'W12345678' }, ['right_to_work']);
  const address = `${page(check)}/share-code`;
  const opened = hiddenFields((await screener.get(address)).body, address);
  assert.equal((await correct(check, 'share-code', { share_code: 'WAB123456', ...because })).status, 303);
  const mine = { share_code: 'WAB123457', ...because };
  const refused = await screener.post(address, { ...opened, ...mine });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /Stated now Share code.*WAB123456.*Save again to replace it/);
  assert.match(refused.body, /value="WAB123457"/);
  assert.equal((await factsOf(check)).share_code, 'WAB123456');
  assert.equal((await screener.post(address, { ...hiddenFields(refused.body, address), ...mine })).status, 303);
  assert.equal((await factsOf(check)).share_code, 'WAB123457');
});

test('only one address is the current one: who moved has left the other', async () => {
  const street = { building_number: '1', street: 'High Street', town: 'York', postcode: 'YO1 7HH', country: 'GBR' };
  const addresses = [
    { ...street, start_date: '2024-01-01', end_date: null },
    { ...street, building_number: '2', start_date: '2015-01-01', end_date: '2023-12-31' },
  ];
  const check = await portal.placeCheck('live', { addresses: addresses as never }, ['identity']);
  const { body } = await screener.get(page(check));
  const list = /\/stated\/([\w-]+)\/2"/.exec(body)![1]!;
  const since = { 'start_date-day': '1', 'start_date-month': '1', 'start_date-year': '2015' };
  const second = { ...street, building_number: '2', ...since, ...because };
  const refused = await correct(check, `${list}/2`, { ...second, is_current: 'yes' });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /true of another address: first say when they left that one/);
});

test('a reference stays with its job when a newer one is added, and goes with it when the job is corrected', async () => {
  const at = await employmentReport(ctx, caller);
  const { check, report } = at;
  const id = await requestReference(ctx, at, { ...personnel, entryKey: 'activities-1' });
  const list = /\/stated\/([\w-]+)\/1"/.exec((await screener.get(page(check))).body)![1]!;
  const askAcme = `/desk/reports/${report.id}/references/new?entry=activities-0`;
  const asking = hiddenFields((await screener.get(askAcme)).body, `/desk/reports/${report.id}/references/new`);
  assert.equal((await correct(check, `${list}/new`, jobFields('Canal Trust', 2024, 2026))).status, 303);
  const jobsNow = (await factsOf(check)).activities.map(({ employer }) => employer);
  const keyOf = (employer: string) => `activities-${jobsNow.indexOf(employer)}`;
  const reference = () => readReference(ctx, caller, report.id, id);
  assert.equal((await reference()).request.entryKey, keyOf('Brook Bank'));
  const panel = (await screener.get(`/desk/reports/${report.id}`)).body;
  const isOffered = (employer: string) => panel.includes(`references/new?entry=${keyOf(employer)}"`);
  assert.deepEqual([isOffered('Canal Trust'), isOffered('Brook Bank')], [true, false]);
  const mail = { name: 'HR', organisation: 'Acme Ltd', email: 'hr@acme.test', questionnaire: 'standard', by: 'mail' };
  const moved = await screener.post(`/desk/reports/${report.id}/references/new`, { ...asking, ...mail });
  assert.equal(moved.status, 303, 'the form goes on to be about the job that it showed');
  const asked = (await listReferences(ctx, caller, report.id)).map(({ request }) => request.claim.subject);
  assert.deepEqual(asked, ['Brook Bank', 'Acme Ltd']);
  const canal = hiddenFields(
    (await screener.get(askAcme.replace('activities-0', keyOf('Canal Trust')))).body,
    `/desk/reports/${report.id}/references/new`,
  );
  const number = jobsNow.indexOf('Canal Trust') + 1;
  const renamed = await correct(check, `${list}/${number}`, jobFields('Canal and River Trust', 2024, 2026));
  assert.equal(renamed.status, 303);
  const refused = await screener.post(`/desk/reports/${report.id}/references/new`, { ...canal, ...mail });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /What the candidate stated was changed meanwhile.*Canal and River Trust/);
  const brook = jobsNow.indexOf('Brook Bank') + 1;
  const corrected = await correct(check, `${list}/${brook}`, jobFields('Brook Bank plc', 2021, 2022));
  assert.equal(corrected.status, 303);
  const { claim } = (await reference()).request;
  assert.deepEqual([claim.subject, claim.from], ['Brook Bank plc', '2021-02-01']);
});

test('an outcome that was typed before a correction is refused, and a confirmed identity is in doubt after one', async () => {
  const check = await portal.placeCheck('live', { first_name: 'Sam' }, ['identity']);
  const before = await readSeenState(ctx, caller, check.reports[0]!);
  const confirmed = { ...check, identityConfirmedAt: ctx.now() };
  assert.equal(await isIdentityCertain(ctx, confirmed), true);
  const fields = { title: '', first_name: 'Samuel', middle_name: '', last_name: (await factsOf(check)).last_name };
  assert.equal((await correct(check, 'name', { ...fields, ...because })).status, 303);
  const after = await readSeenState(ctx, caller, check.reports[0]!);
  assert.deepEqual(after, { ...before, corrections: 1 });
  assert.deepEqual(
    [before, after].map((seen) => seenIn({ seen: seenText(seen) })),
    [before, after],
  );
  assert.equal(await isIdentityCertain(ctx, confirmed), false);
  assert.equal(
    await isIdentityCertain(ctx, { ...check, identityConfirmedAt: ctx.now() }),
    true,
    'it was confirmed anew',
  );
});

test('a complete result that was reached before a correction is named until it is opened again, or said to hold', async () => {
  const check = await portal.placeCheck('live', { first_name: 'Sam' }, ['identity', 'right_to_work']);
  const [identity] = check.reports;
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  const target = { checkId: check.id, reportId: identity!.id };
  await moveReport(ctx, caller, target, { move: 'complete', outcome });
  const report = `/desk/reports/${identity!.id}`;
  const client = await signedInVisitor(portal, clientEmail);
  const seen = async () => {
    const [ofReport, ofOrder, ofClient] = [
      await screener.get(report),
      await screener.get(page(check).replace('/stated', '')),
      await client.get(`/portal/checks/${check.id}/reports/${identity!.id}`),
    ].map(({ body }) => textOf(body));
    return [
      /Corrected after this result, on [^:]+:\d\d[ap]m: name /.test(ofReport!),
      /Look again at Identity: corrected since was name/.test(ofOrder!),
      /Corrected after this result, on [^:]+: name\. The result was reached before/.test(ofClient!),
    ];
  };
  assert.deepEqual(await seen(), [false, false, false]);
  const { last_name } = await factsOf(check);
  const name = { title: '', first_name: 'Samuel', middle_name: '', last_name, ...because };
  assert.equal((await correct(check, 'name', name)).status, 303);
  assert.deepEqual(await seen(), [true, true, true]);
  const holds = (reason: string) => screener.submit(report, `${report}/result-holds`, { because: reason });
  assert.equal((await holds('whatever')).status, 400);
  const early = await screener.submit(report, `${report}/result-holds`, {
    ...{ because: 'asked_again', seen: '2020-01-01T00:00:00.000Z' },
  });
  assert.match(
    textOf((await screener.get(String(early.headers.location))).body),
    /It was corrected again since you read it/,
  );
  assert.deepEqual(await seen(), [true, true, true], 'nobody holds it against a correction that they did not see');
  assert.equal((await holds('asked_again')).status, 303);
  assert.deepEqual(await seen(), [false, false, false]);
  assert.match(
    textOf((await screener.get(report)).body),
    /The result holds after the correction of name on [^:]+:\d\d[ap]m: the source was asked again/,
  );
  const administrator = { ...caller, permissions: roles.desk.administrator };
  await assert.rejects(
    upholdResult(ctx, administrator, target, { because: 'not_used', seen: '' }),
    { reason: 'state_does_not_allow' },
    'nothing outdates it any more',
  );
});

test('answers that the client gave are not called the candidate’s', () => {
  assert.equal(statedTitle({ formCompletedAt: null }), 'What the order says about the candidate');
  assert.equal(statedTitle({ formCompletedAt: new Date(0) }), 'What the candidate stated');
});

test('nobody corrects what they did not see, nor before the form is sent, nor when the order is over', async () => {
  const check = await portal.placeCheck('live', { share_code: 'W12345678' }, ['right_to_work']);
  const me = { userId: portal.deskUserId, accounts: [accountId], permissions: roles.desk.administrator };
  const own = callerFor(me, { account_id: accountId, environment: 'live', clock_offset_seconds: 0 });
  const given = { typed: { share_code: 'WAB123456' }, entry: undefined, ...because };
  const seenNow = async () => {
    const { form } = await readStated(ctx, own, { check: await readCheck(ctx, caller, check.id), key: key! });
    return fingerprintOf(statedPage(form, 'share-code'), form.order.facts, form.scope.today);
  };
  const { key } = await readCheckAndKey(ctx, caller, check.id);
  const at = { checkId: check.id, pageId: 'share-code', seen: await seenNow() };
  await correctStated(ctx, own, at, given);
  const again = { ...given, typed: { share_code: 'WAB123457' } };
  await assert.rejects(correctStated(ctx, own, at, again), { fields: { version: ['was changed meanwhile'] } });
  await assert.rejects(
    correctStated(ctx, own, { ...at, pageId: 'consent' }, given),
    { reason: 'not_found' },
    'the consent is the candidate’s',
  );
  const address = `${page(check)}/share-code`;
  const opened = hiddenFields((await screener.get(address)).body, address);
  await closeCheck(ctx, caller, check.id, 'cancel');
  await assert.rejects(correctStated(ctx, own, { ...at, seen: await seenNow() }, again), {
    reason: 'state_does_not_allow',
  });
  for (const ended of [
    await screener.post(address, { ...opened, ...again.typed, ...because }),
    await screener.get(address),
    await screener.get(`${page(check)}/email`),
  ]) {
    assert.equal(ended.status, 409);
    assert.match(textOf(ended.body), /This order is over What was said with it stays as it was/);
  }
  assert.doesNotMatch((await screener.get(page(check))).body, /\/stated\/share-code/);
  const { check: waiting } = await placeWaiting(ctx, caller, { reports: ['right_to_work'] });
  await assert.rejects(correctStated(ctx, own, { ...at, checkId: waiting.id }, given), {
    reason: 'state_does_not_allow',
  });
});

test('who reads reports sees what is stated and corrects nothing', async () => {
  const check = await portal.placeCheck('live', {}, ['right_to_work']);
  const email = 'auditor@desk.test';
  await createDeskUser(ctx, 'system', { name: 'Auditor', email, role: 'auditor', accounts: [accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const auditor = await signedInVisitor(portal, email);
  const shown = await auditor.get(page(check));
  assert.equal(shown.status, 200);
  assert.doesNotMatch(shown.body, /Correct</);
  assert.equal((await auditor.get(`${page(check)}/name`)).status, 403);
});

test('a corrected name is kept with what stood before and why', async () => {
  const check = await portal.placeCheck('live', { first_name: 'Sam' }, ['identity']);
  const fields = { title: '', first_name: 'Samuel', middle_name: '', last_name: (await factsOf(check)).last_name };
  assert.equal((await correct(check, 'name', { ...fields, reason: 'document', text: 'Passport' })).status, 303);
  const { key } = await readCheckAndKey(ctx, caller, check.id);
  const [correction] = await readCorrections(ctx, check, key);
  assert.match(JSON.stringify(correction!.before), /Sam /);
  assert.match(JSON.stringify(correction!.after), /Samuel /);
});

test('where the account asks for it, somebody else approves what rests on the corrections of its screener', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { approveCorrected: true });
  const place = () => portal.placeCheck('live', { share_code: 'W12345678' }, ['right_to_work']);
  const [check, other] = [await place(), await place()];
  assert.equal((await correct(check, 'share-code', { share_code: 'WAB 123 456', ...because })).status, 303);
  const me = { userId: portal.deskUserId, accounts: [accountId], permissions: roles.desk.administrator };
  const findings = { breakdown: {}, properties: {}, notes: '' };
  const complete = { move: 'complete', outcome: { result: 'clear', subResult: null, findings } } as const;
  const reasonsOf = async ({ id, reports }: Check) => {
    await screenReport(ctx, me, reports[0]!.id, complete);
    return (await readCheck(ctx, caller, id)).reports[0]!.approvalReasons;
  };
  assert.deepEqual(await reasonsOf(check), ['corrected']);
  assert.equal(await reasonsOf(other), null);
  await changeAccountSettings(ctx, 'system', accountId, { approveCorrected: false });
});

test('an approval from a page of before a correction is refused, and the page then says that the facts were corrected', async () => {
  const userId = await createDeskUser(ctx, 'system', {
    ...{ name: 'Corrie Ann', email: 'corrie@probity.test', role: 'screener', accounts: [accountId] },
  });
  await createSignIn(ctx, 'system', { email: 'corrie@probity.test', password });
  const corrie = await signedInVisitor(portal, 'corrie@probity.test');
  const check = await portal.placeCheck('live', { share_code: 'W12345678' }, ['right_to_work']);
  const report = `/desk/reports/${check.reports[0]!.id}`;
  const codeIs = (share_code: string) =>
    corrie.submit(`${page(check)}/share-code`, `${page(check)}/share-code`, { share_code, ...because });
  assert.equal((await codeIs('WAB 123 456')).status, 303);
  const author = { userId, accounts: [accountId], permissions: roles.desk.screener };
  const outcome = { result: 'clear', subResult: null, findings: { breakdown: {}, properties: {}, notes: '' } } as const;
  await screenReport(ctx, author, check.reports[0]!.id, { move: 'await_approval', outcome });
  const opened = await screener.get(report);
  assert.match(textOf(opened.body), /Whoever proposed it had corrected what the candidate stated \./);
  assert.doesNotMatch(textOf(opened.body), /was corrected after it was proposed/);
  assert.equal((await codeIs('WAB 123 457')).status, 303);
  const { seen } = hiddenFields(opened.body, report);
  const approval = await screener.submit(report, report, { verdict: 'clear', move: 'complete', seen: seen! });
  assert.equal(approval.status, 409);
  assert.match(
    textOf((await screener.get(report)).body),
    /What the candidate stated was corrected after it was proposed/,
  );
  assert.equal((await readCheck(ctx, caller, check.id)).reports[0]!.status, 'awaiting_approval');
});
