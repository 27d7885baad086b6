// The candidate's pages after the form is sent: how far the check is, and what they sent.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { eraseApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { makeResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { recordWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { disputesOf } from '../../../src/portals/candidate/status/status-page.ts';
import { britishDate, orderNumber } from '../../../src/portals/shared/page-filters.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { clientEmail, deskEmail, hiddenFields, signedInVisitor, startPortal, visitor } from '../portal-under-test.ts';
import { type Sender, sendForm, signIn } from './sent-form.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const screener = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;
const boss = { name: 'Acme Administrator', email: 'admin@acme.test', role: 'administrator' } as const;
await createUser(ctx, 'system', portal.accountId, boss);
const personal = /Alex|Sample|900471|1990/;

const checkOf = ({ checkId }: Sender) => readCheck(ctx, tenant, checkId);

async function complete(sender: Sender): Promise<void> {
  const [report] = (await checkOf(sender)).reports;
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, report!.id, { move: 'complete', outcome });
}

async function ask(sender: Sender): Promise<string> {
  const [report] = (await checkOf(sender)).reports;
  const desk = { ...tenant, actor: `user:${portal.deskUserId}` as const, permissions: roles.desk.screener };
  return sendQuery(
    ctx,
    desk,
    { checkId: sender.checkId, reportId: report!.id },
    {
      addressee: 'candidate',
      kind: 'missing_information',
      text: 'In which year?',
      dueOn: addDays(ukDateOf(ctx.now()), 6),
    },
  );
}

