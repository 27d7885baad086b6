// A client gives candidates a link; they give their names by it, and the client orders for whom it chooses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeUser, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import {
  changeSubsidiary,
  createSubsidiary,
  listSubsidiaries,
} from '../../../src/features/accounts/subsidiary-actions.ts';
import { moveTestClock } from '../../../src/features/accounts/test-clock-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import {
  createOrderLink,
  orderLinkUri,
  pruneLinkCandidates,
} from '../../../src/features/order-links/order-link-actions.ts';
import { placeBulkOrderJob } from '../../../src/features/orders/bulk-order-placing-actions.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOffTypes, switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { parsed } from '../../support/html.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
  visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const types = [
  { name: 'identity', pricePence: 500 },
  { name: 'right_to_work', pricePence: 900 },
] as const;
await switchOnTypes(ctx, 'system', accountId, types);
const client = await signedInVisitor(portal, clientEmail);

const bulk = '/portal/orders/new/bulk';
const links = '/portal/orders/new/links';
const idOf = (name: string) => {
  const found = namedType(name);
  assert.ok('type' in found);
  return String(found.type.id);
};
const chosen = { what: 'reports', types: types.map(({ name }) => idOf(name)).join() };
const textOf = (html: string) => parsed(html).textContent.replaceAll(/\s+/g, ' ');
const nextYear = `${new Date().getFullYear() + 1}-01-15`;
const ofLink = { link_name: 'Summer festival', last_day: nextYear, most: '3' };

async function toLinkPage(by: Visitor, typed: Readonly<Record<string, string>> = chosen) {
  const candidates = (await by.submit(bulk, bulk, { ...typed, do: 'continue' })).body;
  return (await by.post(bulk, { ...hiddenFields(candidates, bulk), do: 'link' })).body;
}

async function makeLink(
  by: Visitor,
  given: Readonly<Record<string, string>> = ofLink,
  typed?: Readonly<Record<string, string>>,
) {
  return by.post(bulk, { ...hiddenFields(await toLinkPage(by, typed), bulk), ...given, do: 'make_link' });
}

/** The page of a new link, and its address for candidates. */
async function newLink(
  given?: Readonly<Record<string, string>>,
  by: Visitor = client,
  typed?: Readonly<Record<string, string>>,
) {
  const made = await makeLink(by, given, typed);
  assert.equal(made.status, 303, made.body);
  const page = String(made.headers.location);
  const address = parsed((await by.get(page)).body)
    .querySelector('[data-copied]')!
    .getAttributeValue('href')!;
  return { page, start: new URL(address).pathname };
}

let people = 0;
const somebody = () => {
  people += 1;
  const letters = String(people).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
  return {
    first_name: 'Robin',
    last_name: `Sample${letters}`,
    email: `l${people}@candidate.test`,
    'dob-day': '27',
    'dob-month': '3',
    'dob-year': '1985',
  };
};
const give = (start: string, person: Readonly<Record<string, string>>) =>
  visitor(portal).submit(start, start, { ...person, do: 'send' });

async function named(start: string, count: number) {
  const some = Array.from({ length: count }, somebody);
  for (const one of some) assert.equal((await give(start, one)).status, 303);
  return some;
}

const waitingIn = (html: string) =>
  parsed(html)
    .querySelectorAll('input[name="candidates"]')
    .map((input) => input.getAttributeValue('value')!);

/** What the page of a link sends with a button. */
async function opened(page: string, by: Visitor = client) {
  const { confirmed = '', ...hidden } = hiddenFields((await by.get(page)).body, page);
  return { ...hidden, confirmed };
}

const order = async (page: string, [id]: readonly string[], step = 'order', by: Visitor = client) =>
  by.post(page, { ...(await opened(page, by)), ...(id === undefined ? {} : { candidates: id }), do: step });

const runJob = (location: string) =>
  placeBulkOrderJob(ctx)({ accountId, environment: 'live', id: /[\da-f-]{36}/.exec(location)![0] });
