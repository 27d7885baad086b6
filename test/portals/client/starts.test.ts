// Somebody starts work before their screening is complete: the client records it, is told when the time ends, and the desk sees it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/context.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings, readAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { eraseApplicantRow } from '../../../src/features/applicants/applicant-store.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { createCheck } from '../../../src/features/checks/check-placing-actions.ts';
import { completeForm, moveReport, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { delayDeadlines } from '../../../src/features/deadlines/deadline-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { startJobs } from '../../../src/features/lists/start-jobs.ts';
import { changeRenewed } from '../../../src/features/renewals/renewal-actions.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { adoptStandard } from '../../../src/features/report-types/standard-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { resultsJson } from '../../../src/features/results/evidence-bundle-rules.ts';
import { renderReportDocument } from '../../../src/features/results/report-document.ts';
import { readResults } from '../../../src/features/results/results-actions.ts';
import { documentOf } from '../../../src/features/results/results-document-rules.ts';
import { readLateCheck } from '../../../src/features/work-starts/right-to-work-actions.ts';
import { recordWorkStart, recordWorkStop } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays, mondayOf } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { weekdayDate } from '../../../src/portals/shared/start-words.ts';
import { placeFor } from '../../features/candidate-form/waiting-check.ts';
import { clientEmail, deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const caller = portal.caller('live');
const [client, screener] = [await signedInVisitor(portal, clientEmail), await signedInVisitor(portal, deskEmail)];
const today = ukDateOf(ctx.now());
const risk = 'Works beside Dana, alone with nobody.';
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function place(reports = ['identity', 'right_to_work']) {
  const check = await portal.placeCheck('live', { first_name: 'Robin' }, reports);
  const page = `/portal/checks/${check.id}`;
  return { check, page, start: `${page}/start`, order: `VF${check.orderId}` };
}
async function complete({ check }: Awaited<ReturnType<typeof place>>, ...at: number[]) {
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  for (const index of at) {
    const target = { checkId: check.id, reportId: check.reports[index]!.id };
    await moveReport(ctx, caller, target, { move: 'complete', outcome });
  }
}
const mailsAbout = async (order: string) =>
  (await listEmails(ctx, caller, 200))
    .filter((mail) => mail.template.startsWith('conditional_start') && mail.subject.includes(order))
    .map(({ template }) => template);
async function daysPass(checkId: string, days: number) {
  await portal.superuser.run(sql`
    update work_starts set starts_on = starts_on - ${days}::integer, complete_by = complete_by - ${days}::integer
    where check_id = ${checkId}`);
  await portal.superuser.run(sql`
    update deadlines set due_at = due_at - ${days}::integer * interval '1 day' where check_id = ${checkId} and kind = 'conditional_start'`);
  await takeDueDeadlines(ctx, deadlineHandlers);
}

test('a start is recorded with the time of the standard, and the page warns while the right to work is not checked', async () => {
  const placed = await place();
  assert.match((await client.get(placed.page)).body, new RegExp(`href="${placed.start}"`));
  const form = (await client.get(placed.start)).body;
  assert.match(form, /Nobody may start work before it is/);
  assert.match(form, new RegExp(`value="${addDays(today, 84)}"`), '12 weeks');
  const wrong = await client.submit(placed.start, placed.start, {
    starts_on: today,
    complete_by: addDays(today, -1),
    risk,
  });
  assert.deepEqual([wrong.status, /Enter a day from today or the start on/.test(wrong.body)], [422, true]);
  const late = await client.submit(placed.start, placed.start, { starts_on: '2019-01-01', complete_by: today, risk });
  assert.deepEqual([late.status, /Enter the day of the start/.test(late.body)], [422, true]);
  assert.match(late.body, /value="2019-01-01"/);

  const typed = { starts_on: today, complete_by: addDays(today, 84), risk };
  assert.equal((await client.submit(placed.start, placed.start, typed)).status, 303);
  const said = `${weekdayDate(today)}: the screening must be complete by ${britishDate(typed.complete_by)}, 12 weeks after the first day`;
  assert.match(textOf((await client.get(placed.page)).body), new RegExp(said));
  const people = textOf((await client.get('/portal/people?show=starts')).body);
  assert.match(people, new RegExp(`${placed.order}.+Robin Sample.+${britishDate(typed.complete_by)}.+Open reports: 2`));
  const report = textOf((await screener.get(`/desk/reports/${placed.check.reports[0]!.id}`)).body);
  assert.match(report, /The candidate works already, since .+ The screening must be complete by/);

  await complete(placed, 1);
  assert.doesNotMatch((await client.get(placed.start)).body, /Nobody may start work/);
  const other = await place(['identity']);
  assert.match((await client.get(other.start)).body, /This order does not check the right to work/);
});

test('a start without a clear right to work is red on the check and in the list, and waits for the client until it is clear', async () => {
  const [placed, other] = [await place(), await place(['identity'])];
  const typed = { starts_on: addDays(today, 1), complete_by: addDays(today, 84), risk };
  for (const { start } of [placed, other]) await client.submit(start, start, typed);
  const red = (words: string) => new RegExp(`app-queue__overdue">[^<]*${words}`);
  const rowOf = async (order: string) => {
    const body = (await client.get('/portal/people?show=starts')).body;
    return body.split('<tr').find((row) => row.includes(`>${order}<`))!;
  };
  const waits = `${placed.order}</span> Robin Sample</a>`;
  assert.match((await client.get(placed.page)).body, red('The right to work is not checked yet'));
  assert.match(await rowOf(placed.order), red('Not checked yet'));
  assert.match((await client.get('/portal')).body, new RegExp(`href="${placed.start}"[^>]*><span[^>]*>${waits}`));
  assert.match(textOf((await client.get('/portal/people')).body), /Starts, not cleared \d/);
  assert.match(
    (await screener.get(`/desk/reports/${placed.check.reports[0]!.id}`)).body,
    red('Their right to work is not checked yet'),
  );
  assert.match(await rowOf(other.order), /Not in this order/);
  assert.doesNotMatch((await client.get('/portal')).body, new RegExp(`${other.order}</span> Robin Sample: Starts`));

  await complete(placed, 1);
  assert.doesNotMatch((await client.get(placed.page)).body, /The right to work is not checked yet/);
  assert.match(await rowOf(placed.order), />Clear</);
  assert.doesNotMatch((await client.get('/portal')).body, new RegExp(waits));
});

test('a conditional start says in writing how its risk is managed, and every text is kept', async () => {
  const placed = await place();
  const typed = { starts_on: today, complete_by: addDays(today, 84) };
  const none = await client.submit(placed.start, placed.start, { ...typed, risk: ' ' });
  assert.deepEqual([none.status, /href="#risk">Say how the risk is managed/.test(none.body)], [422, true]);
  for (const said of [risk, 'Dana left: <Kim> supervises.', 'Dana left: <Kim> supervises.'])
    assert.equal((await client.submit(placed.start, placed.start, { ...typed, risk: said })).status, 303);
  assert.match(
    (await client.get(placed.page)).body,
    /How the risk is managed[^<]+<\/span><span class="app-notes">Dana left: &lt;Kim&gt; supervises/,
  );
  const form = (await client.get(placed.start)).body;
  assert.match(form, /<textarea[^>]*name="risk"[^>]*>Dana left/);
  assert.match(form, /What was written so far[\s\S]+Dana left[\s\S]+Works beside Dana/);
  const stored = await ctx.db.rows<{ sealed_text: Buffer }>(
    sql`select sealed_text from work_start_risks where check_id = ${placed.check.id}`,
  );
  assert.equal(stored.length, 2, 'what is written already is not written again');
  assert.ok(stored.every(({ sealed_text }) => !sealed_text.includes('Dana')));
  assert.match(
    (await screener.get(`/desk/reports/${placed.check.reports[0]!.id}`)).body,
    /How the client manages the risk[\s\S]+Dana left/,
  );
  const reader = { ...caller, actor: 'system' } as const;
  const results = await readResults(ctx, reader, caller, placed.check.id);
  assert.equal(documentOf(results).start?.risk, 'Dana left: <Kim> supervises.');
  assert.match((await renderReportDocument(documentOf(results))).subarray(0, 5).toString(), /%PDF-/);
  const { conditional_start: told } = resultsJson(results, [], [], results.nameOf);
  assert.deepEqual(
    told?.risk.map(({ text }) => text),
    ['Dana left: <Kim> supervises.', risk],
  );

  const email = 'requester@starts.test';
  await createUser(ctx, 'system', portal.accountId, { name: 'Req', email, role: 'requester' });
  await createSignIn(ctx, 'system', { email, password });
  const requester = await signedInVisitor(portal, email);
  assert.doesNotMatch((await requester.get(placed.page)).body, /How the risk is managed/);
});

/** Of the package of a standard; the form is in. */
async function placeOfStandard(packageId: number, reports: readonly string[]) {
  const whole = { ...noFacts, first_name: 'Hal', last_name: 'Sample', email: 'hal@candidate.test', dob: '1990-03-04' };
  const applicant = await createApplicant(ctx, caller, whole);
  const types = reports.flatMap((name) => {
    const found = namedType(name);
    return 'type' in found ? [{ type: found.type, options: null }] : [];
  });
  const details = { PackageId: packageId, CheckTypes: [], OrderLayout: null, FinalReportFormat: null };
  const rest = { PersonalInfo: {}, CheckSpecificData: {}, IdentityDocuments: [] };
  const job = {
    ...{ job_role: 'Guard', purpose: 'employment', place_of_work: 'England', employer_name: 'Acme Care' },
    ...{ employment_sector: 'Drivers', JobRoleId: null },
  };
  const check = await createCheck(ctx, caller, applicant.id, {
    ...{ reports: types, criminalDetails: job, tags: [], activityYears: null, redirectUri: null, consider: [] },
    orderedByUserId: null,
    order: { isClientEntry: false, uniqueKey: null, bodyMac: null, details: { ...details, ...rest } },
  });
  await completeForm(ctx, { ...caller, actor: 'candidate' }, check.id, whole);
  const page = `/portal/checks/${check.id}`;
  return { check: await readCheck(ctx, caller, check.id), page, start: `${page}/start`, order: `VF${check.orderId}` };
}

test('a start by BS 7858 asks why it may take over 12 weeks, and why it comes before limited screening is complete', async () => {
  const { packageId } = await adoptStandard(ctx, 'system', portal.accountId, 'bs_7858');
  const names = ['identity', 'right_to_work', 'sanctions', 'adverse_financial:full', 'criminal_history:basic'];
  const placed = await placeOfStandard(packageId, [...names, 'employment_history:uk']);
  assert.equal(placed.check.reports.length, 6);
  await complete(placed, 0, 1);
  const form = textOf((await client.get(placed.start)).body);
  assert.match(form, /Identity Done \d/);
  assert.match(form, /Right to work Done \d.+Sanctions and watchlists Open.+First contact with an employer Open/);
  const typed = { condition: 'yes', starts_on: addDays(today, 1), complete_by: addDays(today, 86), risk };
  const bare = await client.submit(placed.start, placed.start, typed);
  assert.equal(bare.status, 422);
  for (const [field, says] of [
    ['longer', 'BS 7858 allows 12 weeks'],
    ['sees_open', 'Confirm that limited screening'],
    ['before_limited', 'Say why they may start before limited'],
  ])
    assert.match(bare.body, new RegExp(`href="#${field}">${says}`));
  const reasons = { longer: 'The embassy answers late; Ann agreed.', sees_open: 'yes', before_limited: 'Ann agreed.' };
  assert.equal((await client.submit(placed.start, placed.start, { ...typed, ...reasons })).status, 303);
  const told = [
    /Limited screening of BS 7858 is not complete\. Open: Sanctions and watchlists/,
    /Why the screening may take longer than the standard allows: The embassy answers late; Ann agreed\./,
    /Why they may start before limited screening is complete: Ann agreed\./,
  ];
  const page = textOf((await client.get(placed.page)).body);
  const written = textOf((await client.get(placed.start)).body);
  const results = await readResults(ctx, { ...caller, actor: 'system' }, caller, placed.check.id);
  const pdf = documentOf(results).start?.risk ?? '';
  for (const says of told) for (const text of [page, pdf]) assert.match(text, says);
  for (const says of told.slice(1)) assert.match(written, says);

  const other = await placeOfStandard(packageId, [...names, 'employment_history:uk', 'character_reference']);
  await complete(other, 0, 1, 2, 3, 4);
  const { body } = await client.submit(other.start, other.start, typed);
  assert.match(textOf(body), /First contact with an employer Open/);
  const asked = (questionnaire: 'standard' | 'character', status: 'requested' | 'undelivered', isMailed: boolean) =>
    portal.superuser.run(sql`
      insert into report_references (account_id, environment, id, check_id, report_id, questionnaire, status,
        sealed_request, requested_by, requested_at, mailed_at)
      values (${portal.accountId}, 'live', ${ctx.newId()}, ${other.check.id}, ${other.check.reports[5]!.id},
        ${questionnaire}, ${status}, '', 'system', now(), case when ${isMailed}::boolean then now() end)`);
  const contact = async () =>
    /First contact with an employer (Open|Done)/.exec(textOf((await client.get(other.start)).body))?.[1];
  await asked('character', 'requested', true);
  await asked('standard', 'undelivered', true);
  await asked('standard', 'requested', false);
  assert.equal(
    await contact(),
    'Open',
    'a friend, a mail that did not arrive, and an employer who is still to be called',
  );
  await asked('standard', 'requested', true);
  assert.equal(await contact(), 'Done');
  await portal.superuser.run(sql`delete from report_references where check_id = ${other.check.id}`);
  const inTime = { ...typed, complete_by: addDays(today, 85), sees_open: 'yes', before_limited: 'Ann agreed.' };
  assert.equal((await client.submit(other.start, other.start, inTime)).status, 303, '12 weeks need no reason');
  await complete(other, 5);
  assert.match(textOf((await client.get(other.start)).body), /Limited screening complete on \d/);
  assert.match(textOf((await client.get(other.page)).body), /Limited screening of BS 7858 was complete on \d/);
  const again = { ...inTime, before_limited: '', sees_open: '' };
  assert.equal((await client.submit(other.start, other.start, again)).status, 303, 'nothing is open');
});

test('the client is told two weeks before the time ends, and when it is over', async () => {
  const placed = await place();
  await client.submit(placed.start, placed.start, { starts_on: today, complete_by: addDays(today, 84), risk });
  await daysPass(placed.check.id, 69);
  assert.deepEqual(await mailsAbout(placed.order), []);
  await daysPass(placed.check.id, 2);
  assert.deepEqual(await mailsAbout(placed.order), ['conditional_start_ending']);
  await daysPass(placed.check.id, 14);
  assert.deepEqual((await mailsAbout(placed.order)).toSorted(), ['conditional_start_ending', 'conditional_start_over']);
  const page = textOf((await client.get(placed.page)).body);
  assert.match(page, /Screening not complete by .+ although the candidate works already/);
  assert.match((await client.get('/portal/people?show=starts')).body, /\(over\)/);

  const again = { starts_on: today, complete_by: addDays(today, 5), risk };
  assert.equal((await client.submit(placed.start, placed.start, again)).status, 303, 'more time is given');
  await daysPass(placed.check.id, 6);
  assert.equal((await mailsAbout(placed.order)).filter((mail) => mail === 'conditional_start_over').length, 2);
});

test('a screening that is complete in time ends the condition, and a start that is removed is forgotten', async () => {
  const [done, removed] = [await place(), await place()];
  for (const { start } of [done, removed])
    await client.submit(start, start, { starts_on: today, complete_by: addDays(today, 30), risk });
  await complete(done, 0, 1);
  await client.submit(removed.start, `${removed.start}/remove`, {});
  for (const { check, order } of [done, removed]) {
    await daysPass(check.id, 40);
    assert.deepEqual(await mailsAbout(order), []);
    assert.doesNotMatch((await client.get('/portal/people?show=starts')).body, new RegExp(`>${order}<`));
  }
  assert.match(textOf((await client.get(removed.page)).body), /Start of work removed/);
  assert.equal((await client.get(done.start)).status, 200, 'who works since when can be said later');
  assert.match(textOf((await client.get(done.page)).body), /Start of work on/);
});

test('a start before the day on which the right to work was checked says to client and desk that there is no excuse', async () => {
  const placed = await place(['identity', 'right_to_work']);
  const report = placed.check.reports[1]!.id;
  const findings = { ...noFindings, properties: { checked_on: today } };
  const target = { checkId: placed.check.id, reportId: report };
  await moveReport(ctx, caller, target, { move: 'complete', outcome: { result: 'clear', subResult: null, findings } });
  const startOn = (startsOn: string) =>
    recordWorkStart(ctx, caller, placed.check.id, {
      startsOn,
      condition: { completeBy: addDays(today, 30), risk },
    });
  const said = async () => [
    textOf((await client.get(placed.page)).body).includes(
      'after the first day of work. A check after the start gives no',
    ),
    textOf((await screener.get(`/desk/reports/${report}`)).body).includes(': the check gives no statutory excuse.'),
  ];
  await startOn(today);
  assert.deepEqual(await said(), [false, false]);
  await startOn(addDays(today, -1));
  assert.deepEqual(await said(), [true, true]);
  const results = await readResults(ctx, { ...caller, actor: 'system' }, caller, placed.check.id);
  assert.equal(documentOf(results).start?.lateCheck, today);
  assert.match((await client.get('/portal/people?show=starts')).body, /Checked after the start: no statutory excuse/);
  await complete(placed, 0);
  assert.deepEqual(await said(), [true, true], 'also once the screening is complete');
});

test('the first check of the right to work over all orders of the person says whether there is an excuse', async () => {
  const clearOn = async (check: Check, checkedOn: string | undefined, at = 0) => {
    const findings = { ...noFindings, properties: checkedOn === undefined ? {} : { checked_on: checkedOn } };
    const result = checkedOn === undefined ? 'consider' : 'clear';
    const target = { checkId: check.id, reportId: check.reports[at]!.id };
    await moveReport(ctx, caller, target, { move: 'complete', outcome: { result, subResult: null, findings } });
  };
  const again = async ({ applicantId, order }: Check) => {
    const { check } = await placeFor(ctx, caller, applicantId, { reports: ['right_to_work'] });
    await completeForm(ctx, caller, check.id, order.facts);
    await clearOn(check, today);
    return check;
  };
  const startsOn = addDays(today, -5);
  const inTime = (await place(['right_to_work'])).check;
  await clearOn(inTime, addDays(today, -400));
  assert.equal(await readLateCheck(ctx, caller, await again(inTime), startsOn), undefined);
  const notClear = (await place(['right_to_work'])).check;
  await clearOn(notClear, undefined);
  assert.equal(await readLateCheck(ctx, caller, notClear, startsOn), undefined);
  await again(notClear);
  assert.equal(await readLateCheck(ctx, caller, notClear, startsOn), today);
  const beside = (await place(['right_to_work', 'right_to_work:follow_up'])).check;
  await clearOn(beside, today);
  await clearOn(beside, today, 1);
  assert.equal(await readLateCheck(ctx, caller, beside, startsOn), today, 'a follow-up is no first check');
});

test('a condition that was met stays met when a report is opened again, and its result is nobody’s ground to start', async () => {
  const placed = await place(['right_to_work']);
  await client.submit(placed.start, placed.start, { starts_on: today, complete_by: addDays(today, 30), risk });
  await complete(placed, 0);
  const target = { checkId: placed.check.id, reportId: placed.check.reports[0]!.id };
  await reopenReport(ctx, caller, target, 'reopen');
  await daysPass(placed.check.id, 40);
  assert.deepEqual(await mailsAbout(placed.order), []);
  const listed = rowIn((await client.get('/portal/people?show=starts')).body, placed.order);
  assert.match(textOf(listed), /Not checked yet Complete by: the right to work is clear/, 'nobody works without it');
  assert.doesNotMatch(textOf((await client.get(placed.page)).body), /the screening must be complete/);
  assert.match((await client.get(placed.start)).body, /Nobody may start work before it is/);

  const again = { starts_on: addDays(today, -40), complete_by: addDays(today, 10), risk };
  assert.equal((await client.submit(placed.start, placed.start, again)).status, 303);
  assert.match((await client.get('/portal/people?show=starts')).body, new RegExp(`>${placed.order}<`));
});

const withoutRight = '/portal?waiting=right_to_work';
const waitFor = (order: string) => new RegExp(`<span[^>]*>${order}</span></a>`);
const moveTo = (check: { id: string }, reportId: string, result: 'clear' | 'consider', endsOn?: string) => {
  const permission = { result: 'limited', properties: { ends_on: endsOn } };
  const findings = endsOn === undefined ? noFindings : { ...noFindings, breakdown: { permission } };
  const outcome = { result, subResult: null, findings } as const;
  return moveReport(ctx, caller, { checkId: check.id, reportId }, { move: 'complete', outcome });
};

test('a start without a right to work waits for the client also when the screening is complete, or was', async () => {
  const placed = await place(['right_to_work']);
  await client.submit(placed.start, placed.start, { starts_on: today, complete_by: addDays(today, 30), risk });
  const { id } = placed.check.reports[0]!;
  await moveTo(placed.check, id, 'consider');
  assert.match((await client.get(withoutRight)).body, waitFor(placed.order));
  assert.match((await client.get(placed.page)).body, /The result of the right to work is not clear/);
  await reopenReport(ctx, caller, { checkId: placed.check.id, reportId: id }, 'reopen');
  assert.match((await client.get(withoutRight)).body, waitFor(placed.order));
  assert.match((await client.get(placed.page)).body, /The right to work is not checked yet/);
  await moveTo(placed.check, id, 'clear');
  assert.doesNotMatch((await client.get(withoutRight)).body, waitFor(placed.order));
  assert.doesNotMatch((await client.get(placed.page)).body, /The right to work/);
});

test('a clear right to work in one country is none in another, and one that ends before the start is none', async () => {
  const placed = await place(['identity', 'right_to_work_international:deu', 'right_to_work']);
  const startsOn = addDays(today, 10);
  await client.submit(placed.start, placed.start, { starts_on: startsOn, complete_by: addDays(today, 30), risk });
  await moveTo(placed.check, placed.check.reports[1]!.id, 'clear');
  assert.match((await client.get(withoutRight)).body, waitFor(placed.order));
  await moveTo(placed.check, placed.check.reports[2]!.id, 'clear', addDays(today, 9));
  assert.doesNotMatch((await client.get(withoutRight)).body, waitFor(placed.order));
  assert.match((await client.get('/portal?waiting=permission_end')).body, waitFor(placed.order), 'to be checked again');
  assert.match((await client.get(placed.page)).body, /The permission to work that was found ends before/);
  assert.match((await client.get('/portal/people?show=starts')).body, /app-queue__overdue">Ended</);
  await client.submit(placed.start, placed.start, { starts_on: today, complete_by: addDays(today, 30), risk });
  assert.doesNotMatch((await client.get(withoutRight)).body, waitFor(placed.order));
});

test('results state only a start that came before the screening was complete', async () => {
  const stated = async (startsOn: string) => {
    const placed = await place(['identity']);
    await client.submit(placed.start, placed.start, { starts_on: startsOn, complete_by: addDays(today, 30), risk });
    await complete(placed, 0);
    const results = await readResults(ctx, { ...caller, actor: 'system' }, caller, placed.check.id);
    const bundle = resultsJson(results, [], [], results.nameOf);
    return [documentOf(results).start?.startsOn, bundle.conditional_start?.starts_on];
  };
  const yesterday = addDays(today, -1);
  assert.deepEqual(await stated(yesterday), [yesterday, yesterday]);
  assert.deepEqual(await stated(addDays(today, 5)), [undefined, undefined]);
});

test('an outcome that nobody has approved silences no warning', async () => {
  const placed = await place(['right_to_work']);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  const target = { checkId: placed.check.id, reportId: placed.check.reports[0]!.id };
  await moveReport(ctx, caller, target, { move: 'await_approval', outcome });
  assert.match((await client.get(placed.start)).body, /Nobody may start work before it is/);
});

test('a user of a subsidiary neither sees nor records the starts of others', async () => {
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', portal.accountId, {
    name: 'West',
    externalId: 'w',
  });
  const email = 'west@starts.test';
  await createUser(ctx, 'system', portal.accountId, {
    name: 'West',
    email,
    role: 'standard',
    ...scopeOf(subsidiaryId),
  });
  await createSignIn(ctx, 'system', { email, password });
  const west = await signedInVisitor(portal, email);
  const placed = await place();
  await client.submit(placed.start, placed.start, { starts_on: today, complete_by: addDays(today, 30), risk });
  assert.doesNotMatch((await west.get('/portal/people?show=starts')).body, new RegExp(`>${placed.order}<|Robin`));
  assert.equal((await west.get(placed.start)).status, 404);
  const token = hiddenFields((await west.get('/portal')).body, '/sign-out');
  for (const path of [placed.start, `${placed.start}/remove`])
    assert.equal((await west.post(path, { ...token, starts_on: today, complete_by: today })).status, 404);
});

