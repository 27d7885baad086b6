// People ask about their data by letter or on their own page: the desk answers within the month, and the client sees it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeskRole, roles } from '../../src/features/access/permissions.ts';
import { scopeOf } from '../../src/features/access/scope-rules.ts';
import { createUser } from '../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../src/features/accounts/subsidiary-actions.ts';
import { readCheck, readCheckAndKey } from '../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../src/features/checks/check-progress-actions.ts';
import { forgetOldAnswers } from '../../src/features/data-requests/complaint-actions.ts';
import { listRequestsOf } from '../../src/features/data-requests/data-request-actions.ts';
import { recordRequest } from '../../src/features/data-requests/data-request-record-actions.ts';
import { answerBy } from '../../src/features/data-requests/data-request-rules.ts';
import { listEmails } from '../../src/features/emails/email-actions.ts';
import { erasePerson } from '../../src/features/retention/erasure-actions.ts';
import { endHold } from '../../src/features/retention/hold-actions.ts';
import { addDays, formatLongDate } from '../../src/lib/dates.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { sql } from '../../src/platform/db/database.ts';
import { placeFor, placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { sendForm } from './candidate/sent-form.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from './portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const client = await signedInVisitor(portal, clientEmail);
const today = ukDateOf(ctx.now());

async function personOf(role: DeskRole): Promise<Visitor> {
  const email = `${role.replace('_', '-')}@desk.test`;
  await createDeskUser(ctx, 'system', { name: `Dee ${role}`, email, role, accounts: [portal.accountId] });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const protection = await personOf('data_protection');
const auditor = await personOf('auditor');
const screener = await personOf('screener');

const list = '/desk/data-requests?environment=test';

test('a candidate asks for a copy on their own page; the desk answers, and the client sees it', async () => {
  const { device, base, checkId } = await sendForm(portal);
  const { orderId } = await readCheck(ctx, tenant, checkId);
  const status = (await device.get(`${base}/status`)).body;
  assert.match(status, new RegExp(`href="${base}/rights"`));
  const rights = `${base}/rights`;
  const unsaid = await device.submit(rights, rights, { words: 'All of it.' });
  assert.equal(unsaid.status, 422);
  assert.match(unsaid.body, /Choose what you ask for[\s\S]*All of it\./);
  const sent = await device.submit(rights, rights, { kind: 'access', words: 'All of it.' });
  assert.equal(sent.headers.location, `${rights}?asked`);
  const due = formatLongDate(answerBy(today));
  assert.match(
    (await device.get(rights)).body,
    new RegExp(`A copy of what is kept about me[\\s\\S]*We answer by ${due}`),
  );
  const twice = await device.submit(rights, rights, { kind: 'access', words: '' });
  assert.match(twice.body, /There is a request of this kind that is not answered yet/);

  assert.match(
    (await protection.get('/desk?environment=test')).body,
    /One request<?[^<]* of people about their data<\/a> to answer/,
  );
  const listed = (await protection.get(list)).body;
  const [, page] = /<th scope="row"[^>]*><a [^>]*href="(\/desk\/data-requests\/[^"]+)">A copy of their data/.exec(
    listed,
  )!;
  assert.match(listed, new RegExp(`Alex Sample[\\s\\S]*VF${orderId}[\\s\\S]*On their own page[\\s\\S]*${due}`));
  assert.equal((await screener.get(list)).status, 403);
  assert.match((await auditor.get(page!)).body, /All of it\./);
  assert.doesNotMatch((await auditor.get(page!)).body, /\/close"/);

  const close = `${page}/close`;
  const wrong = await protection.submit(page!, close, { outcome: 'rights_of_others', words: '', told: 'mail' });
  assert.match(wrong.body, /href="#close-words"[\s\S]*value="rights_of_others" checked/);
  const refused = { outcome: 'rights_of_others', words: 'It is about your referee.', told: 'mail' };
  assert.equal((await protection.submit(page!, close, refused)).headers.location, `${page}?done=closed`);
  assert.match(
    (await device.get(rights)).body,
    /We refused it on[\s\S]*It is about your referee\.[\s\S]*you may complain/,
  );
  const shown = (await client.get(`/portal/checks/${checkId}`)).body;
  assert.match(
    shown,
    /What the candidate asks about their data[\s\S]*A copy of their data[\s\S]*refused: it would harm/,
  );
  assert.doesNotMatch(shown, /All of it|your referee/);
  await ctx.batches.write();
  const looks = await ctx.db.rows(sql`
    select from events where type = 'applicant.read' and check_id = ${checkId} and actor like 'user:%'`);
  assert.notEqual(looks.length, 0);
});

