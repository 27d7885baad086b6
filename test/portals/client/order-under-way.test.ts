// What a client does about an order that is under way: reach its candidate, see who did what, and withdraw it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm, moveReport, openForm } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { type Charge, readCharges } from '../../../src/features/lists/charge-actions.ts';
import { createJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { readResults, revisionOf } from '../../../src/features/results/results-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');

test('a client withdraws an order that is in progress: what is complete stays, and the candidate is told', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const check = await portal.placeCheck('live', { last_name: 'Unneeded' }, ['identity', 'right_to_work']);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, caller, { checkId: check.id, reportId: check.reports[0]!.id }, { move: 'complete', outcome });
  const page = `/portal/checks/${check.id}`;
  assert.match((await client.get(page)).body, /If this check is no longer needed,/);
  const asked = (await client.get(`${page}/cancel`)).body;
  assert.match(asked, /All work on the order stops[\s\S]*The report that is complete stays, with the results/);
  assert.match(asked, /A report on which no work has begun is credited/);
  assert.doesNotMatch(asked, /what was charged is credited/);

  const unsaid = await client.submit(`${page}/cancel`, `${page}/cancel`, { because: 'no' });
  assert.deepEqual([unsaid.status, /href="#because">Choose why the order is withdrawn/.test(unsaid.body)], [422, true]);
  const withdrawn = await client.submit(`${page}/cancel`, `${page}/cancel`, { because: 'offer_withdrawn' });
  const { body } = await client.get(String(withdrawn.headers.location));
  assert.match(body, /The order is withdrawn\. We tell the candidate by mail/);
  assert.doesNotMatch(body, /no longer needed/);
  assert.match(body, /Order withdrawn: the offer was withdrawn/);
  const { status, reports } = await readCheck(ctx, caller, check.id);
  assert.deepEqual([status, ...reports.map((report) => report.status)], ['withdrawn', 'complete', 'withdrawn']);
  const mails = (await listEmails(ctx, caller, 30)).filter(({ checkId }) => checkId === check.id);
  assert.ok(mails.some(({ subject }) => / is closed$/.test(subject)));
  assert.equal((await client.get(`${page}/cancel`)).status, 409);
});

test('before an order is withdrawn the page says of each report what is credited and what stays, as it then is', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const check = await portal.placeCheck('live', {}, ['identity', 'right_to_work', 'criminal_history:basic']);
  const price = (at: number, pence: number, fee: number) =>
    portal.superuser.run(sql`
      update charges set amount_pence = ${pence}, fee_pence = ${fee} where report_id = ${check.reports[at]!.id}`);
  await Promise.all([price(0, 1200, 0), price(1, 900, 0), price(2, 700, 2150)]);
  await portal.superuser.run(sql`update reports set requested_at = null where id = ${check.reports[0]!.id}`);
  const page = `/portal/checks/${check.id}`;
  const cells = [...(await client.get(`${page}/cancel`)).body.matchAll(/numeric[^>]*>(£[\d.]+)<\/td>/g)];
  const said = cells.map(([, amount]) => amount);
  assert.deepEqual(said, ['£12.00', '£0.00', '£0.00', '£9.00', '£21.50', '£7.00', '£33.50', '£16.00']);
  await client.submit(`${page}/cancel`, `${page}/cancel`, { awaited: 'no', because: 'took_too_long' });
  const left = await ctx.db.row<{ stays: number; credited: number }>(sql`
    select sum(amount_pence + fee_pence)::integer as stays,
      -sum(amount_pence + fee_pence) filter (where kind <> 'order')::integer as credited
    from charges where report_id = any (${check.reports.map(({ id }) => id)}::uuid[])`);
  assert.deepEqual(left, { stays: 1600, credited: 3350 });
  const month = ukDateOf(ctx.now()).slice(0, 7);
  const told: Charge[] = [];
  for await (const part of readCharges(
    ctx,
    { ...caller, permissions: roles.client.administrator, subsidiaryIds: null },
    { month },
  ))
    told.push(...part.filter(({ check_id }) => check_id === check.id));
  assert.deepEqual([...new Set(told.map((line) => line.withdrawn_because))], ['took_too_long'], 'beside each charge');
});

