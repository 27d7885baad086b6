// Which mails a user of a client chooses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRole } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { lateCheckJobs } from '../../../src/features/lists/late-check-jobs.ts';
import { serviceReviewJobs } from '../../../src/features/lists/month-review-jobs.ts';
import { summaryJobs } from '../../../src/features/lists/order-summary-jobs.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { addDays, mondayOf, nextWorkingDay } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;

async function personOf(role: ClientRole, name: string, subsidiaryId: string | null = null) {
  const email = `${name}@mails.test`;
  await createUser(ctx, 'system', portal.accountId, { name, email, role, ...scopeOf(subsidiaryId) });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const page = '/portal/mails';

async function complete(result: 'clear' | 'consider') {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const outcome = { result, subResult: null, findings: noFindings } as const;
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  await moveReport(ctx, portal.caller('live'), target, { move: 'complete', outcome });
  return check;
}

/** To whom the news of a complete order goes. */
async function told(): Promise<string[]> {
  const check = await complete('clear');
  const mails = await listEmails(ctx, portal.caller('live'), 100);
  return mails
    .filter(({ template, text }) => template === 'check_complete' && text.includes(check.id))
    .map(({ to }) => to.name)
    .toSorted();
}

test('a user says of which orders they get mails, and the page shows what they chose', async () => {
  await personOf('administrator', 'Boss');
  const colleague = await personOf('standard', 'Colleague');
  const before = await told();
  assert.ok(before.includes('Boss'));
  assert.ok(!before.includes('Colleague'));
  assert.match((await colleague.get('/account')).body, /href="\/portal\/mails"/);
  assert.match((await colleague.get(page)).body, /value="own"[^>]* checked/);
  const saved = await colleague.submit(page, page, { orders: 'all', summary: 'never' });
  assert.equal(saved.headers.location, `${page}?done=saved`);
  assert.match((await colleague.get(page)).body, /value="all"[^>]* checked/);
  assert.deepEqual(await told(), [...before, 'Colleague'].toSorted());
  await colleague.submit(page, page, { orders: 'own', summary: 'never' });
  assert.deepEqual(await told(), before);
});

test('none of the choices is refused, and who sees no orders has no choice', async () => {
  const colleague = await personOf('standard', 'Other');
  const refused = await colleague.submit(page, page, { orders: 'some', summary: 'hourly' });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Select of which orders/);
  assert.match(refused.body, /Select how often you get a summary/);
  const billing = await personOf('billing', 'Clerk');
  assert.equal((await billing.get(page)).status, 403);
  assert.doesNotMatch((await billing.get('/account')).body, /portal\/mails/);
});

test('who asks for it gets a link to the service review of last month, once, on the first working day', async () => {
  const director = await personOf('decider', 'Director');
  await director.submit(page, page, { orders: 'none', summary: 'never', review: 'yes' });
  assert.match((await director.get(page)).body, /value="yes"[^>]* checked/);
  const reviews = async () =>
    (await listEmails(ctx, portal.caller('live'), 200)).filter(({ template }) => template === 'service_review');
  const tellOn = (day: string) =>
    serviceReviewJobs({ ...ctx, now: () => new Date(`${day}T07:10:00Z`) }).tell_service_reviews({});
  await tellOn('2027-05-01');
  assert.equal((await reviews()).length, 0, 'a Saturday');
  // A bank holiday is on the Monday.
  for (const day of ['2027-05-04', '2027-05-04', '2027-05-05']) await tellOn(day);
  const [mail, ...others] = await reviews();
  assert.deepEqual([mail?.to.name, others.length], ['Director', 0]);
  assert.match(mail!.text, /\/portal\/turnaround\?period=2027-04/);
  await director.submit(page, page, { orders: 'none', summary: 'never' });
  await tellOn('2027-06-01');
  assert.equal((await reviews()).length, 1);
});