test('a copy is put on the page of its person, who takes it there, and the register shows it', async () => {
  const { device, base } = await sendForm(portal);
  const rights = `${base}/rights`;
  await device.submit(rights, rights, { kind: 'access', words: 'The copy of mine.' });
  const [, page] = /href="(\/desk\/data-requests\/[^"]+)">A copy of their data/.exec(
    (await protection.get(list)).body,
  )!;
  const [, made] = /href="(\/desk\/reports\/[^"]+\/copy)">Make the copy/.exec((await protection.get(page!)).body)!;
  assert.equal((await protection.get(`${made}/file`)).status, 200);
  const done = { outcome: 'done', words: '', told: 'mail' };
  const close = `${page}/close`;
  assert.match((await protection.submit(page!, close, done)).body, /href="#close-delivery"/);
  await protection.submit(page!, close, { ...done, delivery: 'own_page' });
  const [, file] = /href="([^"]+\/file)">Take your copy/.exec((await device.get(rights)).body)!;
  const taken = await device.get(file!);
  assert.deepEqual([taken.status, taken.headers['content-type']], [200, 'application/zip']);
  assert.match((await auditor.get(page!)).body, /put on their own page[\s\S]*They took the copy from their own page/);
  assert.equal((await device.get(`${rights}/${portal.accountId}/file`)).status, 404);
});

