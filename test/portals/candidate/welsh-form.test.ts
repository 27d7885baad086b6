// The candidate's form in Welsh: the whole walk, the mails, and what everybody else reads of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { todayFor } from '../../../src/context.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { kindsFor } from '../../../src/features/queries/query-rules.ts';
import { OUTSIDE_STEP } from '../../../src/messages/en-queries.ts';
import { mailedCodes, type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  clientEmail,
  deskEmail,
  hiddenFields,
  signedInVisitor,
  startPortal,
  type Visitor,
  visitor,
} from '../portal-under-test.ts';
import {
  assertWelsh,
  englishWords as english,
  markedIn,
  englishNames as names,
  unmarkedTexts,
} from '../welsh-pages.ts';
import { sendForm } from './sent-form.ts';

const portal = await startPortal();
const tenant = portal.caller('test');
const offer = (offersWelsh: boolean) => changeAccountSettings(portal.ctx, 'system', portal.accountId, { offersWelsh });
await offer(true);

/** The order that is placed most. */
const common = {
  facts: { first_name: 'Alys', last_name: 'Vexworthy', email: 'alys@candidate.test' },
  reports: [
    ...['identity', 'right_to_work', 'residence_history:5y', 'employment_history:uk'],
    ...['character_reference', 'criminal_history:basic'],
  ],
} as const satisfies Ordered;

interface Candidate {
  readonly checkId: string;
  readonly base: string;
  readonly device: Visitor;
}

async function invited(ordered: Ordered = common): Promise<Candidate> {
  const { check, token } = await placeWaiting(portal.ctx, tenant, ordered);
  return { checkId: check.id, base: `/form/${token}`, device: visitor(portal) };
}

async function signedIn(ordered: Ordered = common): Promise<Candidate> {
  const person = await invited(ordered);
  const { base, device, checkId } = person;
  await device.get(`${base}?language=cy`);
  await device.submit(base, base, {});
  const [code] = await mailedCodes(portal.ctx, tenant, checkId);
  await device.submit(`${base}/code`, `${base}/code`, { code: code! });
  return person;
}

const job = {
  ...{ employer: 'Acme Care', place: 'Leeds', job_title: 'Nyrs', country: 'GBR', contact_timing: 'Immediately' },
  ...{ 'start_date-day': '1', 'start_date-month': 'Mehefin', 'start_date-year': '2006', referee: '' },
};
const home = { country: 'GBR', building_number: '12', street: 'High Street', town: 'Leeds', postcode: 'LS1 4AP' };

/** Answers to the pages of questions. */
const answers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  name: { first_name: 'Alys', last_name: 'Vexworthy' },
  'previous-names': { name_is_from_birth: 'yes' },
  'date-of-birth': { 'dob-day': '4', 'dob-month': 'mawrth', 'dob-year': '1985' },
  gender: { gender: 'female' },
  'place-of-birth': { town_of_birth: 'Bangor', country_of_birth: 'GBR' },
  nationality: { nationality: 'GBR' },
  'mothers-maiden-name': { mothers_maiden_name: 'Prydderch' },
  'national-insurance-number': { has_national_insurance_number: 'yes', social_insurance: 'AB 12 34 56 C' },
  'driving-licence': { has_driving_licence: 'no' },
  'dbs-application': { has_read_dbs_privacy_policy: 'yes' },
  'unspent-convictions': { has_unspent_convictions: 'no' },
  contact: { mobile: '07700 900471' },
  consent: { agrees: 'yes', criminal_record: 'yes', wording: CONSENT_WORDING },
};

