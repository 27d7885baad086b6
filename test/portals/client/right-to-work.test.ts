// Nobody is cleared, or may start, without a right to work: every page says the same of it, and it is checked again in time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { permissionEndJobs } from '../../../src/features/lists/permission-end-jobs.ts';
import { noticePeriods } from '../../../src/features/lists/permission-end-rules.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { recordWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays, mondayOf } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { placeFor, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
const client = await signedInVisitor(portal, clientEmail);
await createUser(ctx, 'system', accountId, {
  ...{ name: 'Site', email: 'site@acme.test', role: 'status_reader' as const, ...scopeOf(null) },
});
await createSignIn(ctx, 'system', { email: 'site@acme.test', password });
const reader = await signedInVisitor(portal, 'site@acme.test');
const today = ukDateOf(ctx.now());

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const rowIn = (body: string, order: string) =>
  body
    .split('<tr')
    .slice(1)
    .find((row) => row.includes(`>${order}<`)) ?? '';
const inGroup = (order: string) => new RegExp(`<span[^>]*>${order}</span></a>`);
const cleared = async (order: string) => textOf(rowIn((await reader.get('/portal/clearance')).body, order));

async function place(names = ['right_to_work']) {
  const check = await portal.placeCheck('live', { first_name: 'Robin' }, names);
  const page = `/portal/checks/${check.id}`;
  return { check, page, start: `${page}/start`, order: `VF${check.orderId}`, decision: `${page}/decision` };
}

type Placed = Pick<Awaited<ReturnType<typeof place>>, 'check'>;

async function complete({ check }: Placed, result: 'clear' | 'consider' | 'unidentified', endsOn?: string, at = 0) {
  const permission = { result: 'limited', properties: { ends_on: endsOn } };
  const findings = endsOn === undefined ? noFindings : { ...noFindings, breakdown: { permission } };
  const outcome = { result, subResult: null, findings } as const;
  await moveReport(ctx, caller, { checkId: check.id, reportId: check.reports[at]!.id }, { move: 'complete', outcome });
}

test('whose permission has ended is not cleared, whose ends is until then, and who has left is neither', async () => {
  const [ended, ending, gone] = [await place(), await place(), await place()];
  await complete(ended, 'clear', addDays(today, -9));
  await complete(ending, 'clear', addDays(today, 21));
  await complete(gone, 'clear', addDays(today, 21));
  const person = `/portal/people/${gone.check.applicantId}`;
  await client.submit(person, `${person}/renewals`, { left_on: today });
  assert.match(
    await cleared(ended.order),
    new RegExp(`Not cleared Right to work ended on ${britishDate(addDays(today, -9))}`),
  );
  assert.match(
    await cleared(ending.order),
    new RegExp(`Cleared Until ${britishDate(addDays(today, 21))}, when the right to work ends`),
  );
  assert.match(await cleared(gone.order), /Has left/);

  await recordWorkStart(ctx, caller, ending.check.id, { startsOn: addDays(today, 22) });
  assert.match(await cleared(ending.order), /Not cleared Right to work ends on .+, before the first day/);
  const soon = '?starts=30';
  assert.match(rowIn((await reader.get(`/portal/clearance${soon}`)).body, ending.order), /Not cleared/);
  assert.notEqual(
    rowIn((await client.get(`/portal${soon}`)).body, ending.order),
    '',
    'the list of checks says the same',
  );
  const start = textOf(rowIn((await client.get('/portal/people?show=starts')).body, ending.order));
  assert.match(start, /Right to work: Ended .+ waits for you/);
});

test('an order without a check of the right to work follows what is known of the person', async () => {
  const ended = await place();
  await complete(ended, 'clear', addDays(today, -9));
  const { check: later } = await placeFor(ctx, caller, ended.check.applicantId, { reports: ['identity'] });
  await completeForm(ctx, { ...caller, actor: 'candidate' }, later.id, later.order.facts);
  await complete({ check: later }, 'clear');
  assert.match(await cleared(`VF${later.orderId}`), /Not cleared Right to work ended on/);
  const elsewhere = await place(['identity']);
  await complete(elsewhere, 'clear');
  assert.match(
    await cleared(elsewhere.order),
    / Cleared No right to work was ordered here/,
    'who checks it elsewhere is cleared here',
  );
});

