// Takes docs/picture.png: a candidate's form on a phone and the desk's work queue, from the program with its demo.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { launchBrowser, openPage, type Page } from '../browser.ts';
import { eventually, upTo } from '../limited-loops.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { type Program, programFolder } from '../program.ts';

const now = {
  building_number: '12',
  street: 'Canal Street',
  town: 'Leeds',
  postcode: 'LS1 4AP',
  country: 'GBR',
  start_date: '2024-09-01',
};
const before = {
  building_number: '3',
  street: 'Mill Lane',
  town: 'York',
  postcode: 'YO1 7HH',
  country: 'GBR',
  start_date: '2010-02-01',
  end_date: '2024-05-01',
};
const person = { title: 'Ms', last_name: 'Sample', gender: 'female', dob: '1990-03-04', nationality: 'GBR' };
/** A candidate with a gap in her address history. */
const jo = { ...person, first_name: 'Jo', email: 'jo@candidate.example', addresses: [now, before] };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Orders a check and returns the link to the candidate's form. */
async function order({ url, ca, demo }: Program, applicant: object): Promise<string> {
  const dispatcher = new Agent({ connect: { ca } });
  const post = async (path: string, json: object) => {
    const answer = await request(`${url}/vftapi/v2${path}`, {
      dispatcher,
      method: 'POST',
      headers: { authorization: demo.liveKey, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    return (await answer.body.json()) as { id: string; form_uri: string };
  };
  const { id } = await post('/applicants', applicant);
  const reports = [{ name: 'identity' }, { name: 'document' }, { name: 'right_to_work' }];
  return (await post(`/applicants/${id}/checks`, { type: 'standard', reports })).form_uri;
}

/** Fills in the form from the link up to the page. */
async function fillUpTo(page: Page, path: string, link: string, address: string, mails: MailServer): Promise<void> {
  await page.goto(link);
  await press(page, 'Continue');
  const { text } = await mails.mailTo(address, (mail) => /is your code/.test(mail.subject));
  await page.getByLabel('Code', { exact: true }).fill(/\b\d{4} \d{4} \d{4}\b/.exec(text)![0]);
  await press(page, 'Continue');
  await page.waitForURL('**/tasks');
  await press(page, 'Continue');
  for (const _ of upTo(50, path)) {
    if (page.url().endsWith(path)) break;
    if (page.url().endsWith('/previous-names')) await page.getByRole('radio', { name: /^No\b/ }).check();
    await press(page, 'Save and continue');
  }
}

async function openQueue(page: Page, { url, demo }: Program): Promise<void> {
  await page.goto(`${url}/desk`);
  await page.getByLabel('Email address').fill(demo.desk.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.desk.password);
  await press(page, 'Sign in');
  await page.waitForURL('**/desk');
}

/** Combines both pictures, the phone in front of the desk. */
async function join(page: Page, desk: Buffer, phone: Buffer): Promise<Buffer> {
  const image = (png: Buffer, style: string) =>
    `<img src="data:image/png;base64,${png.toString('base64')}" style="position: absolute; ${style}; border-radius: 12px;
      box-shadow: 0 2px 24px #0003">`;
  await page.setViewportSize({ width: 1200, height: 760 });
  await page.setContent(`<body style="margin: 0; background: #e9eef0">
    ${image(desk, 'left: 30px; top: 30px; width: 960px')} ${image(phone, 'right: 30px; top: 90px; width: 310px')}</body>`);
  return page.screenshot();
}

const picture = fileURLToPath(new URL('../../../docs/picture.png', import.meta.url));
const folder = programFolder({ hasHistory: true });
const mails = await startMailServer();
const program = await folder.start({
  PROBITY_MAIL_URL: mails.url,
  PROBITY_EMAIL_DOMAIN_CHECK: 'off',
  PROBITY_LOG_LEVEL: 'info',
});
await eventually(
  async () => program.log(),
  (log) => log.includes('demo filled'),
  120_000,
);
const browser = await launchBrowser(program.ca);
try {
  // Take the pages at double resolution, and scale them down.
  process.env.SCREENSHOTS = 'for docs/picture.png';
  const phone = await openPage(browser, { screen: 'phone' });
  await fillUpTo(phone, '/addresses', await order(program, jo), jo.email, mails);
  const desk = await openPage(browser);
  await openQueue(desk, program);
  delete process.env.SCREENSHOTS;
  const joined = await join(await openPage(browser), await desk.screenshot(), await phone.screenshot());
  writeFileSync(picture, joined);
} finally {
  await browser.close();
  await program.stop();
  await mails.close();
  folder.remove();
}
