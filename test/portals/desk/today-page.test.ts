// The page of the day: what was done since it began, and what is to do, by team and person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { claimReport } from '../../../src/features/cases/claim-actions.ts';
import { addNote } from '../../../src/features/cases/note-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { findToday } from '../../../src/features/lists/today-queries.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { keepTeam } from '../../../src/features/teams/team-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { parsed } from '../../support/html.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;

async function person(name: string, role: DeskRole) {
  const email = `${name.toLowerCase()}@today.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId] });
  await createSignIn(ctx, 'system', { email, password });
  return { userId, accounts: [accountId], permissions: roles.desk[role], email };
}

const lea = await person('Lea', 'team_leader');
const ann = await person('Ann', 'screener');
await keepTeam(ctx, lea, undefined, { name: 'Identity', members: [ann.userId] });

async function claimed() {
  const { reports } = await portal.placeCheck('live', {}, ['identity']);
  await claimReport(ctx, ann, reports[0]!.id);
  return reports[0]!.id;
}

test('a leader sees what each person and team did today, has not begun, and must do, with links into the queue', async () => {
  const today = ukDateOf(ctx.now());
  const [done, begun, overdue] = [await claimed(), await claimed(), await claimed()];
  const answered = await claimed();
  const { reports: free } = await portal.placeCheck('live', {}, ['identity']);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, ann, done, { move: 'complete', outcome });
  await addNote(ctx, ann, { reportId: begun, audience: 'desk', text: 'The passport is at the bank' });
  await ctx.db.run(sql`update reports set due_on = ${addDays(today, 30)} where first_completed_at is null`);
  await ctx.db.run(sql`
    update reports set due_on = ${addDays(today, -1)}, requested_at = requested_at - interval '3 days' where id = ${overdue}`);
  await ctx.db.run(sql`update reports set due_on = ${today}, answered_at = now() where id = ${answered}`);
  const rows = await findToday(ctx.db, lea, { now: ctx.now(), calendar: ctx.calendar() });
  assert.deepEqual(
    rows.find(({ key }) => key === ann.userId),
    {
      ...{ key: ann.userId, completed: 1, reviewed: 0, to_do: 3, not_begun: 2 },
      ...{ answered: 1, due_today: 1, late: 1, fresh: 2 },
    },
  );
  assert.equal(rows.find(({ key }) => key === null)?.to_do, free.length, 'what nobody has');
  const visitor = await signedInVisitor(portal, lea.email);
  const { body } = await visitor.get('/desk/today');
  const text = parsed(body.replaceAll('</td>', ' </td>').replaceAll('</th>', ' </th>')).textContent.replaceAll(
    /\s+/g,
    ' ',
  );
  const counts =
    'Completed: 1 [^:]*Reviewed: 0 To do: 3 [^:]*Not begun: 2 [^:]*Answered: 1 [^:]*Due today: 1 [^:]*Late: 1 ';
  assert.match(text, new RegExp(`By team .*Identity ${counts}`));
  assert.match(text, new RegExp(`By person .*Ann ${counts}`));
  assert.match(text, /Lea Completed: 0 Reviewed: 0 To do: 0/, 'who did nothing is there too');
  assert.doesNotMatch(body, /href="\/desk\/orders\?/, 'complete orders are not the completed reports that are counted');
  // The number of each tile, and of each cell, is that of the list that it leads to.
  const listedBy = async (href: string) =>
    [...(await visitor.get(href.replaceAll('&amp;', '&'))).body.matchAll(/data-row="/g)].length;
  const links = [...body.matchAll(/href="(\/desk\?[^"]*)">(\d+)<span class="govuk-visually-hidden"> ([^<]*)</g)];
  for (const [, href, count, name] of links) assert.equal(await listedBy(href!), Number(count), `${name}: ${href}`);
  const named = links.map(([, , , name]) => name);
  for (const name of ['Not begun', 'New today', 'Not begun, Ann', 'New today, Identity'])
    assert.ok(named.includes(name), name);
  for (const [, href] of body.matchAll(/href="(\/desk[^"#]*)"/g))
    assert.equal((await visitor.get(href!.replaceAll('&amp;', '&'))).status, 200, href);
  assert.equal((await (await signedInVisitor(portal, ann.email)).get('/desk/today')).status, 403);
});
