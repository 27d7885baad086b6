// One thing done with many reports of the queue: what is chosen, what is left out and why, and nothing twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../../src/context.ts';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { claimReport } from '../../../src/features/cases/claim-actions.ts';
import { pauseOver } from '../../../src/features/cases/pause-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { changeWork } from '../../../src/features/cases/work-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { listComments } from '../../../src/features/comments/comment-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { findQueuedReports } from '../../../src/features/lists/work-queue-queries.ts';
import { commentJson, leftOutNote } from '../../../src/features/retention/person-copy-rules.ts';
import { keepTeam, listTeams, putInTeams } from '../../../src/features/teams/team-actions.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays, addWorkingDays, dateOf, mondayOf } from '../../../src/lib/dates.ts';
import { fullName } from '../../../src/lib/person-names.ts';
import { startOfUkDay, ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import {
  clientEmail,
  deskEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const live = portal.caller('live');
const desk = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;
const today = dateOf(ctx.now());
const other = await makeAccount(ctx, 'Other Care');

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

async function place(caller = live): Promise<Check> {
  const { check } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  await completeForm(ctx, caller, check.id, check.order.facts);
  return check;
}

const placed = (count: number, caller = live) => Promise.all(Array.from({ length: count }, () => place(caller)));
const idsOf = (checks: readonly Check[]) => checks.map(({ reports }) => reports[0]!.id);

async function person(name: string, role: DeskRole = 'screener', accounts: readonly string[] = [accountId]) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  return { userId, email, name, accounts, permissions: roles.desk[role] };
}

const rowOf = async (id: string) =>
  (await ctx.db.row<{ due_on: string | null; status: string; priority: number; assignee_id: string | null }>(
    sql`select due_on, status, priority, assignee_id from reports where id = ${id}`,
  ))!;

const countOf = async (type: string, ids: readonly string[]) =>
  (await ctx.db.row<{ count: number }>(
    sql`select count(*)::int as count from events where type = ${type} and report_id = any (${ids}::uuid[])`,
  ))!.count;

const pageOf = (act: string, ids: readonly string[]) => `/desk/many/${act}?reports=${ids.join('+')}`;

type Several = Readonly<Record<string, string | readonly string[]>>;

/** With several values of a field, as a browser sends them. */
async function sent(by: Visitor, from: string, path: string, fields: Several) {
  const { body } = await by.get(from);
  const pairs = Object.entries({ ...hiddenFields(body, path), ...fields });
  const flat = pairs.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));
  return by.send(path, 'application/x-www-form-urlencoded', new URLSearchParams(flat).toString());
}

test('the queue leads to what is ticked, and to all that it finds, with what will happen', async () => {
  const [, later] = [await placed(2), await place()];
  const person_ = await signedInVisitor(portal, deskEmail);
  const queue = (await person_.get('/desk')).body;
  assert.match(queue, /Go on with all 3 found/);
  const token = hiddenFields(queue, '/desk/assignments');
  const ticked = await person_.post('/desk/many', { ...token, act: 'note', reports: later.reports[0]!.id });
  assert.equal(ticked.headers.location, `/desk/many/note?reports=${later.reports[0]!.id}`);
  const all = await person_.post('/desk/many', { ...token, act: 'due', which: 'found' });
  assert.equal(all.headers.location, '/desk/many/due?which=found');
  const page = textOf((await person_.get('/desk/many/due?which=found')).body);
  assert.match(page, /Move the due date of 3 reports .*Acme Care Reports: 3 Orders: 3/);
  const none = await person_.post('/desk/many', { ...token, act: 'due' });
  assert.equal(none.headers.location, '/desk?done=unselected');
});

