// The pages on which a client places an order, without JavaScript and in a real browser.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { changeSubsidiary, createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { changePackage, createJobRole, createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import {
  listAvailableTypes,
  switchOffTypes,
  switchOnTypes,
} from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { adoptStandard } from '../../../src/features/report-types/standard-actions.ts';
import { readWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays, addWorkingDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { weekdayDate } from '../../../src/portals/shared/start-words.ts';
import { accessibilityProblems, launchBrowser, openPage, scrollsSideways } from '../../support/browser.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity', pricePence: 500 },
  { name: 'criminal_history', variant: 'basic', pricePence: 2850 },
  { name: 'criminal_history', variant: 'standard' },
  { name: 'criminal_history', variant: 'enhanced' },
  { name: 'right_to_work', pricePence: 900 },
]);
const packageId = await createPackage(ctx, 'system', accountId, {
  name: 'Starter',
  description: 'For everybody who starts.',
  reports: [{ name: 'identity' }, { name: 'right_to_work' }],
});
const roleId = await createJobRole(ctx, 'system', accountId, {
  ...{ roleTitle: 'Carer', roleCheckType: 'enhanced', workingWithChildren: true },
});
const regulatedId = await createJobRole(ctx, 'system', accountId, {
  ...{ roleTitle: 'Care worker', roleCheckType: 'enhanced', answers: { personal_care: 'adults' } },
});
const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' });
for (const [role, subsidiaryId] of [
  ['identity_verifier', null],
  ['requester', north],
] as const) {
  await createUser(ctx, 'system', accountId, {
    name: role,
    email: `${role}@acme.test`,
    role,
    ...scopeOf(subsidiaryId),
  });
  await createSignIn(ctx, 'system', { email: `${role}@acme.test`, password });
}

const path = '/portal/orders/new';
const idOf = (name: string) => {
  const found = namedType(name);
  if ('missing' in found) throw new Error(`no report type ${name}`);
  return String(found.type.id);
};
const person = {
  ...{ first_name: 'Robin', last_name: 'Newcomer', email: 'robin@candidate.test', mobile: '07700 900123' },
  ...{ 'dob-day': '3', 'dob-month': '4', 'dob-year': '1990' },
};
const candidate = { ...person, subsidiary: 'none' };
const job = { job: 'Driver', employer: 'Acme Care', sector: 'Drivers', place: 'England', purpose: 'Employment' };

const client = await signedInVisitor(portal, clientEmail);
const messages = (body: string) => {
  const [, summary = ''] = body.split('govuk-error-summary__list');
  return [...summary.split('</ul>')[0]!.matchAll(/<a href="#([^"]+)">([^<]+)</g)].map(([, id, text]) => [id, text]);
};
const checkAt = async (location: unknown): Promise<Check> => {
  const [, id] = /^\/portal\/checks\/([0-9a-f-]{36})\?done=ordered$/.exec(String(location))!;
  const environment = (await ctx.db.row<{ environment: 'live' | 'test' }>(
    sql`select environment from checks where account_id = ${accountId} and id = ${id!}`,
  ))!.environment;
  return readCheck(ctx, portal.caller(environment), id!);
};

