// Reports in interface v2, the sandbox that moves them, and the clock of test data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCheck as readStored } from '../../../src/features/checks/check-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { worstLight } from '../../../src/features/checks/check-rules.ts';
import type { ReportMoveArguments } from '../../../src/features/reports/report-actions.ts';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v2Client } from './v2-client.ts';
import {
  type Applicant,
  advance,
  type Check,
  makeApplicant,
  makeCheck,
  nobody,
  type PlacedCheck,
  type Report,
} from './v2-samples.ts';

const probity = await startProbity();
const { account, ctx, database } = probity;
const client = v2Client(probity);
const live = v2Client(probity, 'live');

const two = { reports: [{ name: 'identity' }, { name: 'document' }] };
const pathOf = (check: PlacedCheck, index = 0) => `/checks/${check.id}/reports/${check.reports[index]?.id}`;
const read = async (check: PlacedCheck, index = 0) => (await client.get<Report>(pathOf(check, index))).body;
const readCheck = async (check: PlacedCheck) => (await client.get<Check>(check.href.replace('/v2', ''))).body;

/** Moves the report as a screener. */
function move(check: PlacedCheck, index: number, given: ReportMoveArguments): Promise<unknown> {
  const target = { checkId: check.id, reportId: check.reports[index]!.id };
  return moveReport(ctx, account.caller('test'), target, given);
}

/** In order; without readings of results, which are recorded up to a second later. */
async function eventsOf(check: PlacedCheck): Promise<string[]> {
  const rows = await database.rows<{ type: string }>(
    sql`select type from events where check_id = ${check.id} and type <> 'check.results_read' order by id`,
  );
  return rows.map((row) => row.type);
}

test('a report is read and listed as in the reply to create check', async () => {
  const check = await makeCheck(client, two);
  assert.deepEqual(await read(check), check.reports[0]);
  const list = await client.get(`/checks/${check.id}/reports`);
  assert.deepEqual(list.body, { reports: check.reports });
  assert.equal(list.headers['x-total-count'], '2');
  const page = await client.get(`/checks/${check.id}/reports?page=2&per_page=1`);
  assert.deepEqual(page.body, { reports: [check.reports[1]] });
  assert.match(String(page.headers.link), /page=1&per_page=1>; rel="prev"/);
});

test('a report is found under its own check only', async () => {
  const [one, other] = [await makeCheck(client), await makeCheck(client)];
  for (const path of [
    `/checks/${one.id}/reports/${other.reports[0]?.id}`,
    `/checks/${nobody}/reports`,
    `/checks/${nobody}/reports/${nobody}`,
  ]) {
    assertRefused(await client.get(path), 404, 'resource_not_found');
  }
  for (const action of ['resume', 'cancel']) {
    const path = `/checks/${one.id}/reports/${other.reports[0]?.id}/${action}`;
    assertRefused(await client.post(path), 404, 'resource_not_found');
  }
  assertRefused(await live.get(pathOf(one)), 404, 'resource_not_found');
});

test('a test check advances a step at a time: the form, each report, then the check', async () => {
  const check = await makeCheck(client, two);
  const statuses = async () => {
    const { reports } = (await client.get<{ reports: Report[] }>(`/checks/${check.id}/reports`)).body;
    return [(await readCheck(check)).status, ...reports.map((report) => report.status)];
  };
  await advance(client, check.id);
  assert.deepEqual(await statuses(), ['in_progress', 'awaiting_data', 'awaiting_data']);
  await advance(client, check.id);
  assert.deepEqual(await statuses(), ['in_progress', 'complete', 'awaiting_data']);
  assert.equal((await readCheck(check)).result, null);
  await advance(client, check.id);
  assert.deepEqual(await statuses(), ['complete', 'complete', 'complete']);
  assert.equal((await readCheck(check)).result, 'clear');
  assertRefused(await client.post(`/sandbox/checks/${check.id}/advance`), 422, 'validation_error', ['status']);
  assert.deepEqual(await eventsOf(check), [
    'check.created',
    'check.form_opened',
    'check.form_completed',
    'check.started',
    'report.requested',
    'report.requested',
    'report.completed',
    'report.completed',
    'check.completed',
  ]);
});