const countOrders = async () => (await ctx.db.rows(sql`select from checks where account_id = ${accountId}`)).length;
const newsOfNames = async () =>
  (await listEmails(ctx, portal.caller('live'), 300)).filter(({ template }) => template === 'candidate_named');

test('a candidate gives their name by the link, and nothing is ordered before the client does it', async () => {
  const { page, start } = await newLink();
  const before = await countOrders();
  const front = textOf((await visitor(portal).get(start)).body);
  assert.match(front, /Identity/);
  const [one, other] = await named(start, 2);
  assert.equal(await countOrders(), before);
  const shown = (await client.get(page)).body;
  assert.match(textOf(shown), new RegExp(`Robin ${one!.last_name}.*Robin ${other!.last_name}`));
  assert.match(textOf((await client.get('/portal')).body), /2 candidates gave their names by a link/);
  const released = await order(page, waitingIn(shown).slice(0, 1));
  assert.equal(released.status, 303, released.body);
  await runJob(String(released.headers.location));
  assert.equal(await countOrders(), before + 1);
  const left = textOf((await client.get(page)).body);
  assert.doesNotMatch(left, new RegExp(one!.last_name!));
  assert.match(left, new RegExp(other!.last_name!));
  const mails = (await listEmails(ctx, portal.caller('live'), 50)).filter(
    ({ template }) => template === 'check_invitation',
  );
  assert.deepEqual(
    mails.map(({ to }) => to.address),
    [one!.email],
  );
});

test('where the client offers Welsh, whoever opens the link reads it in Welsh until they have sent their name', async () => {
  const { start } = await newLink();
  const welsh = `${start}?language=cy`;
  assert.match((await visitor(portal).get(welsh)).body, /First name/, 'it is not offered yet');
  await changeAccountSettings(ctx, 'system', accountId, { offersWelsh: true });
  const device = visitor(portal);
  assert.match((await device.get(start)).body, /language=cy[^>]*>Cymraeg/);
  const front = (await device.get(welsh)).body;
  assert.match(front, /<html lang="cy"[\s\S]*Hoffai[\s\S]*Enw cyntaf/);
  assert.match(front, /href="[^"]*\/privacy\?language=cy"/);
  const person = somebody();
  const wrong = await device.submit(welsh, welsh, { ...person, first_name: '', email: 'two@@candidate.test' });
  assert.match(textOf(wrong.body), /Rhowch eich enw cyntaf.*Rhaid i’ch cyfeiriad e-bost gynnwys un @/);
  assert.match(textOf((await device.submit(welsh, welsh, person)).body), /A yw hyn yn gywir\?.*27 Mawrth 1985/);
  const sent = await device.submit(welsh, welsh, { ...person, do: 'send' });
  assert.equal(sent.headers.location, `${start}/given?language=cy`);
  assert.match(textOf((await device.get(String(sent.headers.location))).body), /Diolch.*yn gweld eich enw/);
  await changeAccountSettings(ctx, 'system', accountId, { offersWelsh: false });
});

test('an address that may be mistyped is asked about before it is sent, and may be kept', async () => {
  const { start } = await newLink();
  const slipped = { ...somebody(), email: 'robin@gmial.com' };
  const looked = textOf((await visitor(portal).submit(start, start, slipped)).body);
  assert.match(looked, /Did you mean robin@gmail\.com\?/);
  assert.doesNotMatch(textOf((await visitor(portal).submit(start, start, somebody())).body), /Did you mean/);
  assert.equal((await give(start, slipped)).status, 303);
});

test('who made the link gets one mail, about the first who waits', async () => {
  const { start, page } = await newLink();
  const before = (await newsOfNames()).length;
  await named(start, 2);
  const [mail, ...others] = (await newsOfNames()).slice(0, (await newsOfNames()).length - before);
  assert.equal(others.length, 0);
  assert.equal(mail!.to.address, clientEmail);
  assert.ok(mail!.text.includes(page), mail!.text);
  assert.doesNotMatch(mail!.text, /Sample/);
});

