// Asking a referee at the desk: what speaks against it is confirmed with a reason, and nobody reads what is not sent yet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/context.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { findHistory } from '../../../src/features/events/check-history-queries.ts';
import { questionnaires } from '../../../src/features/references/questionnaires.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import {
  chooseScope,
  openReferenceLink,
  saveSection,
  sendReference,
} from '../../../src/features/references/reference-answer-actions.ts';
import { declineReference } from '../../../src/features/references/reference-decline-actions.ts';
import { sendReminder, withLockedReference } from '../../../src/features/references/reference-move-actions.ts';
import { takeOver, withTakenOver } from '../../../src/features/references/reference-take-over-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { codeIn, employed, mailsTo, personnel, tokenIn } from '../../features/references/asked-references.ts';
import { deskEmail, hiddenFields, signedInVisitor, startPortal, visitor as visitorOf } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const visitor = await signedInVisitor(portal, deskEmail);
const mailed = async (checkId: string) =>
  (await mailsTo(ctx, portal.caller('live'), checkId, 'reference_request')).length;

async function placed(contact_timing: string) {
  const activities = employed.activities!.map((one) => ({ ...one, contact_timing }));
  const check = await portal.placeCheck('live', { ...employed, activities, first_name: 'Robin' }, [
    'employment_history:uk',
  ]);
  return { check, report: check.reports[0]!, page: `/desk/reports/${check.reports[0]!.id}` };
}

const referee = {
  name: 'Pat Referee',
  organisation: 'Acme Ltd',
  email: 'hr@acme.test',
  questionnaire: 'standard',
  by: 'mail',
};

test('an employer whom the candidate does not want asked yet is asked only with a reason, which is recorded', async () => {
  for (const [timing, words] of [
    ['AfterOffer', 'After an offer'],
    ['Never', 'Not at all'],
  ] as const) {
    const { check, report, page } = await placed(timing);
    const path = `${page}/references/new?entry=activities-0`;
    const { body } = await visitor.get(path);
    assert.ok(body.includes(`The candidate says when the employer may be contacted: ${words}.`));
    assert.ok(body.includes(`${page}/queries/new?addressee=candidate&amp;kind=current_employer`));
    for (const by of ['mail', 'telephone']) {
      const refused = await visitor.submit(path, `${page}/references/new`, { ...referee, by });
      assert.equal(refused.status, 422);
      assert.match(refused.body, /Say why the referee is asked all the same/);
    }
    assert.equal(await mailed(check.id), 0);
    const sent = await visitor.submit(path, `${page}/references/new`, {
      ...referee,
      anyway: 'She said yes on the phone.',
    });
    assert.equal(sent.status, 303);
    assert.equal(await mailed(check.id), 1);
    const types = ['reference.requested'] as const;
    const [event] = await findHistory(ctx.db, portal.caller('live'), { checkId: check.id, reportId: report.id, types });
    assert.deepEqual(event!.detail, { anyway: ['contact_timing'] });
    assert.match((await visitor.get(page)).body, /She said yes on the phone\./);
  }
});

test('the number of one person does not stay with another, and every mail and call is counted where the report is closed', async () => {
  const activities = employed.activities!.map((one) => ({
    ...one,
    contact_timing: 'Immediately',
    referee: 'HR desk, hr@acme.test, 0113 496 0100',
  }));
  const check = await portal.placeCheck('live', { ...employed, activities, first_name: 'Robin' }, [
    'employment_history:uk',
  ]);
  const page = `/desk/reports/${check.reports[0]!.id}`;
  const path = `${page}/references/new?entry=activities-0`;
  const typed = { ...referee, telephone: '0113 496 0100' };
  const refused = await visitor.submit(path, `${page}/references/new`, typed);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /0113 496 0100 is the number of HR desk: enter that of whom you ask/);
  assert.doesNotMatch(refused.body, /name="telephone"[^>]*value="0113/);
  const sent = await visitor.submit(path, `${page}/references/new`, { ...referee, telephone: '0113 496 0200' });
  const reference = String(sent.headers.location).split('?')[0]!;
  const referenceId = reference.split('/').at(-1)!;
  const live = portal.caller('live');
  await withLockedReference(ctx, live, referenceId, (tx, locked) => sendReminder(tx, live, locked));
  await visitor.submit(reference, `${reference}/again`, { again: 'yes' });
  assert.match((await visitor.get(reference)).body, /Written to 3 times, last on [^,]+, 0 of \d reminders sent since/);
  const unable = (await visitor.get(`${page}/unable-to-verify`)).body;
  assert.match(unable, /name="requests_sent"[^>]* value="3"/);
});

