// The form in a real browser: on a phone, without JavaScript, by keyboard alone, enlarged; axe finds no problem on any
// page.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import type { Address } from '../../../src/features/facts/facts.ts';
import { mailedCodes, type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  type Locator,
  launchBrowser,
  openPage,
  type Page,
  type PageOptions,
  scrollsSideways,
  typeCountry,
} from '../../support/browser.ts';
import { noAddress } from '../../support/empty-entries.ts';
import { startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const tenant = portal.caller('test');

async function candidate(options: PageOptions, ordered: Ordered = {}) {
  const { check, token } = await placeWaiting(portal.ctx, tenant, ordered);
  const page = await openPage(browser, options);
  await page.goto(`${portal.url}/form/${token}`);
  return { check, page, path: `/form/${token}` };
}

/** Clicks, and waits for the page that follows, which comes later where a draft is saved first. */
async function leaveBy(page: Page, locator: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('framenavigated'), locator.click()]);
  await page.waitForLoadState();
}

const press = (page: Page, name = 'Save and continue') =>
  leaveBy(page, page.getByRole('button', { name, exact: true }));
/** The input that a script makes of a list of countries. */
const countryInput = (page: Page) => page.getByRole('combobox').and(page.locator('input'));
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);

/** 1280 pixels at 400 %: the minimum width of WCAG 1.4.10. */
const NARROWEST = 320;

/** Takes a screenshot; the page has no axe problem and no horizontal scrolling at any zoom. */
async function look(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()!;
  await keepScreenshot(page, `candidate-${size.width}-${name}`);
  assert.deepEqual(await accessibilityProblems(page), [], name);
  assert.equal(await scrollsSideways(page), false, name);
  await page.setViewportSize({ width: NARROWEST, height: size.height });
  assert.equal(await scrollsSideways(page), false, `${name}, enlarged`);
  await page.setViewportSize(size);
}

async function enterCode(page: Page, checkId: string): Promise<void> {
  await press(page, 'Continue');
  await fill(page, 'Code', (await mailedCodes(portal.ctx, tenant, checkId))[0]!);
  await press(page, 'Continue');
  await page.waitForURL('**/tasks');
}

async function fillDate(
  page: Page,
  group: string,
  [day, month, year]: readonly [string, string, string],
): Promise<void> {
  const fields = page.getByRole('group', { name: group });
  await fields.getByLabel('Day').fill(day);
  await fields.getByLabel('Month').fill(month);
  await fields.getByLabel('Year').fill(year);
}

type See = (name: string) => Promise<void>;

async function answerAboutYou(page: Page, see: See): Promise<void> {
  await see('name');
  await fill(page, 'First name', '4');
  await press(page);
  await see('name-wrong');
  await fill(page, 'First name', 'Alexandra');
  await press(page);
  await page.getByRole('heading', { name: 'Is this right?' }).waitFor();
  await see('name-questioned');
  await press(page, 'Yes, go on');
  await page.getByRole('radio', { name: 'Yes', exact: true }).check();
  await see('previous-names');
  await fillDate(page, 'Since when have you used your present name?', ['', '6', '2018']);
  await press(page);
  await see('previous-names-none');
  await press(page, 'Add a name');
  await fill(page, 'Last name', 'Example');
  await fillDate(page, 'When did you begin to use it?', ['4', '3', '1990']);
  await fillDate(page, 'When did you stop using it?', ['', '5', '2018']);
  await see('previous-name');
  await press(page);
  await see('previous-names-list');
  await press(page);
  await see('birth-date');
  await press(page);
  await fillDate(page, 'What is your date of birth?', ['4', 'march', '1990']);
  await press(page);
  await see('gender');
  await page.getByRole('radio', { name: 'Female' }).check();
  await press(page);
  await fill(page, 'Town or city', 'Leeds');
  await typeCountry(page, 'Country', 'united k');
  await see('birth-place');
  await press(page);
  await typeCountry(page, 'What is your nationality?', 'UK');
  await see('nationality');
  await press(page);
  for (const question of ['Do you have a National Insurance number?', 'Do you hold a driving licence?']) {
    await page.getByRole('group', { name: question }).getByRole('radio', { name: 'No', exact: true }).check();
    await press(page);
  }
  await see('dbs-application');
  await page
    .getByRole('group', { name: 'Have you read the privacy policy' })
    .getByRole('radio', { name: 'Yes' })
    .check();
  await press(page);
  await see('contact');
  await press(page);
}

