// Orders of interface v1: submitted once per key, read in PascalCase, listed, cancelled, identity confirmed.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { advanceCheck } from '../../../src/features/checks/sandbox-actions.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { eventually } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v1Client } from './v1-client.ts';
import {
  type AnsweredOrder,
  type AnsweredStatus,
  candidateEntry,
  clientEntry,
  completeOrder,
  identityOrder,
  jane,
  janesAddress,
} from './v1-samples.ts';

const probity = await startProbity();
const { account, ctx, database } = probity;
const client = v1Client(probity);
const caller = account.caller('test');

const eventsOf = async (checkId: string) =>
  (
    await database.rows<{ type: string }>(
      sql`select type from events where check_id = ${checkId} order by recorded_at, id`,
    )
  ).map(({ type }) => type);

test('a candidate entry mails the candidate and waits for the form', async () => {
  const order = await candidateEntry(client);
  assert.equal(order.OrderState.StateDescription, 'Application');
  assert.deepEqual(
    order.Checks.map((check) => [check.CheckType, check.CheckState.StateDescription]),
    [['identity', 'Application']],
  );
  const mails = await database.rows(sql`select template from emails where check_id = ${order.CheckId}`);
  assert.deepEqual(mails, [{ template: 'check_invitation' }]);
  await advanceCheck(ctx, caller, order.CheckId);
  const started = await client.get<AnsweredOrder>(`/orders/${order.Id}`);
  assert.equal(started.body.OrderState.StateDescription, 'In Progress');
});

test('a client entry starts at once, without a mail or a form', async () => {
  const order = await clientEntry(client);
  assert.equal(order.OrderState.StateDescription, 'In Progress');
  assert.deepEqual(await database.rows(sql`select 1 from emails where check_id = ${order.CheckId}`), []);
  const events = await eventsOf(order.CheckId);
  assert.deepEqual(events.slice(0, 2), ['check.created', 'check.started']);
  assert.ok(events.includes('report.requested'));
  assert.ok(!events.includes('check.form_completed'));
});

test('an order is answered with everything that was sent, under the names of the guide', async () => {
  const given = {
    OrderLayout: '',
    PurchaseOrderNumber: 'PO-7',
    OtherReference: 'HR-7',
    Candidate: {
      CurrentName: {
        Title: 'Ms',
        FirstName: 'Jane',
        LastName: 'Sample',
        IsFromBirth: false,
        KnownFromDate: '2012-05-01',
      },
      PreviousNames: [
        { FirstName: 'Jane', LastName: 'Former', KnownFromDate: '1985-06-14', KnownToDate: '2012-05-01' },
      ],
      PersonalInfo: { ...jane.PersonalInfo, CurrentNationality: 'IE', PositionAppliedFor: 'Driver' },
      AddressList: [janesAddress],
    },
  };
  const { Candidate, ...order } = await clientEntry(client, given);
  const { CurrentName, PreviousNames, PersonalInfo, AddressList } = Candidate as unknown as {
    readonly [section: string]: Readonly<Record<string, unknown>>;
  };
  assert.deepEqual(CurrentName, { ...given.Candidate.CurrentName, MiddleNames: '', FullName: 'Jane Sample' });
  assert.deepEqual(PreviousNames, [
    { ...given.Candidate.PreviousNames[0], Title: '', MiddleNames: '', FullName: 'Jane Former' },
  ]);
  const { Gender, CandidateEmail, DateOfBirth, CurrentNationality, TownOfBirth, PurchaseOrderNumber } = PersonalInfo!;
  assert.deepEqual(
    { Gender, CandidateEmail, DateOfBirth, CurrentNationality, TownOfBirth, PurchaseOrderNumber },
    { ...jane.PersonalInfo, CurrentNationality: 'IE', TownOfBirth: '', PurchaseOrderNumber: 'PO-7' },
  );
  assert.equal(PersonalInfo!.OtherReference, 'HR-7');
  const oneName = { ...given.Candidate, CurrentName: { LastName: 'Sample', HasOneName: true, IsFromBirth: true } };
  const { Candidate: ofOneName } = await clientEntry(client, { Candidate: { ...oneName, PreviousNames: [] } });
  const { FirstName, HasOneName, FullName } = ofOneName.CurrentName as unknown as Record<string, unknown>;
  assert.deepEqual({ FirstName, HasOneName, FullName }, { FirstName: '', HasOneName: true, FullName: 'Sample' });
  const [address] = AddressList as unknown as { Address: object; DateLeftThisAddress: unknown }[];
  assert.deepEqual({ ...janesAddress.Address, ...address!.Address }, address!.Address);
  assert.equal(address!.DateLeftThisAddress, null);
  assert.deepEqual((await client.get<AnsweredOrder>(`/orders/${order.Id}`)).body, { ...order, Candidate });
});