test('due dates move by working days from the day that was seen, with the reason and the words on each', async () => {
  const ids = idsOf(await placed(3));
  const due = (await rowOf(ids[0]!)).due_on!;
  const visitor = await signedInVisitor(portal, deskEmail);
  const path = pageOf('due', ids);
  const given = { days: '10', delay_reason: 'source', delay_words: 'The courts are late' };
  assert.match(
    (await visitor.submit(path, '/desk/many/due', { ...given, days: '0' })).body,
    /Enter 1 to 250 working days/,
  );
  const unsaid = await visitor.submit(path, '/desk/many/due', { ...given, delay_reason: '' });
  assert.deepEqual([unsaid.status, (await rowOf(ids[0]!)).due_on], [422, due]);
  assert.match(unsaid.body, /Choose why the due date moves/);
  const [taken] = ids;
  const { body } = await visitor.get(path);
  await changeWork(ctx, desk, taken!, { dueOn: addDays(due, 1), delay: { reason: 'ours', words: '' } });
  const done = await visitor.post('/desk/many/due', { ...hiddenFields(body, '/desk/many/due'), ...given });
  assert.equal(done.status, 303);
  const said = textOf((await visitor.get(String(done.headers.location))).body);
  assert.match(
    said,
    /The due date of 2 reports is moved\. One report was left out .*Somebody changed its due date after you chose it/,
  );
  const target = addWorkingDays(due, 10, new Set());
  assert.ok((await rowOf(ids[1]!)).due_on! >= target);
  assert.equal((await rowOf(taken!)).due_on, addDays(due, 1));
  assert.match(
    textOf((await visitor.get(`/desk/reports/${ids[1]}`)).body),
    /Waits for the source: The courts are late/,
  );
});

test('a hundred who send the same form at once move, note and mail once', async () => {
  await createUser(ctx, 'system', accountId, { name: 'Ada Sample', email: 'ada@many.test', role: 'administrator' });
  const checks = await placed(3);
  const ids = idsOf(checks);
  const visitor = await signedInVisitor(portal, deskEmail);
  const { body } = await visitor.get(pageOf('message', ids));
  const form = {
    ...hiddenFields(body, '/desk/many/message'),
    ...{ text: 'The courts in California are two weeks late.', moves: '1' },
    ...{ days: '10', delay_reason: 'source', delay_words: 'Said to the clients' },
  };
  const answers = await Promise.all(Array.from({ length: 100 }, () => visitor.post('/desk/many/message', form)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303]);
  assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
  const comments = await ctx.db.row<{ count: number }>(
    sql`select count(*)::int as count from check_comments where check_id = any (${checks.map(({ id }) => id)}::uuid[])`,
  );
  assert.equal(comments!.count, 3);
  assert.deepEqual([await countOf('report.due_date_changed', ids), await countOf('report.note_added', ids)], [3, 3]);
  const mails = (await listEmails(ctx, live, 50)).filter(({ template }) => template === 'comments_added');
  const [mail, ...more] = mails;
  assert.deepEqual(more, []);
  for (const { orderId } of checks) assert.match(mail!.text, new RegExp(`\\bVF${orderId}\\b`));
  assert.doesNotMatch(mail!.text, /California|Alex/, 'neither the words nor a name');
  const said = textOf((await visitor.get(String(answers[0]!.headers.location))).body);
  assert.match(said, /1 mail to the clients says so\. The due date of 3 reports is moved\./);
});

test('of two who move the same reports to one day at the same moment, the second moves and notes nothing', async () => {
  const [id] = idsOf([await place()]);
  const change = { dueOn: '2090-01-02', delay: { reason: 'ours', words: 'Said once' } };
  await Promise.all(Array.from({ length: 20 }, () => changeWork(ctx, desk, id!, change)));
  assert.deepEqual(
    [await countOf('report.due_date_changed', [id!]), await countOf('report.note_added', [id!])],
    [1, 1],
  );
});