test('who covers for whoever made the link hears of the names too, as far as they may order', async () => {
  const { start, page } = await newLink();
  const cover = await createUser(ctx, 'system', accountId, {
    ...{ name: 'Cover', email: 'cover@acme.test', role: 'standard' },
  });
  const isAway = (days: number) =>
    portal.superuser.run(sql`
      update users set away_from = current_date - 3, away_until = current_date + ${days}::integer, cover_id = ${cover.id}
      where email = ${clientEmail}`);
  await isAway(3);
  const told = async () => (await newsOfNames()).filter(({ text }) => text.includes(page)).map(({ to }) => to.address);
  await named(start, 1);
  assert.deepEqual((await told()).toSorted(), [clientEmail, 'cover@acme.test'].toSorted());
  await changeUser(ctx, 'system', accountId, { id: cover.id, role: 'read_only' });
  const other = await newLink();
  await named(other.start, 1);
  assert.equal((await newsOfNames()).filter(({ text }) => text.includes(other.page)).length, 1);
  await portal.superuser.run(sql`
    update users set cover_id = null, away_from = null, away_until = null where email = ${clientEmail}`);
});

test('all who wait are ordered for at once, and whoever is refused is forgotten and not told', async () => {
  const { page, start } = await newLink({ ...ofLink, most: '4' });
  const [first] = await named(start, 3);
  const [refused] = waitingIn((await client.get(page)).body);
  const mails = (await listEmails(ctx, portal.caller('live'), 300)).length;
  const question = await order(page, [refused!], 'refuse');
  assert.match(textOf(question.body), /Refuse this candidate\?/);
  assert.ok(waitingIn((await client.get(page)).body).includes(refused!), 'nobody is refused before they say so');
  assert.equal((await order(page, [refused!], 'refuse_sure')).status, 303);
  assert.equal((await listEmails(ctx, portal.caller('live'), 300)).length, mails);
  assert.doesNotMatch(textOf((await client.get(page)).body), new RegExp(first!.last_name!));
  const before = await countOrders();
  await runJob(String((await order(page, [], 'order_all')).headers.location));
  assert.equal(await countOrders(), before + 2);
  // The names are in the orders now.
  await pruneLinkCandidates(ctx);
  const kept = await ctx.db.rows(sql`select from order_link_candidates c join order_links l on l.id = c.order_link_id
    where l.id = ${page.split('/').at(-1)} and c.sealed_person is not null`);
  assert.equal(kept.length, 0);
  const mark = async () =>
    (
      await ctx.db.rows<{ size: number }>(sql`
      select distinct length(c.email_mark) as size from order_link_candidates c where c.order_link_id = ${page.split('/').at(-1)}`)
    ).map(({ size }) => size);
  assert.deepEqual(await mark(), [32]);
  await portal.superuser.run(sql`update applicants set erased_at = now() where id in (
    select k.applicant_id from order_link_candidates c
    join bulk_order_rows r on r.bulk_order_id = c.bulk_order_id and r.row_number = c.row_number
    join checks k on k.id = r.check_id where c.order_link_id = ${page.split('/').at(-1)})`);
  await pruneLinkCandidates(ctx);
  assert.deepEqual(await mark(), [16], 'nor is a mark of the address left of who was erased');
  assert.match(textOf((await client.get(page)).body), /Ordered\s*for 2/);
});

test('two who press at once order for a candidate once', async () => {
  const { page, start } = await newLink();
  await named(start, 1);
  const ids = waitingIn((await client.get(page)).body);
  const forms = [await opened(page), await opened(page)];
  const answers = await Promise.all(
    forms.map((form) => client.post(page, { ...form, candidates: ids[0]!, do: 'order' })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 422]);
  const refused = answers.find(({ status }) => status === 422)!;
  assert.match(textOf(refused.body), /Somebody ordered for one of them, or refused them, in the meantime/);
});

