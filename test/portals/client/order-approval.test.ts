// Live orders of the portal wait for somebody else of the client, where the account demands it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRole } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { pruneBulkOrders } from '../../../src/features/orders/bulk-order-actions.ts';
import { placeBulkOrderJob, readStaleRows } from '../../../src/features/orders/bulk-order-placing-actions.ts';
import { submitOrder } from '../../../src/features/orders/order-actions.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOffTypes, switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { parsed } from '../../support/html.ts';
import { until } from '../../support/limited-loops.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity', pricePence: 500 },
  { name: 'right_to_work', pricePence: 900 },
]);
const starter = await createPackage(ctx, 'system', accountId, {
  name: 'Starter',
  description: 'For everybody who starts.',
  reports: [{ name: 'identity' }, { name: 'right_to_work' }],
});
const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
const { id: south } = await createSubsidiary(ctx, 'system', accountId, { name: 'South' });

async function signedIn(name: string, role: ClientRole, subsidiaryId: string | null = null): Promise<Visitor> {
  const email = `${name.toLowerCase()}@acme.test`;
  await createUser(ctx, 'system', accountId, { name, email, role, ...scopeOf(subsidiaryId) });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const asker = await signedInVisitor(portal, clientEmail);
const colleague = await signedIn('Colleague', 'requester');
const budget = await signedIn('Budget', 'approver');
const ofSouth = await signedIn('South', 'approver', south);
await changeAccountSettings(ctx, 'system', accountId, { ordersNeedApproval: true });

const path = '/portal/orders/new';
const list = '/portal/orders/approvals';
const textOf = (html: string) => parsed(html).textContent.replaceAll(/\s+/g, ' ');
let people = 0;

/** Sends the form of one order to its end; the subsidiary is North unless it is said. */
async function ordered(by: Visitor, more: Readonly<Record<string, string>> = {}) {
  people += 1;
  const last = `Sample${String.fromCharCode(96 + people)}`;
  const person = {
    ...{ first_name: 'Robin', last_name: last, email: `robin${people}@candidate.test` },
    ...{ 'dob-day': '27', 'dob-month': '3', 'dob-year': '1985', what: String(starter), purchase_order: 'CC-7' },
  };
  const query = more.environment === 'test' ? '?environment=test' : '';
  const answers = await by.submit(path + query, path + query, {
    ...person,
    subsidiary: north,
    ...more,
    do: 'continue',
  });
  assert.match(answers.body, /Check the order/, textOf(answers.body));
  const fields = hiddenFields(answers.body, path + query);
  const answer = await by.post(path + query, { ...fields, do: 'place' });
  assert.equal(answer.status, 303, textOf(answer.body));
  return { last, fields, answers: textOf(answers.body), at: String(answer.headers.location) };
}
/** What a browser would send of the inputs of a page, as it shows them. */
const shownIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    parsed(page)
      .querySelectorAll('input[name], select[name], textarea[name]')
      .flatMap((input): [string, string][] => {
        const chosen = input.tagName === 'select' ? input.querySelector('option[selected]') : input;
        const isTicked =
          !/^(radio|checkbox)$/.test(input.getAttributeValue('type') ?? '') || input.hasAttribute('checked');
        const value = input.tagName === 'textarea' ? input.textContent : chosen?.getAttributeValue('value');
        return isTicked ? [[input.getAttributeValue('name')!, value ?? '']] : [];
      }),
  );
const idIn = (location: string) => /[\da-f-]{36}/.exec(location)![0];
const press = (by: Visitor, at: string, pressed: string, reason = '') => by.submit(at, at, { do: pressed, reason });
const runJobs = (at: string) => placeBulkOrderJob(ctx)({ accountId, environment: 'live', id: idIn(at) });
const checks = () => ctx.db.rows<{ id: string }>(sql`select id from checks where account_id = ${accountId}`);
const mails = async () =>
  (await listEmails(ctx, portal.caller('live'), 300)).filter(({ template }) => template === 'orders_to_approve');

async function runJobsOfApproved(at: string, before: number) {
  assert.match(textOf((await budget.get(list)).body), /Kim Manya and 1 more Starter £28\.00/);
  assert.equal((await press(budget, at, 'approved')).status, 303);
  await runJobs(at);
  assert.equal((await checks()).length, before + 2);
}