async function answerAddresses(page: Page, see: See): Promise<void> {
  await see('addresses-none');
  await press(page, 'Add where you live now');
  await press(page);
  await fill(page, 'House number', '12');
  await fill(page, 'Street', 'High Street');
  await fill(page, 'Town or city', 'Leeds');
  await fill(page, 'Postcode', 'ls14ap');
  await press(page);
  await see('stay');
  await fillDate(page, 'Moved in', ['', '4', '2024']);
  await press(page);
  await see('addresses-gap');
  await press(page);
  await press(page, 'Add another address');
  await typeCountry(page, 'Country', 'france');
  await fill(page, 'Street', 'Rue Haute');
  await fill(page, 'Town or city', 'Lyon');
  await see('place-abroad');
  await press(page);
  // The end date is suggested: the month before the candidate moved on, because no day of the move was typed.
  const movedOut = page.getByRole('group', { name: 'Moved out' });
  assert.equal(await movedOut.getByLabel('Day').inputValue(), '');
  assert.equal(await movedOut.getByLabel('Month').inputValue(), '3');
  await fillDate(page, 'Moved in', ['', '1', '2015']);
  await press(page);
  await see('addresses-whole');
  await leaveBy(page, page.getByRole('link', { name: /Remove.*Rue Haute/ }));
  await see('address-remove');
  await leaveBy(page, page.getByRole('link', { name: 'Keep it' }));
  await press(page);
}

async function consentAndSend(page: Page, see: See): Promise<void> {
  await see('unspent-convictions');
  await page.getByText('I am not sure').click();
  assert.ok(await page.getByText('A No in good faith is fine').isVisible());
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await press(page);
  await see('consent');
  await press(page);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page);
  await page.waitForURL('**/documents');
  await see('documents');
  await press(page, 'Continue');
  await page.waitForURL('**/answers');
  await see('answers');
  await press(page, 'Send my answers');
  await see('answers-wrong');
  await page.getByLabel('My answers are true').check();
  await press(page, 'Send my answers');
}

const expectedAddresses = [
  ['Leeds', 'LS1 4AP', 'GBR', '2024-04-01', null],
  ['Lyon', null, 'FRA', '2015-01-01', '2024-03-31'],
];

test('a candidate enters the code, answers everything and submits, on a phone', async () => {
  const { check, page, path } = await candidate({ screen: 'phone' });
  const see: See = (name) => look(page, name);
  await see('start');
  await press(page, 'Continue');
  await fill(page, 'Code', '12');
  await press(page, 'Continue');
  await see('code-wrong');
  await fill(page, 'Code', (await mailedCodes(portal.ctx, tenant, check.id))[0]!);
  await press(page, 'Continue');
  await page.waitForURL('**/tasks');
  await see('tasks');
  assert.equal(await page.getByText('Continue on your phone').isVisible(), false, 'a phone needs no other phone');
  await press(page, 'Continue');
  await answerAboutYou(page, see);
  await answerAddresses(page, see);
  await consentAndSend(page, see);
  await page.waitForURL('**/done');
  await see('done');
  await page.goto(`${portal.url}${path}`);
  await see('sent');
  const [link, aside] = await Promise.all(
    ['Read what you sent', 'Also to save as a PDF'].map((text) => page.getByText(text, { exact: true }).boundingBox()),
  );
  assert.ok(aside!.y >= link!.y + link!.height - 2, 'what a link is for stands below it');
  const { status, order } = await readCheck(portal.ctx, tenant, check.id);
  assert.equal(status, 'in_progress');
  assert.deepEqual(
    order.facts.addresses.map((address) => [
      ...[address.town, address.postcode, address.country],
      ...[address.start_date, address.end_date],
    ]),
    expectedAddresses,
  );
  assert.deepEqual([order.facts.dob, order.facts.previous_last_name], ['1990-03-04', 'Example']);
});

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const label = await focused.evaluate((element) => {
      const { labels, textContent } = element as { labels?: ArrayLike<{ textContent: string }>; textContent: string };
      return (labels?.[0]?.textContent ?? textContent).trim();
    });
    if (label.startsWith(name)) return;
  }
  assert.fail(`the keyboard does not reach ${name} on ${page.url()}`);
}

