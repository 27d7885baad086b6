// An appointment: the screener offers times, the candidate chooses one on their page, and somebody says whether they came.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { appointmentJobs } from '../../../src/features/appointments/appointment-jobs.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { advanceTestClock } from '../../../src/features/checks/sandbox-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { ukDayAndTime, ukMomentText } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { sendForm } from '../candidate/sent-form.ts';
import { deskEmail, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';

const DAY = 86_400;
const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const tenant = () => ({ ...portal.caller('test'), clockOffsetSeconds: clockMs / 1000 });

async function look(visitor: Visitor, path: string, name: string): Promise<void> {
  const page = await openPage(browser, { screen: 'phone' });
  const cookies = [...visitor.cookies].map(([cookie, value]) => ({ name: cookie, value, url: portal.url }));
  await page.context().addCookies(cookies);
  await page.goto(`${portal.url}${path}`);
  if (path.startsWith('/form/')) for (const details of await page.locator('summary').all()) await details.click();
  await keepScreenshot(page, `appointment-${name}`);
  assert.deepEqual(await accessibilityProblems(page), [], name);
  assert.equal(await scrollsSideways(page), false, name);
  await page.context().close();
}

/** Ten o'clock or so many minutes later, so many days after today by the clock of test data. */
const inDays = (days: number, minutes = 0) => {
  const day = ukMomentText(new Date(Date.now() + clockMs + days * DAY * 1000)).slice(0, 10);
  return `${day}T10:${String(minutes).padStart(2, '0')}`;
};
let clockMs = 0;

const HOUR_MS = 3_600_000;

async function passUntil(moment: Date): Promise<void> {
  const seconds = Math.ceil((moment.getTime() - Date.now() - clockMs) / 1000);
  await advanceTestClock(ctx, tenant(), seconds);
  clockMs += seconds * 1000;
  await takeDueDeadlines(ctx, deadlineHandlers);
}

async function sent() {
  const sender = await sendForm(portal);
  const { reports } = await readCheck(ctx, tenant(), sender.checkId);
  const reportId = reports[0]!.id;
  const page = `/desk/reports/${reportId}`;
  return { ...sender, reportId, page, desk: await signedInVisitor(portal, deskEmail) };
}

type Sent = Awaited<ReturnType<typeof sent>>;

const place = '12 Clinic Street\nLeeds LS1 1AA';
const typed = (more: Record<string, string> = {}) => ({
  ...{ way: 'in_person', place, bring: 'Your passport', text: 'Please choose a time.' },
  ...{ time_0: inDays(8), time_1: inDays(9, 15), due_on: inDays(4).slice(0, 10) },
  ...more,
});

const offer = ({ desk, page }: Sent, more?: Record<string, string>) =>
  desk.submit(`${page}/appointments/new`, `${page}/appointments/new`, typed(more));

const stateOf = async ({ checkId, reportId }: Sent) => {
  const { status, reports } = await readCheck(ctx, tenant(), checkId);
  return [status, reports.find(({ id }) => id === reportId)!.status];
};

const mailsAbout = async ({ checkId }: Sent) =>
  (await listEmails(ctx, tenant(), 100))
    .filter((mail) => mail.checkId === checkId && mail.template === 'appointment')
    .map(({ subject }) => subject)
    .toReversed();

const hrefIn = (body: string, part: RegExp) => body.match(new RegExp(`href="([^"]*${part.source})"`))![1]!;

/** The candidate chooses the second of the times. Returns their page of the appointment. */
async function choose(one: Sent): Promise<{ readonly own: string; readonly when: string; readonly at: Date }> {
  const { device, base } = one;
  const asked = hrefIn((await device.get(`${base}/queries`)).body, /\/queries\/[-\w]+/);
  const { body } = await device.get(asked);
  const [, second] = [...body.matchAll(/name="time" type="radio" value="(\d[^"]+)"/g)].map(([, value]) => value!);
  const booked = await device.submit(asked, asked, { time: second! });
  assert.equal(booked.status, 303);
  const own = String(booked.headers.location).replace('?booked', '');
  const at = new Date(second!);
  return { own, when: ukDayAndTime(at), at };
}

test('the candidate chooses one of the times, is reminded, and the report waits until an hour after it', async () => {
  const one = await sent();
  await look(one.desk, `${one.page}/appointments/new`, 'new');
  assert.equal((await offer(one)).headers.location, `${one.page}?done=appointment_offered`);
  assert.deepEqual(await stateOf(one), ['on_hold', 'paused']);
  const asked = hrefIn((await one.device.get(`${one.base}/queries`)).body, /\/queries\/[-\w]+/);
  assert.match((await one.device.get(asked)).body, /12 Clinic Street[\s\S]*Your passport[\s\S]*Which time suits you\?/);
  await look(one.device, asked, 'choose');

  const { own, when, at } = await choose(one);
  const shown = (await one.device.get(own)).body;
  assert.ok(shown.includes(when));
  await look(one.device, own, 'own');
  assert.ok((await one.device.get(`${one.base}/status`)).body.includes(when));
  const { headers, body: entry } = await one.device.get(`${own}/file`);
  assert.match(String(headers['content-type']), /^text\/calendar/);
  assert.match(entry, /LOCATION:12 Clinic Street\\nLeeds LS1 1AA\r\n/);
  assert.deepEqual(await stateOf(one), ['on_hold', 'paused'], 'it still waits for the day');
  assert.deepEqual(await mailsAbout(one), [`Your appointment: ${when}`]);
  const list = (await one.desk.get('/desk/appointments?environment=test')).body;
  assert.match(list, /Did they come\?[\s\S]*Nothing is to be recorded[\s\S]*To come/);
  assert.ok(list.includes(when) && list.includes(one.page));
  const report = (await one.desk.get(one.page)).body;
  assert.match(report, /Agreed[\s\S]*Call off and tell the candidate/);
  assert.doesNotMatch(report, /Did the candidate come\?/);

  await passUntil(new Date(at.getTime() - 2 * HOUR_MS));
  assert.deepEqual(await mailsAbout(one), [`Your appointment: ${when}`, `A reminder of your appointment: ${when}`]);
  await passUntil(new Date(at.getTime() + 2 * HOUR_MS));
  assert.deepEqual(await stateOf(one), ['in_progress', 'awaiting_data']);
  assert.doesNotMatch((await one.device.get(own)).body, /I cannot come/);
  assert.match((await one.desk.get(one.page)).body, /Did the candidate come\?/);
  assert.match((await one.desk.get('/desk/appointments?environment=test')).body, /To come[\s\S]*None is agreed/);
  await look(one.desk, '/desk/appointments?environment=test', 'list');
  await look(one.desk, one.page, 'over');
  const id = own.split('/').at(-1)!;
  const came = await one.desk.submit(one.page, `${one.page}/appointments/${id}/kept`, {});
  assert.equal(came.headers.location, `${one.page}?done=appointment_kept`);
  assert.match((await one.desk.get(one.page)).body, /The candidate came to the appointment/);
});

test('a candidate whom no time suits says when they could come', async () => {
  const one = await sent();
  await offer(one);
  const asked = hrefIn((await one.device.get(`${one.base}/queries`)).body, /\/queries\/[-\w]+/);
  const empty = await one.device.submit(asked, asked, { time: 'none', answer: '' });
  assert.equal(empty.status, 422);
  assert.match((await one.device.submit(asked, asked, {})).body, /Choose one of the times/);
  const told = await one.device.submit(asked, asked, { time: 'none', answer: 'Any Monday' });
  assert.equal(told.headers.location, `${one.base}/queries?sent`);
  assert.deepEqual(await stateOf(one), ['in_progress', 'awaiting_data']);
  assert.match((await one.desk.get(one.page)).body, /Not chosen[\s\S]*Any Monday|Any Monday[\s\S]*Not chosen/);
  assert.equal((await offer(one)).status, 303, 'they are offered others');
  const again = await offer(one);
  assert.equal(again.status, 422);
  assert.match(again.body, /Times are offered already/);
});

test('a candidate who cannot come calls it off, and the report goes on at once', async () => {
  const one = await sent();
  await offer(one);
  const { own } = await choose(one);
  assert.equal((await one.device.submit(own, own, { reason: ' ' })).status, 422);
  const off = await one.device.submit(own, own, { reason: 'I am ill, next week is fine' });
  assert.equal(off.headers.location, `${one.base}/status?told`);
  assert.deepEqual(await stateOf(one), ['in_progress', 'awaiting_data']);
  assert.match((await one.device.get(own)).body, /You need not come/);
  assert.match((await one.desk.get(one.page)).body, /The candidate cannot come:[\s\S]*next week is fine/);
});

test('a time that was agreed by telephone is recorded without a question, and the desk calls it off', async () => {
  const one = await sent();
  const two = await offer(one, { is_agreed: 'yes' });
  assert.equal(two.status, 422);
  assert.match(two.body, /Leave one time only/);
  const agreed = await offer(one, { is_agreed: 'yes', time_1: '', text: '', due_on: '' });
  assert.equal(agreed.headers.location, `${one.page}?done=appointment`);
  assert.deepEqual(await stateOf(one), ['on_hold', 'paused']);
  const twice = await offer(one, { is_agreed: 'yes', time_1: '', text: '', due_on: '' });
  assert.match(twice.body, /An appointment is agreed already: call it off first/);
  const action = (await one.desk.get(one.page)).body.match(/action="([^"]*\/called_off)"/)![1]!;
  const off = await one.desk.submit(one.page, action, {});
  assert.equal(off.headers.location, `${one.page}?done=appointment_called_off`);
  assert.deepEqual(await stateOf(one), ['in_progress', 'awaiting_data']);
  assert.deepEqual(
    (await mailsAbout(one)).map((subject) => subject.split(':')[0]),
    ['Your appointment', 'Your appointment is called off'],
  );
  assert.equal((await one.desk.post(action, {})).status >= 400, true);
});