test('an order waits until another approves it, and its history and its page name both', async () => {
  const { answers, last, fields, at } = await ordered(asker);
  assert.match(answers, /An administrator or an order approver approves it before it is placed/);
  assert.equal((await checks()).length, 0);
  // Pressed twice, it is asked for once; and each who may approve it gets one mail, without the candidate.
  await asker.post(path, { ...fields, do: 'place' });
  assert.equal((await mails()).length, 1);
  assert.ok(!JSON.stringify(await mails()).includes(last));
  assert.match(textOf((await asker.get('/portal')).body), /One order that you asked for waits for approval/);
  assert.match(textOf((await budget.get('/portal')).body), /One order waits for your approval/);
  const listed = textOf((await budget.get(list)).body);
  assert.match(listed, new RegExp(`Robin ${last} Starter £14\\.00 CC-7`));
  const page = (await budget.get(at)).body;
  assert.match(textOf(page), /Check the order .*For 1 candidate £14\.00/);
  assert.doesNotMatch(textOf(page), /For each candidate|Check the orders/);
  assert.doesNotMatch(page, /app-table--dense/, 'what is told of the job may take lines');
  // Neither who asked, nor a colleague, nor an approver of another subsidiary decides.
  assert.doesNotMatch((await asker.get(at)).body, /Approve and place/);
  assert.equal((await asker.post(at, { ...hiddenFields((await asker.get(at)).body, at), do: 'approved' })).status, 403);
  for (const other of [colleague, ofSouth]) assert.equal((await other.get(at)).status, 404);
  assert.doesNotMatch((await ofSouth.get(list)).body, new RegExp(last));
  await asker.submit(at, at, { do: 'place' });
  assert.equal((await checks()).length, 0);
  assert.equal((await press(budget, at, 'approved')).status, 303);
  await runJobs(at);
  const [check] = await checks();
  assert.match(textOf((await budget.get(at)).body), /Asked for by .+, approved by Budget/);
  assert.match(textOf((await asker.get(`/portal/checks/${check!.id}`)).body), /Order approved before it was placed/);
  assert.doesNotMatch(textOf((await asker.get('/portal')).body), /waits for approval/);
  const charges = await budget.get('/portal/charges/file');
  assert.match(charges.body, /,approved_by\r\n.*,"Budget"\r\n/);
  assert.match(textOf((await budget.get('/portal/charges/statement')).body), /Approved by Budget/);
});

