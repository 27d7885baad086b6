// The record of staff, a page and a file: a line for everybody whose screening has begun, with what was checked, when and
// by whom, when it must be renewed, and what is missing.
import assert from 'node:assert/strict';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { openExportPart } from '../../../src/features/account-exports/account-export-actions.ts';
import { makeExportPart } from '../../../src/features/account-exports/account-export-jobs.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { confirmIdentityOf } from '../../../src/features/checks/identity-actions.ts';
import { decideOnCheck } from '../../../src/features/client-decisions/client-decision-actions.ts';
import { seenBy } from '../../../src/features/client-decisions/client-decision-rules.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { type Findings, noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { recordWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays, addMonths, formatLongDate, formatShortDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { placeFor } from '../../features/candidate-form/waiting-check.ts';
import { clientEmail, password, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('live');
const today = ukDateOf(ctx.now());
const path = '/portal/people/record/file';
const client = await signedInVisitor(portal, clientEmail);
type Placed = Awaited<ReturnType<typeof portal.placeCheck>>;

const place = (name: string, ...reports: string[]) => portal.placeCheck('live', { first_name: name }, reports);
async function complete(
  check: Placed,
  at: number,
  findings: Findings = noFindings,
  result: 'clear' | 'consider' = 'clear',
) {
  const target = { checkId: check.id, reportId: check.reports[at]!.id };
  await moveReport(ctx, tenant, target, { move: 'complete', outcome: { result, subResult: null, findings } });
}
const permission = (endsOn: string): Findings => ({
  ...noFindings,
  breakdown: { permission: { result: 'limited', properties: { ends_on: endsOn } } },
});

/** The lines by the names of the columns. */
async function record(visitor: Visitor = client) {
  const { status, body } = await visitor.get(path);
  assert.equal(status, 200);
  const [head, ...lines] = body.replace('\uFEFF', '').trimEnd().split('\r\n');
  const names = head!.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell!.replaceAll('""', '"'));
    assert.equal(cells.length, names.length);
    return Object.fromEntries(names.map((name, index) => [name, cells[index]!]));
  });
}
const linesOf = async (name: string, visitor?: Visitor) =>
  (await record(visitor)).filter(({ first_name }) => first_name === name);

async function userOf(
  name: string,
  role: 'administrator' | 'standard' | 'requester' | 'record_reader',
  subsidiaryId: string | null = null,
) {
  const email = `${name}@record.test`;
  await createUser(ctx, 'system', accountId, { name, email, role, ...scopeOf(subsidiaryId) });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

test('a person has one line with what was checked, when, with which result and by whom', async () => {
  const userRow = await ctx.db.row<{ id: string }>(sql`select id from users where account_id = ${accountId} limit 1`);
  const user = { ...tenant, actor: `user:${userRow!.id}`, permissions: roles.client.standard } as const;
  const check = await place('Whole', 'right_to_work', 'criminal_history:basic', 'identity');
  await confirmIdentityOf(ctx, user, check.id);
  const typed = {
    startsOn: addDays(today, 2),
    condition: { completeBy: addDays(today, 30), risk: 'Works beside Dana.' },
  };
  await recordWorkStart(ctx, user, check.id, typed);
  await complete(check, 0, permission(addDays(today, 90)));
  const properties = { number: '001234567890', issued_on: addDays(today, -5) };
  await complete(check, 1, { ...noFindings, breakdown: { certificate: { result: 'clear', properties } } });
  await complete(check, 2);
  const seen = seenBy(await readCheck(ctx, tenant, check.id), null);
  await decideOnCheck(ctx, user, check.id, {
    decision: 'suitable',
    reason: 'It does not matter here.',
    told: null,
    although: false,
    seen,
  });

  const [line, ...more] = await linesOf('Whole');
  assert.equal(more.length, 0);
  const { identity, ...rest } = line!;
  assert.match(identity!, new RegExp(`^Identity: Clear, green, ${today}$`));
  const expected = {
    ...{ last_name: 'Sample', date_of_birth: '1990-03-04', job: 'Driver', newest_order: `VF${check.orderId}` },
    ...{ starts_on: addDays(today, 2), identity_confirmed_on: today, identity_confirmed_by: 'Acme Client' },
    ...{ right_to_work: 'Clear, green', right_to_work_checked_on: today, permission_ends_on: addDays(today, 90) },
    ...{ criminal_record_result: 'Clear, green', criminal_record_checked_on: today },
    // As text for a spreadsheet, which would take its zeros.
    ...{ certificate_number: "'001234567890", certificate_issued_on: addDays(today, -5), other_criminal_records: '' },
    ...{ decision: 'Suitable', decided_on: today, decided_by: 'Acme Client' },
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, rest[name]])), expected);

  const printed = (await client.get('/portal/people/record/print')).body
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  const day = formatLongDate(today);
  assert.match(printed, new RegExp(`Record of staff, Acme[^,]*, ${day} Made by Acme Client on ${day}`));
  assert.match(printed, /All who have not left: 1 person, by surname/);
  assert.match(
    printed,
    new RegExp(`Sample, Whole born 4 March 1990 Driver first day ${formatLongDate(addDays(today, 2))}`),
  );
  assert.match(printed, new RegExp(`Identity Confirmed ${formatShortDate(today)} by Acme Client`));
  const issued = formatShortDate(addDays(today, -5));
  assert.match(
    printed,
    new RegExp(
      `Criminal record, basic Clear, green checked ${formatShortDate(today)} issued ${issued} No\\. 001234567890 by`,
    ),
  );
  assert.match(printed, /References and history Not asked for/);
  assert.match(printed, /Missing Nothing missing/);
});

