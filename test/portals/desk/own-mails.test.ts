// People of the desk ask for mails of their morning and of the figures, and get them on working days.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { sayAbsence } from '../../../src/features/accounts/absence-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { claimReport } from '../../../src/features/cases/claim-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { deskMailJobs } from '../../../src/features/lists/desk-mail-jobs.ts';
import { addDays, mondayOf } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const path = '/desk/own-mails';
const server = await startMailServer();
after(() => server.close());
const portal = await startPortal();
const { accountId } = portal;
const mail = createMail({ url: server.url, from: 'desk@probity.test' });

/** A Monday to come that is a working day. */
const monday = [7, 14, 21, 28]
  .map((days) => addDays(mondayOf(ukDateOf(portal.ctx.now())), days))
  .find((day) => !portal.ctx.calendar().england_and_wales.has(day))!;
const dayOfMail = { at: monday };
const ctx = { ...portal.ctx, mail, now: () => new Date(`${dayOfMail.at}T06:30:00Z`) };
const jobs = deskMailJobs(ctx);

async function person(name: string, role: DeskRole) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId] });
  return { userId, email, name, accounts: [accountId], permissions: roles.desk[role] };
}

async function visitorOf(email: string) {
  await createSignIn(portal.ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

/** Takes the mails that wait, as their worker does; returns how many there were. */
async function sent(tell: 'tell_morning' | 'tell_week' | 'tell_month', on: string): Promise<number> {
  dayOfMail.at = on;
  await jobs[tell]({});
  const waiting = await ctx.db.rows<{ payload: Record<string, unknown> }>(sql`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail_desk' and j.id > ${last}::bigint`);
  const newest = await ctx.db.row<{ id: string }>(
    sql`select coalesce(max(id), 0) as id from graphile_worker._private_jobs`,
  );
  last = newest!.id;
  for (const { payload } of waiting) await jobs.mail_desk(payload);
  return waiting.length;
}
let last = '0';

async function reportOf(): Promise<string> {
  const caller = portal.caller('live');
  const { check } = await placeWaiting(portal.ctx, caller, { reports: ['identity'] });
  await completeForm(portal.ctx, caller, check.id, check.order.facts);
  return check.reports[0]!.id;
}

const dueOn = (id: string, day: string) =>
  portal.ctx.db.run(sql`update reports set due_on = ${day} where account_id = ${accountId} and id = ${id}`);

const sam = await person('Sam Screener', 'screener');
const lea = await person('Lea Leader', 'team_leader');

test('what a role has no use for is not offered', async () => {
  const screener = await visitorOf(sam.email);
  const page = (await screener.get(path)).body;
  assert.match(page, /value="morning"/);
  assert.doesNotMatch(page, /value="week"/);
  assert.doesNotMatch(page, /The same of the team/);
  await screener.submit(path, path, { mails: 'morning' });
  assert.match((await screener.get(`${path}?done=saved`)).body, /value="morning" checked/);
  const leader = await visitorOf(lea.email);
  assert.match((await leader.get('/account')).body, /href="\/desk\/own-mails">Mails: your morning/);
  const token = (await leader.get(path)).body;
  assert.match(token, /The same of the team.*value="week"/s);
  const chosen = [...Object.entries(hiddenFields(token, path)), ['mails', 'morning'], ['mails', 'week']];
  await leader.send(
    path,
    'application/x-www-form-urlencoded',
    new URLSearchParams(chosen as [string, string][]).toString(),
  );
});

test('the mail of a morning has what they hold, and for a leader the team and who is away', async () => {
  const [overdue, today, free] = [await reportOf(), await reportOf(), await reportOf()];
  for (const id of [overdue, today]) assert.equal(await claimReport(portal.ctx, sam, id), 'claimed');
  await dueOn(overdue, addDays(monday, -3));
  await dueOn(today, monday);
  await dueOn(free, addDays(monday, 4));
  assert.equal(await sent('tell_morning', monday), 2);
  const own = await server.mailTo(sam.email, ({ subject }) => subject.startsWith('Your morning'));
  assert.match(own.subject, /: 1 overdue, 1 due today$/);
  assert.match(own.text, /You have 2 open reports: 1 overdue and 1 due today\./);
  assert.doesNotMatch(own.text, /The team/);
  const led = await server.mailTo(lea.email, ({ subject }) => subject.startsWith('Your morning'));
  assert.match(led.text, /The team has 3 open reports: 1 overdue and 1 due today\. Nobody has 1 of them, and 0 wait/);
});

test('who is away gets none, and the leader reads who is and with how much', async () => {
  await sayAbsence(ctx, sam, sam.userId, { from: monday, until: addDays(monday, 4) });
  assert.equal(await sent('tell_morning', monday), 1);
  const { text } = await server.mailTo(lea.email, ({ text: one }) => one.includes('away'));
  assert.match(text, /Sam Screener is away until .+, with 2 open reports, 1 of them overdue\./);
});

test('on a Sunday nobody is mailed', async () => {
  assert.equal(await sent('tell_morning', addDays(monday, -1)), 0);
});

test('on the first working day of a week who asked for them gets the figures of the week before, beside those of the week before that', async () => {
  assert.equal(await sent('tell_week', monday), 1);
  const { subject, text } = await server.mailTo(lea.email, ({ subject: one }) => one.startsWith('Figures of'));
  assert.match(subject, /^Figures of \d+ \w+ \d{4} to \d+ \w+ \d{4}$/);
  assert.match(text, /Orders placed: \d+ \(the week before: 0\)/);
  assert.match(text, /Reports on time, percent: 0 \(the week before: none\)/);
});

test('after a bank holiday on a Monday the figures come on Tuesday, and once in a week', async () => {
  const counts = [];
  for (const day of ['2026-08-31', '2026-09-01', '2026-09-02']) counts.push(await sent('tell_week', day));
  assert.deepEqual(counts, [0, 1, 0]);
});

test('on the first working day of a month who asked for them gets the figures of the last month, with a link to their page', async () => {
  await (await signedInVisitor(portal, lea.email)).submit(path, path, { mails: 'month' });
  const counts = [];
  for (const day of ['2026-08-01', '2026-08-03', '2026-08-04']) counts.push(await sent('tell_month', day));
  assert.deepEqual(counts, [0, 1, 0]);
  const { text } = await server.mailTo(lea.email, ({ text: one }) => one.includes('last month'));
  assert.match(text, /1 July 2026 to 31 July 2026/);
  assert.match(text, /Orders placed: \d+ \(the month before: \d+\)/);
  assert.match(text, /\/desk\/figures\?period=last_month/);
});

test('who unticks them, and who lost the role, gets none', async () => {
  const leader = await signedInVisitor(portal, lea.email);
  await leader.submit(path, path, { mails: 'week' });
  assert.equal(await sent('tell_morning', monday), 0);
  await portal.superuser.run(sql`update desk_users set role = 'screener' where id = ${lea.userId}`);
  const before = server.mails.length;
  assert.equal(await sent('tell_week', monday), 0);
  assert.equal(server.mails.length, before);
});
