// Places of work: one person at several schools of a trust stands in the record of each, with one check for the trust.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { peopleEntries } from '../../../src/features/account-exports/export-archive-actions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { recordConfirmation } from '../../../src/features/agency-workers/agency-confirmation-actions.ts';
import { eraseApplicantRow } from '../../../src/features/applicants/applicant-store.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { changeSubsidiaryOf } from '../../../src/features/orders/order-subsidiary-actions.ts';
import { listPersonFiles } from '../../../src/features/person-files/person-file-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { copyPerson } from '../../../src/features/retention/person-copy-actions.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { explainData } from '../../../src/portals/shared/about/about-pages.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('live');
const today = ukDateOf(ctx.now());
const trust = await signedInVisitor(portal, clientEmail);
const { id: elm } = await createSubsidiary(ctx, 'system', accountId, { name: 'Elm Primary' });
const { id: oak } = await createSubsidiary(ctx, 'system', accountId, { name: 'Oak Academy' });

async function userOf(name: string, subsidiaryId: string) {
  const email = `${name}@places.test`;
  await createUser(ctx, 'system', accountId, { name, email, role: 'administrator', ...scopeOf(subsidiaryId) });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const [atElm, atOak] = [await userOf('elm', elm), await userOf('oak', oak)];

/** Ordered for at Elm, each report complete with that result. */
async function elmWorker(name: string, results: readonly ('clear' | 'consider')[] = ['clear']) {
  const types = ['criminal_history:basic', 'right_to_work'].slice(0, results.length);
  const check = await portal.placeCheck('live', { first_name: name }, types);
  const caller = { ...tenant, permissions: roles.client.administrator, subsidiaryIds: null };
  await changeSubsidiaryOf(ctx, caller, check.id, elm);
  for (const [at, result] of results.entries()) {
    const target = { checkId: check.id, reportId: check.reports[at]!.id };
    await moveReport(ctx, tenant, target, {
      move: 'complete',
      outcome: { result, subResult: null, findings: noFindings },
    });
  }
  return check;
}
type Worker = Awaited<ReturnType<typeof elmWorker>>;

const personPath = ({ applicantId }: Worker) => `/portal/people/${applicantId}`;
/** From any page that the visitor may open: what is refused has no form of its own. */
async function send(visitor: Visitor, path: string, fields: Record<string, string>) {
  const { body } = await visitor.get('/portal/people');
  return visitor.post(path, { ...hiddenFields(body, '/sign-out'), ...fields });
}
const add = (visitor: Visitor, worker: Worker, fields: Record<string, string> = {}) =>
  send(visitor, `${personPath(worker)}/places`, {
    ...{ subsidiary: oak, job: 'Caretaker', starts_on: addDays(today, -10), stays: 'both', ...fields },
  });

async function record(visitor: Visitor, query = '') {
  const { status, body } = await visitor.get(`/portal/people/record/file${query}`);
  assert.equal(status, 200);
  const [head, ...lines] = body.replace('\uFEFF', '').trimEnd().split('\r\n');
  const names = head!.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)")?/g)].map(([, cell]) =>
      (cell ?? '').replaceAll('""', '"'),
    );
    return Object.fromEntries(names.map((name, index) => [name, cells[index]!]));
  });
}
const lineOf = async (visitor: Visitor, name: string, query = '') =>
  (await record(visitor, query)).find(({ first_name }) => first_name === name);

test('a school sees somebody of another school only once the trust says that they work there, too', async () => {
  const worker = await elmWorker('Both');
  assert.equal((await atOak.get(personPath(worker))).status, 404);
  assert.equal(await lineOf(atOak, 'Both'), undefined);
  assert.equal((await add(trust, worker)).status, 303);

  const line = await lineOf(atOak, 'Both');
  assert.equal(line?.job, 'Caretaker');
  assert.equal(line?.starts_on, addDays(today, -10));
  assert.equal(line?.newest_order, '');
  assert.match(line!.screened_elsewhere!, /Criminal record: .*clear, ordered by another part of your organisation/);
  const page = await atOak.get(personPath(worker));
  assert.equal(page.status, 200);
  assert.match(page.body, /Oak Academy/);
  assert.match(page.body, /another of your subsidiaries too, which you do not see/);
  assert.doesNotMatch(page.body, /Elm Primary|VF\d/);
  assert.equal((await atOak.get(`/portal/checks/${worker.id}`)).status, 404);
  const ofTrust = await trust.get(personPath(worker));
  assert.match(ofTrust.body, /Elm Primary[\s\S]*Oak Academy/);
  assert.match((await lineOf(trust, 'Both'))!.other_places!, /^Oak Academy, Caretaker, from /);
});

