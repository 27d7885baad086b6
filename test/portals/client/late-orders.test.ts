// What is late, for a client and for who sees one branch alone: found, sorted, and said with its reason and its new day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { beginWait } from '../../../src/features/reports/wait-actions.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { recordWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const hrefs = (body: string) =>
  [...body.slice(body.indexOf('<table')).matchAll(/href="(\/portal\/checks\/[^"]+)"/g)].map(([, href]) => href);

test('what is overdue is found by a filter, also where the screeners set a new day, with their reason; lists sort by day', async () => {
  const { accountId, caller } = await makeAccount(ctx, 'Late Care');
  const { id: branch } = await createSubsidiary(ctx, 'system', accountId, { name: 'Branch' });
  const email = 'branch-manager@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Bea Branch', email, role: 'administrator', ...scopeOf(branch) });
  await createSignIn(ctx, 'system', { email, password });
  const manager = await signedInVisitor(portal, email);
  const by = caller('live');
  const today = ukDateOf(ctx.now());
  const place = async (
    last_name: string,
    due_on: string,
    more: { first?: string; reason?: string; starts?: string },
  ) => {
    const { check } = await placeWaiting(ctx, by, { reports: ['identity'], facts: { last_name } });
    await completeForm(ctx, by, check.id, check.order.facts);
    const { first = null, reason = null, starts } = more;
    await portal.superuser.run(sql`
      update reports set due_on = ${due_on}, first_due_on = ${first}, due_on_is_set = ${first !== null}, delay_reason = ${reason}
      where check_id = ${check.id}`);
    await portal.superuser.run(sql`update checks set subsidiary_id = ${branch} where id = ${check.id}`);
    if (starts !== undefined) await recordWorkStart(ctx, by, check.id, { startsOn: starts });
    return check;
  };
  const newDay = addDays(today, 9);
  const [plain, moved, soon, waits] = [
    await place('Plainlate', '2026-01-05', {}),
    await place('Movedlate', newDay, { first: '2026-01-06', reason: 'source', starts: addDays(today, 30) }),
    await place('Soondue', addDays(today, 2), { starts: addDays(today, 3) }),
    await place('Waitslate', '2026-01-02', {}),
  ];
  await beginWait(ctx, by, { reportId: waits.reports[0]!.id, waitingFor: 'candidate', causeId: ctx.newId() });
  const shown = async (query: string) => hrefs((await manager.get(`/portal?${query}`)).body);
  const pathsOf = (...checks: { readonly id: string }[]) => checks.map(({ id }) => `/portal/checks/${id}`);
  assert.deepEqual(await shown('late=yes'), pathsOf(moved, plain), 'not who waits for the candidate');
  const rowOf = async (name: string) =>
    (await manager.get('/portal?late=yes')).body.split('<tr').find((row) => row.includes(name))!;
  assert.match(
    await rowOf('Movedlate'),
    new RegExp(`overdue since 6 January 2026: waits for the source, new day ${formatLongDate(newDay)}`),
  );
  assert.match(await rowOf('Plainlate'), /overdue since 5 January 2026</);
  assert.match(
    (await manager.get(`/portal/checks/${moved.id}`)).body,
    new RegExp(`Overdue since 6 January 2026: waits for the source, new day ${formatLongDate(newDay)}`),
  );
  assert.match((await manager.get('/portal')).body, /<option value="yes">Overdue/);

  assert.deepEqual(
    (await shown('sort=due')).slice(1),
    pathsOf(plain, soon, moved),
    'by the day on which they are due now',
  );
  assert.deepEqual((await shown('sort=starts')).slice(0, 2), pathsOf(soon, moved));
  assert.deepEqual(await shown(`sort=due&from=${soon.orderId}`), pathsOf(soon, moved));
  assert.match((await manager.get(`/portal?sort=due&from=${soon.orderId}`)).body, /from=\d+[^>]*rel="prev"/);

  const [, ...list] = (await manager.get('/portal?sort=due')).body.split('<tr');
  const sorted = list.find((row) => row.includes('Soondue'))!;
  assert.match(sorted, new RegExp(`due ${formatLongDate(addDays(today, 2))}`), 'beside a first day, too');

  const file = (await manager.get('/portal/file?late=yes')).body.trimEnd().split('\r\n');
  assert.equal(file.length, 3);
  assert.match(file[1]!, new RegExp(`,2026-01-06,\\d+,"Waits for the source",${newDay},""`));
  assert.match(file[2]!, /,2026-01-05,\d+,"",,""/);

  const all = 'whole-account@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Wanda Whole', email: all, role: 'administrator' });
  await createSignIn(ctx, 'system', { email: all, password });
  const whole = await signedInVisitor(portal, all);
  const counts = (await whole.get('/portal/by-subsidiary')).body;
  assert.match(counts, new RegExp(`href="/portal\\?late=yes&amp;subsidiary=${branch}">2<`));
});

test('a report that waits for an answer has no expected day, but for whom it waits and by when they are to answer', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const caller = portal.caller('live');
  const check = await portal.placeCheck('live', {}, ['identity', 'right_to_work']);
  const [asked, other] = check.reports;
  const dueOn = addDays(ukDateOf(ctx.now()), 20);
  await portal.superuser.run(
    sql`update reports set due_on = ${dueOn}, requested_at = now() where check_id = ${check.id}`,
  );
  const page = `/portal/checks/${check.id}`;
  const daysOf = (html: string) => [...html.matchAll(/>Expected ([^<]+)</g)].length;
  assert.equal(daysOf((await client.get(page)).body), 2);
  const answerBy = addDays(ukDateOf(ctx.now()), 7);
  await sendQuery(
    ctx,
    caller,
    { checkId: check.id, reportId: asked!.id },
    { addressee: 'candidate', kind: 'missing_document', text: 'Which of the two names is right?', dueOn: answerBy },
  );
  const { body } = await client.get(page);
  assert.equal(daysOf(body), 1);
  assert.match(body, new RegExp(`Waiting for the candidate, answer by ${formatLongDate(answerBy)}`));
  assert.match(body, /without “Identity”: no date yet/);
  const report = (await client.get(`${page}/reports/${asked!.id}`)).body;
  assert.match(report, new RegExp(`The candidate, answer by ${formatLongDate(answerBy)}`));
  assert.doesNotMatch(report, /Expected/);
  assert.match((await client.get(`${page}/reports/${other!.id}`)).body, /Expected/);
});

test('nothing is overdue on the page of somebody whose data are restricted, as in the list', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const caller = portal.caller('live');
  const check = await portal.placeCheck('live', { last_name: 'Restrictedlate' }, ['identity']);
  await portal.superuser.run(
    sql`update reports set due_on = '2026-01-05', requested_at = now() where check_id = ${check.id}`,
  );
  const page = `/portal/checks/${check.id}`;
  assert.match((await client.get(page)).body, /Overdue since/);
  await askRestriction(ctx, { ...caller, actor: 'candidate' }, check.id, { ground: 'accuracy', words: 'Wrong.' });
  const [asked] = await listRestrictionsOf(ctx, check, (await readCheckAndKey(ctx, caller, check.id)).key);
  await decideRestriction(ctx, caller, check.id, { id: asked!.id, isAccepted: true, answer: '' });
  assert.doesNotMatch((await client.get(page)).body, /Overdue since/);
});
