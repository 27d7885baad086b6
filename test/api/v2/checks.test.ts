// Checks in interface v2: which orders are accepted, one ongoing check at a time, and how a check is answered.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGroup } from '../../../src/features/report-types/agreement-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v2Client } from './v2-client.ts';
import {
  advance,
  basicDetails,
  type Check,
  jane,
  makeApplicant,
  makeCheck,
  messagesOf,
  nobody,
  type PlacedCheck,
} from './v2-samples.ts';

const probity = await startProbity();
const { account, database } = probity;
const client = v2Client(probity);
const live = v2Client(probity, 'live');

const basic = { name: 'criminal_history', variant: 'basic' };
const enhanced = { name: 'criminal_history', variant: 'enhanced' };

/** Orders a check on a new applicant. */
async function order(given: object, applicant: object = {}) {
  const { id } = await makeApplicant(client, applicant);
  return client.post<PlacedCheck>(`/applicants/${id}/checks`, { type: 'standard', ...given });
}

const named = (check: PlacedCheck) => check.reports.map(({ name, variant }) => (variant ? `${name}:${variant}` : name));
const foreign = await makeAccount(probity.ctx, 'Foreign Care');

test('a new check awaits its applicant and its reports await data, with every attribute present', async () => {
  const { id } = await makeApplicant(client);
  const check = await makeCheck(client, { reports: [{ name: 'identity' }, { name: 'document' }] }, id);
  const { reports, ...rest } = check;
  assert.match(String(rest.form_uri), new RegExp(`^${probity.url}/form/[\\w-]{87}$`));
  assert.match(rest.download_uri, new RegExp(`^${probity.url}/results/[\\w-]{87}$`));
  assert.deepEqual(rest, {
    id: check.id,
    created_at: check.created_at,
    href: `/v2/applicants/${id}/checks/${check.id}`,
    type: 'standard',
    status: 'awaiting_applicant',
    tags: [],
    result: null,
    download_uri: rest.download_uri,
    form_uri: rest.form_uri,
    redirect_uri: null,
    results_uri: `${probity.url}/portal/checks/${check.id}`,
    activity_years: null,
    sandbox: true,
    order_id: check.order_id,
  });
  assert.deepEqual(
    reports.map(({ id: _, ...report }) => report),
    ['identity', 'document'].map((name, index) => ({
      created_at: check.created_at,
      name,
      href: `/v2/checks/${check.id}/reports/${reports[index]?.id}`,
      status: 'awaiting_data',
      result: null,
      sub_result: null,
      variant: null,
      options: null,
      breakdown: {},
      properties: {},
    })),
  );
});

test('create and read answer the same except for reports: objects if expanded, identifiers otherwise', async () => {
  const { id } = await makeApplicant(client);
  const created = await makeCheck(client, { tags: ['PO-1', 'second'], activity_years: 5 }, id);
  const path = `/applicants/${id}/checks`;
  const ids = { ...created, reports: created.reports.map((report) => report.id) };
  assert.deepEqual((await client.get<Check>(`${path}/${created.id}`)).body, ids);
  assert.deepEqual((await client.get(path)).body, { checks: [ids] });
  for (const query of ['?expand=reports', '?&expand=reports', '?expand=reports&', '?expand=x,reports']) {
    assert.deepEqual((await client.get<Check>(`${path}/${created.id}${query}`)).body, created, query);
    assert.deepEqual((await client.get(`${path}${query}`)).body, { checks: [created] }, query);
  }
  for (const query of ['?', '?expand=', '?expand=applicant', '?&']) {
    assert.deepEqual((await client.get<Check>(`${path}/${created.id}${query}`)).body, ids, query);
  }
});

test('the ordered arguments are answered: tags, years, redirect, words in any case, numbers as text', async () => {
  const { body } = await order({
    type: 'STANDARD',
    reports: [{ name: 'Identity' }],
    tags: ['PO-1', 'a'.repeat(80)],
    activity_years: '7',
    redirect_uri: 'https://example.com/done?x=1',
    async: false,
    suppress_form_emails: 'yes',
    charge_applicant_for_check: { any: 'thing' },
  });
  assert.deepEqual(named(body), ['identity']);
  assert.deepEqual(body.tags, ['PO-1', 'a'.repeat(80)]);
  assert.equal(body.activity_years, 7);
  assert.equal(body.redirect_uri, 'https://example.com/done?x=1');
});

