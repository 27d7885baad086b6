// The list of references at the desk: whom to call, what was answered, and who is still waited for, in all reports.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { recordRequest } from '../../../src/features/data-requests/data-request-record-actions.ts';
import { requestReference, withdrawReference } from '../../../src/features/references/reference-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { keepTeam } from '../../../src/features/teams/team-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { reportsToClose } from '../../../src/portals/desk/reference-list/many-references.ts';
import { employed, personnel } from '../../features/references/asked-references.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { clientEmail, deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const screener = await signedInVisitor(portal, deskEmail);
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function asked(lastName: string, by: 'mail' | 'telephone' = 'mail') {
  const check = await portal.placeCheck('live', { ...employed, last_name: lastName }, ['employment_history:uk']);
  const caller = { ...portal.caller('live'), permissions: ['ask_references', 'record_outcomes'] } as const;
  const report = check.reports[0]!;
  const id = await requestReference(ctx, { caller, check, report }, { ...personnel, by });
  return { caller, check, report, id, page: `/desk/reports/${report.id}/references/${id}` };
}

const setStatus = (id: string, change: string) =>
  portal.superuser.run(sql`
    update report_references set status = ${change}, replied_at = case when ${change} = 'unanswered' then null else now() end
    where id = ${id}`);

const list = async (query = '') => (await screener.get(`/desk/references${query}`)).body;
const rowOf = (body: string, page: string) => {
  const at = body.indexOf(`href="${page}"`);
  return at < 0 ? undefined : textOf(body.slice(body.lastIndexOf('<tr', at), body.indexOf('</tr>', at)));
};

test('an empty list says what will be in it', async () => {
  assert.match(await list(), /No reference is outstanding/);
});

test('each reference is in the view of what must be done with it, with whom to ask and by when they are reminded', async () => {
  const references = {
    waiting: await asked('Waiting'),
    to_call: await asked('Tocall', 'telephone'),
    answered: await asked('Answered'),
    declined: await asked('Declined'),
  };
  await setStatus(references.answered.id, 'answered');
  await setStatus(references.declined.id, 'declined');
  const unanswered = await asked('Unanswered');
  await setStatus(unanswered.id, 'unanswered');
  for (const [view, { page }] of Object.entries(references)) {
    const body = await list(`?view=${view}`);
    assert.ok(body.includes(page), view);
    assert.equal(body.includes(unanswered.page), view === 'to_call', view);
    for (const [other, { page: otherPage }] of Object.entries(references))
      assert.equal(body.includes(otherPage), other === view, `${other} in ${view}`);
  }
  const all = await list();
  assert.match(all, /All <span class="app-count">5</);
  assert.match(all, /To call <span class="app-count">2</);
  assert.match(
    rowOf(all, references.waiting.page)!,
    /Acme Ltd.+Pat Referee.+VF\d+.+Waiting.+Waiting.+Reminders: 0, next: (in \d days|tomorrow|today|\d+ \w+ \d{4})/,
  );
  assert.match(rowOf(all, references.to_call.page)!, /To call/);
});

test('what is withdrawn, taken over or of a report that is complete is settled', async () => {
  const [withdrawn, taken, complete] = [await asked('Gone'), await asked('Taken'), await asked('Complete')];
  await withdrawReference(ctx, withdrawn.caller, withdrawn.id);
  await portal.superuser.run(sql`
    update report_references set status = 'answered', replied_at = now(), taken_over_at = now() where id = ${taken.id}`);
  const target = { checkId: complete.check.id, reportId: complete.report.id };
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, portal.caller('live'), target, { move: 'complete', outcome });
  const body = await list();
  for (const { page } of [withdrawn, taken, complete]) assert.equal(rowOf(body, page), undefined);
});

test('the list is narrowed to reports of one person or of nobody, and to one account', async () => {
  const { report, page } = await asked('Mine');
  assert.equal((await list('?assigned=me')).includes(page), false);
  await portal.superuser.run(sql`
    update reports set assignee_id = (select id from desk_users where email = ${deskEmail}) where id = ${report.id}`);
  assert.ok((await list('?assigned=me')).includes(page));
  assert.equal((await list('?assigned=nobody')).includes(page), false);
  assert.ok((await list(`?account=${portal.accountId}`)).includes(page));
  assert.match(await list('?account=00000000-0000-7000-8000-00000000ffff'), /No reference is in this view/);
  assert.equal((await list('?environment=test')).includes(page), false);
});

