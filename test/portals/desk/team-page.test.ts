// The team page: load, turnaround with and without the candidate's time, and what reviewers found.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { claimReport } from '../../../src/features/cases/claim-actions.ts';
import { findTurnaround } from '../../../src/features/lists/person-turnaround-queries.ts';
import { findCompletedByDay, findQualityByMonth } from '../../../src/features/lists/quality-queries.ts';
import { findErrors, findLoad } from '../../../src/features/lists/team-queries.ts';
import { addDays, mondayOf, workingDaysBetween } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { barOf, durationText } from '../../../src/portals/shared/bars/bars.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId, deskUserId } = portal;
const screener = { userId: deskUserId, accounts: [accountId], permissions: roles.desk.screener };
const database = ctx.db;

const HOUR_MS = 3_600_000;
const requestedAt = new Date(Date.now() - 200 * HOUR_MS);
const at = (hours: number) => new Date(requestedAt.getTime() + hours * HOUR_MS);

const timesAt = (hours: number) => ({ now: at(hours), calendar: ctx.calendar() });

const authorId = randomUUID();
const reader = (accounts: readonly string[]) => ({ userId: '', accounts, permissions: roles.desk.reviewer });

/** A report of type identity that was completed so many hours after its request, by another than who had claimed it. */
async function placeComplete(hours: number, waits: readonly (readonly [from: number, to: number | null])[] = []) {
  const { reports } = await portal.placeCheck('live', {}, ['identity']);
  const { id } = reports[0]!;
  await claimReport(ctx, screener, id);
  await database.run(sql`
    update reports set requested_at = ${requestedAt}, status = 'complete', result = 'clear', traffic_light = 'Green',
      completed_at = ${at(hours)}, first_completed_at = ${at(hours)}
    where id = ${id}`);
  await database.run(sql`
    insert into report_outcomes (account_id, environment, report_id, version, result, traffic_light, sealed_findings,
      author, ground, decided_at, mac)
    values (${accountId}, 'live', ${id}, 1, 'clear', 'Green', ${Buffer.from('x')}, ${`user:${authorId}`}, 'examination',
      ${at(hours)}, ${Buffer.alloc(32)})`);
  for (const [from, to] of waits)
    await database.run(sql`
      insert into report_waits (account_id, environment, report_id, cause_id, waiting_for, started_at, ended_at)
      values (${accountId}, 'live', ${id}, ${randomUUID()}, 'candidate', ${at(from)}, ${to === null ? null : at(to)})`);
  return id;
}

async function review(reportId: string, decision: string, code: string | null, decidedAt = ctx.now()) {
  await database.run(sql`
    insert into report_reviews (account_id, environment, id, report_id, version, proposed_by, decision, code, reviewer_id,
      decided_at)
    values (${accountId}, 'live', ${randomUUID()}, ${reportId}, 1, ${`user:${deskUserId}`}, ${decision}, ${code},
      ${deskUserId}, ${decidedAt})`);
}

/** Working days, by the figures' own count. */
const days = (from: Date, to: Date) =>
  workingDaysBetween(ukDateOf(from), ukDateOf(to), ctx.calendar().england_and_wales);

test('what a person completed counts from when it was theirs, in working days, and on time only what they got before its day', async () => {
  const since = { since: new Date(0), now: ctx.now(), calendar: ctx.calendar() };
  const of = { environment: 'live', by: 'person' } as const;
  const came = (id: string, hours: number, how: 'report.claimed' | 'report.assigned') =>
    database.run(sql`
      insert into events (account_id, environment, id, type, resource_type, resource_id, check_id, report_id, actor, occurred_at,
        detail, notifies)
      select account_id, environment, ${randomUUID()}, ${how}, 'report', id::text, check_id, id,
        ${how === 'report.claimed' ? `user:${authorId}` : `user:${deskUserId}`}, ${at(hours)},
        ${how === 'report.claimed' ? '{}' : JSON.stringify({ assigneeId: authorId })}::jsonb, false
      from reports where id = ${id}`);
  const due = (id: string, day: string) => database.run(sql`update reports set due_on = ${day} where id = ${id}`);
  const late = await placeComplete(190, [[100, 160]]);
  await came(late, 90, 'report.assigned');
  await came(late, 180, 'report.claimed');
  await due(late, ukDateOf(at(10)));
  const [row, ...others] = await findTurnaround(database, reader([accountId]), of, since);
  assert.deepEqual(others, []);
  assert.equal(row?.key, authorId, 'who gave the outcome, not who has the report');
  assert.equal(row.median, days(at(90), at(190)), 'from when it first came to them');
  assert.equal(row.own_median, days(at(90), at(190)) - days(at(100), at(160)));
  assert.deepEqual([row.due, row.on_time], [0, 0], 'it was late when it came to them');
  const [byType] = await findTurnaround(database, reader([accountId]), { ...of, by: 'type' }, since);
  assert.equal(byType?.median, days(at(0), at(190)), 'a type counts from the request');

  const [inTime, missed, unclaimed] = [await placeComplete(180), await placeComplete(170), await placeComplete(60)];
  await came(inTime, 1, 'report.claimed');
  await due(inTime, ukDateOf(at(180)));
  await came(missed, 1, 'report.claimed');
  await due(missed, ukDateOf(at(100)));
  await due(unclaimed, ukDateOf(at(10)));
  const [all] = await findTurnaround(database, reader([accountId]), of, since);
  assert.deepEqual([all?.completed, all?.due, all?.on_time], [4, 2, 1]);
  const none = { ...since, since: new Date() };
  assert.deepEqual(await findTurnaround(database, reader([accountId]), of, none), []);
  assert.deepEqual(await findTurnaround(database, reader([randomUUID()]), of, since), []);
  assert.deepEqual(await findTurnaround(database, reader([accountId]), { ...of, environment: 'test' }, since), []);
});

