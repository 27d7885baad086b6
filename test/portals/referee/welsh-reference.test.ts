// The referee’s form in Welsh: every questionnaire from the mail to the copy, and what the desk reads of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { inputsOf } from '../../../src/features/references/answer-rules.ts';
import type { Question, Section } from '../../../src/features/references/questionnaire.ts';
import { type QuestionnaireId, questionnaires } from '../../../src/features/references/questionnaires.ts';
import {
  askAgain,
  changeReferee,
  type NewRequest,
  readReference,
} from '../../../src/features/references/reference-actions.ts';
import { takeOver } from '../../../src/features/references/reference-take-over-actions.ts';
import { ask, codeIn, mailsTo, personnel, tokenIn } from '../../features/references/asked-references.ts';
import { deskEmail, signedInVisitor, startPortal, type Visitor, visitor } from '../portal-under-test.ts';
import { assertWelsh, englishNames, englishWords, markedIn } from '../welsh-pages.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const offer = (offersWelsh: boolean) => changeAccountSettings(ctx, 'system', portal.accountId, { offersWelsh });
await offer(true);

interface Asked {
  readonly id: string;
  readonly at: Awaited<ReturnType<typeof ask>>['at'];
  readonly base: string;
  readonly device: Visitor;
}

const mailsOf = ({ at }: Pick<Asked, 'at'>, template: Parameters<typeof mailsTo>[3]) =>
  mailsTo(ctx, tenant, at.check.id, template);

async function asked(change: Partial<NewRequest> = {}): Promise<Asked> {
  const { at, id } = await ask(ctx, tenant, change);
  const [mail] = await mailsOf({ at }, 'reference_request');
  return { at, id, base: `/reference/${tokenIn(mail!.text)}`, device: visitor(portal) };
}

async function enterCode(person: Asked): Promise<void> {
  const { base, device } = person;
  await device.submit(base, base, {});
  const [mail] = await mailsOf(person, 'reference_code');
  await device.submit(`${base}/code`, `${base}/code`, { code: codeIn(mail!.text) });
}

async function signedIn(change: Partial<NewRequest> = {}): Promise<Asked> {
  const person = await asked(change);
  await person.device.get(`${person.base}?language=cy`);
  await enterCode(person);
  return person;
}

/** Looks at a page, or sends a form, which is in Welsh wherever it is answered by a page. */
const walking = ({ base, device }: Asked, marked: string[] = []) => ({
  async look(path: string) {
    const { status, body } = await device.get(`${base}${path}`);
    assert.equal(status, 200, path);
    assertWelsh(body, path);
    // What the candidate agreed to was read in English.
    if (path !== '/agreement') marked.push(...markedIn(body));
    return body;
  },
  async send(path: string, fields: Readonly<Record<string, string>>, wanted = 303, from = path) {
    const answer = await device.submit(`${base}${from}`, `${base}${path}`, fields);
    assert.equal(answer.status, wanted, `${path}: ${JSON.stringify(fields)}`);
    if (wanted !== 303) assertWelsh(answer.body, `${path}, answered`);
    return answer;
  },
});

const typedFor = ({ key, kind }: Question): Record<string, string> => {
  if (kind === 'date')
    return { [`${key}-day`]: '', [`${key}-month`]: 'Mawrth', [`${key}-year`]: key === 'to' ? '2014' : '2010' };
  if (kind === 'number') return { [key]: '3' };
  if (kind === 'amount') return { [key]: '30,000' };
  if (kind === 'yes_no') return { [key]: 'yes' };
  if (typeof kind === 'object') return { [key]: key === 'still_there' ? 'no' : Object.keys(kind.choice)[0]! };
  return { [key]: 'Gair o eiddo’r canolwr' };
};

const typedIn = ({ questions }: Section) => Object.assign({}, ...questions.map(typedFor)) as Record<string, string>;
const emptied = ({ questions }: Section) =>
  Object.fromEntries(
    questions
      .flatMap(inputsOf)
      .filter((name) => !name.endsWith('_not_known'))
      .map((name) => [name, '']),
  );

const everything = ['former_name', 'dob', 'payroll_number', 'job_title', 'dates', 'job'];