test('of several checks, and of several reports on one right, the newest complete ones count', async () => {
  const first = await place('Twice', 'right_to_work:manual_list_b', 'right_to_work:follow_up', 'identity', 'identity');
  await complete(first, 0, permission(addDays(today, 10)));
  await complete(first, 1, permission(addDays(today, 20)));
  await complete(first, 2);
  await complete(first, 3, noFindings, 'consider');
  const [before] = await linesOf('Twice');
  assert.equal(before!.permission_ends_on, addDays(today, 20), 'the follow-up');
  assert.match(before!.identity!, /^Identity: Consider/, 'the later of two of a type');

  const again = (await orderAgain(ctx, tenant, first.id, null)) as Placed;
  assert.equal((await linesOf('Twice'))[0]!.newest_order, `VF${first.orderId}`, 'the form of the newer is awaited');
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, again.id, again.order.facts);
  await complete(again, 1, permission(addDays(today, 400)));
  const lines = await linesOf('Twice');
  assert.deepEqual(
    lines.map(({ newest_order, permission_ends_on }) => [newest_order, permission_ends_on]),
    [[`VF${again.orderId}`, addDays(today, 400)]],
  );
});

test('nobody stands in it who was withdrawn, is restricted or erased, or whose form is awaited', async () => {
  const names = ['Withdrawn', 'Restricted', 'Erased', 'Waiting', 'Begun'];
  const [withdrawn, restricted, erased, waiting] = await Promise.all(names.map((name) => place(name, 'identity')));
  await closeCheck(ctx, tenant, withdrawn!.id, 'withdraw');
  await askRestriction(ctx, tenant, restricted!.id, { ground: 'accuracy', words: 'It is not me.' });
  const { key } = await readCheckAndKey(ctx, tenant, restricted!.id);
  const [asked] = await listRestrictionsOf(ctx, restricted!, key);
  await decideRestriction(ctx, tenant, restricted!.id, { id: asked!.id, isAccepted: true, answer: '' });
  await complete(erased!, 0);
  await erasePerson(ctx, tenant, erased!.applicantId, 'candidate_asked');
  await portal.superuser.run(sql`update checks set status = 'awaiting_applicant' where id = ${waiting!.id}`);
  const shown = new Set((await record()).map(({ newest_order }) => newest_order));
  for (const check of [withdrawn, restricted, erased, waiting]) assert.ok(!shown.has(`VF${check!.orderId}`));
  assert.equal((await linesOf('Begun')).length, 1);
});

