// The results of several checks in one ZIP, from the client's list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { archiveOf, findArchived, resultsKind } from '../../../src/features/lists/results-archive-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { makeResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
const client = await signedInVisitor(portal, clientEmail);
const path = '/portal/results/file';

const complete = await portal.placeCheck('live', { first_name: 'Clara', last_name: 'Cleared' }, ['identity']);
const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
const target = { checkId: complete.id, reportId: complete.reports[0]!.id };
await moveReport(ctx, caller, target, { move: 'complete', outcome });
const interim = await portal.placeCheck('live', { last_name: 'Interim' }, ['identity']);
const waiting = (await placeWaiting(ctx, caller)).check;
for (const { id } of [complete, interim]) await makeResultsDocument(ctx, caller, id);

const chosen = (...checks: readonly Pick<Check, 'id'>[]) =>
  `${path}?${checks.map(({ id }) => `orders=${id}`).join('&')}`;
/** Nothing in the archive is compressed. */
const pdfsIn = (body: string) => [...body.matchAll(/(VF\d+\.pdf)[^%]{0,60}%PDF/g)].map(([, name]) => name);
const looksAt = async ({ id }: Pick<Check, 'id'>) =>
  ctx.db.rows<{ as: string }>(sql`
    select detail ->> 'as' as "as" from events
    where check_id = ${id} and type = 'check.results_read' and actor like 'user:%' and detail ->> 'as' = 'pdf'`);

test('selected checks are downloaded as a PDF of each with an index, and each is recorded as one that is read', async () => {
  const list = (await client.get('/portal')).body;
  assert.match(list, new RegExp(`name="orders" value="${complete.id}" form="selected"`));
  assert.match(list, new RegExp(`name="orders" value="${waiting.id}"`), 'a colleague can get it');
  const { status, headers, body } = await client.get(chosen(complete, interim, waiting));
  assert.equal(status, 200);
  assert.match(String(headers['content-disposition']), /^attachment; filename="results-\d{4}-\d\d-\d\d\.zip"$/);
  assert.deepEqual(pdfsIn(body), [`VF${interim.orderId}.pdf`, `VF${complete.orderId}.pdf`]);
  assert.match(body, /index\.csv[\s\S]*order,first_name,last_name,status,result,completed_on,file,note\r\n/);
  assert.match(
    body,
    new RegExp(
      `"VF${complete.orderId}","Clara","Cleared","Complete","Clear[^"]*","\\d{4}-\\d\\d-\\d\\d","VF${complete.orderId}.pdf",\r\n`,
    ),
  );
  assert.match(body, new RegExp(`"VF${waiting.orderId}",[^\r]+,,,,"No results to download"`));
  for (const check of [complete, interim]) assert.deepEqual(await looksAt(check), [{ as: 'pdf' }]);
  assert.deepEqual(await looksAt(waiting), []);
});

test('all that the list finds are downloaded, too', async () => {
  const list = (await client.get('/portal?status=complete')).body.replaceAll('&amp;', '&');
  const [, href] = /href="(\/portal\/results\/file\?[^"]+)"/.exec(list)!;
  assert.deepEqual(pdfsIn((await client.get(href!)).body), [`VF${complete.orderId}.pdf`]);
});

test('nothing is downloaded of what the reader does not see, and the list says what to do', async () => {
  const other = await makeAccount(ctx, 'Other Care');
  const theirs = (await placeWaiting(ctx, other.caller('live'))).check;
  for (const address of [path, chosen(theirs)]) {
    const { headers } = await client.get(address);
    assert.equal(headers.location, '/portal?notice=unselected');
    assert.match((await client.get(String(headers.location))).body, /Select the checks first/);
  }
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' });
  for (const [role, subsidiary] of [
    ['standard', subsidiaryId],
    ['requester', null],
  ] as const) {
    const email = `${role}@acme.test`;
    await createUser(ctx, 'system', accountId, { name: role, email, role, ...scopeOf(subsidiary) });
    await createSignIn(ctx, 'system', { email, password });
  }
  const north = await signedInVisitor(portal, 'standard@acme.test');
  assert.equal((await north.get(chosen(complete))).headers.location, '/portal?notice=unselected');
  const requester = await signedInVisitor(portal, 'requester@acme.test');
  assert.equal((await requester.get(chosen(complete))).status, 403);
  assert.doesNotMatch((await requester.get('/portal')).body, /Download (the )?results/);
});

test('results that are not ready in time are late, not missing, and none of them is told unread', async () => {
  const late = await portal.placeCheck('live', { last_name: 'Late' }, ['identity']);
  const reader = { ...caller, subsidiaryIds: null, permissions: ['read_results'] } as const;
  const rows = await findArchived(ctx, reader, { ids: [complete.id, late.id] }, 'newest');
  const wanted = rows.map((row) => ({ caller: reader, row }));
  let seen: readonly { file: string | null; isLate: boolean; light: unknown }[] = [];
  const names: string[] = [];
  const index = async function* (orders: typeof seen) {
    seen = orders;
    yield Buffer.from('index');
  };
  for await (const { path, content } of archiveOf(ctx, wanted, resultsKind, index, false)) {
    names.push(path);
    for await (const _ of content);
  }
  assert.deepEqual(names, [`VF${complete.orderId}.pdf`, 'index.csv']);
  assert.deepEqual(
    seen.map(({ file, isLate, light }) => [file, isLate, light === null]),
    [
      [null, true, true],
      [`VF${complete.orderId}.pdf`, false, false],
    ],
  );
});

test('more than 100 at once are refused, with what to do', async () => {
  await ctx.db.run(sql`
    insert into checks (account_id, environment, id, applicant_id, type, status, created_at, sealed_order)
    select c.account_id, c.environment, gen_random_uuid(), c.applicant_id, c.type, 'withdrawn', c.created_at, c.sealed_order
    from checks c cross join generate_series(1, 101) where c.id = ${complete.id}`);
  const { headers } = await client.get(`${path}?which=all&status=withdrawn`);
  assert.equal(headers.location, '/portal?status=withdrawn&notice=many');
  assert.match(
    (await client.get('/portal?environment=test&notice=many')).body,
    /more than 100 checks[^.]+narrow the list/,
  );
});
