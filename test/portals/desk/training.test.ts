// The pages on which it is recorded in which areas the people of the desk are trained.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorityOf, type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { changeDeskUser, createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { recordTraining } from '../../../src/features/training/training-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;

async function person(name: string, role: DeskRole) {
  const email = `${name.toLowerCase()}@desk.test`;
  const id = await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId] });
  await createSignIn(ctx, 'system', { email, password });
  return { id, visitor: await signedInVisitor(portal, email) };
}

const adam = await person('Adam', 'administrator');
const rita = await person('Rita', 'reviewer');
const sam = await person('Sam', 'screener');
const page = `/desk/training/${sam.id}`;
const given = {
  areas: 'driving',
  completed_on: '2026-01-31',
  valid_until: '2999-01-31',
  how: 'Course of the umbrella body, assessed by the lead',
};

test('an administrator records a training, which the list, the page and the file show', async () => {
  assert.match((await rita.visitor.get('/desk/training')).body, /Nobody is recorded as trained in: [^.]*Driving/);
  const refused = await adam.visitor.submit(page, page, {
    completed_on: '2026-01-31',
    valid_until: '2999-01-31',
    how: '',
  });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Choose in which areas they are trained/);
  assert.match(refused.body, /Write how they are trained, and who says so/);
  assert.match(refused.body, /value="2999-01-31"/, 'what was typed stays');
  assert.equal((await adam.visitor.submit(page, page, given)).status, 303);
  const list = (await rita.visitor.get('/desk/training')).body;
  assert.match(list, /Driving <span class="app-muted">until 31 January 2999/);
  assert.doesNotMatch(list, /Nobody is recorded as trained in: [^.]*Driving/);
  const lines = (await rita.visitor.get('/desk/training/file')).body.trim().split('\r\n').slice(1);
  assert.equal(lines.length, 1);
  assert.match(
    lines[0]!,
    /^"Sam","sam@desk.test","Screener","Driving","Trained","2026-01-31","2999-01-31","Course of the umbrella/,
  );
});

test('a training ends with a reason, and stays in the list of every entry', async () => {
  const end = `${page}/driving/end`;
  assert.equal((await adam.visitor.submit(end, end, { how: '' })).status, 422);
  assert.equal((await adam.visitor.submit(end, end, { how: 'Errors in the sample' })).status, 303);
  const { body } = await rita.visitor.get(page);
  assert.match(body, /Driving: does not count any more\. Errors in the sample/);
  assert.match(body, /Driving: completed on 31 January 2026/);
  assert.equal((await adam.visitor.get(end)).status, 404, 'nothing is left to end');
});

test('nobody records their own training, and others than team leaders and administrators record none', async () => {
  assert.doesNotMatch((await adam.visitor.get(`/desk/training/${adam.id}`)).body, /Record a training/);
  assert.doesNotMatch((await rita.visitor.get(page)).body, /Record a training/);
  assert.equal((await rita.visitor.get(`${page}/driving/end`)).status, 403);
  assert.equal((await sam.visitor.get('/desk/training')).status, 403);
  const training = { areas: ['driving'], completedOn: '2026-01-31', validUntil: '', how: 'Taught by the lead' };
  const as = (id: string, role: DeskRole) => authorityOf({ userId: id, permissions: roles.desk[role] });
  for (const by of [as(sam.id, 'administrator'), as(rita.id, 'reviewer')])
    await assert.rejects(recordTraining(ctx, by, sam.id, training), { reason: 'not_permitted' });
});