test('a user of a subsidiary sees their own, and each look at results is recorded', async () => {
  const { id } = await createSubsidiary(ctx, 'system', accountId, { name: 'West', externalId: 'w' });
  const west = await userOf('west', 'standard', id);
  const [own, other] = [await place('Own', 'identity'), await place('Other', 'identity')];
  await portal.superuser.run(sql`update checks set subsidiary_id = ${id} where id = ${own.id}`);
  assert.deepEqual(
    (await record(west)).map(({ first_name }) => first_name),
    ['Own'],
  );
  await ctx.batches.write();
  const readsOf = async (checkId: string) =>
    (await ctx.db.rows(sql`select from events where type = 'check.results_read' and check_id = ${checkId}`)).length;
  assert.deepEqual([await readsOf(own.id), await readsOf(other.id)], [1, 0]);
  await record();
  await ctx.batches.write();
  assert.deepEqual([await readsOf(own.id), await readsOf(other.id)], [2, 1]);
});

test('who may not read results does not get it', async () => {
  const requester = await userOf('requester', 'requester');
  assert.equal((await requester.get(path)).status, 403);
});

const wordsOf = (body: string) => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

test('a reader of the record learns that everybody was checked, and never what was found', async () => {
  const userRow = await ctx.db.row<{ id: string }>(sql`select id from users where account_id = ${accountId} limit 1`);
  const user = { ...tenant, actor: `user:${userRow!.id}`, permissions: roles.client.standard } as const;
  const check = await place('Inspected', 'right_to_work', 'criminal_history:basic');
  await complete(check, 0, noFindings, 'consider');
  const certificate = { number: '001234567891', issued_on: addDays(today, -3) };
  const unsure = [{ code: 'period', label: '5 years 1 day, stated only' } as const];
  const found = { ...noFindings, unconfirmed: unsure };
  await complete(
    check,
    1,
    { ...found, breakdown: { certificate: { result: 'consider', properties: certificate } } },
    'consider',
  );
  const limited = await place('Limited', 'right_to_work');
  await complete(limited, 0, permission(addDays(today, -1)));
  const inspector = await userOf('inspector', 'record_reader');
  const page = (await inspector.get('/portal/record')).body;
  const ofPerson = (body: string, name = 'Inspected') =>
    wordsOf(body.split('<tbody').find((one) => one.includes(`Sample, ${name}`))!);
  assert.match(ofPerson(page, 'Limited'), /Right to work: not settled yet/);
  assert.doesNotMatch(ofPerson(page, 'Limited'), /until|ended/, 'that a permission ends is what was found');
  const mine = ofPerson(page);
  assert.match(mine, /Criminal record, basic checked .* issued .* No\. 001234567891/);
  assert.match(mine, /Right to work: not settled yet/);
  assert.match(mine, /Not recorded as satisfactory/);
  assert.doesNotMatch(wordsOf(page), /Decision: /, 'that a decision is awaited says that something was found');
  const finding = /consider|amber|\bred\b|green|\bclear\b|not everything/i;
  assert.doesNotMatch(wordsOf(page), finding);
  const file = await inspector.get('/portal/record/file');
  assert.match(file.body, /"Inspected"[\s\S]*001234567891/);
  assert.doesNotMatch(file.body, finding);
  await ctx.batches.write();
  const reads = await ctx.db.rows(sql`
    select from events where type = 'check.results_read' and check_id = ${check.id}`);
  assert.equal(reads.length, 0, 'no result was read');
  for (const closed of ['/portal/people/record', '/portal/people/record/print', path, `/portal/checks/${check.id}`])
    assert.equal((await inspector.get(closed)).status, 403, closed);

  const seen = seenBy(await readCheck(ctx, tenant, check.id), null);
  const decision = { decision: 'suitable_with_conditions', reason: 'Not alone.', told: null, although: true } as const;
  await decideOnCheck(ctx, user, check.id, { ...decision, seen });
  assert.match(
    ofPerson((await inspector.get('/portal/record')).body),
    new RegExp(`Satisfactory ${formatShortDate(today)} by`),
  );
  const print = '/portal/people/record/print';
  assert.match(ofPerson((await client.get(print)).body), /Consider, amber/);
  const without = ofPerson((await client.get(`${print}?results=none`)).body);
  assert.match(without, /Satisfactory/);
  assert.doesNotMatch(without, finding);
  await erasePerson(ctx, tenant, limited.applicantId, 'candidate_asked');
  await erasePerson(ctx, tenant, check.applicantId, 'candidate_asked');
});

