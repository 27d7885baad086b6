// The form by plain requests: who sees what, what is refused, and how two devices interact.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { changeLogo } from '../../../src/features/accounts/logo-actions.ts';
import { eraseApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { openFormLink } from '../../../src/features/candidate-form/form-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { saveDraft } from '../../../src/features/drafts/draft-actions.ts';
import { qrSvg } from '../../../src/lib/qr-picture.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { linkCookieName } from '../../../src/portals/shared/portal-cookies.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { mailedCodes, type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { textIn } from '../../support/html.ts';
import { pngOf } from '../../support/png.ts';
import {
  type Answer,
  clientEmail,
  hiddenFields,
  signedInVisitor,
  startPortal,
  type Visitor,
  visitor,
} from '../portal-under-test.ts';

const logged = new PassThrough();
let log = '';
logged.on('data', (chunk: Buffer) => {
  log += chunk.toString('utf8');
});
const portal = await startPortal({ log: createLog('debug', logged) });
const tenant = portal.caller('test');

/** A name, an address and a telephone number that occur nowhere else. */
const canary = {
  first_name: 'Quillfeather',
  last_name: 'Vexworthy',
  email: 'quillfeather@candidate.test',
  mobile: '07700 900471',
  dob: '1987-09-23',
  town_of_birth: 'Little Snoring',
} as const;
const canaries = /Quillfeather|Vexworthy|900471|1987|Snoring/i;

interface Candidate {
  readonly checkId: string;
  readonly base: string;
  readonly device: Visitor;
}

async function candidate(ordered: Ordered = {}): Promise<Candidate> {
  const { check, token } = await placeWaiting(portal.ctx, tenant, { facts: canary, ...ordered });
  return { checkId: check.id, base: `/form/${token}`, device: visitor(portal) };
}

const newestCode = async ({ checkId }: Candidate) => (await mailedCodes(portal.ctx, tenant, checkId))[0]!;

async function letIn(person: Candidate, device = person.device): Promise<Answer> {
  await device.submit(person.base, person.base, {});
  return device.submit(`${person.base}/code`, `${person.base}/code`, { code: await newestCode(person) });
}

async function signedIn(ordered: Ordered = {}): Promise<Candidate> {
  const person = await candidate(ordered);
  const answer = await letIn(person);
  assert.equal(answer.headers.location, `${person.base}/tasks`);
  return person;
}

const answers: Readonly<Record<string, Record<string, string>>> = {
  name: { first_name: canary.first_name, last_name: canary.last_name },
  'date-of-birth': { 'dob-day': '23', 'dob-month': '9', 'dob-year': '1987' },
  nationality: { nationality: 'GBR' },
  contact: { mobile: canary.mobile },
  consent: { agrees: 'yes', wording: CONSENT_WORDING },
};

/** Answers every page of a right-to-work check. */
async function answerAll({ base, device }: Candidate): Promise<void> {
  for (const [page, fields] of Object.entries(answers)) {
    const answer = await device.submit(`${base}/${page}`, `${base}/${page}`, fields);
    assert.equal(answer.status, 303, page);
  }
}

/** Where saving each page leads. */
const leadsOn = async ({ base, device }: Candidate, page: string, fields: Record<string, string>) =>
  (await device.submit(`${base}/${page}`, `${base}/${page.split('?')[0]}`, fields)).headers.location;

const send = ({ base, device }: Candidate) => device.submit(`${base}/answers`, `${base}/answers`, { declares: 'yes' });

async function keep({ base, device }: Candidate, form: string, fields: Record<string, string> = { first_name: 'A' }) {
  const { token } = JSON.parse((await device.get(`${base}/drafts`)).body) as { token: string };
  const typed = JSON.stringify(Object.entries(fields).map(([name, value]) => [name, [value]]));
  return device.post(`${base}/drafts`, { form_token: token, form, fields: typed });
}

const keptBy = async ({ checkId }: Candidate) => {
  const author = `candidate:${checkId}`;
  const rows = await portal.ctx.db.rows<{ form: string }>(sql`
    select form from drafts where author = ${author} order by form`);
  return rows.map(({ form }) => form);
};

test('the candidate is told for how long the account keeps what it knows', async () => {
  const { base, device } = await candidate();
  const toldBefore = await device.get(`${base}/privacy`);
  assert.match((await device.get(base)).body, new RegExp(`<a class="govuk-link" href="${base}/privacy">`));
  assert.match(toldBefore.body, /the service sets no end date/);
  await changeAccountSettings(portal.ctx, 'system', portal.accountId, { eraseAfterDays: 400 });
  assert.match((await device.get(`${base}/privacy`)).body, /400 days after the last check is over/);
  const client = await signedInVisitor(portal, clientEmail);
  assert.match((await client.get('/privacy')).body, /400 days after the last check is over/, 'as the client reads it');
  assert.match((await visitor(portal).get('/privacy')).body, /as long as the client of the check has agreed/);
  await changeAccountSettings(portal.ctx, 'system', portal.accountId, { eraseAfterDays: 0 });
});

test('the privacy page of a candidate leads to the privacy notice of the client', async () => {
  const { base, device } = await candidate();
  assert.doesNotMatch((await device.get(`${base}/privacy`)).body, /privacy notice/);
  await changeAccountSettings(portal.ctx, 'system', portal.accountId, {
    privacyNotice: 'https://client.test/?a=1&b=2',
  });
  assert.match(
    (await device.get(`${base}/privacy`)).body,
    /What Acme Care itself does with your details is in <a [^>]*href="https:\/\/client\.test\/\?a=1&amp;b=2"[^>]*>its privacy notice/,
  );
  await changeAccountSettings(portal.ctx, 'system', portal.accountId, { privacyNotice: '' });
});

test('the name, the colour and the logo of the client are on top of its candidate’s pages', async () => {
  const { base, device } = await candidate();
  const { body } = await device.get(base);
  assert.match(body, /<span class="app-wordmark__name app-wordmark__name--client">Acme Care<\/span>/);
  assert.match(body, new RegExp(`<link rel="stylesheet" href="${base}/brand.css">`));
  assert.equal((await device.get(`${base}/brand.css`)).body, ':root{--govuk-brand-colour:#17485a}');
  assert.equal((await device.get(`${base}/logo`)).status, 404);
  await changeAccountSettings(portal.ctx, 'system', portal.accountId, { brandColour: '#5a1738' });
  await changeLogo(portal.ctx, 'system', portal.accountId, pngOf(120, 60));
  const brand = await device.get(`${base}/brand.css`);
  assert.match(brand.body, /^:root\{--govuk-brand-colour:#5a1738\}.*width:60px.*url\(logo\)/);
  assert.equal(brand.headers['cache-control'], 'private, max-age=3600');
  assert.equal((await device.get(`${base}/logo`)).headers['content-type'], 'image/png');
  await changeLogo(portal.ctx, 'system', portal.accountId, undefined);
});

test('a draft is kept for a form of the link alone, and read by the device of its candidate alone', async () => {
  const [person, other] = [await signedIn(), await signedIn()];
  assert.equal((await keep(person, '/name')).status, 200);
  for (const invented of ['/name/a/b', '/../desk/reports', '/portal/orders/new'])
    assert.ok([400, 404].includes((await keep(person, invented)).status), invented);
  assert.deepEqual(await keptBy(person), ['/name']);
  assert.match((await person.device.get(`${person.base}/drafts?form=/name`)).body, /"first_name":\["A"\]/);
  assert.match((await other.device.get(`${other.base}/drafts?form=/name`)).body, /"drafts":\[\]/);
  assert.equal((await other.device.get(`${person.base}/drafts?form=/name`)).status, 303);
});

test('a draft has no code, password or secret', async () => {
  const person = await signedIn();
  const secrets = { code: '1', confirm_code: '1', password: '1', confirm_password: '1', secret: '1' };
  await keep(person, '/name', { ...secrets, first_name: 'A' });
  const { body } = await person.device.get(`${person.base}/drafts?form=/name`);
  assert.deepEqual(JSON.parse(body).drafts[0].fields, { first_name: ['A'] });
});

test('the drafts behind a link take 2 MB at most, of which the oldest end first, also while the disk is nearly full', async () => {
  const person = await signedIn();
  const { applicantId } = await readCheck(portal.ctx, tenant, person.checkId);
  const { form } = await openFormLink(
    portal.ctx,
    person.base.slice('/form/'.length),
    person.device.cookies.get(linkCookieName(person.base.slice('/form/'.length))),
  );
  const { accountId, environment } = tenant;
  const about = { accountId, environment, applicantId, key: form!.key };
  // Files are refused then, and rows are not.
  const settings = { ...portal.ctx.settings, diskReserveBytes: Number.MAX_SAFE_INTEGER };
  const save = (number: number, length: number) =>
    saveDraft(
      { ...portal.ctx, settings, now: () => new Date(Date.now() + number) },
      { author: `candidate:${person.checkId}`, form: `/form-${number}`, about },
      { text: ['é'.repeat(length / 2)] },
    );
  for (let number = 1; number <= 5; number += 1) await save(number, 450_000);
  assert.deepEqual(await keptBy(person), ['/form-2', '/form-3', '/form-4', '/form-5']);
  await assert.rejects(save(6, 500_002), { reason: 'too_large' });
});

test('the drafts of a link end with its replacement for its holder, and with the erasure of the applicant for all', async () => {
  const person = await signedIn();
  await keep(person, '/name');
  await portal.ctx.db.run(sql`update checks set form_link_generation = 1 where id = ${person.checkId}`);
  assert.equal((await person.device.get(`${person.base}/drafts?form=/name`)).status, 303);
  assert.deepEqual(await keptBy(person), ['/name']);
  const { applicantId } = await closeCheck(portal.ctx, tenant, person.checkId, 'withdraw');
  await eraseApplicant(portal.ctx, tenant, applicantId, 'candidate_asked');
  assert.deepEqual(await keptBy(person), []);
});

test('the first page says who asks, what is checked and how long it takes, without personal data', async () => {
  const { base, device } = await candidate();
  const { status, body } = await device.get(base);
  assert.equal(status, 200);
  for (const text of ['Acme Care', 'Right to work', 'Criminal record, basic', 'Continue']) {
    assert.ok(body.includes(text), text);
  }
  assert.match(body, /about <strong>\d+ minutes<\/strong>/);
  assert.doesNotMatch(body, canaries);
});

test('opening the link changes nothing, because mail scanners open it too', async () => {
  const { base, device, checkId } = await candidate();
  await device.get(base);
  assert.equal((await readCheck(portal.ctx, tenant, checkId)).formOpenedAt, null);
  assert.equal((await mailedCodes(portal.ctx, tenant, checkId)).length, 0);
});

test('before the code every page redirects to the first, without personal data', async () => {
  const person = await candidate();
  const { base, device } = person;
  const posted = await device.submit(base, base, {});
  assert.equal(posted.headers.location, `${base}/code`);
  const code = await device.get(`${base}/code`);
  const wrong = await device.submit(`${base}/code`, `${base}/code`, { code: '000000000000' });
  const again = await device.submit(`${base}/code`, `${base}/code/new`, {});
  for (const answer of [posted, code, wrong, again]) assert.doesNotMatch(answer.body, canaries);
  const paths = [
    ...Object.keys(answers),
    'gender',
    'activities',
    'tasks',
    'answers',
    'done',
    'addresses/new',
    'addresses/1',
    'addresses/1/dates',
  ];
  for (const path of [...paths, 'addresses/1/remove']) {
    const answer = await device.get(`${base}/${path}`);
    assert.deepEqual([answer.status, answer.headers.location, answer.body], [303, base, ''], path);
  }
});

test('before the code nothing can be saved or submitted', async () => {
  const { base, device, checkId } = await candidate({ reports: ['right_to_work'] });
  const token = /name="form_token" value="([^"]+)"/.exec((await device.get(base)).body)![1]!;
  for (const path of ['name', 'answers', 'addresses', 'addresses/new', 'addresses/1/remove']) {
    const answer = await device.post(`${base}/${path}`, { form_token: token, ...answers.name, declares: 'yes' });
    assert.deepEqual([answer.status, answer.headers.location], [303, base], path);
  }
  assert.equal((await readCheck(portal.ctx, tenant, checkId)).status, 'awaiting_applicant');
});

test("an invalid link, or one of another check than the session's, shows nothing", async () => {
  const [mine, other] = [await signedIn(), await candidate()];
  const forged = `${mine.base.slice(0, -1)}${mine.base.endsWith('A') ? 'B' : 'A'}`;
  for (const path of ['', '/tasks', '/name', '/code']) {
    assert.equal((await mine.device.get(`/form/${'A'.repeat(87)}${path}`)).status, 404);
    assert.equal((await mine.device.get(`${forged.slice(0, 60)}x${forged.slice(61)}${path}`)).status, 404);
  }
  const foreign = await mine.device.get(`${other.base}/tasks`);
  assert.deepEqual([foreign.status, foreign.headers.location], [303, other.base]);
  assert.equal((await mine.device.get(`${other.base}/name`)).status, 303);
  assert.equal((await mine.device.get(`${mine.base}/name`)).status, 200);
});

test('two forms in one browser have separate sessions', async () => {
  const [one, two] = [await signedIn(), await candidate()];
  const page = await one.device.get(`${one.base}/name`);
  assert.equal((await one.device.get(`${two.base}/name`)).status, 303);
  await letIn(two, one.device);
  for (const { base } of [one, two]) assert.equal((await one.device.get(`${base}/name`)).status, 200);
  // The page that was opened before the other form can still be submitted.
  const sent = await one.device.post(`${one.base}/name`, {
    ...answers.name!,
    ...hiddenFields(page.body, `${one.base}/name`),
  });
  assert.equal(sent.status, 303, sent.body);
  await one.device.submit(`${two.base}/tasks`, `${two.base}/leave`, {});
  assert.equal((await one.device.get(`${two.base}/name`)).status, 303);
  assert.equal((await one.device.get(`${one.base}/name`)).status, 200);
});

test('the cookie is HttpOnly, Secure and limited to the host, and lasts twelve hours', async () => {
  const person = await candidate();
  const answer = await letIn(person);
  const line = [answer.headers['set-cookie'] ?? []]
    .flat()
    .find((text) => text.startsWith(linkCookieName(person.base.slice(6))))!;
  for (const attribute of ['HttpOnly', 'Secure', 'Path=/', 'SameSite=Lax', 'Max-Age=43200']) {
    assert.ok(line.includes(attribute), attribute);
  }
  assert.match(line, /^__Host-/);
  assert.doesNotMatch(line, /Domain=/);
});

test('a wrong code and an expired code have different messages, and a button sends a new code', async () => {
  const person = await candidate();
  const { base, device } = person;
  await device.submit(base, base, {});
  const enter = (code: string) => device.submit(`${base}/code`, `${base}/code`, { code });
  assert.match((await enter('12')).body, /Enter the 12 digits of the code/);
  const wrong = (await newestCode(person)) === '000000000000' ? '000000000001' : '000000000000';
  const first = await enter(wrong);
  assert.equal(first.status, 422);
  assert.match(first.body, /You can try 4 more times/);
  for (const left of ['3 more times', '2 more times', 'one more time']) {
    assert.match((await enter(wrong)).body, new RegExp(`You can try ${left}`));
  }
  assert.match((await enter(wrong)).body, /cannot be tried again. Send yourself a new one/);
  assert.match((await enter(await newestCode(person))).body, /Send yourself a new one/);
});

test('the code page exists while a code is valid; later the first page sends a new one', async () => {
  const { base, device, checkId } = await candidate();
  assert.equal((await device.get(`${base}/code`)).headers.location, base);
  await device.submit(base, base, {});
  assert.equal((await device.get(`${base}/code`)).status, 200);
  await portal.ctx.db.run(
    sql`update link_codes set sent_at = sent_at - interval '15 minutes' where subject_id = ${checkId}`,
  );
  assert.equal((await device.get(`${base}/code`)).headers.location, base);
});

test('too many requests for codes are refused with the time of the next', async () => {
  const person = await candidate();
  const { base, device } = person;
  const sentAt = (seconds: number) => new Date(Date.now() - seconds * 1000);
  for (let index = 1; index <= 5; index += 1) {
    await portal.ctx.db.run(sql`
      insert into link_codes (account_id, environment, subject_id, id, mark, sent_at, expires_at)
      values (${portal.accountId}, 'test', ${person.checkId}, ${portal.ctx.newId()}, '\\x00', ${sentAt(index * 60)}, ${sentAt(0)})`);
  }
  for (const [from, action] of [
    [base, base],
    [`${base}/code`, `${base}/code/new`],
  ] as const) {
    const answer = await device.submit(from, action, {});
    assert.equal(answer.status, 429);
    assert.match(answer.body, /ask for another after \d{1,2}:\d{2}/);
  }
});

test("the candidate's own inputs have the autocomplete names of WCAG 1.3.5", async () => {
  const newcomer = await candidate();
  await newcomer.device.submit(newcomer.base, newcomer.base, {});
  const known = await signedIn();
  const fields = async (path: string, { device, base } = known) => {
    const { body } = await device.get(`${base}/${path}`);
    const named = [...body.matchAll(/<(?:input|select)[^>]* name="([\w-]+)"[^>]*? autocomplete="([^"]+)"/g)];
    return Object.fromEntries(named.map(([, name, token]) => [name, token]));
  };
  assert.deepEqual(await fields('code', newcomer), { code: 'one-time-code' });
  assert.deepEqual(await fields('name'), {
    ...{ title: 'honorific-prefix', first_name: 'given-name', middle_name: 'additional-name' },
    last_name: 'family-name',
  });
  assert.deepEqual(await fields('date-of-birth'), {
    ...{ 'dob-day': 'bday-day', 'dob-month': 'bday-month', 'dob-year': 'bday-year' },
  });
  await known.device.submit(`${known.base}/previous-names`, `${known.base}/previous-names`, {
    ...{ name_is_from_birth: 'no', 'name_known_from-month': '6', 'name_known_from-year': '2018' },
  });
  const earlier = await fields('previous-names-list/new');
  assert.deepEqual([earlier.first_name, earlier.last_name], ['off', 'off'], 'no browser fills in the present name');
  assert.deepEqual(await fields('contact'), { mobile: 'tel', telephone: 'home tel' });
  assert.deepEqual(await fields('addresses/new'), {
    ...{ country: 'country-name', street: 'address-line1', sub_street: 'address-line2', town: 'address-level2' },
    ...{ state: 'address-level1', postcode: 'postal-code' },
  });
});

test('facts from the client are filled in, but not the placeholder birth date', async () => {
  const { base, device } = await signedIn({ facts: { ...canary, dob: '1900-01-01' } });
  assert.match((await device.get(`${base}/name`)).body, /value="Quillfeather"/);
  assert.match((await device.get(`${base}/place-of-birth`)).body, /value="Little Snoring"/);
  const dob = await device.get(`${base}/date-of-birth`);
  assert.doesNotMatch(dob.body, /value="1900"/);
  const refused = await device.submit(`${base}/date-of-birth`, `${base}/date-of-birth`, {});
  assert.equal(refused.status, 422);
  assert.match(refused.body, /<a href="#dob-day">Enter your date of birth<\/a>/);
});

test('an invalid answer is kept, with its message in the summary and beside its input', async () => {
  const { base, device } = await signedIn();
  const fields = { first_name: 'X', middle_name: '', last_name: '"><script>alert(1)</script>' };
  const { status, body } = await device.submit(`${base}/name`, `${base}/name`, fields);
  assert.equal(status, 422);
  assert.match(body, /<title>Error: What is your name\? – Probity<\/title>/);
  assert.match(body, /<a href="#last_name">Last name can have only letters/);
  assert.match(body, /value="X"/);
  assert.match(body, /&quot;&gt;&lt;script&gt;alert/);
  assert.doesNotMatch(body, /<script>alert/);
});

test('an empty birth date is outlined as a whole, an incomplete one at the missing part only', async () => {
  const { base, device } = await signedIn();
  const outlined = async (day: string, month: string, year: string) => {
    const typed = { 'dob-day': day, 'dob-month': month, 'dob-year': year };
    const { status, body } = await device.submit(`${base}/date-of-birth`, `${base}/date-of-birth`, typed);
    assert.equal(status, 422);
    return [...body.matchAll(/<input[^>]*>/g)]
      .filter(([input]) => input.includes('govuk-input--error'))
      .map(([input]) => /name="dob-(\w+)"/.exec(input)?.[1]);
  };
  assert.deepEqual(await outlined('', '', ''), ['day', 'month', 'year']);
  assert.deepEqual(await outlined('1', '', '1990'), ['month']);
});

test('whoever does not agree is told what they can do', async () => {
  const { base, device } = await signedIn();
  const { body } = await device.get(`${base}/consent`);
  assert.match(body, new RegExp(`You do not agree\\? Talk to [^<]*<a[^>]* href="${base}/withdraw"`));
});

test('a consent page that was opened before its words changed is shown again', async () => {
  const { base, device } = await signedIn();
  const { body } = await device.get(`${base}/consent`);
  const fields = { ...hiddenFields(body, `${base}/consent`), agrees: 'yes', criminal_record: 'yes' };
  await changeAccountSettings(portal.ctx, 'system', portal.accountId, { eraseAfterDays: 900 });
  const late = await device.post(`${base}/consent`, fields);
  assert.equal(late.status, 422);
  assert.match(late.body, /The wording has changed[\s\S]*900 days after your last check/);
  await changeAccountSettings(portal.ctx, 'system', portal.accountId, { eraseAfterDays: 0 });
  assert.equal((await device.post(`${base}/consent`, fields)).status, 303);
});

test('the desk shows the text that the candidate agreed to, with the time', async () => {
  const person = await signedIn({ reports: ['right_to_work'] });
  await answerAll(person);
  await send(person);
  const { reports } = await readCheck(portal.ctx, tenant, person.checkId);
  const { status, body } = await (await signedInVisitor(portal)).get(`/desk/reports/${reports[0]!.id}`);
  assert.equal(status, 200);
  assert.match(body, /“I have read this, and I agree that these checks are carried out\.”/);
  assert.match(body, new RegExp(`Agreed [^<]+, wording ${CONSENT_WORDING}<`));
  assert.match(body, /What the candidate read[\s\S]*decides what it means for you/);
  assert.doesNotMatch(body, /my criminal record is checked/);
});

test('the form asks only for what was ordered: other pages do not exist', async () => {
  const { base, device } = await signedIn({ reports: ['right_to_work'] });
  const tasks = (await device.get(`${base}/tasks`)).body;
  for (const [page, isAsked] of [
    ['nationality', true],
    ['gender', false],
    ['addresses', false],
    ['national-insurance', false],
  ] as const) {
    assert.equal(tasks.includes(`${base}/${page}"`), isAsked, page);
    assert.equal((await device.get(`${base}/${page}`)).status, isAsked ? 200 : 404, page);
  }
  assert.equal((await device.get(`${base}/nonsense`)).status, 404);
  assert.equal((await device.get(`${base}/addresses/new`)).status, 404);
});

test('the list of steps shows the link as a picture, with which a phone goes on', async () => {
  const { base, device } = await signedIn({ reports: ['right_to_work'] });
  const [, picture] = /class="app-qr" src="([^"]+)"/.exec((await device.get(`${base}/tasks`)).body)!;
  const { headers, body } = await device.get(textIn(picture!));
  assert.equal(headers['content-type'], 'image/svg+xml');
  assert.equal(body, qrSvg(`${portal.ctx.settings.candidateUrl}${base}`));
});