test('after sending, the page has the order number, who asked, when, the steps, and when the check is expected', async () => {
  const sender = await sendForm(portal);
  const { base, device } = sender;
  const { orderId, reports } = await checkOf(sender);
  for (const path of ['/done', '/status']) {
    const { status, body } = await device.get(`${base}${path}`);
    assert.equal(status, 200);
    for (const text of ['Your form has been sent', orderNumber(orderId), 'Acme Care', britishDate(ctx.now())])
      assert.ok(body.includes(text), text);
    const labels = [...body.matchAll(/app-progress__label">([^<]+)/g)].map(([, label]) => label);
    assert.deepEqual(labels, ['Ordered', 'Form submitted', 'In progress', 'Complete']);
    assert.match(body, /aria-current="step">\s*<span class="app-progress__label">In progress/);
    assert.match(body, /We expect it to be complete by <strong>\d+ \w+ \d{4}/);
    assert.match(
      body,
      /You can still add, on the page of <a[^>]*\/documents">[\s\S]*Proof that you may work in the United Kingdom:/,
    );
    assert.doesNotMatch(body, /nothing for you to do now/);
    assert.match(body, /<span>Right to work<\/span><span[^>]*>Going on</);
  }
  assert.equal(reports.length, 1);
});

test('the link says without the code how it stands, and nothing personal; with the code it leads to the page', async () => {
  const sender = await sendForm(portal);
  const { base } = sender;
  const other = visitor(portal);
  const { body } = await other.get(base);
  assert.match(body, /Your form has been sent/);
  assert.match(body, /First we email you a code/);
  assert.doesNotMatch(body, personal);
  for (const path of ['status', 'sent', 'sent/file', 'done'])
    assert.equal((await other.get(`${base}/${path}`)).headers.location, base, path);
  await signIn(portal, sender, other);
  assert.equal((await other.get(base)).headers.location, `${base}/status`);
  assert.equal((await other.get(`${base}/status`)).status, 200);
});

test('an open query comes first on the page, with its link and its day', async () => {
  const sender = await sendForm(portal);
  const { base, device } = sender;
  const queryId = await ask(sender);
  const { body } = await device.get(`${base}/status`);
  assert.match(
    body,
    new RegExp(
      `For you to do[\\s\\S]*href="${base}/queries/${queryId}"[\\s\\S]*by ${britishDate(addDays(ukDateOf(ctx.now()), 6))}[\\s\\S]*<h1`,
    ),
  );
  assert.match(body, /We go on as soon as you have answered/);
  assert.equal((await device.get(base)).headers.location, `${base}/queries`);
});

test('a check that is complete or closed says who has the results, or that it goes no further', async () => {
  const done = await sendForm(portal);
  await complete(done);
  const { body } = await done.device.get(`${done.base}/status`);
  assert.match(body, /Your check is complete/);
  assert.match(body, /aria-current="step">\s*<span class="app-progress__label">Complete/);
  assert.match(body, /Acme Care has had the results since/);
  assert.match((await visitor(portal).get(done.base)).body, /This check is finished[\s\S]*First we email you a code/);

  const closed = await sendForm(portal);
  await closeCheck(ctx, tenant, closed.checkId, 'cancel');
  const page = (await closed.device.get(`${closed.base}/status`)).body;
  assert.match(page, /This check has been closed/);
  assert.doesNotMatch(page, /app-progress/);
});

test('what was sent is read again as it was, without links to change it, also after the check was closed', async () => {
  const sender = await sendForm(portal);
  const { base, device } = sender;
  for (const isClosed of [false, true]) {
    if (isClosed) await closeCheck(ctx, tenant, sender.checkId, 'withdraw');
    const { body } = await device.get(`${base}/sent`);
    for (const text of ['Alex', '4 March 1990', 'Irish', '07700 900471', 'I agree that these checks are carried out'])
      assert.ok(body.includes(text), `${text} ${isClosed}`);
    assert.match(body, /My answers are true and complete/);
    assert.doesNotMatch(body, /Change</);
  }
});

test('what was sent is saved as a PDF for people who use a screen reader, too', async () => {
  const { base, device } = await sendForm(portal);
  const { status, headers, body } = await device.get(`${base}/sent/file`);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'application/pdf');
  assert.match(String(headers['content-disposition']), /^attachment; filename="VF\d+-what-you-sent\.pdf"$/);
  assert.match(body, /^%PDF-/);
  assert.match(body, /pdfuaid/);
});

test('nothing is left behind the link of somebody who was erased', async () => {
  const sender = await sendForm(portal);
  await complete(sender);
  const { applicantId } = await checkOf(sender);
  await eraseApplicant(ctx, tenant, applicantId, 'candidate_asked');
  const { status, body } = await sender.device.get(sender.base);
  assert.equal(status, 200);
  assert.match(body, /Your data have been erased[\s\S]*You asked for it/);
  assert.doesNotMatch(body, /email you a code/);
  assert.equal((await sender.device.get(`${sender.base}/status`)).headers.location, sender.base);
  assert.deepEqual(await ctx.db.rows(sql`select from applicants where id = ${applicantId} and erased_at is null`), []);
});

test('the candidate withdraws: work stops, what waited ends, and the client is told by mail, page and notification', async () => {
  const sender = await sendForm(portal);
  const { base, device, checkId } = sender;
  await ask(sender);
  const startsOn = addDays(ukDateOf(ctx.now()), 5);
  await recordWorkStart(ctx, tenant, checkId, { startsOn });
  const page = await device.get(`${base}/withdraw`);
  assert.match(page.body, /We stop all work on the check at once/);
  const answer = await device.submit(`${base}/withdraw`, `${base}/withdraw`, {});
  assert.equal(answer.headers.location, `${base}/status`);
  assert.match((await device.get(`${base}/status`)).body, /You have withdrawn from this check[\s\S]*You withdrew on/);
  const check = await checkOf(sender);
  assert.deepEqual([check.status, check.reports.map(({ status }) => status)], ['withdrawn', ['withdrawn']]);
  const events = await ctx.db.rows<{ type: string; actor: string; notifies: boolean }>(sql`
    select type, actor, notifies from events where check_id = ${checkId}
      and type in ('report.withdrawn', 'check.withdrawn', 'query.withdrawn') order by id`);
  assert.deepEqual(
    new Set(events.map(({ type, actor, notifies }) => `${type} by ${actor} ${notifies}`)),
    new Set(['report.withdrawn', 'check.withdrawn', 'query.withdrawn'].map((type) => `${type} by candidate true`)),
  );
  const listed = await listEmails(ctx, tenant, 100);
  const mails = listed.filter(({ template }) => template === 'candidate_withdrew');
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [`The candidate of order ${orderNumber(check.orderId)} has withdrawn`],
  );
  const receipts = listed.filter((mail) => mail.template === 'withdrawal_receipt' && mail.checkId === checkId);
  assert.deepEqual(
    receipts.map(({ subject }) => subject),
    ['You have withdrawn from the background check for Acme Care'],
  );
  const [, rights] = /https:\/\/[^/]+(\/form\/\S+\/privacy)#your-rights/.exec(receipts[0]!.text) ?? [];
  assert.match((await visitor(portal).get(rights!)).body, /id="your-rights">Your rights/);
  const client = await signedInVisitor(portal, clientEmail);
  const order = (await client.get(`/portal/checks/${checkId}`)).body;
  assert.match(order, /Withdrawn on[\s\S]{0,100}by the candidate/);
  assert.match(order, /The candidate withdrew from the check/);
  assert.doesNotMatch(order, /starts in 5 days|refused this part/);
  const first = (await client.get('/portal?environment=test')).body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  assert.match(
    first,
    new RegExp(
      `Withdrawn by candidates since [^V]+${orderNumber(check.orderId)} [^,]+, first day was to be ${formatLongDate(startsOn)}`,
    ),
  );
  const desk = await signedInVisitor(portal, deskEmail);
  const history = (await desk.get(`/desk/reports/${check.reports[0]!.id}`)).body;
  assert.match(history, /Order withdrawn[\s\S]{0,300}The candidate/);
});

