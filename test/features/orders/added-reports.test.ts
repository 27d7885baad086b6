// Adding reports to an order: what it costs, when work begins, and what the candidate is asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, inTransaction } from '../../../src/context.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { additionForm } from '../../../src/features/candidate-form/added-form-rules.ts';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { readConsents } from '../../../src/features/candidate-form/consent-actions.ts';
import { formLink } from '../../../src/features/candidate-form/form-access-actions.ts';
import { openFormLink, saveAnswer, submitForm, versionOf } from '../../../src/features/candidate-form/form-actions.ts';
import type { Answer, Entry, FormPage, PageId, Typed } from '../../../src/features/candidate-form/form-page.ts';
import { askedPages, formStandings, keptPages } from '../../../src/features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../src/features/candidate-form/open-form.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { cancelReport, closeCheck, resumeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { findOwed } from '../../../src/features/credit-limits/credit-use-queries.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { enterCode, sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { addReports, previewAddition } from '../../../src/features/orders/added-report-actions.ts';
import { submitAddition } from '../../../src/features/orders/added-report-answer-actions.ts';
import { answerQuery, listQueries, recordAnswer } from '../../../src/features/queries/query-actions.ts';
import { queryChase } from '../../../src/features/queries/query-chase-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { mailedCodes, placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const forms = await startForms();
const { ctx, database, account } = forms;

const typeOf = (name: string) => {
  const found = namedType(name);
  if ('missing' in found) throw new Error(`no report type ${name}`);
  return found.type;
};

const answers: Readonly<Record<PageId, Answer>> = {
  name: { title: '', first_name: 'Alexandra', middle_name: '', last_name: 'Canary' },
  'date-of-birth': { 'dob-day': '4', 'dob-month': '3', 'dob-year': '1990' },
  nationality: { nationality: 'GBR' },
  contact: { mobile: '', telephone: '' },
  consent: { agrees: 'yes', criminal_record: '', wording: CONSENT_WORDING },
};

async function opened(environment: Environment = 'test', reports = ['right_to_work']) {
  const { check, token } = await placeWaiting(ctx, forms.caller(environment), { reports });
  const { front } = await openFormLink(ctx, token, undefined);
  await sendCode(ctx, formLink(front));
  const [code = ''] = await mailedCodes(ctx, check.tenant, check.id);
  const entered = await enterCode(ctx, formLink(front), code);
  const session = entered.is === 'right' ? entered.sessionToken : '';
  const device = async (): Promise<OpenForm> => (await openFormLink(ctx, token, session)).form!;
  return { check, device, caller: forms.caller(environment) };
}

async function answer(device: () => Promise<OpenForm>, pages = answers): Promise<void> {
  for (const [page, given] of Object.entries(pages)) {
    const form = await device();
    const seenVersion = form.saved.get(page)?.version ?? 0;
    assert.equal(await saveAnswer(ctx, form, page, { answer: given, seenVersion }), 'saved', page);
  }
}

async function submitted(
  environment: Environment = 'test',
  { reports, answers: given }: { readonly reports?: string[]; readonly answers?: typeof answers } = {},
) {
  const one = await opened(environment, reports);
  await answer(one.device, given);
  const form = await one.device();
  assert.equal(await submitForm(ctx, form, versionOf(form.saved)), 'submitted');
  const added = async () => additionForm(await one.device())!;
  return { ...one, added };
}

const agreed: Readonly<Record<PageId, Answer>> = {
  'previous-names': { name_is_from_birth: 'yes' },
  consent: answers.consent!,
};

const read = (checkId: string, environment: Environment = 'test') => readCheck(ctx, forms.caller(environment), checkId);

const eventsOf = async (checkId: string) =>
  (
    await database.rows<{ type: string }>(sql`
      select type from events where check_id = ${checkId}
        and type ~ '^(report|query|check)\.' and type !~ 'code|signed_in' order by occurred_at, id`)
  ).map(({ type }) => type);

const since = async (checkId: string, before: readonly string[]) => (await eventsOf(checkId)).slice(before.length);

const chargesOf = (checkId: string) =>
  database.rows<{ kind: string; amount_pence: number | null }>(sql`
    select h.kind, h.amount_pence from charges h join reports r on r.id = h.report_id
    where r.check_id = ${checkId} order by r.position, h.created_at`);

test('before the form is sent, a report that is added is asked in it, and a consent that was given is asked anew', async () => {
  const { check, device, caller } = await opened();
  await answer(device);
  const { need } = await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  assert.equal(need, 'form');
  const form = await device();
  assert.deepEqual(
    form.types.map(({ name }) => name),
    ['right_to_work', 'adverse_media'],
  );
  const open = formStandings(form.order.facts, form.scope, form.saved).filter(({ status }) => status !== 'complete');
  assert.ok(
    open.some(({ page }) => page.id === 'consent'),
    'the consent did not name the report',
  );
  assert.equal((await read(check.id)).status, 'awaiting_applicant');
});

test('a form that was opened before a report was added cannot be sent as it was', async () => {
  const { check, device, caller } = await opened();
  await answer(device);
  const before = await device();
  await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  assert.equal(await submitForm(ctx, before, versionOf(before.saved)), 'changed_elsewhere');
});

test('after the form is sent, nothing of what is added is begun before the candidate has agreed to it', async () => {
  const { check, added, caller } = await submitted();
  const before = await eventsOf(check.id);
  assert.equal(await previewAddition(ctx, caller, check.id, [typeOf('adverse_media')]), 'candidate');
  const { check: after, need } = await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  assert.equal(need, 'candidate');
  assert.deepEqual(
    [after.status, after.reports[1]!.status, after.reports[1]!.requestedAt],
    ['on_hold', 'paused', null],
  );
  assert.deepEqual(await since(check.id, before), ['report.added', 'query.sent', 'report.paused', 'check.on_hold']);
  const mails = (await listEmails(ctx, caller, 50)).filter(({ checkId }) => checkId === check.id);
  assert.equal(mails[0]!.template, 'query_to_candidate');
  const form = await added();
  assert.deepEqual(
    form.types.map(({ name }) => name),
    ['adverse_media'],
  );
  const open = formStandings(form.order.facts, form.scope, form.saved).filter(({ status }) => status !== 'complete');
  assert.deepEqual(
    open.map(({ page }) => page.id),
    ['previous-names', 'consent'],
    'only what is missing is asked',
  );
});

test('once they agree, work begins, the order goes on, and both consents are kept with their words and times', async () => {
  const { check, added, caller } = await submitted();
  await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  forms.passSeconds(3600);
  const before = await eventsOf(check.id);
  const early = await added();
  assert.equal(await submitAddition(ctx, early, versionOf(early.saved)), 'incomplete');
  await answer(added, agreed);
  assert.equal((await readConsents(ctx, await read(check.id))).length, 1, 'not in force before it is sent');
  const form = await added();
  assert.equal(await submitAddition(ctx, form, versionOf(form.saved)), 'submitted');
  const after = await read(check.id);
  assert.deepEqual([after.status, after.reports[1]!.status], ['in_progress', 'awaiting_data']);
  assert.notEqual(after.reports[1]!.requestedAt, null);
  assert.deepEqual(after.formCompletedAt, (await read(check.id)).formCompletedAt);
  assert.deepEqual(await since(check.id, before), [
    'query.answered',
    'report.resumed',
    'check.resumed',
    'report.requested',
  ]);
  const [first, second, ...more] = await readConsents(ctx, after);
  assert.equal(more.length, 0);
  assert.match(first!.told, /– Right to work/);
  assert.doesNotMatch(first!.told, new RegExp(`– ${typeOf('adverse_media').label}`));
  assert.match(second!.told, new RegExp(`– ${typeOf('adverse_media').label}`));
  assert.ok(second!.givenAt > first!.givenAt);
  assert.equal(await submitAddition(ctx, form, versionOf(form.saved)), 'submitted', 'sent twice counts once');
});

test('what the added report needs and the form did not ask is asked', async () => {
  const { check, added, caller } = await submitted();
  await addReports(ctx, caller, check.id, [typeOf('driving_licence')]);
  const form = await added();
  const open = formStandings(form.order.facts, form.scope, form.saved).filter(({ status }) => status !== 'complete');
  assert.ok(open.some(({ page }) => page.id === 'driving-licence'));
  await answer(added, {
    'driving-licence': { has_driving_licence: 'no' },
    consent: answers.consent!,
  });
});

test('what was sent before is not asked again, cannot be saved otherwise, and stays as it was judged', async () => {
  const { check, added, caller } = await submitted();
  await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  const form = await added();
  const ids = (pages: readonly FormPage[]) => pages.map(({ id }) => id);
  assert.deepEqual(ids(askedPages(form.scope)), ['previous-names', 'previous-names-list', 'consent']);
  assert.deepEqual(ids(keptPages(form.scope)), ['name', 'date-of-birth', 'contact'], 'to be read only');
  const other = { answer: { ...(answers.name as Typed), last_name: 'Other' }, seenVersion: 1 };
  await assert.rejects(saveAnswer(ctx, form, 'name', other), { reason: 'state_does_not_allow' });
  await answer(added, agreed);
  const last = await added();
  assert.equal(await submitAddition(ctx, last, versionOf(last.saved)), 'submitted');
  const { facts } = (await read(check.id)).order;
  assert.deepEqual([facts.last_name, facts.dob, facts.nationality], ['Canary', '1990-03-04', 'GBR']);
});

const lived = (key: number, from: string, to?: string): Entry => ({
  key,
  typed: {
    ...{ country: 'GBR', building_number: `${key}`, street: 'High Street', town: 'Leeds', postcode: 'LS1 4AP' },
    ...{ is_current: to === undefined ? 'yes' : '' },
    ...{ 'start_date-day': '1', 'start_date-month': '3', 'start_date-year': from },
    ...(to === undefined ? {} : { 'end_date-day': '1', 'end_date-month': '3', 'end_date-year': to }),
  },
});

test('an added report that needs more addresses takes others, and leaves those that were sent as they are', async () => {
  const stays = [lived(1, '2024'), lived(2, '2022', '2024')];
  const { nationality: _, consent, ...person } = answers;
  const { 'previous-names': names, ...onlyConsent } = agreed;
  const sent = { ...person, addresses: { entries: stays }, 'previous-names': names!, consent: consent! };
  const { check, added, caller } = await submitted('test', { reports: ['identity'], answers: sent });
  await addReports(ctx, caller, check.id, [typeOf('credit')]);
  assert.ok(
    askedPages((await added()).scope).some(({ id }) => id === 'addresses'),
    'three years of six were sent',
  );
  const save = async (entries: readonly Entry[]) => {
    const form = await added();
    return saveAnswer(ctx, form, 'addresses', {
      answer: { entries },
      seenVersion: form.saved.get('addresses')?.version ?? 0,
    });
  };
  for (const changed of [[stays[0]!], [stays[0]!, lived(2, '2021', '2024')]])
    await assert.rejects(save(changed), { reason: 'state_does_not_allow' });
  assert.equal(await save([...stays, lived(3, '2019', '2022')]), 'saved');
  await answer(added, onlyConsent);
  const last = await added();
  assert.equal(await submitAddition(ctx, last, versionOf(last.saved)), 'submitted');
  assert.deepEqual(
    (await read(check.id)).order.facts.addresses.map(({ start_date, end_date }) => [start_date, end_date]),
    [
      ['2024-03-01', null],
      ['2022-03-01', '2024-03-01'],
      ['2019-03-01', '2022-03-01'],
    ],
  );
});

test('the candidate is asked about two additions at once, and agrees to both', async () => {
  const { check, added, caller } = await submitted();
  await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  await answer(added, agreed);
  await addReports(ctx, caller, check.id, [typeOf('directorship')]);
  const form = await added();
  assert.deepEqual(
    form.types.map(({ name }) => name),
    ['adverse_media', 'directorship'],
  );
  assert.equal(
    await submitAddition(ctx, form, versionOf(form.saved)),
    'incomplete',
    'the consent named only the first',
  );
});

test('nobody agrees for the candidate: neither a text nor a screener answers, and to resume begins nothing', async () => {
  const { check, caller } = await submitted();
  await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  const [query] = await listQueries(ctx, await read(check.id), 'candidate');
  const target = { checkId: check.id, queryId: query!.id };
  await assert.rejects(
    answerQuery(ctx, { ...caller, permissions: ['answer_queries'] }, { ...target, addressee: 'candidate' }, 'Yes'),
    {
      reason: 'state_does_not_allow',
    },
  );
  await assert.rejects(recordAnswer(ctx, { ...caller, permissions: ['ask_queries'] }, target, 'Yes'), {
    reason: 'state_does_not_allow',
  });
  const resumed = await resumeCheck(ctx, caller, check.id);
  assert.equal(resumed.reports[1]!.requestedAt, null);
});

test('a live report that is added is charged at the price of its day, and credited if it is closed before work began', async () => {
  await switchOnTypes(ctx, 'system', account.accountId, [{ name: 'adverse_media', pricePence: 700 }]);
  const { check, caller } = await submitted('live');
  await switchOnTypes(ctx, 'system', account.accountId, [{ name: 'adverse_media', pricePence: 900 }]);
  await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  const [, charge] = await chargesOf(check.id);
  assert.deepEqual(charge, { kind: 'order', amount_pence: 900 });
  const { reports } = await read(check.id, 'live');
  const after = await cancelReport(ctx, caller, { checkId: check.id, reportId: reports[1]!.id });
  assert.equal(after.status, 'in_progress', 'it waits for nobody any more');
  assert.deepEqual((await chargesOf(check.id)).slice(1), [
    { kind: 'order', amount_pence: 900 },
    { kind: 'credit', amount_pence: -900 },
  ]);
  assert.equal((await listQueries(ctx, await read(check.id, 'live'), 'candidate'))[0]!.status, 'withdrawn');
});

test('of two live additions at the same time the second counts the first against the credit limit', async () => {
  const { accountId } = account;
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'adverse_media', pricePence: 90_000 }]);
  const [one, other] = [await submitted('live'), await submitted('live')];
  const used = (await findOwed(database, accountId)) / 100;
  const creditLimitPounds = Math.ceil(used) + 10;
  await changeAccountSettings(ctx, 'system', accountId, { creditLimitPounds, refuseAboveCreditLimit: true });
  const added = await Promise.allSettled(
    [one, other].map(({ check, caller }) => addReports(ctx, caller, check.id, [typeOf('adverse_media')])),
  );
  await changeAccountSettings(ctx, 'system', accountId, { refuseAboveCreditLimit: false });
  assert.deepEqual(added.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});

