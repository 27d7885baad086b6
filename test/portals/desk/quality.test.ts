// Reviews of completed reports: what is drawn, what a reviewer records, what its screener appeals, and what follows from it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Ctx } from '../../../src/context.ts';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { keepErrorType, listErrorTypes } from '../../../src/features/error-types/error-type-actions.ts';
import { findAccuracy, findReviewers } from '../../../src/features/quality/quality-figure-queries.ts';
import { findSamples } from '../../../src/features/quality/quality-list-queries.ts';
import {
  appealFinding,
  decideAppeal,
  openQuality,
  recordQualityReview,
} from '../../../src/features/quality/review-actions.ts';
import { changeProgramme, drawByHand } from '../../../src/features/quality/sample-actions.ts';
import { sampleJobs } from '../../../src/features/quality/sample-jobs.ts';
import { drawn, lastPeriod } from '../../../src/features/quality/sample-rules.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { recordTraining } from '../../../src/features/training/training-actions.ts';
import { addMonths } from '../../../src/lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;

async function person(name: string, role: DeskRole, accounts: readonly string[] = [accountId]) {
  const email = `${name.toLowerCase()}@quality.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return { userId, accounts, permissions: roles.desk[role], email, name };
}

const sam = await person('Sam', 'screener');
const kim = await person('Kim', 'screener');
const rae = await person('Rae', 'reviewer');
const lou = await person('Lou', 'reviewer');
const ada = await person('Ada', 'administrator');
const administrator = { actor: `user:${ada.userId}`, permissions: ada.permissions } as const;

const clear = { result: 'clear', subResult: null, findings: noFindings } as const;
const thisMonth = `${ukDateOf(ctx.now()).slice(0, 7)}-01`;
const lastMonth = startOfUkDay(addMonths(thisMonth, -1));

/** Completed by somebody in the middle of last month. */
async function completedBy(by: typeof sam, at = new Date(lastMonth.getTime() + 10 * 86_400_000)): Promise<string> {
  const { reports } = await portal.placeCheck('live', {}, ['identity']);
  const { id } = reports[0]!;
  await screenReport(ctx, by, id, { move: 'complete', outcome: clear });
  // An outcome is never changed: the triggers of its table are for the program.
  await portal.superuser.run(sql`alter table report_outcomes disable trigger user`);
  await portal.superuser.run(sql`update report_outcomes set decided_at = ${at} where report_id = ${id}`);
  await portal.superuser.run(sql`alter table report_outcomes enable trigger user`);
  await portal.superuser.run(sql`update reports set completed_at = ${at}, first_completed_at = ${at} where id = ${id}`);
  return id;
}

const programme = { percent: '0', period: 'month', withApproved: false, trainedAfter: '0', trainedBelow: '5' };
const draw = (now: Ctx['now'] = ctx.now) => sampleJobs({ ...ctx, now }).draw_samples({});
const toReview = (by: typeof rae, screenerId?: string) =>
  findSamples(ctx.db, by, { environment: 'live', view: 'to_review', screenerId, limit: 100 });
const idsOf = (rows: readonly { readonly report_id: string }[]) => rows.map((one) => one.report_id).sort();

const wrong = (text: string, code = 'data', severity = '') => ({
  ...{ verdict: 'findings', findings: [{ code, severity, text }], praise: '' },
});
const fine = { verdict: 'no_error', findings: [], praise: 'Clear notes.' };

async function findingOf(reportId: string) {
  const { reviews } = await openQuality(ctx, ada, reportId);
  return reviews.at(-1)!.findings[0]!;
}

test('of each person at least one report is drawn, and never more than the percentage rounded up', () => {
  const reports = fc.array(
    fc.record({ screener_id: fc.constantFrom('a', 'b', 'c'), draw: fc.double({ min: 0, max: 0.99, noNaN: true }) }),
  );
  fc.assert(
    fc.property(reports, fc.integer({ min: 1, max: 100 }), (completed, percent) => {
      const chosen = drawn(completed, percent, ({ draw: number }) => number);
      for (const [id, own] of Map.groupBy(completed, (one) => one.screener_id)) {
        const of = chosen.filter((one) => one.screener_id === id);
        assert.equal(of.length, Math.max(1, Math.ceil((own.length * percent) / 100)));
        const lowest = own.map((one) => one.draw).sort((one, other) => one - other);
        assert.deepEqual(
          of.map((one) => one.draw),
          lowest.slice(0, of.length),
        );
      }
    }),
  );
  assert.deepEqual(
    drawn([{ screener_id: 'a' }], 0, () => 0),
    [],
  );
  assert.deepEqual(lastPeriod('month', '2026-03-01'), { from: '2026-02-01', to: '2026-02-28' });
  assert.deepEqual(lastPeriod('week', '2026-11-30'), { from: '2026-11-23', to: '2026-11-29' });
  assert.deepEqual(lastPeriod('week', '2026-12-06'), { from: '2026-11-23', to: '2026-11-29' });
});

test('a period that is over is drawn once of each person, without what a reviewer approved', async () => {
  await draw();
  assert.deepEqual(await toReview(rae), [], 'nothing is drawn until an administrator says how much');
  const ofSam = [await completedBy(sam), await completedBy(sam), await completedBy(sam)];
  const ofKim = await completedBy(kim);
  await completedBy(kim, ctx.now());
  const approved = await completedBy(kim);
  await ctx.db.run(sql`
    insert into report_reviews (account_id, environment, id, report_id, version, proposed_by, decision, reviewer_id, decided_at)
    values (${accountId}, 'live', ${ctx.newId()}, ${approved}, 1, ${`user:${kim.userId}`}, 'approved', ${rae.userId}, now())`);
  await changeProgramme(ctx, administrator, { ...programme, percent: '5' }, 0);
  await draw();
  const drawnOnce = idsOf(await toReview(rae));
  assert.equal(drawnOnce.length, 2);
  assert.ok(drawnOnce.includes(ofKim), 'the only one of last month that nobody approved');
  assert.equal(drawnOnce.filter((id) => ofSam.includes(id)).length, 1);
  await changeProgramme(ctx, administrator, { ...programme, percent: '100', withApproved: true }, 1);
  await draw();
  assert.deepEqual(idsOf(await toReview(rae)), drawnOnce, 'last month is drawn already');
  await draw(() => startOfUkDay(addMonths(thisMonth, 1)));
  assert.equal((await toReview(rae, kim.userId)).length, 2, 'this month, when it is over');
  await assert.rejects(changeProgramme(ctx, administrator, { ...programme, percent: '101', period: 'year' }, 2), {
    fields: { percent: ['must be from 0 to 100'], period: ['is not included in the list'] },
  });
  await assert.rejects(
    changeProgramme(ctx, administrator, { ...programme, percent: '7', period: 'week' }, 0),
    /invalid_fields/,
  );
});

test('a reviewer draws another report by hand, and nobody their own', async () => {
  const id = await completedBy(sam);
  const reviewer = await signedInVisitor(portal, rae.email);
  const page = `/desk/quality/${id}`;
  assert.match((await reviewer.get(`/desk/reports/${id}`)).body, new RegExp(`href="${page}">Quality review`));
  assert.equal((await reviewer.submit(page, `${page}/draw`, {})).status, 303);
  await drawByHand(ctx, lou, id).catch((error) => assert.match(String(error), /state_does_not_allow/));
  assert.match((await reviewer.get(page)).body, /Completed by Sam[\s\S]*Chosen by Rae/);
  const own = await completedBy(lou);
  await assert.rejects(drawByHand(ctx, lou, own), /not_permitted/);
  const offers = async (email: string, of: string) =>
    (await (await signedInVisitor(portal, email)).get(`/desk/quality/${of}`)).body.includes('Draw it for review');
  assert.deepEqual([await offers(lou.email, own), await offers(rae.email, own)], [false, true]);
  await drawByHand(ctx, rae, own);
  assert.ok(!idsOf(await toReview(lou)).includes(own), 'their own is not in their list');
  await assert.rejects(recordQualityReview(ctx, lou, own, fine, 0), /not_permitted/);
  await assert.rejects(drawByHand(ctx, sam, await completedBy(kim)), /not_permitted/);
});

test('a review says no error, or each error with its type, severity and words; a correction is a new version', async () => {
  const id = await completedBy(sam);
  await drawByHand(ctx, rae, id);
  const reviewer = await signedInVisitor(portal, rae.email);
  const page = `/desk/quality/${id}`;
  const empty = await reviewer.submit(page, page, {
    verdict: 'findings',
    text_2: 'The source is old.',
    severity_2: 'severe',
  });
  assert.equal(empty.status, 422);
  assert.match(empty.body, /Choose the type of error[\s\S]*Choose how severe it is/);
  const both = await reviewer.submit(page, page, { verdict: 'no_error', type_1: 'data', text_1: 'The date is wrong.' });
  assert.match(both.body, /Choose that something is wrong, or empty the errors below it/);
  const sent = { verdict: 'findings', type_1: 'judgement', text_1: 'The name on the page is another.' };
  assert.equal((await reviewer.submit(page, page, sent)).status, 303);
  const { body } = await reviewer.get(page);
  assert.match(body, /Judgement: the result does not follow[\s\S]*Critical[\s\S]*The name on the page is another\./);
  assert.match(body, new RegExp(`href="/desk/reports/${id}/reopen"`), 'a critical error leads to a correction');
  const open = await ctx.db.row<{ status: string }>(sql`select status from reports where id = ${id}`);
  assert.equal(open?.status, 'complete', 'and corrects nothing by itself');
  await assert.rejects(recordQualityReview(ctx, lou, id, fine, 0), /invalid_fields/, 'somebody recorded one meanwhile');
  await recordQualityReview(ctx, lou, id, wrong('The name is spelt otherwise.', 'data', 'minor'), 1);
  const corrected = await reviewer.get(page);
  assert.match(corrected.body, /The name is spelt otherwise\.[\s\S]*Version 1, which was corrected[\s\S]*is another\./);
  const sealed = await ctx.db.rows<{ sealed_text: Buffer }>(sql`
    select sealed_text from quality_findings where report_id = ${id}`);
  assert.ok(sealed.every((one) => !one.sealed_text.includes('spelt')));
});

test('a screener reads what was found in their own work only, appeals it, and somebody else decides', async () => {
  const id = await completedBy(sam);
  await drawByHand(ctx, rae, id);
  await recordQualityReview(ctx, rae, id, wrong('One source is missing.', 'source'), 0);
  const { id: findingId } = await findingOf(id);
  const visitor = await signedInVisitor(portal, sam.email);
  const other = await signedInVisitor(portal, kim.email);
  assert.equal((await other.get(`/desk/quality/${id}`)).status, 403);
  assert.equal((await other.get('/desk/quality')).status, 403);
  assert.equal((await other.get('/desk/quality/team')).status, 403);
  assert.ok(!(await other.get('/desk/my-work')).body.includes(id));
  const mine = await visitor.get('/desk/my-work');
  assert.match(mine.body, new RegExp(`href="/desk/quality/${id}"`));
  assert.match(mine.body, /that came to you before the day due|nothing came to you before its day due/);
  const page = `/desk/quality/${id}/findings/${findingId}`;
  assert.match(
    (await visitor.get(`/desk/quality/${id}`)).body,
    new RegExp(`One source is missing\\.[\\s\\S]*href="${page}">Appeal`),
  );
  assert.match((await visitor.submit(page, page, { text: '' })).body, /Write why/);
  assert.equal((await visitor.submit(page, page, { text: 'Both are among the files.' })).status, 303);
  await assert.rejects(appealFinding(ctx, sam, id, { findingId, text: 'Again' }), /state_does_not_allow/);
  await assert.rejects(recordQualityReview(ctx, lou, id, fine, 1), /state_does_not_allow/);
  const decide = (by: typeof rae, decision: 'upheld' | 'withdrawn', text = 'Seen.') =>
    decideAppeal(ctx, by, id, { findingId, decision, text });
  await assert.rejects(decide(sam, 'withdrawn'), /not_permitted/);
  await assert.rejects(decide(rae, 'upheld'), /not_permitted/, 'who found it does not confirm themselves');
  await assert.rejects(decide(lou, 'upheld', ''), /invalid_fields/);
  await decide(lou, 'upheld');
  assert.equal((await findingOf(id)).state, 'upheld');
  assert.match((await visitor.get(`/desk/quality/${id}`)).body, /Both are among the files\.[\s\S]*Upheld[\s\S]*Seen\./);
});

test('a withdrawn finding counts no more, and reviewers are compared', async () => {
  const before = { environment: 'live', since: lastMonth } as const;
  const countsOf = async (userId: string) =>
    (await findAccuracy(ctx.db, ada, before))
      .filter((one) => one.user_id === userId)
      .map(({ reviewed, without_error: right, minor, major, critical, praised }) => [
        ...[reviewed, right, minor, major, critical, praised],
      ]);
  const pat = await person('Pat', 'screener');
  const ids = [await completedBy(pat), await completedBy(pat)];
  for (const id of ids) await drawByHand(ctx, rae, id);
  await recordQualityReview(ctx, rae, ids[0]!, wrong('It is late.', 'missed_chase', 'major'), 0);
  await recordQualityReview(ctx, rae, ids[1]!, fine, 0);
  assert.deepEqual(await countsOf(pat.userId), [[2, 1, 0, 1, 0, 1]]);
  const { id: findingId } = await findingOf(ids[0]!);
  await appealFinding(ctx, pat, ids[0]!, { findingId, text: 'It was asked twice.' });
  await decideAppeal(ctx, rae, ids[0]!, { findingId, decision: 'withdrawn', text: 'Right.' });
  assert.deepEqual(await countsOf(pat.userId), [[2, 2, 0, 0, 0, 1]]);
  const row = (await findReviewers(ctx.db, ada, before)).find(({ user_id: id }) => id === rae.userId)!;
  assert.equal(row.appealed, 2);
  assert.equal(row.withdrawn, 1);
  assert.deepEqual(await findReviewers(ctx.db, { ...ada, accounts: [ctx.newId()] }, before), []);
  const visitor = await signedInVisitor(portal, ada.email);
  const { body } = await visitor.get('/desk/quality/team');
  assert.match(body, /Pat[\s\S]*<polyline[\s\S]*100%/);
  const lines = (await visitor.get('/desk/quality/team/findings/file')).body.trim().split('\r\n');
  assert.ok(
    lines.some((line) => /"Pat","Rae","Missed chase: [^"]+","Major","Withdrawn"/.test(line)),
    lines.join('\n'),
  );
  const accuracy = (await visitor.get('/desk/quality/team/accuracy/file')).body;
  assert.match(accuracy, /"Pat","2","2","100","0","0","0","1"/);
});

test('of a restricted person nothing is reviewed, appealed or decided, and no form is filled in for nothing', async () => {
  const waiting = await completedBy(sam);
  const [appealed, found] = [await completedBy(sam), await completedBy(sam)];
  for (const id of [waiting, appealed, found]) await drawByHand(ctx, rae, id);
  for (const id of [appealed, found]) await recordQualityReview(ctx, rae, id, wrong('One source is missing.'), 0);
  const { id: findingId } = await findingOf(appealed);
  await appealFinding(ctx, sam, appealed, { findingId, text: 'Both are among the files.' });
  const reviewer = await signedInVisitor(portal, lou.email);
  const screener = await signedInVisitor(portal, sam.email);
  const isListed = async (id: string, view: 'to_review' | 'appealed') =>
    idsOf(await findSamples(ctx.db, lou, { environment: 'live', view, limit: 100 })).includes(id);
  const page = (id: string) => `/desk/quality/${id}`;
  assert.deepEqual([await isListed(waiting, 'to_review'), await isListed(appealed, 'appealed')], [true, true]);
  assert.match((await screener.get(page(found))).body, />Appeal</);
  for (const id of [waiting, appealed, found]) {
    const { check, key, caller } = (await openQuality(ctx, ada, id)).opened;
    const asked = { ground: 'accuracy', words: 'It is not me.' } as const;
    await askRestriction(ctx, { ...caller, actor: 'candidate' }, check.id, asked);
    const [restriction] = await listRestrictionsOf(ctx, check, key);
    await decideRestriction(ctx, portal.caller('live'), check.id, {
      id: restriction!.id,
      isAccepted: true,
      answer: '',
    });
  }
  assert.deepEqual([await isListed(waiting, 'to_review'), await isListed(appealed, 'appealed')], [false, false]);
  for (const id of [waiting, appealed]) {
    const { body } = await reviewer.get(page(id));
    assert.match(body, /nobody reviews them/);
    assert.doesNotMatch(body, /name="verdict"|Decide about the appeal/);
  }
  assert.doesNotMatch((await screener.get(page(found))).body, />Appeal</);
  assert.equal((await reviewer.get(`${page(appealed)}/findings/${findingId}`)).status, 409);
});

test('a type of error that is added is chosen in reviews and when an outcome is sent back, and one out of use is not', async () => {
  const types = await listErrorTypes(ctx, administrator);
  const wording = types.find(({ code }) => code === 'wording')!;
  await keepErrorType(ctx, administrator, { ...wording, isInUse: false }, wording);
  const visitor = await signedInVisitor(portal, ada.email);
  const form = { name: 'Consent', meaning: 'a permission is missing', severity: 'critical', in_use: '1' };
  const page = '/desk/quality/types/new';
  assert.match((await visitor.submit(page, page, { ...form, name: 'data' })).body, /The name has already been taken/);
  assert.equal((await visitor.submit(page, page, form)).status, 303);
  const { reports } = await portal.placeCheck('live', {}, ['identity']);
  const { id } = reports[0]!;
  await screenReport(ctx, sam, id, { move: 'await_approval', outcome: clear });
  const sendBack = `/desk/reports/${id}/send-back`;
  const { body } = await visitor.get(sendBack);
  assert.match(body, /Consent: a permission is missing/);
  assert.doesNotMatch(body, /Wording:/);
  const reason = { reason: /value="([^"]+)"[^>]*>\s*<label[^>]*>\s*Consent:/.exec(body)![1]!, text: 'Ask for it.' };
  assert.equal((await visitor.submit(sendBack, sendBack, { ...reason, reason: 'wording' })).status, 422);
  assert.equal((await visitor.submit(sendBack, sendBack, reason)).status, 303);
  assert.match((await visitor.get(`/desk/reports/${id}`)).body, /Sent back[\s\S]*Consent: a permission is missing/);
  const screener = await signedInVisitor(portal, sam.email);
  assert.match((await screener.get('/desk/my-work')).body, /Sent back[\s\S]*Consent: a permission is missing/);
  assert.equal((await screener.get('/desk/quality/types')).status, 403);
  assert.equal((await signedInVisitor(portal, rae.email).then((one) => one.get('/desk/quality/settings'))).status, 403);
});

test('of two who take the last two types out of use at once, one is told that a type must stay', async () => {
  const keep = (of: Awaited<ReturnType<typeof listErrorTypes>>[number], isInUse: boolean) =>
    keepErrorType(ctx, administrator, { ...of, isInUse }, of);
  const inUse = async () => (await listErrorTypes(ctx, administrator)).filter((one) => one.isInUse);
  const before = await inUse();
  for (const one of before.slice(2)) await keep(one, false);
  // With connections that are open already, neither waits for its own.
  await Promise.all(Array.from({ length: 4 }, inUse));
  const answers = await Promise.allSettled((await inUse()).map((one) => keep(one, false)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  for (const one of await listErrorTypes(ctx, administrator))
    if (before.some(({ id }) => id === one.id) && !one.isInUse) await keep(one, true);
});

test('a screener reads what a reviewer changed of their outcome', async () => {
  const { reports } = await portal.placeCheck('live', {}, ['identity']);
  const { id } = reports[0]!;
  const notes = (text: string) => ({ ...clear, findings: { ...noFindings, notes: text } });
  await screenReport(ctx, sam, id, { move: 'await_approval', outcome: notes('Seen by post.') });
  await screenReport(ctx, rae, id, { move: 'complete', outcome: notes('Seen on a call.') });
  const screener = await signedInVisitor(portal, sam.email);
  assert.match(
    (await screener.get('/desk/my-work')).body,
    new RegExp(`/desk/reports/${id}#reviews-heading[\\s\\S]*Changed`),
  );
  const { body } = await screener.get(`/desk/reports/${id}`);
  const change = body.slice(body.indexOf('What was changed'), body.indexOf('Versions of the outcome'));
  assert.match(change, /Before[\s\S]*Seen by post\.[\s\S]*After[\s\S]*Seen on a call\./);
  assert.doesNotMatch(change, />Result</, 'what stayed is not repeated');
});