test('each answer leads to the next incomplete page, then to the documents and to check answers; a change leads back there', async () => {
  const person = await signedIn({ reports: ['right_to_work'] });
  const { base, device } = person;
  const order = ['date-of-birth', 'nationality', 'contact', 'consent', 'documents'];
  for (const [index, [page, fields]] of Object.entries(answers).entries()) {
    const answer = await device.submit(`${base}/${page}`, `${base}/${page}`, fields);
    assert.equal(answer.headers.location, `${base}/${order[index]}`);
  }
  assert.match((await device.get(`${base}/tasks`)).body, new RegExp(`href="${base}/documents"[^>]*>\\s*Continue`));
  assert.equal(await leadsOn(person, 'documents', { onward: 'yes' }), `${base}/answers`);
  const changed = await device.submit(`${base}/name?from=answers`, `${base}/name`, answers.name!);
  assert.equal(changed.headers.location, `${base}/answers`);
  assert.match((await device.get(`${base}/answers`)).body, /23 September 1987/);
});

test('a page opened from the answers returns to them, also the documents and a job whose kind is chosen again', async () => {
  const person = await signedIn({ reports: ['right_to_work'] });
  const { base, device } = person;
  await answerAll(person);
  assert.match((await device.get(`${base}/answers`)).body, new RegExp(`href="${base}/documents\\?from=answers"`));
  const documents = (await device.get(`${base}/documents?from=answers`)).body;
  assert.match(documents, new RegExp(`href="${base}/answers" class="govuk-back-link"`));
  assert.equal(await leadsOn(person, 'documents?from=answers', { onward: 'yes' }), `${base}/answers`);
  assert.equal(await leadsOn(person, 'contact?from=answers', answers.contact!), `${base}/answers`);
  const worker = await signedIn({ reports: ['employment_history:uk'] });
  const job = { status: 'Travelling', 'start_date-month': '4', 'start_date-year': '2006' };
  await leadsOn(worker, 'activities/new', { step: '', ...job });
  const entry = (await worker.device.get(`${worker.base}/activities/1?from=answers`)).body;
  assert.ok(entry.includes(`href="${worker.base}/activities/1?from=answers&amp;step=first"`));
});