test('the day does not move while the person is restricted, the page says nothing of it, and an erasure deletes it', async () => {
  const placed = await place();
  await client.submit(placed.start, placed.start, { starts_on: today, complete_by: addDays(today, 84), risk });
  const dueAt = async () =>
    (await ctx.db.row<{ due_at: Date }>(sql`
      select due_at from deadlines where check_id = ${placed.check.id} and kind = 'conditional_start'`))!.due_at;
  const before = await dueAt();
  await delayDeadlines(ctx, caller, placed.check.id, 86_400_000);
  assert.deepEqual(await dueAt(), before);
  const words = 'It is not me.';
  await askRestriction(ctx, { ...caller, actor: 'candidate' }, placed.check.id, { ground: 'accuracy', words });
  const { key } = await readCheckAndKey(ctx, caller, placed.check.id);
  const [asked] = await listRestrictionsOf(ctx, placed.check, key);
  await decideRestriction(ctx, caller, placed.check.id, { id: asked!.id, isAccepted: true, answer: '' });
  assert.doesNotMatch(textOf((await client.get(placed.page)).body), /the screening must be complete/);
  assert.doesNotMatch((await client.get('/portal/people?show=starts')).body, new RegExp(`>${placed.order}<`));
  await eraseApplicantRow(ctx.db, caller, placed.check.applicantId, ctx.now());
  assert.deepEqual(await ctx.db.rows(sql`select from work_starts where check_id = ${placed.check.id}`), []);
});

