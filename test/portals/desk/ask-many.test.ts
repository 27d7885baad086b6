// References are asked for many reports at once, where the directory says how the organisation is reached.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { keepOrganisation } from '../../../src/features/directory/organisation-actions.ts';
import { listReferences } from '../../../src/features/references/reference-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { employed, employment } from '../../features/references/asked-references.ts';
import { deskEmail, hiddenFields, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const screener = await signedInVisitor(portal, deskEmail);
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const userId = (await ctx.db.row<{ id: string }>(sql`select id from desk_users where email = ${deskEmail}`))!.id;
const by = { userId, permissions: roles.desk.administrator };
const contact = { department: 'People team', telephone: '', foundBy: 'Its website.', remarks: '' };
await keepOrganisation(ctx, by, { ...contact, name: 'Acme Ltd', email: 'people@acme.test' });

const place = async (activities: readonly object[], reports = ['employment_history:uk']) =>
  (await portal.placeCheck('live', { ...employed, activities } as typeof employed, reports)).reports[0]!.id;
const mailsOf = async (reportId: string) =>
  (await listReferences(ctx, portal.caller('live'), reportId)).map(({ request: { referee } }) => referee);

async function askFor(reports: readonly string[]) {
  const page = `/desk/many/ask?reports=${reports.join('+')}`;
  const { body } = await screener.get(page);
  const done = await screener.post('/desk/many/ask', hiddenFields(body, '/desk/many/ask'));
  assert.equal(done.status, 303, textOf(done.body));
  return { asked: textOf(body), said: textOf((await screener.get(String(done.headers.location))).body) };
}

test('whoever the directory reaches is asked by mail, and who is left out is named with why', async () => {
  const listed = await place([employment]);
  const unlisted = await place([{ ...employment, employer: 'Brook Bank' }]);
  const half = await place([
    employment,
    {
      ...employment,
      employer: 'Brook Bank',
      start_date: '2023-07-01',
      end_date: null,
      reason_for_leaving: 'StillEmployed',
    },
  ]);
  const later = await place([{ ...employment, contact_timing: 'AfterOffer' }]);
  const none = await place([employment], ['identity']);
  const all = [listed, unlisted, half, later, none];
  const { asked, said } = await askFor(all);
  assert.match(asked, /Ask for the references of 4 reports .*What will happen .*gets a mail, if the directory has/);
  assert.match(said, /All references of 1 report are asked for\. .*4 reports were left out/);
  for (const why of [
    /The directory has no mail address under the name of the organisation/,
    /Some of its referees are asked now/,
    /Something speaks against asking/,
    /Nothing of it is asked of a referee/,
  ])
    assert.match(said, why);
  const [referee] = await mailsOf(listed);
  assert.deepEqual(
    [referee!.name, referee!.organisation, referee!.email],
    ['People team', 'Acme Ltd', 'people@acme.test'],
  );
  assert.deepEqual(
    (await Promise.all(all.map(mailsOf))).map(({ length }) => length),
    [1, 0, 1, 0, 0],
  );
  assert.match((await askFor([listed])).said, /Its referees are asked already/);
});

test('a contact that is to be confirmed, or one of two under a name, is nobody to write to unseen', async () => {
  await keepOrganisation(ctx, by, { ...contact, name: 'Old Mill', email: 'people@oldmill.test' });
  await keepOrganisation(ctx, by, { ...contact, name: 'Vale', email: 'north@vale.test' });
  await keepOrganisation(ctx, by, { ...contact, name: 'Vale Ltd', email: 'south@vale.test' }, { isAnother: true });
  await portal.superuser.run(sql`alter table organisation_versions disable trigger all`);
  await portal.superuser.run(sql`
    update organisation_versions set created_at = created_at - interval '2 years' where name = 'Old Mill'`);
  const old = await place([{ ...employment, employer: 'Old Mill' }]);
  const two = await place([{ ...employment, employer: 'Vale' }]);
  assert.match(
    (await askFor([old, two])).said,
    /No report has all its references asked for\. .*2 reports were left out/,
  );
  assert.deepEqual([await mailsOf(old), await mailsOf(two)], [[], []]);
});