test('Training shows what somebody in training completed, how much of it had an error, and that they are ready', async () => {
  const tess = await person('Tess', 'screener');
  await recordTraining(ctx, 'system', tess.userId, {
    ...{
      areas: ['identity'],
      completedOn: '',
      validUntil: '',
      how: 'Beside Sam',
      training: { until: '', reports: '50' },
    },
  });
  const ids = [
    await completedBy(tess, ctx.now()),
    await completedBy(tess, ctx.now()),
    await completedBy(tess, ctx.now()),
  ];
  for (const id of ids.slice(0, 2)) await drawByHand(ctx, rae, id);
  await recordQualityReview(ctx, rae, ids[0]!, wrong('It is late.'), 0);
  await recordQualityReview(ctx, rae, ids[1]!, fine, 0);
  const visitor = await signedInVisitor(portal, ada.email);
  const rowOf = async () => {
    const { body } = await visitor.get('/desk/training');
    const row = body.slice(body.indexOf('>Tess</a>'));
    return row.slice(0, row.indexOf('</tr>'));
  };
  const row = await rowOf();
  assert.match(row, /Completed: <\/span>3<[\s\S]*50% \(1 of 2\)/);
  assert.doesNotMatch(row, /Ready/);
  const change = async (below: string) => {
    const page = '/desk/quality/settings';
    const form = { percent: '5', period: 'month', trained_after: '2', trained_below: below };
    assert.equal((await visitor.submit(page, page, form)).status, 303);
  };
  await change('49');
  assert.doesNotMatch(await rowOf(), /Ready/);
  await change('50');
  assert.match(await rowOf(), /Ready to be recorded as trained/);
});