test('nobody decides over a right to work that is not clear: it needs a reason, is said before, and clears nobody', async () => {
  const placed = await place();
  await complete(placed, 'unidentified');
  const form = textOf((await client.get(placed.decision)).body);
  assert.match(
    form,
    /Right to work not confirmed: nobody may start before it is\. A decision does not change that: it gives you no statutory excuse/,
  );
  assert.match(form, /Needed, because not every result is clear/);
  const none = await client.submit(placed.decision, placed.decision, { decision: 'suitable', reason: ' ' });
  assert.equal(none.status, 422);
  assert.match(none.body, /href="#reason">Not every result is clear: write why you find them suitable/);
  const given = { decision: 'suitable', reason: 'We saw the passport.' };
  assert.equal((await client.submit(placed.decision, placed.decision, given)).status, 303);
  assert.match(
    textOf((await client.get(placed.page)).body),
    /Suitable, by .+ Not cleared\. Right to work not confirmed/,
  );
  assert.match(await cleared(placed.order), /Not cleared Right to work not confirmed/);
  assert.match(textOf((await client.get('/portal/people/record')).body), /Right to work[^:]*: not clear/);

  const other = await place(['identity', 'right_to_work']);
  await complete(other, 'clear', undefined, 1);
  await complete(other, 'consider');
  assert.doesNotMatch(
    (await client.get(other.decision)).body,
    /statutory excuse against/,
    'the right to work is clear',
  );
  await client.submit(other.decision, other.decision, given);
  assert.match(await cleared(other.order), / Cleared (?!Right)/);
});

test('who starts first stands first among the starts, and on the same day who has no right to work', async () => {
  const [far, near, same, works] = [
    await place(['identity']),
    await place(['identity', 'right_to_work']),
    await place(['identity']),
    await place(['identity']),
  ];
  const condition = { completeBy: addDays(today, 84), risk: 'Works beside Dana.' };
  await recordWorkStart(ctx, caller, same.check.id, { startsOn: addDays(today, 1) });
  await recordWorkStart(ctx, caller, far.check.id, { startsOn: addDays(today, 14) });
  await recordWorkStart(ctx, caller, near.check.id, { startsOn: addDays(today, 1), condition });
  await recordWorkStart(ctx, caller, works.check.id, { startsOn: addDays(today, -30), condition });
  const { body } = await client.get('/portal/people?show=starts');
  const places = [near, same, far, works].map(({ order }) => body.indexOf(`>${order}<`));
  assert.ok(places.every((place) => place > 0));
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
  assert.match(
    await cleared(near.order),
    /Not cleared yet Right to work not checked yet: nobody may start before it is/,
  );
});

test('while the form is not sent, the right to work waits for the candidate, in the list and among the starts', async () => {
  const { check } = await placeWaiting(ctx, caller, { reports: ['right_to_work'] });
  const condition = { completeBy: addDays(today, 84), risk: 'Works beside Dana.' };
  await recordWorkStart(ctx, caller, check.id, { startsOn: addDays(today, 1), condition });
  const order = `VF${check.orderId}`;
  for (const page of ['/portal', '/portal/people?show=starts']) {
    const row = textOf(rowIn((await client.get(page)).body, order));
    assert.match(row, /waits for the candidate/, page);
    assert.doesNotMatch(row, /(waits|waiting) for you/, page);
  }
});