test('only who decides on candidates records a start', async () => {
  const { check } = await place();
  const typed = { startsOn: today, condition: { completeBy: addDays(today, 30), risk } };
  const reader = { ...caller, permissions: ['read_checks', 'read_results'] as const };
  await assert.rejects(recordWorkStart(ctx, reader, check.id, typed), { reason: 'not_permitted' });
  const other = { ...caller, environment: 'test' as const };
  await assert.rejects(recordWorkStart(ctx, other, check.id, typed), { reason: 'not_found' });
});

const plan = (checkId: string, days: number, by: Partial<Caller> = {}) =>
  recordWorkStart(ctx, { ...caller, ...by }, checkId, { startsOn: addDays(today, days) });
const [nextWeek, wholeList] = ['/portal?starts=14', '/portal'];
const unconfirmed = '/portal?waiting=start_unconfirmed';
const rowIn = (body: string, order: string) => body.split('<tr').find((row) => row.includes(`>${order}<`)) ?? '';
async function pass(checkId: string, days: number) {
  await portal.superuser.run(sql`
    update work_starts set starts_on = starts_on - ${days}::integer where check_id = ${checkId}`);
}

test('a planned first day stands in the lists of both sides until the candidate is cleared, with whom that waits for', async () => {
  await changeAccountSettings(ctx, 'system', portal.accountId, { asksComparison: false });
  const [placed, later] = [await place(['right_to_work']), await place(['identity'])];
  await plan(placed.check.id, 4);
  await plan(later.check.id, 9);
  const listed = (await client.get(nextWeek)).body;
  assert.match(textOf(rowIn(listed, placed.order)), /starts in 4 days · not cleared waits for us/);
  assert.ok(listed.indexOf(`>${placed.order}<`) < listed.indexOf(`>${later.order}<`), 'who starts first comes first');
  assert.equal(rowIn((await client.get('/portal?starts=7')).body, later.order), '');
  assert.match(rowIn((await client.get(`${nextWeek}&sort=newest`)).body, later.order), /starts in 9 days/);
  assert.match(
    textOf((await client.get(wholeList)).body),
    new RegExp(`Start soon, not cleared: \\d[^:]* ${placed.order} Robin Sample starts in 4 days`),
  );
  const people = textOf(rowIn((await client.get('/portal/people?show=starts&starts=7')).body, placed.order));
  assert.match(people, /in 4 days .+ Complete by: the first day .+ waits for us/);
  const [head, ...lines] = (await client.get('/portal/file?starts=14')).body.trim().split('\r\n');
  assert.match(head!, /,starts_on,has_started,urgent,earlier_number,overdue_since,/);
  assert.ok(lines.find((line) => line.startsWith(placed.order))!.includes(`,${addDays(today, 4)},no,no,"",`));

  const due = new RegExp(`${weekdayDate(addDays(today, 4)).slice(0, -5)}, once they are cleared`);
  assert.match(textOf((await screener.get(`/desk/reports/${placed.check.reports[0]!.id}`)).body), due);
  assert.match(rowIn((await screener.get('/desk')).body, placed.order), /app-queue__starts" title="First day of work/);
  assert.doesNotMatch((await client.get(placed.page)).body, /right to work is not checked/, 'they start once it is');

  await complete(placed, 0);
  assert.equal(rowIn((await client.get(nextWeek)).body, placed.order), '');

  await askRestriction(ctx, { ...caller, actor: 'candidate' }, later.check.id, { ground: 'accuracy', words: 'Wrong.' });
  const { key } = await readCheckAndKey(ctx, caller, later.check.id);
  const [asked] = await listRestrictionsOf(ctx, later.check, key);
  await decideRestriction(ctx, caller, later.check.id, { id: asked!.id, isAccepted: true, answer: '' });
  assert.equal(rowIn((await client.get(nextWeek)).body, later.order), '', 'nothing is said of who is restricted');
});