test('what a candidate does not agree to in time is withdrawn, and the order goes on without it', async () => {
  const { check, caller } = await submitted();
  await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  const [query] = await listQueries(ctx, await read(check.id), 'candidate');
  const later = { ...caller, clockOffsetSeconds: 90 * 86_400 };
  const due = { subjectId: query!.id, checkId: check.id };
  for (let chase = 0; chase < 8; chase += 1)
    await inTransaction(ctx, (tx) => queryChase.whenDue(tx, later, due as Parameters<typeof queryChase.whenDue>[2]));
  const after = await read(check.id);
  assert.deepEqual([after.status, after.reports[1]!.status], ['in_progress', 'withdrawn']);
  assert.equal((await listQueries(ctx, after, 'candidate'))[0]!.status, 'withdrawn');
});

test('what the candidate agreed to before is begun at once', async () => {
  const { check, caller } = await submitted();
  await addReports(ctx, caller, check.id, [typeOf('adverse_media')]);
  const { reports } = await read(check.id);
  await cancelReport(ctx, caller, { checkId: check.id, reportId: reports[0]!.id });
  const { need, check: after } = await addReports(ctx, caller, check.id, [typeOf('right_to_work')]);
  assert.equal(need, 'nothing');
  assert.notEqual(after.reports[2]!.requestedAt, null);
});

