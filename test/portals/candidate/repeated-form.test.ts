// The form of an order that repeats an earlier one says that the answers of last time are filled in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { linkToken } from '../../../src/features/checks/check-links.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { startPortal, visitor } from '../portal-under-test.ts';
import { sendForm, signIn } from './sent-form.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const filledIn = /What you answered for .+ before is filled in already\. Look it through/;

test('whoever is screened again is told so on the first page, on the list of steps and where they check their answers', async () => {
  const first = await sendForm(portal);
  const { reports } = await readCheck(ctx, tenant, first.checkId);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  const target = { checkId: first.checkId, reportId: reports[0]!.id };
  await moveReport(ctx, tenant, target, { move: 'complete', outcome });
  const again = await orderAgain(ctx, tenant, first.checkId, null);

  const base = `/form/${await linkToken(ctx, 'form', { ...again.tenant, checkId: again.id })}`;
  const device = visitor(portal);
  const start = (await device.get(base)).body;
  assert.match(start, filledIn);
  assert.match(start, /check some facts about you again:/);
  assert.doesNotMatch(start, /before somebody starts in a role/);
  await signIn(portal, { checkId: again.id, base, device }, device);
  assert.match((await device.get(`${base}/tasks`)).body, filledIn);
  await device.submit(`${base}/consent`, `${base}/consent`, { agrees: 'yes', wording: CONSENT_WORDING });
  assert.match((await device.get(`${base}/answers`)).body, filledIn);
});

test('whoever is screened for the first time is not', async () => {
  const { base, device } = await sendForm(portal);
  assert.doesNotMatch((await device.get(base)).body, filledIn);
});