test('a due date that somebody else chose while many move is not moved over', async () => {
  const [id] = idsOf([await place()]);
  const seenDueOn = (await rowOf(id!)).due_on;
  const delay = { reason: 'ours', words: 'Chosen by hand' };
  await changeWork(ctx, desk, id!, { dueOn: '2090-01-02', delay });
  const late = { dueOn: '2090-01-03', delay: { ...delay, words: 'One of many' }, seenDueOn };
  await assert.rejects(changeWork(ctx, desk, id!, late), { reason: 'already_taken' });
  assert.deepEqual([(await rowOf(id!)).due_on, await countOf('report.note_added', [id!])], ['2090-01-02', 1]);
});

test('what many clients are told is left out of the copies of the data of the candidates, what one is told is not', async () => {
  const [one, ...others] = await placed(3);
  const visitor = await signedInVisitor(portal, deskEmail);
  const tell = (text: string, checks: readonly Check[]) =>
    visitor.submit(pageOf('message', idsOf(checks)), '/desk/many/message', { text });
  await tell('The letter is missing', [one!]);
  await tell('The letter of Smith is missing', others);
  const copied = async ({ tenant, id }: Check) => {
    const { key } = await readCheckAndKey(ctx, live, id);
    return (await listComments(ctx, { tenant, id }, key)).map((comment) => commentJson(comment).text);
  };
  assert.deepEqual(await copied(one!), ['The letter is missing']);
  for (const other of others) assert.deepEqual(await copied(other), [leftOutNote]);
});

test('a due date that has passed is asked about once more, and an earlier one needs no reason', async () => {
  const [id] = idsOf([await place()]);
  await changeWork(ctx, desk, id!, { dueOn: '2090-01-02', delay: { reason: 'ours', words: '' } });
  const visitor = await signedInVisitor(portal, deskEmail);
  const page = `/desk/reports/${id}`;
  const moved = (fields: Readonly<Record<string, string>>) => visitor.submit(page, `${page}/work`, fields);
  const past = { due_on: addDays(today, -3), delay_reason: '' };
  const asked = await moved(past);
  assert.equal(asked.status, 422);
  assert.match(asked.body, /This day has passed: choose another, or tick that you mean it/);
  assert.equal((await moved({ ...past, past_meant: '1' })).status, 303);
  const many = await visitor.submit(pageOf('due', [id!]), '/desk/many/due', { day: addDays(today, -5) });
  assert.match(many.body, /This day has passed/);
  const event = await ctx.db.row<{ detail: Record<string, unknown> }>(
    sql`select detail from events where type = 'report.due_date_changed' and report_id = ${id} order by id desc limit 1`,
  );
  assert.equal('reason' in event!.detail, false);
});

test('each act follows the rule of the single one: what cannot be done is named with its reason, before and after', async () => {
  const [open, paused, gone] = idsOf(await placed(3));
  await screenReport(ctx, desk, paused!, { move: 'pause' });
  const visitor = await signedInVisitor(portal, deskEmail);
  const path = pageOf('pause', [open!, paused!, gone!]);
  const { body } = await visitor.get(path);
  assert.match(textOf(body), /Pause 2 reports .*One report is left out .*It is paused/);
  await screenReport(ctx, desk, gone!, { move: 'cancel' });
  const done = await visitor.post('/desk/many/pause', {
    ...hiddenFields(body, '/desk/many/pause'),
    delay_reason: 'source',
  });
  const said = textOf((await visitor.get(String(done.headers.location))).body);
  assert.match(said, /1 report is paused\. 2 reports were left out/);
  assert.match(said, /It is paused/);
  assert.match(said, /It is cancelled/);
  assert.equal((await rowOf(open!)).status, 'paused');
  await visitor.submit(pageOf('resume', [open!, paused!]), '/desk/many/resume', {});
  assert.deepEqual([(await rowOf(open!)).status, (await rowOf(paused!)).status], ['awaiting_data', 'awaiting_data']);
  await visitor.submit(pageOf('urgent', [open!]), '/desk/many/urgent', {});
  assert.equal((await rowOf(open!)).priority, 1);
  const unsaid = await visitor.submit(pageOf('withdraw', [open!]), '/desk/many/withdraw', { text: '' });
  assert.match(unsaid.body, /Write for the client why the report ends/);
  await visitor.submit(pageOf('withdraw', [open!, paused!]), '/desk/many/withdraw', { text: 'Not wanted any more' });
  assert.deepEqual([(await rowOf(open!)).status, (await rowOf(paused!)).status], ['withdrawn', 'withdrawn']);
});