test('what somebody in training proposes goes to their buddy, unless the buddy does not work today', async () => {
  const uma = await person('Uma', 'screener');
  const visitor = await signedInVisitor(portal, ada.email);
  const page = `/desk/training/${uma.userId}`;
  const form = { areas: 'identity', kind: 'in_training', training_reports: '50', how: 'Beside Rae' };
  const refused = await visitor.submit(page, page, { ...form, buddy: kim.userId });
  assert.match(refused.body, /Choose a buddy who may approve/, 'a screener approves nothing');
  assert.equal((await visitor.submit(page, page, { ...form, buddy: rae.userId })).status, 303);
  assert.match(
    (await visitor.get('/desk/training')).body,
    /Uma[\s\S]*until 50 completed reports \(0 so far\); buddy Rae/,
  );
  const proposed = async () => {
    const { reports } = await portal.placeCheck('live', {}, ['identity']);
    await screenReport(ctx, uma, reports[0]!.id, { move: 'await_approval', outcome: clear });
    const row = await ctx.db.row<{ assignee_id: string | null }>(sql`
      select assignee_id from reports where id = ${reports[0]!.id}`);
    return { id: reports[0]!.id, assignee: row?.assignee_id };
  };
  const { id, assignee } = await proposed();
  assert.equal(assignee, rae.userId);
  assert.match((await visitor.get(`/desk/reports/${id}`)).body, /Assigned by the rule “Buddy of somebody in training”/);
  await ctx.db.run(
    sql`update desk_users set away_from = current_date - 1, away_until = current_date + 1 where id = ${rae.userId}`,
  );
  assert.equal((await proposed()).assignee, null);
  await ctx.db.run(sql`update desk_users set away_from = null, away_until = null where id = ${rae.userId}`);
  const weekday = new Date(`${ukDateOf(ctx.now())}T12:00:00Z`).getUTCDay() || 7;
  await ctx.db.run(sql`update desk_users set works_on = ${[(weekday % 7) + 1]}::smallint[] where id = ${rae.userId}`);
  assert.equal((await proposed()).assignee, null, 'on a day off nobody looks at it');
  await ctx.db.run(sql`update desk_users set works_on = null where id = ${rae.userId}`);
});