test('a country that nobody knows is refused and shown again, also without JavaScript', async () => {
  const { base, device } = await signedIn({ reports: ['right_to_work', 'criminal_history:basic'] });
  const typed = { nationality: 'Atlantis & Mu', country: 'Atlantis & Mu', street: 'High Street' };
  for (const page of ['nationality', 'addresses/new']) {
    const refused = await device.submit(`${base}/${page}`, `${base}/${page}`, typed);
    assert.equal(refused.status, 422, page);
    assert.match(refused.body, /<option value="Atlantis &amp; Mu" selected[^>]*>Atlantis &amp; Mu</, page);
    assert.doesNotMatch((await device.get(`${base}/${page}`)).body, /Atlantis/, 'it is not saved');
  }
});

test('check answers opens only when nothing is missing', async () => {
  const { base, device } = await signedIn();
  const answer = await device.get(`${base}/answers`);
  assert.deepEqual([answer.status, answer.headers.location], [303, `${base}/tasks`]);
});

async function addPassport(checkId: string): Promise<void> {
  const { orderId } = await readCheck(portal.ctx, tenant, checkId);
  const content = (async function* () {
    yield samples['.jpg']!;
  })();
  const file = { fileToken: portal.ctx.newId(), orderId, fileName: 'Passport.jpg', description: '', content };
  const given = { slot: 'right_to_work', kind: 'Passport' };
  await attachFile(portal.ctx, { ...tenant, actor: 'candidate' }, { ...file, given });
}

