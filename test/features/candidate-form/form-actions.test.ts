// Saving answers, two devices, and submitting once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../src/context.ts';
import { readApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { correctDetails } from '../../../src/features/candidate-form/awaited-order-actions.ts';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { readConsents } from '../../../src/features/candidate-form/consent-actions.ts';
import { lackingOf, wantedOf } from '../../../src/features/candidate-form/document-actions.ts';
import { formLink } from '../../../src/features/candidate-form/form-access-actions.ts';
import {
  formFacts,
  hasAnswers,
  openFormLink,
  saveAnswer,
  submitForm,
  versionOf,
} from '../../../src/features/candidate-form/form-actions.ts';
import type { Answer, PageId } from '../../../src/features/candidate-form/form-page.ts';
import { keepLacking } from '../../../src/features/candidate-form/lacking-document-actions.ts';
import type { OpenForm } from '../../../src/features/candidate-form/open-form.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { linkToken } from '../../../src/features/checks/check-links.ts';
import { createCheck } from '../../../src/features/checks/check-placing-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { advanceCheck } from '../../../src/features/checks/sandbox-actions.ts';
import { enterCode, sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { orderAgain, readOrderLinks } from '../../../src/features/orders/order-again-actions.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { mailedCodes, placeWaiting, startForms, type Waiting } from './waiting-check.ts';

const forms = await startForms();
const { ctx, database } = forms;

async function opened(environment: Environment = 'test') {
  return openedForm(await placeWaiting(ctx, forms.caller(environment), { reports: ['right_to_work'] }));
}

async function openedForm({ check, token }: Waiting) {
  const { front } = await openFormLink(ctx, token, undefined);
  await sendCode(ctx, formLink(front));
  const [code = ''] = await mailedCodes(ctx, check.tenant, check.id);
  const entered = await enterCode(ctx, formLink(front), code);
  assert.equal(entered.is, 'right');
  /** The form as a device loads it now. */
  const device = async (): Promise<OpenForm> =>
    (await openFormLink(ctx, token, entered.is === 'right' ? entered.sessionToken : '')).form!;
  return { check, device };
}

const name = { title: '', first_name: 'Alexandra', middle_name: '', last_name: 'Canary' };
const answers: Readonly<Record<PageId, Answer>> = {
  name,
  'date-of-birth': { 'dob-day': '4', 'dob-month': '3', 'dob-year': '1990' },
  nationality: { nationality: 'GBR' },
  contact: { mobile: '', telephone: '' },
  consent: { agrees: 'yes', criminal_record: '', wording: CONSENT_WORDING },
};

async function answerAll(device: () => Promise<OpenForm>): Promise<void> {
  for (const [page, answer] of Object.entries(answers)) {
    assert.equal(await saveAnswer(ctx, await device(), page as PageId, { answer, seenVersion: 0 }), 'saved');
  }
}

test('what was sent for a basic check of a job in Scotland keeps the words of Disclosure Scotland', async () => {
  const waiting = await placeWaiting(ctx, forms.caller('test'), {
    ...{ reports: ['criminal_history:basic'], placeOfWork: 'Scotland' },
  });
  const { device } = await openedForm(waiting);
  const { scope, sentScope } = await device();
  assert.deepEqual(sentScope.asked, scope.asked);
  const application = sentScope.asked.find(({ id }) => id === 'dbs_application');
  assert.deepEqual(application?.params, { isOfScotland: true });
});

test('a saved answer is on the next page and on every device', async () => {
  const { device } = await opened();
  assert.equal(await saveAnswer(ctx, await device(), 'name', { answer: name, seenVersion: 0 }), 'saved');
  const form = await device();
  assert.deepEqual(form.saved.get('name'), { version: 1, answer: name });
  assert.equal(formFacts(form).last_name, 'Canary');
  assert.equal(form.order.facts.last_name, 'Sample');
});

test('a consent is kept with the words that were read, also when the client has another name since', async () => {
  const { check, device } = await opened();
  await answerAll(device);
  const shown = await device();
  assert.equal(await submitForm(ctx, shown, versionOf(shown.saved)), 'submitted');
  const { accountName } = shown;
  await database.run(sql`update accounts set name = 'Another name' where id = ${check.tenant.accountId}`);
  const [consent] = await readConsents(ctx, await readCheck(ctx, check.tenant, check.id));
  await database.run(sql`update accounts set name = ${accountName} where id = ${check.tenant.accountId}`);
  assert.deepEqual(consent?.agreed, ['I have read this, and I agree that these checks are carried out.']);
  assert.match(consent.told, new RegExp(`^What is checked\n– Right to work: [^]*A person at ${accountName} decides`));
});

test('a device cannot overwrite an answer that it has not seen, and can once it has', async () => {
  const { device } = await opened();
  const [phone, desk] = [await device(), await device()];
  assert.equal(await saveAnswer(ctx, phone, 'name', { answer: name, seenVersion: 0 }), 'saved');
  const other = { ...name, first_name: 'Other' };
  assert.equal(await saveAnswer(ctx, desk, 'name', { answer: other, seenVersion: 0 }), 'changed_elsewhere');
  assert.deepEqual((await device()).saved.get('name')?.answer, name);
  assert.equal(await saveAnswer(ctx, await device(), 'name', { answer: other, seenVersion: 1 }), 'saved');
  assert.deepEqual((await device()).saved.get('name'), { version: 2, answer: other });
});

test('saving the same answer again is no conflict', async () => {
  const { device } = await opened();
  await saveAnswer(ctx, await device(), 'name', { answer: name, seenVersion: 0 });
  assert.equal(await saveAnswer(ctx, await device(), 'name', { answer: { ...name }, seenVersion: 0 }), 'saved');
  assert.equal((await device()).saved.get('name')?.version, 1);
});

test('of five different answers saved at once one is stored', async () => {
  const { device } = await opened();
  const devices = await Promise.all(Array.from({ length: 5 }, () => device()));
  const outcomes = await Promise.all(
    devices.map((form, index) =>
      saveAnswer(ctx, form, 'name', { answer: { ...name, first_name: `Alex${'abcde'[index]}` }, seenVersion: 0 }),
    ),
  );
  assert.equal(outcomes.filter((outcome) => outcome === 'saved').length, 1);
});

test('answers are encrypted in the database', async () => {
  const { device, check } = await opened();
  await saveAnswer(ctx, await device(), 'name', { answer: name, seenVersion: 0 });
  const [row] = await database.rows<{ text: string }>(sql`
    select encode(sealed_answer, 'escape') as text from form_answers where check_id = ${check.id}`);
  assert.ok(row !== undefined && !/Canary|Alexandra/.test(row.text));
});

test('submitting stores the answers as the facts of the check and the applicant, and starts the check', async () => {
  const { device, check } = await opened();
  await answerAll(device);
  const form = await device();
  assert.equal(await submitForm(ctx, form, versionOf(form.saved)), 'submitted');
  const submitted = await readCheck(ctx, forms.caller(), check.id);
  assert.equal(submitted.status, 'in_progress');
  assert.equal(submitted.order.facts.dob, '1990-03-04');
  assert.deepEqual((await readApplicant(ctx, forms.caller(), check.applicantId)).facts, submitted.order.facts);
  const events = await database.rows<{ type: string; actor: string }>(sql`
    select type, actor from events where check_id = ${check.id} and type in ('check.form_completed', 'check.started')
    order by id`);
  assert.deepEqual(events, [
    { type: 'check.form_completed', actor: 'candidate' },
    { type: 'check.started', actor: 'candidate' },
  ]);
});

test('submitting five times at once submits once', async () => {
  const { device, check } = await opened();
  await answerAll(device);
  const devices = await Promise.all(Array.from({ length: 5 }, () => device()));
  const outcomes = await Promise.all(devices.map((form) => submitForm(ctx, form, versionOf(form.saved))));
  assert.deepEqual(new Set(outcomes), new Set(['submitted']));
  const [row] = await database.rows<{ n: number }>(sql`
    select count(*) as n from events where check_id = ${check.id} and type = 'check.form_completed'`);
  assert.equal(row?.n, 1);
});

test('an incomplete form cannot be submitted, and changed answers must be checked again', async () => {
  const { device, check } = await opened();
  const empty = await device();
  assert.equal(await submitForm(ctx, empty, versionOf(empty.saved)), 'incomplete');
  await answerAll(device);
  const shown = await device();
  await saveAnswer(ctx, shown, 'name', { answer: { ...name, first_name: 'Other' }, seenVersion: 1 });
  assert.equal(await submitForm(ctx, shown, versionOf(shown.saved)), 'changed_elsewhere');
  assert.equal((await readCheck(ctx, forms.caller(), check.id)).status, 'awaiting_applicant');
});

test('the placeholder birth date can never be submitted', async () => {
  const { device } = await opened();
  await answerAll(device);
  const answer = { 'dob-day': '1', 'dob-month': '1', 'dob-year': '1900' };
  await saveAnswer(ctx, await device(), 'date-of-birth', { answer, seenVersion: 1 });
  const form = await device();
  assert.equal(await submitForm(ctx, form, versionOf(form.saved)), 'incomplete');
});

test('after submission, and in a check that is over, nothing can be saved', async () => {
  const { device } = await opened();
  await answerAll(device);
  const form = await device();
  await submitForm(ctx, form, versionOf(form.saved));
  const late = { ...name, first_name: 'Late' };
  assert.equal(await saveAnswer(ctx, form, 'name', { answer: late, seenVersion: 1 }), 'changed_elsewhere');
  assert.deepEqual((await device()).saved.get('name')?.answer, name);
});

test('a check that was withdrawn meanwhile is not submitted', async () => {
  const { device, check } = await opened();
  await answerAll(device);
  const form = await device();
  await closeCheck(ctx, forms.caller(), check.id, 'withdraw');
  await assert.rejects(
    submitForm(ctx, form, versionOf(form.saved)),
    (error) => error instanceof Refusal && error.reason === 'state_does_not_allow',
  );
});

test('concurrent saves and submissions take effect in one order, and the later one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { device, check } = await opened();
    await answerAll(device);
    const form = await device();
    const late = { ...name, first_name: 'Late' };
    const [saved, submitted] = await Promise.all([
      saveAnswer(ctx, form, 'name', { answer: late, seenVersion: 1 }),
      submitForm(ctx, form, versionOf(form.saved)),
    ]);
    assert.ok((saved === 'saved') !== (submitted === 'submitted'), `${saved} and ${submitted}`);
    const { order, status } = await readCheck(ctx, forms.caller(), check.id);
    assert.equal(status, submitted === 'submitted' ? 'in_progress' : 'awaiting_applicant');
    assert.notEqual(order.facts.first_name, 'Late');
  }
});

