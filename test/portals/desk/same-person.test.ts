// The pages about a person's data say who else may be that person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { orderNumber } from '../../../src/portals/shared/page-filters.ts';
import { type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { deskEmail, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const live = portal.caller('live');
const desk = await signedInVisitor(portal, deskEmail);

const place = async (facts: NonNullable<Ordered['facts']>, caller = live) =>
  (await placeWaiting(ctx, caller, { reports: ['right_to_work'], facts })).check;
const terry = { first_name: 'Terry', last_name: 'Guardsman', email: 'terry@home.test', dob: '1990-03-04' };

test('whoever has the same address, or the same name and birth date, may be the person, and nobody else is named', async () => {
  const check = await place(terry);
  const reportId = check.reports[0]!.id;
  const page = `/desk/reports/${reportId}`;
  assert.doesNotMatch((await desk.get(`${page}/copy`)).body, /Is this the same person/);

  const sameEmail = await place({
    ...terry,
    first_name: 'Ted',
    last_name: 'Guard',
    email: 'Terry@Home.test',
    dob: '1991-01-01',
  });
  const sameBirth = await place({ ...terry, email: 'work@other.test' });
  await place({ ...terry, email: 'young@other.test', dob: '2001-01-01' });
  await place({ ...terry, first_name: 'Tessa', email: 'tessa@other.test' });
  await place(terry, portal.caller('test'));
  const withoutOrder = {
    ...noFacts,
    first_name: 'Terry',
    last_name: 'Guardsman',
    email: 'x@other.test',
    dob: '1990-03-04',
  };
  const erased = await createApplicant(ctx, live, withoutOrder);
  await ctx.db.run(sql`update applicants set sealed_key = null, erased_at = now() where id = ${erased.id}`);

  for (const path of ['/copy', '/erase', '/restriction']) {
    const { status, body } = await desk.get(`${page}${path}`);
    assert.equal(status, 200);
    const [, list = ''] = /Is this the same person\?[\s\S]*?<ul[^>]*>([\s\S]*?)<\/ul>/.exec(body) ?? [];
    const linked = (one: typeof check) =>
      `href="/desk/reports/${one.reports[0]!.id}${path}"><span class="app-code">${orderNumber(one.orderId)}</span>`;
    assert.ok(list.includes(linked(sameEmail)), path);
    assert.ok(list.includes(linked(sameBirth)), path);
    for (const said of [
      'Ted Guard, with the same email address',
      'Terry Guardsman, with the same name and date of birth',
    ])
      assert.ok(list.includes(said), `${path}: ${said}`);
    assert.equal(list.match(/<li>/g)?.length, 2, path);
  }
  const looks = await ctx.db.rows(sql`
    select from events where type = 'applicant.read' and resource_id = ${sameBirth.applicantId}`);
  assert.equal(looks.length, 3, 'each of the three pages is a look at them');
});

test('an unknown birth date is nobody’s', async () => {
  const unknown = { first_name: 'Nora', last_name: 'Undated' };
  const check = await place({ ...unknown, email: 'nora@one.test' });
  await place({ ...unknown, email: 'nora@two.test' });
  assert.doesNotMatch((await desk.get(`/desk/reports/${check.reports[0]!.id}/copy`)).body, /Is this the same person/);
});