test('options are answered as ordered, on create and on read', async () => {
  const options = [
    { name: 'children_barred_list', options: [{ name: 'speedy' }] },
    { name: 'adults_barred_list', options: [] },
  ];
  const { body } = await order({
    reports: [{ name: 'document' }, { ...enhanced, options }],
    criminal_history_report_details: { JobRoleId: account.jobRoles.enhanced },
  });
  const ordered = [
    { name: 'children_barred_list', options: [{ name: 'speedy', options: null }] },
    { name: 'adults_barred_list', options: null },
  ];
  assert.deepEqual(
    body.reports.map((report) => report.options),
    [null, ordered],
  );
  const read = await client.get(`/checks/${body.id}/reports/${body.reports[1]?.id}`);
  assert.deepEqual((read.body as PlacedCheck['reports'][number]).options, ordered);
});

test('reports and groups are joined: a report in both is ordered once, with the options of the named one', async () => {
  const withOptions = await createGroup(probity.ctx, 'system', account.accountId, {
    name: 'Carer',
    reports: [{ name: 'identity' }, { ...enhanced, options: [{ name: 'adults_barred_list', options: null }] }],
  });
  const { body } = await order({
    reports: [{ name: 'document' }, { name: 'identity' }],
    report_type_groups: [String(account.groupId), withOptions],
    criminal_history_report_details: { ...basicDetails, JobRoleId: String(account.jobRoles.enhanced) },
  });
  assert.deepEqual(named(body), [
    'document',
    'identity',
    'right_to_work',
    'criminal_history:basic',
    'criminal_history:enhanced',
  ]);
  assert.deepEqual(body.reports[4]?.options, [{ name: 'adults_barred_list', options: null }]);
  const alone = await order({ report_type_groups: [account.groupId], criminal_history_report_details: basicDetails });
  assert.equal(alone.body.reports.length, 3);
});

const identity = { reports: [{ name: 'identity' }] };
const details = 'criminal_history_report_details';

