// The certificate of a criminal record check at the desk: what is impossible is refused beside its input, and what differs
// from the order is confirmed with a reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { createJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { readResults } from '../../../src/features/results/results-actions.ts';
import { makeResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { documentOf } from '../../../src/features/results/results-document-rules.ts';
import { keepSupplier } from '../../../src/features/suppliers/supplier-actions.ts';
import {
  cancelSupplierRequest,
  listSupplierRequests,
} from '../../../src/features/suppliers/supplier-request-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { courtResearcher } from '../../features/suppliers/court-researcher.ts';
import { noAddress } from '../../support/empty-entries.ts';
import { clientEmail, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const today = ukDateOf(ctx.now());
const screener = await signedInVisitor(portal);

const facts = { first_name: 'Alex', last_name: 'Sample', dob: '1980-03-04', nationality: 'GBR' } as const;
const pathOf = (check: Check) => `/desk/reports/${check.reports[0]!.id}`;
const textOf = (html: string) =>
  html
    .replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

/** An enhanced check without barred lists. */
async function orderedCarer(workforce: 'adult' | 'child') {
  const JobRoleId = await createJobRole(ctx, 'system', portal.accountId, {
    roleTitle: `Care assistant, ${workforce} workforce`,
    roleCheckType: 'enhanced',
    ...(workforce === 'adult' ? { workingWithVulnerableAdults: true } : { workingWithChildren: true }),
  });
  const check = await portal.placeCheck('live', facts, ['criminal_history:enhanced'], { JobRoleId });
  return { check, path: pathOf(check) };
}

const clear = { verdict: 'clear', move: 'complete', 'results[certificate]': 'clear' } as const;
const certificate = (properties: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [`properties[certificate.${key}]`, value]));

test('an impossible certificate is refused beside each of its inputs, however its Clear is confirmed', async () => {
  const { path } = await orderedCarer('adult');
  const { status, body } = await screener.submit(path, path, {
    ...clear,
    ...certificate({ number: '12345', issued_on: addDays(today, 1), level: 'top', workforce: 'everybody' }),
    'results[childrens_barred_list]': 'clear',
    'results[adults_barred_list]': 'clear',
    ...{ anyway: 'yes', anyway_reason: 'judged_minor' },
  });
  assert.equal(status, 422);
  const text = textOf(body);
  assert.match(text, /Enter the 12 digits at the top right of the certificate/);
  assert.match(text, /must be today or in the past/);
  assert.match(text, /Certificate: level must be one of the choices/);
  assert.match(text, /Certificate: workforce must be one of the choices/);
  assert.equal(
    text.match(/This list was not ordered, and asking for more than the role allows is unlawful/g)?.length,
    4,
  );
});

test('the form offers level and workforce as choices, and no barred list that was not ordered', async () => {
  const { path } = await orderedCarer('adult');
  const { body } = await screener.get(path);
  for (const name of ['level', 'workforce']) {
    assert.match(body, new RegExp(`<select[^>]*name="properties\\[certificate\\.${name}\\]"`));
  }
  assert.doesNotMatch(body, /results\[(?:childrens|adults)_barred_list\]/);
});

test('a certificate of another order or person is Clear only with a reason in words, and the results say how it differs', async () => {
  const { check, path } = await orderedCarer('adult');
  const other = {
    ...clear,
    ...certificate({
      ...{ number: '001234567890', issued_on: addDays(today, -1), level: 'basic', workforce: 'child' },
      name_as_printed: 'John Smith',
    }),
  };
  const asked = await screener.submit(path, path, other);
  assert.equal(asked.status, 422);
  const differences = [
    /The level of the certificate is “Basic”, and “Enhanced” was ordered\./,
    /for the workforce “Child”, and the job role is of the workforce “Adult”\./,
    /before it was ordered on/,
    /The certificate names “John Smith”, which is no name that the candidate stated\./,
  ];
  for (const sentence of differences) assert.match(textOf(asked.body), sentence);
  const judged = { ...other, anyway: 'yes', anyway_reason: 'judged_minor' };
  const wordless = await screener.submit(path, path, judged);
  assert.equal(wordless.status, 422);
  assert.match(textOf(wordless.body), /Say what was looked at, and why it does not change the result/);
  const { status } = await screener.submit(path, path, { ...judged, anyway_text: 'Seen with the candidate' });
  assert.equal(status, 303);
  const results = await readResults(ctx, 'system', portal.caller('live'), check.id);
  const [report] = documentOf(results).reports;
  for (const sentence of differences) assert.ok(report?.unconfirmed?.some((one) => sentence.test(one)));
});

test('the certificate that was ordered asks about nothing of its own', async () => {
  const { path } = await orderedCarer('adult');
  const { body } = await screener.submit(path, path, {
    ...clear,
    ...certificate({
      ...{ number: '0012 3456 7890', issued_on: today, level: 'enhanced', workforce: 'adult' },
      name_as_printed: 'SAMPLE, ALEX MARIA',
    }),
  });
  const [, lacked = ''] = /What this Clear does not rest on(.*)Complete it all the same/.exec(textOf(body)) ?? [];
  assert.match(lacked, /No source has answered, and no file is with the report/);
  assert.doesNotMatch(lacked, /certificate/);
});

test('the number of a certificate that an order of somebody else has is asked about, and that of the person’s own is not', async () => {
  const JobRoleId = await createJobRole(ctx, 'system', portal.accountId, {
    ...{ roleTitle: 'Care assistant, one number', roleCheckType: 'enhanced', workingWithVulnerableAdults: true },
  });
  const asked = async (person: object, number: string) => {
    const given = { ...facts, ...person };
    const check = await portal.placeCheck('live', given, ['criminal_history:enhanced'], { JobRoleId });
    const path = pathOf(check);
    const outcome = { ...clear, ...certificate({ number, issued_on: today, level: 'enhanced' }) };
    const { body } = await screener.submit(path, path, outcome);
    const why = { anyway: 'yes', anyway_reason: 'judged_minor', anyway_text: 'Seen with the candidate' };
    assert.equal((await screener.submit(path, path, { ...outcome, ...why })).status, 303);
    return /number of the certificate is also that of another person’s order/.test(textOf(body));
  };
  assert.equal(await asked({}, '005555666677'), false);
  assert.equal(await asked({ email: 'married@candidate.example', last_name: 'Married' }, '0055 5566 6677'), false);
  const other = { email: 'robin@candidate.example', first_name: 'Robin', last_name: 'Specimen', dob: '1975-01-02' };
  assert.equal(await asked(other, '005555666677'), true);
  assert.equal(await asked({ ...other, email: 'two@candidate.example' }, '005555666678'), false);
});

test('a record of a country names it, asks when the candidate lived there, and is no Clear by an old certificate', async () => {
  const type = 'criminal_history_international:esp';
  await switchOnTypes(ctx, 'system', portal.accountId, [{ name: 'criminal_history_international', variant: 'esp' }]);
  const addresses = [{ ...noAddress, country: 'GBR', town: 'London', start_date: '2005-01-01' }];
  const path = pathOf(await portal.placeCheck('live', { ...facts, addresses }, [type]));
  const { body } = await screener.get(path);
  assert.match(textOf(body), /show no time in Spain: ask the candidate when they lived there/);
  assert.match(body, /name="properties\[jurisdiction\.name\]"[^>]*value="Spain"/);
  const answer = await screener.submit(path, path, {
    ...{ verdict: 'clear', move: 'complete', 'properties[issued_on]': '2023-01-01', 'properties[language]': 'Spanish' },
    'results[record_found]': 'clear',
  });
  assert.equal(answer.status, 422);
  assert.match(textOf(answer.body), /its issuer lets it hold for 3 months, until 1 April 2023/);
  assert.match(textOf(answer.body), /is in Spanish, and nobody is named who translated it/);
});

test('the results of a check cite the law on work with children only for a workforce with children', async () => {
  for (const [workforce, isCited] of [
    ['adult', false],
    ['child', true],
  ] as const) {
    const { check } = await orderedCarer(workforce);
    await makeResultsDocument(ctx, portal.caller('live'), check.id);
    const [report] = documentOf(await readResults(ctx, 'system', portal.caller('live'), check.id)).reports;
    const says = report!.limits.some((line) => line.includes('supervised unpaid work with children'));
    assert.equal(says, isCited, workforce);
  }
});

test('many are sent out as one is: what lacks is named, and a reason is a note on each', async () => {
  const { check, path } = await orderedCarer('adult');
  const supplier = await keepSupplier(ctx, portal.caller('live'), {
    ...{ ...courtResearcher, name: 'Sample Umbrella Body', countries: [], types: ['criminal_history'] },
  });
  const page = `/desk/sent-out/new?supplier=${supplier}`;
  const late = addDays(today, 200);
  const typed = { reports: check.reports[0]!.id, sent_on: today, expected_on: late, cost: '10' };
  const refused = await screener.submit(page, page, typed);
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), new RegExp(`VF${check.orderId}: The identity is not confirmed\\.`));
  assert.match(textOf(refused.body), /due before .*, when the answers are expected/);
  const sent = await screener.submit(page, page, { ...typed, anyway: 'The umbrella body sees them', step: 'send' });
  assert.equal(sent.status, 303, textOf(sent.body));
  assert.match(
    textOf((await screener.get(path)).body),
    /Sent all the same: The identity is not confirmed\..*Reason: The umbrella body sees them/,
  );

  const listed = async () => textOf((await screener.get('/desk/sent-out/applications')).body);
  assert.match(await listed(), new RegExp(`VF${check.orderId} `), 'the request is the application');
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const caller = portal.caller('live');
  const [request] = await listSupplierRequests(
    ctx,
    caller,
    target.reportId,
    (await readCheckAndKey(ctx, caller, check.id)).key,
  );
  await cancelSupplierRequest(
    ctx,
    caller,
    { ...target, requestId: request!.id },
    { words: 'Sent by mistake', cost: '0' },
  );
  assert.doesNotMatch(await listed(), new RegExp(`VF${check.orderId} `), 'nor is it one once the request is cancelled');
});