test('a letter is found by name, recorded with its day, and stands in the file for an auditor without a name', async () => {
  const { checkId } = await sendForm(portal);
  const check = await readCheck(ctx, tenant, checkId);
  const report = check.reports[0]!.id;
  const path = '/desk/data-requests/new';
  const found = await protection.submit(path, `${path}/find`, { find: 'Alex Sample' });
  const results = (await protection.get(String(found.headers.location))).body;
  assert.match(results, /href="\/desk\/data-requests\/new\?report=/);
  const form = `${path}?report=${report}`;
  const action = `/desk/data-requests?environment=test`;
  const empty = await protection.submit(form, action, { words: 'Erase me, A. Sample.', received_on: today });
  assert.match(empty.body, /Choose what they ask[\s\S]*Choose how it came[\s\S]*Erase me, A\. Sample\./);
  const asked = { kind: 'erasure', way: 'letter', identity: 'asked', words: 'Erase me, A. Sample.' };
  const early = await protection.submit(form, action, { ...asked, received_on: addDays(today, 1) });
  assert.match(early.body, /Enter a day, today at the latest/);
  const sent = await protection.submit(form, action, { ...asked, received_on: addDays(today, -4) });
  const [page] = String(sent.headers.location).split('?');
  const awaited = (await protection.get(page!)).body;
  assert.match(awaited, /Their answer awaited[\s\S]*They have shown who they are/);
  assert.match(awaited, /value="identity_not_shown"/);
  assert.doesNotMatch(awaited, /value="done"|\/announce"/);
  assert.match(awaited, /They have not shown who they are yet[^<]*confirm below that they have/);
  assert.doesNotMatch(awaited, /Erase the person/);
  assert.doesNotMatch((await client.get(`/portal/checks/${checkId}`)).body, /asks about their data/);
  const shown = { proof: 'document_seen', on: addDays(today, -1) };
  const confirmed = await protection.submit(page!, `${page}/identity-confirmed`, shown);
  assert.equal(confirmed.headers.location, `${page}?done=confirmed`);
  assert.doesNotMatch((await protection.get(page!)).body, /Erase the person/, 'they are told first');
  const longer = { reason: 'complex', why: 'We search the archive.', told: 'letter' };
  await protection.submit(page!, `${page}/longer`, longer);
  const open = await protection.submit(page!, `${page}/announce`, { told: 'mail' });
  assert.equal(open.status, 422);
  assert.match(open.body, /href="#announce-applicant"[\s\S]*They cannot be erased now: an order of theirs is open/);
  await closeCheck(ctx, tenant, checkId, 'cancel');
  await protection.submit(page!, `${page}/announce`, { told: 'mail' });
  assert.match(
    (await protection.get(page!)).body,
    /Identity confirmed: We saw an identity document[\s\S]*Two months longer: It is complex[\s\S]*told by letter[\s\S]*Told that they are going to be erased/,
  );
  assert.match((await protection.get(page!)).body, /href="[^"]+\/erase">Erase the person/);
  const mails = (await listEmails(ctx, tenant, 50)).filter((mail) => mail.checkId === checkId);
  assert.match(mails[0]!.text, /erase everything that we hold about you/);
  const file = (await auditor.get('/desk/data-requests/file?environment=test&state=all')).body;
  assert.match(file, new RegExp(`"${addDays(today, -4)}","Erasure","Art\\. 17","By letter".*"VF${check.orderId}"`));
  assert.doesNotMatch(file, /Sample/);
});

test('one letter that asks several things is typed once, and all of it is recorded or nothing', async () => {
  const { checkId } = await sendForm(portal);
  const report = (await readCheck(ctx, tenant, checkId)).reports[0]!.id;
  const form = `/desk/data-requests/new?report=${report}`;
  const action = '/desk/data-requests?environment=test';
  const asked = { way: 'letter', identity: 'known_address', words: 'All three, please.', received_on: today };
  const fields = { ...hiddenFields((await protection.get(form)).body, action), ...asked };
  const bodyOf = (...kinds: string[]) =>
    new URLSearchParams([...Object.entries(fields), ...kinds.map((kind) => ['kind', kind])] as [string, string][]);
  const send = (...kinds: string[]) =>
    protection.send(action, 'application/x-www-form-urlencoded', bodyOf(...kinds).toString());
  assert.equal((await send('access', 'erasure')).headers.location, list);
  const again = await send('objection', 'access');
  assert.match(again.body, /request of this kind that is not answered yet[\s\S]*value="objection" checked/);
  const { key } = await readCheckAndKey(ctx, tenant, checkId);
  const { applicantId } = await readCheck(ctx, tenant, checkId);
  const recorded = await listRequestsOf(ctx, { tenant, applicantId }, key);
  assert.deepEqual(recorded.map(({ kind }) => kind).toSorted(), ['access', 'erasure']);
});

test('what is held on a solicitor is no copy for the candidate for whom they ask, nor is the candidate’s page theirs', async () => {
  const { checkId } = await sendForm(portal);
  const asked = { kind: 'access', way: 'letter', words: 'All.', receivedOn: today, identity: 'known_address' } as const;
  const askedBy = { name: 'Sol Icitor', contact: 'sol@law.example', authority: 'signed' } as const;
  const id = await recordRequest(ctx, { ...tenant, actor: 'system' }, { ...asked, checkId, askedBy });
  const page = `/desk/data-requests/${id}`;
  assert.equal((await protection.get(`${page}/held`)).status, 404);
  assert.equal((await protection.get(`${page}/held/file`)).status, 404);
  const { body } = await protection.get(page);
  assert.match(body, /Sol Icitor[\s\S]*value="transfer"/);
  assert.doesNotMatch(body, /value="own_page"|The copy was made/);
});

test('the desk answers somebody about whom nothing is kept', async () => {
  const form = '/desk/data-requests/new?unknown=1&environment=test';
  const action = '/desk/data-requests?environment=test';
  const asked = { kind: 'access', way: 'letter', words: 'Folder 12.', received_on: today, identity: 'document_seen' };
  const nobody = await protection.submit(form, action, asked);
  assert.match(nobody.body, /Choose the client whom they name/);
  const sent = await protection.submit(form, action, { ...asked, account: portal.accountId });
  const [page] = String(sent.headers.location).split('?');
  await protection.submit(page!, `${page}/close`, { outcome: 'no_data', words: '', told: 'letter' });
  assert.match((await protection.get(`${list}&state=closed`)).body, /Nothing kept[\s\S]*No data about them found/);
});

test('who of the desk may record, and not read the register, comes to a page that they may open', async () => {
  const { checkId } = await sendForm(portal);
  const report = (await readCheck(ctx, tenant, checkId)).reports[0]!.id;
  const action = '/desk/data-requests?environment=test';
  const asked = { kind: 'access', way: 'letter', words: 'All.', received_on: today, identity: 'known_address' };
  const unknown = '/desk/data-requests/new?unknown=1&environment=test';
  const known = `/desk/data-requests/new?report=${report}`;
  for (const [form, more] of [
    [known, { report }],
    [unknown, { account: portal.accountId }],
  ] as const) {
    const sent = await screener.submit(form, action, { ...asked, ...more });
    assert.equal(sent.status, 303);
    assert.equal((await screener.get(String(sent.headers.location))).status, 200);
  }
});

test('a user of a subsidiary sees what was asked through its order, and not through another', async () => {
  const { accountId } = portal;
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
  const email = 'north@client.test';
  await createUser(ctx, 'system', accountId, { name: 'Nora', email, role: 'administrator', ...scopeOf(subsidiaryId) });
  await createSignIn(ctx, 'system', { email, password });
  const north = await signedInVisitor(portal, email);
  const { check: ofNorth } = await placeWaiting(ctx, { ...tenant, ...scopeOf(subsidiaryId) });
  await closeCheck(ctx, tenant, ofNorth.id, 'cancel');
  const { check: other } = await placeFor(ctx, tenant, ofNorth.applicantId);
  const desk = { ...tenant, permissions: roles.desk.administrator };
  const asked = { way: 'letter', receivedOn: today, words: 'Please.', identity: 'known_address' } as const;
  await recordRequest(ctx, desk, { ...asked, kind: 'erasure', checkId: ofNorth.id });
  await recordRequest(ctx, desk, { ...asked, kind: 'access', checkId: other.id });
  const shown = (await north.get(`/portal/checks/${ofNorth.id}`)).body;
  assert.match(shown, /Erasure/);
  assert.doesNotMatch(shown, /A copy of their data/);
  assert.match((await client.get(`/portal/checks/${ofNorth.id}`)).body, /A copy of their data/);
});

test('a client’s administrator asks for the erasure of a person; the desk does it, and the person hears nothing', async () => {
  const email = 'ada@client.test';
  await createUser(ctx, 'system', portal.accountId, { name: 'Ada', email, role: 'administrator' });
  await createSignIn(ctx, 'system', { email, password });
  const administrator = await signedInVisitor(portal, email);
  const { checkId, device, base } = await sendForm(portal);
  const check = await readCheck(ctx, tenant, checkId);
  const [order, form] = [`/portal/checks/${checkId}`, `/portal/checks/${checkId}/erasure`];
  assert.match((await administrator.get(order)).body, new RegExp(`href="${form}"`));
  const shown = (await administrator.get(form)).body;
  assert.match(shown, /This order is still open, and nobody is erased while one is/);
  assert.match((await administrator.submit(form, form, { reason: ' ' })).body, /Write why they are to be erased/);
  const asked = await administrator.submit(form, form, { reason: 'They were not hired.' });
  assert.equal(asked.headers.location, `${order}?done=erasure`);
  for (const page of [order, `/portal/people/${check.applicantId}`]) {
    const { body } = await administrator.get(page);
    assert.match(body, /What you ask about their erasure[\s\S]*The screeners answer by/);
    assert.doesNotMatch(body, /ask for their erasure|What the candidate asks about their data/);
  }
  assert.match((await administrator.submit(form, form, { reason: 'Again.' })).body, /You have asked for it already/);
  assert.equal((await client.get(form)).status, 403);
  assert.doesNotMatch((await client.get(order)).body, /ask for their erasure/);

  const [, page] =
    /<th scope="row"[^>]*><a [^>]*href="(\/desk\/data-requests\/[^"]+)">Erasure(?:(?!<\/tr>)[\s\S])*By the client itself/.exec(
      (await protection.get(list)).body,
    )!;
  const desk = (await protection.get(page!)).body;
  assert.match(
    desk,
    /Why the client asks[\s\S]*They were not hired\.[\s\S]*An administrator of the client was signed in/,
  );
  assert.doesNotMatch(desk, /Before you erase them|Ask them to show|two months longer|How are they told/);

  const rights = `${base}/rights`;
  assert.doesNotMatch((await device.get(rights)).body, /What you asked/);
  const own = await device.submit(rights, rights, { kind: 'erasure', words: '' });
  assert.equal(own.headers.location, `${rights}?asked`, 'the person may ask besides');

  const refusing = { outcome: 'legal_claims', words: 'A dispute is open.' };
  assert.equal((await protection.submit(page!, `${page}/close`, refusing)).headers.location, `${page}?done=closed`);
  assert.match(
    (await administrator.get(order)).body,
    /refused: the data are needed for legal claims[\s\S]*A dispute is open\./,
  );
  const mails = (await listEmails(ctx, tenant, 50)).filter(({ text }) => text.includes(`VF${check.orderId}`));
  assert.equal(mails.filter(({ template }) => template === 'erasure_answered').length, 1);

  await endHold(ctx, { ...tenant, actor: 'system' }, check.applicantId);
  await administrator.submit(form, form, { reason: 'The dispute is over.' });
  await closeCheck(ctx, tenant, checkId, 'cancel');
  const erase = () => erasePerson(ctx, { ...tenant, actor: 'system' }, check.applicantId, 'client_asked');
  await assert.rejects(erase, { reason: 'invalid_fields' }, 'the person asked too, and is told first');
  const owned = await ctx.db.rows<{ id: string }>(
    sql`select id from data_requests where applicant_id = ${check.applicantId} and way = 'own_page' and is_open`,
  );
  const ownPage = `/desk/data-requests/${owned[0]!.id}`;
  await protection.submit(ownPage, `${ownPage}/announce`, { told: 'letter' });
  await erase();
  assert.match((await device.get(base)).body, /Your data have been erased[\s\S]*What stays names you no more/);
  assert.match((await administrator.get(order)).body, /erased/i);
  const answered = (await listEmails(ctx, tenant, 50)).filter(({ template }) => template === 'erasure_answered');
  assert.equal(answered.length, 2, 'and again when it is done');
});

