// What candidates agreed to, as it is kept with their form.
import type { Ctx, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import type { Check } from '../checks/check.ts';
import { type GivenConsent, givenConsent } from './consent.ts';
import { answerAad } from './form-actions.ts';
import { findConsents } from './form-answer-store.ts';
import type { Typed } from './form-page.ts';

/** Undefined if the applicant was erased. */
async function keyOfApplicant(ctx: Ctx, { tenant, applicantId }: Check): Promise<DataKey | undefined> {
  try {
    return (await readApplicant(ctx, tenant, applicantId)).key;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * What the candidate agreed to, the oldest first: with the form, and about each report that was added later. None if no form
 * was submitted, or the applicant was erased.
 */
export async function readConsents(ctx: Ctx, check: Check): Promise<GivenConsent[]> {
  const key = await keyOfApplicant(ctx, check);
  return check.formCompletedAt === null || key === undefined ? [] : openConsents(ctx, check.tenant, check.id, key);
}

/** As `readConsents`, of an order whose form is submitted. */
export async function openConsents(ctx: Ctx, tenant: Tenant, checkId: string, key: DataKey): Promise<GivenConsent[]> {
  return (await findConsents(ctx.db, tenant, checkId)).map(({ page, sealed_answer, saved_at }) =>
    givenConsent(key.open<Typed>(answerAad(checkId, page), sealed_answer), saved_at),
  );
}