test('many orders are withdrawn at once, with what each costs and in sum; which cannot be says why and stays', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const order = (last_name: string) => portal.placeCheck('live', { last_name }, ['identity']);
  const [first, second, over] = [await order('Firstly'), await order('Secondly'), await order('Overly')];
  const { check: awaited } = await placeWaiting(ctx, caller);
  await portal.superuser.run(sql`
    update charges set amount_pence = 1200 where report_id = any (${[first, second].map(({ reports }) => reports[0]!.id)})`);
  await portal.superuser.run(sql`update reports set requested_at = null where id = ${first.reports[0]!.id}`);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, caller, { checkId: over.id, reportId: over.reports[0]!.id }, { move: 'complete', outcome });
  assert.match((await client.get('/portal')).body, /formaction="\/portal\/withdraw"[^>]*>Withdraw selected/);
  const ids = [first, second, over, awaited].map(({ id }) => id);
  const path = `/portal/withdraw?${ids.map((id) => `orders=${id}`).join('&')}`;
  const { body } = await client.get(path);
  const told = body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  assert.match(told, /3 orders are withdrawn with all open reports/);
  assert.match(told, /Firstly In progress Is credited: £12\.00 Stays charged: £0\.00/);
  assert.match(told, /Secondly In progress Is credited: £0\.00 Stays charged: £12\.00/);
  assert.match(told, /Total Is credited: £12\.00 Stays charged: £12\.00/);
  assert.match(told, /Overly It is over: Complete/);

  const unsaid = await client.submit(path, '/portal/withdraw', {});
  assert.deepEqual([unsaid.status, unsaid.body.includes('Choose why the orders are withdrawn')], [422, true]);
  // The candidate of one submits the form after the client has read what withdrawing means.
  const asked = hiddenFields((await client.get(path)).body, '/portal/withdraw');
  await completeForm(ctx, caller, awaited.id, awaited.order.facts);
  const done = await client.post('/portal/withdraw', { ...asked, because: 'ordered_by_mistake' });
  const after = (await client.get(String(done.headers.location))).body;
  assert.match(after, /2 orders are withdrawn\. These are not:/);
  assert.match(after, new RegExp(`VF${awaited.orderId}\\b`));
  const statuses = await Promise.all(ids.map(async (id) => (await readCheck(ctx, caller, id)).status));
  assert.deepEqual(statuses, ['withdrawn', 'withdrawn', 'complete', 'in_progress']);
  assert.match((await client.get(`/portal/checks/${second.id}`)).body, /Order withdrawn: it was ordered by mistake/);
  const mails = (await listEmails(ctx, caller, 60)).filter(({ subject }) => / is closed$/.test(subject));
  assert.deepEqual(mails.filter(({ checkId }) => checkId === first.id || checkId === second.id).length, 2);
  const none = await client.get('/portal/withdraw?of=nothing');
  assert.match((await client.get(String(none.headers.location))).body, /Select the orders first that you withdraw/);
});

test('nothing is withdrawn if the candidate submitted the form after the client had read what it means', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { check } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  const page = `/portal/checks/${check.id}`;
  assert.match((await client.get(`${page}/cancel`)).body, /what was charged is credited/);
  await completeForm(ctx, caller, check.id, check.order.facts);
  // What the page that is still open sends.
  const late = await client.submit(`${page}/cancel`, `${page}/cancel`, { awaited: 'yes', because: 'not_needed' });
  assert.deepEqual([late.status, (await readCheck(ctx, caller, check.id)).status], [409, 'in_progress']);
});

test('who only requests checks withdraws them, and who only reads them does not', async () => {
  const check = await portal.placeCheck('live', { last_name: 'Requested' }, ['identity']);
  const page = `/portal/checks/${check.id}`;
  const personAs = async (role: 'requester' | 'read_only') => {
    const email = `${role.replace('_', '-')}-withdraws@acme.test`;
    await createUser(ctx, 'system', accountId, { name: role, email, role });
    await createSignIn(ctx, 'system', { email, password });
    return signedInVisitor(portal, email);
  };
  const reader = await personAs('read_only');
  assert.doesNotMatch((await reader.get(page)).body, /no longer needed/);
  assert.equal((await reader.get(`${page}/cancel`)).status, 403);
  const requester = await personAs('requester');
  assert.equal((await requester.submit(`${page}/cancel`, `${page}/cancel`, { because: 'not_needed' })).status, 303);
  assert.equal((await readCheck(ctx, caller, check.id)).status, 'withdrawn');
});

