// A copy of everything about a person holds what is held about them in every order, and says that it was taken.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { type Caller, todayFor } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { formLink } from '../../../src/features/candidate-form/form-access-actions.ts';
import { openFormLink, saveAnswer } from '../../../src/features/candidate-form/form-actions.ts';
import { keepApplication } from '../../../src/features/cases/application-actions.ts';
import { disputeCharge } from '../../../src/features/charge-disputes/dispute-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { enterCode, sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { changeOrder } from '../../../src/features/orders/order-change-actions.ts';
import { seenOf } from '../../../src/features/orders/order-change-rules.ts';
import { recordLetter } from '../../../src/features/references/reference-record-actions.ts';
import { copyPerson, type PersonCopy } from '../../../src/features/retention/person-copy-actions.ts';
import { isLeftOut } from '../../../src/features/retention/person-copy-rules.ts';
import { recordWorkStart, removeWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { explainData } from '../../../src/portals/shared/about/about-pages.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, makeCheck } from '../../api/v2/v2-samples.ts';
import { startProbity } from '../../support/probity.ts';
import { mailedCodes, placeWaiting } from '../candidate-form/waiting-check.ts';
import { ask } from '../references/asked-references.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const client = v2Client(probity);
const tenant = account.caller('test');
const userId = await createDeskUser(ctx, 'system', {
  ...{ name: 'Ada', email: 'ada@desk.test', role: 'administrator', accounts: [tenant.accountId] },
});
const ada: Caller = { ...tenant, actor: `user:${userId}`, permissions: roles.desk.administrator };

const checkOf = async ({ id, order_id }: { readonly id: string; readonly order_id: number }) => ({
  ...{ id, order_id, applicant_id: (await readCheck(ctx, tenant, id)).applicantId },
});

test('the copy has facts, orders, results, notes, mails, files and looks, and leaves out what a referee sent', async () => {
  const check = await checkOf(await makeCheck(client));
  await advance(client, check.id, 2);
  const attach = (by: Caller, fileName: string) =>
    attachFile(
      ctx,
      { ...by, subsidiaryIds: null },
      {
        ...{ orderId: check.order_id, fileToken: ctx.newId(), fileName, description: '' },
        content: Readable.from([Buffer.from(`${fileName} `.repeat(20))]),
      },
    );
  await attach({ ...tenant, actor: 'candidate' }, 'payslip.txt');
  await attach({ ...tenant, actor: `referee:${ctx.newId()}:1` }, 'letter.txt');

  const { content } = await copyPerson(ctx, ada, check.applicant_id, explainData(ctx));
  const entries = await openZip(new Blob([await buffer(Readable.from(content))]));
  const order = `VF${check.order_id}`;
  assert.deepEqual(
    entries.map(({ path }) => path),
    [
      ...['README.txt', 'about-your-data.html', 'person.json', 'person.html'],
      ...[`${order}/order.json`, `${order}/order.html`, `${order}/results.pdf`, `${order}/attachments/01-payslip.txt`],
    ],
  );
  const read = async (path: string) =>
    (await buffer(Readable.from(entries.find((entry) => entry.path === path)!.read()))).toString('utf8');
  const person = JSON.parse(await read('person.json'));
  assert.equal(person.applicant.id, check.applicant_id);
  assert.ok(person.applicant.last_name.length > 0);
  assert.ok(
    person.looks.some(({ who }: { readonly who: string }) => who === 'Ada'),
    'Ada’s own look',
  );
  const held = JSON.parse(await read(`${order}/order.json`));
  assert.equal(held.check.order, order);
  assert.ok(held.mails.some(({ template }: { readonly template: string }) => template === 'check_invitation'));
  assert.match(await read(`${order}/results.pdf`), /^%PDF/);
  assert.equal(await read(`${order}/attachments/01-payslip.txt`), 'payslip.txt '.repeat(20));
  assert.doesNotMatch(JSON.stringify(held), /letter\.txt|\/form\//);
  const readable = (await read(`${order}/order.html`)) + (await read('person.html'));
  assert.match(readable, new RegExp(`<dd>${person.applicant.last_name}</dd>[\\s\\S]*<dt>Who</dt><dd>Ada</dd>`));
  assert.match(readable, /<h2>Mails<\/h2>/);
  assert.doesNotMatch(readable, new RegExp(`null|undefined|\\[object|${person.applicant.id}`));
  const about = await read('about-your-data.html');
  for (const said of [
    /Which law allows it/,
    /Goes to: /,
    /How long it is kept/,
    /Information Commissioner/,
    /machine alone/,
  ])
    assert.match(about, said);
  assert.doesNotMatch(about, /Cookies|href="\//);
  assert.match(JSON.stringify(held.mails), /\(link\)/);
  assert.deepEqual(held.decisions, []);

  const taken = await ctx.db.rows<{ actor: string }>(
    sql`select actor from events where type = 'applicant.exported' and applicant_id = ${check.applicant_id}`,
  );
  assert.deepEqual(taken, [{ actor: ada.actor }]);
  const alerts = await ctx.db.rows(sql`
    select 1 from security_events where type = 'records.exported' and detail ->> 'applicant_id' = ${check.applicant_id}`);
  assert.equal(alerts.length, 1);
});

async function orderIn({ content }: PersonCopy, { orderId }: { readonly orderId: number }) {
  const entries = await openZip(new Blob([await buffer(Readable.from(content))]));
  const file = entries.find(({ path }) => path === `VF${orderId}/order.json`)!;
  return JSON.parse((await buffer(Readable.from(file.read()))).toString('utf8'));
}

test('the copy has what of the order was changed, and an application with its number', async () => {
  const { check } = await placeWaiting(ctx, tenant, { reports: ['right_to_work'] });
  await completeForm(ctx, tenant, check.id, check.order.facts);
  const reportId = check.reports[0]!.id;
  const screener = { userId, accounts: [tenant.accountId], permissions: roles.desk.administrator };
  await keepApplication(ctx, screener, reportId, { reference: 'F0001', stage: 'police', lookedOn: '', anyway: '' }, []);
  const { order } = await readCheck(ctx, tenant, check.id);
  const typed = { values: { purchase_order: 'PO-7' }, reason: 'mistyped', note: 'Kim asked.', seen: seenOf(order) };
  await changeOrder(ctx, ada, check.id, typed);
  const { order_changes, applications } = await orderIn(
    await copyPerson(ctx, ada, check.applicantId, explainData(ctx)),
    check,
  );
  assert.deepEqual(order_changes[0].changes, [{ what: 'Purchase order', before: '', after: 'PO-7' }]);
  assert.equal(order_changes[0].note, 'Kim asked.');
  assert.deepEqual(
    [applications.length, applications[0].number, applications[0].stage],
    [1, 'F0001', 'With a local police force'],
  );
});

test('the copy has what the client asked about the charges of their order', async () => {
  const live = account.caller('live');
  const { check } = await placeWaiting(ctx, live, { reports: ['right_to_work'] });
  const asked = { aboutId: check.reports[0]!.id, reason: 'not_ours', words: 'Who is this?' } as const;
  await disputeCharge(ctx, { ...live, subsidiaryIds: null }, asked);
  const copy = await copyPerson(ctx, { ...ada, environment: 'live' }, check.applicantId, explainData(ctx));
  const { charge_queries } = await orderIn(copy, check);
  assert.deepEqual(
    charge_queries.map(({ words, answer }: { readonly words: string; readonly answer: string | null }) => [
      words,
      answer,
    ]),
    [['Who is this?', null]],
  );
});

test('the copy has what the candidate filled in and has not sent', async () => {
  const { check, token } = await placeWaiting(ctx, tenant, { reports: ['right_to_work'] });
  const { front } = await openFormLink(ctx, token, undefined);
  await sendCode(ctx, formLink(front));
  const entered = await enterCode(ctx, formLink(front), (await mailedCodes(ctx, tenant, check.id))[0]!);
  assert.ok(entered.is === 'right');
  const form = (await openFormLink(ctx, token, entered.sessionToken)).form!;
  const answer = { title: '', first_name: 'Unsent', middle_name: '', last_name: 'Answer' };
  await saveAnswer(ctx, form, 'name', { answer, seenVersion: 0 });
  const held = await orderIn(await copyPerson(ctx, ada, check.applicantId, explainData(ctx)), check);
  assert.deepEqual(
    held.form.map(({ page, answer: given }: { readonly page: string; readonly answer: unknown }) => ({ page, given })),
    [{ page: 'name', given: answer }],
  );
});

test('the copy has as whom the check was ordered, beside what the candidate gave', async () => {
  const ordered = { first_name: 'Robert', last_name: 'Original', dob: '1980-01-02' };
  const { check } = await placeWaiting(ctx, tenant, { reports: ['right_to_work'], facts: ordered });
  await completeForm(ctx, tenant, check.id, { ...check.order.facts, last_name: 'Other', dob: '1999-03-03' });
  const held = await orderIn(await copyPerson(ctx, ada, check.applicantId, explainData(ctx)), check);
  assert.deepEqual(held.ordered_as, ordered);
});

test('the copy has when the person started work before the screening was complete, and until when that may be', async () => {
  const { check } = await placeWaiting(ctx, tenant, { reports: ['right_to_work'] });
  const today = todayFor(ctx, tenant);
  const start = { startsOn: today, condition: { completeBy: addDays(today, 30), risk: 'Works beside Dana.' } };
  await recordWorkStart(ctx, tenant, check.id, start);
  await removeWorkStart(ctx, tenant, check.id);
  const { events } = await orderIn(await copyPerson(ctx, ada, check.applicantId, explainData(ctx)), check);
  const starts = events.filter(({ type }: { readonly type: string }) => type.startsWith('check.work_start'));
  assert.deepEqual(
    starts.map(({ type, detail }: { readonly type: string; readonly detail: unknown }) => [type, detail]),
    [
      [
        'check.work_start_recorded',
        { starts_on: start.startsOn, complete_by: start.condition.completeBy, without_clearance: true },
      ],
      ['check.work_start_removed', {}],
    ],
  );
});

test('a letter of a referee that the desk attached is left out, too', async () => {
  const { at, id } = await ask(ctx, tenant);
  const { orderId, applicantId } = at.check;
  const attach = async (fileName: string) => {
    const fileToken = ctx.newId();
    const content = Readable.from([Buffer.from(`${fileName} `.repeat(20))]);
    await attachFile(
      ctx,
      { ...ada, subsidiaryIds: null },
      { ...{ orderId, fileToken, fileName, description: '' }, content },
    );
    return fileToken;
  };
  await attach('payslip.txt');
  await recordLetter(ctx, at.caller, id, {
    letter: { signedBy: 'Pat Referee', on: todayFor(ctx, tenant), way: 'paper' },
    authentication: { step: 'switchboard_call', by: 'Ada' },
    typed: {},
    fileToken: await attach('letter.txt'),
  });
  const { content } = await copyPerson(ctx, ada, applicantId, explainData(ctx));
  const entries = await openZip(new Blob([await buffer(Readable.from(content))]));
  const paths = entries.map(({ path }) => path).filter((path) => path.includes('/attachments/'));
  assert.deepEqual(paths, [`VF${orderId}/attachments/01-payslip.txt`]);
});

test('the mails to referees and codes are left out, and links in mails, because they let in whoever has them', () => {
  assert.deepEqual(
    (['reference_request', 'reference_code', 'form_code', 'check_invitation'] as const).map((template) =>
      isLeftOut({ template }),
    ),
    [true, true, true, false],
  );
});

test('whoever may not erase a person takes no copy, and nobody takes one of another account or of somebody erased', async () => {
  const check = await checkOf(await makeCheck(client));
  const screener: Caller = { ...ada, permissions: roles.desk.screener };
  await assert.rejects(copyPerson(ctx, screener, check.applicant_id, explainData(ctx)), { reason: 'not_permitted' });
  await assert.rejects(copyPerson(ctx, { ...ada, environment: 'live' }, check.applicant_id, explainData(ctx)), {
    reason: 'not_found',
  });
});