test('counties and states are answered as sent, and the answer is a valid order again', async () => {
  const abroad = (Address: object, from: string, to: string) => ({
    ...{ Address, IsCurrentAddress: false, DateMovedToThisAddress: from, DateLeftThisAddress: to },
  });
  const AddressList = [
    { ...janesAddress, Address: { ...janesAddress.Address, County: 'Greater London', State: 'Region X' } },
    abroad(
      { StreetName: 'Main Street', Town: 'Cork', County: 'Cork', State: 'Munster', Country: 'IE' },
      '1990-01-01',
      '2005-02-28',
    ),
    abroad(
      { StreetName: 'Main Street', Town: 'Springfield', County: 'Sangamon', State: 'IL', Country: 'US' },
      '1985-06-14',
      '1989-12-31',
    ),
  ];
  const order = await clientEntry(client, { Candidate: { ...jane, AddressList } });
  const candidate = order.Candidate as unknown as Record<string, Record<string, unknown>>;
  const answered = candidate.AddressList as unknown as typeof AddressList;
  AddressList.forEach((given, index) => {
    const { Address, ...time } = { DateLeftThisAddress: null, ...answered[index]! };
    assert.deepEqual({ ...Address, ...given.Address }, Address);
    assert.deepEqual({ DateLeftThisAddress: null, ...given, Address }, { ...time, Address });
  });
  // A missing flag is answered as null, not as false or text.
  assert.deepEqual([candidate.CurrentName!.IsFromBirth, candidate.PersonalInfo!.HasValidDrivingLicense], [null, null]);
  assert.equal(candidate.PersonalInfo!.FSAApproved, '');
  const again = { Checks: [{ CheckType: 'identity' }], Candidate: candidate };
  for (const entry of ['candidateentry', 'cliententry']) {
    const { body } = await client.post(`/orders/${entry}/validate`, again);
    assert.deepEqual(body, { isValid: true });
  }
});

test('refinements of v1 are options of v2, and are answered as they were sent', async () => {
  const Refinements = ['children_barred_list:speedy', 'adults_barred_list'];
  const CheckSpecificData = { CheckCriminalJobRoleId: account.jobRoles.enhanced };
  const order = await candidateEntry(client, {
    Checks: [{ CheckType: 'criminal_history:enhanced', Refinements, CheckSpecificData }],
  });
  const [check] = order.Checks as unknown as readonly [{ Id: string; Refinements: unknown }];
  assert.deepEqual(check.Refinements, Refinements);
  const path = `/vft-staging/v2/checks/${order.CheckId}/reports/${check.Id}`;
  const report = await probity.fetch(path, { headers: { authorization: account.keys.test } });
  const { options } = report.json as { options: unknown };
  assert.deepEqual(options, [
    { name: 'children_barred_list', options: [{ name: 'speedy', options: null }] },
    { name: 'adults_barred_list', options: null },
  ]);
});