test('a candidate complains about the use of their data, and hears whether they are right and why', async () => {
  const { device, base, checkId } = await sendForm(portal);
  const rights = `${base}/rights`;
  const unsaid = await device.submit(rights, rights, { kind: 'complaint', words: ' ' });
  assert.equal(unsaid.status, 422);
  assert.match(unsaid.body, /Write what you complain about/);
  const words = 'My present employer was called before I allowed it.';
  const sent = await device.submit(rights, rights, { kind: 'complaint', words });
  assert.equal(sent.headers.location, `${rights}?asked`);
  const [received] = (await listEmails(ctx, tenant, 20)).filter((mail) => mail.checkId === checkId);
  assert.match(received!.text, /You complained to us on [\s\S]*and answer by/);
  const [told] = (await listEmails(ctx, tenant, 20)).filter(({ template }) => template === 'data_requested');
  assert.match(told!.text, /asked us something about their data[\s\S]*, or complained to us/);
  const { id } = (await ctx.db.row<{ id: string }>(sql`
    select id from data_requests where check_id = ${checkId} and kind = 'complaint'`))!;
  const page = `/desk/data-requests/${id}`;
  const { body } = await protection.get(page);
  assert.match(body, /Complaint[\s\S]*My present employer was called/);
  assert.match(body, /Upheld in part/);
  assert.doesNotMatch(body, /Refuse:/);
  const close = `${page}/close`;
  assert.equal((await protection.submit(page, close, { outcome: 'upheld', words: '', told: 'mail' })).status, 422);
  const rootless = await protection.submit(page, close, { outcome: 'upheld', words: 'We called.', told: 'mail' });
  assert.match(rootless.body, /Choose the root cause/);
  const because = 'We called too early. The screener was told, and we are sorry.';
  const ended = await protection.submit(page, close, {
    ...{ outcome: 'upheld', words: because, told: 'mail' },
    ...{ root_cause: 'own_mistake', change: 'The form asks twice.' },
  });
  assert.equal(ended.headers.location, `${page}?done=closed`);
  assert.match((await device.get(rights)).body, /To complain about how my data are used[\s\S]*We called too early/);
  const [answer] = (await listEmails(ctx, tenant, 20)).filter((mail) => mail.checkId === checkId);
  assert.match(answer!.text, /you are right[\s\S]*We called too early[\s\S]*ico\.org\.uk/);
  assert.match((await protection.get(page)).body, /A mistake of one person[\s\S]*The form asks twice\./);
  assert.doesNotMatch((await device.get(rights)).body, /asks twice/);
});

