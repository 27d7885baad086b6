// The end of a shift: a screener releases several reports at once, or hands them over with a note; and who is away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { claimReport } from '../../../src/features/cases/claim-actions.ts';
import { openReport } from '../../../src/features/cases/screening-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { readNotes } from '../../../src/features/reports/note-actions.ts';
import { leftOutNote, noteJson } from '../../../src/features/retention/person-copy-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const otherAccount = await makeAccount(ctx, 'Other Care');
const other = otherAccount.accountId;
const today = ukDateOf(ctx.now());

async function person(name: string, role: DeskRole = 'screener', accounts: readonly string[] = [accountId]) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return {
    userId,
    email,
    name,
    accounts,
    permissions: roles.desk[role],
    visitor: await signedInVisitor(portal, email),
  };
}

type Somebody = Awaited<ReturnType<typeof person>>;

async function claimed(by: Somebody, caller = portal.caller('live')): Promise<string> {
  const { check } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  await completeForm(ctx, caller, check.id, check.order.facts);
  const id = check.reports[0]!.id;
  assert.equal(await claimReport(ctx, by, id), 'claimed');
  return id;
}

const holderOf = async (id: string) =>
  (await ctx.db.row<{ assignee_id: string | null }>(sql`select assignee_id from reports where id = ${id}`))!
    .assignee_id;

/** The notes of the desk on a report, as the copy of the candidate's data has them. */
async function copiedNotes(by: Somebody, reportId: string): Promise<string[]> {
  const { caller, key } = await openReport(ctx, by, reportId);
  const notes = await readNotes(ctx, caller, { reportIds: [reportId], audience: 'desk', key });
  return notes.map((note) => noteJson(note).text);
}

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const mine = '/desk?view=mine';
const handOverForm = '/desk/hand-over?view=mine';
const ownForm = '/desk/own-reports?view=mine';

const handOverPage = async ({ visitor }: Somebody, ...reports: string[]) => {
  const chosen = await visitor.submit(mine, ownForm, { move: 'hand_over', which: 'all', shown: reports.join(' ') });
  return String(chosen.headers.location);
};

test('a screener releases all their reports of a page with one press', async () => {
  const screener = await person('Rae Releasing');
  const reports = [await claimed(screener), await claimed(screener), await claimed(screener)];
  assert.match((await screener.visitor.get(mine)).body, /name="shown" value="[^"]+" form="own"/);
  const some = await screener.visitor.submit(mine, ownForm, { move: 'release', reports: reports[0]! });
  assert.equal(some.headers.location, '/desk?view=mine&released=1');
  assert.equal(await holderOf(reports[0]!), null);
  const none = await screener.visitor.submit(mine, ownForm, { move: 'release', shown: '' });
  assert.match((await screener.visitor.get(String(none.headers.location))).body, /Select the reports first\./);
  const all = { move: 'release', which: 'all', shown: reports.join(' ') };
  const { headers } = await screener.visitor.submit(mine, ownForm, all);
  assert.match((await screener.visitor.get(String(headers.location))).body, /2 reports are released\./);
  for (const id of reports) assert.equal(await holderOf(id), null);
});

test('a screener hands reports over to a colleague, who reads in the queue who did, and the note', async () => {
  const [leaving, coming] = [await person('Lea Leaving'), await person('Cory Coming')];
  const reports = [await claimed(leaving), await claimed(leaving)];
  const page = await handOverPage(leaving, ...reports);
  assert.match(page, /^\/desk\/hand-over\?view=mine&reports=/);
  const { visitor } = leaving;
  const empty = await visitor.submit(page, handOverForm, { to: '', note: ' ' });
  assert.equal(empty.status, 422);
  assert.match(empty.body, /Choose who takes over[\s\S]*Write what your colleague must know/);
  const done = await visitor.submit(page, handOverForm, { to: coming.userId, note: 'Ring the <council> at nine' });
  assert.equal(done.headers.location, '/desk?view=mine&handed=2&of=2');
  assert.match((await visitor.get('/desk?view=mine&handed=2&of=2')).body, /2 reports are handed over\./);
  const queue = textOf((await coming.visitor.get(mine)).body);
  assert.match(
    queue,
    /Handed over to you: one note .*Ring the &lt;council&gt; at nine .*Lea Leaving, .* with 2 reports of this list/,
  );
  assert.match(queue, /You, from Lea Leaving/);
  const report = textOf((await coming.visitor.get(`/desk/reports/${reports[1]}`)).body);
  assert.match(report, /Ring the &lt;council&gt; at nine Lea Leaving to Cory Coming, handing over/);
  assert.match(report, /Handed over from Lea Leaving to Cory Coming/);
  for (const id of reports) assert.equal(await holderOf(id), coming.userId);
  await coming.visitor.submit(mine, ownForm, { move: 'release', which: 'all', shown: reports.join(' ') });
  for (const id of reports) assert.equal(await claimReport(ctx, coming, id), 'claimed');
  const again = textOf((await coming.visitor.get(mine)).body);
  assert.doesNotMatch(
    again,
    /Ring the|from Lea Leaving/,
    'what was given back and claimed anew is handed over no more',
  );
  assert.match(
    (await visitor.get(page.replace(/reports=.*/, `reports=${await claimed(leaving)}`))).body,
    /Name nobody: each candidate may read this/,
  );
});