test('a candidate needs only the keyboard', async () => {
  const { check, page } = await candidate({ screen: 'desk' }, { reports: ['right_to_work'] });
  const type = async (label: string, text: string) => {
    await tabTo(page, label);
    await page.keyboard.type(text);
  };
  const pressKey = async (name: string, key: 'Enter' | 'Space') => {
    await tabTo(page, name);
    await page.keyboard.press(key);
    await page.waitForLoadState();
  };
  await pressKey('Continue', 'Enter');
  await page.waitForURL('**/code');
  await type('Code', (await mailedCodes(portal.ctx, tenant, check.id))[0]!);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tasks');
  await pressKey('Continue', 'Enter');
  await page.waitForURL('**/name');
  await pressKey('Save and continue', 'Enter');
  await page.waitForURL('**/date-of-birth');
  await pressKey('Save and continue', 'Enter');
  // The error summary has the focus; its link leads to the input.
  await page.getByRole('alert').waitFor();
  await tabTo(page, 'Enter your date of birth');
  await page.keyboard.press('Enter');
  await page.keyboard.type('4');
  await type('Month', '3');
  await type('Year', '1990');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/nationality');
  await countryInput(page).waitFor();
  await type('What is your nationality?', 'Unit');
  await pressKey('Save and continue', 'Enter');
  await page.waitForURL('**/contact');
  await pressKey('Save and continue', 'Enter');
  await page.waitForURL('**/consent');
  await pressKey('I have read this', 'Space');
  await pressKey('Save and continue', 'Enter');
  await page.waitForURL('**/documents');
  await pressKey('Continue', 'Enter');
  await page.waitForURL('**/answers');
  await pressKey('My answers are true', 'Space');
  await pressKey('Send my answers', 'Enter');
  await page.waitForURL('**/done');
  assert.equal((await readCheck(portal.ctx, tenant, check.id)).order.facts.nationality, 'GBR');
});

test('a nationality is found by any name of its country or of its people; an unknown one is refused', async () => {
  const { check, page, path } = await candidate({ screen: 'desk' }, { reports: ['right_to_work'] });
  await enterCode(page, check.id);
  await page.goto(`${portal.url}${path}/nationality`);
  const input = countryInput(page);
  for (const [typed, first] of [
    ['usa', 'United States'],
    ['cote d', 'Ivory Coast'],
    ['virgin', 'British Virgin Islands'],
    ['british', 'United Kingdom'],
    ['dutch', 'Netherlands'],
    ['ireland', 'Ireland'],
  ] as const) {
    await input.fill(typed);
    assert.equal(await page.getByRole('option').first().textContent(), first);
  }
  assert.deepEqual(await accessibilityProblems(page), []);
  await input.press('Tab');
  await press(page);
  await page.waitForURL('**/contact');
  await page.goto(`${portal.url}${path}/nationality`);
  assert.equal(await input.inputValue(), 'Ireland');
  await input.fill('Atlantis');
  await page.getByRole('option', { name: 'No country has this name' }).waitFor();
  await look(page, 'nationality-none');
  await press(page);
  await input.waitFor();
  await page.getByRole('alert').getByRole('link').click();
  assert.match((await page.locator(':focus').getAttribute('class'))!, /govuk-input--error/);
  assert.equal(await input.inputValue(), 'Atlantis', 'what was typed is there to be corrected');
  await page.getByRole('option', { name: 'No country has this name' }).waitFor();
  assert.equal(await page.getByRole('option').count(), 1, 'it is not suggested');
  await look(page, 'nationality-wrong');
  await press(page);
  assert.equal(await input.inputValue(), 'Atlantis', 'also when it is sent as it is');
  await input.fill('atl');
  await page.getByRole('option', { name: 'No country has this name' }).waitFor();
  await input.fill('');
  await press(page);
  assert.equal(await input.inputValue(), '');
  await typeCountry(page, 'What is your nationality?', 'irish');
  await press(page);
  await page.waitForURL('**/contact');
});

test('Back from the next page opens a page that had refused its form, and no question whether to send it again', async () => {
  const { check, page, path } = await candidate({ screen: 'phone' }, { reports: ['right_to_work'] });
  await enterCode(page, check.id);
  await page.goto(`${portal.url}${path}/name`);
  await fill(page, 'First name', '4');
  const answerOf = (end: string) =>
    page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith(end));
  const refused = answerOf('/name');
  const kept = answerOf('/drafts');
  await press(page);
  assert.equal((await refused).status(), 422);
  await page.getByRole('link', { name: /only letters/ }).waitFor();
  await kept;
  await page.reload();
  await page.getByText('We kept what you typed').waitFor();
  assert.equal(await page.getByLabel('First name').inputValue(), '4', 'what was refused is there as a draft');
  await fill(page, 'First name', 'Alexandra');
  await press(page);
  await press(page, 'Yes, go on');
  await page.waitForURL('**/date-of-birth');
  await page.goBack();
  await page.waitForURL('**/name');
  assert.equal(await page.getByLabel('First name').inputValue(), 'Alexandra');
});