test('a complaint by a landlord is recorded with their name, acknowledged, owned, referred, answered and counted', async () => {
  const form = '/desk/data-requests/new?unknown=1&environment=test';
  const action = '/desk/data-requests?environment=test';
  const asked = { kind: 'complaint', way: 'telephone', words: 'You called me at night.', received_on: today };
  const who = { account: portal.accountId, asker: 'landlord', name: 'Lee Landlord', contact: 'lee@flats.example' };
  assert.match(
    (await protection.submit(form, action, { ...asked, ...who })).body,
    /Choose what the complaint is about/,
  );
  const sent = await protection.submit(form, action, { ...asked, ...who, subject: 'conduct' });
  const [page] = String(sent.headers.location).split('?');
  const shown = (await protection.get(page!)).body;
  assert.match(shown, new RegExp(`Acknowledge by[\\s\\S]*${formatLongDate(addDays(today, 29))}`));
  assert.match(shown, /Lee Landlord[\s\S]*lee@flats\.example[\s\S]*Dear Lee Landlord,[\s\S]*You complained to us on/);
  await protection.submit(page!, `${page}/acknowledge`, { told: 'letter' });
  const { id: owner } = (await ctx.db.row<{ id: string }>(sql`
    select id from desk_users where email = 'data-protection@desk.test'`))!;
  await protection.submit(page!, `${page}/owner`, { owner, subject: 'conduct' });
  await protection.submit(page!, `${page}/refer`, { referral: 'ico' });
  assert.match(
    (await protection.get(page!)).body,
    /Answer by[\s\S]*Dee data_protection[\s\S]*The receipt was acknowledged[\s\S]*Information Commissioner’s Office has it/,
  );
  const listed = (await protection.get(`${list}&kind=complaint&subject=conduct&owner=${owner}`)).body;
  assert.match(listed, /How somebody was treated[\s\S]*A landlord or agent/);
  const ending = { outcome: 'not_upheld', words: 'It was noon.', told: 'letter', root_cause: 'nothing_wrong' };
  assert.equal((await protection.submit(page!, `${page}/close`, ending)).headers.location, `${page}?done=closed`);
  assert.match((await protection.get(page!)).body, /To answer it|to answer it[\s\S]*It was noon\./);
  const year = (await protection.get('/desk/data-requests/complaints?environment=test')).body;
  assert.match(year, /How somebody was treated[\s\S]*By root cause[\s\S]*Nothing was wrong/);
  const file = (await auditor.get('/desk/data-requests/file?environment=test&state=all&kind=complaint')).body;
  assert.match(file, /"How somebody was treated","A landlord or agent","Dee data_protection"/);
  assert.doesNotMatch(file, /Lee/);
  const years = async (count: number) => {
    const at = new Date(ctx.now());
    at.setUTCFullYear(at.getUTCFullYear() + count);
    return forgetOldAnswers({ ...ctx, now: () => at });
  };
  await years(5);
  assert.match((await protection.get(page!)).body, /Lee Landlord/, 'what is no complaint goes earlier');
  assert.equal(await years(7), 1);
  assert.doesNotMatch((await protection.get(page!)).body, /Lee Landlord|It was noon|at night/);
});