/** The names on the page, and what is missing of each. */
async function page(query: string, visitor: Visitor = client) {
  const { status, body } = await visitor.get(`/portal/people/record?${query}`);
  assert.equal(status, 200);
  const rows = body.split('<tr class="govuk-table__row">').slice(2);
  const textsOf = (row: string, find: RegExp) => [...row.matchAll(find)].map(([, text]) => text!);
  return new Map(
    rows.map((row) => [
      textsOf(row, /href="\/portal\/people\/[\w-]+">([^<]+) Sample</g)[0]!,
      { row, missing: textsOf(row, /<li>([^<]+)<\/li>/g) },
    ]),
  );
}
const british = (day: string) => formatLongDate(day);
const since = (check: Placed, day: string) =>
  portal.superuser.run(sql`update reports set first_completed_at = ${`${day}T12:00:00Z`} where check_id = ${check.id}`);

test('the page says what is missing of each person and why, and finds those', async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'credit', renewAfterMonths: 12 }]);
  const whole = await place('Cleared', 'sanctions');
  await complete(whole, 0);
  const open = await place('Open', 'sanctions', 'credit');
  await complete(open, 0);
  const overdue = await place('Overdue', 'credit');
  await complete(overdue, 0);
  await since(overdue, addMonths(today, -13));
  const soon = await place('Soon', 'credit');
  await complete(soon, 0);
  await since(soon, addDays(addMonths(today, -12), 20));
  const ended = await place('Ended', 'right_to_work');
  await complete(ended, 0, permission(addDays(today, -1)));
  const adverse = await place('Adverse', 'sanctions');
  await complete(adverse, 0, noFindings, 'consider');
  const stopped = await place('Stopped', 'sanctions', 'credit');
  await complete(stopped, 0);
  await moveReport(ctx, tenant, { checkId: stopped.id, reportId: stopped.reports[1]!.id }, { move: 'withdraw' });

  const all = await page('');
  const gapsOf = (name: string) => all.get(name)?.missing;
  assert.deepEqual(gapsOf('Cleared'), []);
  assert.match(gapsOf('Open')!.join(), /^[^:]*[Cc]redit[^:]*: not complete, (due|being|waits)/);
  assert.match(gapsOf('Overdue')!.join(), new RegExp(`was to be renewed by ${british(addMonths(today, -1))}$`));
  assert.match(
    gapsOf('Ended')!.join(),
    new RegExp(`^Right to work.*: permission ended on ${british(addDays(today, -1))}$`),
  );
  assert.deepEqual(gapsOf('Adverse'), [`Decision: nobody has decided about VF${adverse.orderId}`]);
  assert.match(gapsOf('Stopped')!.join(), /: ended without a result$/);
  assert.deepEqual(gapsOf('Soon'), []);

  const missing = [...(await page('show=missing')).keys()];
  const cleared = [...(await page('show=complete')).keys()];
  for (const name of ['Open', 'Overdue', 'Ended', 'Adverse', 'Stopped']) {
    assert.ok(missing.includes(name), name);
    assert.ok(!cleared.includes(name), name);
  }
  assert.ok(cleared.includes('Cleared') && !missing.includes('Cleared'));
  assert.deepEqual([...(await page('within=0')).keys()], ['Overdue']);
  assert.deepEqual([...(await page('within=30&sort=renewal')).keys()], ['Overdue', 'Soon']);

  const again = (await orderAgain(ctx, tenant, overdue.id, null)) as Placed;
  assert.equal(again.status, 'awaiting_applicant');
  assert.match((await page('')).get('Overdue')!.missing.join(), /, and is being renewed$/);
  assert.deepEqual((await linesOf('Overdue'))[0]!.next_renewal_on, addMonths(today, -1));
  const found = await client.get('/portal/people/record/file?show=missing');
  assert.ok(
    !found.body.includes('"Cleared"') && found.body.includes('"Adverse"'),
    'the file has what the filters find',
  );

  await changeAccountSettings(ctx, 'system', accountId, { recordNeedsRightToWork: true });
  assert.deepEqual((await page('')).get('Cleared')!.missing, ['Right to work: never ordered']);
  assert.equal((await page('')).get('Ended')!.missing.length, 1);
  await changeAccountSettings(ctx, 'system', accountId, { recordNeedsRightToWork: false });
});

