// The verification sheet: a screener verifies the history of a candidate, and the client, the PDF and the bundle show it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { recordCall } from '../../../src/features/references/reference-record-actions.ts';
import { takeOver } from '../../../src/features/references/reference-take-over-actions.ts';
import { makeEvidenceBundle, readEvidenceBundle } from '../../../src/features/results/evidence-bundle-actions.ts';
import { renderReportDocument } from '../../../src/features/results/report-document.ts';
import { readResults } from '../../../src/features/results/results-actions.ts';
import { documentOf } from '../../../src/features/results/results-document-rules.ts';
import { addDays, addYears } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { employed, personnel } from '../../features/references/asked-references.ts';
import { clientEmail, deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';
import { anyway } from './confirm-anyway.ts';

const portal = await startPortal();
const { ctx } = portal;
const desk = await signedInVisitor(portal, deskEmail);
const client = await signedInVisitor(portal, clientEmail);

const today = ukDateOf(ctx.now());
const since = addYears(today, -3);
const [job, other] = employed.activities!;
const history = [
  { ...job!, start_date: addYears(today, -8), end_date: addDays(since, -61) },
  { ...other!, start_date: since, end_date: null },
];
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function order() {
  const facts = { ...employed, first_name: 'Robin', activities: history };
  const check = await portal.placeCheck('live', facts, ['activity:5y']);
  const report = check.reports[0]!;
  const caller = {
    ...{ ...portal.caller('live'), subsidiaryIds: null, actor: `user:${portal.deskUserId}` as const },
    permissions: roles.desk.administrator,
  };
  const page = `/desk/reports/${report.id}`;
  return { check, report, caller, page, sheet: `${page}/verification-sheet` };
}
type Order = Awaited<ReturnType<typeof order>>;

/** Brook Bank confirms it on the telephone, and the answer is taken over. */
async function confirmJob({ caller, check, report }: Pick<Order, 'caller' | 'check' | 'report'>): Promise<void> {
  const asked = { ...personnel, entryKey: 'activities-1', by: 'telephone' } as const;
  const id = await requestReference(ctx, { caller, check, report }, asked);
  const [year, month, day] = since.split('-').map((part) => String(Number(part)));
  await recordCall(ctx, caller, id, {
    ...{ call: { person: 'Pat Lee', number: '0161 496 0000' }, scope: 'factual' },
    authentication: { step: 'switchboard_call', by: '0161 496 0000' },
    typed: {
      ...{ 'from-day': day!, 'from-month': month!, 'from-year': year!, still_there: 'yes' },
      ...{ role: 'Driver', referee_name: 'Pat Lee' },
    },
  });
  await takeOver(ctx, caller, id);
}

interface Bundled {
  readonly verification_sheet: {
    readonly not_verified: readonly object[];
    readonly periods: readonly {
      readonly name: string;
      readonly verdict: string;
      readonly confirmations: readonly { readonly source: string }[];
    }[];
  };
}

async function bundled({ check, caller }: Order): Promise<Bundled> {
  await makeEvidenceBundle(ctx, check.tenant, check.id);
  const folder = mkdtempSync(join(tmpdir(), 'probity-sheet-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'bundle.zip');
  writeFileSync(file, await buffer((await readEvidenceBundle(ctx, caller, check.id)).content));
  const json = (await openZip(file)).find(({ path }) => path === 'results.json')!;
  return JSON.parse((await buffer(Readable.from(json.read()))).toString('utf8'));
}

const ofGap = {
  ...{ source: 'travel', confirmed_from: addDays(since, -60), confirmed_to: addDays(since, -1), verified_on: today },
  ...{ confirmed_by: '', verification_note: 'Stamps in the passport, seen on a call.' },
};
const gapOf = ({ sheet }: Order) => `${sheet}/new?period=gap-${addDays(since, -60)}`;

test('a screener verifies a gap with what they saw, and takes it back with a reason', async () => {
  const placed = await order();
  const before = textOf((await desk.get(placed.sheet)).body);
  assert.match(before, /1 gap of 60 days not explained/);
  for (const page of [placed.page, `/desk/orders/${placed.check.id}`]) {
    const { body } = await desk.get(page);
    assert.ok(body.includes(`href="${placed.sheet}"`) && textOf(body).includes('Gap (gap not explained)'), page);
  }
  const period = `gap-${addDays(since, -60)}`;
  const wrong = await desk.submit(gapOf(placed), `${placed.sheet}/new`, {
    ...ofGap,
    period,
    source: '',
    verification_note: '',
  });
  assert.equal(wrong.status, 422);
  assert.match(textOf(wrong.body), /Select what confirms it.*Select the evidence/);
  const sent = await desk.submit(gapOf(placed), `${placed.sheet}/new`, { ...ofGap, period });
  assert.equal(sent.headers.location, `${placed.sheet}?done=recorded`);
  const { body } = await desk.get(placed.sheet);
  assert.match(
    textOf(body),
    /Gap explained and shown .* Travel documents, .* Stamps in the passport, seen on a call\./,
  );
  const [takeBack] = /\/desk\/reports\/[\w-]+\/verification-sheet\/[\w-]+\/take-back/.exec(body)!;
  assert.equal((await desk.submit(takeBack, takeBack, { reason: '' })).status, 422);
  await desk.submit(takeBack, takeBack, { reason: 'The stamps are of another year.' });
  const left = textOf((await desk.get(placed.sheet)).body);
  assert.match(left, /1 gap of 60 days not explained.* Taken back .* The stamps are of another year\./);
  assert.equal((await desk.get(takeBack)).status, 409);
});

test('while the report awaits approval, the page says to send it back before a verification is taken back', async () => {
  const placed = await order();
  await desk.submit(gapOf(placed), `${placed.sheet}/new`, { ...ofGap, period: `gap-${addDays(since, -60)}` });
  const [takeBack] = /\/desk\/reports\/[\w-]+\/verification-sheet\/[\w-]+\/take-back/.exec(
    (await desk.get(placed.sheet)).body,
  )!;
  const opened = hiddenFields((await desk.get(takeBack)).body, takeBack);
  const outcome = { verdict: 'clear', notes: '', move: 'await_approval', ...anyway };
  assert.equal((await desk.submit(placed.page, placed.page, outcome)).status, 303);
  const sheet = (await desk.get(placed.sheet)).body;
  assert.ok(textOf(sheet).includes('send it back first') && !sheet.includes(takeBack));
  const refused = await desk.post(takeBack, { ...opened, reason: 'The stamps are of another year.' });
  assert.equal(refused.status, 409);
  assert.match(textOf(refused.body), /awaits approval: send it back first/);
});

test('the page knows no other period, no other report, and nothing of a complete one', async () => {
  const placed = await order();
  assert.equal((await desk.get(`${placed.sheet}/new?period=activities-7`)).status, 404);
  const identity = (await portal.placeCheck('live', employed, ['identity'])).reports[0]!.id;
  assert.equal((await desk.get(`/desk/reports/${identity}/verification-sheet`)).status, 404);
  const stranger = await signedInVisitor(portal, clientEmail);
  assert.notEqual((await stranger.get(placed.sheet)).status, 200);
});

test('a Clear of the activity asks for a reason while a part of the history is not verified', async () => {
  const placed = await order();
  await confirmJob(placed);
  const outcome = { verdict: 'clear', notes: '', move: 'complete' };
  const asked = await desk.submit(placed.page, placed.page, outcome);
  assert.equal(asked.status, 422);
  assert.match(textOf(asked.body), /Not verified: .*: Acme Ltd \(stated only\), Gap \(gap not explained\)\./);
});

test('who approves is told what is verified since, and the result says what the sheet says', async () => {
  const email = 'reviewer@desk.test';
  await createDeskUser(ctx, 'system', { name: 'Reviewer', email, role: 'reviewer', accounts: [portal.accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const reviewer = await signedInVisitor(portal, email);
  const types = ['activity:5y', 'employment_history:uk'];
  const check = await portal.placeCheck('live', { ...employed, first_name: 'Robin', activities: history }, types);
  const [activity, employment] = check.reports;
  const page = `/desk/reports/${activity!.id}`;
  const outcome = { verdict: 'clear', notes: '', ...anyway };
  assert.equal((await desk.submit(page, page, { ...outcome, move: 'await_approval' })).status, 303);
  const changed = /What is not verified changed after it was proposed/;
  assert.doesNotMatch(textOf((await reviewer.get(page)).body), changed);
  const caller = { ...portal.caller('live'), subsidiaryIds: null, permissions: roles.desk.administrator } as const;
  await confirmJob({ caller: { ...caller, actor: `user:${portal.deskUserId}` }, check, report: employment! });
  const told = textOf((await reviewer.get(page)).body);
  assert.match(told, changed);
  assert.match(
    told,
    /the result says instead: Not verified: [^.]*: Acme Ltd \(stated only\), Gap \(gap not explained\)\./,
  );
  const asked = await reviewer.submit(page, page, { verdict: 'clear', notes: '', move: 'complete' });
  assert.equal(asked.status, 422, 'the sentence is new');
  assert.equal((await reviewer.submit(page, page, { ...outcome, move: 'complete' })).status, 303);
  const said = (await readCheck(ctx, caller, check.id)).reports.find(({ id }) => id === activity!.id)!;
  const periods = said.findings.unconfirmed!.flatMap((one) => (one.code === 'period' ? [one.label] : []));
  assert.equal(said.status, 'complete');
  assert.equal(periods.length, 1);
  assert.ok(!periods[0]!.includes('Brook Bank'), 'it was verified');
  assert.match(textOf((await reviewer.get(page)).body), /Approved .*Reviewer/);
});

test('the client, the PDF and the bundle show what is verified and what is not, without notes and names of referees', async () => {
  const placed = await order();
  const { check } = placed;
  await confirmJob(placed);
  await desk.submit(gapOf(placed), `${placed.sheet}/new`, { ...ofGap, period: `gap-${addDays(since, -60)}` });
  const page = `/portal/checks/${check.id}`;
  assert.ok(!(await client.get(page)).body.includes('Verification of the history'), 'the report is not complete');
  const { status, headers } = await desk.submit(placed.page, placed.page, {
    ...{ verdict: 'clear', notes: '', move: 'complete' },
    ...anyway,
  });
  assert.deepEqual([status, headers.location], [303, `${placed.page}?moved=complete`]);
  const said =
    /Acme Ltd.*Stated only.*Gap of 60 days.*Gap explained and shown.*Travel documents,.*Brook Bank.*Verified.*Telephone,/s;
  const shown = textOf((await client.get(page)).body);
  assert.match(shown, said);
  const results = await readResults(ctx, 'system', check.tenant, check.id);
  const pdf = await getDocumentProxy(new Uint8Array(await renderReportDocument(documentOf(results))), { verbosity: 0 });
  const text = textOf((await extractText(pdf, { mergePages: true })).text);
  assert.match(text, /Verification of the history/);
  assert.match(text, said);
  assert.match(text, /Not verified:.*Acme Ltd \(stated only\)/s);
  for (const secret of ['Stamps in the passport', 'Pat Lee'])
    for (const one of [shown, text]) assert.ok(!one.includes(secret), secret);
  const sheet = (await bundled(placed)).verification_sheet;
  assert.deepEqual(
    sheet.periods.map(({ name, verdict, confirmations }) => [name, verdict, confirmations.map(({ source }) => source)]),
    [
      ['Acme Ltd', 'stated_only', []],
      ['', 'gap_shown', ['travel']],
      ['Brook Bank', 'verified', ['telephone']],
    ],
  );
  assert.deepEqual(sheet.not_verified, [{ from: addYears(today, -5), to: addDays(since, -61) }]);
  assert.ok(!JSON.stringify(sheet).includes('Stamps'));
  const closed = textOf((await desk.get(placed.sheet)).body);
  assert.match(closed, /nothing is recorded any more/);
  assert.ok(!closed.includes('Record a verification'));
});