test('a candidate who has not sent the form withdraws, too: the client is told, and the link says when', async () => {
  const { check, token } = await placeWaiting(ctx, tenant, { reports: ['right_to_work'] });
  const sender = { checkId: check.id, base: `/form/${token}`, device: visitor(portal) };
  const { base, device } = sender;
  for (const path of [base, `${base}/privacy`]) assert.match((await device.get(path)).body, /You may withdraw/, path);
  assert.equal((await device.get(`${base}/withdraw`)).headers.location, base);
  await signIn(portal, sender, device);
  assert.match((await device.get(`${base}/tasks`)).body, new RegExp(`href="${base}/withdraw"`));
  const { body } = await device.get(`${base}/withdraw`);
  assert.match(body, /We stop all work on the check at once/);
  assert.doesNotMatch(body, /parts that are complete/);
  assert.equal((await device.submit(`${base}/withdraw`, `${base}/withdraw`, {})).headers.location, base);
  const own = (await device.get(base)).body;
  assert.match(
    own,
    /You have withdrawn from this check[\s\S]*You withdrew on[\s\S]*What you have told us is still kept/,
  );
  const others = (await visitor(portal).get(base)).body;
  assert.doesNotMatch(others, /You withdrew|is still kept/, 'without the code nobody learns of it');
  for (const page of [own, others]) assert.doesNotMatch(page, personal);
  const { status, reports, orderId } = await checkOf(sender);
  assert.deepEqual([status, reports.map((report) => report.status)], ['withdrawn', ['withdrawn']]);
  const subjects = (await listEmails(ctx, tenant, 1000)).map(({ subject }) => subject);
  assert.ok(subjects.includes(`The candidate of order ${orderNumber(orderId)} has withdrawn`));
});

