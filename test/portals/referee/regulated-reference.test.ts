// What the referee of a regulatory reference reads of the firm that asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import type { QuestionnaireId } from '../../../src/features/references/questionnaires.ts';
import { formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { ask, codeIn, mailsTo, tokenIn } from '../../features/references/asked-references.ts';
import { startPortal, visitor } from '../portal-under-test.ts';

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
  return { front: textOf(front.body), willing: textOf((await referee.get(`${path}/willing`)).body) };
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