test('a stateless candidate is stateless in both interfaces', async () => {
  const PersonalInfo = { ...jane.PersonalInfo, CurrentNationality: 'xxa' };
  const order = await candidateEntry(client, { Candidate: { ...jane, PersonalInfo } });
  const { CurrentNationality } = (order.Candidate as unknown as { PersonalInfo: typeof PersonalInfo }).PersonalInfo;
  assert.equal(CurrentNationality, 'XXA');
  const v2 = { headers: { authorization: account.keys.test } };
  const listed = await probity.fetch('/vft-staging/v2/applicants?per_page=1', v2);
  const [applicant] = (listed.json as { applicants: { id: string; nationality: string }[] }).applicants;
  assert.equal(applicant?.nationality, 'XXA');
  const named = { first_name: 'Jane', last_name: 'Sample', email: 'jane@example.com' };
  const json = { ...named, gender: 'female', nationality: 'XXA' };
  assert.equal((await probity.fetch('/vft-staging/v2/applicants', { ...v2, method: 'POST', json })).status, 201);
  const refused = { ...v2, method: 'POST', json: { ...json, country_of_birth: 'XXA' } } as const;
  assert.equal((await probity.fetch('/vft-staging/v2/applicants', refused)).status, 422);
});

test('property names are read in any case', async () => {
  const body = JSON.parse(
    JSON.stringify(identityOrder()).replace(/"(\w+)":/g, (_, name: string) => `"${name.toLowerCase()}":`),
  );
  const answer = await client.post<AnsweredOrder>('/orders/candidateentry', body);
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.body.UniqueKey, body.uniquekey);
  const twice = await client.post('/orders/candidateentry', { ...identityOrder(), UNIQUEKEY: randomUUID() });
  assertRefused(twice, 400, 'invalid_fields', ['UNIQUEKEY']);
});

test('the same key and body return the same order; another body is refused', async () => {
  const body = identityOrder();
  const first = await client.post<AnsweredOrder>('/orders/candidateentry', body);
  const [again, shuffled] = [
    await client.post<AnsweredOrder>('/orders/candidateentry', body),
    await client.post<AnsweredOrder>('/orders/candidateentry', Object.fromEntries(Object.entries(body).reverse())),
  ];
  assert.deepEqual([again.status, again.body.Id, shuffled.body.Id], [201, first.body.Id, first.body.Id]);
  const other = { ...body, Checks: [{ CheckType: 'document' }] };
  assertRefused(await client.post('/orders/candidateentry', other), 409, 'already_taken', ['UniqueKey']);
  const entered = { ...completeOrder(), UniqueKey: body.UniqueKey };
  assertRefused(await client.post('/orders/cliententry', entered), 409, 'already_taken');
  // Live and test data never mix.
  const live = await v1Client(probity, 'live').post<AnsweredOrder>('/orders/candidateentry', body);
  assert.notEqual(live.body.Id, first.body.Id);
  const orders = await database.rows(sql`select 1 from checks where unique_key = ${body.UniqueKey}`);
  assert.equal(orders.length, 2);
});

test('keys that differ only in case are the same key', async () => {
  for (const given of ['lower', 'upper'] as const) {
    const body = identityOrder();
    const spelled = { lower: body.UniqueKey.toLowerCase(), upper: body.UniqueKey.toUpperCase() };
    const first = await client.post<AnsweredOrder>('/orders/candidateentry', { ...body, UniqueKey: spelled[given] });
    for (const UniqueKey of Object.values(spelled)) {
      const again = await client.post<AnsweredOrder>('/orders/candidateentry', { ...body, UniqueKey });
      assert.deepEqual([again.status, again.body.Id], [201, first.body.Id], `${given}, then ${UniqueKey}`);
      const valid = await client.post('/orders/candidateentry/validate', { ...body, UniqueKey });
      assert.deepEqual(valid.body, { isValid: true });
    }
    const other = { ...body, UniqueKey: spelled.upper, Checks: [{ CheckType: 'document' }] };
    assertRefused(await client.post('/orders/candidateentry', other), 409, 'already_taken', ['UniqueKey']);
  }
});

