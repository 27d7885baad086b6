// A regulatory reference: what its referee reads of the firm that asks, and the update that they send later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { listMessages } from '../../../src/features/cases/candidate-message-actions.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import type { QuestionnaireId } from '../../../src/features/references/questionnaires.ts';
import { listReferences } from '../../../src/features/references/reference-actions.ts';
import { formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { ask, codeIn, mailsTo, tokenIn } from '../../features/references/asked-references.ts';
import { cleanAnswers } from '../given-references.ts';
import { clientEmail, deskEmail, signedInVisitor, startPortal, visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
await changeAccountSettings(ctx, 'system', accountId, { firmReferenceNumber: '654321' });

/** The first page behind the code. */
async function entered(questionnaire: QuestionnaireId) {
  const { at } = await ask(ctx, caller, { questionnaire });
  const [mail] = await mailsTo(ctx, caller, at.check.id, 'reference_request');
  const path = `/reference/${tokenIn(mail!.text)}`;
  const referee = visitor(portal);
  const front = await referee.get(path);
  await ctx.db.run(sql`update link_codes set sent_at = sent_at - interval '1 minute'`);
  await referee.submit(path, path, {});
  const [code] = await mailsTo(ctx, caller, at.check.id, 'reference_code');
  await referee.submit(`${path}/code`, `${path}/code`, { code: codeIn(code!.text) });
  const willing = textOf((await referee.get(`${path}/willing`)).body);
  return { at, referee, path, front: textOf(front.body), willing };
}

test('the referee of a regulatory reference reads the number of the firm that asks, and the day of the request', async () => {
  const { willing } = await entered('regulated');
  assert.match(willing, /Firm that asks \S.*, firm reference number 654321/);
  assert.ok(willing.includes(`Day of the request ${formatLongDate(ukDateOf(ctx.now()))}`));
});

test('no other referee reads of it', async () => {
  const { front, willing } = await entered('standard');
  assert.doesNotMatch(`${front} ${willing}`, /Firm that asks|654321|Day of the request/);
});

test('an update after the result waits at the desk, and its client relies on the result no more until it is dealt with', async () => {
  const { at, referee, path } = await entered('regulated');
  const { report, check } = at;
  await ctx.db.run(sql`
    update checks set ordered_by_user_id = (select id from users where account_id = ${accountId} and email = ${clientEmail})
    where account_id = ${accountId} and id = ${check.id}`);
  await referee.submit(`${path}/willing`, `${path}/willing`, { willing: 'whole' });
  for (const key of ['firm', 'employment', 'functions', 'fitness', 'referee'])
    await referee.submit(`${path}/questions/${key}`, `${path}/questions/${key}`, cleanAnswers);
  await referee.submit(`${path}/answers`, `${path}/answers`, { declares: 'yes' });
  assert.match(textOf((await referee.get(`${path}/sent`)).body), /Your reference has been sent/);
  assert.equal((await referee.get(`${path}/update`)).headers.location, `${path}/mistake`, 'nothing rests on it yet');

  const findings = { breakdown: {}, properties: {}, notes: '' };
  const outcome = { result: 'clear', subResult: null, findings } as const;
  await moveReport(
    ctx,
    { ...caller, actor: 'system' },
    { checkId: check.id, reportId: report.id },
    { move: 'complete', outcome },
  );
  assert.match((await referee.get(`${path}/sent`)).body, new RegExp(`href="${path}/update"`));
  assert.match(
    (await referee.submit(`${path}/update`, `${path}/update`, { text: '' })).body,
    /Enter what became known/,
  );
  // Sent twice by a slip.
  for (let time = 0; time < 2; time += 1)
    await referee.submit(`${path}/update`, `${path}/update`, { text: 'He was found to have forged a signature.' });

  const client = await signedInVisitor(portal, clientEmail);
  const clientPage = async () => textOf((await client.get(`/portal/checks/${check.id}`)).body);
  assert.match(await clientPage(), /A firm updated its regulatory reference on .* do not rely on it before/);
  assert.doesNotMatch(await clientPage(), /forged a signature/);
  const news = async (template: string) =>
    (await listEmails(ctx, caller, 300)).filter((one) => one.template === template).length;
  assert.equal(await news('reference_updated'), 1);

  const desk = await signedInVisitor(portal, deskEmail);
  assert.match(textOf((await desk.get('/desk/messages')).body), /A regulatory reference is updated/);
  const page = await desk.get(`/desk/reports/${report.id}`);
  assert.match(page.body, /He was found to have forged a signature/);
  const [reference] = await listReferences(ctx, caller, report.id);
  const form = `/desk/reports/${report.id}/references/${reference!.id}/update`;
  await desk.submit(form, form, { text: 'By letter: he was dismissed.' });
  const messages = await listMessages(ctx, check, (await readCheckAndKey(ctx, caller, check.id)).key);
  assert.deepEqual(
    messages.map(({ kind, text }) => [kind, text]),
    [
      ['reference_update', 'By letter: he was dismissed.'],
      ['reference_update', 'He was found to have forged a signature.'],
    ],
  );
  for (const { id } of messages)
    await desk.submit(`/desk/reports/${report.id}`, `/desk/reports/${report.id}/messages`, { message: id });
  assert.doesNotMatch(await clientPage(), /A firm updated/);
  assert.deepEqual(
    [await news('reference_updated'), await news('reference_update_settled')],
    [2, 1],
    'once all are dealt with',
  );
});

test('another reference takes no update', async () => {
  const { referee, path } = await entered('standard');
  assert.equal((await referee.get(`${path}/update`)).headers.location, path, 'nothing was sent yet');
});