test('a client passes on a request with the day on which it heard it, and complains about the service', async () => {
  const { checkId, device, base } = await sendForm(portal);
  const [order, passOn] = [`/portal/checks/${checkId}`, `/portal/checks/${checkId}/pass-on`];
  assert.match((await client.get(order)).body, new RegExp(`href="${passOn}"`));
  const heard = { received_on: addDays(today, -5), words: 'They told me on the telephone.' };
  assert.match((await client.submit(passOn, passOn, heard)).body, /Choose what they ask[\s\S]*on the telephone/);
  const copy = await client.submit(passOn, passOn, { ...heard, kind: 'access' });
  assert.equal(copy.headers.location, `${order}?done=asked`);
  await client.submit(passOn, passOn, { ...heard, kind: 'accuracy' });
  await client.submit(passOn, passOn, { ...heard, kind: 'complaint', subject: 'delay' });
  const due = formatLongDate(answerBy(addDays(today, -5)));
  const shown = (await client.get(order)).body;
  for (const kind of ['A copy of their data', 'Restriction', 'Complaint'])
    assert.match(shown, new RegExp(`>${kind}<span[^>]*>Received on ${formatLongDate(addDays(today, -5))}[^<]*${due}`));
  assert.match((await device.get(`${base}/rights`)).body, /To complain about something else[\s\S]*on the telephone/);

  const complaints = '/portal/complaints';
  assert.match((await client.submit(complaints, complaints, { words: 'Slow.' })).body, /Choose what it is about/);
  await client.submit(complaints, complaints, { subject: 'delay', words: 'Slow since May.' });
  assert.match((await client.get(complaints)).body, /It takes too long[\s\S]*Slow since May\.[\s\S]*We answer by/);
  const { id } = (await ctx.db.row<{ id: string }>(sql`
    select id from data_requests where asker = 'client' and way = 'client_itself'`))!;
  const page = `/desk/data-requests/${id}`;
  const answer = { outcome: 'upheld', words: 'We hired two people.', root_cause: 'process' };
  assert.equal((await protection.submit(page, `${page}/close`, answer)).headers.location, `${page}?done=closed`);
  assert.match((await client.get(complaints)).body, /upheld[\s\S]*We hired two people\./);
  const live = { ...tenant, environment: 'live' } as const;
  const [mail] = (await listEmails(ctx, live, 5)).filter(({ template }) => template === 'data_request');
  assert.match(mail!.text, /This is our answer[\s\S]*We hired two people\./);
});

