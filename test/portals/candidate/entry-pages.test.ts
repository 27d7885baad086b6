// Lists in the form by plain requests: missing lists and entries are not found, and two devices never overwrite each
// other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailedCodes, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { textIn } from '../../support/html.ts';
import { hiddenFields, startPortal, visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const tenant = portal.caller('test');

async function signedIn(reports: readonly string[]) {
  const { check, token } = await placeWaiting(portal.ctx, tenant, { reports, facts: { dob: '1990-03-04' } });
  const base = `/form/${token}`;
  const device = visitor(portal);
  await device.submit(base, base, {});
  const code = (await mailedCodes(portal.ctx, tenant, check.id))[0]!;
  await device.submit(`${base}/code`, `${base}/code`, { code });
  return { base, device };
}

const saidIn = (body: string) => textIn(body.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');

const job = {
  // Skip the first step, which asks for the status alone.
  step: '',
  ...{ status: 'FullTime', employer: 'Acme Care', place: 'Leeds', job_title: 'Porter', country: 'GBR' },
  contact_timing: 'Never',
  ...{ 'start_date-month': '4', 'start_date-year': '2006' },
};

test('a list that was not ordered, and an entry that does not exist, are not found', async () => {
  const { base, device } = await signedIn(['professional_membership']);
  for (const path of ['activities', 'qualifications/new', 'memberships/1', 'memberships/1/remove', 'memberships/x']) {
    assert.equal((await device.get(`${base}/${path}`)).status, 404, path);
  }
  assert.equal((await device.get(`${base}/memberships`)).status, 200);
});

test('before the code no list is shown', async () => {
  const { token } = await placeWaiting(portal.ctx, tenant, { reports: ['activity'] });
  for (const path of ['activities', 'activities/new', 'activities/1', 'activities/1/remove']) {
    const answer = await visitor(portal).get(`/form/${token}/${path}`);
    assert.deepEqual([answer.status, answer.headers.location, answer.body], [303, `/form/${token}`, ''], path);
  }
});

test('a candidate of no fixed abode is told what to type, and it is accepted', async () => {
  const { base, device } = await signedIn(['criminal_history:basic']);
  const list = `${base}/addresses`;
  assert.match((await device.get(`${list}/new`)).body, /Give an address where mail reaches you/);
  const home = { building_number: '1', street: 'Main Street', town: 'Leeds', postcode: 'LS1 4AP', country: 'GBR' };
  await device.submit(`${list}/new`, `${list}/new`, home);
  await device.submit(`${list}/1/dates`, `${list}/1/dates`, { 'start_date-month': '4', 'start_date-year': '2024' });
  assert.match((await device.get(`${list}/new`)).body, /Type “No fixed abode” as the house name/);
  const nowhere = { building_name: 'No fixed abode', town: 'Leeds', postcode: 'LS1 4AP', country: 'GBR' };
  const saved = await device.submit(`${list}/new`, `${list}/new`, nowhere);
  assert.deepEqual([saved.status, saved.headers.location], [303, `${list}/2/dates`]);
  assert.match((await device.get(list)).body, /No fixed abode<br>Leeds/);
});

test('an address that lacks its house opens the help about no fixed address, which says whom to ask without one', async () => {
  const { base, device } = await signedIn(['identity']);
  const list = `${base}/addresses`;
  const answer = await device.submit(`${list}/new`, `${list}/new`, { town: 'Leeds', country: 'GBR' });
  assert.equal(answer.status, 422);
  assert.match(
    answer.body,
    /<details[^>]* open[\s\S]*its house, street, town and postcode[\s\S]*Do not guess an address/,
  );
  assert.match(answer.body, new RegExp(`href="${base}/help"[^>]*>Whom to ask`));
  const help = (await device.get(`${base}/help`)).body;
  assert.match(
    help,
    /Whom to ask[\s\S]*You need help, or cannot use the internet[\s\S]*You alone can agree to the check/,
  );
});

test('that an address is no home is ticked, kept, shown in the list, and taken back', async () => {
  const { base, device } = await signedIn(['identity']);
  const list = `${base}/addresses`;
  const asked = (await device.get(`${list}/new`)).body;
  assert.match(asked, /the address below is where mail reaches me/);
  assert.doesNotMatch(asked, /type="radio"|<details[^>]* open/, 'it is asked once, below the help');
  const centre = {
    ...{ building_name: 'c/o Shelter Day Centre', street: 'High Street', town: 'Leeds', postcode: 'LS1 4AP' },
    ...{ country: 'GBR', no_fixed_address: 'yes' },
  };
  await device.submit(`${list}/new`, `${list}/new`, centre);
  await device.submit(`${list}/1/dates`, `${list}/1/dates`, { 'start_date-month': '4', 'start_date-year': '2015' });
  assert.match((await device.get(list)).body, /LS1 4AP<br>No fixed address/);
  const again = (await device.get(`${list}/1`)).body;
  assert.match(again, /<details[^>]* open/);
  assert.match(again, /name="no_fixed_address"[^>]* value="yes" checked/);
  const home = { ...centre, building_name: '12', no_fixed_address: '' };
  await device.submit(`${list}/1`, `${list}/1`, home);
  assert.doesNotMatch((await device.get(list)).body, /No fixed address/);
});

test('an entry is refused, saved, changed and removed; a conflict between two devices is reported', async () => {
  const { base, device } = await signedIn(['employment_history:uk']);
  const list = `${base}/activities`;
  const refused = await device.submit(`${list}/new`, `${list}/new`, { ...job, employer: '' });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Enter the name of the employer/);
  const unreadable = await device.submit(`${list}/new`, `${list}/new`, { ...job, employer: 'Acme\0Care' });
  assert.equal(unreadable.status, 400);
  const stayed = { 'end_date-month': '3', 'end_date-year': '2021', reason_for_leaving: 'StillEmployed' };
  const contrary = await device.submit(`${list}/new`, `${list}/new`, { ...job, ...stayed });
  assert.match(contrary.body, /Choose why it ended, or leave its end empty/);
  const left = await device.submit(`${list}/new`, `${list}/new`, { ...job, reason_for_leaving: 'Dismissed' });
  assert.match(left.body, /or enter the date it ended/);
  assert.match((await device.get(list)).body, /go back to your first job/);
  const stale = hiddenFields((await device.get(`${list}/new`)).body, `${list}/new`);
  const saved = await device.submit(`${list}/new`, `${list}/new`, job);
  assert.deepEqual([saved.status, saved.headers.location], [303, list]);
  assert.match((await device.get(list)).body, /Job title: Porter<br>When may we contact the employer\? Never/);
  // The same page, opened earlier on another device.
  const late = await device.post(`${list}/new`, { ...stale, ...job, employer: 'Sample plc' });
  assert.equal(late.status, 409);
  assert.match(late.body, /changed this somewhere else/);
  const shown = await device.get(`${list}/1`);
  assert.match(shown.body, /value="Acme Care"/);
  await device.submit(`${list}/1`, `${list}/1`, { ...job, employer: 'Other Ltd' });
  assert.match((await device.get(list)).body, /Other Ltd/);
  const removed = await device.submit(`${list}/1/remove`, `${list}/1/remove`, {});
  assert.deepEqual([removed.status, removed.headers.location], [303, list]);
  assert.equal((await device.get(`${list}/1`)).status, 404);
  const empty = await device.submit(list, list, {});
  assert.equal(empty.status, 422);
  assert.match(empty.body, /Add a job, or what you did instead/);
});

test('an agency worker names the place, the agency, the number and the name there, and reads them in the list', async () => {
  const { base, device } = await signedIn(['employment_history:uk']);
  const list = `${base}/activities`;
  const asked = (await device.submit(`${list}/new`, `${list}/new`, { step: 'first', status: 'Temporary' })).body;
  assert.match(asked, /Employer, or the place where the agency sent you/);
  assert.match(asked, /Agency that you worked through \(optional\)/);
  const fullTime = (await device.submit(`${list}/new`, `${list}/new`, { step: 'first', status: 'FullTime' })).body;
  assert.doesNotMatch(fullTime, /Agency/);
  const nurse = {
    ...{
      ...job,
      status: 'Temporary',
      employer: 'Lagos General Hospital',
      country: 'NGA',
      agency: 'Harbour Nurses Ltd',
    },
    ...{ payroll_number: 'LGH-4711', name_used: 'Ada Obi' },
  };
  const nowhere = await device.submit(`${list}/new`, `${list}/new`, { ...nurse, place: '' });
  assert.match(nowhere.body, /Enter the town or address of the employer, so that we find the right one/);
  await device.submit(`${list}/new`, `${list}/new`, { ...nurse, place: 'Lagos Island' });
  const answers = textIn((await device.get(list)).body);
  for (const said of [
    'Town or address: Lagos Island',
    'Agency that you worked through: Harbour Nurses Ltd',
    'Payroll or staff number: LGH-4711',
    'Name used there: Ada Obi',
  ])
    assert.ok(answers.includes(said), said);
});

test('a history without a number of years shows its gaps from the first job on, and is complete once they are explained', async () => {
  const { base, device } = await signedIn(['employment_history:uk']);
  const list = `${base}/activities`;
  const ended = { 'end_date-month': '10', 'end_date-year': '2023', reason_for_leaving: 'Resigned' };
  await device.submit(`${list}/new`, `${list}/new`, { ...job, ...ended });
  const later = { ...job, employer: 'Sample plc', 'start_date-month': '1', 'start_date-year': '2024' };
  await device.submit(`${list}/new`, `${list}/new`, later);
  const shown = (await device.get(list)).body;
  assert.match(saidIn(shown), /Begin with what you do now, and go back to your first job\. Times of up to a month/);
  assert.match(shown, /aria-label="Your work and other activities leave 1 gap"/);
  assert.match(saidIn(shown), /Still missing: November 2023 to December 2023 \(2 months\)/);
  assert.match(saidIn((await device.get(`${list}/new?gap=0`)).body), /Still missing: November 2023 to December 2023\./);
  const refused = await device.submit(list, list, {});
  assert.equal(refused.status, 422);
  assert.match(saidIn(refused.body), /Add what you did from November 2023 to December 2023/);
  const between = {
    'end_date-month': '12',
    'end_date-year': '2023',
    'start_date-month': '11',
    'start_date-year': '2023',
  };
  await device.submit(`${list}/new`, `${list}/new`, {
    ...job,
    status: 'Caring',
    employer: '',
    job_title: '',
    ...between,
  });
  assert.match((await device.get(list)).body, /There is no gap/);
  assert.equal((await device.submit(list, list, {})).status, 303);
});

test('a report on single jobs does not ask what lay between them', async () => {
  const { base, device } = await signedIn(['self_employment:sa302']);
  const list = `${base}/activities`;
  await device.submit(`${list}/new`, `${list}/new`, {
    ...job,
    'end_date-month': '10',
    'end_date-year': '2023',
    reason_for_leaving: 'Resigned',
  });
  assert.doesNotMatch((await device.get(list)).body, /Still missing|no gap/);
  assert.equal((await device.submit(list, list, {})).status, 303);
});

test('of an employer that closed the form asks who or which papers can confirm it, and not when to ask it', async () => {
  const { base, device } = await signedIn(['employment_history:uk']);
  const list = `${base}/activities`;
  const asked = (await device.submit(`${list}/new`, `${list}/new`, { step: 'first', status: 'FullTime' })).body;
  assert.match(asked, /Your employer learns nothing before you say so.*Ask me again first/s);
  assert.match(asked, /class="govuk-form-group app-while-BusinessClosed"/);
  const closed = {
    ...job,
    'end_date-month': '3',
    'end_date-year': '2021',
    reason_for_leaving: 'BusinessClosed',
    contact_timing: '',
  };
  const alone = await device.submit(`${list}/new`, `${list}/new`, closed);
  assert.equal(alone.status, 422);
  assert.match(alone.body, /Say who can confirm it, or which papers you have/);
  assert.doesNotMatch(alone.body, /Choose when we may contact the employer/);
  const saved = await device.submit(`${list}/new`, `${list}/new`, { ...closed, papers: 'P60 of 2020' });
  assert.equal(saved.status, 303);
  assert.match(saidIn((await device.get(list)).body), /Which papers do you have from that job\? P60 of 2020/);
  // Papers that were typed before another reason was chosen are not kept.
  const resigned = {
    ...closed,
    reason_for_leaving: 'Resigned',
    contact_timing: 'AfterConfirmation',
    papers: 'P60 of 2020',
  };
  await device.submit(`${list}/1`, `${list}/1`, resigned);
  const changed = saidIn((await device.get(list)).body);
  assert.match(changed, /When may we contact the employer\? Ask me again first/);
  assert.doesNotMatch(changed, /P60/);
});

test('occupations stand in groups with hints', async () => {
  const { base, device } = await signedIn(['employment_history:uk']);
  const kinds = (await device.get(`${base}/activities/new`)).body;
  const headings = [...kinds.matchAll(/govuk-radios__divider">([^<]+)</g)].map(([, heading]) => heading);
  assert.deepEqual(headings, ['Working', 'Studying', 'Not working']);
  assert.equal(kinds.match(/class="govuk-radios__input"/g)?.length, 22, 'each can be chosen');
});

test('somebody on a register of health names the number by its own name, without a grade', async () => {
  const { base, device } = await signedIn(['professional_membership:nmc']);
  const start = visitor(portal);
  assert.match(saidIn((await start.get(base)).body), /Have at hand: your NMC PIN /);
  const list = `${base}/memberships`;
  assert.match(
    saidIn((await device.get(list)).body),
    /Add your registration: Nursing and Midwifery Council\. .*Add your NMC PIN/,
  );
  const asked = (await device.get(`${list}/new`)).body;
  assert.match(asked, /Your NMC PIN/);
  assert.doesNotMatch(asked, /Kind of membership|Professional body/);
  assert.match((await device.get(`${list}/new?other`)).body, /Professional body/);
  const registration = { body: 'Nursing and Midwifery Council', status: 'Registered' };
  const missing = await device.submit(`${list}/new`, `${list}/new`, { ...registration, number: '' });
  assert.match(missing.body, /Enter your membership or registration number/);
  assert.match(missing.body, /Your NMC PIN/);
  await device.submit(`${list}/new`, `${list}/new`, { ...registration, number: '90I1234E' });
  assert.match(saidIn((await device.get(list)).body), /Nursing and Midwifery Council .*90I1234E.*Add a membership/);
  assert.equal((await device.submit(list, list, {})).status, 303);
});

const conviction = {
  ...{ what: 'Driving without insurance', 'on-year': '2024', court: 'Leeds Magistrates’ Court', sentence: 'A fine' },
  comment: 'I sold the car.',
};

test('a self-declaration asks what is not spent, and of a Yes what it was; the list repeats it', async () => {
  const { base, device } = await signedIn(['criminal_self_declaration']);
  const page = `${base}/unspent-convictions`;
  const asked = saidIn((await device.get(page)).body);
  assert.match(
    asked,
    /asks you this\..*After that it is spent.*Check when to disclose cautions or convictions, on GOV\.UK/,
  );
  assert.match(asked, /If you answer Yes, we ask you what it was\. Nothing is decided by your answer alone/);
  assert.doesNotMatch(asked, /Disclosure and Barring Service|also spent/);
  assert.match((await device.submit(page, page, {})).body, /Choose Yes if you have unspent convictions/);
  const yes = await device.submit(page, page, { has_unspent_convictions: 'yes' });
  const list = `${base}/unspent-to-declare`;
  assert.deepEqual([yes.status, yes.headers.location], [303, list]);
  assert.match((await device.submit(list, list, {})).body, /Add a conviction or caution/);
  const unsaid = await device.submit(`${list}/new`, `${list}/new`, { ...conviction, sentence: '' });
  assert.match(unsaid.body, /Say what the sentence or outcome was/);
  const early = await device.submit(`${list}/new`, `${list}/new`, { ...conviction, 'on-year': '1980' });
  assert.match(early.body, /must be after your date of birth/);
  await device.submit(`${list}/new`, `${list}/new`, conviction);
  const said =
    /Driving without insurance.*Which court or police force\? Leeds Magistrates’ Court.*I sold the car\..*2024/;
  assert.match(saidIn((await device.get(list)).body), said);
  // Who takes the Yes back is asked for nothing more.
  await device.submit(page, page, { has_unspent_convictions: 'no' });
  assert.doesNotMatch((await device.get(`${base}/tasks`)).body, /unspent-to-declare/);
});

test('beside an application a Yes is said to lead to no more questions, with what the check itself shows', async () => {
  const { base, device } = await signedIn(['criminal_history:basic']);
  const asked = saidIn((await device.get(`${base}/unspent-convictions`)).body);
  assert.match(asked, /The application to the Disclosure and Barring Service asks this\./);
  assert.match(asked, /shows what is unspent, and nothing that is spent\. If you answer Yes, we ask no more about it/);
});

test('a role that is excepted is asked of spent ones and of what happened at work, and not of what the law protects', async () => {
  const { base, device } = await signedIn(['criminal_self_declaration', 'criminal_history_scotland:pvg_join']);
  assert.equal((await device.get(`${base}/unspent-convictions`)).status, 404);
  const spent = `${base}/spent-declaration`;
  assert.match(saidIn((await device.get(spent)).body), /You need not declare what the law protects/);
  const nothing = await device.submit(spent, spent, { has_convictions_to_declare: 'no' });
  assert.equal(nothing.headers.location, `${base}/concerns-declaration`);
  const concerns = `${base}/concerns-declaration`;
  assert.match(saidIn((await device.get(concerns)).body), /barred from work.*referred to.*dismissed for misconduct/);
  const yes = await device.submit(concerns, concerns, { has_concerns_to_declare: 'yes' });
  const list = `${base}/concerns-to-declare-list`;
  assert.equal(yes.headers.location, list);
  await device.submit(`${list}/new`, `${list}/new`, { what: 'I was dismissed for missing shifts', 'on-year': '2019' });
  assert.match(saidIn((await device.get(list)).body), /I was dismissed for missing shifts.*2019/);
});

test('a candidate without qualifications says so instead of adding one, and the answers repeat it', async () => {
  const { base, device } = await signedIn(['education:uk', 'professional_membership']);
  const list = `${base}/qualifications`;
  const none = 'I have no qualifications of this kind';
  assert.doesNotMatch((await device.get(`${list}/new`)).body, /selected>United Kingdom/, 'no country is assumed');
  assert.ok(textIn((await device.get(list)).body).includes(none));
  assert.equal((await device.submit(list, list, {})).status, 422, 'to add nothing is not to say so');
  const said = await device.submit(list, list, { none: 'yes' });
  assert.deepEqual([said.status, said.headers.location], [303, `${base}/memberships`]);
  const shown = textIn((await device.get(list)).body);
  assert.ok(shown.includes(`You said: “${none}”. The people who do the check read it.`));
  assert.equal((await device.submit(list, list, {})).status, 303, 'it stands');
  const degree = { institution: 'Uniwersytet Łódzki', country: 'POL', course: 'Historia', level: 'MA' };
  await device.submit(`${list}/new`, `${list}/new`, degree);
  const added = textIn((await device.get(list)).body);
  assert.ok(added.includes('MA, Historia') && !added.includes(none));
});

test('nobody is stopped by a membership that they do not have: the page says which body is asked for, and takes that they have none', async () => {
  const { base, device } = await signedIn(['professional_membership:tra']);
  const list = `${base}/memberships`;
  const asked = saidIn((await device.get(list)).body);
  assert.match(asked, /The check is about: Teaching Regulation Agency \(the TRN: seven digits\)/);
  assert.match(asked, /If you have no number there, .* you are then looked up by your name and date of birth/);
  const entry = (await device.get(`${list}/new`)).body;
  assert.match(entry, /value="Teaching Regulation Agency"/);
  assert.match(saidIn(entry), /Teaching Regulation Agency: the TRN: seven digits/);
  assert.equal((await device.submit(list, list, {})).status, 422, 'to add nothing is not to say so');
  assert.equal((await device.submit(list, list, { none: 'yes' })).status, 303);
  assert.match(saidIn((await device.get(list)).body), /You said: “I have no membership or number of this kind”/);
  const nurse = await signedIn(['professional_membership:nmc']);
  const register = `${nurse.base}/memberships`;
  assert.match(saidIn((await nurse.device.get(register)).body), /If you have none, say so/);
  assert.equal((await nurse.device.submit(register, register, { none: 'yes' })).status, 303);
});

test('a qualification is saved with its year alone, and read with its dates and the name used there', async () => {
  const { base, device } = await signedIn(['education:uk']);
  const list = `${base}/qualifications`;
  const asked = textIn((await device.get(`${list}/new`)).body);
  assert.ok(asked.includes('Of a date, the year is enough'), asked);
  const degree = { institution: 'University of Leeds', country: 'GBR', course: 'History', level: 'BA' };
  const dated = {
    'start_date-year': '2003',
    'end_date-year': '2006',
    'graduated_on-year': '2006',
    name_used: 'Ada Obi',
  };
  const saved = await device.submit(`${list}/new`, `${list}/new`, { ...degree, ...dated });
  assert.deepEqual([saved.status, saved.headers.location], [303, list]);
  assert.match((await device.get(list)).body, /Name used there: Ada Obi<br>2003 to 2006<br>Awarded: 2006/);
  assert.match((await device.get(`${list}/1`)).body, /name="graduated_on-year"[^>]* value="2006"/);
});

test('the country of a time is the United Kingdom at first, and open of a journey', async () => {
  const { base, device } = await signedIn(['employment_history:uk']);
  const list = `${base}/activities/new`;
  const countryOf = async (status: string) =>
    /<option[^>]* selected[^>]*>(?<name>[^<]*)/.exec(
      (await device.submit(list, list, { step: 'first', status })).body.split('name="country"')[1]!,
    )?.groups?.name;
  assert.equal(await countryOf('FullTime'), 'United Kingdom');
  assert.equal(await countryOf('Travelling'), 'Choose a country');
});

test('two jobs at one employer have links of different names, and a new entry is told what is still missing', async () => {
  const { base, device } = await signedIn(['activity:5y']);
  const list = `${base}/activities`;
  assert.doesNotMatch((await device.get(`${list}/new`)).body, /Still missing/);
  const later = { ...job, 'start_date-month': '5', 'start_date-year': '2025' };
  const ended = { 'end_date-month': '1', 'end_date-year': '2025', reason_for_leaving: 'Resigned' };
  for (const one of [later, { ...job, ...ended }]) await device.submit(`${list}/new`, `${list}/new`, one);
  const shown = (await device.get(list)).body;
  assert.match(shown, /Change<span class="govuk-visually-hidden">: Acme Care, [^<]*, May 2025 to now</);
  assert.match(shown, /Change<span class="govuk-visually-hidden">: Acme Care, [^<]*, April 2006 to January 2025</);
  assert.match((await device.get(`${list}/new`)).body, /Still missing: February 2025 to April 2025\./);
  assert.doesNotMatch((await device.get(`${list}/1`)).body, /Still missing/);
  const [, href] = /<a class="govuk-link" href="([^"]+)">February 2025 to April 2025<\/a>/.exec(shown)!;
  assert.equal(href, `${list}/new?gap=0`, 'no date is in an address');
  const kind = await device.submit(href, `${list}/new`, { step: 'first', status: 'FullTime' });
  const filled = Object.fromEntries(
    ['start_date-month', 'start_date-year', 'end_date-month', 'end_date-year'].map((name) => [
      name,
      new RegExp(`name="${name}"[^>]* value="(\\d+)"`).exec(kind.body)?.[1],
    ]),
  );
  assert.deepEqual(Object.values(filled), ['2', '2025', '4', '2025']);
  assert.equal((await device.get(`${list}/new?gap=7`)).status, 200, 'a gap that was closed meanwhile');
});

test('codes of GOV.UK are asked with the way there, and steps are named as their pages', async () => {
  const { base, device } = await signedIn(['right_to_work:online_share_code', 'criminal_history:basic']);
  const page = (await device.get(`${base}/share-code`)).body;
  assert.match(page, /href="https:\/\/www\.gov\.uk\/view-prove-immigration-status"/);
  await device.submit(`${base}/previous-names`, `${base}/previous-names`, {
    ...{ name_is_from_birth: 'no', 'name_known_from-month': '6', 'name_known_from-year': '2018' },
  });
  const tasks = (await device.get(`${base}/tasks`)).body;
  for (const path of ['previous-names', 'previous-names-list']) {
    const [, title] = /<h1[^>]*>\s*([^<]*?)\s*</.exec((await device.get(`${base}/${path}`)).body)!;
    const [, step] = new RegExp(`href="[^"]*/${path}"[^>]*>\\s*([^<]*?)\\s*<`).exec(tasks)!;
    assert.equal(step, title);
  }
});

test('an entry that is sent twice at once is saved once, and both answers lead to the list', async () => {
  const { base, device } = await signedIn(['employment_history:uk']);
  const list = `${base}/activities`;
  const hidden = hiddenFields((await device.get(`${list}/new`)).body, `${list}/new`);
  const send = () => device.post(`${list}/new`, { ...hidden, ...job });
  for (const { status, headers } of await Promise.all([send(), send()])) {
    assert.deepEqual([status, headers.location], [303, list]);
  }
  assert.equal((await device.get(`${list}/2`)).status, 404);
});