test('an account that demands documents first gets no right to work form without one', async () => {
  const demand = (documentsBeforeSending: boolean) =>
    changeAccountSettings(portal.ctx, 'system', portal.accountId, { documentsBeforeSending });
  const person = await signedIn({ reports: ['right_to_work'] });
  const { base, device, checkId } = person;
  await answerAll(person);
  const opened = hiddenFields((await device.get(`${base}/answers`)).body, `${base}/answers`);
  await demand(true);
  const tasks = textIn((await device.get(`${base}/tasks`)).body);
  assert.match(tasks, /Add your documents.*At least one, before you can send.*To do.*Cannot start yet/s);
  assert.match((await device.get(`${base}/documents`)).body, /asks for at least one before you send the form/);
  assert.equal((await device.get(`${base}/answers`)).headers.location, `${base}/tasks`);
  const early = await device.post(`${base}/answers`, { ...opened, declares: 'yes' });
  assert.equal(early.headers.location, `${base}/tasks`, 'also with a page from before');
  await addPassport(checkId);
  assert.equal((await send(person)).headers.location, `${base}/done`);
  const other = await signedIn({ reports: ['criminal_history:basic'] });
  const asked = textIn((await other.device.get(`${other.base}/tasks`)).body);
  assert.match(asked, /Add your documents.*It helps to have them.*1 still to add/s, 'no report looks at them');
  await demand(false);
});