test('the team leader deals with a client’s complaint about a delay, and with no other', async () => {
  const [leader, manager] = [await personOf('team_leader'), await personOf('account_manager')];
  const check = await portal.placeCheck('live', {}, ['identity']);
  const number = `VF${check.orderId}`;
  const complaints = '/portal/complaints';
  await client.submit(complaints, complaints, { subject: 'delay', words: `${number} and VF99999999 are late.` });
  await client.submit(complaints, complaints, { subject: 'conduct', words: 'Somebody was rude.' });
  const idOf = async (subject: string) =>
    (await ctx.db.row<{ id: string }>(sql`
      select id from data_requests where asker = 'client' and way = 'client_itself' and is_open and subject = ${subject}
      order by recorded_at desc limit 1`))!.id;
  const [late, rude] = [`/desk/data-requests/${await idOf('delay')}`, `/desk/data-requests/${await idOf('conduct')}`];
  const listed = await leader.get('/desk/data-requests');
  assert.match(listed.body, new RegExp(`href="${late}"`));
  assert.doesNotMatch(listed.body, new RegExp(`href="${rude}"`));
  assert.match((await leader.get('/desk')).body, /href="\/desk\/data-requests/, 'the queue leads to it');
  assert.equal((await leader.get(rude)).status, 404);
  assert.equal((await screener.get(late)).status, 403);
  const { body } = await leader.get(late);
  assert.match(body, new RegExp(`<a [^>]*href="/desk/orders/${check.id}[^"]*">${number}</a> and VF99999999 are late`));
  assert.match(body, /The receipt was acknowledged[\s\S]*?by the program/);
  for (const [, href] of [
    ...listed.body.matchAll(/href="(\/desk[^"#]*)"/g),
    ...body.matchAll(/href="(\/desk[^"#]*)"/g),
  ])
    assert.equal((await leader.get(href!.replaceAll('&amp;', '&'))).status, 200, `${href} leads to a refusal`);

  const { id: owner } = (await ctx.db.row<{ id: string }>(sql`
    select id from desk_users where email = 'account-manager@desk.test'`))!;
  const given = await leader.submit(late, `${late}/owner`, { owner, subject: 'delay' });
  assert.equal(given.headers.location, `${late}?done=assigned`);
  const ofData = await protection.submit(late, `${late}/owner`, { owner, subject: 'data_protection' });
  assert.match(ofData.body, /Choose somebody who deals with complaints about this/);
  assert.doesNotMatch((await manager.get(rude)).body, /Answer and close/);
  await client.submit(complaints, complaints, { subject: 'delay', words: 'The invoice is late.' });
  const invoice = `/desk/data-requests/${await idOf('delay')}`;
  const passed = await leader.submit(invoice, `${invoice}/owner`, { owner: '', subject: 'charge' });
  assert.equal(passed.headers.location, '/desk/data-requests?done=passed_on');
  assert.match(
    (await leader.get(passed.headers.location)).body,
    /It is saved\. You read complaints about a delay alone/,
  );
  assert.equal((await leader.get(invoice)).status, 404, 'it is no complaint about a delay any more');
  const answer = { outcome: 'upheld', words: 'We hired two people.', root_cause: 'process' };
  assert.equal((await manager.submit(late, `${late}/close`, answer)).headers.location, `${late}?done=closed`);
});

test('an administrator of a subsidiary does not read what users of others complain about', async () => {
  const { id } = await createSubsidiary(ctx, 'system', portal.accountId, { name: 'Truro' });
  const administratorOf = async (email: string, subsidiaryIds: readonly string[] | null) => {
    const person = { name: 'Tru Admin', email, role: 'administrator', subsidiaryIds } as const;
    await createUser(ctx, 'system', portal.accountId, person);
    await createSignIn(ctx, 'system', { email, password });
    return signedInVisitor(portal, email);
  };
  const [whole, truro] = [
    await administratorOf('whole@acme.test', null),
    await administratorOf('truro@acme.test', [id]),
  ];
  const complaints = '/portal/complaints';
  await client.submit(complaints, complaints, { subject: 'conduct', words: 'About head office.' });
  await truro.submit(complaints, complaints, { subject: 'charge', words: 'About Truro.' });
  const seen = (await truro.get(complaints)).body;
  assert.match(seen, /About Truro\./);
  assert.doesNotMatch(seen, /About head office/);
  assert.match((await whole.get(complaints)).body, /About Truro\.[\s\S]*About head office/);
});

test('a complaint that nobody acknowledged in its days is counted as late, before and after it is answered', async () => {
  const year = '/desk/data-requests/complaints?environment=test&year=2025';
  const record = (receivedOn: string) =>
    recordRequest(ctx, tenant, {
      ...{ kind: 'complaint', way: 'letter', identity: 'known_address', checkId: null, asker: 'public' },
      ...{ subject: 'other', words: 'You are slow.', receivedOn },
    });
  await record('2025-12-30');
  const id = await record('2025-12-31');
  assert.match((await protection.get(year)).body, /2 were not acknowledged within 30 days/);
  const page = `/desk/data-requests/${id}`;
  await protection.submit(page, `${page}/close`, { outcome: 'taken_back', words: '', told: 'letter' });
  assert.match((await protection.get(year)).body, /1 not answered yet[\s\S]*2 were not acknowledged within 30 days/);
});

test('a complaint is not refused for a reason of another right', async () => {
  const { device, base, checkId } = await sendForm(portal);
  await device.submit(`${base}/rights`, `${base}/rights`, { kind: 'complaint', words: 'Too many questions.' });
  const { id } = (await ctx.db.row<{ id: string }>(sql`
    select id from data_requests where check_id = ${checkId} and kind = 'complaint'`))!;
  const page = `/desk/data-requests/${id}`;
  const refused = { outcome: 'excessive', words: 'No.', told: 'mail' };
  const { status, body } = await protection.submit(page, `${page}/close`, refused);
  assert.equal(status, 422);
  assert.match(body, /Choose how it ends/);
});