type Case = readonly [what: string, given: object, type: string, fields?: readonly string[]];
const refusals: readonly Case[] = [
  ['an express check', { ...identity, type: 'express' }, 'validation_error', ['type']],
  ['a check without a type', { ...identity, type: '' }, 'validation_error', ['type']],
  ['neither reports nor groups', {}, 'validation_error', ['reports']],
  ['empty reports and groups', { reports: [], report_type_groups: [''] }, 'validation_error', ['reports']],
  ['reports that are no list', { reports: 'identity' }, 'validation_error', ['reports']],
  ['a report that is no hash', { reports: ['identity'] }, 'validation_error', ['reports[0]']],
  ['a report without a name', { reports: [{ variant: 'basic' }] }, 'validation_error', ['reports[0].name']],
  ['the same report twice', { reports: [{ name: 'identity' }, { name: 'IDENTITY' }] }, 'validation_error', ['reports']],
  ['an unknown report', { reports: [{ name: 'palm_reading' }] }, 'invalid_reports_names', []],
  ['an unknown group', { report_type_groups: [999_999] }, 'validation_error', ['report_type_groups[0]']],
  [
    'a group of another account',
    { report_type_groups: [account.groupId, foreign.groupId] },
    'validation_error',
    ['report_type_groups[1]'],
  ],
  [
    'a group beyond all numbers',
    { report_type_groups: [3_000_000_000] },
    'validation_error',
    ['report_type_groups[0]'],
  ],
  [
    'more tags than a list could carry',
    { ...identity, tags: ['PO-1', ...Array.from({ length: 20 }, () => 'x'.repeat(1000))] },
    'validation_error',
    ['tags'],
  ],
  ['a group that is no number', { report_type_groups: ['a'] }, 'validation_error', ['report_type_groups[0]']],
  ['a variant that is needed', { reports: [{ name: 'criminal_history' }] }, 'invalid_check_type_for_variant', []],
  [
    'a variant that does not exist',
    { reports: [{ name: 'criminal_history', variant: 'deluxe' }] },
    'invalid_check_type_for_variant',
    [],
  ],
  [
    'a variant of a report without any',
    { reports: [{ name: 'identity', variant: 'basic' }] },
    'invalid_check_type_for_variant',
    [],
  ],
  [
    'an unknown option',
    { reports: [{ name: 'identity', options: [{ name: 'gold' }] }] },
    'validation_error',
    ['reports[0].options[0].name'],
  ],
  [
    'an unknown option of an option',
    { reports: [{ ...enhanced, options: [{ name: 'adults_barred_list', options: [{ name: 'gold' }] }] }] },
    'validation_error',
    ['reports[0].options[0].options[0].name'],
  ],
  [
    'options nested deeper than one level',
    {
      reports: [
        { ...enhanced, options: [{ name: 'adults_barred_list', options: [{ name: 'speedy', options: ['x'] }] }] },
      ],
    },
    'validation_error',
    ['reports[0].options[0].options[0].options'],
  ],
  [
    'an option nested as deep, as clients write it',
    {
      reports: [
        {
          ...enhanced,
          options: [{ name: 'adults_barred_list', options: [{ name: 'speedy', options: [{ name: 'speedy' }] }] }],
        },
      ],
    },
    'validation_error',
    ['reports[0].options[0].options[0].options'],
  ],
  ['a first tag of 51 characters', { ...identity, tags: ['é'.repeat(51)] }, 'validation_error', ['tags']],
  ['tags that are no list', { ...identity, tags: 'PO-1' }, 'validation_error', ['tags']],
  ['no years of activity', { ...identity, activity_years: 0 }, 'validation_error', ['activity_years']],
  ['half a year of activity', { ...identity, activity_years: 0.5 }, 'validation_error', ['activity_years']],
  ['years that are no number', { ...identity, activity_years: 'five' }, 'validation_error', ['activity_years']],
  ['a redirect over http', { ...identity, redirect_uri: 'http://example.com' }, 'validation_error', ['redirect_uri']],
  [
    'a redirect with a line break',
    { ...identity, redirect_uri: 'https://exa\nmple.com/' },
    'validation_error',
    ['redirect_uri'],
  ],
  [
    'a redirect to a script',
    { ...identity, redirect_uri: 'javascript:alert(1)' },
    'validation_error',
    ['redirect_uri'],
  ],
  [
    'a redirect without its slashes',
    { ...identity, redirect_uri: 'https:example.com' },
    'validation_error',
    ['redirect_uri'],
  ],
  [
    'a redirect of two lines',
    { ...identity, redirect_uri: 'https://example.com/\r\nX: y' },
    'validation_error',
    ['redirect_uri'],
  ],
  ['a redirect that is no address', { ...identity, redirect_uri: '/done' }, 'validation_error', ['redirect_uri']],
  [
    'a basic criminal record without details',
    { reports: [basic] },
    'failed_check_requirements',
    ['job_role', 'purpose', 'place_of_work', 'employer_name', 'employment_sector'].map(
      (field) => `${details}.${field}`,
    ),
  ],
  [
    'details with words of no list',
    {
      reports: [basic],
      [details]: { ...basicDetails, purpose: 'fun', place_of_work: 'Ireland', employment_sector: 'Alchemy' },
    },
    'failed_check_requirements',
    ['purpose', 'place_of_work', 'employment_sector'].map((field) => `${details}.${field}`),
  ],
  ['an enhanced one without a role', { reports: [enhanced] }, 'failed_check_requirements', [`${details}.JobRoleId`]],
  [
    'a job role that does not exist',
    { reports: [enhanced], [details]: { JobRoleId: 999_999_999_999 } },
    'failed_check_requirements',
    [`${details}.JobRoleId`],
  ],
  [
    'a job role of another account',
    { reports: [enhanced], [details]: { JobRoleId: foreign.jobRoles.enhanced } },
    'failed_check_requirements',
    [`${details}.JobRoleId`],
  ],
  [
    'a job role for another variant',
    { reports: [enhanced], [details]: { JobRoleId: account.jobRoles.standard } },
    'failed_check_requirements',
    [`${details}.JobRoleId`],
  ],
  [
    'a job role that is no number',
    { reports: [enhanced], [details]: { JobRoleId: 'carer' } },
    'validation_error',
    [`${details}.JobRoleId`],
  ],
];