test('while the form is awaited, the page says where the mails go, whether it was opened, and that a mail failed', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { check } = await placeWaiting(ctx, caller, {
    reports: ['identity'],
    facts: { email: 'reach@candidate.test' },
  });
  const page = `/portal/checks/${check.id}`;
  const before = (await client.get(page)).body;
  assert.match(
    before,
    /href="[^"]+\/details">[\s\S]*reach@candidate\.test|reach@candidate\.test[\s\S]*href="[^"]+\/details">/,
  );
  assert.match(before, /Form opened\s*<\/dt>\s*<dd[^>]*>\s*Not yet/);
  assert.doesNotMatch(before, /did not arrive/);
  await ctx.db.run(sql`update emails set status = 'failed' where check_id = ${check.id}`);
  assert.match((await client.get(page)).body, /correct the email address<\/a>, because the last mail to the candidate/);
  await openForm(ctx, { ...caller, actor: 'candidate' }, check.id);
  assert.match((await client.get(page)).body, /Form opened\s*<\/dt>\s*<dd[^>]*>\s*\d+ \w+ 20\d\d/);
  assert.match((await client.get(`${page}/details`)).body, /Correct the candidate’s details/);
});

test('the history names the colleague who did something, and no screener', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { check } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  const page = `/portal/checks/${check.id}`;
  await client.submit(page, `${page}/form-deadline/reminder`, {});
  const other = await placeWaiting(ctx, caller, { reports: ['identity'] });
  const desk = `/desk/reports/${other.check.reports[0]!.id}/form`;
  const screener = await signedInVisitor(portal);
  await screener.submit(desk, `${desk}/form-deadline/reminder`, {});
  const namesAt = async (id: string) => {
    const { body } = await client.get(`/portal/checks/${id}`);
    return [...body.slice(body.indexOf('>History<')).matchAll(/<span class="app-muted">([^<]*), <time/g)].map(
      ([, name]) => name,
    );
  };
  const [user] = await ctx.db.rows<{ name: string }>(sql`select name from users where email = ${clientEmail}`);
  assert.deepEqual([await namesAt(check.id), await namesAt(other.check.id)], [[user!.name], []]);
});

const reason = { reason: 'job_changed', note: 'Kim <asked>.' };