test('a test report can be paused, resumed and sent to approval, with an event for each', async () => {
  const check = await makeCheck(client, two);
  const move = (step: string, index = 0) => client.post(`/sandbox${pathOf(check, index)}/${step}`);
  for (const step of ['pause', 'approval']) assertRefused(await move(step), 422, 'validation_error', ['status']);
  await advance(client, check.id);
  assert.equal((await move('pause')).status, 204);
  assert.deepEqual([(await readCheck(check)).status, (await read(check)).status], ['on_hold', 'paused']);
  assertRefused(await move('pause'), 422, 'validation_error', ['status']);
  assert.equal((await client.post(`/checks/${check.id}/resume`)).status, 204);
  assert.deepEqual([(await readCheck(check)).status, (await read(check)).status], ['in_progress', 'awaiting_data']);
  assert.equal((await move('approval')).status, 204);
  const awaiting = await read(check);
  assert.deepEqual([awaiting.status, awaiting.result], ['awaiting_approval', null]);
  assert.equal((await move('complete')).status, 204);
  assert.equal((await read(check)).status, 'complete');
  assert.deepEqual((await eventsOf(check)).slice(6), [
    'report.paused',
    'check.on_hold',
    'report.resumed',
    'check.resumed',
    'report.awaiting_approval',
    'report.completed',
  ]);
  const onLive = `${pathOf(check)}/pause`;
  assertRefused(await live.post(`/sandbox${onLive}`), 404, 'resource_not_found');
});

test("the notification of the submitted form carries the check's next status", async () => {
  const check = await makeCheck(client);
  await advance(client, check.id);
  const rows = await database.rows<{ type: string; status: string }>(sql`
    select type, status from events where check_id = ${check.id} and type like 'check.%' order by recorded_at, id`);
  assert.deepEqual(
    rows.map(({ type, status }) => [type, status]),
    [
      ['check.created', 'awaiting_applicant'],
      ['check.form_opened', 'awaiting_applicant'],
      ['check.form_completed', 'in_progress'],
      ['check.started', 'in_progress'],
    ],
  );
});

test('advancing a test check gives its applicant a birth date if it has none', async () => {
  const applicant = await makeApplicant(client);
  const check = await makeCheck(client, {}, applicant.id);
  assert.equal(applicant.dob, '1900-01-01');
  await advance(client, check.id);
  assert.equal((await client.get<Applicant>(`/applicants/${applicant.id}`)).body.dob, '1990-01-01');
});

test('the last name decides the result of a test check; a report named in consider is considered for any name', async () => {
  const outcome = async (lastName: string, more: object = {}) => {
    const { id } = await makeApplicant(client, { last_name: lastName });
    const check = await makeCheck(client, { ...two, ...more }, id);
    await advance(client, check.id, 3);
    const reports = [await read(check), await read(check, 1)];
    return [(await readCheck(check)).result, ...reports.map(({ result, sub_result }) => `${result}/${sub_result}`)];
  };
  assert.deepEqual(await outcome('Sample'), ['clear', 'clear/null', 'clear/clear']);
  assert.deepEqual(await outcome('CONSIDER'), ['consider', 'consider/null', 'consider/caution']);
  assert.deepEqual(await outcome('Unidentified'), ['consider', 'unidentified/null', 'unidentified/caution']);
  assert.deepEqual(await outcome('Sample', { consider: ['Document'] }), ['consider', 'clear/null', 'consider/caution']);
});