test('a permission that ends is to be checked again: on the first page, of the person and in the list, until it is', async () => {
  const [ended, ending, far] = [await place(), await place(), await place()];
  await complete(ended, 'clear', addDays(today, -20));
  await complete(ending, 'clear', addDays(today, 21));
  await complete(far, 'clear', addDays(today, 61));
  const again = ({ page, check }: typeof ended) => `href="${page}/again?report=${check.reports[0]!.id}"`;
  const waiting = (await client.get('/portal?waiting=permission_end')).body;
  assert.match(waiting, inGroup(ended.order));
  assert.match(waiting, inGroup(ending.order));
  assert.doesNotMatch(waiting, inGroup(far.order));
  const first = (await client.get('/portal')).body;
  assert.ok(first.includes(again(ended)), 'the first page leads to the order');
  assert.match(textOf(first), new RegExp(`${ended.order} Robin Sample ended ${britishDate(addDays(today, -20))}`));
  const person = `/portal/people/${ending.check.applicantId}`;
  const ofPerson = (await client.get(person)).body;
  assert.ok(ofPerson.includes(again(ending)));
  assert.match(textOf(ofPerson), new RegExp(`ends ${britishDate(addDays(today, 21))} Check again`));
  assert.ok((await client.get('/portal/people?show=ends')).body.includes(again(ending)));
  const renewals = (await client.get('/portal/people?show=renewals&within=3')).body;
  assert.ok(renewals.includes(again(ending)) && renewals.includes(again(ended)), 'among what is due for renewal, too');
  const due = (await client.get('/portal/people?show=renewals&within=over')).body;
  assert.ok(!due.includes(again(ending)) && due.includes(again(ended)), 'until the day that is chosen');
  assert.match((await client.get(`${ending.page}/again?report=${ending.check.reports[0]!.id}`)).body, /checked/);

  const followUp = await orderAgain(ctx, caller, ending.check.id, null);
  const asked = (await client.get('/portal?waiting=permission_end')).body;
  assert.doesNotMatch(asked, inGroup(ending.order), 'it is being checked again');
  assert.match(textOf((await client.get(person)).body), /Is being checked again/);
  await orderAgain(ctx, caller, ended.check.id, null);
  assert.match((await client.get('/portal?waiting=permission_end')).body, inGroup(ended.order), 'what has ended stays');

  await completeForm(ctx, { ...caller, actor: 'candidate' }, followUp.id, followUp.order.facts);
  await complete({ check: followUp }, 'clear', addDays(today, 400));
  assert.doesNotMatch(textOf((await client.get(person)).body), /Is being checked again/);
});

test('whoever looks after the person is told 60, 30 and 7 days before, once, without a name', async () => {
  const monday = mondayOf(addDays(today, 7));
  const at = (day: string) => new Date(`${day}T06:00:00Z`);
  const onDay = (day: string) => permissionEndJobs({ ...ctx, now: () => at(day) }).tell_permission_ends({});
  const mails = async () =>
    (await listEmails(ctx, caller, 300)).filter(({ template }) => template === 'permissions_ending');
  await ctx.db.run(sql`update reports set permission_ends_on = null where account_id = ${accountId}`);
  const [sixty, sunday, none] = [await place(), await place(), await place()];
  await complete(sixty, 'clear', addDays(monday, 60));
  await complete(sunday, 'clear', addDays(monday, 29));
  await complete(none, 'clear', addDays(monday, 40));
  await ctx.db.run(sql`
    update checks set ordered_by_user_id = (select id from users where account_id = ${accountId} and email = ${clientEmail})
    where account_id = ${accountId}`);
  const holidays = ctx.calendar().england_and_wales;
  const weekday = noticePeriods(monday, holidays).length > 0 ? monday : addDays(monday, 1);
  await onDay(addDays(monday, -1));
  assert.deepEqual(await mails(), [], 'not on a Sunday');
  await onDay(weekday);
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.equal(mail!.to.address, clientEmail);
  assert.match(
    mail!.text,
    new RegExp(`Order ${sunday.order}: on [\\s\\S]+Order ${sixty.order}: on [\\s\\S]+show=ends`),
  );
  assert.doesNotMatch(mail!.text, new RegExp(`Robin|Sample|${none.order}`));
  await onDay(weekday);
  assert.equal((await mails()).length, 1, 'a job that runs again mails nobody twice');
  // A week in which the job did not run: one was due then, and the other is due today.
  const late = addDays(weekday, 7);
  const later = noticePeriods(late, holidays).length > 0 ? late : addDays(late, 1);
  const [missed, due] = [await place(), await place()];
  await complete(missed, 'clear', addDays(later, 28));
  await complete(due, 'clear', addDays(later, 7));
  await ctx.db.run(sql`
    update reports set completed_at = now() - interval '90 days' where account_id = ${accountId}
      and check_id in (${missed.check.id}, ${due.check.id})`);
  await ctx.db.run(sql`
    update checks set ordered_by_user_id = (select id from users where account_id = ${accountId} and email = ${clientEmail})
    where account_id = ${accountId}`);
  await onDay(later);
  const [told] = await mails();
  assert.equal((await mails()).length, 2);
  assert.match(told!.text, new RegExp(`Order ${due.order}: on [\\s\\S]+Order ${missed.order}: on `));
  assert.doesNotMatch(told!.text, new RegExp(`${sunday.order}:|${sixty.order}:`), 'each notice is given once');
});