test('what is not confirmed, and a right to work without an excuse, is missing on the page, on paper and in the file', async () => {
  const lacks = { code: 'period', label: '5 years 1 day, stated only' } as const;
  const unsure = await place('Unsure', 'sanctions');
  await complete(unsure, 0, { ...noFindings, unconfirmed: [lacks] });
  const unexcused = await place('Unexcused', 'right_to_work');
  const particular = { code: 'particular', label: 'Route' } as const;
  await complete(unexcused, 0, { ...noFindings, unconfirmed: [particular] });
  const uncompared = await place('Uncompared', 'right_to_work');
  await complete(uncompared, 0);
  assert.deepEqual((await page('')).get('Uncompared')!.missing, [], 'where nobody is asked');
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: true });
  const all = await page('');
  const missing = (name: string) => all.get(name)!.missing;
  assert.deepEqual(missing('Unsure'), [
    'Sanctions and politically exposed persons: clear, although not everything was confirmed',
  ]);
  assert.match(all.get('Unsure')!.row, /Not everything was confirmed/);
  for (const name of ['Unexcused', 'Uncompared'])
    assert.deepEqual(missing(name), ['Right to work: nobody has recorded who compared the person']);
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: false });
  assert.deepEqual((await page('')).get('Unexcused')!.missing, ['Right to work: no statutory excuse']);
  const whole = [...(await page('show=complete')).keys()];
  assert.ok(!whole.includes('Unsure') && !whole.includes('Unexcused') && whole.includes('Uncompared'));
  const [line] = await linesOf('Unsure');
  assert.match(line!.other_reports!, /Sanctions[^:]*: Clear, green, not everything confirmed/);
  assert.equal(
    line!.not_confirmed,
    'Sanctions and politically exposed persons: Not verified: 5 years 1 day, stated only.',
  );
  assert.deepEqual([line!.employment_on, line!.employment_absent], ['', 'not asked for']);
  const columns = Object.keys(line!);
  assert.ok(columns.indexOf('not_confirmed') > columns.indexOf('left_or_not_suitable'), 'new columns are the last');
  const printed = (await client.get('/portal/people/record/print')).body;
  assert.match(printed, /Sanctions[^<]*<\/div><div>Clear, green, not everything confirmed/);
});

test('who left and came back is not cleared by what was found before they left', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { recordNeedsIdentity: true });
  const before = await place('Rejoiner', 'identity', 'right_to_work', 'sanctions');
  for (const at of [0, 1, 2]) await complete(before, at);
  await since(before, addDays(today, -40));
  const person = `/portal/people/${before.applicantId}`;
  await client.submit(person, `${person}/renewals`, { left_on: addDays(today, -1) });
  const { check: again } = await placeFor(ctx, tenant, before.applicantId, { reports: ['right_to_work', 'sanctions'] });
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, again.id, again.order.facts);
  await recordWorkStart(ctx, tenant, again.id, { startsOn: addDays(today, 1) });

  const { row, missing } = (await page('')).get('Rejoiner')!;
  assert.equal(missing.length, 3);
  assert.match(missing.join(), /Right to work: not complete/);
  assert.match(missing.join(), /Sanctions[^:]*: not complete/);
  assert.match(missing.join(), /Identity: never ordered/);
  assert.doesNotMatch(row, /Clear/);
  assert.ok(!(await page('show=complete')).has('Rejoiner'));
  const [line] = await linesOf('Rejoiner');
  assert.deepEqual([line!.right_to_work, line!.identity, line!.other_reports], ['', '', '']);
  const starts = (await client.get('/portal/people?show=starts')).body;
  assert.match(starts.split('<tr').find((one) => one.includes(`>VF${again.orderId}<`))!, /Not checked yet/);

  for (const at of [0, 1]) await complete(again as Placed, at);
  assert.deepEqual((await page('')).get('Rejoiner')!.missing, ['Identity: never ordered']);
  await changeAccountSettings(ctx, 'system', accountId, { recordNeedsIdentity: false });
  assert.match((await page('')).get('Rejoiner')!.row, /Clear/);
});