test('what matters in one report is a note of that report alone, shown beside the note for all', async () => {
  const [leaving, coming] = [await person('Olga Own'), await person('Olaf Other')];
  const [first, second] = [await claimed(leaving), await claimed(leaving)];
  const page = await handOverPage(leaving, first, second);
  const partly = { to: coming.userId, note: '', [`note_${first}`]: 'The university rings 9 to 11' };
  const refused = await leaving.visitor.submit(page, handOverForm, partly);
  assert.match(refused.body, /Write what your colleague must know, here or at each report/);
  assert.match(refused.body, /value="The university rings 9 to 11"/);
  const done = await leaving.visitor.submit(page, handOverForm, { ...partly, note: 'Ask before you call' });
  assert.equal(done.headers.location, '/desk?view=mine&handed=2&of=2');
  const queue = textOf((await coming.visitor.get(mine)).body);
  assert.match(queue, /Handed over to you: 2 notes/);
  assert.match(queue, /Ask before you call Olga Own, .* with 2 reports of this list/);
  assert.match(queue, /The university rings 9 to 11 Olga Own, [^,]+, with VF\d+ , Identity/);
  assert.deepEqual(await copiedNotes(coming, first), [leftOutNote, 'The university rings 9 to 11']);
  assert.deepEqual(await copiedNotes(coming, second), [leftOutNote]);
});

test('a note about the reports of several candidates is left out of the copies of their data', async () => {
  const [leaving, coming] = [await person('Nora Notes'), await person('Ned Notes')];
  const handOver = async (note: string, ...ids: string[]) => {
    const page = await handOverPage(leaving, ...ids);
    await leaving.visitor.submit(page, handOverForm, { to: coming.userId, note });
    return copiedNotes(coming, ids[0]!);
  };
  const alone = await claimed(leaving);
  assert.deepEqual(await handOver('The letter is missing', alone), ['The letter is missing']);
  assert.deepEqual(await handOver('The letter of Smith is missing', await claimed(leaving), await claimed(leaving)), [
    leftOutNote,
  ]);
});

test('what the colleague may not work on stays, and nobody hands over what is not theirs', async () => {
  const screener = await person('Tom Two', 'screener', [accountId, other]);
  const [colleague, stranger] = [await person('Una One'), await person('Stan Stranger', 'screener', [other])];
  const [own, elsewhere, notOwn] = [
    await claimed(screener),
    await claimed(screener, otherAccount.caller('live')),
    await claimed(colleague),
  ];
  const page = await handOverPage(screener, own, elsewhere, notOwn);
  const form = await screener.visitor.get(page);
  assert.match(form.body, /Hand over 2 reports/);
  const { headers } = await screener.visitor.submit(page, handOverForm, { to: colleague.userId, note: 'Two of them' });
  assert.match(
    textOf((await screener.visitor.get(String(headers.location))).body),
    /1 report is handed over\. The others stay with you: your colleague may not work on them\./,
  );
  assert.deepEqual([await holderOf(own), await holderOf(elsewhere)], [colleague.userId, screener.userId]);
  const theirs = await handOverPage(colleague, own);
  const refused = await colleague.visitor.submit(theirs, handOverForm, { to: stranger.userId, note: 'For you' });
  assert.match(refused.body, /Choose a colleague who may work on these reports/);
  assert.equal((await colleague.visitor.get(`/desk/hand-over?reports=${elsewhere}`)).status, 404);
});