test('a cancelled check is ordered again with the answers of its candidate, who consents anew', async () => {
  const { device, check } = await opened('live');
  await answerAll(device);
  const caller = forms.caller('live');
  await assert.rejects(orderAgain(ctx, caller, check.id, null), { reason: 'state_does_not_allow' });
  await closeCheck(ctx, caller, check.id, 'cancel');
  const again = await orderAgain(ctx, caller, check.id, null);
  assert.deepEqual(
    [again.status, again.applicantId, again.reports.map(({ name: type }) => type)],
    ['awaiting_applicant', check.applicantId, ['right_to_work']],
  );
  const { accountId, environment } = check.tenant;
  const token = await linkToken(ctx, 'form', { accountId, environment, checkId: again.id });
  const form = await (await openedForm({ check: again, token })).device();
  assert.equal(formFacts(form).last_name, 'Canary');
  assert.deepEqual(
    [...form.saved.keys()].sort(),
    Object.keys(answers)
      .filter((page) => page !== 'consent')
      .sort(),
  );
  const [old, replacing] = [await readOrderLinks(ctx, caller, check.id), await readOrderLinks(ctx, caller, again.id)];
  assert.deepEqual([old.of, old.as?.orderId], [null, again.orderId]);
  assert.deepEqual([replacing.of?.orderId, replacing.as], [check.orderId, null]);
  const charges = await database.rows<{ kind: string }>(sql`
    select c.kind from charges c join reports r on r.id = c.report_id
    where r.check_id in (${check.id}, ${again.id}) order by c.created_at, c.kind`);
  assert.deepEqual(charges.map(({ kind }) => kind).sort(), ['credit', 'order', 'order']);
  await assert.rejects(orderAgain(ctx, caller, check.id, null), { reason: 'state_does_not_allow' });
});

