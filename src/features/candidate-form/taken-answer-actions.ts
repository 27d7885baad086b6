// How the answers and the agreement of an order came, where somebody of the desk typed for the candidate.
import type { Caller, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import type { GivenConsent } from './consent.ts';
import { readConsents } from './consent-actions.ts';
import { findTakenAnswers, type TakenAnswers } from './taken-answer-queries.ts';

/** By where they came from; none where the candidate typed everything. */
export async function readTakenAnswers(ctx: Pick<Ctx, 'db'>, caller: Caller, checkId: string): Promise<TakenAnswers[]> {
  demand(caller, 'read_checks', 'read_reports');
  return findTakenAnswers(ctx.db, caller, checkId);
}

/** Each consent that somebody of the desk took, the oldest first. */
export async function readTakenConsents(
  ctx: Ctx,
  caller: Caller,
  check: Check,
): Promise<(GivenConsent & { readonly how: NonNullable<GivenConsent['how']> })[]> {
  demand(caller, 'read_reports');
  return (await readConsents(ctx, check)).flatMap((one) => (one.how === undefined ? [] : [{ ...one, how: one.how }]));
}