test('“Order for all” orders for those whom the page showed, and not for who came since', async () => {
  const { page, start } = await newLink();
  await named(start, 2);
  const form = await opened(page);
  await named(start, 1);
  const before = await countOrders();
  await runJob(String((await client.post(page, { ...form, do: 'order_all' })).headers.location));
  assert.equal(await countOrders(), before + 2);
  assert.equal(waitingIn((await client.get(page)).body).length, 1);
});

test('whoever stands there twice with two addresses is ordered for once', async () => {
  const { page, start } = await newLink();
  const person = somebody();
  await give(start, person);
  await give(start, { ...person, email: `other-${person.email}` });
  assert.equal(textOf((await client.get(page)).body).match(/Stands here twice/g)!.length, 1);
  const answer = await order(page, [], 'order_all');
  assert.match(textOf(answer.body), new RegExp(`Robin ${person.last_name}: stands here twice`));
  assert.equal((await order(page, waitingIn(answer.body).slice(0, 1))).status, 303);
});

test('an urgent link shows the surcharge that it charges, and orders as usual once that is not agreed any more', async () => {
  const agree = (change: Parameters<typeof changeAccountSettings>[3]) =>
    changeAccountSettings(ctx, 'system', accountId, change);
  await agree({ urgentOrders: true, urgentPounds: 25 });
  const urgent = { ...chosen, urgent: '1' };
  assert.match(textOf(await toLinkPage(client, urgent)), /Urgent £25\.00 Total £39\.00/);
  const { page, start } = await newLink(undefined, client, urgent);
  await named(start, 2);
  const form = await opened(page);
  const shown = (await client.get(page)).body;
  const [first, second] = waitingIn(shown);
  assert.match(textOf(shown), /Each order costs £39\.00/);
  await agree({ urgentPounds: 40 });
  assert.match(textOf((await client.post(page, { ...form, candidates: first!, do: 'order' })).body), /prices or the/);
  await runJob(String((await order(page, [first!])).headers.location));
  await agree({ urgentOrders: false });
  assert.match(textOf((await client.get(page)).body), /Each order costs £14\.00/);
  await runJob(String((await order(page, [second!])).headers.location));
  const placed = await ctx.db.rows(sql`
    select c.is_urgent, l.amount_pence from checks c left join charges l on l.check_id = c.id
    where c.account_id = ${accountId} order by c.order_id desc limit 2`);
  assert.deepEqual(placed, [
    { is_urgent: false, amount_pence: null },
    { is_urgent: true, amount_pence: 4000 },
  ]);
});

test('a maker who may not order any more is not mailed, and an administrator is', async () => {
  const email = 'maker@acme.test';
  const { id } = await createUser(ctx, 'system', accountId, { name: 'Maker', email, role: 'standard' });
  await createSignIn(ctx, 'system', { email, password });
  const { start } = await newLink(undefined, await signedInVisitor(portal, email));
  await changeUser(ctx, 'system', accountId, { id, role: 'read_only' });
  await named(start, 1);
  assert.deepEqual([(await newsOfNames())[0]!.to.address], [clientEmail]);
});

test('a network that tries without end is told to wait', async () => {
  const { start } = await newLink();
  assert.equal((await give(start, { ...somebody(), first_name: '' })).status, 422);
  await ctx.db.run(sql`update link_guesses set attempts = 600`);
  assert.equal((await give(start, somebody())).status, 429);
});

test('the same email address stands there once', async () => {
  const { page, start } = await newLink();
  const person = somebody();
  await give(start, person);
  assert.equal((await give(start, { ...person, last_name: 'Other', email: person.email.toUpperCase() })).status, 303);
  assert.equal(waitingIn((await client.get(page)).body).length, 1);
});

