// Notes, tasks, due date and history on a report's page, and the page with many files.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { moveReport, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { formatLongDate } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { clientEmail, hiddenFields, signedInVisitor, startPortal } from '../portal-under-test.ts';
import { anyway } from './confirm-anyway.ts';

const portal = await startPortal();
const { ctx } = portal;

async function openReport(reports = ['right_to_work']) {
  const check = await portal.placeCheck('live', {}, reports);
  const path = `/desk/reports/${check.reports[0]!.id}`;
  return { check, path, screener: await signedInVisitor(portal) };
}

test('the client reads the notes that are meant for them, and no others; nobody changes a note', async () => {
  const { check, path, screener } = await openReport();
  const add = (note: string, audience: string) => screener.submit(path, `${path}/notes`, { note, audience });
  assert.equal((await add('For the client <b>', 'client')).status, 303);
  assert.equal((await add('For the desk', 'desk')).status, 303);
  assert.equal((await add(' ', 'desk')).status, 422);
  const desk = (await screener.get(path)).body;
  assert.match(desk, /For the client &lt;b&gt;/);
  assert.match(desk, /For the desk/);
  assert.match(desk, /Note for the client/);
  const client = await signedInVisitor(portal, clientEmail);
  const { body } = await client.get(`/portal/checks/${check.id}`);
  assert.match(body, /For the client &lt;b&gt;/);
  assert.doesNotMatch(body, /For the desk/);
  await assert.rejects(portal.superuser.run(sql`update report_notes set author = 'system'`), /never changed/);
});

test('a call is a note with who, the number and what came of it, and one that we made counts where nobody could confirm', async () => {
  const { path, screener } = await openReport();
  const log = (fields: Readonly<Record<string, string>>) =>
    screener.submit(`${path}/call`, `${path}/call`, {
      ...{ call_with: 'source', call_person: 'Jo at Example Foods', call_number: '0113 496 0100', ...fields },
    });
  const empty = await log({ call_with: '', call_person: '', call_number: '' });
  assert.equal(empty.status, 422);
  assert.match(
    empty.body,
    /Select with whom[\s\S]*Enter who it was[\s\S]*Enter the number[\s\S]*Select what came of the call/,
  );
  const logged = await log({ came_of: 'no_answer', call_note: 'Rang <twice>' });
  assert.equal(logged.status, 303, logged.body);
  for (const came_of of ['wrong_number', 'rang']) await log({ came_of });
  await log({ call_with: 'candidate', came_of: 'voicemail' });
  const { body } = await screener.get(path);
  assert.match(body, /Call, a source: Jo at Example Foods, 0113 496 0100\. No answer\.\nRang &lt;twice&gt;/);
  assert.match((await screener.get(`${path}/unable-to-verify`)).body, /name="calls_made"[^>]*value="2"/);
});

test('the instructions of a client stand on top of its reports, each on a line, and the client does not read them', async () => {
  const { check, path, screener } = await openReport();
  assert.doesNotMatch((await screener.get(path)).body, /Instructions for/);
  const screenerInstructions = 'Never call the present employer.\nSend Red <at once>.';
  await changeAccountSettings(ctx, 'system', portal.accountId, { screenerInstructions });
  const { body } = await screener.get(path);
  assert.match(
    body,
    /Instructions for Acme Care[\s\S]*<li>Never call the present employer\.<\/li><li>Send Red &lt;at once&gt;/,
  );
  const client = await signedInVisitor(portal, clientEmail);
  assert.doesNotMatch((await client.get(`/portal/checks/${check.id}`)).body, /present employer/);
  await changeAccountSettings(ctx, 'system', portal.accountId, { screenerInstructions: '' });
});

test('a Clear although something is missing awaits approval where the account asks for it', async () => {
  const complete = async () => {
    const { check, path, screener } = await openReport();
    const sent = await screener.submit(path, path, { verdict: 'clear', move: 'complete', ...anyway });
    assert.equal(sent.status, 303, sent.body);
    return { status: (await readCheck(ctx, check.tenant, check.id)).reports[0]!.status, path, screener };
  };
  assert.equal((await complete()).status, 'complete');
  await changeAccountSettings(ctx, 'system', portal.accountId, { approveClearAnyway: true });
  const { status, path, screener } = await complete();
  await changeAccountSettings(ctx, 'system', portal.accountId, { approveClearAnyway: false });
  assert.equal(status, 'awaiting_approval');
  assert.match((await screener.get(path)).body, /It is Clear although something is missing\./);
});