test('the variants of one report stand in the order of the catalogue', async () => {
  const shown = [
    ...(await client.get(path)).body.matchAll(/app-choices__label">(Criminal record, (?:basic|standard|enhanced))</g),
  ];
  assert.deepEqual(
    shown.map(([, label]) => label),
    ['Criminal record, basic', 'Criminal record, standard', 'Criminal record, enhanced'],
  );
});

test('an address or a number that may be mistyped is asked about before the order is placed, and may be kept', async () => {
  const slipped = { ...candidate, email: 'robin@gmial.com', mobile: '0770090012', what: String(packageId) };
  const answers = (await client.submit(path, path, { ...slipped, do: 'continue' })).body;
  assert.match(answers, /robin@gmial\.com: did you mean robin@gmail\.com\?/);
  assert.match(answers, /0770090012 does not look like a phone number of its country/);
  assert.match(answers, /value="place"[^>]*>\s*Place the order/, 'it can be placed as it is');
  const right = (await client.submit(path, path, { ...candidate, what: String(packageId), do: 'continue' })).body;
  assert.doesNotMatch(right, /Is this right\?/);
});

test('an order of a package is placed in two steps, with its price, and mails the candidate', async () => {
  const typed = { ...candidate, what: String(packageId), purchase_order: 'CC-7' };
  const answers = (await client.submit(path, path, { ...typed, do: 'continue' })).body;
  assert.match(
    answers,
    /Check the order[\s\S]*Robin Newcomer[\s\S]*3 April 1990[\s\S]*£5\.00[\s\S]*£9\.00[\s\S]*£14\.00/,
  );
  const sent = { ...hiddenFields(answers, path), do: 'place' };
  const placed = await client.post(path, sent);
  assert.equal(placed.status, 303);
  const check = await checkAt(placed.headers.location);
  assert.equal(check.tenant.environment, 'live');
  assert.equal(check.status, 'awaiting_applicant');
  assert.deepEqual(check.order.tags, ['CC-7']);
  assert.deepEqual(
    [check.order.facts.last_name, check.order.facts.dob, check.order.facts.email],
    ['Newcomer', '1990-04-03', 'robin@candidate.test'],
  );
  assert.deepEqual(
    check.reports.map(({ name }) => name),
    ['identity', 'right_to_work'],
  );
  assert.match((await client.get(String(placed.headers.location))).body, /The order is placed/);
  const mails = await ctx.db.rows(sql`select from emails where account_id = ${accountId} and check_id = ${check.id}`);
  assert.equal(mails.length, 1);
  // The button pressed twice, or the page sent again.
  assert.equal((await client.post(path, sent)).headers.location, placed.headers.location);
  const changed = await client.post(path, { ...sent, last_name: 'Other' });
  assert.deepEqual(
    [changed.status, messages(changed.body)[0]![1]],
    [422, 'This order was placed already. Send the form again to place another'],
  );
});

test('a package with a price of its own is confirmed and charged at that price', async () => {
  const dear = await createPackage(ctx, 'system', accountId, {
    ...{ name: 'Fixed', pricePence: 1000, reports: [{ name: 'identity', quantity: 2 }, { name: 'right_to_work' }] },
  });
  const typed = { ...candidate, email: 'fixed@candidate.test', last_name: 'Fixed', what: String(dear) };
  assert.match((await client.get(path)).body, /Fixed[\s\S]{0,400}£10\.00/);
  const answers = (await client.submit(path, path, { ...typed, do: 'continue' })).body;
  const shown = answers.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  assert.match(shown, /Price without VAT Fixed 2 × Identity Right to work £10\.00 Total £10\.00/);
  const sent = { ...hiddenFields(answers, path), do: 'place' };
  await changePackage(ctx, 'system', accountId, dear, {
    ...{ name: 'Fixed', pricePence: 1100, reports: [{ name: 'identity', quantity: 2 }, { name: 'right_to_work' }] },
  });
  assert.match((await client.post(path, sent)).body, /The prices or the reports have changed/);
  const again = (await client.submit(path, path, { ...typed, do: 'continue' })).body;
  const placed = await client.post(path, { ...hiddenFields(again, path), do: 'place' });
  const check = await checkAt(placed.headers.location);
  const charged = await ctx.db.row<{ pence: number }>(sql`
    select sum(h.amount_pence)::integer as pence from charges h join reports r on r.id = h.report_id
    where r.check_id = ${check.id}`);
  assert.equal(charged!.pence, 1100);
});

test('single reports are ordered with a package, each at its price, and what both have is ordered once', async () => {
  const fixed = await createPackage(ctx, 'system', accountId, {
    ...{ name: 'Fixed with more', pricePence: 1000, reports: [{ name: 'identity' }, { name: 'right_to_work' }] },
  });
  const types = `${idOf('criminal_history:basic')},${idOf('identity')}`;
  const typed = { ...candidate, email: 'more@candidate.test', last_name: 'More', what: String(fixed), types };
  const details = (await client.submit(path, path, { ...typed, do: 'continue' })).body;
  const answers = (await client.post(path, { ...hiddenFields(details, path), ...job, do: 'details' })).body;
  const shown = answers.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  assert.match(shown, /Fixed with more Identity Right to work £10\.00 Criminal record, basic £28\.50 Total £38\.50/);
  assert.match(shown, /Ordered once, because the package has it already: Identity\./);
  const placed = await client.post(path, { ...hiddenFields(answers, path), do: 'place' });
  const check = await checkAt(placed.headers.location);
  const charged = await ctx.db.rows<{ name: string; pence: number; package: string | null }>(sql`
    select r.name, h.amount_pence as pence, h.package from charges h join reports r on r.id = h.report_id
    where r.check_id = ${check.id} order by r.position`);
  assert.deepEqual(charged.map(Object.values), [
    ['identity', 357, 'Fixed with more'],
    ['right_to_work', 643, 'Fixed with more'],
    ['criminal_history', 2850, null],
  ]);
  const like = (await client.get(`${path}?like=${check.id}`)).body;
  assert.match(like, new RegExp(`value="${fixed}"[^>]* checked`), 'the next order begins with both');
  assert.match(like, new RegExp(`name="types" value="${idOf('criminal_history:basic')}" checked`));
  assert.doesNotMatch(like, new RegExp(`name="types" value="${idOf('identity')}" checked`));
});

test('a first day that has passed asks whether they work already, and is then recorded as a start without clearance', async () => {
  const today = ukDateOf(ctx.now());
  const startsOn = addDays(today, -5);
  const typed = {
    ...candidate,
    email: 'works@candidate.test',
    what: String(packageId),
    do: 'continue',
    starts_on: startsOn,
  };
  const asked = await client.submit(path, path, typed);
  assert.deepEqual(messages(asked.body), [
    ['starts_on', 'The first day of work has passed: tick below that they work already, or leave the day empty'],
  ]);
  assert.match(asked.body, /name="has_started"/);
  const answers = (await client.submit(path, path, { ...typed, has_started: '1' })).body;
  assert.match(answers.replace(/<[^>]+>/g, ' '), /they work already, without clearance/);
  const placed = await client.post(path, { ...hiddenFields(answers, path), do: 'place' });
  const check = await checkAt(placed.headers.location);
  const start = await readWorkStart(ctx, portal.caller('live'), check.id);
  assert.deepEqual([start?.startsOn, start?.hasStarted, start?.withoutClearance], [startsOn, true, true]);
  assert.match((await client.get(`/portal/checks/${check.id}`)).body, /Say how the risk is managed/);
  assert.doesNotMatch((await client.get(path)).body, /has_started/, 'nobody is asked before');
});

test('the planned first day is kept with the order, stays when a closed one is ordered again, and is refused when it is too long ago', async () => {
  const today = ukDateOf(ctx.now());
  const typed = { ...candidate, email: 'starter@candidate.test', what: String(packageId), do: 'continue' };
  const past = await client.submit(path, path, { ...typed, starts_on: addDays(today, -366) });
  assert.deepEqual(messages(past.body), [
    ['starts_on', 'The first day of work must be a day from today on, within a year'],
  ]);
  const startsOn = addDays(today, 20);
  const answers = (await client.submit(path, path, { ...typed, starts_on: startsOn })).body;
  assert.match(answers, new RegExp(`First day of work[\\s\\S]+${weekdayDate(startsOn)}`));
  const sent = { ...hiddenFields(answers, path), do: 'place' };
  const { location } = (await client.post(path, sent)).headers;
  const check = await checkAt(location);
  const planned = async (id: string) => (await readWorkStart(ctx, portal.caller('live'), id))?.startsOn;
  assert.equal(await planned(check.id), startsOn);
  const changed = await client.post(path, { ...sent, starts_on: addDays(today, 21) });
  assert.equal(changed.status, 422, 'the same order sent again with another day is another one');

  await closeCheck(ctx, portal.caller('live'), check.id, 'withdraw');
  const again = `/portal/checks/${check.id}/again`;
  assert.match((await client.get(again)).body, new RegExp(`first day of work stays: ${weekdayDate(startsOn)}`));
  const repeated = String((await client.submit(again, again, {})).headers.location);
  const placedAgain = /[0-9a-f-]{36}/.exec(repeated)![0];
  assert.equal(await planned(placedAgain), startsOn);

  await closeCheck(ctx, portal.caller('live'), placedAgain, 'withdraw');
  await portal.superuser.run(
    sql`update work_starts set starts_on = ${addDays(today, -1)} where check_id = ${placedAgain}`,
  );
  const next = `/portal/checks/${placedAgain}/again`;
  assert.doesNotMatch((await client.get(next)).body, /first day of work stays/);
  const last = String((await client.submit(next, next, {})).headers.location);
  assert.equal(await planned(/[0-9a-f-]{36}/.exec(last)![0]), undefined, 'a day that has passed is not planned again');
});

test('every problem is said beside its input, and what was typed stays', async () => {
  const nothing = await client.submit(path, path, { do: 'continue' });
  assert.equal(nothing.status, 422);
  assert.deepEqual(messages(nothing.body), [
    ['first_name', 'Enter the candidate’s first name'],
    ['last_name', 'Enter the candidate’s last name'],
    ['dob-day', 'Enter the candidate’s date of birth'],
    ['email', 'Enter the candidate’s email address'],
    ['what', 'Choose what to order'],
    ['subsidiary', 'Choose the subsidiary that it is for, or the whole account'],
  ]);
  const wrong = await client.submit(path, path, {
    ...{ ...candidate, first_name: 'Robin!', 'dob-day': '31', email: 'robin', mobile: '12', what: 'reports' },
    ...{ types: '99999999', purchase_order: 'x'.repeat(51), do: 'continue' },
  });
  assert.deepEqual(messages(wrong.body), [
    ['first_name', 'The first name must contain only letters, single spaces, hyphens and single quotes'],
    ['dob-day', 'The date of birth must be a real date'],
    ['email', 'The email address must contain exactly one @'],
    ['mobile', 'The mobile number is not a telephone number'],
    ['what', 'Choose what to order'],
    ['purchase_order', 'The purchase order number is too long (maximum is 50 characters)'],
  ]);
  assert.match(wrong.body, /value="Newcomer"/);
});

test('a criminal record check of a 15-year-old is refused beside the date of birth, before anything is charged', async () => {
  const young = { ...candidate, 'dob-year': String(ctx.now().getUTCFullYear() - 15) };
  const typed = { ...young, what: 'reports', types: idOf('criminal_history:basic'), do: 'continue' };
  assert.deepEqual(messages((await client.submit(path, path, typed)).body), [
    ['dob-day', 'The date of birth is of somebody under 16: UK criminal record checks are for people of 16 and over'],
  ]);
  const other = await client.submit(path, path, { ...typed, types: idOf('right_to_work') });
  assert.equal(other.status, 200);
});

test('a criminal record asks about the job, and a report offers its options and its monitoring', async () => {
  const typed = { ...candidate, what: 'reports', do: 'continue' };
  const [enhanced, basic, right] = [
    idOf('criminal_history:enhanced'),
    idOf('criminal_history:basic'),
    idOf('right_to_work'),
  ];
  const form = new URLSearchParams({ ...hiddenFields((await client.get(path)).body, path), ...typed });
  for (const id of [enhanced, basic, right]) form.append('types', id);
  const type = 'application/x-www-form-urlencoded';
  const asked = (await client.send(`${path}?environment=test`, type, form.toString())).body;
  const evidence = new RegExp(`<select[^>]*name="options_${basic}_identity_evidence"[\\s\\S]*?</select>`).exec(
    asked,
  )![0];
  assert.match(evidence, /value="identity_evidence:client"[^>]*>Seen by the client</);
  assert.doesNotMatch(asked, /type="checkbox" value="identity_evidence/, 'one choice, not a box for each');
  assert.match(asked, /Details of the order[\s\S]*Carer[\s\S]*value="Acme Care"[\s\S]*Children’s barred list/);
  const ids = { ...hiddenFields(asked, `${path}?environment=test`) };
  const details = new URLSearchParams({ ...ids, do: 'details', [`monitor_${right}`]: 'before_expiry' });
  const missing = await client.send(`${path}?environment=test`, type, details.toString());
  assert.deepEqual(
    messages(missing.body).map(([input]) => input),
    ['job_role', 'job', 'purpose', 'sector', 'employer', 'place'],
  );
  for (const [name, value] of Object.entries({ ...job, job_role: String(roleId) })) details.append(name, value);
  details.append(`options_${enhanced}`, 'children_barred_list');
  const offering = new URLSearchParams(details);
  offering.set('job_role', String(regulatedId));
  const refused = (await client.send(`${path}?environment=test`, type, offering.toString())).body;
  assert.deepEqual(messages(refused), [
    [
      'job_role',
      'The job role was agreed without this part of the criminal record check: Children’s barred list. Order without it, or ask your account manager',
    ],
  ]);
  assert.match(refused, /Care worker[\s\S]*?Enhanced, with the Adults’ barred list/);
  offering.delete(`options_${enhanced}`);
  const agreed = (await client.send(`${path}?environment=test`, type, offering.toString())).body;
  assert.match(agreed, /Check the order[\s\S]*Criminal record, enhanced[\s\S]*?Adults’ barred list/);
  details.append(`options_${basic}_identity_evidence`, 'identity_evidence:client');
  for (const ground of ['', 'regulated_adults']) {
    details.set('ground_children_barred_list', ground);
    assert.deepEqual(
      messages((await client.send(`${path}?environment=test`, type, details.toString())).body),
      [['ground_children_barred_list', 'Children’s barred list: choose why it may be searched']],
      'the law names no other ground',
    );
  }
  details.set('ground_children_barred_list', 'specified_place');
  const answers = (await client.send(`${path}?environment=test`, type, details.toString())).body;
  assert.match(answers, /Children’s barred list[\s\S]*Monitored: Before it expires[\s\S]*Carer[\s\S]*Driver/);
  assert.match(answers, /Children’s barred list\s*<\/dt>[\s\S]{0,120}Frequent work in a school/);
  assert.match(
    answers,
    /Warning<\/span>\s*“Criminal record, enhanced” shows everything that “Criminal record, basic” shows, and both are charged/,
    'a basic and an enhanced check of one candidate are not ordered without a warning',
  );
  assert.match(answers, /£37\.50, and one report without an agreed price/);
  details.set('do', 'place');
  details.set('confirmed', hiddenFields(answers, `${path}?environment=test`).confirmed!);
  const check = await checkAt(
    (await client.send(`${path}?environment=test`, type, details.toString())).headers.location,
  );
  assert.equal(check.tenant.environment, 'test');
  assert.equal(check.order.criminal_details?.JobRoleId, roleId);
  assert.deepEqual(check.order.list_grounds, { children_barred_list: 'specified_place' });
  assert.deepEqual(
    check.reports.map(({ name, variant, options, monitor }) => [name, variant, options, monitor]),
    [
      ['criminal_history', 'enhanced', [{ name: 'children_barred_list', options: null }], null],
      [
        'criminal_history',
        'basic',
        [{ name: 'identity_evidence', options: [{ name: 'client', options: null }] }],
        null,
      ],
      ['right_to_work', null, null, 'before_expiry'],
    ],
  );
});

test('an option of the criminal record check that no job role allows cannot be ticked, and the others say for which role', async () => {
  const typed = { ...candidate, what: 'reports', do: 'continue', types: idOf('criminal_history:enhanced') };
  const { body } = await client.submit(path, path, typed);
  const boxes = [...body.matchAll(/type="checkbox" value="([^"]+)"[\s\S]*?<\/label>([\s\S]*?)<\/div>/g)];
  assert.deepEqual(
    boxes.map(([, value, rest]) => [value, /Only for the job role [^<\n]+/.exec(rest!)?.[0]]),
    [
      ['children_barred_list', 'Only for the job role Carer'],
      ['children_barred_list:speedy', 'Only for the job role Carer'],
      ['adults_barred_list:speedy', 'Only for the job role Care worker'],
      ['rush', undefined],
    ],
  );
  assert.match(body, /Carer[\s\S]*?Enhanced; the Children’s barred list only if you tick it; child workforce/);
  assert.match(body, /Care worker[\s\S]*?Enhanced, with the Adults’ barred list; adult workforce/);
});

test('only job roles of the ordered level can be chosen, and the job is the one applied for until it is changed', async () => {
  await createJobRole(ctx, 'system', accountId, { roleTitle: 'Finance director', roleCheckType: 'standard' });
  const rolesAt = async (...reports: readonly string[]) => {
    const typed = { ...candidate, what: 'reports', do: 'continue', position: 'Van driver' };
    const { body } = await client.submit(path, path, { ...typed, types: reports.map(idOf).join() });
    const job = /id="job"[^>]*value="([^"]*)"/.exec(body)?.[1];
    return [['Carer', 'Care worker', 'Finance director'].filter((title) => body.includes(title)), job] as const;
  };
  assert.deepEqual(await rolesAt('criminal_history:enhanced'), [['Carer', 'Care worker'], undefined]);
  assert.deepEqual(await rolesAt('criminal_history:standard'), [['Finance director'], undefined]);
  assert.deepEqual(await rolesAt('criminal_history:basic'), [[], 'Van driver']);
});