test('a candidate fills in the form of the usual order in Welsh, and meets English only where it is marked', async () => {
  const person = await invited();
  const { base, device, checkId } = person;
  const met: string[] = [];
  const marked: string[] = [];
  const look = async (path: string) => {
    const { status, body } = await device.get(`${base}${path}`);
    assert.equal(status, 200, path);
    assertWelsh(body, path);
    if (!/^\/(consent|sent|answers)/.test(path)) marked.push(...markedIn(body));
    met.push(path);
    return body;
  };
  const send = async (path: string, fields: Readonly<Record<string, string>>, wanted = 303) => {
    const answer = await device.submit(`${base}${path}`, `${base}${path.split('?')[0]}`, fields);
    if (answer.status !== 303) assertWelsh(answer.body, `${path}, answered`);
    assert.equal(answer.status, wanted, `${path}: ${unmarkedTexts(answer.body).slice(0, 30).join(' | ')}`);
    return answer;
  };
  const first = await device.get(base);
  assert.match(first.body, /<html lang="en"/);
  assert.match(first.body, new RegExp(`href="${base}\\?language=cy" hreflang="cy" lang="cy">Cymraeg<`));
  assert.match(await look('?language=cy'), /Mae Acme Care yn gofyn i ni wirio/);
  for (const page of ['/help', '/accessibility', '/privacy']) await look(page);
  await send('', {});
  await look('/code');
  await send('/code', { code: '12' }, 422);
  const [code] = await mailedCodes(portal.ctx, tenant, checkId);
  await send('/code', { code: code! });
  const tasks = await look('/tasks');
  const pages = [...tasks.matchAll(new RegExp(`govuk-task-list__link[^"]*" href="${base}/([\\w-]+)"`, 'g'))];
  for (const [, page = ''] of pages.filter(([, id]) => !['documents', 'answers'].includes(id!))) {
    await look(`/${page}`);
    if (page === 'addresses') {
      await look('/addresses/new');
      await send('/addresses/new', { country: 'GBR' }, 422);
      await send('/addresses/new', home);
      await look('/addresses/1/dates');
      const moved = (year: string) => ({ 'start_date-day': '1', 'start_date-month': '2', 'start_date-year': year });
      await send('/addresses/1/dates', moved('2024'));
      assert.match(await look('/addresses'), /Mae bwlch yn eich hanes/);
      await send('/addresses', {}, 422);
      await send('/addresses/1/dates', moved('2001'));
      await look('/addresses/1/remove');
      await send('/addresses', {});
    } else if (page === 'activities') {
      await look('/activities/new');
      await send('/activities/new', {}, 422);
      const second = await send('/activities/new', { step: 'first', status: 'FullTime' }, 200);
      assert.match(second.body, /Teitl swydd/);
      await device.submit(`${base}/activities/new`, `${base}/activities/new`, { step: 'first', status: 'FullTime' });
      const { form_token: token } = { form_token: /name="form_token" value="([^"]+)"/.exec(second.body)![1]! };
      const version = /name="version" value="(\d+)"/.exec(second.body)![1]!;
      const refused = await device.post(`${base}/activities/new`, { form_token: token, version, status: 'FullTime' });
      assertWelsh(refused.body, 'a job without answers');
      const kept = await device.post(`${base}/activities/new`, {
        form_token: token,
        version,
        status: 'FullTime',
        ...job,
      });
      assert.equal(kept.status, 303, unmarkedTexts(kept.body).join(' | '));
      await look('/activities');
      await look('/activities/1');
      await send('/activities', {});
    } else if (page === 'references') {
      await look('/references/new');
      await send('/references/new', { name: '' }, 422);
      await send('/references/new', { name: 'R. Referee', relationship: 'Rheolwr', email: 'r@referee.test' });
      await look('/references');
      await send('/references', {});
    } else {
      assert.ok(answers[page], `no answer to ${page}`);
      if (page !== 'contact' && page !== 'unspent-convictions') await send(`/${page}`, {}, 422);
      await send(`/${page}`, answers[page]);
    }
  }
  await look('/tasks');
  const slots = [...(await look('/documents')).matchAll(new RegExp(`href="${base}(/documents/slots/[\\w-]+)"`, 'g'))];
  assert.ok(slots.length > 0);
  for (const [, slot] of slots) await look(slot!);
  await look('/withdraw');
  await look('/rights');
  const checked = await look('/answers');
  assert.match(checked, /1 Mehefin 2006/);
  assert.match(checked, /Y Deyrnas Unedig/);
  await send('/answers', {}, 422);
  const sent = await send('/answers', { declares: 'yes' });
  assert.equal(sent.headers.location, `${base}/done`);
  for (const page of ['/done', '/status', '/sent', '/problem', '/restrict', '/rights', '/withdraw']) await look(page);
  assert.ok(met.length > 25, `${met.length} pages`);
  // The name of the rule is a document of the authority.
  assert.deepEqual(
    [...new Set(marked)].filter((text) => !/rules in force/.test(text)),
    [],
  );
});

test('mails follow the language of the form, and the first one says that there is Welsh', async () => {
  const { checkId } = await signedIn();
  const mails = (await listEmails(portal.ctx, tenant, 1000)).filter((mail) => mail.checkId === checkId);
  const [code, invitation] = ['form_code', 'check_invitation'].map(
    (template) => mails.find((mail) => mail.template === template)!,
  );
  assert.match(code!.subject, /yw eich cod$/);
  assert.match(code!.html, /<html lang="cy">/);
  assert.match(code!.text, /Annwyl Alys Vexworthy,/);
  assert.doesNotMatch(code!.text.replace(names, ''), english);
  assert.match(invitation!.html, /<html lang="en">[\s\S]*<p lang="cy">Mae’r ffurflen hon ar gael yn Gymraeg hefyd/);
});