test('what is sent back says why, and is asked for again; what is refused is over', async () => {
  const { at } = await ordered(asker);
  assert.match(textOf((await press(budget, at, 'sent_back')).body), /The reason can&#39;t be blank/);
  await press(budget, at, 'sent_back', 'Which cost centre?');
  const page = textOf((await asker.get(at)).body);
  assert.match(page, /Budget sent it back on .+: Which cost centre\?/);
  const [row] = await ctx.db.rows<{ sealed: string }>(sql`
    select encode(sealed_reason, 'escape') as sealed from bulk_orders where id = ${idIn(at)}`);
  assert.ok(!row!.sealed.includes('cost centre'));
  await press(asker, at, 'place');
  assert.match(textOf((await budget.get(at)).body), /It waits for you/);
  await press(budget, at, 'refused', 'No budget this year.');
  assert.match(textOf((await asker.get(at)).body), /Budget refused it on .+: No budget this year\./);
  await asker.post(at, { ...hiddenFields((await asker.get(at)).body, at), do: 'place' });
  assert.equal((await press(budget, at, 'approved').catch(() => ({ status: 0 }))).status === 303, false);
  assert.equal((await checks()).length, 1);
});

test('who asked reads by mail what was decided, with the reason, unless they want no mails of orders', async () => {
  const news = async () =>
    (await listEmails(ctx, portal.caller('live'), 300)).filter(({ template }) => template === 'order_request_decided');
  const before = (await news()).length;
  const { at } = await ordered(asker);
  await press(budget, at, 'sent_back', 'Which cost centre?');
  const [told, ...others] = await news();
  assert.equal(others.length, before);
  assert.equal(told!.subject, 'Your order is sent back');
  assert.match(told!.text, /Budget says: Which cost centre\?/);
  const mailsPage = '/portal/mails';
  await asker.submit(mailsPage, mailsPage, { orders: 'none', summary: 'never' });
  await press(asker, at, 'place');
  await press(budget, at, 'refused', 'No.');
  assert.equal((await news()).length, before + 1);
  await asker.submit(mailsPage, mailsPage, { orders: 'own' });
});

test('what was sent back is corrected in the form of one order, and asked for again in its place', async () => {
  const { at, last } = await ordered(asker, { other_reference: 'Ward 7', notes: 'Nights only.', position: 'Porter' });
  await press(budget, at, 'sent_back', 'The wrong cost centre.');
  assert.match(textOf((await asker.get('/portal')).body), /(One order was|\d orders were) sent back to you/);
  const listed = textOf((await asker.get(list)).body);
  assert.match(
    listed,
    new RegExp(`Sent back to you \\d .*Robin ${last} .*By Budget: The wrong cost centre\\. ?Correct`),
  );
  const form = `${path}?correct=${idIn(at)}`;
  assert.ok((await asker.get(at)).body.includes(`href="${form}"`));
  assert.equal((await budget.get(form)).headers.location, at);
  assert.equal((await colleague.get(form)).status, 404);
  const page = (await asker.get(form)).body;
  assert.match(textOf(page), /Correct the order .*Budget sent it back on .+: The wrong cost centre\./);
  for (const typed of ['Robin', last, 'CC-7', 'Ward 7', 'Porter']) assert.ok(page.includes(`value="${typed}"`), typed);
  assert.match(page, /Nights only\.<\/textarea>/);
  const answers = await asker.post(form, { ...shownIn(page), purchase_order: 'CC-9', do: 'continue' });
  assert.match(textOf(answers.body), /Purchase order or cost centre CC-9/);
  const fields = hiddenFields(answers.body, form);
  const all = (await checks()).length;
  assert.equal(String((await asker.post(form, { ...fields, do: 'place' })).headers.location), at);
  // Sent again, it is asked for once; and it can be corrected no more.
  assert.equal((await asker.post(form, { ...fields, do: 'place' })).status, 303);
  assert.equal((await asker.get(form)).headers.location, at);
  const asked = textOf((await budget.get(at)).body);
  assert.match(asked, /It waits for you/);
  assert.match(asked, /CC-9/);
  assert.doesNotMatch(asked, /CC-7/);
  assert.equal((await press(budget, at, 'approved')).status, 303);
  await runJobs(at);
  assert.equal((await checks()).length, all + 1);
});

test('who covers for who asked reads that it was sent back, takes it over, and asks again', async () => {
  const idOf = async (name: string) =>
    (await ctx.db.row<{ id: string }>(sql`select id from users where email = ${`${name}@acme.test`}`))!.id;
  const kay = await signedIn('Kay', 'requester');
  const today = ukDateOf(ctx.now());
  const away = { from: today, until: addDays(today, 2), cover: await idOf('colleague') };
  const { last, at } = await ordered(kay);
  assert.equal((await kay.submit('/portal/away', '/portal/away', away)).status, 303);
  assert.equal((await colleague.get(at)).status, 404, 'it waits for somebody else');
  await press(budget, at, 'sent_back', 'Which post is it?');
  const told = (await listEmails(ctx, portal.caller('live'), 300)).filter(
    ({ template, text }) => template === 'order_request_decided' && text.includes(idIn(at)),
  );
  assert.deepEqual(told.map(({ to }) => to.name).toSorted(), ['Colleague', 'Kay']);

  assert.match(
    textOf((await colleague.get('/portal')).body),
    /One order was sent back to a colleague for whom you cover/,
  );
  assert.match(
    textOf((await colleague.get(list)).body),
    new RegExp(`colleague for whom you cover 1 .*Robin ${last} .*For Kay, who is away ?By Budget: Which post is it\\?`),
  );
  // Who has nothing to do with it, and who sent it back, take over nothing.
  assert.equal((await ofSouth.get(at)).status, 404);
  assert.doesNotMatch((await budget.get(at)).body, /take_over/);
  assert.equal((await press(colleague, at, 'place')).status, 404, 'it is Kay’s yet');
  // Who asked places it at the same moment: it is placed, and changes hands no more.
  let pressed: ReturnType<typeof press> | undefined;
  await ctx.db.transaction(async (tx) => {
    await tx.run(sql`update bulk_orders set placed_at = now() where id = ${idIn(at)}`);
    pressed = press(colleague, at, 'take_over');
    await until(
      async () =>
        (await ctx.db.row(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)) !== undefined,
    );
  });
  assert.ok((await pressed)!.status >= 400);
  const owner = async () =>
    (await ctx.db.row<{ user_id: string }>(sql`select user_id from bulk_orders where id = ${idIn(at)}`))!.user_id;
  assert.notEqual(await owner(), away.cover);
  await ctx.db.run(sql`update bulk_orders set placed_at = null where id = ${idIn(at)}`);
  assert.equal((await press(colleague, at, 'take_over')).status, 303);
  assert.match(textOf((await colleague.get(at)).body), /You asked for approval/);
  assert.equal((await kay.get(at)).status, 404);
  const row = await ctx.db.row<{ user_id: string }>(sql`select user_id from bulk_orders where id = ${idIn(at)}`);
  assert.equal(row?.user_id, away.cover);
  const boss = await signedIn('Historian', 'administrator');
  assert.match(
    textOf((await boss.get('/portal/history?kind=others')).body),
    /Orders that wait for approval given to Colleague ?Until now of Kay/,
  );
  await press(colleague, at, 'discard_sure');
});

test('what was sent back and is corrected to be about another person is no more about the one of the record of staff', async () => {
  const { at, last } = await ordered(asker);
  const ofStaff = () =>
    ctx.db.row(sql`select stated_id is not null as is_linked from bulk_order_rows where bulk_order_id = ${idIn(at)}`);
  await ctx.db.run(sql`update bulk_order_rows set stated_id = gen_random_uuid() where bulk_order_id = ${idIn(at)}`);
  const form = `${path}?correct=${idIn(at)}`;
  async function correct(changed: Readonly<Record<string, string>>) {
    await press(budget, at, 'sent_back', 'Please correct it.');
    const answers = await asker.post(form, { ...shownIn((await asker.get(form)).body), ...changed, do: 'continue' });
    await asker.post(form, { ...hiddenFields(answers.body, form), do: 'place' });
  }
  await correct({ last_name: `${last}e` });
  assert.deepEqual(await ofStaff(), { is_linked: true });
  await correct({ first_name: 'Alex', last_name: 'Other', 'dob-year': '1990' });
  assert.deepEqual(await ofStaff(), { is_linked: false });
  await press(budget, at, 'refused', 'No.');
});

test('orders of other subsidiaries do not push those that somebody may approve off their list', async () => {
  const { at, last } = await ordered(asker, { subsidiary: south });
  await ctx.db.run(sql`
    insert into bulk_orders (account_id, environment, id, user_id, items, unread_columns, uploaded_at, asked_at)
    select account_id, environment, gen_random_uuid(), user_id, items, unread_columns, uploaded_at, asked_at - interval '1 day'
    from bulk_orders, generate_series(1, 60) where id = ${idIn(at)}`);
  await ctx.db.run(sql`
    insert into bulk_order_rows (account_id, environment, bulk_order_id, row_number, unique_key, subsidiary_id, sealed_body)
    select b.account_id, b.environment, b.id, 1, gen_random_uuid(), ${north}::uuid, decode('00', 'hex')
    from bulk_orders b where not exists (select from bulk_order_rows r where r.bulk_order_id = b.id)`);
  assert.match(textOf((await ofSouth.get(list)).body), new RegExp(`For you to approve 1 .*${last}`));
  assert.match(textOf((await ofSouth.get('/portal')).body), /One order waits for your approval/);
  assert.match(textOf((await budget.get('/portal')).body), /6\d orders wait for your approval/);
  await ctx.db.run(sql`delete from bulk_orders where id <> ${idIn(at)} and asked_at < now() - interval '23 hours'`);
  await press(ofSouth, at, 'refused', 'No.');
});

test('who asked takes it back, and what waits is not deleted with what nobody confirmed', async () => {
  const { at } = await ordered(asker);
  const older = async (days: number) =>
    ctx.db.run(sql`update bulk_orders set uploaded_at = uploaded_at - ${days} * interval '1 day',
      asked_at = asked_at - ${days} * interval '1 day' where id = ${idIn(at)}`);
  await older(30);
  await pruneBulkOrders(ctx);
  assert.match(textOf((await asker.get(at)).body), /It waits until an administrator or an order approver decides/);
  await press(asker, at, 'take_back');
  assert.equal((await budget.get(at)).status, 404);
  assert.match(textOf((await asker.get(at)).body), /Nothing is ordered yet/);
  await press(asker, at, 'place');
  await ctx.db.run(sql`update bulk_orders set asked_at = now() - interval '91 days' where id = ${idIn(at)}`);
  await pruneBulkOrders(ctx);
  assert.equal((await asker.get(at)).status, 404);
});

test('what changed since it was asked for is judged again: the price, and what is agreed', async () => {
  const { at } = await ordered(asker);
  const seen = hiddenFields((await budget.get(at)).body, at);
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 700 }]);
  assert.equal((await budget.post(at, { ...seen, do: 'approved' })).status, 422);
  await switchOffTypes(ctx, 'system', accountId, [{ name: 'identity' }]);
  try {
    assert.match(textOf((await budget.get(at)).body), /It cannot be placed as it is today/);
    assert.equal((await press(budget, at, 'approved')).status, 422);
  } finally {
    await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 500 }]);
  }
  assert.equal((await press(budget, at, 'approved')).status, 303);
  await runJobs(at);
  // Another order of the same person is seen by who approves it.
  const before = await ordered(asker, { last_name: 'Twice', email: 'robin1@candidate.test' });
  assert.match(textOf((await budget.get(before.at)).body), /has an order of the last 90 days/);
});

