// The desk is told by mail when requests about data are due soon, and when they are due; of test data by its own clock.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Caller, todayFor } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { advanceTestClock } from '../../../src/features/checks/sandbox-actions.ts';
import { dueRequestJobs } from '../../../src/features/data-requests/data-request-due-jobs.ts';
import { recordRequest } from '../../../src/features/data-requests/data-request-record-actions.ts';
import { isToldOfDue } from '../../../src/features/data-requests/data-request-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startForms } from '../candidate-form/waiting-check.ts';

const server = await startMailServer();
after(() => server.close());
const forms = await startForms();
const ctx = { ...forms.ctx, mail: createMail({ url: server.url, from: 'desk@probity.test' }) };
const { account, database, passSeconds } = forms;
const jobs = dueRequestJobs(ctx);
const DAY = 86_400;

for (const [name, role, accounts] of [
  ['dpo', 'data_protection', [account.accountId]],
  ['screener', 'screener', [account.accountId]],
  ['elsewhere', 'data_protection', []],
] as const)
  await createDeskUser(ctx, 'system', { name, email: `${name}@desk.test`, role, accounts: [...accounts] });

const desk = (environment: 'live' | 'test'): Caller => ({
  ...forms.caller(environment),
  actor: 'system',
  permissions: roles.desk.administrator,
});

/** Of somebody about whom nothing is kept: no check has its clock. */
const ask = (caller: Caller) =>
  recordRequest(ctx, caller, {
    ...{ kind: 'access', way: 'letter', receivedOn: todayFor(ctx, caller), words: 'Folder 7' },
    ...{ identity: 'known_address', checkId: null },
  });

/** Takes the mails that wait, as their worker does. */
async function told(): Promise<unknown[]> {
  await jobs.tell_due_requests({});
  const waiting = await database.rows<{ payload: Record<string, unknown> }>(sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'mail_due_requests' returning j.payload`);
  for (const { payload } of waiting) await jobs.mail_due_requests(payload);
  return waiting;
}

test('the desk is told three working days before a request is due and on the day, each once, also late', () => {
  // A Thursday after Easter: Friday to Monday are no working days.
  const due = '2026-04-09';
  assert.equal(isToldOfDue(due, null, '2026-04-01'), false);
  assert.equal(isToldOfDue(due, null, '2026-04-02'), true);
  assert.equal(isToldOfDue(due, '2026-04-02', '2026-04-08'), false);
  assert.equal(isToldOfDue(due, '2026-04-02', '2026-04-09'), true);
  assert.equal(isToldOfDue(due, '2026-04-09', '2026-04-10'), false);
  assert.equal(isToldOfDue(due, null, '2026-04-20'), true);
});

test('who may answer requests of the account gets one mail, which names the request and nobody', async () => {
  await ask(desk('live'));
  assert.deepEqual(await told(), [], 'a month before');
  passSeconds(28 * DAY);
  assert.equal((await told()).length, 1);
  const { text, subject } = await server.mailTo('dpo@desk.test', ({ subject: one }) => one.includes('due'));
  assert.equal(subject, 'A request about data is due');
  assert.match(text, /A copy of their data, [^:]+: by 7 April 2026\./);
  assert.match(text, /\/desk\/data-requests/);
  assert.deepEqual(await told(), [], 'once');
  passSeconds(6 * DAY);
  assert.equal((await told()).length, 1, 'and on the day');
});

test('of test data it is noted by the test clock, and nothing is mailed', async () => {
  const caller = desk('test');
  const id = await ask(caller);
  await advanceTestClock(ctx, { ...caller, permissions: roles.client.administrator }, 40 * DAY);
  assert.deepEqual(await told(), []);
  const events = await database.rows(sql`
    select from events where type = 'data_request.reminded' and resource_id = ${id}`);
  assert.equal(events.length, 1);
});