test('somebody who was being checked again is told of once that order ends without a result', async () => {
  await ctx.db.run(sql`update reports set permission_ends_on = null where account_id = ${accountId}`);
  const workingDays = Array.from({ length: 12 }, (_, days) => addDays(today, days + 1)).filter(
    (day) => noticePeriods(day, ctx.calendar().england_and_wales).length > 0,
  );
  const tell = (day: string) =>
    permissionEndJobs({ ...ctx, now: () => new Date(`${day}T06:00:00Z`) }).tell_permission_ends({});
  const ending = await place();
  await complete(ending, 'clear', addDays(workingDays[0]!, 60));
  const again = await orderAgain(ctx, caller, ending.check.id, null);
  const told = async () =>
    (await listEmails(ctx, caller, 300)).filter(
      ({ template, text }) => template === 'permissions_ending' && text.includes(`${ending.order}:`),
    ).length;
  await ctx.db.run(sql`
    update checks set ordered_by_user_id = (select id from users where account_id = ${accountId} and email = ${clientEmail})
    where account_id = ${accountId}`);
  await tell(workingDays[0]!);
  assert.equal(await told(), 0);
  await closeCheck(ctx, caller, again.id, 'cancel');
  await tell(workingDays[1]!);
  assert.equal(await told(), 1);
  await erasePerson(ctx, { ...caller, actor: 'system' }, ending.check.applicantId, 'client_asked');
  const kept = await ctx.db.rows(sql`
    select from reports where account_id = ${accountId} and check_id = ${ending.check.id}
      and num_nonnulls(permission_ends_on, permission_noticed_on) > 0`);
  assert.equal(kept.length, 0, 'nothing says of somebody who was erased that their permission ended');
});

test('after the first day nobody is told that a comparison still helps', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: true });
  const [before, after] = [await place(['identity', 'right_to_work']), await place(['identity', 'right_to_work'])];
  await recordWorkStart(ctx, caller, before.check.id, { startsOn: addDays(today, 3) });
  await recordWorkStart(ctx, caller, after.check.id, { startsOn: addDays(today, -10) });
  assert.match(
    textOf((await client.get(before.page)).body),
    /of their right to work before the first day\. Without it/,
  );
  const late = textOf((await client.get(after.page)).body);
  assert.match(late, /the first day of work was .+ a comparison after the first day gives no statutory excuse/);
  assert.doesNotMatch(late, /before the first day\. Without it/);
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: false });
});

/** Of a screener who completes it: what is not confirmed, and the verdict of the statutory excuse. */
async function completeJudged({ check }: Placed, isMet: boolean | undefined) {
  const rule = { rule: 'right_to_work_steps', title: '', source: '', as_of: today, confidence: 'confirmed' };
  const statement = 'No statutory excuse.';
  const verdicts = isMet === undefined ? [] : [{ ...rule, statement, details: [], is_met: isMet }];
  const lacks = isMet === undefined ? { code: 'particular', label: 'Route' } : { code: 'verdict', label: statement };
  const findings = {
    ...{ ...noFindings, properties: { verdicts } },
    ...(isMet === true ? {} : { unconfirmed: [lacks as { code: 'verdict'; label: string }] }),
  };
  const outcome = { result: 'clear', subResult: null, findings } as const;
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  await moveReport(ctx, caller, target, { move: 'complete', outcome });
}