test('an order that is over, and a report that it has, are refused', async () => {
  const { check, caller } = await submitted();
  await assert.rejects(addReports(ctx, caller, check.id, [typeOf('right_to_work')]), {
    reason: 'invalid_fields',
    fields: { types: ['Right to work is in this order already'] },
  });
  await assert.rejects(addReports(ctx, caller, check.id, []), { fields: { types: ['Choose what to add'] } });
  const twice = [typeOf('adverse_media'), typeOf('adverse_media')];
  await assert.rejects(addReports(ctx, caller, check.id, twice), { reason: 'invalid_fields' });
  await closeCheck(ctx, caller, check.id, 'withdraw');
  await assert.rejects(addReports(ctx, caller, check.id, [typeOf('adverse_media')]), {
    reason: 'state_does_not_allow',
  });
});

test('a criminal record that depends on the job role is refused, and the order stays as it is', async () => {
  const { check, caller } = await submitted();
  // Its lists and its fee follow from the job role, for which nobody is asked again.
  await assert.rejects(addReports(ctx, caller, check.id, [typeOf('criminal_history:enhanced')]), {
    reason: 'invalid_fields',
  });
  assert.equal((await read(check.id)).reports.length, 1);
});

test('who may neither order nor order for clients adds nothing', async () => {
  const { check, caller } = await submitted();
  const other = {
    ...caller,
    actor: 'user:00000000-0000-7000-8000-000000000001' as const,
    permissions: ['read_checks'],
  };
  await assert.rejects(async () => addReports(ctx, other, check.id, [typeOf('adverse_media')]), {
    reason: 'not_permitted',
  });
});
