// Setting up without the demo: from an empty database to a first API call, by commands only.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Agent, request } from 'undici';
import { commandLine, startCommand } from '../support/command-line.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/limited-loops.ts';
import { urlOf } from '../support/probity.ts';

const setUp = {
  name: 'Sample Care',
  settings: { vatPercent: 20, refuseUnpriced: 'yes', brandColour: '#17485a' },
  subsidiaries: [{ name: 'Sample North', externalId: 'north' }],
  users: [
    {
      name: 'Sample Administrator',
      email: 'Admin@sample.test',
      role: 'administrator',
      subsidiary: ['Sample North'],
      signIn: true,
      keys: [
        { environment: 'test', label: 'first', expires: '2199-01-01' },
        { environment: 'live', label: 'second' },
      ],
    },
    { name: 'Sample Reader', email: 'reader@sample.test', role: 'read_only' },
  ],
  jobRoles: [{ roleTitle: 'Care assistant', roleCheckType: 'enhanced', workingWithChildren: true }],
  groups: [
    {
      name: 'New employee',
      reports: [
        'identity',
        'criminal_history:basic',
        { report: 'criminal_history:enhanced', options: [{ name: 'children_barred_list', options: ['speedy'] }] },
      ],
    },
  ],
  packages: [
    { name: 'Standard', description: 'As agreed.', reports: ['identity', { report: 'document', quantity: 2 }] },
  ],
  reportTypes: [
    { report: 'identity', pence: 500 },
    { report: 'criminal_history:basic', pence: 2850 },
  ],
  deskUsers: [{ name: 'Sample Screener', email: 'screener@sample.test' }],
};

