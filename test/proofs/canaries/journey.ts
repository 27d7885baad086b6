// The life of a check with canaries in every text: ordered, mailed, answered, screened, read; with every kind of error
// on the way.

import { connect } from 'node:tls';
import { Agent, request } from 'undici';
import { extractText, getDocumentProxy } from 'unpdf';
import { anyway } from '../../portals/desk/confirm-anyway.ts';
import type { MailServer } from '../../support/mail-server.ts';
import type { Program } from '../../support/program.ts';
import { createFormWalker, type FormWalker, type Page } from './form-walker.ts';
import type { Maker, Mint } from './mint.ts';

export interface World {
  readonly program: Program;
  readonly mails: MailServer;
  readonly mint: Mint;
  /** The texts that were shown to authorised readers. */
  readonly shown: string[];
}

const base = '/vftapi/v2';

interface Reply {
  readonly status: number;
  readonly bytes: Buffer;
}

export interface Api {
  send(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    json?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>;
  close(): Promise<void>;
}

export function apiOf({ program, shown }: World): Api {
  const dispatcher = new Agent({ connect: { ca: program.ca } });
  return {
    async send(method, url, json, headers = {}) {
      const reply = await request(new URL(url, program.url), {
        dispatcher,
        method,
        headers: { authorization: program.demo.liveKey, 'content-type': 'application/json', ...headers },
        ...(json === undefined ? {} : { body: typeof json === 'string' ? json : JSON.stringify(json) }),
      });
      const bytes = Buffer.from(await reply.body.arrayBuffer());
      if (reply.statusCode < 300) shown.push(bytes.toString('utf8'));
      return { status: reply.statusCode, bytes };
    },
    close: () => dispatcher.close(),
  };
}

function jsonOf<T>(reply: Reply, status: number): T {
  if (reply.status !== status)
    throw new Error(`answered ${reply.status}: ${reply.bytes.toString('utf8').slice(0, 500)}`);
  return JSON.parse(reply.bytes.toString('utf8')) as T;
}

function addressOf(mint: Maker, country: string, from: string, to: string | null) {
  return {
    flat_number: mint.text('Flat'),
    building_number: mint.text('No'),
    building_name: mint.text('House'),
    street: mint.text('Street'),
    sub_street: mint.text('Yard'),
    town: mint.text('Town'),
    state: mint.text('State'),
    ...(country === 'GBR' ? { postcode: 'SW1A 2AA' } : { postcode: mint.text('Code') }),
    country,
    start_date: from,
    end_date: to,
  };
}

export function newPerson(mint: Maker) {
  return {
    title: 'Mrs',
    first_name: mint.name(),
    middle_name: mint.name(),
    last_name: mint.name(),
    email: mint.email(),
    gender: 'female',
    dob: mint.birthDate(),
    telephone: mint.digits('0208#######'),
    mobile: mint.digits('07700######'),
    mothers_maiden_name: mint.name(),
    previous_last_name: mint.name(),
    nationality: 'GBR',
    country_of_birth: 'GBR',
    town_of_birth: mint.text('Town'),
    id_numbers: [
      { type: 'social_insurance', value: mint.nationalInsuranceNumber() },
      { type: 'ssn', value: mint.digits('###-##-####') },
      { type: 'identity_card', value: mint.text('Card') },
      { type: 'driving_license', value: mint.digits('D##########'), state_code: 'CA' },
    ],
    addresses: [addressOf(mint, 'GBR', '2015-01-01', null), addressOf(mint, 'FRA', '2001-01-01', '2015-01-01')],
  };
}

const newOrder = (mint: Maker) => ({
  type: 'standard',
  reports: [{ name: 'identity' }, { name: 'document' }, { name: 'criminal_history', variant: 'basic' }],
  criminal_history_report_details: {
    job_role: mint.text('Role'),
    purpose: 'employment',
    place_of_work: 'England',
    employer_name: mint.text('Employer'),
    employment_sector: 'Drivers',
  },
  tags: [mint.text('Order'), mint.text('Tag')],
  redirect_uri: `https://client.example/${encodeURIComponent(mint.digits('done-########'))}`,
  activity_years: 5,
});

interface Check {
  readonly id: string;
  readonly form_uri: string;
  readonly download_uri: string;
  readonly results_uri: string;
  readonly reports: readonly { readonly id: string; readonly href: string }[];
}

async function place(api: Api, mint: Mint): Promise<{ applicantId: string; email: string; check: Check }> {
  const key = () => ({ 'idempotency-key': mint.inPassing.plain('key') });
  const person = newPerson(mint);
  const made = jsonOf<{ id: string }>(await api.send('POST', `${base}/applicants`, person, key()), 201);
  const applicant = `${base}/applicants/${made.id}`;
  const change = { mothers_maiden_name: mint.name(), email: mint.email() };
  jsonOf(await api.send('PUT', applicant, change), 200);
  const check = jsonOf<Check>(await api.send('POST', `${applicant}/checks`, newOrder(mint), key()), 201);
  return { applicantId: made.id, email: change.email, check };
}

/** By the names of the form's inputs. */
function newAnswers(mint: Maker): Record<string, string> {
  const [year = '', month = '', day = ''] = mint.birthDate().split('-');
  return {
    first_name: mint.name(),
    middle_name: mint.name(),
    last_name: mint.name(),
    name_is_from_birth: 'yes',
    'dob-day': day,
    'dob-month': month,
    'dob-year': year,
    gender: 'female',
    town_of_birth: mint.text('Born in'),
    country_of_birth: 'GBR',
    nationality: 'GBR',
    mobile: mint.digits('07700######'),
    telephone: mint.digits('0208#######'),
    // The walker ticks every box, and who has a first name has more names than one.
    has_one_name: '',
    has_social_insurance: 'no',
    has_driving_licence: 'no',
    has_unspent_convictions: 'no',
    has_read_dbs_privacy_policy: 'yes',
  };
}

async function answerForm({ mails, mint, program, shown }: World, email: string, link: string): Promise<void> {
  const candidate = createFormWalker(program.url, program.ca);
  let page = await candidate.get(new URL(link).pathname);
  page = await candidate.submit(page, 'Continue', {});
  const { text } = await mails.mailTo(email, (mail) => /is your code/.test(mail.subject));
  const wrong = await candidate.submit(page, 'Continue', { code: mint.inPassing.plain('code') });
  page = await candidate.submit(wrong, 'Continue', { code: /\b\d{4} \d{4} \d{4}\b/.exec(text)![0] });
  const form = page.path.replace(/\/tasks$/, '');
  page = await candidate.get(`${form}/name`);
  // First submit an invalid answer, which the page shows again.
  await candidate.submit(page, 'Save and continue', {
    first_name: `${mint.inPassing.plain('first')} 7`,
    last_name: '',
  });
  const answers = newAnswers(mint);
  for (let steps = 0; steps < 20 && !page.path.endsWith('/answers'); steps += 1) {
    page = await candidate.submit(page, page.path.endsWith('/documents') ? 'Continue' : 'Save and continue', answers);
    // Another name or date of birth than was ordered is asked about once.
    if (page.html.includes('name="sure"')) page = await candidate.submit(page, 'Yes, go on', answers);
  }
  if (!page.path.endsWith('/answers'))
    throw new Error(`the form goes on from ${page.path}, which answers ${page.status}`);
  page = await candidate.submit(page, 'Send my answers', {});
  if (!page.path.endsWith('/done')) throw new Error(`the form was not sent: ${page.path} answers ${page.status}`);
  shown.push(...candidate.shown);
  await candidate.close();
}

/** Signs in as a user of the demo. */
async function signIn(
  { program }: World,
  who: { readonly email: string; readonly password: string },
): Promise<FormWalker> {
  const person = createFormWalker(program.url, program.ca);
  const page = await person.get('/sign-in');
  await person.submit(page, 'Sign in', who);
  return person;
}

async function screen(desk: FormWalker, mint: Mint, reportId: string): Promise<void> {
  const page = await desk.get(`/desk/reports/${reportId}`);
  const outcome = {
    verdict: 'consider',
    sub_result: 'caution',
    notes: mint.text('Note'),
  };
  await desk.submit(page, 'Complete report', { ...outcome, verdict: '' });
  const asked = await desk.submit(page, 'Complete report', outcome);
  // Nothing was seen: the page asks why it is Consider all the same.
  const done: Page = await desk.submit(asked, 'Complete report', { ...outcome, ...anyway });
  if (done.status !== 200) throw new Error(`the report was not completed: ${done.status}`);
}

/** Finance types what the bank says of who paid. */
async function recordPayment(desk: FormWalker, mint: Mint): Promise<void> {
  const account = /href="(\/desk\/accounts\/[0-9a-f-]{36})"/.exec((await desk.get('/desk/accounts')).html)?.[1];
  const page = await desk.get(`${account}/payments/new`);
  const done = await desk.submit(page, 'Record the payment', { amount: '1.00', reference: mint.text('From') });
  if (!done.path.includes('/payments/')) throw new Error(`the payment was not recorded: ${done.status}`);
}

async function readBack(api: Api, world: World, applicantId: string, check: Check, client: FormWalker): Promise<void> {
  jsonOf(await api.send('GET', `${base}/applicants/${applicantId}`), 200);
  jsonOf(await api.send('GET', `${base}/applicants/${applicantId}/checks?expand=reports`), 200);
  for (const { id } of check.reports) jsonOf(await api.send('GET', `${base}/checks/${check.id}/reports/${id}`), 200);
  const pdf = await api.send('GET', `${check.download_uri}.pdf`);
  if (pdf.status !== 200) throw new Error(`the document answered ${pdf.status}`);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.bytes)), { mergePages: true });
  world.shown.push(text);
  await client.get(new URL(check.results_uri).pathname);
}

