// Clients whose accounts are closed in tests, with what becomes of their people.
import type { Caller, Ctx } from '../../../src/context.ts';
import {
  createAccount,
  createApiKey,
  createUser,
  readAccount,
} from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { planClosing } from '../../../src/features/closings/closing-actions.ts';
import { usualPlan } from '../../../src/features/closings/closing-rules.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { readOrderable } from '../../../src/features/orders/order-body-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { listErased } from '../../../src/features/retention/erasure-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

/** In a database of the test file: files that share a process share this module, and each ends its own. */
export async function startClosingClients() {
  const { ctx, passSeconds } = await startForms();
  const DAY = 86_400;
  const inDays = (days: number) => addDays(ukDateOf(ctx.now()), days);

  /** A client of its own with an administrator, who has a key. */
  async function newClient(name: string) {
    const { id: accountId } = await createAccount(ctx, 'system', { name, template: 'everything' });
    await changeAccountSettings(ctx, 'system', accountId, { askDecisions: false });
    const email = `${name.toLowerCase()}@client.test`;
    const { id: userId } = await createUser(ctx, 'system', accountId, { name: 'Ada', email, role: 'administrator' });
    await createApiKey(ctx, 'system', accountId, { userId, environment: 'live' });
    const live: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
    const test: Caller = { ...live, environment: 'test' };
    return { accountId, userId, email, live, test };
  }

  const candidateOf = ({ accountId, environment, clockOffsetSeconds }: Caller) => ({
    ...{ accountId, environment, clockOffsetSeconds, actor: 'candidate' as const, subsidiaryIds: null },
  });

  async function begun(caller: Caller) {
    const { check } = await placeWaiting(ctx, caller, { reports: ['sanctions'] });
    return completeForm(ctx, candidateOf(caller), check.id, check.order.facts);
  }

  async function finish(caller: Caller, id: string, result: 'clear' | 'consider' = 'clear') {
    const { reports } = await readCheck(ctx, caller, id);
    const outcome = { result, subResult: null, findings: noFindings } as const;
    await moveReport(ctx, caller, { checkId: id, reportId: reports[0]!.id }, { move: 'complete', outcome });
    return readCheck(ctx, caller, id);
  }

  const complete = async (caller: Caller) => finish(caller, (await begun(caller)).id);
  const plan = (accountId: string, change: Partial<ReturnType<typeof usualPlan>> = {}) =>
    planClosing(ctx, 'system', accountId, { ...usualPlan(ukDateOf(ctx.now())), ...change });
  const closingOf = async (accountId: string) => (await readAccount(ctx, accountId)).closing;
  const takesOrders = async (accountId: string) => (await readOrderable(ctx, accountId)).acceptOrders;
  const isErased = async ({ tenant, applicantId }: { tenant: { accountId: string }; applicantId: string }) =>
    (await listErased(ctx, 'system', [tenant.accountId], 'live', { since: new Date(0), limit: 500 })).some(
      ({ applicant_id: id }) => id === applicantId,
    );
  const mailsOf = async (caller: Caller) =>
    (await listEmails(ctx as Ctx, caller, 100))
      .filter(({ template }) => template === 'account_closing')
      .map(({ to, subject }) => `${to.address}: ${subject}`)
      .reverse();
  return {
    ctx,
    passSeconds,
    DAY,
    inDays,
    newClient,
    begun,
    finish,
    complete,
    plan,
    closingOf,
    takesOrders,
    isErased,
    mailsOf,
  };
}
