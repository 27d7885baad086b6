// The register of certified people of a regulated firm: certificates, who is due, the mail about them, and how long it is kept.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { renderCertificate } from '../../../src/features/certification/certificate-document.ts';
import { certificateJobs } from '../../../src/features/certification/certificate-jobs.ts';
import { certificateStatus, lastDayOf } from '../../../src/features/certification/certificate-rules.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { adoptStandard } from '../../../src/features/report-types/standard-actions.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { findDueForErasure } from '../../../src/features/retention/erasure-queries.ts';
import { recordLeaving } from '../../../src/features/retention/leaver-actions.ts';
import { personWithoutFreeWords } from '../../../src/features/retention/own-copy-rules.ts';
import { copyPerson } from '../../../src/features/retention/person-copy-actions.ts';
import { addDays, addYears, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { explainData } from '../../../src/portals/shared/about/about-pages.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
const today = ukDateOf(ctx.now());
/** Of the role Standard, as an HR user has it. */
const hr = await signedInVisitor(portal, clientEmail);

async function visitorOf(role: 'compliance' | 'administrator') {
  const email = `${role}@acme.test`;
  await createUser(ctx, 'system', accountId, { name: `The ${role}`, email, role });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const [ben, administrator] = [await visitorOf('compliance'), await visitorOf('administrator')];
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

const check = await portal.placeCheck('live', { first_name: 'Tess', last_name: 'Trader' }, ['identity']);
const { applicantId } = check;
const findings = { breakdown: {}, properties: {}, notes: '' };
for (const { id: reportId } of check.reports)
  await moveReport(
    ctx,
    { ...caller, actor: 'system' },
    { checkId: check.id, reportId },
    { move: 'complete', outcome: { result: 'clear', subResult: null, findings } },
  );
const personPage = `/portal/people/certified/people/${applicantId}`;
const form = `${personPage}/certificate`;
const issued = addDays(today, -300);
const sent = {
  ...{ function: 'client_dealing', issued_on: issued, ends_on: addDays(today, 30), assessed_by: 'Ben Compliance' },
  ...{ line_manager: 'Lin Manager', note: 'Passed the appraisal of trading', checks: check.id },
};

test('the register is there for an account that switches it on, and for who keeps it', async () => {
  assert.equal((await ben.get('/portal/people/certified')).status, 404);
  assert.doesNotMatch((await ben.get('/portal/people')).body, /Certified people/);
  await changeAccountSettings(ctx, 'system', accountId, { keepsCertified: true });
  assert.equal((await ben.get('/portal/people/certified')).status, 200);
  assert.equal((await administrator.get('/portal/people/certified')).status, 200);
  assert.match((await ben.get('/portal/people')).body, /href="\/portal\/people\/certified"/);
  assert.match((await ben.get(`/portal/people/${applicantId}`)).body, new RegExp(`href="${personPage}"`));
  for (const path of ['/portal/people/certified', personPage, form])
    assert.equal((await hr.get(path)).status, 403, path);
  assert.doesNotMatch((await hr.get(`/portal/people/${applicantId}`)).body, /\/portal\/people\/certified/);
});

test('a certificate lasts at most twelve months, and what is wrong stands at its input', async () => {
  const { function: _, ...others } = sent;
  const wrong = await ben.submit(form, form, { ...others, ends_on: addDays(lastDayOf(issued), 1), assessed_by: '' });
  assert.equal(wrong.status, 422);
  for (const words of ['Choose the function', 'at most 12 months after it was issued', 'Enter who assessed them'])
    assert.match(wrong.body, new RegExp(words));
  assert.match(wrong.body, /Passed the appraisal of trading/, 'nothing typed is lost');
  assert.match(
    (await ben.submit(form, form, { ...sent, issued_on: addDays(today, 1) })).body,
    /Enter a day until today/,
  );
  assert.match(textOf((await ben.get(personPage)).body), /No certificate is recorded/);
  assert.equal(lastDayOf('2026-03-01'), '2027-02-28');
});

test('a certificate stands in the register with its status, rests on an order, and is printed as PDF', async () => {
  assert.equal((await ben.submit(form, form, sent)).headers.location, `${personPage}?done=certified`);
  const person = textOf((await ben.get(personPage)).body);
  for (const words of [
    'Client dealing Due',
    'Ben Compliance',
    'Lin Manager',
    `VF${check.orderId}`,
    'The compliance on',
  ])
    assert.ok(person.includes(words), words);
  const list = await ben.get('/portal/people/certified?show=due&for=client_dealing');
  assert.match(textOf(list.body), new RegExp(`Tess Trader Client dealing Due .*Until ${formatLongDate(sent.ends_on)}`));
  assert.match(textOf((await ben.get('/portal/people/certified?show=lapsed')).body), /Nobody is found/);
  const stored = JSON.stringify(await ctx.db.rows(sql`select c::text from certificates c`));
  assert.doesNotMatch(stored, /Ben Compliance|Lin Manager|appraisal/, 'who and what is said is encrypted');
  const href = /href="(\/portal\/people\/certified\/certificates\/[\w-]+\/file)"/.exec(
    (await ben.get(personPage)).body,
  )![1]!;
  const pdf = await ben.get(href);
  assert.equal(pdf.headers['content-type'], 'application/pdf');
  assert.match(
    (await ben.get('/portal/people/certified/file')).body,
    /"Tess","Trader","[\d-]*","Client dealing","Due"/,
  );
});

test('how somebody stands follows from the newest certificate and from whether they left', () => {
  const one = { endsOn: '2026-06-30', withdrawnOn: null, leftOn: null };
  assert.equal(certificateStatus(one, '2026-05-01', 30), 'certified');
  assert.equal(certificateStatus(one, '2026-05-31', 30), 'due');
  assert.equal(certificateStatus(one, '2026-06-30', 30), 'due');
  assert.equal(certificateStatus(one, '2026-07-01', 30), 'lapsed');
  assert.equal(certificateStatus({ ...one, withdrawnOn: '2026-05-02' }, '2026-05-01', 30), 'certified');
  assert.equal(certificateStatus({ ...one, withdrawnOn: '2026-05-02' }, '2026-07-01', 30), 'withdrawn');
  assert.equal(certificateStatus({ ...one, leftOn: '2026-05-02' }, '2026-05-02', 30), 'left');
});

test('“Assess again” opens the form of an order with the person and the package of the yearly assessment', async () => {
  const link = /href="(\/portal\/orders\/new\?assess=[\w-]+)"/.exec(
    (await ben.get('/portal/people/certified')).body,
  )![1]!;
  assert.match((await ben.get(link)).body, /has no package of the yearly assessment yet/);
  const { packageId } = await adoptStandard(ctx, 'system', accountId, 'smcr_each_year');
  const { body } = await ben.get(link);
  assert.match(body, /value="Tess"/);
  assert.match(body, new RegExp(`value="${packageId}"[^>]*(checked|selected)`));
});

test('whoever keeps the register is told on Mondays how many are due, once, without a name', async () => {
  const mails = async () =>
    (await listEmails(ctx, caller, 100)).filter(({ template }) => template === 'certificates_due');
  await certificateJobs(ctx).tell_certificates({});
  await certificateJobs(ctx).tell_certificates({});
  assert.deepEqual((await mails()).map(({ to }) => to.address).toSorted(), [
    'administrator@acme.test',
    'compliance@acme.test',
  ]);
  const [mail] = await mails();
  assert.match(mail!.text, /One certificate ends within 60 days/);
  assert.doesNotMatch(`${mail!.subject} ${mail!.text}`, /Tess|Trader/);
});

test('a withdrawal takes a reason, stays beside what was certified, and is not changed again', async () => {
  const href = /href="(\/portal\/people\/certified\/certificates\/[\w-]+\/withdraw)"/.exec(
    (await ben.get(personPage)).body,
  )![1]!;
  assert.match((await ben.submit(href, href, { on: today, reason: '' })).body, /Enter why it is withdrawn/);
  await ben.submit(href, href, { on: today, reason: 'Moved to settlements' });
  const person = textOf((await ben.get(personPage)).body);
  assert.match(person, /Client dealing Withdrawn .*Moved to settlements/);
  assert.match(textOf((await ben.get('/portal/people/certified?show=withdrawn')).body), /Tess Trader/);
  assert.equal(
    (await ben.submit(href, href, { on: today, reason: 'Again' }).catch(() => ({ status: 409 }))).status,
    409,
  );
  const id = /certificates\/([\w-]+)\//.exec(href)![1]!;
  const { content } = await renderCertificate(ctx, { ...caller, actor: 'system' }, id);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
  assert.ok(text.replace(/\s+/g, ' ').includes(`withdrawn: from ${formatLongDate(today)} on it is not valid`), text);
  await ben.submit(form, form, { ...sent, issued_on: today, ends_on: lastDayOf(today) });
  assert.match(
    textOf((await ben.get(personPage)).body),
    /Client dealing Certified .*Client dealing Earlier .*Moved to/,
  );
});

const dueAt = async (leftAt?: Date) => {
  const window = { now: ctx.now(), withinDays: 10_000, limit: 5 };
  const place = { subsidiaryIds: null };
  const leaver = leftAt && { applicantId, leftAt, endsMonitoring: true, place };
  const found = await findDueForErasure(ctx.db, [accountId], 'live', { ...window, leaver });
  return found.find((one) => one.applicant_id === applicantId)?.due_at;
};

test('who left stays in the register for six years, though the account erases people sooner', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 180, keepsStaff: true, askDecisions: false });
  await recordLeaving(ctx, caller, applicantId, { endsMonitoring: true, leftOn: today, isErasureSaid: true });
  assert.match(textOf((await ben.get('/portal/people/certified')).body), /Nobody is certified here yet/);
  assert.match(textOf((await ben.get('/portal/people/certified?show=left')).body), /Tess Trader Client dealing Left/);
  // Six years after the end of the certificate, which is later than the day on which they left.
  assert.equal(ukDateOf((await dueAt())!), addYears(lastDayOf(today), 6));
});