test('the orders of a spreadsheet wait together', async () => {
  const many = `${path}/bulk`;
  const headings = 'First name\tLast name\tDate of birth\tEmail address';
  const rows = ['Kim\tManya\t27/03/1985\tkim@candidate.test', 'Lee\tManyb\t27/03/1985\tlee@candidate.test'];
  const page = (await asker.submit(many, many, { what: String(starter), subsidiary: north, do: 'continue' })).body;
  const sent = { ...hiddenFields(page, many), rows: [headings, ...rows].join('\n'), do: 'upload' };
  const at = String((await asker.post(many, sent)).headers.location);
  const all = (await checks()).length;
  await press(asker, at, 'place');
  assert.match(textOf((await asker.get(many)).body), /Waits for approval/);
  await runJobsOfApproved(at, all);
});

test('nothing places a live order around it; test orders, and those of approvers, are placed at once', async () => {
  const all = (await checks()).length;
  const own = await ordered(budget);
  const test = await ordered(asker, { environment: 'test' });
  assert.match(own.at, /^\/portal\/checks\//);
  assert.match(test.at, /^\/portal\/checks\//);
  assert.equal((await checks()).length, all + 2);
  const caller = { ...portal.caller('live'), subsidiaryIds: null, userId: null };
  const ofPortal = { ...caller, actor: `user:${accountId}` as const, permissions: ['order_checks', 'order_again'] };
  await assert.rejects(() => submitOrder(ctx, ofPortal, {} as never), { reason: 'not_permitted' });
  const id = idIn(own.at);
  const add = `/portal/checks/${id}/reports/new`;
  const added = await asker.post(add, {
    ...hiddenFields((await asker.get(path)).body, path),
    types: '1',
    do: 'continue',
  });
  assert.ok(added.status >= 400);
  assert.equal((await asker.get(add)).headers.location, `${path}?add=${id}`);
  await closeCheck(ctx, portal.caller('live'), id, 'cancel');
  const again = `/portal/checks/${id}/again`;
  assert.equal((await asker.get(again)).headers.location, `${path}?again=${id}`);
  const looks = async () => {
    await ctx.batches.write();
    const seen = sql`select coalesce((detail ->> 'count')::integer, 1) as count from events
      where type = 'applicant.read' and check_id = ${id}`;
    return (await ctx.db.rows<{ count: number }>(seen)).reduce((sum, { count }) => sum + count, 0);
  };
  const before = await looks();
  const form = (await asker.get(`${path}?again=${id}`)).body;
  assert.match(textOf(form), /Orders of your account need approval, and this form asks for it/);
  const { order } = await readCheck(ctx, portal.caller('live'), id);
  assert.ok(form.includes(`value="${order.facts.email}"`));
  assert.equal(await looks(), before + 1);
  const asked = await asker.submit(`${path}?again=${id}`, path, {
    do: 'continue',
    ...typedIn(form),
    subsidiary: 'none',
  });
  const toCheck = asked.body.includes('Details of the order')
    ? await asker.post(path, { ...hiddenFields(asked.body, path), ...typedIn(asked.body), do: 'details' })
    : asked;
  assert.match(toCheck.body, /Ask for approval/);
  await assert.rejects(() => orderAgain(ctx, ofPortal, id, null), { reason: 'invalid_fields' });
  assert.equal((await checks()).length, all + 2);
});

test('who approves a package with single reports reads them beside it, and by approval it is the package again', async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'document', pricePence: 350 }]);
  const found = namedType('document');
  const document = 'type' in found ? String(found.type.id) : '';
  const { last, answers, at } = await ordered(asker, { types: document });
  assert.match(answers, /Starter; Identity document/);
  const listed = textOf((await budget.get(list)).body);
  assert.match(listed, new RegExp(`Robin ${last} Starter; Identity document £17\\.50`));
  const before = new Set((await checks()).map(({ id }) => id));
  await press(budget, at, 'approved');
  await runJobs(at);
  const { id } = (await checks()).find((one) => !before.has(one.id))!;
  await closeCheck(ctx, portal.caller('live'), id, 'cancel');
  const form = shownIn((await asker.get(`${path}?again=${id}`)).body);
  assert.deepEqual([form.what, form.types], [String(starter), document], 'not single reports at their own prices');
});