test('check answers says which documents are still missing, and names those that were added', async () => {
  const person = await signedIn({ reports: ['right_to_work'] });
  await answerAll(person);
  const { base, device, checkId } = person;
  assert.match(
    (await device.get(`${base}/answers`)).body,
    /Still missing<[\s\S]*Proof that you may work in the United Kingdom: your British[\s\S]*You can send your answers without them[\s\S]*?>Add</,
  );
  const documents = async () =>
    /Add your documents.*Check and send/s.exec(textIn((await device.get(`${base}/tasks`)).body))![0];
  assert.match(await documents(), /It helps to have them before you send.*1 still to add/s);
  await addPassport(checkId);
  assert.match(await documents(), /Completed/);
  const { body } = await device.get(`${base}/answers`);
  assert.match(body, /Passport\.jpg/);
  assert.doesNotMatch(body, /Still missing/);
});

test('submitting needs the declaration', async () => {
  const person = await signedIn({ reports: ['right_to_work'] });
  await answerAll(person);
  const { base, device } = person;
  const answer = await device.submit(`${base}/answers`, `${base}/answers`, {});
  assert.equal(answer.status, 422);
  assert.match(answer.body, /Tick the box to say that your answers are true and complete/);
  assert.equal((await readCheck(portal.ctx, tenant, person.checkId)).status, 'awaiting_applicant');
});