test('only users who may order do so, for their own subsidiary', async () => {
  assert.equal((await (await signedInVisitor(portal, 'identity_verifier@acme.test')).get(path)).status, 403);
  const requester = await signedInVisitor(portal, 'requester@acme.test');
  assert.doesNotMatch((await requester.get(path)).body, /id="subsidiary"/);
  assert.match((await client.get(path)).body, /<option value="[0-9a-f-]{36}">North</);
  const order = async (person: typeof client, subsidiary: string) => {
    const typed = { ...candidate, what: String(packageId), subsidiary, do: 'continue' };
    const answers = (await person.submit(path, path, typed)).body;
    const placed = await person.post(path, { ...hiddenFields(answers, path), do: 'place' });
    const { id } = await checkAt(placed.headers.location);
    return (await ctx.db.row<{ subsidiary_id: string | null }>(
      sql`select subsidiary_id from checks where account_id = ${accountId} and id = ${id}`,
    ))!.subsidiary_id;
  };
  assert.deepEqual(await Promise.all([order(requester, ''), order(client, north), order(client, 'none')]), [
    north,
    north,
    null,
  ]);
});

test('whoever sees all subsidiaries says for which one the order is, or that it is for the whole account', async () => {
  const typed = { ...candidate, what: String(packageId), do: 'continue' };
  const unsaid = await client.submit(path, path, { ...typed, subsidiary: '' });
  assert.deepEqual(messages(unsaid.body), [
    ['subsidiary', 'Choose the subsidiary that it is for, or the whole account'],
  ]);
  const review = (await client.submit(path, path, { ...typed, subsidiary: 'none' })).body;
  assert.match(review, /Subsidiary\s*<\/dt>\s*<dd[^>]*>\s*The whole account/);
});