const spoilt = (mint: Mint): readonly unknown[] => [
  {
    first_name: mint.inPassing.plain('first'),
    gender: mint.inPassing.plain('gender'),
    dob: mint.inPassing.plain('dob'),
    email: [mint.inPassing.plain('email')],
  },
  `{"first_name": "${mint.inPassing.plain('broken')}", `,
  `{"first_name": "${mint.inPassing.plain('nul')}\\u0000"}`,
  { ...newPerson(mint.inPassing), email: '', nationality: mint.inPassing.plain('nationality') },
];

/** Makes requests with every kind of error, with personal data wherever it may be logged. */
async function makeMistakes(api: Api, { mint, program }: World): Promise<void> {
  for (const json of spoilt(mint)) await api.send('POST', `${base}/applicants`, json);
  for (const path of [
    `${base}/applicants/${mint.inPassing.plain('id')}`,
    `${base}/${mint.inPassing.plain('path')}`,
    `/${mint.inPassing.plain('path')}`,
  ]) {
    await api.send('GET', `${path}?email=${mint.inPassing.plain('query')}`);
  }
  await api.send('GET', `/form/${mint.inPassing.plain('token')}`);
  // Names and words in the place of which somebody may have typed anything: the request log keeps those of the interface.
  await api.send('GET', `/api/v1/metadata/valuesets/${mint.inPassing.plain('word')}`);
  const twice = mint.inPassing.plain('field');
  await api.send('POST', '/api/v1/orders/candidateentry', { Candidate: { [twice]: 1, [twice.toUpperCase()]: 2 } });
  await api.send('GET', `${base}/applicants?page=${mint.inPassing.plain('page')}`);
  await api.send('GET', `${base}/applicants`, undefined, {
    authorization: `Bearer ${mint.inPassing.plain('key')}`,
    cookie: `__Host-user=${mint.inPassing.plain('cookie')}`,
    'user-agent': mint.inPassing.plain('agent'),
  });
  const plain = await request(`${program.plainUrl}/${mint.inPassing.plain('plain')}`, {
    headers: { authorization: mint.inPassing.plain('key') },
  });
  await plain.body.dump();
  await sendUnreadable(program, `GET /${mint.inPassing.plain('unreadable')} HTTP/9.9\r\n\r\n`);
  await sendUnreadable(
    program,
    `POST ${base}/applicants HTTP/1.1\r\nhost: x\r\ncontent-length: 900\r\n\r\n${mint.inPassing.plain('cut off')}`,
  );
}