test('a report that is due after the first day says so to both sides', async () => {
  const placed = await place(['identity']);
  await plan(placed.check.id, 3);
  const dueOn = async (days: number) => {
    await ctx.db.run(sql`
      update reports set due_on = ${addDays(today, days)}::date, due_on_is_set = true where check_id = ${placed.check.id}`);
    const pages = [`/desk`, `/desk/orders/${placed.check.id}`, `/desk/reports/${placed.check.reports[0]!.id}`];
    const desk = await Promise.all(pages.map(async (page) => (await screener.get(page)).body));
    return [
      rowIn(desk[0]!, placed.order),
      desk[1]!,
      desk[2]!,
      (await client.get(placed.page)).body,
      rowIn((await client.get(nextWeek)).body, placed.order),
    ].map((body) => body.includes('due after they start'));
  };
  assert.deepEqual(await dueOn(3), [false, false, false, false, false]);
  assert.deepEqual(await dueOn(5), [true, true, true, true, true]);
});

test('the client and the desk for it set, move and clear the day; the page says who, and no program is told', async () => {
  const placed = await place(['identity']);
  const email = 'planner@starts.test';
  await createUser(ctx, 'system', portal.accountId, { name: 'Pat Planner', email, role: 'requester' });
  await createSignIn(ctx, 'system', { email, password });
  const requester = await signedInVisitor(portal, email);
  assert.doesNotMatch(
    (await requester.get(placed.start)).body,
    /name="condition"/,
    'who decides on candidates agrees to more',
  );
  assert.equal((await requester.submit(placed.start, placed.start, { starts_on: addDays(today, 10) })).status, 303);
  assert.match(textOf((await client.get(placed.page)).body), /starts in 10 days\) ?Said by Pat Planner on/);

  const desk = `/desk/orders/${placed.check.id}/start`;
  const past = await screener.submit(desk, desk, { starts_on: addDays(today, -1) });
  assert.match(past.body, /href="#starts_on">The screening is not complete on that day: the client records the start/);
  assert.equal((await screener.submit(desk, desk, { starts_on: addDays(today, 12) })).status, 303);
  const page = textOf((await client.get(placed.page)).body);
  assert.match(
    page,
    new RegExp(
      `First day of work planned: ${britishDate(addDays(today, 12))}, instead of ${britishDate(addDays(today, 10))}`,
    ),
  );
  await screener.submit(desk, `${desk}/remove`, {});
  assert.match(textOf((await client.get(placed.page)).body), /First day of work Not said/);
  const told = await ctx.db.rows(sql`
    select from events where check_id = ${placed.check.id} and type like 'check.work_start%' and notifies`);
  assert.deepEqual(told, []);
});