test('a right to work without a comparison, or without an excuse, is not done on any page until it is', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: true });
  const [plain, refused, unsaid, given] = [await place(), await place(), await place(), await place()];
  await complete(plain, 'clear');
  await completeJudged(refused, false);
  await completeJudged(unsaid, undefined);
  await completeJudged(given, true);
  const all = [plain, refused, unsaid];
  for (const { check, start } of [...all, given])
    await client
      .submit(start, start, { starts_on: addDays(today, 1) })
      .then(({ status }) => assert.equal(status, 303, check.id));
  const waiting = (await client.get('/portal?waiting=comparison')).body;
  const starts = (await client.get('/portal/people?show=starts')).body;
  for (const { order, page, start } of all) {
    assert.match(waiting, inGroup(order));
    assert.match(await cleared(order), /Not cleared Right to work: nobody has recorded who compared the person/, order);
    assert.match(textOf(rowIn(starts, order)), /Right to work: Person not compared/);
    assert.match(textOf((await client.get(page)).body), /Needs you: compare the person/);
    assert.match(textOf((await client.get(start)).body), /Nobody has recorded who compared the person/);
  }
  assert.doesNotMatch(waiting, inGroup(given.order));
  assert.match(await cleared(given.order), / Cleared (?!Right|Nobody)/);
  assert.doesNotMatch(starts, new RegExp(`>${given.order}<`));

  const form = (page: string) => `${page}/right-to-work`;
  const typed = { by: 'Ann Sample', how: 'in_person', on: today };
  for (const { page } of all) assert.equal((await client.submit(form(page), form(page), typed)).status, 303);
  assert.match(await cleared(plain.order), / Cleared (?!Right|Nobody)/, 'nobody had judged it otherwise');
  for (const { order, check } of [refused, unsaid]) {
    assert.match(await cleared(order), /Not cleared yet Right to work not checked yet/, 'a screener judges it again');
    assert.equal((await readCheck(ctx, caller, check.id)).reports[0]!.status, 'awaiting_data');
  }
  await completeJudged(refused, false);
  assert.match(await cleared(refused.order), /Not cleared Right to work not confirmed/, 'it still gives no excuse');
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: false });
});

test('a right to work without a comparison waits no more once a later one of the person was compared', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: true });
  const first = await place();
  await complete(first, 'clear');
  const waits = async () => inGroup(first.order).test((await client.get('/portal?waiting=comparison')).body);
  assert.equal(await waits(), true);
  const { check: later } = await placeFor(ctx, caller, first.check.applicantId, { reports: ['right_to_work'] });
  await completeForm(ctx, { ...caller, actor: 'candidate' }, later.id, later.order.facts);
  await complete({ check: later }, 'clear');
  assert.equal(await waits(), true, 'the later one is not compared either');
  const form = `/portal/checks/${later.id}/right-to-work`;
  const typed = { by: 'Ann Sample', how: 'in_person', on: today };
  assert.equal((await client.submit(form, form, typed)).status, 303);
  assert.equal(await waits(), false);
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: false });
});

test('a right to work that ended waits for who sees the later order alone, and once for who sees both', async () => {
  const ended = await place();
  await complete(ended, 'clear', addDays(today, -9));
  const { check: later } = await placeFor(ctx, caller, ended.check.applicantId, { reports: ['identity'] });
  await completeForm(ctx, { ...caller, actor: 'candidate' }, later.id, later.order.facts);
  await complete({ check: later }, 'clear');
  await recordWorkStart(ctx, caller, later.id, { startsOn: today });
  const { id: south } = await createSubsidiary(ctx, 'system', accountId, { name: 'South' });
  await portal.superuser.run(sql`update checks set subsidiary_id = ${south} where id = ${later.id}`);
  const email = 'south-only@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Sue South', email, role: 'administrator', ...scopeOf(south) });
  await createSignIn(ctx, 'system', { email, password });
  const waits = async (who: typeof client) =>
    rowIn((await who.get('/portal?waiting=right_to_work')).body, `VF${later.orderId}`) !== '';
  assert.equal(await waits(await signedInVisitor(portal, email)), true);
  assert.equal(await waits(client), false);
  assert.notEqual(rowIn((await client.get('/portal?waiting=permission_end')).body, ended.order), '');
});