test('a correction of who ordered holds before the answers of the earlier form', async () => {
  const { device, check } = await opened('live');
  await answerAll(device);
  const caller = forms.caller('live');
  await closeCheck(ctx, caller, check.id, 'cancel');
  const again = await orderAgain(ctx, caller, check.id, null);
  const { email, has_one_name, mobile } = again.order.facts;
  const person = { first_name: 'Robin', last_name: 'Heron', has_one_name, dob: '1979-02-03', mobile };
  await correctDetails(ctx, caller, again.id, { email, person });
  const { accountId, environment } = check.tenant;
  const token = await linkToken(ctx, 'form', { accountId, environment, checkId: again.id });
  const facts = formFacts(await (await openedForm({ check: again, token })).device());
  assert.deepEqual([facts.first_name, facts.last_name, facts.dob], ['Robin', 'Heron', '1979-02-03']);
});

test('a check is not ordered again while its candidate has another, nor what it completed', async () => {
  const caller = forms.caller();
  const { check } = await placeWaiting(ctx, caller, { reports: ['identity', 'right_to_work'] });
  await advanceCheck(ctx, caller, check.id);
  await advanceCheck(ctx, caller, check.id);
  await closeCheck(ctx, caller, check.id, 'withdraw');
  const again = await orderAgain(ctx, caller, check.id, null);
  assert.deepEqual(
    again.reports.map(({ name: type }) => type),
    ['right_to_work'],
  );
  await closeCheck(ctx, caller, again.id, 'cancel');
  const { applicantId } = check;
  const reports = again.reports.map(({ reportTypeId }) => ({ type: reportTypeById(reportTypeId)!, options: null }));
  const rest = { criminalDetails: null, tags: [], activityYears: null, redirectUri: null, consider: [] };
  await createCheck(ctx, caller, applicantId, { reports, ...rest, orderedByUserId: null });
  await assert.rejects(orderAgain(ctx, caller, again.id, null), { reason: 'check_ongoing' });
});