test('who is new or in training stands in a list with the area and the end, and the queue gives them no other reports', async () => {
  const una = await person('Una', 'screener');
  const path = `/desk/training/${una.id}`;
  assert.match((await adam.visitor.get(path)).body, /Nothing is recorded: every kind of report is given to them/);
  const learning = { areas: 'driving', kind: 'in_training', training_reports: '20', how: 'Beside the lead' };
  const blank = await adam.visitor.submit(path, path, { ...learning, training_reports: '' });
  assert.match(blank.body, /Enter the last day, or after how many reports the training ends/);
  const given = { ...learning, training_until: '2999-03-04' };
  assert.equal((await adam.visitor.submit(path, path, given)).status, 303);
  const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  assert.match(
    textOf((await rita.visitor.get('/desk/training')).body),
    /New, or in training .*Una Driving until 4 March 2999, or 20 completed reports \(0 so far\)/,
  );
  assert.match(
    (await adam.visitor.get(path)).body,
    /Only reports of the areas in which they are trained, or in training/,
  );
  assert.match((await rita.visitor.get('/desk/training/file')).body, /"In training",,,[^\n]*"2999-03-04","20"/);
  const { reports } = await portal.placeCheck('live', {}, ['identity']);
  const report = `/desk/reports/${reports[0]!.id}`;
  const { body } = await una.visitor.get(report);
  assert.match(
    textOf(body),
    /Assigned to nobody .*You are not recorded as trained in its area, .*That is advice: you can complete it/,
  );
  assert.match(
    textOf((await una.visitor.get('/desk')).body),
    /Nobody Not trained \. You are not recorded as trained in its area/,
  );
  assert.equal(
    (await una.visitor.post('/desk/next', hiddenFields((await una.visitor.get('/desk')).body, '/desk/next'))).headers
      .location,
    '/desk?done=none',
  );
});

test('a team leader records a training and until when somebody is new, and gives back what they have outside it', async () => {
  const [lea, kit] = [await person('Lea', 'team_leader'), await person('Kit', 'screener')];
  const path = `/desk/training/${kit.id}`;
  const { reports } = await portal.placeCheck('live', {}, ['identity']);
  await ctx.db.run(sql`update reports set assignee_id = ${kit.id} where id = ${reports[0]!.id}`);
  assert.doesNotMatch((await lea.visitor.get(path)).body, /outside these areas/, 'nothing is recorded yet');
  assert.equal((await lea.visitor.submit(path, path, given)).status, 303);
  assert.match((await lea.visitor.get(path)).body, /Kit still has 1 report outside these areas: 1 Identity/);
  assert.equal((await lea.visitor.submit(path, `${path}/give-back`, {})).status, 303);
  assert.doesNotMatch((await lea.visitor.get(`${path}?done=given`)).body, /outside these areas/);
  const [row] = await ctx.db.rows<{ assignee_id: string | null }>(sql`
    select assignee_id from reports where id = ${reports[0]!.id}`);
  assert.equal(row!.assignee_id, null);

  const blunder = await lea.visitor.submit(path, `${path}/new`, { new_until: '2999-02-31' });
  assert.equal(blunder.status, 422);
  assert.match(blunder.body, /value="2999-02-31"/, 'what was typed stays');
  assert.equal((await lea.visitor.submit(path, `${path}/new`, { new_until: '2999-02-28' })).status, 303);
  assert.match(
    (await lea.visitor.get(path)).body,
    /Others approve everything that they complete until 28 February 2999/,
  );
  assert.equal((await lea.visitor.submit(path, `${path}/new`, { new_until: '' })).status, 303);
  assert.match(
    (await rita.visitor.get(path)).body,
    /Team leaders and administrators record trainings.*Does not count as new/s,
  );
});

test('a new screener reads before they complete a report that somebody else approves it, and until when', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const report = `/desk/reports/${check.reports[0]!.id}`;
  await sam.visitor.submit(report, `${report}/moves`, { move: 'claim' });
  const said = /until 31 December 2999 somebody else approves each outcome that you give/;
  assert.doesNotMatch((await sam.visitor.get(report)).body, said);
  await changeDeskUser(ctx, 'system', sam.id, { newUntil: '2999-12-31' });
  assert.match((await sam.visitor.get(report)).body, said);
  assert.doesNotMatch((await rita.visitor.get(report)).body, said);
});