test('what the client ordered as urgent stays urgent, and says where that is changed', async () => {
  const [ordered, byHand] = (await placed(2)) as [Check, Check];
  const ids = idsOf([ordered, byHand]) as [string, string];
  await ctx.db.run(sql`update checks set is_urgent = true where id = ${ordered.id}`);
  await ctx.db.run(sql`update reports set priority = 1 where id = any (${ids}::uuid[])`);
  const visitor = await signedInVisitor(portal, deskEmail);
  const why = /The client ordered it as urgent: change that under Priority on the page of the order/;
  assert.match(textOf((await visitor.get(pageOf('usual', ids))).body), why);
  await visitor.submit(pageOf('usual', ids), '/desk/many/usual', {});
  assert.deepEqual(
    (await Promise.all(ids.map(rowOf))).map(({ priority }) => priority),
    [1, 0],
  );
  const report = `/desk/reports/${ids[0]}`;
  const { body } = await visitor.get(report);
  assert.match(textOf(body), /Urgent: the client ordered it so/);
  const unticked = await visitor.submit(report, `${report}/work`, { priority: '' });
  assert.deepEqual([unticked.status, why.test(textOf(unticked.body))], [422, true]);
});

test('many are paused until a day with why, which the client reads, and are back in the queue that morning, unless somebody resumed one before', async () => {
  const checks = await placed(2);
  const [waiting, resumed] = idsOf(checks);
  const visitor = await signedInVisitor(portal, deskEmail);
  const path = pageOf('pause', [waiting!, resumed!]);
  const day = addDays(today, 4);
  const past = await visitor.submit(path, '/desk/many/pause', { day: today, delay_reason: 'source' });
  assert.deepEqual([past.status, /Enter a day from tomorrow to a year from now/.test(past.body)], [422, true]);
  assert.match((await visitor.submit(path, '/desk/many/pause', { day })).body, /Choose why/);
  assert.match(
    (await visitor.submit(path, '/desk/many/pause', { delay_reason: 'other' })).body,
    /Say why in your words/,
  );
  await visitor.submit(path, '/desk/many/pause', { day, delay_reason: 'source', text: 'The court is closed' });
  const page = textOf((await visitor.get(`/desk/reports/${waiting}`)).body);
  assert.match(page, new RegExp(`Paused until ${britishDate(day)}: waits for the source. On that morning`));
  assert.match(page, /The court is closed/);
  await screenReport(ctx, desk, resumed!, { move: 'resume' });
  await screenReport(ctx, desk, resumed!, { move: 'pause' });
  const after = (days: number) =>
    takeDueDeadlines({ ...ctx, now: () => startOfUkDay(addDays(today, days)) }, [pauseOver]);
  const why = new RegExp(`until ${britishDate(day)}: waits for the source`);
  assert.match(textOf((await visitor.get('/desk?status=paused')).body), why);
  const read = textOf((await (await signedInVisitor(portal, clientEmail)).get(`/portal/checks/${checks[0]!.id}`)).body);
  assert.match(read, why);
  assert.match(read, /The court is closed/);
  await after(3);
  assert.equal((await rowOf(waiting!)).status, 'paused');
  await after(4);
  assert.deepEqual([(await rowOf(waiting!)).status, (await rowOf(resumed!)).status], ['awaiting_data', 'paused']);
  const times = { now: startOfUkDay(day), calendar: ctx.calendar(), idleDays: undefined };
  const onePage = { view: 'all', sort: 'due', now: times.now, offset: 0, limit: 50 } as const;
  const back = await findQueuedReports(
    ctx.db,
    desk,
    { environment: 'live', times: { ...times, due: 'back' } },
    onePage,
  );
  assert.deepEqual(
    back.map(({ report_id }) => report_id),
    [waiting],
  );
  assert.match(
    textOf((await visitor.get(`/desk/reports/${waiting}`)).body),
    /Paused until .+ Resumed|Resumed .+Paused until/,
  );
});