test('whoever sees several subsidiaries orders for one of theirs, says for which, and never for the whole account', async () => {
  const { id: south } = await createSubsidiary(ctx, 'system', accountId, { name: 'South' });
  const { id: east } = await createSubsidiary(ctx, 'system', accountId, { name: 'East' });
  const email = 'regional@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'R', email, role: 'standard', subsidiaryIds: [south, north] });
  await createSignIn(ctx, 'system', { email, password });
  const regional = await signedInVisitor(portal, email);
  const { body } = await regional.get(path);
  assert.match(body, /<select[^>]*id="subsidiary"/);
  assert.doesNotMatch(body, />East<|>The whole account</);
  const typed = { ...candidate, what: String(packageId), do: 'continue' };
  const said = async (subsidiary: string) =>
    messages((await regional.submit(path, path, { ...typed, subsidiary })).body).map(([, text]) => text);
  assert.deepEqual(await said(''), ['The subsidiary must be chosen']);
  for (const other of [east, 'none'])
    assert.deepEqual(await said(other), ['The subsidiary is not one of yours: choose another']);
  const review = await regional.submit(path, path, { ...typed, subsidiary: north });
  assert.match(review.body, /Subsidiary\s*<\/dt>\s*<dd[^>]*>\s*North/);
  const placed = await regional.post(path, { ...hiddenFields(review.body, path), do: 'place' });
  const { id } = await checkAt(placed.headers.location);
  const row = await ctx.db.row(sql`select subsidiary_id from checks where account_id = ${accountId} and id = ${id}`);
  assert.deepEqual(row, { subsidiary_id: north });
});