/** The inputs of a page as a browser would send them. */
function typedIn(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input);
  const sent = inputs.filter((input) => !/type="(?:radio|checkbox)"/.test(input) || / checked/.test(input));
  const of = (input: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
  return Object.fromEntries(
    sent.flatMap((input) => (of(input, 'name') ? [[of(input, 'name')!, of(input, 'value') ?? '']] : [])),
  );
}

test('what was placed is not made urgent, which costs more, by who needs approval', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { urgentOrders: true, urgentPounds: 25 });
  const { at } = await ordered(asker);
  await press(budget, at, 'approved');
  await runJobs(at);
  const [placed] = await ctx.db.rows<{ id: string }>(sql`
    select check_id as id from bulk_order_rows where bulk_order_id = ${idIn(at)}`);
  const urgent = `/portal/checks/${placed!.id}/urgent`;
  assert.doesNotMatch((await asker.get(`/portal/checks/${placed!.id}`)).body, /\/urgent"/);
  assert.equal((await asker.get(urgent)).status, 303);
  const fields = hiddenFields((await budget.get(urgent)).body, urgent);
  const own = hiddenFields((await asker.get(at)).body, at);
  await asker.post(urgent, { ...fields, ...own, urgent: '1', pence: '2500' });
  const isUrgent = async () =>
    (await ctx.db.row<{ is_urgent: boolean }>(sql`select is_urgent from checks where id = ${placed!.id}`))!.is_urgent;
  assert.equal(await isUrgent(), false);
  assert.equal((await budget.post(urgent, { ...fields, urgent: '1', pence: '2500' })).status, 303);
  assert.equal(await isUrgent(), true);
});