test('many are closed as unable to verify with one reason, and what lacks something for it stays and is named', async () => {
  const [first, second, paused, ended] = idsOf(await placed(4));
  await screenReport(ctx, desk, paused!, { move: 'pause' });
  await screenReport(ctx, desk, ended!, { move: 'cancel' });
  const visitor = await signedInVisitor(portal, deskEmail);
  const path = pageOf('unable', [first!, second!, paused!, ended!]);
  const close = async (fields: Readonly<Record<string, string>>) => {
    const done = await visitor.submit(path, '/desk/many/unable', fields);
    return done.status === 303 ? textOf((await visitor.get(String(done.headers.location))).body) : done.body;
  };
  assert.match(
    textOf((await visitor.get(path)).body),
    /Close 3 reports as unable to verify .*One report is left out .*It is cancelled/,
  );
  assert.match(await close({ reason: '' }), /Select why they could not be verified/);
  assert.match(
    await close({ reason: 'no_reply', requests_sent: 'two' }),
    /Enter how many requests were sent, or nothing/,
  );
  assert.match(
    await close({ reason: 'company_closed' }),
    /0 reports are closed .*4 reports were left out .*Its report type cannot have this reason/,
  );
  assert.match(await close({ reason: 'no_reply' }), /Nobody is logged as asked/);
  const drafted = `/desk/reports/${second}`;
  await visitor.submit(drafted, drafted, { move: 'keep', notes: 'Typed by hand' });
  const said = await close({ reason: 'no_reply', requests_sent: '2', text: 'We asked the registry twice' });
  assert.match(said, /2 reports are closed as unable to verify, or await approval of it\. 2 reports were left out/);
  assert.match(said, /You have typed an outcome and not sent it/);
  for (const id of [first!, paused!]) {
    assert.notEqual((await rowOf(id)).status, 'paused');
    const page = textOf((await visitor.get(`/desk/reports/${id}`)).body);
    assert.match(page, /No reply to our 2 requests|We asked the registry twice/);
  }
  assert.equal((await rowOf(second!)).status, 'awaiting_data');
});

test('what the page says that it leaves out is left out, also if it could be done meanwhile', async () => {
  const [pausable, other] = await placed(2);
  const [wanted, kept] = idsOf([pausable!, other!]);
  const { first_name, last_name } = pausable!.order.facts;
  await screenReport(ctx, desk, kept!, { move: 'pause' });
  const visitor = await signedInVisitor(portal, deskEmail);
  const { body } = await visitor.get(pageOf('pause', [wanted!, kept!]));
  assert.match(textOf(body), /Pause 1 report .*One report is left out/);
  assert.match(
    textOf(body),
    new RegExp(`VF${pausable!.orderId} ?, Identity ?, ${fullName(first_name, last_name)} Paused`),
  );
  await screenReport(ctx, desk, kept!, { move: 'resume' });
  const done = await visitor.post('/desk/many/pause', {
    ...hiddenFields(body, '/desk/many/pause'),
    delay_reason: 'source',
  });
  assert.match(textOf((await visitor.get(`/desk/reports/${wanted}`)).body), /Paused: waits for the source\./);
  assert.deepEqual([(await rowOf(wanted!)).status, (await rowOf(kept!)).status], ['paused', 'awaiting_data']);
  assert.match(textOf((await visitor.get(String(done.headers.location))).body), /Somebody else changed it/);
});