test('the list is narrowed by person, team, type, age, whether the mail was opened, and who is asked', async () => {
  const [one, other] = [await asked('Narrow'), await asked('Other')];
  const person = (await ctx.db.row<{ id: string }>(sql`select id from desk_users where email = ${deskEmail}`))!.id;
  await portal.superuser.run(sql`update reports set assignee_id = ${person} where id = ${one.report.id}`);
  await portal.superuser.run(sql`update reports set assignee_id = null where id = ${other.report.id}`);
  await portal.superuser.run(sql`
    update report_references set requested_at = requested_at - interval '6 days' where id = ${one.id}`);
  await portal.superuser.run(sql`update report_references set opened_at = now() where id = ${other.id}`);
  const team = await keepTeam(
    ctx,
    { userId: person, accounts: 'all', permissions: roles.desk.administrator },
    undefined,
    {
      ...{ name: 'References', members: [person] },
    },
  );
  const shows = async (query: string) => {
    const body = await list(query);
    return [one, other].map(({ page }) => rowOf(body, page) !== undefined);
  };
  assert.deepEqual(await shows(`?assigned=${person}`), [true, false]);
  assert.deepEqual(await shows(`?team=${team}`), [true, false]);
  assert.deepEqual(await shows('?days=5'), [true, false]);
  assert.deepEqual(await shows('?opened=not_opened'), [true, false]);
  assert.deepEqual(await shows('?opened=opened'), [false, true]);
  assert.deepEqual(await shows(`?type=${one.report.reportTypeId}`), [true, true]);
  assert.deepEqual(await shows(`?type=${one.report.reportTypeId + 1}`), [false, false]);
  assert.match(await list('?days=5&opened=not_opened'), /Filter and sort \(2 on\)/);

  const search = (find: string) =>
    screener.submit('/desk/references?days=5', '/desk/references/search?days=5', { find });
  const found = String((await search('acme')).headers.location);
  assert.doesNotMatch(found, /acme/, 'whom somebody looks for does not stand in the address');
  assert.deepEqual(await shows(found.replace('/desk/references', '')), [true, false]);
  const nothing = String((await search('Brook Bank')).headers.location);
  assert.deepEqual(await shows(nothing.replace('/desk/references', '')), [false, false]);
});

test('of an order that asks two organisations, a search shows the reference of the one that is meant', async () => {
  const one = await asked('Two');
  const brook = { ...personnel.referee, organisation: 'Brook Bank', email: 'people@brook.test', name: 'Sam Staff' };
  const id = await requestReference(ctx, one, { ...personnel, entryKey: 'activities-1', referee: brook });
  const found = await screener.submit('/desk/references', '/desk/references/search', { find: 'Brook Bank' });
  const body = (await screener.get(String(found.headers.location))).body;
  assert.ok(body.includes(`/references/${id}"`));
  assert.equal(rowOf(body, one.page), undefined);
});

test('a call without answers is logged on the reference’s page, and the list says what came of it and whom to try today', async () => {
  const { report, page } = await asked('Called', 'telephone');
  const form = `${page}/attempts`;
  const { body } = await screener.get(page);
  assert.ok(body.includes(`href="${form}"`));
  for (const shown of [body, (await screener.get(`/desk/reports/${report.id}`)).body]) {
    assert.match(textOf(shown), /To call/);
    assert.doesNotMatch(textOf(shown), /Waiting for the referee|Send again/, 'nobody was asked yet');
  }
  const refused = await screener.submit(form, form, { tried_number: '', attempt_note: 'Ask for Ms Lee' });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Enter the number that you called/);
  assert.match(refused.body, /Ask for Ms Lee/);
  const log = (next_try: string, came_of = 'no_answer') =>
    screener.submit(form, form, { tried_number: '0161 496 0000', came_of, next_try, attempt_note: 'Ask for Ms Lee' });
  const today = ukDateOf(ctx.now());
  assert.equal((await log(addDays(today, 3))).headers.location, `${page}?done=called`);
  assert.equal(rowOf(await list('?view=due'), page), undefined);
  await log(today, 'call_back');
  assert.match(rowOf(await list('?view=due'), page)!, /Asked to call back (just now|\d+ seconds? ago), next: today/);
  assert.match(rowOf(await list('?view=to_call'), page)!, /Asked to call back/);
  assert.match((await screener.get(form)).body, /Known: 0161 496 0000/);
  const shown = textOf((await screener.get(page)).body);
  assert.match(shown, /No answer, 0161 496 0000 .+ Next try on .+ Ask for Ms Lee .*Asked to call back, 0161 496 0000/);
  assert.match(textOf((await screener.get(`/desk/reports/${report.id}`)).body), /Referee called: asked to call back/);
  await log('', 'voicemail');
  assert.equal(rowOf(await list('?view=due'), page), undefined, 'the newest call counts');
});