test('last names rehearse Red, one part, barred lists and what nobody could confirm, as live results have them', async () => {
  const list = { name: 'criminal_history', variant: 'enhanced', options: [{ name: 'adults_barred_list' }] };
  const details = { JobRoleId: account.jobRoles.enhanced };
  const given = { reports: [{ name: 'identity' }, list], criminal_history_report_details: details };
  interface Found extends Omit<Report, 'breakdown' | 'properties'> {
    readonly breakdown: Readonly<Record<string, { readonly result: string }>>;
    readonly properties: Readonly<Record<string, unknown>>;
  }
  async function outcome(lastName: string) {
    const check = await makeCheck(client, given, (await makeApplicant(client, { last_name: lastName })).id);
    await advance(client, check.id, 3);
    const { body } = await client.get<{ reports: Found[] }>(`/checks/${check.id}/reports`);
    const inOrder = check.reports.map(({ id }) => body.reports.find((report) => report.id === id)!);
    return inOrder.map(({ result, properties, breakdown }) => ({
      outcome: `${result} ${properties.traffic_light}`,
      adverse: Object.keys(breakdown).filter((key) => breakdown[key]!.result === 'consider'),
      unable: properties.unable_to_verify,
    }));
  }
  const outcomes = async (lastName: string) => (await outcome(lastName)).map((one) => one.outcome);
  assert.deepEqual(await outcomes('Red'), ['consider Red', 'consider Red']);
  const partial = await outcome('Partial');
  assert.deepEqual(
    partial.map(({ outcome, adverse }) => [outcome, adverse.length]),
    [
      ['consider Amber', 1],
      ['consider Amber', 1],
    ],
  );
  const [identity, barred] = await outcome('Barred');
  assert.deepEqual([identity!.outcome, identity!.adverse], ['clear Green', []]);
  assert.deepEqual([barred!.outcome, barred!.adverse], ['consider Red', ['adults_barred_list']]);
  assert.deepEqual(
    (await outcome('Unverified')).map(({ outcome, unable }) => [outcome, unable]),
    [
      ['unidentified Amber', 'no_reply'],
      ['unidentified Amber', 'no_reply'],
    ],
  );
});

test('a test report completes with a traffic light or a reason, and not with what a live report could not have', async () => {
  const check = await makeCheck(client, two);
  await advance(client, check.id);
  const complete = (index: number, given: object) => client.post(`/sandbox${pathOf(check, index)}/complete`, given);
  const refused = async (given: object, field: string) =>
    assertRefused(await complete(0, given), 422, 'validation_error', [field]);
  await refused({ result: 'clear', traffic_light: 'Red' }, 'traffic_light');
  await refused({ result: 'clear', traffic_light: 'Amber' }, 'traffic_light');
  await refused({ traffic_light: 'Purple' }, 'traffic_light');
  await refused({ result: 'consider', unable_to_verify: 'no_reply' }, 'unable_to_verify');
  await refused({ unable_to_verify: 'company_closed' }, 'unable_to_verify');
  assert.equal((await complete(0, { traffic_light: 'Red' })).status, 204);
  assert.equal((await complete(1, { unable_to_verify: 'refuses' })).status, 204);
  const [first, second] = [await read(check), await read(check, 1)] as unknown as {
    readonly result: string;
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
  assert.deepEqual([first!.result, first!.properties.traffic_light], ['consider', 'Red']);
  assert.deepEqual([second!.result, second!.properties.unable_to_verify], ['unidentified', 'refuses']);
});

test('the candidate of a test check withdraws their consent on request, once', async () => {
  const check = await makeCheck(client, two);
  await advance(client, check.id);
  const path = `/sandbox/checks/${check.id}/withdraw_consent`;
  assert.equal((await client.post(path)).status, 204);
  assert.deepEqual([(await readCheck(check)).status, (await read(check)).status], ['withdrawn', 'withdrawn']);
  assertRefused(await client.post(path), 422, 'validation_error', ['status']);
  const onLive = await makeCheck(live);
  assertRefused(await client.post(`/sandbox/checks/${onLive.id}/withdraw_consent`), 404, 'resource_not_found');
});

test('a test report completes on request, with the requested result', async () => {
  const check = await makeCheck(client, two);
  await advance(client, check.id);
  const complete = (index: number, given: object) => client.post(`/sandbox${pathOf(check, index)}/complete`, given);
  assertRefused(await complete(0, { result: 'perfect' }), 422, 'validation_error', ['result']);
  assert.equal((await complete(1, { result: 'unidentified' })).status, 204);
  assert.equal((await complete(0, { result: null })).status, 204);
  assert.deepEqual([(await read(check)).result, (await read(check, 1)).result], ['clear', 'unidentified']);
  assertRefused(await complete(0, {}), 422, 'validation_error', ['status']);
  assert.equal((await readCheck(check)).status, 'complete');
});

test("the sandbox's operations do not exist for live checks", async () => {
  const check = await makeCheck(live);
  assertRefused(await client.post(`/sandbox/checks/${check.id}/advance`), 404, 'resource_not_found');
  for (const path of [
    `/sandbox/checks/${check.id}/advance`,
    `/sandbox${pathOf(check)}/complete`,
    '/sandbox/clock/advance',
  ]) {
    assertRefused(await live.post(path), 404, 'resource_not_found');
  }
  assertRefused(await live.get('/sandbox/clock'), 404, 'resource_not_found');
  const { body } = await live.get<Check>(check.href.replace('/v2', ''));
  assert.equal(body.status, 'awaiting_applicant');
});

test('a moved test clock counts from the next request on, before the database notification', async () => {
  const announcing = (is: 'enable' | 'disable') =>
    database.run(rawSql(`alter table accounts ${is} trigger account_changes_are_announced`));
  await announcing('disable');
  for (const headers of [{}, { 'idempotency-key': 'clock' }]) {
    const { body } = await client.post<{ now: string }>('/sandbox/clock/advance', { seconds: 86_400 }, { headers });
    const { created_at } = await makeApplicant(client);
    assert.ok(created_at >= body.now, `${created_at} is before ${body.now}`);
  }
  await announcing('enable');
});

test('arguments of the sandbox are ignored with a live key', async () => {
  const { id } = await makeApplicant(live);
  const check = await makeCheck(live, { consider: ['identity'] }, id);
  assert.equal(check.sandbox, false);
});

test('ids sort by creation, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => ctx.newId());
  assert.deepEqual(ids, [...new Set(ids)].sort());
});