test('by when the screening must be complete moves with the first day, also for who has started, and says from what it is counted', async () => {
  const placed = await place();
  await client.submit(placed.start, placed.start, { starts_on: today, complete_by: addDays(today, 84), risk });
  const deadline = async () =>
    (await ctx.db.row<{ due_at: Date }>(sql`
      select due_at from deadlines where check_id = ${placed.check.id} and kind = 'conditional_start'`))!.due_at;
  const before = await deadline();
  const moved = { starts_on: addDays(today, -7), complete_by: addDays(today, 84), risk };
  assert.equal((await client.submit(placed.start, placed.start, moved)).status, 303);
  const page = textOf((await client.get(placed.page)).body);
  assert.match(page, new RegExp(`complete by ${britishDate(addDays(today, 77))}, 12 weeks after the first day`));
  assert.equal(Math.round((before.getTime() - (await deadline()).getTime()) / 86_400_000), 7);

  const desk = `/desk/orders/${placed.check.id}/start`;
  await screener.submit(desk, desk, { starts_on: addDays(today, 14) });
  const report = textOf((await screener.get(`/desk/reports/${placed.check.reports[0]!.id}`)).body);
  assert.match(report, new RegExp(`complete by ${britishDate(addDays(today, 98))} , 12 weeks after the first day`));
  const asked = await client.submit(placed.start, placed.start, {
    ...moved,
    starts_on: addDays(today, 14),
    complete_by: addDays(today, 60),
  });
  assert.equal(asked.status, 303, 'a day that was typed stays');
  assert.match(
    textOf((await client.get(placed.page)).body),
    new RegExp(`by ${britishDate(addDays(today, 60))}, 46 days after`),
  );
});