test('an order sent again for another subsidiary, or for one that the account lacks, is refused', async () => {
  const typed = { ...candidate, what: String(packageId), subsidiary: north, do: 'continue' };
  const sent = { ...hiddenFields((await client.submit(path, path, typed)).body, path), do: 'place' };
  const placed = await client.post(path, sent);
  assert.equal((await client.post(path, sent)).headers.location, placed.headers.location);
  assert.deepEqual(messages((await client.post(path, { ...sent, subsidiary: 'none' })).body), [
    ['first_name', 'This order was placed already. Send the form again to place another'],
  ]);
  for (const step of ['continue', 'place']) {
    const unknown = await client.post(path, { ...sent, unique_key: '', subsidiary: ctx.newId(), do: step });
    assert.deepEqual(messages(unknown.body), [
      ['subsidiary', 'The subsidiary is not one of your account: choose another'],
    ]);
  }
});

test('the reports of a package are ordered with its options, and the page says without which lists others are', async () => {
  const adults = [{ name: 'adults_barred_list', options: null }];
  const enhanced = { name: 'criminal_history', variant: 'enhanced' };
  const care = await createPackage(ctx, 'system', accountId, {
    ...{ name: 'Care home', pricePence: 6000, reports: [{ ...enhanced, options: adults }] },
  });
  const plain = await createPackage(ctx, 'system', accountId, { name: 'Without lists', reports: [enhanced] });
  await assert.rejects(
    createPackage(ctx, 'system', accountId, {
      ...{ name: 'Odd', reports: [{ name: 'identity', options: [{ name: 'adults_barred_list', options: null }] }] },
    }),
    { reason: 'invalid_fields' },
  );
  const review = async (what: number) => {
    const details = (await client.submit(path, path, { ...candidate, what: String(what), do: 'continue' })).body;
    const sent = { ...hiddenFields(details, path), ...job, job_role: String(regulatedId), do: 'details' };
    return (await client.post(path, sent)).body;
  };
  assert.match(await review(plain), /Without a barred list/);
  const shown = await review(care);
  assert.match(shown, /Criminal record, enhanced, with Adults’ barred list/);
  const placed = await client.post(path, { ...hiddenFields(shown, path), do: 'place' });
  const check = await checkAt(placed.headers.location);
  assert.deepEqual(check.reports[0]!.options, adults);
  assert.equal(check.order.list_grounds, undefined, 'the job role says why');
  const page = (await client.get(`/portal/checks/${check.id}/reports/${check.reports[0]!.id}`)).body;
  assert.match(page, /Adults’ barred list/);
});

test('a subsidiary that has ended is offered for no order, and takes none from its own people', async () => {
  const { id: sold } = await createSubsidiary(ctx, 'system', accountId, { name: 'Sold' });
  const email = 'sold@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'S', email, role: 'standard', ...scopeOf(sold) });
  await createSignIn(ctx, 'system', { email, password });
  const ofSold = await signedInVisitor(portal, email);
  const typed = { ...person, what: String(packageId), do: 'continue' };
  const before = (await ofSold.submit(path, path, typed)).body;
  assert.match(before, /Check the order/);
  const placed = await ofSold.post(path, { ...hiddenFields(before, path), do: 'place' });
  const check = await checkAt(placed.headers.location);
  await changeSubsidiary(ctx, 'system', accountId, { id: sold, hasEnded: true });
  assert.doesNotMatch((await client.get(path)).body, />Sold</);
  const refused = await ofSold.submit(path, path, typed);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /the subsidiary has ended and takes no order/);
  // Its people go on with what is ordered.
  assert.equal((await ofSold.get(`/portal/checks/${check.id}`)).status, 200);
  await closeCheck(ctx, portal.caller('live'), check.id, 'cancel');
  await assert.rejects(orderAgain(ctx, portal.caller('live'), check.id, null), {
    fields: { report: ['cannot be placed: the subsidiary has ended and takes no order'] },
  });
});

test('a package is ordered by its subsidiaries alone', async () => {
  const { id: west } = await createSubsidiary(ctx, 'system', accountId, { name: 'West' });
  const reports = [{ name: 'identity' }];
  const ofWest = await createPackage(ctx, 'system', accountId, { name: 'For West', subsidiaryIds: [west], reports });
  const ofNorth = await createPackage(ctx, 'system', accountId, { name: 'For North', subsidiaryIds: [north], reports });
  await assert.rejects(
    createPackage(ctx, 'system', accountId, { name: 'For a stranger', subsidiaryIds: [ctx.newId()], reports }),
    { fields: { subsidiaryIds: ['must be subsidiaries of the account'] } },
  );
  const ofRequester = await signedInVisitor(portal, 'requester@acme.test');
  const page = (await ofRequester.get(path)).body;
  assert.match(page, /For North/);
  assert.doesNotMatch(page, /For West/);
  const forged = await ofRequester.submit(path, path, { ...person, what: String(ofWest), do: 'continue' });
  assert.equal(forged.status, 422);
  const { body } = await client.get(path);
  assert.match(body, /For North[\s\S]*For West|For West[\s\S]*For North/);
  const send = (subsidiary: string) =>
    client.submit(path, path, { ...person, subsidiary, what: String(ofNorth), do: 'continue' });
  assert.match((await send(west)).body, /is a package that this subsidiary does not order/);
  assert.match((await send(north)).body, /Check the order/);
});