test('refuses invalid orders, and stores nothing', async (t) => {
  const { id } = await makeApplicant(client);
  for (const [what, given, type, fields] of refusals) {
    await t.test(what, async () => {
      const answer = await client.post(`/applicants/${id}/checks`, { type: 'standard', ...given });
      assertRefused(answer, 422, type, fields);
    });
  }
  assert.deepEqual((await client.get(`/applicants/${id}/checks`)).body, { checks: [] });
});

test('refuses options nested too deep by the name of their field, also in a form', async () => {
  const { id } = await makeApplicant(client);
  const options = 'reports[][options][]';
  const form = `type=standard&reports[][name]=criminal_history&reports[][variant]=enhanced&${options}[name]=adults_barred_list&${options}[options][][name]=speedy&${options}[options][][options][][name]=speedy`;
  const answer = await client.send('POST', `/applicants/${id}/checks`, { form });
  assertRefused(answer, 422, 'validation_error', ['reports[0].options[0].options[0].options']);
});

test('refuses a job role that is no longer live', async () => {
  const own = await makeAccount(probity.ctx, 'Past Care');
  const client = v2Client(probity, 'test', own.keys.test);
  await database.run(sql`update job_roles set live = false where account_id = ${own.accountId}`);
  const { id } = await makeApplicant(client);
  const answer = await client.post(`/applicants/${id}/checks`, {
    type: 'standard',
    reports: [enhanced],
    [details]: { JobRoleId: own.jobRoles.enhanced },
  });
  assertRefused(answer, 422, 'failed_check_requirements', [`${details}.JobRoleId`]);
  assert.deepEqual((await client.get('/jobroles')).body, { job_roles: [] });
});

test('a middle name of one letter is valid as an initial in both interfaces; other names of one letter are not', async () => {
  for (const middle_name of ['J', 'é', 'e\u0301', 'Ж'])
    assert.equal((await order(identity, { middle_name })).status, 201);
  for (const middle_name of ["'", '7', '-', '\u3164'])
    assertRefused(await order(identity, { middle_name }), 422, 'failed_check_requirements', ['middle_name']);
  assertRefused(await order(identity, { first_name: 'J' }), 422, 'failed_check_requirements', ['first_name']);
  const CurrentName = { FirstName: 'Jane', MiddleNames: 'J', LastName: 'Applicant' };
  const PersonalInfo = { DateOfBirth: '1985-06-14', CandidateEmail: 'jane@example.com' };
  const json = {
    Checks: [{ CheckType: 'identity' }],
    Candidate: { CurrentName, PersonalInfo, PreviousNames: [CurrentName] },
  };
  const answer = await probity.fetch('/api/v1/orders/candidateentry/validate', {
    method: 'POST',
    key: account.keys.test,
    json,
  });
  assert.deepEqual(answer.json, { isValid: true });
});

test('the rules of names and emails apply when a check is placed, all at once', async () => {
  const answer = await order(identity, {
    first_name: 'J',
    middle_name: 'R2',
    last_name: 'Aaaant',
    email: 'jane@@example',
  });
  assertRefused(answer, 422, 'failed_check_requirements', ['email', 'first_name', 'last_name', 'middle_name']);
  assert.deepEqual(messagesOf(answer).first_name, ['is too short (minimum is 2 characters)']);
  const long = await order(identity, { last_name: 'Ab'.repeat(31), email: `${'a'.repeat(60)}@example.com` });
  assertRefused(long, 422, 'failed_check_requirements', ['email', 'last_name']);
  const names = { first_name: 'Anne-Marie', middle_name: 'Ó Dé', last_name: 'D’Àngelo' };
  assert.equal((await order(identity, names)).status, 201);
  // The form of the number is checked only if a report needs it.
  assert.equal((await order(identity, { id_numbers: [{ type: 'social_insurance', value: 'no' }] })).status, 201);
});