test('a personal address that a screener types for a referee is remarked before anything is sent there', async () => {
  const { check, page } = await placed('Immediately');
  const path = `${page}/references/new?entry=activities-0`;
  const personal = { ...referee, email: 'pat@gmail.com' };
  const refused = await visitor.submit(path, `${page}/references/new`, personal);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Anybody can have an address at this mail service/);
  assert.equal(await mailed(check.id), 0);
  const sent = await visitor.submit(path, `${page}/references/new`, referee);
  assert.equal(sent.status, 303);
  const reference = String(sent.headers.location).split('?')[0]!;
  // The page was open before somebody wrote to the referee.
  const twice = await visitor.submit(reference, `${reference}/again`, {});
  assert.equal(twice.headers.location, `${reference}?done=sent_today`);
  assert.match((await visitor.get(`${reference}?done=sent_today`)).body, /Nothing was sent[\s\S]*Send again today/);
  await portal.superuser.run(
    sql`update report_references set mailed_at = mailed_at - interval '2 days' where check_id = ${check.id}`,
  );
  const pages = await Promise.all([signedInVisitor(portal), signedInVisitor(portal)]);
  const forms = await Promise.all(pages.map((one) => one.get(reference)));
  const both = await Promise.all(
    pages.map((one, at) => one.post(`${reference}/again`, hiddenFields(forms[at]!.body, `${reference}/again`))),
  );
  const answers = both.map(({ headers }) => String(headers.location)).toSorted();
  assert.deepEqual(answers, [`${reference}?done=sent`, `${reference}?done=sent_today`], 'of two at once one sends');
  assert.equal(await mailed(check.id), 2);
  const change = `${reference}/referee`;
  assert.equal((await visitor.submit(change, change, personal)).status, 422);
  assert.equal(await mailed(check.id), 2);
  assert.equal((await visitor.submit(change, change, { ...personal, anyway: 'A sole trader.' })).status, 303);
  assert.equal(await mailed(check.id), 3);
  const again = await visitor.submit(reference, `${reference}/again`, { again: 'yes' });
  assert.equal(again.headers.location, `${reference}?done=sent`);
  assert.equal(await mailed(check.id), 4);
});

test('what a referee has typed and not sent is shown to nobody at the desk', async () => {
  const { check, report, page } = await placed('Immediately');
  const caller: Caller = { ...portal.caller('live'), permissions: ['ask_references'] };
  await requestReference(ctx, { caller, check, report }, personnel);
  const [mail] = await mailsTo(ctx, caller, check.id, 'reference_request');
  const { front } = await openReferenceLink(ctx, tokenIn(mail!.text), undefined);
  await chooseScope(ctx, front, 'whole');
  const typed = {
    ...{ 'from-day': '1', 'from-month': '3', 'from-year': '2019', still_there: 'yes', role: 'Driver' },
    ...{ employment_type: 'full_time', disciplinary: 'no', rehire: 'yes', referee_name: 'Pat' },
    anything_else: 'Rather not say this',
  };
  for (const section of questionnaires.standard.sections) await saveSection(ctx, front, section, typed);
  assert.doesNotMatch((await visitor.get(page)).body, /Rather not say this/);
  await sendReference(ctx, front);
  assert.match((await visitor.get(page)).body, /Rather not say this/);
});

/** A device of a referee on which the code was entered. */
async function deviceOf(mail: string, checkId: string) {
  const base = `/reference/${tokenIn(mail)}`;
  const device = visitorOf(portal);
  await device.submit(base, base, {});
  const [code] = await mailsTo(ctx, portal.caller('live'), checkId, 'reference_code');
  await device.submit(`${base}/code`, `${base}/code`, { code: codeIn(code!.text) });
  return { base, device };
}

