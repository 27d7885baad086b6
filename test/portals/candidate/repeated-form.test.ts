// The form of an order that repeats an earlier one says that the answers of last time are filled in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctEmail } from '../../../src/features/candidate-form/awaited-order-actions.ts';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { linkToken } from '../../../src/features/checks/check-links.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
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

test('the mail to a corrected address says too that the answers of last time are filled in', async () => {
  const first = await sendForm(portal);
  await closeCheck(ctx, tenant, first.checkId, 'cancel');
  const again = await orderAgain(ctx, tenant, first.checkId, null);
  await correctEmail(ctx, tenant, again.id, { email: 'corrected@candidate.test' });
  const [invitation] = (await listEmails(ctx, tenant, 20)).filter(({ checkId }) => checkId === again.id);
  assert.equal(invitation!.to.address, 'corrected@candidate.test');
  assert.match(invitation!.text, /What you answered before is filled in already\./);
});

test('whoever is screened for the first time is not', async () => {
  const { base, device } = await sendForm(portal);
  assert.doesNotMatch((await device.get(base)).body, filledIn);
});

test('whoever never filled in the form that is ordered again is told by no mail and on no page that it is filled in', async () => {
  const { check } = await placeWaiting(ctx, tenant, { reports: ['identity'] });
  await closeCheck(ctx, tenant, check.id, 'cancel');
  const again = await orderAgain(ctx, tenant, check.id, null);
  const [invitation] = (await listEmails(ctx, tenant, 10)).filter(({ checkId }) => checkId === again.id);
  assert.match(invitation!.text, /Please fill in the online form\./);
  const base = `/form/${await linkToken(ctx, 'form', { ...again.tenant, checkId: again.id })}`;
  assert.doesNotMatch((await visitor(portal).get(base)).body, filledIn);
});
