// A form that is sent twice makes one thing, and both posts are answered alike.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { test } from 'node:test';
import { listApiKeys, listUsers } from '../../../src/features/accounts/account-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { cookieNames } from '../../../src/portals/shared/portal-cookies.ts';
import { employed, personnel } from '../../features/references/asked-references.ts';
import { until } from '../../support/limited-loops.ts';
import { clientEmail, hiddenFields, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const desk = await signedInVisitor(portal);

async function reportPath(): Promise<string> {
  const check = await portal.placeCheck('live', employed, ['employment_history:uk']);
  return `/desk/reports/${check.reports[0]!.id}`;
}

/** Opens the page once, and returns what sends its form. */
async function openForm(person: Visitor, page: string, path = page.split('?')[0]!) {
  const hidden = hiddenFields((await person.get(page)).body, path);
  return (fields: Readonly<Record<string, string>>) => person.post(path, { ...hidden, ...fields });
}

const fiveTimes = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, work));
const countOf = async (table: 'queries' | 'report_notes' | 'report_references', path: string) => {
  const reportId = path.split('/').at(-1)!;
  const counts = {
    queries: sql`select from queries where report_id = ${reportId}`,
    report_notes: sql`select from report_notes where report_id = ${reportId}`,
    report_references: sql`select from report_references where report_id = ${reportId}`,
  };
  return (await ctx.db.rows(counts[table])).length;
};

const forms = {
  queries: [
    '/queries/new',
    {
      ...{ addressee: 'client', kind: 'client_decision' },
      text: 'What do you decide?',
      due_on: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    },
  ],
  report_notes: ['/notes', { note: 'For the client', audience: 'client' }],
  report_references: [
    '/references/new?entry=activities-1',
    {
      ...{ name: personnel.referee.name, organisation: personnel.referee.organisation, email: personnel.referee.email },
      ...{ questionnaire: personnel.questionnaire, by: 'mail' },
    },
  ],
} as const;

for (const [table, [to, fields]] of Object.entries(forms)) {
  test(`a form for ${table} that is posted five times at once makes one, and all posts lead to the same page`, async () => {
    const path = await reportPath();
    const send = await openForm(desk, table === 'report_notes' ? path : `${path}${to}`, `${path}${to.split('?')[0]}`);
    const answers = await fiveTimes(() => send(fields));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303]);
    assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
    assert.equal(await countOf(table as keyof typeof forms, path), 1);
    assert.equal((await send(fields)).headers.location, answers[0]!.headers.location, 'much later');
    assert.equal(await countOf(table as keyof typeof forms, path), 1);
  });
}

test('a form for an API key that is posted five times at once makes one key, which every answer shows', async () => {
  const [user] = await listUsers(ctx, 'system', accountId);
  const send = await openForm(desk, `/desk/accounts/${accountId}/keys/new`);
  const answers = await fiveTimes(() => send({ user: user!.id, environment: 'test', scopes: 'read' }));
  const keys = answers.map(({ body }) => /id="key">(test_[a-z0-9]+)</.exec(body)?.[1]);
  assert.equal(new Set(keys).size, 1);
  assert.ok(keys[0]);
  assert.equal((await listApiKeys(ctx, 'system', accountId)).length, 1);
  const rows = await ctx.db.rows<{ sealed_answer: Buffer }>(sql`select sealed_answer from sent_forms`);
  assert.equal(
    rows.some(({ sealed_answer }) => sealed_answer.includes(keys[0]!)),
    false,
  );
});

test('the same form with other text is another form, and so is the same text on a page that was opened again', async () => {
  const path = await reportPath();
  const send = await openForm(desk, path, `${path}/notes`);
  await send({ note: 'One', audience: 'desk' });
  await send({ note: 'Two', audience: 'desk' });
  assert.equal(await countOf('report_notes', path), 2);
  const sendLater = await openForm(desk, path, `${path}/notes`);
  await sendLater({ note: 'Two', audience: 'desk' });
  assert.equal(await countOf('report_notes', path), 3);
});

test('a form that the browser sends again before the first answer makes one, although the first request was cut off', async () => {
  const path = await reportPath();
  const hidden = hiddenFields((await desk.get(path)).body, `${path}/notes`);
  const fields = { ...hidden, note: 'Clicked twice', audience: 'desk' };
  const cookie = [...desk.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const first = request(`${portal.url}${path}/notes`, {
    method: 'POST',
    ca: readFileSync(portal.authority),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });
  const isCutOff = once(first, 'error');
  await portal.superuser.transaction(async (db) => {
    await db.run(sql`lock table report_notes in exclusive mode`);
    first.end(new URLSearchParams(fields).toString());
    await until(async () => (await ctx.db.rows(sql`select from sent_forms where sealed_answer is null`)).length === 1);
    first.destroy();
    await isCutOff;
  });
  assert.match(String((await desk.post(`${path}/notes`, fields)).headers.location), /done=/);
  assert.equal(await countOf('report_notes', path), 1);
});

test('a form that was refused can be sent again', async () => {
  const path = await reportPath();
  const send = await openForm(desk, path, `${path}/notes`);
  const fields = { note: 'Said once', audience: 'desk' };
  await portal.superuser.run(sql`alter table report_notes rename to report_notes_away`);
  assert.equal((await send(fields)).status, 500);
  await portal.superuser.run(sql`alter table report_notes_away rename to report_notes`);
  assert.equal((await send(fields)).status, 303);
  assert.equal(await countOf('report_notes', path), 1);
});

test('a form whose process ended before it answered can be sent again after a minute', async () => {
  const path = await reportPath();
  const send = await openForm(desk, path, `${path}/notes`);
  const fields = { note: 'Cut short', audience: 'desk' };
  await send(fields);
  await ctx.db.run(sql`update sent_forms set sealed_answer = null, lapses_at = now()`);
  assert.equal((await send(fields)).status, 303);
  assert.equal(await countOf('report_notes', path), 2);
});

test('nobody else gets the answer to a form, whatever they send', async () => {
  const path = await reportPath();
  const hidden = hiddenFields((await desk.get(path)).body, `${path}/notes`);
  const fields = { ...hidden, note: 'Mine', audience: 'desk' };
  const { location } = (await desk.post(`${path}/notes`, fields)).headers;
  const client = await signedInVisitor(portal, clientEmail);
  const answers = [await client.post(`${path}/notes`, fields)];
  for (const [name, value] of desk.cookies) if (name !== cookieNames.user) client.cookies.set(name, value);
  answers.push(await client.post(`${path}/notes`, fields));
  for (const { headers } of answers) assert.notEqual(headers.location, location);
  assert.equal(await countOf('report_notes', path), 1);
});