test('a client changes what an order is for until it is complete: search, charges and history follow, and what stood there is kept', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'criminal_history', variant: 'basic', pricePence: 900 }]);
  const check = await portal.placeCheck('live', { last_name: 'Moved' }, ['criminal_history:basic']);
  const page = `/portal/checks/${check.id}`;
  const path = `${page}/change`;
  const form = (await client.get(path)).body;
  assert.match(form, /name="position"[^>]*value="Driver"/);
  assert.doesNotMatch(form, /name="reference"|name="job_role"/);
  const same = { position: 'Driver', purchase_order: '', place_of_work: 'England', employer_name: 'Acme Care' };
  const refusedAs = async (typed: Record<string, string>) => {
    const { status, body } = await client.submit(path, path, { ...same, employment_sector: 'Drivers', ...typed });
    assert.equal(status, 422);
    return body;
  };
  assert.match(await refusedAs(reason), /href="#position">Position applied for: change something first/);
  assert.match(await refusedAs({ position: 'Pilot' }), /href="#reason">Choose why it is changed/);
  assert.match(await refusedAs({ ...reason, employer_name: '' }), /href="#employer_name">Employer: enter it/);
  const older = { ...same, ...reason, seen: 'another', purchase_order: 'PO-1' };
  assert.equal(
    (await client.submit(path, path, older)).status,
    409,
    'a form from before another change puts nothing back',
  );
  assert.match(
    await refusedAs({ ...reason, place_of_work: 'Atlantis' }),
    /href="#place_of_work">Place of work: choose one/,
  );

  const typed = { ...same, position: 'Night <driver>', purchase_order: 'PO-9120', place_of_work: 'Scotland' };
  const sent = await client.submit(path, path, { ...typed, employment_sector: 'Drivers', ...reason });
  assert.equal(sent.headers.location, `${page}?done=changed`);
  const { order, jurisdiction } = await readCheck(ctx, caller, check.id);
  assert.deepEqual(
    [order.criminal_details!.job_role, order.tags, jurisdiction],
    ['Night <driver>', ['PO-9120'], 'scotland'],
  );
  const { body } = await client.get(page);
  assert.match(body, /Changed in the order: position applied for, purchase order, place of work\. The job changed/);
  const kept = (await client.get(path)).body;
  assert.match(
    kept,
    /Position applied for: Driver → Night &lt;driver&gt;[\s\S]+Purchase order: nothing → PO-9120[\s\S]+Kim &lt;asked&gt;/,
  );
  const found = await client.submit('/portal', '/portal', { find: 'PO-9120' });
  assert.match((await client.get(String(found.headers.location))).body, new RegExp(`href="${page}"`));
  await createUser(ctx, 'system', accountId, { name: 'Ada', email: 'ada-pays@acme.test', role: 'administrator' });
  await createSignIn(ctx, 'system', { email: 'ada-pays@acme.test', password });
  const charges = (await (await signedInVisitor(portal, 'ada-pays@acme.test')).get('/portal/charges/file')).body;
  assert.match(charges, new RegExp(`VF${check.orderId},.*PO-9120`));
  const [stored] = await ctx.db.rows<{ sealed_change: Buffer; detail: string }>(
    sql`select sealed_change, (select detail::text from events where check_id = ${check.id} and type = 'check.order_changed') as detail
      from order_changes where check_id = ${check.id}`,
  );
  assert.doesNotMatch(`${stored!.sealed_change.toString('latin1')} ${stored!.detail}`, /Night|PO-9120|Kim/);

  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, caller, { checkId: check.id, reportId: check.reports[0]!.id }, { move: 'complete', outcome });
  const late = (await client.get(path)).body;
  assert.match(late, /name="purchase_order"/);
  assert.doesNotMatch(late, /name="position"/);
  await client.submit(path, path, { purchase_order: 'PO-9121', position: 'Captain', ...reason });
  const changed = (await readCheck(ctx, caller, check.id)).order;
  assert.deepEqual([changed.tags, changed.criminal_details!.job_role], [['PO-9121'], 'Night <driver>']);
});

test('the desk changes it for the client, to another job role of the same level alone', async () => {
  const roleOf = (roleTitle: string, roleCheckType: 'standard' | 'enhanced', workingWithChildren = false) =>
    createJobRole(ctx, 'system', accountId, { roleTitle, roleCheckType, workingWithChildren });
  const [carer, senior, clerk] = [
    await roleOf('Carer', 'enhanced'),
    await roleOf('Senior carer', 'enhanced', true),
    await roleOf('Clerk', 'standard'),
  ];
  const check = await portal.placeCheck('live', {}, ['criminal_history:enhanced'], { JobRoleId: carer });
  const screener = await signedInVisitor(portal);
  const path = `/desk/orders/${check.id}/change`;
  const { body } = await screener.get(path);
  assert.match(body, />Senior carer</);
  assert.doesNotMatch(body, />Clerk</);
  const values = { position: 'Driver', purchase_order: '', place_of_work: 'England', employer_name: 'Acme Care' };
  const typed = { ...values, employment_sector: 'Drivers', reason: 'asked', note: '' };
  const other = await screener.submit(path, path, { ...typed, job_role: String(clerk) });
  assert.deepEqual(
    [other.status, /Agreed job role: choose a job role of the same level/.test(other.body)],
    [422, true],
  );
  const revision = async () => revisionOf(await readResults(ctx, 'system', caller, check.id)).toString('hex');
  const before = await revision();
  const sent = await screener.submit(path, path, { ...typed, job_role: String(senior) });
  assert.notEqual(await revision(), before, 'an interim report is made anew with the law for the role');
  assert.equal(sent.headers.location, `/desk/orders/${check.id}?done=changed`);
  const client = await signedInVisitor(portal, clientEmail);
  const kept = (await client.get(`/portal/checks/${check.id}/change`)).body;
  assert.match(
    kept,
    /The screening company on [^<]+: The client asked for it[\s\S]+Agreed job role: Carer → Senior carer/,
  );
});