test('a form submitted twice counts once, and its link then says so to everybody', async () => {
  const person = await signedIn({ reports: ['right_to_work'] });
  const { base, device } = person;
  await answerAll(person);
  const seen = await device.get(`${base}/answers`);
  const fields = Object.fromEntries(
    [...seen.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((match) => [
      match[1],
      match[2],
    ]),
  );
  const twice = await Promise.all([1, 2].map(() => device.post(`${base}/answers`, { ...fields, declares: 'yes' })));
  assert.deepEqual(
    twice.map(({ headers }) => headers.location),
    [`${base}/done`, `${base}/done`],
  );
  assert.equal((await readCheck(portal.ctx, tenant, person.checkId)).status, 'in_progress');
  assert.match((await device.get(`${base}/done`)).body, /Your form has been sent/);
  assert.equal((await device.get(base)).headers.location, `${base}/status`);
  for (const [someone, path] of [
    [device, '/status'],
    [visitor(portal), ''],
  ] as const) {
    const { status, body } = await someone.get(`${base}${path}`);
    assert.equal(status, 200);
    assert.match(body, /Your form has been sent/);
    assert.doesNotMatch(body, canaries);
  }
  const late = await device.post(`${base}/name`, { ...fields, first_name: 'Late', last_name: 'Late' });
  assert.equal(late.headers.location, base);
  assert.equal((await readCheck(portal.ctx, tenant, person.checkId)).order.facts.first_name, 'Quillfeather');
});

test("the candidate is then redirected to the client's page, without anything about the form in the address", async () => {
  const redirectUri = 'https://employer.example/thanks?a="b"&c=d';
  const person = await signedIn({ reports: ['right_to_work'], redirectUri });
  await answerAll(person);
  const answer = await send(person);
  const done = await person.device.get(String(answer.headers.location));
  assert.match(
    done.body,
    /<meta http-equiv="refresh" content="0; url=https:\/\/employer.example\/thanks\?a=%22b%22&amp;c=d">/,
  );
  assert.equal(done.headers['referrer-policy'], 'no-referrer');
});

test('a check whose form can no longer be sent has a page that says so, with and without a session', async () => {
  const over: readonly [(person: Candidate) => Promise<unknown>, RegExp][] = [
    [({ checkId }) => closeCheck(portal.ctx, tenant, checkId, 'withdraw'), /This check has been closed/],
    [({ checkId }) => closeCheck(portal.ctx, tenant, checkId, 'cancel'), /This check has been closed/],
  ];
  for (const [end, words] of over) {
    const person = await signedIn();
    await end(person);
    for (const someone of [person.device, visitor(portal)]) {
      const { status, body } = await someone.get(person.base);
      assert.equal(status, 200);
      assert.match(body, words);
      assert.doesNotMatch(body, canaries);
      for (const path of ['tasks', 'name', 'code', 'answers', 'addresses']) {
        assert.equal((await someone.get(`${person.base}/${path}`)).headers.location, person.base, path);
      }
    }
  }
});

test('a second device needs a code of its own, and cannot overwrite answers that it has not seen', async () => {
  const person = await signedIn();
  const { base, device: phone } = person;
  const desk = visitor(portal);
  // The first code was sent a moment ago, too recently for another.
  await portal.ctx.db.run(
    sql`update link_codes set sent_at = sent_at - interval '1 minute' where subject_id = ${person.checkId}`,
  );
  await letIn(person, desk);
  const open = await desk.get(`${base}/name`);
  assert.equal((await phone.submit(`${base}/name`, `${base}/name`, answers.name!)).status, 303);
  const token = /name="form_token" value="([^"]+)"/.exec(open.body)![1]!;
  const typed = { ...answers.name, middle_name: 'Deskwritten' };
  const late = await desk.post(`${base}/name`, { form_token: token, version: '0', ...typed });
  assert.equal(late.status, 409);
  assert.match(late.body, /You changed this somewhere else/);
  assert.match(late.body, /Saved in the meantime:[\s\S]*Quillfeather[\s\S]*Vexworthy/);
  assert.match(late.body, /value="Deskwritten"/);
  const version = /name="version" value="(\d+)"/.exec(late.body)![1]!;
  assert.equal((await desk.post(`${base}/name`, { form_token: token, version, ...typed })).status, 303);
  assert.match((await phone.get(`${base}/name`)).body, /value="Deskwritten"/);
});

