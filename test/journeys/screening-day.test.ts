// A day of a screening company in the real browser: six reports are ordered, the candidate submits, screeners and a
// reviewer work on the case until its final PDF and its evidence bundle; every notification arrives in order.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Agent, request } from 'undici';
import { extractText, getDocumentProxy } from 'unpdf';
import type { DeskRole } from '../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { linkToken } from '../../src/features/checks/check-links.ts';
import { listEmails } from '../../src/features/emails/email-actions.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { mailedCodes } from '../features/candidate-form/waiting-check.ts';
import { codeIn, mailsTo, tokenIn } from '../features/references/asked-references.ts';
import { confirmAnyway } from '../portals/desk/confirm-anyway.ts';
import { signedInVisitor } from '../portals/portal-under-test.ts';
import { launchBrowser, openPage, type Page, typeCountry } from '../support/browser.ts';
import { commandLine } from '../support/command-line.ts';
import { until, upTo } from '../support/limited-loops.ts';
import { startProbity } from '../support/probity.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const receiver = await startWebhookReceiver();
const probity = await startProbity({
  workers: true,
  settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*', PROBITY_WEBHOOK_CA: receiver.caFile },
});
after(() => receiver.close());
const { ctx, account } = probity;
const browser = await launchBrowser(probity.certificate);
after(() => browser.close());
const tenant = account.caller('test');
const password = 'correct horse battery staple';

async function api<Body = Record<string, unknown>>(
  method: 'GET' | 'POST',
  path: string,
  json?: unknown,
): Promise<Body> {
  const answer = await probity.fetch(path, { method, key: account.keys.test, ...(json === undefined ? {} : { json }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.json as Body;
}

const press = async (page: Page, name: string) => {
  const arrived = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name, exact: true }).first().click();
  await arrived;
};
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).first().fill(value);

const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check();

async function fillDate(page: Page, group: string, [day, month, year]: readonly [string, string, string]) {
  const fields = page.getByRole('group', { name: group });
  await fields.getByLabel('Day').fill(day);
  await fields.getByLabel('Month').fill(month);
  await fields.getByLabel('Year').fill(year);
}