test('what an application was sent for is not offered to be sent again, and sent only with a reason', async () => {
  const { check, path } = await orderedCarer('adult');
  const supplier = await keepSupplier(ctx, portal.caller('live'), {
    ...{ ...courtResearcher, name: 'Sample Second Body', countries: [], types: ['criminal_history'] },
  });
  const many = async () => textOf((await screener.get(`/desk/sent-out/new?supplier=${supplier}`)).body);
  assert.match(await many(), new RegExp(`VF${check.orderId} `));
  const application = `${path}/application`;
  await screener.submit(application, application, { application: 'sent', anyway: 'The client holds the papers' });
  assert.doesNotMatch(await many(), new RegExp(`VF${check.orderId} `));
  assert.match(
    textOf((await screener.get(`${path}/send-out?supplier=${supplier}`)).body),
    /An application was sent on \d/,
  );
  await screener.submit(application, application, { application: 'not_sent' });
  assert.match(await many(), new RegExp(`VF${check.orderId} `));
});

test('an application is questioned while something lacks, has a number and a stage, and is listed by its age', async () => {
  const { check, path } = await orderedCarer('adult');
  const page = `${path}/application`;
  const typed = { application: 'sent', reference: 'F0123456789', stage: 'police', looked_on: today };
  const refused = await screener.submit(page, page, typed);
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /The identity is not confirmed\./);
  assert.match(textOf(refused.body), /Say why it is sent all the same/);
  const sent = await screener.submit(page, page, { ...typed, anyway: 'The client holds the papers' });
  assert.equal(sent.status, 303);
  const shown = textOf((await screener.get(path)).body);
  assert.match(shown, /number F0123456789 : With a local police force, looked at on/);
  assert.match(shown, /Sent all the same: The identity is not confirmed\..*Reason: The client holds the papers/);
  await portal.superuser.run(
    sql`update reports set applied_at = applied_at - interval '60 days' where id = ${check.reports[0]!.id}`,
  );
  const list = textOf((await screener.get('/desk/sent-out/applications')).body);
  assert.match(list, /60 days Ask the authority .*Alex Sample .*With a local police force/);
  const { body } = await screener.get(page);
  assert.doesNotMatch(body, /show_certificate/);
  await screener.submit(page, page, { ...typed, stage: 'posted' });
  const query = /href="([^"]+show_certificate)"/.exec((await screener.get(page)).body)![1]!.replaceAll('&amp;', '&');
  assert.match((await screener.get(query)).body, /Please show it to us by/);
  await screener.submit(page, page, { application: 'not_sent' });
  assert.doesNotMatch(textOf((await screener.get('/desk/sent-out/applications')).body), /Alex Sample/);
});

