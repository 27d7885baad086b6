// A reference counts in every report of its order that asks about the same entry: nobody is asked twice without knowing.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import type { Caller, OrderScope } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { findHistory } from '../../../src/features/events/check-history-queries.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { recordCall } from '../../../src/features/references/reference-record-actions.ts';
import { withTakenOver } from '../../../src/features/references/reference-take-over-actions.ts';
import { makeEvidenceBundle, readEvidenceBundle } from '../../../src/features/results/evidence-bundle-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { employed, mailsTo, personnel } from '../../features/references/asked-references.ts';
import { makeAccount } from '../../support/accounts.ts';
import { clientEmail, deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';
import { anyway } from './confirm-anyway.ts';

const portal = await startPortal();
const { ctx } = portal;
const visitor = await signedInVisitor(portal, deskEmail);

/** An order whose reports both ask the employers; Acme Ltd is asked in the first one. */
async function order(by: 'mail' | 'telephone' = 'mail', other = 'employment_history:last_employer') {
  const reports = ['employment_history:uk', other];
  const check = await portal.placeCheck('live', { ...employed, first_name: 'Robin' }, reports);
  const [first, second] = check.reports;
  const caller: Caller = {
    ...portal.caller('live'),
    actor: `user:${portal.deskUserId}`,
    permissions: roles.desk.administrator,
  };
  const id = await requestReference(ctx, { caller, check, report: first! }, { ...personnel, by });
  const asking = `/desk/reports/${first!.id}`;
  const page = `/desk/reports/${second!.id}`;
  return { check, caller, id, first: first!, second: second!, asking, page };
}

const answer = (caller: Caller, id: string, step = 'switchboard_call') =>
  recordCall(ctx, caller, id, {
    ...{ call: { person: 'Pat', number: '0161 496 0000' }, scope: 'whole' },
    authentication: { step, by: '0161 496 0000' },
    typed: {
      ...{ 'from-day': '1', 'from-month': '6', 'from-year': '2019', still_there: 'no', role: 'Driver' },
      ...{ 'to-day': '30', 'to-month': '6', 'to-year': '2023', reason: 'Resigned', employment_type: 'full_time' },
      ...{ disciplinary: 'no', rehire: 'yes', referee_name: 'Pat' },
    },
  });

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const mails = async (caller: Caller, checkId: string) =>
  (await mailsTo(ctx, caller, checkId, 'reference_request')).length;

const referee = { name: 'Pat Referee', organisation: 'Acme Ltd', email: 'hr@acme.test', questionnaire: 'standard' };

test('an employer whom another report of the order asked is shown as asked there, and is not offered again', async () => {
  const { caller, id, asking, page } = await order();
  const before = await visitor.get(page);
  assert.match(
    textOf(before.body),
    /Acme Ltd, from 1 March 2019 Asked in Employment history, UK on \d+ \w+ \d{4}\. Written to/,
  );
  assert.ok(before.body.includes(`href="${page}/references/${id}"`));
  assert.ok(!before.body.includes(`${page}/references/new?entry=activities-0`));
  assert.ok(before.body.includes(`${page}/references/new?entry=activities-1`));
  await answer(caller, id);
  assert.match(
    textOf((await visitor.get(page)).body),
    /Asked in Employment history, UK on [^.]+\. Taken by telephone on /,
  );
  const shown = await visitor.get(`${page}/references/${id}`);
  assert.equal(shown.status, 200);
  assert.ok(shown.body.includes(`href="${asking}/references/${id}"`));
  assert.match(textOf(shown.body), /Start Claimed: 1 March 2019 Stated: 1 June 2019/);
});

test('who asked corrects, chases and withdraws; the other reports of the order do not', async () => {
  const { id, asking, page } = await order();
  const { body } = await visitor.get(`${page}/references/${id}`);
  assert.doesNotMatch(body, /Send again|Withdraw|Correct the referee|Take it by telephone|Change the day/);
  for (const move of ['again', 'withdraw', 'reminder', 'authentication', 'telephone', 'referee']) {
    const from = `${asking}/references/${id}`;
    const { status } = await visitor.submit(from, `${page}/references/${id}/${move}`, {});
    assert.notEqual(status, 303, move);
  }
  assert.equal((await visitor.get(`${page}/references/${id}/referee`)).status, 404);
});

test('a second request about the same entry is sent only after a reason, beside who was asked, when and where', async () => {
  const { check, caller, second, id, page } = await order();
  const path = `${page}/references/new?entry=activities-0`;
  assert.ok((await visitor.get(`${page}/references/${id}`)).body.includes(path.replace('&', '&amp;')));
  const said =
    /Pat Referee, hr@acme\.test was asked in Employment history, UK on \d+ \w+ \d{4}, and has not answered\./;
  assert.match(textOf((await visitor.get(path)).body), said);
  for (const by of ['mail', 'telephone']) {
    const refused = await visitor.submit(path, `${page}/references/new`, { ...referee, by });
    assert.equal(refused.status, 422);
    assert.match(textOf(refused.body), said);
    assert.match(refused.body, /Say why the referee is asked all the same/);
  }
  assert.equal(await mails(caller, check.id), 1);
  const sent = await visitor.submit(path, `${page}/references/new`, {
    ...referee,
    by: 'mail',
    anyway: 'They lost it.',
  });
  assert.equal(sent.status, 303);
  assert.equal(await mails(caller, check.id), 2);
  const types = ['reference.requested'] as const;
  const [event] = await findHistory(ctx.db, caller, { checkId: check.id, reportId: second.id, types });
  assert.deepEqual(event!.detail, { anyway: ['asked_before'] });
  const noted = textOf((await visitor.get(page)).body);
  assert.match(noted, said);
  assert.match(noted, /They lost it\./);
});

test('of two screeners who ask about one entry at once, the second is told of the first', async () => {
  const { check, caller, first, second } = await order();
  const asked = { ...personnel, entryKey: 'activities-1' };
  const both = await Promise.allSettled(
    [first, second].map((report) => requestReference(ctx, { caller, check, report }, asked)),
  );
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  assert.equal(await mails(caller, check.id), 2);
});

interface BundledReference {
  readonly report_id: string;
  readonly about: string;
}

async function bundledReferences(checkId: string): Promise<readonly BundledReference[]> {
  await makeEvidenceBundle(ctx, portal.caller('live'), checkId);
  const reader: Caller & OrderScope = { ...portal.caller('live'), permissions: ['read_results'] };
  const folder = mkdtempSync(join(tmpdir(), 'probity-bundle-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'bundle.zip');
  writeFileSync(file, await buffer((await readEvidenceBundle(ctx, reader, checkId)).content));
  const json = (await openZip(file)).find(({ path }) => path === 'results.json')!;
  return JSON.parse((await buffer(Readable.from(json.read()))).toString('utf8')).references;
}

test('an answer that another report asked for is compared, taken over and kept with the outcome here as its own', async () => {
  const { check, caller, id, second, page } = await order('telephone');
  await answer(caller, id);
  const from = `${page}/references/${id}`;
  const taken = await visitor.submit(from, `${from}/take-over`, {});
  assert.equal(taken.headers.location, `${page}?done=taken_over#outcome`);
  assert.match(textOf((await visitor.get(page)).body), /the start differs by 92 days/);
  assert.match(textOf((await visitor.get(from)).body), /Taken over into the outcome on/);
  const stored = await portal.superuser.row<{ own: Date | null; uses: string[] }>(sql`
    select taken_over_at as own, array(select u.report_id::text from reference_uses u where u.reference_id = r.id) as uses
    from report_references r where id = ${id}`);
  assert.deepEqual(stored, { own: null, uses: [second.id] }, 'the report that asked has not taken it over');
  const approving: Caller = { ...caller, actor: `user:${ctx.newId()}` };
  const proposed = (await withTakenOver(ctx, caller, second)).findings;
  const outcome = { result: 'consider', subResult: null, findings: proposed } as const;
  const at = { checkId: check.id, reportId: second.id };
  await moveReport(ctx, approving, at, { move: 'complete', outcome });
  assert.deepEqual(
    (await bundledReferences(check.id)).map(({ report_id, about }) => [report_id, about]),
    [[second.id, 'Acme Ltd']],
  );
});

test('an answer that nobody authenticated is taken over here only after the page has asked how', async () => {
  const { caller, id, page } = await order('telephone');
  await answer(caller, id);
  await portal.superuser.run(sql`update report_references set authentication = null where id = ${id}`);
  const from = `${page}/references/${id}`;
  const asked = await visitor.submit(`${from}/take-over`, `${from}/take-over`, {});
  assert.equal(asked.headers.location, `${from}/take-over`);
  const said = await visitor.submit(`${from}/take-over`, `${from}/take-over`, { step: 'registry', by: 'Their site' });
  assert.match(String(said.headers.location), /done=taken_over/);
});

test('a Clear says of an entry what became of asking about it in whichever report of the order', async () => {
  const { check, caller, id, first, second, page } = await order('telephone', 'activity');
  const clear = { verdict: 'clear', notes: 'Every period is accounted for.', move: 'complete' };
  const open = await visitor.submit(page, page, clear);
  assert.match(open.body, /Asked, and not answered: the reference about Acme Ltd\./);
  assert.match(open.body, /No source has answered/);
  assert.doesNotMatch(open.body, /is withdrawn with it/);
  await requestReference(ctx, { caller, check, report: second }, { ...personnel, anyway: 'They lost it.' });
  await answer(caller, id);
  const answered = await visitor.submit(page, page, clear);
  assert.equal(answered.status, 422);
  assert.doesNotMatch(answered.body, /Asked, and not answered/);
  assert.doesNotMatch(answered.body, /No source has answered/);
  assert.match(textOf(answered.body), /the start differs by 92 days/);
  const sent = await visitor.submit(page, page, { ...clear, ...anyway });
  assert.equal(sent.headers.location, `${page}?moved=complete`);
  const client = await signedInVisitor(portal, clientEmail);
  const { body } = await client.get(`/portal/checks/${check.id}/reports/${second.id}`);
  assert.doesNotMatch(body, /Asked, and not answered/);
  assert.equal(
    (await readCheck(ctx, caller, check.id)).reports.find((one) => one.id === first.id)!.status,
    'awaiting_data',
  );
});

test('nobody reads a reference of another order, or of an account that they do not work for', async () => {
  const { id, page } = await order();
  const other = await order();
  assert.equal((await visitor.get(`${other.page}/references/${id}`)).status, 404);
  const { accountId } = await makeAccount(ctx);
  const email = 'elsewhere@desk.test';
  await createDeskUser(ctx, 'system', { name: 'Elsewhere', email, role: 'screener', accounts: [accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const stranger = await signedInVisitor(portal, email);
  assert.equal((await stranger.get(`${page}/references/${id}`)).status, 404);
  assert.equal((await visitor.get(`${page}/references/${id}`)).status, 200);
});