test('what somebody gives is shown once more before it is sent, and can be changed', async () => {
  const { page, start } = await newLink();
  const device = visitor(portal);
  const person = somebody();
  const shown = await device.submit(start, start, person);
  assert.match(textOf(shown.body), new RegExp(`Is this right\\? Name ?Robin ${person.last_name} .*${person.email}`));
  assert.equal(waitingIn((await client.get(page)).body).length, 0);
  const hidden = hiddenFields(shown.body, start);
  const changing = await device.post(start, { ...hidden, do: 'change' });
  assert.match(changing.body, new RegExp(`name="email"[^>]*value="${person.email}"`));
  assert.equal((await device.post(start, { ...hidden, do: 'send' })).status, 303);
  assert.equal(waitingIn((await client.get(page)).body).length, 1);
});

test('what is wrong is said beside the field, and kept', async () => {
  const { start } = await newLink();
  const answer = await give(start, {
    ...somebody(),
    first_name: '',
    email: 'nobody',
    'dob-day': '31',
    'dob-month': '2',
  });
  assert.equal(answer.status, 422);
  const text = textOf(answer.body);
  for (const said of [/Enter your first name/, /Your date of birth/, /Your email address/]) assert.match(text, said);
  assert.match(answer.body, /value="nobody"/);
});

test('a link without a name, a day or a number is refused with the rule', async () => {
  const answer = await makeLink(client, { link_name: '', last_day: '2020-01-01', most: '5000' });
  assert.equal(answer.status, 422);
  const text = textOf(answer.body);
  assert.match(text, /Enter a name for the link/);
  assert.match(text, /The last day must be a day from today on, within a year/);
  assert.match(text, /The number of candidates must be a whole number from 1 to 1000/);
});

test('a full, a stopped and a closed link take nobody more, and a changed one is no link', async () => {
  const closed = /This link takes no more names/;
  const full = await newLink({ ...ofLink, most: '1' });
  await named(full.start, 1);
  assert.match(textOf((await visitor(portal).get(full.start)).body), closed);
  const stopped = await newLink();
  const late = visitor(portal);
  const form = await late.get(stopped.start);
  assert.equal((await order(stopped.page, [], 'stop')).status, 303);
  assert.match(
    textOf((await late.post(stopped.start, { ...hiddenFields(form.body, stopped.start), ...somebody() })).body),
    closed,
  );
  const open = await newLink();
  await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: false });
  assert.match(textOf((await visitor(portal).get(open.start)).body), closed);
  await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: true });
  const forged = `${open.start.slice(0, -2)}${open.start.endsWith('AA') ? 'BB' : 'AA'}`;
  assert.equal((await visitor(portal).get(forged)).status, 404);
});

test('prices that changed since the page was opened are shown before anything is ordered', async () => {
  const { page, start } = await newLink();
  await named(start, 1);
  const open = (await client.get(page)).body;
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 700 }]);
  const before = await countOrders();
  const answer = await client.post(page, { ...hiddenFields(open, page), candidates: waitingIn(open)[0]!, do: 'order' });
  assert.equal(answer.status, 422);
  assert.match(textOf(answer.body), /prices or the reports have changed/);
  assert.equal(await countOrders(), before);
});

test('a type that cannot be ordered any more is named, and the candidate goes on waiting', async () => {
  const { page, start } = await newLink();
  await named(start, 1);
  await switchOffTypes(ctx, 'system', accountId, [{ name: 'identity' }]);
  const answer = await order(page, waitingIn((await client.get(page)).body));
  await switchOnTypes(ctx, 'system', accountId, types);
  assert.equal(answer.status, 422);
  assert.match(textOf(answer.body), /Identity/);
  assert.equal(waitingIn((await client.get(page)).body).length, 1);
});