const home: Address = {
  ...noAddress,
  ...{ flat_number: null, building_number: '12', building_name: null, street: 'High Street', sub_street: null },
  ...{
    town: 'Leeds',
    county: null,
    state: null,
    postcode: 'LS1 4AP',
    country: 'GBR',
    start_date: '2001-04-01',
    end_date: null,
  },
};

test("a candidate needs no JavaScript, and is redirected to the client's page, also if that redirects again", async () => {
  // Another origin that answers with a redirect: the browser would block both after a form post.
  const elsewhere = portal.url.replace('localhost', '127.0.0.1');
  const { check, page } = await candidate(
    { screen: 'desk', javaScript: false },
    { reports: ['right_to_work', 'identity'], facts: { addresses: [home] }, redirectUri: `${elsewhere}/` },
  );
  const sent: Promise<Record<string, string>>[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(elsewhere)) sent.push(request.allHeaders());
  });
  const see: See = (name) => keepScreenshot(page, `candidate-1280-${name}`);
  await see('start');
  await enterCode(page, check.id);
  await see('tasks');
  await press(page, 'Continue');
  await press(page);
  await page.getByLabel('No, I have always had this name').check();
  await press(page);
  await fillDate(page, 'What is your date of birth?', ['4', '3', '1990']);
  await see('birth-date');
  await press(page);
  await page.getByLabel('What is your nationality?').selectOption('GBR');
  await press(page);
  await press(page);
  await see('addresses-given');
  await press(page);
  await page.getByLabel('I have read this').check();
  await see('consent');
  await press(page);
  await see('documents');
  await press(page, 'Continue');
  await page.getByLabel('My answers are true').check();
  await see('answers');
  await press(page, 'Send my answers');
  await page.waitForURL(`${elsewhere}/sign-in`);
  const referrers = (await Promise.all(sent)).map((headers) => headers.referer);
  assert.ok(referrers.length > 0 && !referrers.some((referrer) => referrer?.includes('/form/')));
  await page.goBack();
  await see('sent');
  assert.match(await page.content(), /Your form has been sent/);
  assert.deepEqual((await readCheck(portal.ctx, tenant, check.id)).order.facts.addresses, [home]);
});