test('a withdrawal counts once, and a check that is complete has none', async () => {
  const sender = await sendForm(portal);
  const { base, device } = sender;
  const fields = hiddenFields((await device.get(`${base}/withdraw`)).body, `${base}/withdraw`);
  const twice = await Promise.all([1, 2].map(() => device.post(`${base}/withdraw`, fields)));
  for (const { status, headers } of twice) assert.deepEqual([status, headers.location], [303, `${base}/status`]);

  const done = await sendForm(portal);
  const open = hiddenFields((await done.device.get(`${done.base}/withdraw`)).body, `${done.base}/withdraw`);
  await complete(done);
  assert.doesNotMatch((await done.device.get(`${done.base}/status`)).body, /\/withdraw"/);
  const late = await done.device.post(`${done.base}/withdraw`, open);
  assert.equal(late.headers.location, `${done.base}/status`);
  assert.equal((await checkOf(done)).status, 'complete');
});

test('a mail confirms that the form was sent, once, with the order number and a link that leads back', async () => {
  const sender = await sendForm(portal);
  const { orderId } = await checkOf(sender);
  await sender.device.submit(`${sender.base}/status`, `${sender.base}/answers`, {});
  const mails = (await listEmails(ctx, tenant, 1000)).filter(
    ({ template, checkId }) => template === 'form_sent' && checkId === sender.checkId,
  );
  assert.equal(mails.length, 1);
  const [{ to, subject, text }] = mails as [(typeof mails)[number]];
  assert.deepEqual([to.address, subject], ['alex@candidate.test', 'Your form for Acme Care has been sent']);
  assert.ok(text.includes(orderNumber(orderId)) && text.includes(`${portal.url}${sender.base}\n`), text);
  assert.match(
    text,
    /You can still add these documents[\s\S]*Proof that you may work in the United Kingdom: your British/,
  );
  assert.doesNotMatch(text, /do nothing now/);
  const passport = { orderId, fileToken: randomUUID(), fileName: 'Passport.jpg', description: '' };
  const content = (async function* () {
    yield samples['.jpg']!;
  })();
  const given = { slot: 'right_to_work', kind: 'Passport' };
  const candidate = { ...tenant, subsidiaryIds: null, actor: 'candidate' } as const;
  await attachFile(ctx, candidate, { ...passport, given, content });
  assert.match((await sender.device.get(`${sender.base}/status`)).body, /There is nothing for you to do now/);
});

test('where the client allows it, the candidate gets a mail and reads their results, and the register says so; elsewhere nobody does', async () => {
  const mailsTo = async ({ checkId }: Sender) =>
    (await listEmails(ctx, tenant, 300)).filter(
      (mail) => mail.checkId === checkId && mail.template === 'candidate_check_complete',
    );
  const looksOf = async ({ checkId }: Sender) =>
    (
      await ctx.db.rows<{ as: string | null }>(sql`
        select detail ->> 'as' as as from events
        where check_id = ${checkId} and type = 'check.results_read' and actor = 'candidate' order by id`)
    ).map(({ as }) => as);
  const before = await sendForm(portal);
  await complete(before);
  const { body } = await before.device.get(`${before.base}/status`);
  assert.match(body, /To see them, ask Acme Care/);
  assert.doesNotMatch(body, /Your results/);
  assert.equal((await before.device.get(`${before.base}/results/file`)).status, 404);
  assert.deepEqual([await mailsTo(before), await looksOf(before)], [[], []]);

  await changeAccountSettings(ctx, 'system', portal.accountId, { candidateCompletionMail: true });
  const told = await sendForm(portal);
  await complete(told);
  const [news] = await mailsTo(told);
  assert.equal(news!.subject, 'Your background check is complete');
  assert.doesNotMatch(news!.text, /read them|clear/i, 'it tells of no results where the candidate may not see them');

  await changeAccountSettings(ctx, 'system', portal.accountId, { candidateResults: true });
  const sender = await sendForm(portal);
  assert.equal((await sender.device.get(`${sender.base}/results/file`)).status, 404, 'nothing before it is complete');
  await complete(sender);
  const [mail] = await mailsTo(sender);
  assert.equal(mail!.to.address, 'alex@candidate.test');
  assert.match(mail!.text, new RegExp(`${sender.base}`));
  assert.doesNotMatch(mail!.text, /clear/i, 'what was found stands in no mail');
  const shown = (await sender.device.get(`${sender.base}/status`)).body;
  assert.match(shown, /Your results[\s\S]+Right to work[\s\S]+Clear, green/);
  assert.doesNotMatch(shown, /To see them, ask/);
  await makeResultsDocument(ctx, tenant, sender.checkId);
  const file = await sender.device.get(`${sender.base}/results/file`);
  assert.deepEqual([file.status, file.headers['content-type']], [200, 'application/pdf']);
  await ctx.batches.write();
  assert.deepEqual((await looksOf(sender)).toSorted(), ['pdf', null].toSorted());

  // A report that is opened again, and complete once more.
  const [report] = (await checkOf(sender)).reports;
  await reopenReport(ctx, { ...tenant, actor: 'system' }, { checkId: sender.checkId, reportId: report!.id }, 'reopen');
  assert.equal((await sender.device.get(`${sender.base}/results/file`)).status, 404);
  await complete(sender);
  assert.match((await mailsTo(sender))[0]!.subject, /complete again|is complete/);
  assert.equal((await mailsTo(sender)).length, 2);

  const link = await placeWaiting(ctx, tenant, { reports: ['right_to_work'] });
  const stranger = visitor(portal);
  assert.equal(
    (await stranger.get(`/form/${link.token}/results/file`)).status,
    303,
    'a link without its code opens nothing',
  );
  const asBefore = { candidateResults: false, candidateCompletionMail: false };
  await changeAccountSettings(ctx, 'system', portal.accountId, asBefore);
});

test('a candidate refuses one part: it stops, the others go on, and the client reads which and why, or that they gave no reason', async () => {
  const { check: placed, token } = await placeWaiting(ctx, tenant, {
    reports: ['right_to_work', 'identity', 'passport_validity'],
  });
  const sender = { checkId: placed.id, base: `/form/${token}`, device: visitor(portal) };
  const { base, device, checkId } = sender;
  await signIn(portal, sender, device);
  const at = `${base}/withdraw/part`;
  assert.match((await device.get(`${base}/withdraw`)).body, new RegExp(`href="${at}"`));
  const [work, identity, passport] = (await checkOf(sender)).reports;
  const unsaid = await device.submit(at, at, { why: '' });
  assert.match(unsaid.body, /Choose the part that you refuse/);
  const refused = await device.submit(at, at, { report: identity!.id, why: 'My passport is away.' });
  assert.equal(refused.headers.location, `${base}/tasks?refused`);
  assert.match((await device.get(`${base}/tasks?refused`)).body, /We have stopped this part, and told /);
  const check = await checkOf(sender);
  assert.equal(check.status, 'awaiting_applicant');
  const statusOf = (id: string) => check.reports.find((one) => one.id === id)!.status;
  assert.deepEqual([statusOf(work!.id) === 'withdrawn', statusOf(identity!.id)], [false, 'withdrawn']);
  const mails = (await listEmails(ctx, tenant, 1000)).filter(({ template }) => template === 'candidate_refused_report');
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [`The candidate of order ${orderNumber(check.orderId)} refuses a report`],
  );
  assert.doesNotMatch(mails[0]!.text, /passport/);
  const client = await signedInVisitor(portal, clientEmail);
  const { body: page } = await client.get(`/portal/checks/${checkId}`);
  assert.match(page, /Identity[^<]*: My passport is away\./);
  assert.match(page, /Withdrawn\s*<\/strong>\s*<span[^>]*>The candidate refused this part/);
  assert.match(page.slice(page.lastIndexOf('Withdrawn')), /The candidate/);
  await device.submit(at, at, { report: passport!.id, why: ' ' });
  assert.match((await client.get(`/portal/checks/${checkId}`)).body, /Passport[^<]*: gave no reason/);
  assert.equal((await device.get(at)).headers.location, `${base}/withdraw`, 'the last part is the whole check');
});