test('a paused report puts its check on hold, and resuming continues both', async () => {
  const check = await makeCheck(client, two);
  await advance(client, check.id);
  await move(check, 0, { move: 'pause' });
  assert.equal((await readCheck(check)).status, 'on_hold');
  assert.equal((await read(check)).status, 'paused');
  assert.equal((await client.post(`${pathOf(check)}/resume`)).status, 204);
  assert.equal((await read(check)).status, 'awaiting_data');
  assert.equal((await readCheck(check)).status, 'in_progress');

  await move(check, 0, { move: 'pause' });
  await move(check, 1, { move: 'pause' });
  assert.equal((await client.post(`/checks/${check.id}/resume`)).status, 204);
  assert.deepEqual([(await read(check)).status, (await read(check, 1)).status], ['awaiting_data', 'awaiting_data']);
  const told = (await eventsOf(check)).filter((type) => /paused|resumed|on_hold/.test(type));
  assert.deepEqual(told, [
    'report.paused',
    'check.on_hold',
    'report.resumed',
    'check.resumed',
    'report.paused',
    'check.on_hold',
    'report.paused',
    'report.resumed',
    'report.resumed',
    'check.resumed',
  ]);
});

test('resuming a report that is not paused changes nothing and stores no event', async () => {
  const check = await makeCheck(client);
  const before = await eventsOf(check);
  assert.equal((await client.post(`${pathOf(check)}/resume`)).status, 204);
  await advance(client, check.id, 2);
  const after = await eventsOf(check);
  assert.equal((await client.post(`${pathOf(check)}/resume`)).status, 204);
  assert.deepEqual(await eventsOf(check), after);
  assert.deepEqual(before, ['check.created']);
});

test('a cancelled report does not affect the result; a check with only cancelled reports is cancelled', async () => {
  const check = await makeCheck(client, two);
  assert.equal((await client.post(`${pathOf(check)}/cancel`)).status, 204);
  assertRefused(await client.post(`${pathOf(check)}/cancel`), 422, 'validation_error', ['status']);
  await advance(client, check.id, 2);
  assert.deepEqual([(await readCheck(check)).status, (await readCheck(check)).result], ['complete', 'clear']);

  const none = await makeCheck(client, two);
  await client.post(`${pathOf(none, 0)}/cancel`);
  await client.post(`${pathOf(none, 1)}/cancel`);
  assert.deepEqual([(await readCheck(none)).status, (await readCheck(none)).result], ['cancelled', null]);
});