test('a day that has passed asks whether they started: that day, another one, or not', async () => {
  const [open, done, other, not] = [
    await place(),
    await place(['identity']),
    await place(['identity']),
    await place(['identity']),
  ];
  for (const { check } of [open, done, other, not]) {
    await plan(check.id, 1);
    await pass(check.id, 3);
  }
  for (const placed of [done, other, not]) await complete(placed, 0);
  assert.match(textOf((await client.get(wholeList)).body), /Say whether they started: \d/);
  assert.notEqual(rowIn((await client.get(unconfirmed)).body, not.order), '');
  const question = async ({ page }: typeof open) => (await client.get(page)).body.includes('id="did-they-start"');
  assert.deepEqual([await question(open), await question(done)], [true, true]);

  const asked = async ({ order }: typeof open) => rowIn((await client.get(unconfirmed)).body, order) !== '';
  await changeRenewed(ctx, caller, other.check.applicantId, false);
  assert.deepEqual([await asked(other), await asked(done)], [false, true], 'nobody asks about who is not suitable');
  await changeRenewed(ctx, caller, other.check.applicantId, true);

  await client.submit(done.page, `${done.start}/started`, {});
  const planner = { ...caller, permissions: ['read_checks', 'plan_starts'] as const };
  const later = { startsOn: addDays(today, 9) };
  await assert.rejects(recordWorkStart(ctx, planner, done.check.id, later), { reason: 'not_permitted' });
  await client.submit(other.start, other.start, { starts_on: addDays(today, -1) });
  await client.submit(not.page, `${not.start}/remove`, {});
  const rows = await ctx.db.rows(sql`
    select check_id, starts_on, has_started from work_starts where check_id = any (${[done, other, not].map(({ check }) => check.id)}::uuid[])
    order by starts_on`);
  assert.deepEqual(rows, [
    { check_id: done.check.id, starts_on: addDays(today, -2), has_started: true },
    { check_id: other.check.id, starts_on: addDays(today, -1), has_started: true },
  ]);

  const early = await client.submit(open.page, `${open.start}/started`, {});
  assert.equal(early.headers.location, `${open.page}?done=start`, 'a fact, which agrees to nothing');
  const [recorded] = await ctx.db.rows(sql`
    select has_started, without_clearance, complete_by from work_starts where check_id = ${open.check.id}`);
  assert.deepEqual(recorded, { has_started: true, without_clearance: true, complete_by: null });
  const page = textOf((await client.get(open.page)).body);
  assert.match(
    page,
    /Needs you: they started work on .+ without clearance\. Nobody may go on working before their right to work is clear\. Say how the risk/,
  );
  assert.match(page, /Start of work on [^,]+, without clearance/, 'the history has it');
  const unagreed = (await client.get('/portal?waiting=start_unagreed')).body;
  assert.notEqual(rowIn(unagreed, open.order), '');
  assert.match(
    textOf((await client.get(wholeList)).body),
    /Started without clearance: say how the risk is managed: \d/,
  );
  const listed = textOf(rowIn((await client.get('/portal/people?show=starts')).body, open.order));
  assert.match(listed, /started without clearance .+ Complete by: nobody has agreed/);
  assert.match(
    textOf((await screener.get(`/desk/reports/${open.check.reports[0]!.id}`)).body),
    /started work on .+ without clearance, as the client says/,
  );
  assert.match((await client.get(open.start)).body, /value="yes" checked/);
  const typed = { starts_on: addDays(today, -2), condition: 'yes', complete_by: addDays(today, 82), risk };
  assert.equal((await client.submit(open.start, open.start, typed)).status, 303);
  assert.equal(await question(open), false);
  const agreed = textOf((await client.get(open.page)).body);
  assert.match(agreed, /Started without clearance/, 'what is agreed afterwards does not change it');
  assert.doesNotMatch(agreed, /Say how the risk is managed/);
  const taken = await client.submit(open.start, open.start, { ...typed, condition: 'no' });
  assert.deepEqual([taken.status, /href="#condition">They work already/.test(taken.body)], [422, true]);
});