test('an order stored with its key in capitals is returned again too', async () => {
  const { UniqueKey, ...order } = identityOrder();
  const body = { ...order, UniqueKey: UniqueKey.toUpperCase() };
  const first = await client.post<AnsweredOrder>('/orders/candidateentry', body);
  const asItWasKept = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .map(([name, inner]) => [name.toLowerCase(), inner])
            .sort(),
        )
      : value,
  );
  const mac = (await ctx.keys.forAccount(account.accountId)).mac('checks.order_body', `candidate ${asItWasKept}`);
  await database.run(sql`update checks set body_mac = ${mac} where id = ${first.body.CheckId}`);
  const again = await client.post<AnsweredOrder>('/orders/candidateentry', body);
  assert.deepEqual([again.status, again.body.Id], [201, first.body.Id]);
});

test('of many concurrent submissions of one key, one makes the order', async () => {
  const body = identityOrder();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => client.post<AnsweredOrder>('/orders/candidateentry', body)),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map(({ body: { Id } }) => Id)).size, 1);
});

test('all problems of an order are answered at once with their paths, and nothing is stored', async () => {
  const before = await database.row(sql`select count(*) as count from applicants`);
  const answer = await client.post('/orders/candidateentry', {
    UniqueKey: 'no guid',
    Checks: [{ CheckType: 'nonsense' }],
    Candidate: { CurrentName: { FirstName: '' }, PersonalInfo: { DateOfBirth: '14/06/1985' } },
  });
  assertRefused(answer, 400, 'invalid_fields', [
    'Candidate.CurrentName.FirstName',
    'Candidate.CurrentName.LastName',
    'Candidate.PersonalInfo.CandidateEmail',
    'Candidate.PersonalInfo.DateOfBirth',
    'Checks[0].CheckType',
    'UniqueKey',
  ]);
  assert.deepEqual(await database.row(sql`select count(*) as count from applicants`), before);
  for (const body of ['{"UniqueKey":', '{"a":1,"a":2}', 'x']) {
    const headers = { 'content-type': 'application/json' };
    const malformed = await client.send('POST', '/orders/candidateentry', { body, headers });
    assertRefused(malformed, 400, 'malformed_request');
  }
  const form = { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  assertRefused(await client.send('POST', '/orders/cliententry', form), 415, 'unsupported_media_type');
});

test('a package orders its checks in its quantities', async () => {
  const reports = [{ name: 'identity' }, { name: 'right_to_work', quantity: 2 }];
  const id = await createPackage(ctx, 'system', account.accountId, { name: 'Twice', reports });
  const order = await candidateEntry(client, { PackageId: id, Checks: [] });
  assert.deepEqual(
    order.Checks.map(({ CheckType }) => CheckType),
    ['identity', 'right_to_work', 'right_to_work'],
  );
});

test('a check type is answered as it was ordered: by name, number or alias', async () => {
  const codes = ['UKIDAMLCheckUKAML', 'ADVERSE_media', '1', 'sanctions'];
  const order = await candidateEntry(client, { Checks: codes.map((CheckType) => ({ CheckType })) });
  assert.deepEqual(
    order.Checks.map(({ CheckType }) => CheckType),
    codes,
  );
  const read = (await client.get<AnsweredOrder>(`/orders/${order.Id}`)).body;
  assert.deepEqual(
    read.Checks.map(({ CheckType, CheckName }) => [CheckType, CheckName]),
    [
      ['UKIDAMLCheckUKAML', 'Identity and anti-money laundering'],
      ['ADVERSE_media', 'Adverse media'],
      ['1', 'Identity'],
      ['sanctions', 'Sanctions and politically exposed persons'],
    ],
  );
  const { checkStatuses } = (await client.get<AnsweredStatus>(`/orders/${order.Id}/status`)).body;
  assert.deepEqual(
    checkStatuses.map(({ checkName }) => checkName),
    codes,
  );
  const groups = [{ CheckTypeId: 'EmploymentHistoryUK', Quantity: 2 }, { CheckTypeId: 'identity' }];
  const grouped = await candidateEntry(client, { Checks: [], CheckGroups: groups });
  assert.deepEqual(
    grouped.Checks.map(({ CheckType }) => CheckType),
    ['EmploymentHistoryUK', 'EmploymentHistoryUK', 'identity'],
  );
});

test('findings are answered with the check, its notes and time also under the names of the guide', async () => {
  const order = await clientEntry(client);
  const [waiting] = order.Checks;
  assert.deepEqual([waiting!.Comment, waiting!.CompletedDate], ['', null]);
  assert.deepEqual(waiting!.Findings, { Breakdown: {}, Properties: {} });
  await advanceCheck(ctx, caller, order.CheckId);
  const [check] = (await client.get<AnsweredOrder>(`/orders/${order.Id}`)).body.Checks;
  const v2 = await probity.fetch(`/v2/checks/${order.CheckId}/reports/${check!.Id}`, { key: account.keys.test });
  const { breakdown, properties } = v2.json as { breakdown: object; properties: Record<string, unknown> };
  assert.deepEqual(check!.Findings, { Breakdown: breakdown, Properties: properties });
  const notes = 'Test data: nothing was looked up.';
  assert.deepEqual([check!.Comment, properties.notes, properties.traffic_light], [notes, notes, 'Green']);
  assert.match(String(check!.CompletedDate), /^\d{4}-\d\d-\d\dT/);
  assert.equal(check!.CompletedDate, check!.DateCompleted);
});

test('documents are answered under both names, whichever was sent', async () => {
  const licence = { DriverLicenseNumber: 'SAMPL856145J99AA', DriverLicenseIssuingCountry: 'GB' };
  const passport = { PassportNumber: '925665416', PassportIssuingCountry: 'GB', PassportExpiryDate: '2040-01-01' };
  const Identity = {
    PassportDocument: passport,
    DrivingDocument: { ...licence, DriverLicenseDate: '2020-01-01' },
    NationalInsuranceNumberDocument: { Number: 'AB123456C' },
  };
  const order = await clientEntry(client, { Candidate: { ...jane, AddressList: [janesAddress], Identity } });
  const answered = order.Candidate.Identity as unknown as Record<string, Record<string, unknown>>;
  const { PassportDocument: own, DrivingDocument: driving, NationalInsuranceNumberDocument: insurance } = answered;
  assert.deepEqual({ ...own, ...passport, PassportIssueDate: null }, own);
  assert.deepEqual([own!.Number, own!.IssuingCountry, own!.ExpiryDate], ['925665416', 'GB', '2040-01-01']);
  assert.deepEqual({ ...driving, ...licence, DriverLicenseDate: '2020-01-01' }, driving);
  assert.deepEqual([driving!.Number, driving!.IssueDate], ['SAMPL856145J99AA', '2020-01-01']);
  assert.deepEqual([insurance!.Number, insurance!.NationalInsuranceNumber], ['AB123456C', 'AB123456C']);
  const again = { Checks: [{ CheckType: 'identity' }], Candidate: order.Candidate };
  const { body } = await client.post('/orders/cliententry/validate', again);
  assert.deepEqual(body, { isValid: true });
});

test('the status of an order is answered in camelCase', async () => {
  const order = await candidateEntry(client, { Checks: [{ CheckType: 'identity' }, { CheckType: 'right_to_work' }] });
  const status = async () => (await client.get<AnsweredStatus>(`/orders/${order.Id}/status`)).body;
  const checks = (first: string, second: string) => [
    { checkName: 'identity', checkStatus: first },
    { checkName: 'right_to_work', checkStatus: second },
  ];
  assert.deepEqual(await status(), {
    id: order.Id,
    candidateFullName: 'Jane Sample',
    orderStatus: 'Application',
    checkStatuses: checks('Application', 'Application'),
  });
  await advanceCheck(ctx, caller, order.CheckId);
  await advanceCheck(ctx, caller, order.CheckId);
  assert.deepEqual((await status()).checkStatuses, checks('Completed - Green', 'In Progress'));
  await advanceCheck(ctx, caller, order.CheckId);
  assert.equal((await status()).orderStatus, 'Completed - Green');
});

test('orders are listed newest first, by state and day; open ones have a list of their own', async () => {
  const { keys } = account;
  const mine = v1Client(probity, 'live', keys.live);
  const open = await candidateEntry(mine);
  const over = await candidateEntry(mine);
  await mine.post(`/orders/${over.Id}/cancel`);
  const idsOf = async (path: string) => (await mine.get<AnsweredOrder[]>(path)).body.map(({ Id }) => Id);
  const all = await idsOf('/orders');
  assert.deepEqual(all.slice(0, 2), [over.Id, open.Id]);
  assert.deepEqual((await idsOf('/orders?state=cancelled'))[0], over.Id);
  assert.ok(!(await idsOf('/orders/GetOpenOrders')).includes(over.Id));
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(await idsOf(`/orders?from=${today}&to=${today}`), all);
  assert.deepEqual(await idsOf('/orders?to=2020-01-01'), []);
  const first = await mine.get<AnsweredOrder[]>('/orders?per_page=1');
  assert.deepEqual([first.body.length, first.headers['x-total-count']], [1, String(all.length)]);
  assert.match(String(first.headers.link), /per_page=1&page=2>; rel="next"/);
  assertRefused(await mine.get('/orders?state=Lost&from=soon'), 400, 'invalid_fields', ['from', 'state']);
});

test('an order is cancelled once, with its open checks', async () => {
  const order = await clientEntry(client);
  const cancelled = await client.post<AnsweredStatus>(`/orders/${order.Id}/cancel`);
  assert.deepEqual([cancelled.status, cancelled.body.orderStatus], [200, 'Cancelled']);
  assert.equal(cancelled.body.checkStatuses[0]?.checkStatus, 'Cancelled');
  assertRefused(await client.post(`/orders/${order.Id}/cancel`), 409, 'state_does_not_allow', ['OrderState']);
});

test('the identity of an ongoing criminal record check is confirmed once', async () => {
  const details = {
    ...{ CheckCriminalPositionAppliedFor: 'Driver', CheckCriminalPurposeOfCheck: 'employment' },
    ...{ CheckCriminalPlaceOfWork: 'England', CheckCriminalEmployerName: 'Example Ltd' },
    CheckCriminalEmploymentSector: 'Drivers',
  };
  const IdentityDocuments = ['Passport', 'UtilityBill'].map((DocumentType) => ({ DocumentType }));
  const order = await candidateEntry(client, {
    Checks: [{ CheckType: 'criminal_history:basic', CheckSpecificData: { ...details, IdentityDocuments } }],
  });
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await client.post(`/orders/${order.Id}/identity`)).status, 200);
  }
  const confirmed = (await eventsOf(order.CheckId)).filter((type) => type === 'check.identity_confirmed');
  assert.equal(confirmed.length, 1);
  const { identity_evidence: evidence } = (await readCheck(ctx, caller, order.CheckId)).order;
  assert.deepEqual(
    [evidence?.route, evidence?.seen.documents.map(({ document }) => document), evidence?.verdicts[0]?.is_met],
    ['Route 1', ['Passport', 'UtilityBill'], true],
  );
  assert.equal(evidence?.verdicts[0]?.details[0], 'The order gives no date of: Utility bill.');
  const plain = await candidateEntry(client);
  assertRefused(await client.post(`/orders/${plain.Id}/identity`), 409, 'state_does_not_allow', ['Checks']);
});