test('what left the screener while the page was open is said, and the note is not lost', async () => {
  const [screener, colleague] = [await person('Stella Stale'), await person('Cole League')];
  const reports = [await claimed(screener), await claimed(screener)];
  const page = await handOverPage(screener, ...reports);
  const { visitor } = screener;
  const fields = hiddenFields((await visitor.get(page)).body, handOverForm);
  const handOver = (note: string) => visitor.post(handOverForm, { ...fields, to: colleague.userId, note });
  await visitor.submit(mine, ownForm, { move: 'release', reports: reports[0]! });
  const { headers } = await handOver('The second one');
  assert.match(
    textOf((await visitor.get(String(headers.location))).body),
    /1 report is handed over\. 1 report was not yours any more\. /,
  );
  const refused = await handOver('Ring the council at nine');
  assert.equal(refused.status, 422);
  assert.match(refused.body, /None of these reports is yours any more/);
  assert.match(refused.body, /Ring the council at nine<\/textarea>/);
});

test('nobody gives work to who is away, until the day after their last one', async () => {
  const [screener, away] = [await person('Wes Working'), await person('Ada Away')];
  const reviewer = await person('Rex Reviewer', 'reviewer');
  const report = await claimed(screener);
  const until = addDays(today, 3);
  const said = await away.visitor.submit('/desk/away', '/desk/away', { from: today, until });
  assert.equal(said.headers.location, '/desk/away?done=said');
  const page = await handOverPage(screener, report);
  const option = new RegExp(`<option value="${away.userId}" disabled>Ada Away \\([^<]*away until [^<]+\\)<`);
  assert.match((await screener.visitor.get(page)).body, /value="[^"]+" disabled>Ada Away \(away until/);
  const refused = await screener.visitor.submit(page, handOverForm, { to: away.userId, note: 'For later' });
  assert.match(refused.body, /The colleague is away today/);
  assert.match((await reviewer.visitor.get('/desk')).body, option);
  const assigned = await reviewer.visitor.submit('/desk', '/desk/assignments', {
    ...{ reports: report, assignee: away.userId },
  });
  assert.equal(assigned.headers.location, '/desk?done=away');
  const all = `/desk/people/${screener.userId}/hand-over`;
  assert.match((await reviewer.visitor.submit(all, all, { to: away.userId })).body, /The colleague is away today/);
  assert.equal(await holderOf(report), screener.userId);
  await reviewer.visitor.submit('/desk/away', '/desk/away', {
    ...{ person: away.userId, from: addDays(today, 2), until: addDays(today, 3) },
  });
  const done = await reviewer.visitor.submit('/desk', '/desk/assignments', { reports: report, assignee: away.userId });
  assert.equal(done.headers.location, '/desk?assigned=1&of=1');
});

test('a reviewer sees who is away and what they have claimed, and takes an absence back', async () => {
  const [away, reviewer] = [await person('Hal Holiday'), await person('Rita Reviewer', 'reviewer')];
  const held = await claimed(away);
  const late = await reviewer.visitor.submit('/desk/away', '/desk/away', {
    ...{ person: away.userId, from: today, until: addDays(today, -1) },
  });
  assert.equal(late.status, 422);
  assert.match(late.body, /The last day must not be before the first day/);
  assert.match(
    (await reviewer.visitor.submit('/desk/away', '/desk/away', { person: away.userId, from: '', until: '' })).body,
    /Enter the first day[\s\S]*Enter the last day/,
  );
  await reviewer.visitor.submit('/desk/away', '/desk/away', { person: away.userId, from: today, until: today });
  const list = await reviewer.visitor.get('/desk/away');
  assert.match(textOf(list.body), /Hal Holiday Away .* 1 report of Hal Holiday : hand over/);
  assert.match(list.body, new RegExp(`href="/desk/people/${away.userId}/hand-over"`));
  assert.match(textOf((await reviewer.visitor.get('/desk/team')).body), /Hal Holiday \(away until /);
  assert.match(textOf((await reviewer.visitor.get('/desk')).body), /Hal Holiday \(away\b.*?away until /);
  const report = await reviewer.visitor.get(`/desk/reports/${held}`);
  assert.match(textOf(report.body), /Assigned to Hal Holiday \(away until /);
  await reviewer.visitor.submit('/desk/away', '/desk/away/end', { person: away.userId });
  assert.doesNotMatch(textOf((await reviewer.visitor.get('/desk/team')).body), /Hal Holiday \(away/);
});

test('a screener says it of themselves alone', async () => {
  const [screener, colleague] = [await person('Sid Self'), await person('Col League')];
  const days = { from: today, until: today };
  const page = await screener.visitor.get('/desk/away');
  assert.doesNotMatch(page.body, /name="person"/);
  const of = await screener.visitor.submit('/desk/away', '/desk/away', { person: colleague.userId, ...days });
  assert.equal(of.status, 404);
  assert.equal((await screener.visitor.submit('/desk/away', '/desk/away', days)).status, 303);
  assert.match(textOf((await screener.visitor.get('/desk/away')).body), /Your absence .*Sid Self \(you\) Away/);
});