test('of an order that the client entered, the signed consent is lacking until a screener has seen it', async () => {
  const { check, path } = await orderedCarer('adult');
  assert.doesNotMatch(textOf((await screener.get(path)).body), /Not given here/, 'a form asks for it');
  await portal.superuser.run(sql`update checks set type = 'express' where id = ${check.id}`);
  assert.match(textOf((await screener.get(path)).body), /Consent Not given here: the client entered the order\./);
  const client = await signedInVisitor(portal, clientEmail);
  assert.match(textOf((await client.get(`/portal/checks/${check.id}`)).body), /Attach the consent that they signed/);
  const lacks = /nobody has seen the candidate’s signed consent/;
  assert.match(textOf((await screener.get(`${path}/application`)).body), lacks);
  const { status, headers } = await screener.submit(path, `${path}/consent`, {});
  assert.deepEqual([status, headers.location], [303, `${path}?done=consent_seen`]);
  assert.match(textOf((await screener.get(path)).body), /Desk Screener saw the signed consent on \d+/);
  assert.doesNotMatch(textOf((await screener.get(`${path}/application`)).body), lacks);
  assert.doesNotMatch(textOf((await client.get(`/portal/checks/${check.id}`)).body), /Attach the consent/);
});

test('of an order that does not say why a barred list is asked, the client is asked, and a screener records what the law allows', async () => {
  const JobRoleId = await createJobRole(ctx, 'system', portal.accountId, {
    ...{ roleTitle: 'Night carer', roleCheckType: 'enhanced', workingWithVulnerableAdults: true },
  });
  const check = await portal.placeCheck('live', facts, ['criminal_history:enhanced'], { JobRoleId });
  await portal.superuser.run(sql`
    update reports set options = '[{ "name": "adults_barred_list", "options": null }]' where check_id = ${check.id}`);
  const path = pathOf(check);
  const shown = (await screener.get(path)).body;
  assert.match(textOf(shown), /Barred lists Adults’ barred list Nobody has said why it may be searched/);
  const lacks = /Adults’ barred list: nobody has said why it may be searched\./;
  assert.match(textOf((await screener.get(`${path}/application`)).body), lacks);
  const query = /href="([^"]+kind=barred_lists)"/.exec(shown)![1]!.replaceAll('&amp;', '&');
  assert.match((await screener.get(query)).body, /What does the job do that is regulated activity/);
  const page = `${path}/barred-lists`;
  for (const ground of ['', 'regulated_children']) {
    const refused = await screener.submit(page, page, { ground_adults_barred_list: ground });
    assert.equal(refused.status, 422);
    assert.match(textOf(refused.body), /Choose why it may be searched/);
  }
  const said = await screener.submit(page, page, { ground_adults_barred_list: 'regulated_care' });
  assert.deepEqual([said.status, said.headers.location], [303, `${path}?done=list_grounds`]);
  const after = textOf((await screener.get(path)).body);
  assert.match(after, /Adults’ barred list Health care, or personal care by need, even once Change why/);
  assert.doesNotMatch(textOf((await screener.get(`${path}/application`)).body), lacks);
});