test('a change of the language in the midst of the form keeps every answer, on every device', async () => {
  const { base, device } = await signedIn();
  await device.submit(`${base}/contact`, `${base}/contact`, answers.contact!);
  assert.match((await device.get(`${base}/contact`)).body, /<html lang="cy"[\s\S]*value="07700 900471"/);
  const back = await device.get(`${base}/contact?language=en`);
  assert.match(back.body, /<html lang="en"[\s\S]*value="07700 900471"/);
  assert.match((await device.get(`${base}/tasks`)).body, /<html lang="en"/);
  await visitor(portal).get(`${base}?language=cy`);
  assert.match((await device.get(`${base}/tasks`)).body, /<html lang="cy"/);
});

test('an answer to a form offers the other language at a page that exists', async () => {
  const { base, device } = await signedIn();
  const refused = await device.submit(`${base}/name`, `${base}/name`, { first_name: '' });
  assert.match(refused.body, new RegExp(`href="${base}/name\\?language=en"`));
  const missing = await device.get(`${base}/nothing-here`);
  assertWelsh(missing.body, 'a page that is not there');
});

test('a form that is sent too late says so in Welsh', async () => {
  const { base, device } = await signedIn();
  const { form_token: token = '' } = hiddenFields((await device.get(`${base}/name`)).body, `${base}/name`);
  const other = { form_token: (token.startsWith('x') ? 'y' : 'x') + token.slice(1), first_name: 'Alys' };
  const { status, body } = await device.post(`${base}/name`, other);
  assert.equal(status, 403);
  assertWelsh(body, 'too late');
});

test('without the offer nothing is in Welsh, whatever somebody chose before', async () => {
  const { base, device } = await signedIn();
  await offer(false);
  const { body } = await device.get(`${base}/tasks?language=cy`);
  assert.match(body, /<html lang="en"/);
  assert.doesNotMatch(body, /Cymraeg/);
  await offer(true);
});

test('what the desk asks is listed in Welsh, and what is wrong afterwards is said in it', async () => {
  const asked = { permissions: ['ask_queries'], actor: `user:${portal.deskUserId}` } as const;
  const person = await sendForm(portal);
  const { base, device, checkId } = person;
  await device.get(`${base}?language=cy`);
  const [report] = (await readCheck(portal.ctx, tenant, checkId)).reports;
  const dueOn = todayFor(portal.ctx, tenant);
  for (const kind of kindsFor('candidate', true).filter((one) => one !== OUTSIDE_STEP))
    await sendQuery(
      portal.ctx,
      { ...tenant, ...asked },
      { checkId, reportId: report!.id },
      { addressee: 'candidate', kind, text: 'Cwestiwn', dueOn },
    );
  const list = await device.get(`${base}/queries`);
  assertWelsh(list.body, 'the list');
  assert.deepEqual(markedIn(list.body), []);
  const wrong = [
    ['/problem', { text: 'x'.repeat(2001) }],
    ['/telephone', { mobile: '123' }],
    ['/rights', { kind: 'access', words: 'x'.repeat(2001), text: 'x'.repeat(2001) }],
  ] as const;
  for (const [path, fields] of wrong) {
    const { status, body } = await device.submit(`${base}${path}`, `${base}${path}`, fields);
    assert.equal(status, 422, path);
    assertWelsh(body, path);
    assert.deepEqual(markedIn(body), [], path);
  }
});

test('the client and the desk read in English what a candidate does in Welsh', async () => {
  const person = await signedIn({ ...common, reports: ['right_to_work'] });
  const { base, device, checkId } = person;
  for (const page of ['name', 'date-of-birth', 'nationality', 'contact', 'consent'])
    await device.submit(`${base}/${page}`, `${base}/${page}`, answers[page]!);
  await device.submit(`${base}/documents/slots/right_to_work/lack`, `${base}/documents/slots/right_to_work/lack`, {
    reason: 'x',
  });
  await device.submit(`${base}/answers`, `${base}/answers`, { declares: 'yes' });
  await device.submit(`${base}/problem`, `${base}/problem`, { text: 'x' });
  const { orderId } = await readCheck(portal.ctx, tenant, checkId);
  const welsh = /\b(Mae|eich|gyfer|Heb|Prawf|rydych|Iawn)\b/;
  const client = await signedInVisitor(portal, clientEmail);
  const desk = await signedInVisitor(portal, deskEmail);
  for (const page of [
    await client.get(`/portal/orders/${orderId}?environment=test`),
    await desk.get(`/desk/orders/${orderId}?environment=test`),
  ])
    if (page.status === 200) assert.doesNotMatch(page.body.replace(/Mae Sample/g, ''), welsh);
});