for (const id of Object.keys(questionnaires) as QuestionnaireId[])
  test(`a referee answers in Welsh, and meets English only where it is marked: ${id}`, async () => {
    const person = await asked({ questionnaire: id, told: everything });
    const { base, device } = person;
    const marked: string[] = [];
    const { look, send } = walking(person, marked);
    assert.match(
      (await device.get(base)).body,
      new RegExp(`href="${base}\\?language=cy" hreflang="cy" lang="cy">Cymraeg<`),
    );
    await look('?language=cy');
    for (const page of ['/help', '/accessibility', '/privacy']) await look(page);
    await device.submit(base, base, {});
    await look('/code');
    await send('/code', { code: '12' }, 422);
    await enterCode(person);
    const willing = await look('/willing');
    assert.match(willing, /1 Mawrth 2019 – 30 Mehefin 2023/);
    await send('/willing', {}, 422);
    for (const page of ['/somebody-else', '/decline', '/complaint']) {
      await look(page);
      await send(page, { email: 'no address' }, 422);
    }
    await look('/agreement');
    await send('/willing', { willing: 'whole' });
    for (const section of questionnaires[id].sections) {
      const path = `/questions/${section.key}`;
      await look(path);
      if (section.questions.some(({ isOptional }) => !isOptional)) await send(path, emptied(section), 422);
      await send(path, typedIn(section));
      await look(path);
    }
    const checked = await look('/answers');
    if (id === 'standard') assert.match(checked, />\s*Mawrth 2014\s*<[\s\S]*>\s*Oedd\s*<[\s\S]*>\s*Byddwn\s*</);
    await send('/answers', {}, 422);
    await look('/letter');
    await send('/answers', { declares: 'yes' });
    await look('/sent');
    await look('/mistake');
    await send('/mistake/withdraw', {}, 422, '/mistake');
    const copy = await device.get(`${base}/sent/file`);
    assert.equal(copy.status, 200);
    await send('/mistake', {});
    await look('/answers');
    await look('/sent');
    await device.get(`${base}/leave`);
    const [sent] = await mailsOf(person, 'reference_sent');
    assert.match(sent!.html, /<html lang="cy">/);
    assert.doesNotMatch(sent!.text.replace(englishNames, ''), englishWords);
    assert.deepEqual(marked, []);
  });

test('what is wrong with an answer is said in Welsh', async () => {
  const person = await signedIn();
  const { send } = walking(person);
  await send('/willing', { willing: 'whole' });
  const date = (day: string, month: string, year: string) => ({
    'from-day': day,
    'from-month': month,
    'from-year': year,
  });
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [date('31', '2', '2010'), /ddyddiad go iawn/],
    [date('1', '2', '10'), /4 digid/],
    [date('1', '', '2010'), /gynnwys mis/],
    [date('1', '2', ''), /gynnwys blwyddyn/],
    [date('1', '', ''), /gynnwys mis a blwyddyn/],
    [date('', '', '2999'), /yn y dyfodol/],
    [{ ...date('', '2', '2012'), still_there: 'no', 'to-year': '2010', role: 'x' }, /cyn y dechrau/],
    [{ ...date('', '', '2010'), from_not_known: 'yes' }, /nid y ddau/],
    [{ ...date('', '', '2010'), still_there: 'yes', role: 'x'.repeat(251) }, /250 nod/],
  ];
  for (const [fields, said] of wrong) {
    const { body } = await send('/questions/employment', fields, 422);
    assert.match(body, said);
  }
  await send('/questions/employment', { ...date('', '', '2010'), still_there: 'yes', role: 'Gyrrwr' });
  const kind = { employment_type: 'full_time' };
  assert.match((await send('/questions/leaving', { ...kind, salary: 'llawer' }, 422)).body, /Rhowch swm/);
  await send('/questions/leaving', kind);
  const details = { disciplinary: 'yes', disciplinary_details: 'x'.repeat(4001), rehire: 'yes' };
  assert.match((await send('/questions/conduct', details, 422)).body, /4000 nod/);
  const long = { reason: 'other', details: 'x'.repeat(1001) };
  assert.match((await send('/decline', long, 422)).body, /1000 nod/);
});