test('users who order packages alone choose no single report, also not by a forged form; administrators do', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { packagesOnly: true });
  try {
    const requester = await signedInVisitor(portal, 'requester@acme.test');
    const boss = { name: 'Boss', email: 'boss@acme.test', role: 'administrator' } as const;
    await createUser(ctx, 'system', accountId, boss);
    await createSignIn(ctx, 'system', { email: boss.email, password });
    const administrator = await signedInVisitor(portal, boss.email);
    const page = (await requester.get(path)).body;
    assert.match(page, /Starter/);
    assert.doesNotMatch(page, /single reports alone|name="types"/);
    const single = { ...person, what: 'reports', types: idOf('identity'), do: 'continue' };
    const forged = await requester.submit(path, path, single);
    assert.equal(forged.status, 422);
    assert.match(forged.body, /must be a package: you order no single reports/);
    const besides = await requester.submit(path, path, { ...single, what: String(packageId) });
    assert.match(besides.body, /must be a package: you order no single reports/);
    const ordered = await requester.submit(path, path, { ...person, what: String(packageId), do: 'continue' });
    const placed = await requester.post(path, { ...hiddenFields(ordered.body, path), do: 'place' });
    const check = await checkAt(placed.headers.location);
    const add = `/portal/checks/${check.id}/reports/new`;
    assert.match((await requester.get(add)).body, /You order packages alone/);
    const added = await requester.post(add, {
      ...hiddenFields(page, path),
      types: idOf('criminal_history:basic'),
      do: 'continue',
    });
    assert.equal(added.status, 422);
    assert.equal((await readCheck(ctx, portal.caller('live'), check.id)).reports.length, check.reports.length);
    assert.match((await administrator.get(path)).body, /single reports alone/);
    // Nor when they order again: of these alone the package is one.
    const review = await administrator.submit(path, path, {
      ...single,
      subsidiary: north,
      email: 'alone@candidate.test',
    });
    const alone = await checkAt(
      (await administrator.post(path, { ...hiddenFields(review.body, path), do: 'place' })).headers.location,
    );
    const more = { ...single, what: String(packageId), types: idOf('criminal_history:basic') };
    const details = await administrator.submit(path, path, {
      ...{ ...more, subsidiary: north, email: 'besides@candidate.test' },
    });
    const both = await administrator.post(path, { ...hiddenFields(details.body, path), ...job, do: 'details' });
    const combined = await checkAt(
      (await administrator.post(path, { ...hiddenFields(both.body, path), do: 'place' })).headers.location,
    );
    assert.equal(combined.reports.at(-1)!.name, 'criminal_history');
    for (const { id } of [check, alone, combined]) await closeCheck(ctx, portal.caller('live'), id, 'cancel');
    const again = async ({ id }: Check) => {
      const at = `/portal/checks/${id}/again`;
      return requester.post(at, hiddenFields((await requester.get(at)).body, at));
    };
    for (const one of [alone, combined]) {
      const refusedAgain = await again(one);
      assert.equal(refusedAgain.status, 422);
      assert.match(refusedAgain.body, /The order must be a package: you order no single reports/);
    }
    assert.equal((await again(check)).status, 303);
  } finally {
    await changeAccountSettings(ctx, 'system', accountId, { packagesOnly: false });
  }
});

test('what was confirmed is placed, or the change of its reports or prices is said', async () => {
  const [identity, right] = [idOf('identity'), idOf('right_to_work')];
  const form = new URLSearchParams({ ...hiddenFields((await client.get(path)).body, path), ...candidate });
  for (const [name, value] of Object.entries({ what: 'reports', types: `${identity},${right}`, do: 'details' })) {
    form.set(name, value);
  }
  const send = (body: URLSearchParams) => client.send(path, 'application/x-www-form-urlencoded', body.toString());
  const sent: Record<string, string> = { ...hiddenFields((await send(form)).body, path), do: 'place' };
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 700 }]);
  const dearer = await client.post(path, sent);
  assert.equal(dearer.status, 422);
  assert.deepEqual(messages(dearer.body), [
    ['confirmed', 'The prices or the reports have changed. Check the order again before you place it'],
  ]);
  assert.match(dearer.body, /£7\.00[\s\S]*£9\.00[\s\S]*£16\.00/);
  const again: Record<string, string> = { ...hiddenFields(dearer.body, path), do: 'place' };
  assert.equal(again.unique_key, sent.unique_key);
  await switchOffTypes(ctx, 'system', accountId, [{ name: 'identity' }]);
  const gone = await client.post(path, again);
  const [[input, message] = []] = messages(gone.body);
  assert.equal(input, 'what');
  assert.match(message!, /is a type of check that is not available to this account$/);
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 500 }]);
  const placed = await client.post(path, sent);
  const { reports } = await checkAt(placed.headers.location);
  assert.deepEqual(
    reports.map(({ name }) => name),
    ['identity', 'right_to_work'],
  );
  const available = await listAvailableTypes(ctx, accountId);
  form.set(
    'types',
    available
      .slice(0, 101)
      .map(({ type }) => type.id)
      .join(','),
  );
  assert.deepEqual(messages((await send(form)).body), [['what', 'The order has more than 100 checks']]);
});

test('while new orders are stopped, the pages of live orders say so, and nothing that was typed is lost', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: false });
  const stopped = /New orders of your account are stopped/;
  for (const page of [path, `${path}/bulk`]) {
    assert.match((await client.get(page)).body, stopped);
    assert.doesNotMatch((await client.get(`${page}?environment=test`)).body, stopped);
  }
  for (const page of ['/portal', '/portal/people']) {
    const [live, test] = [await client.get(page), await client.get(`${page}?environment=test`)];
    assert.match(live.body, stopped);
    assert.doesNotMatch(live.body, /role="button"[^>]*>Order a check/, `${page} offers what would be refused`);
    assert.doesNotMatch(test.body, stopped);
    assert.match(test.body, /role="button"[^>]*>Order a check/);
  }
  const typed = { ...candidate, what: 'reports', types: idOf('identity'), do: 'continue' };
  const refused = await client.submit(path, path, typed);
  assert.equal(refused.status, 422);
  assert.deepEqual(messages(refused.body), [
    ['what', 'The order cannot be placed: new orders of this account are stopped'],
  ]);
  assert.match(refused.body, /value="robin@candidate\.test"/);
  await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: true });
  assert.equal((await client.submit(path, path, typed)).status, 200);
});