test('a job role that was decided by its answers says why each of its barred lists is asked', async () => {
  const answers = { supports_adults: true, teaches_children: true, is_frequent: true, is_paid: true } as const;
  const JobRoleId = await createJobRole(ctx, 'system', portal.accountId, {
    ...{ roleTitle: 'Youth and day centre worker', roleCheckType: 'enhanced', answers },
  });
  const check = await portal.placeCheck('live', facts, ['dbs_adult_first'], { JobRoleId });
  const page = pathOf(check);
  const shown = textOf((await screener.get(page)).body);
  assert.match(shown, /Adults’ barred list Social work with adults.*As agreed of the job role Youth and day centre/);
  assert.doesNotMatch(shown, /Change why|Ask the client why/);
  assert.equal((await screener.get(`${page}/barred-lists`)).status, 409);
});

test('an application whose report ended is to be withdrawn at the authority until that is recorded', async () => {
  const { check, path } = await orderedCarer('adult');
  const application = `${path}/application`;
  await screener.submit(application, application, { application: 'sent', anyway: 'The client holds the papers' });
  const list = '/desk/sent-out/applications';
  const shown = async () => textOf((await screener.get(list)).body);
  assert.doesNotMatch(await shown(), /To withdraw at the authority/);
  await closeCheck(ctx, portal.caller('live'), check.id, 'withdraw');
  assert.match(await shown(), new RegExp(`To withdraw at the authority: 1 .*VF${check.orderId}, [^:]+: sent on`));
  const done = `${list}/${check.reports[0]!.id}/called-off`;
  assert.equal((await screener.submit(list, done, {})).headers.location, `${list}?done=called_off`);
  assert.doesNotMatch(await shown(), /To withdraw at the authority/);
  assert.match(textOf((await screener.get(path)).body), /Application withdrawn at the authority/);
});