test('whoever waits for 30 days is forgotten', async () => {
  const { page, start } = await newLink();
  await named(start, 1);
  const later = (days: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days * 24 * 3_600_000) });
  await pruneLinkCandidates(later(29));
  assert.equal(waitingIn((await client.get(page)).body).length, 1);
  await pruneLinkCandidates(later(31));
  assert.equal(waitingIn((await client.get(page)).body).length, 0);
});

test('a link of test data goes by the test clock, past its first day of work, and while live orders are stopped', async () => {
  const owner = await ctx.db.row<{ id: string }>(sql`select id from users where email = ${clientEmail}`);
  const caller = {
    ...portal.caller('test'),
    userId: owner!.id,
    subsidiaryId: null,
    permissions: ['order_checks'] as const,
  };
  const inputs = { what: ['reports'], types: types.map(({ name }) => idOf(name)), starts_on: [ukDateOf(ctx.now())] };
  const id = await createOrderLink(ctx, caller, { name: 'Trial', lastDay: nextYear, most: '5', inputs });
  const start = new URL(await orderLinkUri(ctx, caller, id)).pathname;
  const page = `${links}/${id}?environment=test`;
  await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: false });
  await moveTestClock(ctx, caller, 2 * 24 * 3600);
  await named(start, 2);
  assert.equal((await order(page, waitingIn((await client.get(page)).body))).status, 303);
  await moveTestClock(ctx, caller, 31 * 24 * 3600);
  await pruneLinkCandidates(ctx);
  assert.equal(waitingIn((await client.get(page)).body).length, 0);
  await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: true });
  const closing = { closedAt: ctx.now().toISOString() };
  await portal.superuser.run(
    sql`update accounts set closing = ${JSON.stringify(closing)}::jsonb where id = ${accountId}`,
  );
  assert.match(textOf((await visitor(portal).get(start)).body), /takes no more names/, 'nobody orders by it any more');
  await portal.superuser.run(sql`update accounts set closing = null where id = ${accountId}`);
});

test('a user of a subsidiary sees its links alone, and orders for it', async () => {
  const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
  const email = 'north@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Northerner', email, role: 'standard', subsidiaryIds: [north] });
  await createSignIn(ctx, 'system', { email, password });
  const northerner = await signedInVisitor(portal, email);
  const whole = await newLink(undefined, client, { ...chosen, subsidiary: 'none' });
  assert.equal((await northerner.get(whole.page)).status, 404);
  assert.doesNotMatch((await northerner.get(links)).body, new RegExp(whole.page));
  const own = await newLink(undefined, northerner);
  await named(own.start, 1);
  const ids = waitingIn((await northerner.get(own.page)).body);
  await runJob(String((await order(own.page, ids, 'order', northerner)).headers.location));
  const placed = await ctx.db.rows<{ subsidiary_id: string }>(
    sql`select subsidiary_id from checks where account_id = ${accountId} order by created_at desc limit 1`,
  );
  assert.equal(placed[0]!.subsidiary_id, north);
});

test('the same link is made for several subsidiaries at once, one each; what one cannot order is said before any is made', async () => {
  const { id: east } = await createSubsidiary(ctx, 'system', accountId, { name: 'East' });
  const { id: west } = await createSubsidiary(ctx, 'system', accountId, { name: 'West' });
  const many = { link_name: 'In all homes', last_day: nextYear, most: '3' };
  const page = await toLinkPage(client, { ...chosen, subsidiary: east });
  assert.match(textOf(page), /Subsidiary: East/);
  assert.match(page, new RegExp(`name="also"[^>]* value="${west}"`));
  assert.doesNotMatch(page, new RegExp(`name="also"[^>]* value="${east}"`));
  const sent = { ...hiddenFields(page, bulk), ...many, do: 'make_link', also: west };
  const made = await client.post(bulk, sent);
  assert.equal(made.headers.location, links);
  const list = textOf((await client.get(links)).body);
  assert.match(list, /In all homes.*West.*In all homes.*East/);

  const own = { name: 'Of the east', reports: [{ name: 'identity' }], subsidiaryIds: [east] };
  const ofEast = await createPackage(ctx, 'system', accountId, own);
  const other = await toLinkPage(client, { what: String(ofEast), subsidiary: east });
  const refused = await client.post(bulk, { ...hiddenFields(other, bulk), ...many, do: 'make_link', also: west });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /West: [^.]*another subsidiary|West: The package/);
});