test('the load is counted by person and by type', async () => {
  const { reports } = await portal.placeCheck('live', {}, ['identity', 'credit']);
  await claimReport(ctx, screener, reports[0]!.id);
  await database.run(sql`
    update reports set due_on = '2020-01-01', waiting_for = 'source', requested_at = ${at(0)} where id = ${reports[0]!.id}`);
  const people = await findLoad(database, reader([accountId]), { environment: 'live', by: 'person' }, timesAt(100));
  assert.deepEqual(
    people.map(({ key, open, waiting, overdue }) => [key, open, waiting, overdue]).sort(),
    [
      [deskUserId, 1, 1, 1],
      [null, 1, 0, 0],
    ].sort(),
  );
  assert.equal(people.find(({ key }) => key === deskUserId)?.oldest_seconds, 100 * 3600);
  const types = await findLoad(database, reader([accountId]), { environment: 'live', by: 'type' }, timesAt(100));
  assert.deepEqual(new Set(types.map(({ key }) => key)), new Set(reports.map((report) => report.reportTypeId)));
});

test('the team page counts what is due today and this week, and shows what nobody has last, without a bar', async () => {
  const today = ukDateOf(ctx.now());
  const { reports } = await portal.placeCheck('live', {}, ['identity', 'credit', 'right_to_work']);
  const [ofToday, ofSunday, later] = reports.map(({ id }) => id);
  const sunday = addDays(mondayOf(today), 6);
  await database.run(sql`update reports set due_on = null where assignee_id is null`);
  for (const [id, due] of [
    [ofToday, today] as const,
    [ofSunday, sunday] as const,
    [later, addDays(sunday, 1)] as const,
  ])
    await database.run(sql`update reports set due_on = ${due}, requested_at = now() where id = ${id}`);
  const rows = await findLoad(
    database,
    reader([accountId]),
    { environment: 'live', by: 'person' },
    {
      now: ctx.now(),
      calendar: ctx.calendar(),
    },
  );
  assert.deepEqual(
    rows.map(({ key, due_today, due_this_week }) => [key, due_today, due_this_week]),
    [
      [deskUserId, 0, 0],
      [null, today === sunday ? 2 : 1, 2],
    ],
    'nobody stands last, although most reports are theirs',
  );
  const { body } = await (await signedInVisitor(portal)).get('/desk/team');
  assert.match(body, /Due today<\/th>\s*<th[^>]*>Due this week/);
  const byPerson = body.slice(body.indexOf('>Open reports by person<'), body.indexOf('>Open reports by type<'));
  const nobody = byPerson.slice(byPerson.indexOf('>Nobody<'));
  assert.match(byPerson.slice(0, -nobody.length), /<rect class="app-bar__striped"[^>]* width="200"/);
  assert.doesNotMatch(nobody, /<rect/);
});

test('the errors of each person are those that reviewers found', async () => {
  const id = await placeComplete(5);
  await review(id, 'approved', null);
  await review(id, 'changed', null);
  await review(id, 'sent_back', 'data');
  await review(id, 'sent_back', 'data');
  await review(id, 'sent_back', 'wording');
  await review(id, 'reopened', 'our_error');
  assert.deepEqual(await findErrors(database, reader([accountId]), { environment: 'live' }, new Date(0)), [
    { key: deskUserId, reviewed: 5, sent_back: 3, changed: 1, code: 'data' },
  ]);
  assert.deepEqual(await findErrors(database, reader([randomUUID()]), { environment: 'live' }, new Date(0)), []);
});