test('the privacy page says by which law each kind of report is done, who receives it, and who answers, as the account chose', async () => {
  const { token } = await placeWaiting(ctx, tenant, {
    reports: ['right_to_work', 'criminal_history:basic', 'identity'],
  });
  const read = async (of = token) =>
    (await visitor(portal).get(`/form/${of}/privacy`)).body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const usual = await read();
  for (const said of [
    /Identity and documents Legitimate interests of Acme Care.*6\(1\)\(f\)\)\. Goes to: Services that check documents/,
    /Right to work and right to rent What immigration law asks.*Goes to: The Home Office/,
    /UK criminal records .*Art\. 10 and Data Protection Act 2018, Schedule 1, paragraph 1 \(employment\)\. Goes to: The Disclosure and Barring/,
    /no decision about you is made by a machine alone/,
    /outside the United Kingdom/,
  ])
    assert.match(usual, said);
  const abroadTypes = ['ind', 'irl'].map((variant) => ({ name: 'criminal_history_international', variant }));
  await switchOnTypes(ctx, 'system', portal.accountId, abroadTypes);
  const { token: abroad } = await placeWaiting(ctx, tenant, {
    reports: ['criminal_history_international:ind', 'criminal_history_international:irl'],
  });
  await changeAccountSettings(ctx, 'system', portal.accountId, { certificateContentDays: 183 });
  const ofAbroad = await read(abroad);
  assert.match(ofAbroad, /in: Ireland\. By UK adequacy regulations/);
  assert.match(ofAbroad, /in: India\. The law there may not protect.*Art\. 49\(1\)\(a\)/);
  assert.match(ofAbroad, /What a criminal record certificate says: 183 days after the decision/);
  await changeAccountSettings(ctx, 'system', portal.accountId, {
    isPublicAuthority: true,
    criminalRecordCondition: 'paragraph 18 (safeguarding)',
    postalAddress: '1 Sample Street, Leeds',
    dataProtectionContact: 'Data protection officer, privacy@client.example',
  });
  const chosen = await read();
  assert.match(
    chosen,
    /Acme Care, 1 Sample Street, Leeds\. Data protection: Data protection officer, privacy@client\.example/,
  );
  assert.match(chosen, /A task of Acme Care in the public interest.*Schedule 1, paragraph 18 \(safeguarding\)/);
});

test('of a certificate that is complete, the candidate reads how to dispute it with the authority that issued it', () => {
  const [dbs, enhanced, scottish] = [4, 6, 732];
  const check = (status: string) => ({
    reports: [dbs, enhanced, scottish].map((reportTypeId) => ({ reportTypeId, status })),
  });
  const textsOf = (status: string) => disputesOf(check(status) as never).map(({ text }) => text);
  assert.deepEqual(textsOf('awaiting_data'), []);
  const [ofDbs, ofScotland, ...others] = textsOf('complete');
  assert.match(ofDbs!, /Disclosure and Barring Service.*\[tell them\] within three months.*Independent Monitor/);
  assert.match(ofScotland!, /Disclosure Scotland.*within 10 days/);
  assert.deepEqual(others, []);
});