test('the link of a subsidiary that has ended takes no names, and orders for nobody who gave theirs', async () => {
  const { id } = await createSubsidiary(ctx, 'system', accountId, { name: 'Sold' });
  const { page, start } = await newLink(undefined, client, { ...chosen, subsidiary: id });
  const [waits, late] = [(await named(start, 1))[0]!, somebody()];
  const all = (await listSubsidiaries(ctx, 'system', accountId)).filter((one) => one.ended_at === null);
  for (const one of all) await changeSubsidiary(ctx, 'system', accountId, { id: one.id, hasEnded: true });
  try {
    const front = (await visitor(portal).get(start)).body;
    assert.match(front, /takes no more names/);
    const given = await visitor(portal).post(start, { ...hiddenFields(front, start), ...late, do: 'send' });
    assert.doesNotMatch(String(given.headers.location), /given/);
    const before = await countOrders();
    const shown = (await client.get(page)).body;
    assert.match(shown, new RegExp(waits.last_name));
    assert.equal((await order(page, waitingIn(shown))).status, 422);
    assert.equal(await countOrders(), before);
  } finally {
    for (const one of all) await changeSubsidiary(ctx, 'system', accountId, { id: one.id, hasEnded: false });
  }
});

test('a user of two subsidiaries sees the links of the two, and orders and refuses by these alone', async () => {
  const made: Record<string, { readonly id: string; readonly page: string; readonly start: string }> = {};
  for (const name of ['Dover', 'Ely', 'Frome']) {
    const { id } = await createSubsidiary(ctx, 'system', accountId, { name });
    made[name] = { id, ...(await newLink(undefined, client, { ...chosen, subsidiary: id })) };
    await named(made[name].start, 2);
  }
  const { Dover, Ely, Frome } = made as Record<'Dover' | 'Ely' | 'Frome', (typeof made)[string]>;
  const email = 'two@acme.test';
  const subsidiaryIds = [Dover.id, Ely.id];
  await createUser(ctx, 'system', accountId, { name: 'Of Two', email, role: 'standard', subsidiaryIds });
  await createSignIn(ctx, 'system', { email, password });
  const two = await signedInVisitor(portal, email);
  const list = (await two.get(links)).body;
  for (const { page } of [Dover, Ely]) assert.ok(list.includes(page), page);
  assert.ok(!list.includes(Frome.page) && !list.includes('Frome'));
  const [waits, stays] = waitingIn((await client.get(Frome.page)).body);
  const form_token = hiddenFields((await two.get(Dover.page)).body, Dover.page).form_token!;
  for (const step of ['order_all', 'refuse_sure', 'stop'])
    assert.equal((await two.post(Frome.page, { form_token, candidates: waits!, do: step })).status, 404, step);
  // Those of a link that is not theirs are not reached by one that is.
  const crafted = await order(Ely.page, [waits!], 'refuse_sure', two);
  assert.equal(crafted.status, 422);
  const ids = waitingIn((await two.get(Ely.page)).body);
  await runJob(String((await order(Ely.page, ids, 'order', two)).headers.location));
  const placed = await ctx.db.rows<{ subsidiary_id: string }>(
    sql`select subsidiary_id from checks where account_id = ${accountId} order by created_at desc limit 1`,
  );
  assert.equal(placed[0]!.subsidiary_id, Ely.id, 'not the first of theirs');
  assert.equal((await order(Dover.page, waitingIn((await two.get(Dover.page)).body), 'refuse_sure', two)).status, 303);
  assert.deepEqual(waitingIn((await client.get(Frome.page)).body), [waits, stays]);
});
