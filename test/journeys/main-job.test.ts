// The main job, end to end over real HTTPS: an integrator's client orders, the candidate submits the form from the
// mail's link, a screener records results at the desk, and the signed notifications and the PDF arrive.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { extractText, getDocumentProxy } from 'unpdf';
import { confirmAnyway } from '../portals/desk/confirm-anyway.ts';
import { type Browser, launchBrowser, openPage, type Page, typeCountry } from '../support/browser.ts';
import { upTo } from '../support/limited-loops.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Program, programFolder } from '../support/program.ts';
import { startWebhookReceiver, verifiesXSignature, type WebhookReceiver } from '../support/webhook-receiver.ts';

const address = 'jo.sample@candidate.example';
const redirectUri = 'https://employer.example/thank-you';

/** The client library unmodified, with the server's address set as its documentation says. */
interface OnfidoClient {
  createApplicant(applicant: object): Promise<{ id: string }>;
  createCheck(applicantId: string, check: object): Promise<{ id: string; form_uri: string; reports: { id: string }[] }>;
}

function clientOf(program: Program): OnfidoClient {
  const onfido = createRequire(import.meta.url)('onfido');
  const client = onfido.ApiClient.instance;
  client.basePath = `${program.url}/vftapi/v2`;
  client.authentications.Token.apiKey = program.demo.liveKey;
  client.authentications.Token.apiKeyPrefix = 'Token token=';
  // The library's hook for deployments adds the local certificate authority.
  client.plugins = [(sent: { ca(pem: string): void }) => sent.ca(program.ca)];
  return new onfido.DefaultApi();
}

/** Presses a button and waits for the next page, or the same page with errors. */
async function press(page: Page, name: string): Promise<void> {
  const arrived = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name, exact: true }).click();
  await arrived;
}

async function fillForm(page: Page, link: string, mails: MailServer): Promise<void> {
  await page.goto(link);
  assert.doesNotMatch(await page.content(), /Sample|candidate\.example/, 'nothing personal before the code');
  await press(page, 'Continue');
  const { text } = await mails.mailTo(address, (mail) => /is your code/.test(mail.subject));
  await page.getByLabel('Code', { exact: true }).fill(/\b\d{4} \d{4} \d{4}\b/.exec(text)![0]);
  await press(page, 'Continue');
  await page.waitForURL('**/tasks');
  await press(page, 'Continue');
  for (const _ of upTo(30, 'the end of the form')) {
    if (page.url().endsWith('/answers')) break;
    await answerPage(page);
  }
  await page.getByLabel('My answers are true').check();
  await press(page, 'Send my answers');
}

/** Answers the current page of the form like a person. */
async function answerPage(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname.split('/').slice(3).join('/');
  const fillIfThere = async (label: string, value: string) => {
    const input = page.getByLabel(label, { exact: true });
    if ((await input.count()) > 0) await input.first().fill(value);
  };
  if (path === 'date-of-birth') {
    await fillIfThere('Day', '4');
    await fillIfThere('Month', '3');
    await fillIfThere('Year', '1990');
  }
  if (path === 'previous-names') await page.getByRole('radio', { name: 'No, I have always had this name' }).check();
  if (path === 'nationality') await typeCountry(page, 'What is your nationality?', 'UK');
  if (path === 'addresses' && (await page.getByRole('button', { name: 'Add where you live now' }).count()) > 0) {
    await press(page, 'Add where you live now');
    await fillIfThere('House number', '12');
    await fillIfThere('Street', 'High Street');
    await fillIfThere('Town or city', 'Leeds');
    await fillIfThere('Postcode', 'LS1 4AP');
    await press(page, 'Save and continue');
    await fillIfThere('Month', '4');
    await fillIfThere('Year', '2015');
  }
  if (path === 'consent') for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, path === 'documents' ? 'Continue' : 'Save and continue');
}

async function screenReports(browser: Browser, program: Program, count: number): Promise<void> {
  const page = await openPage(browser, { screen: 'desk' });
  await page.goto(`${program.url}/desk`);
  await page.getByLabel('Email address').fill(program.demo.desk.email);
  await page.getByLabel('Password', { exact: true }).fill(program.demo.desk.password);
  await press(page, 'Sign in');
  await page.waitForURL('**/desk');
  for (let done = 0; done < count; done += 1) {
    await page.goto(`${program.url}/desk`);
    await press(page, 'Take the next report');
    const isDocument = (await page.getByRole('heading', { level: 1 }).textContent()) === 'Identity document';
    await page.getByRole('radio', { name: isDocument ? 'Consider' : 'Clear', exact: true }).check();
    if (isDocument) {
      await page.getByLabel('What the examination showed').selectOption('Caution');
      await page.getByLabel('Image', { exact: true }).selectOption('Consider');
      await page.getByLabel('Notes for the client').fill('Please ask for another document.');
    }
    await press(page, 'Complete report');
    await confirmAnyway(page);
    await page.getByText('The report is complete.').waitFor();
  }
  await page.context().close();
}