test('another past day does not undo that somebody started without clearance, while the screening goes on', async () => {
  const placed = await place(['identity']);
  await recordWorkStart(ctx, caller, placed.check.id, { startsOn: addDays(today, -2) });
  const isWithout = async () =>
    (await ctx.db.row<{ without: boolean }>(
      sql`select without_clearance as without from work_starts where check_id = ${placed.check.id}`,
    ))!.without;
  assert.equal(await isWithout(), true);
  const condition = { completeBy: addDays(today, 30), risk };
  await recordWorkStart(ctx, caller, placed.check.id, { startsOn: addDays(today, -3), condition });
  assert.equal(await isWithout(), true, 'corrected by a day');
  await recordWorkStart(ctx, caller, placed.check.id, { startsOn: addDays(today, 3), condition });
  assert.equal(await isWithout(), false, 'who has not started');
});

test('on working days whoever has the orders is told how many start soon and are not cleared, without their names', async () => {
  const mails = async () =>
    (await listEmails(ctx, caller, 300)).filter(({ template }) => template === 'starts_at_risk');
  await ctx.db.run(sql`delete from work_starts`);
  const [soon, agreed, late] = [await place(['identity']), await place(['identity']), await place(['identity'])];
  await ctx.db.run(sql`
    update checks set ordered_by_user_id = (select id from users where account_id = ${portal.accountId} and email = ${clientEmail})
    where account_id = ${portal.accountId}`);
  const days = (await readAccountSettings(ctx, portal.accountId)).startNoticeWorkingDays;
  assert.equal(days, 5);
  await plan(soon.check.id, 2);
  await recordWorkStart(ctx, caller, agreed.check.id, {
    startsOn: addDays(today, 2),
    condition: { completeBy: addDays(today, 30), risk },
  });
  await plan(late.check.id, 30);
  const monday = new Date(`${mondayOf(addDays(today, 7))}T06:00:00Z`);
  const onDay = (at: Date) => startJobs({ ...ctx, now: () => at }).tell_starts({});
  await pass(soon.check.id, -7);
  await onDay(new Date(monday.getTime() - 86_400_000));
  assert.deepEqual(await mails(), [], 'not on a Sunday');
  await ctx.db.run(
    sql`update work_starts set starts_on = ${addDays(ukDateOf(monday), 2)}::date where check_id = ${soon.check.id}`,
  );
  await onDay(monday);
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.match(mail!.subject, /^One person starts within 5 working days and is not cleared$/);
  assert.match(mail!.text, new RegExp(`Order ${soon.order}: first day [\\s\\S]+/portal\\?starts=7`));
  assert.doesNotMatch(mail!.text, new RegExp(`Robin|Sample|${agreed.order}|${late.order}`));
  await onDay(monday);
  assert.equal((await mails()).length, 1, 'a job that runs again mails nobody twice');
  await changeAccountSettings(ctx, 'system', portal.accountId, { startNoticeWorkingDays: 0 });
  await onDay(new Date(monday.getTime() + 86_400_000));
  assert.equal((await mails()).length, 1);
});

test('a status reader learns who may start on condition, who supervises and what it waits for, first day first, and no reason', async () => {
  await createUser(ctx, 'system', portal.accountId, {
    ...{ name: 'Site', email: 'site-starts@acme.test', role: 'status_reader' as const, ...scopeOf(null) },
  });
  await createSignIn(ctx, 'system', { email: 'site-starts@acme.test', password });
  const reader = await signedInVisitor(portal, 'site-starts@acme.test');
  const [conditional, planned, cleared] = [await place(), await place(['identity']), await place(['identity'])];
  const refused = await client.submit(conditional.start, conditional.start, {
    ...{ starts_on: addDays(today, 2), complete_by: addDays(today, 84), risk },
    supervisor: 'x'.repeat(101),
  });
  assert.deepEqual([refused.status, /href="#supervisor"/.test(refused.body)], [422, true]);
  await client.submit(conditional.start, conditional.start, {
    ...{ starts_on: addDays(today, 2), complete_by: addDays(today, 84), risk },
    supervisor: 'Dana <Sample>',
  });
  await recordWorkStart(ctx, caller, planned.check.id, { startsOn: addDays(today, 1) });
  await recordWorkStart(ctx, caller, cleared.check.id, { startsOn: addDays(today, 1) });
  await complete(cleared, 0);
  const before = rowIn((await reader.get('/portal/clearance?starts=7')).body, conditional.order);
  assert.match(
    textOf(before),
    /Not cleared yet Right to work not checked yet: nobody may start before it is First day/,
  );
  assert.doesNotMatch(before, /May start|Supervised/);
  await complete(conditional, 1);
  const soon = (await reader.get('/portal/clearance?starts=7')).body;
  assert.ok(!soon.includes(cleared.order), 'who is cleared is left out');
  assert.ok(soon.indexOf(`>${planned.order}<`) < soon.indexOf(`>${conditional.order}<`), 'the first day first');
  const row = textOf(soon.split('<tr').find((one) => one.includes(`>${conditional.order}<`))!);
  assert.match(row, /May start, on condition From .+\. Supervised by Dana &lt;Sample&gt;\. Must be complete by/);
  assert.ok(row.includes(`From ${britishDate(addDays(today, 2))}`));
  assert.doesNotMatch(soon, /alone with nobody/, 'how the risk is managed is not theirs');
  assert.match(textOf((await client.get(conditional.page)).body), /Supervised by Dana &lt;Sample&gt;/);

  await complete(planned, 0);
  await portal.superuser.run(sql`update checks set result = 'consider' where id = ${planned.check.id}`);
  const undecided = (await reader.get('/portal/clearance?starts=7')).body;
  assert.match(
    textOf(undecided.split('<tr').find((one) => one.includes(`>${planned.order}<`))!),
    /Not cleared yet .+Waits for your colleagues/,
    'also where it waits for a decision',
  );
});