test('a ticked step of the guidance says who ticked it, until the tick is taken back', async () => {
  const { path, screener } = await openReport();
  const [, step = ''] = /name="task" value="([^"]+)"/.exec((await screener.get(path)).body) ?? [];
  await screener.submit(path, `${path}/tasks`, { task: step });
  assert.match((await screener.get(path)).body, /name="task" value="[^"]+" checked[\s\S]*?Desk Screener, /);
  await screener.submit(path, `${path}/tasks`, {});
  assert.doesNotMatch((await screener.get(path)).body, /name="task" value="[^"]+" checked/);
});

test('two screeners tick different steps of the guidance on pages of the same age, and both ticks stay', async () => {
  const { path, screener: ann } = await openReport(['professional_membership']);
  const cat = await signedInVisitor(portal);
  const pageOf = async (who: typeof ann) => {
    const { body } = await who.get(path);
    return {
      hidden: hiddenFields(body, `${path}/tasks`),
      ticks: [...body.matchAll(/name="task" value="([^"]+)"( checked)?/g)],
    };
  };
  const [annsPage, catsPage] = [await pageOf(ann), await pageOf(cat)];
  const [first, second] = annsPage.ticks.map(([, text]) => text!);
  await ann.post(`${path}/tasks`, { ...annsPage.hidden, task: first! });
  await cat.post(`${path}/tasks`, { ...catsPage.hidden, task: second! });
  const ticked = async () => (await pageOf(ann)).ticks.slice(0, 2).map(([, , checked]) => checked !== undefined);
  assert.deepEqual(await ticked(), [true, true]);
});

test('one screener sets the due date, another marks the report as urgent on an older page, and both stay', async () => {
  const { check, path, screener: ann } = await openReport();
  const cat = await signedInVisitor(portal);
  const older = hiddenFields((await cat.get(path)).body, `${path}/work`);
  await ann.submit(path, `${path}/work`, { due_on: '2030-01-02', delay_reason: 'source' });
  await cat.post(`${path}/work`, { ...older, due_on: older.shown_due_on!, priority: '1' });
  const { body } = await ann.get(path);
  assert.match(body, /Due 2 January 2030/);
  assert.match(body, /Marked as urgent/);
  const changes = await ctx.db.rows(sql`
    select type, detail from events
    where report_id = ${check.reports[0]!.id} and type in ('report.due_date_changed', 'report.priority_changed')
    order by id`);
  assert.deepEqual(changes, [
    { type: 'report.due_date_changed', detail: { from: older.shown_due_on, to: '2030-01-02', reason: 'source' } },
    { type: 'report.priority_changed', detail: { priority: 1 } },
  ]);
});

test('who moves a due date says why, in words for the desk alone, and the page says when the report was due first', async () => {
  const { check, path, screener } = await openReport();
  const { shown_due_on: first = '' } = hiddenFields((await screener.get(path)).body, `${path}/work`);
  const move = (due_on: string, delay_reason: string, delay_words = '') =>
    screener.submit(path, `${path}/work`, { due_on, delay_reason, delay_words });
  for (const [reason, words] of [
    ['', 'Choose why the due date moves'],
    ['weather', 'Choose why the due date moves'],
    ['other', 'Say why the due date moves'],
  ] as const) {
    const { status, body } = await move('2030-01-02', reason);
    assert.equal(status, 422);
    assert.match(body, new RegExp(words));
    assert.match(body, /name="due_on" value="2030-01-02"/, 'as typed');
  }
  assert.equal((await move('2030-01-02', 'candidate', 'On a ship until May')).status, 303);
  assert.equal((await move('2030-01-03', 'ours')).status, 303);
  const { body } = await screener.get(path);
  assert.match(body, new RegExp(`Due 3 January 2030.*?was due ${formatLongDate(first)}`));
  assert.match(
    body,
    new RegExp(`Due date changed from ${formatLongDate(first)} to 2 January 2030: waits for the candidate`),
  );
  assert.match(body, /The due date moves\. Waits for the candidate: On a ship until May/);
  const client = await signedInVisitor(portal, clientEmail);
  assert.doesNotMatch((await client.get(`/portal/checks/${check.id}`)).body, /On a ship/);
});

