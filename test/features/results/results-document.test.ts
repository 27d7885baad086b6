// The stored results document: what it says of a real order, and how it follows each change.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { extractText } from 'unpdf';
import type { Caller, OrderScope } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { addNote } from '../../../src/features/cases/note-actions.ts';
import { correctReport } from '../../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { emptyOf } from '../../../src/features/facts/facts.ts';
import { activityFacts } from '../../../src/features/facts/history-facts.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { noFindings, type Outcome } from '../../../src/features/reports/report-rules.ts';
import { makeResultsDocument, readResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, basicDetails as basic, jane, makeCheck } from '../../api/v2/v2-samples.ts';
import { startProbity } from '../../support/probity.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const client = v2Client(probity);
const caller: Caller & OrderScope = { ...account.caller('test'), subsidiaryIds: null };

async function bytesOf(checkId: string): Promise<Buffer> {
  await makeResultsDocument(ctx, caller, checkId);
  return buffer((await readResultsDocument(ctx, caller, checkId)).content);
}

async function pdfOf(checkId: string): Promise<string> {
  const { text } = await extractText(new Uint8Array(await bytesOf(checkId)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

const has = (text: string, ...parts: readonly string[]) => {
  for (const part of parts) assert.ok(text.includes(part), `“${part}” in: ${text}`);
};

test('the final report says what changed since the interim report that somebody read', async () => {
  const check = await makeCheck(client, {
    reports: [{ name: 'identity' }, { name: 'document' }],
    consider: ['document'],
  });
  await advance(client, check.id, 2);
  const interim = await pdfOf(check.id);
  has(interim, 'Interim report', 'What is outstanding Identity document: awaiting data');
  assert.doesNotMatch(interim, /What changed|Sign-off/);
  await advance(client, check.id);
  const final = await pdfOf(check.id);
  has(final, 'Final report', 'Sign-off Identity: decided and released by');
  has(
    final,
    'What changed Since the interim report that was read on',
    'Identity document: completed. Consider, amber (caution).',
  );
  // Reading the final report changes nothing in it.
  assert.equal(await pdfOf(check.id), final);
});

test('a file that is attached later stands in the next document, with its hash', async () => {
  const check = await makeCheck(client);
  await advance(client, check.id);
  assert.doesNotMatch(await pdfOf(check.id), /SHA-256/);
  const { sha256 } = await attachFile(ctx, caller, {
    orderId: check.order_id,
    fileToken: ctx.newId(),
    fileName: 'letter.txt',
    description: '',
    content: Readable.from([Buffer.alloc(200, 'letter ')]),
  });
  const text = await pdfOf(check.id);
  has(text, 'Files of the order', 'letter.txt');
  assert.ok(text.replaceAll(' ', '').includes(sha256));
});

test('addresses stand on a timeline, as of the day on which they were given', async () => {
  const addresses = [
    {
      street: 'Station Road',
      building_number: '10',
      town: 'Leeds',
      postcode: 'LS1 1AA',
      country: 'GBR',
      start_date: '2015-05-01',
    },
  ];
  const check = await makeCheck(
    client,
    { reports: [{ name: 'criminal_history', variant: 'basic' }], criminal_history_report_details: basic },
    (await client.post<{ id: string }>('/applicants', { ...jane, dob: '1990-05-14', addresses })).body.id,
  );
  await advance(client, check.id);
  has(await pdfOf(check.id), 'Timeline Addresses', ': no gap.', '1 May 2015 to now 10 Station Road, Leeds, LS1 1AA');
});

test('the details of an employment report repeat the employments, and those of another report do not', async () => {
  await switchOnTypes(ctx, 'system', account.accountId, [{ name: 'employment_history', variant: 'uk' }]);
  const check = await makeCheck(
    client,
    {
      reports: [
        { name: 'criminal_history', variant: 'basic' },
        { name: 'employment_history', variant: 'uk' },
      ],
      criminal_history_report_details: basic,
    },
    (await client.post<{ id: string }>('/applicants', { ...jane, dob: '1990-05-14' })).body.id,
  );
  const { order } = await readCheck(ctx, caller, check.id);
  await completeForm(ctx, caller, check.id, {
    ...order.facts,
    ...{ name_is_from_birth: true, has_read_dbs_privacy_policy: true, has_unspent_convictions: false },
    has_national_insurance_number: false,
    activities: [
      {
        ...emptyOf(activityFacts),
        ...{ status: 'FullTime', employer: 'Acme Ltd', job_title: 'Driver', country: 'GBR' },
        payroll_number: 'ACME-4711',
        ...{ start_date: '2019-03-01', end_date: '2021-02-28' },
      },
    ],
  });
  const text = await pdfOf(check.id);
  assert.doesNotMatch(text, /ACME-4711/, 'the number is for those who look it up');
  const details = text.slice(text.indexOf('Report details'));
  has(details, 'Stated by the candidate', 'National Insurance number No');
  assert.doesNotMatch(details, /Name from birth|privacy policy/, 'questions of the form are not findings');
  assert.doesNotMatch(text, /unspent convictions/, 'the answer goes into the application, and nowhere else');
  const stated = details.slice(details.indexOf('Employment history'), details.indexOf('Timeline'));
  assert.equal(stated.split('Acme Ltd').length, 2, 'once, although two requirements ask for it');
  assert.doesNotMatch(details.slice(0, details.indexOf('Employment history')), /Acme Ltd/);
});

test('what a candidate declares stands with the self-declaration, and is unknown to the next order of the same person', async () => {
  await switchOnTypes(ctx, 'system', account.accountId, [{ name: 'criminal_self_declaration' }]);
  const applicantId = (await client.post<{ id: string }>('/applicants', { ...jane, dob: '1990-05-14' })).body.id;
  const given = { reports: [{ name: 'criminal_self_declaration' }] };
  const check = await makeCheck(client, given, applicantId);
  const { order } = await readCheck(ctx, caller, check.id);
  const theft = { what: 'Shoplifting', on: '2004-01-01', court: null, sentence: 'A fine of £100', comment: null };
  await completeForm(ctx, caller, check.id, {
    ...order.facts,
    ...{ has_convictions_to_declare: true, convictions_to_declare: [theft], has_unspent_convictions: false },
  });
  const text = await pdfOf(check.id);
  has(text, 'Shoplifting', 'A fine of £100');
  assert.doesNotMatch(text, /unspent convictions/, 'only the application asks it of a role that is excepted');
  await closeCheck(ctx, caller, check.id, 'cancel');
  const next = await makeCheck(client, given, applicantId);
  const { facts } = (await readCheck(ctx, caller, next.id)).order;
  assert.deepEqual(
    [facts.convictions_to_declare, facts.has_convictions_to_declare, facts.has_unspent_convictions],
    [[], null, null],
  );
});

test('a changed brand colour makes a new document', async () => {
  const check = await makeCheck(client);
  await advance(client, check.id, 2);
  const before = await bytesOf(check.id);
  assert.deepEqual(await bytesOf(check.id), before);
  await changeAccountSettings(ctx, 'system', account.accountId, { brandColour: '#5b2a86' });
  assert.notDeepEqual(await bytesOf(check.id), before);
});

test('a reopened report keeps its versions, with the reason, and a corrected outcome says what changed', async () => {
  const check = await makeCheck(client);
  await advance(client, check.id, 2);
  has(await pdfOf(check.id), 'Final report');
  const userId = await createDeskUser(ctx, 'system', {
    ...{ name: 'Rita Reviewer', email: 'rita@results.test', accounts: [account.accountId], role: 'administrator' },
  });
  const rita = { userId, accounts: [account.accountId], permissions: roles.desk.administrator };
  const report = { checkId: check.id, reportId: check.reports[0]!.id };
  await correctReport(ctx, rita, report.reportId, { code: 'candidate_disputes', text: 'Another person of that name.' });
  const { reportId } = report;
  await addNote(ctx, rita, { reportId, audience: 'client', text: 'We asked the agency again.' });
  await addNote(ctx, rita, { reportId, audience: 'desk', text: 'Call them on Monday.' });
  const interim = await pdfOf(check.id);
  has(interim, 'Notes for the client We asked the agency again.');
  assert.doesNotMatch(interim, /Monday/);
  has(interim, 'Interim report', 'Identity: reopened. Its result is being corrected.');
  has(interim, 'Identity 1 Being corrected –');
  const { body } = await client.get<Record<string, unknown>>(`/checks/${check.id}/reports/${report.reportId}`);
  assert.deepEqual([body.status, body.result, body.breakdown, body.properties], ['awaiting_data', null, {}, {}]);
  assert.doesNotMatch(interim, /Clear|green|disputes|Another person of that name|Sign-off/);
  const properties = { unable_to_verify: 'no_reply', requests_sent: 3 };
  await moveReport(ctx, caller, report, {
    move: 'complete',
    outcome: { result: 'unidentified', subResult: null, findings: { ...noFindings, properties } },
  });
  const final = await pdfOf(check.id);
  has(final, 'Final report', 'Identity Unable to verify, amber', 'Unable to verify: No reply to our 3 requests.');
  has(final, 'Reopened by Rita Reviewer,', 'The candidate disputes the result.');
  has(final, 'Identity 1 Clear, green', 'Identity 2 Unable to verify, amber', 'Identity: completed.');
});

test('a proposal that a reviewer sent back is in no document', async () => {
  const check = await makeCheck(client);
  await advance(client, check.id);
  const report = { checkId: check.id, reportId: check.reports[0]!.id };
  const outcome = (result: Outcome['result']): Outcome => ({ result, subResult: null, findings: noFindings });
  await moveReport(ctx, caller, report, { move: 'await_approval', outcome: outcome('consider') });
  await moveReport(ctx, caller, report, { move: 'need_more' });
  await moveReport(ctx, caller, report, { move: 'complete', outcome: outcome('clear') });
  const text = await pdfOf(check.id);
  has(text, 'Final report', 'Identity 2 Clear, green');
  assert.doesNotMatch(text, /Consider|Identity 1/);
});