test('one clear check of the trust counts at each school, and one that is not clear is missing there', async () => {
  await changeAccountSettings(ctx, 'system', accountId, {
    recordNeedsCriminalRecord: true,
    recordNeedsRightToWork: true,
  });
  const worker = await elmWorker('Counted', ['clear', 'consider']);
  await add(trust, worker);
  const { missing, screened_elsewhere } = (await lineOf(atOak, 'Counted'))!;
  assert.match(missing!, /Right to work: never ordered/);
  assert.doesNotMatch(missing!, /Criminal record/);
  assert.doesNotMatch(screened_elsewhere!, /Right to work/);
});

test('a school reads until when the right to work is valid that another school had checked', async () => {
  const worker = await elmWorker('Permitted', ['clear', 'clear']);
  const endsOn = addDays(today, 200);
  await ctx.db.run(
    sql`update reports set permission_ends_on = ${endsOn} where check_id = ${worker.id} and id = ${worker.reports[1]!.id}`,
  );
  await add(trust, worker);
  const { body } = await atOak.get(personPath(worker));
  assert.match(body.replaceAll(/<[^>]+>/g, ''), new RegExp(`Permission ends ${formatLongDate(endsOn)}`));
  assert.match((await atOak.get('/portal/people/record')).body, new RegExp(`Until [^/]*${formatLongDate(endsOn)}`));
});

test('only who sees both schools adds a place', async () => {
  const worker = await elmWorker('Lone');
  assert.equal((await add(atElm, worker)).status, 422);
  assert.equal((await add(atOak, worker)).status, 404);
  assert.deepEqual(await ctx.db.rows(sql`select from person_places where applicant_id = ${worker.applicantId}`), []);
});

test('an unsaid school, a wrong day and an open question are named, and what was typed stays', async () => {
  const worker = await elmWorker('Typed');
  const { status, body } = await add(trust, worker, { subsidiary: '', job: 'Cook', stays: 'both' });
  assert.equal(status, 422);
  assert.match(body, /Choose where they work/);
  assert.match(body, /value="Cook"/);
  assert.match((await add(trust, worker, { starts_on: 'soon' })).body, /Enter the first day there/);
  assert.match((await add(trust, worker, { stays: '' })).body, /Choose whether they work at both/);
});

test('who leaves one school leaves it alone, and stands among its leavers only', async () => {
  const worker = await elmWorker('Parts');
  await add(trust, worker);
  const left = { renewed: 'no', place: oak, left_on: today };
  assert.equal((await send(trust, `${personPath(worker)}/renewals`, left)).status, 303);
  assert.equal(await lineOf(atOak, 'Parts'), undefined);
  assert.equal((await lineOf(atOak, 'Parts', '?show=left'))?.left_or_not_suitable, 'yes');
  assert.equal((await lineOf(atElm, 'Parts'))?.left_or_not_suitable, '');
  assert.equal((await lineOf(trust, 'Parts'))?.left_or_not_suitable, '');
  await send(trust, `${personPath(worker)}/renewals`, { renewed: 'yes', place: oak });
  assert.equal((await lineOf(atOak, 'Parts'))?.left_or_not_suitable, '');
});

test('who moves leaves the school before, keeps the check, and is kept', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 1, keepsStaff: true });
  const worker = await elmWorker('Moved');
  assert.equal((await add(trust, worker, { stays: 'moved', left_on: addDays(today, -40) })).status, 303);
  assert.equal(await lineOf(atElm, 'Moved'), undefined);
  assert.match((await lineOf(atOak, 'Moved'))!.screened_elsewhere!, /Criminal record/);
  const { body } = await trust.get(personPath(worker));
  assert.match(body, /Now they are kept|If they left/);
  assert.doesNotMatch(body, /is erased on <strong>/);
  // The days run from the last end of all places.
  await send(trust, `${personPath(worker)}/renewals`, { renewed: 'no', place: oak, left_on: today, erasure: 'yes' });
  assert.match((await trust.get(personPath(worker))).body, new RegExp(formatLongDate(addDays(today, 1))));
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 0 });
});

test('a place is changed, and removed where it was a mistake', async () => {
  const worker = await elmWorker('Amended');
  await add(trust, worker);
  const path = `${personPath(worker)}/places/${oak}`;
  assert.match((await trust.get(path)).body, /value="Caretaker"/);
  assert.equal((await atElm.get(path)).status, 404);
  assert.equal((await send(trust, path, { job: 'Cook', starts_on: '', ends_on: addDays(today, 2) })).status, 422);
  assert.equal((await send(atOak, path, { job: 'Cook', starts_on: '', ends_on: '' })).status, 303);
  assert.equal((await lineOf(atOak, 'Amended'))?.job, 'Cook');
  const stored = JSON.stringify(await ctx.db.rows(sql`select * from person_places`));
  assert.doesNotMatch(stored, /Cook|Caretaker/);
  assert.equal((await send(trust, `${path}/remove`, {})).status, 303);
  assert.equal(await lineOf(atOak, 'Amended'), undefined);
  assert.equal((await atOak.get(personPath(worker))).status, 404);
});