test('a user who acts for a subsidiary sees only its orders', async () => {
  const { accountId } = account;
  const subsidiary = async (externalId: string) =>
    (await createSubsidiary(ctx, 'system', accountId, { name: externalId, externalId })).id;
  const north = await subsidiary('north');
  await subsidiary('south');
  const user = (externalId: string, more: object) =>
    createUser(ctx, 'system', accountId, {
      ...{ name: externalId, email: `${externalId}@users.test`, role: 'standard' as const, externalId },
      ...more,
    });
  const northerner = await user('northerner', { ...scopeOf(north) });
  await user('reader', { role: 'read_only' });
  await user('anywhere', {});
  const act = (who?: string, organisation?: string) => ({
    headers: {
      ...(who === undefined ? {} : { VerifileUserId: who }),
      ...(organisation === undefined ? {} : { VerifileSubsidiaryOrganisationId: organisation }),
    },
  });
  const placed = await client.post<AnsweredOrder>('/orders/candidateentry', identityOrder(), act('northerner'));
  assert.equal(placed.status, 201, placed.text);
  const row = await database.row(sql`
    select ordered_by_user_id, subsidiary_id from checks where id = ${placed.body.CheckId}`);
  assert.deepEqual(row, { ordered_by_user_id: northerner.id, subsidiary_id: north });
  const path = `/orders/${placed.body.Id}`;
  assert.equal((await client.get(path, act('anywhere', 'north'))).status, 200);
  assert.equal((await client.get(path)).status, 200);
  assertRefused(await client.get(path, act(undefined, 'south')), 404, 'not_found');
  const southern = await client.get<AnsweredOrder[]>('/orders', act(undefined, 'south'));
  assert.deepEqual(southern.body, []);
  assertRefused(await client.get('/orders', act('nobody')), 401, 'unauthenticated');
  for (const headers of [act('reader'), act('northerner', 'south'), act(undefined, 'nowhere')]) {
    assertRefused(await client.get('/orders', headers), 403, 'not_permitted');
  }
});