test('only what there is to do is ticked: what there is to know stands above it, and the sources of both are folded', async () => {
  const { path, screener } = await openReport(['criminal_history:basic']);
  const { body } = await screener.get(path);
  const tasks = [...body.matchAll(/name="task" value="([^"]+)"/g)].map(([, task]) => task!);
  assert.ok(tasks.includes('Record the outcome alone: clear, or see the certificate.'));
  const [toKnow, toDo, ...rest] = body.slice(body.indexOf('id="tasks"')).split('id="task-1"');
  assert.equal(rest.length, 0);
  for (const fact of ['Nine in ten are complete within 24 hours', 'Never record a spent matter']) {
    assert.ok(!tasks.some((task) => task.startsWith(fact)), fact);
    assert.match(toKnow!, new RegExp(`<li>${fact}`));
  }
  assert.doesNotMatch(toKnow!, /read on/);
  const [steps, sources] = toDo!.split('<details');
  assert.doesNotMatch(steps!, /read on/);
  assert.match(sources!, /Sources: check some of this before you rely on it[\s\S]*, read on 22 November 2026/);
  await screener.submit(path, `${path}/tasks`, { task: 'Nine in ten are complete within 24 hours.' });
  assert.doesNotMatch((await screener.get(path)).body, /name="task" value="[^"]+" checked/);
});

test('a changed due date and priority stand on the page and in its history', async () => {
  const { path, screener } = await openReport();
  assert.equal(
    (await screener.submit(path, `${path}/work`, { due_on: '2030-01-02', delay_reason: 'client', priority: '1' }))
      .status,
    303,
  );
  const { body } = await screener.get(path);
  assert.match(body, /Due 2 January 2030/);
  assert.match(body, /Marked as urgent/);
  assert.match(body, /Due date changed from .* to 2 January 2030/);
});

test('a due date that is no date, or too early, is refused at its field, which shows what was typed', async () => {
  const { path, screener } = await openReport();
  for (const dueOn of ['2030-02-30', '2019-12-31', 'soon']) {
    const { status, body } = await screener.submit(path, `${path}/work`, { due_on: dueOn, priority: '1' });
    assert.equal(status, 422);
    assert.match(body, /<title>Error: /);
    assert.match(body, /<a href="#due_on">Enter a date from 2020 on/);
    const [input = ''] = /<input[^>]* id="due_on"[^>]*>/.exec(body) ?? [];
    assert.match(input, new RegExp(`value="${dueOn}".* aria-describedby="due_on-error"`));
    assert.match(body, /name="priority" value="1" checked/);
  }
  assert.doesNotMatch((await screener.get(path)).body, /Marked as urgent/);
});

test('the client sees what the desk found for a report only while the report is complete', async () => {
  const { check, path, screener } = await openReport();
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const file = { fileName: 'found.png', description: '', orderId: check.orderId, fileToken: randomUUID() };
  const caller = portal.caller('live');
  await attachFile(ctx, caller, { ...file, reportId: target.reportId, content: Readable.from([samples['.png']!]) });
  const client = await signedInVisitor(portal, clientEmail);
  const seen = async () => {
    const { body } = await client.get(`/portal/checks/${check.id}`);
    const { status } = await client.get(`/portal/checks/${check.id}/files/${file.fileToken}`);
    return [body.includes('found.png'), status];
  };
  assert.deepEqual(await seen(), [false, 404]);
  const outcome = { result: 'clear' as const, subResult: null, findings: noFindings };
  await moveReport(ctx, caller, target, { move: 'complete', outcome });
  assert.deepEqual(await seen(), [true, 200]);
  await reopenReport(ctx, caller, target, 'reopen');
  assert.deepEqual(await seen(), [false, 404]);
  assert.match((await screener.get(path)).body, /found\.png/);
  assert.equal((await screener.get(`${path}/files/${file.fileToken}`)).status, 200);
});

test('a page shows 50 files', async () => {
  const { check, path, screener } = await openReport();
  for (let n = 0; n < 50; n += 1) {
    const file = { fileName: `${n}.png`, description: '', orderId: check.orderId, fileToken: randomUUID() };
    await attachFile(ctx, portal.caller('live'), { ...file, content: Readable.from([samples['.png']!]) });
  }
  assert.equal((await screener.get(path)).body.split('.png</bdi></a>').length, 51);
});