test('several people are recorded at once as compared by one person, in one way and on one day', async () => {
  const list = '/portal/comparisons';
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: true });
  const [one, two, other] = [await place(), await place(), await place()];
  for (const each of [one, two, other]) await complete(each, 'clear');
  assert.ok((await client.get('/portal')).body.includes(`href="${list}"`));
  const opened = (await client.get(list)).body;
  const orders = [one, two, other].map(({ check }) => check.id).join(' ');
  const sent = { ...hiddenFields(opened, list), orders, by: 'Vera Viewer', how: 'in_person', on: today };
  const nobody = await client.post(list, sent);
  assert.equal(nobody.status, 422);
  assert.match(nobody.body, /Tick who was compared with their photograph[\s\S]+value="Vera Viewer"/);
  const wrong = await client.post(list, { ...sent, compared: one.check.id, on: addDays(today, 1) });
  assert.equal(wrong.status, 422);
  const madeOf = async ({ check }: typeof one) =>
    ((await readCheck(ctx, caller, check.id)).order.person_comparisons ?? []).map(({ by, how, on }) => [by, how, on]);
  assert.deepEqual(await madeOf(one), []);
  for (const { check } of [one, two]) {
    const done = await client.post(list, { ...sent, compared: check.id });
    assert.equal(done.headers.location, `${list}?done=1`);
  }
  for (const each of [one, two]) assert.deepEqual(await madeOf(each), [['Vera Viewer', 'in_person', today]]);
  assert.deepEqual(await madeOf(other), [], 'who is not ticked waits on');
  const again = { ...sent, ...hiddenFields((await client.get(list)).body, list), orders, compared: one.check.id };
  assert.equal((await client.post(list, again)).status, 303);
  assert.deepEqual(await madeOf(one), [['Vera Viewer', 'in_person', today]], 'sent twice, it is recorded once');
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: false });
});

test('a client with hundreds of people whose permission ends is told of every one', async () => {
  await ctx.db.run(sql`update reports set permission_ends_on = null where account_id = ${accountId}`);
  const one = await place();
  const monday = mondayOf(addDays(today, 7));
  const day = noticePeriods(monday, ctx.calendar().england_and_wales).length > 0 ? monday : addDays(monday, 1);
  await complete(one, 'clear', addDays(day, 30));
  await ctx.db.run(sql`
    update checks set ordered_by_user_id = (select id from users where account_id = ${accountId} and email = ${clientEmail})
    where id = ${one.check.id}`);
  const columnsOf = async (table: string, without: readonly string[]) => {
    const rows = await ctx.db.rows<{ name: string }>(sql`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
        and attname <> all (${without}::text[])`);
    return rawSql(rows.map(({ name }) => `"${name}"`).join(', '));
  };
  // The same order again, of 210 other people.
  const { superuser } = portal;
  const [people, checks, reports] = [
    await columnsOf('applicants', ['id']),
    await columnsOf('checks', ['id', 'applicant_id']),
    await columnsOf('reports', ['id', 'check_id']),
  ];
  await superuser.run(sql`create table copies as
    select gen_random_uuid() as person, gen_random_uuid() as "check", n from generate_series(1, 210) n`);
  await superuser.run(sql`
    insert into applicants (id, ${people}) select p.person, ${people} from applicants, copies p
    where id = ${one.check.applicantId}`);
  await superuser.run(sql`
    insert into checks (id, applicant_id, ${checks}) select p."check", p.person, ${checks}
    from checks, copies p where id = ${one.check.id}`);
  await superuser.run(sql`
    insert into reports (id, check_id, ${reports}) select gen_random_uuid(), p."check", ${reports}
    from reports, copies p where check_id = ${one.check.id}`);
  await permissionEndJobs({ ...ctx, now: () => new Date(`${day}T06:00:00Z`) }).tell_permission_ends({});
  const subjects = (await listEmails(ctx, caller, 300)).map(({ subject }) => subject);
  assert.ok(subjects.includes('The right to work of 211 people ends'), subjects.join(', '));
  await superuser.run(sql`drop table copies`);
});