test('an order repeated with Idempotency-Key is answered with the same bytes', async () => {
  const sent = { headers: { 'Idempotency-Key': randomUUID() } };
  const body = identityOrder();
  const [first, again] = [
    await client.post('/orders/candidateentry', body, sent),
    await client.post('/orders/candidateentry', body, sent),
  ];
  assert.equal(again.text, first.text);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  const wrong = { headers: { 'Idempotency-Key': randomUUID() } };
  const refused = await client.post('/orders/candidateentry', {}, wrong);
  const replayed = await client.post('/orders/candidateentry', {}, wrong);
  assertRefused(replayed, 400, 'invalid_fields');
  assert.deepEqual([replayed.text, replayed.headers['content-type']], [refused.text, 'application/problem+json']);
  assertRefused(await client.post('/orders/candidateentry', body, wrong), 422, 'idempotency_key_reused');
});

test('a caller who gets results by submitting an order again is recorded as their reader', async () => {
  const body = completeOrder();
  const submit = (headers = {}) => client.post<AnsweredOrder>('/orders/cliententry', body, { headers });
  const { CheckId } = (await submit()).body;
  await advanceCheck(ctx, caller, CheckId);
  const looks = async () =>
    (
      await database.rows<{ count: number }>(sql`
      select (detail ->> 'count')::int as count from events
      where check_id = ${CheckId} and type = 'check.results_read' and actor = ${`user:${account.userId}`}`)
    ).reduce((sum, { count }) => sum + count, 0);
  assert.equal((await submit()).body.Checks[0]?.Result, 'clear');
  const once = { 'Idempotency-Key': randomUUID() };
  assert.equal((await submit(once)).body.Checks[0]?.Result, 'clear');
  assert.equal((await submit(once)).headers['idempotent-replayed'], 'true');
  await eventually(looks, (count) => count === 3);
});