test('with the keyboard alone, on a phone, an order is placed; axe finds no problem on its pages', async () => {
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  const page = await openPage(browser, { screen: 'phone' });
  await page.goto(`${portal.url}/sign-in`);
  await page.locator('input[name=email]').fill(clientEmail);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/portal');
  await page.goto(`${portal.url}${path}?environment=test`);
  assert.deepEqual(await accessibilityProblems(page), []);
  await page.locator('#first_name').focus();
  // The tick of who has one name only, after the names, stays empty.
  for (const text of ['Robin', 'Newcomer', '', '3', '4', '1990', 'robin@candidate.test']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.locator('#subsidiary').selectOption('none');
  await page.locator('#what-reports').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('basic');
  const choice = page.locator('.app-choices__one:not([hidden])', { hasText: 'Criminal record, basic' });
  await choice.locator('input').focus();
  await page.keyboard.press('Space');
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.equal(await scrollsSideways(page), false);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('heading', { name: 'Details of the order' }).waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  await page.locator('#job').fill('Driver');
  await page.locator('#sector').selectOption('Drivers');
  await page.getByLabel('England').press('Space');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('heading', { name: 'Check the order' }).waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.equal(await scrollsSideways(page), false);
  await page.getByRole('button', { name: /^(Place the order|Order anyway)$/ }).press('Enter');
  await page.getByText('The order is placed').waitFor();
});

/** Opens a page whose script asks for the drafts of its forms, and waits until it has them. */
async function askingForDrafts(page: Page, open: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForResponse((answer) => /\/drafts\?/.test(answer.url()));
  await open();
  await asked;
}

test('the draft of another order changes nothing in the next step of this one', async () => {
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  const page = await openPage(browser);
  await page.goto(`${portal.url}/sign-in`);
  await page.locator('input[name=email]').fill(clientEmail);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/portal');
  const other = await page.context().newPage();
  for (const tab of [page, other]) await askingForDrafts(tab, () => tab.goto(`${portal.url}${path}`));
  const toDetails = async (tab: typeof page, firstName: string) => {
    for (const [name, text] of Object.entries({ ...person, first_name: firstName })) {
      await tab.locator(`[name="${name}"]`).fill(text);
    }
    await tab.locator('#subsidiary').selectOption('none');
    await tab.locator('#what-reports').check();
    await tab.locator('#report_search').fill('basic');
    await tab.locator(`[name=types][value="${idOf('criminal_history:basic')}"]`).check();
    // The page saves what it answers once it has put its draft back.
    let isAsked = false;
    const kept = tab.waitForResponse((answer) => {
      isAsked ||= /\/drafts\?/.test(answer.url());
      return isAsked && answer.request().method() === 'POST' && answer.url().endsWith('/drafts');
    });
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByRole('heading', { name: 'Details of the order' }).waitFor();
    await kept;
  };
  await toDetails(page, 'Robin');
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('Driver') === true);
  await page.locator('#job').fill('Driver');
  assert.equal((await saved).status(), 200);
  await toDetails(other, 'Kim');
  assert.equal(await other.locator('#job').inputValue(), '');
  assert.equal(await other.locator('[name=first_name]').inputValue(), 'Kim');
});

test('an order that is left on its second page is kept whole, also what was sent before it was saved', async () => {
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  const page = await openPage(browser);
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  const address = `${portal.url}${path}?environment=test`;
  await askingForDrafts(page, () => page.goto(address));
  const typed = { ...person, first_name: 'Lee', position: 'Van driver, nights' };
  for (const [name, text] of Object.entries(typed)) await page.locator(`[name="${name}"]`).fill(text);
  await page.locator('#subsidiary').selectOption('none');
  await page.locator('#what-reports').check();
  await page.locator('#report_search').fill('basic');
  const basic = page.locator(`[name=types][value="${idOf('criminal_history:basic')}"]`);
  await basic.check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Details of the order' }).waitFor();
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('Another') === true);
  await page.locator('#employer').fill('Another employer');
  assert.equal((await saved).status(), 200);
  await page.goto(`${portal.url}/portal?environment=test`);
  await page.goto(address);
  await page.getByText('We kept what you typed').waitFor();
  for (const [name, text] of Object.entries(typed))
    assert.equal(await page.locator(`[name="${name}"]`).inputValue(), text, name);
  assert.equal(await basic.isChecked(), true);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Details of the order' }).waitFor();
  assert.equal(await page.locator('#employer').inputValue(), 'Another employer');
  await page.goto(address);
  await askingForDrafts(page, () => page.getByRole('button', { name: 'Discard it' }).click());
  await page.waitForURL(/done=discarded/);
  assert.equal(await page.locator('#first_name').inputValue(), '');
});