test('a report that awaits approval hides its findings until it is complete', async () => {
  const check = await makeCheck(client, two);
  await advance(client, check.id);
  const findings = {
    breakdown: { sources: { result: 'consider' } },
    properties: { matched_address: '12 High Street' },
    notes: 'Two matches.',
  };
  const outcome = { result: 'consider', subResult: null, findings } as const;
  await move(check, 0, { move: 'await_approval', outcome });
  assert.deepEqual(await read(check), { ...check.reports[0], status: 'awaiting_approval' });
  await move(check, 0, { move: 'need_more' });
  assert.deepEqual(await read(check), check.reports[0]);
  await move(check, 0, { move: 'complete', outcome });
  const report = await read(check);
  assert.deepEqual(report, {
    ...check.reports[0],
    status: 'complete',
    result: 'consider',
    breakdown: findings.breakdown,
    properties: { ...findings.properties, traffic_light: 'Amber', notes: 'Two matches.' },
  });
});

test('a withdrawn report never shows its findings', async () => {
  const check = await makeCheck(client, two);
  await advance(client, check.id);
  const findings = { breakdown: { sources: { result: 'consider' } }, properties: {}, notes: 'ours alone' };
  const outcome = { result: 'consider', subResult: null, trafficLight: 'Red', findings } as const;
  await move(check, 0, { move: 'await_approval', outcome });
  await move(check, 0, { move: 'withdraw' });
  await advance(client, check.id);
  assert.deepEqual(await read(check), { ...check.reports[0], status: 'withdrawn' });
  const { reports } = await readStored(ctx, account.caller('test'), check.id);
  assert.deepEqual([(await readCheck(check)).result, worstLight(reports)], ['clear', 'Green']);
});

test('the clock of test data goes at most a hundred years ahead, in any number of moves', async () => {
  const own = await makeAccount(ctx, 'Future Care');
  const client = v2Client(probity, 'test', own.keys.test);
  const tenYears = { seconds: 315_360_000 };
  for (let decades = 0; decades < 10; decades += 1) {
    assert.equal((await client.post('/sandbox/clock/advance', tenYears)).status, 200);
  }
  const { body: before } = await client.get<{ now: string }>('/sandbox/clock');
  assertRefused(await client.post('/sandbox/clock/advance', tenYears), 422, 'validation_error', ['seconds']);
  assert.equal((await client.get<{ now: string }>('/sandbox/clock')).body.now.slice(0, 13), before.now.slice(0, 13));
});

test('the clock of test data moves forward, and later events are dated by it', async () => {
  const own = await makeAccount(ctx, 'Clock Care');
  const client = v2Client(probity, 'test', own.keys.test);
  const now = async () => new Date((await client.get<{ now: string }>('/sandbox/clock')).body.now);
  assert.ok(Math.abs((await now()).getTime() - Date.now()) < 5000);
  const { body } = await client.post<{ now: string }>('/sandbox/clock/advance', { seconds: '864000' });
  assert.ok(Math.abs(new Date(body.now).getTime() - Date.now() - 864_000_000) < 5000);
  // A database notification tells every process of the change.
  let created = new Date(0);
  for (
    const until = performance.now() + 20_000;
    performance.now() < until && created.getTime() - Date.now() < 800_000_000;
  ) {
    created = new Date((await makeApplicant(client)).created_at);
  }
  assert.ok(Math.abs(created.getTime() - (await now()).getTime()) < 5000);
  const liveApplicant = await makeApplicant(v2Client(probity, 'live', own.keys.live));
  assert.ok(Math.abs(new Date(liveApplicant.created_at).getTime() - Date.now()) < 5000);
  for (const seconds of [0, -1, 1.5, 315_360_001, 'soon']) {
    assertRefused(await client.post('/sandbox/clock/advance', { seconds }), 422, 'validation_error', ['seconds']);
  }
  assertRefused(await client.post('/sandbox/clock/advance'), 422, 'validation_error', ['seconds']);
});