test('a candidate enters work, education, memberships and licence, on a phone', async () => {
  const { check, page, path } = await candidate(
    { screen: 'phone' },
    {
      reports: ['activity', 'education:uk', 'professional_membership', 'driving_licence'],
      facts: { dob: '1990-03-04' },
    },
  );
  const see: See = (name) => look(page, name);
  await enterCode(page, check.id);
  const open = (at: string) => page.goto(`${portal.url}${path}/${at}`);
  await open('gender');
  await page.getByRole('radio', { name: 'Female' }).check();
  await press(page);
  await page.getByRole('radio', { name: 'Yes', exact: true }).check();
  await page.getByRole('radio', { name: 'Northern Ireland, full' }).check();
  await fill(page, 'Number of your licence', '1234 567');
  await press(page);
  await see('licence-wrong');
  await fill(page, 'Number of your licence', '12345678');
  await press(page);

  await open('activities');
  await press(page);
  await see('activities-none');
  await press(page, 'Add a job or what you did instead');
  await press(page);
  await see('activity-wrong');
  await page.getByRole('radio', { name: 'Full-time employee' }).check();
  await see('activity-kind');
  await press(page);
  await see('activity');
  await fill(page, 'Employer', 'Acme Care');
  await fill(page, 'Town or address', 'Leeds');
  await fill(page, 'Job title', 'Porter');
  await fillDate(page, 'Began', ['', '4', '2024']);
  await page.getByRole('radio', { name: 'Once I have an offer of the new job' }).check();
  await press(page);
  await see('activities-gap');
  await press(page, 'Add a job or what you did instead');
  await page.getByRole('radio', { name: 'Travelling' }).check();
  await press(page);
  await fillDate(page, 'Began', ['', '1', '2015']);
  await fillDate(page, 'Ended', ['', '3', '2024']);
  await press(page);
  await see('activities-whole');
  await leaveBy(page, page.getByRole('link', { name: /Remove.*Travelling/ }));
  await see('activity-remove');
  await leaveBy(page, page.getByRole('link', { name: 'Keep it' }));
  await press(page);

  await page.waitForURL('**/qualifications');
  await see('qualifications-none');
  await press(page, 'I have no qualifications of this kind');
  await open('qualifications');
  await see('qualifications-none-said');
  await press(page, 'Add a qualification');
  await fill(page, 'School, college or university', 'University of Leeds');
  await typeCountry(page, 'Country where you got it', 'united k');
  await fill(page, 'Course or subject', 'History');
  await fill(page, 'Level', 'BA');
  await see('qualification');
  await press(page);
  await see('education');
  await press(page);
  await page.waitForURL('**/memberships');
  await press(page, 'Add a membership');
  await fill(page, 'Professional body', 'Law Society');
  await page.getByLabel('Kind of membership').selectOption('Member');
  await see('membership');
  await press(page);
  await leaveBy(page, page.getByRole('link', { name: /Remove.*Law Society/ }));
  await press(page, 'Remove it');
  await see('memberships-none');
  await press(page, 'Add a membership');
  await fill(page, 'Professional body', 'Chartered Institute of Personnel');
  await page.getByLabel('Kind of membership').selectOption('Member');
  await press(page);
  await press(page);

  for (const id of ['name', 'previous-names', 'date-of-birth', 'contact', 'consent']) {
    await open(id);
    if (id === 'previous-names') await page.getByRole('radio', { name: 'No, I have always had this name' }).check();
    if (id === 'consent') await page.getByLabel('I have read this').check();
    await press(page);
  }
  // Proof of the travels that were named.
  await page.waitForURL('**/documents');
  await press(page, 'Continue');
  await page.waitForURL('**/answers');
  await see('answers-history');
  await page.getByLabel('My answers are true').check();
  await press(page, 'Send my answers');
  await page.waitForURL('**/done');
  const { facts } = (await readCheck(portal.ctx, tenant, check.id)).order;
  assert.deepEqual(
    facts.activities.map(({ status, employer, start_date, end_date }) => [status, employer, start_date, end_date]),
    [
      ['FullTime', 'Acme Care', '2024-04-01', null],
      ['Travelling', '', '2015-01-01', '2024-03-31'],
    ],
  );
  assert.deepEqual(
    [facts.qualifications.map(({ level }) => level), facts.memberships.map(({ status }) => status)],
    [['BA'], ['Member']],
  );
  assert.deepEqual(facts.id_numbers, [{ type: 'driving_licence', value: '12345678', state_code: null }]);
});

test('codes, certificates and papers are asked for on pages of their own', async () => {
  const reports = [
    ...['right_to_work:online_share_code', 'driving_licence:gb_check_code', 'dbs_update_service', 'proof_of_address'],
    ...['criminal_history_scotland:pvg_existing_member', 'tax_number_international', 'name_change'],
  ];
  const { check, page, path } = await candidate({ screen: 'phone' }, { reports });
  await enterCode(page, check.id);
  const asked: readonly (readonly [page: string, label: string, wrong: string, message: string])[] = [
    ['share-code', 'Share code', 'W12', 'Enter a share code like W12 345 678'],
    [
      'driving-licence-check-code',
      'Check code',
      'aB1',
      'Enter the 8 letters and numbers of the code, like aB 1c D2 eF',
    ],
    ['disclosure-certificate', 'Certificate number', '12', 'Enter the 12 digits at the top right of the certificate'],
    ['pvg-membership', 'PVG membership number', '', 'Enter your PVG membership number'],
    ['local-identifier--tax-number', 'Your tax number in another country', '', 'Enter your tax number'],
  ];
  for (const [id, label, wrong, message] of asked) {
    await page.goto(`${portal.url}${path}/${id}`);
    await fill(page, label, wrong);
    await press(page);
    await page.getByRole('link', { name: message }).waitFor();
    await look(page, id);
  }
  for (const [id, wayOut] of [
    ['share-code', 'If the form does not go on without it, tell who asked you for the check'],
    ['disclosure-certificate', 'If you have no such account, this check cannot be made'],
    ['pvg-membership', 'If you are not a member, this check cannot be made'],
  ]) {
    await page.goto(`${portal.url}${path}/${id}`);
    await page.getByText(wayOut!).waitFor();
  }
  await page.goto(`${portal.url}${path}/documents`);
  await page.getByRole('heading', { name: 'Proof of your change of name' }).waitFor();
  await look(page, 'documents-of-all');
  await page.goto(`${portal.url}${path}/driving-licence`);
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await press(page);
  await page.goto(`${portal.url}${path}/tasks`);
  await page.getByRole('link', { name: 'Your driving licence', exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Your driving licence check code' }).count(), 0);
});