test('an appointment is called off with its report, and its candidate is told', async () => {
  const one = await sent();
  await offer(one);
  const { own, when } = await choose(one);
  await moveReport(ctx, tenant(), { checkId: one.checkId, reportId: one.reportId }, { move: 'withdraw' });
  assert.match((await one.device.get(own)).body, /This appointment is called off/);
  const [, appointmentId] = own.split('/appointments/');
  const { accountId, environment, clockOffsetSeconds } = tenant();
  const queued = await ctx.db.rows<{ payload: object }>(sql`
    select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'tell_called_off'`);
  assert.deepEqual(
    queued.map(({ payload }) => payload),
    [{ accountId, environment, clockOffsetSeconds, appointmentId }],
  );
  await appointmentJobs(ctx).tell_called_off!({ ...queued[0]!.payload });
  assert.deepEqual(await mailsAbout(one), [`Your appointment: ${when}`, `Your appointment is called off: ${when}`]);
});

for (const [what, more, message] of [
  ['a time that has passed', () => ({ time_0: inDays(-1) }), 'Enter a time that is to come'],
  ['the same time twice', () => ({ time_1: inDays(8) }), 'This time stands above already'],
  ['no time', () => ({ time_0: '', time_1: '' }), 'Enter at least one time'],
  ['no place', () => ({ place: '' }), 'Enter where the candidate comes'],
  ['a choice after the last time', () => ({ due_on: inDays(20).slice(0, 10) }), 'Enter a date before the last time'],
] as const) {
  test(`refuses ${what}, and keeps what was typed`, async () => {
    const one = await sent();
    const { status, body } = await offer(one, more());
    assert.equal(status, 422);
    assert.ok(body.includes(message), message);
    assert.match(body, /Your passport/);
    assert.deepEqual(await stateOf(one), ['in_progress', 'awaiting_data']);
  });
}