test('a school puts the letter of an agency with a person who was ordered for at another', async () => {
  const worker = await elmWorker('Supplied');
  await add(trust, worker);
  const atOakAlone = { ...tenant, permissions: roles.client.administrator, ...scopeOf(oak) };
  const said = { agency: 'Swift', confirmedOn: today, confirmedBy: 'Dana', barredList: '', others: '', seenBy: '' };
  const confirmation = { ...said, kinds: ['identity'], level: null, seenOn: null } as const;
  const content = async function* () {
    yield samples['.jpg']!;
  };
  const letter = { fileName: 'letter.jpg', content };
  await recordConfirmation(ctx, atOakAlone, [worker.applicantId], confirmation, letter);
  const files = await listPersonFiles(ctx, { ...atOakAlone, ...scopeOf(elm) }, worker.applicantId);
  assert.deepEqual(
    files.map(({ fileName }) => fileName),
    ['letter.jpg'],
  );
  const stranger = await elmWorker('Unseen');
  await assert.rejects(recordConfirmation(ctx, atOakAlone, [stranger.applicantId], confirmation, letter), {
    reason: 'not_found',
  });
});

test('a person who stands in a spreadsheet at two schools is brought in once, with two places', async () => {
  const path = '/portal/people/staff';
  const head = ['First name', 'Last name', 'Date of birth', 'Job', 'Subsidiary', 'Right to work on'].join('\t');
  const row = (school: string, job: string, on: string) =>
    ['Twice', 'Taught', '01/02/1990', job, school, on].join('\t');
  const rows = (...some: string[]) => ({ rows: [head, ...some].join('\n') });
  const same = await trust.submit(path, path, rows(row('Elm Primary', '', ''), row('Elm Primary', '', '')));
  assert.match(same.body, /The person stands in row \d already: delete one/);
  const other = await trust.submit(
    path,
    path,
    rows(row('Elm Primary', '', '01/02/2025'), row('Oak Academy', '', '01/03/2025')),
  );
  assert.match(other.body, /What was screened is not the same as in row/);
  const right = rows(row('Elm Primary', 'Teacher', '01/02/2025'), row('Oak Academy', 'Tutor', ''));
  assert.equal((await trust.submit(path, path, { ...right, do: 'bring' })).status, 303);

  assert.equal((await record(trust)).filter(({ first_name }) => first_name === 'Twice').length, 1);
  assert.equal((await lineOf(atElm, 'Twice'))?.job, 'Teacher');
  const line = await lineOf(atOak, 'Twice');
  assert.equal(line?.job, 'Tutor');
  assert.match(line!.screened_elsewhere!, /Right to work: 2025-02-01/);
});

/** Brought in at Elm, and with a place at Oak. */
async function broughtIn(name: string) {
  const head = ['First name', 'Last name', 'Date of birth', 'Job', 'Subsidiary', 'Right to work on'].join('\t');
  const row = (school: string, on: string) => [name, 'Brought', '01/02/1990', 'Cook', school, on].join('\t');
  const rows = [head, row('Elm Primary', '01/02/2025'), row('Oak Academy', '')].join('\n');
  await trust.submit('/portal/people/staff', '/portal/people/staff', { rows, do: 'bring' });
  const [one] = await ctx.db.rows<{ applicant_id: string }>(
    sql`select applicant_id from stated_people order by stated_at desc, applicant_id desc limit 1`,
  );
  return { applicantId: one!.applicant_id } as Worker;
}

test('who was brought in and works elsewhere, too, leaves one school without a question about their erasure', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 1, keepsStaff: true });
  const worker = await broughtIn('Partly');
  const left = { renewed: 'no', place: elm, left_on: today };
  assert.equal((await send(trust, `${personPath(worker)}/renewals`, left)).status, 303);
  assert.ok(await lineOf(atOak, 'Partly'));
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 0 });
});

test('a school does not remove with what it states who also works where it does not see them', async () => {
  const worker = await broughtIn('Kept');
  const path = `/portal/people/staff/${worker.applicantId}/remove`;
  assert.equal((await send(atElm, path, {})).status, 409);
  assert.ok(await lineOf(atOak, 'Kept'));
  assert.equal((await send(trust, path, {})).status, 303);
  assert.equal(await lineOf(atOak, 'Kept'), undefined);
});