describe('setting up by the command line', () => {
  it('leads from an empty database to a first API call', async () => {
    const { connection } = await emptyDatabase();
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const { folder, env, run, json, file } = commandLine({
      DATABASE_URL: urlOf(connection),
      PROBITY_PORT: String(ports[0]),
      PROBITY_HTTP_PORT: String(ports[1]),
      PROBITY_METRICS_PORT: String(ports[2]),
      PROBITY_MAIL_URL: 'smtp://localhost:1',
    });
    const { code, out } = await run(['migrate']);
    assert.equal(code, 0);
    assert.match(out, /^applied 0001-/);
    const made = await json('accounts', 'create', '--file', file('setup.json', setUp));
    const sections = [
      'accounts',
      'subsidiaries',
      'users',
      'invitations',
      'keys',
      'jobRoles',
      'groups',
      'packages',
      'reportTypes',
    ];
    assert.deepEqual(Object.keys(made), [...sections, 'deskUsers']);
    assert.equal(made.invitations?.[0]?.email, 'admin@sample.test');
    const { accounts: settings } = await json('accounts', 'settings');
    const set = settings!
      .filter(({ value, default: usual }) => value !== usual)
      .map(({ name, value }) => [name, value]);
    assert.deepEqual(set, [
      ['certificateContentDays', '183'],
      ['vatPercent', '20'],
      ['refuseUnpriced', 'yes'],
    ]);

    const serving = startCommand(env, ['serve']);
    try {
      await until(() => serving.said().out.includes('ready ') || serving.child.exitCode !== null);
      assert.equal(serving.child.exitCode, null, serving.said().err);
      const dispatcher = new Agent({ connect: { ca: readFileSync(join(folder, 'var/tls/authority.pem'), 'utf8') } });
      const get = async (path: string, key: unknown) => {
        const { statusCode, body } = await request(`https://localhost:${ports[0]}/${path}`, {
          dispatcher,
          headers: { authorization: String(key) },
        });
        return { status: statusCode, json: (await body.json()) as Record<string, Record<string, unknown>[]> };
      };
      const [testKey, liveKey] = made.keys!.map(({ key }) => key);
      const groups = await get('vft-staging/v2/report_type_groups', testKey);
      assert.equal(groups.status, 200);
      assert.deepEqual(
        groups.json.report_type_groups?.map(({ name }) => name),
        ['New employee'],
      );
      const roles = await get('vftapi/v2/jobroles', liveKey);
      assert.deepEqual(
        roles.json.job_roles?.map(({ id, roleTitle, workingWithChildren }) => [id, roleTitle, workingWithChildren]),
        [[made.jobRoles?.[0]?.id, 'Care assistant', true]],
      );
      await dispatcher.close();
    } finally {
      serving.child.kill('SIGTERM');
    }
    assert.equal((await serving.ended).code, 0);
  });

  it('reports every problem in a file with its path, and stores nothing', async () => {
    const { connection } = await testDatabase();
    const { run, json, file } = commandLine({ DATABASE_URL: urlOf(connection) });
    const wrong = [
      {
        name: 'Sample Care',
        colour: 'blue',
        users: [{ name: 'Zero', email: 'zero@sample.test', role: 'all', keys: [{ label: 7 }] }],
      },
      {
        name: 'Other Care',
        settings: { vatPercent: 'twenty', refuseUnpriced: 'maybe', colour: 'blue' },
        users: [
          { name: 'One', email: 'one@sample.test', role: 'standard', keys: [{ environment: 'staging' }] },
          { name: '', email: 'ONE@sample.test', role: 'standard' },
          { name: 'Three', email: 'three', role: 'all', subsidiary: ['nowhere'] },
          'Four',
        ],
        jobRoles: [{ roleTitle: 7, roleCheckType: 'basic' }],
        groups: [
          { name: 'A', reports: ['identity', 'identity', 'horoscope', 'criminal_history'] },
          { name: 'B', reports: [{ report: 'criminal_history:enhanced', options: ['moon'] }] },
          { name: 'C', reports: [{ report: 'identity', quantity: 1 }] },
        ],
        packages: [{ name: 'P', reports: [{ report: 'identity', quantity: 0 }] }],
        reportTypes: [
          { report: 'identity', pence: -1 },
          { report: 'identity:gold', pence: 1 },
        ],
      },
    ];
    const { code, out, err } = await run(['accounts', 'create', '--file', file('wrong.json', wrong)]);
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.deepEqual(err.trimEnd().split('\n'), [
      'Nothing was changed:',
      '  [0].colour is not known here',
      '  [0].users[0].role must be one of administrator, standard, requester, approver, identity_verifier, decider, compliance, status_reader, record_reader, billing, read_only',
      "  [0].users[0].keys[0].environment can't be blank",
      '  [0].users[0].keys[0].label must be text',
      '  [1].users[0].keys[0].environment must be one of live, test',
      '  [1].users[2].role must be one of administrator, standard, requester, approver, identity_verifier, decider, compliance, status_reader, record_reader, billing, read_only',
      '  [1].users[3] must be an object',
      '  [1].jobRoles[0].roleTitle must be text',
      '  [1].jobRoles[0].roleCheckType must be one of standard, enhanced',
      '  [1].settings.vatPercent must be a whole number from 0 to 100',
      '  [1].settings.refuseUnpriced must be yes or no',
      '  [1].settings.colour is not a setting',
      "  [1].users[1].name can't be blank",
      '  [1].groups[0].reports[1] is listed twice',
      '  [1].groups[0].reports[2] is not a report type',
      '  [1].groups[0].reports[3] has no such variant',
      '  [1].groups[1].reports[0].options[0].name is not an option of criminal_history',
      '  [1].groups[2].reports[0] must be a report type, or an object with report and options',
      '  [1].packages[0].reports[0].quantity must be a whole number from 1 to 100',
      '  [1].reportTypes[0].pence must be a whole number of pence, at most 100,000,000',
      '  [1].reportTypes[1].report has no such variant',
    ]);
    assert.deepEqual(await json('accounts', 'list'), { accounts: [] });

    const twice = {
      name: 'Sample Care',
      users: [setUp.users[0], setUp.users[0]],
      groups: [setUp.groups[0], setUp.groups[0]],
    };
    const refused = await run(['accounts', 'create', '--file', file('twice.json', { ...setUp, ...twice })]);
    assert.equal(
      refused.err,
      'Nothing was changed:\n  users[1].email has already been taken\n  groups[1].name has already been taken\n',
    );
    assert.deepEqual(await json('accounts', 'list'), { accounts: [] });
  });

  it('creates things one by one too, and undoes what can be undone', async () => {
    const { connection } = await testDatabase();
    const { run, json } = commandLine({ DATABASE_URL: urlOf(connection) });
    await json('accounts', 'create', '--name', 'Sample Care');
    const { accounts: settings } = await json('accounts', 'set', 'Sample Care', 'referenceDateToleranceDays=20');
    const tolerance = settings?.find(({ name }) => name === 'referenceDateToleranceDays');
    assert.deepEqual([tolerance?.value, tolerance?.default], ['20', '31']);
    const user = ['--name', 'Sample User', '--email', 'user@sample.test', '--role', 'standard'];
    const { users } = await json('users', 'create', ...user);
    assert.equal(users?.[0]?.role, 'standard');
    const { keys } = await json(
      'keys',
      'create',
      '--user',
      'user@sample.test',
      '--environment',
      'test',
      '--label',
      'L',
    );
    assert.match(String(keys?.[0]?.key), /^test_[0-9a-z]{32}$/);

    const { packages } = await json('packages', 'create', '--name', 'Office', '--report', 'identity');
    const packageId = String(packages?.[0]?.id);
    await json('packages', 'change', packageId, '--report', 'identity', '--report', 'document');
    const { packages: listedPackages } = await json('packages', 'list');
    assert.deepEqual(
      listedPackages?.map(({ name, reports }) => [name, reports]),
      [['Office', ['identity', 'document']]],
    );
    await json('packages', 'end', packageId);
    assert.deepEqual(await json('packages', 'list'), { packages: [] });

    const listed = await run(['keys', 'list']);
    assert.ok(listed.out.includes(String(keys?.[0]?.key).slice(0, 9)));
    assert.ok(!listed.out.includes(String(keys?.[0]?.key)), 'the text of a key is printed once');
    await json('keys', 'revoke', '--id', String(keys?.[0]?.id).toUpperCase());
    const again = await run(['keys', 'revoke', '--id', String(keys?.[0]?.id)]);
    assert.deepEqual([again.code, again.err], [1, 'Nothing was changed:\n  --id is not known\n']);

    const changed = await json('users', 'change', '--email', 'user@sample.test', '--role', 'read_only', '--disable');
    assert.equal(changed.users?.[0]?.role, 'read_only');
    assert.notEqual(changed.users?.[0]?.disabledAt, null);

    const called = (externalId: string) =>
      run(['users', 'change', '--email', 'user@sample.test', '--external-id', externalId, '--json']);
    const externalIds = async () => (await json('users', 'list')).users?.map(({ externalId }) => externalId);
    const other = ['--name', 'Other User', '--email', 'other@sample.test', '--role', 'standard'];
    await json('users', 'create', ...other, '--external-id', 'ats-2');
    assert.equal((await called('ats-1')).code, 0);
    assert.deepEqual(await externalIds(), ['ats-1', 'ats-2']);
    const taken = await called('ats-2');
    assert.deepEqual([taken.code, taken.err], [1, 'Nothing was changed:\n  --external-id has already been taken\n']);
    assert.equal((await called('')).code, 0);
    assert.deepEqual(await externalIds(), [null, 'ats-2']);

    await json('job-roles', 'create', '--role-title', 'Driver', '--role-check-type', 'standard', '--is-volunteer');
    const { jobRoles } = await json('job-roles', 'list');
    assert.deepEqual(
      jobRoles?.map(({ roleTitle, isVolunteer, workingFromHome }) => [roleTitle, isVolunteer, workingFromHome]),
      [['Driver', true, false]],
    );
    await json('job-roles', 'retire', '--id', String(jobRoles?.[0]?.id));
    assert.deepEqual(await json('job-roles', 'list'), { jobRoles: [] });
    await json('report-types', 'create', '--report', 'identity', '--pence', '500');
    await json('report-types', 'create', '--report', 'identity', '--pence', '450', '--renew-after-months', '36');
    await json('report-types', 'create', '--report', 'identity', '--fee-pence', '100');
    const types = await json('report-types', 'list');
    const identity = types.reportTypes?.find(({ report }) => report === 'identity');
    const { pence, feePence, workingDays, renewAfterMonths } = identity ?? {};
    assert.deepEqual([pence, feePence, workingDays, renewAfterMonths], [450, 100, 1, 36], 'what is left out stays');
    const comingOf = async () => {
      const [one] = (await json('report-types', 'list')).reportTypes ?? [];
      return [one?.pence, one?.nextPence, one?.nextFeePence, one?.nextFrom];
    };
    const coming = ['--next-pence', '475', '--next-from', '2999-01-01'];
    await json('report-types', 'create', '--report', 'identity', ...coming);
    assert.deepEqual(await comingOf(), [450, 475, null, '2999-01-01']);
    const dayless = await run(['report-types', 'create', '--report', 'identity', '--next-pence', '475']);
    assert.match(dayless.err, /--next-from must be given with a price, a fee or volume prices to come/);
    await json('report-types', 'create', '--report', 'identity', '--next-from', 'never');
    const volume = async (text: string) => {
      await json('report-types', 'create', '--report', 'identity', '--volume-prices', text);
      return (await json('report-types', 'list')).reportTypes?.[0]?.volumePrices;
    };
    assert.equal(await volume('51: 4.00; 201: 3.50'), '51: 4.00; 201: 3.50');
    assert.equal(await volume('never'), null);
    assert.deepEqual(await comingOf(), [450, null, null, null]);
    await json('report-types', 'switch-off', '--report', 'identity');
    const [template] = (await json('report-types', 'switch-on', '--template', 'everything')).reportTypes ?? [];
    assert.ok(Number(template?.available) >= (types.reportTypes?.length ?? 0));
  });

  it('creates screeners for their accounts', async () => {
    const { connection } = await testDatabase();
    const { run, json } = commandLine({ DATABASE_URL: urlOf(connection) });
    for (const name of ['North', 'South']) await json('accounts', 'create', '--name', name);
    const person = ['--name', 'Sample Screener', '--email', 'screener@sample.test'];
    const homeless = await run(['desk-users', 'create', ...person]);
    assert.equal(homeless.err, "Nothing was changed:\n  --for can't be blank, unless it is all of them\n");
    const created = await json('desk-users', 'create', ...person, '--for', 'North');
    const { newUntil } = (await json('desk-users', 'list')).deskUsers![0]!;
    assert.ok(String(newUntil) > new Date(Date.now() + 80 * 86_400_000).toISOString(), 'new for three months');
    assert.equal(created.deskUsers?.length, 1);
    const changed = await json(
      'desk-users',
      'change',
      '--email',
      'screener@sample.test',
      '--for',
      'South',
      '--for',
      'North',
    );
    assert.deepEqual(new Set(changed.deskUsers?.[0]?.accounts as string[]), new Set(['North', 'South']));
    assert.equal(changed.deskUsers?.[0]?.role, 'screener');
    const promoted = await json('desk-users', 'change', '--email', 'screener@sample.test', '--role', 'reviewer');
    assert.deepEqual(
      [promoted.deskUsers?.[0]?.role, promoted.deskUsers?.[0]?.accounts],
      ['reviewer', changed.deskUsers?.[0]?.accounts],
    );

    const invited = await json('sign-ins', 'invite', '--email', 'Screener@sample.test', '--json');
    assert.equal(invited.invitations?.[0]?.email, 'screener@sample.test');
    assert.match(String(invited.invitations?.[0]?.link), /\/sign-in\/link\/[\w-]{43}$/);
    const unknown = await run(['sign-ins', 'invite', '--email', 'nobody@sample.test']);
    assert.match(unknown.err, /email belongs to no user/);
    const reset = await run(['sign-ins', 'reset-second-factors', '--email', 'screener@sample.test']);
    assert.deepEqual([reset.code, reset.err], [0, '']);
    assert.match(reset.out, /\/sign-in\/link\/[\w-]{43}/);
    const ended = await run(['sign-ins', 'end-sessions', '--desk']);
    assert.deepEqual([ended.code, ended.err, ended.out], [0, '', '0 sessions are ended.\n']);
    const unnamed = await run(['sign-ins', 'end-sessions']);
    assert.match(unnamed.err, /whose must be --email, --account or --desk/);
    await json('accounts', 'create', '--name', 'East');
    const colleague = ['--name', 'Colleague', '--email', 'colleague@sample.test', '--for', 'East'];
    await json('desk-users', 'create', ...colleague);
    const handOver = (...more: string[]) =>
      ['desk-users', 'hand-over', '--email', 'screener@sample.test', ...more] as const;
    const [left] = (await json('desk-users', 'list')).deskUsers!.filter(({ name }) => name !== 'Colleague');
    const [account] = left!.accounts as string[];
    const unsaid = await run([...handOver()]);
    assert.match(unsaid.err, /--to or --to-queue must be given, and one of them only/);
    const wrong = await run([...handOver('--to-queue', '--for', account!)]);
    assert.match(wrong.err, /--for can only be given to a colleague/);
    const given = await json(...handOver('--to', 'colleague@sample.test', '--for', account!));
    assert.deepEqual(given, { handedOver: [{ reports: 0, accounts: 1 }], stayed: [] });
    const twice = await json(...handOver('--to', 'colleague@sample.test', '--for', account!));
    assert.deepEqual(twice.handedOver, [{ reports: 0, accounts: 0 }]);
    const disabled = await json('desk-users', 'disable', '--email', 'screener@sample.test');
    assert.notEqual(disabled.deskUsers?.[0]?.disabledAt, null);
    assert.equal(disabled.deskUsers?.[0]?.claimedReports, 0);
  });

  it('asks for the account if there are several', async () => {
    const { connection } = await testDatabase();
    const { run, json } = commandLine({ DATABASE_URL: urlOf(connection) });
    const none = await run(['users', 'list']);
    assert.match(none.err, /--account does not exist yet: make one with `probity accounts create`/);
    for (const name of ['North', 'South']) await json('accounts', 'create', '--name', name);
    assert.match((await run(['users', 'list'])).err, /--account must be given: there are 2/);
    assert.match((await run(['users', 'list', '--account', 'West'])).err, /--account West does not exist/);
    assert.deepEqual(await json('users', 'list', '--account', 'North'), { users: [] });
  });

  it('copies the agreement of one account to another', async () => {
    const { connection } = await testDatabase();
    const { run, json, file } = commandLine({ DATABASE_URL: urlOf(connection) });
    const { users: _, deskUsers: __, ...agreement } = setUp;
    await json('accounts', 'create', '--file', file('agreement.json', [agreement, { name: 'Other Care' }]));
    const copy = (from: string) => ['accounts', 'copy-agreement', '--from', from, '--account', 'Other Care'];
    assert.match((await run(copy('Other Care'))).err, /--from is the same account/);
    assert.match((await run(copy('Nobody'))).err, /--from Nobody does not exist/);
    const { accounts } = await json(...copy('Sample Care'));
    const { id: _id, from: _from, ...copied } = accounts![0]!;
    assert.deepEqual(copied, {
      ...{ reportTypes: 2, packages: ['Standard'], groups: ['New employee'] },
      ...{ jobRoles: ['Care assistant, enhanced'], kept: [], refusedRoles: [], unorderedPackages: [] },
    });
    const of = async (name: string) => (await json('report-types', 'list', '--account', name)).reportTypes;
    assert.deepEqual(await of('Other Care'), await of('Sample Care'));
  });

  it('renames a subsidiary, and changes or ends its external id', async () => {
    const { connection } = await testDatabase();
    const { run, json } = commandLine({ DATABASE_URL: urlOf(connection) });
    await json('accounts', 'create', '--name', 'Sample');
    await json('subsidiaries', 'create', '--name', 'North', '--external-id', 'north');
    await json('subsidiaries', 'create', '--name', 'South', '--external-id', 'south');
    const change = (...options: string[]) => run(['subsidiaries', 'change', ...options]);
    assert.match((await change('--subsidiary', 'north', '--name', 'south')).err, /--name has already been taken/);
    assert.match((await change('--subsidiary', 'West', '--name', 'East')).err, /--subsidiary is not known/);
    const renamed = await json('subsidiaries', 'change', '--subsidiary', 'North', '--name', 'North and East');
    assert.deepEqual(
      renamed.subsidiaries?.map(({ name, externalId }) => [name, externalId]),
      [['North and East', 'north']],
    );
    assert.match((await change('--subsidiary', 'south', '--external-id', 'north')).err, /--external-id has already/);
    const ended = await json('subsidiaries', 'change', '--subsidiary', 'south', '--external-id', '');
    assert.deepEqual([ended.subsidiaries?.[0]?.name, ended.subsidiaries?.[0]?.externalId], ['South', null]);
  });

  it('accepts the ids of accounts and subsidiaries in capital letters', async () => {
    const { connection } = await testDatabase();
    const { json } = commandLine({ DATABASE_URL: urlOf(connection) });
    const inCapitals = (row: Readonly<Record<string, unknown>> | undefined) => String(row?.id).toUpperCase();
    const [north] = (await json('accounts', 'create', '--name', 'North')).accounts!;
    await json('accounts', 'create', '--name', 'South');
    const ofNorth = ['--account', inCapitals(north)];
    const made = await json('subsidiaries', 'create', ...ofNorth, '--name', 'East');
    const person = ['--name', 'Sample User', '--email', 'user@sample.test', '--role', 'standard'];
    await json('users', 'create', ...ofNorth, ...person, '--subsidiary', inCapitals(made.subsidiaries?.[0]));
    const { users } = await json('users', 'list', '--account', 'North');
    assert.deepEqual(
      [users?.[0]?.email, users?.[0]?.subsidiaryIds],
      ['user@sample.test', [made.subsidiaries?.[0]?.id]],
    );
    await json('subsidiaries', 'create', ...ofNorth, '--name', 'West');
    const change = async (...more: string[]) =>
      (await json('users', 'change', ...ofNorth, '--email', 'user@sample.test', ...more)).users![0]!.subsidiaryIds;
    const held = (await change('--subsidiary', 'West', '--subsidiary', 'East')) as string[];
    assert.deepEqual([held.length, held[1]], [2, made.subsidiaries?.[0]?.id], 'in the order in which they were given');
    assert.deepEqual(await change('--role', 'requester'), held);
    assert.equal(await change('--whole-account'), null);
    const screener = ['--name', 'Sample Screener', '--email', 'screener@sample.test', '--for', inCapitals(north)];
    await json('desk-users', 'create', ...screener);
    const { deskUsers } = await json('desk-users', 'list');
    assert.deepEqual(deskUsers?.[0]?.accounts, ['North']);
  });

  it('explains its usage when it is used wrongly', async () => {
    const { run, file } = commandLine({ DATABASE_URL: 'postgres://nobody@localhost:1/none' });
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [['sing'], /unknown command 'sing'/],
      [['users', 'sing'], /unknown command 'sing'\n\nUsage: probity users .*\n\nan account's users\n/],
      [['users', 'create', '--colour', 'blue'], /unknown option '--colour'/],
      [['users', 'create', '--name', 'a', '--name', 'b'], /'--name <text>' .* is given twice/],
      [['users', 'create', '--file', file('one.json', {}), '--name', 'a'], /'--file <file>' cannot .* '--name <text>'/],
      [['users', 'create', '--file', file('broken.json', '{')], /cannot be read as JSON/],
      [['users', 'create', '--file', '/nowhere.json'], /\/nowhere\.json.* cannot be read \(ENOENT\)/],
      [['users', 'list', 'all'], /too many arguments/],
      [['audit'], /probity audit .* verify /s],
      [['openapi', 'v3'], /'version'.* choices are v1, v2/],
      [['sign-ins', 'invite'], /'--email <email>' not specified/],
      [['serve', '--no-demon'], /unknown option '--no-demon'/],
    ];
    const ran = await Promise.all(wrong.map(([args]) => run(args)));
    ran.forEach(({ code, out, err }, index) => {
      assert.deepEqual([code, out], [2, ''], err);
      assert.match(err, wrong[index]![1]);
      assert.doesNotMatch(err, /^ +at /m);
    });
    const help = await Promise.all([run(['help']), run(['users', '--help']), run(['audit', '--help'])]);
    for (const { code, out, err } of help) assert.deepEqual([code, err, out.length > 100], [0, '', true]);
  });
});