test('answers that changed after they were shown must be checked again before submitting', async () => {
  const person = await signedIn({ reports: ['right_to_work'] });
  const { base, device } = person;
  await answerAll(person);
  const shown = await device.get(`${base}/answers`);
  await device.submit(`${base}/nationality`, `${base}/nationality`, { nationality: 'IRL' });
  const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(shown.body)!;
  const [, seen = ''] = /name="seen" value="(\d+)"/.exec(shown.body)!;
  const again = await device.post(`${base}/answers`, { form_token: token, seen, declares: 'yes' });
  assert.equal(again.status, 409);
  assert.match(again.body, /Look at your answers again[\s\S]*Irish/);
  assert.equal((await send(person)).headers.location, `${base}/done`);
});

test('leaving ends the session on this device, and says that the answers are saved', async () => {
  const { base, device } = await signedIn();
  const left = await device.submit(`${base}/tasks`, `${base}/leave`, {});
  assert.equal(left.headers.location, `${base}?left`);
  assert.match((await device.get(`${base}?left`)).body, /Your answers are saved/);
  assert.equal((await device.get(`${base}/name`)).headers.location, base);
});

test('an address removed on another device is not found, and its key is not reused', async () => {
  const { base, device } = await signedIn({ reports: ['identity'] });
  const place = { country: 'GBR', building_number: '12', street: 'High Street', town: 'Leeds', postcode: 'LS1 4AP' };
  const added = await device.submit(`${base}/addresses/new`, `${base}/addresses/new`, place);
  assert.equal(added.headers.location, `${base}/addresses/1/dates`);
  await device.submit(`${base}/addresses/1/dates`, `${base}/addresses/1/dates`, {
    'start_date-month': '1',
    'start_date-year': '2024',
  });
  await device.submit(`${base}/addresses/new`, `${base}/addresses/new`, place);
  await device.submit(`${base}/addresses/1/remove`, `${base}/addresses/1/remove`, {});
  assert.equal((await device.get(`${base}/addresses/1`)).status, 404);
  const next = await device.submit(`${base}/addresses/new`, `${base}/addresses/new`, place);
  assert.equal(next.headers.location, `${base}/addresses/3/dates`);
});