test('a report is found by what the trade calls it, the United Kingdom first, and every count says what is listed', async () => {
  await switchOnTypes(ctx, 'system', accountId, [
    ...['dbs_update_service', 'character_reference'].map((name) => ({ name })),
    { name: 'criminal_history', variant: 'basic', pricePence: 2850 },
    { name: 'criminal_history', variant: 'enhanced' },
    { name: 'sanctions' },
    ...['fra', 'esp'].map((variant) => ({ name: 'criminal_history_international', variant })),
    { name: 'education', variant: 'uk' },
  ]);
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  const page = await openPage(browser);
  await page.goto(`${portal.url}/sign-in`);
  await page.locator('input[name=email]').fill(clientEmail);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/portal');
  await page.goto(`${portal.url}${path}`);
  await page.locator('#what-reports').check();
  const found = async (words: string) => {
    await page.locator('#report_search').fill(words);
    const groups = await page.locator('.app-choices__group:visible').all();
    const listed = await Promise.all(
      groups.map(async (group) => {
        const labels = await group.locator('.app-choices__label:visible').allTextContents();
        assert.equal(await group.locator('.app-count').textContent(), String(labels.length), words);
        return labels;
      }),
    );
    const labels = listed.flat();
    assert.match(
      (await page.locator('.app-choices__search [role=status]').textContent())!,
      new RegExp(`^${labels.length} reports? found`),
    );
    return labels;
  };
  const dbs = await found('dbs');
  assert.deepEqual(dbs.slice(0, 2), ['Criminal record, basic', 'DBS Update Service'], 'priced first, then by name');
  for (const words of ['french police', 'police check France'])
    assert.equal((await found(words))[0], 'Criminal record, France', words);
  assert.ok((await found('PEPs')).includes('Sanctions and politically exposed persons'));
  assert.ok(dbs.includes('Criminal record, enhanced'));
  assert.ok((await found('referee')).includes('Character reference'));
  assert.ok((await found('degree')).includes('Education, UK'));
  assert.match((await found('crim'))[0]!, /^Criminal record/);
});

test('a standard that is looked for among the reports is found as the package that it is', async () => {
  await adoptStandard(ctx, 'system', accountId, 'bpss');
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  const page = await openPage(browser);
  await page.goto(`${portal.url}/sign-in`);
  await page.locator('input[name=email]').fill(clientEmail);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/portal');
  await page.goto(`${portal.url}${path}`);
  await page.locator('#what-reports').check();
  const said = page.locator('.app-choices__search p:visible:not([role=status])');
  await page.locator('#report_search').fill('degree');
  assert.equal(await said.count(), 0);
  await page.locator('#report_search').fill('BPSS');
  assert.match((await said.textContent())!, /^Baseline Personnel Security Standard \(BPSS\) is a package: go to it/);
  await said.locator('a').click();
  await page.keyboard.press('Space');
  assert.match((await page.locator('input[name=what]:checked + label').textContent())!, /BPSS/);
  assert.deepEqual(await accessibilityProblems(page), []);
});

test('the job is filled in from the last order of the user, else of the account, and can be changed; the job applied for is the job role where none is typed', async () => {
  const basic = idOf('criminal_history:basic');
  const order = async (name: string, more: Readonly<Record<string, string>>) => {
    const typed = { ...candidate, last_name: name, email: `${name}@candidate.test`.toLowerCase(), what: 'reports' };
    const details = (await client.submit(path, path, { ...typed, types: basic, do: 'continue' })).body;
    const answers = (await client.post(path, { ...hiddenFields(details, path), ...more, do: 'details' })).body;
    const placed = await client.post(path, { ...hiddenFields(answers, path), do: 'place' });
    return { details, check: await checkAt(placed.headers.location) };
  };
  const chosen = { job: 'Driver', employer: 'Sister Company', sector: 'Education', place: 'Wales', purpose: 'Other' };
  const { check: first } = await order('Firstfill', chosen);
  const { details, check: second } = await order('Secondfill', { ...chosen, sector: 'Retail' });
  assert.match(details, new RegExp(`All but the job are filled in from the last order, VF${first.orderId}`));
  assert.match(details, /name="employer"[^>]*value="Sister Company"/);
  assert.match(details, /<option value="Education" selected/);
  for (const value of ['Wales', 'Other']) assert.match(details, new RegExp(`value="${value}" checked`));
  assert.equal(second.order.criminal_details!.employment_sector, 'Retail', 'what was changed counts');
  // What somebody typed holds before it.
  const form = (
    await client.submit(path, path, {
      ...candidate,
      email: 't@candidate.test',
      what: 'reports',
      types: basic,
      do: 'continue',
    })
  ).body;
  const wrong = await client.post(path, {
    ...hiddenFields(form, path),
    employer: 'Own Ltd',
    job: 'Driver',
    do: 'details',
  });
  assert.match(wrong.body, /name="employer"[^>]*value="Own Ltd"/);
  assert.doesNotMatch(wrong.body, /<option value="Retail" selected/);

  const enhanced = { ...candidate, last_name: 'Rolefill', email: 'rolefill@candidate.test', what: 'reports' };
  const asked = (
    await client.submit(path, path, { ...enhanced, types: idOf('criminal_history:enhanced'), do: 'continue' })
  ).body;
  const answers = (await client.post(path, { ...hiddenFields(asked, path), job_role: String(roleId), do: 'details' }))
    .body;
  assert.match(answers, /Job applied for[\s\S]{0,200}Carer/);
  const placed = await client.post(path, { ...hiddenFields(answers, path), do: 'place' });
  assert.equal((await checkAt(placed.headers.location)).order.details!.PersonalInfo.PositionAppliedFor, 'Carer');
});

test('before an order is placed it says how long it usually takes, and whether that is after the first day', async () => {
  await portal.superuser.run(sql`
    update account_report_types set working_days = 10
    where account_id = ${accountId} and report_type_id = ${Number(idOf('identity'))}`);
  const shown = (await client.get(path)).body;
  assert.match(shown, /app-choices__label">Identity<\/span><span[^>]*>[^<]+<span[^>]*>10 working days</);
  const today = ukDateOf(ctx.now());
  const typed = { ...candidate, what: 'reports', types: idOf('identity'), do: 'continue' };
  const asked = async (starts_on: string) =>
    (await client.submit(path, path, { ...typed, starts_on })).body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const on = formatLongDate(addWorkingDays(today, 10, ctx.calendar().england_and_wales));
  const late = await asked(addDays(today, 3));
  assert.match(late, new RegExp(`Usually 10 working days from the candidate’s form: ${on} if they send it today`));
  assert.match(late, /That is after the first day of work/);
  assert.doesNotMatch(await asked(addDays(today, 60)), /after the first day of work/);
  assert.match(await asked(''), /Usually 10 working days/);
});