test('who asks for it gets a summary on each working day or week, of what they can do and see', async () => {
  const [daily, weekly] = [await personOf('decider', 'Daily'), await personOf('read_only', 'Weekly')];
  const chosen = await daily.submit(page, page, { orders: 'none', summary: 'daily' });
  assert.equal(chosen.headers.location, `${page}?done=saved`);
  assert.match((await daily.get(page)).body, /value="daily"[^>]* checked/);
  await weekly.submit(page, page, { orders: 'none', summary: 'weekly' });
  await complete('consider');
  const summariesTo = async (name: string) =>
    (await listEmails(ctx, portal.caller('live'), 200)).filter(
      ({ template, to }) => template === 'order_summary' && to.name === name,
    );
  const tellOn = (day: string) => summaryJobs({ ...ctx, now: () => new Date(`${day}T05:50:00Z`) }).tell_summaries({});
  const holidays = ctx.calendar().england_and_wales;
  const next = nextWorkingDay(addDays(ukDateOf(new Date()), 1), holidays);
  // Whoever begins a job again tells nobody twice.
  for (let time = 0; time < 2; time += 1) await tellOn(next);
  const [toDaily, ...others] = await summariesTo('Daily');
  assert.equal(others.length, 0);
  assert.match(toDaily!.text, /This waits for you:\n+Decide: 1\n/);
  assert.match(toDaily!.text, /order(s were| was) completed/);
  await tellOn(nextWorkingDay(addDays(mondayOf(next), 7), holidays));
  const toWeekly = await summariesTo('Weekly');
  assert.ok(toWeekly.length > 0, 'on the first working day of the week');
  for (const { text } of toWeekly) assert.match(text, /Nothing waits for you\.\n/, 'they do not decide');
});

test('who asks for it reads once a week how many checks are overdue, of those that they see, and nothing where none is', async () => {
  const { id: branch } = await createSubsidiary(ctx, 'system', portal.accountId, { name: 'Branch' });
  const [boss, manager] = [await personOf('administrator', 'Lateboss'), await personOf('standard', 'Manager', branch)];
  for (const visitor of [boss, manager])
    await visitor.submit(page, page, { orders: 'own', summary: 'never', late: 'yes' });
  assert.match((await boss.get(page)).body, /name="late"[^>]* value="yes"[^>]* checked/);
  const lateMails = async () =>
    (await listEmails(ctx, portal.caller('live'), 300)).filter(({ template }) => template === 'late_checks');
  const tellOn = (day: string) =>
    lateCheckJobs({ ...ctx, now: () => new Date(`${day}T05:55:00Z`) }).tell_late_checks({});
  await portal.superuser.run(sql`update reports set due_on = '2099-01-01' where account_id = ${portal.accountId}`);
  const [first, second] = [
    await portal.placeCheck('live', {}, ['identity']),
    await portal.placeCheck('live', {}, ['identity']),
  ];
  const dueOn = (checkId: string, day: string) =>
    portal.superuser.run(sql`update reports set due_on = ${day} where check_id = ${checkId}`);
  for (const { id } of [first, second]) await dueOn(id, '2099-01-01');
  await tellOn('2027-04-12');
  assert.equal((await lateMails()).length, 0, 'nothing is overdue');

  for (const { id } of [first, second]) await dueOn(id, '2027-04-01');
  // The Monday is a bank holiday.
  for (const day of ['2027-05-01', '2027-05-03', '2027-05-05']) await tellOn(day);
  assert.equal((await lateMails()).length, 0);
  for (const day of ['2027-05-04', '2027-05-04']) await tellOn(day);
  const [mail, ...others] = await lateMails();
  assert.deepEqual([mail?.to.name, others.length], ['Lateboss', 0], 'the manager sees none of them');
  assert.match(mail!.text, /2 checks are overdue[\s\S]*\/portal\?late=yes/);
  assert.doesNotMatch(mail!.text, /VF\d/);

  await portal.superuser.run(sql`update checks set subsidiary_id = ${branch} where id = ${first.id}`);
  await boss.submit(page, page, { orders: 'own', summary: 'never' });
  await tellOn('2027-05-10');
  const [next] = (await lateMails()).filter(({ to }) => to.name === 'Manager');
  assert.match(next!.text, /One check is overdue/);
  assert.equal((await lateMails()).length, 2, 'who asks no more gets none');
});