test('the figures of each month and each decision are counted by whose outcome it was, and given as files', async () => {
  const month = ctx.now().toISOString().slice(0, 7);
  const rows = await findQualityByMonth(database, reader([accountId]), 'live', new Date(0));
  const judged = rows.find(({ user_id }) => user_id === deskUserId)!;
  assert.deepEqual(judged, {
    ...{ month, user_id: deskUserId, name: 'Desk Screener', completed: 0, reviewed: 5, approved: 1, changed: 1 },
    ...{ sent_back: 3, reopened: 1, our_errors: 1, code: 'data' },
  });
  const completed = rows.filter(({ user_id }) => user_id === authorId).reduce((sum, row) => sum + row.completed, 0);
  assert.equal(completed, 5);
  assert.deepEqual(await findQualityByMonth(database, reader([randomUUID()]), 'live', new Date(0)), []);

  const email = 'quality@team.test';
  await createDeskUser(ctx, 'system', { name: 'Quinn', email, role: 'reviewer', accounts: [accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const quinn = await signedInVisitor(portal, email);
  const figures = (await quinn.get('/desk/team/quality')).body;
  assert.ok(
    figures.includes(`"${month}","Desk Screener","0","5",,"1","1","3","80","Data: a fact is missing or wrong","1","1"`),
  );
  const linesOf = async (file: string) => (await quinn.get(`/desk/team/${file}`)).body.trim().split('\r\n').slice(1);
  const decisions = await linesOf('decisions');
  assert.equal(decisions.length, 6);
  assert.ok(decisions.some((line) => /"Sent back","Wording:[^"]*","Desk Screener"/.test(line)));
  const { body } = await quinn.get('/desk/team');
  assert.match(body, /Reports that were opened again[\s\S]*Identity[\s\S]*We made an error/);

  const aYearAgo = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
  const id = await placeComplete(5);
  await review(id, 'approved', null, new Date(`${aYearAgo}-01T12:00:00Z`));
  await review(id, 'approved', null, new Date(new Date(`${aYearAgo}-01T12:00:00Z`).getTime() - 2 * 24 * HOUR_MS));
  const ofThen = (await linesOf('quality')).filter((line) => line.includes('"Desk Screener"')).at(-1);
  assert.match(ofThen!, new RegExp(`^"${aYearAgo}","Desk Screener","0","1"`), 'the first month is whole');
  assert.equal((await linesOf('decisions')).length, 7);
});

test('the team page shows everybody to reviewers, account managers and auditors, and opens for no screener', async () => {
  for (const [role, status] of [
    ['reviewer', 200],
    ['account_manager', 200],
    ['screener', 403],
    ['auditor', 200],
  ] as const) {
    const email = `${role.replace('_', '-')}@team.test`;
    await createDeskUser(ctx, 'system', { name: role, email, role, accounts: [accountId] });
    await createSignIn(ctx, 'system', { email, password });
    const person = await signedInVisitor(portal, email);
    const { status: found, body } = await person.get('/desk/team?days=90');
    assert.equal(found, status, role);
    if (status === 200) assert.match(body, /<option value="90" selected>[\s\S]*Desk Screener/);
  }
});

test('a bar has its segments one after the other, and the longest fills the width', () => {
  const segments = [
    { value: 1, pattern: 'solid' },
    { value: 0, pattern: 'outlined' },
    { value: 3, pattern: 'striped' },
  ] as const;
  assert.deepEqual(barOf(segments, 4), [
    { x: 0, width: 50, pattern: 'solid' },
    { x: 50, width: 150, pattern: 'striped' },
  ]);
  assert.deepEqual(barOf([{ value: 0, pattern: 'solid' }], 0), []);
});

test('durations are said in one fitting unit', () => {
  assert.deepEqual([60, 40 * 60, 3600, 5.2 * 3600, 24 * 3600, 60 * 3600].map(durationText), [
    '1 minute',
    '40 minutes',
    '1 hour',
    '5 hours',
    '1 day',
    '2.5 days',
  ]);
});

test('a file counts what each person completed on each day, by type of report', async () => {
  const ofDay = ukDateOf(at(77));
  const completed = async () =>
    (await findCompletedByDay(database, reader([accountId]), 'live', new Date(0))).find(
      ({ day, user_id }) => day === ofDay && user_id === authorId,
    )?.completed ?? 0;
  const before = await completed();
  await placeComplete(77);
  await placeComplete(77);
  assert.equal(await completed(), before + 2);
  const administrator = await signedInVisitor(portal);
  const { body } = await administrator.get('/desk/team/completed');
  assert.ok(body.includes(`"${ofDay}","A former user","Identity`), body);
  assert.match((await administrator.get('/desk/team')).body, /href="\/desk\/team\/completed\?environment=live"/);
});