test('the database refuses a report, a check or an applicant that crosses from test to live', async () => {
  const check = await makeCheck(client);
  const foreign = await makeAccount(ctx, 'Other Care');
  const crossings = [
    sql`insert into checks (account_id, environment, id, applicant_id, type, status, created_at, sealed_order)
      select account_id, 'live', uuidv7(), applicant_id, type, status, created_at, sealed_order from checks
      where id = ${check.id}`,
    sql`insert into reports (account_id, environment, id, check_id, position, report_type_id, name, status, provider, created_at)
      select account_id, 'live', uuidv7(), check_id, 9, report_type_id, name, status, provider, created_at from reports
      where check_id = ${check.id}`,
    sql`update reports set account_id = ${foreign.accountId} where check_id = ${check.id}`,
    sql`update checks set environment = 'live' where id = ${check.id}`,
  ];
  for (const crossing of crossings) await assert.rejects(database.run(crossing), { code: '23503' });
});

test('a report is ordered with monitoring if its type offers it, as a form too', async () => {
  const applicant = await makeApplicant(client);
  const order = (monitor: string, name = 'sanctions') =>
    client.post<PlacedCheck>(`/applicants/${applicant.id}/checks`, { type: 'standard', reports: [{ name, monitor }] });
  assertRefused(await order('yearly', 'identity'), 422, 'validation_error', ['reports[0].monitor']);
  assertRefused(await order('before_expiry'), 422, 'validation_error', ['reports[0].monitor']);
  const { status, body } = await order('each_list');
  assert.equal(status, 201);
  assert.equal((body.reports[0] as { monitor?: string }).monitor, 'each_list');
  assert.deepEqual(await read(body), body.reports[0]);
  const other = await makeApplicant(client);
  const form = await probity.fetch(`/vft-staging/v2/applicants/${other.id}/checks`, {
    method: 'POST',
    key: account.keys.test,
    form: 'type=standard&reports[][name]=sanctions&reports[][monitor]=monthly',
  });
  assert.equal((form.json as PlacedCheck & { reports: { monitor?: string }[] }).reports[0]?.monitor, 'monthly');
});

test('a monitored test report changes on request, and is approved with its new result', async () => {
  const check = await makeCheck(client, { reports: [{ name: 'sanctions', monitor: 'yearly' }, { name: 'identity' }] });
  const change = (index: number, sent?: object) => client.post(`/sandbox${pathOf(check, index)}/change`, sent);
  await advance(client, check.id);
  assertRefused(await change(0), 422, 'validation_error', ['status']);
  await advance(client, check.id, 2);
  assertRefused(await change(1), 422, 'validation_error', ['status']);
  assert.equal((await change(0)).status, 204);
  const changed = await read(check);
  assert.deepEqual(
    [changed.status, changed.result, (await readCheck(check)).status],
    ['awaiting_approval', null, 'in_progress'],
  );
  assert.deepEqual((await eventsOf(check)).slice(-4), [
    'report.rechecked',
    'report.changed',
    'check.reopened',
    'report.awaiting_approval',
  ]);
  await client.post(`/sandbox${pathOf(check)}/complete`);
  assert.deepEqual([(await read(check)).result, (await readCheck(check)).result], ['consider', 'consider']);
  assert.equal((await change(0, { result: 'unidentified' })).status, 204);
  await client.post(`/sandbox${pathOf(check)}/complete`);
  assert.equal((await read(check)).result, 'unidentified');
});

test('stopping the monitoring of a report keeps its result, and repeating it changes nothing', async () => {
  const check = await makeCheck(client, { reports: [{ name: 'sanctions', monitor: 'yearly' }] });
  await advance(client, check.id, 2);
  const before = await read(check);
  const stop = () => client.post(`${pathOf(check)}/stop_monitoring`);
  assert.equal((await stop()).status, 204);
  assert.equal((await stop()).status, 204);
  const { monitor: _, ...rest } = before as Report & { monitor: string };
  assert.deepEqual(await read(check), rest);
  assert.equal((await eventsOf(check)).filter((type) => type === 'report.monitoring_stopped').length, 1);
  assertRefused(await client.post(`/sandbox${pathOf(check)}/change`), 422, 'validation_error', ['status']);
});