test('a conditional start before a barred list is answered is red, with what to order, and cites no standard for security staff', async () => {
  const placed = await place(['identity']);
  const typeId = catalogue.find(({ name, variant }) => name === 'criminal_history' && variant === 'enhanced')!.id;
  assert.match((await client.get(placed.start)).body, /BS 7858/);
  await portal.superuser.run(sql`
    update reports set report_type_id = ${typeId}, name = 'criminal_history', variant = 'enhanced',
      options = '[{"name":"adults_barred_list","options":null}]'
    where check_id = ${placed.check.id}`);
  const form = (await client.get(placed.start)).body;
  assert.match(form, /app-queue__overdue">No result of the adults’ barred list is here yet.+DBS Adult First/);
  assert.doesNotMatch(form, /BS 7858/);
  const typed = { starts_on: addDays(today, 1), complete_by: addDays(today, 84), risk };
  await client.submit(placed.start, placed.start, typed);
  assert.match((await client.get(placed.page)).body, /app-queue__overdue">No result of the adults’ barred list/);
  const row = (await client.get('/portal/people?show=starts')).body
    .split('<tr')
    .find((one) => one.includes(`>${placed.order}<`))!;
  assert.match(row, /app-queue__overdue">Adults’ barred list: no result, nothing ordered ahead</);
  assert.match(
    (await screener.get(`/desk/reports/${placed.check.reports[0]!.id}`)).body,
    /No result of the adults’ barred list/,
  );
});

test('who started without clearance and has stopped is said to have, and nobody asks any more how the risk is managed', async () => {
  const placed = await place(['identity']);
  await recordWorkStart(ctx, caller, placed.check.id, { startsOn: addDays(today, -3) });
  const stop = `${placed.start}/stopped`;
  assert.match(
    textOf((await client.get(placed.page)).body),
    /Say how the risk is managed .+ or that they have stopped/,
  );
  const wrong = await client.submit(placed.start, stop, { stopped_on: addDays(today, -4) });
  assert.equal(wrong.status, 422);
  assert.ok(wrong.body.includes(`value="${addDays(today, -4)}"`));
  assert.match(wrong.body, /href="#stopped_on">Enter the last day on which they worked/);
  assert.equal((await client.submit(placed.start, stop, { stopped_on: addDays(today, -1) })).status, 303);
  const page = textOf((await client.get(placed.page)).body);
  assert.match(page, new RegExp(`Stopped until cleared; worked last on ${britishDate(addDays(today, -1))}`));
  assert.match(page, /Started without clearance/, 'that they started stays');
  assert.doesNotMatch(page, /Say how the risk is managed/);
  assert.equal(rowIn((await client.get('/portal?waiting=start_unagreed')).body, placed.order), '');
  const report = textOf((await screener.get(`/desk/reports/${placed.check.reports[0]!.id}`)).body);
  assert.match(report, new RegExp(`They stopped, and worked last on ${britishDate(addDays(today, -1))}`));

  const withoutRight = await place(['right_to_work']);
  await recordWorkStart(ctx, caller, withoutRight.check.id, { startsOn: addDays(today, -3) });
  const waits = async () => rowIn((await client.get('/portal?waiting=right_to_work')).body, withoutRight.order);
  assert.notEqual(await waits(), '');
  await recordWorkStop(ctx, caller, withoutRight.check.id, today);
  assert.equal(await waits(), '', 'who has stopped works without no right');

  await client.submit(placed.start, stop, { again: 'yes' });
  const again = textOf((await client.get(placed.page)).body);
  assert.match(again, /Say how the risk is managed/);
  assert.match(again, /Works again, without clearance/, 'the history has both');
  assert.match(again, /Stopped working until cleared, last day/);

  await client.submit(placed.start, stop, { stopped_on: today });
  const condition = { completeBy: addDays(today, 30), risk };
  await recordWorkStart(ctx, caller, placed.check.id, { startsOn: addDays(today, -3), condition });
  const [agreed] = await ctx.db.rows(sql`select stopped_on from work_starts where check_id = ${placed.check.id}`);
  assert.deepEqual(agreed, { stopped_on: null }, 'who may go on has not stopped');
  await assert.rejects(recordWorkStop(ctx, caller, placed.check.id, today), { reason: 'state_does_not_allow' });

  const cleared = await place(['identity']);
  await recordWorkStart(ctx, caller, cleared.check.id, { startsOn: addDays(today, -3) });
  await recordWorkStop(ctx, caller, cleared.check.id, today);
  await ctx.db.run(sql`update checks set status = 'complete', result = 'clear' where id = ${cleared.check.id}`);
  assert.doesNotMatch(
    textOf((await client.get(cleared.page)).body),
    /Stopped until cleared/,
    'who is cleared works again',
  );
  for (const day of [null, today])
    await assert.rejects(recordWorkStop(ctx, caller, cleared.check.id, day), { reason: 'state_does_not_allow' });
});