function sendUnreadable({ url, ca }: Program, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(url).port), host: 'localhost', ca, servername: 'localhost' }, () => {
      socket.write(text);
      setTimeout(() => socket.destroy(), 100);
    });
    socket.on('error', () => undefined).on('close', () => resolve());
  });
}

/** A shorter life with test data: the check moves on request, and its mails are shown instead of sent. */
export async function walkSandbox(world: World): Promise<void> {
  const { mint, program } = world;
  const api = apiOf(world);
  const staging = '/vft-staging/v2';
  const key = { authorization: program.demo.testKey };
  const send = (method: 'GET' | 'POST', path: string, json?: unknown) => api.send(method, staging + path, json, key);
  const { id } = jsonOf<{ id: string }>(await send('POST', '/applicants', newPerson(mint)), 201);
  const check = jsonOf<Check>(await send('POST', `/applicants/${id}/checks`, newOrder(mint)), 201);
  for (let step = 0; step <= check.reports.length; step += 1) await send('POST', `/sandbox/checks/${check.id}/advance`);
  jsonOf(await send('GET', `/applicants/${id}/checks?expand=reports`), 200);
  const desk = await signIn(world, program.demo.desk);
  const inbox = await desk.get('/inbox?environment=test');
  const mail = /href="(\/inbox\/[^"]+)"/.exec(inbox.html)?.[1];
  if (mail !== undefined) await desk.get(mail);
  for (const { id: report } of check.reports) await desk.get(`/desk/reports/${report}`);
  world.shown.push(...desk.shown);
  await Promise.all([api.close(), desk.close()]);
}

/** One check from its order to its results. */
export async function walkThrough(world: World): Promise<void> {
  const { mint, program, mails } = world;
  const api = apiOf(world);
  const { applicantId, email, check } = await place(api, mint);
  await mails.mailTo(email);
  await answerForm(world, email, check.form_uri);
  const desk = await signIn(world, program.demo.desk);
  for (const { id } of check.reports) await screen(desk, mint, id);
  await recordPayment(desk, mint);
  const client = await signIn(world, program.demo.client);
  await readBack(api, world, applicantId, check, client);
  await signIn(world, { email: mint.inPassing.email(), password: mint.inPassing.plain('password') });
  await makeMistakes(api, world);
  world.shown.push(...desk.shown, ...client.shown);
  await Promise.all([api.close(), desk.close(), client.close()]);
}