interface Notification {
  readonly payload: { readonly action: string; readonly object: { readonly status: string; readonly href: string } };
}

const notificationsOf = (receiver: WebhookReceiver) =>
  receiver.requests.map(({ body }) => JSON.parse(body.toString('utf8')) as Notification);

interface StructNode {
  readonly role?: string;
  readonly children?: readonly StructNode[];
}

const rolesIn = (node: StructNode): string[] => [node.role ?? '', ...(node.children ?? []).flatMap(rolesIn)];

async function assertDocument(pdf: Uint8Array, orderId: number): Promise<void> {
  const document = await getDocumentProxy(pdf);
  const { text } = await extractText(document, { mergePages: true });
  for (const expected of [`VF${orderId}`, 'Identity document', 'Identity', 'Consider', 'Clear', 'Image']) {
    assert.ok(text.includes(expected), `the document says ${expected}`);
  }
  const roles = rolesIn((await (await document.getPage(1)).getStructTree()) as StructNode);
  assert.ok(roles.includes('H1') && roles.includes('Table'), 'the document has its structure');
}

test('an order leads from an unmodified client to signed notifications and a PDF', async () => {
  const folder = programFolder({ makesDatabase: true });
  const mails = await startMailServer();
  const receiver = await startWebhookReceiver();
  after(async () => {
    await Promise.all([mails.close(), receiver.close()]);
    folder.remove();
  });
  const program = await folder.start({
    PROBITY_MAIL_URL: mails.url,
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
    PROBITY_WEBHOOK_CA: receiver.caFile,
  });
  after(() => program.kill());
  const dispatcher = new Agent({ connect: { ca: program.ca } });
  const api = async (method: 'GET' | 'POST', url: string, json?: object) => {
    const reply = await request(url, {
      dispatcher,
      method,
      headers: { authorization: `Bearer ${program.demo.liveKey}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return { status: reply.statusCode, bytes: new Uint8Array(await reply.body.arrayBuffer()) };
  };
  const jsonOf = ({ bytes }: { bytes: Uint8Array }) => JSON.parse(Buffer.from(bytes).toString('utf8'));
  const base = `${program.url}/vftapi/v2`;
  const { token } = jsonOf(await api('POST', `${base}/webhooks`, { url: `${receiver.url}/hook` })) as { token: string };

  const client = clientOf(program);
  const applicant = await client.createApplicant({
    title: 'Ms',
    first_name: 'Jo',
    last_name: 'Sample',
    email: address,
    gender: 'female',
    country: 'gbr',
  });
  const check = await client.createCheck(applicant.id, {
    type: 'standard',
    reports: [{ name: 'identity' }, { name: 'document' }],
    tags: ['PO-77'],
    redirect_uri: redirectUri,
  });
  assert.equal(check.reports.length, 2);

  const invitation = await mails.mailTo(address, (mail) => /background check/.test(mail.subject));
  const link = /https:\/\/\S+\/form\/\S+/.exec(invitation.text)![0];
  assert.equal(link, check.form_uri);
  const browser = await launchBrowser(program.ca);
  after(() => browser.close());
  const page = await openPage(browser, { screen: 'phone' });
  await page.route('https://employer.example/**', (route) => route.fulfill({ body: 'Thank you' }));
  await fillForm(page, link, mails);
  await page.waitForURL(redirectUri);

  await screenReports(browser, program, 2);
  await receiver.received(6);
  const read = jsonOf(await api('GET', `${base}/applicants/${applicant.id}/checks/${check.id}?expand=reports`)) as {
    status: string;
    result: string;
    order_id: number;
    download_uri: string;
    reports: { name: string; status: string; result: string; sub_result: string | null }[];
  };
  assert.deepEqual([read.status, read.result], ['complete', 'consider']);
  assert.deepEqual(
    read.reports.map(({ name, status, result, sub_result }) => [name, status, result, sub_result]),
    [
      ['identity', 'complete', 'clear', null],
      ['document', 'complete', 'consider', 'caution'],
    ],
  );

  const actions = notificationsOf(receiver).map(({ payload }) => payload.action);
  assert.deepEqual(actions.toSorted(), [
    'check.completed',
    'check.form_completed',
    'check.form_opened',
    'check.started',
    'report.completed',
    'report.completed',
  ]);
  for (const received of receiver.requests) {
    assert.ok(verifiesXSignature(received, token));
    new Webhook(token).verify(received.body, { ...received.headers });
    assert.doesNotMatch(received.body.toString('utf8'), /Sample|candidate\.example/);
  }
  for (const { payload } of notificationsOf(receiver)) {
    assert.equal((await api('GET', payload.object.href)).status, 200, 'every href can be read');
  }
  const pdf = await api('GET', `${read.download_uri}.pdf`);
  assert.equal(pdf.status, 200);
  await assertDocument(pdf.bytes, read.order_id);
  await dispatcher.close();
  assert.equal(await program.stop(), 0);
});
