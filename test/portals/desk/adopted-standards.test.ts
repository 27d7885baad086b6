// What a standard that the desk adopts for an account proposes besides its reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { standardIds } from '../../../src/features/report-types/standards.ts';
import { readRuleDraft, readRules } from '../../../src/features/result-rules/rule-set-actions.ts';
import { rulesOfStandard } from '../../../src/features/result-rules/rules-of-standards.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const { id } = await createAccount(ctx, 'system', { name: 'Castle Guarding' });
const email = 'manager@desk.test';
await createDeskUser(ctx, 'system', { name: 'Manager', email, role: 'account_manager', accounts: [id] });
await createSignIn(ctx, 'system', { email, password });
const manager = await signedInVisitor(portal, email);

test('a standard that is adopted proposes its result rules as a draft, and says where the file is kept too short', async () => {
  await changeAccountSettings(ctx, 'system', id, { eraseAfterDays: 180 });
  const page = `/desk/accounts/${id}/packages`;
  const adopted = await manager.submit(page, `${page}/adopt`, { standard: 'bs_7858' });
  const next = String(adopted.headers.location);
  assert.equal(next, `${page}?done=adopted&of=bs_7858`);
  const proposed = (await manager.get(next)).body.replace(/\s+/g, ' ');
  assert.match(proposed, /kept for 2,557 days after somebody has left\. This account erases after 180/);
  assert.deepEqual((await readRuleDraft(ctx, 'system', id)).rules, [], 'nothing is so before somebody says it');
  const prepared = await manager.submit(next, `${page}/rules`, {});
  assert.equal(prepared.headers.location, `/desk/accounts/${id}/result-rules`);
  const { rules } = await readRuleDraft(ctx, 'system', id);
  const debts = rules.find(({ condition }) => condition === 'debts');
  assert.deepEqual(debts?.limits, { pence: 1_000_000 });
  assert.ok(rules.every(({ condition }) => condition !== 'points'));
  assert.equal((await readRules(ctx, 'system', id)).sets.length, 0, 'a draft judges nothing');
  assert.doesNotMatch((await manager.get(next)).body, /Prepare these rules/);
});

test('a standard with an enhanced check asks for the job role without which nobody can order it', async () => {
  const page = `/desk/accounts/${id}/packages`;
  const adopted = await manager.submit(page, `${page}/adopt`, { standard: 'care_home' });
  const next = String(adopted.headers.location);
  const asks = async () => (await manager.get(next)).body.includes(`href="/desk/accounts/${id}/job-roles/new"`);
  const overview = async () => (await manager.get(`/desk/accounts/${id}`)).body;
  assert.equal(await asks(), true);
  assert.match(await overview(), /Care home \(Schedule 3\): cannot be ordered, no job role for enhanced checks/);
  assert.match(await overview(), /is ordered for one of them\.[\s\S]{0,200}To do/);
  await createJobRole(ctx, 'system', id, { roleTitle: 'Care assistant', roleCheckType: 'enhanced' });
  assert.equal(await asks(), false);
  assert.doesNotMatch(await overview(), /no job role for/);
});

test('a standard without rules of its own proposes none', () => {
  const without = standardIds.filter((id) => rulesOfStandard(id).length === 0);
  assert.ok(without.includes('right_to_work_only') && !without.includes('bs_7858'));
});
