// What the form of an outcome fills in itself, and the sentences and labels that fit the report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { createJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const screener = await signedInVisitor(portal);

async function openReport(report: string, more: { readonly JobRoleId?: number } = {}) {
  const check = await portal.placeCheck('live', {}, [report], more);
  const path = `/desk/reports/${check.reports[0]!.id}`;
  return { check, path, body: (await screener.get(path)).body };
}

/** What an input says, or what is chosen in a select. */
function fieldValue(html: string, name: string): string {
  const at = html.indexOf(`name="${name}"`);
  assert.notEqual(at, -1, name);
  const field = html.slice(html.lastIndexOf('<', at));
  const shown = field.startsWith('<select')
    ? /<option value="([^"]*)" selected/.exec(field.slice(0, field.indexOf('</select>')))
    : / value="([^"]*)"/.exec(field.slice(0, field.indexOf('>')));
  return shown?.[1] ?? '';
}

test('who checks a right to work today stands in the form, and what is cleared stays empty', async () => {
  const { path, body } = await openReport('right_to_work');
  assert.equal(fieldValue(body, 'properties[checked_on]'), ukDateOf(ctx.now()));
  assert.equal(fieldValue(body, 'properties[checked_by]'), 'Desk Screener');
  const { body: typed } = await screener.submit(path, path, { 'properties[checked_by]': '', move: 'preview' });
  assert.equal(fieldValue(typed, 'properties[checked_by]'), '');
});

test('the level and the workforce of the order stand with the certificate, and say nothing where nobody saw one', async () => {
  const JobRoleId = await createJobRole(ctx, 'system', portal.accountId, {
    ...{ roleTitle: 'Care assistant', roleCheckType: 'enhanced', workingWithVulnerableAdults: true },
  });
  const { check, path, body } = await openReport('criminal_history:enhanced', { JobRoleId });
  assert.equal(fieldValue(body, 'properties[certificate.level]'), 'enhanced');
  assert.equal(fieldValue(body, 'properties[certificate.workforce]'), 'adult');
  const sent = { verdict: 'unidentified', notes: 'It was not shown.', move: 'complete' };
  const { status, body: refused } = await screener.submit(path, path, { ...sent, 'properties[unable_to_verify]': '' });
  assert.equal(status, 303, refused);
  assert.deepEqual(
    (await readCheck(ctx, check.tenant, check.id)).reports[0]!.findings.breakdown.certificate,
    undefined,
  );
});

test('one press sets the parts of an identity document to Clear that nobody has chosen', async () => {
  const { path } = await openReport('document');
  const part = 'results[data_validation.mrz]';
  const asked = await screener.submit(path, path, { [part]: 'consider', move: 'all_clear' });
  assert.match(asked.body, /Nobody has asked a source about these yet.*<li>Signs that it is genuine<\/li>/s);
  assert.equal(fieldValue(asked.body, 'results[visual_authenticity]'), '', 'nothing is set before it is confirmed');
  const { status, body } = await screener.submit(path, path, { [part]: 'consider', move: 'all_clear_anyway' });
  assert.equal(status, 200);
  assert.equal(fieldValue(body, part), 'consider', 'as it was chosen');
  const names = [...body.matchAll(/<select[^>]* name="(results\[[^"]+)"/g)].map(([, one]) => one!);
  const chosen = names.map((one) => fieldValue(body, one));
  assert.equal(chosen.length, 48);
  assert.equal(chosen.filter((value) => value === 'clear').length, 47);
  assert.doesNotMatch((await openReport('right_to_work')).body, /Set all parts to Clear/);
});

test('labels and sentences fit the report', async () => {
  assert.match((await openReport('document')).body, /MRZ, line 1/);
  const typeOf = (name: string) => Object.values(catalogue).find((one) => one.name === name)!;
  const ruledOut = 'Possible matches were ruled out on identifiers.';
  for (const name of ['right_to_work', 'driving_licence', 'self_employment', 'document', 'gap'])
    assert.ok(!typeOf(name).clauses.includes(ruledOut), name);
  for (const name of ['identity', 'credit_international']) assert.ok(typeOf(name).clauses.includes(ruledOut), name);
  const { body } = await openReport('right_to_work');
  assert.match(body, /checked online with the Home Office by share code/);
  assert.match(body, /Online check of the Home Office, by share code\s*<\/option>/);
});