test('a screener changes many, assigns none, and does nothing in accounts that they do not see', async () => {
  const sam = await person('Sam Several');
  await createSignIn(ctx, 'system', { email: sam.email, password });
  const [own, foreign] = [...idsOf([await place()]), ...idsOf([await place({ ...live, accountId: other.accountId })])];
  const visitor = await signedInVisitor(portal, sam.email);
  assert.doesNotMatch((await visitor.get('/desk')).body, /value="assign"/);
  assert.equal((await visitor.get(pageOf('assign', [own!]))).status, 403);
  const { body } = await visitor.get(pageOf('urgent', [own!, foreign!]));
  assert.match(textOf(body), /Mark 1 report urgent/);
  const form = hiddenFields(body, '/desk/many/urgent');
  const shown = `${form.shown} ${foreign}:`;
  const done = await visitor.post('/desk/many/urgent', { ...form, shown });
  assert.match(
    textOf((await visitor.get(String(done.headers.location))).body),
    /1 report is urgent now\. One report was left out/,
  );
  assert.deepEqual([(await rowOf(own!)).priority, (await rowOf(foreign!)).priority], [1, 0]);
});

test('reports are spread evenly or by load over people who work for the account, and the choice says what each has', async () => {
  const [busy, free, elsewhere] = [
    await person('Bea Busy'),
    await person('Fay Free'),
    await person('Eli Elsewhere', 'screener', [other.accountId]),
  ];
  await createSignIn(ctx, 'system', { email: busy.email, password });
  for (const id of idsOf(await placed(3))) await claimReport(ctx, busy, id);
  const ids = idsOf(await placed(5));
  const visitor = await signedInVisitor(portal, deskEmail);
  const { body } = await visitor.get(pageOf('assign', ids));
  assert.match(textOf(body), /Bea Busy \(3 open\) .*Fay Free \(0 open, has not signed in yet\)/);
  assert.doesNotMatch(body, /Eli Elsewhere/, 'who does not work for the account');
  assert.doesNotMatch((await visitor.get(`/desk?account=${accountId}`)).body, /<option value="[^"]*">Eli Elsewhere \(/);
  const nobody = await visitor.submit(pageOf('assign', ids), '/desk/many/assign', { way: 'by_load' });
  assert.match(nobody.body, /Choose who gets them/);
  const fields = { people: [busy.userId, free.userId], way: 'by_load' };
  await sent(visitor, pageOf('assign', ids), '/desk/many/assign', { ...fields, first: '4' });
  const holders = await Promise.all(ids.map(async (id) => (await rowOf(id)).assignee_id));
  assert.equal(
    holders.filter((one) => one === free.userId).length,
    4 - holders.filter((one) => one === busy.userId).length,
  );
  assert.ok(holders.filter((one) => one === free.userId).length >= 3, 'more to who has less');
  assert.equal(holders.filter((one) => one === null).length, 1, 'only the first four');
  await sent(visitor, pageOf('assign', ids.slice(0, 4)), '/desk/many/assign', { ...fields, way: 'evenly' });
  const even = await Promise.all(ids.slice(0, 4).map(async (id) => (await rowOf(id)).assignee_id));
  assert.equal(even.filter((one) => one === busy.userId).length, 2);
  const left = await sent(visitor, '/desk', '/desk/assignments', { reports: ids, assignee: elsewhere.userId });
  const said = textOf((await visitor.get(String(left.headers.location))).body);
  assert.match(
    said,
    /0 reports are assigned\. 5 reports were left out .*Nobody of those chosen works for this account/,
  );
});