test('refuses an order that is concurrent with the submission of the form, without a deadlock', async () => {
  const deadlocks = async () => {
    const row = await database.row<{ deadlocks: number }>(sql`
      select deadlocks from pg_stat_database where datname = current_database()`);
    return row!.deadlocks;
  };
  const before = await deadlocks();
  for (let round = 0; round < 15; round += 1) {
    const check = await makeCheck(client);
    const applicantPath = check.href.slice('/v2'.length).split('/checks/')[0];
    const orders = Array.from({ length: 6 }, (_, index) =>
      client.post(
        `${applicantPath}/checks`,
        { type: 'standard', ...identity },
        { headers: { 'Idempotency-Key': `${round} ${index}` } },
      ),
    );
    const [, ...answers] = await Promise.all([advance(client, check.id), ...orders]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([422]));
  }
  assert.equal(await deadlocks(), before);
});

test('refuses a second check while one is ongoing, and accepts it when that one is over', async () => {
  const { id } = await makeApplicant(client);
  const order = { type: 'standard', ...identity };
  const path = `/applicants/${id}/checks`;
  const first = await makeCheck(client, {}, id);
  assertRefused(await client.post(path, order), 422, 'incomplete_checks', []);
  await client.post(`/checks/${first.id}/withdraw`);
  const second = await makeCheck(client, {}, id);
  assertRefused(await client.post(path, order), 422, 'incomplete_checks', []);
  await advance(client, second.id, 2);
  const third = await makeCheck(client, {}, id);
  await client.post(`/checks/${third.id}/reports/${third.reports[0]?.id}/cancel`);
  const fourth = await makeCheck(client, {}, id);
  const { checks } = (await client.get<{ checks: Check[] }>(path)).body;
  assert.deepEqual(
    checks.map((check) => [check.id, check.status]),
    [
      [fourth.id, 'awaiting_applicant'],
      [third.id, 'cancelled'],
      [second.id, 'complete'],
      [first.id, 'withdrawn'],
    ],
  );
  assert.ok(checks[0]!.order_id > checks[1]!.order_id);
});

test('of a hundred concurrent checks on one applicant, one is placed', async () => {
  const { id } = await makeApplicant(live);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => live.post(`/applicants/${id}/checks`, { type: 'standard', ...identity })),
  );
  const placed = answers.filter((answer) => answer.status === 201);
  assert.equal(placed.length, 1);
  for (const answer of answers) if (answer !== placed[0]) assertRefused(answer, 422, 'incomplete_checks');
  const tables = await database.row<Record<string, number>>(sql`
    select (select count(*) from checks where applicant_id = ${id}) as checks,
      (select count(*) from emails where applicant_id = ${id}) as emails,
      (select count(*) from events where applicant_id = ${id} and type = 'check.created') as events`);
  assert.deepEqual(tables, { checks: 1, emails: 1, events: 1 });
});

test('charges a live report at the account’s price, and a test report nothing', async () => {
  const charges = (checkId: string) =>
    database.rows(sql`
      select kind, amount_pence from charges c join reports r on r.id = c.report_id
      where r.check_id = ${checkId} order by r.position, kind desc`);
  const check = await makeCheck(live, { reports: [{ name: 'identity' }, { name: 'document' }] });
  const ordered = [
    { kind: 'order', amount_pence: 500 },
    // No price is agreed for a document.
    { kind: 'order', amount_pence: null },
  ];
  assert.deepEqual(await charges(check.id), ordered);
  await live.post(`/checks/${check.id}/withdraw`);
  const credited = ordered.flatMap((row) => [
    row,
    { kind: 'credit', amount_pence: row.amount_pence === null ? null : -row.amount_pence },
  ]);
  assert.deepEqual(await charges(check.id), credited);
  assert.deepEqual(await charges((await makeCheck(client)).id), []);
});

test('withdrawing a check withdraws its open reports, and ends it', async () => {
  const { id } = await makeApplicant(client);
  const check = await makeCheck(client, { reports: [{ name: 'identity' }, { name: 'document' }] }, id);
  await advance(client, check.id, 2);
  assert.equal((await client.post(`/checks/${check.id}/withdraw`)).status, 204);
  const { body } = await client.get<PlacedCheck>(`/applicants/${id}/checks/${check.id}?expand=reports`);
  assert.equal(body.status, 'withdrawn');
  assert.deepEqual(
    body.reports.map((report) => report.status),
    ['complete', 'withdrawn'],
  );
  assert.equal(body.result, 'clear');
  assertRefused(await client.post(`/checks/${check.id}/withdraw`), 422, 'validation_error', ['status']);
});