test('the first mail says that there is Welsh, and the later ones follow the choice', async () => {
  const person = await signedIn({ told: ['dates'] });
  const [request] = await mailsOf(person, 'reference_request');
  const [code] = await mailsOf(person, 'reference_code');
  assert.match(request!.html, /<html lang="en">[\s\S]*<p lang="cy">Mae’r ffurflen hon ar gael yn Gymraeg hefyd/);
  assert.match(code!.subject, /yw eich cod$/);
  assert.doesNotMatch(code!.text.replace(englishNames, ''), englishWords);
  await askAgain(ctx, person.at.caller, person.id);
  const again = (await mailsOf(person, 'reference_request')).find(({ html }) => html.includes('<html lang="cy">'));
  assert.match(again!.text, /roi geirda ar gyflogaeth .*, 1 Mawrth 2019 – 30 Mehefin 2023, gyda’r sefydliad Acme Ltd/);
  assert.doesNotMatch(again!.text.replace(englishNames, ''), englishWords);
});

test('another referee in place of the first begins in English', async () => {
  const person = await signedIn();
  const other = { ...personnel.referee, name: 'Robin Other', email: 'other@acme.test' };
  await changeReferee(ctx, person.at.caller, person.id, other, { anyway: 'Agreed' });
  const [mail] = await mailsOf(person, 'reference_request');
  assert.match(mail!.html, /<html lang="en">/);
  assert.match((await visitor(portal).get(`/reference/${tokenIn(mail!.text)}`)).body, /<html lang="en"/);
});

test('the language changes in the midst of the form and keeps every answer', async () => {
  const { base, device, ...person } = await signedIn();
  await walking({ base, device, ...person }).send('/willing', { willing: 'factual' });
  const path = `${base}/questions/employment`;
  await device.submit(path, path, { 'from-year': '2010', still_there: 'yes', role: 'Gyrrwr' });
  assert.match((await device.get(path)).body, /<html lang="cy"[\s\S]*value="Gyrrwr"/);
  assert.match((await device.get(`${path}?language=en`)).body, /<html lang="en"[\s\S]*value="Gyrrwr"/);
  assert.match((await device.get(path)).body, /<html lang="en"/);
  await offer(false);
  assert.doesNotMatch((await device.get(`${path}?language=cy`)).body, /Cymraeg|lang="cy"/);
  await offer(true);
});

test('who has declined reads why in Welsh, and the desk in English', async () => {
  const person = await signedIn();
  const { look, send } = walking(person);
  await send('/decline', { reason: 'policy', details: 'Dim geirdaon' });
  const ended = await look('');
  assert.match(ended, /Nid ydym yn rhoi geirdaon, yn unol â’n polisi: Dim geirdaon/);
  const { reply } = await readReference(ctx, tenant, person.at.report.id, person.id);
  assert.equal(reply.declined, 'We give no references, by our policy: Dim geirdaon');
});

test('the page for a lost mail is in Welsh for who comes from one', async () => {
  const device = visitor(portal);
  const page = await device.get('/reference?language=cy');
  assertWelsh(page.body, 'lost');
  const wrong = await device.submit('/reference?language=cy', '/reference?language=cy', { email: 'x' });
  assertWelsh(wrong.body, 'lost, wrong');
  const sent = await device.submit('/reference?language=cy', '/reference?language=cy', { email: 'hr@acme.test' });
  assertWelsh(sent.body, 'lost, sent');
});

test('the screener and the outcome read the answers in English, and that the form was in Welsh', async () => {
  const person = await signedIn();
  const { send } = walking(person);
  await send('/willing', { willing: 'whole' });
  for (const section of questionnaires.standard.sections) await send(`/questions/${section.key}`, typedIn(section));
  await send('/answers', { declares: 'yes' });
  const desk = await signedInVisitor(portal, deskEmail);
  const [report] = person.at.check.reports;
  const { body } = await desk.get(`/desk/reports/${report!.id}/references/${person.id}`);
  assert.match(body, /The form was answered in Welsh\./);
  assert.match(body, /Gair o eiddo’r canolwr\s*<span class="app-table__aside">Written in a form in Welsh/);
  assert.match(body, /Resigned/);
  // Not beside who the referee is: the job title, the details of the warning and what else they say.
  assert.equal(body.match(/Written in a form in Welsh/g)?.length, 3);
  await takeOver(ctx, person.at.caller, person.id, { given: { step: 'company_domain', by: '' } });
  const outcome = await desk.get(`/desk/reports/${report!.id}`);
  assert.match(outcome.body, /answered the form in Welsh\./);
});