test('the other reference of an order is the employee number, where the client says so', async () => {
  const first = await place('Numbered', 'sanctions');
  await complete(first, 0);
  const { check } = await placeFor(ctx, tenant, first.applicantId, {
    reports: ['identity'],
    tags: ['PO 7', '000815'],
  });
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, check.id, check.order.facts);
  const numbers = async () => (await linesOf('Numbered')).map(({ employee_number }) => employee_number);
  assert.deepEqual(await numbers(), ['']);
  await changeAccountSettings(ctx, 'system', accountId, { referenceIsEmployeeNumber: true });
  assert.deepEqual(await numbers(), ["'000815"]);
  assert.match(wordsOf((await client.get('/portal/people/record/print')).body), /employee number 000815/);
  await changeAccountSettings(ctx, 'system', accountId, { referenceIsEmployeeNumber: false });
});

test('decisions, starts without full clearance, leavers and job roles are found', async () => {
  const userRow = await ctx.db.row<{ id: string }>(sql`select id from users where account_id = ${accountId} limit 1`);
  const user = { ...tenant, actor: `user:${userRow!.id}`, permissions: roles.client.standard } as const;
  const early = await place('Early', 'sanctions');
  await recordWorkStart(ctx, user, early.id, {
    startsOn: today,
    condition: { completeBy: addDays(today, 30), risk: 'With Dana.' },
  });
  const unfit = await place('Unfit', 'sanctions');
  await complete(unfit, 0, noFindings, 'consider');
  const seen = seenBy(await readCheck(ctx, tenant, unfit.id), null);
  const decision = { decision: 'not_suitable', reason: 'The job.', told: null, although: false, seen } as const;
  await decideOnCheck(ctx, user, unfit.id, decision);
  assert.deepEqual([...(await page('show=conditional')).keys()], ['Early']);
  assert.match((await page('show=conditional')).get('Early')!.row, /without full clearance/);
  assert.deepEqual([...(await page('show=not_suitable')).keys()], ['Unfit']);
  assert.deepEqual([...(await page('show=left')).keys()], ['Unfit']);
  assert.ok(!(await page('')).has('Unfit'), 'who is not suitable does not stand among those who have not left');
  assert.equal((await linesOf('Early'))[0]!.started_before_clearance, 'yes');

  const id = (await ctx.db.row<{ id: number }>(sql`
    insert into job_roles (account_id, role_title, role_check_type) values (${accountId}, 'driver', 'enhanced')
    returning id`))!.id;
  for (const letter of 'abcdefghijklmno') await place(`More${letter}`, 'sanctions');
  const drivers = await page(`role=${id}`);
  assert.equal(drivers.size, 25, 'a page of those whose job is called so');
  const next = await page(`role=${id}&page=2`);
  assert.ok(next.size > 0 && [...next.keys()].every((name) => !drivers.has(name)));
  assert.equal((await page(`role=${id + 1000}`)).size, 0);
});

test('who comes back for another job needs what that job needs', async () => {
  const roleId = (await ctx.db.row<{ id: number }>(sql`
    insert into job_roles (account_id, role_title, role_check_type) values (${accountId}, 'Caretaker', 'enhanced')
    returning id`))!.id;
  const head = await userOf('estates', 'administrator');
  const needs = '/portal/people/record/needs';
  await head.submit(`${needs}?role=${roleId}`, needs, { role: String(roleId), kind: 'section_128', level: '' });
  const person = await place('Returner', 'sanctions');
  await complete(person, 0);
  await since(person, addDays(today, -80));
  const orderFor = async (jobRoleId?: number) => {
    const { check } = await placeFor(ctx, tenant, person.applicantId, {
      reports: ['sanctions'],
      ...(jobRoleId === undefined ? {} : { jobRoleId }),
    });
    await completeForm(ctx, { ...tenant, actor: 'candidate' }, check.id, check.order.facts);
    await complete(check as Placed, 0);
    return check as Placed;
  };
  await since(await orderFor(roleId), addDays(today, -40));
  const missing = async () => (await page('show=everybody')).get('Returner')!.missing;
  assert.deepEqual(await missing(), ['Section 128: never ordered']);
  const own = `/portal/people/${person.applicantId}`;
  await client.submit(own, `${own}/renewals`, { left_on: addDays(today, -1) });
  await orderFor();
  assert.deepEqual(await missing(), [], 'the caretaker is one no more');
});

