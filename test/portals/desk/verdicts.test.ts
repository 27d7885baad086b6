// The verdict of each rule on every surface: the desk's page as typed and as stored, the client's page, and the PDF.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { createCheck } from '../../../src/features/checks/check-placing-actions.ts';
import { completeForm, moveReport, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { decisionReminder } from '../../../src/features/client-decisions/decision-reminder.ts';
import { listDeadlines } from '../../../src/features/deadlines/deadline-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { emptyOf, noFacts } from '../../../src/features/facts/facts.ts';
import { previousNameFacts } from '../../../src/features/facts/name-facts.ts';
import { citation, type RuleId, rules, verdictOf } from '../../../src/features/knowledge/rule.ts';
import { beginMonitoring, monitoringDeadline } from '../../../src/features/monitoring/monitor-actions.ts';
import { readTarget, recordNotAsked } from '../../../src/features/provider-requests/answer-actions.ts';
import { answerQuery, sendQuery } from '../../../src/features/queries/query-actions.ts';
import { readReference } from '../../../src/features/references/reference-actions.ts';
import { recordCall } from '../../../src/features/references/reference-record-actions.ts';
import { takeOver } from '../../../src/features/references/reference-take-over-actions.ts';
import { createJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { type NamedType, namedType, reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { isFollowUp } from '../../../src/features/reports/outcome-actions.ts';
import { noFindings, propertiesOf } from '../../../src/features/reports/report-rules.ts';
import { makeResultsDocument, readResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { recordWorkStart, removeWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { ask, employed } from '../../features/references/asked-references.ts';
import { clientEmail, hiddenFields, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';
import { anyway } from './confirm-anyway.ts';

const portal = await startPortal();
const { ctx } = portal;
const today = ukDateOf(ctx.now());
const screener = await signedInVisitor(portal);
const client = await signedInVisitor(portal, clientEmail);

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
const ruleLine = (id: RuleId) => citation({ ...rules[id], ...verdictOf(id) }, 'client');

async function pdfOf(check: Check): Promise<string> {
  const caller = portal.caller('live');
  await makeResultsDocument(ctx, caller, check.id);
  const { content } = await readResultsDocument(ctx, caller, check.id);
  const pdf = await getDocumentProxy(new Uint8Array(Buffer.concat(await content.toArray())), { verbosity: 0 });
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

async function assessed(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { status, body } = await screener.submit(path, path, { ...fields, move: 'preview' });
  assert.equal(status, 200);
  return textOf(body);
}

async function completed(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const { status, headers, body } = await screener.submit(path, path, {
    verdict: 'clear',
    ...anyway,
    ...fields,
    move: 'complete',
  });
  assert.deepEqual([status, headers.location], [303, `${path}?moved=complete`], textOf(body));
}

/** What a reader of each surface sees of a completed report. */
async function surfacesOf(check: Check, path: string): Promise<Readonly<Record<string, string>>> {
  return {
    desk: textOf((await screener.get(path)).body),
    client: textOf((await client.get(`/portal/checks/${check.id}`)).body),
    pdf: await pdfOf(check),
  };
}

const clientReport = async (check: Check, index = 0) =>
  textOf((await client.get(`/portal/checks/${check.id}/reports/${check.reports[index]!.id}`)).body);

const attach = (check: Check, reportId?: string) =>
  attachFile(
    ctx,
    { ...portal.caller('live'), subsidiaryIds: null },
    {
      ...{ orderId: check.orderId, fileToken: ctx.newId(), fileName: 'search.txt', description: '', reportId },
      content: Readable.from([Buffer.alloc(200, 'No hit. ')]),
    },
  );

const pathOf = (check: Check) => `/desk/reports/${check.reports[0]!.id}`;
const findingsOf = async (check: Check) => (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!.findings;

await changeAccountSettings(ctx, 'system', portal.accountId, { asksComparison: true });

const manualCheck = {
  'properties[route]': 'manual',
  'properties[checked_on]': '2026-01-02',
  'properties[work_starts_on]': '2026-02-01',
  'results[document]': 'clear',
  'results[holder_match]': 'clear',
  'results[copy_kept]': 'clear',
} as const;

/** The client says who compared the person with the photograph. */
async function compared(check: Check, on = '2026-01-02'): Promise<void> {
  const page = `/portal/checks/${check.id}/right-to-work`;
  const { status } = await client.submit(page, page, { by: 'Sam Manager', how: 'in_person', on });
  assert.equal(status, 303);
}

test('the client records who compared the person with the photograph, without which there is no excuse', async () => {
  const check = await portal.placeCheck('live', { nationality: 'GBR' }, ['right_to_work:manual_list_a']);
  const page = `/portal/checks/${check.id}/right-to-work`;
  const british = { ...manualCheck, 'properties[document.type]': 'british_passport' };
  assert.match(await assessed(pathOf(check), british), /No statutory excuse\. Not met The client has not recorded who/);
  assert.match(textOf((await client.get('/portal')).body), /Right to work: compare the person/);
  const refused = await client.submit(page, page, { by: '', how: '', on: addDays(today, 1) });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /Enter who compared[\s\S]+Choose how[\s\S]+not in the future/);
  const condition = { completeBy: addDays(today, 60), risk: 'Works beside Dana.' };
  await recordWorkStart(ctx, portal.caller('live'), check.id, { startsOn: '2026-02-01', condition });
  await compared(check);
  const shown = textOf((await client.get(`/portal/checks/${check.id}`)).body);
  assert.match(
    shown,
    /Sam Manager, on 2 January 2026\. In person\. In time: the first day of work is 1 February 2026\./,
  );
  assert.match(textOf((await screener.get(pathOf(check))).body), /Sam Manager, on 2 January 2026/);
  assert.match(await assessed(pathOf(check), british), /Continuous statutory excuse/);
  await removeWorkStart(ctx, portal.caller('live'), check.id);
});

test('a continuous statutory excuse stands at the desk, on the client’s page and in the PDF, with its rule', async () => {
  const check = await portal.placeCheck('live', { nationality: 'GBR' }, ['right_to_work:manual_list_a']);
  await compared(check);
  const path = pathOf(check);
  const british = { ...manualCheck, 'properties[document.type]': 'british_passport' };
  const { 'results[copy_kept]': _, ...withoutCopy } = british;
  const typed = await assessed(path, withoutCopy);
  assert.match(typed, /No statutory excuse\. Not met Step 3, keep a copy: not done or not dated\./);
  assert.ok(typed.includes(ruleLine('right_to_work_list_a')));
  await completed(path, british);
  const shown = await surfacesOf(check, path);
  for (const [surface, text] of Object.entries(shown)) {
    assert.ok(text.includes('Continuous statutory excuse (list A): no follow-up is needed.'), surface);
    assert.ok(text.includes(ruleLine('right_to_work_list_a')), surface);
    assert.equal(text.includes('check before relying on it'), surface === 'desk', surface);
  }
  assert.match(shown.pdf!, /Type: A: British passport/);
  assert.equal((await findingsOf(check)).properties.follow_up_on, null);
});

test('an excuse that was given before comparisons were asked for is not denied afterwards', async () => {
  await changeAccountSettings(ctx, 'system', portal.accountId, { asksComparison: false });
  const check = await portal.placeCheck('live', { nationality: 'GBR' }, ['right_to_work:manual_list_a']);
  await completed(pathOf(check), { ...manualCheck, 'properties[document.type]': 'british_passport' });
  await changeAccountSettings(ctx, 'system', portal.accountId, { asksComparison: true });
  const { desk, client: page } = await surfacesOf(check, pathOf(check));
  for (const text of [desk!, page!]) {
    assert.match(text, /Continuous statutory excuse/);
    assert.doesNotMatch(text, /gives no statutory excuse/);
  }
  assert.match(page!, /Nobody has recorded who compared the person .+ record it/);
  assert.doesNotMatch(page!, /Needs you: compare/);
});

test('who works already, as the client recorded it, has no excuse from a check that came later', async () => {
  const check = await portal.placeCheck('live', { nationality: 'GBR' }, ['right_to_work:manual_list_a']);
  await compared(check);
  const startsOn = addDays(today, -10);
  const start = { startsOn, condition: { completeBy: addDays(today, 60), risk: 'Works beside Dana.' } };
  await recordWorkStart(ctx, portal.caller('live'), check.id, start);
  const path = pathOf(check);
  const { 'properties[work_starts_on]': _, ...untyped } = manualCheck;
  const british = { ...untyped, 'properties[document.type]': 'british_passport' };
  const lacks = `Step 2, check it with its holder present: done after the work started on ${formatLongDate(startsOn)}.`;
  const checkedOn = (day: string) => ({ ...british, 'properties[checked_on]': day });
  for (const later of [{}, { 'properties[work_starts_on]': addDays(today, 1) }]) {
    const judged = await assessed(path, { ...checkedOn(today), ...later });
    assert.match(judged, /No statutory excuse\./, 'whatever later day is typed');
    assert.ok(judged.includes(lacks), judged);
  }
  const inTime = await assessed(path, checkedOn(addDays(startsOn, -1)));
  assert.match(inTime, /Continuous statutory excuse/);
  const earlier = { 'properties[work_starts_on]': addDays(startsOn, -5) };
  assert.match(await assessed(path, { ...checkedOn(addDays(startsOn, -1)), ...earlier }), /No statutory excuse\./);
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  await completed(path, checkedOn(addDays(startsOn, -1)));
  await reopenReport(ctx, portal.caller('live'), target, 'find_change');
  const lacking =
    /No statutory excuse\. Not met The client has not recorded who .+ again: a follow-up needs a comparison of its own/;
  assert.match(await assessed(path, checkedOn(today)), lacking, 'the comparison of the first check is over');
  const desk = textOf((await screener.get(path)).body);
  assert.match(desk, /Sam Manager, on 2 January 2026\..+ It counts for the earlier check alone\./);
  const asking = textOf((await client.get(`/portal/checks/${check.id}`)).body);
  assert.match(
    asking,
    /Needs you: this is a follow-up\. Compare the person .+ again : the comparison of 2 January 2026 counts/,
  );
  const waits = () =>
    client.get('/portal?waiting=comparison').then(({ body }) => body.includes(`/checks/${check.id}"`));
  assert.ok(await waits());
  const page = `/portal/checks/${check.id}/right-to-work`;
  const old = await client.submit(page, page, { by: 'Sam Manager', how: 'in_person', on: '2026-01-02' });
  assert.match(textOf(old.body), /Enter the day on which they were compared again, after 2 January 2026/);
  await compared(check, today);
  assert.equal(await waits(), false);
  const shown = textOf((await client.get(`/portal/checks/${check.id}`)).body);
  assert.match(shown, /For the follow-up of somebody who works already\./);
  assert.doesNotMatch(shown, /Needs you: this is a follow-up|After the first day of work/);
  assert.match(
    await assessed(path, checkedOn(today)),
    /Continuous statutory excuse/,
    'a follow-up comes after the start',
  );
  const again = { id: target.reportId, checkId: check.id, variant: 'manual_list_a' };
  assert.equal(await isFollowUp(ctx, portal.caller('live'), again), true, 'whatever becomes of the report afterwards');
  await removeWorkStart(ctx, portal.caller('live'), check.id);
});

test('a follow-up that was ordered for somebody who works already is judged as one', async () => {
  const check = await portal.placeCheck('live', { nationality: 'GBR' }, ['right_to_work:follow_up']);
  await compared(check);
  const start = {
    startsOn: addDays(today, -10),
    condition: { completeBy: addDays(today, 60), risk: 'Works beside Dana.' },
  };
  await recordWorkStart(ctx, portal.caller('live'), check.id, start);
  const { 'properties[work_starts_on]': _, ...untyped } = manualCheck;
  const british = { ...untyped, 'properties[checked_on]': today, 'properties[document.type]': 'british_passport' };
  assert.match(await assessed(pathOf(check), british), /Continuous statutory excuse/);
  await removeWorkStart(ctx, portal.caller('live'), check.id);
});

for (const [name, part] of [
  ['document', 'visual_authenticity'],
  ['passport_validity', 'data_comparison'],
  ['digital_identity:gpg45_medium', 'evidence'],
] as const) {
  test(`a report on ${name} whose document is attached and was seen is Clear without an override`, async () => {
    const check = await portal.placeCheck('live', { nationality: 'GBR', name_is_from_birth: true }, [name]);
    const path = pathOf(check);
    await attach(check, check.reports[0]!.id);
    const clear = { verdict: 'clear', sub_result: 'clear', move: 'complete' };
    const other = await screener.submit(path, path, { ...clear, 'results[mrz]': 'clear' });
    assert.match(textOf(other.body), /Not met: Identity documents\./, 'nobody says that they saw it');
    const seen = await screener.submit(path, path, { ...clear, [`results[${part}]`]: 'clear' });
    assert.equal(
      seen.headers.location,
      `${path}?moved=complete`,
      /(?:Not met|Not est|Not stated|error-summary).{0,300}/s.exec(textOf(seen.body))?.[0],
    );
    assert.equal((await findingsOf(check)).unconfirmed, undefined);
  });
}

test('an amount is typed in pounds, stored in whole pence, and read in pounds on every surface', async () => {
  const check = await portal.placeCheck('live', {}, ['credit']);
  const path = pathOf(check);
  await attach(check, check.reports[0]!.id);
  const field = 'properties[total_debt_pence]';
  const first = (await screener.get(path)).body;
  assert.match(first, /Total debt\s*<\/label>/);
  assert.doesNotMatch(textOf(first), /pence/i);
  for (const wrong of ['5,00', '15000.505', 'a lot', '-5']) {
    const refused = await screener.submit(path, path, { [field]: wrong, move: 'preview' });
    assert.equal(refused.status, 422, wrong);
    assert.match(textOf(refused.body), /Total debt must be an amount in pounds and pence below £10,000,000/, wrong);
  }
  for (const right of ['£15,000.50', '15000.50', '15,000.5'])
    assert.equal((await screener.submit(path, path, { [field]: right, move: 'preview' })).status, 200, right);
  const given = {
    verdict: 'consider',
    ...anyway,
    notes: 'Debts of one lender.',
    [field]: '15,000.50',
    move: 'complete',
  };
  assert.equal((await screener.submit(path, path, given)).headers.location, `${path}?moved=complete`);
  assert.equal((await findingsOf(check)).properties.total_debt_pence, 15_000_50);
  const reportPage = `/portal/checks/${check.id}/reports/${check.reports[0]!.id}`;
  const shown = { ...(await surfacesOf(check, path)), client: textOf((await client.get(reportPage)).body) };
  for (const [surface, text] of Object.entries(shown)) assert.match(text, /Total debt:? £15,000\.50/, surface);
  await reopenReport(ctx, portal.caller('live'), { checkId: check.id, reportId: check.reports[0]!.id }, 'reopen');
  assert.match((await screener.get(path)).body, /name="properties\[total_debt_pence\]"[^>]*value="15000\.50"/);
});

test('an optional answer that was left out is not marked as met', async () => {
  const check = await portal.placeCheck('live', { nationality: 'IND' }, ['right_to_work']);
  const { body } = await screener.get(pathOf(check));
  assert.match(body, /app-need--absent">\s*<p[^>]*><span[^>]*>Share code<\/span> <strong[^>]*>Not given</);
});

test('a time-limited statutory excuse keeps the day of its follow-up', async () => {
  const check = await portal.placeCheck('live', { nationality: 'IND' }, ['right_to_work:online_share_code']);
  await compared(check);
  const path = pathOf(check);
  await completed(path, {
    ...manualCheck,
    'properties[route]': 'online_share_code',
    'results[permission]': 'limited',
    'properties[permission.ends_on]': '2090-08-31',
  });
  for (const [surface, text] of Object.entries(await surfacesOf(check, path))) {
    assert.ok(text.includes('Time-limited statutory excuse (list B1): follow up by 31 August 2090.'), surface);
    assert.ok(text.includes(ruleLine('right_to_work_list_b')), surface);
  }
  assert.equal((await findingsOf(check)).properties.follow_up_on, '2090-08-31');
});

test('a right to work is Clear without the route by which it was checked only with a reason, as no rule judges it', async () => {
  const check = await portal.placeCheck('live', { nationality: 'GBR' }, ['right_to_work']);
  const path = pathOf(check);
  const { 'properties[route]': _, ...withoutRoute } = manualCheck;
  const asked = await screener.submit(path, path, { verdict: 'clear', ...withoutRoute, move: 'complete' });
  assert.equal(asked.status, 422);
  assert.match(textOf(asked.body), /Not stated: the route by which the right was checked\./);
});

test('a machine-readable zone is compared with what the candidate typed', async () => {
  const passport = {
    type: 'passport',
    number: 'L898902C3',
    country: 'UTO',
    issued_on: null,
    expires_on: null,
  } as const;
  const facts = { last_name: 'Eriksson', dob: '1974-08-12', gender: 'female', identity_documents: [passport] } as const;
  const check = await portal.placeCheck('live', facts, ['document']);
  const path = pathOf(check);
  const zone = {
    'properties[mrz_line1]': 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'properties[mrz_line2]': 'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    sub_result: 'clear',
  };
  const wrong = { ...zone, 'properties[mrz_line2]': 'L898902C36UTO7408132F1204159ZE184226B<<<<<10' };
  const typed = await assessed(path, wrong);
  assert.match(
    typed,
    /Check digits of the machine-readable zone are wrong\. Not met The check digit of the date of birth/,
  );
  assert.match(typed, /The zone differs from what the candidate typed\. Not met The date of birth differs\./);
  await completed(path, zone);
  for (const [surface, text] of Object.entries(await surfacesOf(check, path))) {
    assert.ok(text.includes('Every check digit of the machine-readable zone is right.'), surface);
    assert.ok(text.includes('The zone agrees with what the candidate typed.'), surface);
    assert.ok(text.includes(ruleLine('machine_readable_zone')), surface);
  }
});

test('the calculator explains each conviction to the screener, and keeps no entry', async () => {
  const check = await portal.placeCheck('live', { dob: '1980-03-04' }, ['criminal_history:basic']);
  const path = pathOf(check);
  const entry = (index: number, fields: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [`properties[convictions_and_cautions.${index}.${key}]`, value]),
    );
  const entries = {
    ...entry(0, { date: '2001-05-06', disposal: 'prison', length: '3', length_unit: 'months' }),
    ...entry(1, { date: '2020-05-06', disposal: 'prison', length: '60', length_unit: 'years' }),
    ...entry(2, { date: '2019-01-02', disposal: 'simple_caution' }),
  };
  const typed = await assessed(path, entries);
  assert.match(
    typed,
    /Entry 1 is spent; its last day was 5 August 2002\. Met Prison counts for 12 months after its end/,
  );
  assert.match(typed, /Entry 2 is unspent until 5 May 2087\. Not met Prison counts for 84 months after its end/);
  assert.match(typed, /Entry 3 is spent; its last day was 2 January 2019\. Met/);
  assert.ok(typed.includes(ruleLine('spent_cautions')));
  await completed(path, { ...entries, verdict: 'consider', ...anyway, notes: 'A conviction that is not spent.' });
  for (const [surface, text] of Object.entries(await surfacesOf(check, path))) {
    assert.ok(text.includes('An entry is unspent until 5 May 2087.'), surface);
    assert.ok(text.includes(ruleLine('spent_convictions')), surface);
    assert.doesNotMatch(text, /Entry \d|Prison|2001|2019/, surface);
  }
  assert.doesNotMatch(JSON.stringify(await findingsOf(check)), /prison|2001-05-06/);
});

test('a self-declaration shows what the candidate was asked and said, and nothing of what the role did not let anybody ask', async () => {
  const said = { what: 'Driving without insurance', on: '2024-01-01', court: null, sentence: 'A fine', comment: null };
  const years = { dates_without_day: ['on'], dates_without_month: ['on'] };
  const declared = { has_convictions_to_declare: true, convictions_to_declare: [{ ...said, ...years }] } as const;
  const facts = { dob: '1980-03-04', has_concerns_to_declare: false, ...declared } as const;
  const wide = textOf(
    (await screener.get(pathOf(await portal.placeCheck('live', facts, ['criminal_self_declaration'])))).body,
  );
  assert.match(
    wide,
    /Convictions and cautions, declared Met .*that the law does not protect.* Yes.*Driving without insurance.*Decided: 2024.*A fine/,
  );
  assert.match(wide, /Bars, referrals, dismissals and investigations, declared Met .* No /);
  assert.doesNotMatch(wide, /Unspent convictions/);
  const plain = { dob: '1980-03-04', has_unspent_convictions: false } as const;
  const narrow = textOf(
    (await screener.get(pathOf(await portal.placeCheck('live', plain, ['criminal_self_declaration'])))).body,
  );
  assert.match(narrow, /Unspent convictions Met Says that they have unspent convictions No/);
  assert.doesNotMatch(narrow, /cautions, declared|Bars, referrals|convictions, declared/);
  const silent = await portal.placeCheck('live', { dob: '1980-03-04' }, ['criminal_self_declaration']);
  assert.match(textOf((await screener.get(pathOf(silent))).body), /Unspent convictions Not given/);
});

test('a sentence that no court passes and an entry without its date are refused beside the table', async () => {
  const check = await portal.placeCheck('live', { dob: '1980-03-04' }, ['criminal_self_declaration']);
  const path = pathOf(check);
  const name = (key: string) => `properties[convictions_and_cautions.0.${key}]`;
  const youth = { [name('date')]: '1995-01-01', [name('disposal')]: 'community_order' };
  assert.match(await assessed(path, youth), /Entry 1: no court passes such a sentence at this age/);
  const { status, body } = await screener.submit(path, path, { [name('disposal')]: 'fine', move: 'preview' });
  assert.equal(status, 422);
  assert.match(textOf(body), /Enter the date/);
});

async function orderedCarer() {
  const JobRoleId = await createJobRole(ctx, 'system', portal.accountId, {
    roleTitle: 'Carer',
    roleCheckType: 'enhanced',
  });
  const facts = { dob: '1980-03-04', nationality: 'GBR' } as const;
  const check = await portal.placeCheck('live', facts, ['criminal_history_self_employed:enhanced'], { JobRoleId });
  return { check, path: pathOf(check) };
}

test('a certificate of a higher level leaves out old cautions, as the screener is told', async () => {
  const { check, path } = await orderedCarer();
  const name = (key: string) => `properties[convictions_and_cautions.0.${key}]`;
  const entry = { [name('date')]: '2001-05-06', [name('disposal')]: 'simple_caution' };
  assert.match(await assessed(path, entry), /A certificate leaves out entry 1\. Met/);
  await completed(path, entry);
  for (const [surface, text] of Object.entries(await surfacesOf(check, path))) {
    assert.ok(text.includes('A standard or enhanced certificate shows none of the entries.'), surface);
    assert.ok(text.includes(ruleLine('filtered_records')), surface);
  }
});

test('each hit on a list has a decision and its reason, and a screener adds hits of their own', async () => {
  const check = await portal.placeCheck('live', {}, ['sanctions:uk']);
  const path = pathOf(check);
  const hit = (index: number, key: string) => `properties[records.${index}.${key}]`;
  const decided = { [hit(0, 'full_name')]: 'Alex SAMPLE', [hit(0, 'decision')]: 'false_positive' };
  const refused = await screener.submit(path, path, { ...decided, verdict: 'clear', move: 'complete' });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /Enter the reason/);
  await completed(path, { ...decided, [hit(0, 'reason')]: 'Born in 1950' });
  assert.deepEqual((await findingsOf(check)).properties.records, [
    { full_name: 'Alex SAMPLE', decision: 'false_positive', reason: 'Born in 1950' },
  ]);
  const shown = await surfacesOf(check, path);
  assert.match(shown.desk!, /Hit 1 Full name: Alex SAMPLE Decision: False positive Reason: Born in 1950/);
  for (const surface of ['client', 'pdf']) {
    const [, found] = (surface === 'client' ? await clientReport(check) : shown.pdf!).split(' Found ');
    assert.match(found!, /Looked at and excluded, as about somebody else: 1 of 1 records\./, surface);
    assert.doesNotMatch(found!, /Alex SAMPLE|Born in 1950/, surface);
  }
});

test('each entry of a register of companies or judgments is decided on, and what is about somebody else is no finding', async () => {
  const former = { ...emptyOf(previousNameFacts), first_name: 'Alex' };
  const names = [
    { ...former, last_name: 'Former' },
    { ...former, last_name: 'Hidden', for_authorities_only: true },
  ];
  const facts = { name_is_from_birth: false, previous_names: names };
  const check = await portal.placeCheck('live', facts, ['directorship', 'adverse_financial:full']);
  const [companies, money] = check.reports.map(({ id }) => `/desk/reports/${id}`);
  const [, asked] = textOf((await screener.get(companies!)).body).split('Companies House, officers');
  assert.match(asked!, /Former name Alex Former/);
  assert.doesNotMatch(asked!.split('Date of birth')[0]!, /Hidden/, 'nobody types it into a public page');
  const entry = (list: string, index: number, fields: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [`properties[${list}.${index}.${key}]`, value]));
  const director = {
    company_name: 'Sample Trading Ltd',
    company_status: 'Active',
    role: 'Director',
    appointed_on: '5 2019',
  };
  const match = { registered_name: 'SAMPLE, Jo', registered_address: '1 Mill Lane, York' };
  const own = { decision: 'true_match', decision_reason: 'Same month of birth and address' };
  const other = { decision: 'false_positive', decision_reason: 'Born in 1950' };
  const appointments = {
    ...entry('appointments', 0, { ...director, ...match, ...own }),
    ...entry('appointments', 1, { ...director, company_name: 'Other Foods Ltd', ...other }),
  };
  const ban = { from: '2020-01-01', until: '2030-01-01', reason: 'Unfit conduct', undertaken_on: '2019-12-01' };
  const clear = {
    ...{ 'results[appointments]': 'clear', 'results[disqualified]': 'clear', verdict: 'clear', move: 'complete' },
    ...appointments,
  };
  const refused = await screener.submit(companies!, companies!, {
    ...clear,
    ...entry('disqualifications', 0, ban),
    ...anyway,
  });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /Disqualification 1: select the decision/);
  await completed(companies!, { ...clear, ...entry('disqualifications', 0, { ...ban, ...other }) });

  const judgment = { kind: 'county_court_judgment', amount_pence: '12000', dated: '3 2025', status: 'unsatisfied' };
  const noJudgment = { 'results[ccj]': 'none', 'results[insolvency]': 'clear', 'results[address_links]': 'clear' };
  await completed(money!, { ...noJudgment, ...entry('records', 0, { ...judgment, ...other }) });

  const pdf = await pdfOf(await readCheck(ctx, portal.caller('live'), check.id));
  const [page, debts] = [await clientReport(check), await clientReport(check, 1)];
  for (const text of [pdf, page]) {
    assert.match(
      text,
      /Sample Trading Ltd[\s\S]+Registered name SAMPLE, Jo Registered address 1 Mill Lane, York Decision True match/,
    );
    assert.match(text, /excluded, as about somebody else: 1 of 2 appointments\.[\s\S]+: 1 of 1 disqualifications\./);
    assert.doesNotMatch(text, /Other Foods|Unfit conduct/);
  }
  for (const text of [pdf, debts]) {
    assert.match(text, /somebody else: 1 of 1 records\./);
    assert.doesNotMatch(text, /12,000/);
  }
});

const seen = (index: number, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [`properties[documents_seen.${index}.${key}]`, value]),
  );

const inPerson = { 'properties[seen_how]': 'in_person' };

/** Who validated the identity outside, when and by which reference. */
const validatedBy = (outcome: 'confirmed' | 'not_confirmed') => ({
  'properties[outside_validation]': outcome,
  'properties[validated_by]': 'Example Credit Reference',
  'properties[validated_on]': today,
  'properties[validation_reference]': 'ECR-4471',
});

/** Opens the form, and sends it with these fields. */
async function confirm(person: Visitor, path: string, fields: Readonly<Record<string, string>>) {
  const sent = { ...inPerson, ...fields };
  const { status, headers, body } = await person.submit(`${path}/identity`, `${path}/identity`, sent);
  return { status, location: headers.location, text: textOf(body) };
}

test('whom no document confirms is invited to give fingerprints, and is confirmed by those that were taken', async () => {
  const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const page = `/portal/checks/${check.id}`;
  const refused = {
    ...seen(0, { document: 'MarriageCertificate' }),
    ...{ ...validatedBy('not_confirmed'), 'properties[why_not_route_1]': 'No passport or licence' },
  };
  assert.match(
    (await confirm(client, page, { ...refused, move: 'invite' })).text,
    /Enter the day on which the candidate was invited/,
  );
  const invited = { ...refused, 'properties[fingerprints_invited_on]': today };
  assert.equal((await confirm(client, page, { ...invited, move: 'invite' })).location, `${page}?done=invited`);
  assert.match(textOf((await client.get(page)).body), /was invited on .+ to give fingerprints/);
  assert.equal((await confirm(client, page, { ...invited, move: 'confirm' })).status, 422);
  const taken = { ...invited, 'properties[fingerprints_taken_on]': today, move: 'confirm' };
  assert.equal((await confirm(client, page, taken)).status, 303);
  assert.match(textOf((await client.get(page)).body), /The identity is confirmed by fingerprints[\s\S]+were taken on/);
  const { order } = await readCheck(ctx, portal.caller('live'), check.id);
  assert.deepEqual([order.identity_evidence?.route, order.awaits_fingerprints], ['Fingerprints', undefined]);
});

test('Route 1 is recorded with its documents and who saw them, at the desk, for the client and in the PDF', async () => {
  const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const page = `/portal/checks/${check.id}`;
  const nothing = await confirm(client, page, { move: 'confirm' });
  assert.equal(nothing.status, 422);
  assert.match(nothing.text, /Name a document that was seen/);
  const undated = { ...seen(0, { document: 'Passport' }), ...seen(1, { document: 'UtilityBill' }) };
  const refused = await confirm(client, page, { ...undated, move: 'confirm' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Enter the date of issue of the utility bill: it counts for 3 months/);
  assert.match(refused.text, /Utility bill does not count: its date is missing\./);
  const documents = { ...undated, ...seen(1, { issued_on: today }) };
  const previewed = await confirm(client, page, { ...documents, move: 'preview' });
  assert.match(previewed.text, /Route 1 of the DBS is met\. Met/);
  assert.equal((await readCheck(ctx, portal.caller('live'), check.id)).identityConfirmedAt, null);
  const { status, location } = await confirm(client, page, { ...documents, move: 'confirm' });
  assert.deepEqual([status, location], [303, `${page}?confirmed=1`]);
  for (const [surface, text] of Object.entries(await surfacesOf(check, pathOf(check)))) {
    assert.ok(text.includes('Route 1 of the DBS is met.'), surface);
    assert.match(text, /Seen: Passport, Utility bill\. By Acme Client on \d+ \w+ \d{4}\./, surface);
    assert.ok(text.includes(ruleLine('dbs_identity_routes')), surface);
  }
});

test('another route than Route 1 demands the reason, which stays with the documents', async () => {
  const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const path = pathOf(check);
  const documents = {
    ...seen(0, { document: 'MarriageCertificate' }),
    ...seen(1, { document: 'UtilityBill', issued_on: '2001-01-01' }),
    ...seen(2, { document: 'P45P60', issued_on: today }),
    ...seen(3, { document: 'CouncilTaxStatement', issued_on: today }),
  };
  const unexplained = await confirm(screener, path, { ...documents, move: 'confirm' });
  assert.equal(unexplained.status, 422);
  assert.match(unexplained.text, /Say why Route 1 was not met/);
  assert.match(unexplained.text, /The documents are those of Route 2 of the DBS\. Not met/);
  assert.match(unexplained.text, /Utility bill does not count: it is too old\./);
  const reason = { 'properties[why_not_route_1]': 'The passport is at an embassy' };
  const byWhom = { 'properties[outside_validation]': 'confirmed', 'properties[seen_how]': '' };
  const unrecorded = await confirm(screener, path, { ...documents, ...reason, ...byWhom, move: 'confirm' });
  assert.equal(unrecorded.status, 422);
  assert.match(unrecorded.text, /Choose how the originals were seen/);
  assert.match(unrecorded.text, /Enter who validated the identity/);
  assert.match(unrecorded.text, /Enter the day of the outside validation/);
  assert.match(unrecorded.text, /Enter the reference that the outside validation has/);
  const validated = { ...validatedBy('confirmed'), 'properties[seen_how]': 'video' };
  const ahead = { ...validated, 'properties[validated_on]': '2099-01-01' };
  const tooEarly = await confirm(screener, path, { ...documents, ...reason, ...ahead, move: 'confirm' });
  assert.match(tooEarly.text, /Enter a day that is not in the future/);
  const { status } = await confirm(screener, path, { ...documents, ...reason, ...validated, move: 'confirm' });
  assert.equal(status, 303);
  for (const [surface, text] of Object.entries(await surfacesOf(check, path))) {
    assert.ok(text.includes('Route 2 of the DBS is met.'), surface);
    assert.ok(text.includes('The outside validation confirmed the identity.'), surface);
    assert.match(text, /Validated by Example Credit Reference on \d+ \w+ \d{4}, reference ECR-4471\./, surface);
    assert.ok(text.includes('How the originals were seen: by live video, with the originals in hand.'), surface);
    assert.ok(text.includes('Why not Route 1: The passport is at an embassy'), surface);
    assert.match(text, /By Desk Screener on /, surface);
  }
  // The report of the disclosure begins with it.
  await completed(path, { 'results[identity_check]': 'clear', 'properties[identity_check.route]': 'Route 2' });
  assert.deepEqual((await findingsOf(check)).breakdown.identity_check, {
    result: 'clear',
    properties: {
      documents: ['Marriage or civil partnership certificate', 'Utility bill', 'P45 or P60', 'Council tax statement'],
      route: 'Route 2',
    },
  });
});

test('a deed poll stands apart from the documents, counts for no route, and is told with them', async () => {
  const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const path = pathOf(check);
  const page = await screener.get(`${path}/identity`);
  assert.match(page.body, /Proof of a change of name/);
  assert.match(page.body, /<option value="DeedPoll">Deed poll</);
  assert.doesNotMatch(page.body, /Deed poll \(Group/);
  const proof = { 'properties[name_proof]': 'DeedPoll', move: 'confirm' };
  const alone = await confirm(screener, path, {
    ...seen(0, { document: 'Passport', expires_on: '2099-01-01' }),
    ...proof,
  });
  assert.equal(alone.status, 422, 'it is no second document');
  const documents = {
    ...seen(0, { document: 'Passport', expires_on: '2099-01-01' }),
    ...seen(1, { document: 'UtilityBill', issued_on: today }),
  };
  assert.equal((await confirm(screener, path, { ...documents, ...proof })).status, 303);
  for (const [surface, text] of Object.entries(await surfacesOf(check, path))) {
    assert.ok(text.includes('The change of name is shown by: deed poll.'), surface);
    assert.ok(text.includes('Route 1 of the DBS is met.'), surface);
  }
});

test('a candidate whom no outside source confirms is asked for Route 3 before fingerprints, and its record says so', async () => {
  const { check, path } = await orderedCarer();
  const typed = {
    ...seen(0, { document: 'MarriageCertificate' }),
    ...seen(1, { document: 'P45P60', issued_on: today }),
    ...seen(2, { document: 'UtilityBill', issued_on: today }),
    ...validatedBy('not_confirmed'),
    'properties[why_not_route_1]': 'No passport',
    move: 'confirm',
  };
  const refused = await confirm(screener, path, typed);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Route 3 asks for a birth certificate issued later/);
  assert.match(refused.text, /the police take fingerprints/);
  const more = {
    ...seen(3, { document: 'BirthCertificateLater' }),
    ...seen(4, { document: 'CouncilTaxStatement', issued_on: today }),
  };
  const { status } = await confirm(screener, path, { ...typed, ...more });
  assert.equal(status, 303);
  for (const [surface, text] of Object.entries(await surfacesOf(check, path))) {
    assert.ok(text.includes('Route 3 of the DBS is met.'), surface);
    assert.ok(text.includes('The outside validation did not confirm the identity.'), surface);
  }
});

test('the summary of errors says which document does not count, and leads to it', async () => {
  const { path } = await orderedCarer();
  const typed = {
    ...seen(0, { document: 'MarriageCertificate' }),
    ...seen(1, { document: 'P45P60', issued_on: today }),
    ...seen(2, { document: 'UtilityBill', issued_on: '2001-01-01' }),
    move: 'confirm',
  };
  const { body } = await screener.submit(`${path}/identity`, `${path}/identity`, typed);
  assert.match(body, /href="#properties-documents_seen-2-document">Utility bill does not count: it is too old\.<\/a>/);
});

test('a check of Scotland takes two proofs, one of Northern Ireland an address', async () => {
  const scottish = await portal.placeCheck('live', {}, ['criminal_history_scotland:level_1']);
  const proofs = { 'properties[identity_proof]': 'Passport', 'properties[address_proof]': 'UtilityBill' };
  assert.equal((await confirm(screener, pathOf(scottish), { ...proofs, move: 'confirm' })).status, 303);
  for (const [surface, text] of Object.entries(await surfacesOf(scottish, pathOf(scottish)))) {
    assert.ok(text.includes('The proofs for Disclosure Scotland are met.'), surface);
    assert.ok(text.includes(ruleLine('scottish_proofs')), surface);
  }
  const irish = await portal.placeCheck('live', {}, ['criminal_history_northern_ireland:basic']);
  const documents = {
    ...seen(0, { document: 'Passport' }),
    ...seen(1, { document: 'UtilityBill', issued_on: today }),
    ...seen(2, { document: 'P45P60', issued_on: today }),
  };
  const previewed = await confirm(screener, pathOf(irish), { ...documents, move: 'preview' });
  assert.match(previewed.text, /One document must show the current address\./);
  const shown = { ...documents, 'properties[documents_seen.1.shows_address]': 'yes' };
  assert.equal((await confirm(screener, pathOf(irish), { ...shown, move: 'confirm' })).status, 303);
  for (const [surface, text] of Object.entries(await surfacesOf(irish, pathOf(irish)))) {
    assert.ok(text.includes('The proofs for AccessNI are met.'), surface);
    assert.ok(text.includes(ruleLine('access_ni_identity')), surface);
  }
});

test('an identity is confirmed only by papers that meet a route, and another confirmation replaces it with a reason', async () => {
  const { check, path } = await orderedCarer();
  const reason = { 'properties[why_not_route_1]': 'No passport', ...validatedBy('confirmed') };
  const one = { ...seen(0, { document: 'P45P60', issued_on: today }), ...reason, move: 'confirm' };
  const refused = await confirm(screener, path, one);
  assert.equal(refused.status, 422);
  const routes = 'Route 1 asks for one document of Group 1 and 2 more of Groups 1, 2a or 2b.';
  assert.ok(refused.text.includes(routes), refused.text);
  const unvalidated = {
    ...seen(0, { document: 'MarriageCertificate' }),
    ...seen(1, { document: 'P45P60', issued_on: today }),
    ...seen(2, { document: 'CouncilTaxStatement', issued_on: today }),
    ...{ 'properties[why_not_route_1]': 'No passport', move: 'confirm' },
  };
  const alone = await confirm(screener, path, unvalidated);
  assert.deepEqual(
    [alone.status, alone.text.includes('Route 2 needs an outside validation of the identity.')],
    [422, true],
  );
  assert.equal((await readCheck(ctx, portal.caller('live'), check.id)).identityConfirmedAt, null);
  const sent = await confirm(screener, path, { ...unvalidated, ...validatedBy('confirmed') });
  assert.equal(sent.status, 303);
  const again = `${path}/identity?replace=1`;
  const opened = (await screener.get(again)).body;
  assert.match(opened, /Replace the confirmation of this identity\?/);
  for (const named of ['MarriageCertificate', 'P45P60', 'CouncilTaxStatement', 'confirmed'])
    assert.match(opened, new RegExp(`<option value="${named}" selected>`));
  const papers = {
    ...seen(0, { document: 'Passport' }),
    ...seen(1, { document: 'MarriageCertificate' }),
    ...seen(2, { document: 'BirthCertificateLater' }),
    ...{ ...inPerson, replace: '1', move: 'confirm', 'properties[documents_seen.1.issued_on]': '' },
  };
  const unexplained = await screener.submit(again, `${path}/identity`, papers);
  assert.equal(unexplained.status, 422);
  assert.match(unexplained.body, /Say why the confirmation is replaced/);
  const replaced = await screener.submit(again, `${path}/identity`, {
    ...papers,
    'properties[why_replaced]': 'The passport came back',
  });
  assert.equal(replaced.status, 303, textOf(replaced.body));
  const { order } = await readCheck(ctx, portal.caller('live'), check.id);
  assert.deepEqual(
    [order.identity_evidence?.route, order.identity_evidence?.replaces?.evidence?.route],
    ['Route 1', 'Route 2'],
  );
  for (const [surface, text] of Object.entries(await surfacesOf(check, path))) {
    assert.ok(text.includes('Route 1 of the DBS is met.'), surface);
    assert.match(text, /Replaces the confirmation of \d+ \w+ \d{4}: The passport came back/, surface);
  }
  const events = await ctx.db.rows<{ type: string; notifies: boolean }>(sql`
    select type, notifies from events where check_id = ${check.id} and type like 'check.identity%' order by id`);
  assert.deepEqual(events, [
    { type: 'check.identity_confirmed', notifies: true },
    { type: 'check.identity_replaced', notifies: false },
  ]);
});

test('nobody confirms their own identity', async () => {
  for (const facts of [{ email: clientEmail }, { first_name: 'Acme', last_name: 'Client' }]) {
    const check = await portal.placeCheck('live', facts, ['criminal_history:basic']);
    const page = `/portal/checks/${check.id}`;
    assert.match(textOf((await client.get(`${page}/identity`)).body), /You cannot confirm your own identity/);
    const token = hiddenFields((await client.get('/portal')).body, '/sign-out');
    const refused = await client.post(`${page}/identity`, { ...token, ...seen(0, { document: 'Passport' }) });
    assert.equal(refused.status, 403);
    assert.equal((await readCheck(ctx, portal.caller('live'), check.id)).identityConfirmedAt, null);
  }
});

test('a screener sees when a report is expected, and by what, on its page and in the queue', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  await ctx.db.run(sql`
    update reports set due_on = '2099-01-05' where account_id = ${portal.accountId} and check_id = ${check.id}`);
  const words = 'Expected 5 January 2099, by the working days of the catalogue';
  assert.ok(textOf((await screener.get(pathOf(check))).body).includes(`${words}.`));
  assert.ok((await screener.get('/desk')).body.includes(`title="5 January 2099. ${words}"`));
  assert.ok((await pdfOf(check)).includes('expected on 5 January 2099'));
  assert.equal(
    (await screener.submit(pathOf(check), `${pathOf(check)}/work`, { due_on: '2099-02-05', delay_reason: 'source' }))
      .status,
    303,
  );
  const set = 'Expected 5 February 2099, as set by a screener.';
  assert.ok(textOf((await screener.get(pathOf(check))).body).includes(set));
  assert.ok((await pdfOf(check)).includes('expected on 5 February 2099'));
});

test('a time-limited right to work that is monitored is followed up at the desk before its day', async () => {
  const { type } = namedType('right_to_work:online_share_code') as NamedType;
  const caller = portal.caller('live');
  const facts = { ...noFacts, first_name: 'Alex', last_name: 'Sample', email: 'alex@candidate.test' };
  const given = { ...facts, dob: '1990-03-04', nationality: 'IND', share_code: 'W12345678' };
  const applicant = await createApplicant(ctx, caller, given);
  const placed = await createCheck(ctx, caller, applicant.id, {
    ...{ criminalDetails: null, tags: [], activityYears: null, redirectUri: null, consider: [], orderedByUserId: null },
    reports: [{ type, options: null, monitor: 'before_expiry' }],
  });
  const check = await completeForm(ctx, caller, placed.id, given);
  const path = pathOf(check);
  const page = textOf((await screener.get(path)).body);
  assert.match(page, /For the online service of the Home Office Share code W12345678 Date of birth 4 March 1990/);
  assert.ok(page.includes(ruleLine('share_code')));
  const endless = { verdict: 'clear', move: 'complete', ...anyway, 'results[permission]': 'limited' };
  const refused = await screener.submit(path, path, endless);
  assert.deepEqual([refused.status, /Enter the day on which it ends/.test(refused.body)], [422, true]);
  await completed(path, {
    ...manualCheck,
    'properties[route]': 'online_share_code',
    'results[permission]': 'limited',
    'properties[permission.ends_on]': '2090-08-31',
  });
  await beginMonitoring(ctx, caller, { checkId: check.id, reportId: check.reports[0]!.id }, undefined);
  const [deadline] = await listDeadlines(ctx, caller, check.id);
  assert.equal(ukDateOf(deadline!.dueAt), '2090-07-03', 'the first working day after 60 days before');
  const listed = async () => (await screener.get('/desk/follow-ups')).body.includes(path);
  assert.equal(await listed(), false);
  await takeDueDeadlines({ ...ctx, now: () => new Date('2090-07-04T12:00:00Z') }, [
    monitoringDeadline,
    decisionReminder,
  ]);
  assert.equal(await listed(), true);
  const follow = (change: string) => screener.submit(path, `${path}/follow-up`, { found: 'change', change });
  assert.doesNotMatch((await screener.get(path)).body, /Re-checked, no change/);
  const same = (change: string) => screener.submit(path, `${path}/follow-up`, { found: 'same', change });
  assert.match((await same('')).body, /Check it again: the law asks for a new check/);
  const both = await same('Something.');
  assert.deepEqual(
    [both.status, /Clear what you wrote/.test(both.body), />Something\.</.test(both.body)],
    [422, true, true],
  );
  assert.equal((await follow('The permission was curtailed.')).status, 303);
  const reopened = (await screener.get(path)).body;
  const outcome = textOf(/<section[^>]* id="outcome"[\s\S]+?<\/section>/.exec(reopened)![0]);
  assert.match(
    outcome,
    /Checked again since .+ The permission was curtailed\. Record the new check: .+ The result of before is not chosen/,
  );
  assert.doesNotMatch(reopened, /name="verdict"[^>]* checked/);
  assert.match(reopened, /govuk-tag--orange">\s*Check again\s*</, 'in its head');
  const queue = (await screener.get('/desk')).body;
  assert.match(textOf(queue.slice(queue.indexOf(`href="${path}"`)).split('</tr>')[0]!), /Check again/);
  const history = textOf(reopened);
  for (const words of [
    'The permission was curtailed.',
    'Asked again: opened for a new check',
    'Reopened by monitoring',
  ])
    assert.ok(history.includes(words), words);
});

test('a result that is chosen after a found change stays chosen, in the draft and after it was sent back', async () => {
  const check = await portal.placeCheck('live', { nationality: 'GBR' }, ['right_to_work:manual_list_a']);
  await compared(check);
  const path = pathOf(check);
  const british = { ...manualCheck, 'properties[document.type]': 'british_passport' };
  await completed(path, british);
  const caller = portal.caller('live');
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  await reopenReport(ctx, caller, target, 'find_change');
  const shown = async () => {
    const { body } = await screener.get(path);
    const chosen = /<input[^>]* name="verdict"[^>]* value="(\w+)"[^>]* checked/.exec(body)?.[1];
    return { chosen, isUnchosenSaid: body.includes('The result of before is not chosen') };
  };
  assert.deepEqual(await shown(), { chosen: undefined, isUnchosenSaid: true });
  await screener.submit(path, path, { verdict: 'clear', ...british, notes: '', move: 'keep' });
  assert.equal((await shown()).chosen, 'clear', 'the result of before, chosen again');
  const anew = {
    verdict: 'consider',
    ...anyway,
    ...british,
    notes: 'The passport is cancelled.',
    move: 'await_approval',
  };
  assert.equal((await screener.submit(path, path, anew)).headers.location, `${path}?moved=await_approval`);
  await moveReport(ctx, caller, target, { move: 'need_more', isSentBack: true });
  assert.deepEqual(await shown(), { chosen: 'consider', isUnchosenSaid: false });
});

test('a Clear with nothing behind it is confirmed with a reason, and the document says what was not confirmed', async () => {
  const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const path = pathOf(check);
  const send = (fields: object) => screener.submit(path, path, { verdict: 'clear', move: 'await_approval', ...fields });
  // Neither a file of the whole order nor a provider who was not asked is an answer.
  await attach(check);
  const skipped = { ...check.tenant, checkId: check.id, reportId: check.reports[0]!.id };
  const { key } = (await readTarget(ctx, skipped))!;
  await recordNotAsked(ctx, skipped, key, 'consistency', 'not_set_up');
  const statusOf = async () => (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!.status;
  const lacked = [
    'The identity was not confirmed.',
    'No part of the breakdown was examined.',
    'Not stated: the number of the certificate.',
    'No source has answered, and no file is with the report.',
  ];
  const asked = await send({});
  assert.equal(asked.status, 422);
  for (const sentence of [...lacked, 'Complete it all the same'])
    assert.ok(textOf(asked.body).includes(sentence), sentence);
  assert.equal((await send({ anyway: 'yes' })).status, 422, 'without a reason');
  assert.equal(await statusOf(), 'awaiting_data');
  const sent = await send({ ...anyway, anyway_text: 'Seen on the site.' });
  assert.equal(sent.headers.location, `${path}?moved=await_approval`, textOf(sent.body));
  const desk = textOf((await screener.get(path)).body);
  for (const said of [...lacked, 'Reason: It was seen, and is kept elsewhere.', 'Seen on the site.'])
    assert.ok(desk.includes(said), said);
  const [event] = await ctx.db.rows<{ detail: object }>(sql`
    select detail from events where check_id = ${check.id} and type = 'report.awaiting_approval'`);
  const { outcome: _, ...detail } = event!.detail as { readonly outcome: unknown; readonly unconfirmed: string[] };
  assert.deepEqual(
    detail.unconfirmed.filter((code) => code !== 'requirement'),
    ['identity', 'breakdown', 'particular', 'source'],
  );
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  await moveReport(ctx, { ...portal.caller('live'), actor: 'user:colleague' }, target, { move: 'complete' });
  const page = `/portal/checks/${check.id}`;
  const said = {
    pdf: await pdfOf(check),
    check: textOf((await client.get(page)).body),
    report: textOf((await client.get(`${page}/reports/${target.reportId}`)).body),
  };
  for (const [place, text] of Object.entries(said)) {
    for (const sentence of ['Clear, although not everything was confirmed:', ...lacked])
      assert.ok(text.includes(sentence), `${place}: ${sentence}`);
  }
  const source = reportTypeById(check.reports[0]!.reportTypeId)!.answeredBy!.value;
  assert.ok(!said.pdf.includes(source) && !said.report.includes(source), 'no source has answered');
  const [report] = (await readCheck(ctx, portal.caller('live'), check.id)).reports;
  const told = propertiesOf(report!).unconfirmed as string[];
  assert.deepEqual(
    lacked.filter((sentence) => !told.includes(sentence)),
    [],
    'interfaces v1 and v2 say it too',
  );
});

test('a Clear beside a part that calls for attention is refused, and one beside a part not established is confirmed', async () => {
  for (const [type, fields, message] of [
    [
      'identity',
      { 'results[mortality]': 'consider' },
      /Not registered as deceased is “Consider”, which does not go with Clear/,
    ],
    ['criminal_history:basic', { 'results[convictions_and_cautions]': 'see_certificate' }, /is “See certificate”/],
    [
      'sanctions:uk',
      {
        'properties[records.0.full_name]': 'Alex Sample',
        'properties[records.0.decision]': 'true_match',
        'properties[records.0.reason]': 'Same day of birth',
      },
      /Hit 1 is “True match”/,
    ],
  ] as const) {
    const check = await portal.placeCheck('live', {}, [type]);
    const path = pathOf(check);
    const refused = await screener.submit(path, path, { ...fields, ...anyway, verdict: 'clear', move: 'complete' });
    assert.equal(refused.status, 422, type);
    assert.match(textOf(refused.body), message);
  }
  const check = await portal.placeCheck('live', {}, ['identity']);
  const path = pathOf(check);
  const asked = await screener.submit(path, path, {
    ...{ verdict: 'clear', move: 'complete' },
    'results[address]': 'unidentified',
  });
  assert.equal(asked.status, 422);
  assert.match(textOf(asked.body), /Not established: Address\./);
  const findings = { ...noFindings, breakdown: { mortality: { result: 'consider' } } };
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const given = { move: 'complete', outcome: { result: 'clear', subResult: null, findings } } as const;
  await assert.rejects(moveReport(ctx, portal.caller('live'), target, given), { reason: 'invalid_fields' });
});

test('what a provider proposes is released when each hit is decided on and each part was examined', async () => {
  const place = () => portal.placeCheck('live', {}, ['sanctions']);
  const propose = async (check: Check, result: 'clear' | 'unidentified', records: readonly object[]) => {
    const findings = { ...noFindings, breakdown: { sanction: { result } }, properties: { records } };
    const outcome = { result, subResult: null, findings };
    const provider = { ...portal.caller('live'), actor: 'provider:sanctions_lists' } as const;
    const demands = () => ['provider_answer'] as const;
    const target = { checkId: check.id, reportId: check.reports[0]!.id };
    await moveReport(ctx, provider, target, { move: 'await_approval', outcome, demands });
  };
  const clear = { 'results[sanction]': 'clear', verdict: 'clear', move: 'complete' };

  const matched = await place();
  const path = pathOf(matched);
  await propose(matched, 'unidentified', [{ full_name: 'Alex SAMPLE', score: 0.98, decision: null, reason: null }]);
  const asProposed = { 'results[sanction]': 'unidentified', verdict: 'unidentified', move: 'complete' };
  const undecided = await screener.submit(path, path, asProposed);
  assert.equal(undecided.status, 422);
  assert.match(textOf(undecided.body), /Hit 1: select the decision/);
  const hit = (key: string) => `properties[records.0.${key}]`;
  await completed(path, { ...clear, [hit('decision')]: 'false_positive', [hit('reason')]: 'Born in 1950' });

  const unmatched = await place();
  await propose(unmatched, 'clear', []);
  const asked = await screener.submit(pathOf(unmatched), pathOf(unmatched), clear);
  assert.equal(asked.status, 422);
  assert.match(textOf(asked.body), /Not established: Politically exposed person\./);
});

test('a Clear beside a rule that is not met is confirmed', async () => {
  const check = await portal.placeCheck('live', {}, ['right_to_work:manual_list_b']);
  const path = pathOf(check);
  const fields = { ...manualCheck, 'results[permission]': 'limited', verdict: 'clear' };
  const asked = await screener.submit(path, path, { ...fields, move: 'complete' });
  assert.equal(asked.status, 422);
  assert.match(textOf(asked.body), /A rule is not met: \w+/);
});

test('a Consider without evidence, and points that the listed endorsements do not make up, are confirmed with a reason that the client does not read', async () => {
  const check = await portal.placeCheck('live', {}, ['driving_licence:gb_check_code']);
  const path = pathOf(check);
  const given = {
    ...{ verdict: 'consider', notes: 'Six points.', move: 'await_approval' },
    ...{ 'results[endorsements]': 'consider', 'properties[endorsements.points]': '6' },
    ...{
      'properties[endorsements.endorsements.0.code]': 'SP30',
      'properties[endorsements.endorsements.0.points]': '3',
    },
  };
  const lacked = [
    'The endorsements that are listed have 3 points, and the report says 6.',
    'No source has answered, and no file is with the report.',
  ];
  const asked = await screener.submit(path, path, given);
  assert.equal(asked.status, 422);
  for (const sentence of ['What this Consider does not rest on', ...lacked])
    assert.ok(textOf(asked.body).includes(sentence), sentence);
  const other = await screener.submit(path, path, { ...given, anyway: 'yes', anyway_reason: 'not_applicable' });
  assert.equal(other.status, 422, 'what was found applies to the candidate');
  const sent = await screener.submit(path, path, { ...given, ...anyway });
  assert.equal(sent.headers.location, `${path}?moved=await_approval`, textOf(sent.body));
  const desk = textOf((await screener.get(path)).body);
  for (const said of ['Consider all the same:', ...lacked]) assert.ok(desk.includes(said), said);
  const { findings } = (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!;
  assert.equal(findings.unconfirmed, undefined);
});

test('the client accepts a report without something only once somebody of it has said so in the portal, and their words stay with it', async () => {
  const check = await portal.placeCheck('live', {}, ['driving_licence:gb_check_code']);
  const [path, caller] = [pathOf(check), portal.caller('live')];
  const reportId = check.reports[0]!.id;
  const given = { verdict: 'clear', move: 'complete', anyway: 'yes', anyway_reason: 'client_accepts' };
  const early = await screener.submit(path, path, given);
  assert.equal(early.status, 422);
  assert.match(
    textOf(early.body),
    /Error: Ask the client first, with the query “A decision about the order” on this report/,
  );
  const queryId = await sendQuery(
    ctx,
    { ...caller, actor: 'system' },
    { checkId: check.id, reportId },
    {
      ...{ addressee: 'client', kind: 'client_decision', text: 'Do you accept it without the licence?' },
      dueOn: addDays(ukDateOf(ctx.now()), 10),
    },
  );
  const row = await ctx.db.row<{ id: string }>(sql`
    select id from users where account_id = ${portal.accountId} and email = ${clientEmail}`);
  const accepting = { ...caller, actor: `user:${row!.id}`, permissions: roles.client.standard } as const;
  const target = { checkId: check.id, queryId, addressee: 'client' } as const;
  await answerQuery(ctx, accepting, target, 'We take the risk.');
  const sent = await screener.submit(path, path, given);
  assert.equal(sent.headers.location, `${path}?moved=complete`, textOf(sent.body));
  const desk = textOf((await screener.get(path)).body);
  assert.match(
    desk,
    /Accepted: \S.* of the client, .*, to “Do you accept it without the licence\?”: “We take the risk\.”/,
  );
});

test('a Clear with its evidence, its breakdown and everything that was asked for is complete at once', async () => {
  const check = await portal.placeCheck('live', { nationality: 'GBR', name_is_from_birth: true }, ['sanctions:uk']);
  const [path, caller] = [pathOf(check), portal.caller('live')];
  await attach(check, check.reports[0]!.id);
  const { reports } = await readCheck(ctx, caller, check.id);
  const parts = Object.keys(reportTypeById(reports[0]!.reportTypeId)!.breakdown);
  const sent = await screener.submit(path, path, {
    ...{ verdict: 'clear', move: 'complete' },
    [`results[${parts[0]}]`]: 'clear',
  });
  assert.equal(sent.headers.location, `${path}?moved=complete`, textOf(sent.body));
});

for (const move of ['complete', 'await_approval']) {
  test(`an outcome withdraws an open reference only after the screener has confirmed it: ${move}`, async () => {
    const { at, id } = await ask(ctx, portal.caller('live'));
    const path = pathOf(at.check);
    const open = 'With this outcome, the reference about Acme Ltd is withdrawn.';
    const send = (fields: object) =>
      screener.submit(path, path, {
        ...{ verdict: 'consider', notes: 'The dates differ.', anyway_reason: 'seen_elsewhere', move, ...fields },
      });
    const asked = await send({});
    assert.equal(asked.status, 422);
    assert.ok(textOf(asked.body).includes(open));
    const statusOf = async () => (await readReference(ctx, at.caller, at.report.id, id)).status;
    assert.equal(await statusOf(), 'requested');
    const clear = textOf((await send({ verdict: 'clear' })).body);
    assert.ok(
      clear.includes(open) && clear.includes('Not confirmed: Acme Ltd, from 1 March 2019 (asked, and not answered;'),
    );
    const sent = await send({ anyway: 'yes' });
    assert.equal(sent.headers.location, `${path}?moved=${move}`, textOf(sent.body));
    assert.equal(await statusOf(), 'withdrawn');
  });
}

test('a Clear beside dates that a referee states otherwise is confirmed, also where the dates are judged clear', async () => {
  const { at, id } = await ask(ctx, portal.caller('live'), { by: 'telephone' });
  await recordCall(ctx, at.caller, id, {
    call: { person: 'Pat Referee', number: '020 7946 0000' },
    authentication: { step: 'switchboard_call', by: '' },
    scope: 'factual',
    typed: {
      ...{ 'from-day': '1', 'from-month': '6', 'from-year': '2019' },
      ...{ 'to-day': '30', 'to-month': '6', 'to-year': '2023' },
      ...{ role: 'Driver', still_there: 'no', referee_name: 'Pat Referee' },
    },
  });
  await takeOver(ctx, at.caller, id);
  const path = pathOf(at.check);
  const send = async (dates: string) => {
    const { status, body } = await screener.submit(path, path, {
      ...{ verdict: 'clear', move: 'complete', 'results[dates]': dates },
    });
    assert.equal(status, 422);
    return textOf(body);
  };
  assert.match(await send('consider'), /Dates is “Consider”, which does not go with Clear/);
  assert.match(await send('clear'), /Acme Ltd: the start differs by 92 days/);
});

test('Consider and Unidentified say why: by a note, or by a finding that means it', async () => {
  const check = await portal.placeCheck('live', {}, ['credit']);
  const path = pathOf(check);
  await attach(check, check.reports[0]!.id);
  const send = (fields: object) => screener.submit(path, path, { move: 'complete', ...fields });
  for (const verdict of ['consider', 'red', 'unidentified']) {
    const silent = await send({ verdict, 'results[alias]': 'clear' });
    assert.equal(silent.status, 422, verdict);
    assert.match(textOf(silent.body), /Write for the client why it is (Consider|Unidentified), or record the finding/);
  }
  const said = await send({ verdict: 'consider', ...anyway, 'results[ccj]': 'unsatisfied' });
  assert.equal(said.headers.location, `${path}?moved=complete`, textOf(said.body));
});

test('the note of a reopened report whose result changes is confirmed or changed', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const path = pathOf(check);
  const first = { verdict: 'unidentified', notes: 'No document was shown.', move: 'complete' };
  assert.equal((await screener.submit(path, path, first)).headers.location, `${path}?moved=complete`);
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const asks = /Does this note still hold\?.*No document was shown\./;
  const refused = async (fields: object) => {
    const { status, body } = await screener.submit(path, path, { ...first, ...anyway, ...fields });
    assert.equal(status, 422);
    assert.match(textOf(body), asks);
    assert.match(textOf(body), /Confirm that the note for the client still holds, or change it/);
  };
  await reopenReport(ctx, portal.caller('live'), target, 'reopen');
  await refused({ verdict: 'clear' });
  await refused({ verdict: 'consider' });
  const changed = { ...first, verdict: 'consider', ...anyway, notes: 'The document shown was altered.' };
  assert.equal((await screener.submit(path, path, changed)).headers.location, `${path}?moved=complete`);
  await reopenReport(ctx, portal.caller('live'), target, 'reopen');
  const held = { ...changed, verdict: 'clear', ...anyway, note_holds: 'yes' };
  assert.equal((await screener.submit(path, path, held)).headers.location, `${path}?moved=complete`);
  await reopenReport(ctx, portal.caller('live'), target, 'reopen');
  const same = { ...held, note_holds: '' };
  assert.equal((await screener.submit(path, path, same)).headers.location, `${path}?moved=complete`, 'the same result');
});

test('the client reads why a stated job is not confirmed', async () => {
  const check = await portal.placeCheck('live', employed, ['employment_history:uk']);
  const path = pathOf(check);
  const { body } = await screener.get(path);
  const typed = Object.fromEntries(
    Object.entries(hiddenFields(body, path)).filter(([name]) => name.startsWith('properties[')),
  );
  const because = { 'properties[employments.0.not_confirmed_because]': 'contact_not_permitted' };
  const clear = await screener.submit(path, path, { ...typed, ...because, verdict: 'clear', move: 'complete' });
  assert.match(textOf(clear.body), /Acme Ltd.*\(the candidate does not permit contact\)/);
  const sent = await screener.submit(path, path, {
    ...typed,
    ...because,
    verdict: 'consider',
    ...anyway,
    move: 'complete',
  });
  assert.equal(sent.headers.location, `${path}?moved=complete`, textOf(sent.body));
  const page = `/portal/checks/${check.id}/reports/${check.reports[0]!.id}`;
  for (const text of [textOf((await client.get(page)).body), await pdfOf(check)])
    assert.match(text, /Why it is not confirmed:? The candidate does not permit contact/);
});

test('nobody says that an employer did not reply, or refused, whom nobody asked', async () => {
  for (const because of ['no_reply', 'refused']) {
    const { at } = await ask(ctx, portal.caller('live'));
    for (const { check, isAsked } of [
      { check: await portal.placeCheck('live', employed, ['employment_history:uk']), isAsked: false },
      { check: at.check, isAsked: true },
    ]) {
      const path = pathOf(check);
      const { body } = await screener.get(path);
      const typed = Object.fromEntries(
        Object.entries(hiddenFields(body, path)).filter(([name]) => name.startsWith('properties[')),
      );
      const sent = await screener.submit(path, path, {
        ...{ ...typed, 'properties[employments.0.not_confirmed_because]': because },
        ...{ verdict: 'consider', move: 'complete', ...anyway },
      });
      if (isAsked) assert.equal(sent.headers.location, `${path}?moved=complete`, textOf(sent.body));
      else {
        assert.equal(sent.status, 422);
        assert.match(
          sent.body,
          /id="[^"]*not_confirmed_because-error"[\s\S]*?Nobody was asked about Acme Ltd: ask for the/,
        );
      }
    }
  }
});

test('the client reads who answered, how and when, and not who usually answers', async () => {
  const { at, id } = await ask(ctx, portal.caller('live'), { by: 'telephone' });
  await recordCall(ctx, at.caller, id, {
    call: { person: 'Sam Boss', number: '07700 900123' },
    authentication: { step: 'none', by: '' },
    scope: 'factual',
    typed: {
      ...{ 'from-day': '1', 'from-month': '3', 'from-year': '2019', role: 'Driver', still_there: 'no' },
      ...{ 'to-day': '30', 'to-month': '6', 'to-year': '2023', referee_name: 'Sam Boss', referee_role: 'Manager' },
    },
  });
  const path = pathOf(at.check);
  const usual = reportTypeById(at.check.reports[0]!.reportTypeId)!.answeredBy!.value;
  await takeOver(ctx, at.caller, id);
  const given = { verdict: 'consider', ...anyway, notes: 'One of two employers answered.', move: 'complete' };
  const sent = await screener.submit(path, path, { ...given, 'results[dates]': 'clear' });
  assert.equal(sent.headers.location, `${path}?moved=complete`, textOf(sent.body));
  const page = `/portal/checks/${at.check.id}/reports/${at.check.reports[0]!.id}`;
  for (const text of [textOf((await client.get(page)).body), await pdfOf(at.check)]) {
    const said = `Manager about Acme Ltd, by telephone on ${formatLongDate(today)}, not authenticated`;
    assert.ok(text.includes(said), text);
    assert.ok(!text.includes(usual) && !text.includes('Sam Boss'), text);
  }
});

test('nobody closes a report because an employer did not reply whom nobody asked', async () => {
  const { at } = await ask(ctx, portal.caller('live'));
  const unasked = await portal.placeCheck('live', employed, ['employment_history:uk']);
  const close = (check: typeof unasked, reason: string) => {
    const page = `${pathOf(check)}/unable-to-verify`;
    return screener.submit(page, page, { reason, requests_sent: '1', notes: 'No answer came.' });
  };
  for (const reason of ['no_reply', 'refuses']) {
    const refused = await close(unasked, reason);
    assert.equal(refused.status, 422);
    assert.match(textOf(refused.body), /Nobody was asked: ask for a reference, log a call or send it out first/);
  }
  assert.equal((await close(at.check, 'no_reply')).headers.location, `${pathOf(at.check)}?moved=complete`);
  assert.equal((await close(unasked, 'company_closed')).headers.location, `${pathOf(unasked)}?moved=complete`);
});

test('a report that is closed as unable to verify keeps what its screener typed and did not send', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const path = pathOf(check);
  const typed = {
    'results[address]': 'clear',
    'results[date_of_birth]': 'consider',
    notes: 'The agency has two dates.',
  };
  await screener.submit(path, path, { ...typed, move: 'keep' });
  const page = `${path}/unable-to-verify`;
  const asked = textOf((await screener.get(page)).body);
  assert.match(asked, /What was examined so far stays: Address Clear Date of birth Consider/);
  assert.match(asked, /The agency has two dates\./);
  const closed = await screener.submit(page, page, { reason: 'refuses', requests_sent: '', notes: typed.notes });
  assert.equal(closed.headers.location, `${path}?moved=complete`, textOf(closed.body));
  const { breakdown, properties, notes } = await findingsOf(check);
  assert.deepEqual(breakdown, { address: { result: 'clear' }, date_of_birth: { result: 'consider' } });
  assert.deepEqual([properties.unable_to_verify, notes], ['refuses', typed.notes]);
  assert.doesNotMatch((await screener.get(path)).body, /name="draft"|Your draft/);
});