test('a check is ordered again once by two presses, with the answers that its reports ask for', async () => {
  const caller = forms.caller();
  const { check, device } = await openedForm(
    await placeWaiting(ctx, caller, { reports: ['right_to_work', 'identity'] }),
  );
  await answerAll(device);
  await advanceCheck(ctx, caller, check.id);
  await advanceCheck(ctx, caller, check.id);
  await closeCheck(ctx, caller, check.id, 'withdraw');
  const presses = await Promise.allSettled([1, 2, 3].map(() => orderAgain(ctx, caller, check.id, null)));
  const [again] = presses.flatMap((press) => (press.status === 'fulfilled' ? [press.value] : []));
  assert.deepEqual(
    presses.flatMap((press) => (press.status === 'rejected' ? [(press.reason as Refusal).reason] : [])),
    ['state_does_not_allow', 'state_does_not_allow'],
  );
  assert.deepEqual(
    again!.reports.map(({ name: type }) => type),
    ['identity'],
  );
  const { accountId, environment } = check.tenant;
  const token = await linkToken(ctx, 'form', { accountId, environment, checkId: again!.id });
  const { saved } = await (await openedForm({ check: again!, token })).device();
  assert.deepEqual([saved.has('name'), saved.has('nationality')], [true, false]);
});

test('a reason for lacking a document is kept or refused, never lost, and is no answer that a repeated order takes over', async () => {
  const caller = forms.caller();
  const { check, device } = await openedForm(await placeWaiting(ctx, caller, { reports: ['document'] }));
  const [one, other] = [await device(), await device()];
  const [slot] = wantedOf(one);
  await keepLacking(ctx, one, slot!, 'Stolen');
  await assert.rejects(keepLacking(ctx, other, slot!, 'Lost'), { reason: 'invalid_fields' });
  assert.deepEqual(lackingOf(await device()), { [slot!.id]: 'Stolen' });
  assert.equal(await hasAnswers(ctx, caller, check.id), false);
});

test('a report type that left the catalogue cannot be ordered again', async () => {
  const caller = forms.caller();
  const { check } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  await closeCheck(ctx, caller, check.id, 'cancel');
  await database.run(sql`update reports set report_type_id = 999999 where check_id = ${check.id}`);
  await assert.rejects(orderAgain(ctx, caller, check.id, null), { reason: 'state_does_not_allow' });
});