async function deskPage(name: string, role: DeskRole): Promise<Page> {
  const email = `${name.toLowerCase()}@desk.test`;
  await createDeskUser(ctx, 'system', { name, email, role, accounts: [account.accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const { cookies } = await signedInVisitor({ url: probity.url, authority: probity.caFile }, email);
  const page = await openPage(browser);
  await page.context().addCookies([...cookies].map(([key, value]) => ({ name: key, value, url: probity.url })));
  return page;
}

interface Check {
  readonly id: string;
  readonly order_id: number;
  readonly download_uri: string;
  readonly status: string;
  readonly reports: readonly { readonly id: string; readonly name: string; readonly status: string }[];
}

const ordered = [
  { name: 'identity' },
  { name: 'right_to_work' },
  { name: 'criminal_history', variant: 'enhanced' },
  { name: 'employment_history', variant: 'uk' },
  { name: 'credit' },
  { name: 'sanctions' },
];

async function order(): Promise<{ check: Check; path: string }> {
  const applicant = await api<{ id: string }>('POST', '/v2/applicants', {
    title: 'Ms',
    first_name: 'Jo',
    last_name: 'Sample',
    email: 'jo.sample@candidate.test',
    gender: 'female',
    dob: '1990-03-04',
    nationality: 'GBR',
    country: 'GBR',
    addresses: [
      {
        building_number: '12',
        street: 'High Street',
        town: 'Leeds',
        postcode: 'LS1 4AP',
        country: 'GBR',
        start_date: '2009-04-01',
      },
    ],
  });
  const check = await api<Check>('POST', `/v2/applicants/${applicant.id}/checks`, {
    type: 'standard',
    reports: ordered,
    criminal_history_report_details: {
      job_role: 'Care assistant',
      purpose: 'employment',
      place_of_work: 'England',
      employer_name: 'Sample Care',
      employment_sector: 'Social care',
      JobRoleId: account.jobRoles.enhanced,
    },
  });
  const { accountId, environment } = tenant;
  const token = await linkToken(ctx, 'form', { accountId, environment, checkId: check.id });
  return { check, path: `${probity.url}/form/${token}` };
}

async function enterCode(page: Page, checkId: string): Promise<void> {
  await press(page, 'Continue');
  await fill(page, 'Code', (await mailedCodes(ctx, tenant, checkId))[0]!);
  await press(page, 'Continue');
  await page.waitForURL('**/tasks');
}

/** Answers the current page of the form like a person. */
async function answerPage(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname.split('/').slice(3).join('/');
  if (path === 'activities' && (await page.getByText('Acme Care').count()) === 0) {
    await press(page, 'Add a job or what you did instead');
    await page.getByRole('radio', { name: 'Full-time employee' }).check();
    await press(page, 'Save and continue');
    await fill(page, 'Employer', 'Acme Care');
    await fill(page, 'Town or address', 'Leeds');
    await fill(page, 'Job title', 'Porter');
    await fillDate(page, 'Began', ['', '4', '2015']);
    await page.getByRole('radio', { name: 'Once I have an offer of the new job' }).check();
  }
  if (path === 'previous-names') await page.getByRole('radio', { name: 'No, I have always had this name' }).check();
  if (path === 'place-of-birth') {
    await fill(page, 'Town or city', 'Leeds');
    await typeCountry(page, 'Country', 'united k');
  }
  if (['national-insurance-number', 'driving-licence', 'unspent-convictions'].includes(path))
    await page.getByLabel('No', { exact: true }).check();
  if (path === 'dbs-application') await page.getByLabel('Yes', { exact: true }).check();
  if (path === 'consent') for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, path === 'documents' ? 'Continue' : 'Save and continue');
}

async function submitForm(page: Page, path: string, checkId: string): Promise<void> {
  await page.goto(path);
  await enterCode(page, checkId);
  await press(page, 'Continue');
  for (const _ of upTo(40, 'the end of the form')) {
    if (page.url().endsWith('/answers')) break;
    await answerPage(page);
  }
  await page.getByLabel('My answers are true').check();
  await press(page, 'Send my answers');
  await page.waitForURL('**/done');
}

const desk = (report: { readonly id: string }, at = '') => `${probity.url}/desk/reports/${report.id}${at}`;
const named = (check: Check, name: string) => check.reports.find((report) => report.name === name)!;

async function complete(page: Page, report: { readonly id: string }, verdict: string, said: string): Promise<void> {
  await page.goto(desk(report));
  await page.getByRole('radio', { name: verdict, exact: true }).check();
  if (verdict !== 'Clear') await page.getByLabel('Notes for the client').fill('A judgment of 2024 was found.');
  await press(page, 'Complete report');
  if (verdict === 'Clear') await confirmAnyway(page);
  await page.getByText(said).first().waitFor();
}

const moveClock = (days: number) => api('POST', '/v2/sandbox/clock/advance', { seconds: days * 86_400 });

/** The screener asks the candidate, who is chased, and answers by the link. */
async function queryTheCandidate(screener: Page, check: Check, path: string): Promise<void> {
  const report = named(check, 'right_to_work');
  await screener.goto(desk(report));
  await press(screener, 'Query');
  await screener.getByLabel('What it is about').selectOption('missing_document');
  await fill(screener, 'What you ask', 'Please add the page of your passport with the photo.');
  await press(screener, 'Send to the candidate');
  await screener.getByText('The query is sent').waitFor();
  await moveClock(6);
  const chases = async () =>
    (await listEmails(ctx, tenant, 1000)).filter(({ template }) => template === 'query_to_candidate').length;
  await until(async () => (await chases()) >= 2);
  // On another device, which asks for a code of its own.
  const candidate = await openPage(browser, { screen: 'phone' });
  await candidate.goto(path);
  await press(candidate, 'Continue');
  await fill(candidate, 'Code', (await mailedCodes(ctx, tenant, check.id))[0]!);
  await press(candidate, 'Continue');
  await candidate.getByRole('link', { name: 'Missing document' }).click();
  await fill(candidate, 'Your answer', 'Here it is.');
  await press(candidate, 'Send answer');
  await candidate.getByText('Your answer is sent').waitFor();
  await screener.goto(desk(report));
  await screener.getByText('Here it is.').waitFor();
}

/** The referee states a start three months later than the candidate. Returns the outcome that the screener proposes. */
async function askReferee(screener: Page, check: Check): Promise<Record<string, string>> {
  const report = named(check, 'employment_history');
  await screener.goto(desk(report));
  await screener.getByRole('link', { name: 'Ask for a reference: Acme Care' }).click();
  await fill(screener, 'Name', 'Pat Referee');
  await fill(screener, 'Email address', 'personnel@acme-care.test');
  // The candidate wants the employer asked after an offer.
  await fill(screener, 'Why the referee is asked all the same', 'The offer was made today.');
  await press(screener, 'Send the request');
  await screener.getByText('Reference: Acme Care').waitFor();
  const [mail] = await mailsTo(ctx, tenant, check.id, 'reference_request');
  const referee = await openPage(browser, { screen: 'phone' });
  await referee.goto(`${probity.url}/reference/${tokenIn(mail!.text)}`);
  await press(referee, 'Continue');
  const [code] = await mailsTo(ctx, tenant, check.id, 'reference_code');
  await fill(referee, 'Code', codeIn(code!.text));
  await press(referee, 'Continue');
  await referee.waitForURL('**/willing');
  await referee.getByRole('radio', { name: 'Yes', exact: true }).check();
  await press(referee, 'Continue');
  await fillDate(referee, 'When did they start?', ['1', '7', '2015']);
  await choose(referee, 'Are they still employed by you?', 'Yes');
  await fill(referee, 'What was their job title?', 'Porter');
  await press(referee, 'Save and continue');
  await referee.waitForURL('**/questions/leaving');
  await choose(referee, 'What kind of employment is it?', 'Full time');
  await press(referee, 'Save and continue');
  await choose(referee, 'Is there a disciplinary warning', 'No');
  await choose(referee, 'Would you employ them again?', 'Yes');
  await press(referee, 'Save and continue');
  await fill(referee, 'Your full name', 'Pat Referee');
  await press(referee, 'Save and continue');
  await referee.waitForURL('**/answers');
  await referee.getByLabel('I give it in good faith').check();
  await press(referee, 'Send the reference');
  await referee.getByRole('heading', { name: 'Your reference has been sent' }).waitFor();
  await referee.context().close();
  await screener.goto(desk(report));
  await screener.getByText('1 difference').waitFor();
  await screener.getByRole('link', { name: 'Acme Care, from April 2015', exact: true }).click();
  await screener.getByText('3 months later').waitFor();
  await press(screener, 'Take over into the outcome');
  await screener.getByText('Nobody has recorded how the referee was authenticated').waitFor();
  await choose(screener, 'How you made sure who answers', 'A call through the switchboard confirmed it');
  await press(screener, 'Record and take over');
  await screener.getByText('The answers of the referee are in the outcome.').waitFor();
  await screener.getByRole('radio', { name: 'Consider', exact: true }).check();
  const typed = await screener.evaluate<Record<string, string>>(
    "Object.fromEntries([...new FormData(document.querySelector('#outcome-form'))].filter(([, text]) => typeof text === 'string'))",
  );
  await press(screener, 'Complete report');
  await screener.getByText('The report awaits approval').first().waitFor();
  const { seen, form_token, ...outcome } = typed;
  return outcome;
}

/** Whoever proposed the outcome has no button to approve it, and is refused without one. */
async function refuseApproval(page: Page, email: string, report: { readonly id: string }, outcome: object) {
  await page.goto(desk(report));
  assert.equal(await page.getByRole('button', { name: 'Approve', exact: true }).count(), 0);
  const proposer = await signedInVisitor({ url: probity.url, authority: probity.caFile }, email);
  const path = `/desk/reports/${report.id}`;
  const answer = await proposer.submit(path, path, { ...outcome, move: 'complete' });
  assert.equal(answer.status, 403);
}

/** Route 2 of the DBS, with the reason why Route 1 was not met. */
async function confirmIdentity(screener: Page, check: Check): Promise<void> {
  const report = named(check, 'criminal_history');
  await screener.goto(desk(report, '/identity'));
  for (const [index, document] of ['MarriageCertificate', 'P45P60', 'CouncilTaxStatement'].entries()) {
    const select = screener.locator(`[name="properties[documents_seen.${index}.document]"]`);
    if ((await select.count()) === 0) await press(screener, 'Work out the verdicts');
    await select.selectOption(document);
    const issued = screener.locator(`[name="properties[documents_seen.${index}.issued_on]"]`);
    if (document !== 'MarriageCertificate') await issued.fill(ukDateOf(new Date()));
  }
  await screener.locator('[name="properties[why_not_route_1]"]').fill('The passport is at an embassy');
  const validation = screener.locator('[name="properties[outside_validation]"]');
  await validation.first().selectOption('confirmed');
  await screener.locator('[name="properties[validated_by]"]').fill('Example Credit Reference');
  await screener.locator('[name="properties[validated_on]"]').fill(ukDateOf(new Date()));
  await screener.locator('[name="properties[validation_reference]"]').fill('ECR-4471');
  await screener.locator('[name="properties[seen_how]"]').selectOption('video');
  await press(screener, 'Confirm identity');
  await screener.getByText('Route 2 of the DBS is met.').first().waitFor();
}

async function approve(reviewer: Page, report: { readonly id: string }): Promise<void> {
  await reviewer.goto(desk(report));
  await press(reviewer, 'Approve');
  await reviewer.getByText('The report is complete').first().waitFor();
}

const v1Events = ['OrderComplete', 'CheckComplete', 'ApplicantFormSubmitted', 'IdentityConfirmed'];

async function subscribe(): Promise<void> {
  await api('POST', '/api/v1/webhooks/webhook', {
    callbackUri: `${receiver.url}/v1`,
    authorisationToken: 'let me in',
    events: v1Events.map((eventType) => ({ eventType, eventSubscribed: true })),
  });
  await api('POST', '/v2/webhooks', { url: `${receiver.url}/v2` });
}

/** Of each delivery to the path, in the order of arrival. */
async function notified(path: string, count: number): Promise<string[]> {
  const arrived = () => receiver.requests.filter((request) => request.path.endsWith(path));
  await until(() => arrived().length >= count);
  return arrived().map(({ body }) => {
    const { payload, EventType } = JSON.parse(body.toString('utf8')) as Notification;
    return payload?.action ?? EventType!;
  });
}

interface Notification {
  readonly payload?: { readonly action: string };
  readonly EventType?: string;
}

const completed = 'report.completed';
const expectedActions = [
  ...['check.form_opened', 'check.form_completed', 'check.started'],
  ...[completed, completed, completed],
  ...['query.sent', 'report.paused', 'check.on_hold', 'query.chased'],
  ...['query.answered', 'report.resumed', 'check.resumed', completed],
  ...['report.awaiting_approval', 'report.awaiting_approval', completed, completed, 'check.completed'],
  ...['report.reopened', 'check.reopened', 'report.awaiting_approval', completed, 'check.completed'],
];
const expectedEventTypes = [
  ...['ApplicantFormSubmitted', 'CheckComplete', 'CheckComplete', 'CheckComplete', 'CheckComplete'],
  ...['IdentityConfirmed', 'CheckComplete', 'CheckComplete', 'OrderComplete', 'CheckComplete', 'OrderComplete'],
];

async function download(uri: string): Promise<Buffer> {
  const dispatcher = new Agent({ connect: { ca: probity.ca } });
  const answer = await request(uri, { dispatcher, headers: { authorization: account.keys.test } });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  await dispatcher.close();
  assert.equal(answer.statusCode, 200, uri);
  return bytes;
}

/** The final PDF says what was found, what differs, and what was corrected; and the command line finds the evidence bundle valid. */
async function assertResults(check: Check): Promise<void> {
  const pdf = await download(`${check.download_uri}.pdf`);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  for (const expected of [
    `VF${check.order_id}`,
    'Jo Sample',
    'Acme Care',
    'Route 2',
    'The passport is at an embassy',
  ]) {
    assert.ok(text.includes(expected), `the final report says ${expected}`);
  }
  const line = text.replaceAll(/\s+/g, ' ');
  assert.match(
    line,
    /Acme Care: the [a-z ]+ differs by 3 months; the candidate stated April 2015, the source 1 July 2015\./,
  );
  assert.match(line, /Versions .*Reopened by Robin, .*?: We made an error\./);
  assert.match(line, /decided by Sam, approved by Robin/);
  assert.doesNotMatch(line, /A judgment was overlooked/, 'the words of the desk');
  const command = commandLine({ PROBITY_DATA_DIR: probity.settings.dataDir });
  const file = join(command.folder, 'evidence.zip');
  writeFileSync(file, await download(`${check.download_uri}.zip`));
  const { code, out } = await command.run(['evidence', 'verify', file]);
  assert.deepEqual([code, /is valid\.$/m.test(out)], [0, true], out);
}

test('a case goes from the order of six reports to the final report and its evidence', async () => {
  await subscribe();
  await changeAccountSettings(ctx, 'system', account.accountId, { approveAdverse: true, approveCriminalRecords: true });
  const { check, path } = await order();
  const candidate = await openPage(browser, { screen: 'phone' });
  await submitForm(candidate, path, check.id);
  const [sam, alex, robin] = [
    await deskPage('Sam', 'screener'),
    await deskPage('Alex', 'reviewer'),
    await deskPage('Robin', 'reviewer'),
  ];

  await sam.goto(`${probity.url}/desk?environment=test`);
  assert.equal(await sam.getByRole('row').count(), ordered.length + 1);
  await sam.goto(desk(named(check, 'identity')));
  await press(sam, 'Claim');
  await alex.goto(desk(named(check, 'identity')));
  await alex.getByText('Assigned to Sam').first().waitFor();
  await complete(sam, named(check, 'identity'), 'Clear', 'The report is complete.');
  await complete(sam, named(check, 'credit'), 'Clear', 'The report is complete.');
  await complete(alex, named(check, 'sanctions'), 'Clear', 'The report is complete.');
  await queryTheCandidate(sam, check, path);
  await complete(sam, named(check, 'right_to_work'), 'Clear', 'The report is complete.');

  const outcome = await askReferee(alex, check);
  await refuseApproval(alex, 'alex@desk.test', named(check, 'employment_history'), outcome);
  await confirmIdentity(sam, check);
  await complete(sam, named(check, 'criminal_history'), 'Clear', 'The report awaits approval');
  await approve(robin, named(check, 'employment_history'));
  await approve(robin, named(check, 'criminal_history'));

  const reopened = named(check, 'credit');
  await robin.goto(desk(reopened, '/reopen'));
  await robin.getByRole('radio').first().check();
  await robin.locator('[name="text"]').fill('A judgment was overlooked.');
  await press(robin, 'Reopen report');
  await complete(sam, reopened, 'Consider', 'The report awaits approval');
  await approve(robin, reopened);

  assert.deepEqual(await notified('/v2', expectedActions.length), expectedActions);
  assert.deepEqual(await notified('/v1', expectedEventTypes.length), expectedEventTypes);
  await assertResults(check);
});