test('a team narrows the queue, the figures and the choices, and reports are spread over those of it who are here', async () => {
  const [tess, tom, tara] = [await person('Tess Team'), await person('Tom Team'), await person('Tara Team')];
  const tina = await person('Tina Team');
  for (const { email } of [tess, tom, tina]) await createSignIn(ctx, 'system', { email, password });
  const visitor = await signedInVisitor(portal, deskEmail);
  const path = '/desk/teams/new';
  const nameless = await visitor.submit(path, path, { name: ' ', members: tess.userId });
  assert.match(nameless.body, /Enter the name of the team/);
  assert.match((await visitor.submit(path, path, { name: 'Court team' })).body, /Choose who is in the team/);
  const members = [tess, tom, tara].map(({ userId }) => userId);
  assert.equal((await sent(visitor, path, path, { name: 'Court team', members })).status, 303);
  assert.match(
    (await visitor.submit(path, path, { name: 'COURT team', members: tess.userId })).body,
    /already been taken/,
  );
  const list = (await visitor.get('/desk/teams')).body;
  assert.match(textOf(list), /Court team Tara Team, Tess Team, Tom Team Open: 0 Overdue: 0/);
  const team = /\/desk\?team=([\w-]+)/.exec(list)![1]!;

  const ids = idsOf(await placed(4));
  assert.match(
    textOf((await visitor.get(pageOf('assign', ids))).body),
    /Team Court team Tess Team and Tom Team; not Tara Team, who has not signed in yet/,
  );
  const hours = `/desk/away/${tina.userId}/hours`;
  const tomorrow = String(((new Date(ukDateOf(ctx.now())).getUTCDay() || 7) % 7) + 1);
  assert.equal((await sent(visitor, hours, hours, { days: tomorrow, percent: '100' })).status, 303);
  await inTransaction(ctx, (tx) => putInTeams(tx, 'system', tina.userId, ['Court team']));
  assert.match(
    textOf((await visitor.get(pageOf('assign', ids))).body),
    /Tess Team and Tom Team; not Tara Team, who has not signed in yet and Tina Team, who does not work today/,
  );
  await inTransaction(ctx, (tx) => putInTeams(tx, 'system', tina.userId, []));
  await sent(visitor, pageOf('assign', ids), '/desk/many/assign', { people: `team:${team}`, way: 'evenly' });
  const holders = await Promise.all(ids.map(async (id) => (await rowOf(id)).assignee_id));
  assert.deepEqual(holders.toSorted(), [tess, tess, tom, tom].map(({ userId }) => userId).toSorted());

  const queue = (await visitor.get(`/desk?team=${team}`)).body;
  assert.match(textOf(queue), /All 4 /);
  const offered = (html: string) => html.slice(html.indexOf('id="assignee-to"') + 1 || 0);
  assert.doesNotMatch(offered(queue), /<option value="[^"]*">Bea Busy \(/, 'assigned to people of the team alone');
  assert.match(offered((await visitor.get('/desk')).body), /<option value="[^"]*">Bea Busy \(/);
  const narrowed = textOf((await visitor.get(`/desk/team?team=${team}`)).body);
  assert.match(narrowed, /Open reports by person .*Tess Team Open: 2 .*Tom Team Open: 2/);
  assert.doesNotMatch(narrowed.split('Turnaround by person')[0]!, /Bea Busy Open/);
  assert.doesNotMatch(
    textOf((await visitor.get(`/desk/team?team=${team}&account=${other.accountId}`)).body),
    /Tess Team Open/,
    'narrowed by the client, too',
  );
  assert.match((await visitor.get(`/desk/figures?team=${team}`)).body, /Backlog of Court team/);

  const lead = await person('Lea Leader', 'team_leader', [other.accountId]);
  const seen = { ...lead, accounts: [other.accountId] };
  const stranger = await person('Sid Stranger', 'screener', [other.accountId]);
  await keepTeam(ctx, seen, team, { name: 'Court team', members: [stranger.userId] });
  const kept = (await listTeams(ctx, 'system')).find(({ id }) => id === team)!.members;
  assert.deepEqual(kept.toSorted(), [...members, stranger.userId].toSorted(), 'whom she does not see stay');
  const reviewer = await person('Rob Reviewer', 'reviewer');
  await assert.rejects(keepTeam(ctx, reviewer, undefined, { name: 'Mine', members }), { reason: 'not_permitted' });
});

