// Certificates that only the candidate can get: asked in the form, waited for once it is sent, and taken from the candidate's link.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { inTransaction } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { filledSlots, missingIn } from '../../../src/features/candidate-form/document-actions.ts';
import { formLink } from '../../../src/features/candidate-form/form-access-actions.ts';
import {
  openFormLink,
  type SubmitOutcome,
  saveAnswer,
  submitForm,
  versionOf,
} from '../../../src/features/candidate-form/form-actions.ts';
import type { Answer } from '../../../src/features/candidate-form/form-page.ts';
import { keepLacking, readLacking } from '../../../src/features/candidate-form/lacking-document-actions.ts';
import type { OpenForm } from '../../../src/features/candidate-form/open-form.ts';
import {
  declineCertificate,
  keepApplied,
  noteCertificate,
  readIssuedOn,
  reportAwaiting,
} from '../../../src/features/candidate-form/own-certificate-actions.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { queryWords } from '../../../src/features/emails/query-words.ts';
import { textWords } from '../../../src/features/emails/text-words.ts';
import { enterCode, sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { readAwaitedAnswers } from '../../../src/features/queries/awaited-answer-actions.ts';
import { listQueries } from '../../../src/features/queries/query-actions.ts';
import { queryChase } from '../../../src/features/queries/query-chase-actions.ts';
import { certificateApplications } from '../../../src/features/report-types/tables/certificate-applications.ts';
import { criminalRecordCountries } from '../../../src/features/report-types/tables/criminal-record-countries.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openLocalFileStore } from '../../../src/platform/files/local-file-store.ts';
import { samples } from '../attachments/file-samples.ts';
import { mailedCodes, placeWaiting, startForms } from './waiting-check.ts';

const forms = await startForms();
const ctx = { ...forms.ctx, files: await openLocalFileStore(forms.ctx.settings.dataDir) };
const today = '2026-03-04';

const answers: Readonly<Record<string, Answer>> = {
  name: { title: '', first_name: 'Anna', middle_name: '', last_name: 'Sample' },
  'date-of-birth': { 'dob-day': '4', 'dob-month': '3', 'dob-year': '1990' },
  nationality: { nationality: 'DEU' },
  'place-of-birth': { town_of_birth: 'Bonn', country_of_birth: 'DEU' },
  'previous-names': { name_is_from_birth: 'yes' },
  contact: { mobile: '', telephone: '' },
  addresses: {
    entries: [
      {
        key: 1,
        typed: {
          ...{ country: 'DEU', building_number: '1', street: 'Beispielweg', town: 'Bonn', postcode: '53111' },
          ...{ 'start_date-day': '1', 'start_date-month': '1', 'start_date-year': '2010', is_current: 'yes' },
        },
      },
    ],
  },
  'own-script': { name_in_own_script: '', address_in_own_script: '' },
  consent: { agrees: 'yes', criminal_record: 'yes', wording: CONSENT_WORDING },
};

async function opened(country: string) {
  const waiting = await placeWaiting(ctx, forms.caller(), { reports: [`criminal_history_international:${country}`] });
  const { check, token } = waiting;
  const { front } = await openFormLink(ctx, token, undefined);
  await sendCode(ctx, formLink(front));
  const [code = ''] = await mailedCodes(ctx, check.tenant, check.id);
  const entered = await enterCode(ctx, formLink(front), code);
  const session = entered.is === 'right' ? entered.sessionToken : '';
  const device = async (): Promise<OpenForm> => (await openFormLink(ctx, token, session)).form!;
  const slot = async () =>
    (await filledSlots(ctx, await device())).slots.find(({ slot: { id } }) => id.startsWith('own_'))!;
  const send = async (): Promise<SubmitOutcome> => {
    // Not every country asks for each.
    for (const [page, answer] of Object.entries(answers))
      if (page !== 'own-script' || country === 'are')
        await saveAnswer(ctx, await device(), page, { answer, seenVersion: 0 });
    const form = await device();
    return submitForm(ctx, form, versionOf(form.saved));
  };
  const report = async () => (await readCheck(ctx, check.tenant, check.id)).reports[0]!;
  const asked = async () => listQueries(ctx, await readCheck(ctx, check.tenant, check.id), 'candidate');
  const waitingFor = async () =>
    (
      await ctx.db.row<{ waiting_for: string | null }>(sql`
      select waiting_for from reports where account_id = ${check.tenant.accountId} and check_id = ${check.id}`)
    )?.waiting_for;
  return { check, device, slot, send, report, asked, waitingFor };
}

const day = (date: string, name: string) => {
  const [year = '', month = '', of = ''] = date.split('-');
  return { [`${name}-day`]: of, [`${name}-month`]: month, [`${name}-year`]: year };
};

async function upload(form: OpenForm, slot: string): Promise<void> {
  await attachFile(ctx, form.caller, {
    ...{ fileToken: randomUUID(), orderId: form.orderId, fileName: 'certificate.jpg', description: '' },
    given: { slot, kind: slot },
    content: (async function* () {
      yield samples['.jpg']!;
    })(),
    also: async (tx, fileToken) => void (await noteCertificate(tx, form, slot, fileToken)),
  });
}

test('every country whose certificate only the candidate can get says how to apply, or that none is issued for a job', () => {
  const without = criminalRecordCountries
    .filter(({ country, applicant }) => applicant === 'candidate' && certificateApplications[country] === undefined)
    .map(({ country }) => country);
  assert.deepEqual(without, ['HKG', 'JPN', 'SDN', 'SOM', 'YEM']);
  const others = Object.keys(certificateApplications).filter(
    (one) => criminalRecordCountries.find(({ country }) => country === one)?.applicant !== 'candidate',
  );
  assert.deepEqual(others, []);
});

test('a candidate who has applied sends the form, and the report waits for them until the certificate is there', async () => {
  const { check, device, slot, send, report, asked, waitingFor } = await opened('deu');
  const wanted = await slot();
  assert.equal(wanted.slot.title, 'Criminal record certificate, Germany');
  const rows = Object.fromEntries(wanted.slot.application!.rows.map(({ label, lines }) => [label, lines.join(' / ')]));
  assert.equal(rows['What it costs'], '13 euros');
  assert.match(rows['Where to apply']!, /Online.*registration office/);
  assert.equal(rows['How old it may be'], 'At most 3 months old when we get it');
  const future = await keepApplied(ctx, await device(), wanted, day('2026-03-05', 'applied'));
  assert.match(String(future?.['applied-day']), /today or in the past/);
  assert.equal(await keepApplied(ctx, await device(), wanted, day('2026-03-02', 'applied')), undefined);
  assert.deepEqual(missingIn([await slot()]), ['Criminal record certificate, Germany: applied for on 2 March 2026']);
  assert.equal(await send(), 'submitted');

  assert.equal(await waitingFor(), 'candidate');
  assert.equal((await report()).status, 'paused');
  const [query] = await asked();
  assert.equal(query?.kind, 'own_certificate');
  // Ten working days of the issuer and ten for the post, from the day of the application.
  assert.equal(query?.dueOn, '2026-03-30');
  const [awaited] = await readAwaitedAnswers(ctx, forms.caller(), check.id);
  assert.deepEqual([awaited?.kind, awaited?.due_on], ['own_certificate', '2026-03-30']);
  const mails = (await listEmails(ctx, check.tenant, 100)).filter(({ checkId }) => checkId === check.id);
  assert.match(mails.find(({ template }) => template === 'form_sent')!.text, /applied for on 2 March 2026/);
  assert.equal(
    mails.some(({ template }) => template === 'query_to_candidate'),
    false,
    'that mail is enough for now',
  );
  const found = { caller: forms.caller(), ...(await readCheckAndKey(ctx, check.tenant, check.id)) };
  assert.deepEqual(await readLacking(ctx, found), [
    { title: 'Criminal record certificate, Germany', reason: 'Applied for on 2 March 2026' },
  ]);

  assert.equal(await keepApplied(ctx, await device(), await slot(), day(today, 'applied')), undefined);
  assert.equal((await asked())[0]?.dueOn, '2026-04-01');
  const { saved } = await device();
  const nationality = { answer: { nationality: 'FRA' }, seenVersion: saved.get('nationality')!.version };
  assert.equal(await saveAnswer(ctx, await device(), 'nationality', nationality), 'changed_elsewhere', 'it was sent');
  await upload(await device(), wanted.slot.id);
  const [ended] = await asked();
  assert.deepEqual([ended?.status, ended?.answerFiles.length], ['answered', 1]);
  assert.equal(await waitingFor(), null);
  assert.equal((await report()).status, 'awaiting_data');
  assert.equal(await reportAwaiting(ctx, await device(), wanted.slot.id), undefined);
});

test('nobody waits for a certificate that is there, that the candidate cannot get, or that nobody may make them ask for', async () => {
  const there = await opened('fra');
  await upload(await there.device(), (await there.slot()).slot.id);
  assert.equal(await there.send(), 'submitted');
  assert.deepEqual(await there.asked(), []);

  const cannot = await opened('are');
  await keepLacking(ctx, await cannot.device(), (await cannot.slot()).slot, 'I have no Emirates ID');
  assert.equal(await cannot.send(), 'submitted');
  assert.deepEqual(await cannot.asked(), []);

  const free = await opened('irl');
  assert.equal((await free.slot()).slot.application?.isOfChoice, true);
  assert.equal(await free.send(), 'submitted');
  assert.deepEqual(await free.asked(), []);

  const agent = await opened('pol');
  assert.equal(await agent.slot(), undefined);
});

test('a candidate who cannot get it says why also after the form is sent, and the report goes on', async () => {
  const { device, slot, send, report, asked } = await opened('deu');
  assert.equal(await send(), 'submitted');
  const { id } = (await slot()).slot;
  const target = (await reportAwaiting(ctx, await device(), id))!;
  await assert.rejects(declineCertificate(ctx, await device(), target, ''), {
    fields: { reason: ['Say why you do not have it'] },
  });
  await declineCertificate(ctx, await device(), target, 'The embassy is closed');
  const [query] = await asked();
  assert.deepEqual([query?.status, query?.answer], ['answered', 'The embassy is closed']);
  assert.equal((await report()).status, 'awaiting_data');
});

test('who applies after every reminder is waited for again, and reminded when the certificate should be there', async () => {
  const { check, device, slot, send, report, asked, waitingFor } = await opened('deu');
  assert.equal(await send(), 'submitted');
  const [query] = await asked();
  const later = { ...forms.caller(), clockOffsetSeconds: 90 * 86_400 };
  const due = { subjectId: query!.id, checkId: check.id } as Parameters<typeof queryChase.whenDue>[2];
  const chase = () => inTransaction(ctx, (tx) => queryChase.whenDue(tx, later, due));
  for (let left = 9; left > 0 && (await chase()) !== undefined; left -= 1);
  assert.deepEqual([await waitingFor(), (await report()).status], [null, 'awaiting_data']);
  const mails = async () =>
    (await listEmails(ctx, check.tenant, 1000)).filter(
      ({ checkId, template }) => checkId === check.id && template === 'query_to_candidate',
    ).length;
  const before = await mails();
  forms.passSeconds(60);
  assert.equal(await keepApplied(ctx, await device(), await slot(), day(today, 'applied')), undefined);
  assert.deepEqual([await waitingFor(), (await report()).status], ['candidate', 'paused']);
  await chase();
  assert.equal(await mails(), before + 1);
});

test('a restricted person is told that nothing can be said now why they cannot get it, and nothing is lost in silence', async () => {
  const { check, device, slot, send } = await opened('deu');
  assert.equal(await send(), 'submitted');
  const target = (await reportAwaiting(ctx, await device(), (await slot()).slot.id))!;
  const form = await device();
  const { key } = await readCheckAndKey(ctx, check.tenant, check.id);
  await askRestriction(ctx, { ...forms.caller(), actor: 'candidate' }, check.id, { ground: 'accuracy', words: 'No.' });
  const [{ id } = { id: '' }] = await listRestrictionsOf(ctx, check, key!);
  const desk = { ...forms.caller(), permissions: roles.desk.administrator };
  await decideRestriction(ctx, desk, check.id, { id, isAccepted: true, answer: '' });
  await assert.rejects(declineCertificate(ctx, form, target, 'The embassy is closed'), { name: 'Refusal' });
});

test('a certificate that its issuer lets hold no longer is refused with the reason', async () => {
  const { device, slot } = await opened('deu');
  const { id } = (await slot()).slot;
  const read = async (date: string) => readIssuedOn(ctx, await device(), id, day(date, 'issued'));
  assert.deepEqual(await read('2025-12-04'), { issuedOn: '2025-12-04' });
  const old = await read('2025-12-03');
  assert.deepEqual('errors' in old && old.errors['issued-day'], [
    'A certificate of 3 December 2025 is too old: it holds for 3 months. Please apply for a new one',
  ]);
  const future = await read(addDays(today, 1));
  assert.match(JSON.stringify(future), /today or in the past/);
});

test('the reminder asks for the certificate or for when the candidate applied, and names neither country nor record', () => {
  const mail = {
    candidateName: 'Anna',
    formUri: 'https://x.example/form/1',
    answerBy: '2026-03-30',
    isChase: true,
  } as const;
  const words = queryWords({ ...mail, asks: 'certificate' }, 'Acme');
  const text = JSON.stringify(words);
  assert.match(text, /tell us when you applied; if you cannot get it, tell us why/);
  assert.match(text, /Please add it by 30 March 2026/);
  assert.doesNotMatch(text, /Germany|criminal/i);
  const texted = textWords('query_to_candidate', { ...mail, asks: 'certificate' }, 'Acme', 'cy');
  assert.match(texted!, /^Mae dal angen dogfen/);
});