test('a form without a token, or from another site, changes nothing', async () => {
  const { base, device } = await signedIn();
  assert.equal((await device.post(`${base}/name`, answers.name!)).status, 403);
  const foreign = await device.submit(`${base}/name`, `${base}/name`, answers.name!, {
    'sec-fetch-site': 'cross-site',
  });
  assert.equal(foreign.status, 403);
  assert.match((await device.get(`${base}/tasks`)).body, /completed 0 of/);
});

const assetsOf = (html: string) => [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!);

test('the first page with all its assets is under 100 kB', async (t) => {
  const { base, device } = await candidate();
  const page = await device.get(base);
  let total = page.length;
  for (const path of new Set(assetsOf(page.body))) {
    total += (await device.get(path, { 'accept-encoding': 'gzip, br' })).length;
  }
  t.diagnostic(`${total} bytes`);
  assert.ok(total < 100_000, `${total} bytes`);
});

test('neither logs nor addresses of pages contain personal data, the link or the code', async () => {
  const person = await signedIn({ reports: ['right_to_work'], facts: { ...canary, dob: '1900-01-01' } });
  const code = await newestCode(person);
  await answerAll(person);
  const visited: string[] = [];
  const { base, device } = person;
  for (const path of ['tasks', 'name', 'answers']) {
    const { body } = await device.get(`${base}/${path}`);
    visited.push(...[...body.matchAll(/(?:href|action)="([^"]*)"/g)].map((match) => match[1]!));
  }
  await send(person);
  await device.get(`${base}/done`);
  assert.doesNotMatch(visited.join('\n'), canaries);
  assert.ok(log.includes('/form/:token/:page') && log.includes(person.checkId));
  assert.doesNotMatch(log, /Quillfeather|Vexworthy|900471|Snoring/i);
  assert.ok(!log.includes(base.slice(6)) && !new RegExp(`\\b${code}\\b`).test(log));
});