test('resuming a check that is not held changes nothing and stores no event', async () => {
  const check = await makeCheck(client);
  const events = () => database.rows(sql`select id from events where check_id = ${check.id}`);
  const before = await events();
  assert.equal((await client.post(`/checks/${check.id}/resume`)).status, 204);
  assert.deepEqual(await events(), before);
  await client.post(`/checks/${check.id}/withdraw`);
  const after = await events();
  assert.equal((await client.post(`/checks/${check.id}/resume`)).status, 204);
  assert.deepEqual(await events(), after);
});

test('a check is found under its own applicant only', async () => {
  const { id } = await makeApplicant(client);
  const check = await makeCheck(client);
  assertRefused(await client.get(`/applicants/${id}/checks/${check.id}`), 404, 'resource_not_found');
  assertRefused(await client.get(`/applicants/${nobody}/checks`), 404, 'resource_not_found');
  assertRefused(
    await client.post(`/applicants/${nobody}/checks`, { type: 'standard', ...identity }),
    404,
    'resource_not_found',
  );
  assertRefused(await live.post(`/checks/${check.id}/withdraw`), 404, 'resource_not_found');
});

test('a check keeps the facts of its placing after the applicant changes', async () => {
  const { id } = await makeApplicant(client, { last_name: 'Consider' });
  const check = await makeCheck(client, {}, id);
  await advance(client, check.id, 2);
  await client.put(`/applicants/${id}`, jane);
  const read = async (checkId: string) => (await client.get<Check>(`/applicants/${id}/checks/${checkId}`)).body.result;
  const next = await makeCheck(client, {}, id);
  await advance(client, next.id, 2);
  assert.deepEqual([await read(check.id), await read(next.id)], ['consider', 'clear']);
});

test('a live check needs an email with a registered domain, unless no name server answers', async () => {
  const dns = await startDnsServer({ 'registered.com': 'NOERROR', 'gone.com': 'NXDOMAIN', com: 'NOERROR' });
  after(() => dns.close());
  const settings = { PROBITY_EMAIL_DOMAIN_CHECK: 'dns', PROBITY_DNS_SERVERS: dns.address };
  const looking = await startProbity({ settings });
  const orderFor = async (environment: 'live' | 'test', email: string) => {
    const client = v2Client(looking, environment);
    const { id } = await makeApplicant(client, { email });
    return client.post<PlacedCheck>(`/applicants/${id}/checks`, { type: 'standard', ...identity });
  };
  const refused = await orderFor('live', 'a@mail.gone.com');
  assertRefused(refused, 422, 'failed_check_requirements', ['email']);
  assert.deepEqual(messagesOf(refused).email, ['has a domain that is not registered']);
  assert.equal((await orderFor('live', 'a@mail.registered.com')).status, 201);
  assert.equal((await orderFor('test', 'a@gone.com')).status, 201);
  const ofExample = 'newcomer@candidate.example';
  assert.equal((await orderFor('live', ofExample)).status, 422);
  await looking.database.run(sql`update accounts set is_demo = true`);
  assert.equal((await orderFor('live', ofExample)).status, 201, 'in the demo');
  assert.equal((await orderFor('live', 'a@mail.gone.com')).status, 422, 'in the demo too');
  const { body } = await orderFor('live', 'a@whatever.dev');
  const noted = await looking.database.row<{ detail: object }>(sql`
    select detail from events where check_id = ${body.id} and type = 'check.created'`);
  assert.deepEqual(noted?.detail, { notes: ['email_domain_not_looked_up'] });
});

test("ignores the sandbox's arguments with a live key, whatever their values", async () => {
  const { id } = await makeApplicant(live);
  const answer = await live.post(`/applicants/${id}/checks`, { type: 'standard', ...identity, consider: 5 });
  assert.equal(answer.status, 201, answer.text);
  assertRefused(await order({ ...identity, consider: 5 }), 422, 'validation_error', ['consider']);
});