test('an application is to be withdrawn at the authority although a supplier was sent it before, and not when that supplier is told', async () => {
  const supplier = await keepSupplier(ctx, portal.caller('live'), {
    ...{ ...courtResearcher, name: 'Second Umbrella Body', countries: [], types: ['criminal_history'] },
  });
  const page = `/desk/sent-out/new?supplier=${supplier}`;
  const list = '/desk/sent-out/applications';
  const shown = async () => textOf((await screener.get(list)).body);
  const caller = portal.caller('live');
  async function sentOut() {
    const { check, path } = await orderedCarer('adult');
    const target = { checkId: check.id, reportId: check.reports[0]!.id };
    const sent = {
      reports: target.reportId,
      sent_on: today,
      expected_on: addDays(today, 9),
      cost: '10',
      anyway: 'Seen',
      step: 'send',
    };
    assert.equal((await screener.submit(page, page, sent)).status, 303);
    const { key } = await readCheckAndKey(ctx, caller, check.id);
    const [request] = await listSupplierRequests(ctx, caller, target.reportId, key);
    const cancel = (words: string) =>
      cancelSupplierRequest(ctx, caller, { ...target, requestId: request!.id }, { words, cost: '0' });
    return { check, application: `${path}/application`, cancel };
  }
  const own = await sentOut();
  await own.cancel('We apply ourselves');
  await screener.submit(own.application, own.application, {
    application: 'sent',
    anyway: 'The client holds the papers',
  });
  await closeCheck(ctx, caller, own.check.id, 'withdraw');
  assert.match(await shown(), new RegExp(`To withdraw at the authority: 1 .*VF${own.check.orderId}, `));

  const theirs = await sentOut();
  await closeCheck(ctx, caller, theirs.check.id, 'withdraw');
  await theirs.cancel('Told by telephone');
  assert.doesNotMatch(await shown(), new RegExp(`VF${theirs.check.orderId}`));
});