test('who closes a report as unable to verify says how often the referee was called, also one who was only called', async () => {
  const { check, report, page } = await asked('Closed', 'telephone');
  const form = `${page}/attempts`;
  assert.doesNotMatch((await screener.get(page)).body, /unable-to-verify/);
  for (const came_of of ['no_answer', 'voicemail'])
    await screener.submit(form, form, { tried_number: '0161 496 0000', came_of });
  const unable = `/desk/reports/${report.id}/unable-to-verify`;
  const href = `${unable}?reason=no_reply`;
  assert.ok((await screener.get(page)).body.includes(href.replace('&', '&amp;')));
  assert.match((await screener.get(href)).body, /name="calls_made"[^>]* value="2"/);
  const wrong = await screener.submit(href, unable, { reason: 'no_reply', requests_sent: '', calls_made: 'some' });
  assert.match(wrong.body, /Enter how many calls were made/);
  await screener.submit(href, unable, { reason: 'no_reply', requests_sent: '', calls_made: '2', notes: '' });
  const client = await signedInVisitor(portal, clientEmail);
  const { body } = await client.get(`/portal/checks/${check.id}/reports/${report.id}`);
  assert.match(body, /No reply: called twice/);
});

test('logged calls, their form and the list are read on a desk and on a phone', async () => {
  const { page } = await asked('Screened', 'telephone');
  const form = `${page}/attempts`;
  const typed = { tried_number: '0161 496 0000', came_of: 'call_back', next_try: ukDateOf(ctx.now()) };
  await screener.submit(form, form, { ...typed, attempt_note: 'Ms Lee is back after lunch.' });
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  for (const screen of ['desk', 'phone'] as const) {
    const opened = await openPage(browser, { screen });
    await opened.context().addCookies([...screener.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    for (const [name, path] of Object.entries({ form, reference: page, list: '/desk/references?view=due' })) {
      await opened.goto(`${portal.url}${path}`);
      assert.doesNotMatch(await opened.title(), /Sign in/);
      assert.deepEqual(await accessibilityProblems(opened), [], `${name} ${screen}`);
      assert.equal(await scrollsSideways(opened), false, `${name} ${screen}`);
      await keepScreenshot(opened, `attempt-${name}-${screen}`);
    }
  }
});

test('many are reminded at once: nobody twice in a day or more often than the account lets them be, and who is left out is named', async () => {
  const [due, spent, called] = [await asked('Due'), await asked('Spent'), await asked('Called', 'telephone')];
  const mails = async (id: string) =>
    (await ctx.db.rows(sql`select from emails where reference_id = ${id} and template = 'reference_request'`)).length;
  const ids = [due.id, spent.id, called.id];
  const send = async (fields: Readonly<Record<string, string>>, chosen: readonly string[] = ids) => {
    const form = new URLSearchParams({ ...hiddenFields(await list(), '/desk/references/many'), ...fields });
    for (const id of chosen) form.append('references', id);
    return screener.send('/desk/references/many', 'application/x-www-form-urlencoded', String(form));
  };
  const none = await send({ act: 'remind' }, []);
  assert.deepEqual([none.status, /Select the references first/.test(none.body)], [422, true]);
  assert.match(
    textOf((await send({ act: 'remind' })).body),
    /Important No referee gets a reminder\. .*3 references were left out .*They were written to today already/,
    'nothing was done, so it is no success',
  );
  await portal.superuser.run(sql`
    update report_references set mailed_at = mailed_at - interval '3 days' where id = any (${ids}::uuid[]) and mailed_at is not null`);
  await portal.superuser.run(sql`update report_references set chases = 9 where id = ${spent.id}`);
  const said = textOf((await send({ act: 'remind' })).body);
  assert.match(said, /One referee gets a reminder now\. .*2 references were left out/);
  assert.match(said, /They were reminded as often as the account lets anybody be/);
  assert.match(said, /The referee is called, and not written to/);
  assert.deepEqual(await Promise.all(ids.map(mails)), [2, 1, 0]);
  assert.match(rowOf(await list(), due.page)!, /Reminders: 1, next:/);

  const day = addDays(ukDateOf(ctx.now()), 30);
  const early = await send({ act: 'next', next_on: ukDateOf(ctx.now()) }, [due.id]);
  assert.deepEqual([early.status, /Enter a date from tomorrow to a year from now/.test(early.body)], [422, true]);
  assert.match(
    textOf((await send({ act: 'next', next_on: day }, [due.id])).body),
    /The next reminder of one referee is moved/,
  );
  const [next] = await ctx.db.rows<{ due_at: Date }>(sql`
    select due_at from deadlines where subject_id = ${due.id} and kind = 'reference_chase'`);
  assert.equal(ukDateOf(next!.due_at), day);
  const closing = await send({ act: 'unable' }, [due.id, spent.id]);
  assert.deepEqual(
    String(closing.headers.location).split('=')[1]!.split('+').toSorted(),
    [due.report.id, spent.report.id].toSorted(),
  );
});

test('of more reports than can be closed at once none is left out in silence', () => {
  const meant = Array.from({ length: 51 }, (_, at) => ({ report_id: String(at) }));
  assert.throws(() => reportsToClose(meant), {
    fields: { references: ['These are 51 reports: close 50 or fewer at once'] },
  });
  assert.equal(reportsToClose([...meant.slice(1), ...meant.slice(1)]).length, 50, 'two references of one report');
  assert.throws(() => reportsToClose([]), /invalid_fields/);
});

test('somebody who is no candidate asks for a copy: what is held on them is found, without what is a candidate’s', async () => {
  const { check } = await asked('Sought', 'telephone');
  const caller = { ...portal.caller('live'), permissions: roles.desk.administrator } as const;
  const today = ukDateOf(ctx.now());
  const request = { kind: 'access', way: 'mail', receivedOn: today, words: 'A copy, please.', checkId: null } as const;
  const ask = (name: string, contact: string) =>
    recordRequest(ctx, caller, {
      ...{ ...request, identity: 'known_address', asker: 'referee', askedBy: { name, contact } },
    });
  const email = 'protection@desk.test';
  await createDeskUser(ctx, 'system', { name: 'Pat', email, role: 'data_protection', accounts: [portal.accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const protection = await signedInVisitor(portal, email);
  const held = async (id: string, end = '') => (await protection.get(`/desk/data-requests/${id}/held${end}`)).body;
  const id = await ask('', `Personnel, ${personnel.referee.email.toUpperCase()}`);
  assert.match((await protection.get(`/desk/data-requests/${id}`)).body, new RegExp(`href="[^"]*${id}/held"`));
  assert.match(textOf(await held(id)), new RegExp(`VF${check.orderId}[\\s\\S]*${personnel.referee.email}`));
  const copy = await held(id, '/file');
  assert.equal(JSON.parse(copy).held[0].asked_as_referee[0].email, personnel.referee.email);
  assert.doesNotMatch(copy, /Sought/);
  const namesake = await ask(personnel.referee.name, 'another@known.test');
  assert.match(textOf(await held(namesake)), new RegExp(personnel.referee.email));
  assert.deepEqual(JSON.parse(await held(namesake, '/file')).held, [], 'nothing of who else has the name');
  assert.match(await held(await ask('Nobody Known', 'nobody@known.test')), /Nothing is found/);
  assert.match(await held(await ask('Smith', '')), /first and last name/);
});
