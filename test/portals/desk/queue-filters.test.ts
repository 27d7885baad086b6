// Filters of the work queue by area, nation and day, and the standing priority of a client.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { deskEmail, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const visitor = await signedInVisitor(portal, deskEmail);
const today = ukDateOf(ctx.now());

const place = async (last_name: string, type: string) => {
  const check = await portal.placeCheck('live', { first_name: 'Sam', last_name }, [type]);
  return { check, id: check.reports[0]!.id };
};
const [card, credit, scottish] = [
  await place('Card', 'identity'),
  await place('Credit', 'credit'),
  await place('Scot', 'identity'),
];
await ctx.db.run(sql`update reports set requested_at = requested_at - interval '20 days' where id = ${card.id}`);
await ctx.db.run(sql`update reports set due_on = ${addDays(today, 40)} where id <> ${credit.id}`);
await ctx.db.run(sql`update reports set due_on = ${addDays(today, 41)} where id = ${credit.id}`);
await ctx.db.run(sql`update checks set jurisdiction = 'scotland' where id = ${scottish.check.id}`);

const idsIn = (body: string) => [...body.matchAll(/data-row="([^"]+)"/g)].map(([, id]) => id);
const found = async (query: string) => idsIn((await visitor.get(`/desk?${query}`)).body).toSorted();
const idsOf = (...of: readonly { readonly id: string }[]) => of.map(({ id }) => id).toSorted();

test('the queue is narrowed to an area, a nation, a day on which reports are due, and since when they came', async () => {
  const tables = [
    ['area=financial', [credit]],
    ['nation=scotland', [scottish]],
    [`due_on=${addDays(today, 41)}`, [credit]],
    [`since=${addDays(today, -1)}`, [credit, scottish]],
    [`since=${addDays(today, -30)}`, [card, credit, scottish]],
    ['arrived=week', [credit, scottish]],
    [`nation=scotland&since=${addDays(today, 1)}`, []],
    ['area=x&nation=x&since=x&due_on=2026-13-01', [card, credit, scottish]],
  ] as const;
  for (const [query, expected] of tables) assert.deepEqual(await found(query), idsOf(...expected), query);
  const file = await visitor.get('/desk/file?nation=scotland');
  assert.equal(file.body.trim().split('\r\n').length, 2, 'the file has what the page has');
  await visitor.submit('/desk?nation=scotland', '/desk/views?nation=scotland', { name: 'Scotland' });
  assert.match((await visitor.get('/desk')).body, /href="\/desk\?nation=scotland"[^>]*>Scotland</);
});

test('several types and several accounts are ticked in one filter, which views, the file and the way back keep', async () => {
  const typed = (name: string) => {
    const named = namedType(name);
    if ('missing' in named) throw new Error(name);
    return named.type.id;
  };
  const [identity, bank] = [typed('identity'), typed('credit')];
  const other = ctx.newId();
  const all = [card, credit, scottish];
  assert.deepEqual(await found(`type=${identity}&type=${bank}`), idsOf(...all), 'as a form sends them');
  assert.deepEqual(await found(`type=${identity},${bank}`), idsOf(...all), 'as an address keeps them');
  assert.deepEqual(await found(`type=${bank},999999`), idsOf(credit), 'what is no type is left out');
  assert.deepEqual(await found(`account=${other}`), []);
  assert.deepEqual(await found(`account=${other}&account=${accountId}&type=${bank}`), idsOf(credit));
  const { body } = await visitor.get(`/desk?type=${identity}&type=${bank}&account=${accountId}`);
  for (const value of [identity, bank, accountId])
    assert.match(body, new RegExp(`type="checkbox" name="(type|account)" value="${value}" checked`));
  assert.match(body, /2 chosen/);
  const kept = `type=${identity}%2C${bank}&amp;account=${accountId}`;
  assert.ok(body.includes(`href="/desk/file?${kept}"`), 'the file has what the page has');
  const report = (await visitor.get(`/desk/reports/${credit.id}`)).body;
  assert.ok(report.includes(`href="/desk?${kept}"`), 'a report leads back to the list');
});

test('a report that is released from one’s own leaves a way back', async () => {
  await visitor.submit('/desk', '/desk/claims', { claim: credit.id });
  const left = await visitor.submit('/desk?view=mine', '/desk/claims?view=mine', { release: credit.id });
  const [address] = String(left.headers.location).split('#');
  assert.match((await visitor.get(address!)).body, new RegExp(`name="claim" value="${credit.id}">Take it back`));
});

test('the orders of a client with standing priority stand above others, below urgent ones, and are not urgent', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { standsFirst: true });
  const first = await place('First', 'identity');
  await ctx.db.run(sql`update reports set due_on = ${addDays(today, 90)} where id = ${first.id}`);
  await ctx.db.run(sql`update reports set priority = 1 where id = ${scottish.id}`);
  const { body } = await visitor.get('/desk');
  assert.deepEqual(idsIn(body).slice(0, 2), [scottish.id, first.id], 'although it is due last');
  assert.equal([...body.matchAll(/Priority client/g)].length, 1);
  const row = await ctx.db.row<{ priority: number }>(sql`select priority from reports where id = ${first.id}`);
  assert.equal(row!.priority, 0);
});