test('a last day, or the removal of a place, that has somebody erased soon must be meant', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 1, keepsStaff: true });
  const worker = await elmWorker('Ending');
  await add(trust, worker, { stays: 'moved', left_on: addDays(today, -40) });
  const path = `${personPath(worker)}/places/${oak}`;
  const ended = { job: 'Cook', starts_on: '', ends_on: today };
  const asked = await send(trust, path, ended);
  assert.equal(asked.status, 422);
  assert.match(asked.body, /Tick that they are to be erased/);
  assert.match(asked.body, /Yes, erase all that is known about them/);
  assert.equal((await lineOf(atOak, 'Ending'))?.job, 'Caretaker');
  const removal = await send(trust, `${path}/remove`, {});
  assert.equal(removal.status, 422);
  assert.match(removal.body, /Tick that they are to be erased/);
  assert.ok(await lineOf(atOak, 'Ending'));
  assert.equal((await send(trust, path, { ...ended, erasure: 'yes' })).status, 303);
  assert.equal((await send(trust, `${path}/remove`, { erasure: 'yes' })).status, 303);
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 0 });
});

test('who works, or worked, at a place is not held as who was never hired', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 300, neverHiredDays: 20 });
  const check = await portal.placeCheck('live', { first_name: 'Hired' }, ['right_to_work']);
  await ctx.db.run(sql`update checks set status = 'cancelled', completed_at = ${ctx.now()} where id = ${check.id}`);
  const page = async () => (await trust.get(personPath(check))).body;
  assert.match(await page(), /20 days after the decision not to hire/);
  await add(trust, check);
  await send(trust, `${personPath(check)}/renewals`, { renewed: 'no', place: oak, left_on: today });
  assert.doesNotMatch(await page(), /never hired/);
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 0, neverHiredDays: 0 });
});

test('a school that sees somebody by a place alone reads nothing of the orders elsewhere', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 300, keepsStaff: true, askDecisions: true });
  const worker = await elmWorker('Hidden', ['consider']);
  await add(trust, worker);
  assert.match((await trust.get(personPath(worker))).body, /Email address/);
  for (const left of [false, true]) {
    if (left) await send(trust, `${personPath(worker)}/renewals`, { renewed: 'no', place: oak, left_on: today });
    const { status, body } = await atOak.get(personPath(worker));
    assert.equal(status, 200);
    assert.doesNotMatch(body, /Email address|Mobile number|you have not decided|VF\d|\/portal\/checks\/|Consider/);
  }
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 0, askDecisions: false });
});

test('the copy of their data that a person asks for says where they work', async () => {
  const worker = await elmWorker('Copied');
  await add(trust, worker);
  const caller = { ...tenant, permissions: roles.desk.administrator };
  const { content } = await copyPerson(ctx, caller, worker.applicantId, explainData(ctx));
  const entries = await openZip(new Blob([await buffer(Readable.from(content))]));
  const file = entries.find((entry) => entry.path === 'person.json')!;
  const person = JSON.parse((await buffer(Readable.from(file.read()))).toString('utf8'));
  assert.deepEqual(person.places_of_work, [
    { at: 'Oak Academy', job: 'Caretaker', starts_on: addDays(today, -10), ends_on: null },
  ]);
});

test('the evidence of people holds who works at the school by a place alone, without the files of the other', async () => {
  const worker = await elmWorker('Archived');
  await add(trust, worker);
  const reader = { ...tenant, permissions: roles.client.administrator, ...scopeOf(oak), userId: null } as never;
  const archived = { people: 0, orderIds: [] };
  const made = peopleEntries(ctx, reader, [worker.applicantId], archived, async () => {});
  for (const path of ['record.csv', 'index.csv']) assert.equal((await made.next()).value?.path, path);
  assert.deepEqual(archived, { people: 1, orderIds: [] });
});

test('a place of somebody whose data are restricted is neither shown, changed nor removed', async () => {
  const worker = await elmWorker('Limited');
  await add(trust, worker);
  await askRestriction(ctx, tenant, worker.id, { ground: 'accuracy', words: 'Not me.' });
  const { check, key } = await readCheckAndKey(ctx, tenant, worker.id);
  const [asked] = await listRestrictionsOf(ctx, check, key);
  await decideRestriction(ctx, tenant, worker.id, { id: asked!.id, isAccepted: true, answer: '' });
  const path = `${personPath(worker)}/places/${oak}`;
  assert.equal(await lineOf(atOak, 'Limited', '?show=everybody'), undefined);
  assert.notEqual((await send(trust, path, { job: 'Cook', starts_on: '', ends_on: '' })).status, 303);
  assert.notEqual((await send(trust, `${path}/remove`, {})).status, 303);
  assert.equal(
    (await ctx.db.rows(sql`select from person_places where applicant_id = ${worker.applicantId}`)).length,
    1,
  );
});

test('erasing a person erases their places', async () => {
  const worker = await elmWorker('Erased');
  await add(trust, worker);
  await eraseApplicantRow(ctx.db, tenant, worker.applicantId, ctx.now());
  assert.deepEqual(await ctx.db.rows(sql`select from person_places where applicant_id = ${worker.applicantId}`), []);
});