test('the queue is narrowed by when reports are due, how late they are, and how long nobody has touched them', async () => {
  const day = ukDateOf(ctx.now());
  const holidays = bankHolidays.england_and_wales;
  const back = (days: number) => addWorkingDays(addDays(day, 1), -days, holidays);
  const dues = [day, addWorkingDays(day, 3, holidays), addWorkingDays(day, 4, holidays), ...[3, 6, 11, 12].map(back)];
  const checks = await placed(dues.length, { ...live, accountId: other.accountId });
  for (const [index, due] of dues.entries())
    await ctx.db.run(sql`update reports set due_on = ${due} where id = ${idsOf(checks)[index]}`);
  const ottilie = await person('Ottilie Other', 'reviewer', [other.accountId]);
  await createSignIn(ctx, 'system', { email: ottilie.email, password });
  const visitor = await signedInVisitor(portal, ottilie.email);
  const base = `/desk?account=${other.accountId}`;
  const found = async (more: string) => {
    const { body } = await visitor.get(`${base}&${more}`);
    return checks.flatMap(({ orderId }, index) => (body.includes(`>VF${orderId}</span></a>`) ? [index] : []));
  };
  assert.deepEqual(await found('due=today'), [0]);
  assert.deepEqual(await found('due=soon'), [0, 1]);
  const sunday = addDays(mondayOf(day), 6);
  const thisWeek = dues.flatMap((due, index) => (due >= day && due <= sunday ? [index] : []));
  assert.deepEqual(await found('due=week'), thisWeek);
  // A day n working days back is overdue by n - 1 of them.
  assert.deepEqual(await found('due=late_1'), [3]);
  assert.deepEqual(await found('due=late_3'), [4]);
  assert.deepEqual(await found('due=late_6'), [5]);
  assert.deepEqual(await found('due=late_11'), [6]);
  const overdue = textOf((await visitor.get(`${base}&view=overdue`)).body);
  assert.match(overdue, /1 to 2 working days 1 3 to 5 1 6 to 10 1 Over 10 1/);
  assert.deepEqual(await found('due=after_start'), []);
  const [first, second] = checks as [Check, Check];
  for (const [check, startsOn] of [[first, addDays(day, 9)] as const, [second, addDays(day, -1)] as const])
    await ctx.db.run(sql`
      insert into work_starts (account_id, environment, check_id, id, starts_on, recorded_at, recorded_by, has_started)
      values (${other.accountId}, 'live', ${check.id}, ${ctx.newId()}, ${startsOn}, now(), 'system', false)`);
  assert.deepEqual(await found('due=after_start'), [1]);
  const byStart = (await visitor.get(`${base}&sort=start`)).body;
  const at = ({ orderId }: Check) => byStart.indexOf(`>VF${orderId}</span></a>`);
  assert.ok(at(second) < at(first) && at(first) < at(checks[2]!), 'who starts first stands first');
  assert.deepEqual(await found('idle=3'), []);
  await ctx.db.run(
    sql`update reports set requested_at = now() - interval '4 days' where id = any (${idsOf(checks).slice(0, 2)}::uuid[])`,
  );
  await visitor.get(`/desk/reports/${idsOf(checks)[0]}`);
  assert.deepEqual(await found('idle=3'), [0, 1], 'a look is no work');
  await changeWork(ctx, desk, idsOf(checks)[1]!, { priority: 1 });
  assert.deepEqual(await found('idle=3'), [0]);
  assert.match(
    (await visitor.get(`/desk/many/note?which=found&account=${other.accountId}&due=late_6`)).body,
    /Add a note to 1 report</,
  );
});
