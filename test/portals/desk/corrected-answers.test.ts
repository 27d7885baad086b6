// A supplier corrects its answer: both versions are kept, and the report is looked at again, also when it is complete.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { keepResult } from '../../../src/features/suppliers/answer-correction-actions.ts';
import { keepSupplier } from '../../../src/features/suppliers/supplier-actions.ts';
import { recordSupplierAnswer, sendOut } from '../../../src/features/suppliers/supplier-request-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { courtResearcher } from '../../features/suppliers/court-researcher.ts';
import { deskEmail, hiddenFields, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
const screener = await signedInVisitor(portal, deskEmail);
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const today = ukDateOf(ctx.now());
await switchOnTypes(ctx, 'system', accountId, [{ name: 'criminal_history_international', variant: 'usa' }]);
const supplier = await keepSupplier(ctx, caller, courtResearcher);

async function answered(words: string) {
  const check = await portal.placeCheck('live', {}, ['criminal_history_international:usa']);
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const requestId = await sendOut(ctx, caller, target, {
    ...{ supplierId: supplier, seen: 0, reference: '', sentOn: today, expectedOn: addDays(today, 5), cost: '28.50' },
  });
  await recordSupplierAnswer(ctx, caller, { ...target, requestId }, { receivedOn: today, words });
  const report = `/desk/reports/${target.reportId}`;
  return { target, report, page: `${report}/sent-out/${requestId}` };
}
const complete = ({ target }: Awaited<ReturnType<typeof answered>>) =>
  moveReport(ctx, caller, target, {
    move: 'complete',
    outcome: { result: 'clear', subResult: null, findings: noFindings },
  });
const correct = ({ page }: Awaited<ReturnType<typeof answered>>, fields: Readonly<Record<string, string>>) =>
  screener.submit(page, `${page}/answer-corrected`, {
    ...{ corrected_on: today, corrected_answer: 'Fraud, 2020.', because: 'supplier' },
    ...fields,
  });
const markOf = async (reportId: string) =>
  (await ctx.db.row<{ at: Date | null }>(sql`select source_answered_at as at from reports where id = ${reportId}`))!.at;

test('a corrected answer of an open report stands beside the first, and the report is marked to be looked at again', async () => {
  const one = await answered('No record found.');
  await screener.get(one.report);
  assert.equal(await markOf(one.target.reportId), null);
  const same = await correct(one, { corrected_answer: 'No record  found.' });
  assert.deepEqual([same.status, /This is what is recorded already/.test(same.body)], [422, true]);
  const lacking = await correct(one, { corrected_answer: '', because: '', corrected_on: addDays(today, 1) });
  for (const message of [/Say what came/, /Choose how it came out/, /from the day of the answer before it to today/])
    assert.match(lacking.body, message);
  const done = await correct(one, {});
  assert.equal(done.headers.location, `${one.report}?done=source_answer_corrected`, textOf(done.body));
  assert.notEqual(await markOf(one.target.reportId), null);
  const shown = textOf((await screener.get(String(done.headers.location))).body);
  assert.match(shown, /Look at the report again: is its outcome still right\?/);
  assert.match(shown, /Fraud, 2020\. Before, on [^:]+: No record found\./);
  assert.match(shown, /Corrected answer of Sample Court Searches received on/);
  await correct(one, { corrected_answer: 'Fraud, 2021.', because: 'found_wrong' });
  const page = textOf((await screener.get(one.page)).body);
  assert.match(
    page,
    /What came Fraud, 2021\. .*Fraud, 2020\. We or the client found it wrong\..*No record found\. The supplier/,
  );
});

test('after the result, the report says what to do until somebody says that its result stays', async () => {
  const one = await answered('No record found.');
  await complete(one);
  assert.doesNotMatch(textOf((await screener.get('/desk/sent-out')).body), /corrected after the result/);
  await correct(one, {});
  assert.match(
    textOf((await screener.get('/desk/sent-out')).body),
    /One answer was corrected after the result of the report/,
  );
  assert.match((await screener.get('/desk/sent-out/corrected')).body, new RegExp(`href="${one.report}"`));
  const shown = await screener.get(one.report);
  assert.match(
    textOf(shown.body),
    /Sample Court Searches corrected its answer on .*, after this result Now: Fraud, 2020\. Before: No record found\. If the result is wrong, reopen the report/,
  );
  assert.match(shown.body, new RegExp(`href="${one.report}/reopen"`));
  const earlier = hiddenFields(shown.body, `${one.report}/result-stays`);
  await correct(one, { corrected_answer: 'Fraud, 2022.' });
  const late = await screener.post(`${one.report}/result-stays`, earlier);
  const again = textOf((await screener.get(String(late.headers.location))).body);
  assert.match(again, /It was corrected again since you read it, so nothing is recorded.*Now: Fraud, 2022\./);
  const kept = await screener.submit(one.report, `${one.report}/result-stays`, {});
  assert.equal(kept.status, 303, textOf(kept.body));
  const after = textOf((await screener.get(String(kept.headers.location))).body);
  assert.match(after, /The corrected answer of Sample Court Searches of \d+ \w+ \d{4} was read: the result stays/);
  assert.doesNotMatch(after, /corrected its answer on/);
  await assert.rejects(keepResult(ctx, caller, one.target, ''), { reason: 'state_does_not_allow' }, 'it is said once');
});

test('a report that is opened again because of its source is to be looked at in the queue, and counts for the supplier', async () => {
  const one = await answered('No record found.');
  await complete(one);
  await correct(one, { because: 'found_wrong' });
  const reopened = await screener.submit(`${one.report}/reopen`, `${one.report}/reopen`, {
    ...{ reason: 'source_error', text: 'The court corrected its answer.' },
  });
  assert.equal(reopened.status, 303, textOf(reopened.body));
  assert.match((await screener.get('/desk?waiting=source_answered')).body, new RegExp(`${one.report}"`));
  assert.doesNotMatch((await screener.get('/desk/sent-out/corrected')).body, new RegExp(`href="${one.report}"`));
  const page = textOf((await screener.get(`/desk/suppliers/${supplier}`)).body);
  assert.match(page, /Answers corrected 100% \(3 of 3 answers\), 2 of them found wrong by us or a client/);
  assert.match(page, /Reports reopened because of it 1/);
  assert.match(textOf((await screener.get('/desk/suppliers')).body), /Corrected: 100% 1 reopened/);
});
