// A reference in a real browser: a screener asks, the referee answers on a phone and goes on elsewhere, the desk shows what
// differs, and the outcome takes it over; declined, by policy, by telephone, with a letter; without JavaScript.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listAttachments } from '../../../src/features/attachments/attachment-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import type { ApplicantFacts } from '../../../src/features/facts/facts.ts';
import { questionnaires } from '../../../src/features/references/questionnaires.ts';
import { changeReferee, listReferences, requestReference } from '../../../src/features/references/reference-actions.ts';
import { openReferenceLink, saveSection } from '../../../src/features/references/reference-answer-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { codeIn, employed, mailsTo, personnel, tokenIn } from '../../features/references/asked-references.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  type PageOptions,
  scrollsSideways,
} from '../../support/browser.ts';
import { noAddress, noQualification } from '../../support/empty-entries.ts';
import { deskEmail, signedInVisitor, startPortal, visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const { ctx } = portal;
const tenant = portal.caller('test');

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check();

/** 1280 pixels at 400 %: the minimum width of WCAG 1.4.10. */
const NARROWEST = 320;

/** Takes a screenshot; the page has no axe problem and no horizontal scrolling at any zoom. */
async function look(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()!;
  await keepScreenshot(page, `reference-${size.width}-${name}`);
  assert.deepEqual(await accessibilityProblems(page), [], name);
  assert.equal(await scrollsSideways(page), false, name);
  await page.setViewportSize({ width: NARROWEST, height: size.height });
  assert.equal(await scrollsSideways(page), false, `${name}, enlarged`);
  await page.setViewportSize(size);
}

async function screener(): Promise<Page> {
  const { cookies } = await signedInVisitor(portal, deskEmail);
  const page = await openPage(browser, { screen: 'desk' });
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  return page;
}

const place = () => portal.placeCheck('test', employed, ['employment_history:uk']);
const reportPath = (check: Check) => `${portal.url}/desk/reports/${check.reports[0]!.id}`;

/** The screener asks the personnel department of Acme Ltd. */
async function askFor(page: Page, check: Check, button = 'Send the request'): Promise<void> {
  await page.goto(reportPath(check));
  await page.getByRole('link', { name: 'Ask for a reference: Acme Ltd' }).click();
  await fill(page, 'Name', 'Pat Referee');
  await press(page, button);
  await asked(page);
}

/** The request is stored, and its page is shown. */
const asked = (page: Page) => page.waitForURL(/\/references\/[0-9a-f-]{36}/);

async function fillDate(page: Page, group: string, parts: readonly [string, string, string]): Promise<void> {
  const fields = page.getByRole('group', { name: group });
  for (const [index, label] of (['Day', 'Month', 'Year'] as const).entries()) {
    await fields.getByLabel(label).fill(parts[index]!);
  }
}

/** Opens the newest link on a device of its own, and enters the mailed code. */
async function openLink(check: Check, options: PageOptions = {}, seen?: (page: Page) => Promise<void>): Promise<Page> {
  const [mail] = await mailsTo(ctx, tenant, check.id, 'reference_request');
  const page = await openPage(browser, options);
  await page.goto(`${portal.url}/reference/${tokenIn(mail!.text)}`);
  assert.doesNotMatch(await page.content(), /Alex|Sample|Acme Ltd/, 'nothing personal before the code');
  await seen?.(page);
  // A code that was sent just now would be the only one.
  await ctx.db.run(sql`update link_codes set sent_at = sent_at - interval '1 minute'`);
  await press(page, 'Continue');
  const [code] = await mailsTo(ctx, tenant, check.id, 'reference_code');
  await fill(page, 'Code', codeIn(code!.text));
  await press(page, 'Continue');
  await page.waitForURL('**/willing');
  return page;
}

async function stateOf(check: Check) {
  return (await listReferences(ctx, tenant, check.reports[0]!.id))[0]!;
}

test('a reference is asked, half answered on a phone, finished elsewhere, compared at the desk and taken over', async () => {
  const check = await place();
  const desk = await screener();
  await desk.goto(reportPath(check));
  await desk.getByRole('link', { name: 'Ask for a reference: Acme Ltd' }).click();
  assert.equal(await desk.getByLabel('Email address').inputValue(), 'hr@acme.test');
  await press(desk, 'Send the request');
  await desk.getByText('Reference: Acme Ltd').waitFor();
  await look(desk, 'desk-out');
  await desk.getByRole('link', { name: 'Correct the referee' }).click();
  await fill(desk, 'Name', '');
  await fill(desk, 'Organisation (optional)', '');
  await press(desk, 'Save');
  await desk.getByText('There is a problem').waitFor();
  await look(desk, 'desk-correct-wrong');
  await fill(desk, 'Name', 'Pat Referee');
  await press(desk, 'Save');
  await desk.getByText('The referee is corrected.').waitFor();

  const phone = await openLink(check, { screen: 'phone' }, async (page) => {
    await page.getByText('sees your answers. The candidate may ask for a copy;').waitFor();
    await look(page, 'start');
  });
  await look(phone, 'willing');
  await press(phone, 'Continue');
  await phone.getByText('There is a problem').waitFor();
  await phone.getByRole('radio', { name: 'Yes', exact: true }).check();
  await press(phone, 'Continue');
  await phone.getByText('Alex Sample at Acme Ltd – 1 of 4').waitFor();
  await look(phone, 'dates');
  await press(phone, 'Save and continue');
  await phone.getByText('There is a problem').waitFor();
  await look(phone, 'dates-wrong');
  await fillDate(phone, 'When did they start?', ['', '6', '2019']);
  await choose(phone, 'Are they still employed by you?', 'No');
  await fillDate(phone, 'When did they leave?', ['30', '6', '2023']);
  await fill(phone, 'What was their job title?', 'Driver');
  await press(phone, 'Save and continue');
  await phone.waitForURL('**/questions/leaving');
  await press(phone, 'Stop now and come back later');
  await phone.getByText('Your answers are saved').waitFor();

  const later = await openLink(check, { screen: 'desk' });
  await later.getByRole('radio', { name: 'Yes', exact: true }).check();
  await press(later, 'Continue');
  await later.waitForURL('**/questions/leaving');
  await choose(later, 'What kind of employment was it?', 'Full time');
  await later.getByLabel('Why did they leave?').selectOption('Resigned');
  await press(later, 'Save and continue');
  await choose(later, 'Was a disciplinary warning in force', 'No');
  await choose(later, 'Would you employ them again?', 'Yes');
  await look(later, 'conduct');
  await later.getByLabel('Is there anything else').fill('He asked to be remembered to everybody.');
  await press(later, 'Save and continue');
  const telephone = later.locator('[name=referee_telephone]');
  assert.equal(await telephone.getAttribute('type'), 'tel');
  assert.equal(await telephone.getAttribute('autocomplete'), 'tel');
  await fill(later, 'Your full name', 'Pat Referee');
  await press(later, 'Save and continue');
  await later.waitForURL('**/answers');
  await later.getByRole('link', { name: 'Add a letter' }).click();
  await look(later, 'letter');
  await later.getByLabel('Choose a file').setInputFiles({
    name: 'letter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('He drove well, and was never late.\n'.repeat(50)),
  });
  await press(later, 'Add file');
  await later.getByRole('link', { name: 'letter.txt' }).waitFor();
  await look(later, 'answers');
  await press(later, 'Send the reference');
  await later.getByText('Tick the box').first().waitFor();
  await later.getByLabel('I give it in good faith').check();
  await press(later, 'Send the reference');
  await later.getByRole('heading', { name: 'Your reference has been sent' }).waitFor();
  await look(later, 'sent');

  await desk.goto(reportPath(check));
  await desk.getByText('1 difference').waitFor();
  await desk.getByText('Also said: “He asked to be remembered to everybody.”').waitFor();
  await look(desk, 'desk-report');
  await desk.getByRole('link', { name: 'Acme Ltd, from 1 March 2019', exact: true }).click();
  await desk.getByText('92 days later').waitFor();
  await choose(desk, 'How you made sure who answers', 'A call through the switchboard confirmed it');
  await press(desk, 'Record');
  await desk.getByText('How the referee was authenticated is recorded.').waitFor();
  await look(desk, 'desk-answered');
  // What the screener has begun to type stays beside what is taken over.
  await desk.goto(reportPath(check));
  await desk.locator('#results-employer_exists').selectOption('Clear');
  await press(desk, 'Save draft');
  await desk.getByText('Your draft is saved.').waitFor();
  await desk.getByRole('link', { name: 'Acme Ltd, from 1 March 2019', exact: true }).click();
  await press(desk, 'Take over into the outcome');
  await desk.getByText('The answers of the referee are in the outcome.').waitFor();
  assert.equal(await desk.getByLabel('Dates', { exact: true }).inputValue(), 'consider');
  assert.equal(await desk.locator('#results-employer_exists').inputValue(), 'clear');
  await desk.getByText('Reference answered').waitFor();
  await look(desk, 'desk-outcome');
  await desk.getByRole('radio', { name: 'Consider', exact: true }).check();
  await press(desk, 'Complete report');
  await desk.getByText('The report is complete.').waitFor();
  await look(desk, 'desk-complete');
  const report = (await readCheck(ctx, tenant, check.id)).reports[0]!;
  assert.equal(report.findings.breakdown.dates!.properties!.difference_days, 92);
  // The other stated job has an entry too.
  assert.equal((report.findings.properties.employments as unknown[]).length, 2);
});

test('what the wrong referee typed or added, and did not send, is not shown to the right one', async () => {
  const check = await place();
  await askFor(await screener(), check);
  const baseOf = (page: Page) => page.url().replace(/\/willing$/, '');
  /** The script has put back what was typed in the section. */
  const restored = (page: Page) => page.waitForResponse((response) => /\/drafts\?.*conduct/.test(response.url()));
  const wrong = await openLink(check);
  const wrongBase = baseOf(wrong);
  await wrong.getByRole('radio', { name: 'Yes', exact: true }).check();
  await press(wrong, 'Continue');
  await wrong.goto(`${wrongBase}/letter`);
  const buffer = Buffer.from('They were dismissed for theft.\n'.repeat(50));
  await wrong.getByLabel('Choose a file').setInputFiles({ name: 'wrong.txt', mimeType: 'text/plain', buffer });
  await press(wrong, 'Add file');
  await wrong.waitForURL('**/questions/employment');
  await wrong.goto(`${wrongBase}/questions/conduct`);
  const typed = 'They were dismissed for theft.';
  await wrong.getByLabel('Is there anything else').fill(typed);
  await wrong.getByText(/Draft saved on/).waitFor();
  const again = restored(wrong);
  await wrong.reload();
  await again;
  await wrong.getByText(/We kept what you typed on/).waitFor();
  assert.equal(await wrong.getByLabel('Is there anything else').inputValue(), typed);

  const { id, request } = await stateOf(check);
  const right = { ...request.referee, name: 'Kim Right', email: 'kim@acme.test' };
  await changeReferee(ctx, { ...tenant, actor: 'system' }, id, right);
  assert.equal((await stateOf(check)).openedAt, null);
  const page = await openLink(check);
  const base = baseOf(page);
  await page.getByRole('radio', { name: 'Yes', exact: true }).check();
  await press(page, 'Continue');
  const asked = restored(page);
  await page.goto(`${base}/questions/conduct`);
  await asked;
  assert.equal(await page.getByText(/We kept what you typed on/).count(), 0);
  assert.equal(await page.getByLabel('Is there anything else').inputValue(), '');
  const { front } = await openReferenceLink(ctx, base.split('/').at(-1)!, undefined);
  for (const section of questionnaires.standard.sections) {
    const answers = {
      ...{ 'from-month': '3', 'from-year': '2019', still_there: 'yes', role: 'Driver', employment_type: 'full_time' },
      ...{ disciplinary: 'no', rehire: 'yes', referee_name: 'Kim Right' },
    };
    assert.equal(await saveSection(ctx, front, section, answers), undefined);
  }
  await page.goto(`${base}/answers`);
  assert.doesNotMatch(await page.content(), /wrong\.txt/);
  const files = await listAttachments(ctx, { ...tenant, subsidiaryIds: null }, check.orderId);
  assert.deepEqual(files, [], 'it was not sent, and is deleted');
});

test('a referee declines with a reason, which the desk shows', async () => {
  const check = await place();
  const desk = await screener();
  await askFor(desk, check);
  const page = await openLink(check, { screen: 'phone' });
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await press(page, 'Continue');
  await press(page, 'Decline to give a reference');
  await page.getByText('There is a problem').waitFor();
  await look(page, 'decline');
  await page.getByRole('radio', { name: 'We have no records of them' }).check();
  await press(page, 'Decline to give a reference');
  await page.getByRole('heading', { name: 'You give no reference' }).waitFor();
  await desk.reload();
  await desk.getByText('Why the referee declined: We have no records of them').waitFor();
  await desk.getByRole('link', { name: 'Close the report as unable to verify' }).click();
  assert.equal(await desk.getByRole('radio', { name: 'The source refuses to answer' }).isChecked(), true);
});

test('a referee names somebody who should answer in their place; the desk reads it, and nobody is written to', async () => {
  const check = await place();
  const desk = await screener();
  await askFor(desk, check);
  const page = await openLink(check, { screen: 'phone' }, async (front) => {
    await front.getByText('Please do not forward our email').waitFor();
  });
  await page.getByRole('radio', { name: 'Somebody else should answer' }).check();
  await press(page, 'Continue');
  await fill(page, 'Email address (optional)', 'kim');
  await press(page, 'Send');
  await page.getByText('There is a problem').waitFor();
  await look(page, 'somebody-else');
  await fill(page, 'Name or department', 'Kim Right');
  await fill(page, 'Organisation (optional)', 'Acme Payroll');
  await fill(page, 'Email address (optional)', 'kim@acme.test');
  await press(page, 'Send');
  await page.getByRole('heading', { name: 'You give no reference' }).waitFor();
  await desk.reload();
  await desk
    .getByText('Why the referee declined: Somebody else should answer: Kim Right, Acme Payroll, kim@acme.test')
    .waitFor();
  assert.equal((await mailsTo(ctx, tenant, check.id, 'reference_request')).length, 1);
});

test('a referee whose policy is to confirm dates and role is asked for nothing else, also without JavaScript', async () => {
  const check = await place();
  await askFor(await screener(), check);
  const page = await openLink(check, { screen: 'phone', javaScript: false });
  await page.getByRole('radio', { name: /our policy is to confirm dates and role only/ }).check();
  await press(page, 'Continue');
  await fillDate(page, 'When did they start?', ['', '', '2019']);
  await choose(page, 'Are they still employed by you?', 'I do not know');
  await page.getByLabel('I do not know their job title').check();
  await press(page, 'Save and continue');
  await fill(page, 'Your full name', 'Pat Referee');
  await press(page, 'Save and continue');
  await page.waitForURL('**/answers');
  await page.getByLabel('I give it in good faith').check();
  await press(page, 'Send the reference');
  await page.getByRole('heading', { name: 'Your reference has been sent' }).waitFor();
  const { reply, status } = await stateOf(check);
  assert.deepEqual([status, reply.scope], ['answered', 'factual']);
  assert.deepEqual(reply.answers, {
    ...{ from: '2019', still_there: 'not_known', role_not_known: 'yes', referee_name: 'Pat Referee' },
  });
  const desk = await screener();
  await desk.goto(`${reportPath(check)}/references/${(await stateOf(check)).id}`);
  await desk.getByText('The referee knows only the year').waitFor();
  assert.equal(await desk.getByText('Not known', { exact: true }).count(), 2, 'among the answers');
});

test('a screener takes a reference by telephone, and what is typed is kept while something is missing', async () => {
  const check = await place();
  const desk = await screener();
  await askFor(desk, check, 'Take it by telephone');
  await desk.getByRole('heading', { name: 'Take a reference by telephone' }).waitFor();
  await fill(desk, 'The number that you called', '020 7946 0000');
  await fillDate(desk, 'When did they start?', ['1', '3', '2019']);
  await choose(desk, 'Are they still employed there?', 'Yes');
  await press(desk, 'Record the answers');
  await desk.getByText('There is a problem').waitFor();
  await look(desk, 'desk-telephone');
  assert.equal(await desk.getByLabel('The number that you called').inputValue(), '020 7946 0000');
  await desk.getByText('Select how you made sure who answers').first().waitFor();
  await choose(desk, 'How you made sure who answers', 'A register or official site names them');
  await fill(desk, 'What was their job title?', 'Driver');
  await choose(desk, 'What kind of employment was it?', 'Full time');
  await choose(desk, 'Is there a disciplinary warning', 'No');
  await choose(desk, 'Would the referee employ them again?', 'Yes');
  await press(desk, 'Record the answers');
  await desk.getByText('The answers are recorded.').waitFor();
  const { reply, mailedAt, authentication } = await stateOf(check);
  assert.deepEqual([reply.call?.number, mailedAt, authentication], ['020 7946 0000', null, 'registry']);
  assert.equal((await mailsTo(ctx, tenant, check.id, 'reference_request')).length, 0);
});

test('every page says whom and what the reference is about, and nothing that the referee is to state', async () => {
  const [job] = employed.activities!;
  const facts: Partial<ApplicantFacts> = {
    ...employed,
    activities: [job!, { ...job!, start_date: '2023-07-01', end_date: '2024-06-30' }],
    qualifications: [
      {
        ...noQualification,
        ...{ institution: 'University of Leeds', country: 'GBR', course: 'History', level: 'BA' },
      },
    ],
    references: [
      {
        name: 'Ann',
        relationship: 'Friend',
        organisation: null,
        email: 'ann@friends.test',
        telephone: null,
        reached_by: null,
      },
    ],
    addresses: [
      {
        ...noAddress,
        ...{ flat_number: null, building_name: null, building_number: '12', street: 'High Street', sub_street: null },
        ...{
          town: 'Leeds',
          county: null,
          state: null,
          postcode: 'LS1 4AP',
          country: 'GBR',
          start_date: '2015-01-01',
          end_date: null,
        },
      },
    ],
  };
  for (const [type, entryKey, questionnaire, page, about] of [
    ['employment_history:uk', 'activities-0', 'standard', 'employment', ' at Acme Ltd, the earlier of two employments'],
    ['employment_history:uk', 'activities-1', 'standard', 'conduct', ' at Acme Ltd, the later of two employments'],
    ['education:uk', 'qualifications-0', 'academic', 'studies', ' at University of Leeds'],
    ['tenant:landlord_reference', 'addresses-0', 'landlord', 'tenancy', ' at 12 High Street, Leeds, LS1 4AP'],
    ['character_reference', 'references-0', 'character', 'referee', ''],
  ] as const) {
    const check = await portal.placeCheck('test', facts, [type]);
    const caller = { ...tenant, actor: 'system', permissions: ['ask_references'] } as const;
    const at = { caller, check, report: check.reports[0]! };
    await requestReference(ctx, at, { ...personnel, entryKey, questionnaire });
    const referee = await openLink(check, { javaScript: false });
    await referee.getByRole('radio', { name: 'Yes', exact: true }).check();
    await press(referee, 'Continue');
    const base = referee.url().replace(/\/questions.*/, '');
    for (const path of [`questions/${page}`, 'letter', 'decline', 'somebody-else']) {
      await referee.goto(`${base}/${path}`);
      const caption = (await referee.locator('.govuk-caption-l').textContent())!.split(' – ')[0];
      assert.equal(caption, `Alex Sample${about}`, path);
    }
    await referee.context().close();
  }
});

test('hostile letters are refused as other uploads are', async () => {
  const check = await place();
  await askFor(await screener(), check);
  const page = await openLink(check);
  const base = new URL(page.url()).pathname.replace(/\/willing$/, '');
  await page.goto(`${portal.url}${base}/letter`);
  for (const [name, content] of [
    ['letter.exe', 'MZ'],
    ['letter.png', '<script>alert(1)</script>'],
    ['letter.txt', 'one\0two'],
  ] as const) {
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
    await press(page, 'Add file');
    await page.getByText('There is a problem').waitFor();
  }
});

test('a form from another site changes nothing, and pages behind the code lead to the first one', async () => {
  const check = await place();
  await askFor(await screener(), check);
  const [mail] = await mailsTo(ctx, tenant, check.id, 'reference_request');
  const base = `/reference/${tokenIn(mail!.text)}`;
  const person = visitor(portal);
  for (const path of ['willing', 'decline', 'questions/employment', 'letter', 'answers']) {
    const answer = await person.get(`${base}/${path}`);
    assert.deepEqual([answer.status, answer.headers.location], [303, base], path);
  }
  const forged = await person.post(`${base}/decline`, { reason: 'other' }, { 'sec-fetch-site': 'cross-site' });
  assert.equal(forged.status, 403);
  assert.equal((await stateOf(check)).status, 'requested');
  assert.equal((await person.get(`${base}x`)).status, 404);
});

test('two friends are asked, and two jobs at one employer: each has a link and a name of its own', async () => {
  const friend = { relationship: 'Friend', organisation: null, telephone: '020 7946 0000', reached_by: null };
  const [job] = employed.activities!;
  const facts = {
    ...employed,
    activities: [job!, { ...job!, start_date: '2023-07-01', end_date: '2024-06-30' }],
    references: ['Ann', 'Bob'].map((name) => ({ ...friend, name, email: `${name}@friends.test` })),
  };
  const check = await portal.placeCheck('test', facts, ['employment_history:uk']);
  const desk = await screener();
  const link = (of: string) => desk.getByRole('link', { name: `Ask for a reference: ${of}`, exact: true });
  const named = ['Ann, Friend', 'Bob, Friend', 'Acme Ltd, from 1 March 2019', 'Acme Ltd, from 1 July 2023'];
  for (const [at, of] of named.entries()) {
    await desk.goto(reportPath(check));
    for (const one of named) assert.equal(await link(one).count(), named.indexOf(one) < at ? 0 : 1, `${of}: ${one}`);
    await link(of).click();
    await press(desk, 'Take it by telephone');
    await asked(desk);
  }
  await desk.goto(reportPath(check));
  for (const of of named) await desk.getByRole('link', { name: of, exact: true }).waitFor();
  await look(desk, 'desk-friends');
});