test('the copy that a person gets has their certificates; while restricted they are on no page; erased, nothing is left', async () => {
  const system = { ...caller, actor: 'system' } as const;
  const { content } = await copyPerson(ctx, system, applicantId, explainData(ctx));
  const entries = await openZip(new Blob([await buffer(Readable.from(content))]));
  const file = entries.find(({ path }) => path === 'person.json')!;
  const { certificates } = JSON.parse((await buffer(Readable.from(file.read()))).toString('utf8'));
  assert.deepEqual(
    certificates.map(({ withdrawn, note }: Record<string, unknown>) => [withdrawn, note]),
    [
      [null, 'Passed the appraisal of trading'],
      [{ on: today, reason: 'Moved to settlements' }, 'Passed the appraisal of trading'],
    ],
  );
  const own = personWithoutFreeWords({ certificates });
  assert.doesNotMatch(JSON.stringify(own), /appraisal|settlements/, 'what nobody has looked through is left out');
  await askRestriction(ctx, caller, check.id, { ground: 'accuracy', words: 'It is not me.' });
  const [asked] = await listRestrictionsOf(ctx, check, (await readCheckAndKey(ctx, caller, check.id)).key);
  await decideRestriction(ctx, caller, check.id, { id: asked!.id, isAccepted: true, answer: '' });
  assert.doesNotMatch((await ben.get('/portal/people/certified?show=left')).body, /Tess Trader/);
  await portal.superuser.run(sql`delete from restrictions where applicant_id = ${applicantId}`);
  await erasePerson(ctx, system, applicantId, 'client_asked');
  assert.deepEqual(await ctx.db.rows(sql`select from certificates`), []);
});