/** The first page that a referee sees behind the code. */
async function firstQuestion(mail: string, checkId: string): Promise<string> {
  const { base, device } = await deviceOf(mail, checkId);
  return (await device.get(`${base}/willing`)).body;
}

/** Sends a form of the page with a file after its fields. */
async function submitFile(
  by: Pick<typeof visitor, 'get' | 'send'>,
  path: string,
  fields: Readonly<Record<string, string>>,
  fileName: string,
  from = path,
) {
  const hidden = hiddenFields((await by.get(from)).body, path);
  const parts = Object.entries({ ...hidden, ...fields }).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const content = fileName === '' ? '' : 'They drove for us and were never late.\n'.repeat(20);
  const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n${content}\r\n--x--\r\n`;
  return by.send(path, 'multipart/form-data; boundary=x', `${parts.join('')}${file}`);
}

test('a letter is recorded at the desk with who signed it, its day and what it says, and the result says so', async () => {
  const { check, report, page } = await placed('Immediately');
  const caller: Caller = { ...portal.caller('live'), permissions: ['ask_references', 'record_outcomes'] };
  const id = await requestReference(ctx, { caller, check, report }, personnel);
  const path = `${page}/references/${id}/letter`;
  const empty = await submitFile(visitor, path, {}, '');
  assert.equal(empty.status, 422);
  for (const said of ['Enter who signed the letter', 'Enter the day of the letter', 'Select how the letter came'])
    assert.ok(empty.body.includes(said), said);
  const letter = {
    ...{ letter_signed: 'Pat Referee, manager', letter_on: '2026-02-02', letter_way: 'paper', step: 'registry' },
    ...{ 'from-month': '6', 'from-year': '2019' },
  };
  assert.match((await submitFile(visitor, path, letter, '')).body, /Choose a file/);
  const wrong = (await submitFile(visitor, path, { ...letter, letter_on: '2999-01-01' }, 'a.txt')).body;
  assert.match(wrong, /not later/);
  assert.match(wrong, /href="#file">Choose the file again</, 'a browser empties the input');
  const none = (await submitFile(visitor, path, { ...letter, letter_on: '2999-01-01' }, '')).body;
  assert.doesNotMatch(none, /Choose the file again/);
  assert.doesNotMatch(none, /On how many days were they absent/, 'nobody asks about absence before an offer');
  const recorded = await submitFile(visitor, path, letter, 'letter.txt');
  assert.equal(recorded.headers.location, `${page}/references/${id}?done=recorded`);
  const shown = (await visitor.get(`${page}/references/${id}`)).body;
  assert.match(shown, /Answered by letter of 2 February 2026[\s\S]*Pat Referee, manager[\s\S]*On paper/);
  const [, file] = /href="([^"]*\/files\/[^"]*)" download>Download the letter/.exec(shown)!;
  assert.equal((await visitor.get(file!)).status, 200);
  await takeOver(ctx, caller, id);
  assert.match((await withTakenOver(ctx, caller, report)).findings.notes, /Acme Ltd answered by letter\./);
  const [mail] = await mailsTo(ctx, caller, check.id, 'reference_request');
  const { front } = await openReferenceLink(ctx, tokenIn(mail!.text), undefined);
  assert.deepEqual([front.isOpen, front.isSent], [false, false], 'nobody reads by the link what another has sent');
});

test('a safer recruitment reference by telephone asks for the written one, until a file has come', async () => {
  const { check, report, page } = await placed('Immediately');
  const caller: Caller = { ...portal.caller('live'), permissions: ['ask_references'] };
  const asked = { ...personnel, questionnaire: 'safer_recruitment', by: 'telephone' } as const;
  const id = await requestReference(ctx, { caller, check, report }, asked);
  const path = `${page}/references/${id}`;
  const form = `${path}/telephone`;
  assert.match((await visitor.get(form)).body, /Ask them to send the written reference as well/);
  const taken = await visitor.submit(form, form, {
    ...{ call_person: 'Pat', call_number: '0161 496 0000', step: 'registry', by: 'Their site', scope: 'factual' },
    ...typedAll,
  });
  assert.equal(taken.headers.location, `${path}?done=recorded`);
  assert.match((await visitor.get(path)).body, /ask for the written one to follow/);
  const clear = { verdict: 'clear', notes: 'As stated.', move: 'complete' };
  const lacking = /Asked, and not answered: the written reference about Acme Ltd, which was taken by telephone/;
  assert.match((await visitor.submit(page, page, clear)).body, lacking);
  await submitFile(visitor, `${page}/files`, { description: 'The written reference' }, 'written.txt', page);
  assert.doesNotMatch((await visitor.get(path)).body, /ask for the written one to follow/);
  assert.doesNotMatch((await visitor.submit(page, page, clear)).body, lacking);
});

test('a personnel department whose letter says it all adds it, and is asked for dates and role alone', async () => {
  const { check, report, page } = await placed('Immediately');
  const caller: Caller = { ...portal.caller('live'), permissions: ['ask_references'] };
  const id = await requestReference(ctx, { caller, check, report }, personnel);
  const [mail] = await mailsTo(ctx, caller, check.id, 'reference_request');
  const { base, device } = await deviceOf(mail!.text, check.id);
  const chosen = await device.submit(`${base}/willing`, `${base}/willing`, { willing: 'letter' });
  assert.equal(chosen.headers.location, `${base}/letter`);
  for (const section of ['employment', 'referee'])
    await device.submit(`${base}/questions/${section}`, `${base}/questions/${section}`, typedAll);
  assert.equal((await device.get(`${base}/answers`)).headers.location, `${base}/letter`, 'the letter is missing');
  await submitFile(device, `${base}/letter`, { description: 'From the referee' }, 'letter.txt');
  assert.match((await device.get(`${base}/answers`)).body, /Your letter says the rest\.[\s\S]*letter\.txt/);
  await device.submit(`${base}/answers`, `${base}/answers`, { declares: 'yes' });
  assert.match((await visitor.get(`${page}/references/${id}`)).body, /Answered by link with a letter on/);
});

const typedAll = {
  ...{ 'from-day': '1', 'from-month': '6', 'from-year': '2019', still_there: 'no', role: 'Driver' },
  ...{ 'to-day': '30', 'to-month': '6', 'to-year': '2023', reason: 'NewJob' },
  ...{ employment_type: 'full_time', disciplinary: 'no', rehire: 'yes', referee_name: 'Pat' },
};

test('a referee keeps a copy of what they sent and corrects it; the desk sees both versions, and later gets a message', async () => {
  const { check, report, page } = await placed('Immediately');
  const caller: Caller = { ...portal.caller('live'), permissions: ['ask_references', 'record_outcomes'] };
  await requestReference(ctx, { caller, check, report }, personnel);
  const [mail] = await mailsTo(ctx, caller, check.id, 'reference_request');
  const { front } = await openReferenceLink(ctx, tokenIn(mail!.text), undefined);
  await chooseScope(ctx, front, 'whole');
  for (const section of questionnaires.standard.sections) await saveSection(ctx, front, section, typedAll);
  await sendReference(ctx, front);
  const [sent] = await mailsTo(ctx, caller, check.id, 'reference_sent');
  const { base, device } = await deviceOf(sent!.text, check.id);
  assert.equal((await device.get(base)).headers.location, `${base}/sent`);
  assert.match((await device.get(`${base}/sent`)).body, /Robin Sample at Acme Ltd[\s\S]*1 June 2019[\s\S]*Driver/);
  const copy = await device.get(`${base}/sent/file`);
  assert.match(String(copy.headers['content-disposition']), /^attachment; filename="VF\d+-reference\.pdf"$/);
  assert.equal((await device.get(`${base}/questions/employment`)).headers.location, base, 'nothing is changed unasked');

  await device.submit(`${base}/mistake`, `${base}/mistake`, {});
  const employment = `${base}/questions/employment`;
  await device.submit(employment, employment, { ...typedAll, 'from-month': '3' });
  const { body } = await device.get(`${base}/answers`);
  assert.match(body, /Correct your answers[\s\S]*1 March 2019/);
  await device.submit(`${base}/answers`, `${base}/answers`, { declares: 'yes' });
  assert.match((await device.get(`${base}/sent`)).body, /and your correction on[\s\S]*1 March 2019/);
  const shown = (await visitor.get(`${page}/references/${front.id}`)).body;
  assert.match(shown, /What the referee corrected on[\s\S]*When did they start\?[\s\S]*1 June 2019[\s\S]*1 March 2019/);
  assert.match((await visitor.get(page)).body, /corrected by the referee on/);

  await takeOver(ctx, caller, front.id, { given: { step: 'none', by: '' } });
  const target = { checkId: check.id, reportId: report.id };
  await moveReport(ctx, caller, target, {
    move: 'await_approval',
    outcome: { result: 'consider', subResult: null, findings: report.findings },
    demands: () => ['asked_for'],
  });
  const empty = await device.submit(`${base}/mistake`, `${base}/mistake`, { text: '' });
  assert.equal(empty.status, 422);
  const told = await device.submit(`${base}/mistake`, `${base}/mistake`, { text: 'They were a foreman.' });
  assert.equal(told.headers.location, `${base}/sent?told`);
  assert.match((await visitor.get('/desk/messages')).body, /A referee made a mistake in a reference/);
  assert.match((await visitor.get(page)).body, /They were a foreman\./);
});

test('a request, and the page of its referee, say which of two employments with one employer is meant', async () => {
  const [acme] = employed.activities!;
  const activities = [acme!, { ...acme!, start_date: '2015-01-01', end_date: '2017-01-31' }];
  const check = await portal.placeCheck('live', { ...employed, activities }, ['employment_history:uk']);
  const caller: Caller = { ...portal.caller('live'), permissions: ['ask_references'] };
  for (const [entryKey, which] of [
    ['activities-0', 'the later of two employments'],
    ['activities-1', 'the earlier of two employments'],
  ] as const) {
    await requestReference(ctx, { caller, check, report: check.reports[0]! }, { ...personnel, entryKey });
    const [mail] = await mailsTo(ctx, caller, check.id, 'reference_request');
    assert.ok(mail!.text.includes(`It is about ${which} with your organisation.`), mail!.text);
    const page = await firstQuestion(mail!.text, check.id);
    assert.ok(page.includes(`It is about <strong>${which}</strong> with your organisation.`), page);
  }
});

test('a declined reference is taken up again: the same referee is asked again, or somebody else, and why it was declined stays', async () => {
  const { check, report, page } = await placed('Immediately');
  const caller: Caller = { ...portal.caller('live'), permissions: ['ask_references'] };
  await requestReference(ctx, { caller, check, report }, personnel);
  const [mail] = await mailsTo(ctx, caller, check.id, 'reference_request');
  const { front } = await openReferenceLink(ctx, tokenIn(mail!.text), undefined);
  await declineReference(ctx, front, 'We have no records of them');
  const reference = `${page}/references/${front.id}`;
  const shown = (await visitor.get(reference)).body;
  assert.match(shown, /Why the referee declined: We have no records of them/);
  const [, ask] = new RegExp(`href="(${page}/references/new[^"]*)">Ask somebody else`).exec(shown)!;

  const form = (await visitor.get(ask!)).body;
  assert.match(form, /was asked in Employment history, UK on [^<]+, and declined/);
  const other = { ...referee, name: 'Sam Second', email: 'second@acme.test' };
  const refused = await visitor.submit(ask!, `${page}/references/new`, other);
  assert.equal(refused.status, 422, 'why a second one is asked is said');
  const asked = await visitor.submit(ask!, `${page}/references/new`, { ...other, anyway: 'The first declined.' });
  assert.equal(asked.status, 303);
  assert.match((await visitor.get(reference)).body, /Why the referee declined/, 'the first stays as it was');

  await visitor.submit(reference, `${reference}/again`, { again: 'yes' });
  const again = (await visitor.get(reference)).body;
  assert.match(again, /The referee had declined before they were asked again: We have no records of them/);
  const types = ['reference.declined', 'reference.requested'] as const;
  const events = await findHistory(ctx.db, portal.caller('live'), { checkId: check.id, reportId: report.id, types });
  assert.equal(events.filter(({ type }) => type === 'reference.declined').length, 1);
  assert.equal(events.length, 4);
});