test('who orders for somebody under 18 reads what that means before they order, and so does who approves it', async () => {
  const year = String(new Date().getFullYear() - 17);
  const { at, answers } = await ordered(asker, { 'dob-day': '31', 'dob-month': '12', 'dob-year': year });
  const young = /Under 18:? The candidate is 16\. Employees under 18 have limits/;
  assert.match(answers, young);
  assert.match(textOf((await budget.get(at)).body), young);
  await press(budget, at, 'refused', 'No.');
});

test('nobody is said to have approved what was sent back, and placed once no approval was needed', async () => {
  const { at } = await ordered(asker);
  await press(budget, at, 'sent_back', 'Which cost centre?');
  await changeAccountSettings(ctx, 'system', accountId, { ordersNeedApproval: false });
  try {
    await press(asker, at, 'place');
    const page = textOf((await asker.get(at)).body);
    assert.match(page, /Confirmed on/);
    assert.doesNotMatch(page, /approved by/);
  } finally {
    await changeAccountSettings(ctx, 'system', accountId, { ordersNeedApproval: true });
  }
});

test('a first day of work that passed while the order waited is said before it is approved', async () => {
  const tomorrow = addDays(ukDateOf(ctx.now()), 1);
  const { at } = await ordered(asker, { starts_on: tomorrow });
  const caller = { ...portal.caller('live'), subsidiaryIds: null };
  const [row] = await ctx.db.rows<{ user_id: string }>(sql`select user_id from bulk_orders where id = ${idIn(at)}`);
  const as = { ...caller, userId: row!.user_id, permissions: ['order_checks'] } as const;
  assert.deepEqual(await readStaleRows(ctx, as, idIn(at)), []);
  const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 3 * 24 * 3_600_000) };
  const [stale] = await readStaleRows(later, as, idIn(at));
  assert.deepEqual(stale?.problems, { StartsOn: ['must be a day from today on, within a year'] });
});