test('a job role needs what it says, at the level that it says, in place of what everybody needs', async () => {
  const roleId = (await ctx.db.row<{ id: number }>(sql`
    insert into job_roles (account_id, role_title, role_check_type) values (${accountId}, 'Reading volunteer', 'enhanced')
    returning id`))!.id;
  await changeAccountSettings(ctx, 'system', accountId, { recordNeedsRightToWork: true, recordNeedsIdentity: true });
  const first = await place('Voluntary', 'sanctions');
  await complete(first, 0);
  const { check } = await placeFor(ctx, tenant, first.applicantId, {
    reports: ['criminal_history:basic', 'identity:address_trace'],
    jobRoleId: roleId,
  });
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, check.id, check.order.facts);
  for (const at of [0, 1]) await complete(check as Placed, at);
  const missing = async () => (await page('show=everybody')).get('Voluntary')!.missing;
  assert.deepEqual(
    (await missing()).toSorted(),
    ['Identity: never ordered', 'Right to work: never ordered'],
    'an address trace is no identity check',
  );
  const needs = '/portal/people/record/needs';
  const head = await userOf('head', 'administrator');
  assert.match((await head.get('/portal/people/record')).body, new RegExp(`href="${needs}"`));
  const of = `${needs}?role=${roleId}`;
  const saved = await head.submit(of, needs, { role: String(roleId), kind: 'criminal_record', level: 'enhanced' });
  assert.equal(saved.headers.location, `${needs}?done=saved`, saved.body);
  assert.match(wordsOf((await head.get(needs)).body), /Reading volunteer Criminal record \(at least: Enhanced/);
  const lower = /^Criminal record: a higher level is needed \(Enhanced/;
  const [gap, ...more] = await missing();
  assert.match(gap!, lower);
  assert.deepEqual(more, []);
  await head.submit(of, needs, { role: String(roleId), kind: 'criminal_record', level: '' });
  assert.deepEqual(await missing(), [], 'a basic one is enough, and no right to work is needed');
  assert.ok((await page('show=complete')).has('Voluntary'));
  await head.submit(of, needs, { role: String(roleId), do: 'as_everybody' });
  assert.equal((await missing()).length, 2);
  await changeAccountSettings(ctx, 'system', accountId, {
    ...{ recordNeedsRightToWork: false, recordNeedsIdentity: false },
    ...{ recordNeedsCriminalRecord: true, recordNeedsLevel: 'standard' },
  });
  assert.match((await missing()).join(), /^Criminal record: a higher level is needed \(Standard/);
  await changeAccountSettings(ctx, 'system', accountId, { recordNeedsCriminalRecord: false, recordNeedsLevel: '' });
});

test('who needs a higher level than the client states is not cleared while the report of that level is open', async () => {
  const roleId = (await ctx.db.row<{ id: number }>(sql`
    insert into job_roles (account_id, role_title, role_check_type) values (${accountId}, 'Awaited volunteer', 'enhanced')
    returning id`))!.id;
  await changeAccountSettings(ctx, 'system', accountId, {
    ...{ recordNeedsCriminalRecord: true, recordNeedsLevel: 'standard' },
  });
  const first = await place('Awaiting', 'sanctions');
  await complete(first, 0);
  const reports = ['criminal_history:enhanced'];
  const { check: awaiting } = await placeFor(ctx, tenant, first.applicantId, { reports, jobRoleId: roleId });
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, awaiting.id, awaiting.order.facts);
  const staff = `/portal/people/staff/${awaiting.applicantId}`;
  const stated = { criminal_record_on: addDays(today, -9), criminal_record_by: 'The office' };
  const missing = async () => (await page('show=everybody')).get('Awaiting')!.missing;
  assert.equal((await client.submit(staff, staff, { ...stated, criminal_record_level: 'basic' })).status, 303);
  assert.match((await missing()).join(), /^[^:]+: not complete[^:]+$/);
  assert.ok(!(await page('show=complete')).has('Awaiting'));
  assert.equal((await client.submit(staff, staff, { ...stated, criminal_record_level: 'standard' })).status, 303);
  assert.deepEqual(await missing(), [], 'what is stated is enough until the report is complete');
  await changeAccountSettings(ctx, 'system', accountId, { recordNeedsCriminalRecord: false, recordNeedsLevel: '' });
});

test('the evidence of chosen people is one archive, a folder each, for who asked for it', async () => {
  const userRow = await ctx.db.row<{ id: string }>(sql`select id from users where account_id = ${accountId} limit 1`);
  const user = { ...tenant, actor: `user:${userRow!.id}`, permissions: roles.client.standard } as const;
  const [one, other] = [await place('Evident', 'sanctions'), await place('Unchosen', 'sanctions')];
  await complete(one, 0, noFindings, 'consider');
  const seen = seenBy(await readCheck(ctx, tenant, one.id), null);
  const decision = {
    decision: 'suitable_with_conditions',
    reason: 'Never alone.',
    told: null,
    although: false,
  } as const;
  await decideOnCheck(ctx, user, one.id, { ...decision, seen });
  const again = (await orderAgain(ctx, tenant, one.id, null)) as Placed;
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, again.id, again.order.facts);

  const record = '/portal/people/record';
  const evidence = '/portal/people/evidence';
  const begin = (fields: Record<string, string>, query = '') => client.submit(record + query, evidence + query, fields);
  assert.match((await begin({ which: 'chosen' })).headers.location as string, /done=unchosen/);
  assert.equal((await begin({ person: one.applicantId })).headers.location, `${evidence}?done=begun`);
  assert.match((await begin({ person: one.applicantId })).headers.location as string, /done=running/);
  assert.match((await client.get(evidence)).body, /0 of 1 person is done/);
  const made = async () => {
    const { id } = (await ctx.db.row<{ id: string }>(sql`select id from account_exports where finished_at is null`))!;
    await makeExportPart(ctx, { accountId, id });
  };
  await made();
  const file = /href="([^"]+\/file)">Download the evidence/.exec((await client.get(evidence)).body)![1]!;
  assert.equal((await client.get(file)).headers['content-type'], 'application/zip');
  const [fileId, exportId] = file.split('/').reverse().slice(1);
  const { id } = (await ctx.db.row<{ id: string }>(sql`select begun_by as id from account_exports limit 1`))!;
  const reader = { ...tenant, actor: id as 'system', permissions: roles.client.standard };
  const { content } = await openExportPart(ctx, reader, exportId, fileId);
  const entries = await openZip(new Blob([await buffer(content)]));
  const folder = `Sample, Evident VF${again.orderId}`;
  const filesOf = ({ orderId }: Placed) => [`${folder}/VF${orderId}.pdf`, `${folder}/VF${orderId}-evidence.zip`];
  assert.deepEqual(
    entries.map(({ path }) => path).toSorted(),
    [...filesOf(one), ...filesOf(again), 'index.csv', 'record.csv'].toSorted(),
  );
  const bundle = entries.find(({ path }) => path.endsWith(`VF${one.orderId}-evidence.zip`))!;
  const parts = await openZip(new Blob([await buffer(bundle.read())]));
  const textOf = (path: string, from = parts) => text(from.find((part) => part.path === path)!.read());
  assert.match(
    await textOf('decision.txt'),
    /Suitable with conditions, by Acme Client on [\s\S]*Reason: Never alone\./,
  );
  assert.match(await textOf('results.json'), /"reason": "Never alone\."/);
  assert.match(await textOf('record.csv', entries), /"Evident","Sample"/);
  assert.ok(!(await textOf('index.csv', entries)).includes(`VF${other.orderId}`));

  const colleague = await userOf('colleague', 'standard');
  assert.equal((await colleague.get(file)).status, 404);
  assert.doesNotMatch((await colleague.get(evidence)).body, /Download the evidence/);
  const all = await begin({ which: 'all' }, '?show=not_suitable');
  assert.equal(all.headers.location, `${evidence}?done=begun`);
  await made();
  await erasePerson(ctx, tenant, other.applicantId, 'client_asked').catch(() => undefined);
  assert.equal((await client.get(file)).status, 200, 'who is not in it may be erased');
  await closeCheck(ctx, tenant, again.id, 'withdraw');
  await erasePerson(ctx, tenant, one.applicantId, 'client_asked');
  assert.equal((await client.get(file)).status, 404);
  assert.match((await client.get(evidence)).body, /It is gone, because somebody in it was erased/);
});
